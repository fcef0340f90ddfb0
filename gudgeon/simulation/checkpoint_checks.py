"""What a checkpoint says is checked before kernels, which trust it, continue from it: a file may come
from anybody. Places in tables lie within these tables, times within the run.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from importlib import import_module
from math import inf, isfinite, nan
from typing import TYPE_CHECKING, Any

import numpy as np

from ..kernels import integrators
from ..kernels import records as rec
from .start_phase import facts_are_valid as start_is_sound

if TYPE_CHECKING:
    from .runner import Runner

KEPT_METHODS = 3  # names of methods in a checkpoint: of more, the second and the first are in turns
MOST_CHANGES = 1_000_000  # of the method
MOST_CORRECTIONS = 100  # of a step to an event, and of forces that hold contacts


def facts_are_valid(facts: Mapping[str, Any], rows: int, periods: int) -> bool:
    """Return whether what a checkpoint tells in words and numbers can be of a run that has written
    so many rows and contact periods.
    """
    memories, methods = facts.get("memories", []), facts.get("methods", [])
    most = {"rows": rows, "periods": periods, "changes": MOST_CHANGES}
    times = [facts.get(key, nan) for key in ("wall_time", "compile_time")]
    return (
        _are_methods(memories)
        and _are_methods(methods)
        and all(name in memories for name in (*methods, facts.get("method")))
        and all(type(facts.get(key)) is int and 0 <= facts[key] <= most[key] for key in most)
        and (facts["changes"] == len(methods) or facts["changes"] > len(methods) == KEPT_METHODS)
        and all(type(time) in (int, float) and 0 <= time < inf for time in times)
        and start_is_sound(facts.get("start"))
    )


def is_valid(runner: Runner, holder: int, ahead: Any = None) -> bool:
    """Return whether a run that has taken its tables from a checkpoint can continue; ``holder`` is the
    element, counted from 1, that holds contacts. One that is driven from outside has no end, but a
    time, the second of those ``ahead``, to which it was asked to go.
    """
    end = float(ahead[1]) if ahead is not None else runner.settings.duration
    run = runner.run_record[0]
    t, h, h_step = (float(run[name]) for name in ("t", "h", "h_step"))
    return (
        0 <= t <= end < inf
        and 0 <= h < inf
        and isfinite(h_step)
        and 0 < float(run["h_min"]) < inf
        and runner.memory is runner.memories[runner.methods[-1]]
        and int(runner.work.count[rec.HOLDER]) == holder
        and start_is_sound(runner.start.facts, runner.start.count)
        and all(low <= int(place) <= high for place, low, high in _places(runner))
        and all(_within(values, high) for values, high in _kept_places(runner))
    )


def _are_methods(given: Any) -> bool:
    return (
        isinstance(given, list)
        and 0 < len(given) <= len(integrators.METHODS)
        and all(isinstance(name, str) and name in integrators.METHODS for name in given)
    )


def _places(runner: Runner) -> Iterator[tuple[Any, int, int]]:
    """Yield the numbers by which the stepping loop finds something in a table, with the least and
    the greatest that there is.
    """
    run, count, tables = runner.run_record[0], runner.work.count, runner.tables
    watched, peaks = len(runner.work.last_watched), len(tables.peak_times)
    yield run["row"], 0, len(runner.block)
    yield count[rec.PERIODS], 0, len(runner.work.periods)
    yield run["event"], -1, len(runner.system.events) - 1
    yield run["event_watch"], 0, max(watched - 1, 0)
    yield run["event_corrections"], 0, MOST_CORRECTIONS if watched else 0
    yield run["peaks"], 0, peaks
    yield run["peak"], 0, peaks
    yield run["breakpoint"], 0, len(tables.breakpoints)
    yield run["near_stop"], 0, 1
    yield run["order"], 0, _max_order(runner.methods[-1])
    yield run["status"], 0, rec.NEAR_END
    yield run["reason"], 0, rec.NEAR_END
    most = rec.HELD_MOST if run["hold"] else 0
    yield count[rec.HOLDING], 0, most
    yield count[rec.ATTEMPT], -1, most + MOST_CORRECTIONS


def _kept_places(runner: Runner) -> Iterator[tuple[np.ndarray, int]]:
    """Yield the whole numbers that methods keep, with the greatest: rows that were exchanged in a
    matrix, orders, counts of what stands in tables as long as the greatest order and two.
    """
    for method, kept in runner.memories.items():
        for table in kept:
            if not isinstance(table, np.ndarray):
                continue
            if table.dtype.names is None:
                if table.dtype.kind == "i":
                    yield table, max(len(table) - 1, 0)
                continue
            for name, more in (("order", 0), ("count", 2)):
                if name in table.dtype.names:
                    yield table[name], _max_order(method) + more


def _max_order(method: str) -> int:
    """Return the greatest order of a method with variable order; of any other, the greatest that
    one may have left.
    """
    found = import_module(f"{integrators.__name__}.{method}")
    return int(getattr(found, "MAX_ORDER", 12))


def _within(values: np.ndarray, high: int) -> bool:
    return bool(np.all((values >= 0) & (values <= high)))
