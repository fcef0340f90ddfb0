"""Studies: the parameter study of [Marques2017] on one thread and on two, in turns.

Clearances x coefficients x friction models of the four-bar's loose ball joint. Each round runs the
whole sweep with one worker and with two, in alternating order; what counts is the median of the
rounds' ratios. The tables of both must be the same, bit by bit. Wall times, of everything:
describing, examining, running, measuring.
"""

import os
import tempfile
from statistics import median
from time import perf_counter

import numpy as np

import gudgeon as gd

from .table import Row

ROUNDS = 3
DURATION = 2.0  # [s], as in the paper
STUDY = {
    "joints.C.fit": [
        "clearance-friction",
        "clearance-ambrosio",
        "clearance-piecewise-linear",
        "clearance-bengisu-akay",
    ],
    "joints.C.radial_clearance": ["0.05 mm", "0.1 mm", "0.2 mm", "0.4 mm"],
    "joints.C.fit.friction.mu_k": [0.05, 0.1],  # static friction of 0.15 stays above
}


def study(workers: int) -> tuple[float, gd.Sweep]:
    """Return how long the study takes [s], and what it gives."""
    begin = perf_counter()
    found = gd.sweep("four-bar", STUDY, duration=DURATION, workers=workers)
    return perf_counter() - begin, found


def sweep_threads() -> list[Row]:
    """How many times faster the study runs on two threads than on one."""
    if (os.cpu_count() or 1) < 2:
        return [Row("sweep of the four-bar on two threads", "one processor")]
    study(2)  # compiles the laws
    rounds = []
    for k in range(ROUNDS):
        times, tables = {}, {}
        for workers in (1, 2) if k % 2 == 0 else (2, 1):
            times[workers], found = study(workers)
            tables[workers] = repr([found.table[name].tolist() for name in found.table])
        if tables[1] != tables[2]:
            raise RuntimeError("the sweep depends on the number of threads")
        rounds.append(times)
    first, second = (median(times[workers] for times in rounds) for workers in (1, 2))
    gain = median(times[1] / times[2] for times in rounds)
    points = len(found)
    return [
        Row(
            f"four-bar, {points} points of {DURATION:g} s: fits x clearances x coefficients, one "
            "thread",
            f"{first:.3g} s",
        ),
        Row("the same, two threads", f"{second:.3g} s"),
        Row("  one thread / two threads", f"{gain:.3g}", ">= 1.8", gain >= 1.8),
    ]


# -- a cluster of this machine ---------------------------------------------------------------------

POINTS = int(os.environ.get("GUDGEON_STUDY_POINTS", "10000"))
SHORT = 0.1  # [s] of motion at each point


def scattered(count: int) -> dict[str, list[float]]:
    """Return clearances and coefficients of friction at random, the same each time."""
    generator = np.random.default_rng(0)
    return {
        "joints.C.radial_clearance": generator.uniform(1e-4, 3e-4, count).tolist(),
        "joints.C.fit.friction.mu_k": generator.uniform(0.05, 0.1, count).tolist(),
    }


def timed(count: int, **options) -> tuple[float, gd.Sweep]:  # type: ignore[no-untyped-def]
    """Return how long a study of the four-bar takes on some executor [s], and what it gives."""
    bar = gd.library("four-bar", C="clearance-friction")
    begin = perf_counter()
    found = gd.sweep(bar, scattered(count), paired=True, duration=SHORT, **options)
    return perf_counter() - begin, found


def cluster() -> list[Row]:
    """Many short runs on a Dask cluster of one worker and of two, and on threads; rows are the same
    everywhere, and a second call with the same folder runs nothing.
    """
    import distributed

    timed(8, workers=1)  # compiles the laws
    times: dict[str, float] = {}
    rows = {}
    times["threads"], found = timed(POINTS, workers=2)
    rows["threads"] = found._rows
    with tempfile.TemporaryDirectory() as folder:
        for workers in (1, 2):
            with (
                distributed.LocalCluster(
                    n_workers=workers, threads_per_worker=1, dashboard_address=None, silence_logs=50
                ) as local,
                distributed.Client(local) as client,
            ):
                timed(8 * workers, executor=client, workers=workers)  # warms the workers up
                out = folder if workers == 2 else None
                times[str(workers)], found = timed(
                    POINTS, executor=client, workers=workers, out=out
                )
                rows[str(workers)] = found._rows
        again, found = timed(POINTS, out=folder)
    if not rows["threads"] == rows["1"] == rows["2"] == found._rows:
        raise RuntimeError("rows depend on where they are made")
    gain, over = times["1"] / times["2"], times["2"] / times["threads"] - 1
    return [
        Row(f"four-bar, {POINTS} points of {SHORT:g} s, two threads", f"{times['threads']:.3g} s"),
        Row("the same on a Dask cluster of one worker", f"{times['1']:.3g} s"),
        Row("the same of two workers, written to a folder", f"{times['2']:.3g} s"),
        Row("  one worker / two workers", f"{gain:.3g}", ">= 1.7", gain >= 1.7),
        Row("  two workers over two threads", f"{100 * over:.3g} %", "< 5 %", over < 0.05),
        Row("  all of it read again from the folder", f"{again:.3g} s"),
    ]
