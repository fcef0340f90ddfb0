"""Bifurcation diagrams of motions whose periods are known in closed form."""

import numpy as np
import pytest
from numpy import pi

import gudgeon as gd
from gudgeon._base.jit import DISABLED
from gudgeon.studies.bifurcation import Bifurcation
from tests.support.bouncing_ball import GRAVITY, OMEGA, bouncing, limits
from tests.support.oscillator import oscillator


@pytest.fixture(scope="module")
def doubling() -> tuple[np.ndarray, Bifurcation]:
    """Look at the ball in the middle of its flight, 5 % below and 2 % above the acceleration at
    which its period doubles.
    """
    amplitudes = np.array([0.95, 1.02]) * limits()[1] * GRAVITY / OMEGA**2
    start, path = bouncing(1.0, phase=0.0), "drivers.shaker.motion.amplitude"
    return amplitudes, gd.bifurcation(
        start, path, amplitudes, "ball.velocity.z", transient=120, last=8, phase=0.5
    )


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
        "planar-slider-crank",
        "drivers.motor.motion.speed",
        ["-3000 rpm", "-5000 rpm"],
        "slider.position.x",
        transient=1,
        last=3,
    )
    assert found.points == pytest.approx(np.full((2, 3), 0.17), abs=1e-9)
    assert found.values == pytest.approx([-100 * pi, -500 / 3 * pi], rel=1e-12)
    assert found.periods().tolist() == [1, 1]


def test_settings_hold_for_all_values():
    """The clearance shows in where the slider is at dead centre: by no more than the gap and what
    the contact gives.

    There the slider, 0.14 kg, needs r w^2 (1 + r/l) = 19.4 km/s^2: 2.7 kN, which the contact of
    6.61e10 N/m^1.5 carries 12 um deep. A load that comes suddenly goes (5/2)^(2/3) times as deep:
    as much energy, F delta = 2/5 K delta^(5/2).
    """
    given = 2.5 ** (2 / 3) * (0.14 * 0.05 * (500 / 3 * pi) ** 2 * (1 + 0.05 / 0.12) / 6.61e10) ** (
        2 / 3
    )
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
        "planar-slider-crank",
        "drivers.motor.motion.speed",
        [-300.0],
        "slider.position.x",
        transient=0,
        last=2,
        phase=0.5,
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
        gd.bifurcation(
            "planar-slider-crank",
            "drivers.motor.motion.speed",
            [-300.0],
            channel,
            **{"transient": 0, "last": 1, **options},
        )


def test_a_mechanism_without_a_driver_needs_a_period():
    with pytest.raises(gd.InputError, match="say how long a period is"):
        gd.bifurcation(oscillator(), "bodies.mass.mass", [1.0], "mass.position.x")
