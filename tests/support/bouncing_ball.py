"""A ball on a shaking table: the motion of one bounce per period, and its stability, in closed
form.

A ball that leaves a table moving as a sin(w t) with restitution e repeats itself after every period
T if it flies for T, so leaves with g T/2 and comes with -g T/2; then the table's speed V obeys g
T/2 - V = e (g T/2 + V), or G cos(phase) = pi (1 - e)/(1 + e) with G = a w^2/g. Of the map from
bounce to bounce the determinant is e^2 and the trace 1 + e^2 - (1 + e)^2 G sin(phase): at G
sin(phase) = 0 one multiplier is 1, where such motions begin to exist; at 2 (1 + e^2)/(1 + e)^2 one
is -1, where the period doubles.
"""

import numpy as np
from numpy import arccos, log, pi, sqrt

import gudgeon as gd
from gudgeon.laws.response import free_impact

FREQUENCY = 20.0  # of the shaking table [Hz]
GRAVITY = 9.81
LAW = gd.LankaraniNikravesh(stiffness=1e15, restitution=0.5)
OMEGA = 2 * pi * FREQUENCY


def rebound() -> float:
    return free_impact(LAW, 0.3).rebound


def limits() -> tuple[float, float]:
    """Return between which accelerations of the table, over gravity, one bounce per period
    exists and is stable.
    """
    e = rebound()
    least = pi * (1 - e) / (1 + e)
    return least, sqrt(least**2 + (2 * (1 + e**2) / (1 + e) ** 2) ** 2)


def exponent(acceleration: float) -> float:
    """Return the largest Lyapunov exponent of one bounce per period [1/s]: logarithm of the
    larger multiplier over the period.
    """
    e, least = rebound(), limits()[0]
    trace = 1 + e**2 - (1 + e) ** 2 * sqrt(acceleration**2 - least**2)
    multipliers = np.roots([1, -trace, e**2])
    return FREQUENCY * log(np.abs(multipliers).max())


def bouncing(acceleration: float, phase: float | None = None) -> gd.Mechanism:
    """Return a ball that leaves a shaking table at a phase, by default that at which it bounces
    once per period.
    """
    amplitude = acceleration * GRAVITY / OMEGA**2
    phase = arccos(limits()[0] / acceleration) if phase is None else phase
    return gd.Mechanism(
        name="bouncing ball",
        gravity=(0, 0, -GRAVITY),
        duration=1.0,
        bodies=[
            gd.Body("table", mass=1, inertia=(1, 1, 1)),
            gd.Body("ball", mass=1, inertia=(1, 1, 1), velocity=(0, 0, GRAVITY / FREQUENCY / 2)),
        ],
        joints=[
            gd.Translational("T", between=("ground", "table"), point=(0, 0, 0), axis=(0, 0, 1)),
            gd.Translational(
                "B",
                between=("table", "ball"),
                point=(0, 0, 0),
                axis=(0, 0, 1),
                stops=gd.Stop(lower=0.0, contact=LAW),
            ),
        ],
        drivers=[
            gd.Driver(
                "shaker",
                joint="T",
                motion=gd.Harmonic(amplitude, FREQUENCY, phase, mean=-amplitude * np.sin(phase)),
            )
        ],
        hold=["ball"],
    )
