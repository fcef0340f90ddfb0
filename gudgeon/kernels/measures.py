"""What Python asks of a state besides its derivative: coordinates of joints, largest speed, and
how long an evaluation takes.
"""

from .._base.descriptors import vector as vector_of
from .._base.jit import Compiled, Entry, Unit
from .addresses import load_system, load_work, vector
from .entry_points import call
from .multibody.coordinates import coordinate_value
from .multibody.kinematics import expand
from .state_layout import largest_speed
from .stepping_loops import load_run
from .tasks import ACCELERATIONS


def _all_coordinates(system, work, y, n, out, m):
    there, scratch, values = load_system(system), load_work(work), vector(out, m)
    expand(there.setting[0], there.bodies, scratch.bodies, vector(y, n))
    for c in range(m // 2):
        values[2 * c], values[2 * c + 1] = coordinate_value(
            there.coordinates, there.joints, scratch.bodies, c, 0.0
        )
    return 0.0


def _max_speed(run, y, n):
    return largest_speed(load_run(run).record[0], vector(y, n))


def _evaluate_often(system, work, y, n, out, m, repeats):
    evaluate = load_system(system).setting[0].evaluate
    for _ in range(repeats):
        call(evaluate, system, work, 0.0, vector(y, n), vector(out, m), ACCELERATIONS)
    return 0.0


def _functions() -> dict[str, Compiled]:
    return {entry.name: entry.compiled for entry in (ALL_COORDINATES, MAX_SPEED, EVALUATE_OFTEN)}


_UNIT = Unit("measures", (__name__,), (__name__,), _functions)
ALL_COORDINATES = Entry(_all_coordinates, "iipipi", unit=_UNIT)
MAX_SPEED = Entry(_max_speed, "ipi", unit=_UNIT)
EVALUATE_OFTEN = Entry(_evaluate_often, "iipipii", unit=_UNIT)


def all_coordinates(system, work, y, out):
    """Write value and rate of every joint coordinate of a state; angles within one turn."""
    ALL_COORDINATES(system.address, work.address, *vector_of(y), *vector_of(out.reshape(-1)))


def max_speed(run, y):
    """Return the largest speed of a body; for a derivative of the state the largest
    acceleration.
    """
    return MAX_SPEED(run.address, *vector_of(y))


def evaluate_often(system, work, y, out, repeats):
    """Evaluate the right-hand side many times, to measure its speed."""
    EVALUATE_OFTEN(system.address, work.address, *vector_of(y), *vector_of(out), repeats)
