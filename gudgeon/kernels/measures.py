"""What Python asks of a state besides its derivative: coordinates of joints, largest speed, how
long an evaluation takes, and a restart where forces jumped between two calls.
"""

from math import sqrt

from .._base.descriptors import vector as vector_of
from .._base.jit import Compiled, Entry, Unit
from .addresses import load_system, load_work, vector
from .entry_points import EntryPoints, call
from .multibody.coordinates import joint_coordinate
from .multibody.kinematics import expand
from .records import COUPLED
from .state_layout import largest_speed
from .stepping.acceptance import last_values, project_and_evaluate
from .stepping_loops import load_run
from .tasks import ACCELERATIONS, POSITIONS


def _all_coordinates(system, work, y, n, out, m):
    there, scratch, values = load_system(system), load_work(work), vector(out, m)
    expand(there.setting[0], there.bodies, scratch.bodies, vector(y, n))
    coordinates = there.coordinates
    for c in range(m // 2):
        if coordinates[c].kind != COUPLED:
            values[2 * c], values[2 * c + 1] = joint_coordinate(
                coordinates, there.joints, scratch.bodies, c, 0.0
            )
    for c in range(m // 2):
        if coordinates[c].kind == COUPLED:
            a, b, ratio = coordinates[c].first, coordinates[c].second, coordinates[c].ratio
            for k in range(2):
                values[2 * c + k] = values[2 * a + k] - ratio * values[2 * b + k]
    return 0.0


def _max_speed(run, y, n):
    return largest_speed(load_run(run).record[0], vector(y, n))


def _evaluate_often(system, work, y, n, out, m, repeats):
    evaluate = load_system(system).setting[0].evaluate
    for _ in range(repeats):
        call(evaluate, system, work, 0.0, vector(y, n), vector(out, m), ACCELERATIONS)
    return 0.0


def _restart(system, work, run, f, m):
    there, peaks, run_tables = load_system(system), load_work(work).peaks, load_run(run)
    entry = EntryPoints(there.setting[0].evaluate, there.setting[0].observe, system, work)
    record, y, slopes = run_tables.record[0], run_tables.y, vector(f, m)
    project_and_evaluate(entry, record, record.t, y, slopes, POSITIONS)
    last_values(entry, record, y, slopes, peaks)
    record.speed = max(record.speed, sqrt(largest_speed(record, slopes) * record.length))
    record.turns = 0
    record.restart = 1
    return 0.0


def _functions() -> dict[str, Compiled]:
    entries = (ALL_COORDINATES, MAX_SPEED, EVALUATE_OFTEN, RESTART)
    return {entry.name: entry.compiled for entry in entries}


_UNIT = Unit("measures", (__name__,), (__name__,), _functions)
ALL_COORDINATES = Entry(_all_coordinates, "iipipi", unit=_UNIT)
MAX_SPEED = Entry(_max_speed, "ipi", unit=_UNIT)
EVALUATE_OFTEN = Entry(_evaluate_often, "iipipii", unit=_UNIT)
RESTART = Entry(_restart, "iiipi", unit=_UNIT)
"""Called with the addresses of system, work and run tables, of the derivative and its length: forces have
jumped at the state that the run has reached.
"""


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
