"""Runs that go on: what is kept, what is asked for, what is refused; the bits are those of
physics/test_resume.py.
"""

import multiprocessing
import os
import signal

import h5py
import numpy as np
import pytest

import gudgeon as gd
from gudgeon.results.status import Status
from gudgeon.simulation import safety_copy

PENDULUM = gd.library("pendulum")


def test_rows_go_on_at_the_same_interval_and_the_result_is_that_of_the_whole_run():
    first = gd.simulate(PENDULUM, 0.1)
    both = gd.resume(first, 0.2)
    assert both.t[-1] == 0.2 and both.rows == pytest.approx(2001, abs=3)
    assert both.settings["duration"] == 0.2 and both.end == 0.2
    assert both.on_grid.t[1] == pytest.approx(1e-4)
    assert first.t[-1] == 0.1  # which is as it was


def test_an_interrupted_run_goes_on_to_its_own_end(tmp_path):
    """A listener that interrupts as Ctrl-C does; the file has the whole run in the end."""
    seen = []

    def stop(t, duration, statistics):
        if not seen and t > 0:
            seen.append(t)
            signal.raise_signal(signal.SIGINT)

    mechanism = gd.library("four-bar", C="clearance-friction")
    path = tmp_path / "run.h5"
    part = gd.simulate(mechanism, 0.5, out=path, progress=stop)
    assert part.status is Status.INTERRUPTED and 0 < part.end < 0.5
    done = gd.resume(path)
    assert done.status is Status.COMPLETE and done.t[-1] == 0.5
    whole = gd.simulate(mechanism, 0.5)
    assert np.array_equal(done.t, whole.t)
    assert np.array_equal(done["C.force"], whole["C.force"])
    assert np.array_equal(gd.load(path)["C.force"], whole["C.force"])
    assert [file.name for file in tmp_path.iterdir()] == ["run.h5"]


def _killed(path):
    """Run in a process that is killed, as by kill -9, when it has come to 0.2 s."""

    def stop(t, duration, statistics):
        if t > 0.2:
            os.kill(os.getpid(), signal.SIGKILL)

    safety_copy.INTERVAL = 0.0
    gd.simulate(gd.library("four-bar", C="clearance-friction"), 0.5, out=path, progress=stop)


@pytest.mark.skipif(not hasattr(os, "fork"), reason="needs signals of POSIX")
def test_a_killed_run_goes_on_from_the_checkpoint_beside_its_file(tmp_path):
    """To the last bit, and without it in one sentence; nothing is left behind."""
    mechanism, path = gd.library("four-bar", C="clearance-friction"), tmp_path / "run.h5"
    whole = gd.simulate(mechanism, 0.5)
    child = multiprocessing.get_context("fork").Process(target=_killed, args=(path,))
    child.start()
    child.join(300)
    assert child.exitcode == -signal.SIGKILL
    part, copy = gd.load(path), tmp_path / "run.h5.checkpoint"
    assert part.status is Status.RUNNING and 0 < part.end < 0.5 and copy.exists()
    content = copy.read_bytes()
    copy.unlink()
    with pytest.raises(gd.InputError, match=r"cannot continue.*killed.*beside their file"):
        gd.resume(path)
    copy.write_bytes(content[:100])
    with pytest.raises(gd.InputError, match="the checkpoint is damaged"):
        gd.resume(path)
    copy.write_bytes(content)
    done = gd.resume(path)
    assert done.status is Status.COMPLETE and np.array_equal(done.t, whole.t)
    assert np.array_equal(done["C.force"], whole["C.force"])
    assert [file.name for file in tmp_path.iterdir()] == ["run.h5"]


def test_a_file_to_which_a_run_still_writes_is_not_gone_on_with(tmp_path):
    path, said = tmp_path / "run.h5", []

    def look(t, duration, statistics):
        if not said:
            with pytest.raises(gd.InputError, match=r"a run still writes to '.*run\.h5'"):
                gd.resume(path)
            said.append(t)

    gd.simulate(PENDULUM, 0.1, out=path, progress=look)
    assert said


def test_times_that_were_given_are_kept(tmp_path):
    times = [0.0, 0.01, 0.05, 0.0999]
    part = gd.simulate(PENDULUM, 0.1, output_times=times, max_steps=3, strict=False)
    done = gd.resume(part, out=tmp_path / "run.h5")
    assert done.t.tolist() == times


def test_a_run_that_was_stopped_goes_on_until_the_next_stop():
    """A crank that turns with 1 rev/s passes a quarter of a turn after a quarter of a second."""
    crank = gd.Mechanism(
        name="crank",
        bodies=[gd.Body("crank", mass=1, inertia=(1, 1, 1), position=(0.5, 0, 0))],
        joints=[gd.Revolute("A", between=("ground", "crank"), point=(0, 0, 0), axis=(0, 0, 1))],
        drivers=[gd.Driver("motor", joint="A", motion=gd.ConstantSpeed("60 rpm"))],
    )
    first = gd.simulate(crank, 2.0, stop_when=gd.Crossing("A.angle", "90 deg"))
    assert first.status is Status.STOPPED and first.t[-1] == pytest.approx(0.25, abs=1e-9)
    second = gd.resume(first, stop_when=gd.Crossing("A.angle", "180 deg"))
    assert second.status is Status.STOPPED and second.t[-1] == pytest.approx(0.5, abs=1e-9)
    last = gd.resume(second)
    assert last.status is Status.COMPLETE and last["A.angle"][-1] == pytest.approx(4 * np.pi)


def test_a_stop_is_forgotten_when_the_run_goes_on(tmp_path):
    """Without a condition it is the run that had none; with the same one it goes on to the next turn,
    with a row at the first, where a step ended.
    """
    loose = gd.library("planar-slider-crank", C="clearance")
    middle = float(np.mean(gd.simulate(loose, 0.012, output="grid")["D.displacement"]))
    section = gd.Crossing("D.displacement", middle, direction=1)
    stopped = gd.simulate(loose, 0.03, stop_when=section, out=tmp_path / "run.h5")
    again = gd.resume(stopped, stop_when=section, out=tmp_path / "again.h5")
    assert stopped.status is again.status is Status.STOPPED
    assert again.end - stopped.end == pytest.approx(0.012, rel=0.01)  # 5000 rpm
    assert stopped.end in again.t
    whole = gd.simulate(loose, 0.03)
    done = gd.resume(stopped, out=tmp_path / "done.h5")
    assert np.array_equal(done.t, whole.t) and np.array_equal(done["C.force"], whole["C.force"])


def test_a_saved_and_loaded_result_goes_on_from_memory(tmp_path):
    first = gd.simulate(PENDULUM, 0.1)
    loaded = gd.load(first.save(tmp_path / "copy.h5"))
    assert loaded.checkpoint == first.checkpoint
    again, direct = gd.resume(loaded, 0.15), gd.resume(first, 0.15)
    assert np.array_equal(again["ball.position"], direct["ball.position"])


@pytest.mark.parametrize("duration", [None, 0.05, 0.1])
def test_what_has_been_reached_is_no_duration(duration):
    with pytest.raises(gd.InputError, match=r"the run has reached 0\.1 s; give a longer duration"):
        gd.resume(gd.simulate(PENDULUM, 0.1), duration)


def test_what_cannot_go_on_says_why(tmp_path):
    run = gd.simulate(PENDULUM, 0.1)
    with h5py.File(run.save(tmp_path / "damaged.h5"), "r+") as file:
        file["restart/checkpoint"][:] = 7
    with pytest.raises(gd.InputError, match="the checkpoint is damaged"):
        gd.resume(tmp_path / "damaged.h5", 0.2)
    with h5py.File(run.save(tmp_path / "run.h5"), "r+") as file:
        del file["restart"]
    with pytest.raises(gd.InputError, match=r"this run cannot continue.*no checkpoint"):
        gd.resume(tmp_path / "run.h5", 0.2)
    assert run.checkpoint is not None
    other = gd.simulate(gd.library("four-bar"), 0.01)
    other._checkpoint = run.checkpoint
    with pytest.raises(gd.InputError, match="belongs to another mechanism"):
        gd.resume(other, 0.2)
    with pytest.raises(gd.InputError, match="is not there"):
        gd.resume(tmp_path / "nothing.h5", 0.2)


@pytest.mark.parametrize(
    "change",
    [
        lambda kept: kept.pop("duration"),
        lambda kept: kept.pop("rtol"),
        lambda kept: kept.update(duration="x"),
        lambda kept: kept.update(duration=10**400),
        lambda kept: kept.update(stabilisation={"a": 1}),
        lambda kept: kept.update(output_step="1e-300"),
    ],
)
def test_settings_that_nobody_wrote_are_refused(change):
    result = gd.simulate(PENDULUM, 0.1)
    change(result.settings)
    with pytest.raises(gd.InputError, match="the settings of the run cannot be read"):
        gd.resume(result, 0.2)
