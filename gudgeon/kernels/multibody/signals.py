"""Motions of drivers and magnitudes of loads: sums of products of signals.

A magnitude may depend on joint coordinates and their rates. Where its value jumps, an event ends
the step (stepping/events.py); on which side of the jump a stage stands follows from where the step
began.
"""

from math import nan

from ..._base.jit import inline, part
from ..law_calls import signal
from ..records import DEFLECTION, DEFLECTION_RATE, OF_COORDINATE, OF_TIME
from .coordinates import coordinate_value


@part
def motion(signals, parameters, driver, t):
    """Return what a driver prescribes, with rate and acceleration."""
    total, rate, acceleration = 0.0, 0.0, 0.0
    x, x_dot, x_ddot = 1.0, 0.0, 0.0
    for k in range(driver.first, driver.first + driver.count):
        y, y_dot, y_ddot = signal(signals[k].law, (t,), parameters, signals[k].offset)
        x, x_dot, x_ddot = (
            x * y,
            x_dot * y + x * y_dot,
            x_ddot * y + 2.0 * x_dot * y_dot + x * y_ddot,
        )
        if signals[k].ends == 1:
            total, rate, acceleration = total + x, rate + x_dot, acceleration + x_ddot
            x, x_dot, x_ddot = 1.0, 0.0, 0.0
    return total, rate, acceleration


@part
def magnitude(system, X, last_watched, load, t):
    """Return the number by which the vector of a load is multiplied."""
    total, size = 0.0, 1.0
    for k in range(load.first, load.first + load.count):
        part = system.signals[k]
        x = t
        if part.argument != OF_TIME:
            x = beside_jump(part, argument(system, X, last_watched, part)[0], last_watched)
        size *= signal(part.law, (x,), system.parameters, part.offset)[0]
        if part.ends == 1:
            total += size
            size = 1.0
    return total


@inline
def argument(system, X, last_watched, part):
    """Return the joint coordinate, or the rate, on which a signal depends, and how fast it changes:
    of a rate that is not known.
    """
    c = part.coordinate
    q, q_dot = coordinate_value(system.coordinates, system.joints, X, c, last_watched)
    return (q, q_dot) if part.argument == OF_COORDINATE else (q_dot, nan)


@inline
def beside_jump(part, x, last_watched):
    """Return an argument on that side of a jump to which it belongs: a step that begins at a jump
    is beyond it, the way it came, one that ends there has not reached it.
    """
    if part.near == 0.0:
        return x
    moved = x - last_watched[part.watch + DEFLECTION]
    if abs(moved) <= part.near:
        way = last_watched[part.watch + DEFLECTION_RATE]
        return x + 2.0 * part.near if way > 0.0 else (x - 2.0 * part.near if way < 0.0 else x)
    back = min(2.0 * part.near, 0.5 * abs(moved))
    return x - back if moved > 0.0 else x + back


@inline
def watch_signals(system, work, column):
    """Write the arguments of signals with breakpoints, and the way in which each moved last."""
    watched, last = work.watched, work.last_watched
    for k in range(system.signals.shape[0]):
        part = system.signals[k]
        if part.watch < 0:
            continue
        x, x_dot = argument(system, work.bodies, last, part)
        way = x_dot if part.argument == OF_COORDINATE else x - last[part.watch + DEFLECTION]
        watched[part.watch + DEFLECTION, column] = x
        watched[part.watch + DEFLECTION, column + 1] = x_dot
        watched[part.watch + DEFLECTION_RATE, column] = (
            way if way != 0.0 else last[part.watch + DEFLECTION_RATE]
        )
