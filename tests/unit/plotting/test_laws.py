"""Pictures of laws and of joints before a run: what the curves are, and what is said about wrong names."""

from dataclasses import replace
from math import acos, pi, sqrt

import numpy as np
import pytest
from click.testing import CliRunner
from scipy.integrate import quad, trapezoid
from scipy.optimize import brentq
from scipy.special import beta

import gudgeon as gd
from gudgeon.cli.main import main
from gudgeon.laws import REGISTRY, file_name
from gudgeon.laws.response import bristle_cycle, free_impact
from gudgeon.plotting.joint_characteristic import Swing, shake, swings
from gudgeon.plotting.laws import TYPICAL, plot_fit, plot_law, typical

OURS = [key for key, cls in REGISTRY.items() if cls.__module__.startswith("gudgeon.")]  # other tests write laws of their own


def curves(figure, panel: int = 0) -> list[tuple[np.ndarray, np.ndarray]]:
    """Return x and y of the curves of a panel, outlines left out."""
    return [(line.get_xdata(), line.get_ydata()) for line in figure.axes[panel].lines if line.get_color() != "0.6"]


# -- a free impact ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("speed", "mass"), [(0.1, 1.0), (2.0, 0.03)])
def test_a_hertzian_impact_has_the_depth_the_peak_and_the_duration_of_theory(speed, mass):
    """m v^2/2 = K d^2.5/2.5, and T = 2 (d/v) int_0^1 dx/sqrt(1 - x^2.5) = (4/5) B(2/5, 1/2) d/v; integrated to 1e-10."""
    impact = free_impact(gd.Hertz(stiffness=1e10), speed, mass)
    depth = (1.25 * mass * speed**2 / 1e10) ** 0.4
    assert impact.penetration.max() == pytest.approx(depth, rel=1e-9)
    assert impact.force.max() == pytest.approx(1e10 * depth**1.5, rel=1e-9)
    assert impact.t[-1] == pytest.approx(0.8 * beta(0.4, 0.5) * depth / speed, rel=1e-8)
    assert impact.rebound == pytest.approx(1.0, abs=1e-8)


@pytest.mark.parametrize("name", [name for family, name in OURS if family == "contact"])
def test_a_free_impact_rebounds_as_the_law_says_and_loses_what_the_loop_encloses(name):
    law, _ = typical(name, {})
    impact = free_impact(law, 0.3, 2.0)
    if name != "modified-kelvin-voigt":  # its rebound is that of impacts much faster than v_0
        assert impact.rebound == pytest.approx(law.rebound(), abs=1e-7)
    lost = 0.5 * 2.0 * 0.3**2 * (1 - impact.rebound**2)
    # the trapezoidal rule on 400 points of each branch, and the turn of kelvin-voigt, err by less than 1e-4 of the energy
    assert trapezoid(impact.force, impact.penetration) == pytest.approx(lost, abs=1e-4 * 0.5 * 2.0 * 0.3**2)


def test_a_contact_that_does_not_push_back_keeps_the_body():
    impact = free_impact(gd.KelvinVoigt(1e6, restitution=0.0), 0.5)
    assert not impact.ended
    assert impact.rebound == 0
    assert impact.penetration[-1] == pytest.approx(0.5 / sqrt(1e6), rel=1e-8)  # v/omega


def test_impacts_without_speed_or_mass_are_refused():
    with pytest.raises(gd.InputError, match="speed: must be > 0"):
        free_impact(gd.Hertz(1e9), 0.0)
    wrong = {-1.0: "mass: must be > 0", "a lot": "mass: expected a number", float("nan"): "mass: must be a finite number"}
    for mass, message in wrong.items():
        with pytest.raises(gd.InputError, match=message):
            plot_law(gd.Hertz(1e9), mass=mass)
    with pytest.raises(gd.InputError, match="speeds: give at least one"):
        plot_law(gd.Hertz(1e9), speeds=())
    with pytest.raises(gd.InputError, match="reach: must be > 0"):
        plot_fit(gd.library("four-bar", C="clearance"), "C", reach=-1.0)


# -- bristles --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("speed", [1e-4, 1.0])
def test_a_cycle_of_dahl_is_an_exponential_in_the_displacement_at_any_speed(speed):
    """dF/dx = sigma_0 (1 - F/F_C) forwards: F = F_C - (F_C - F_0) exp(-sigma_0 (x - x_0)/F_C), and mirrored backwards."""
    F_C, sigma_0, a = 10.0, 1e5, 3e-4
    cycle = bristle_cycle(gd.Dahl(mu_k=0.1, sigma_0=sigma_0), a, speed, 100.0)
    # from the turn at -a, where F_0 = -F(+a) by symmetry, over 2 a: F_a = F_C - (F_C + F_a) q
    q = np.exp(-sigma_0 * 2 * a / F_C)
    F_a = F_C * (1 - q) / (1 + q)
    forwards = cycle.v > 1e-6 * speed
    expected = F_C - (F_C + F_a) * np.exp(-sigma_0 * (cycle.x[forwards] + a) / F_C)
    assert cycle.force[forwards] == pytest.approx(expected, abs=1e-5 * F_C)  # ten times the tolerance of the integration, over two periods


# -- families --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("family", "name"), OURS, ids=lambda one: one)
def test_every_law_has_a_picture_with_units_and_parameters(family, name):
    law, _ = typical(f"{family}.{name}", {})
    figure = plot_law(law)
    assert figure.get_suptitle().startswith(name)
    for field in law._fields():
        assert field.name in figure.get_suptitle()
    for axes in figure.axes:
        assert axes.get_ylabel() and axes.lines
        assert all(np.isfinite(line.get_ydata()).any() for line in axes.lines)
    labels = [axes.get_xlabel() for axes in figure.axes if axes.get_xlabel()]
    assert labels and all("[" in label for label in labels)


def test_friction_is_drawn_as_the_law_gives_it_in_both_directions():
    law = gd.Stribeck(0.1, mu_s=0.15, v_s=1e-3)
    ((v, F),) = curves(plot_law(law, normal_force=50.0, span=4e-3))
    assert (v[0], v[-1]) == (-4e-3, 4e-3)
    assert F == pytest.approx(-F[::-1], abs=0)
    assert F[v > 0] == pytest.approx([law(float(one), 50.0) for one in v[v > 0]], rel=1e-14)


def test_bristles_in_steady_sliding_give_g_and_the_viscous_term():
    law = gd.LuGre(0.1, mu_s=0.2, v_s=1e-3, sigma_0=1e5, sigma_2=3.0)
    (v, F), *cycles = curves(plot_law(law))
    inside = v > 0
    g = 100 * (0.1 + 0.1 * np.exp(-((v[inside] / 1e-3) ** 2)))
    assert F[inside] == pytest.approx(g + 3.0 * v[inside], rel=1e-12)
    assert len(cycles) == 2


def test_a_characteristic_is_drawn_beyond_its_table():
    law = gd.Table(deflections=(-0.1, 0.0, 0.3), forces=(-1.0, 0.0, 9.0))
    ((x, F),) = curves(plot_law(law))
    assert (x[0], x[-1]) == pytest.approx((-0.36, 0.36))
    assert F == pytest.approx([law(float(one))[0] for one in x], rel=1e-14)
    ((x, _),) = curves(plot_law(law, span=0.2))
    assert (x[0], x[-1]) == (-0.2, 0.2)


def test_a_signal_is_drawn_with_its_derivatives():
    figure = plot_law(gd.Harmonic(2.0, frequency=5.0))
    (t, value), (_, rate), (_, acceleration) = (curves(figure, k)[0] for k in range(3))
    assert t[-1] == pytest.approx(0.4)  # two periods
    assert value == pytest.approx(2 * np.sin(10 * pi * t), abs=1e-12)
    assert rate == pytest.approx(20 * pi * np.cos(10 * pi * t), abs=1e-10)
    assert acceleration == pytest.approx(-200 * pi**2 * np.sin(10 * pi * t), abs=1e-9)


def test_a_full_squeeze_film_is_drawn_as_its_closed_form():
    """f = 12 pi eta L (R/c)^3 v/(1 - eps^2)^1.5, approaching and parting alike."""
    film = gd.laws.film.SqueezeFilm(0.4, film="full")
    approaching, parting = curves(plot_law(film, speed=0.02, clearance=5e-4, radius=0.01, length=0.04))
    eps, force = approaching
    assert force == pytest.approx(12 * pi * 0.4 * 0.04 * 20**3 * 0.02 / (1 - eps**2) ** 1.5, rel=1e-12)
    assert np.array_equal(force, parting[1])


@gd.law
class Twist(gd.Interaction):
    """A force across the motion."""

    strength: float = gd.param("k", "N*s/m")

    @staticmethod
    def force(t, r, v, p, w, k):
        """F = k (−v_y, v_x, 0)"""
        return -k * v[1], k * v[0], 0.0, 0.0, 0.0, 0.0


def test_a_force_of_ones_own_is_drawn_over_displacement_and_velocity():
    figure = plot_law(Twist(3.0), span=2.0)
    assert all(not y.any() for _, y in curves(figure, 0))
    x, y, z = curves(figure, 1)
    assert not x[1].any() and not z[1].any()
    assert y[1] == pytest.approx(3.0 * y[0])


# -- by name ---------------------------------------------------------------------------------------------------


def test_parameters_that_are_not_given_are_assumed_and_told():
    law, assumed = typical("lankarani-nikravesh", {"stiffness": 2e9})
    assert law == gd.LankaraniNikravesh(stiffness=2e9, restitution=TYPICAL["restitution"])
    assert assumed == {"restitution": TYPICAL["restitution"]}
    assert typical("Hertz", {})[0] == typical("contact.hertz", {})[0]


def test_a_parameter_that_nobody_can_guess_is_asked_for():
    with pytest.raises(gd.InputError, match="strength: is missing"):
        typical(file_name(Twist), {})


@pytest.mark.parametrize(
    ("name", "given", "message"),
    [
        ("herz", {}, "Did you mean 'hertz'"),
        ("hertz", {"stifness": 1e9}, "Did you mean 'stiffness'"),
        ("hertz", {"stiffness": -1.0}, "must be > 0"),
    ],
)
def test_wrong_names_and_values_of_laws_are_told(name, given, message):
    with pytest.raises(gd.InputError, match=message):
        typical(name, given)


def test_options_that_a_picture_does_not_have_are_told():
    with pytest.raises(gd.InputError, match="Did you mean 'speeds'"):
        plot_law(gd.Hertz(1e9), speds=(1.0,))
    with pytest.raises(gd.InputError, match="expected a law"):
        plot_law("hertz")


# -- a joint on the bench --------------------------------------------------------------------------------------


def loop_of(mechanism: gd.Mechanism, joint: str, motion: str, number: int = 0):
    """Return a swing and what the bench measures."""
    swing = next(one for one in swings(mechanism, joint) if one.motion == motion)
    return swing, shake(mechanism.joint(joint), mechanism.plane is not None, swing)[number]


@pytest.mark.parametrize(("name", "joint"), [("four-bar", "C"), ("planar-slider-crank", "C"), ("translational-slider-crank", "D")])
def test_a_joint_with_clearance_resists_behind_its_gap_as_its_law_says(name, joint):
    """x = a sin(w t) touches with w sqrt(a^2 - c^2) = 0.1 m/s; the slider of a guide touches with two corners at once."""
    mechanism = gd.library(name, **{joint: "clearance"})
    described = mechanism.joint(joint)
    c, law, corners = described.gap(), described.fit.contact, 2 if isinstance(described, gd.Translational) else 1
    swing, loop = loop_of(mechanism, joint, "radial")
    x, a = loop.displacement, swing.reach
    assert swing.gap == c
    assert not loop.force[np.abs(x) < c * (1 - 1e-9)].any()
    w = 0.1 / sqrt(a**2 - c**2)
    up = np.arange(len(x)) < np.abs(x - a).argmin()  # on the way to the first turn
    deep = up & (x > c + 0.01 * (a - c))
    expected = [corners * law(one - c, w * sqrt(max(a**2 - one**2, 0.0)), 0.1) for one in x[deep]]
    # positions are projected to 1e-12 of the size of the mechanism, 1e-6 of the depth; and the rate vanishes as a root at the turn
    assert loop.force[deep] == pytest.approx(expected, rel=1e-4)
    assert deep.sum() > 100
    assert loop.force.min() == pytest.approx(-loop.force.max(), rel=1e-6)


def test_a_hinge_in_space_is_tried_across_along_and_tilted():
    mechanism = gd.library("revolute-slider-crank", A="clearance")
    found = {one.motion: one for one in swings(mechanism, "A")}
    assert list(found) == ["radial", "axial", "misalignment"]
    assert found["axial"].gap == pytest.approx(5e-4)
    # the end circle of the journal, R = 9.5 mm at 9.5 mm from the middle, reaches the wall at 10 mm: brute force over its points
    points = np.linspace(0, 2 * pi, 200_001)

    def reach(tilt: float) -> float:
        across = 9.5e-3 * np.sin(tilt) + 9.5e-3 * np.cos(points) * np.cos(tilt)
        return float(np.hypot(across, 9.5e-3 * np.sin(points)).max()) - 0.01

    assert found["misalignment"].gap == pytest.approx(brentq(reach, 0, 0.2), rel=1e-7)
    swing, loop = loop_of(mechanism, "A", "misalignment")
    assert not loop.force[np.abs(loop.displacement) < swing.gap * (1 - 1e-6)].any()
    assert (loop.force[loop.displacement > swing.gap + 0.02 * (swing.reach - swing.gap)] > 0).all()


def test_a_bushing_resists_with_stiffness_and_damping():
    """F = k x + b x_dot at 1 and at 100 Hz, radially and in torsion."""
    fit = gd.Bushing(radial=gd.Compliance(2e5, 30.0), torsion=gd.Compliance(40.0, 0.02))
    mechanism = gd.library("planar-slider-crank").with_fit("C", fit)
    for motion, k, b in (("radial", 2e5, 30.0), ("torsion", 40.0, 0.02)):
        for number, hertz in enumerate((1.0, 100.0)):
            swing, loop = loop_of(mechanism, "C", motion, number)
            t = np.linspace(0, 1 / hertz, len(loop.force))
            w, a = 2 * pi * hertz, swing.reach
            expected = k * a * np.sin(w * t) + b * a * w * np.cos(w * t)
            assert loop.force == pytest.approx(expected, abs=1e-6 * k * a)  # positions are projected to 1e-12 m, of about 1e-5 m


def test_a_bushing_with_a_table_is_tried_to_its_end():
    table = gd.Table(deflections=(-0.002, 0.0, 0.002), forces=(-100.0, 0.0, 100.0))
    mechanism = gd.library("planar-slider-crank").with_fit("C", gd.Bushing(radial=gd.Compliance(table)))
    assert swings(mechanism, "C")[0].reach == 0.002
    assert swings(mechanism, "C", reach=1e-3)[0].reach == 1e-3


def test_a_film_resists_as_its_law_says():
    """A full squeeze film under x = a sin(w t): f = 12 pi eta L (R/c)^3 x_dot/(1 - (x/c)^2)^1.5."""
    mechanism = gd.library("planar-slider-crank")
    joint = mechanism.joint("C")
    film = gd.laws.film.SqueezeFilm(0.4, film="full")
    swing, loop = loop_of(mechanism.with_fit("C", gd.Lubricated(film=film)), "C", "radial")
    # without dry contact nothing is handed over, but the film is still computed with c + e_1
    c, (R, L) = joint.gap() + 0.1 * joint.gap(), (joint.radii()[1], joint.journal_length)
    t = np.linspace(0, 1, len(loop.force))
    x, v = swing.reach * np.sin(2 * pi * t), 2 * pi * swing.reach * np.cos(2 * pi * t)
    expected = 12 * pi * 0.4 * L * (R / c) ** 3 * v / (1 - (x / c) ** 2) ** 1.5
    assert loop.force == pytest.approx(expected, abs=1e-5 * expected.max())


def test_stops_are_tried_on_both_sides():
    mechanism = gd.library("triple-pendulum", B="stops")
    stop = mechanism.joint("B").stops[0]
    swing, loop = loop_of(mechanism, "B", "axial")
    x = loop.displacement
    assert swing.gap == 0.25
    assert not loop.force[np.abs(x) < 0.25 * (1 - 1e-9)].any()
    top = loop.force[np.abs(x - swing.reach).argmin()]
    assert top == pytest.approx(stop.contact(swing.reach - 0.25, 0.0, 0.1), rel=1e-3)  # the rate is small beside the turn
    assert loop.force.min() < 0 < loop.force.max()


def test_an_ideal_joint_has_no_characteristic():
    with pytest.raises(gd.InputError, match="is ideal"):
        plot_fit(gd.library("four-bar"), "C")
    with pytest.raises(gd.InputError, match="Did you mean 'C'"):
        plot_fit(gd.library("four-bar"), "c")


def test_the_picture_of_a_joint_shows_the_whole_gap_and_what_lies_behind(tmp_path):
    mechanism = gd.library("four-bar", C="clearance")
    figure = plot_fit(mechanism, "C", tmp_path / "C.png")
    whole, closer = figure.axes
    assert whole.get_xlim()[0] < -2e-4 < 2e-4 < whole.get_xlim()[1]
    assert 1.9e-4 < closer.get_xlim()[0] < 2e-4
    assert "clearance" in figure.get_suptitle()
    assert (tmp_path / "C.png").exists()


def test_a_joint_is_measured_wherever_it_stands():
    """The bench mounts the joint by itself: points and axes given in the bodies change nothing."""
    mechanism = gd.library("four-bar", C="clearance")
    moved = replace(mechanism.joint("C"), point=None, local_points=((0, 1, 0), (0, 2, 3)))
    swing = swings(mechanism, "C")[0]
    assert np.array_equal(shake(moved, False, swing)[0].force, shake(mechanism.joint("C"), False, swing)[0].force)


def test_a_sine_touches_with_the_speed_asked_for():
    swing = Swing("radial", reach=1.25, gap=1.0, touch=0.3)
    (rate,) = swing.rates().values()
    w = rate / swing.reach
    phase = acos(0.6)  # sin = 1/1.25 = 0.8, cos = 0.6
    assert rate * np.cos(pi / 2 - (pi / 2 - phase)) == pytest.approx(0.3, rel=1e-12)
    assert quad(lambda t: rate * np.cos(w * t), 0, phase / w)[0] == pytest.approx(1.0, rel=1e-12)


# -- the command line ------------------------------------------------------------------------------------------


def gudgeon(*arguments: object, code: int = 0):
    outcome = CliRunner().invoke(main, [str(one) for one in arguments])
    assert outcome.exit_code == code, (outcome.exit_code, outcome.output, outcome.exception)
    return outcome


def test_the_command_draws_a_law_and_tells_what_it_assumed(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    output = gudgeon("plot-law", "hertz", "--set", "exponent=1.4", "--speed", "20 cm/s", "--mass", "30 g").output
    assert output == "assumed: stiffness 1e+10; --set gives others\nwrote hertz.png\n"
    assert (tmp_path / "hertz.png").read_bytes().startswith(b"\x89PNG")
    assert gudgeon("plot-law", "threlfall", "--set", "mu_k=0.2", "--set", "v_1=1mm/s", "--out", "t.pdf").output == "wrote t.pdf\n"


def test_the_command_draws_the_fit_of_a_joint(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    output = gudgeon("plot-law", "four-bar", "--joint", "C", "--set", "joints.C.fit=clearance").output
    assert output == "wrote four-bar C.png\n"
    assert (tmp_path / "four-bar C.png").exists()


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["herz"], "Did you mean 'hertz'"),
        (["hertz", "--set", "stifness=1"], "Did you mean 'stiffness'"),
        (["hertz", "--set", "a.b=1"], "expected NAME=VALUE"),
        (["hertz", "--normal-force", "3"], "no option 'normal_force'"),
        (["four-bar"], "say whose fit to draw"),
        (["four-bar", "--joint", "C"], "is ideal"),
        (["four-bar", "--joint", "c"], "Did you mean 'C'"),
        (["four-bra", "--joint", "C"], "Did you mean 'four-bar'"),
        (["hertz", "--out", "no/such/folder/x.png"], "no/such/folder"),
    ],
)
def test_wrong_input_is_told_without_a_traceback(arguments, message, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert message in gudgeon("plot-law", *arguments, code=2).stderr
