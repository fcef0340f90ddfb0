"""Reactions of tree joints, where they are asked for: one sweep of Newton's and Euler's equations.

With the accelerations known, what holds a body is what it needs less what acts on it, and what its
children and cut joints take from it; from the leaves inwards each joint bears the sum
[Featherstone2008, sec. 5.3].
"""

from ..._base.jit import inline, part
from ..multibody.vectors import ZERO, add, add_scaled, cross, minus, put, scaled, take
from ..records import (
    AXIS,
    CENTRE,
    J_I,
    J_J,
    MOMENT,
    OFFSET,
    POINT,
    PULL_BACK,
    ROTATION,
    ROWS,
    SLIDE_NODE,
    F,
    R,
    T,
    W,
)
from .all_joints import is_indeterminate, shared_reactions, solve_all_joints
from .kinematics import accelerate_body
from .spatial import add3, nine, symmetric_times, turn_matrix


@part
def add_tree_reactions(system, work, where, t):
    """Write the accelerations of the bodies, and add to ``work.wrench`` what tree joints do to
    their second bodies, about the centre of mass; drivers are not part of it.
    """
    tree_reactions(system, work, where, t)
    alone = system.elements.shape[0] == 0  # nobody else writes to it
    for k in range(work.wrench.shape[0]):
        for c in range(6):
            before = 0.0 if alone else work.wrench[k, c]
            work.wrench[k, c] = before + work.reactions[k, c]


@part
def tree_reactions(system, work, where, t):
    """Write the accelerations of the bodies, and what tree joints do to their second bodies into
    ``work.reactions``.
    """
    nodes, joints, X, N = system.nodes, system.joints, work.bodies, work.nodes
    shared = is_indeterminate(system)
    if shared:
        solve_all_joints(where, t)
        shared_reactions(system, work)
    for k in range(1, nodes.shape[0]):
        inertial_wrench(nodes[k], X, N, k)
    if shared:
        return
    for c in range(system.cuts.shape[0]):
        cut = system.cuts[c]
        for r in range(joints[cut.joint].rows):
            row, s = ROWS * cut.joint + r, work.lam[cut.joint, r]
            for side in range(2):
                k = cut.node_i if side == 0 else cut.node_j
                column = J_I if side == 0 else J_J
                f = scaled(s, take(work.rows, row, column))
                n = scaled(s, take(work.rows, row, column + 3))
                add(N, k, MOMENT, add3(n, cross(take(N, k, CENTRE), f)))
                add(N, k, PULL_BACK, f)
    for k in range(nodes.shape[0] - 1, 0, -1):
        p = nodes[k].parent
        n, f = take(N, k, MOMENT), take(N, k, PULL_BACK)
        add(N, p, MOMENT, add3(n, cross(take(N, k, OFFSET), f)))
        add(N, p, PULL_BACK, f)
        if nodes[k].joint >= 0 and nodes[k].body > 0:
            write_reaction(system, work, k, n, f)


@inline
def inertial_wrench(node, X, N, k):
    """Write the moment about its joint point and the force that a node's body needs to move as it
    does.
    """
    b = node.body
    if b < 0:
        put(N, k, MOMENT, ZERO)
        put(N, k, PULL_BACK, ZERO)
        return
    w, c = take(X, b, W), take(N, k, CENTRE)
    alpha, a = accelerate_body(node, X, N, k)
    J = turn_matrix(nine(N, k, ROTATION), node.inertia)
    n = add3(symmetric_times(J, alpha), cross(w, symmetric_times(J, w)))
    f = add_scaled(scaled(-1.0, take(X, b, F)), node.mass, a)
    put(N, k, MOMENT, add3(minus(n, take(X, b, T)), cross(c, f)))
    put(N, k, PULL_BACK, f)


@inline
def write_reaction(system, work, k, n, f):
    """Write what a joint does to its second body; (n, f) is what it does to the node, with its
    drivers.
    """
    nodes, X, N = system.nodes, work.bodies, work.nodes
    place, at = nodes[k].joint, k
    while at > 0 and nodes[at].joint == place:
        if nodes[at].driver >= 0:
            row = system.drivers[nodes[at].driver].row
            x = nodes[at].way * work.lam[row // ROWS, row % ROWS]
            if nodes[at].kind == SLIDE_NODE:
                f = add_scaled(f, x, take(N, at, AXIS))
            else:
                n = add_scaled(n, x, take(N, at, AXIS))
        at = nodes[at].parent
    setting = system.setting[0]
    if setting.planar == 1:  # across the plane there is no reaction
        n, f = along_axis(n, setting.normal), minus(f, along_axis(f, setting.normal))
    second = system.joints[place].j
    if second != nodes[k].body:
        n, f = scaled(-1.0, n), scaled(-1.0, f)
    lever = minus(take(N, k, POINT), take(X, second, R))
    n = add3(n, cross(lever, f))
    if setting.planar == 1:
        n = along_axis(n, setting.normal)
    put(work.reactions, place, 0, f)
    put(work.reactions, place, 3, n)


@inline
def along_axis(x, k):
    """Return the component of a vector along a global axis."""
    return x[0] if k == 0 else 0.0, x[1] if k == 1 else 0.0, x[2] if k == 2 else 0.0
