"""Checkpoints that somebody made up: a run goes on from them or refuses them in a sentence, and
never reads or writes beyond its tables.

A process of its own goes on from them, since a place beyond a table may end it.
"""

import random
import subprocess
import sys
from pathlib import Path

from tests.faults.campaign import Fault

BATCH = 30  # checkpoints that one process goes on from
RESUME = """
import random, sys, warnings
import numpy as np
import gudgeon as gd
from gudgeon.simulation.checkpoint import Checkpoint, from_bytes

warnings.simplefilter("ignore")
np.seterr(all="ignore")
WORDS = (-1, -(2**40), 2**40, 10**6, -(10**6), 7, 0x7FF0000000000000, -(2**63))
NUMBERS = (np.nan, np.inf, -1e300, -1.0, 1e9, 0.0)
FACTS = (None, -1, 2**70, "adams", ["nothing"], [], {}, 1e400, True)

rng = random.Random(sys.argv[1])
method = rng.choice(["auto", "adams", "bdf", "dop853", "radau", "tsit5"])
mechanism = gd.library("planar-slider-crank", C="clearance-friction")
result = gd.simulate(
    mechanism, 0.002, method=method, coordinates=rng.choice(["cartesian", "joint"]),
    hold=rng.random() < 0.5, output="grid",
)
whole = from_bytes(result.checkpoint)
for k in range(int(sys.argv[2])):
    tables = {name: table.copy() for name, table in whole.tables.items()}
    facts = dict(whole.facts)
    if rng.random() < 0.1:
        where = rng.choice([*facts])
        facts[where] = rng.choice(FACTS)
    elif rng.random() < 0.1:
        where = rng.choice([*tables])
        tables[where] = rng.choice([tables[where][:0], np.zeros(3), np.zeros((2, 2), np.uint8)])
    else:
        known = [name for name in tables if tables[name].size]
        where = "run" if rng.random() < 0.5 else rng.choice(known)
        flat = tables[where].reshape(-1)
        flat = flat[: flat.size // 8 * 8].view(np.int64) if flat.dtype == np.uint8 else flat
        place = rng.randrange(flat.size)
        flat[place] = rng.choice(NUMBERS if flat.dtype == float else WORDS)
        where = where, place, flat[place]
    print(method, where, flush=True)
    result._checkpoint = Checkpoint(tables, facts).to_bytes()
    try:
        gd.resume(result, 0.003, max_steps=2000, max_wall_time=10, strict=False)
    except gd.InputError as error:
        assert str(error).strip()
"""


def forged_checkpoints(rng: random.Random, folder: Path) -> None:
    """Make up some checkpoints of a run and go on from each."""
    done = subprocess.run(
        [sys.executable, "-c", RESUME, str(rng.random()), str(BATCH)],
        cwd=folder,
        capture_output=True,
        text=True,
        timeout=600,
    )
    last = (done.stdout.splitlines() or [""])[-1]
    assert done.returncode == 0, f"{done.returncode} after {last}: {done.stderr[-2000:]}"


FAULTS = [Fault("checkpoints that somebody made up", forged_checkpoints, short=1, long=30)]
