"""Oil films in journal bearings and ball joints, and where they hand over to dry contact
[Flores2004, eqs. 30-35].

Every film is a squeeze film for an observer who turns with the mean speed of the two surfaces: the
law sees the eccentricity ratio and the journal's velocity v = e_dot - (w_i + w_j)/2 x e, split
along n, towards the thinnest film, and t = b x n. The film reaches e_1 beyond the clearance, so
that it stays finite where the surfaces touch; between c and c + e_0 it fades out while the dry
contact fades in.

The film of a journal is seen across the mean of both axes. So it is squeezed by e_dot - (v_i +
v_j)/2 de/dx along the axis, too: a tilted journal that slides along that mean neither opens nor
closes its wedge. Where the journal can slide, the film is as long as bearing and journal cover each
other, and is sheared along the axis as it is around it: the stress eta v/h is the same in both
directions, so that the drag is 1/R of the couple that the law gives for a spin of v/R
[Petroff1883].
"""

from math import sqrt

import numpy as np

from ..._base.function_pointers import element_signature, records_at
from ..._base.jit import Entry, inline, part
from ..addresses import load_system, load_work, vector
from ..law_calls import film
from ..multibody.coordinates import joint_points
from ..multibody.forces import push
from ..multibody.vectors import ZERO, add, cross, dot, rotate, scaled, take
from ..output_variables import OutputVariable
from ..records import BALL, A, R, T, V, W
from ..tasks import FORCES, ROW

LEAST = 1e-12  # eccentricity below which its direction is that of the velocity [m]

FILM = np.dtype(
    [
        ("joint", "i8"),
        ("kind", "i8"),  # BALL, or anything else for a journal
        # 1: the journal slides along the bearing, and the film is where they cover each other
        ("sliding", "i8"),
        ("at", "f8"),  # where in the film its section stands, from the middle: share of the length
        ("gap", "f8"),  # radial clearance c [m]
        ("radius", "f8"),  # of the journal [m]
        ("length", "f8"),  # of the film [m]
        ("bearing_length", "f8"),  # sliding: of both parts [m]
        ("journal_length", "f8"),
        ("share", "f8"),  # of the section in it
        ("e_0", "f8"),  # beyond c, over which it fades out [m]
        ("e_1", "f8"),  # how much farther than c it reaches [m]
        ("law", "i8"),
        ("offset", "i8"),
        ("place", "i8"),  # of its joint among those with films
        ("ledger", "i8"),
        ("lost_entry", "i8"),
    ],
    align=True,
)


@inline
def cover(film_, s):
    """Return middle, on the journal's axis, and length of the film at a displacement s of the
    journal along the bearing.
    """
    if film_.sliding == 0:
        return 0.0, film_.length
    low = max(-0.5 * film_.journal_length, -0.5 * film_.bearing_length - s)
    high = min(0.5 * film_.journal_length, 0.5 * film_.bearing_length - s)
    return 0.5 * (low + high), max(high - low, 0.0)


@inline
def axis_of(joint, X):
    """Return the axis that the film of a journal is seen along: the mean of those of bearing and
    journal.
    """
    b_i, b_j = rotate(X, joint.i, A, joint.axes_i[2]), rotate(X, joint.j, A, joint.axes_j[2])
    b = (b_i[0] + b_j[0], b_i[1] + b_j[1], b_i[2] + b_j[2])
    return scaled(1.0 / sqrt(dot(b, b)), b)


@part
def section(joint, X, film_):
    """Return the point midway between the centres of this section, the eccentricity, the relative
    velocity of material points there, and the length of the whole film.
    """
    _, s_j, e, _ = joint_points(X, joint)
    p = (X[joint.j, R] + s_j[0], X[joint.j, R + 1] + s_j[1], X[joint.j, R + 2] + s_j[2])
    length = film_.length
    if film_.kind != BALL:
        b_i, b_j = rotate(X, joint.i, A, joint.axes_i[2]), rotate(X, joint.j, A, joint.axes_j[2])
        middle, length = cover(film_, dot(b_i, e))
        at = middle + film_.at * length
        p = (p[0] + at * b_j[0], p[1] + at * b_j[1], p[2] + at * b_j[2])
        e = (e[0] + at * b_j[0], e[1] + at * b_j[1], e[2] + at * b_j[2])
        along = dot(b_i, e)
        e = (e[0] - along * b_i[0], e[1] - along * b_i[1], e[2] - along * b_i[2])
    x = (p[0] - 0.5 * e[0], p[1] - 0.5 * e[1], p[2] - 0.5 * e[2])
    v_j = cross(
        take(X, joint.j, W),
        (x[0] - X[joint.j, R], x[1] - X[joint.j, R + 1], x[2] - X[joint.j, R + 2]),
    )
    v_i = cross(
        take(X, joint.i, W),
        (x[0] - X[joint.i, R], x[1] - X[joint.i, R + 1], x[2] - X[joint.i, R + 2]),
    )
    v = (
        X[joint.j, V] + v_j[0] - X[joint.i, V] - v_i[0],
        X[joint.j, V + 1] + v_j[1] - X[joint.i, V + 1] - v_i[1],
        X[joint.j, V + 2] + v_j[2] - X[joint.i, V + 2] - v_i[2],
    )  # fmt: skip
    return x, e, v, length


@inline
def apply_film(system, work, film_, at):
    """Add the wrench of one film, write its power, and keep its force from ``at`` on in the memory.

    The force acts on both bodies midway between the centres, where their velocity is the law's.
    """
    X = work.bodies
    joint = system.joints[film_.joint]
    x, e, v, length = section(joint, X, film_)
    size = sqrt(dot(e, e))
    work.power[film_.ledger] = 0.0
    keep(work.memory, at, ZERO)
    weight = 1.0 - (size - film_.gap) / film_.e_0 if size > film_.gap else 1.0
    if weight <= 0.0 or (film_.sliding == 1 and length <= 0.0):
        return
    weight *= film_.share
    n, t, b, spin = directions(joint, X, film_, e, size, v)
    reach = film_.gap + film_.e_1
    inputs = (size / reach, dot(n, v), dot(t, v), spin, reach, film_.radius, length)
    f_n, f_t, torque = film(film_.law, inputs, system.parameters, film_.offset)
    f_n, f_t, torque = weight * f_n, weight * f_t, weight * torque
    f = (f_n * n[0] + f_t * t[0], f_n * n[1] + f_t * t[1], f_n * n[2] + f_t * t[2])
    if film_.sliding == 1:
        inputs = (
            size / reach,
            dot(n, v),
            dot(t, v),
            dot(b, v) / film_.radius,
            reach,
            film_.radius,
            length,
        )
        drag = weight * film(film_.law, inputs, system.parameters, film_.offset)[2] / film_.radius
        f = (f[0] + drag * b[0], f[1] + drag * b[1], f[2] + drag * b[2])
    m = scaled(torque, b)
    lever = (x[0] - X[joint.j, R], x[1] - X[joint.j, R + 1], x[2] - X[joint.j, R + 2])
    push(X, joint.j, lever, f)
    push(
        X,
        joint.i,
        (x[0] - X[joint.i, R], x[1] - X[joint.i, R + 1], x[2] - X[joint.i, R + 2]),
        scaled(-1.0, f),
    )
    add(X, joint.j, T, m)
    add(X, joint.i, T, scaled(-1.0, m))
    work.power[film_.ledger] = -dot(f, v) - torque * spin
    keep(work.memory, at, f)
    add(work.wrench, film_.joint, 0, f)
    add(work.wrench, film_.joint, 3, cross(lever, f))
    add(work.wrench, film_.joint, 3, m)


@part
def directions(joint, X, film_, e, size, v):
    """Return n, t, the axis of the couple and the relative spin about it.

    In a bearing the axis is that of ``axis_of``; in a ball joint t is the direction in which the
    ball slides, the axis that of the relative spin.
    """
    i, j = joint.i, joint.j
    spin = (X[j, W] - X[i, W], X[j, W + 1] - X[i, W + 1], X[j, W + 2] - X[i, W + 2])
    if film_.kind != BALL:
        b = axis_of(joint, X)
        n = across_of(e if size > LEAST else v, b)
        return n, cross(b, n), b, dot(b, spin)
    n = scaled(1.0 / size, e) if size > LEAST else across_of(v, ZERO)
    turning = sqrt(dot(spin, spin))
    return n, across_of(v, n), scaled(1.0 / turning, spin) if turning > 0.0 else ZERO, turning


@part
def across_of(v, b):
    """Return the direction of what of v is normal to b; any such direction if there is nothing."""
    s = dot(v, b)
    u = (v[0] - s * b[0], v[1] - s * b[1], v[2] - s * b[2])
    size = sqrt(dot(u, u))
    if size > 1e-300:
        return scaled(1.0 / size, u)
    if abs(b[0]) < 0.6:
        u = (1.0 - b[0] * b[0], -b[0] * b[1], -b[0] * b[2])
    else:
        u = (-b[1] * b[0], 1.0 - b[1] * b[1], -b[1] * b[2])
    return scaled(1.0 / sqrt(dot(u, u)), u)


@inline
def keep(memory, at, f):
    """Keep a force on the second body."""
    memory[at], memory[at + 1], memory[at + 2] = f[0], f[1], f[2]


@part
def write_film(system, work, y, row, film_, at, column):
    """Add the force of a film, and what it has lost, to an output row."""
    setting = system.setting[0]
    for c in range(3):
        row[column + 3 * film_.place + c] += work.memory[at + c]
    row[system.columns[0].energy + film_.lost_entry] += y[
        setting.n_q + setting.n_v + setting.n_z + film_.ledger
    ]


VARIABLES = (
    OutputVariable(
        "film_force", "N", ("film", "xyz"), "force of the oil film on the second body, global"
    ),
)
films_at = records_at(FILM)


@inline
def films(system, work, element, y, out, task):
    """Do what an evaluation or an observation asks of films (elements.py)."""
    about = system.elements[element]
    own = films_at(system.records, about.begin, about.count)
    for k in range(about.count):
        at = about.memory + 3 * k
        if task == FORCES:
            apply_film(system, work, own[k], at)
        elif task == ROW:
            write_film(system, work, y, out, own[k], at, about.columns[0])
    return 0.0


def _films(system, work, element, t, y, n, out, m, task):
    return films(load_system(system), load_work(work), element, vector(y, n), vector(out, m), task)


FILMS = Entry(_films, element_signature)
