"""Joint against Cartesian coordinates: one evaluation, and whole runs at the same tolerance, both in
turns; the best of several rounds.
"""

from functools import partial
from typing import Any

import gudgeon as gd
from gudgeon.assembly.kinematic_tree import on_tree
from gudgeon.model.library import four_bar_windows

from .alone import chain
from .clearance import Truth, own, sampled
from .clearance import in_turns as runs_in_turns
from .evaluation_time import in_turns
from .table import Row

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
RTOL: dict[str, Any] = {"rtol": 1e-8}  # where a run names none
RUNS: list[tuple[str, dict[str, str], float, dict[str, Any], float]] = [
    ("four-bar", {}, 2.0, {}, 2.0),
    ("four-bar", {"C": "clearance"}, 0.2, {}, 2.4),
    ("four-bar", {"C": "clearance-friction"}, 2.0, {"method": "adams", "rtol": 3e-6}, 6.0),
    ("triple-pendulum", {}, 4.0, {}, 2.0),
    ("spatial-slider-crank", {}, 5.0, {}, 2.0),
]


def evaluations() -> list[Row]:
    """Cost of an evaluation in Cartesian coordinates over that in joint coordinates."""
    rows, cost = [], {}
    for name, (mechanism, target) in MECHANISMS.items():
        assembly = gd.check_model(mechanism).assembly
        before, after = in_turns(assembly, on_tree(assembly))
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
    """Time of a run in Cartesian coordinates over that in joint coordinates at the same tolerance,
    with the errors of both; a contact that rests on its wall is also held there.
    """
    rows = []
    for name, fits, duration, settings, target in RUNS:
        mechanism, truth = gd.library(name, **fits), Truth(gd.library(name, **fits))
        run = partial(own, mechanism, times=sampled(duration), **RTOL | settings)
        ways: dict[str, dict[str, Any]] = {
            "Cartesian": {"coordinates": "cartesian"},
            "joint": {"coordinates": "joint"},
        }
        if HELD in fits.values():
            ways["joint, held"] = {"coordinates": "joint", "hold": True}
        found = runs_in_turns(*(partial(run, **options) for options in ways.values()))
        best = dict(zip(ways, found, strict=True))
        fit = "".join(f", {joint} {chosen}" for joint, chosen in fits.items())
        before, last = best.pop("Cartesian"), list(best)[-1]
        for way, after in best.items():
            ratio = before.seconds / after.seconds
            rows.append(
                Row(
                    f"{name}{fit}, {duration:g} s, Cartesian / {way}, "
                    f"{1e3 * before.seconds:.1f} / {1e3 * after.seconds:.1f} ms, "
                    f"{before.evaluations} / {after.evaluations} evaluations, "
                    f"error {truth.error(before):.0e} / {truth.error(after):.0e} m",
                    f"{ratio:.2f}",
                    f">= {target:g}" if way == last else "",
                    ratio >= target if way == last else None,
                )
            )
    return rows
