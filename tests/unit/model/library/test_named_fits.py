"""Named fits: which there are, of which kind, and the stiffness of rubber against the equations
of elasticity.
"""

import pytest

import gudgeon as gd
from gudgeon.model.library import NAMES
from gudgeon.model.library.named_fits import (
    LOSS_FACTOR,
    bushing,
    clearances,
    lining,
    lubricated,
    pereira,
    steel,
    stops,
)

SOFT = ["clearance-bushing", "bushing", "lubricated"]


NAMED = {
    "spatial-slider-crank": {
        "A": ["clearance", "clearance-pereira", *SOFT],
        "B": ["clearance", *SOFT],
    },
    "triple-pendulum": {"B": ["stops", "stops-kelvin-voigt"], "C": ["stops", "stops-kelvin-voigt"]},
    "planar-slider-crank": {
        "C": [
            "clearance",
            "clearance-friction",
            *SOFT,
            "lubricated-full",
            "lubricated-finite",
            "lubricated-friction",
        ],
    },
    "four-bar": {
        "C": [
            "clearance",
            "clearance-friction",
            "clearance-ambrosio",
            "clearance-piecewise-linear",
            "clearance-bengisu-akay",
            *SOFT,
        ],
    },
    "revolute-slider-crank": {
        "A": [
            "clearance",
            "clearance-friction",
            "clearance-stribeck",
            "clearance-dahl",
            "clearance-lugre",
            *SOFT,
            "lubricated-short",
        ],
    },
    "translational-slider-crank": {"D": ["clearance", "clearance-friction"]},
}


KINDS = {
    "clearance": gd.Clearance,
    "bushing": gd.Bushing,
    "lubricated": gd.Lubricated,
    "stops": gd.Ideal,
}


ALL = [
    (name, joint, fit)
    for name, joints in NAMED.items()
    for joint, fits in joints.items()
    for fit in fits
]


def test_the_fits_by_name_are_those_documented():
    found = {
        name: {joint: list(known) for joint, known in gd.library_fits(name).items()}
        for name in NAMES
    }
    assert {name: joints for name, joints in found.items() if joints} == NAMED


@pytest.mark.parametrize(("name", "joint", "fit"), ALL)
def test_a_fit_by_name_is_of_the_kind_it_says_and_friction_free_unless_it_says_otherwise(
    name, joint, fit
):
    kind, _, more = fit.partition("-")
    made = gd.library(name, **{joint: fit})
    assert type(made.joint(joint).fit) is KINDS[kind]
    rubbing = kind in ("clearance", "lubricated") and more not in (
        "",
        "pereira",
        "bushing",
        "full",
        "finite",
        "short",
    )
    assert (getattr(made.joint(joint).fit, "friction", None) is not None) == rubbing
    assert bool(made.joint(joint).stops) == (kind == "stops")
    assert made.with_fit(joint, gd.Ideal()).with_stops(joint) == gd.library(name)


@pytest.mark.parametrize(
    ("name", "joint", "fit"),
    [case for case in ALL if case[2] in SOFT or case[2].startswith(("stops", "lubricated"))],
)
def test_energy_is_accounted_for_in_every_soft_fit(name, joint, fit):
    """A hundredth of the usual duration; the ledger is integrated along with rtol 1e-8, a few
    hundred steps each adding as much.
    """
    made = gd.library(name, **{joint: fit})
    run = gd.simulate(made, duration=made.duration / 100)
    assert abs(run.energy.balance).max() < 1e-6 * max(
        run.energy.kinetic.max(), abs(run.energy["gravity"]).max()
    )


def test_every_fit_can_be_compared_on_the_mechanisms_of_the_papers():
    """Each of these joints has by name every kind of fit that there is."""
    for name, joint in (
        ("four-bar", "C"),
        ("planar-slider-crank", "C"),
        ("revolute-slider-crank", "A"),
        ("spatial-slider-crank", "B"),
    ):
        made = [
            gd.library(name, **{joint: fit}).joint(joint).fit
            for fit in gd.library_fits(name)[joint]
        ]
        assert {gd.Clearance, gd.Bushing, gd.Lubricated} == {type(fit) for fit in made}
        assert any(getattr(fit, "bushing", None) is not None for fit in made)


def test_the_rubber_sleeve_stores_the_energy_of_an_incompressible_solid():
    """Plane strain: u_r = f/r cos, u_t = -f' sin with f = A r + B/r + C r^3 + D r ln r, moved at r
    = a and held at r = b = 2 a.

    The stiffness per length is that of the strain energy, 2 G (e_rr^2 + e_rt^2) integrated over the
    section.
    """
    import numpy as np
    from scipy.integrate import quad

    from gudgeon.model.library.named_fits import SHEAR_MODULUS, rubber_sleeve

    a, b, L = 0.5, 1.0, 0.04
    powers = [
        (lambda r: r, lambda r: 1.0, lambda r: 0.0),
        (lambda r: 1 / r, lambda r: -1 / r**2, lambda r: 2 / r**3),
        (lambda r: r**3, lambda r: 3 * r**2, lambda r: 6 * r),
        (lambda r: r * np.log(r), lambda r: np.log(r) + 1, lambda r: 1 / r),
    ]
    ends = [
        [term[0](a) / a for term in powers],
        *([term[k](r) for term in powers] for k, r in ((1, a), (0, b), (1, b))),
    ]
    factors = np.linalg.solve(ends, [1, 1, 0, 0])

    def density(r):
        f, d, dd = (
            sum(k * term[n](r) for k, term in zip(factors, powers, strict=True)) for n in range(3)
        )
        e_rr, e_rt = d / r - f / r**2, -0.5 * (dd - d / r + f / r**2)
        return 2 * SHEAR_MODULUS * (e_rr**2 + e_rt**2) * np.pi * r

    radial = 2 * L * quad(density, a, b, epsrel=1e-12)[0]
    found = rubber_sleeve(L)
    assert found["radial"] == pytest.approx(radial, rel=1e-10)
    assert found["axial"] == pytest.approx(
        1 / quad(lambda r: 1 / (2 * np.pi * r * SHEAR_MODULUS * L), a, b)[0], rel=1e-10
    )
    assert found["misalignment"] == pytest.approx(
        quad(lambda z: radial / L * z**2, -L / 2, L / 2)[0], rel=1e-10
    )


def test_the_rubber_shell_stores_the_energy_of_an_incompressible_solid():
    """u_r = 2 g/r^2 cos, u_t = -g'/r sin with g = A r^4 + B r^2 + C r + D/r, moved at r = a and
    held at r = b = 2 a.
    """
    import numpy as np
    from scipy.integrate import dblquad

    from gudgeon.model.library.named_fits import SHEAR_MODULUS, rubber_shell

    a, b = 0.005, 0.01
    n = np.array([4.0, 2.0, 1.0, -1.0])
    factors = np.linalg.solve([a**n, n * a ** (n - 1), b**n, n * b ** (n - 1)], [a**2 / 2, a, 0, 0])

    def density(cosine, r):
        g, d, dd = (
            factors @ r**n,
            factors @ (n * r ** (n - 1)),
            factors @ (n * (n - 1) * r ** (n - 2)),
        )
        sine2 = 1 - cosine**2
        e_rr = (2 * d / r**2 - 4 * g / r**3) * cosine
        # both across are equal, and cancel the one along
        e_tt = (-d / r**2 + 2 * g / r**3) * cosine
        e_rt2 = (0.5 * (-dd / r + 2 * d / r**2 - 2 * g / r**3)) ** 2 * sine2
        return SHEAR_MODULUS * (e_rr**2 + 2 * e_tt**2 + 2 * e_rt2) * 2 * np.pi * r**2

    energy = dblquad(density, a, b, -1, 1, epsrel=1e-10)[0]
    assert rubber_shell(b)["radial"] == pytest.approx(2 * energy, rel=1e-9)


# -- how they are made -----------------------------------------------------------------------------

HERTZ, DRY = gd.Hertz(1e9), gd.Threlfall(0.1, 1e-3)


def hinge(**sizes):
    given = {
        "bearing_radius": 0.01,
        "radial_clearance": 2e-4,
        "bearing_length": 0.02,
        "axial_clearance": 5e-4,
    }
    return gd.Revolute(
        "C", between=("ground", "a"), point=(0, 0, 0), axis=(0, 0, 1), **given | sizes
    )


def test_a_clearance_has_a_name_for_every_friction_and_tells_its_law():
    named = clearances("Hertz", HERTZ, {"threlfall": DRY}, strips=3)
    assert {name: fit.text for name, fit in named.items()} == {
        "clearance": "Hertz; no friction",
        "clearance-threlfall": "Hertz; friction threlfall (mu_k 0.1, v_1 0.001 m/s)",
    }
    assert named["clearance-threlfall"].make(hinge()) == gd.Clearance(
        contact=HERTZ, friction=DRY, strips=3
    )


def test_a_lining_gives_by_a_fifth_of_the_gap_and_has_its_loss_factor_at_its_own_frequency():
    """c w/k with w = sqrt(k/m)."""
    fit = lining(HERTZ, 1e6, 0.25)["clearance-bushing"].make(hinge())
    assert (fit.thickness, fit.blend) == pytest.approx((4e-5, 2.4e-6), rel=1e-12)
    damping, stiffness = fit.bushing.damping(1.0)[0], fit.bushing.force(1.0)[0]
    assert damping * (stiffness / 0.25) ** 0.5 / stiffness == pytest.approx(LOSS_FACTOR, rel=1e-14)


def test_rubber_fills_the_shorter_part_of_a_hinge():
    """All its stiffnesses grow with the length, tilting with its cube: half the length, an
    eighth.
    """
    make = bushing("radial", "axial", "misalignment")["bushing"].make
    long, short = (
        make(hinge(axial_clearance=0.0)),
        make(hinge(bearing_length=0.01, axial_clearance=0.0)),
    )
    ratios = [
        getattr(short, motion).force(1.0)[0] / getattr(long, motion).force(1.0)[0]
        for motion in ("radial", "axial", "misalignment")
    ]
    assert ratios == pytest.approx([0.5, 0.5, 0.125], rel=1e-12)
    assert short.torsion is None


def test_films_have_names_and_the_first_may_have_dry_friction():
    named = lubricated(
        HERTZ,
        {"": gd.SqueezeFilm(0.4), "full": gd.SqueezeFilm(0.4, "full")},
        friction=DRY,
        e_0=0.01,
        e_1=0.05,
    )
    assert list(named) == ["lubricated", "lubricated-full", "lubricated-friction"]
    fit = named["lubricated-friction"].make(hinge())
    assert (fit.film.film, fit.friction, fit.e_0, fit.e_1) == (
        "half",
        DRY,
        pytest.approx(2e-6, rel=1e-12),
        pytest.approx(1e-5, rel=1e-12),
    )
    assert (
        named["lubricated-full"].text
        == "squeeze-film (viscosity 0.4 Pa s, film full), then dry contact; no friction"
    )


def test_stops_stand_on_both_sides():
    (made,) = stops("angle", 0.5, "rad", {"": gd.LankaraniNikravesh(1e3, 0.5)})["stops"].make(
        hinge()
    )
    assert (made.coordinate, made.lower, made.upper) == ("angle", -0.5, 0.5)


def test_the_law_of_cylinders_takes_the_radii_of_the_joint_and_its_shorter_length():
    fit = pereira(0.75, HERTZ)["clearance-pereira"].make(hinge())
    assert (
        fit.contact.bearing_radius,
        fit.contact.journal_radius,
        fit.contact.length,
    ) == pytest.approx((0.01, 0.0098, 0.019), rel=1e-12)
    assert fit.axial_contact is HERTZ


@pytest.mark.parametrize(
    "sizes", [{"bearing_radius": None}, {"radial_clearance": 0.0}], ids=["unknown", "equal"]
)
def test_steel_needs_two_radii_that_differ(sizes):
    with pytest.raises(
        gd.InputError,
        match=r"^joints\.C\.radial_clearance: the stiffness of this fit follows from the two radii",
    ):
        steel(hinge(**sizes))
