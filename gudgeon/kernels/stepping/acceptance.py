"""What happens when a step is accepted: memory of contacts, references of the error, step after
a change of contact, end of the run.
"""

from math import inf, nan, sqrt

from ..._base.jit import inline, part
from ..entry_points import call
from ..integrators.common.base import STIFF_POINTS, accept, derivative, error_norm
from ..records import (
    ACCUMULATED,
    EARLIER,
    EARLIER_AT,
    EVALUATIONS,
    HERE,
    LAST,
    LAST_AT,
    LAST_SLOPE,
    NONSTIFF,
    NOT_FINITE,
    NOW,
    ON,
    PERIODS,
    SAMPLED,
    SLOPE,
    START,
    STIFF,
    TOO_MANY_STEPS,
    VALUE,
)
from ..state_layout import largest_speed, move
from ..tasks import ACCELERATIONS, COMMIT, PEAKS, POSITIONS, SAMPLE

# of RUN.stiff or RUN.turns, makes method="auto" change to an implicit method
STIFF_THRESHOLD = 15 * STIFF_POINTS
# steps with the implicit method after which method="auto" looks whether it is still worth while
MAX_IMPLICIT_STEPS = 200
# steps after which it must have come farther, with its evaluations, than steps of one evaluation
# would have before; more where forces turn: first it must find its way between their branches
PROBE_STEPS, PATIENT_STEPS = 10, 60
# contacts that begin or end within ZENO_SHARE of the time so far are Zeno behaviour: they accumulate
ZENO_WINDOW = 10_000
ZENO_SHARE = 1e-5
# and so are contacts that all stay shallower than this part of the mechanism's size
ZENO_DEPTH = 1e-9
LEAST_STEP = 16 * 2.0**-52  # as part of the time reached: shorter steps are lost in rounding
# error of a first step into a contact, as part of the step times the force at its end; no method is
# worse
FIRST_CONTACT_ERROR = 1e-3


@part
def commit(entry, memory, run, y, breakpoints, system, work):
    """Make the trial step the current state: time, turns, contacts, speed reference, next step
    size; return how many contacts went on or off.
    """
    h, before = run.h_step, run.h
    near = run.t + h * (1.0 + 1e-10)
    if run.fixed == 0:
        run.time_to_separation = time_to_separation(run, system.contacts, work)
        run.h = accept(memory, run, run.error_now, h)
    run.rejected_last = 0
    run.pending = 0
    run.event_corrections = 0
    run.steps += 1
    for k in range(y.shape[0]):
        y[k] = memory.y_new[k]
        memory.f[k] = memory.f_new[k]
    if run.breakpoint < breakpoints.shape[0] and near >= breakpoints[run.breakpoint]:
        pass_breakpoints(run, breakpoints)
        run.restart = 1
        # the derivative just after the breakpoint
        project_and_evaluate(entry, run, run.t, y, memory.f, POSITIONS)
        last_values(entry, run, y, memory.error, work.peaks)
        # it may have been at rest
        run.speed = max(run.speed, sqrt(largest_speed(run, memory.f) * run.length))
    else:
        run.t = run.t_end if near >= run.t_end else run.t + h
        for k in range(work.peaks.shape[0]):
            peak = work.peaks[k]
            peak[EARLIER], peak[EARLIER_AT] = peak[LAST], peak[LAST_AT]
            peak[LAST], peak[LAST_AT] = peak[NOW], run.t
    grow_shortest_step(run)
    changes = int(call(entry.observe, entry.system, entry.work, run.t, y, memory.error, COMMIT))
    for c in range(work.last_watched.shape[0]):
        work.last_watched[c] = work.watched[c, VALUE]
        work.watched[c, LAST_SLOPE] = work.watched[c, SLOPE]
    jumps = int(run.event >= 0 and system.events[run.event].jump >= 1)
    if changes + jumps > 0:
        project_and_evaluate(entry, run, run.t, y, memory.f, POSITIONS)
        last_values(entry, run, y, memory.error, work.peaks)
        call(entry.observe, entry.system, entry.work, run.t, y, memory.error, SAMPLE)
        for c in range(work.last_watched.shape[0]):
            # of contacts that have just begun
            if jumps == 1 or work.last_watched[c] != work.last_watched[c]:
                work.last_watched[c] = work.watched[c, SAMPLED]
        run.restart = 1
        if run.fixed == 0 and changes > 0:
            step_after_contact_change(entry, memory, run, y, work, before)
        if (run.events + changes + jumps) // ZENO_WINDOW > run.events // ZENO_WINDOW:
            if run.t - run.t_zeno < ZENO_SHARE * run.t or chattering(run, work):
                run.status = ACCUMULATED
            run.t_zeno = run.t
        run.events += changes
    if run.restart == 1:  # forces may jump here
        run.turns = 0
    update_error_scales(run, y)
    check_termination(run, work.count[EVALUATIONS] - run.watching)
    return changes


@inline
def grow_shortest_step(run):
    """Let the shortest step grow with the time reached; seldom, since multistep methods like steps
    of one length.
    """
    if run.h_min < 0.5 * LEAST_STEP * run.t:
        run.h_min = LEAST_STEP * run.t
        if run.fixed == 0:
            run.h = max(run.h, run.h_min)


@inline
def pass_breakpoints(run, breakpoints):
    """Go on to the next breakpoint, and to those that differ from it by rounding alone: no step is
    so short.
    """
    run.t = breakpoints[run.breakpoint]
    run.breakpoint += 1
    while run.breakpoint < breakpoints.shape[0]:
        if breakpoints[run.breakpoint] > run.t * (1.0 + 1e-15):
            break
        run.t = breakpoints[run.breakpoint]
        run.breakpoint += 1


@part
def last_values(entry, run, y, scratch, peaks):
    """Take the values of quantities whose peaks are kept from the evaluation of the current state:
    forces may have jumped, so nothing is known of the step before.
    """
    call(entry.observe, entry.system, entry.work, run.t, y, scratch, PEAKS)
    for k in range(peaks.shape[0]):
        peaks[k, EARLIER] = nan
        peaks[k, LAST], peaks[k, LAST_AT] = peaks[k, HERE], run.t


@part
def project_and_evaluate(entry, run, t, y, f, task):
    """Project a state onto the constraints (POSITIONS, or PROJECT_IF_NEEDED) and write its
    derivative; return the residual left.
    """
    return call(
        entry.evaluate,
        entry.system,
        entry.work,
        t,
        y,
        f,
        task if run.project == 1 else ACCELERATIONS,
    )


@inline
def time_to_separation(run, contacts, work):
    """Return the time until the next contact ends, as its depth and rate at the end of the trial
    step tell.

    Where the force vanishes as t^(3/2) a step that ends the contact makes an error of some 1e-2
    (t/T)^(5/2) of the departure speed, T a third of the contact's duration: from where this is some
    ten tolerances on, the end need not be known.
    """
    ending, small = inf, 0.3 * (1000.0 * run.rtol) ** 0.4
    for k in range(contacts.shape[0]):
        delta, rate = work.watched[contacts[k].watch, VALUE], work.watched[contacts[k].watch, SLOPE]
        if (
            work.contacts[k, ON] == 1.0
            and rate < 0.0
            and -delta / rate > small * (run.t - work.contacts[k, START])
        ):
            ending = min(ending, -delta / rate)
    return ending


@part
def chattering(run, work):
    """Return whether the latest contact periods were so shallow that they are chatter."""
    deepest = 0.0
    for k in range(work.count[PERIODS]):
        deepest = max(deepest, work.periods[k].penetration)
    return work.count[PERIODS] >= 10 and deepest < ZENO_DEPTH * run.length


@part
def step_after_contact_change(entry, memory, run, y, work, before):
    """Choose the step after a change of contact: short where one begins, as before when all have
    ended.
    """
    begun, held = False, False
    for k in range(work.contacts.shape[0]):
        if work.contacts[k, ON] == 1.0 and work.contacts[k, START] == run.t:
            begun = True
        elif work.contacts[k, ON] == 1.0:
            held = True
    if begun and not held:
        run.h_free = before
    run.h = max(run.h, before if begun or held else 0.5 * run.h_free)
    if begun:
        run.h = first_step_into_contact(entry, memory, run, y, min(run.h, run.h_max))


@part
def first_step_into_contact(entry, memory, run, y, h):
    """Return the first step into a contact, at most h.

    The force grows from zero as a power of time, t^(3/2) after Hertz. No method has its order
    there, and no estimate of the error is to be trusted: it vanishes for some lengths of the step
    (with dop853 and Hertz at 0.58 of the time in which the force at its end would stop the
    approach). So the step is chosen by its error beforehand: a small part of the step times the
    change of the accelerations over it.
    """
    error, stage = memory.error, memory.stage
    for _ in range(20):
        for k in range(y.shape[0]):
            stage[k] = y[k] + h * memory.f[k]
        for k in range(run.n_v):
            error[k] = 0.5 * h * h * memory.f[run.n_q + k]
        move(run, y, error, stage)
        derivative(entry, run, run.t + h, stage, error)
        for k in range(y.shape[0]):
            change = h * (error[k] - memory.f[k])
            error[k] = change if k >= run.n_q and k < run.n_q + run.n_v else 0.0
        norm = FIRST_CONTACT_ERROR * error_norm(run, y, error)
        if norm <= 2.0 or h < 1e3 * run.h_min:
            break
        h *= max(0.01, 0.9 * norm**-0.4) if norm < inf else 0.01
    return h


@part
def update_error_scales(run, y):
    """Keep the largest bristle and speed so far, the references of the error norm."""
    for k in range(run.n_q + run.n_v, run.n_q + run.n_v + run.n_z, 3):
        run.bristle = max(run.bristle, sqrt(y[k] ** 2 + y[k + 1] ** 2 + y[k + 2] ** 2))
    run.speed = max(run.speed, largest_speed(run, y))


@part
def check_termination(run, evaluations):
    """Set the status of a run that ends here, or continues with another method; ``evaluations`` are
    those of its steps, without output.
    """
    stiff = run.stiff >= run.stiff_threshold or run.turns >= run.stiff_threshold
    run.stiff_steps += int(stiff and run.switch == 0)
    if not run.speed < 1e300:
        run.status = NOT_FINITE
    elif run.steps >= run.max_steps:
        run.status = TOO_MANY_STEPS
    elif run.switch == 1 and stiff:
        run.probe_steps = PROBE_STEPS if run.stiff >= run.stiff_threshold else PATIENT_STEPS
        run.status = STIFF
    elif run.switch == 2:
        run.implicit_steps += 1
        slow = run.implicit_steps == run.probe_steps and run.t - run.t_switch < run.h_switch * (
            evaluations - run.evals_switch
        )
        if slow or run.implicit_steps >= MAX_IMPLICIT_STEPS or run.restart == 1:
            run.stiff_threshold = 2 * run.stiff_threshold if slow else STIFF_THRESHOLD
            run.status = NONSTIFF
