"""The order of elimination and its instructions: the blocks that fill in are those of a dense
factorisation.
"""

import numpy as np
import pytest

from gudgeon.assembly.elimination import elimination_order, neighbours, program
from gudgeon.kernels.multibody.schur import FACTOR, KEEP, PAIR, PANEL, SOLVE, UPDATE

CHAIN = [(k, k + 1) for k in range(6)]
STAR = [(0, 1), *((1, k) for k in range(2, 7))]
LOOP = [(0, 1), (1, 2), (2, 3), (3, 4), (4, 0)]
GRID = [(0, 1), (1, 2), (2, 3), (1, 4), (4, 5), (5, 3), (4, 6), (6, 0), (2, 5)]
CASES = {
    "chain": CHAIN,
    "star": STAR,
    "loop": LOOP,
    "grid": GRID,
    "apart": [(0, 1), (0, 2), (0, 3)],
    "none": [],
}
each = pytest.mark.parametrize("pairs", CASES.values(), ids=CASES)


def filled(pairs):
    """Return the lower blocks that are not zero in the Cholesky factor of a random matrix with
    this pattern, one number a block.
    """
    rng, n = np.random.default_rng(0), len(pairs)
    S = 10.0 * n * np.eye(n)
    for k, first in enumerate(pairs):
        for other, second in enumerate(pairs[:k]):
            if (set(first) & set(second)) - {0}:
                S[k, other] = S[other, k] = rng.uniform(0.5, 1.0)
    L = np.linalg.cholesky(S) if n else S
    return {(int(i), int(k)) for i, k in np.argwhere(np.abs(L) > 1e-14)}


def test_joints_are_neighbours_where_they_share_a_body_that_moves():
    assert neighbours([(0, 1), (1, 2), (0, 3), (2, 3)]) == [{1}, {0, 3}, {3}, {1, 2}]
    assert neighbours([(0, 1), (0, 2)]) == [set(), set()]  # the ground couples nothing


@each
def test_every_joint_is_eliminated_once(pairs):
    assert sorted(elimination_order(neighbours(pairs))) == list(range(len(pairs)))


@pytest.mark.parametrize("pairs", [CHAIN, STAR, LOOP], ids=["chain", "star", "loop"])
def test_nothing_fills_in_in_chains_stars_and_open_loops(pairs):
    """A chain has as many blocks below the diagonal as pairs of neighbours."""
    order = elimination_order(neighbours(pairs))
    ordered = [pairs[k] for k in order]
    before = sum(len(found) for found in neighbours(ordered)) // 2
    assert len(filled(ordered)) == len(pairs) + before


@each
def test_the_factor_has_room_for_the_blocks_of_a_dense_factorisation_and_no_more(pairs):
    ordered = [pairs[k] for k in elimination_order(neighbours(pairs))]
    table, _, first, size = program(ordered, [6] * len(pairs))
    blocks = filled(ordered)
    assert size == 6 * len(blocks)
    solves = [row for row in table[first:].tolist()]
    assert {(row[3], row[4]) for row in solves} == blocks
    assert all(row[0] == SOLVE for row in solves)
    assert SOLVE not in table[:first, 0]


@each
def test_instructions_come_in_an_order_in_which_they_can_be_done(pairs):
    """Blocks are assembled before the diagonal is kept, a diagonal factored before its column is
    used, and updated before that.
    """
    ordered = [pairs[k] for k in elimination_order(neighbours(pairs))]
    table, eliminate, first, _ = program(ordered, [3] * len(pairs))
    ops = table[:first, 0].tolist()
    assert set(ops[:eliminate]) <= {PAIR, KEEP} and not {PAIR, KEEP} & set(ops[eliminate:])
    last_pair = max((k for k, op in enumerate(ops) if op == PAIR), default=-1)
    kept = [k for k, op in enumerate(ops) if op == KEEP]
    assert all(k > last_pair for k in kept) and len(kept) == len(pairs)
    factored = set()
    for op, *arguments in table[:first].tolist():
        if op == FACTOR:
            assert arguments[0] not in factored
            factored.add(arguments[0])
        elif op == PANEL:
            assert arguments[1] in factored
        elif op == UPDATE:
            assert arguments[3] in factored and arguments[2] not in factored


@each
def test_numbers_factored_by_the_instructions_are_those_of_numpy(pairs):
    """One number a block: the instructions are followed by hand and give L D L^T = S."""
    ordered = [pairs[k] for k in elimination_order(neighbours(pairs))]
    table, _, first, size = program(ordered, [1] * len(pairs))
    rng = np.random.default_rng(3)
    J = np.zeros((len(pairs), 8))
    for k, pair in enumerate(ordered):
        for body in set(pair) - {0}:
            J[k, body] = rng.normal()
    S, U = J @ J.T, np.zeros(size)
    for op, *arguments in table[:first].tolist():
        if op == PAIR:
            a, b, side_a, side_b, offset = arguments[:5]
            U[offset] += J[a, ordered[a][side_a]] * J[b, ordered[b][side_b]]
        elif op == UPDATE:
            a, b, target, diagonal = arguments[:4]
            U[target] -= U[a] * U[b] / U[diagonal]
    L, D = np.eye(len(pairs)), np.zeros(len(pairs))
    places = {(row[3], row[4]): row[1] for row in table[first:].tolist()}
    for (i, k), offset in places.items():
        if i == k:
            D[k] = U[offset]
        else:
            L[i, k] = U[offset] / U[places[k, k]]
    np.testing.assert_allclose(L @ np.diag(D) @ L.T, S, atol=1e-12)
