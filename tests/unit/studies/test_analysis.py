"""Sections, portraits, bifurcations and Lyapunov exponents of motions whose answers are known in closed form."""

import numpy as np
import pytest
from numpy import arccos, log, pi, sqrt

import gudgeon as gd
from gudgeon._base.jit import DISABLED
from gudgeon.laws.response import free_impact
from gudgeon.studies.analysis import Bifurcation

FREQUENCY = 20.0  # of the shaking table [Hz]
GRAVITY = 9.81
LAW = gd.LankaraniNikravesh(stiffness=1e15, restitution=0.5)
OMEGA = 2 * pi * FREQUENCY


def oscillator(frequency: float = 1.0, damping: float | None = None) -> gd.Mechanism:
    """Return a mass of 1 kg on a spring that begins at rest, 0.1 m away from where it is at ease."""
    spring = gd.JointSpring("spring", joint="D", stiffness=(2 * pi * frequency) ** 2, free_position=0.1, damping=damping)
    guide = gd.Translational("D", between=("ground", "mass"), point=(0, 0, 0), axis=(1, 0, 0))
    return gd.Mechanism(
        name="oscillator", duration=10, bodies=[gd.Body("mass", mass=1, inertia=(1, 1, 1))], joints=[guide], forces=[spring]
    )


# -- bouncing ball: the motion of one bounce per period, and its stability, in closed form --------------------------
#
# A ball that leaves a table moving as a sin(w t) with restitution e repeats itself after every period T if it flies for T, so leaves
# with g T/2 and comes with -g T/2; then the table's speed V obeys g T/2 - V = e (g T/2 + V), or G cos(phase) = pi (1 - e)/(1 + e) with
# G = a w^2/g. Of the map from bounce to bounce the determinant is e^2 and the trace 1 + e^2 - (1 + e)^2 G sin(phase): at G sin(phase) = 0
# one multiplier is 1, where such motions begin to exist; at 2 (1 + e^2)/(1 + e)^2 one is -1, where the period doubles.


def rebound() -> float:
    return free_impact(LAW, 0.3).rebound


def limits() -> tuple[float, float]:
    """Return between which accelerations of the table, over gravity, one bounce per period exists and is stable."""
    e = rebound()
    least = pi * (1 - e) / (1 + e)
    return least, sqrt(least**2 + (2 * (1 + e**2) / (1 + e) ** 2) ** 2)


def exponent(acceleration: float) -> float:
    """Return the largest Lyapunov exponent of one bounce per period [1/s]: logarithm of the larger multiplier over the period."""
    e, least = rebound(), limits()[0]
    trace = 1 + e**2 - (1 + e) ** 2 * sqrt(acceleration**2 - least**2)
    multipliers = np.roots([1, -trace, e**2])
    return FREQUENCY * log(np.abs(multipliers).max())


def bouncing(acceleration: float, phase: float | None = None) -> gd.Mechanism:
    """Return a ball that leaves a shaking table at a phase, by default that at which it bounces once per period."""
    amplitude = acceleration * GRAVITY / OMEGA**2
    phase = arccos(limits()[0] / acceleration) if phase is None else phase
    return gd.Mechanism(
        name="bouncing ball",
        gravity=(0, 0, -GRAVITY),
        duration=1.0,
        bodies=[
            gd.Body("table", mass=1, inertia=(1, 1, 1)),
            gd.Body("ball", mass=1, inertia=(1, 1, 1), velocity=(0, 0, GRAVITY / FREQUENCY / 2)),
        ],
        joints=[
            gd.Translational("T", between=("ground", "table"), point=(0, 0, 0), axis=(0, 0, 1)),
            gd.Translational("B", between=("table", "ball"), point=(0, 0, 0), axis=(0, 0, 1), stops=gd.Stop(lower=0.0, contact=LAW)),
        ],
        drivers=[gd.Driver("shaker", joint="T", motion=gd.Harmonic(amplitude, FREQUENCY, phase, mean=-amplitude * np.sin(phase)))],
        hold=["ball"],
    )


# -- sections --------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def swing() -> gd.Result:
    return gd.simulate(oscillator(), rtol=1e-12, output_step=0.007)  # no divisor of the period


def test_a_harmonic_motion_seen_once_per_period_is_one_point(swing):
    """x = 0.1 (1 - cos 2 pi t); cubics through rows 0.007 s apart are off by at most x'''' h^4 9/384 = 9e-9."""
    found = gd.poincare(swing, ("D.displacement", "D.displacement_rate"), 1.0)
    assert len(found) == 11
    assert found.t == pytest.approx(np.arange(11.0), abs=1e-12)
    assert found.spread[0] < 2e-8
    assert found.spread[1] < 2e-7
    assert found.points[:, 0] == pytest.approx(0.0, abs=2e-8)
    assert found.units == ("m", "m/s")


def test_another_phase_is_another_point(swing):
    found = gd.poincare(swing, "D.displacement", "250 ms", transient=1.0)
    assert found.t[0] == 1.0
    assert found.points[:4, 0] == pytest.approx([0.0, 0.1, 0.2, 0.1], abs=2e-8)


@pytest.mark.parametrize(("direction", "first", "count"), [(1, 0.25, 10), (-1, 0.75, 10), (0, 0.25, 20)])
def test_crossings_are_found_between_rows(swing, direction, first, count):
    """x = 0.1 is crossed upwards at a quarter of a period and downwards at three; there the speed is 0.2 pi."""
    found = gd.poincare(swing, ("D.displacement_rate", "D.displacement"), ("D.displacement", 0.1, direction))
    assert len(found) == count
    assert found.t[0] == pytest.approx(first, abs=1e-7)
    assert np.abs(found.points[:, 0]) == pytest.approx(0.2 * pi, abs=1e-6)
    assert found.points[:, 1] == pytest.approx(0.1, abs=1e-12)
    same = gd.poincare(swing, "D.displacement_rate", gd.Crossing("D.displacement", 0.1, direction=direction))
    assert np.array_equal(same.t, found.t)


@pytest.mark.parametrize(
    ("channels", "section", "message"),
    [
        ("D.displacment", 1.0, "Did you mean 'displacement'"),
        ("mass.position", 1.0, "several components"),
        ((), 1.0, "at least one channel"),
        ("D.displacement", -1.0, "section: must be > 0"),
        ("D.displacement", ("D.displacement",), "expected a period"),
        ("D.displacement", ("D.displacement", "far"), "expected a period"),
        ("D.displacement", ("D.displacement", 0.0, 2), "expected a period"),
        ("D.displacement", None, "expected a period"),
    ],
)
def test_sections_that_make_no_sense_are_refused(swing, channels, section, message):
    with pytest.raises(gd.InputError, match=message):
        gd.poincare(swing, channels, section)


def test_pictures_of_sections_and_portraits(swing, tmp_path):
    found = gd.poincare(swing, ("D.displacement", "D.displacement_rate"), 0.25)
    axes = found.plot(tmp_path / "section.png").axes[0]
    assert (axes.get_xlabel(), axes.get_ylabel()) == ("D displacement [m]", "D displacement rate [m/s]")
    assert len(axes.lines[0].get_xdata()) == 41
    figure = gd.phase_portrait(swing, "D.displacement", "D.displacement_rate", tmp_path / "phase.png", section=0.25)
    assert len(figure.axes[0].lines) == 2
    assert gd.poincare(swing, "D.displacement", 1.0).plot().axes[0].get_xlabel() == "time [s]"
    assert (tmp_path / "phase.png").stat().st_size > 5000


# -- bifurcations ----------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def doubling() -> tuple[np.ndarray, Bifurcation]:
    """Look at the ball in the middle of its flight, 5 % below and 2 % above the acceleration at which its period doubles."""
    amplitudes = np.array([0.95, 1.02]) * limits()[1] * GRAVITY / OMEGA**2
    start, path = bouncing(1.0, phase=0.0), "drivers.shaker.motion.amplitude"
    return amplitudes, gd.bifurcation(start, path, amplitudes, "ball.velocity.z", transient=120, last=8, phase=0.5)


@pytest.mark.skipif(DISABLED, reason="takes too long in plain Python")
def test_a_bouncing_ball_doubles_its_period_where_theory_says(doubling):
    amplitudes, found = doubling
    assert found.points.shape == (2, 8)
    assert found.values == pytest.approx(amplitudes, rel=1e-15)
    assert found.periods(1e-2).tolist() == [1, 2]  # the two branches lie some 10 % apart


@pytest.mark.skipif(DISABLED, reason="takes too long in plain Python")
def test_the_diagram_is_drawn_over_the_parameter(doubling, tmp_path):
    figure = doubling[1].plot(tmp_path / "diagram.png")
    axes = figure.axes[0]
    assert (tmp_path / "diagram.png").stat().st_size > 5000
    assert len(axes.lines[0].get_xdata()) == 16
    assert axes.get_ylabel() == "ball velocity z [m/s]"


def test_the_period_follows_the_speed_that_is_varied():
    """Once per turn the slider of a driven mechanism stands where it stood, at any speed."""
    found = gd.bifurcation(
        "planar-slider-crank", "drivers.motor.motion.speed", ["-3000 rpm", "-5000 rpm"], "slider.position.x", transient=1, last=3
    )
    assert found.points == pytest.approx(np.full((2, 3), 0.17), abs=1e-9)
    assert found.values == pytest.approx([-100 * pi, -500 / 3 * pi], rel=1e-12)
    assert found.periods().tolist() == [1, 1]


def test_settings_hold_for_all_values():
    """The clearance shows in where the slider is at dead centre: by no more than the gap and what the contact gives.

    There the slider, 0.14 kg, needs r w^2 (1 + r/l) = 19.4 km/s^2: 2.7 kN, which the contact of 6.61e10 N/m^1.5 carries 12 um deep.
    A load that comes suddenly goes (5/2)^(2/3) times as deep: as much energy, F delta = 2/5 K delta^(5/2).
    """
    given = 2.5 ** (2 / 3) * (0.14 * 0.05 * (500 / 3 * pi) ** 2 * (1 + 0.05 / 0.12) / 6.61e10) ** (2 / 3)
    found = gd.bifurcation(
        "planar-slider-crank",
        "joints.C.radial_clearance",
        ["1 um", "0.2 mm"],
        "slider.position.x",
        transient=0,
        last=2,
        settings=["joints.C.fit=clearance-friction"],
    )
    away = np.abs(found.points - 0.17)
    assert np.all(away[1] < 0.2e-3 + given)
    assert np.all(away[1] > 1e-5)
    assert np.all(away[0] < 2e-5)


def test_the_phase_shifts_where_in_the_period_to_look():
    """Half a turn from top dead centre the slider is at rod minus crank: 0.12 - 0.05 m."""
    found = gd.bifurcation(
        "planar-slider-crank", "drivers.motor.motion.speed", [-300.0], "slider.position.x", transient=0, last=2, phase=0.5
    )
    assert found.points == pytest.approx(np.full((1, 2), 0.07), abs=1e-9)


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"duration": 1.0}, "duration: follows from the period"),
        ({"last": 0}, "last: must be a whole number >= 1"),
        ({"phase": 1.0}, "phase: must be < 1"),
        ({"channel": "slider.positon.x"}, "Did you mean 'position'"),
        ({"channel": "slider.position"}, "several components"),
    ],
)
def test_diagrams_that_make_no_sense_are_refused(options, message):
    channel = options.pop("channel", "slider.position.x")
    with pytest.raises(gd.InputError, match=message):
        gd.bifurcation("planar-slider-crank", "drivers.motor.motion.speed", [-300.0], channel, **{"transient": 0, "last": 1, **options})


def test_a_mechanism_without_a_driver_needs_a_period():
    with pytest.raises(gd.InputError, match="say how long a period is"):
        gd.bifurcation(oscillator(), "bodies.mass.mass", [1.0], "mass.position.x")


# -- Lyapunov exponents ----------------------------------------------------------------------------------------


def pendulum(upright: bool, damping: float | None = None, **motion) -> gd.Mechanism:
    bar = gd.Body("bar", mass=1, inertia=0.02, position=(0, 0.5 if upright else -0.5), **motion)
    damper = [gd.JointSpring("damper", joint="A", damping=damping)] if damping else []
    pin = gd.Revolute("A", between=("ground", "bar"), point=(0, 0))
    return gd.Mechanism(name="pendulum", plane="xy", gravity=(0, -GRAVITY), duration=5, bodies=[bar], joints=[pin], forces=damper)


def test_the_exponent_of_a_pendulum_on_its_head_is_its_growth_rate():
    """Differences grow as exp(k t) with k = sqrt(m g r/(J + m r^2)); after 2 s the other direction is gone: exp(-2 k 2 s) = 4e-8."""
    found = gd.lyapunov(pendulum(upright=True), 5.0, transient=2.0)
    assert found.exponent == pytest.approx(sqrt(GRAVITY * 0.5 / 0.27), rel=1e-6)
    assert found.uncertainty < 1e-5


def test_the_exponent_of_a_damped_pendulum_is_half_its_damping_over_its_inertia():
    """Small swings decay as exp(-c t/2 J); the distance breathes with the swing, by less than a factor of 5 between any two times."""
    damping, duration = 0.3, 30.0
    found = gd.lyapunov(pendulum(False, damping, angular_velocity=0.02, velocity=(0.01, 0)), duration, transient=2.0)
    assert found.exponent == pytest.approx(-damping / 2 / 0.27, abs=log(5) / (duration - 2))


def test_the_exponent_of_a_free_swing_is_zero():
    """Differences of frequency make twins part in proportion to time: the average falls as log(t)/t."""
    found = gd.lyapunov(pendulum(False, angular_velocity=3.0, velocity=(1.5, 0)), 20.0)
    assert abs(found.exponent) < 2 * log(20 * sqrt(GRAVITY * 0.5 / 0.27)) / 20


@pytest.mark.skipif(DISABLED, reason="takes too long in plain Python")
@pytest.mark.parametrize("part", [0.4, 0.97], ids=["spiralling", "nearly doubling"])
def test_the_exponent_of_a_bouncing_ball_is_that_of_its_multipliers(part):
    """Contacts are part of the motion: the twin is brought back with all that they remember.

    A contact lasts 1e-4 of the period instead of no time. In this norm (1 m, 0.245 m/s) a difference in height of 1 counts 1, and the
    difference in speed of (1 + e) G g sin(phase)/0.28 m/s = 15 to 40 1/s into which a bounce turns it counts up to 160: by no more
    than this factor can the distance breathe.
    """
    least, most = limits()
    acceleration = least + part * (most - least)
    duration, transient = 15.02, 1.0  # both end while the ball flies
    found = gd.lyapunov(bouncing(acceleration), duration, transient=transient, interval=1 / pi / FREQUENCY, rtol=1e-10)
    assert found.exponent == pytest.approx(exponent(acceleration), abs=log(160) / (duration - transient))


@pytest.mark.skipif(DISABLED, reason="takes too long in plain Python")
def test_a_ball_joint_that_rattles_is_chaotic_and_friction_calms_it():
    """Without friction the papers' four-bar loses nine digits within half a second; with it none within two seconds."""
    smooth, rough = (gd.lyapunov(gd.library("four-bar", C=fit), 0.5).exponent for fit in ("clearance", "clearance-friction"))
    assert smooth > 15
    assert rough < 0.5 * smooth


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"perturbation": 0.1}, "perturbation: must be < 0.01"),
        ({"interval": 6.0}, "interval: must be <= 5"),
        ({"transient": 5.0}, "transient: must be < 5"),
        ({"method": "dop835"}, "Did you mean 'dop853'"),
        ({"output_step": 1.0}, "output_step: unknown option"),
    ],
)
def test_exponents_that_make_no_sense_are_refused(options, message):
    with pytest.raises(gd.InputError, match=message):
        gd.lyapunov(pendulum(True), 5.0, **options)


def test_what_is_prescribed_has_no_exponent():
    with pytest.raises(gd.InputError, match="nothing can part"):
        gd.lyapunov("planar-slider-crank", 0.01)


def test_the_picture_of_an_exponent(tmp_path):
    found = gd.lyapunov(pendulum(True), 1.0, interval=0.02)
    figure = found.plot(tmp_path / "exponent.png")
    assert (tmp_path / "exponent.png").stat().st_size > 5000
    assert figure.axes[0].lines[0].get_ydata()[-1] == pytest.approx(found.exponent)
    assert "1/s" in repr(found)
