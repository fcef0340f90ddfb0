"""The mechanisms of the papers: names, data that close, sizes and laws as printed."""

import math

import pytest

import gudgeon as gd

TABLE = {
    "spatial-slider-crank": (
        ("crank", "rod", "slider"),
        {"A": (gd.Revolute, "ground", "crank"), "B": (gd.Spherical, "crank", "rod"),
         "C": (gd.Universal, "rod", "slider"), "D": (gd.Translational, "ground", "slider")},
    ),
    "triple-pendulum": (
        ("link1", "link2", "link3"),
        {"A": (gd.Revolute, "ground", "link1"), "B": (gd.Cylindrical, "link1", "link2"), "C": (gd.Revolute, "link2", "link3")},
    ),
    "planar-slider-crank": (
        ("crank", "rod", "slider"),
        {"A": (gd.Revolute, "ground", "crank"), "B": (gd.Revolute, "crank", "rod"),
         "C": (gd.Revolute, "rod", "slider"), "D": (gd.Translational, "ground", "slider")},
    ),
    "four-bar": (
        ("crank", "coupler", "rocker"),
        {"A": (gd.Revolute, "ground", "crank"), "B": (gd.Spherical, "crank", "coupler"),
         "C": (gd.Spherical, "coupler", "rocker"), "D": (gd.Revolute, "ground", "rocker")},
    ),
    "revolute-slider-crank": (
        ("crank", "rod", "slider"),
        {"A": (gd.Revolute, "crank", "ground"), "B": (gd.Spherical, "crank", "rod"),
         "C": (gd.Universal, "rod", "slider"), "D": (gd.Translational, "ground", "slider")},
    ),
}  # fmt: skip
# Degrees of freedom: counted by the formula, and true. The slender four-bar has an idle spin of the
# coupler.
FREEDOM = {
    "spatial-slider-crank": (1, 1), "triple-pendulum": (4, 4), "planar-slider-crank": (0, 0), "four-bar": (2, 2),
    "revolute-slider-crank": (1, 1),
}  # fmt: skip


@pytest.mark.parametrize("name", TABLE)
def test_bodies_and_joints_of_the_papers_have_their_documented_names(name):
    bodies, joints = TABLE[name]
    mechanism = gd.library(name)
    assert tuple(body.name for body in mechanism.bodies) == bodies
    assert {joint.name: (type(joint), *joint.between) for joint in mechanism.joints} == joints


@pytest.mark.parametrize("name", FREEDOM)
def test_initial_conditions_close_without_moving_anything(name):
    found = gd.check_model(gd.library(name))
    assert (found.dof_gruebler, found.dof) == FREEDOM[name]
    assert found.position_residual < 1e-12 and found.velocity_residual < 1e-10
    assert found.moved == ()


def test_printed_angular_velocity_of_the_rod_is_reproduced():
    """Table 2 of Ambrosio & Pombo, in the frame of the rod: -1.600, -1.073, 1.431 rad/s."""
    rod = gd.library("spatial-slider-crank").body("rod")
    local = [
        sum(rod.orientation[k][axis] * rod.angular_velocity[k] for k in range(3))
        for axis in range(3)
    ]
    assert local == pytest.approx([-1.6, -1.073, 1.431], abs=5e-4)


@pytest.mark.parametrize(("body", "ends"), [("coupler", "BC"), ("rocker", "DC")])
def test_rods_of_the_four_bar_lie_along_their_second_axis(body, ends):
    """The corrected Euler parameters agree with the joints within the digits printed."""
    mechanism = gd.library("four-bar")
    e0, e1, e2, e3 = mechanism.body(body).orientation
    axis = (2 * (e1 * e2 - e0 * e3), 2 * (e0 * e0 + e2 * e2) - 1, 2 * (e2 * e3 + e0 * e1))
    P, Q = (mechanism.joint(name).point for name in ends)
    length = math.dist(P, Q)
    assert abs(
        sum(a * (q - p) for a, p, q in zip(axis, P, Q, strict=True))
    ) / length == pytest.approx(1, abs=2e-7)


# Bearing and journal radius, bearing and journal length [m]; None where the source has none that
# matters.
SIZES = {
    ("spatial-slider-crank", "A"): ((10e-3, 9e-3), (40e-3, 38e-3)),
    ("planar-slider-crank", "C"): ((10e-3, 9.5e-3), (40e-3, 40e-3)),
    ("four-bar", "C"): ((10e-3, 9.8e-3), None),
    ("revolute-slider-crank", "A"): ((10e-3, 9.5e-3), (20e-3, 19e-3)),
}


@pytest.mark.parametrize(("name", "joint"), SIZES)
def test_joints_have_the_printed_sizes(name, joint):
    made = gd.library(name).joint(joint)
    radii, lengths = SIZES[name, joint]
    assert made.radii() == pytest.approx(radii, rel=1e-12)
    if lengths is not None:
        assert made.lengths() == pytest.approx(lengths, rel=1e-12)


def test_stiffness_follows_from_the_materials_with_the_minus_sign():
    """K = 4/3 E* sqrt(R_i R_j/(R_i - R_j)), E* = 207 GPa/(2 (1 - 0.3^2)); the printed digits are
    6.610e10 and 1.0615e11.
    """
    four_bar = gd.library("four-bar", C="clearance").joint("C").fit.contact.stiffness
    slider_crank = gd.library("planar-slider-crank", C="clearance").joint("C").fit.contact.stiffness
    modulus = 207e9 / (2 * (1 - 0.3**2))
    assert four_bar == pytest.approx(
        4 / 3 * modulus * math.sqrt(9.8e-3 * 10e-3 / 0.2e-3), rel=1e-12
    )
    # the digits printed
    assert (four_bar, slider_crank) == pytest.approx((1.0615e11, 6.610e10), rel=5e-5)


def test_printed_stiffness_is_read_in_millimetres():
    """5e6 N/mm^1.5 is 5e6 * 1000^1.5 N/m^1.5."""
    for joint in "AB":
        contact = (
            gd.library("spatial-slider-crank", **{joint: "clearance"}).joint(joint).fit.contact
        )
        assert contact == gd.LankaraniNikravesh(
            stiffness=5e6 * 10**4.5, restitution=0.75, rate_ratio="clipped"
        )


@pytest.mark.parametrize("gap", [1e-3, 0.1e-3])
def test_the_hinge_of_the_unified_formulation_takes_the_law_of_cylinders_on_its_wall(gap):
    """Equation 44 with the joint's own radii and the length of the shorter part, 40 mm less the
    axial play of 1 mm on each side.
    """
    from gudgeon.cli.common import Model

    settings = ("joints.A.fit=clearance-pereira", f"joints.A.radial_clearance={gap} m")
    fit = Model("spatial-slider-crank", settings=settings).mechanism.joint("A").fit
    assert isinstance(fit.contact, gd.PereiraInternal)
    assert (
        fit.contact.bearing_radius,
        fit.contact.length,
        fit.contact.restitution,
    ) == pytest.approx((0.01, 0.038, 0.75), rel=1e-12)
    assert fit.contact.bearing_radius - fit.contact.journal_radius == pytest.approx(gap, rel=1e-9)
    assert fit.strips == 10
    assert (
        fit.axial_contact
        == gd.library("spatial-slider-crank", A="clearance").joint("A").fit.contact
    )


def test_the_hinge_of_the_unified_formulation_runs_with_the_law_of_cylinders():
    """The force on each of ten strips is a tenth of equation 44, written out once more: lengths
    in mm, n = 0.0151 dR + 1.151 for 1 mm.
    """
    import numpy as np

    result = gd.simulate(
        gd.library("spatial-slider-crank", A="clearance-pereira"), 0.05, rtol=1e-8, output_step=5e-6
    )
    labels = list(result.layout.labels["contact"])
    stiffness, n = (0.965 + 0.0965) * 38 * 207e3 / (2 * (1 - 0.3**2)) / 10, 0.0151 + 1.151
    first = next(impact for impact in result.impacts if impact.contact.startswith("strip"))
    k = labels.index(f"A.{first.contact}")
    rows = (result.t > first.start) & (result.t < first.end)
    delta, rate = (result.data[name][rows, k] for name in ("contact_penetration", "contact_rate"))
    expected = (
        stiffness
        * (1e3 * delta) ** n
        * (1 + 0.75 * (1 - 0.75**2) * np.clip(rate / first.approach_speed, -1, 1))
    )
    assert rows.sum() > 3
    np.testing.assert_allclose(result.data["contact_normal_force"][rows, k], expected, rtol=1e-9)
    assert max(abs(result.energy.balance)) < 1e-6 * max(abs(result.energy.kinetic))


def test_the_papers_on_revolute_joints_carry_on_both_end_circles():
    fit = gd.library("revolute-slider-crank", A="clearance-lugre").joint("A").fit
    assert fit.support == "ends"
    assert fit.friction == gd.LuGre(mu_k=0.1, mu_s=0.2, v_s=1e-3, sigma_0=1e5, sigma_1=10**2.5)


# -- stops and films -------------------------------------------------------------------------------


def test_the_stops_of_the_triple_pendulum_are_those_printed():
    """1e5 N/m^1.5 at 0.25 m either way and 1e3 N m/rad^1.5 at 45 degrees; the second law with
    restitution 0.01 and v_0 = 0.1.
    """
    made = gd.library("triple-pendulum", B="stops", C="stops-kelvin-voigt")
    (sliding,), (turning,) = made.joint("B").stops, made.joint("C").stops
    law = gd.LankaraniNikravesh(1e5, 0.75, 1.5, rate_ratio="clipped")
    assert sliding == gd.Stop("displacement", lower=-0.25, upper=0.25, contact=law)
    assert turning == gd.Stop(
        "angle", lower="-45 deg", upper="45 deg", contact=gd.ModifiedKelvinVoigt(1e3, 0.01, 0.1)
    )


def test_the_oil_of_the_planar_slider_crank_is_that_printed():
    """400 cP; e_0 and e_1 are assumed as 1 % and 5 % of the clearance, 0.5 mm, and follow it."""
    fit = gd.library("planar-slider-crank", C="lubricated-full").joint("C").fit
    assert (fit.film.viscosity, fit.film.film) == (0.4, "full")
    assert gd.library("planar-slider-crank", C="lubricated").joint("C").fit.film.film == "half"
    assert (fit.e_0, fit.e_1) == pytest.approx((5e-6, 2.5e-5), rel=1e-12)
    assert fit.contact == gd.library("planar-slider-crank", C="clearance").joint("C").fit.contact
