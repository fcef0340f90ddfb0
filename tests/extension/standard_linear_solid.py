"""A fit from outside the package: a joint cast in rubber that creeps, the standard linear solid.

    f = -k_0 d - k_1 (d - z),   z' = k_1 (d - z)/c

d is the way between the joint points, seen from the first body; z, the creep, is how far the
dashpot in series with k_1 has given. Description, kernel, records and results stand in one file
here; a package would give each its own.
"""

from collections.abc import Iterator

import numpy as np

from gudgeon._base.description import description, quantity
from gudgeon._base.function_pointers import element_signature, records_at
from gudgeon._base.jit import Entry, inline
from gudgeon.assembly.elements import Assembler, ElementKind, Elements
from gudgeon.assembly.elements import register as register_elements
from gudgeon.kernels.addresses import load_system, load_work, vector
from gudgeon.kernels.multibody.coordinates import joint_points
from gudgeon.kernels.multibody.forces import push
from gudgeon.kernels.multibody.vectors import (
    add,
    add_scaled,
    cross,
    dot,
    rotate,
    rotate_back,
    scaled,
)
from gudgeon.kernels.output_variables import OutputVariable
from gudgeon.kernels.records import A, table
from gudgeon.kernels.tasks import FORCES, ROW
from gudgeon.model.fits import Fit
from gudgeon.results.joints import JointResult, sentences
from gudgeon.results.joints.base import History, Picture
from gudgeon.results.joints.base import register as register_result

# -- description -----------------------------------------------------------------------------------


@description
class StandardLinearSolid(Fit):
    """Rubber around the joint point: stiff at first, softer when it has crept; it holds no
    motion.
    """

    stiffness: float = quantity("N/m", "k_0, that stays when it has crept", gt=0)
    relaxing_stiffness: float = quantity("N/m", "k_1, that the creep relaxes", gt=0)
    damping: float = quantity("N*s/m", "c, of the dashpot in series with k_1", gt=0)

    def elements(self) -> tuple[str, ...]:
        """Return the kind of elements that acts in the joint."""
        return ("solids",)

    def result_kind(self) -> str:
        """Return under which kind the class is registered that reads results of such a joint."""
        return "solid"


# -- kernel ----------------------------------------------------------------------------------------

SOLID = np.dtype(
    [
        ("joint", "i8"),
        ("k_0", "f8"),
        ("k_1", "f8"),
        ("c", "f8"),
        ("state", "i8"),  # where its creep stands in the state
        ("ledger", "i8"),  # entry of the ledger that integrates the power of the dashpot
        ("stored_entry", "i8"),  # where in the output of energies it adds
        ("lost_entry", "i8"),
    ],
    align=True,
)
solids_at = records_at(SOLID)


@inline
def deflections(system, work, y, solid):
    """Return the way between the joint points, what of it has not crept, both seen from the
    first body, and the creep.
    """
    joint = system.joints[solid.joint]
    d = rotate_back(work.bodies, joint.i, A, joint_points(work.bodies, joint)[2])
    z = (y[solid.state], y[solid.state + 1], y[solid.state + 2])
    return d, add_scaled(d, -1.0, z), z


@inline
def apply_solid(system, work, y, y_dot, solid):
    """Add the force at the second body's joint point; write the rate of the creep and the power
    of the dashpot.
    """
    X, joint = work.bodies, system.joints[solid.joint]
    d, e, _ = deflections(system, work, y, solid)
    for k in range(3):
        y_dot[solid.state + k] = solid.k_1 / solid.c * e[k]
    work.power[solid.ledger] = solid.k_1 * solid.k_1 / solid.c * dot(e, e)
    f = rotate(X, joint.i, A, scaled(-1.0, add_scaled(scaled(solid.k_0, d), solid.k_1, e)))
    s_i, s_j, way, _ = joint_points(X, joint)
    push(X, joint.j, s_j, f)
    push(X, joint.i, add_scaled(s_i, 1.0, way), scaled(-1.0, f))
    add(work.wrench, solid.joint, 0, f)
    add(work.wrench, solid.joint, 3, cross(s_j, f))


@inline
def write_solid(system, work, y, row, solid, column):
    """Write the creep, and add what is stored and lost."""
    d, e, z = deflections(system, work, y, solid)
    row[column], row[column + 1], row[column + 2] = z[0], z[1], z[2]
    setting, energy = system.setting[0], system.columns[0].energy
    row[energy + solid.stored_entry] += 0.5 * solid.k_0 * dot(d, d) + 0.5 * solid.k_1 * dot(e, e)
    row[energy + solid.lost_entry] += y[setting.n_q + setting.n_v + setting.n_z + solid.ledger]


@inline
def solids(system, work, element, y, out, task):
    """Do what an evaluation or an observation asks of solids."""
    about = system.elements[element]
    own = solids_at(system.records, about.begin, about.count)
    for k in range(about.count):
        if task == FORCES:
            apply_solid(system, work, y, out, own[k])
        elif task == ROW:
            write_solid(system, work, y, out, own[k], about.columns[0] + 3 * k)
    return 0.0


def _solids(system, work, element, t, y, n, out, m, task):
    return solids(load_system(system), load_work(work), element, vector(y, n), vector(out, m), task)


SOLIDS = Entry(_solids, element_signature)
CREEP = OutputVariable(
    "creep", "m", ("solid", "xyz"), "how far the dashpot has given, in the first body's frame"
)

# -- records ---------------------------------------------------------------------------------------


def solid_records(assembler: Assembler) -> Elements:
    """Return the records of all solids."""
    joints = [joint for joint in assembler.mechanism.joints if "solids" in joint.fit.elements()]
    records = table(len(joints), SOLID)
    for record, joint in zip(records, joints, strict=True):
        fit = joint.fit
        record["joint"], record["state"], record["ledger"] = (
            assembler.order[joint.name],
            assembler.state(3),
            assembler.ledger(),
        )
        record["k_0"], record["k_1"], record["c"] = (
            fit.stiffness,
            fit.relaxing_stiffness,
            fit.damping,
        )
        record["stored_entry"] = assembler.energy(f"stored:{joint.name}")
        record["lost_entry"] = assembler.energy(f"lost:{joint.name}:creep")
    return Elements(records, labels={"solid": tuple(joint.name for joint in joints)})


register_elements(ElementKind("solids", SOLIDS, solid_records, (CREEP,)))

# -- results ---------------------------------------------------------------------------------------


@register_result("solid")
class SolidJointResult(JointResult):
    """A joint in rubber that creeps: ``creep`` [m], in the first body's frame, and ``offset``
    [m], the way between the joint points.
    """

    losses = (*JointResult.losses, "creep")
    dimension = "solid"
    summary_title = "solids"
    picture = Picture("solids", "creep", "no joint is in rubber that creeps")
    gives = True
    creep: np.ndarray

    def summary_lines(self) -> Iterator[str]:
        """Yield how far the rubber crept, and losses."""
        yield f"{self.name}: crept by up to {np.linalg.norm(self.creep, axis=1).max():.4g} m"
        yield from sentences.lost(self._result, self.name)

    def histories(self) -> Iterator[History]:
        """Yield the creep."""
        yield History("creep", "m", "", np.linalg.norm(self.creep, axis=1))
