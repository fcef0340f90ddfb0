"""Observation in joint coordinates, with the contract of output_row.py."""

from ..._base.jit import inline, part
from ..multibody.forces import relative_euler
from ..multibody.signals import motion
from ..output_row import observe_common
from ..records import DRIVEN, TURN_NODE
from ..tasks import COMMIT, END_OF_STEP, PEAKS, REACTIONS, ROW, SAMPLE
from .equations import sweep_outward
from .reactions import add_tree_reactions, tree_reactions


@inline
def observe_tree(system, work, where, t, y, row, task):
    """Observe the work tables as an evaluation at (t, y) left them: output_row.observe; REACTIONS writes
    the reactions of tree joints and nothing else.
    """
    if task == REACTIONS:
        tree_reactions(system, work, where, t)
        return 0.0
    if task == SAMPLE:
        sweep_outward(where, t, y)
    elif task == ROW or task == END_OF_STEP or task == PEAKS:
        add_tree_reactions(system, work, where, t)
    largest = observe_common(system, work, where, t, y, row, task)
    if task == ROW:
        write_orientations(system, work, row)
    elif (task == END_OF_STEP or task == COMMIT) and system.drivers.shape[0] > 0:
        turn = driven_turn(system, work.nodes, t, task == COMMIT)
        largest = max(largest, turn) if task == END_OF_STEP else largest
    return largest


@part
def driven_turn(system, N, t, accepted):
    """Return the largest turn of a driven joint of the tree since the last accepted step [rad]: no
    part of the state, it is followed without error, so that nothing else makes its steps shorter.
    """
    largest = 0.0
    for k in range(1, system.nodes.shape[0]):
        node = system.nodes[k]
        if node.driver >= 0 and node.kind == TURN_NODE:
            x, _, _ = motion(system.signals, system.parameters, system.drivers[node.driver], t)
            largest = max(largest, abs(x - N[k, DRIVEN]))
            if accepted:
                N[k, DRIVEN] = x
    return largest


@part
def write_orientations(system, work, row):
    """Write the Euler parameters of every body, of the two signs that nearer to the last row's."""
    first = system.columns[0].orientation
    for k in range(1, system.bodies.shape[0]):
        e = relative_euler(work.bodies, 0, k)
        last = work.orientation[k]
        sign = e[0] * last[0] + e[1] * last[1] + e[2] * last[2] + e[3] * last[3]
        sign = -1.0 if sign < 0.0 else 1.0
        for c in range(4):
            last[c] = sign * e[c]
            row[first + 4 * (k - 1) + c] = last[c]
