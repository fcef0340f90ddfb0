"""Peaks of forces and accelerations inside a trial step, found on its dense output.

A step is searched where a quantity may rise above its greatest value so far: of joints, bodies and
drivers in the run, of contacts since they began. It is evaluated at the quarters of the step, and a
polynomial through these values and those at both ends tells where its top is. There the stepping
loop evaluates the mechanism again, and writes a row if output follows the motion: what counts as a
peak is always the value of an evaluation.
"""

from math import inf

from ..._base.jit import inline, part
from ..entry_points import call
from ..integrators.common.base import interpolate
from ..records import (
    AGE,
    EARLIER,
    EARLIER_AT,
    GREATEST,
    HERE,
    LAST,
    LAST_AT,
    NOW,
    ON,
    QUARTERS,
    RATE,
    SLOPE,
    SOUGHT,
    WHEN,
)
from ..state_layout import normalise
from ..tasks import PEAKS, POSITIONS
from .acceptance import project_and_evaluate

LEAST_RISE = (
    1e-4  # a peak that is higher by a smaller share of the greatest value is none of its own
)
MAX_EXTRAPOLATION = (
    1.0  # steps beyond the end of the trial step up to which a parabola may have its top
)
SCANNED = 64  # parts of a step in which the top of a polynomial is looked for
BEFORE_END = 1e-9  # part of a step before its end at which a value counts as that before a jump
NEW_CONTACT_STEPS = 16  # steps of a contact period that have rows of their own
# rows besides those at output times, for each of these that is past and FIRST_ROWS more: up to the
# first, contacts have rows inside; up to the second, each has rows at its begin, peak and end; then
# only what is greatest in the run has some
INSIDE_CONTACTS, OF_CONTACTS = 5, 50
FIRST_ROWS = 1000


@inline
def mark_peaks(run, system, work, closed):
    """Mark the quantities that may have a peak in the trial step; return whether there are some.

    Forces may jump at the end of a ``closed`` step; a peak at the end of any other is one of the
    next.
    """
    found, peaks, contacts = False, work.peaks, work.contacts
    first = peaks.shape[0] - contacts.shape[0]
    for k in range(peaks.shape[0]):
        sought = may_peak(peaks[k], run.t + run.h_step, closed)
        if k >= first and not sought and contacts[k - first, ON] == 1.0:
            slope = work.watched[system.contacts[k - first].watch, SLOPE]
            sought = contacts[k - first, RATE] > 0.0 and slope <= 0.0
        peaks[k, SOUGHT] = 1.0 if sought else 0.0
        found = found or sought
    return found


@part
def may_peak(peak, t, closed):
    """Return whether a quantity may be greater than ever before inside a step that ends at t: it
    falls from there, or the parabola through the last three steps has its top there or soon after.
    """
    start, end = peak[LAST], peak[NOW]
    record = (1.0 + LEAST_RISE) * peak[GREATEST]
    if end > start:
        if closed and end > record:
            return True
    elif start > record:
        return True
    a, b = peak[EARLIER_AT] - peak[LAST_AT], t - peak[LAST_AT]
    p, q = peak[EARLIER] - start, end - start
    curvature = (p / a - q / b) / (a - b) if a < 0.0 and b > 0.0 else 0.0
    if not curvature < 0.0:
        return False
    slope = p / a - curvature * a
    top = -0.5 * slope / curvature
    if top < 0.0 or top > (1.0 + MAX_EXTRAPOLATION) * b:
        return False
    return max(start - 0.25 * slope * slope / curvature if top < b else end, start) > record


@part
def sample_peaks(entry, memory, run, y, peaks):
    """Write the values of all quantities at the quarters of the trial step."""
    for quarter in range(1, 4):
        observe_inside(entry, memory, run, y, run.t + 0.25 * quarter * run.h_step)
        for k in range(peaks.shape[0]):
            peaks[k, QUARTERS + quarter - 1] = peaks[k, HERE]


@part
def place_peaks(run, peaks, closed, times):
    """Write the times of the peaks that are sought in the trial step, in their order; one for all
    quantities that are as good as greatest there.
    """
    for k in range(peaks.shape[0]):
        if peaks[k, SOUGHT] == 0.0:
            continue
        place, top = highest(peaks[k])
        if top <= (1.0 + LEAST_RISE) * peaks[k, GREATEST] or (place >= 1.0 and not closed):
            continue
        place = min(place, 1.0 - BEFORE_END)
        covered = False
        for n in range(run.peaks):
            there = polynomial(peaks[k], (times[n] - run.t) / run.h_step)
            covered = covered or there >= (1.0 - LEAST_RISE) * top
        if not covered:
            insert(times, run.peaks, run.t + place * run.h_step)
            run.peaks += 1


@inline
def has_room(run, share):
    """Return whether fewer rows were added than ``share`` for each output time so far; how many
    will come does not matter: a run may continue.
    """
    return run.added < share * (FIRST_ROWS + run.output)


@inline
def insert(times, count, t):
    """Insert a time among the first ``count``, which increase."""
    n = count
    while n > 0 and times[n - 1] > t:
        times[n] = times[n - 1]
        n -= 1
    times[n] = t


@part
def polynomial(peak, theta):
    """Return the value at theta (0 to 1) of the polynomial through the values of a quantity at
    both ends and the quarters of the trial step (Newton's forward differences).
    """
    a, b, c, d, e = peak[LAST], peak[QUARTERS], peak[QUARTERS + 1], peak[QUARTERS + 2], peak[NOW]
    x = 4.0 * theta
    second, third, fourth = c - 2.0 * b + a, d - 3.0 * (c - b) - a, e - 4.0 * (d + b) + 6.0 * c + a
    inner = third / 6.0 + (x - 3.0) * fourth / 24.0
    return a + x * (b - a + (x - 1.0) * (0.5 * second + (x - 2.0) * inner))


@part
def highest(peak):
    """Return where (0 to 1) the polynomial of a quantity is highest, and how high: the top of a
    parabola through the highest of many points and its neighbours.
    """
    best, high, size = 0, -inf, 1.0 / SCANNED
    for n in range(SCANNED + 1):
        value = polynomial(peak, n * size)
        if value > high:
            best, high = n, value
    if best == 0 or best == SCANNED:
        return best * size, high
    p = polynomial(peak, (best - 1) * size) - high
    q = polynomial(peak, (best + 1) * size) - high
    shift = 0.5 * (p - q) / (p + q) if p + q < 0.0 else 0.0
    return (best + shift) * size, high - 0.25 * shift * (p - q)


@part
def observe_inside(entry, memory, run, y, t):
    """Evaluate the state at a time inside the trial step, moved onto the constraints, and note the
    quantities whose peaks are kept.
    """
    state_inside(memory, run, y, t)
    project_and_evaluate(entry, run, t, memory.stage, memory.error, POSITIONS)
    call(entry.observe, entry.system, entry.work, t, memory.stage, memory.error, PEAKS)


@part
def state_inside(memory, run, y, t):
    """Write the state at a time inside the trial step."""
    interpolate(memory, y, run.h_step, (t - run.t) / run.h_step, memory.stage)
    normalise(run, memory.stage)


@inline
def keep_greatest(work, t):
    """Keep the greatest of the values that were noted at the last evaluation; return whether one is
    the greatest of the run, not of a contact alone.
    """
    of_the_run, peaks = False, work.peaks
    for k in range(peaks.shape[0]):
        if peaks[k, HERE] > peaks[k, GREATEST]:
            peaks[k, GREATEST], peaks[k, WHEN] = peaks[k, HERE], t
            of_the_run = of_the_run or k < peaks.shape[0] - work.contacts.shape[0]
    return of_the_run


@inline
def is_new_contact(run, work):
    """Return whether a contact is so young that the ends of its steps have rows."""
    if not has_room(run, INSIDE_CONTACTS):
        return False
    for k in range(work.contacts.shape[0]):
        if work.contacts[k, ON] == 1.0 and work.contacts[k, AGE] <= NEW_CONTACT_STEPS:
            return True
    return False
