"""Bushings: elastic and viscous forces on the relative motions of a joint [AmbrosioPombo, eqs.
11-24, 49].

The displacements are seen from the first body, whose axis is b_i; d goes from its joint point to
the second's:

    POINT    d itself, in every direction                        ball joints, pins in the plane
    ACROSS   what of d is normal to the axis                     radial
    AXIAL    s = b_i.d                                           signed
    TILT     angle between the axes, atan2(|b_i x b_j|, b_i.b_j) misalignment
    TWIST    angle of the second triad about the axis            torsion, signed
    LENGTH   |d| - its free length                               signed

The elastic force follows from a characteristic of the displacement, along its gradient, so that it
conserves energy at any rotation; damping opposes the rate of the same motion as a vector, in the
first body's frame. That of the tilt is what of the relative spin is across the sum of both axes,
the gradient of the twist: it is the same whichever body is the first. Both forces act at the second
body's joint point: no couple is left over.
"""

from math import nan, sqrt

import numpy as np

from ..._base.function_pointers import element_signature, records_at
from ..._base.jit import Entry, inline, part
from ..addresses import load_system, load_work, vector
from ..law_calls import characteristic
from ..multibody.coordinates import (
    angle_gradient,
    joint_points,
    nearest_turn,
    raw_angle,
    relative_spin,
    tilt_of_axes,
)
from ..multibody.forces import push
from ..multibody.vectors import ZERO, add, add_scaled, cross, dot, rotate, scaled, take
from ..records import ANGLE, AT_REST, DEFLECTION, DEFLECTION_RATE, PUSH_BACK, A, T, W
from ..tasks import END_OF_STEP, FORCES, ROW, SAMPLE
from .elements import watch_column

# motions of bushings
POINT_OF, ACROSS, AXIAL, TILT, TWIST, LENGTH_OF = range(6)

BUSHING = np.dtype(
    [
        ("joint", "i8"),
        ("motion", "i8"),
        ("law", "i8"),  # elastic characteristic
        ("offset", "i8"),
        ("damper", "i8"),  # 0 for none
        ("damper_offset", "i8"),
        ("preload", "f8"),  # [N] or [N m]
        ("zero", "f8"),  # displacement without elastic force [m] or [rad]
        ("unilateral", "i8"),  # 1: it only pushes back
        # TWIST: what counts turns, a joint coordinate or, where there is none, its own watched
        # displacement
        ("coordinate", "i8"),
        # where its displacement and more (SOFT_INPUTS) are watched for breakpoints of its laws, -1
        # for nowhere
        ("watch", "i8"),
        ("damper_ledger", "i8"),  # -1 for none
        ("stored_entry", "i8"),
        ("lost_entry", "i8"),
    ],
    align=True,
)


@part
def displacement(joint, X, last_watched, bushing):
    """Return displacement, its rate, its gradient (a direction in space), the velocity of an
    unsigned motion as a vector, and whether it is a rotation.
    """
    _, _, d, d_dot = joint_points(X, joint)
    b = rotate(X, joint.i, A, joint.axes_i[2])
    if bushing.motion == TILT or bushing.motion == TWIST:
        return turn(joint, X, last_watched, bushing, b)
    drag = cross(take(X, joint.i, W), d)
    v = (d_dot[0] - drag[0], d_dot[1] - drag[1], d_dot[2] - drag[2])
    if bushing.motion == AXIAL:
        rate = dot(b, v)
        return dot(b, d), rate, b, ZERO, False
    if bushing.motion == ACROSS:
        s, rate = dot(b, d), dot(b, v)
        d = (d[0] - s * b[0], d[1] - s * b[1], d[2] - s * b[2])
        v = (v[0] - rate * b[0], v[1] - rate * b[1], v[2] - rate * b[2])
    size = sqrt(dot(d, d))
    u = scaled(1.0 / size, d) if size > 1e-14 else ZERO
    rate = dot(u, v)
    if bushing.motion == LENGTH_OF:
        return size - joint.length, rate, u, ZERO, False
    return size, rate, u, v, False


@part
def turn(joint, X, last_watched, bushing, b_i):
    """Return the same for misalignment and torsion; the twist is the angle of a hinge
    (coordinates.py).
    """
    spin = relative_spin(X, joint)
    if bushing.motion == TWIST:
        last = last_watched[bushing.coordinate]
        if bushing.coordinate == bushing.watch:  # which counts from where there is no elastic force
            last += bushing.zero
        u = angle_gradient(X, joint, ANGLE)
        return nearest_turn(raw_angle(X, joint, ANGLE), last), dot(u, spin), u, ZERO, True
    b_j = rotate(X, joint.j, A, joint.axes_j[2])
    tilt, u = tilt_of_axes(b_i, b_j)
    return tilt, dot(u, spin), u, across(spin, add_scaled(b_i, 1.0, b_j)), True


@inline
def across(v, b):
    """Return what of v is normal to b, all of it where b vanishes."""
    size = dot(b, b)
    return add_scaled(v, -dot(v, b) / size, b) if size > 1e-28 else v


@inline
def spring(parameters, bushing, x):
    """Return force and energy of the characteristic of a bushing and its preload, as if it
    pulled as well.
    """
    force, stored = characteristic(bushing.law, (x - bushing.zero,), parameters, bushing.offset)
    return force + bushing.preload, stored + bushing.preload * x


@part
def elastic(parameters, bushing, x):
    """Return elastic force and stored energy of a bushing at a displacement.

    One that never pulls stores what the force that it exerts has taken from its centre on. On a
    side to which preload moves it that force begins where the characteristic outweighs the preload,
    once on the way from the centre to x.
    """
    force, stored = spring(parameters, bushing, x)
    if bushing.unilateral == 0:
        return force, stored
    side = 1.0 if x >= bushing.zero else -1.0
    if side * force <= 0.0:
        return 0.0, 0.0
    free, pressed = bushing.zero, x
    if side * spring(parameters, bushing, free)[0] < 0.0:
        for _ in range(60):  # halving: all digits of where the force begins
            middle = 0.5 * (free + pressed)
            if side * spring(parameters, bushing, middle)[0] < 0.0:
                free = middle
            else:
                pressed = middle
    return force, stored - spring(parameters, bushing, free)[1]


@inline
def damp(parameters, bushing, rate, u, v):
    """Return the damping force, against the velocity of the motion, and the power it takes;
    signed motions have their gradient alone.
    """
    if is_signed(bushing):
        f = characteristic(bushing.damper, (rate,), parameters, bushing.damper_offset)[0]
        return scaled(f, u), f * rate
    speed = sqrt(dot(v, v))
    f = characteristic(bushing.damper, (speed,), parameters, bushing.damper_offset)[0]
    return scaled(f / speed, v) if speed > 0.0 else ZERO, f * speed


@inline
def is_signed(bushing):
    """Return whether a motion goes to both sides of zero."""
    return bushing.motion == AXIAL or bushing.motion == TWIST or bushing.motion == LENGTH_OF


@inline
def side_of(last_watched, bushing, x, rate):
    """Return on which side of its centre a bushing that never pulls stands, +1 or -1.

    It keeps that of the last accepted step, even where a trial step goes beyond the centre: that is
    located and the step taken again. One that stands in the centre is on the side to which it
    moves.
    """
    if not is_signed(bushing):
        return 1.0
    place = last_watched[bushing.watch + DEFLECTION]
    if abs(place) <= AT_REST:
        place = last_watched[bushing.watch + DEFLECTION_RATE]
    if place == 0.0:  # before the first step, or at rest
        place = x - bushing.zero
    if place == 0.0:
        place = rate
    return 1.0 if place >= 0.0 else -1.0


@inline
def apply_bushing(system, work, bushing):
    """Add the wrench of one bushing; write the power that its damper takes."""
    X, parameters = work.bodies, system.parameters
    joint = system.joints[bushing.joint]
    x, rate, u, v, rotation = displacement(joint, X, work.last_watched, bushing)
    force = spring(parameters, bushing, x)[0]
    damping, power = ZERO, 0.0
    if bushing.damper != 0:
        damping, power = damp(parameters, bushing, rate, u, v)
    # it never pulls: neither may the damper hold back what the spring pushes away
    if bushing.unilateral == 1:
        side = side_of(work.last_watched, bushing, x, rate)
        if side * (force + dot(damping, u)) < 0.0:
            damping, power = scaled(-force, u), -force * rate
        # by preload, on this side of the centre
        lifted = side * spring(parameters, bushing, bushing.zero)[0] < 0.0
        # the spring stores nothing (elastic): what it takes from the force, it takes from the loss
        if lifted and side * force < 0.0:
            power += force * rate
    if bushing.damper_ledger >= 0:
        work.power[bushing.damper_ledger] = power
    f = (-force * u[0] - damping[0], -force * u[1] - damping[1], -force * u[2] - damping[2])
    if rotation:
        add(X, joint.j, T, f)
        add(X, joint.i, T, scaled(-1.0, f))
        add(work.wrench, bushing.joint, 3, f)
        return
    s_i, s_j, d, _ = joint_points(X, joint)
    push(X, joint.j, s_j, f)
    push(X, joint.i, (s_i[0] + d[0], s_i[1] + d[1], s_i[2] + d[2]), scaled(-1.0, f))
    add(work.wrench, bushing.joint, 0, f)
    add(work.wrench, bushing.joint, 3, cross(s_j, f))


@part
def watch_bushing(system, work, bushing, column):
    """Write displacement, its rate (of an unsigned motion the speed), and the force of one that
    never pulls over the sum of its parts.

    It is watched if its laws have breakpoints, if it never pulls, or if it counts its own turns.
    """
    watched, parameters = work.watched, system.parameters
    x, rate, u, v, _ = displacement(
        system.joints[bushing.joint], work.bodies, work.last_watched, bushing
    )
    at = bushing.watch
    watched[at + DEFLECTION, column], watched[at + DEFLECTION, column + 1] = x - bushing.zero, rate
    watched[at + DEFLECTION_RATE, column] = rate if is_signed(bushing) else sqrt(dot(v, v))
    watched[at + PUSH_BACK, column] = watched[at + DEFLECTION_RATE, column + 1] = watched[
        at + PUSH_BACK, column + 1
    ] = nan
    if bushing.unilateral == 1:
        force = spring(parameters, bushing, x)[0]
        damping = dot(damp(parameters, bushing, rate, u, v)[0], u) if bushing.damper != 0 else 0.0
        parts = abs(force - bushing.preload) + abs(bushing.preload) + abs(damping)
        if parts > 0.0:
            watched[at + PUSH_BACK, column] = (
                side_of(work.last_watched, bushing, x, rate) * (force + damping) / parts
            )


@part
def write_bushing(system, work, y, row, bushing):
    """Add what a bushing stores, and what its damper has lost, to the energies of an output row."""
    setting = system.setting[0]
    place, first = system.columns[0].energy, setting.n_q + setting.n_v + setting.n_z
    x = displacement(system.joints[bushing.joint], work.bodies, work.last_watched, bushing)[0]
    row[place + bushing.stored_entry] += elastic(system.parameters, bushing, x)[1]
    if bushing.damper_ledger >= 0:
        row[place + bushing.lost_entry] += y[first + bushing.damper_ledger]


bushings_at = records_at(BUSHING)


@inline
def bushings(system, work, element, y, out, task):
    """Do what an evaluation or an observation asks of bushings (elements.py)."""
    about = system.elements[element]
    own = bushings_at(system.records, about.begin, about.count)
    for k in range(about.count):
        if task == FORCES:
            apply_bushing(system, work, own[k])
        elif task == ROW:
            write_bushing(system, work, y, out, own[k])
        elif (task == END_OF_STEP or task == SAMPLE) and own[k].watch >= 0:
            watch_bushing(system, work, own[k], watch_column(task))
    return 0.0


def _bushings(system, work, element, t, y, n, out, m, task):
    return bushings(
        load_system(system), load_work(work), element, vector(y, n), vector(out, m), task
    )


BUSHINGS = Entry(_bushings, element_signature)
