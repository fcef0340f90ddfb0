"""``gudgeon animate`` writes a file that plays."""

from pathlib import Path

import pytest
from PIL import Image

import gudgeon as gd
from tests.support.command_line import gudgeon


@pytest.fixture
def saved(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return gd.simulate(gd.library("pendulum"), 0.2).save(tmp_path / "run.h5")


def test_the_command_writes_beside_the_result(saved: Path) -> None:
    output = gudgeon("animate", "run.h5", "--seconds", "0.3", "--rate", "10").output
    assert "wrote run.gif" in output
    with Image.open(saved.with_suffix(".gif")) as picture:
        assert picture.n_frames == 3


def test_an_ending_that_is_not_known_is_refused(saved: Path) -> None:
    assert (
        "must be .gif, .mp4 or .webm"
        in gudgeon("animate", "run.h5", "--out", "x.avi", code=2).output
    )
