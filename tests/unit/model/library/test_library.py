"""The library of mechanisms: names, data that close, and the fits that joints have by name."""

import math

import pytest

import gudgeon as gd
from gudgeon.model.library import NAMES

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
    "translational-slider-crank": (
        ("crank", "rod", "slider"),
        {"A": (gd.Revolute, "ground", "crank"), "B": (gd.Revolute, "crank", "rod"),
         "C": (gd.Revolute, "rod", "slider"), "D": (gd.Translational, "ground", "slider")},
    ),
}  # fmt: skip
# Degrees of freedom: counted by the formula, and true. The slender four-bar has an idle spin of the coupler; the ball of the
# pendulum turns freely; in a row of windows and in Bricard's loop the formula is as the benchmark says.
FREEDOM = {
    "spatial-slider-crank": (1, 1), "triple-pendulum": (4, 4), "planar-slider-crank": (0, 0), "four-bar": (2, 2),
    "revolute-slider-crank": (1, 1), "pendulum": (5, 5), "four-bar-windows": (1, 1), "andrews-squeezer": (1, 1), "bricard": (0, 1),
    "governor": (4, 4), "translational-slider-crank": (1, 1),
}  # fmt: skip
DURATIONS = {
    "spatial-slider-crank": 5, "triple-pendulum": 4, "planar-slider-crank": 0.12, "four-bar": 2, "revolute-slider-crank": 1, "pendulum": 10,
    "four-bar-windows": 10, "andrews-squeezer": 0.05, "bricard": 10, "governor": 10,
    "translational-slider-crank": 0.2,
}  # fmt: skip


@pytest.mark.parametrize("name", TABLE)
def test_bodies_and_joints_of_the_papers_have_their_documented_names(name):
    bodies, joints = TABLE[name]
    mechanism = gd.library(name)
    assert tuple(body.name for body in mechanism.bodies) == bodies
    assert {joint.name: (type(joint), *joint.between) for joint in mechanism.joints} == joints


def test_every_name_has_a_line_of_description_and_its_duration():
    assert set(NAMES) == set(DURATIONS)
    for name, duration in DURATIONS.items():
        assert NAMES[name] and "\n" not in NAMES[name]
        assert gd.library(name).duration == duration


@pytest.mark.parametrize("name", FREEDOM)
def test_initial_conditions_close_without_moving_anything(name):
    found = gd.check_model(gd.library(name))
    assert (found.dof_gruebler, found.dof) == FREEDOM[name]
    assert found.position_residual < 1e-12 and found.velocity_residual < 1e-10
    assert found.moved == ()


def test_printed_angular_velocity_of_the_rod_is_reproduced():
    """Table 2 of Ambrosio & Pombo, in the frame of the rod: -1.600, -1.073, 1.431 rad/s."""
    rod = gd.library("spatial-slider-crank").body("rod")
    local = [sum(rod.orientation[k][axis] * rod.angular_velocity[k] for k in range(3)) for axis in range(3)]
    assert local == pytest.approx([-1.6, -1.073, 1.431], abs=5e-4)


@pytest.mark.parametrize(("body", "ends"), [("coupler", "BC"), ("rocker", "DC")])
def test_rods_of_the_four_bar_lie_along_their_second_axis(body, ends):
    """The corrected Euler parameters agree with the joints within the digits printed."""
    mechanism = gd.library("four-bar")
    e0, e1, e2, e3 = mechanism.body(body).orientation
    axis = (2 * (e1 * e2 - e0 * e3), 2 * (e0 * e0 + e2 * e2) - 1, 2 * (e2 * e3 + e0 * e1))
    P, Q = (mechanism.joint(name).point for name in ends)
    length = math.dist(P, Q)
    assert abs(sum(a * (q - p) for a, p, q in zip(axis, P, Q, strict=True))) / length == pytest.approx(1, abs=2e-7)


def test_couplers_of_the_governor_start_at_their_free_length():
    for spring in gd.library("governor").forces:
        assert math.dist(*spring.points) == pytest.approx(0.5, abs=1e-15)


def test_closure_angles_of_the_squeezer_are_those_published():
    """FEB 2.088, FEG 2.341, EGA 1.792 rad, and at H 1.348, the supplement; printed to 2e-3 of what the lengths give."""
    points = {joint.name: joint.point for joint in gd.library("andrews-squeezer").joints}
    E, F, B, G, A, H = (points[name] for name in ("E1", "F", "B", "G", "A1", "H"))

    def angle(P, Q, R):
        first, second = (math.atan2(S[1] - Q[1], S[0] - Q[0]) for S in (P, R))
        return abs(math.remainder(first - second, math.tau))

    found = [angle(F, E, B), angle(F, E, G), angle(E, G, A), math.pi - angle(E, H, A)]
    assert found == pytest.approx([2.088, 2.341, 1.792, 1.348], abs=2e-3)


def test_joint_can_be_made_ideal_by_name_or_by_object():
    assert gd.library("four-bar", C="ideal", D=gd.Ideal()) == gd.library("four-bar")


def test_unknown_mechanism_names_the_nearest_spelling():
    with pytest.raises(gd.InputError, match="Did you mean 'four-bar'"):
        gd.library("fourbar")


def test_unknown_joint_of_a_fit_is_refused():
    with pytest.raises(gd.InputError, match=r"joints\.X: 'four-bar' has no joint 'X'.*'A', 'B', 'C', 'D'"):
        gd.library("four-bar", X="ideal")


def test_unknown_fit_names_the_nearest_spelling():
    with pytest.raises(gd.InputError, match=r"joints\.C\.fit: unknown fit 'idael' of joint 'C'. Did you mean 'ideal'"):
        gd.library("four-bar", C="idael")


# -- fits by name --------------------------------------------------------------------------------------------------

SOFT = ["clearance-bushing", "bushing", "lubricated"]
NAMED = {
    "spatial-slider-crank": {"A": ["clearance", "clearance-pereira", *SOFT], "B": ["clearance", *SOFT]},
    "triple-pendulum": {"B": ["stops", "stops-kelvin-voigt"], "C": ["stops", "stops-kelvin-voigt"]},
    "planar-slider-crank": {
        "C": ["clearance", "clearance-friction", *SOFT, "lubricated-full", "lubricated-finite", "lubricated-friction"],
    },
    "four-bar": {
        "C": ["clearance", "clearance-friction", "clearance-ambrosio", "clearance-piecewise-linear", "clearance-bengisu-akay", *SOFT],
    },
    "revolute-slider-crank": {
        "A": ["clearance", "clearance-friction", "clearance-stribeck", "clearance-dahl", "clearance-lugre", *SOFT, "lubricated-short"],
    },
    "translational-slider-crank": {"D": ["clearance", "clearance-friction"]},
}
KINDS = {"clearance": gd.Clearance, "bushing": gd.Bushing, "lubricated": gd.Lubricated, "stops": gd.Ideal}
ALL = [(name, joint, fit) for name, joints in NAMED.items() for joint, fits in joints.items() for fit in fits]


def test_the_fits_by_name_are_those_documented():
    found = {name: {joint: list(known) for joint, known in gd.library_fits(name).items()} for name in NAMES}
    assert {name: joints for name, joints in found.items() if joints} == NAMED


@pytest.mark.parametrize(("name", "joint", "fit"), ALL)
def test_a_fit_by_name_is_of_the_kind_it_says_and_friction_free_unless_it_says_otherwise(name, joint, fit):
    kind, _, more = fit.partition("-")
    made = gd.library(name, **{joint: fit})
    assert type(made.joint(joint).fit) is KINDS[kind]
    rubbing = kind in ("clearance", "lubricated") and more not in ("", "pereira", "bushing", "full", "finite", "short")
    assert (getattr(made.joint(joint).fit, "friction", None) is not None) == rubbing
    assert bool(made.joint(joint).stops) == (kind == "stops")
    assert made.with_fit(joint, gd.Ideal()).with_stops(joint) == gd.library(name)


@pytest.mark.parametrize(("name", "joint", "fit"), [one for one in ALL if one[2] in SOFT or one[2].startswith(("stops", "lubricated"))])
def test_energy_is_accounted_for_in_every_soft_fit(name, joint, fit):
    """A hundredth of the usual duration; the ledger is integrated along with rtol 1e-8, a few hundred steps each adding as much."""
    made = gd.library(name, **{joint: fit})
    run = gd.simulate(made, duration=made.duration / 100)
    assert abs(run.energy.balance).max() < 1e-6 * max(run.energy.kinetic.max(), abs(run.energy["gravity"]).max())


# Bearing and journal radius, bearing and journal length [m]; None where the source has none that matters.
SIZES = {
    ("spatial-slider-crank", "A"): ((10e-3, 9e-3), (40e-3, 38e-3)),
    ("planar-slider-crank", "C"): ((10e-3, 9.5e-3), (40e-3, 40e-3)),
    ("four-bar", "C"): ((10e-3, 9.8e-3), None),
    ("revolute-slider-crank", "A"): ((10e-3, 9.5e-3), (20e-3, 19e-3)),
    ("translational-slider-crank", "D"): ((26e-3, 25e-3), None),
}


@pytest.mark.parametrize(("name", "joint"), SIZES)
def test_joints_have_the_printed_sizes(name, joint):
    made = gd.library(name).joint(joint)
    radii, lengths = SIZES[name, joint]
    assert made.radii() == pytest.approx(radii, rel=1e-12)
    if lengths is not None:
        assert made.lengths() == pytest.approx(lengths, rel=1e-12)


def test_stiffness_follows_from_the_materials_with_the_minus_sign():
    """K = 4/3 E* sqrt(R_i R_j/(R_i - R_j)), E* = 207 GPa/(2 (1 - 0.3^2)); the printed digits are 6.610e10 and 1.0615e11."""
    four_bar = gd.library("four-bar", C="clearance").joint("C").fit.contact.stiffness
    slider_crank = gd.library("planar-slider-crank", C="clearance").joint("C").fit.contact.stiffness
    modulus = 207e9 / (2 * (1 - 0.3**2))
    assert four_bar == pytest.approx(4 / 3 * modulus * math.sqrt(9.8e-3 * 10e-3 / 0.2e-3), rel=1e-12)
    assert (four_bar, slider_crank) == pytest.approx((1.0615e11, 6.610e10), rel=5e-5)  # the digits printed


def test_printed_stiffness_is_read_in_millimetres():
    """5e6 N/mm^1.5 is 5e6 * 1000^1.5 N/m^1.5."""
    for joint in "AB":
        contact = gd.library("spatial-slider-crank", **{joint: "clearance"}).joint(joint).fit.contact
        assert contact == gd.LankaraniNikravesh(stiffness=5e6 * 10**4.5, restitution=0.75, rate_ratio="clipped")


@pytest.mark.parametrize("gap", [1e-3, 0.1e-3])
def test_the_hinge_of_the_unified_formulation_takes_the_law_of_cylinders_on_its_wall(gap):
    """Equation 44 with the joint's own radii and the length of the shorter part, 40 mm less the axial play of 1 mm on each side."""
    from gudgeon.cli.common import Model

    settings = ("joints.A.fit=clearance-pereira", f"joints.A.radial_clearance={gap} m")
    fit = Model("spatial-slider-crank", settings=settings).mechanism.joint("A").fit
    assert isinstance(fit.contact, gd.PereiraInternal)
    assert (fit.contact.bearing_radius, fit.contact.length, fit.contact.restitution) == pytest.approx((0.01, 0.038, 0.75), rel=1e-12)
    assert fit.contact.bearing_radius - fit.contact.journal_radius == pytest.approx(gap, rel=1e-9)
    assert fit.strips == 10
    assert fit.axial_contact == gd.library("spatial-slider-crank", A="clearance").joint("A").fit.contact


def test_the_hinge_of_the_unified_formulation_runs_with_the_law_of_cylinders():
    """The force on each of ten strips is a tenth of equation 44, written out once more: lengths in mm, n = 0.0151 dR + 1.151 for 1 mm."""
    import numpy as np

    result = gd.simulate(gd.library("spatial-slider-crank", A="clearance-pereira"), 0.05, rtol=1e-8, output_step=5e-6)
    labels = list(result.layout.labels["contact"])
    stiffness, n = (0.965 + 0.0965) * 38 * 207e3 / (2 * (1 - 0.3**2)) / 10, 0.0151 + 1.151
    first = next(impact for impact in result.impacts if impact.contact.startswith("strip"))
    k = labels.index(f"A.{first.contact}")
    rows = (result.t > first.start) & (result.t < first.end)
    delta, rate = (result.data[name][rows, k] for name in ("contact_penetration", "contact_rate"))
    expected = stiffness * (1e3 * delta) ** n * (1 + 0.75 * (1 - 0.75**2) * np.clip(rate / first.approach_speed, -1, 1))
    assert rows.sum() > 3
    np.testing.assert_allclose(result.data["contact_normal_force"][rows, k], expected, rtol=1e-9)
    assert max(abs(result.energy.balance)) < 1e-6 * max(abs(result.energy.kinetic))


def test_the_papers_on_revolute_joints_carry_on_both_end_circles():
    fit = gd.library("revolute-slider-crank", A="clearance-lugre").joint("A").fit
    assert fit.support == "ends"
    assert fit.friction == gd.LuGre(mu_k=0.1, mu_s=0.2, v_s=1e-3, sigma_0=1e5, sigma_1=10**2.5)


def test_the_free_slider_crank_starts_as_the_ideal_one():
    """Stretched: the rod turns at -l_1/l_2 = -1/2 of the speed of the crank, as the benchmark prints (150 and -75 rad/s)."""
    mechanism = gd.library("translational-slider-crank")
    assert mechanism.body("crank").angular_velocity == 150
    assert mechanism.body("rod").angular_velocity == pytest.approx(-75, rel=1e-15)


def test_a_fit_that_another_joint_has_is_refused_with_that_joint():
    with pytest.raises(gd.InputError, match=r"joints\.B\.fit: unknown fit 'clearance' of joint 'B'. Joint 'C' has it."):
        gd.library("four-bar", B="clearance")


def test_the_loose_slider_first_touches_where_a_double_pendulum_would_carry_it():
    """Until then crank, rod and slider are a double pendulum with a point mass at its end, whose slider does not turn."""
    import numpy as np
    from scipy.integrate import solve_ivp

    l_1, l_2, m_1, m_2, m_3, J_1, J_2 = 0.153, 0.306, 0.038, 0.038, 0.076, 7.4e-5, 5.9e-4

    def rates(t, state):
        a, b, u, v = state
        coupling = (m_2 / 2 + m_3) * l_1 * l_2
        mass = [
            [J_1 + (m_1 / 4 + m_2 + m_3) * l_1**2, coupling * np.cos(a - b)],
            [coupling * np.cos(a - b), J_2 + (m_2 / 4 + m_3) * l_2**2],
        ]
        first = -coupling * np.sin(a - b) * v**2 - 9.81 * (m_1 / 2 + m_2 + m_3) * l_1 * np.cos(a)
        second = coupling * np.sin(a - b) * u**2 - 9.81 * (m_2 / 2 + m_3) * l_2 * np.cos(b)
        return [u, v, *np.linalg.solve(mass, [first, second])]

    def gap(t, state):
        return 1e-3 - abs(l_1 * np.sin(state[0]) + l_2 * np.sin(state[1]))

    gap.terminal = True
    free = solve_ivp(rates, (0, 0.05), [0, 0, 150, -75], method="DOP853", rtol=1e-12, atol=1e-13, events=gap)
    run = gd.simulate(gd.library("translational-slider-crank", D="clearance"), duration=0.01)
    # begins are located to 1e-12 s on a trajectory with rtol 1e-8; the gap closes with 0.84 m/s, positions are good to 1e-9 m
    assert run.impacts["start"][0] == pytest.approx(free.t_events[0][0], abs=5e-9)


# -- stops, bushings and films -------------------------------------------------------------------------------------


def test_the_stops_of_the_triple_pendulum_are_those_printed():
    """1e5 N/m^1.5 at 0.25 m either way and 1e3 N m/rad^1.5 at 45 degrees; the second law with restitution 0.01 and v_0 = 0.1."""
    made = gd.library("triple-pendulum", B="stops", C="stops-kelvin-voigt")
    (sliding,), (turning,) = made.joint("B").stops, made.joint("C").stops
    law = gd.LankaraniNikravesh(1e5, 0.75, 1.5, rate_ratio="clipped")
    assert sliding == gd.Stop("displacement", lower=-0.25, upper=0.25, contact=law)
    assert turning == gd.Stop("angle", lower="-45 deg", upper="45 deg", contact=gd.ModifiedKelvinVoigt(1e3, 0.01, 0.1))


def test_the_oil_of_the_planar_slider_crank_is_that_printed():
    """400 cP; e_0 and e_1 are assumed as 1 % and 5 % of the clearance, 0.5 mm, and follow it."""
    fit = gd.library("planar-slider-crank", C="lubricated-full").joint("C").fit
    assert (fit.film.viscosity, fit.film.film) == (0.4, "full")
    assert gd.library("planar-slider-crank", C="lubricated").joint("C").fit.film.film == "half"
    assert (fit.e_0, fit.e_1) == pytest.approx((5e-6, 2.5e-5), rel=1e-12)
    assert fit.contact == gd.library("planar-slider-crank", C="clearance").joint("C").fit.contact


def test_sizes_of_a_named_fit_follow_the_clearance_that_is_set():
    from gudgeon.cli.common import Model

    model = Model("planar-slider-crank", settings=("joints.C.fit=lubricated", "joints.C.radial_clearance=0.1 mm"))
    assert model.mechanism.joint("C").fit.e_1 == pytest.approx(5e-6, rel=1e-12)


def test_every_fit_can_be_compared_on_the_mechanisms_of_the_papers():
    """Each of these joints has by name every kind of fit that there is."""
    for name, joint in (("four-bar", "C"), ("planar-slider-crank", "C"), ("revolute-slider-crank", "A"), ("spatial-slider-crank", "B")):
        made = [gd.library(name, **{joint: fit}).joint(joint).fit for fit in gd.library_fits(name)[joint]]
        assert {gd.Clearance, gd.Bushing, gd.Lubricated} == {type(fit) for fit in made}
        assert any(getattr(fit, "bushing", None) is not None for fit in made)


def test_the_rubber_sleeve_stores_the_energy_of_an_incompressible_solid():
    """Plane strain: u_r = f/r cos, u_t = -f' sin with f = A r + B/r + C r^3 + D r ln r, moved at r = a and held at r = b = 2 a.

    The stiffness per length is that of the strain energy, 2 G (e_rr^2 + e_rt^2) integrated over the section.
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
    ends = [[term[0](a) / a for term in powers], *([term[k](r) for term in powers] for k, r in ((1, a), (0, b), (1, b)))]
    factors = np.linalg.solve(ends, [1, 1, 0, 0])

    def density(r):
        f, d, dd = (sum(k * term[n](r) for k, term in zip(factors, powers, strict=True)) for n in range(3))
        e_rr, e_rt = d / r - f / r**2, -0.5 * (dd - d / r + f / r**2)
        return 2 * SHEAR_MODULUS * (e_rr**2 + e_rt**2) * np.pi * r

    radial = 2 * L * quad(density, a, b, epsrel=1e-12)[0]
    found = rubber_sleeve(L)
    assert found["radial"] == pytest.approx(radial, rel=1e-10)
    assert found["axial"] == pytest.approx(1 / quad(lambda r: 1 / (2 * np.pi * r * SHEAR_MODULUS * L), a, b)[0], rel=1e-10)
    assert found["misalignment"] == pytest.approx(quad(lambda z: radial / L * z**2, -L / 2, L / 2)[0], rel=1e-10)


def test_the_rubber_shell_stores_the_energy_of_an_incompressible_solid():
    """u_r = 2 g/r^2 cos, u_t = -g'/r sin with g = A r^4 + B r^2 + C r + D/r, moved at r = a and held at r = b = 2 a."""
    import numpy as np
    from scipy.integrate import dblquad

    from gudgeon.model.library.named_fits import SHEAR_MODULUS, rubber_shell

    a, b = 0.005, 0.01
    n = np.array([4.0, 2.0, 1.0, -1.0])
    factors = np.linalg.solve([a**n, n * a ** (n - 1), b**n, n * b ** (n - 1)], [a**2 / 2, a, 0, 0])

    def density(cosine, r):
        g, d, dd = factors @ r**n, factors @ (n * r ** (n - 1)), factors @ (n * (n - 1) * r ** (n - 2))
        sine2 = 1 - cosine**2
        e_rr = (2 * d / r**2 - 4 * g / r**3) * cosine
        e_tt = (-d / r**2 + 2 * g / r**3) * cosine  # both across are equal, and cancel the one along
        e_rt2 = (0.5 * (-dd / r + 2 * d / r**2 - 2 * g / r**3)) ** 2 * sine2
        return SHEAR_MODULUS * (e_rr**2 + 2 * e_tt**2 + 2 * e_rt2) * 2 * np.pi * r**2

    energy = dblquad(density, a, b, -1, 1, epsrel=1e-10)[0]
    assert rubber_shell(b)["radial"] == pytest.approx(2 * energy, rel=1e-9)
