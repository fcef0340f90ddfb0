"""The call itself: output times, events, stabilisation, failures, and odd mechanisms."""

import dataclasses
from math import asin, pi, sqrt

import numpy as np
import pytest

import gudgeon as gd
from gudgeon import Status
from gudgeon.model.library import NAMES
from tests.support.simple_motions import G, oscillator, pendulum


@pytest.fixture(scope="module")
def crank():
    return gd.library("spatial-slider-crank")


# -- output times ----------------------------------------------------------------------------------


def test_rows_are_at_exactly_the_times_asked_for(crank):
    times = np.sort(np.random.default_rng(5).uniform(0, 0.4, 60))
    result = gd.simulate(crank, 0.4, output_times=times)
    assert np.array_equal(result.t, times)


def test_dense_output_agrees_with_a_tighter_run(crank):
    """Output times do not touch the steps; what lies between them is as good as the steps
    themselves.
    """
    times = np.sort(np.random.default_rng(6).uniform(0, 0.4, 200))
    loose, tight = (
        gd.simulate(crank, 0.4, rtol=rtol, output_times=times) for rtol in (1e-11, 1e-13)
    )
    assert loose.statistics["steps"] < 150  # fewer steps than rows
    for name in ("position", "velocity", "orientation"):
        np.testing.assert_allclose(
            loose.data[name], tight.data[name], atol=1e-9 * max(1, np.abs(tight.data[name]).max())
        )


@pytest.mark.parametrize("method", ["rk4", "tsit5", "radau", "adams", "bdf"])
def test_output_times_do_not_change_the_steps(method):
    options = {"method": method, "step": 0.01 if method == "rk4" else None, "rtol": 1e-6}
    few, many = (
        gd.simulate(oscillator(), 1.0, output_step=step, **options) for step in (1.0, 1e-3)
    )
    assert few.statistics["steps"] == many.statistics["steps"]
    # bits may differ, steps not
    np.testing.assert_allclose(
        few.data["position"][-1], many.data["position"][-1], rtol=0, atol=1e-14
    )


def test_a_thousand_steps_of_output_are_the_default():
    result = gd.simulate(oscillator(), 0.2)
    np.testing.assert_allclose(result.on_grid.t, np.linspace(0, 0.2, 1001), rtol=0, atol=1e-15)
    even = gd.simulate(oscillator(), 0.2, output="grid")
    np.testing.assert_array_equal(even.t, result.on_grid.t)
    assert even.on_grid is even


def test_rows_of_peaks_stand_between_those_of_any_grid():
    """A pendulum pulls hardest where it hangs, between two of three rows."""
    swing, options = gd.library("pendulum"), {"duration": 1.0, "output_step": 0.5}
    few, more = (gd.simulate(swing, output=kind, **options) for kind in ("grid", "motion"))
    assert len(few.t) == 3 < len(more.t)
    np.testing.assert_array_equal(more.on_grid.t, few.t)
    np.testing.assert_array_equal(more.on_grid.data["position"][:], few.data["position"])
    (name,) = more.layout.labels["joint"]
    force = np.linalg.norm(more.joint(name).force, axis=1).max()
    assert more.peaks == few.peaks
    # the row is moved onto the constraints once more
    assert force == pytest.approx(few.peaks[f"joint:{name}"].value, rel=1e-9)
    assert force > 1.01 * np.linalg.norm(few.joint(name).force, axis=1).max()


def test_given_times_are_kept_to():
    times = [0.0, 0.1, 0.15]
    assert gd.simulate(oscillator(), 0.2, output_times=times).t.tolist() == times
    with pytest.raises(gd.InputError, match="output_times: output that follows the motion"):
        gd.simulate(oscillator(), 0.2, output="motion", output_times=times)
    with pytest.raises(gd.InputError, match="output: unknown output 'rows'"):
        gd.simulate(oscillator(), 0.2, output="rows")


def test_the_end_is_always_a_row():
    assert gd.simulate(oscillator(), 1.0, output_step=0.3).t == pytest.approx(
        [0, 0.3, 0.6, 0.9, 1.0], abs=1e-15
    )


def test_duration_may_be_that_of_the_mechanism():
    assert gd.simulate(oscillator(duration=0.25)).t[-1] == 0.25
    assert gd.simulate(oscillator(duration=0.25), 0.1).t[-1] == 0.1


def test_times_may_have_a_unit():
    result = gd.simulate(oscillator(), "200 ms", output_step="50 ms")
    assert result.t == pytest.approx([0, 0.05, 0.1, 0.15, 0.2], abs=1e-15)


def test_no_output_times_give_no_rows():
    result = gd.simulate(oscillator(), 0.1, output_times=[])
    assert result.rows == 0 and result.status is Status.COMPLETE


BAD = {
    "duration": [{"duration": None}, {"duration": 0}, {"duration": -1}, {"duration": float("inf")}, {"duration": "1 m"}, {"duration": []}],
    "rtol": [{"rtol": 0}, {"rtol": 1.5}, {"rtol": float("nan")}, {"rtol": "tight"}, {"rtol": None}],
    "atol": [{"atol": -1e-9}, {"atol": True}],
    "method": [{"method": "dop854"}, {"method": None}, {"method": 5}, {"method": ["rk4"]}],
    "step": [{"step": 0.01}, {"method": "rk4"}, {"method": "rk4", "step": 0}],
    "max_step": [{"max_step": 0}],
    "output_step": [{"output_step": -0.1}, {"output_step": 1e-12}, {"output_step": "fast"}],
    "output_times": [
        {"output_times": [0, 0.2, 0.1]}, {"output_times": [-0.1]}, {"output_times": [2.0]}, {"output_times": [float("nan")]},
        {"output_times": "all"}, {"output_times": [0.1], "output_step": 0.1},
    ],
    "stabilisation": [{"stabilisation": "none"}, {"stabilisation": (5, 5)}],
    "stop_when": [{"stop_when": gd.Crossing("guide.angle", 1.0)}, {"stop_when": ["guide.displacement"]}, {"stop_when": 3}],
}  # fmt: skip


@pytest.mark.parametrize(
    ("name", "arguments"), [(name, case) for name, cases in BAD.items() for case in cases]
)
def test_bad_argument_is_named(name, arguments):
    with pytest.raises(gd.InputError) as caught:
        gd.simulate(oscillator(), **{"duration": 1.0, **arguments})
    assert caught.value.path[:1] == (name,)


def test_what_is_not_a_mechanism_is_refused():
    with pytest.raises(gd.InputError, match="expected a Mechanism, a name in the library"):
        gd.simulate(3, 1.0)


def test_misspelt_method_names_the_nearest():
    with pytest.raises(gd.InputError, match="Did you mean 'dop853'"):
        gd.simulate(oscillator(), 1.0, method="dop854")


@pytest.mark.parametrize(
    "make",
    [lambda: gd.Crossing("guide.displacement", 1.0, direction=2), lambda: gd.Baumgarte(-1, 5)],
)
def test_bad_options_are_refused_when_made(make):
    with pytest.raises(gd.InputError, match=r"direction|alpha"):
        make()


# -- events ----------------------------------------------------------------------------------------

UP, DOWN = asin(0.5) / 10, (pi - asin(0.5)) / 10


@pytest.mark.parametrize(("direction", "time"), [(1, UP), (0, UP), (-1, DOWN)])
def test_run_stops_where_a_coordinate_crosses_a_value(direction, time):
    crossing = gd.Crossing("guide.displacement", "50 mm", direction=direction)
    result = gd.simulate(oscillator(), 2.0, rtol=1e-11, output_step=0.01, stop_when=crossing)
    assert result.status is Status.STOPPED and not result.status.failed
    assert result.t[-1] == pytest.approx(time, abs=1e-10)
    assert result.joint("guide").displacement[-1] == pytest.approx(0.05, abs=1e-14)
    np.testing.assert_allclose(result.t[:-1], 0.01 * np.arange(result.rows - 1), rtol=0, atol=1e-15)
    assert result.t[-2] < result.t[-1] < result.t[-2] + 0.01 + 1e-12


def test_first_of_several_crossings_stops_the_run():
    crossings = [gd.Crossing("guide.displacement", value) for value in (-0.02, 0.09, 0.03)]
    result = gd.simulate(oscillator(), 2.0, rtol=1e-11, stop_when=crossings)
    assert result.t[-1] == pytest.approx(asin(0.3) / 10, abs=1e-10)


def test_start_on_the_value_is_no_crossing():
    result = gd.simulate(
        oscillator(), 2.0, rtol=1e-11, stop_when=gd.Crossing("guide.displacement", 0.0)
    )
    assert result.t[-1] == pytest.approx(pi / 10, abs=1e-10)


def test_crossing_that_never_comes_lets_the_run_complete():
    result = gd.simulate(oscillator(), 1.0, stop_when=gd.Crossing("guide.displacement", 0.11))
    assert result.status is Status.COMPLETE and result.t[-1] == 1.0


def test_angles_beyond_a_turn_can_be_crossed():
    wheel = gd.Mechanism(
        bodies=[gd.Body("wheel", mass=1, inertia=(1, 1, 1), angular_velocity=(0, 0, 3))],
        joints=[gd.Revolute("A", between=("ground", "wheel"), point=(0, 0, 0), axis=(0, 0, 1))],
    )
    result = gd.simulate(
        wheel, 100.0, rtol=1e-10, method="tsit5", stop_when=gd.Crossing("A.angle", "2.5 rev")
    )
    assert result.t[-1] == pytest.approx(5 * pi / 3, abs=1e-10)
    assert result.joint("A").angle[-1] == pytest.approx(5 * pi, abs=1e-13)


@pytest.mark.parametrize("method", ["rk4", "tsit5", "adams"])
def test_output_does_not_change_the_motion(method):
    """Rows at every step's end, rows in between, none: the same digits at the end."""
    options = {"method": method, "rtol": 1e-6, **({"step": 0.01} if method == "rk4" else {})}
    ends = [
        gd.simulate(pendulum(), 1.0, output_times=times, **options).body("rod").position[-1]
        for times in ([1.0], np.linspace(0, 1, 101), np.linspace(0, 1, 38))
    ]
    np.testing.assert_array_equal(ends[1], ends[0])
    np.testing.assert_array_equal(ends[2], ends[0])


# -- stabilisation ---------------------------------------------------------------------------------


def gap(result):
    """How far the end of the rod has left the ball joint [m], at its worst."""
    return np.linalg.norm(result.body("rod").at((-0.5, 0, 0)), axis=1).max()


def test_projection_keeps_the_joint_closed():
    result = gd.simulate(pendulum(), 20.0, rtol=1e-6)
    assert gap(result) < 1e-12 and result.statistics["constraint_residual"] < 1e-12


def test_baumgarte_keeps_the_drift_bounded_but_not_zero():
    """Drift of 20 s is no larger than that of 5 s, up to a factor 2, and shrinks with the
    tolerance.
    """
    short, long = (
        gd.simulate(pendulum(), duration, rtol=1e-6, stabilisation=gd.Baumgarte(5, 5))
        for duration in (5.0, 20.0)
    )
    tight = gd.simulate(pendulum(), 20.0, rtol=1e-9, stabilisation=gd.Baumgarte(5, 5))
    assert 1e-9 < gap(long) < 2 * max(gap(short), 1e-6)
    assert gap(tight) < 0.02 * gap(long)
    # relative to a size of about 1 m; the largest of three components
    assert long.statistics["constraint_residual"] > 0.1 * gap(long)


def test_both_stabilisations_compute_the_same_motion():
    projected, damped = (
        gd.simulate(pendulum(), 2.0, rtol=1e-11, stabilisation=way)
        for way in ("projection", gd.Baumgarte(5, 5))
    )
    np.testing.assert_allclose(damped.data["position"], projected.data["position"], atol=1e-8)


# -- failures --------------------------------------------------------------------------------------


@gd.law
class Vanishing(gd.Signal):
    """A magnitude that ceases to exist at t = a."""

    end: float = gd.param("a", "s", "when")

    @staticmethod
    def value(t, a):
        """x = √(a − t)"""
        return sqrt(a - t), 0.0, 0.0


def failing():
    """A mass whose load is not a number after 0.5 s."""
    load = gd.Force("load", body="mass", force=(1, 0, 0), magnitude=Vanishing(0.5))
    return dataclasses.replace(oscillator(), forces=[load])


def out_of_reach():
    """A bar of 0.5 m on a hinge; a rod from its end to a point 1 m away grows beyond the 1.5 m
    that are possible at t = 0.5 s.
    """
    return gd.Mechanism(
        bodies=[gd.Body("bar", mass=1, inertia=(0.1, 0.1, 0.1), position=(0, 0.25, 0))],
        joints=[
            gd.Revolute("pin", between=("ground", "bar"), point=(0, 0, 0), axis=(0, 0, 1)),
            gd.Distance("rod", between=("ground", "bar"), points=((1, 0, 0), (0, 0.5, 0))),
        ],
        drivers=[
            gd.Driver(
                "winch",
                joint="rod",
                motion=gd.ConstantSpeed(2 * (1.5 - sqrt(1.25)), start=sqrt(1.25)),
            )
        ],
    )


@pytest.mark.parametrize(
    ("method", "status"),
    [("dop853", Status.NOT_FINITE), ("adams", Status.NOT_FINITE), ("radau", Status.NEWTON_FAILED)],
)
def test_law_that_is_not_a_number_ends_the_run(method, status):
    """The run ends at 0.5 s at the latest, with advice, and does not hang; an implicit method
    sees an iteration that fails.
    """
    with pytest.raises(
        gd.SimulationError,
        match=r"at t = 0\.[45]\d*.*(law that divides by zero|an explicit method)",
    ) as caught:
        gd.simulate(failing(), 1.0, output_step=0.01, method=method)
    result = caught.value.result
    assert result.status is status and result.status.failed
    assert 0.4 < result.t[-1] <= 0.5
    assert np.all(np.isfinite(result.data["position"]))


def test_driver_that_pulls_beyond_reach_ends_the_run():
    with pytest.raises(gd.SimulationError, match=r"t = 0\.(5|49)") as caught:
        gd.simulate(out_of_reach(), 1.0, output_step=0.01)
    result = caught.value.result
    assert result.status is Status.DEAD_CENTRE
    assert 0.45 < result.t[-1] <= 0.51
    assert result.joint("rod").length[:45] == pytest.approx(
        sqrt(1.25) + 2 * (1.5 - sqrt(1.25)) * result.t[:45], abs=1e-10
    )


def test_partial_result_is_returned_on_request():
    result = gd.simulate(failing(), 1.0, output_step=0.01, strict=False)
    assert result.status is Status.NOT_FINITE and result.rows > 40
    assert result.message.startswith("A force or acceleration was not finite")


def test_partial_result_is_in_the_file(tmp_path):
    with pytest.raises(gd.SimulationError):
        gd.simulate(failing(), 1.0, output_step=0.01, out=tmp_path / "failed.h5")
    result = gd.load(tmp_path / "failed.h5")
    assert result.status is Status.NOT_FINITE and result.rows > 40


def test_wrong_input_leaves_no_file(tmp_path):
    with pytest.raises(gd.InputError):
        gd.simulate(oscillator(), 1.0, method="euler", out=tmp_path / "none.h5")
    assert not list(tmp_path.iterdir())


# -- the same again --------------------------------------------------------------------------------


def test_file_holds_the_result_bit_for_bit(crank, tmp_path):
    kept = gd.simulate(crank, 0.2)
    streamed = gd.simulate(crank, 0.2, out=tmp_path / "r.h5")
    assert set(kept.data) == set(streamed.data)
    for name in kept.data:
        assert np.array_equal(kept.data[name], streamed.data[name][:]), name
    assert streamed.mechanism == crank and streamed.statistics["steps"] == kept.statistics["steps"]


@pytest.mark.parametrize("method", ["auto", "tsit5", "radau", "adams", "bdf"])
def test_same_call_gives_the_same_bits(method):
    first, second = (
        gd.simulate(pendulum(), 0.5, method=method, output_step=0.01) for _ in range(2)
    )
    for name in first.data:
        assert np.array_equal(first.data[name], second.data[name]), name


def test_settings_of_the_result_repeat_the_run():
    first = gd.simulate(
        pendulum(), 0.5, rtol=1e-7, method="tsit5", stabilisation=gd.Baumgarte(4, 6), max_step=0.01
    )
    assert first.settings["duration"] == 0.5 and first.settings["stabilisation"] == {
        "alpha": 4.0,
        "beta": 6.0,
    }
    options = {**first.settings, "stabilisation": gd.Baumgarte(**first.settings["stabilisation"])}
    second = gd.simulate(first.mechanism, **options)
    assert np.array_equal(first.data["position"], second.data["position"])


# -- odd mechanisms --------------------------------------------------------------------------------


def test_body_at_rest_stays_and_costs_nothing():
    result = gd.simulate(
        gd.Mechanism(bodies=[gd.Body("stone", mass=1, inertia=(1, 1, 1), position=(1, 2, 3))]),
        1000.0,
    )
    assert np.array_equal(result.body("stone").position, np.tile((1.0, 2.0, 3.0), (1001, 1)))
    assert result.statistics["steps"] < 100


def test_mechanism_at_rest_stays():
    still = dataclasses.replace(
        pendulum(velocity=(0, 0, 0), angular_velocity=(0, 0, 0)), gravity=(0, 0, 0)
    )
    result = gd.simulate(still, 100.0)
    np.testing.assert_allclose(
        result.body("rod").position, np.tile((0.5, 0, 0), (1001, 1)), atol=1e-15
    )
    assert result.statistics["steps"] < 100


def test_body_that_is_held_may_be_the_only_one():
    """Nothing is left that could be moved to close the joint; it is closed already."""
    model_check = gd.check_model(dataclasses.replace(pendulum(), hold=("rod",)))
    assert model_check.dof == 3 and not model_check.moved


def test_long_run_needs_few_rows():
    """Sixteen hundred cycles; the phase error grows with the tolerance and the number of cycles."""
    result = gd.simulate(oscillator(), 1000.0, rtol=1e-10, output_times=[0, 500, 1000])
    np.testing.assert_allclose(
        result.joint("guide").displacement, 0.1 * np.sin(10 * np.array([0, 500, 1000])), atol=1e-5
    )
    assert np.abs(result.energy.balance).max() < 1e-6


def test_very_short_run_completes():
    result = gd.simulate(oscillator(), 1e-9)
    assert result.joint("guide").displacement[-1] == pytest.approx(1e-9, rel=1e-6)


def test_chain_of_two_hundred_links_falls():
    """Spherical links, pinned at one end; energy is kept and all joints stay closed."""
    count = 200
    bodies = [
        gd.Body(f"b{k}", mass=0.1, inertia=(1e-5, 1e-5, 1e-5), position=(0.1 * k + 0.05, 0, 0))
        for k in range(count)
    ]
    pairs = [("ground", "b0"), *((f"b{k}", f"b{k + 1}") for k in range(count - 1))]
    joints = [
        gd.Spherical(f"j{k}", between=pair, point=(0.1 * k, 0, 0)) for k, pair in enumerate(pairs)
    ]
    mechanism = gd.Mechanism(bodies=bodies, joints=joints, gravity=G)
    assert gd.check_model(mechanism).dof == 3 * count
    result = gd.simulate(mechanism, 0.3, rtol=1e-6, output_step=0.05)
    ends = [
        result.body(f"b{k}").at((0.05, 0, 0)) - result.body(f"b{k + 1}").at((-0.05, 0, 0))
        for k in range(count - 1)
    ]
    assert np.abs(ends).max() < 1e-10
    assert np.abs(result.energy.balance).max() < 1e-5 * np.ptp(result.energy.kinetic)
    fall = result.body("b199").position[:, 2]  # the free end falls freely until the bend reaches it
    np.testing.assert_allclose(fall, -0.5 * 9.81 * result.t**2, atol=1e-4)


def test_ledger_has_an_entry_for_every_part():
    bodies = [
        gd.Body(name, mass=1, inertia=(1, 1, 1), position=(x, 0, 0))
        for name, x in (("a", 0), ("b", 1))
    ]
    mechanism = gd.Mechanism(
        bodies=bodies,
        joints=[
            gd.Translational(f"J{name}", between=("ground", name), point=(0, 0, 0), axis=(1, 0, 0))
            for name in "ab"
        ],
        drivers=[gd.Driver("motor", joint="Ja", motion=gd.Harmonic(0.1, frequency=1.0))],
        forces=[
            gd.Spring(
                "both",
                between=("a", "b"),
                points=((0, 0, 0), (1, 0, 0)),
                stiffness=20.0,
                damping=0.5,
            ),
            gd.Spring(
                "soft", between=("ground", "b"), points=((0, 1, 0), (1, 0, 0)), stiffness=5.0
            ),
            gd.JointSpring("oil", joint="Jb", damping=0.3),
            gd.Force("push", body="b", force=(1, 0, 0), magnitude=gd.Harmonic(1.0, frequency=0.4)),
            gd.Torque("twist", body="b", torque=(1, 0, 0)),
        ],
        gravity=(-1, 0, -9.81),
    )
    result = gd.simulate(mechanism, 2.0, rtol=1e-10)
    energy = result.energy
    assert energy.entries == (
        "kinetic", "gravity", "stored:both", "stored:soft", "lost:both", "lost:oil", "load:push", "load:twist", "driver:motor",
    )  # fmt: skip
    assert (
        np.ptp(energy["gravity"]) > 0.01
        and energy["lost:oil"][-1] > 1e-3
        and energy["lost:both"][-1] > 1e-3
    )
    assert not energy["load:twist"].any()
    assert np.abs(energy.balance).max() < 1e-8 * np.ptp(energy.kinetic)
    b = result.joint("Jb").displacement
    np.testing.assert_allclose(
        energy["gravity"], result.joint("Ja").displacement + b + 1, atol=1e-12
    )
    np.testing.assert_allclose(
        energy["stored:soft"], 2.5 * (np.hypot(1 + b, 1) - np.sqrt(2)) ** 2, atol=1e-12
    )


DOF = {  # formula, true
    "spatial-slider-crank": (1, 1), "triple-pendulum": (4, 4), "planar-slider-crank": (0, 0), "four-bar": (2, 2),
    "revolute-slider-crank": (1, 1), "pendulum": (5, 5), "four-bar-windows": (1, 1), "andrews-squeezer": (1, 1), "bricard": (0, 1),
    "governor": (4, 4), "translational-slider-crank": (1, 1),
}  # fmt: skip


@pytest.mark.parametrize("name", NAMES)
def test_degrees_of_freedom_of_the_library_are_counted(name):
    """Bricard's loop of six hinges moves although the formula forbids it; the coupler of the
    spatial four-bar can spin.
    """
    model_check = gd.check_model(gd.library(name))
    assert (model_check.dof_gruebler, model_check.dof) == DOF[name]
    assert len(model_check.redundant) == DOF[name][1] - DOF[name][0]
    assert model_check.dof_nearby == model_check.dof and not model_check.singular
    assert model_check.position_residual < 1e-12 and model_check.velocity_residual < 1e-10


def parallelogram(angle, cranks, planar, size=1.0):
    """A coupler on parallel cranks of equal length, whose pivots are 1 apart; its bars are in
    line at angles of 0 and pi.
    """
    end = 0.7 * np.array((np.cos(angle), np.sin(angle), 0.0))
    inertia, axis = (0.1 * size**2, {}) if planar else ((0.1 * size**2,) * 3, {"axis": (0, 0, 1)})
    bodies = [gd.Body("coupler", mass=1, inertia=inertia, position=size * end)]
    joints = []
    for k in range(cranks):
        pivot = np.array((k, 0.0, 0.0))
        bodies.append(
            gd.Body(f"crank {k}", mass=1, inertia=inertia, position=size * (pivot + 0.5 * end))
        )
        joints.append(
            gd.Revolute(f"A{k}", between=("ground", f"crank {k}"), point=size * pivot, **axis)
        )
        joints.append(
            gd.Revolute(
                f"B{k}", between=(f"crank {k}", "coupler"), point=size * (pivot + end), **axis
            )
        )
    return gd.Mechanism(bodies=bodies, joints=joints, plane="xy" if planar else None)


@pytest.mark.parametrize("size", [1e-3, 1.0, 1e3])
@pytest.mark.parametrize(("cranks", "planar"), [(2, True), (2, False), (3, True), (3, False)])
def test_a_parallelogram_in_line_starts_singular(cranks, planar, size):
    """There each crank may begin to turn the other way, so that there are two degrees of
    freedom; it has one, with redundant cranks too.
    """
    regular = gd.check_model(parallelogram(0.4, cranks, planar, size))
    assert regular.dof == regular.dof_nearby == 1 and not regular.singular
    for angle in (0.0, np.pi):
        found = gd.check_model(parallelogram(angle, cranks, planar, size))
        assert (found.dof, found.dof_nearby) == (2, 1)
        assert (
            "singular" in found.singular
            and "degrees of freedom: 2) than nearby (1)" in found.singular
        )


def test_a_run_from_a_singular_start_says_so():
    result = gd.simulate(parallelogram(0.0, 2, planar=True), 1e-3, output_step=1e-3)
    assert any("singular" in note for note in result.notes)
