"""Small experiments on single laws: a free impact, a cycle of bristles. Plain Python, for
pictures and tests.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import inf, pi
from typing import Any

import numpy as np

from .._base.errors import InputError

ROWS = 400  # of each phase of an impact, and of a cycle
TURNS = 50  # a body that has not left after this many times the time of its approach stays
PATIENCE = 1e6  # a law that has not stopped a body after this time never will [s]


@dataclass(frozen=True)
class Impact:
    """A mass that hits a wall freely: time [s], penetration [m], its rate [m/s], force [N], and
    whether it left again.
    """

    t: np.ndarray
    penetration: np.ndarray
    rate: np.ndarray
    force: np.ndarray
    ended: bool

    @property
    def rebound(self) -> float:
        """Speed of departure over speed of approach; zero if the body stays."""
        return float(-self.rate[-1] / self.rate[0]) if self.ended else 0.0


def free_impact(law: Any, speed: float, mass: float = 1.0) -> Impact:
    """Let a mass [kg] hit a wall with a speed [m/s] under a contact law alone."""
    from scipy.integrate import solve_ivp

    for name, value in (("speed", speed), ("mass", mass)):
        if not 0 < value < inf:
            raise InputError(f"must be > 0, got {value:g}.", (name,))

    def force(delta: float, rate: float) -> float:
        return max(float(law(delta, rate, speed)), 0.0) if delta > 0 else 0.0

    def motion(t: float, y: Any) -> tuple[float, float]:
        return y[1], -force(y[0], y[1]) / mass

    def until(t: float, y: tuple[float, float], last: float, index: int) -> Any:
        def event(t: float, y: Any) -> float:
            # what stops but does not push back comes to rest slowly
            return float(y[index]) - (1e-9 * speed if index == 1 else 0.0)

        event.terminal, event.direction = True, -1.0  # type: ignore[attr-defined]
        # a penetration of 1e-12 s at this speed is far below any real one
        scale = (1e-12 * speed, 1e-10 * speed)
        return solve_ivp(
            motion, (t, last), y, "DOP853", rtol=1e-10, atol=scale, events=event, dense_output=True
        )

    approach = until(0.0, (0.0, speed), PATIENCE, 1)
    if approach.status != 1:
        raise InputError(
            f"{type(law).__name__} does not stop a mass of {mass:g} kg that comes with {speed:g} "
            "m/s, or is not finite."
        )
    turn = float(approach.t[-1])
    parting = until(turn, (float(approach.y[0, -1]), 0.0), (1 + TURNS) * turn, 0)
    times = [np.linspace(0, turn, ROWS), np.linspace(turn, parting.t[-1], ROWS)[1:]]
    states = np.hstack([approach.sol(times[0]), parting.sol(times[1])])
    forces = np.array([force(*pair) for pair in states.T])
    return Impact(np.concatenate(times), states[0], states[1], forces, ended=parting.status == 1)


@dataclass(frozen=True)
class Cycle:
    """One period of sliding to and fro: displacement [m], velocity [m/s], friction against it
    [N].
    """

    x: np.ndarray
    v: np.ndarray
    force: np.ndarray


def steady_friction(law: Any, speed: float, normal_force: float) -> float:
    """Return the friction of a law with bristles that slides steadily [N]: the deflection is
    that at which r z = v.
    """
    if speed == 0:
        return 0.0
    _, sigma_0, _, sigma_2, limit = law(speed, normal_force, 0.0, speed)
    low, high = 0.0, max(limit, 1e-300) / sigma_0
    while high < inf and law(speed, normal_force, high, speed)[0] * high < speed:
        low, high = high, 2 * high
    for _ in range(100):
        z = 0.5 * (low + high)
        if z in (low, high):
            break
        low, high = (z, high) if law(speed, normal_force, z, speed)[0] * z < speed else (low, z)
    return float(min(sigma_0 * high, limit) + sigma_2 * speed)


def bristle_cycle(law: Any, amplitude: float, speed: float, normal_force: float) -> Cycle:
    """Slide to and fro by ``amplitude`` [m] with up to ``speed`` [m/s]; return the second
    period, when the bristles have settled.
    """
    from scipy.integrate import solve_ivp

    omega = speed / amplitude

    def bristles(t: float, z: float) -> tuple[float, float]:
        """Return ż and the friction [CanudasDeWit1995]."""
        v = speed * np.cos(omega * t)
        r, sigma_0, sigma_1, sigma_2, limit = law(abs(v), normal_force, abs(z), v * np.sign(z))
        z_dot = v - r * z
        return z_dot, float(np.clip(sigma_0 * z + sigma_1 * z_dot, -limit, limit)) + sigma_2 * v

    period = 2 * pi / omega
    tolerances = {"rtol": 1e-8, "atol": 1e-8 * amplitude, "max_step": period / 50}
    solution = solve_ivp(
        lambda t, z: [bristles(t, z[0])[0]],
        (0, 2 * period),
        [0.0],
        "LSODA",
        dense_output=True,
        **tolerances,
    )
    t = period + np.linspace(0, period, 2 * ROWS + 1)
    force = np.array([bristles(*pair)[1] for pair in zip(t, solution.sol(t)[0], strict=True)])
    return Cycle(amplitude * np.sin(omega * t), speed * np.cos(omega * t), force)
