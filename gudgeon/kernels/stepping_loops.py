"""The stepping loop of each method: compiled apart, because it contains the method, and called
by its address.
"""

from functools import cache
from typing import Any, NamedTuple

import numpy as np

from .._base.descriptors import tables
from .._base.function_pointers import loader
from .._base.jit import Compiled, Entry, Unit
from . import records as rec
from .addresses import load_system, load_work
from .integrators import Size, memory
from .stepping.loop import advance


@tables
class RunTables(NamedTuple):
    """What a run reads and writes besides the mechanism and the memory of its method."""

    record: np.ndarray  # RUN
    y: np.ndarray  # state
    times: np.ndarray  # of output rows [s]
    breakpoints: np.ndarray  # times that must be step boundaries [s]
    block: np.ndarray  # output rows
    peak_times: np.ndarray  # of the peaks in the trial step [s]


load_run = loader(
    RunTables(
        rec.table(1, rec.RUN), np.zeros(1), np.zeros(1), np.zeros(1), np.zeros((1, 1)), np.zeros(1)
    )
)


@cache
def stepping_loop(method: str) -> Entry:
    """Return the entry ``loop(system, work, memory, run)`` of a method; all four are addresses
    of tuples of arrays.
    """
    load_memory = loader(memory(method, Size(1)))

    def loop(system, work, memory, run):
        tables = load_run(run)
        where = (system, work)
        advance(
            load_system(system), load_work(work), where, load_memory(memory),
            tables.record, tables.y, tables.times, tables.breakpoints, tables.block,
            tables.peak_times,
        )  # fmt: skip
        return 0.0

    def functions() -> dict[str, Compiled]:
        return {name: entry.compiled}

    name = f"advance_{method}"
    unit = Unit(
        name,
        (__name__, stepping_loop.__name__, method),
        (__name__, f"{__package__}.integrators.{method}"),
        functions,
    )
    entry = Entry(loop, "iiii", unit=unit, name=name)
    return entry


def run_loop(method: str, system: Any, work: Any, memory: Any, run: RunTables) -> None:
    """Step on with a method, until its loop returns."""
    stepping_loop(method)(system.address, work.address, memory.address, run.address)
