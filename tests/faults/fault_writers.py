"""Two runs that write to one file: one of them, whichever comes first, is left alone; the other
is refused in a sentence.
"""

import multiprocessing
import random
import time
from pathlib import Path

import gudgeon as gd
from tests.faults.campaign import Fault

REFUSED = "being written by another run"


def late(rng: random.Random, folder: Path) -> None:
    """A second run begins while the first one writes."""
    path, refused = folder / "run.h5", []

    def second(t, duration, statistics):
        if not refused and t > 0:
            try:
                gd.simulate(gd.library("pendulum"), 0.1, method="dop853", out=path)
            except gd.InputError as error:
                refused.append(str(error))

    first = gd.simulate(
        gd.library("pendulum"), rng.uniform(1, 3), method="dop853", out=path, progress=second
    )
    assert len(refused) == 1 and REFUSED in refused[0], refused
    assert first.status is gd.Status.COMPLETE and gd.load(path).rows == first.rows >= 1001


def _run(path: Path, delay: float, ready, ends) -> None:
    """Simulate to a file as soon as all are ready; the run lasts until the others have begun,
    too.
    """

    def wait(t, duration, statistics):
        if t >= duration:
            time.sleep(0.3)

    ready.wait()
    time.sleep(delay)
    try:
        ends.put(
            gd.simulate(
                gd.library("pendulum"), 1.0 + delay, method="dop853", out=path, progress=wait
            ).end
        )
    except gd.InputError as error:
        ends.put(str(error))


def at_once(rng: random.Random, folder: Path) -> None:
    """Several processes begin at the same moment, with or without an older result of that name;
    one of them writes.
    """
    path, fork = folder / "run.h5", multiprocessing.get_context("fork")
    if rng.random() < 0.5:
        gd.simulate(gd.library("pendulum"), 0.1, method="dop853", out=path)
    # that somebody reads it changes nothing
    older = gd.load(path) if path.exists() and rng.random() < 0.5 else None
    count = rng.randint(2, 4)
    ready, ends = fork.Barrier(count), fork.Queue()
    runs = [
        fork.Process(target=_run, args=(path, rng.uniform(0, 0.02), ready, ends))
        for _ in range(count)
    ]
    for process in runs:
        process.start()
    told = [ends.get(timeout=300) for _ in runs]
    for process in runs:
        process.join()
    written = [end for end in told if isinstance(end, float)]
    assert len(written) == 1 and all(
        REFUSED in message for message in told if isinstance(message, str)
    ), told
    result = gd.load(path)
    assert result.status is gd.Status.COMPLETE and result.on_grid.rows == 1001
    assert result.end == written[0]
    assert older is None or older.on_grid.rows == 1001
    assert [entry.name for entry in folder.iterdir()] == ["run.h5"]


FAULTS = [
    Fault("a second run to a file that is being written", late, short=1, long=20),
    Fault("several runs that begin with one file at once", at_once, short=2, long=50),
]
