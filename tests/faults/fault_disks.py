"""Disks that are full and files that may not grow, from a random moment on: no run and no sweep
takes it for success.
"""

import os
import random
import resource
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path

import numpy as np

import gudgeon as gd
from gudgeon import Status
from tests.faults.campaign import Fault, Impossible

MODELS = (
    ("pendulum", {}, 20.0),
    ("spatial-slider-crank", {}, 2.0),
    ("four-bar", {"C": "clearance-friction"}, 0.2),
)
DISK = 24_000_000  # size of a small disk [bytes]


@contextmanager
def small_disk(folder: Path) -> Iterator[Path]:
    """Mount a disk of DISK bytes; where that is not permitted, say so."""
    place = folder / "disk"
    place.mkdir()
    done = subprocess.run(
        ["mount", "-t", "tmpfs", "-o", f"size={DISK}", "tmpfs", place],
        capture_output=True,
        text=True,
    )
    if done.returncode:
        raise Impossible(
            f"no small disk can be mounted ({done.stderr.strip()}); the limit on the size of files "
            "stands for it"
        )
    try:
        yield place
    finally:
        subprocess.run(["umount", "--lazy", place], check=True)


class Filler:
    """Fills a disk, up to some bytes, when the run has come to a random time; ``empty`` makes
    room again.
    """

    def __init__(self, rng: random.Random, disk: Path) -> None:
        self.at, self.left, self.file = (
            rng.random(),
            int(10 ** rng.uniform(0, 6.9)),
            disk / "filler",
        )

    def __call__(self, t: float, duration: float, statistics: object = None) -> None:
        if t >= self.at * duration and not self.file.exists():
            about = os.statvfs(self.file.parent)
            with self.file.open("wb") as file:
                file.write(bytes(max(0, about.f_bavail * about.f_frsize - self.left)))

    def empty(self) -> None:
        self.file.unlink(missing_ok=True)


@contextmanager
def largest_file(size: int) -> Iterator[None]:
    """Let no file of this process grow beyond a size."""
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))


@cache
def whole(name: str, fits: tuple, duration: float, rows: int) -> gd.Result:
    """Return the run in memory."""
    return gd.simulate(gd.library(name, **dict(fits)), duration, output_step=duration / rows)


def check_run(rng: random.Random, path: Path, progress=None) -> None:
    """Run to a file that may fail at any moment: what is said is what is there, and what is
    there is right.
    """
    name, fits, duration = rng.choice(MODELS)
    rows = rng.choice((100, 1000, 20_000))
    expected = whole(name, tuple(fits.items()), duration, rows)
    try:
        result = gd.simulate(
            gd.library(name, **fits),
            duration,
            output_step=duration / rows,
            out=path,
            progress=progress,
            strict=False,
        )
    except gd.InputError as error:
        assert "cannot write" in str(error), error
        assert not path.exists()
        return
    assert result.status in (Status.COMPLETE, Status.OUTPUT_FAILED), result.message
    assert (result.status is Status.COMPLETE) == (
        result.rows == expected.rows and gd.load(path).status is Status.COMPLETE
    ), result.message
    for outcome in (result, gd.load(path)):
        for variable in outcome.layout.variables:
            assert np.array_equal(
                outcome.data[variable.name][:],
                expected.data[variable.name][: outcome.rows],
                equal_nan=True,
            ), variable.name


def full_disk_in_a_run(rng: random.Random, folder: Path) -> None:
    """The disk is full from some moment on."""
    with small_disk(folder) as disk:
        check_run(rng, disk / "run.h5", Filler(rng, disk))


def largest_file_in_a_run(rng: random.Random, folder: Path) -> None:
    """The file may not grow beyond a random size."""
    with largest_file(int(10 ** rng.uniform(3, 7))):
        check_run(rng, folder / "run.h5")


def check_sweep(folder: Path, keep: bool, fault, mended) -> None:
    """Sweep while ``fault`` holds, then again: exactly what was not kept is run again, and
    everything is there.
    """
    values = {"bodies.ball.mass": [1.0, 2.0, 3.0, 4.0, 5.0, 6.0]}
    options = {
        "duration": 2.0,
        "method": "dop853",
        "output_step": 1e-3,
        "measures": ["max bar.force.magnitude"],
        "workers": 2,
    }
    with fault:
        first = gd.sweep("pendulum", values, out=folder, keep=keep, **options)
    mended()
    done = {path.stem for path in folder.glob("*.json")}
    assert len(done) == 6 - len(first.unwritten), first
    assert [row == "output failed" for row in first.table["ended"]] == [
        k in first.unwritten for k in range(6)
    ]
    second = gd.sweep("pendulum", values, out=folder, keep=keep, **options)
    assert not second.failed and set(second.table["ended"]) == {"complete"}
    expected = gd.sweep("pendulum", values, **options)
    assert np.array_equal(second["max bar.force.magnitude"], expected["max bar.force.magnitude"])
    for k in range(6 if keep else 0):
        assert second.result(k).status is Status.COMPLETE and second.result(k).rows == 2001
    left = [path.name for path in folder.iterdir() if path.name != "filler"]
    assert len(left) == (12 if keep else 6), left


def largest_file_in_a_sweep(rng: random.Random, folder: Path) -> None:
    """Files may not grow beyond a random size."""
    check_sweep(
        folder, rng.random() < 0.7, largest_file(int(10 ** rng.uniform(1, 6))), lambda: None
    )


def full_disk_in_a_sweep(rng: random.Random, folder: Path) -> None:
    """The disk has a random room left."""
    with small_disk(folder) as disk:
        filler = Filler(rng, disk)
        filler.left = int(rng.uniform(0, 6e6))
        filler(1.0, 1.0)
        check_sweep(disk, rng.random() < 0.7, _nothing(), filler.empty)


@contextmanager
def _nothing() -> Iterator[None]:
    yield


FAULTS = [
    Fault("full disk in a run", full_disk_in_a_run, short=3, long=60),
    Fault("limit on the size of a file in a run", largest_file_in_a_run, short=3, long=100),
    Fault("full disk in a sweep", full_disk_in_a_sweep, short=1, long=20),
    Fault("limit on the size of a file in a sweep", largest_file_in_a_sweep, short=1, long=30),
]
