"""The integrators: their tables, their measured orders, and how they behave in whole runs."""

from importlib import import_module
from math import pi, sqrt

import numpy as np
import pytest
from scipy.special import ellipk

import gudgeon as gd
from gudgeon.kernels import records as rec
from gudgeon.kernels.integrators import METHODS, Size
from gudgeon.simulation.sinks import MemorySink
from tests.support.integrator_cases import G, pendulum, positions
from tests.support.reference_integrator import keep, march, runner, take

FREE_STEPS = [method for method in METHODS if method != "rk4"]


def simulate(mechanism, duration, method, rtol, **options):
    """Simulate with any method; the fixed step of rk4 leaves an error below 1e-10 in all that is
    simulated here.
    """
    step = {"step": 2e-4} if method == "rk4" else {}
    return gd.simulate(mechanism, duration, method=method, rtol=rtol, **step, **options)


# -- measured orders -------------------------------------------------------------------------------


# method, order of the formula (0: the method has only one), step, tolerance of Newton's method,
# order of the end and of the dense output
ORDERS = [
    ("rk4", 0, 0.02, 1e-8, 4, 4), ("tsit5", 0, 0.02, 1e-8, 5, 5), ("dop853", 0, 0.16, 1e-8, 8, 8), ("radau", 0, 0.04, 1e-10, 5, 4),
    ("adams", 1, 0.01, 1e-8, 2, 2), ("adams", 2, 0.02, 1e-8, 3, 3), ("adams", 4, 0.02, 1e-8, 5, 5), ("adams", 7, 0.02, 1e-8, 8, 8),
    ("adams", 10, 0.02, 1e-8, 11, 11), ("bdf", 1, 0.005, 1e-4, 1, 1), ("bdf", 2, 0.01, 1e-6, 2, 2), ("bdf", 3, 0.01, 1e-8, 3, 3),
    ("bdf", 4, 0.01, 1e-9, 4, 4), ("bdf", 5, 0.01, 1e-9, 5, 5),
]  # fmt: skip


@pytest.mark.parametrize(("method", "formula", "h", "rtol", "order", "dense"), ORDERS)
def test_error_falls_with_the_order_of_the_method(method, formula, h, rtol, order, dense):
    """Over half a swing, a little more than a second; half an order is left for terms of higher
    order.

    The multistep formulas correct once, so a predictor of order k gives order k + 1. The dense
    output inherits the order of the end, or has that of its own local error where that is lower
    (Radau collocates with a cubic).
    """
    ends, middles = [], []
    for step in (h, h / 2):
        count = round(1.28 / step)
        end, middle = march(
            runner(gd.library("pendulum"), method, rtol=rtol), step, count, formula, pendulum
        )
        ends.append(np.max(np.abs(end - pendulum(count * step))))
        middles.append(middle)
    assert abs(np.log2(ends[0] / ends[1]) - order) < 0.5 + 0.1 * (order > 5) * order
    assert abs(np.log2(middles[0] / middles[1]) - dense) < 0.5 + 0.05 * (dense > 5) * dense


@pytest.mark.parametrize("method", METHODS)
def test_an_attempt_leaves_no_trace(method):
    """Events are located by attempts with other steps, which must change nothing that is
    remembered.
    """
    ends, nothing = [], np.zeros(0)
    for others in ((), (0.3, 0.9)):
        run = runner(gd.library("pendulum"), method, rtol=1e-6)
        for h in (1e-4, 1e-4, 2e-4, 2e-4, 3e-4):
            for part in (*others, 1.0):
                assert take(
                    run.system,
                    run.work,
                    run.memory,
                    run.run_record,
                    run.y,
                    part * h,
                    nothing,
                    np.empty_like(run.y),
                )
            keep(run.memory, run.run_record, run.y, h)
        ends.append(run.y)
    # Newton's method may need one correction more or less: its error is a thousandth of the
    # tolerance
    np.testing.assert_allclose(*ends, rtol=0, atol=1e-9 if method in ("radau", "bdf") else 0)


# -- whole runs ------------------------------------------------------------------------------------


def swing_on_cart(motion):
    """Return a pendulum that hangs from a cart; the cart is moved as told."""
    return gd.Mechanism(
        gravity=(0, 0, -G),
        bodies=[
            gd.Body("cart", mass=2, inertia=(0.1, 0.1, 0.1), position=(0, 0, 0)),
            gd.Body("swing", mass=1, inertia=(0.02, 0.02, 0.001), position=(0, 0, -0.5)),
        ],
        joints=[
            gd.Translational("rail", between=("ground", "cart"), point=(0, 0, 0), axis=(1, 0, 0)),
            gd.Revolute("hinge", between=("cart", "swing"), point=(0, 0, 0), axis=(0, 1, 0)),
        ],
        drivers=[gd.Driver("motor", joint="rail", coordinate="displacement", motion=motion)],
    )


MOVING = {
    "four-bar": gd.library("four-bar"),
    "driven": swing_on_cart(gd.Harmonic(0.2, 7.0)),
    "kinked": swing_on_cart(gd.SpeedRamp(0.0, 1.5, 0.3, 0.25)),
}


@pytest.fixture(scope="module", params=MOVING)
def moving(request):
    times = np.linspace(0, 1, 32)
    result = gd.simulate(
        MOVING[request.param], 1.0, method="dop853", rtol=1e-13, output_times=times
    )
    assert np.ptp(positions(result)) > 0.1
    return MOVING[request.param], times, positions(result)


@pytest.mark.parametrize("method", METHODS)
def test_all_methods_agree_at_tight_tolerance(moving, method):
    """Errors of a step below 1e-12 of size and speed add up over some hundred to some thousand
    steps; 1e-8 is allowed.

    The outputs lie inside steps, and in one of the mechanisms the acceleration jumps twice.
    """
    mechanism, times, expected = moving
    result = simulate(mechanism, 1.0, method, 1e-12, output_times=times)
    assert result.status is gd.Status.COMPLETE
    np.testing.assert_allclose(positions(result), expected, rtol=0, atol=1e-8)


@pytest.mark.parametrize("method", METHODS)
def test_nothing_moves_before_a_ramp_begins(method):
    """The step that ends where the acceleration jumps, and the output inside it, see the
    acceleration before the jump.
    """
    result = simulate(MOVING["kinked"], 0.5, method, 1e-10, output_step=0.01)
    moved = np.max(np.abs(positions(result) - positions(result)[0]), axis=1)
    assert np.all(moved[result.t <= 0.25] < 1e-12) and moved[-1] > 0.05


@pytest.mark.parametrize("method", FREE_STEPS)
def test_a_tighter_tolerance_gives_a_smaller_error(method):
    mechanism, end = gd.library("spatial-slider-crank"), [0.0, 0.5]
    exact = positions(gd.simulate(mechanism, 0.5, rtol=1e-13, method="dop853", output_times=end))
    errors = [
        np.max(
            np.abs(
                positions(gd.simulate(mechanism, 0.5, rtol=rtol, method=method, output_times=end))
                - exact
            )
        )
        for rtol in (1e-5, 1e-8)
    ]
    assert errors[1] < errors[0] / 30 and errors[1] < 1e-5


# -- stiff -----------------------------------------------------------------------------------------

MASS, STIFFNESS, DAMPING = 2.0, 1e4, 2e4


def dashpot():
    """Return a block on a rail between a spring and a strong damper: rates 1e4 1/s and 0.5 1/s."""
    return gd.Mechanism(
        gravity=(0, 0, 0),
        bodies=[gd.Body("block", mass=MASS, inertia=(0.1, 0.1, 0.1), position=(0.5, 0, 0))],
        joints=[
            gd.Translational("rail", between=("ground", "block"), point=(0, 0, 0), axis=(1, 0, 0))
        ],
        forces=[
            gd.JointSpring(
                "buffer",
                joint="rail",
                coordinate="displacement",
                stiffness=STIFFNESS,
                damping=DAMPING,
                free_position=-0.4,
            )
        ],
    )


def creep(t):
    """Return the displacement of the block from where it started: both roots of m s^2 + c s + k
    = 0.
    """
    fast, slow = np.roots([MASS, DAMPING, STIFFNESS])
    return -0.4 * (1 - (fast * np.exp(slow * t) - slow * np.exp(fast * t)) / (fast - slow))


def stiff(method):
    return gd.simulate(dashpot(), 5.0, method=method, rtol=1e-6, output_step=0.05)


@pytest.mark.parametrize("method", ["radau", "bdf", "auto"])
def test_implicit_methods_cross_a_stiff_run_in_few_steps(method):
    """The fast rate is 1e4 1/s; tolerance 1e-6 of the size allows steps of a tenth of a second
    afterwards.
    """
    result = stiff(method)
    assert result.statistics["steps"] < 400
    np.testing.assert_allclose(
        result.joint("rail").displacement, creep(result.t), rtol=0, atol=3e-5
    )


@pytest.mark.parametrize("method", ["tsit5", "dop853", "adams"])
def test_explicit_methods_crawl_through_a_stiff_run(method):
    """Their steps cannot much exceed the border of stability, 6 / (1e4 1/s) at best."""
    result = stiff(method)
    assert result.statistics["steps"] > 5.0 * 1e4 / 8
    np.testing.assert_allclose(
        result.joint("rail").displacement, creep(result.t), rtol=0, atol=3e-5
    )


def test_auto_turns_to_radau_and_says_so():
    result = stiff("auto")
    assert result.statistics["method"] == "dop853 then radau"
    assert any("stiff" in sentence and "radau" in sentence for sentence in result.notes)
    assert gd.simulate(gd.library("four-bar"), 1.0).statistics["method"] == "dop853"


def test_energy_lost_in_a_stiff_damper_is_that_of_the_spring():
    """The ledger has no columns in Newton's matrix; its balance must close all the same."""
    for method in ("radau", "bdf"):
        result = gd.simulate(dashpot(), 5.0, method=method, rtol=1e-8)
        stored = 0.5 * STIFFNESS * 0.4**2
        assert result.energy["lost:buffer"][-1] == pytest.approx(
            stored * (1 - np.exp(-5.0)), rel=1e-3
        )
        assert np.max(np.abs(result.energy.balance)) < 1e-4 * stored


# -- events and restarts ---------------------------------------------------------------------------


def swing():
    """Return a rod that falls from horizontal about its end."""
    return gd.Mechanism(
        gravity=(0, 0, -G),
        bodies=[gd.Body("rod", mass=1, inertia=(0.001, 1 / 12, 1 / 12), position=(0.5, 0, 0))],
        joints=[gd.Revolute("hinge", between=("ground", "rod"), point=(0, 0, 0), axis=(0, 1, 0))],
    )


# time to the bottom; the rod swings like a pendulum of length 2/3
QUARTER = ellipk(0.5) / sqrt(1.5 * G)


@pytest.mark.parametrize("method", METHODS)
def test_event_is_found_where_the_closed_form_has_it(method):
    """At rtol 1e-12 the error of the motion itself stays below 1e-10 s."""
    result = simulate(swing(), 2.0, method, 1e-12, stop_when=gd.Crossing("hinge.angle", pi / 2))
    assert result.status is gd.Status.STOPPED
    assert result.t[-1] == pytest.approx(QUARTER, abs=1e-10)
    assert result.joint("hinge").angle[-1] == pytest.approx(pi / 2, abs=1e-14)


@pytest.mark.parametrize("method", METHODS)
def test_direction_of_an_event_lets_the_first_crossing_pass(method):
    result = simulate(
        swing(), 2.0, method, 1e-12, stop_when=gd.Crossing("hinge.angle", pi / 2, direction=-1)
    )
    assert result.t[-1] == pytest.approx(3 * QUARTER, abs=1e-9)


@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize("restart", [0, 1], ids=["goes on", "starts anew"])
def test_run_continues_behind_an_event(method, restart):
    """With what a multistep method remembers, its step cut short, and without."""
    run = runner(swing(), method, (0, pi / 2, 0), duration=4 * QUARTER, rtol=1e-11)
    run.run(MemorySink(), None)
    state = run.run_record[0]
    assert state["status"] == rec.STOPPED and state["t"] == pytest.approx(QUARTER, abs=1e-9)
    run.system = run.system._replace(events=np.zeros(0, rec.EVENT))
    state["status"], state["event"], state["restart"] = rec.RUNNING, -1, restart
    run.run(MemorySink(), None)
    assert state["status"] == rec.COMPLETE
    np.testing.assert_allclose(run.y[:3], (0.5, 0, 0), rtol=0, atol=1e-7)  # back where it started


def pushed(method, rtol, restarts):
    """Return a run of the rod over a whole swing, and how far it ends from its start; events
    stand every ``restarts``-th of it.
    """
    angles = np.linspace(0, pi, restarts + 1)[:-1] + 1e-3
    run = runner(
        swing(), method, *((0, angle, 0) for angle in angles), duration=4 * QUARTER, rtol=rtol
    )
    run.system.events["stop"] = 0
    run.run(MemorySink(), None)
    assert run.run_record["events"][0] == 2 * restarts
    return run, np.max(np.abs(run.y[:3] - (0.5, 0, 0)))


@pytest.mark.parametrize("method", FREE_STEPS)
def test_a_hundred_restarts_leave_the_motion_as_accurate(method):
    """The rod comes back; it takes some hundred steps, a thousand with bdf, each with an error
    of at most 1e-9.
    """
    assert pushed(method, 1e-9, 50)[1] < 1e-6


def test_every_method_is_listed_with_its_module():
    for method in METHODS:
        assert import_module(f"gudgeon.kernels.integrators.{method}").memory(Size(13)).f.shape == (
            13,
        )
