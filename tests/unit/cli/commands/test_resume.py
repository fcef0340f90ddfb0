"""The command ``resume``: a run in a file goes on."""

import numpy as np
import pytest

import gudgeon as gd
from tests.support.command_line import gudgeon


@pytest.fixture(autouse=True)
def folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_a_run_that_met_a_limit_goes_on_to_its_end(folder):
    gudgeon("run", "pendulum", "--duration", "0.2", "--out", "r.h5", "--max-steps", "4", code=1)
    assert gd.load("r.h5").status is gd.Status.TOO_MANY_STEPS
    shown = gudgeon("resume", "r.h5").output
    assert "r.h5" in shown
    whole = gd.simulate(gd.library("pendulum"), 0.2)
    assert np.array_equal(gd.load("r.h5")["ball.position"], whole["ball.position"])
    assert [path.name for path in folder.iterdir()] == ["r.h5"]


def test_a_complete_run_goes_on_into_another_file():
    gudgeon("run", "pendulum", "--duration", "0.1", "--out", "r.h5", "--quiet")
    assert (
        gudgeon("resume", "r.h5", "--duration", "200 ms", "--out", "s.h5", "--quiet").output == ""
    )
    assert gd.load("s.h5").t[-1] == 0.2 and gd.load("r.h5").t[-1] == 0.1
    assert "give a longer duration" in gudgeon("resume", "r.h5", code=2).stderr
    assert "is not there" in gudgeon("resume", "nothing.h5", code=2).stderr


def test_a_full_disk_leaves_the_file_as_it_was_and_says_where_the_rest_is(folder, monkeypatch):
    from gudgeon.results.hdf5 import Writer

    gudgeon("run", "pendulum", "--duration", "0.1", "--out", "r.h5", "--quiet")
    before = (folder / "r.h5").read_bytes()
    append, room = Writer.append, [1]  # blocks of rows: those of before, and no more

    def full(self, rows):
        room[0] -= 1
        if room[0] < 0:
            raise OSError(28, "No space left on device")
        append(self, rows)

    monkeypatch.setattr(Writer, "append", full)
    shown = gudgeon("resume", "r.h5", "--duration", "0.2", code=2)
    assert "r.h5 is as it was" in shown.output
    assert "What was computed until then is in r.resumed.h5." in shown.stderr
    assert (folder / "r.h5").read_bytes() == before
    room[0] = 0  # not even those of before
    (folder / "r.resumed.h5").unlink()
    shown = gudgeon("resume", "r.h5", "--duration", "0.2", code=2)
    assert "cannot write 'r.resumed.h5': No space left on device" in shown.stderr
    assert [path.name for path in folder.iterdir()] == ["r.h5"]
