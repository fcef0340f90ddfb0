"""The kernels that are compiled once and called by address: the right-hand side, its observation, imperfect joints.

Without this every integrator would contain, and compile, all the physics again.
"""

import numpy as np

from .._base.function_pointers import address_of, entry_caller, entry_signature, loader, vector_at
from .._base.jit import DISABLED, Entry, jit, typeof
from . import records as rec
from .joints.elements import VARIABLES as ELEMENT_VARIABLES
from .joints.elements import imperfect
from .multibody.equations import ACCELERATIONS, evaluate
from .output_row import VARIABLES as ROW_VARIABLES
from .output_row import observe
from .output_variables import columns_type
from .records import System, Work

VARIABLES = (*ROW_VARIABLES, *ELEMENT_VARIABLES)
"""The output variables that the kernels of the package write, in the order of their columns."""
COLUMNS = columns_type(VARIABLES)

EXAMPLE = System(
    *(rec.table(1, kind) for kind in (rec.SETTING, rec.BODY, rec.JOINT, rec.DRIVER, rec.FORCE, rec.CONTACT, rec.BUSHING, rec.FILM)),
    *(rec.table(1, kind) for kind in (rec.COORDINATE, rec.EVENT)), np.zeros(1), np.zeros((1, 7), np.int64),
    *(rec.table(1, kind) for kind in (COLUMNS, rec.WRITER)),
)  # fmt: skip
_table = np.zeros((1, 1))
EXAMPLE_WORK = Work(*[_table] * 7, np.zeros(1), np.zeros(1), *[_table] * 4, rec.table(1, rec.IMPACT), _table, np.zeros(1, np.int64))

load_system = loader(None if DISABLED else typeof(EXAMPLE))
load_work = loader(None if DISABLED else typeof(EXAMPLE_WORK))
address = address_of()
call = entry_caller()
vector = vector_at()


def _evaluate(system, work, t, y, n, out, m, task):
    """Evaluate the right-hand side at the addresses of a system and its work tables."""
    return evaluate(load_system(system), load_work(work), (system, work), t, vector(y, n), vector(out, m), task)


def _observe(system, work, t, y, n, out, m, task):
    """Write an output row, or the watched quantities, from the addresses of a system and its work tables."""
    return observe(load_system(system), load_work(work), (system, work), t, vector(y, n), vector(out, m), task)


def _imperfect(system, work, t, y, n, out, m, task):
    """Do the part of imperfect joints from the addresses of a system and its work tables."""
    return imperfect(load_system(system), load_work(work), t, vector(y, n), vector(out, m), task)


def _imperfect_plain(system, work, t, y, out, task):
    return imperfect(load_system(system), load_work(work), t, y, out, task)


def _evaluate_plain(system, work, t, y, out, task):
    return evaluate(load_system(system), load_work(work), (system, work), t, y, out, task)


def _observe_plain(system, work, t, y, row, task):
    return observe(load_system(system), load_work(work), (system, work), t, y, row, task)


EVALUATE = Entry(_evaluate_plain if DISABLED else _evaluate, entry_signature)
IMPERFECT = Entry(_imperfect_plain if DISABLED else _imperfect, entry_signature)
OBSERVE = Entry(_observe_plain if DISABLED else _observe, entry_signature)


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
