"""Mechanisms of five papers on imperfect joints, with the papers' own data for these."""

from math import pi, sqrt

from ..._base.elementary import cos, sin
from ...laws import (
    Ambrosio,
    BengisuAkay,
    ConstantSpeed,
    Coulomb,
    Dahl,
    FiniteBearing,
    LankaraniNikravesh,
    LuGre,
    ModifiedKelvinVoigt,
    NormalLaw,
    PiecewiseLinear,
    ShortBearing,
    SphericalSqueeze,
    SqueezeFilm,
    Stribeck,
    Threlfall,
)
from .. import Body, Cylindrical, Driver, Mechanism, Revolute, Spherical, Translational, Universal
from .geometry import frame, middle
from .named_fits import bushing, clearances, lining, lubricated, pereira, steel, stops
from .registry import listed

_UNIFIED = LankaraniNikravesh(
    stiffness=5e6 * (1000 * sqrt(1000)), restitution=0.75, rate_ratio="clipped"
)
_AMBROSIO = Ambrosio(mu_k=0.03, v_0=1e-4, v_1=1e-3)
_SAE_40 = 0.4  # [Pa s], the oil of [Flores2004]


@listed(
    "spatial-slider-crank",
    A=clearances("Lankarani-Nikravesh on ten strips, restitution 0.75", _UNIFIED, {}, strips=10)
    | pereira(0.75, _UNIFIED, strips=10)
    | lining(_UNIFIED, 1e6, 0.12)
    | bushing("radial", "axial", "misalignment")
    | lubricated(_UNIFIED, {"": FiniteBearing(_SAE_40)}, note="; assumed"),
    B=clearances("Lankarani-Nikravesh, restitution 0.75", _UNIFIED, {})
    | lining(_UNIFIED, 1e6, 0.12)
    | bushing("radial")
    | lubricated(_UNIFIED, {"": SphericalSqueeze(_SAE_40)}, note="; assumed"),
)
def spatial_slider_crank() -> Mechanism:
    """Spatial slider-crank, one degree of freedom [Ambrosio & Pombo; IFToMM S1, Masoudi et al.
    2013].

    The tables print three digits; here are the exact numbers behind them. The cross of the
    universal joint has one axis along z in the slider and the other in the rod, normal to z and to
    the rod: only this agrees with the printed angular velocity of the rod.

    The paper gives joint A or B a clearance of 0, 0.001, 0.1 and 1 mm, A radially and axially; here it is
    1 mm unless you set the clearance. Its stiffness, 5e6 N/m with exponent 1.5, is read as
    N/mm^1.5: with no clearance this gives the motion of the ideal mechanism, as the paper says. The
    ratio of rates in the damping is at most 1, as the paper has it. Radii (10 mm), the length of
    the bearing at A (40 mm) and ten strips are assumed; without friction the radius of the ball has
    no effect. For the hinge the paper takes Pereira's law (eq. 44) without naming materials:
    ``A="clearance-pereira"``, for steel, whose ends keep the law of the ball.
    """
    rod_frame = frame((2, -1, -2), (0, 2, -1))
    return Mechanism(
        name="spatial slider-crank",
        gravity=(0, 0, -9.81),
        duration=5,
        bodies=[
            Body(
                "crank",
                mass=0.12,
                inertia=(1e-4, 1e-4, 1e-5),
                position=(0, 0.1, 0.16),
                velocity=(0, -0.24, 0),
                angular_velocity=(6, 0, 0),
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
            Body(
                "slider",
                mass=2.0,
                inertia=(1e-4, 1e-4, 1e-4),
                position=(0.2, 0, 0),
                velocity=(0.24, 0, 0),
            ),
        ],
        joints=[
            Revolute(
                "A",
                between=("ground", "crank"),
                point=(0, 0.1, 0.12),
                axis=(1, 0, 0),
                bearing_radius=0.01,
                radial_clearance=1e-3,
                bearing_length=0.04,
                axial_clearance=1e-3,
            ),
            Spherical(
                "B",
                between=("crank", "rod"),
                point=(0, 0.1, 0.2),
                bearing_radius=0.01,
                radial_clearance=1e-3,
            ),
            Universal(
                "C", between=("rod", "slider"), point=(0.2, 0, 0), axes=((1, 2, 0), (0, 0, 1))
            ),
            Translational("D", between=("ground", "slider"), point=(0.2, 0, 0), axis=(1, 0, 0)),
        ],
    )


def _stop_laws(stiffness: float) -> dict[str, NormalLaw]:
    return {
        "": LankaraniNikravesh(stiffness, restitution=0.75, rate_ratio="clipped"),
        "kelvin-voigt": ModifiedKelvinVoigt(stiffness, restitution=0.01, v_0=0.1),
    }


@listed(
    "triple-pendulum",
    B=stops("displacement", 0.25, "m", _stop_laws(1e5)),
    C=stops("angle", pi / 4, "rad", _stop_laws(1e3)),
)
def triple_pendulum() -> Mechanism:
    """Triple pendulum with a cylindrical joint, released from horizontal [Ambrosio & Pombo].

    Inertia and centres of mass as printed, although they do not fit the printed lengths. The last
    hinge stands at 45 degrees to z in the yz plane, along the third axis of the last link.

    In the paper joints B and C have stops, with one of two laws on both: ``B="stops", C="stops"``
    or ``"stops-kelvin-voigt"``. The restitution of the rotational stop is taken to be that of the
    translational one, and its speed of transition to be 0.1 rad/s.
    """
    return Mechanism(
        name="triple pendulum",
        gravity=(0, 0, -9.81),
        duration=4,
        bodies=[
            Body("link1", mass=0.1, inertia=(3e-3, 3e-2, 3e-2), position=(0.3, 0, 0)),
            Body("link2", mass=0.04, inertia=(1.2e-3, 1.2e-2, 1.2e-2), position=(0.9, 0, 0)),
            Body(
                "link3",
                mass=0.02,
                inertia=(6e-4, 6e-3, 6e-3),
                position=(1.5, 0, 0),
                orientation=(cos(pi / 8), -sin(pi / 8), 0, 0),
            ),
        ],
        joints=[
            Revolute("A", between=("ground", "link1"), point=(0, 0, 0), axis=(0, 1, 0)),
            Cylindrical("B", between=("link1", "link2"), point=(0.6, 0, 0), axis=(0, 0, 1)),
            Revolute("C", between=("link2", "link3"), point=(1.2, 0, 0), axis=(0, 1, 1)),
        ],
    )


@listed(
    "planar-slider-crank",
    C=clearances("Lankarani-Nikravesh, steel, restitution 0.9", steel, {"friction": _AMBROSIO})
    | lining(steel, 1e8, 0.14)
    | bushing("radial")
    | lubricated(
        steel,
        {
            "": SqueezeFilm(_SAE_40),
            "full": SqueezeFilm(_SAE_40, "full"),
            "finite": FiniteBearing(_SAE_40),
        },
        friction=_AMBROSIO,
        e_0=0.01,
        e_1=0.05,
    ),
)
def planar_slider_crank() -> Mechanism:
    """Planar slider-crank driven clockwise at 5000 rpm from top dead centre [Flores, Ambrosio &
    Claro 2004].

    No gravity. The centres of mass of crank and rod are taken at mid-length and the slider, whose
    inertia does not matter, is given that of a small block: the paper is silent. Ten turns.

    The bearing of joint C is taken to be on the rod. The paper gives no tolerance speeds of the
    friction law; those of [Marques2017] are used. The length of the bearing (40 mm) is assumed; it
    has no effect on dry contact in a plane. So are e_0 and e_1, 1 % and 5 % of the clearance. The
    paper has a full film (``"lubricated-full"``), which pulls with up to 87 kN when the journal
    leaves the wall; ``"lubricated"`` is a half film.
    """
    speed = -5000 * 2 * pi / 60
    crank, rod = 0.05, 0.12
    rod_speed = -speed * crank / rod  # the slider stands still at dead centre
    return Mechanism(
        name="planar slider-crank",
        plane="xy",
        duration=0.12,
        bodies=[
            Body(
                "crank",
                mass=0.3,
                inertia=1e-5,
                position=(crank / 2, 0),
                velocity=(0, speed * crank / 2),
                angular_velocity=speed,
            ),
            Body(
                "rod",
                mass=0.21,
                inertia=2.5e-4,
                position=(crank + rod / 2, 0),
                velocity=(0, speed * crank / 2),
                angular_velocity=rod_speed,
            ),
            Body("slider", mass=0.14, inertia=1e-5, position=(crank + rod, 0)),
        ],
        joints=[
            Revolute("A", between=("ground", "crank"), point=(0, 0)),
            Revolute("B", between=("crank", "rod"), point=(crank, 0)),
            Revolute(
                "C",
                between=("rod", "slider"),
                point=(crank + rod, 0),
                bearing_radius=0.01,
                radial_clearance=0.5e-3,
                bearing_length=0.04,
                journal_length=0.04,
            ),
            Translational("D", between=("ground", "slider"), point=(crank + rod, 0), axis=(1, 0)),
        ],
        drivers=[Driver("motor", joint="A", motion=ConstantSpeed(speed))],
    )


@listed(
    "four-bar",
    C=clearances(
        "Lankarani-Nikravesh, steel, restitution 0.9",
        steel,
        {
            "friction": Threlfall(mu_k=0.1, v_1=1e-3),
            "ambrosio": Ambrosio(mu_k=0.1, v_0=1e-4, v_1=1e-3),
            "piecewise-linear": PiecewiseLinear(mu_k=0.1, mu_s=0.15, v_0=1e-4, v_1=1e-3),
            "bengisu-akay": BengisuAkay(mu_k=0.1, mu_s=0.15, v_0=1e-4, xi=1000.0),
        },
    )
    | lining(steel, 1e6, 0.0316)
    | bushing("radial")
    | lubricated(steel, {"": SphericalSqueeze(_SAE_40)}, note="; assumed"),
)
def four_bar() -> Mechanism:
    """Spatial four-bar released from rest; the coupler may spin about itself [Marques et al. 2017].

    The second Euler parameter of the coupler is 0.0675; the printed 0.6747 is not a rotation.

    The socket of joint C is taken to be on the coupler, the ball on the rocker. The stiffness of
    the contact follows from the materials with R = R_i R_j/(R_i - R_j); the printed plus sign
    belongs to spheres that touch from outside.
    """
    B, C, D = (0, 0, 0.02), (-0.07492, -0.085, 0.06524), (-0.04, -0.085, 0)
    return Mechanism(
        name="spatial four-bar",
        gravity=(0, 0, -9.81),
        duration=2,
        bodies=[
            Body("crank", mass=0.0196, inertia=(3.92e-5, 1.97e-5, 1.97e-5), position=(0, 0, 0)),
            Body(
                "coupler", mass=0.1416, inertia=(1.7743e-3, 3.51e-5, 1.7743e-3), position=middle(B, C),
                orientation=(0.9186, -0.1764, 0.0675, -0.3472),
            ),
            Body(
                "rocker", mass=0.0316, inertia=(1.456e-4, 2.9e-6, 1.456e-4), position=middle(C, D),
                orientation=(0.3634, -0.6068, -0.6068, 0.3634),
            ),
        ],
        joints=[
            Revolute("A", between=("ground", "crank"), point=(0, 0, 0), axis=(1, 0, 0)),
            Spherical("B", between=("crank", "coupler"), point=B),
            Spherical("C", between=("coupler", "rocker"), point=C, bearing_radius=0.01, radial_clearance=0.2e-3),
            Revolute("D", between=("ground", "rocker"), point=D, axis=(0, 1, 0)),
        ],
    )  # fmt: skip


_REVOLUTE = LankaraniNikravesh(stiffness=6.71e10, restitution=0.9)


@listed(
    "revolute-slider-crank",
    A=clearances(
        "Lankarani-Nikravesh at both ends, restitution 0.9",
        _REVOLUTE,
        {
            "friction": Coulomb(mu_k=0.1, v_1=1e-3),
            "stribeck": Stribeck(mu_k=0.1, mu_s=0.2, v_s=1e-3),
            "dahl": Dahl(mu_k=0.1, sigma_0=1e5),
            "lugre": LuGre(mu_k=0.1, mu_s=0.2, v_s=1e-3, sigma_0=1e5, sigma_1=100 * sqrt(10)),
        },
        support="ends",
    )
    | lining(_REVOLUTE, 1e6, 0.12, support="ends")
    | bushing("radial", "axial", "misalignment")
    | lubricated(
        _REVOLUTE, {"": FiniteBearing(_SAE_40), "short": ShortBearing(_SAE_40)}, note="; assumed"
    ),
)
def revolute_slider_crank() -> Mechanism:
    """Spatial slider-crank whose crank carries the bearing of the ground joint [Marques et al.,
    revolute joints].

    The papers give lengths but no positions: with rod 0.29 m, 0.29² = 0.12² + 0.16² + 0.21² places
    the joints. With the crank upright all of the rod moves along x.

    The axial clearance at A, 0.5 mm, is that of [MarquesFriction]; in [Marques3D] it is 0.05 mm.
    The speeds over which Coulomb and Stribeck friction rise from rest are assumed: the papers let
    them jump.
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
                "crank", mass=0.12, inertia=(1e-4, 1e-4, 1e-5), position=middle(A, B),
                velocity=(speed * 0.05, 0, 0), angular_velocity=(0, speed, 0),
            ),
            Body(
                "rod", mass=0.5, inertia=(4e-3, 4e-4, 4e-3), position=middle(B, C), velocity=along,
                orientation=frame((12, 21, 0), (21, -12, -16)),
            ),
            Body("slider", mass=0.5, inertia=(1e-4, 1e-4, 1e-4), position=C, velocity=along),
        ],
        joints=[
            Revolute(
                "A", between=("crank", "ground"), point=A, axis=(0, 1, 0), bearing_radius=0.01, radial_clearance=0.5e-3,
                bearing_length=0.02, axial_clearance=0.5e-3,
            ),
            Spherical("B", between=("crank", "rod"), point=B),
            Universal("C", between=("rod", "slider"), point=C, axes=((12, 21, 0), (0, 0, 1))),
            Translational("D", between=("ground", "slider"), point=C, axis=(1, 0, 0)),
        ],
    )  # fmt: skip
