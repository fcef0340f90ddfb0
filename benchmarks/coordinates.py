"""Joint against Cartesian coordinates: one evaluation, and whole runs at the same tolerance, both in
turns; the best of several rounds.
"""

from typing import Any

import gudgeon as gd
from gudgeon.assembly.kinematic_tree import on_tree
from gudgeon.model.library import four_bar_windows

from .alone import chain
from .table import Row

ROUNDS = 3
HELD = "clearance-friction"  # the fit whose contact rests on its wall, and is held there
MECHANISMS: dict[str, tuple[gd.Mechanism, float]] = {  # and how many times cheaper an evaluation is
    "four-bar": (gd.library("four-bar"), 2.2),
    "four-bar with clearance": (gd.library("four-bar", C="clearance-friction"), 3.2),
    "Bricard's loop": (gd.library("bricard"), 4.0),
    "planar slider-crank with clearance": (gd.library("planar-slider-crank", C="clearance"), 4.5),
    "squeezer": (gd.library("andrews-squeezer"), 2.5),
    "row of 10 windows": (four_bar_windows(10), 1.0),
    "row of 100 windows": (four_bar_windows(100), 1.0),
    "chain of 10": (chain(10), 3.2),
    "chain of 100": (chain(100), 3.2),
    "chain of 1000": (chain(1000), 3.2),
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
        before, after = (min(times) for times in seconds.values())
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
    loops = cost["row of 100 windows"] / cost["row of 10 windows"]
    return [
        *rows,
        Row("  growth per body from 10 to 10 000", f"{growth:.2f}", "< 2.6", growth < 2.6),
        Row("  growth per body from 10 to 100 windows", f"{loops:.2f}", "< 1.3", loops < 1.3),
        memory(),
    ]


def memory() -> Row:
    """Records and work tables of a chain in joint coordinates."""
    count = 1000
    tree = on_tree(gd.check_model(chain(count)).assembly)
    size = sum(table.nbytes for tables in (tree.system, tree.work()) for table in tables) / count
    return Row("  memory per body of a chain, joint coordinates [kB]", f"{size / 1000:.1f}")


def runs() -> list[Row]:
    """Time of a run in Cartesian coordinates over that in joint coordinates, in which a contact that
    rests is held.
    """
    rows = []
    for name, fits, duration, settings, target in RUNS:
        mechanism = gd.library(name, **fits)
        seconds: dict[str, list[float]] = {"cartesian": [], "joint": []}
        for _ in range(ROUNDS + 1):  # the first warms up
            for coordinates, times in seconds.items():
                hold = coordinates == "joint" and HELD in fits.values()
                result = gd.simulate(
                    mechanism, duration, coordinates=coordinates, hold=hold, **settings
                )
                times.append(result.statistics["wall_time"])
        before, after = (min(times[1:]) for times in seconds.values())
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
