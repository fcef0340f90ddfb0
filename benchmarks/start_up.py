"""How long a user waits: first run ever, later runs, and the help text."""

import os
import subprocess
import sys
import tempfile
from pathlib import Path
from time import perf_counter

from .table import Row


def command(*arguments: str, cache: str, folder: str) -> tuple[float, float]:
    """Return how long a command takes, from the shell's point of view, and the processor time
    that it needs [s].
    """
    program = Path(sys.executable).with_name("gudgeon")
    environment = {**os.environ, "GUDGEON_CACHE_DIR": cache, "MPLCONFIGDIR": cache}
    begin, used = perf_counter(), processor_time()
    done = subprocess.run(
        [program, *arguments], cwd=folder, env=environment, capture_output=True, text=True
    )
    if done.returncode:
        raise RuntimeError(f"gudgeon {' '.join(arguments)} failed:\n{done.stderr}")
    return perf_counter() - begin, processor_time() - used


def processor_time() -> float:
    """Return what all child processes have used so far [s]."""
    times = os.times()
    return times.children_user + times.children_system


def start_up() -> list[Row]:
    """Time the demo with an empty cache, then with a full one, and the help text."""
    with tempfile.TemporaryDirectory() as folder:
        cache = str(Path(folder) / "cache")
        demo = ("run", "spatial-slider-crank", "--out", "demo.h5", "--plots", "pictures")
        first = command(*demo, cache=cache, folder=folder)
        bare = ("run", "spatial-slider-crank", "--out", "bare.h5")
        warm = sorted(command(*bare, cache=cache, folder=folder) for _ in range(5))[2]
        command("--help", cache=cache, folder=folder)
        help_ = sorted(command("--help", cache=cache, folder=folder) for _ in range(5))[2]
    return [
        row("first run ever of the demo, empty cache", first, 30),
        row("later run of the same mechanism, start to result", warm, 2),
        row("gudgeon --help", help_, 0.4),
    ]


def clearance() -> list[Row]:
    """Time a first run with a loose joint, with an empty cache, then later ones."""
    loose = (
        "run",
        "four-bar",
        "--set",
        "joints.C.fit=clearance-friction",
        "--duration",
        "0.2",
        "--out",
        "loose.h5",
    )
    with tempfile.TemporaryDirectory() as folder:
        cache = str(Path(folder) / "cache")
        first = command(*loose, cache=cache, folder=folder)
        warm = sorted(command(*loose, cache=cache, folder=folder) for _ in range(5))[2]
    return [
        row("first run ever of a mechanism with clearance, empty cache", first, 30),
        row("later run of the same mechanism with clearance, 0.2 s", warm, 2),
    ]


def row(what: str, times: tuple[float, float], target: float) -> Row:
    """Return the line of one measurement; on a busy machine the processor time says more."""
    seconds, processor = times
    return Row(
        f"{what} (processor time {processor:.2f} s)",
        f"{seconds:.2f} s",
        f"< {target:g} s",
        seconds < target,
    )
