"""Joint against Cartesian coordinates: one evaluation, and whole runs at the same tolerance, both in
turns.
"""

from statistics import median
from typing import Any

import gudgeon as gd

from .alone import chain
from .table import Row

ROUNDS = 3
MECHANISMS: dict[str, tuple[gd.Mechanism, float]] = {  # and how many times cheaper an evaluation is
    "four-bar": (gd.library("four-bar"), 2.2),
    "four-bar with clearance": (gd.library("four-bar", C="clearance-friction"), 3.2),
    "Bricard's loop": (gd.library("bricard"), 4.0),
    "planar slider-crank with clearance": (gd.library("planar-slider-crank", C="clearance"), 4.5),
    "squeezer": (gd.library("andrews-squeezer"), 2.5),
    "chain of 10": (chain(10), 3.2),
    "chain of 10 000": (chain(10_000), 6.0),
}
RUNS: list[tuple[str, dict[str, str], float, dict[str, Any], float]] = [
    ("four-bar", {}, 2.0, {}, 2.0),
    ("four-bar", {"C": "clearance"}, 0.2, {}, 2.4),
    ("four-bar", {"C": "clearance-friction"}, 2.0, {"method": "adams", "rtol": 3e-6}, 6.0),
    ("triple-pendulum", {}, 4.0, {}, 2.0),
    ("spatial-slider-crank", {}, 5.0, {}, 2.0),
]


def evaluations() -> list[Row]:
    """Cost of an evaluation in Cartesian coordinates over that in joint coordinates."""
    from gudgeon.simulation.right_hand_side import time_right_hand_side

    rows, cost = [], {}
    for name, (mechanism, target) in MECHANISMS.items():
        repeats = max(20, 20_000 // len(mechanism.bodies))
        seconds: dict[str, list[float]] = {"cartesian": [], "joint": []}
        for _ in range(ROUNDS):
            for coordinates, times in seconds.items():
                times.append(time_right_hand_side(mechanism, repeats, coordinates))
        before, after = (median(times) for times in seconds.values())
        cost[name] = after / len(mechanism.bodies)
        rows.append(
            Row(
                f"{name}, evaluation, {1e9 * before:.0f} / {1e9 * after:.0f} ns",
                f"{before / after:.2f}",
                f">= {target:g}",
                before / after >= target,
            )
        )
    growth = cost["chain of 10 000"] / cost["chain of 10"]
    return [
        *rows,
        Row("  growth per body from 10 to 10 000", f"{growth:.2f}", "< 2.6", growth < 2.6),
    ]


def runs() -> list[Row]:
    """Time of a run in Cartesian coordinates over that in joint coordinates."""
    rows = []
    for name, fits, duration, settings, target in RUNS:
        mechanism = gd.library(name, **fits)
        seconds: dict[str, list[float]] = {"cartesian": [], "joint": []}
        for _ in range(ROUNDS + 1):  # the first warms up
            for coordinates, times in seconds.items():
                result = gd.simulate(mechanism, duration, coordinates=coordinates, **settings)
                times.append(result.statistics["wall_time"])
        before, after = (median(times[1:]) for times in seconds.values())
        fit = "".join(f", {joint} {chosen}" for joint, chosen in fits.items())
        rows.append(
            Row(
                f"{name}{fit}, {duration:g} s, {1e3 * before:.1f} / {1e3 * after:.1f} ms",
                f"{before / after:.2f}",
                f">= {target:g}",
                before / after >= target,
            )
        )
    return rows
