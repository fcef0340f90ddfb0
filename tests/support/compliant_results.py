"""Results of stops, layers, films and bushings made of known functions of time: every number in
them can be worked out by hand.
"""

from typing import Any

import numpy as np

import gudgeon as gd
from gudgeon.assembly.contact_info import ContactInfo
from gudgeon.assembly.output_layout import Label, Layout, layout
from gudgeon.kernels.output_variables import IMPACT_COLUMNS
from gudgeon.results.outcome import Outcome
from gudgeon.results.result import Result
from gudgeon.results.status import Status

END = 4.0  # of every run [s]
STEEL = gd.LankaraniNikravesh(stiffness=6e10, restitution=0.9)
RUBBER = gd.LankaraniNikravesh(stiffness=1e4, restitution=0.9)  # of a stop on an angle [N m/rad^n]
CLEARANCE, RADIUS, LENGTH, ETA = 1e-4, 0.02, 0.03, 0.05  # of the bearing F
E_0 = 1e-5  # its hand-over
STRIPS, REACH = 2, LENGTH / 4  # of its wall, and how far from the middle their circles stand
PLAY, THICKNESS = 2e-4, 1e-4  # of the ball joint C and its layer
PIN = (1.0, 0.0, 0.0)  # joint point of the bushings
INFOS = (
    ContactInfo("A", "stop", coordinate="angle", side="lower", slides=False),
    ContactInfo("A", "stop", coordinate="angle", side="upper", slides=False),
    ContactInfo("A", "stop", coordinate="angle", side="upper", slides=False, hard=True),
    ContactInfo("B", "stop", coordinate="displacement", side="upper", slides=False),
    ContactInfo("C", "ball"),
    ContactInfo("C", "ball", hard=True),
    ContactInfo("E", "guide"),
    ContactInfo("E", "stop", coordinate="displacement", side="lower", slides=False),
    *(ContactInfo("F", "strip", strip=k) for k in (1, 2)),
    *(ContactInfo("F", "end", end=end) for end in "AB"),
)
CONTACTS = (
    "A.stop angle lower", "A.stop angle upper", "A.stop angle upper hard", "B.stop displacement upper", "C.ball", "C.ball hard",
    "E.guide", "E.stop displacement lower", "F.strip 1", "F.strip 2", "F.end A", "F.end B",
)  # fmt: skip


def mechanism() -> gd.Mechanism:
    """Joints A and B have stops, C a layer, E clearance and a stop, F an oil film, G and H
    bushings.
    """
    bodies = {
        name: gd.Body(name, mass=1, inertia=(1, 1, 1))
        for name in ("arm", "block", "ball", "slide", "shaft")
    }
    pads = [
        gd.Body(name, mass=1, inertia=(1, 1, 1), position=(1, 0, 0.5)) for name in ("pad", "plate")
    ]
    origin = {"point": (0, 0, 0)}
    soft = gd.Bushing(
        radial=1e5, axial=2e5, misalignment=30.0, torsion=gd.Compliance(4.0, damping=0.1)
    )
    return gd.Mechanism(
        name="soft and hard",
        bodies=[*bodies.values(), *pads],
        joints=[
            gd.Revolute(
                "A", between=("ground", "arm"), axis=(0, 0, 1), **origin,
                stops=(
                    gd.Stop(lower=-0.5, contact=RUBBER, min_approach_speed=0.02),
                    gd.Stop(upper=1.0, contact=RUBBER, bushing=10.0, thickness=0.2, min_approach_speed=0.01),
                ),
            ),
            gd.Cylindrical(
                "B", between=("ground", "block"), axis=(0, 1, 0), **origin, stops=gd.Stop("displacement", upper=0.3, contact=STEEL),
            ),
            gd.Spherical(
                "C", between=("ground", "ball"), radial_clearance=PLAY, **origin,
                fit=gd.Clearance(contact=STEEL, bushing=1e5, thickness=THICKNESS),
            ),
            gd.Translational(
                "E", between=("ground", "slide"), axis=(1, 0, 0), radial_clearance=PLAY, **origin,
                fit=gd.Clearance(contact=STEEL), stops=gd.Stop(lower=-0.1, contact=STEEL),
            ),
            gd.Revolute(
                "F", between=("ground", "shaft"), axis=(1, 0, 0), journal_radius=RADIUS, radial_clearance=CLEARANCE,
                journal_length=LENGTH, bearing_length=LENGTH + 1e-3, **origin,
                fit=gd.Lubricated(film=gd.ShortBearing(ETA), contact=STEEL, e_0=E_0, e_1=2e-5, strips=STRIPS),
            ),
            gd.Revolute("G", between=("ground", "pad"), point=PIN, axis=(0, 0, 1), fit=soft),
            gd.Rigid("H", between=("ground", "plate"), point=PIN, axis=(0, 0, 1), fit=gd.Bushing(torsion=4.0)),
        ],
    )  # fmt: skip


def plan() -> Layout:
    losses = (
        "A:hysteresis",
        "B:hysteresis",
        "C:hysteresis",
        "E:hysteresis",
        "F:hysteresis",
        "F:film",
        "G:damping",
    )
    angle, displacement = ("angle", "rad"), ("displacement", "m")
    coordinates = (
        ("A", angle),
        ("B", displacement),
        ("B", angle),
        ("E", displacement),
        ("F", angle),
        ("G", angle),
    )
    return layout(
        {
            "body": ("arm", "block", "ball", "slide", "shaft", "pad", "plate"), "joint": tuple("ABCEFGH"), "driver": (),
            "coordinate": tuple(Label(f"{joint}.{name}", unit) for joint, (name, unit) in coordinates), "clearance": ("C", "E", "F"),
            "contact": INFOS, "film": ("F",), "entry": ("kinetic", "gravity", "stored:G", *(f"lost:{loss}" for loss in losses)),
        }
    )  # fmt: skip


# -- what the joints do ----------------------------------------------------------------------------


def spin(t: np.ndarray) -> np.ndarray:
    """Return the speed of the shaft, which starts from rest [rad/s]."""
    return 10 * t


def tilt(t: np.ndarray) -> np.ndarray:
    """Return the angle between the axes of the bearing F [rad]."""
    return 1e-3 * t


def middle(t: np.ndarray) -> np.ndarray:
    """Return the eccentricity of the shaft along z, at mid-length [m]."""
    return 0.2 * t * CLEARANCE


def about(axis: int, angle: np.ndarray) -> np.ndarray:
    """Return the Euler parameters of rotations about one of the global axes."""
    return (
        np.cos(angle / 2)[:, None] * np.eye(4)[0] + np.sin(angle / 2)[:, None] * np.eye(4)[1 + axis]
    )


def after(q: np.ndarray, p: np.ndarray) -> np.ndarray:
    """Return the Euler parameters of the rotations p, followed by q about the global axes."""
    scalar = q[:, :1] * p[:, :1] - (q[:, 1:] * p[:, 1:]).sum(axis=1, keepdims=True)
    return np.hstack(
        [scalar, q[:, :1] * p[:, 1:] + p[:, :1] * q[:, 1:] + np.cross(q[:, 1:], p[:, 1:])]
    )


def data(t: np.ndarray) -> dict[str, np.ndarray]:
    v = {variable.name: np.zeros((len(t), *variable.shape)) for variable in plan().variables}
    v["t"] = t
    v["orientation"][:, :, 0] = 1
    v["orientation"][:, 4] = after(about(1, tilt(t)), about(0, 5 * t**2))
    v["angular_velocity"][:, 4, 0] = spin(t)
    v["eccentricity"][:, 2, 2] = middle(t)
    v["film_force"][:, 0] = (0, 3, 4)
    _bushings(v, t)
    v["coordinate"][:, 5] = 7 * t  # several turns
    index = CONTACTS.index
    v["contact_penetration"][:] = -1
    for label, depth in (
        ("A.stop angle upper", 0.3),
        ("A.stop angle upper hard", 0.1),
        ("C.ball", 1.5e-4),
        ("C.ball hard", 0.5e-4),
    ):
        v["contact_penetration"][:, index(label)] = depth
        v["contact_normal_force"][:, index(label)] = 20
    v["contact_penetration"][:, index("F.strip 1")] = (
        middle(t) + REACH * np.sin(tilt(t)) - CLEARANCE
    )
    v["energy"][:] = np.stack(
        [0 * t] * 3 + [t, 2 * t, 3 * t, 4 * t, 5 * t, 6 * t**2, 7 * t], axis=1
    )
    return v


def shift(t: np.ndarray) -> np.ndarray:
    """Return how far the pads have moved at the joint point [m]."""
    return np.stack([3e-3 * t, 4e-3 * t, 1e-3 * t], axis=1)


def _bushings(v: dict[str, np.ndarray], t: np.ndarray) -> None:
    """Both pads turn about z by 0.5 t and then tilt about y by 0.01 t; their centres of mass are
    0.5 m above the joint.
    """
    turned = after(about(1, 0.01 * t), about(2, 0.5 * t))
    above = 0.5 * np.stack([np.sin(0.01 * t), 0 * t, np.cos(0.01 * t)], axis=1)
    for body in (5, 6):
        v["orientation"][:, body] = turned
        v["position"][:, body] = np.array(PIN) + shift(t) + above


def period(
    contact: str, start: float, turn: float, end: float, speed: float, **more: float
) -> list[float]:
    """Return a row of the table of impacts."""
    values = {"start": start, "turn": turn, "end": end, "approach_speed": speed, "departure_speed": 0.9 * speed,
              "penetration": 1e-6, "peak_force": 1e3 * speed, "peak_time": turn, "energy_lost": 1e-3, **more}  # fmt: skip
    return [CONTACTS.index(contact), *(values[name] for name in IMPACT_COLUMNS[1:])]


def periods() -> np.ndarray:
    return np.array(
        [
            period("A.stop angle lower", 0.5, 0.6, 0.7, 2.0, penetration=0.02),
            period("C.ball", 1.0, 1.1, 1.2, 0.04),
            period("C.ball hard", 1.05, 1.1, 1.15, 0.03, energy_lost=0.0),
            period("E.stop displacement lower", 1.0, 1.1, 3.0, 0.04),
            period("E.guide", 2.0, 2.1, 2.2, 0.02),
            period("F.end A", 0.1, 0.2, 0.3, 0.01),
            period("F.strip 1", 2.0, 2.1, 2.5, 0.02),
            period("F.strip 2", 2.4, 2.5, 2.6, 0.02),
            period("F.strip 1", 3.5, 3.6, np.nan, 0.02, departure_speed=np.nan),
        ]
    )


def result(t: Any = 401, **changes: Any) -> Result:
    """Return the result at ``t``: output times, or how many of them between 0 and 4 s."""
    times = np.linspace(0, END, t) if isinstance(t, int) else np.asarray(t, dtype=float)
    given = {
        "mechanism": mechanism(),
        "status": Status.COMPLETE,
        "settings": {"duration": END},
        "impacts": periods(),
    } | changes
    return Result(
        given.pop("mechanism"), plan(), data(times), Outcome(given.pop("status")), **given
    )
