"""What acts in imperfect joints: contacts, bushings, films, stops. Compiled apart, and only for mechanisms that have some."""

from ..._base.jit import inline, part
from ..multibody.coordinates import joint_points
from ..multibody.vectors import ZERO, put
from ..output_variables import OutputVariable
from ..records import F_N, F_T, SAMPLED, VALUE
from .bushings import bushings, displacement, elastic, watch_bushings
from .contact_geometry import measure
from .contact_history import update, watch_contacts
from .contacts import contacts, stored_energy
from .films import films

VARIABLES = (
    OutputVariable("eccentricity", "m", ("clearance", "xyz"), "from the centre of the bearing to that of the journal, global"),
    OutputVariable("contact_penetration", "m", ("contact",), "penetration; a gap is negative", "rad"),
    OutputVariable("contact_rate", "m/s", ("contact",), "rate of the penetration", "rad/s"),
    OutputVariable("contact_normal_force", "N", ("contact",), "normal force", "N*m"),
    OutputVariable("contact_friction", "N", ("contact", "xyz"), "friction on the second body, global"),
    OutputVariable("contact_point", "m", ("contact", "xyz"), "point where the contact acts, global"),
    OutputVariable("film_force", "N", ("film", "xyz"), "force of the oil film on the second body, global"),
)
"""What imperfect joints add to a row of output."""

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
        write_contacts(system, work, out)
        write_films(system, work, out)
        write_energies(system, work, y, out)
    else:
        column = VALUE if task == END_OF_STEP else SAMPLED
        watch_bushings(system, work, column)
        watch_contacts(system, work, y, column)
    return 0.0


@part
def write_contacts(system, work, row):
    """Write the eccentricity of joints with clearance, and depth, rate, forces and point of every contact."""
    columns = system.columns[0]
    for k in range(system.joints.shape[0]):
        if system.joints[k].clearance >= 0:
            _, _, e, _ = joint_points(work.bodies, system.joints[k])
            for c in range(3):
                row[columns.eccentricity + 3 * system.joints[k].clearance + c] = e[c]
    for k in range(system.contacts.shape[0]):
        delta, rate, _, x, _, _, _ = measure(work.bodies, system.joints, system.coordinates, work.last_watched, system.contacts[k])
        row[columns.contact_penetration + k], row[columns.contact_rate + k] = delta, rate
        row[columns.contact_normal_force + k] = work.contacts[k, F_N]
        for c in range(3):
            row[columns.contact_friction + 3 * k + c] = work.contacts[k, F_T + c]
            row[columns.contact_point + 3 * k + c] = x[c]


@part
def write_films(system, work, row):
    """Add the forces of all sections to that of their joint's film."""
    for k in range(system.films.shape[0]):
        for c in range(3):
            row[system.columns[0].film_force + 3 * system.films[k].place + c] += work.films[k, c]


@part
def write_energies(system, work, y, row):
    """Add what contacts and bushings store, and what contacts, dampers and films have lost, to the energies of their joints."""
    setting, place = system.setting[0], system.columns[0].energy
    first = setting.n_q + setting.n_v + setting.n_z
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
