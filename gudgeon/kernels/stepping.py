"""The stepping loop: tries steps, asks the physics, locates events, writes output, and returns to Python now and then.

What a method does is in integrators/; what a mechanism does is behind two addresses (entries.py). A step goes through
attempt -> settle (projection and derivative) -> estimate -> objection of the physics -> events -> output -> commit.
Nothing that survives a step changes before commit.
"""

from math import inf, nan, sqrt

import numpy as np

from .._base.jit import inline, jit, part
from .entry_points import address, call
from .integrators.base import FULL, accept, attempt, derivative, error_norm, estimate, interpolate, prepare, reject
from .integrators.newton import move
from .joints.contact_history import summit
from .joints.elements import AHEAD, COMMIT, PEEK, ROW
from .multibody.equations import ACCELERATIONS, POSITIONS, SETTLE
from .multibody.kinematics import normalise
from .records import (
    ACCUMULATED,
    CANNOT_PROJECT,
    COMPLETE,
    DEEPEST,
    EVALUATIONS,
    LAST,
    LIMBER,
    NEAR,
    NEWTON_FAILED,
    NOT_FINITE,
    ON,
    PERIODS,
    RATE,
    RUNNING,
    SLOPE,
    START,
    STEP_TOO_SMALL,
    STIFF,
    STOPPED,
    THERE,
    TOO_MANY_STEPS,
    VALUE,
)  # fmt: skip

NOTHING, DUE, INSIDE, END = range(4)  # which output row is written in a turn of the loop
LARGEST_TURN = 2.5  # [rad] in one step, well below half a turn, so that turns can be counted
PATIENCE = 15 * FULL  # points (RUN.stiff) that make method="auto" change to an implicit method
SPELL = 200  # steps with the implicit method after which method="auto" looks whether it is still worth while
PROBE = 10  # steps after which it must have come farther, with its evaluations, than steps of one evaluation would have before
TRIES = 3, 20  # steps of other lengths that are tried near a singular position before less will do, before they shrink
RELAXED = 3e-6  # error of a step, relative as the tolerance, that is enough there: rounding is magnified
TOO_FAR = 1e-6  # constraint residual, relative to the size, that projection must reach
WINDOW = 10_000  # contacts that begin or end within SHORT of the whole run are an accumulation
SHORT = 1e-5
SHALLOW = 1e-9  # and so are contacts that all stay shallower than this part of the mechanism's size
DEPTH = 6  # column of the table of contact periods
SPAN = 1e-3  # part of a step over which the rate of a watched quantity is found by differences
TOUCHING = 1e-13  # [m] or [rad]: penetrations are located to a hundredth of this
INTO_CONTACT = 1e-3  # error of a first step into a contact, as part of the step times the force at its end; no method is worse


@jit
def advance(system, work, memory, run, y, times, breakpoints, block):
    """Step until the end, an event, a failure, a full block of output rows, or until the evaluation budget is spent."""
    state = run[0]
    count, events, room = work.count, system.events, work.periods.shape[0] - work.contacts.shape[0]
    entry = (system.setting[0].evaluate, address(system), address(work), system.setting[0].look)
    if state.status == RUNNING and state.steps == 0 and state.fixed == 0 and begins(state, work):
        state.h = into_contact(entry, memory, state, y, min(state.h, state.h_max))
    while state.status == RUNNING and count[EVALUATIONS] < state.budget and state.row < block.shape[0] and count[PERIODS] <= room:
        due = times[state.output] if state.output < times.shape[0] else inf
        show = NOTHING
        if state.pending == 0:
            if due <= state.t:
                show = DUE
            elif state.t >= state.t_end:
                state.status = COMPLETE
            elif choose_step(state, breakpoints) and step(entry, memory, state, y, count):
                state.pending = 1
                crossed = False
                if state.hunt > 0:
                    correct(state, work.ahead)
                else:
                    state.event = -1
                    crossed = crossing(events, work.angles, work.ahead) or touching(state, system.contacts, work)
                if state.pending == 1 and (crossed or due < state.t + state.h_step):
                    prepare(memory, entry, state, y, state.h_step)
                if crossed:
                    hunt(entry, memory, state, y, system, work)
        elif due < state.t + state.h_step:
            interpolate(memory, y, state.h_step, (due - state.t) / state.h_step, memory.stage)
            normalise(state, memory.stage)
            show = INSIDE
        else:
            commit(entry, memory, state, y, breakpoints, system.contacts, work)
            if state.event >= 0:
                state.restart = 1
                state.events += 1
                if events[state.event].stop == 1:
                    state.status = STOPPED
                    show = END
        if show == DUE or show == END:
            for k in range(y.shape[0]):
                memory.stage[k] = y[k]
        if show != NOTHING:
            write(entry, state, state.t if show == END else due, memory, block)
            state.output += show != END


@inline
def begins(state, work):
    """Return whether bodies touch at the start of the run, and no more than touch."""
    for k in range(work.contacts.shape[0]):
        if work.contacts[k, ON] == 1.0 and work.contacts[k, DEEPEST] <= state.border:
            return True
    return False


@inline
def choose_step(state, breakpoints):
    """Set the step in hand: the proposed one, shortened to land on the next kink or on the end; False if it is too small."""
    goal = state.t_end
    state.limit = inf
    if state.kink < breakpoints.shape[0] and breakpoints[state.kink] <= goal:
        goal = breakpoints[state.kink]
        state.limit = np.nextafter(goal, -inf)
    h = min(state.h, state.h_max)
    left = goal - state.t
    if state.hunt > 0:
        h = state.h_step
    elif h >= left * (1.0 - 1e-10):
        h = left
    elif h < state.h_min:
        state.status = state.reason if state.switch != 2 else LIMBER
    elif state.fixed == 0 and 2.0 * h > left:
        h = 0.5 * left
    state.h_step = h
    return state.status == RUNNING


@part
def settle(entry, state, t, y, f, task):
    """Move a state onto the constraints (POSITIONS, or SETTLE if it is far off) and write its derivative; return the residual left."""
    return call(entry[0], entry[1], entry[2], t, y, f, task if state.project == 1 else ACCELERATIONS)


@part
def step(entry, memory, state, y, count):
    """Try the step in hand; return whether it was good enough, otherwise propose a shorter one."""
    h, t = state.h_step, min(state.t + state.h_step, state.limit)  # before the kink, if it ends there
    norm, before, objection = -1.0, count[NEAR], False
    state.reason = NEWTON_FAILED
    if attempt(memory, entry, state, y, h):
        normalise(state, memory.y_new)
        # where a contact begins or ends no slack is left: closing the joints afterwards would move it over the border
        residual = settle(entry, state, t, memory.y_new, memory.f_new, SETTLE if state.hunt == 0 else POSITIONS)
        norm = estimate(memory, state, y, h)
        state.reason = STEP_TOO_SMALL if norm >= 0.0 else NOT_FINITE
        if state.project == 1 and not residual <= TOO_FAR:  # closing the joints may have gone to infinity
            norm, state.reason = nan, CANNOT_PROJECT if residual > TOO_FAR else NOT_FINITE
        objection = call(entry[3], entry[1], entry[2], t, memory.y_new, memory.f_new, AHEAD) > LARGEST_TURN  # turns could not be counted
        if objection and norm >= 0.0:
            norm = 1e3
    near = count[NEAR] != before
    if near and not objection and norm > 1.0 and norm * state.rtol < RELAXED and state.tries >= TRIES[0]:
        norm = 1.0
        state.relaxed += 1
    located = state.hunt > 0 and h > 1e3 * state.h_min
    if (state.fixed == 1 or (state.hunt > 0 and not located)) and norm >= 0.0:
        norm = min(norm, 1.0)
    if norm >= 0.0 and norm <= 1.0:
        state.error_now = norm
        state.tries = 0
        return True
    if state.fixed == 1:
        state.status = state.reason
    state.rejected += 1
    state.rejected_last = 1
    state.hunt = 0
    state.h = 0.5 * h if located and norm > 1.0 else reject(memory, state, norm, h)
    if near and state.tries < TRIES[1]:  # a stage fell too close to a singular position: any other step passes it
        state.tries += 1
        state.h = max(state.h, 0.77 * h)
    return False


@part
def write(entry, state, t, memory, block):
    """Write one output row for the state in memory.stage, moved onto the constraints first; the run goes on as if nobody had asked."""
    settle(entry, state, t, memory.stage, memory.error, POSITIONS)
    state.residual = max(state.residual, call(entry[3], entry[1], entry[2], t, memory.stage, block[state.row], ROW))
    state.row += 1


# -- events --------------------------------------------------------------------------------------------------------


@part
def correct(state, ahead):
    """See how far the step in hand missed the event that is hunted; correct its length, at most as often as ``hunt`` allows."""
    miss, rate = ahead[state.watch, VALUE] - state.value, ahead[state.watch, SLOPE]
    if not abs(rate) >= 0.0:
        rate = state.slope
    state.hunt -= 1
    if not (abs(miss) > 0.01 * state.near and abs(miss) <= 0.5 * state.h_step * abs(rate)):
        state.hunt = 0
    if state.hunt > 0:
        state.h_step = max(state.h_step - miss / rate, state.h_min)
        state.pending = 0


@part
def crossing(events, angles, ahead):
    """Return whether the step in hand crosses an event."""
    for k in range(events.shape[0]):
        c, value = events[k].watch, events[k].value
        if crosses(events[k], angles[c] - value, ahead[c, VALUE] - value):
            return True
    return False


@inline
def crosses(event, before, after):
    """Return whether a watched quantity crosses its value in the right direction; not if it starts from there."""
    return abs(before) > event.near and before * after <= 0.0 and event.direction * (after - before) >= 0.0


@part
def touching(state, contacts, work):
    """Return whether a contact begins or ends in the step in hand, at its end or, as far as values and rates tell, inside.

    With the papers' rule, a step that ends too deep is sent back with the length at which a straight line meets the wall.
    """
    for k in range(contacts.shape[0]):
        c = contacts[k].watch
        way = 1.0 if work.contacts[k, ON] == 0.0 else -1.0
        before, after = way * work.angles[c], way * work.ahead[c, VALUE]
        if state.reject == 1:
            if way > 0.0 and after > state.tolerance and state.h_step > 4.0 * state.h_min:
                state.pending = 0
                state.rejected += 1
                state.rejected_last = 1
                state.h = state.h_step * max(0.1, min(0.9, -before / (after - before)))
                return False
        elif is_beyond(state, before, after):
            return True
        else:
            slope, slope_after = way * work.contacts[k, RATE] * state.h_step, way * work.ahead[c, SLOPE] * state.h_step
            if slope > 0.0 and slope_after < 0.0:
                top = summit(before, after, slope, slope_after)[1]
                if top + 0.1 * (top - max(before, after)) > 0.0:
                    return True
    return False


@inline
def is_beyond(state, before, after):
    """Return whether a contact that ends the step at ``after`` has crossed the border; one that starts on it must clearly leave it."""
    return after > (0.0 if before < -state.border else 2.0 * state.border)


@part
def hunt(entry, memory, state, y, system, work):
    """Shorten the step in hand to the first event or change of contact inside it, located on the dense output.

    The step is then taken again, and corrected twice by what the dense output was wrong.
    """
    first = 2.0
    events, angles, ahead = system.events, work.angles, work.ahead
    for k in range(events.shape[0]):
        c, value = events[k].watch, events[k].value
        if crosses(events[k], angles[c] - value, ahead[c, VALUE] - value):
            theta = locate(entry, memory, state, y, ahead, c, value, 0.0, angles[c] - value, 1.0, ahead[c, VALUE] - value)
            if theta < first:
                first, state.event, state.watch, state.value, state.near = theta, k, c, value, events[k].near
                a, b = max(theta - SPAN, 0.0), min(theta + SPAN, 1.0)
                rise = peek(entry, memory, state, y, ahead, c, b) - peek(entry, memory, state, y, ahead, c, a)
                state.slope = rise / ((b - a) * state.h_step)
    for k in range(system.contacts.shape[0]):
        theta, level = change(entry, memory, state, y, system.contacts[k].watch, work, k)
        if theta < first:
            first, state.event, state.watch, state.value, state.near = theta, -1, system.contacts[k].watch, level, TOUCHING
    if first <= 1.0:
        state.h_step = max(first * state.h_step, state.h_min)
        state.hunt = 3
        state.pending = 0


@part
def change(entry, memory, state, y, c, work, k):
    """Return where in the step (0 to 1) a contact begins or ends, 2 for nowhere, and the penetration to aim at."""
    way = 1.0 if work.contacts[k, ON] == 0.0 else -1.0
    before, after, b = way * work.angles[c], way * work.ahead[c, VALUE], 1.0
    if not is_beyond(state, before, after):
        slope, slope_after = way * work.contacts[k, RATE] * state.h_step, way * work.ahead[c, SLOPE] * state.h_step
        if slope <= 0.0 or slope_after >= 0.0:
            return 2.0, 0.0
        b = summit(before, after, slope, slope_after)[0]
        after = way * peek(entry, memory, state, y, work.ahead, c, b)
        if not is_beyond(state, before, after):
            return 2.0, 0.0
    a, level = 0.0, 0.0
    if before >= -state.border:  # it starts on the border: from where it has left it, if it leaves; otherwise where it is clearly beyond
        slope = way * work.contacts[k, RATE] * state.h_step
        a = min(0.5 * b, -4.0 * state.border / slope) if slope < 0.0 else 0.0
        start = way * peek(entry, memory, state, y, work.ahead, c, a)
        if start < 0.0:
            before = start
        else:
            a, level = 0.0, 2.0 * way * state.border
    return locate(entry, memory, state, y, work.ahead, c, level, a, way * before - level, b, way * after - level), level


@part
def peek(entry, memory, state, y, ahead, c, theta):
    """Return a watched quantity inside the step in hand."""
    interpolate(memory, y, state.h_step, theta, memory.stage)
    call(entry[3], entry[1], entry[2], state.t + theta * state.h_step, memory.stage, memory.error, PEEK)
    return ahead[c, THERE]


@part
def locate(entry, memory, state, y, ahead, c, value, a, g_a, b, g_b):
    """Return where in the step (0 to 1) a quantity crosses a value between a and b: false position with the rule of Illinois."""
    theta = b
    for _ in range(60):
        theta = b - g_b * (b - a) / (g_b - g_a)
        g = peek(entry, memory, state, y, ahead, c, theta) - value
        if g == 0.0 or abs(b - a) < 1e-14:
            break
        if g * g_b < 0.0:
            a, g_a = b, g_b
        else:
            g_a *= 0.5
        b, g_b = theta, g
    return theta


@part
def commit(entry, memory, state, y, breakpoints, contacts, work):
    """Make the step in hand the current state: time, turns, contacts, speed reference, next step size."""
    h, before = state.h_step, state.h
    near = state.t + h * (1.0 + 1e-10)
    if state.fixed == 0:
        state.ending = until_end(state, contacts, work)
        state.h = accept(memory, state, state.error_now, h)
    state.rejected_last = 0
    state.pending = 0
    state.hunt = 0
    state.steps += 1
    for k in range(y.shape[0]):
        y[k] = memory.y_new[k]
        memory.f[k] = memory.f_new[k]
    if state.kink < breakpoints.shape[0] and near >= breakpoints[state.kink]:
        state.t = breakpoints[state.kink]
        state.kink += 1
        state.restart = 1
        settle(entry, state, state.t, y, memory.f, POSITIONS)  # the derivative just behind the kink
        state.speed = max(state.speed, sqrt(fastest(state, memory.f) * state.length))  # it may have been at rest
    else:
        state.t = state.t_end if near >= state.t_end else state.t + h
    changes = int(call(entry[3], entry[1], entry[2], state.t, y, memory.error, COMMIT))
    for c in range(work.angles.shape[0]):
        work.angles[c] = work.ahead[c, VALUE]
    if changes > 0:
        settle(entry, state, state.t, y, memory.f, POSITIONS)
        call(entry[3], entry[1], entry[2], state.t, y, memory.error, PEEK)
        for c in range(work.angles.shape[0]):
            if work.angles[c] != work.angles[c]:  # of contacts that have just begun
                work.angles[c] = work.ahead[c, THERE]
        state.restart = 1
        if state.fixed == 0:
            pace(entry, memory, state, y, work, before)
        if (state.events + changes) // WINDOW > state.events // WINDOW:
            if state.t - state.window < SHORT * state.t_end or chattering(state, work):
                state.status = ACCUMULATED
            state.window = state.t
        state.events += changes
    if state.restart == 1:  # forces may jump here
        for k in range(work.peaks.shape[0]):
            work.peaks[k, LAST] = nan
    speeds(state, y, work.count[EVALUATIONS])


@inline
def until_end(state, contacts, work):
    """Return the time until the next contact ends, as its depth and rate at the end of the step in hand tell.

    Where the force vanishes as t^(3/2) a step that ends the contact makes an error of some 1e-2 (t/T)^(5/2) of the departure speed, T
    a third of the contact's duration: from where this is some ten tolerances on, the end need not be known.
    """
    ending, small = inf, 0.3 * (1000.0 * state.rtol) ** 0.4
    for k in range(contacts.shape[0]):
        delta, rate = work.ahead[contacts[k].watch, VALUE], work.ahead[contacts[k].watch, SLOPE]
        if work.contacts[k, ON] == 1.0 and rate < 0.0 and -delta / rate > small * (state.t - work.contacts[k, START]):
            ending = min(ending, -delta / rate)
    return ending


@part
def chattering(state, work):
    """Return whether the contact periods of late were so shallow that they are none."""
    deepest = 0.0
    for k in range(work.count[PERIODS]):
        deepest = max(deepest, work.periods[k, DEPTH])
    return work.count[PERIODS] >= 10 and deepest < SHALLOW * state.length


@part
def pace(entry, memory, state, y, work, before):
    """Choose the step after a change of contact: short where one begins, as before when all have ended."""
    begun, held = False, False
    for k in range(work.contacts.shape[0]):
        if work.contacts[k, ON] == 1.0 and work.contacts[k, START] == state.t:
            begun = True
        elif work.contacts[k, ON] == 1.0:
            held = True
    if begun and not held:
        state.free = before
    state.h = max(state.h, before if begun or held else 0.5 * state.free)
    if begun:
        state.h = into_contact(entry, memory, state, y, min(state.h, state.h_max))


@part
def into_contact(entry, memory, state, y, h):
    """Return the first step into a contact, at most h.

    The force grows from zero as a power of time, t^(3/2) after Hertz. No method has its order there, and no estimate of the error is to
    be trusted: it vanishes for some lengths of the step (with dop853 and Hertz at 0.58 of the time in which the force at its end would stop
    the approach). So the step is chosen by its error beforehand: a small part of the step times the change of the accelerations over it.
    """
    error, stage = memory.error, memory.stage
    for _ in range(20):
        for k in range(y.shape[0]):
            stage[k] = y[k] + h * memory.f[k]
        for k in range(state.n_v):
            error[k] = 0.5 * h * h * memory.f[state.n_q + k]
        move(state, y, error, stage)
        derivative(entry, state, state.t + h, stage, error)
        for k in range(y.shape[0]):
            change = h * (error[k] - memory.f[k])
            error[k] = change if k >= state.n_q and k < state.n_q + state.n_v else 0.0
        norm = INTO_CONTACT * error_norm(state, y, error)
        if norm <= 2.0 or h < 1e3 * state.h_min:
            break
        h *= max(0.01, 0.9 * norm**-0.4) if norm < inf else 0.01
    return h


@part
def speeds(state, y, evaluations):
    """Keep the references of the error norm, and notice what ends a run."""
    for k in range(state.n_q + state.n_v, state.n_q + state.n_v + state.n_z, 3):
        state.bristle = max(state.bristle, sqrt(y[k] ** 2 + y[k + 1] ** 2 + y[k + 2] ** 2))
    state.speed = max(state.speed, fastest(state, y))
    if not state.speed < 1e300:
        state.status = NOT_FINITE
    elif state.steps >= state.max_steps:
        state.status = TOO_MANY_STEPS
    elif state.switch == 1 and state.stiff >= state.patience:
        state.status = STIFF
    elif state.switch == 2:
        state.spell += 1
        slow = state.spell == PROBE and state.t - state.mark < state.before * (evaluations - state.spent)
        if slow or state.spell >= SPELL or state.restart == 1:
            state.patience = 2 * state.patience if slow else PATIENCE
            state.status = LIMBER


@part
def fastest(run, y):
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
def top_speed(run, y):
    """Return the largest speed of a body; for a derivative of the state the largest acceleration."""
    return fastest(run[0], y)
