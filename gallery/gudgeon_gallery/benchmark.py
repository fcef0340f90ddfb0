"""The spatial slider-crank of the benchmark library [Masoudi2013], integrated from its balance of
energy.

It has one degree of freedom, the crank angle theta, and nothing dissipates: with T = M(theta)
theta_dot^2 / 2 and the potential V(theta), theta_dot = sqrt(2 (E - V) / M). Neither the equations
of motion nor the constraints of this package are used.
"""

from __future__ import annotations

import numpy as np

PIVOT = np.array([0.0, 0.1, 0.12])  # [m] of the crank, whose axis is x
CRANK, ROD = 0.08, 0.3  # [m]
MASSES = (0.12, 0.5, 2.0)  # [kg] of crank, rod and slider
CRANK_INERTIA = 1e-4  # [kg m^2] about its axis, at its centre of mass
ALONG, ACROSS = 4e-4, 4e-3  # [kg m^2] of the rod, at its centre of mass
SPEED, GRAVITY = 6.0, 9.81  # [rad/s] at the start, crank upright; [m/s^2]
STEP = 1e-30  # of complex steps, by which derivatives are exact to rounding


def _points(theta: complex | np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Return the ends of the rod: on the crank, and on the slider, which moves along x."""
    zero = 0 * theta
    B = np.array([zero, PIVOT[1] - CRANK * np.sin(theta), PIVOT[2] + CRANK * np.cos(theta)])
    return B, np.array([B[0] + np.sqrt(ROD**2 - B[1] ** 2 - B[2] ** 2), zero, zero])


def _rod_axes(theta: complex) -> np.ndarray:
    """Return the rod's own axes as columns: along it, and the pin of its cross, which stays
    horizontal.
    """
    B, C = _points(theta)
    along = (C - B) / ROD
    pin = np.array([-along[1], along[0], 0 * theta]) / np.sqrt(along[0] ** 2 + along[1] ** 2)
    return np.array([along, pin, np.cross(along, pin)]).T


def _mass_and_potential(theta: float) -> tuple[float, float]:
    """Return M [kg m^2] and V [J] at a crank angle."""
    B, C = _points(theta + STEP * 1j)
    rod = (B + C) / 2
    axes = _rod_axes(theta + STEP * 1j)
    # tilde of the angular velocity of the rod per crank speed
    spin = axes.imag / STEP @ axes.real.T
    w = np.array([spin[2, 1], spin[0, 2], spin[1, 0]]) @ axes.real
    v_rod, v_slider = rod.imag / STEP, C.imag / STEP
    mass = (
        CRANK_INERTIA
        + MASSES[0] * (CRANK / 2) ** 2
        + MASSES[1] * v_rod @ v_rod
        + MASSES[2] * v_slider @ v_slider
    )
    mass += ALONG * w[0] ** 2 + ACROSS * (w[1] ** 2 + w[2] ** 2)
    return float(mass), float(
        GRAVITY * (MASSES[0] * CRANK / 2 * np.cos(theta) + MASSES[1] * rod[2].real)
    )


def crank_angle(times: np.ndarray) -> np.ndarray:
    """Return the crank angle [rad] at times [s] that rise from zero; the crank never turns back."""
    from scipy.integrate import solve_ivp

    mass, potential = _mass_and_potential(0.0)
    energy = 0.5 * mass * SPEED**2 + potential

    def speed(_: float, theta: np.ndarray) -> list[float]:
        mass, potential = _mass_and_potential(theta[0])
        return [np.sqrt(2 * (energy - potential) / mass)]

    end = float(times[-1])
    return solve_ivp(
        speed, (0.0, end), [0.0], method="DOP853", t_eval=times, rtol=1e-11, atol=1e-11
    ).y[0]


def slider_position(theta: np.ndarray) -> np.ndarray:
    """Return where the slider is [m] at crank angles [rad]."""
    return _points(theta)[1][0].real
