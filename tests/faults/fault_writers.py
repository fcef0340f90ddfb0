"""Two runs that write to one file: one of them, whichever comes first, is left alone; the other is refused in a sentence."""

import random
from pathlib import Path

from campaign import Fault

import gudgeon as gd


def late(rng: random.Random, folder: Path) -> None:
    """A second run begins while the first one writes."""
    path, refused = folder / "run.h5", []

    def second(t, duration, statistics):
        if not refused and t > 0:
            try:
                gd.simulate(gd.library("pendulum"), 0.1, method="dop853", out=path)
            except gd.InputError as error:
                refused.append(str(error))

    first = gd.simulate(gd.library("pendulum"), rng.uniform(1, 3), method="dop853", out=path, progress=second)
    assert len(refused) == 1 and "being written by another run" in refused[0], refused
    assert first.status is gd.Status.COMPLETE and gd.load(path).rows == first.rows == 1001


FAULTS = [Fault("a second run to a file that is being written", late, short=2, long=20)]
