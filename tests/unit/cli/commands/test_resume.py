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
