"""Studies: the parameter study of [Marques2017] on one thread and on two, in turns.

Clearances x coefficients x friction models of the four-bar's loose ball joint. Each round runs the
whole sweep with one worker and with two, in alternating order; what counts is the median of the
rounds' ratios. The tables of both must be the same, bit by bit. Wall times, of everything:
describing, examining, running, measuring.
"""

import os
from statistics import median
from time import perf_counter

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
