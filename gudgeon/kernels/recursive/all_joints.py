"""Multipliers of all joints at once, where those of the cut joints alone do not tell what each
joint bears.

If constraints are redundant, or nearly so in a singular position, many sets of reactions hold the
bodies in the same motion. Of these the one of least norm is shown, whatever the coordinates: it is
found by the program of Cartesian coordinates (multibody/schur.py) from poses, velocities and applied
forces as an evaluation left them.
"""

from ..._base.jit import inline, noinline
from ..addresses import load_system, load_work
from ..multibody.constraints import constraint_wrench, constraints
from ..multibody.equations import free_accelerations, solve
from ..multibody.kinematics import turn_inertia
from ..multibody.schur import NEARLY, prepare
from ..multibody.vectors import put
from ..records import System
from ..tasks import ACCELERATIONS


@inline
def is_indeterminate(system):
    """Whether rows depend on each other, or nearly do: always, or in the last evaluation."""
    setting = system.setting[0]
    return system.all_joints.shape[0] > 0 and (
        setting.redundant == 1 or setting.pivot <= NEARLY * setting.first_pivot
    )


@noinline
def solve_all_joints(where, t):
    """Write the multipliers of all joints, of least norm, and their rows, of the system and the
    work tables at two addresses.
    """
    system, work = load_system(where[0]), load_work(where[1])
    for k in range(1, system.bodies.shape[0]):
        turn_inertia(work.bodies, k, system.bodies[k].inv_inertia)
    constraints(
        system.all_joints,
        system.drivers,
        system.signals,
        system.parameters,
        work.bodies,
        work.rows,
        t,
    )
    whole = with_all_joints(system)
    shift = prepare(
        whole.setting[0],
        system.bodies,
        system.all_joints,
        system.all_program,
        work.bodies,
        work.rows,
        work.scaled,
        work.factor,
        work.aux,
    )
    free_accelerations(system.bodies, work.bodies)
    solve(whole, work, ACCELERATIONS, shift)


@inline
def with_all_joints(system):
    """Return the system as it is in Cartesian coordinates."""
    return System(
        system.setting[1:],
        system.bodies,
        system.all_joints,
        system.drivers,
        system.forces,
        system.elements,
        system.records,
        system.contacts,
        system.coordinates,
        system.events,
        system.counted,
        system.signals,
        system.parameters,
        system.all_program,
        system.columns,
        system.writers,
        system.nodes,
        system.cuts,
        system.paths,
        system.all_joints,
        system.all_program,
    )


@noinline
def shared_reactions(system, work):
    """Write what the rows of tree joints do to their second bodies into ``work.reactions``."""
    for k in range(system.all_joints.shape[0]):
        if system.joints[k].rows == 0:
            f, n = constraint_wrench(system.all_joints, work.rows, work.lam, k)
            put(work.reactions, k, 0, f)
            put(work.reactions, k, 3, n)
