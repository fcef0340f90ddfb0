"""The kernels that are compiled once and called by address: the right-hand side and its observation.

Without this every integrator would contain, and compile, all the physics again. The kernels of elements are in joints/.
"""

from typing import NamedTuple

from .._base.function_pointers import entry_caller, entry_signature
from .._base.jit import Entry, jit
from .addresses import address, load_system, load_work, vector
from .multibody.equations import evaluate
from .output_row import observe
from .tasks import ACCELERATIONS

call = entry_caller()


class EntryPoints(NamedTuple):
    """What integrators and the stepping loop call of a mechanism: addresses of two kernels, of the system and of its work tables."""

    evaluate: int
    observe: int
    system: int
    work: int


def _evaluate(system, work, t, y, n, out, m, task):
    """Evaluate the right-hand side at the addresses of a system and its work tables."""
    return evaluate(load_system(system), load_work(work), (system, work), t, vector(y, n), vector(out, m), task)


def _observe(system, work, t, y, n, out, m, task):
    """Write an output row, or the watched quantities, from the addresses of a system and its work tables."""
    return observe(load_system(system), load_work(work), (system, work), t, vector(y, n), vector(out, m), task)


EVALUATE = Entry(_evaluate, entry_signature)
OBSERVE = Entry(_observe, entry_signature)


@jit
def evaluate_at(system, work, t, y, out, task):
    """Evaluate the right-hand side from Python."""
    return call(system.setting[0].evaluate, address(system), address(work), t, y, out, task)


@jit
def observe_at(system, work, t, y, out, task):
    """Observe the outcome of an evaluation from Python."""
    return call(system.setting[0].observe, address(system), address(work), t, y, out, task)


@jit
def evaluate_often(system, work, y, out, repeats):
    """Evaluate the right-hand side many times, to measure its speed."""
    s, w = address(system), address(work)
    for _ in range(repeats):
        call(system.setting[0].evaluate, s, w, 0.0, y, out, ACCELERATIONS)
