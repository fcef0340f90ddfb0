"""The kernels that are compiled once and called by address: the right-hand side and its
observation.

Without this every integrator would contain, and compile, all the physics again. The kernels of
elements are in joints/.
"""

from typing import NamedTuple

from .._base.descriptors import vector as vector_of
from .._base.function_pointers import entry_caller, entry_signature
from .._base.jit import Entry, called
from .addresses import load_system, load_work, vector
from .multibody.equations import evaluate
from .output_row import observe

call = entry_caller()


class EntryPoints(NamedTuple):
    """What integrators and the stepping loop call of a mechanism: addresses of two kernels, of
    the system and of its work tables.
    """

    evaluate: int
    observe: int
    system: int
    work: int


def _evaluate(system, work, t, y, n, out, m, task):
    """Evaluate the right-hand side at the addresses of a system and its work tables."""
    return evaluate(
        load_system(system), load_work(work), (system, work), t, vector(y, n), vector(out, m), task
    )


def _observe(system, work, t, y, n, out, m, task):
    """Write an output row, or the watched quantities, from the addresses of a system and its
    work tables.
    """
    return observe(
        load_system(system), load_work(work), (system, work), t, vector(y, n), vector(out, m), task
    )


EVALUATE = Entry(_evaluate, entry_signature)
OBSERVE = Entry(_observe, entry_signature)


def evaluate_at(system, work, t, y, out, task):
    """Evaluate the right-hand side from Python, in the coordinates of the system."""
    return _call_from_python("evaluate", system, work, t, y, out, task)


def observe_at(system, work, t, y, out, task):
    """Observe the outcome of an evaluation from Python."""
    return _call_from_python("observe", system, work, t, y, out, task)


def _call_from_python(kernel, system, work, t, y, out, task):
    entry = called(int(system.setting[0][kernel]), entry_signature)
    return entry(system.address, work.address, t, *vector_of(y), *vector_of(out), task)
