"""The stepping loop: tries steps, asks the physics, locates events, writes output, and returns to
Python now and then.

What a method does is in integrators/; what a mechanism does is behind two addresses
(entry_points.py). A step goes through attempt -> projection and derivative -> error estimate ->
objection of the physics -> events (events.py) -> output -> commit (acceptance.py). Nothing that
survives a step changes before commit.
"""

from math import inf, nan

import numpy as np

from ..._base.jit import inline, part
from ..entry_points import EntryPoints, call
from ..integrators.common.base import attempt, estimate, prepare, reject
from ..records import (
    CANNOT_PROJECT,
    COMPLETE,
    DEEPEST,
    EVALUATIONS,
    HOLDING,
    LAST_SLOPE,
    NEAR,
    NEAR_END,
    NEAR_STOP,
    NEWTON_FAILED,
    NONSTIFF,
    NOT_FINITE,
    ON,
    PAUSED,
    PERIODS,
    RUNNING,
    SLOPE,
    STEP_TOO_SMALL,
    STOPPED,
    UNSOLVED,
    VALUE,
)
from ..state_layout import largest_turn, normalise
from ..tasks import END_OF_STEP, POSITIONS, PROJECT_IF_NEEDED, ROW
from .acceptance import LEAST_STEP, commit, first_step_into_contact, project_and_evaluate
from .events import changes_contact, correct_event_step, crosses_event, locate_event
from .holding import holds, update_holding
from .peaks import (
    OF_CONTACTS,
    has_room,
    is_new_contact,
    keep_greatest,
    mark_peaks,
    observe_inside,
    place_peaks,
    sample_peaks,
    state_inside,
)

# which output row is written in a turn of the loop: none, one that is due at the state reached, one
# inside the trial step, at a peak inside it, at a state that is worth a row, at the end of the run
NOTHING, DUE, INSIDE, PEAK, MARKED, END = range(6)
MAX_ROTATION = 2.5  # [rad] in one step, well below half a turn, so that turns can be counted
# times the least step at the end: a body that turns too far in such a step would take 1e12 steps
# and more to follow
COUNTABLE = 100.0
# steps of other lengths that are tried near a singular position before less will do, before they
# shrink
SINGULAR_TRIES = 3, 20
SINGULAR_TOLERANCE = 3e-6  # relative error of a step that is accepted there: rounding is magnified
# constraint residual, relative to the size, that projection must reach
MAX_CONSTRAINT_RESIDUAL = 1e-6


@part
def advance(system, work, where, memory, run_record, y, times, breakpoints, block, peak_times):
    """Step until the end, an event, a failure, a full block of output rows, or until the evaluation
    budget is spent.

    ``where`` are the addresses of system and work.
    """
    run = run_record[0]
    count, room = work.count, work.periods.shape[0] - work.contacts.shape[0]
    entry = EntryPoints(system.setting[0].evaluate, system.setting[0].observe, where[0], where[1])
    if run.status == RUNNING and run.begun == 0:
        run.begun = 1
        if run.fixed == 0 and starts_touching(run, work):
            run.h = first_step_into_contact(entry, memory, run, y, min(run.h, run.h_max))
    while (
        run.status == RUNNING
        and count[EVALUATIONS] < run.budget
        and run.row < block.shape[0]
        and count[PERIODS] <= room
    ):
        due = times[run.output] if run.output < times.shape[0] else inf
        peak = peak_times[run.peak] if run.peak < run.peaks else inf
        show = next_row(run, due, peak)
        if show == NOTHING and run.pending == 0:
            try_step(entry, memory, run, y, system, work, breakpoints, due, peak_times)
        elif show == NOTHING:
            changes = commit(entry, memory, run, y, breakpoints, system, work)
            if run.hold == 1 and run.status == RUNNING:
                update_holding(entry, memory, run, y, system, work)
            run.mark = row_at_event(run, work, changes)
            show = note_event(run, system.events)
            if pauses(run, changes):
                run.status = PAUSED
        if show != NOTHING:
            before = count[EVALUATIONS]
            show_state(entry, memory, run, y, work, show, due, peak, block)
            run.watching += count[EVALUATIONS] - before


@inline
def pauses(run, changes):
    """Return whether Python looks at the state reached, after so many changes of contact."""
    due = run.t >= run.t_pause or (run.pause == 2 and changes > 0)
    return due and run.pause > 0 and run.status == RUNNING


@inline
def next_row(run, due, peak):
    """Return which row is written before the run continues, given when the next are due and at a
    peak.
    """
    if run.pending == 1:
        if min(due, peak) >= run.t + run.h_step:
            return NOTHING
        return INSIDE if due <= peak else PEAK
    if due <= run.t:
        return DUE
    return MARKED if run.mark == 1 else NOTHING


@inline
def row_at_event(run, work, changes):
    """Return 1 where output that follows the motion has a row at the state reached, after so many
    changes of contact.
    """
    begun_or_ended = changes > 0 and has_room(run, OF_CONTACTS)
    return int(run.follow == 1 and (begun_or_ended or is_new_contact(run, work)))


@part
def show_state(entry, memory, run, y, work, show, due, peak, block):
    """Write the output row that is to be shown, unless there is one at its time; of a peak note
    what is greatest there, also without a row.
    """
    t = due if show == DUE or show == INSIDE else (peak if show == PEAK else run.t)
    run.output += show == DUE or show == INSIDE
    run.peak += show == PEAK
    if show == MARKED:
        run.mark = 0
    new = t > run.t_row
    if show == PEAK:
        observe_inside(entry, memory, run, y, t)
        of_the_run = keep_greatest(work, t)
        new = new and run.follow == 1 and (of_the_run or has_room(run, OF_CONTACTS))
    elif new and show == INSIDE:
        state_inside(memory, run, y, t)
    elif new:
        for k in range(y.shape[0]):
            memory.stage[k] = y[k]
    if new:
        project_and_evaluate(entry, run, t, memory.stage, memory.error, POSITIONS)
        residual = call(
            entry.observe, entry.system, entry.work, t, memory.stage, block[run.row], ROW
        )
        run.residual = max(run.residual, residual)
        run.row += 1
        run.t_row = t
        run.added += show == PEAK or show == MARKED


@inline
def try_step(entry, memory, run, y, system, work, breakpoints, due, peak_times):
    """Take a trial step, unless the run is at its end; it is pending once it is good and no
    event inside it makes it shorter. Then its peaks are found. One in which the run will stop has
    been taken before: then Python kept all as it was without the stop.
    """
    work.count[UNSOLVED] = 0
    told, run.near_stop = run.near_stop == 1, 0
    if run.t >= run.t_end:
        run.status = COMPLETE
    elif told or (
        choose_step(run, breakpoints)
        and step(entry, memory, run, y, system, work)
        and (work.count[HOLDING] == 0 or holds(entry, memory, run, y, system, work))
    ):
        run.pending = 1
        crossed, located = False, run.event_corrections > 0
        if located:
            correct_event_step(run, work.watched)
        else:
            run.event = -1
            crossed = crosses_event(
                system.events, work.last_watched, work.watched
            ) or changes_contact(run, system.contacts, work)
        if crossed:
            prepare(memory, entry, run, y, run.h_step)
            whole = run.h_step
            locate_event(entry, memory, run, y, system, work)
            if run.event >= 0 and system.events[run.event].stop == 1 and not told:
                run.h_step, run.event, run.event_corrections, run.near_stop = whole, -1, 0, 1
                run.status = NEAR_STOP
        if run.pending == 1:
            before = work.count[EVALUATIONS]
            # forces may jump at an event, and at a breakpoint
            closed = located or run.t + run.h_step * (1.0 + 1e-10) >= run.t_limit
            sought = mark_peaks(run, system, work, closed)
            if (sought or due < run.t + run.h_step) and not crossed:
                prepare(memory, entry, run, y, run.h_step)
            run.peaks = run.peak = 0
            if sought:
                sample_peaks(entry, memory, run, y, work.peaks)
                place_peaks(run, work.peaks, closed, peak_times)
            run.watching += work.count[EVALUATIONS] - before


@inline
def note_event(run, events):
    """Count the event in which the step ended, if any; return whether the run ends there and its
    last row is due.
    """
    if run.event < 0:
        return NOTHING
    run.restart = 1
    run.events += 1
    if events[run.event].stop == 0:
        return NOTHING
    run.status = STOPPED
    return END


@inline
def starts_touching(run, work):
    """Return whether bodies touch at the start of the run, and no more than touch."""
    for k in range(work.contacts.shape[0]):
        if work.contacts[k, ON] == 1.0 and work.contacts[k, DEEPEST] <= run.zero_depth:
            return True
    return False


@inline
def choose_step(run, breakpoints):
    """Set the trial step: the proposed one, shortened to land on the next breakpoint or on the
    end; False if it is too small, or the first that the end makes shorter.
    """
    goal = run.t_end
    run.t_limit = inf
    if run.breakpoint < breakpoints.shape[0] and breakpoints[run.breakpoint] <= goal:
        goal = breakpoints[run.breakpoint]
        run.t_limit = np.nextafter(goal, -inf)
    h = min(run.h, run.h_max)
    left = goal - run.t
    lands, halves = h >= left * (1.0 - 1e-10), run.fixed == 0 and 2.0 * h > left
    if run.event_corrections > 0:
        h = run.h_step
    elif run.near_end == 0 and run.t_limit == inf and (lands or halves):
        run.near_end = 1
        run.status = NEAR_END
        return False
    elif lands:
        h = left
    elif h < run.h_min:
        run.status = run.reason if run.switch != 2 else NONSTIFF
    elif halves:
        h = 0.5 * left
    run.h_step = h
    return run.status == RUNNING


@part
def step(entry, memory, run, y, system, work):
    """Take the trial step; return whether it was good enough, otherwise propose a shorter one."""
    h, before = run.h_step, work.count[NEAR]
    norm, turned_too_far = trial_error(entry, memory, run, y, h, system.counted, work)
    near = work.count[NEAR] != before
    if (
        near
        and not turned_too_far
        and norm > 1.0
        and run.singular_rejections >= SINGULAR_TRIES[0]
        and norm * run.rtol < SINGULAR_TOLERANCE
    ):
        norm = 1.0
        run.relaxed += 1
    located = run.event_corrections > 0 and h > 1e3 * run.h_min
    if (run.fixed == 1 or (run.event_corrections > 0 and not located)) and norm >= 0.0:
        norm = min(norm, 1.0)
    if norm >= 0.0 and norm <= 1.0:
        run.error_now = norm
        run.singular_rejections = 0
        return True
    shorten(memory, run, h, norm, near, located)
    if turned_too_far and h < COUNTABLE * LEAST_STEP * run.t_end:
        run.h = 0.0
    return False


@inline
def trial_error(entry, memory, run, y, h, counted, work):
    """Attempt a step and project it; return its error, and whether a body turned so far that turns
    could not be counted.

    The error is -1 where the method failed, NaN where the step went to infinity.
    """
    t = min(run.t + h, run.t_limit)  # before the breakpoint, if it ends there
    run.reason = NEWTON_FAILED
    if not attempt(memory, entry, run, y, h):
        return -1.0, False
    normalise(run, memory.y_new)
    # where a contact begins or ends it is always projected: closing the joints afterwards would
    # move it across zero penetration
    task = PROJECT_IF_NEEDED if run.event_corrections == 0 else POSITIONS
    residual = project_and_evaluate(entry, run, t, memory.y_new, memory.f_new, task)
    norm = estimate(memory, run, y, h)
    run.reason = STEP_TOO_SMALL if norm >= 0.0 else NOT_FINITE
    # closing the joints may have gone to infinity
    if run.project == 1 and not residual <= MAX_CONSTRAINT_RESIDUAL:
        norm, run.reason = nan, CANNOT_PROJECT if residual > MAX_CONSTRAINT_RESIDUAL else NOT_FINITE
    turn = call(entry.observe, entry.system, entry.work, t, memory.y_new, memory.f_new, END_OF_STEP)
    turn = max(turn, largest_turn(run, y, memory.y_new))
    turned_too_far = max(turn, counted_turn(counted, work, h)) > MAX_ROTATION
    if turned_too_far and norm >= 0.0:
        norm = 1e3
    return norm, turned_too_far


@part
def counted_turn(counted, work, h):
    """Return how far an angle that counts full turns may have come at most in a step [rad].

    Angles are known within one turn, their rates wholly. Between bodies that are joined by several
    hinges the turns of these add up, so that no single one tells. The change must be less than half
    a turn at either rate, and near the mean of both; twice what it differs counts as much, so that
    a whole turn more would be seen.
    """
    largest = 0.0
    for k in range(counted.shape[0]):
        watched = work.watched[counted[k]]
        before, after = h * watched[LAST_SLOPE], h * watched[SLOPE]
        change = watched[VALUE] - work.last_watched[counted[k]]
        turn = max(abs(change), max(abs(before), abs(after)))
        largest = max(largest, max(turn, 2.0 * abs(change - 0.5 * (before + after))))
    return largest


@inline
def shorten(memory, run, h, norm, near, located):
    """Reject a step of length h: count it, and propose a shorter one; near a singular position
    any other length passes it.
    """
    if run.fixed == 1:
        run.status = run.reason
    run.rejected += 1
    run.rejected_last = 1
    run.event_corrections = 0
    run.h = 0.5 * h if located and norm > 1.0 else reject(memory, run, norm, h)
    if near and run.singular_rejections < SINGULAR_TRIES[1]:
        run.singular_rejections += 1
        run.h = max(run.h, 0.77 * h)
