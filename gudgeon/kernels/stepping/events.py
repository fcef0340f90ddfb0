"""Event search: crossings of watched quantities and changes of contact inside a trial step,
located on its dense output.
"""

from ..._base.jit import inline, noinline, part
from ..entry_points import call
from ..integrators.common.base import interpolate
from ..joints.contact_history import cubic_maximum
from ..multibody.vectors import nearest_integer
from ..records import DEFLECTION_RATE, ON, RATE, SAMPLED, SLOPE, VALUE
from ..tasks import SAMPLE

# part of a step over which the rate of a watched quantity is found by finite differences
DIFFERENCE_SPAN = 1e-3
PENETRATION_TOLERANCE = 1e-13  # [m] or [rad]: penetrations are located to a hundredth of this


@part
def correct_event_step(run, watched):
    """Measure by how much the trial step missed its event, and correct its length, at most
    ``event_corrections`` times.
    """
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
        now = watched[events[k].watch, VALUE]
        value = next_level(events[k], last_watched[events[k].watch], now)
        before, after = departure(events[k], value, last_watched), now - value
        if crosses(events[k], before, after):
            return True
    return False


@inline
def next_level(event, last, now):
    """Return the value of an event, of one that comes again in every period that which lies next on
    the way from ``last`` to ``now``.
    """
    if event.period == 0.0:
        return event.value
    turn = nearest_integer((last - event.value) / event.period)
    value = event.value + turn * event.period
    way = 1.0 if now > last else -1.0
    behind = (value - last) * way
    return value if behind > event.near else value + way * event.period


@inline
def departure(event, value, last_watched):
    """Return how far beyond its value a watched quantity is at the start of the step; one that
    starts from where forces jump is on the side to which it moves.
    """
    before = last_watched[event.watch] - value
    if event.jump >= 1 and abs(before) <= event.near:
        rate = last_watched[event.watch + DEFLECTION_RATE]
        before = 2.0 * event.near if rate > 0.0 else (-2.0 * event.near if rate < 0.0 else 0.0)
    return before


@inline
def crosses(event, before, after):
    """Return whether a watched quantity crosses its value in the right direction, or comes to it:
    from there the next step would not. Not if it starts from there. Where forces jump it must
    clearly go beyond: it may have started from there, unless a load jumps, whose side is known.
    """
    there = abs(after) <= event.near
    if there and (event.jump == 1 or (event.jump == 2 and abs(before) <= 2.0 * event.near)):
        return False
    return (
        abs(before) > event.near
        and (there or before * after <= 0.0)
        and event.direction * (after - before) >= 0.0
    )


@part
def changes_contact(run, contacts, work):
    """Return whether a contact begins or ends in the trial step, at its end or, as far as values
    and rates tell, inside.

    With the papers' rule, a step that ends too deep is sent back with the length at which a
    straight line meets the wall.
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
            slope, slope_after = (
                way * work.contacts[k, RATE] * run.h_step,
                way * work.watched[c, SLOPE] * run.h_step,
            )
            if slope > 0.0 and slope_after < 0.0:
                top = cubic_maximum(before, after, slope, slope_after)[1]
                if top + 0.1 * (top - max(before, after)) > 0.0:
                    return True
    return False


@inline
def has_changed_side(run, before, after):
    """Return whether a contact that ends the step at ``after`` has changed its side; one that
    starts at zero must clearly leave it.
    """
    return after > (0.0 if before < -run.zero_depth else 2.0 * run.zero_depth)


@noinline
def locate_event(entry, memory, run, y, system, work):
    """Shorten the trial step to the first event or change of contact inside it, located on the
    dense output.

    The step is then taken again, and corrected twice by what the dense output was wrong.
    """
    first = 2.0
    events, last_watched, watched = system.events, work.last_watched, work.watched
    for k in range(events.shape[0]):
        c = events[k].watch
        value = next_level(events[k], last_watched[c], watched[c, VALUE])
        before, after = departure(events[k], value, last_watched), watched[c, VALUE] - value
        if crosses(events[k], before, after):
            theta = 1.0
            if before * after <= 0.0:
                theta = find_root(
                    entry, memory, run, y, watched, c, value, (0.0, before, 1.0, after)
                )
            if theta < first:
                first, run.event, run.event_watch, run.event_value, run.event_tolerance = (
                    theta,
                    k,
                    c,
                    value,
                    events[k].near,
                )
                a, b = max(theta - DIFFERENCE_SPAN, 0.0), min(theta + DIFFERENCE_SPAN, 1.0)
                rise = sample(entry, memory, run, y, watched, c, b) - sample(
                    entry, memory, run, y, watched, c, a
                )
                run.event_rate = rise / ((b - a) * run.h_step)
    for k in range(system.contacts.shape[0]):
        theta, level = locate_contact_change(
            entry, memory, run, y, system.contacts[k].watch, work, k
        )
        if theta < first:
            first, run.event, run.event_watch = theta, -1, system.contacts[k].watch
            run.event_value, run.event_tolerance = level, PENETRATION_TOLERANCE
    if first <= 1.0:
        run.h_step = max(first * run.h_step, run.h_min)
        run.event_corrections = 3
        run.pending = 0


@noinline
def locate_contact_change(entry, memory, run, y, c, work, k):
    """Return where in the step (0 to 1) a contact begins or ends, 2 for nowhere, and the
    penetration to aim at.
    """
    way = 1.0 if work.contacts[k, ON] == 0.0 else -1.0
    before, after, b = way * work.last_watched[c], way * work.watched[c, VALUE], 1.0
    if not has_changed_side(run, before, after):
        slope, slope_after = (
            way * work.contacts[k, RATE] * run.h_step,
            way * work.watched[c, SLOPE] * run.h_step,
        )
        if slope <= 0.0 or slope_after >= 0.0:
            return 2.0, 0.0
        b = cubic_maximum(before, after, slope, slope_after)[0]
        after = way * sample(entry, memory, run, y, work.watched, c, b)
        if not has_changed_side(run, before, after):
            return 2.0, 0.0
    a, level = 0.0, 0.0
    # it starts at zero: search from where it has left, if it leaves; otherwise where it is clearly
    # beyond
    if before >= -run.zero_depth:
        slope = way * work.contacts[k, RATE] * run.h_step
        a = min(0.5 * b, -4.0 * run.zero_depth / slope) if slope < 0.0 else 0.0
        start = way * sample(entry, memory, run, y, work.watched, c, a)
        if start < 0.0:
            before = start
        else:
            a, level = 0.0, 2.0 * way * run.zero_depth
    return find_root(
        entry,
        memory,
        run,
        y,
        work.watched,
        c,
        level,
        (a, way * before - level, b, way * after - level),
    ), level


@part
def sample(entry, memory, run, y, watched, c, theta):
    """Return a watched quantity inside the trial step, from the dense output."""
    interpolate(memory, y, run.h_step, theta, memory.stage)
    call(
        entry.observe,
        entry.system,
        entry.work,
        run.t + theta * run.h_step,
        memory.stage,
        memory.error,
        SAMPLE,
    )
    return watched[c, SAMPLED]


@noinline
def find_root(entry, memory, run, y, watched, c, value, bracket):
    """Return where in the step (0 to 1) a quantity crosses a value between the ends of a bracket
    (a, g(a), b, g(b)): Illinois variant of regula falsi.
    """
    a, g_a, b, g_b = bracket
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
