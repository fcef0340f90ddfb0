"""What contacts remember: which are on, how fast they began, how deep and hard they were.

This changes in ``update`` alone, when a step has been accepted; a contact that has ended becomes a
row of the table of impacts.
"""

from math import nan, sqrt

from ..._base.jit import inline, noinline, part
from ..multibody.coordinates import relative_spin
from ..multibody.vectors import ZERO, add_scaled, dot, put
from ..records import (
    AGE,
    APPROACH,
    BEGUN,
    COMPRESSION_RATE,
    DEEPEST,
    DIP,
    F_N,
    F_T,
    GREATEST,
    HELD,
    LAW_INPUTS,
    LOAD_TRIAL,
    ON,
    OVERLOAD,
    PERIODS,
    PRESSED,
    PULL,
    RATE,
    RATE_RATIO,
    SEEN,
    SLIDING,
    SLOPE,
    SLOPE_TRIAL,
    START,
    TURN,
    VALUE,
    WHEN,
)
from .contact_forces import (
    acting_force,
    bristle_excess,
    friction_load,
    layer_breakpoints,
    put_state,
)
from .contact_geometry import measure
from .held_contacts import watch_held


@inline
def watch_contacts(system, work, t, y, column):
    """Write penetrations and their rates, and what laws depend on, into the table of watched
    quantities from ``column`` on.
    """
    for k in range(system.contacts.shape[0]):
        contact = system.contacts[k]
        delta, rate, n, _, v, slope, twist = measure(
            work.bodies,
            system.joints,
            system.coordinates,
            work.last_watched,
            system.parameters,
            contact,
        )
        if column == VALUE:
            work.contacts[k, SLOPE_TRIAL] = slope
            work.contacts[k, LOAD_TRIAL] = work.contacts[k, F_N] / slope
        if work.contacts[k, HELD] == 1.0:
            delta, rate = watch_held(system, work, t, k, column, delta, rate)
        work.watched[contact.watch, column], work.watched[contact.watch, column + 1] = delta, rate
        if contact.law_watch >= 0:
            watch_laws(system, work, y, k, column, (delta, rate / slope, n, v, slope, twist))


@part
def watch_laws(system, work, y, k, column, measured):
    """Write what contact and friction laws depend on, and how loaded bristles are; of a contact
    that is off they are not numbers.

    ``measured`` is the contact as contact_geometry.py measures it. Rates are not known without the
    accelerations of this state.
    """
    delta, rate, n, v, slope, twist = measured
    contact, watched = system.contacts[k], work.watched
    at = contact.law_watch
    for c in range(LAW_INPUTS):
        watched[at + c, column] = watched[at + c, column + 1] = nan
    if work.contacts[k, ON] == 0.0:
        return
    watched[at + RATE_RATIO, column] = rate / max(work.contacts[k, APPROACH], contact.slowest)
    if contact.layer != 0:
        pull, dip = layer_breakpoints(system.parameters, contact, work.contacts, delta, rate)
        (
            watched[at + PULL, column],
            watched[at + DIP, column],
            watched[at + COMPRESSION_RATE, column],
        ) = pull, dip, rate
    if contact.friction != 0:
        slip = add_scaled(v, -rate, n)
        spin = (
            twist * dot(relative_spin(work.bodies, system.joints[contact.joint]), n)
            if twist > 0.0
            else 0.0
        )
        load = friction_load(system, work, k, slope * acting_force(system, work, k, delta, rate))[1]
        watched[at + SLIDING, column] = sqrt(dot(slip, slip) + spin * spin)
        watched[at + PRESSED, column] = load
        if contact.bristle >= 0:
            watched[at + OVERLOAD, column] = bristle_excess(
                system, work, y, k, n, (slip, spin, load)
            )


@noinline
def update(system, work, t, y):
    """Change the memory of contacts at an accepted step that ended at time t; return how many began
    or ended.

    A contact begins where it penetrates, or touches and approaches; it ends where it has left,
    or touches and leaves. Nothing else ever changes this memory.
    """
    changes = 0.0
    memory, zero = work.contacts, system.setting[0].zero_depth
    for k in range(system.contacts.shape[0]):
        contact = system.contacts[k]
        delta, rate = work.watched[contact.watch, VALUE], work.watched[contact.watch, SLOPE]
        way = 1.0 if memory[k, ON] == 0.0 else -1.0
        beyond = way * delta
        if memory[k, ON] == 1.0:
            keep_records(work, contact, k, t, delta, rate)
        changed = beyond > zero or (beyond >= -zero and way * rate > 0.0)
        if changed and memory[k, HELD] == 0.0:
            changes += 1.0
            if way > 0.0:
                begin(contact, work, k, t, y, delta, rate, system.setting[0])
            else:
                finish(contact, work, k, t, y, rate, system.setting[0])
            if contact.bristle >= 0:
                put_state(y, contact.bristle, ZERO)
        memory[k, SEEN], memory[k, RATE] = t, rate
    return changes


@inline
def work_of_contact(contact, y, setting):
    """Return the ledger of one contact: work of its normal force and of friction."""
    first = setting.n_q + setting.n_v + setting.n_z
    friction_work = y[first + contact.friction_ledger] if contact.friction_ledger >= 0 else 0.0
    return y[first + contact.ledger] + friction_work


@part
def begin(contact, work, k, t, y, delta, rate, setting):
    """Open a contact period; at t = 0 it may be deep already."""
    memory, place = work.contacts, place_of_peak(work, k)
    memory[k, ON] = 1.0
    memory[k, APPROACH] = max(rate / memory[k, SLOPE_TRIAL], 0.0)
    memory[k, START] = t
    memory[k, TURN] = nan
    memory[k, DEEPEST], memory[k, AGE] = max(delta, 0.0), 0.0
    work.peaks[place, GREATEST], work.peaks[place, WHEN] = 0.0, t
    memory[k, BEGUN] = work_of_contact(contact, y, setting)


@part
def finish(contact, work, k, t, y, rate, setting):
    """Close a contact period and add it to the table."""
    memory, place = work.contacts, place_of_peak(work, k)
    period = work.periods[work.count[PERIODS]]
    work.count[PERIODS] += 1
    period.contact = k
    period.start, period.turn, period.end = memory[k, START], memory[k, TURN], t
    period.approach_speed, period.departure_speed = (
        memory[k, APPROACH],
        max(-rate / memory[k, SLOPE_TRIAL], 0.0),
    )
    period.penetration = memory[k, DEEPEST]
    period.peak_force, period.peak_time = work.peaks[place, GREATEST], work.peaks[place, WHEN]
    period.energy_lost = work_of_contact(contact, y, setting) - memory[k, BEGUN]
    memory[k, ON] = memory[k, F_N] = 0.0
    put(memory, k, F_T, ZERO)


@inline
def place_of_peak(work, k):
    """Return the row of a contact in the table of peaks, of which contacts are the last."""
    return work.peaks.shape[0] - work.contacts.shape[0] + k


@inline
def keep_records(work, contact, k, t, delta, rate):
    """Keep the age of a contact period and its greatest penetration, between two steps that of a
    cubic.
    """
    memory = work.contacts
    before, rate_before, h = work.last_watched[contact.watch], memory[k, RATE], t - memory[k, SEEN]
    if rate_before > 0.0 and rate <= 0.0:
        theta, top = cubic_maximum(before, delta, h * rate_before, h * rate)
        if memory[k, TURN] != memory[k, TURN]:
            memory[k, TURN] = t - h * (1.0 - theta)
        memory[k, DEEPEST] = max(memory[k, DEEPEST], top)
    memory[k, DEEPEST] = max(memory[k, DEEPEST], delta)
    memory[k, AGE] += 1.0


@inline
def on_cubic(a, b, a_dot, b_dot, theta):
    """Return value and slope at theta (0 to 1) of a cubic with these values and slopes at 0 and
    1.
    """
    c = 3.0 * (b - a) - 2.0 * a_dot - b_dot
    d = 2.0 * (a - b) + a_dot + b_dot
    return a + theta * (a_dot + theta * (c + theta * d)), a_dot + theta * (
        2.0 * c + theta * 3.0 * d
    )


@part
def cubic_maximum(a, b, a_dot, b_dot):
    """Return where (0 to 1), and how high, a cubic with these values and slopes at 0 and 1 is
    greatest; a_dot > 0 >= b_dot.
    """
    low, high = 0.0, 1.0
    for _ in range(50):
        theta = 0.5 * (low + high)
        if on_cubic(a, b, a_dot, b_dot, theta)[1] > 0.0:
            low = theta
        else:
            high = theta
    return low, on_cubic(a, b, a_dot, b_dot, low)[0]
