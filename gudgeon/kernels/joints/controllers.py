"""Controlled actuators: what a controller asks for acts on a joint coordinate.

    f = u(t, r, q, z),   z_dot = g(t, r, q, z)

with the target r, the coordinates q that are measured, and states z of the controller, all with
their rates. The states stand in the state vector, in units of their scales, so that they are
integrated with the motion; where a switching function of the law crosses zero, a step ends. The
work f q_dot of the coordinate is integrated with them.
"""

from math import nan

import numpy as np

from ..._base.function_pointers import (
    MEASURED,
    STATES,
    element_signature,
    records_at,
)
from ..._base.jit import Entry, inline, noinline
from ..addresses import load_system, load_work, vector
from ..law_calls import control, switch
from ..multibody.coordinates import coordinate_value
from ..multibody.forces import press
from ..multibody.signals import motion
from ..output_variables import OutputVariable
from ..tasks import END_OF_STEP, FORCES, ROW, SAMPLE
from .elements import watch_column

CONTROLLER = np.dtype(
    [
        ("force", "i8"),  # its place among the forces
        ("coordinate", "i8"),  # on which it acts
        ("measured", "i8", MEASURED),  # coordinates, -1 for none
        ("first", "i8"),  # of the signals that are its target, a sum of products
        ("count", "i8"),
        ("law", "i8"),
        ("offset", "i8"),
        ("switch", "i8"),  # its switching functions, 0 for none
        ("switches", "i8"),  # how many
        ("watch", "i8"),  # where they are watched
        ("state", "i8"),  # where its states begin, and how many there are
        ("states", "i8"),
        ("shown", "i8"),  # place of its first state in the output
        ("ledger", "i8"),
        ("scale", "f8", STATES),  # of its states: a state over its scale stands in the state vector
    ],
    align=True,
)

TARGET, FORCE, STATE = range(3)
VARIABLES = (
    OutputVariable("actuator_target", "", ("target",), "target of the controller"),
    OutputVariable(
        "actuator_command", "N", ("command",), "force or moment on the joint coordinate", "N*m"
    ),
    OutputVariable("actuator_state", "", ("controller_state",), "state of the controller"),
)
"""Units of targets and states are those of their labels."""


@inline
def measured(system, work, own, k):
    """Return value and rate of a measured coordinate."""
    c = own.measured[k]
    if c < 0:
        return 0.0, 0.0
    return coordinate_value(
        system.coordinates, system.joints, system.parameters, work.bodies, c, work.last_watched
    )


@inline
def state_of(y, own, k):
    """Return a state of the controller, 0 where it has none."""
    return own.scale[k] * y[own.state + k] if k < own.states else 0.0


@noinline
def inputs_of(system, work, own, t, y):
    """Return what the law depends on."""
    r, r_dot, _ = motion(system.signals, system.parameters, own, t)
    a, b = measured(system, work, own, 0), measured(system, work, own, 1)
    c, d = measured(system, work, own, 2), measured(system, work, own, 3)
    return (
        t, r, r_dot, a[0], b[0], c[0], d[0], a[1], b[1], c[1], d[1],
        state_of(y, own, 0), state_of(y, own, 1), state_of(y, own, 2), state_of(y, own, 3),
        state_of(y, own, 4), state_of(y, own, 5), state_of(y, own, 6), state_of(y, own, 7),
    )  # fmt: skip


@noinline
def actuate(system, work, own, t, y, y_dot):
    """Let the actuator act; write the rates of its states, and the power that it puts in."""
    X, last, c = work.bodies, work.last_watched, own.coordinate
    coordinates, joints, parameters = system.coordinates, system.joints, system.parameters
    out = control(own.law, inputs_of(system, work, own, t, y), parameters, own.offset)
    system.forces[own.force].vector[0] = out[0]
    press(coordinates, joints, parameters, X, last, c, out[0])
    rate = coordinate_value(coordinates, joints, parameters, X, c, last)[1]
    work.power[own.ledger] = out[0] * rate
    rates = out[1], out[2], out[3], out[4], out[5], out[6], out[7], out[8]
    for k in range(own.states):
        y_dot[own.state + k] = rates[k] / own.scale[k]


@noinline
def watch_switches(system, work, own, t, y, column):
    """Write the switching functions; their rates are not known."""
    values = switch(own.switch, inputs_of(system, work, own, t, y), system.parameters, own.offset)
    for k in range(own.switches):
        work.watched[own.watch + k, column] = values[k]
        work.watched[own.watch + k, column + 1] = nan


@noinline
def write_controller(system, own, t, y, row, columns, k):
    """Write target, force and states."""
    row[columns[TARGET] + k] = motion(system.signals, system.parameters, own, t)[0]
    row[columns[FORCE] + k] = system.forces[own.force].vector[0]
    for s in range(own.states):
        row[columns[STATE] + own.shown + s] = own.scale[s] * y[own.state + s]


controllers_at = records_at(CONTROLLER)


@inline
def controllers(system, work, element, t, y, out, task):
    """Do what an evaluation or an observation asks of controllers (elements.py)."""
    about = system.elements[element]
    own = controllers_at(system.records, about.begin, about.count)
    for k in range(about.count):
        if task == FORCES:
            actuate(system, work, own[k], t, y, out)
        elif task == ROW:
            write_controller(system, own[k], t, y, out, about.columns, k)
        elif (task == END_OF_STEP or task == SAMPLE) and own[k].switch != 0:
            watch_switches(system, work, own[k], t, y, watch_column(task))
    return 0.0


def _controllers(system, work, element, t, y, n, out, m, task):
    return controllers(
        load_system(system), load_work(work), element, t, vector(y, n), vector(out, m), task
    )


CONTROLLERS = Entry(_controllers, element_signature)
