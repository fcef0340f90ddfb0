"""Runs that end at a limit: steps, wall time, speeds that cannot be followed, disks."""

import numpy as np
import pytest

import gudgeon as gd
from gudgeon import Status
from gudgeon.simulation import runner
from tests.support.faulty_files import largest_file
from tests.support.simple_motions import oscillator, pendulum


@pytest.fixture(scope="module")
def crank():
    return gd.library("spatial-slider-crank")


@pytest.mark.parametrize("method", ["dop853", "radau"])
def test_run_ends_after_so_many_steps(method):
    result = gd.simulate(pendulum(), 1e3, method=method, max_steps=200, strict=False)
    assert result.status is Status.TOO_MANY_STEPS and result.status.failed
    assert 0 < result.statistics["steps"] <= 200 and result.settings["max_steps"] == 200
    with pytest.raises(gd.SimulationError, match="limit of steps"):
        gd.simulate(pendulum(), 1e3, method=method, max_steps=200)
    assert gd.simulate(pendulum(), 0.01, method=method, max_steps=200).status is Status.COMPLETE


def test_a_limit_of_steps_that_no_counter_can_hold_is_refused():
    with pytest.raises(gd.InputError, match=r"^max_steps: must be less than 2\*\*63"):
        gd.simulate(pendulum(), 0.01, max_steps=10**30)
    assert gd.simulate(pendulum(), 0.01, max_steps=2**63 - 1).status is Status.COMPLETE


def test_rejected_steps_count_as_steps(monkeypatch):
    """Of a run that rejects every step the limit of accepted steps would never be reached."""
    advance = runner.Runner._advance

    def rejecting(self):
        advance(self)
        self.run_record[0]["rejected"] += 10**6

    monkeypatch.setattr(runner.Runner, "_advance", rejecting)
    result = gd.simulate(oscillator(), 1e6, max_steps=10**7, strict=False)
    assert result.status is Status.TOO_MANY_STEPS and result.statistics["steps"] < 10**7


@pytest.mark.parametrize("in_file", [False, True])
def test_run_ends_after_so_long(in_file, tmp_path):
    out = tmp_path / "r.h5" if in_file else None
    result = gd.simulate(
        oscillator(), 1e7, output_step=1.0, max_wall_time=0.3, strict=False, out=out
    )
    assert result.status is Status.OUT_OF_TIME and result.status.failed
    assert 0.3 <= result.statistics["wall_time"] < 10 and 0 < result.t[-1] < 1e7
    assert not in_file or gd.load(out).status is Status.OUT_OF_TIME
    assert gd.simulate(oscillator(), 0.1, max_wall_time="1 min").status is Status.COMPLETE


@pytest.mark.parametrize("name", ["max_steps", "max_wall_time"])
@pytest.mark.parametrize("value", [0, -1, "soon", float("nan"), True])
def test_wrong_limits_are_refused(name, value):
    if (name, value) != ("max_wall_time", True):
        with pytest.raises(gd.InputError, match=name):
            gd.simulate(oscillator(), 0.1, **{name: value})


@pytest.mark.parametrize("speed", [1e20, 1e155, 1e200, 8e307])
def test_velocities_that_cannot_be_followed_are_refused(speed):
    """With 1e20 m/s a step of the least length crosses the mechanism, with 1e155 m/s squares
    overflow.
    """
    for body in (
        {"velocity": (0, speed, 0), "angular_velocity": (0, 0, speed / 0.5)},
        {"angular_velocity": (speed, 0, 0)},
    ):
        with pytest.raises(gd.InputError, match=r"body 'rod' starts with .* too fast"):
            gd.simulate(pendulum(**body), 1.0, max_wall_time=20.0)


@pytest.mark.filterwarnings("error")  # NumPy's of overflow, too
@pytest.mark.parametrize("speed", [1e155, 8e307])
def test_velocities_whose_energy_overflows_are_refused_before_a_run(speed):
    for mechanism, name in ((pendulum(velocity=(0, speed, 0)), "rod"), (flywheel(speed), "wheel")):
        with pytest.raises(
            gd.InputError,
            match=rf"body '{name}' starts with .* too fast for its energy to be a number",
        ):
            gd.check_model(mechanism)


def flywheel(speed):
    """A wheel that a driver turns."""
    return gd.Mechanism(
        bodies=[gd.Body("wheel", mass=1, inertia=(1, 1, 2))],
        joints=[gd.Revolute("shaft", between=("ground", "wheel"), point=(0, 0, 0), axis=(0, 0, 1))],
        drivers=[gd.Driver("motor", joint="shaft", motion=gd.ConstantSpeed(speed))],
    )


@pytest.mark.parametrize("method", ["auto", "radau"])
def test_a_driver_that_no_step_can_follow_is_named_as_the_reason(method):
    """Of 0.1 s the least step is 3.6e-16 s, a third of a radian at 1e15 rad/s."""
    result = gd.simulate(flywheel(1e15), 0.1, method=method, max_wall_time=20.0, strict=False)
    assert result.status is gd.Status.STEP_TOO_SMALL
    assert (
        "body 'wheel' moves with 1e+15 m/s or rad/s, too fast to be followed for 0.1 s"
        in result.message
    )
    assert "radau" not in result.message and "stiff" not in result.message


# not even what stands before the first row; some of the rows
@pytest.mark.parametrize("size", [20_000, 300_000])
# written when the run is over; while it goes on
@pytest.mark.parametrize("output_step", [2e-4, 2e-6])
def test_a_run_whose_result_cannot_be_written_fails(crank, tmp_path, size, output_step):
    with largest_file(size):
        if size < 100_000:
            with pytest.raises(gd.InputError, match=r"cannot write .* file too large"):
                gd.simulate(crank, 0.2, output_step=output_step, out=tmp_path / "r.h5")
            assert not list(tmp_path.iterdir())
            return
        result = gd.simulate(
            crank, 0.2, output_step=output_step, out=tmp_path / "r.h5", strict=False
        )
        assert result.status is Status.OUTPUT_FAILED and result.status.failed
        assert "file too large" in result.notes[-1] and result.statistics["steps"] > 0
        with pytest.raises(gd.SimulationError, match="could not be written") as error:
            gd.simulate(crank, 0.2, output_step=output_step, out=tmp_path / "r.h5")
    whole = gd.simulate(crank, 0.2, output_step=output_step)
    assert error.value.result.rows < whole.rows
    again = gd.load(tmp_path / "r.h5")
    for name in whole.data:
        assert np.array_equal(again.data[name][:], whole.data[name][: again.rows]), name


def test_a_run_whose_file_is_removed_meanwhile_fails(tmp_path):
    path = tmp_path / "r.h5"
    with pytest.raises(gd.SimulationError, match="could not be written beyond t = 0 s"):
        gd.simulate(
            oscillator(),
            300.0,
            output_step=0.01,
            out=path,
            progress=lambda *_: path.unlink(missing_ok=True),
        )
