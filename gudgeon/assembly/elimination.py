"""The order in which joints are eliminated, and the instructions that factor the block-sparse
system (see kernels/multibody/schur.py).
"""

import heapq
from collections import defaultdict
from collections.abc import Callable, Sequence
from typing import NamedTuple

import numpy as np

from ..kernels.multibody.schur import FACTOR, KEEP, PAIR, PANEL, SOLVE, UPDATE

Pair = tuple[int, int]  # bodies of a joint; 0 is the ground


def neighbours(pairs: list[Pair]) -> list[set[int]]:
    """Return for each joint the joints that share a moving body with it."""
    on_body: dict[int, list[int]] = defaultdict(list)
    for k, pair in enumerate(pairs):
        for body in set(pair) - {0}:
            on_body[body].append(k)
    graph: list[set[int]] = [set() for _ in pairs]
    for joints in on_body.values():
        for k in joints:
            graph[k].update(joints)
    for k, others in enumerate(graph):
        others.discard(k)
    return graph


def elimination_order(graph: list[set[int]]) -> list[int]:
    """Return the joints in an order of least degree: few blocks fill in. Uses up the graph."""
    heap = [(len(others), k) for k, others in enumerate(graph)]
    heapq.heapify(heap)
    order: list[int] = []
    gone = [False] * len(graph)
    while heap:
        degree, k = heapq.heappop(heap)
        if gone[k] or degree != len(graph[k]):
            continue
        gone[k] = True
        order.append(k)
        for other in graph[k]:
            graph[other].discard(k)
            graph[other] |= graph[k] - {other}
            heapq.heappush(heap, (len(graph[other]), other))
    return order


class Program(NamedTuple):
    """The instructions, where the first FACTOR and the first SOLVE stand, and the size of the
    factor.
    """

    table: np.ndarray
    eliminate: int
    solve: int
    size: int


def program(pairs: list[Pair], rows: list[int]) -> Program:
    """Return the program for joints in elimination order, which meet on bodies."""

    def assembly(offsets: dict[Pair, int]) -> list[tuple[int, ...]]:
        return _assembly(pairs, offsets)

    return instructions(neighbours(pairs), range(len(pairs)), rows, assembly)


def instructions(
    graph: list[set[int]],
    joints: Sequence[int],
    rows: Sequence[int],
    assembly: Callable[[dict[Pair, int]], list[tuple[int, ...]]],
) -> Program:
    """Return the program that eliminates the blocks of a graph in their order; of each block,
    which joint it is and how many rows it has. ``assembly`` returns what makes the system, given
    where the blocks stand.
    """
    columns = _fill(graph)
    offsets: dict[Pair, int] = {}
    size = 0
    for k, column in enumerate(columns):
        for i in (k, *column):
            offsets[i, k] = size
            size += 6
    steps = assembly(offsets)
    steps += [(KEEP, offsets[k, k], joint) for k, joint in enumerate(joints)]
    eliminate = len(steps)
    solves = []
    for k, column in enumerate(columns):
        diagonal = offsets[k, k]
        steps.append((FACTOR, diagonal, joints[k]))
        solves.append((SOLVE, diagonal, diagonal, joints[k], joints[k], rows[k]))
        for i in column:
            steps.append((PANEL, offsets[i, k], diagonal, rows[k]))
            solves.append((SOLVE, offsets[i, k], diagonal, joints[i], joints[k], rows[k]))
        for a, i in enumerate(column):
            for j in column[: a + 1]:
                steps.append(
                    (
                        UPDATE,
                        offsets[i, k],
                        offsets[j, k],
                        offsets[i, j],
                        diagonal,
                        rows[j],
                        rows[k],
                    )
                )
    table = np.zeros((len(steps) + len(solves), 7), np.int64)
    for k, step in enumerate([*steps, *solves]):
        table[k, : len(step)] = step
    return Program(table, eliminate, len(steps), size)


def _fill(graph: list[set[int]]) -> list[list[int]]:
    """Return for each column of the factor its rows below the diagonal, in increasing order; uses
    up the graph.
    """
    columns = []
    for k, others in enumerate(graph):
        later = sorted(i for i in others if i > k)
        columns.append(later)
        for i in later:
            graph[i].update(other for other in later if other != i)
    return columns


def _assembly(pairs: list[Pair], offsets: dict[Pair, int]) -> list[tuple[int, ...]]:
    """Return one instruction for every two joint sides that meet on a body."""
    on_body: dict[int, list[tuple[int, int]]] = defaultdict(list)
    for k, pair in enumerate(pairs):
        for side, body in enumerate(pair):
            if body != 0:
                on_body[body].append((k, side))
    steps: list[tuple[int, ...]] = []
    for sides in on_body.values():
        for a, side_a in sides:
            for b, side_b in sides:
                if b <= a:
                    steps.append((PAIR, a, b, side_a, side_b, offsets[a, b]))
    return steps
