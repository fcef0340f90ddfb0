"""The stepping loop: tries steps, asks the physics, locates events, writes output, and returns to Python now and then.

What a method does is in integrators/; what a mechanism does is behind two addresses (entries.py). A step goes through
attempt -> settle (projection and derivative) -> estimate -> objection of the physics -> events -> output -> commit.
Nothing that survives a step changes before commit.
"""

from math import inf, nan, sqrt

import numpy as np

from .._jit import inline, jit, part
from .entries import address, call
from .equations import ACCELERATIONS, POSITIONS
from .integrators.base import accept, attempt, estimate, interpolate, prepare, reject
from .kinematics import normalise
from .output import AHEAD, ROW
from .records import CANNOT_PROJECT, COMPLETE, NEWTON_FAILED, NOT_FINITE, RUNNING, STEP_TOO_SMALL, STIFF, STOPPED, TOO_MANY_STEPS

NOTHING, DUE, INSIDE, END = range(4)  # which output row is written in a turn of the loop
LARGEST_TURN = 2.5  # [rad] in one step, well below half a turn, so that turns can be counted
STIFF_STEPS = 15  # stiff-looking steps in a row that make method="auto" switch
TRIES = 3, 20  # steps of other lengths that are tried near a singular position before less will do, before they shrink
RELAXED = 3e-6  # error of a step, relative as the tolerance, that is enough there: rounding is magnified
TOO_FAR = 1e-6  # constraint residual, relative to the size, that projection must reach


@jit
def advance(system, work, memory, run, y, times, kinks, block):
    """Step until the end, an event, a failure, a full block of output rows, or until the evaluation budget is spent."""
    state = run[0]
    count, angles, ahead, events = work.count, work.angles, work.ahead, system.events
    entry = (system.setting[0].evaluate, address(system), address(work), system.setting[0].look)
    while state.status == RUNNING and count[0] < state.budget and state.row < block.shape[0]:
        due = times[state.output] if state.output < times.shape[0] else inf
        show = NOTHING
        if state.pending == 0:
            if due <= state.t:
                show = DUE
            elif state.t >= state.t_end:
                state.status = COMPLETE
            elif choose_step(state, kinks) and step(entry, memory, state, y, count):
                state.pending = 1
                crossed = crossing(state, events, angles, ahead)
                if crossed or due < state.t + state.h_step:
                    prepare(memory, entry, state, y, state.h_step)
                if crossed:
                    hunt(entry, memory, state, y, events, angles, ahead)
        elif due < state.t + state.h_step:
            interpolate(memory, y, state.h_step, (due - state.t) / state.h_step, memory.stage)
            normalise(state, memory.stage)
            show = INSIDE
        else:
            commit(entry, memory, state, y, kinks, angles, ahead)
            if state.event >= 0:
                state.restart = 1
                state.events += 1
                if events[state.event].stop == 1:
                    state.status = STOPPED
                    show = END
        if show != NOTHING:
            write(entry, state, state.t if show == END else due, memory.stage if show == INSIDE else y, memory, block)
            state.output += show != END


@inline
def choose_step(state, kinks):
    """Set the step in hand: the proposed one, shortened to land on the next kink or on the end; False if it is too small."""
    goal = state.t_end
    state.limit = inf
    if state.kink < kinks.shape[0] and kinks[state.kink] <= goal:
        goal = kinks[state.kink]
        state.limit = np.nextafter(goal, -inf)
    h = min(state.h, state.h_max)
    left = goal - state.t
    if state.hunt > 0:
        h = state.h_step
    elif h >= left * (1.0 - 1e-10):
        h = left
    elif h < state.h_min:
        state.status = state.reason
    elif state.fixed == 0 and 2.0 * h > left:
        h = 0.5 * left
    state.h_step = h
    return state.status == RUNNING


@part
def settle(entry, state, t, y, f):
    """Move a state onto the constraints and write its derivative; return the residual left."""
    return call(entry[0], entry[1], entry[2], t, y, f, POSITIONS if state.project == 1 else ACCELERATIONS)


@part
def step(entry, memory, state, y, count):
    """Try the step in hand; return whether it was good enough, otherwise propose a shorter one."""
    h, t = state.h_step, min(state.t + state.h_step, state.limit)  # before the kink, if it ends there
    norm, before = -1.0, count[2]
    state.reason = NEWTON_FAILED
    if attempt(memory, entry, state, y, h):
        normalise(state, memory.y_new)
        residual = settle(entry, state, t, memory.y_new, memory.f_new)
        norm = estimate(memory, state, y, h)
        state.reason = STEP_TOO_SMALL if norm >= 0.0 else NOT_FINITE
        if residual > TOO_FAR and state.project == 1:
            norm, state.reason = nan, CANNOT_PROJECT
        if call(entry[3], entry[1], entry[2], t, memory.y_new, memory.f_new, AHEAD) > LARGEST_TURN:
            norm = 1e3  # the physics objects: turns could not be counted
    near = count[2] != before
    if near and norm > 1.0 and norm * state.rtol < RELAXED and state.tries >= TRIES[0]:
        norm = 1.0
        state.relaxed += 1
    if (state.fixed == 1 or state.hunt > 0) and norm >= 0.0:
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
    state.h = reject(memory, state, norm, h)
    if near and state.tries < TRIES[1]:  # a stage fell too close to a singular position: any other step passes it
        state.tries += 1
        state.h = max(state.h, 0.77 * h)
    return False


@part
def write(entry, state, t, y, memory, block):
    """Write one output row; the state is moved onto the constraints first."""
    residual = settle(entry, state, t, y, memory.error)
    state.residual = max(state.residual, residual)
    call(entry[3], entry[1], entry[2], t, y, block[state.row], ROW)
    state.row += 1


@part
def crossing(state, events, angles, ahead):
    """Return whether the step in hand crosses an event; while one is being hunted, only see how far it was missed."""
    if state.hunt > 0:
        c = events[state.event].watch
        miss, rate = ahead[c, 0] - events[state.event].value, ahead[c, 1]
        state.hunt -= 1
        if abs(miss) <= 1e-15 * max(1.0, abs(ahead[c, 0])) or rate == 0.0:
            state.hunt = 0
        if state.hunt > 0:
            state.h_step = max(state.h_step - miss / rate, state.h_min)
            state.pending = 0
        return False
    state.event = -1
    for k in range(events.shape[0]):
        c, value = events[k].watch, events[k].value
        before, after = angles[c] - value, ahead[c, 0] - value
        if crosses(events[k], before, after):
            return True
    return False


@inline
def crosses(event, before, after):
    """Return whether a watched quantity crosses its value in the right direction; not if it starts from there."""
    away = abs(before) > 1e-13 * max(1.0, abs(event.value))
    return away and before * after <= 0.0 and event.direction * (after - before) >= 0.0


@part
def hunt(entry, memory, state, y, events, angles, ahead):
    """Shorten the step in hand to the first crossing inside it, located on the dense output.

    The step is then taken again, and corrected twice by what the dense output was wrong.
    """
    first = 2.0
    after = ahead[:, 0].copy()
    for k in range(events.shape[0]):
        c, value = events[k].watch, events[k].value
        g_a, g_b = angles[c] - value, after[c] - value
        if crosses(events[k], g_a, g_b):
            theta = locate(entry, memory, state, y, ahead, c, value, g_a, g_b)
            if theta < first:
                first, state.event = theta, k
    state.h_step = max(first * state.h_step, state.h_min)
    state.hunt = 3
    state.pending = 0


@part
def locate(entry, memory, state, y, ahead, c, value, before, after):
    """Return where in the step (0 to 1) a coordinate crosses a value: false position with the rule of Illinois."""
    a, b, g_a, g_b = 0.0, 1.0, before, after
    theta = 1.0
    for _ in range(60):
        theta = b - g_b * (b - a) / (g_b - g_a)
        t = state.t + theta * state.h_step
        interpolate(memory, y, state.h_step, theta, memory.stage)
        call(entry[0], entry[1], entry[2], t, memory.stage, memory.error, ACCELERATIONS)
        call(entry[3], entry[1], entry[2], t, memory.stage, memory.error, AHEAD)
        g = ahead[c, 0] - value
        if g == 0.0 or abs(b - a) < 1e-14:
            break
        if g * g_b < 0.0:
            a, g_a = b, g_b
        else:
            g_a *= 0.5
        b, g_b = theta, g
    return theta


@part
def commit(entry, memory, state, y, kinks, angles, ahead):
    """Make the step in hand the current state: time, turns, speed reference, next step size."""
    h = state.h_step
    near = state.t + h * (1.0 + 1e-10)
    if state.fixed == 0:
        state.h = accept(memory, state, state.error_now, h)
    state.rejected_last = 0
    state.pending = 0
    state.steps += 1
    for k in range(y.shape[0]):
        y[k] = memory.y_new[k]
        memory.f[k] = memory.f_new[k]
    for c in range(angles.shape[0]):
        angles[c] = ahead[c, 0]
    if state.kink < kinks.shape[0] and near >= kinks[state.kink]:
        state.t = kinks[state.kink]
        state.kink += 1
        state.restart = 1
        settle(entry, state, state.t, y, memory.f)  # the derivative just behind the kink
        state.speed = max(state.speed, sqrt(fastest(state, memory.f) * state.length))  # it may have been at rest
    else:
        state.t = state.t_end if near >= state.t_end else state.t + h
    state.speed = max(state.speed, fastest(state, y))
    if not state.speed < 1e300:
        state.status = NOT_FINITE
    elif state.steps >= state.max_steps:
        state.status = TOO_MANY_STEPS
    elif state.switch == 1 and state.stiff >= STIFF_STEPS:
        state.status = STIFF


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
