"""Moving pictures play: their frames, their length, what is refused."""

import json
import shutil
import subprocess
import sys
from itertools import pairwise
from pathlib import Path
from types import ModuleType

import numpy as np
import pytest
from PIL import Image

import gudgeon as gd
from gudgeon.report import animation
from gudgeon.report.animation import animate
from tests.support import synthetic_results

SHORT = {"seconds": 0.5, "rate": 10, "size": (320, 200)}


@pytest.fixture(scope="module")
def loose() -> gd.Result:
    return gd.simulate(gd.library("planar-slider-crank", C="clearance"), 0.004)


def test_a_gif_plays_for_as_long_as_was_asked_for(loose: gd.Result, tmp_path: Path) -> None:
    path = animate(loose, tmp_path / "run.gif", **SHORT)
    with Image.open(path) as picture:
        assert (picture.n_frames, picture.size) == (5, (320, 200))
        assert picture.info["duration"] == 100
        frames = []
        for k in range(picture.n_frames):
            picture.seek(k)
            frames.append(np.asarray(picture.convert("RGB")))
    assert len(np.unique(frames[0])) > 10  # something is seen, and it moves
    assert all(not np.array_equal(a, b) for a, b in pairwise(frames))


def test_several_runs_stand_below_each_other(loose: gd.Result, tmp_path: Path) -> None:
    ideal = gd.simulate(gd.library("planar-slider-crank"), 0.004)
    path = animate({"loose": loose, "ideal": ideal}, tmp_path / "both.gif", end=0.002, **SHORT)
    assert path.stat().st_size > 1000


@pytest.mark.parametrize("name", ["four-bar", "governor", "triple-pendulum", "bricard"])
def test_mechanisms_in_space_and_without_gaps_move_too(name: str, tmp_path: Path) -> None:
    run = gd.simulate(gd.library(name), max_steps=40, strict=False)
    assert animate(run, tmp_path / "x.gif", seconds=0.2, rate=10, size=(200, 120)).exists()


@pytest.mark.skipif(shutil.which("ffprobe") is None, reason="no ffmpeg here")
@pytest.mark.parametrize(("ending", "codec"), [(".mp4", "h264"), (".webm", "vp9")])
def test_a_video_has_its_frames_in_colours_that_every_player_knows(
    ending: str, codec: str, loose: gd.Result, tmp_path: Path
) -> None:
    path = animate(loose, tmp_path / f"run{ending}", **SHORT)
    wanted = "stream=codec_name,width,height,pix_fmt,r_frame_rate,nb_read_frames"
    command = ["ffprobe", "-v", "error", "-count_frames", "-show_entries", wanted, "-of", "json"]
    told = subprocess.run([*command, path], capture_output=True, text=True, check=True).stdout
    (stream,) = json.loads(told)["streams"]
    assert stream == {
        "codec_name": codec, "width": 320, "height": 200, "pix_fmt": "yuv420p",
        "r_frame_rate": "10/1", "nb_read_frames": "5",
    }  # fmt: skip


def test_the_ffmpeg_of_a_package_serves_where_the_system_has_none(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(shutil, "which", lambda _: None)
    package = ModuleType("imageio_ffmpeg")
    package.get_ffmpeg_exe = lambda: "/there/ffmpeg"  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, "imageio_ffmpeg", package)
    assert animation._ffmpeg() == "/there/ffmpeg"


def test_what_ffmpeg_refuses_is_told(
    loose: gd.Result, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    broken = tmp_path / "ffmpeg"
    broken.write_text("#!/bin/sh\necho no such encoder >&2\nexit 1\n")
    broken.chmod(0o755)
    monkeypatch.setattr(animation, "_ffmpeg", lambda: str(broken))
    with pytest.raises(gd.InputError, match="could not make the video: no such encoder"):
        animate(loose, tmp_path / "run.mp4", **SHORT)
    assert not (tmp_path / "run.mp4").exists()


def test_what_cannot_be_written_is_told(
    loose: gd.Result, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with pytest.raises(gd.InputError, match=r"must be \.gif, \.mp4 or \.webm"):
        animate(loose, tmp_path / "run.avi")
    with pytest.raises(gd.InputError, match="lasts from 0 to"):
        animate(loose, tmp_path / "run.gif", start=1.0)
    with pytest.raises(gd.InputError, match="at least one"):
        animate({}, tmp_path / "run.gif")
    with pytest.raises(gd.InputError, match="fewer than two rows"):
        animate(synthetic_results.result(1), tmp_path / "run.gif")
    with pytest.raises(gd.InputError, match="seconds"):
        animate(loose, tmp_path / "run.gif", seconds=-1)
    monkeypatch.setattr(shutil, "which", lambda _: None)
    monkeypatch.setitem(sys.modules, "imageio_ffmpeg", None)
    with pytest.raises(gd.InputError, match="needs the program ffmpeg"):
        animate(loose, tmp_path / "run.mp4")


def test_the_picture_of_the_readme_is_small() -> None:
    picture = Path(__file__).parents[3] / "docs" / "figures" / "slider-crank.gif"
    assert 100_000 < picture.stat().st_size < 3_000_000
