"""Result files that were damaged on the way: they are refused in a sentence, or what is read of
them can be used.

A process of its own reads them, because the HDF5 library may crash on what it did not write: that
counts as a failure too.
"""

import random
import subprocess
import sys
from functools import cache
from pathlib import Path

from tests.faults.campaign import Fault
from tests.faults.fault_cache import damaged

BATCH = 20  # files that one process reads
READ = """
import sys, warnings
import numpy as np
import gudgeon as gd
from gudgeon.results import summary
from gudgeon.report.page import page

warnings.simplefilter("ignore")
np.seterr(all="ignore")
for path in sys.argv[1:]:
    print(path, flush=True)
    try:
        result = gd.load(path)
        for name in result.channels():
            np.asarray(result.channel(name).values)
        summary.of_result(result)
        page(result)
        len(result.impacts)
    except gd.InputError as error:
        assert str(error).strip()
"""


@cache
def wholes() -> list[bytes]:
    """Return the files of two results, without and with contacts."""
    import tempfile

    from tests.support import clearance_results, synthetic_results

    with tempfile.TemporaryDirectory() as folder:
        return [
            made.save(Path(folder, "run.h5")).read_bytes()
            for made in (synthetic_results.result(60), clearance_results.result())
        ]


def harmed(content: bytes, rng: random.Random) -> bytes:
    """Return a file that was damaged in one place, or by a few single bits."""
    if rng.random() < 0.5:
        return damaged(content, rng)
    changed = bytearray(content)
    for _ in range(rng.choice([1, 3, 30])):
        changed[rng.randrange(len(changed))] ^= 1 << rng.randrange(8)
    return bytes(changed)


def damaged_results(rng: random.Random, folder: Path) -> None:
    """Damage and read some files."""
    paths = [folder / f"{k}.h5" for k in range(BATCH)]
    for path in paths:
        path.write_bytes(harmed(rng.choice(wholes()), rng))
    done = subprocess.run(
        [sys.executable, "-c", READ, *map(str, paths)], capture_output=True, text=True, timeout=300
    )
    assert done.returncode == 0, (
        f"{done.returncode} at {(done.stdout.split() or ['the start'])[-1]}: {done.stderr[-3000:]}"
    )


FAULTS = [Fault(f"{BATCH} damaged result files", damaged_results, short=1, long=15)]
