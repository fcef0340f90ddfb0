"""What acts in imperfect joints: contacts, bushings, films, stops. Compiled apart, and only for mechanisms that have some."""

from ..._base.jit import inline, part
from ..multibody.coordinates import joint_points
from ..multibody.vectors import ZERO, put
from ..records import F_N, F_T, SAMPLED, VALUE
from .bushings import bushings, displacement, elastic, watch_bushings
from .contact_geometry import measure
from .contact_history import update, watch_contacts
from .contacts import contacts, stored_energy
from .films import films

FORCES, ROW, END_OF_STEP, SAMPLE, COMMIT = range(5)  # the last four as in output_row.py


@inline
def imperfect(system, work, t, y, out, task):
    """Do the part of imperfect joints in an evaluation or an observation.

    FORCES       add their wrenches to the bodies; write ledger powers, and the rates of bristles into ``out``
    ROW          write their columns of an output row ``out``
    END_OF_STEP  write penetrations, displacements and what laws depend on at the end of the trial step; SAMPLE inside it
    COMMIT       the step was accepted: change the memory of contacts; return how many went on or off
    """
    if task == FORCES:
        for k in range(work.wrench.shape[0]):
            put(work.wrench, k, 0, ZERO)
            put(work.wrench, k, 3, ZERO)
        contacts(system, work, y, out)
        bushings(system, work)
        films(system, work)
    elif task == COMMIT:
        return update(system, work, t, y)
    elif task == ROW:
        write_contacts(system, work, out, system.setting[0].contact_column)
        write_energies(system, work, y, out, system.setting[0].joint_energies)
    else:
        column = VALUE if task == END_OF_STEP else SAMPLED
        watch_bushings(system, work, column)
        watch_contacts(system, work, y, column)
    return 0.0


@part
def write_contacts(system, work, row, place):
    """Write the eccentricity of loose joints, depth, rate, forces and point of every contact, force of every film."""
    loose, count = system.setting[0].loose, system.contacts.shape[0]
    for k in range(system.joints.shape[0]):
        if system.joints[k].loose >= 0:
            _, _, e, _ = joint_points(work.bodies, system.joints[k])
            for c in range(3):
                row[place + 3 * system.joints[k].loose + c] = e[c]
    place += 3 * loose
    for k in range(count):
        delta, rate, _, x, _, _, _ = measure(work.bodies, system.joints, system.coordinates, work.last_watched, system.contacts[k])
        row[place + k], row[place + count + k], row[place + 2 * count + k] = delta, rate, work.contacts[k, F_N]
        for c in range(3):
            row[place + 3 * count + 3 * k + c] = work.contacts[k, F_T + c]
            row[place + 6 * count + 3 * k + c] = x[c]
    place += 9 * count
    for k in range(3 * system.setting[0].filmed):
        row[place + k] = 0.0
    for k in range(system.films.shape[0]):
        for c in range(3):
            row[place + 3 * system.films[k].place + c] += work.films[k, c]


@part
def write_energies(system, work, y, row, place):
    """Write what contacts and bushings store, and what contacts, dampers and films have lost."""
    setting = system.setting[0]
    first = setting.n_q + setting.n_v + setting.n_z
    for k in range(setting.entries):
        row[place + k] = 0.0
    for k in range(system.contacts.shape[0]):
        contact = system.contacts[k]
        stored = stored_energy(system, work, k)
        row[place + contact.stored_entry] += stored
        row[place + contact.lost_entry] += y[first + contact.ledger] - stored
        if contact.friction_ledger >= 0:
            row[place + contact.friction_entry] += y[first + contact.friction_ledger]
    for k in range(system.bushings.shape[0]):
        bushing = system.bushings[k]
        x = displacement(system.joints[bushing.joint], work.bodies, work.last_watched, bushing)[0]
        row[place + bushing.stored_entry] += elastic(system.parameters, bushing, x)[1]
        if bushing.damper_ledger >= 0:
            row[place + bushing.lost_entry] += y[first + bushing.damper_ledger]
    for k in range(system.films.shape[0]):
        row[place + system.films[k].lost_entry] += y[first + system.films[k].ledger]
