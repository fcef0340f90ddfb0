"""When contacts that rest on their wall are held (joints/held_contacts.py), and when they are
released.

A contact is held while the estimated error of doing so is small against the tolerance. Its measure
is that of the run (error_norm): a push along a contact changes the velocities of the whole mechanism,
and the norm of this change, per change of the penetration's rate, weighs

    the vibration that is dropped where a contact is held: what penetration and rate have beyond those
    at rest, |delta_dot - delta_s_dot| and omega |delta - delta_s|;
    the acceleration that a step neglects: h |delta_s_ddot| in the rate, half of it times h in the
    penetration, which counts as a position, and with the force as work.

The first may be a quarter of the tolerance, the second a half: it is no error of the course, for the
push that takes up the drift (below) is the impulse that was neglected. It counts as an error of the step: a step that exceeds
it is tried shorter, and once its steps are not clearly longer than those that follow the vibration
the contact is released, from the state before the step. So it is where the force falls towards zero,
where the curve of the law is steep, and where the load changes fast: the end of a contact is always
that of a contact that is followed, and located like any other. Held contacts are also released where
another contact begins or ends and where forces jump.

A contact is tried once its rate has been steady for some steps: three states in a row are evaluated
with the contact held, and a parabola through the penetrations at rest tells their course. If it
cannot be held it waits, each time twice as long.

What holding changes in a state is a push along the contact, friction included, as its missing force
would have been: of velocities so that the penetration has its rate at rest, of positions so that it
is the one at rest. The ledger has the work of these pushes.
"""

from math import inf, sqrt

from ..._base.jit import inline, noinline, part
from ..entry_points import call
from ..integrators.common.base import derivative, error_norm, reject
from ..joints.contact_forces import HELD_POINTS
from ..joints.held_contacts import IMPOSED, can_hold
from ..records import (
    ATTEMPT,
    CALM,
    CURVATURE,
    DEPTH,
    DEPTH_AT,
    DEPTH_BEFORE,
    DEPTH_BEFORE_AT,
    DEPTH_RATE,
    EXCESS,
    EXCESS_RATE,
    HELD,
    HELD_MOST,
    HOLDING,
    LOAD,
    LOAD_TRIAL,
    MEAN_RATE,
    MOBILITY,
    NORM,
    ON,
    PAUSE,
    POINTS,
    PUSHED,
    RATE,
    SLOPE,
    STIFFNESS,
    UNSOLVED,
    VALUE,
)
from ..state_layout import move, normalise
from ..tasks import END_OF_STEP, POSITIONS
from .acceptance import last_values, project_and_evaluate

DROPPED = 0.25  # of the tolerance: vibration that is dropped where a contact is held
NEGLECTED = 0.5  # likewise: acceleration of its penetration that a step neglects
DRIFT = 0.1  # likewise: how far penetration and rate may drift from those at rest
CALM_STEPS = 12  # with a steady rate, before a contact is tried
MEMORY = 8  # steps over which the mean of the rate is taken
NEGLIGIBLE_WORK = (
    1e-3  # of the tolerance: a change of positions whose work is not worth an evaluation
)
LONGEST_PAUSE = 200  # steps
LONGER = 4.0  # times the time 1/omega of a contact: shorter steps can follow it as well
FOLLOWING = 0.3  # of that time: the first step after a contact was released
LOAD_CHANGE = 0.5  # part to which the force may fall in a step; it may rise to one over that
TOO_LONG = 2.0  # error of a step that is too long, whatever its estimated error
LASTING = 50  # steps: a contact that was held for longer need not wait before it is tried again


@part
def holds(entry, memory, run, y, system, work):
    """Return whether contacts may be held over the trial step; otherwise propose a shorter one, or
    release them, at the state before the step.
    """
    error = model_error(run, work)
    if error <= 1.0:
        run.model_error = error
        return True
    run.rejected += 1
    run.rejected_last = 1
    run.event_corrections = 0
    shorter = run.h_step * max(0.1, 0.8 / error)
    if shorter * lowest_frequency(work) > LONGER:
        run.h = min(reject(memory, run, error, run.h_step), shorter)
    else:
        release(entry, memory, run, y, system, work)
    return False


@noinline
def model_error(run, work):
    """Return the estimated error that holding contacts makes in the trial step, relative to what
    is allowed. Where no forces hold them, or forces change too much, the step is too long.
    """
    contacts, largest = work.contacts, 0.0
    for k in range(contacts.shape[0]):
        if contacts[k, HELD] == 0.0:
            continue
        force, before = contacts[k, LOAD_TRIAL], contacts[k, LOAD]
        if not (force > LOAD_CHANGE * before and LOAD_CHANGE * force < before):
            largest = max(largest, TOO_LONG)
        change = abs(contacts[k, CURVATURE]) * run.h_step
        error = relative_error(run, contacts, k, 0.5 * change * run.h_step, change) / NEGLECTED
        largest = max(largest, error if error >= 0.0 else TOO_LONG)
    return largest if work.count[UNSOLVED] == 0 else max(largest, TOO_LONG)


@inline
def relative_error(run, contacts, k, way, change):
    """Return the error, relative to the tolerances, that a penetration and its rate are wrong by
    so much: of velocities, of positions, and of the work of the force that holds it.
    """
    norm = contacts[k, NORM]
    of_motion = norm * max(abs(change), abs(way) * run.speed / run.length)
    of_work = contacts[k, LOAD] * abs(way) / (run.atol * run.mass * run.speed * run.speed)
    return max(of_motion, of_work)


@part
def lowest_frequency(work):
    """Return the lowest frequency of a held contact [1/s]."""
    lowest = inf
    for k in range(work.contacts.shape[0]):
        if work.contacts[k, HELD] == 1.0:
            lowest = min(lowest, frequency(work.contacts, k))
    return lowest


@inline
def frequency(contacts, k):
    """Return the frequency of a contact [1/s]; zero where it has none."""
    square = contacts[k, STIFFNESS] * contacts[k, MOBILITY]
    return sqrt(square) if square > 0.0 else 0.0


@noinline
def update_holding(entry, memory, run, y, system, work):
    """After a step has been accepted: release contacts where forces may jump, keep the others at
    rest, and hold those that have come to rest.
    """
    contacts, watched = work.contacts, work.watched
    if work.count[HOLDING] > 0:
        run.held_steps += 1
        run.held_time += run.h_step
        run.h = min(run.h, 0.9 * run.h_step / max(run.model_error, 1e-3))
        drifted, idle = False, run.h_step * lowest_frequency(work) < LONGER / 2
        for k in range(contacts.shape[0]):
            if contacts[k, HELD] == 1.0:
                c = system.contacts[k].watch
                contacts[k, LOAD] = contacts[k, LOAD_TRIAL]
                note_point(contacts, k, run.t, watched[c, VALUE], watched[c, SLOPE])
                excess = relative_error(
                    run, contacts, k, contacts[k, EXCESS], contacts[k, EXCESS_RATE]
                )
                drifted = drifted or excess > DRIFT
            idle = idle and not 0.0 < contacts[k, POINTS] * contacts[k, HELD] < LASTING
        if run.restart == 1 or idle:
            release(entry, memory, run, y, system, work)
        elif drifted:
            bring_to_rest(entry, memory, run, y, system, work)
            evaluate_again(entry, memory, run, y, system, work)
    elif run.restart == 1:
        for k in range(contacts.shape[0]):
            contacts[k, CALM] = min(contacts[k, CALM], 0.0)
    if run.restart == 0:
        for k in range(contacts.shape[0]):
            if is_calm(run, system, work, k):
                try_to_hold(entry, memory, run, y, system, work, k)


@inline
def note_point(contacts, k, t, depth, rate):
    """Add a point to the course of a contact at rest."""
    contacts[k, DEPTH_BEFORE], contacts[k, DEPTH_BEFORE_AT] = (
        contacts[k, DEPTH],
        contacts[k, DEPTH_AT],
    )
    contacts[k, DEPTH], contacts[k, DEPTH_AT], contacts[k, DEPTH_RATE] = depth, t, rate
    contacts[k, POINTS] += 1.0


@part
def is_calm(run, system, work, k):
    """Return whether a contact that is followed may be tried: its rate has been steady for some
    steps.
    """
    contacts = work.contacts
    if contacts[k, ON] == 0.0 or not can_hold(system.contacts[k], k):
        contacts[k, CALM] = contacts[k, MEAN_RATE] = contacts[k, PAUSE] = 0.0
        return False
    if contacts[k, HELD] == 1.0:
        return False
    deviation = contacts[k, RATE] - contacts[k, MEAN_RATE]
    contacts[k, MEAN_RATE] += deviation / MEMORY
    if abs(deviation) <= run.atol * run.speed or contacts[k, CALM] < 0.0:
        contacts[k, CALM] += 1.0
    else:
        contacts[k, CALM] = 0.0
    if contacts[k, CALM] < CALM_STEPS:
        contacts[k, POINTS] = 0.0
    return contacts[k, CALM] >= CALM_STEPS and work.count[HOLDING] < HELD_MOST


@noinline
def try_to_hold(entry, memory, run, y, system, work, k):
    """Evaluate the current state as if a contact were held; with the third such state in a row,
    hold it or back off.
    """
    contacts, c = work.contacts, system.contacts[k].watch
    if contacts[k, POINTS] == 0.0:
        contacts[k, DEPTH], contacts[k, DEPTH_RATE] = work.last_watched[c], contacts[k, MEAN_RATE]
        contacts[k, DEPTH_AT] = run.t
        contacts[k, LOAD] = contacts[k, LOAD_TRIAL]
    contacts[k, HELD] = 1.0
    work.count[HOLDING] += 1
    work.count[UNSOLVED] = 0
    observe_held(entry, memory, run, y, memory.stage)
    contacts[k, LOAD] = contacts[k, LOAD_TRIAL]
    rate = work.watched[c, SLOPE]
    note_point(contacts, k, run.t, work.watched[c, VALUE], contacts[k, MEAN_RATE])
    if contacts[k, POINTS] >= HELD_POINTS and may_hold(entry, memory, run, y, work, k):
        run.holds += 1
        contacts[k, CALM], contacts[k, DEPTH_RATE] = 0.0, rate
        bring_to_rest(entry, memory, run, y, system, work)
        evaluate_again(entry, memory, run, y, system, work)
        run.restart = 1
        return
    contacts[k, HELD] = 0.0
    work.count[HOLDING] -= 1
    if contacts[k, POINTS] >= HELD_POINTS or not contacts[k, LOAD] > 0.0:
        back_off(contacts, k)


@inline
def back_off(contacts, k):
    """Wait before a contact is tried again, each time twice as long (exponential back-off)."""
    contacts[k, PAUSE] = min(max(2.0 * contacts[k, PAUSE], CALM_STEPS), LONGEST_PAUSE)
    contacts[k, CALM] = -contacts[k, PAUSE]
    contacts[k, POINTS] = 0.0


@part
def may_hold(entry, memory, run, y, work, k):
    """Return whether a contact may be held from the current state on, which was evaluated with it
    held: what is dropped and what is neglected are small against the tolerance.
    """
    contacts = work.contacts
    omega, mobility = frequency(contacts, k), contacts[k, MOBILITY]
    if not (contacts[k, LOAD] > 0.0 and omega > 0.0) or work.count[UNSOLVED] > 0:
        return False
    response_to_force(entry, memory, run, y, work, k, memory.stage, memory.error)
    contacts[k, NORM] = error_norm(run, y, memory.error) / mobility
    dropped = max(abs(contacts[k, EXCESS_RATE]), omega * abs(contacts[k, EXCESS]))
    neglected = abs(contacts[k, CURVATURE]) * LONGER / omega
    norm = contacts[k, NORM]
    return norm * dropped <= DROPPED and norm * neglected <= NEGLECTED


@inline
def observe_held(entry, memory, run, y, f):
    """Evaluate the current state, and observe what its held contacts have beyond their course at
    rest.
    """
    derivative(entry, run, run.t, y, f)
    call(entry.observe, entry.system, entry.work, run.t, y, memory.error, END_OF_STEP)


@noinline
def response_to_force(entry, memory, run, y, work, k, f, out):
    """Write the change of the derivative f of the current state per unit of the force of a held
    contact, velocities only: all other forces are those of the last evaluation.
    """
    force = work.contacts[k, PUSHED]
    work.contacts[k, PUSHED] = 2.0 * force
    work.count[ATTEMPT] = IMPOSED
    derivative(entry, run, run.t, y, out)
    work.count[ATTEMPT] = 0
    work.contacts[k, PUSHED] = force
    for c in range(y.shape[0]):
        moving = c >= run.n_q and c < run.n_q + run.n_v
        out[c] = (out[c] - f[c]) / force if moving else 0.0


@noinline
def bring_to_rest(entry, memory, run, y, system, work):
    """Push the current state so that all held contacts have penetration and rate at rest."""
    contacts = work.contacts
    for k in range(contacts.shape[0]):
        if contacts[k, HELD] == 0.0:
            continue
        observe_held(entry, memory, run, y, memory.stage)
        force, mobility = contacts[k, PUSHED], contacts[k, MOBILITY]
        shift, rate = contacts[k, EXCESS], contacts[k, EXCESS_RATE]
        friction_power = 0.0
        if system.contacts[k].friction_ledger >= 0:
            friction_power = work.power[system.contacts[k].friction_ledger] / force
        response_to_force(entry, memory, run, y, work, k, memory.stage, memory.error)
        push = rate / mobility
        for c in range(run.n_v):
            memory.stage[c] = memory.error[run.n_q + c] * shift / mobility
        if relative_error(run, contacts, k, shift, 0.0) > NEGLIGIBLE_WORK:
            add_works(entry, memory, run, y, system, work)
        move(run, y, memory.stage, y)
        normalise(run, y)
        for c in range(run.n_q, run.n_q + run.n_v):
            y[c] += push * memory.error[c]
        first = run.n_q + run.n_v + run.n_z
        y[first + system.contacts[k].ledger] += (
            push * (contacts[k, DEPTH_RATE] + 0.5 * rate) - force * shift
        )
        if system.contacts[k].friction_ledger >= 0:
            y[first + system.contacts[k].friction_ledger] += push * friction_power


@noinline
def add_works(entry, memory, run, y, system, work):
    """Add to the ledger what loads and dampers do while positions change as if the numbers in
    ``memory.stage``, before its ledger of the current state, were velocities for a unit of time.
    """
    trial, works = memory.y_new, system.setting[0].works - system.drivers.shape[0]
    for c in range(y.shape[0]):
        trial[c] = y[c]
    for c in range(run.n_v):
        trial[run.n_q + c] += memory.stage[c]
    work.count[ATTEMPT] = IMPOSED
    derivative(entry, run, run.t, trial, memory.f_new)
    work.count[ATTEMPT] = 0
    first = run.n_q + run.n_v + run.n_z
    for c in range(first, first + works):
        y[c] += memory.f_new[c] - memory.stage[c]


@noinline
def evaluate_again(entry, memory, run, y, system, work):
    """Evaluate the current state, which has been changed, and keep what the next step refers to."""
    project_and_evaluate(entry, run, run.t, y, memory.f, POSITIONS)
    call(entry.observe, entry.system, entry.work, run.t, y, memory.error, END_OF_STEP)
    for c in range(work.last_watched.shape[0]):
        work.last_watched[c] = work.watched[c, VALUE]
    for k in range(work.contacts.shape[0]):
        work.contacts[k, RATE] = work.watched[system.contacts[k].watch, SLOPE]
    last_values(entry, run, y, memory.error, work.peaks)


@noinline
def release(entry, memory, run, y, system, work):
    """Follow all contacts again, from penetration and rate at rest."""
    contacts = work.contacts
    bring_to_rest(entry, memory, run, y, system, work)
    run.h = min(run.h, FOLLOWING / max(lowest_frequency(work), 1e-300))
    for k in range(contacts.shape[0]):
        if contacts[k, HELD] == 1.0:
            contacts[k, HELD] = 0.0
            contacts[k, MEAN_RATE] = contacts[k, DEPTH_RATE]
            if contacts[k, POINTS] > LASTING and run.h_step * frequency(contacts, k) > LONGER:
                contacts[k, CALM] = contacts[k, PAUSE] = contacts[k, POINTS] = 0.0
            else:
                back_off(contacts, k)
    work.count[HOLDING] = 0
    evaluate_again(entry, memory, run, y, system, work)
    run.restart = 1
