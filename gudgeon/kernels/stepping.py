"""The stepping loop: tries steps, asks the physics, locates events, writes output, and returns to Python now and then.

What a method does is in integrators/; what a mechanism does is behind two addresses (entry_points.py). A step goes through
attempt -> projection and derivative -> error estimate -> objection of the physics -> events -> output -> commit.
Nothing that survives a step changes before commit.
"""

from math import inf, nan, sqrt

import numpy as np

from .._base.jit import inline, jit, part
from .entry_points import address, call
from .integrators.base import STIFF_POINTS, accept, attempt, derivative, error_norm, estimate, interpolate, prepare, reject
from .integrators.newton import move
from .joints.contact_history import cubic_maximum
from .joints.elements import COMMIT, END_OF_STEP, ROW, SAMPLE
from .multibody.equations import ACCELERATIONS, POSITIONS, PROJECT_IF_NEEDED
from .multibody.kinematics import normalise
from .records import (
    ACCUMULATED,
    CANNOT_PROJECT,
    COMPLETE,
    DEEPEST,
    DEFLECTION_RATE,
    EVALUATIONS,
    LAST,
    NEAR,
    NEWTON_FAILED,
    NONSTIFF,
    NOT_FINITE,
    ON,
    PERIODS,
    RATE,
    RUNNING,
    SAMPLED,
    SLOPE,
    START,
    STEP_TOO_SMALL,
    STIFF,
    STOPPED,
    TOO_MANY_STEPS,
    VALUE,
)  # fmt: skip

NOTHING, DUE, INSIDE, END = range(4)  # which output row is written in a turn of the loop
MAX_ROTATION = 2.5  # [rad] in one step, well below half a turn, so that turns can be counted
STIFF_THRESHOLD = 15 * STIFF_POINTS  # of RUN.stiff, makes method="auto" change to an implicit method
MAX_IMPLICIT_STEPS = 200  # steps with the implicit method after which method="auto" looks whether it is still worth while
PROBE_STEPS = 10  # steps after which it must have come farther, with its evaluations, than steps of one evaluation would have before
SINGULAR_TRIES = 3, 20  # steps of other lengths that are tried near a singular position before less will do, before they shrink
SINGULAR_TOLERANCE = 3e-6  # relative error of a step that is accepted there: rounding is magnified
MAX_CONSTRAINT_RESIDUAL = 1e-6  # constraint residual, relative to the size, that projection must reach
ZENO_WINDOW = 10_000  # contacts that begin or end within ZENO_SHARE of the whole run are Zeno behaviour: they accumulate
ZENO_SHARE = 1e-5
ZENO_DEPTH = 1e-9  # and so are contacts that all stay shallower than this part of the mechanism's size
DIFFERENCE_SPAN = 1e-3  # part of a step over which the rate of a watched quantity is found by finite differences
PENETRATION_TOLERANCE = 1e-13  # [m] or [rad]: penetrations are located to a hundredth of this
FIRST_CONTACT_ERROR = 1e-3  # error of a first step into a contact, as part of the step times the force at its end; no method is worse


@jit
def advance(system, work, memory, run_record, y, times, breakpoints, block):
    """Step until the end, an event, a failure, a full block of output rows, or until the evaluation budget is spent."""
    run = run_record[0]
    count, events, room = work.count, system.events, work.periods.shape[0] - work.contacts.shape[0]
    entry = (system.setting[0].evaluate, address(system), address(work), system.setting[0].observe)
    if run.status == RUNNING and run.steps == 0 and run.fixed == 0 and starts_touching(run, work):
        run.h = first_step_into_contact(entry, memory, run, y, min(run.h, run.h_max))
    while run.status == RUNNING and count[EVALUATIONS] < run.budget and run.row < block.shape[0] and count[PERIODS] <= room:
        due = times[run.output] if run.output < times.shape[0] else inf
        show = NOTHING
        if run.pending == 0:
            if due <= run.t:
                show = DUE
            elif run.t >= run.t_end:
                run.status = COMPLETE
            elif choose_step(run, breakpoints) and step(entry, memory, run, y, count):
                run.pending = 1
                crossed = False
                if run.event_corrections > 0:
                    correct_event_step(run, work.watched)
                else:
                    run.event = -1
                    crossed = crosses_event(events, work.last_watched, work.watched) or changes_contact(run, system.contacts, work)
                if run.pending == 1 and (crossed or due < run.t + run.h_step):
                    prepare(memory, entry, run, y, run.h_step)
                if crossed:
                    locate_event(entry, memory, run, y, system, work)
        elif due < run.t + run.h_step:
            interpolate(memory, y, run.h_step, (due - run.t) / run.h_step, memory.stage)
            normalise(run, memory.stage)
            show = INSIDE
        else:
            commit(entry, memory, run, y, breakpoints, system, work)
            if run.event >= 0:
                run.restart = 1
                run.events += 1
                if events[run.event].stop == 1:
                    run.status = STOPPED
                    show = END
        if show == DUE or show == END:
            for k in range(y.shape[0]):
                memory.stage[k] = y[k]
        if show != NOTHING:
            write_output(entry, run, run.t if show == END else due, memory, block)
            run.output += show != END


@inline
def starts_touching(run, work):
    """Return whether bodies touch at the start of the run, and no more than touch."""
    for k in range(work.contacts.shape[0]):
        if work.contacts[k, ON] == 1.0 and work.contacts[k, DEEPEST] <= run.zero_depth:
            return True
    return False


@inline
def choose_step(run, breakpoints):
    """Set the trial step: the proposed one, shortened to land on the next breakpoint or on the end; False if it is too small."""
    goal = run.t_end
    run.t_limit = inf
    if run.breakpoint < breakpoints.shape[0] and breakpoints[run.breakpoint] <= goal:
        goal = breakpoints[run.breakpoint]
        run.t_limit = np.nextafter(goal, -inf)
    h = min(run.h, run.h_max)
    left = goal - run.t
    if run.event_corrections > 0:
        h = run.h_step
    elif h >= left * (1.0 - 1e-10):
        h = left
    elif h < run.h_min:
        run.status = run.reason if run.switch != 2 else NONSTIFF
    elif run.fixed == 0 and 2.0 * h > left:
        h = 0.5 * left
    run.h_step = h
    return run.status == RUNNING


@part
def project_and_evaluate(entry, run, t, y, f, task):
    """Project a state onto the constraints (POSITIONS, or PROJECT_IF_NEEDED) and write its derivative; return the residual left."""
    return call(entry[0], entry[1], entry[2], t, y, f, task if run.project == 1 else ACCELERATIONS)


@part
def step(entry, memory, run, y, count):
    """Take the trial step; return whether it was good enough, otherwise propose a shorter one."""
    h, t = run.h_step, min(run.t + run.h_step, run.t_limit)  # before the breakpoint, if it ends there
    norm, before, objection = -1.0, count[NEAR], False
    run.reason = NEWTON_FAILED
    if attempt(memory, entry, run, y, h):
        normalise(run, memory.y_new)
        # where a contact begins or ends it is always projected: closing the joints afterwards would move it across zero penetration
        task = PROJECT_IF_NEEDED if run.event_corrections == 0 else POSITIONS
        residual = project_and_evaluate(entry, run, t, memory.y_new, memory.f_new, task)
        norm = estimate(memory, run, y, h)
        run.reason = STEP_TOO_SMALL if norm >= 0.0 else NOT_FINITE
        if run.project == 1 and not residual <= MAX_CONSTRAINT_RESIDUAL:  # closing the joints may have gone to infinity
            norm, run.reason = nan, CANNOT_PROJECT if residual > MAX_CONSTRAINT_RESIDUAL else NOT_FINITE
        rotation = call(entry[3], entry[1], entry[2], t, memory.y_new, memory.f_new, END_OF_STEP)
        objection = rotation > MAX_ROTATION  # turns could not be counted
        if objection and norm >= 0.0:
            norm = 1e3
    near = count[NEAR] != before
    if near and not objection and norm > 1.0 and norm * run.rtol < SINGULAR_TOLERANCE and run.singular_rejections >= SINGULAR_TRIES[0]:
        norm = 1.0
        run.relaxed += 1
    located = run.event_corrections > 0 and h > 1e3 * run.h_min
    if (run.fixed == 1 or (run.event_corrections > 0 and not located)) and norm >= 0.0:
        norm = min(norm, 1.0)
    if norm >= 0.0 and norm <= 1.0:
        run.error_now = norm
        run.singular_rejections = 0
        return True
    if run.fixed == 1:
        run.status = run.reason
    run.rejected += 1
    run.rejected_last = 1
    run.event_corrections = 0
    run.h = 0.5 * h if located and norm > 1.0 else reject(memory, run, norm, h)
    if near and run.singular_rejections < SINGULAR_TRIES[1]:  # a stage fell too close to a singular position: any other step passes it
        run.singular_rejections += 1
        run.h = max(run.h, 0.77 * h)
    return False


@part
def write_output(entry, run, t, memory, block):
    """Write one output row for the state in memory.stage, moved onto the constraints first; the run goes on as if nobody had asked."""
    project_and_evaluate(entry, run, t, memory.stage, memory.error, POSITIONS)
    run.residual = max(run.residual, call(entry[3], entry[1], entry[2], t, memory.stage, block[run.row], ROW))
    run.row += 1


# -- events --------------------------------------------------------------------------------------------------------


@part
def correct_event_step(run, watched):
    """Measure by how much the trial step missed its event, and correct its length, at most ``event_corrections`` times."""
    miss, rate = watched[run.event_watch, VALUE] - run.event_value, watched[run.event_watch, SLOPE]
    if not abs(rate) >= 0.0:
        rate = run.event_rate
    run.event_corrections -= 1
    if not (abs(miss) > 0.01 * run.event_tolerance and abs(miss) <= 0.5 * run.h_step * abs(rate)):
        run.event_corrections = 0
    if run.event_corrections > 0:
        run.h_step = max(run.h_step - miss / rate, run.h_min)
        run.pending = 0


@part
def crosses_event(events, last_watched, watched):
    """Return whether the trial step crosses an event."""
    for k in range(events.shape[0]):
        after = watched[events[k].watch, VALUE] - events[k].value
        if crosses(events[k], departure(events[k], last_watched), after):
            return True
    return False


@inline
def departure(event, last_watched):
    """Return how far beyond its value a watched quantity is at the start of the step; one that starts from where forces jump is on the
    side to which it moves."""
    before = last_watched[event.watch] - event.value
    if event.jump == 1 and abs(before) <= event.near:
        rate = last_watched[event.watch + DEFLECTION_RATE]
        before = 2.0 * event.near if rate > 0.0 else (-2.0 * event.near if rate < 0.0 else 0.0)
    return before


@inline
def crosses(event, before, after):
    """Return whether a watched quantity crosses its value in the right direction; not if it starts from there. Where forces jump it must
    clearly go beyond: it may have started from there."""
    if event.jump == 1 and abs(after) <= event.near:
        return False
    return abs(before) > event.near and before * after <= 0.0 and event.direction * (after - before) >= 0.0


@part
def changes_contact(run, contacts, work):
    """Return whether a contact begins or ends in the trial step, at its end or, as far as values and rates tell, inside.

    With the papers' rule, a step that ends too deep is sent back with the length at which a straight line meets the wall.
    """
    for k in range(contacts.shape[0]):
        c = contacts[k].watch
        way = 1.0 if work.contacts[k, ON] == 0.0 else -1.0
        before, after = way * work.last_watched[c], way * work.watched[c, VALUE]
        if run.reject_penetration == 1:
            if way > 0.0 and after > run.penetration_tolerance and run.h_step > 4.0 * run.h_min:
                run.pending = 0
                run.rejected += 1
                run.rejected_last = 1
                run.h = run.h_step * max(0.1, min(0.9, -before / (after - before)))
                return False
        elif has_changed_side(run, before, after):
            return True
        else:
            slope, slope_after = way * work.contacts[k, RATE] * run.h_step, way * work.watched[c, SLOPE] * run.h_step
            if slope > 0.0 and slope_after < 0.0:
                top = cubic_maximum(before, after, slope, slope_after)[1]
                if top + 0.1 * (top - max(before, after)) > 0.0:
                    return True
    return False


@inline
def has_changed_side(run, before, after):
    """Return whether a contact that ends the step at ``after`` has changed its side; one that starts at zero must clearly leave it."""
    return after > (0.0 if before < -run.zero_depth else 2.0 * run.zero_depth)


@part
def locate_event(entry, memory, run, y, system, work):
    """Shorten the trial step to the first event or change of contact inside it, located on the dense output.

    The step is then taken again, and corrected twice by what the dense output was wrong.
    """
    first = 2.0
    events, last_watched, watched = system.events, work.last_watched, work.watched
    for k in range(events.shape[0]):
        c, value = events[k].watch, events[k].value
        before, after = departure(events[k], last_watched), watched[c, VALUE] - value
        if crosses(events[k], before, after):
            theta = find_root(entry, memory, run, y, watched, c, value, 0.0, before, 1.0, after)
            if theta < first:
                first, run.event, run.event_watch, run.event_value, run.event_tolerance = theta, k, c, value, events[k].near
                a, b = max(theta - DIFFERENCE_SPAN, 0.0), min(theta + DIFFERENCE_SPAN, 1.0)
                rise = sample(entry, memory, run, y, watched, c, b) - sample(entry, memory, run, y, watched, c, a)
                run.event_rate = rise / ((b - a) * run.h_step)
    for k in range(system.contacts.shape[0]):
        theta, level = locate_contact_change(entry, memory, run, y, system.contacts[k].watch, work, k)
        if theta < first:
            first, run.event, run.event_watch = theta, -1, system.contacts[k].watch
            run.event_value, run.event_tolerance = level, PENETRATION_TOLERANCE
    if first <= 1.0:
        run.h_step = max(first * run.h_step, run.h_min)
        run.event_corrections = 3
        run.pending = 0


@part
def locate_contact_change(entry, memory, run, y, c, work, k):
    """Return where in the step (0 to 1) a contact begins or ends, 2 for nowhere, and the penetration to aim at."""
    way = 1.0 if work.contacts[k, ON] == 0.0 else -1.0
    before, after, b = way * work.last_watched[c], way * work.watched[c, VALUE], 1.0
    if not has_changed_side(run, before, after):
        slope, slope_after = way * work.contacts[k, RATE] * run.h_step, way * work.watched[c, SLOPE] * run.h_step
        if slope <= 0.0 or slope_after >= 0.0:
            return 2.0, 0.0
        b = cubic_maximum(before, after, slope, slope_after)[0]
        after = way * sample(entry, memory, run, y, work.watched, c, b)
        if not has_changed_side(run, before, after):
            return 2.0, 0.0
    a, level = 0.0, 0.0
    if before >= -run.zero_depth:  # it starts at zero: search from where it has left, if it leaves; otherwise where it is clearly beyond
        slope = way * work.contacts[k, RATE] * run.h_step
        a = min(0.5 * b, -4.0 * run.zero_depth / slope) if slope < 0.0 else 0.0
        start = way * sample(entry, memory, run, y, work.watched, c, a)
        if start < 0.0:
            before = start
        else:
            a, level = 0.0, 2.0 * way * run.zero_depth
    return find_root(entry, memory, run, y, work.watched, c, level, a, way * before - level, b, way * after - level), level


@part
def sample(entry, memory, run, y, watched, c, theta):
    """Return a watched quantity inside the trial step, from the dense output."""
    interpolate(memory, y, run.h_step, theta, memory.stage)
    call(entry[3], entry[1], entry[2], run.t + theta * run.h_step, memory.stage, memory.error, SAMPLE)
    return watched[c, SAMPLED]


@part
def find_root(entry, memory, run, y, watched, c, value, a, g_a, b, g_b):
    """Return where in the step (0 to 1) a quantity crosses a value between a and b: Illinois variant of regula falsi."""
    theta = b
    for _ in range(60):
        theta = b - g_b * (b - a) / (g_b - g_a)
        g = sample(entry, memory, run, y, watched, c, theta) - value
        if g == 0.0 or abs(b - a) < 1e-14:
            break
        if g * g_b < 0.0:
            a, g_a = b, g_b
        else:
            g_a *= 0.5
        b, g_b = theta, g
    return theta


@part
def commit(entry, memory, run, y, breakpoints, system, work):
    """Make the trial step the current state: time, turns, contacts, speed reference, next step size."""
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
        run.t = breakpoints[run.breakpoint]
        run.breakpoint += 1
        run.restart = 1
        project_and_evaluate(entry, run, run.t, y, memory.f, POSITIONS)  # the derivative just after the breakpoint
        run.speed = max(run.speed, sqrt(largest_speed(run, memory.f) * run.length))  # it may have been at rest
    else:
        run.t = run.t_end if near >= run.t_end else run.t + h
    changes = int(call(entry[3], entry[1], entry[2], run.t, y, memory.error, COMMIT))
    for c in range(work.last_watched.shape[0]):
        work.last_watched[c] = work.watched[c, VALUE]
    jumps = int(run.event >= 0 and system.events[run.event].jump == 1)
    if changes + jumps > 0:
        project_and_evaluate(entry, run, run.t, y, memory.f, POSITIONS)
        call(entry[3], entry[1], entry[2], run.t, y, memory.error, SAMPLE)
        for c in range(work.last_watched.shape[0]):
            if jumps == 1 or work.last_watched[c] != work.last_watched[c]:  # of contacts that have just begun
                work.last_watched[c] = work.watched[c, SAMPLED]
        run.restart = 1
        if run.fixed == 0 and changes > 0:
            step_after_contact_change(entry, memory, run, y, work, before)
        if (run.events + changes + jumps) // ZENO_WINDOW > run.events // ZENO_WINDOW:
            if run.t - run.t_zeno < ZENO_SHARE * run.t_end or chattering(run, work):
                run.status = ACCUMULATED
            run.t_zeno = run.t
        run.events += changes
    if run.restart == 1:  # forces may jump here
        for k in range(work.peaks.shape[0]):
            work.peaks[k, LAST] = nan
    update_error_scales(run, y)
    check_termination(run, work.count[EVALUATIONS])


@inline
def time_to_separation(run, contacts, work):
    """Return the time until the next contact ends, as its depth and rate at the end of the trial step tell.

    Where the force vanishes as t^(3/2) a step that ends the contact makes an error of some 1e-2 (t/T)^(5/2) of the departure speed, T
    a third of the contact's duration: from where this is some ten tolerances on, the end need not be known.
    """
    ending, small = inf, 0.3 * (1000.0 * run.rtol) ** 0.4
    for k in range(contacts.shape[0]):
        delta, rate = work.watched[contacts[k].watch, VALUE], work.watched[contacts[k].watch, SLOPE]
        if work.contacts[k, ON] == 1.0 and rate < 0.0 and -delta / rate > small * (run.t - work.contacts[k, START]):
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
    """Choose the step after a change of contact: short where one begins, as before when all have ended."""
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

    The force grows from zero as a power of time, t^(3/2) after Hertz. No method has its order there, and no estimate of the error is to
    be trusted: it vanishes for some lengths of the step (with dop853 and Hertz at 0.58 of the time in which the force at its end would stop
    the approach). So the step is chosen by its error beforehand: a small part of the step times the change of the accelerations over it.
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
    """Set the status of a run that ends here, or goes on with another method."""
    if not run.speed < 1e300:
        run.status = NOT_FINITE
    elif run.steps >= run.max_steps:
        run.status = TOO_MANY_STEPS
    elif run.switch == 1 and run.stiff >= run.stiff_threshold:
        run.status = STIFF
    elif run.switch == 2:
        run.implicit_steps += 1
        slow = run.implicit_steps == PROBE_STEPS and run.t - run.t_switch < run.h_switch * (evaluations - run.evals_switch)
        if slow or run.implicit_steps >= MAX_IMPLICIT_STEPS or run.restart == 1:
            run.stiff_threshold = 2 * run.stiff_threshold if slow else STIFF_THRESHOLD
            run.status = NONSTIFF


@part
def largest_speed(run, y):
    """Return the largest speed of a body, of its centre or of a point at the characteristic length from it [m/s]."""
    largest = 0.0
    size, plane = (3, 2) if run.planar == 1 else (6, 3)
    for u in range(run.n_q, run.n_q + run.n_v, size):
        v, w = 0.0, 0.0
        for c in range(plane):
            v += y[u + c] ** 2
        for c in range(plane, size):
            w += y[u + c] ** 2
        speed = sqrt(max(v, w * run.length**2))
        if not speed <= largest:
            largest = speed
    return largest


@jit
def max_speed(run_record, y):
    """Return the largest speed of a body; for a derivative of the state the largest acceleration."""
    return largest_speed(run_record[0], y)
