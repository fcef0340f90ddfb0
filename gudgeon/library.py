"""Mechanisms by name: those of the five papers and problems A01 to A05 and S1 of the IFToMM benchmark library.

``library("four-bar")`` returns the mechanism with ideal joints; ``library("four-bar", C="ideal")`` chooses how single
joints are made. Every builder below is an ordinary description and can be copied as an example.
"""

from collections.abc import Callable
from itertools import pairwise
from math import atan2, cos, hypot, pi, sin, sqrt
from typing import Any

from ._errors import InputError, suggestion
from .laws import ConstantSpeed
from .mechanism import (
    Body,
    Box,
    Cylindrical,
    Distance,
    Driver,
    Fit,
    Ideal,
    Mechanism,
    Revolute,
    Sphere,
    Spherical,
    Spring,
    Torque,
    Translational,
    Universal,
)

Vector = tuple[float, ...]
Point = tuple[float, float]

NAMES: dict[str, str] = {}
"""The names of the library and what each mechanism is."""

_BUILDERS: dict[str, Callable[[], Mechanism]] = {}
_FITS: dict[str, Fit] = {"ideal": Ideal()}


def library(name: str, **fits: str | Fit) -> Mechanism:
    """Return a mechanism of the library; ``fits`` says, by joint, how single joints are made (``C="ideal"``)."""
    if name not in _BUILDERS:
        raise InputError(f"there is no mechanism '{name}' in the library.{suggestion(name, NAMES)}")
    mechanism = _BUILDERS[name]()
    joints = [joint.name for joint in mechanism.joints]
    for joint, fit in fits.items():
        if joint not in joints:
            raise InputError(f"'{name}' has no joint '{joint}'.{suggestion(joint, joints)}", ("joints", joint))
        mechanism = mechanism.with_fit(joint, _fit(fit, joint))
    return mechanism


library.NAMES = NAMES  # type: ignore[attr-defined]  # the package exports the function under the name of this module


def _fit(fit: str | Fit, joint: str) -> Fit:
    if isinstance(fit, Fit):
        return fit
    if fit not in _FITS:
        raise InputError(f"unknown fit {fit!r}.{suggestion(fit, _FITS)}", ("joints", joint, "fit"))
    return _FITS[fit]


def _listed(name: str) -> Callable[[Callable[..., Mechanism]], Callable[..., Mechanism]]:
    """List a builder under ``name``; the first line of its docstring says what it is."""

    def register(builder: Callable[..., Mechanism]) -> Callable[..., Mechanism]:
        NAMES[name] = (builder.__doc__ or "").partition("\n")[0].rstrip(".")
        _BUILDERS[name] = builder
        return builder

    return register


# -- the papers' mechanisms ----------------------------------------------------------------------------------------


@_listed("spatial-slider-crank")
def spatial_slider_crank() -> Mechanism:
    """Spatial slider-crank, one degree of freedom [Ambrosio & Pombo; IFToMM S1, Masoudi et al. 2013].

    The tables print three digits; here are the exact numbers behind them. The cross of the universal joint has one
    axis along z in the slider and the other in the rod, normal to z and to the rod: only this agrees with the
    printed angular velocity of the rod.
    """
    rod_frame = _frame((2, -1, -2), (0, 2, -1))
    return Mechanism(
        name="spatial slider-crank",
        gravity=(0, 0, -9.81),
        duration=5,
        bodies=[
            Body(
                "crank", mass=0.12, inertia=(1e-4, 1e-4, 1e-5), position=(0, 0.1, 0.16), velocity=(0, -0.24, 0), angular_velocity=(6, 0, 0)
            ),
            Body(
                "rod",
                mass=0.5,
                inertia=(4e-4, 4e-3, 4e-3),
                position=(0.1, 0.05, 0.1),
                orientation=rod_frame,
                velocity=(0.12, -0.24, 0),
                angular_velocity=(0, 0, 2.4),
            ),
            Body("slider", mass=2.0, inertia=(1e-4, 1e-4, 1e-4), position=(0.2, 0, 0), velocity=(0.24, 0, 0)),
        ],
        joints=[
            Revolute("A", between=("ground", "crank"), point=(0, 0.1, 0.12), axis=(1, 0, 0)),
            Spherical("B", between=("crank", "rod"), point=(0, 0.1, 0.2)),
            Universal("C", between=("rod", "slider"), point=(0.2, 0, 0), axes=((1, 2, 0), (0, 0, 1))),
            Translational("D", between=("ground", "slider"), point=(0.2, 0, 0), axis=(1, 0, 0)),
        ],
    )


@_listed("triple-pendulum")
def triple_pendulum() -> Mechanism:
    """Triple pendulum with a cylindrical joint, released from horizontal [Ambrosio & Pombo].

    Inertia and centres of mass as printed, although they do not fit the printed lengths. The last hinge stands at 45
    degrees to z in the yz plane, along the third axis of the last link.
    """
    return Mechanism(
        name="triple pendulum",
        gravity=(0, 0, -9.81),
        duration=4,
        bodies=[
            Body("link1", mass=0.1, inertia=(3e-3, 3e-2, 3e-2), position=(0.3, 0, 0)),
            Body("link2", mass=0.04, inertia=(1.2e-3, 1.2e-2, 1.2e-2), position=(0.9, 0, 0)),
            Body("link3", mass=0.02, inertia=(6e-4, 6e-3, 6e-3), position=(1.5, 0, 0), orientation=(cos(pi / 8), -sin(pi / 8), 0, 0)),
        ],
        joints=[
            Revolute("A", between=("ground", "link1"), point=(0, 0, 0), axis=(0, 1, 0)),
            Cylindrical("B", between=("link1", "link2"), point=(0.6, 0, 0), axis=(0, 0, 1)),
            Revolute("C", between=("link2", "link3"), point=(1.2, 0, 0), axis=(0, 1, 1)),
        ],
    )


@_listed("planar-slider-crank")
def planar_slider_crank() -> Mechanism:
    """Planar slider-crank driven clockwise at 5000 rpm from top dead centre [Flores, Ambrosio & Claro 2004].

    No gravity. The centres of mass of crank and rod are taken at mid-length and the slider, whose inertia does not
    matter, is given that of a small block: the paper is silent. Ten turns.
    """
    speed = -5000 * 2 * pi / 60
    crank, rod = 0.05, 0.12
    rod_speed = -speed * crank / rod  # the slider stands still at dead centre
    return Mechanism(
        name="planar slider-crank",
        plane="xy",
        duration=0.12,
        bodies=[
            Body("crank", mass=0.3, inertia=1e-5, position=(crank / 2, 0), velocity=(0, speed * crank / 2), angular_velocity=speed),
            Body(
                "rod", mass=0.21, inertia=2.5e-4, position=(crank + rod / 2, 0), velocity=(0, speed * crank / 2), angular_velocity=rod_speed
            ),
            Body("slider", mass=0.14, inertia=1e-5, position=(crank + rod, 0)),
        ],
        joints=[
            Revolute("A", between=("ground", "crank"), point=(0, 0)),
            Revolute("B", between=("crank", "rod"), point=(crank, 0)),
            Revolute("C", between=("rod", "slider"), point=(crank + rod, 0)),
            Translational("D", between=("ground", "slider"), point=(crank + rod, 0), axis=(1, 0)),
        ],
        drivers=[Driver("motor", joint="A", motion=ConstantSpeed(speed))],
    )


@_listed("four-bar")
def four_bar() -> Mechanism:
    """Spatial four-bar released from rest; the coupler may spin about itself [Marques et al. 2017].

    The second Euler parameter of the coupler is 0.0675; the printed 0.6747 is not a rotation.
    """
    B, C, D = (0, 0, 0.02), (-0.07492, -0.085, 0.06524), (-0.04, -0.085, 0)
    return Mechanism(
        name="spatial four-bar",
        gravity=(0, 0, -9.81),
        duration=2,
        bodies=[
            Body("crank", mass=0.0196, inertia=(3.92e-5, 1.97e-5, 1.97e-5), position=(0, 0, 0)),
            Body(
                "coupler", mass=0.1416, inertia=(1.7743e-3, 3.51e-5, 1.7743e-3), position=_middle(B, C),
                orientation=(0.9186, -0.1764, 0.0675, -0.3472),
            ),
            Body(
                "rocker", mass=0.0316, inertia=(1.456e-4, 2.9e-6, 1.456e-4), position=_middle(C, D),
                orientation=(0.3634, -0.6068, -0.6068, 0.3634),
            ),
        ],
        joints=[
            Revolute("A", between=("ground", "crank"), point=(0, 0, 0), axis=(1, 0, 0)),
            Spherical("B", between=("crank", "coupler"), point=B),
            Spherical("C", between=("coupler", "rocker"), point=C),
            Revolute("D", between=("ground", "rocker"), point=D, axis=(0, 1, 0)),
        ],
    )  # fmt: skip


@_listed("revolute-slider-crank")
def revolute_slider_crank() -> Mechanism:
    """Spatial slider-crank whose crank carries the bearing of the ground joint [Marques et al., revolute joints].

    The papers give lengths but no positions: with rod 0.29 m, 0.29² = 0.12² + 0.16² + 0.21² places the joints. With the
    crank upright all of the rod moves along x.
    """
    A, B, C = (0, 0.12, 0.06), (0, 0.12, 0.16), (0.21, 0, 0)
    speed = -2 * pi
    along = (speed * 0.1, 0, 0)  # velocity of B, of the rod and of the slider
    return Mechanism(
        name="spatial slider-crank with the bearing on the crank",
        gravity=(0, 0, -9.81),
        duration=1,
        bodies=[
            Body(
                "crank", mass=0.12, inertia=(1e-4, 1e-4, 1e-5), position=_middle(A, B),
                velocity=(speed * 0.05, 0, 0), angular_velocity=(0, speed, 0),
            ),
            Body(
                "rod", mass=0.5, inertia=(4e-3, 4e-4, 4e-3), position=_middle(B, C), velocity=along,
                orientation=_frame((12, 21, 0), (21, -12, -16)),
            ),
            Body("slider", mass=0.5, inertia=(1e-4, 1e-4, 1e-4), position=C, velocity=along),
        ],
        joints=[
            Revolute("A", between=("crank", "ground"), point=A, axis=(0, 1, 0)),
            Spherical("B", between=("crank", "rod"), point=B),
            Universal("C", between=("rod", "slider"), point=C, axes=((12, 21, 0), (0, 0, 1))),
            Translational("D", between=("ground", "slider"), point=C, axis=(1, 0, 0)),
        ],
    )  # fmt: skip


# -- problems of the IFToMM library of computational benchmarks -----------------------------------------------------


@_listed("pendulum")
def pendulum() -> Mechanism:
    """Point mass on a massless bar, released from horizontal [IFToMM A01]."""
    return Mechanism(
        name="simple pendulum",
        gravity=(0, -9.81, 0),
        duration=10,
        bodies=[Body("ball", mass=1, inertia=Sphere(0.05), position=(1, 0, 0))],
        joints=[Distance("bar", between=("ground", "ball"), points=((0, 0, 0), (1, 0, 0)))],
    )


@_listed("four-bar-windows")
def four_bar_windows(n: int = 2) -> Mechanism:
    """Row of four-bar windows that passes through singular configurations [IFToMM A02, N = 2].

    Posts of 1 m stand side by side and bars join their tops; when all lie flat the mechanism may branch, from one to
    n + 1 degrees of freedom.
    """
    inertia = 1 / 12
    posts = [Body(f"post{k}", mass=1, inertia=inertia, position=(k, 0.5), velocity=(0.5, 0), angular_velocity=-1) for k in range(n + 1)]
    bars = [Body(f"bar{k}", mass=1, inertia=inertia, position=(k - 0.5, 1), velocity=(1, 0)) for k in range(1, n + 1)]
    feet = [Revolute(f"A{k}", between=("ground", f"post{k}"), point=(k, 0)) for k in range(n + 1)]
    left = [Revolute(f"B{k - 1}", between=(f"post{k - 1}", f"bar{k}"), point=(k - 1, 1)) for k in range(1, n + 1)]
    right = [Revolute(f"C{k}", between=(f"bar{k}", f"post{k}"), point=(k, 1)) for k in range(1, n + 1)]
    return Mechanism(
        name=f"{n} four-bar windows", plane="xy", gravity=(0, -9.81), duration=10, bodies=[*posts, *bars], joints=[*feet, *left, *right]
    )


@_listed("andrews-squeezer")
def andrews_squeezer(beta: float = -0.0620) -> Mechanism:
    """Andrews' squeezing mechanism, seven bodies, fast [IFToMM A03; Schiehlen 1990].

    The crank OF stands at ``beta`` [rad]; all else follows from the lengths; the published angles say on which side (that
    at H is printed as its supplement).
    """
    O, A, B, C = (0.0, 0.0), (-0.06934, -0.00227), (-0.03635, 0.03273), (0.014, 0.072)
    F = (0.007 * cos(beta), 0.007 * sin(beta))
    E = _triangle(B, F, 0.035, 0.028)
    G = _triangle(E, A, 0.02, 0.04)
    H = _triangle(A, E, 0.04, 0.02)
    # Each rod: the point at its frame's origin, a point on one of its axes, which axis, mass, inertia, centre of mass.
    rods = {
        "OF": (O, F, "+x", 0.04325, 2.194e-6, (0.00092, 0)),
        "FE": (F, E, "-x", 0.00365, 4.410e-7, (-0.0115, 0)),
        "EG": (E, G, "+y", 0.00706, 5.667e-7, (0, 0.01421)),
        "AG": (A, G, "+x", 0.0705, 1.169e-5, (0.02308, 0.00916)),
        "AH": (A, H, "-y", 0.05498, 1.912e-5, (-0.00449, -0.01228)),
        "HE": (E, H, "-x", 0.00706, 5.667e-7, (-0.01421, 0)),
        "BDE": (B, E, "-y", 0.02373, 5.255e-6, (0.01043, -0.0187)),
    }
    D = _in_rod(rods["BDE"], (0.02, -0.018))
    pins = {
        "O": ("ground", "OF", O), "F": ("OF", "FE", F), "B": ("ground", "BDE", B), "A1": ("ground", "AG", A), "A2": ("ground", "AH", A),
        "E1": ("FE", "BDE", E), "E2": ("FE", "EG", E), "E3": ("FE", "HE", E), "G": ("EG", "AG", G), "H": ("AH", "HE", H),
    }  # fmt: skip
    return Mechanism(
        name="Andrews' squeezing mechanism",
        plane="xy",
        duration=0.05,
        hold=("O.angle",),
        bodies=[
            Body(name, mass=rod[3], inertia=rod[4], position=_in_rod(rod, rod[5]), orientation=_turn(rod)) for name, rod in rods.items()
        ],
        joints=[Revolute(name, between=(first, second), point=point) for name, (first, second, point) in pins.items()],
        forces=[
            Torque("motor", body="OF", torque=0.033),
            Spring("spring", between=("ground", "BDE"), points=(C, D), stiffness=4530, free_length=0.07785),
        ],
    )


@_listed("bricard")
def bricard() -> Mechanism:
    """Bricard's six-bar loop, mobile although the count of constraints says it is not [IFToMM A04]."""
    corners = [(0, 0, 0), (1, 0, 0), (1, -1, 0), (1, -1, 1), (0, -1, 1), (0, 0, 1)]
    axes = [(0, 1, 0), (0, 0, 1), (1, 0, 0)] * 2
    rods = ["rod1", "rod2", "rod3", "rod4", "rod5"]
    boxes = {"x": Box((1, 0.1, 0.1)), "y": Box((0.1, 1, 0.1)), "z": Box((0.1, 0.1, 1))}
    pairs = zip(["ground", *rods], [*rods, "ground"], strict=True)
    return Mechanism(
        name="Bricard mechanism",
        gravity=(0, -9.81, 0),
        duration=10,
        bodies=[
            Body(name, mass=1, inertia=boxes[along], position=_middle(P, Q))
            for name, along, (P, Q) in zip(rods, "xyzxy", pairwise(corners), strict=True)
        ],
        joints=[
            Revolute(name, between=pair, point=point, axis=axis)
            for name, pair, point, axis in zip("ABCDEF", pairs, corners, axes, strict=True)
        ],
    )


@_listed("governor")
def governor() -> Mechanism:
    """Flyball governor whose couplers are stiff springs with dampers [IFToMM A05].

    The rods hang from the top of the shaft, 30 degrees below horizontal: then the springs from the slider, half-way up
    the shaft, to the middles of the rods start at their free length. The balls are part of the rods.
    """
    speed, density, tilt = 2 * pi, 3000.0, pi / 6
    rod_mass = density * 1e-4
    mass = rod_mass + 5
    reach = (rod_mass * 0.5 + 5 * 1.0) / mass  # of the centre of mass of rod and ball, from the hinge
    bar = Box((1, 0.01, 0.01)).moments(rod_mass)
    transverse = bar[1] + rod_mass * (reach - 0.5) ** 2 + 5 * (1 - reach) ** 2
    bodies = [
        Body("shaft", density=density, inertia=Box((0.01, 0.01, 1)), position=(0, 0, 0.5), angular_velocity=(0, 0, speed)),
        Body("slider", density=density, inertia=Box((0.1, 0.1, 0.1)), position=(0, 0, 0.5), angular_velocity=(0, 0, speed)),
    ]
    joints = [
        Revolute("A", between=("ground", "shaft"), point=(0, 0, 0), axis=(0, 0, 1)),
        Translational("B", between=("shaft", "slider"), point=(0, 0, 0.5), axis=(0, 0, 1)),
    ]
    springs = []
    for side, name, joint, coupler in ((1, "rod1", "C", "coupler1"), (-1, "rod2", "D", "coupler2")):
        outward = (side * cos(tilt), 0.0, -sin(tilt))
        x, _, z = (reach * part for part in outward)
        pose: dict[str, Any] = {"position": (x, 0, 1 + z), "orientation": _frame(outward, (0, side, 0)), "velocity": (0, speed * x, 0)}
        bodies.append(Body(name, mass=mass, inertia=(bar[0], transverse, transverse), angular_velocity=(0, 0, speed), **pose))
        joints.append(Revolute(joint, between=("shaft", name), point=(0, 0, 1), axis=(0, 1, 0)))
        middle = (0.5 * outward[0], 0, 1 + 0.5 * outward[2])
        springs.append(Spring(coupler, between=("slider", name), points=((0, 0, 0.5), middle), stiffness=8e5, damping=4e4, free_length=0.5))
    return Mechanism(name="flyball governor", gravity=(0, 0, -9.81), duration=10, bodies=bodies, joints=joints, forces=springs)


# -- a little geometry ----------------------------------------------------------------------------------------------


def _middle(P: Vector, Q: Vector) -> Vector:
    return tuple((p + q) / 2 for p, q in zip(P, Q, strict=True))


def _frame(first: Vector, second: Vector) -> tuple[Vector, Vector, Vector]:
    """Return the rotation matrix whose first two columns point along two perpendicular directions."""
    a, b = (tuple(part / hypot(*vector) for part in vector) for vector in (first, second))
    c = (a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0])
    return ((a[0], b[0], c[0]), (a[1], b[1], c[1]), (a[2], b[2], c[2]))


def _triangle(P: Point, Q: Point, p: float, q: float) -> Point:
    """Return the point at distance p from P and q from Q, to the right of the line from P to Q."""
    x, y = Q[0] - P[0], Q[1] - P[1]
    square = x * x + y * y
    along = (square + p * p - q * q) / (2 * square)
    aside = sqrt(p * p / square - along * along)
    return (P[0] + along * x + aside * y, P[1] + along * y - aside * x)


_QUARTERS = {"+x": (1, 0), "+y": (0, -1), "-x": (-1, 0), "-y": (0, 1)}  # cosine and sine from that axis to +x


def _turn(rod: tuple[Any, ...]) -> float:
    """Return the angle by which the frame of a rod is turned [rad]."""
    (x, y), (X, Y), axis = rod[:3]
    c, s = _QUARTERS[axis]
    dx, dy = X - x, Y - y
    return atan2(s * dx + c * dy, c * dx - s * dy)


def _in_rod(rod: tuple[Any, ...], local: Point) -> Point:
    """Return where a point of the frame of a rod is."""
    angle = _turn(rod)
    x, y = rod[0]
    return (x + cos(angle) * local[0] - sin(angle) * local[1], y + sin(angle) * local[0] + cos(angle) * local[1])
