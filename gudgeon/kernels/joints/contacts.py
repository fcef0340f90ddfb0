"""Contacts: what an evaluation or an observation asks of them. The physics is in
contact_geometry, contact_forces and contact_history.
"""

from math import sqrt

from ..._base.function_pointers import element_signature
from ..._base.jit import Entry, inline, noinline
from ..addresses import load_system, load_work, vector
from ..multibody.coordinates import relative_spin
from ..multibody.vectors import add_scaled, dot
from ..output_variables import OutputVariable
from ..records import F_N, F_T, HELD, ON
from ..tasks import COMMIT, FORCES, HOLD, ROW
from .contact_forces import HELD_POINTS, contact_forces, resting_depth, resting_rate, stored_energy
from .contact_geometry import measure
from .contact_history import update, watch_contacts
from .elements import watch_column
from .held_contacts import find_forces

PENETRATION, PENETRATION_RATE, NORMAL_FORCE, FRICTION, POINT, SLIDING_SPEED = range(6)
VARIABLES = (
    OutputVariable(
        "contact_penetration", "m", ("contact",), "penetration; a gap is negative", "rad"
    ),
    OutputVariable("contact_rate", "m/s", ("contact",), "rate of the penetration", "rad/s"),
    OutputVariable("contact_normal_force", "N", ("contact",), "normal force", "N*m"),
    OutputVariable(
        "contact_friction", "N", ("contact", "xyz"), "friction on the second body, global"
    ),
    OutputVariable(
        "contact_point", "m", ("contact", "xyz"), "point where the contact acts, global"
    ),
    OutputVariable(
        "contact_sliding_speed",
        "m/s",
        ("contact",),
        "speed with which the surfaces slide on each other; zero where they do not touch",
    ),
)


@inline
def contacts(system, work, element, t, y, out, task):
    """Do what an evaluation or an observation asks of contacts (elements.py)."""
    if task == FORCES:
        contact_forces(system, work, y, out)
    elif task == COMMIT:
        return update(system, work, t, y)
    elif task == HOLD:
        return find_forces(system, work)
    elif task == ROW:
        write_contacts(system, work, t, out, system.elements[element].columns)
        write_energies(system, work, t, y, out, system.columns[0].energy)
    else:
        watch_contacts(system, work, t, y, watch_column(task))
    return 0.0


@noinline
def write_contacts(system, work, t, row, columns):
    """Write depth, rate, forces, point and sliding speed of every contact."""
    for k in range(system.contacts.shape[0]):
        contact = system.contacts[k]
        delta, rate, n, x, v, slope, twist = measure(
            work.bodies,
            system.joints,
            system.coordinates,
            work.last_watched,
            system.parameters,
            contact,
        )
        if work.contacts[k, ON] == 1.0:
            joint = system.joints[contact.joint]
            slip = add_scaled(v, -rate / slope, n)
            spin = twist * dot(relative_spin(work.bodies, joint), n) if twist > 0.0 else 0.0
            row[columns[SLIDING_SPEED] + k] = sqrt(dot(slip, slip) + spin * spin)
        if work.contacts[k, HELD] == 1.0:
            delta = resting_depth(system, work.contacts, k, t)
            rate = resting_rate(work.contacts, k, t, delta, HELD_POINTS)[0]
        row[columns[PENETRATION] + k], row[columns[PENETRATION_RATE] + k] = delta, rate
        row[columns[NORMAL_FORCE] + k] = work.contacts[k, F_N]
        for c in range(3):
            row[columns[FRICTION] + 3 * k + c] = work.contacts[k, F_T + c]
            row[columns[POINT] + 3 * k + c] = x[c]


@noinline
def write_energies(system, work, t, y, row, place):
    """Add what contacts store, and what they have lost."""
    setting = system.setting[0]
    first = setting.n_q + setting.n_v + setting.n_z
    for k in range(system.contacts.shape[0]):
        contact = system.contacts[k]
        stored = stored_energy(system, work, t, k)
        row[place + contact.stored_entry] += stored
        row[place + contact.lost_entry] += y[first + contact.ledger] - stored
        if contact.friction_ledger >= 0:
            row[place + contact.friction_entry] += y[first + contact.friction_ledger]


def _contacts(system, work, element, t, y, n, out, m, task):
    return contacts(
        load_system(system), load_work(work), element, t, vector(y, n), vector(out, m), task
    )


CONTACTS = Entry(_contacts, element_signature)
