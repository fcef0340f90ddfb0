"""The kernels of joint coordinates that are called by address, as those of Cartesian coordinates
are (../entry_points.py); compiled only where they are used.
"""

from ..._base.function_pointers import entry_signature
from ..._base.jit import Entry
from ..addresses import load_system, load_work, vector
from .equations import evaluate_tree as evaluate
from .observation import observe_tree as observe


def _evaluate_tree(system, work, t, y, n, out, m, task):
    """Evaluate the right-hand side at the addresses of a system and its work tables."""
    return evaluate(
        load_system(system), load_work(work), (system, work), t, vector(y, n), vector(out, m), task
    )


def _observe_tree(system, work, t, y, n, out, m, task):
    """Observe the outcome of an evaluation."""
    return observe(
        load_system(system), load_work(work), (system, work), t, vector(y, n), vector(out, m), task
    )


EVALUATE_TREE = Entry(_evaluate_tree, entry_signature)
OBSERVE_TREE = Entry(_observe_tree, entry_signature)
