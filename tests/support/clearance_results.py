"""Results of joints with clearance made of known functions of time: every number in them can be
worked out by hand.
"""

from typing import Any

import numpy as np

import gudgeon as gd
from gudgeon.assembly.contact_info import ContactInfo
from gudgeon.assembly.output_layout import Label, Layout, layout
from gudgeon.kernels.output_variables import IMPACT_COLUMNS
from gudgeon.results.outcome import Outcome, named_peaks
from gudgeon.results.result import Result
from gudgeon.results.status import Status

GAP, PLAY = 0.5e-3, 0.25e-3  # radial and axial clearance of the hinge [m]
END = 5.0  # of every run [s]
STRIPS = tuple(ContactInfo("A", "strip", strip=k) for k in range(1, 5))
HINGE = (*STRIPS, *(ContactInfo("A", "end", end=end) for end in "AB"))
STEEL = gd.LankaraniNikravesh(stiffness=6e10, restitution=0.9)


def mechanism(**fit: Any) -> gd.Mechanism:
    """A carrier that turns about z in a ball joint C, and a pin in a hinge A along x on it; both
    joints rattle.
    """
    return gd.Mechanism(
        name="rattle",
        bodies=[gd.Body("carrier", mass=1, inertia=(1, 1, 1)), gd.Body("pin", mass=2, inertia=(1, 1, 1), position=(1, 0, 0))],
        joints=[
            gd.Revolute(
                "A", between=("carrier", "pin"), point=(1, 0, 0), axis=(1, 0, 0), bearing_radius=10e-3, radial_clearance=GAP,
                bearing_length=20e-3, axial_clearance=PLAY, fit=gd.Clearance(contact=STEEL, strips=4, **fit),
            ),
            gd.Spherical(
                "C", between=("ground", "carrier"), point=(0, 0, 0), radial_clearance=0.2e-3, fit=gd.Clearance(contact=STEEL, **fit),
            ),
        ],
    )  # fmt: skip


def plan() -> Layout:
    losses = tuple(f"lost:{joint}:{kind}" for joint in "AC" for kind in ("hysteresis", "friction"))
    return layout(
        {
            "body": ("carrier", "pin"), "joint": ("A", "C"), "coordinate": (Label("A.angle", "rad"),), "driver": (),
            "clearance": ("A", "C"),
            "contact": (*HINGE, ContactInfo("C", "ball")), "entry": ("kinetic", "gravity", "stored:A", "stored:C", *losses),
        }
    )  # fmt: skip


def orbit(t: np.ndarray) -> np.ndarray:
    """Return the components h, t, b of the hinge's orbit: a spiral."""
    return np.stack(
        [0.1 * t * GAP * np.cos(7 * t), 0.1 * t * GAP * np.sin(7 * t), 0.5 * PLAY * np.cos(t)],
        axis=1,
    )


def tilt(t: np.ndarray) -> np.ndarray:
    """Return the angle between the axes of the hinge [rad]."""
    return 4e-4 * t


def data(t: np.ndarray) -> dict[str, np.ndarray]:
    v = {variable.name: np.zeros((len(t), *variable.shape)) for variable in plan().variables}
    v["t"] = t
    cos, sin, half = np.cos(t), np.sin(t), tilt(t) / 2
    v["orientation"][:, 0] = np.stack([np.cos(t / 2), 0 * t, 0 * t, np.sin(t / 2)], axis=1)
    v["orientation"][:, 1] = np.stack(  # first about y by the tilt, then about z with the carrier
        [
            np.cos(t / 2) * np.cos(half),
            -np.sin(t / 2) * np.sin(half),
            np.cos(t / 2) * np.sin(half),
            np.sin(t / 2) * np.cos(half),
        ],
        axis=1,
    )
    h, s, b = orbit(t).T  # along y, z and x of the carrier
    v["eccentricity"][:, 0] = np.stack([cos * b - sin * h, sin * b + cos * h, s], axis=1)
    v["eccentricity"][:, 1] = np.stack([0.2e-3 * cos, 0 * t, 0.1e-3 * sin], axis=1)
    v["contact_penetration"][:] = -1e-4
    v["contact_penetration"][:, 0] = 1e-6 * np.sin(t)
    v["contact_penetration"][:, 1] = 0.5e-6 * np.sin(t)
    v["contact_normal_force"][:, :2] = (30, 10)
    v["contact_friction"][:, 0], v["contact_friction"][:, 1] = (3, 4, 0), (-3, -4, 0)
    v["contact_point"][:, 6] = (1, 2, 3)
    v["contact_sliding_speed"][:, :2] = (0.25, 0.5)
    v["joint_force"][:, 0] = (0, 0, 40)
    v["energy"][:] = np.stack([10 - 4 * t, 0 * t, 0 * t, 0 * t, t, 0.5 * t, 2 * t, 0.5 * t], axis=1)
    return v


def period(
    contact: str, start: float, turn: float, end: float, speed: float, **more: float
) -> list[float]:
    """Return a row of the table of impacts."""
    values = {"start": start, "turn": turn, "end": end, "approach_speed": speed, "departure_speed": 0.9 * speed,
              "penetration": 1e-6, "peak_force": 1e3 * speed, "peak_time": turn, "energy_lost": 1e-3, **more}  # fmt: skip
    return [plan().labels["contact"].index(contact), *(values[name] for name in IMPACT_COLUMNS[1:])]


def periods() -> np.ndarray:
    """Contacts of both joints in the order of their ends, as a run hands them over.

    C: an impact of 0.2 s; one that follows from 2.3 to 3 s; one too slow for an impact; one that is
    still on. A: an impact of strip 1 while strip 2 follows.
    """
    nan = np.nan
    return np.array(
        [
            period("C.ball", 1.0, 1.1, 1.2, 0.5),
            period("A.strip 1", 1.5, 1.55, 1.6, 0.02),
            period("C.ball", 2.0, 2.1, 3.0, 0.3, peak_force=900, penetration=4e-5),
            period("A.strip 2", 1.0, 1.1, 3.5, 0.04),
            period("C.ball", 4.0, 4.1, 4.2, 1e-4),
            period("C.ball", 4.8, 4.85, nan, 0.2, departure_speed=nan),
        ]
    )


def result(t: Any = 501, **changes: Any) -> Result:
    """Return the result at ``t``: output times, or how many of them between 0 and 5 s."""
    times = np.linspace(0, END, t) if isinstance(t, int) else np.asarray(t, dtype=float)
    peaks = np.array([[400.0, 1.5], [900.0, 2.05], [33.0, 2.06], [44.0, 2.07]])
    given = {
        "mechanism": mechanism(),
        "status": Status.COMPLETE,
        "settings": {"duration": END},
        "impacts": periods(),
    }
    given |= changes
    outcome = Outcome(given.pop("status"), peaks=named_peaks(plan(), peaks))
    return Result(given.pop("mechanism"), plan(), data(times), outcome, **given)
