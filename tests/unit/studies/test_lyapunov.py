"""Lyapunov exponents of motions whose answers are known in closed form."""

import pytest
from numpy import log, pi, sqrt

import gudgeon as gd
from gudgeon._base.jit import DISABLED
from tests.support.bouncing_ball import FREQUENCY, GRAVITY, bouncing, exponent, limits


def pendulum(upright: bool, damping: float | None = None, **motion) -> gd.Mechanism:
    bar = gd.Body("bar", mass=1, inertia=0.02, position=(0, 0.5 if upright else -0.5), **motion)
    damper = [gd.JointSpring("damper", joint="A", damping=damping)] if damping else []
    pin = gd.Revolute("A", between=("ground", "bar"), point=(0, 0))
    return gd.Mechanism(
        name="pendulum",
        plane="xy",
        gravity=(0, -GRAVITY),
        duration=5,
        bodies=[bar],
        joints=[pin],
        forces=damper,
    )


def test_the_exponent_of_a_pendulum_on_its_head_is_its_growth_rate():
    """Differences grow as exp(k t) with k = sqrt(m g r/(J + m r^2)); after 2 s the other
    direction is gone: exp(-2 k 2 s) = 4e-8.
    """
    found = gd.lyapunov(pendulum(upright=True), 5.0, transient=2.0)
    assert found.exponent == pytest.approx(sqrt(GRAVITY * 0.5 / 0.27), rel=1e-6)
    assert found.uncertainty < 1e-5


def test_the_exponent_of_a_damped_pendulum_is_half_its_damping_over_its_inertia():
    """Small swings decay as exp(-c t/2 J); the distance breathes with the swing, by less than a
    factor of 5 between any two times.
    """
    damping, duration = 0.3, 30.0
    found = gd.lyapunov(
        pendulum(False, damping, angular_velocity=0.02, velocity=(0.01, 0)), duration, transient=2.0
    )
    assert found.exponent == pytest.approx(-damping / 2 / 0.27, abs=log(5) / (duration - 2))


def test_the_exponent_of_a_free_swing_is_zero():
    """Differences of frequency make perturbed runs part in proportion to time: the average falls
    as log(t)/t.
    """
    found = gd.lyapunov(pendulum(False, angular_velocity=3.0, velocity=(1.5, 0)), 20.0)
    assert abs(found.exponent) < 2 * log(20 * sqrt(GRAVITY * 0.5 / 0.27)) / 20


@pytest.mark.skipif(DISABLED, reason="takes too long in plain Python")
@pytest.mark.parametrize("part", [0.4, 0.97], ids=["spiralling", "nearly doubling"])
def test_the_exponent_of_a_bouncing_ball_is_that_of_its_multipliers(part):
    """Contacts are part of the motion: the perturbed motion is brought back with all that they
    remember.

    A contact lasts 1e-4 of the period instead of no time. In this norm (1 m, 0.245 m/s) a
    difference in height of 1 counts 1, and the difference in speed of (1 + e) G g sin(phase)/0.28
    m/s = 15 to 40 1/s into which a bounce turns it counts up to 160: by no more than this factor
    can the distance breathe.
    """
    least, most = limits()
    acceleration = least + part * (most - least)
    duration, transient = 15.02, 1.0  # both end while the ball flies
    found = gd.lyapunov(
        bouncing(acceleration),
        duration,
        transient=transient,
        interval=1 / pi / FREQUENCY,
        rtol=1e-10,
    )
    assert found.exponent == pytest.approx(
        exponent(acceleration), abs=log(160) / (duration - transient)
    )


@pytest.mark.skipif(DISABLED, reason="takes too long in plain Python")
def test_a_ball_joint_that_rattles_is_chaotic_and_friction_calms_it():
    """Without friction the papers' four-bar loses nine digits within half a second; with it none
    within two seconds.
    """
    smooth, rough = (
        gd.lyapunov(gd.library("four-bar", C=fit), 0.5).exponent
        for fit in ("clearance", "clearance-friction")
    )
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
