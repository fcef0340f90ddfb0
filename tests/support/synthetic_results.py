"""A result made of known functions of time instead of a simulation: every number in it can be
worked out by hand.
"""

from typing import Any

import numpy as np

import gudgeon as gd
from gudgeon.assembly.output_layout import Label, Layout, layout
from gudgeon.results.outcome import Outcome
from gudgeon.results.result import Result
from gudgeon.results.status import Status

OMEGA = 2.0  # of the crank, about z [rad/s]
SPRING, DAMPER = "coil", "dash pot"


def mechanism() -> gd.Mechanism:
    """A driven crank and a block on a spring; a joint and a driver share the name A."""
    return gd.Mechanism(
        name="crank and block",
        gravity=(0, 0, -9.81),
        bodies=[
            gd.Body("crank", mass=1, inertia=(1, 1, 1), position=(1, 0, 0)),
            gd.Body("block", mass=2, inertia=(1, 1, 1), position=(0, 3, 0)),
        ],
        joints=[
            gd.Revolute("A", between=("ground", "crank"), point=(0, 0, 0), axis=(0, 0, 1)),
            gd.Translational("D", between=("ground", "block"), point=(0, 3, 0), axis=(0, 1, 0)),
        ],
        drivers=[
            gd.Driver("A", joint="A", motion=gd.ConstantSpeed(OMEGA)),
            gd.Driver("pusher", joint="D", motion=gd.ConstantSpeed(0.5)),
        ],
        forces=[
            gd.JointSpring(SPRING, joint="D", stiffness=3.0),
            gd.JointSpring(DAMPER, joint="D", damping=4.0),
        ],
    )


def labels() -> dict[str, Any]:
    return {
        "body": ("crank", "block"),
        "joint": ("A", "D"),
        "coordinate": (Label("A.angle", "rad"), Label("D.displacement", "m")),
        "driver": (Label("A", "rad"), Label("pusher", "m")),
        "load": (SPRING, DAMPER),
        "spring": (Label(SPRING, "m"), Label(DAMPER, "m")),
        "entry": (
            "kinetic",
            "gravity",
            f"stored:{SPRING}",
            f"lost:{DAMPER}",
            "driver:A",
            "driver:pusher",
        ),
    }


def rows(t: np.ndarray) -> np.ndarray:
    """Return the output rows at the times ``t``."""
    v = {variable.name: np.zeros((len(t), *variable.shape)) for variable in plan().variables}
    angle, travel = OMEGA * t, 0.5 * t
    v["position"][:, 0] = np.stack([np.cos(angle), np.sin(angle), 0 * t], axis=1)
    v["position"][:, 1, 1] = 3 + travel
    v["orientation"][:, 0] = np.stack([np.cos(angle / 2), 0 * t, 0 * t, np.sin(angle / 2)], axis=1)
    v["orientation"][:, 1, 0] = 1
    v["velocity"][:, 1, 1] = 0.5
    v["joint_force"][:, 0] = (3, 4, 0)
    v["joint_torque"][:, 1, 2] = np.sin(t)
    v["coordinate"][:], v["coordinate_rate"][:] = np.stack([angle, travel], axis=1), (OMEGA, 0.5)
    v["driver_force"][:], v["driver_power"][:] = (5, 7), (5 * OMEGA, 7 * 0.5)
    v["spring_length"][:], v["spring_length_rate"][:] = travel[:, None], 0.5
    v["spring_tension"][:] = np.stack([3 * travel, 2 + 0 * t], axis=1)
    v["spring_damping"][:, 1] = 2
    v["load_force"][:, :, 1] = -v["spring_tension"]
    v["energy"][:] = np.stack([10 + t, -2 * t, 3 * t**2, t, 2 * t + 3 * t**2, -2 * t], axis=1)
    v["t"][:] = t
    return np.concatenate(
        [
            v[variable.name].reshape(len(t), int(np.prod(variable.shape)))
            for variable in plan().variables
        ],
        axis=1,
    )


def plan() -> Layout:
    return layout(labels())


def result(t: Any = 101, **changes: Any) -> Result:
    """Return the result at ``t``: output times, or how many of them between 0 and 5 s."""
    times = np.linspace(0, 5, t) if isinstance(t, int) else np.asarray(t, dtype=float)
    given = {
        "status": Status.COMPLETE,
        "statistics": {"steps": 40, "method": "dop853", "wall_time": 0.25},
        "notes": ("nothing was moved",),
        "settings": {"rtol": 1e-8, "method": "auto", "output_times": None},
    }
    given |= changes
    outcome = Outcome(given.pop("status"), given.pop("statistics"), given.pop("notes"))
    return Result(mechanism(), plan(), plan().split(rows(times)), outcome, **given)
