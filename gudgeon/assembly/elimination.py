"""The order in which joints are eliminated, and the instructions that factor the block-sparse
system (see kernels/multibody/schur.py).
"""

import heapq
from collections import defaultdict

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


def elimination_order(pairs: list[Pair]) -> list[int]:
    """Return the joints in an order of least degree: few blocks fill in."""
    graph = neighbours(pairs)
    heap = [(len(others), k) for k, others in enumerate(graph)]
    heapq.heapify(heap)
    order: list[int] = []
    gone = [False] * len(pairs)
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


def program(pairs: list[Pair], rows: list[int]) -> tuple[np.ndarray, int, int]:
    """Return the instructions, the size of the factor and the place of the first SOLVE, for
    joints in elimination order.
    """
    count = len(pairs)
    columns = _fill(pairs)
    offsets: dict[Pair, int] = {}
    size = 0
    for k in range(count):
        for i in (k, *columns[k]):
            offsets[i, k] = size
            size += 6
    steps = _assembly(pairs, offsets)
    steps += [(KEEP, offsets[k, k], k) for k in range(count)]
    solves = []
    for k in range(count):
        diagonal = offsets[k, k]
        steps.append((FACTOR, diagonal, k))
        solves.append((SOLVE, diagonal, diagonal, k, k, rows[k]))
        for i in columns[k]:
            steps.append((PANEL, offsets[i, k], diagonal, rows[k]))
            solves.append((SOLVE, offsets[i, k], diagonal, i, k, rows[k]))
        for a, i in enumerate(columns[k]):
            for j in columns[k][: a + 1]:
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
    first = len(steps)
    table = np.zeros((first + len(solves), 7), np.int64)
    for k, step in enumerate([*steps, *solves]):
        table[k, : len(step)] = step
    return table, size, first


def _fill(pairs: list[Pair]) -> list[list[int]]:
    """Return for each column of the factor its rows below the diagonal, in increasing order."""
    graph = neighbours(pairs)
    columns = []
    for k in range(len(pairs)):
        later = sorted(i for i in graph[k] if i > k)
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
