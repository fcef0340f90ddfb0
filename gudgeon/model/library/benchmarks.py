"""Problems of the IFToMM library of computational benchmarks, with the data for a clearance
where they have one.
"""

from itertools import pairwise
from math import pi
from typing import Any

from ..._base.elementary import atan2, cos, sin
from ...laws import Coulomb, Gonthier
from .. import Body, Box, Distance, Mechanism, Revolute, Sphere, Spring, Torque, Translational
from .geometry import Point, frame, middle, triangle
from .named_fits import clearances
from .registry import listed


@listed("pendulum")
def pendulum() -> Mechanism:
    """Point mass on a massless bar, released from horizontal [IFToMM A01]."""
    return Mechanism(
        name="simple pendulum",
        gravity=(0, -9.81, 0),
        duration=10,
        bodies=[Body("ball", mass=1, inertia=Sphere(0.05), position=(1, 0, 0))],
        joints=[Distance("bar", between=("ground", "ball"), points=((0, 0, 0), (1, 0, 0)))],
    )


@listed("four-bar-windows")
def four_bar_windows(n: int = 2) -> Mechanism:
    """Row of four-bar windows that passes through singular configurations [IFToMM A02, N = 2].

    Posts of 1 m stand side by side and bars join their tops; when all lie flat the mechanism may
    branch, from one to n + 1 degrees of freedom.
    """
    inertia = 1 / 12
    posts = [
        Body(
            f"post{k}",
            mass=1,
            inertia=inertia,
            position=(k, 0.5),
            velocity=(0.5, 0),
            angular_velocity=-1,
        )
        for k in range(n + 1)
    ]
    bars = [
        Body(f"bar{k}", mass=1, inertia=inertia, position=(k - 0.5, 1), velocity=(1, 0))
        for k in range(1, n + 1)
    ]
    feet = [Revolute(f"A{k}", between=("ground", f"post{k}"), point=(k, 0)) for k in range(n + 1)]
    left = [
        Revolute(f"B{k - 1}", between=(f"post{k - 1}", f"bar{k}"), point=(k - 1, 1))
        for k in range(1, n + 1)
    ]
    right = [
        Revolute(f"C{k}", between=(f"bar{k}", f"post{k}"), point=(k, 1)) for k in range(1, n + 1)
    ]
    return Mechanism(
        name=f"{n} four-bar windows",
        plane="xy",
        gravity=(0, -9.81),
        duration=10,
        bodies=[*posts, *bars],
        joints=[*feet, *left, *right],
    )


@listed("andrews-squeezer")
def andrews_squeezer(beta: float = -0.0620) -> Mechanism:
    """Andrews' squeezing mechanism, seven bodies, fast [IFToMM A03; Schiehlen 1990].

    The crank OF stands at ``beta`` [rad]; all else follows from the lengths; the published angles
    say on which side (that at H is printed as its supplement).
    """
    O, A, B, C = (0.0, 0.0), (-0.06934, -0.00227), (-0.03635, 0.03273), (0.014, 0.072)
    F = (0.007 * cos(beta), 0.007 * sin(beta))
    E = triangle(B, F, 0.035, 0.028)
    G = triangle(E, A, 0.02, 0.04)
    H = triangle(A, E, 0.04, 0.02)
    # Each rod: the point at its frame's origin, a point on one of its axes, which axis, mass,
    # inertia, centre of mass.
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
            Body(
                name,
                mass=rod[3],
                inertia=rod[4],
                position=_in_rod(rod, rod[5]),
                orientation=_turn(rod),
            )
            for name, rod in rods.items()
        ],
        joints=[
            Revolute(name, between=(first, second), point=point)
            for name, (first, second, point) in pins.items()
        ],
        forces=[
            Torque("motor", body="OF", torque=0.033),
            Spring(
                "spring",
                between=("ground", "BDE"),
                points=(C, D),
                stiffness=4530,
                free_length=0.07785,
            ),
        ],
    )


@listed("bricard")
def bricard() -> Mechanism:
    """Bricard's six-bar loop, mobile although the count of constraints says it is not [IFToMM
    A04].
    """
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
            Body(name, mass=1, inertia=boxes[along], position=middle(P, Q))
            for name, along, (P, Q) in zip(rods, "xyzxy", pairwise(corners), strict=True)
        ],
        joints=[
            Revolute(name, between=pair, point=point, axis=axis)
            for name, pair, point, axis in zip("ABCDEF", pairs, corners, axes, strict=True)
        ],
    )


@listed("governor")
def governor() -> Mechanism:
    """Flyball governor whose couplers are stiff springs with dampers [IFToMM A05].

    The rods hang from the top of the shaft, 30 degrees below horizontal: then the springs from the
    slider, half-way up the shaft, to the middles of the rods start at their free length. The balls
    are part of the rods.
    """
    speed, density, tilt = 2 * pi, 3000.0, pi / 6
    rod_mass = density * 1e-4
    mass = rod_mass + 5
    # of the centre of mass of rod and ball, from the hinge
    reach = (rod_mass * 0.5 + 5 * 1.0) / mass
    bar = Box((1, 0.01, 0.01)).moments(rod_mass)
    transverse = bar[1] + rod_mass * (reach - 0.5) * (reach - 0.5) + 5 * (1 - reach) * (1 - reach)
    bodies = [
        Body(
            "shaft",
            density=density,
            inertia=Box((0.01, 0.01, 1)),
            position=(0, 0, 0.5),
            angular_velocity=(0, 0, speed),
        ),
        Body(
            "slider",
            density=density,
            inertia=Box((0.1, 0.1, 0.1)),
            position=(0, 0, 0.5),
            angular_velocity=(0, 0, speed),
        ),
    ]
    joints = [
        Revolute("A", between=("ground", "shaft"), point=(0, 0, 0), axis=(0, 0, 1)),
        Translational("B", between=("shaft", "slider"), point=(0, 0, 0.5), axis=(0, 0, 1)),
    ]
    springs = []
    for side, name, joint, coupler in ((1, "rod1", "C", "coupler1"), (-1, "rod2", "D", "coupler2")):
        outward = (side * cos(tilt), 0.0, -sin(tilt))
        x, _, z = (reach * part for part in outward)
        pose: dict[str, Any] = {
            "position": (x, 0, 1 + z),
            "orientation": frame(outward, (0, side, 0)),
            "velocity": (0, speed * x, 0),
        }
        bodies.append(
            Body(
                name,
                mass=mass,
                inertia=(bar[0], transverse, transverse),
                angular_velocity=(0, 0, speed),
                **pose,
            )
        )
        joints.append(Revolute(joint, between=("shaft", name), point=(0, 0, 1), axis=(0, 1, 0)))
        half = (0.5 * outward[0], 0, 1 + 0.5 * outward[2])
        springs.append(
            Spring(
                coupler,
                between=("slider", name),
                points=((0, 0, 0.5), half),
                stiffness=8e5,
                damping=4e4,
                free_length=0.5,
            )
        )
    return Mechanism(
        name="flyball governor",
        gravity=(0, 0, -9.81),
        duration=10,
        bodies=bodies,
        joints=joints,
        forces=springs,
    )


@listed(
    "translational-slider-crank",
    D=clearances(
        "Gonthier, restitution 0.4",
        Gonthier(stiffness=1e11, restitution=0.4),
        {"friction": Coulomb(mu_k=0.01, v_1=1e-3)},
    ),
)
def translational_slider_crank() -> Mechanism:
    """Slider-crank that spins freely, its slider with clearance in the guide [IFToMM; Flores, Leine &
    Glocker 2010].

    Crank and rod start stretched along the guide with the speeds of the ideal mechanism, the slider
    in the middle of the guide and hinged at its centre of mass; the clearance is 1 mm on each side.
    The problem is stated for rigid contact with Newton's restitution 0.4 and friction 0.01. The
    stiffness is assumed: penetrations reach a hundredth of the clearance, and ten times the
    stiffness changes the speeds by 0.05 %. Gonthier's law rebounds with 0.398.
    """
    crank, rod, speed = 0.153, 0.306, 150.0
    end, joint_speed = crank + rod, speed * crank
    return Mechanism(
        name="slider-crank with clearance of the slider",
        plane="xy",
        gravity=(0, -9.81),
        duration=0.2,
        bodies=[
            Body("crank", mass=0.038, inertia=7.4e-5, position=(crank / 2, 0), velocity=(0, joint_speed / 2), angular_velocity=speed),
            Body(
                "rod", mass=0.038, inertia=5.9e-4, position=(crank + rod / 2, 0), velocity=(0, joint_speed / 2),
                angular_velocity=-joint_speed / rod,
            ),
            Body("slider", mass=0.076, inertia=2.7e-6, position=(end, 0)),
        ],
        joints=[
            Revolute("A", between=("ground", "crank"), point=(0, 0)),
            Revolute("B", between=("crank", "rod"), point=(crank, 0)),
            Revolute("C", between=("rod", "slider"), point=(end, 0)),
            Translational(
                "D", between=("ground", "slider"), point=(end, 0), axis=(1, 0), journal_radius=0.025, radial_clearance=0.001,
                journal_length=0.1,
            ),
        ],
    )  # fmt: skip


# cosine and sine from that axis to +x
_QUARTERS = {"+x": (1, 0), "+y": (0, -1), "-x": (-1, 0), "-y": (0, 1)}


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
    return (
        x + cos(angle) * local[0] - sin(angle) * local[1],
        y + sin(angle) * local[0] + cos(angle) * local[1],
    )
