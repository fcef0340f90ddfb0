"""Joints that close the loops of a tree (kernels/recursive/cut_joints.py): their paths to the ground,
how their system is assembled and factored, and which rows are redundant.
"""

import numpy as np

from .._base.linear_algebra import product
from ..kernels import records as rec
from ..kernels.entry_points import evaluate_at
from ..kernels.multibody.schur import FACTOR, JOIN
from ..kernels.tasks import POSITIONS
from .assemble import Assembly
from .elimination import Program, elimination_order, instructions
from .initial_conditions import AWAY, CLOSED, NEARBY
from .rank import INDEPENDENT

Array = np.ndarray
FREEDOMS = {
    rec.FIXED_NODE: 0,
    rec.TURN_NODE: 1,
    rec.SLIDE_NODE: 1,
    rec.BALL_NODE: 3,
    rec.FREE_NODE: 6,
}


def paths_of_cuts(joints: Array, nodes: Array) -> tuple[Array, Array, int]:
    """Return the cut joints, the nodes on their paths, and how many freedoms these have."""
    of_body = {int(node["body"]): k for k, node in enumerate(nodes) if node["body"] >= 0}
    cut = [k for k, joint in enumerate(joints) if joint["rows"] > 0]
    paths: list[int] = []
    table, lines = rec.table(len(cut), rec.CUT), 0
    for record, k in zip(table, cut, strict=True):
        ends = [of_body[int(joints[k][side])] for side in ("i", "j")]
        ways = [_ancestors(nodes, end) for end in ends]
        common = [node for node in ways[0] if node in set(ways[1])]
        ways = [*([node for node in way if node not in common] for way in ways), common]
        record["joint"], record["line"] = k, lines
        record["node_i"], record["node_j"] = ends
        for field, way in zip(("first", "second", "trunk"), ways, strict=True):
            record[field] = len(paths)
            paths += way
        record["end"] = len(paths)
        lines += sum(FREEDOMS[int(nodes[node]["kind"])] for way in ways for node in way)
    return table, np.array(paths, np.int64), lines


def _ancestors(nodes: Array, node: int) -> list[int]:
    """Return a node and those on which it hangs, without the ground."""
    found = []
    while node > 0:
        found.append(node)
        node = int(nodes[node]["parent"])
    return found


def program_of_cuts(joints: Array, nodes: Array, cuts: Array, paths: Array) -> Program:
    """Return how to assemble, factor and solve the system of the cut joints, which meet in
    freedoms.
    """
    lines = [_lines(nodes, cut, paths) for cut in cuts]
    graph = _meeting(lines)
    order = elimination_order([set(others) for others in graph])
    place_of = {c: k for k, c in enumerate(order)}
    ordered = [{place_of[other] for other in graph[c]} for c in order]
    names = [int(cuts[c]["joint"]) for c in order]
    rows = [int(joints[name]["rows"]) for name in names]

    def assembly(offsets: dict[tuple[int, int], int]) -> list[tuple[int, ...]]:
        steps: list[tuple[int, ...]] = []
        for a, others in enumerate(ordered):
            for b in (a, *sorted(other for other in others if other < a)):
                runs = _runs(nodes, lines[order[a]], lines[order[b]])
                steps += [(JOIN, *run, offsets[a, b], rows[b]) for run in runs]
        return steps

    return instructions([set(others) for others in ordered], names, rows, assembly)


def _meeting(lines: list[dict[int, int]]) -> list[set[int]]:
    """Return for each cut joint those with which it has a node in common."""
    on_node: dict[int, list[int]] = {}
    for c, found in enumerate(lines):
        for node in found:
            on_node.setdefault(node, []).append(c)
    graph: list[set[int]] = [set() for _ in lines]
    for members in on_node.values():
        for c in members:
            graph[c].update(other for other in members if other != c)
    return graph


def _lines(nodes: Array, cut: Array, paths: Array) -> dict[int, int]:
    """Return where the freedoms of each node on the path of a cut joint begin; driven ones have
    no part in the system.
    """
    line, found = int(cut["line"]), {}
    for node in paths[int(cut["first"]) : int(cut["end"])]:
        if nodes[node]["driver"] < 0:
            found[int(node)] = line
        line += FREEDOMS[int(nodes[node]["kind"])]
    return found


def _runs(nodes: Array, mine: dict[int, int], theirs: dict[int, int]) -> list[list[int]]:
    """Return the freedoms that two cut joints have in common, as runs: first line of each, and
    how many.
    """
    runs: list[list[int]] = []
    for node, line in mine.items():
        count = FREEDOMS[int(nodes[node]["kind"])]
        if node not in theirs or not count:
            continue
        if runs and [runs[-1][k] + runs[-1][2] for k in (0, 1)] == [line, theirs[node]]:
            runs[-1][2] += count
        else:
            runs.append([line, theirs[node], count])
    return runs


# -- redundant rows --------------------------------------------------------------------------------


def leave_out_redundant(tree: Assembly) -> None:
    """Tell the factorisation how many rows of each block depend on those before, in positions all
    around: where they do at the start alone, they do not count.
    """
    program, random = tree.system.program, np.random.default_rng(1)
    n_q, n = (int(tree.system.setting[0][name]) for name in ("n_q", "n_v"))
    counts: dict[int, int] | None = None
    for _ in range(NEARBY):
        y, work = tree.y.copy(), tree.work()
        y[:n_q] += AWAY * random.standard_normal(n_q)
        y[n_q : n_q + n] = 0.0
        f = np.zeros_like(y)
        residual = min(evaluate_at(tree.system, work, 0.0, y, f, POSITIONS) for _ in range(12))
        if residual > CLOSED:
            continue
        found = _dependent_rows(tree, work)
        counts = {k: min(found[k], (counts or found)[k]) for k in found}
    for k in np.flatnonzero(program[:, 0] == FACTOR):
        program[k, 3] = (counts or {}).get(int(program[k, 2]), 0)


def _dependent_rows(tree: Assembly, work: rec.Work) -> dict[int, int]:
    """Return for each cut joint how many rows depend on others and on those eliminated before."""
    system = tree.system
    lines = [_lines(system.nodes, cut, system.paths) for cut in system.cuts]
    first: dict[int, int] = {}
    for found in lines:
        for node in found:
            first.setdefault(node, sum(FREEDOMS[int(system.nodes[k]["kind"])] for k in first))
    width = sum(FREEDOMS[int(system.nodes[k]["kind"])] for k in first)
    rows_of: dict[int, tuple[Array, Array]] = {}
    for cut, found in zip(system.cuts, lines, strict=True):
        joint = int(cut["joint"])
        W, V = np.zeros((2, int(system.joints[joint]["rows"]), width))
        for node, line in found.items():
            for k in range(FREEDOMS[int(system.nodes[node]["kind"])]):
                W[:, first[node] + k] = work.pulled[line + k, : len(W)]
                V[:, first[node] + k] = work.divided[line + k, : len(V)]
        rows_of[joint] = W, V
    factors = system.program[system.program[:, 0] == FACTOR]
    order = [int(joint) for joint in factors[:, 2]]
    W, V = (np.vstack([rows_of[joint][k] for joint in order]) for k in range(2))
    S, start, counts = product(V, W.T), 0, {}
    scale = np.diag(S).copy()
    for joint in order:
        block = range(start, start + len(rows_of[joint][0]))
        start, left = block.stop, list(block)
        while left:
            pivots = [S[k, k] / scale[k] if scale[k] > 0.0 else 0.0 for k in left]
            k = left[int(np.argmax(pivots))]
            if max(pivots) <= INDEPENDENT:
                break
            left.remove(k)
            S -= np.outer(S[:, k], S[k]) / S[k, k]
        counts[joint] = len(left)
        S[left], S[:, left] = 0.0, 0.0
    return counts
