"""The factored system of the constraints against NumPy: the factor itself, substitution, and
solutions of least norm.
"""

import numpy as np
import pytest

import gudgeon as gd
from gudgeon.kernels import records as rec
from gudgeon.kernels.multibody import schur
from tests.support.dense_equations import mass_matrix, places, rows
from tests.support.plain_kernels import fields, plain
from tests.unit.kernels.multibody.test_equations import door, solved, tree


def dense_system(mechanism):
    """Return assembly, its work tables after an evaluation, and S = J M^-1 J^T by dense algebra."""
    assembly, work, _ = solved(mechanism)
    _, J, _ = rows(assembly, work)
    return assembly, work, J @ np.linalg.solve(mass_matrix(assembly, work), J.T)


def blocks(assembly):
    """Return where the block of two joints stands in the factor, as the instructions name it."""
    found = {}
    for op, *arguments in assembly.system.program.tolist():
        if op == schur.SOLVE:
            offset, _, i, k, _, _ = arguments
            found[i, k] = offset
    return found


def factors(assembly, U):
    """Return L and D of the stored blocks: columns of U = L D, and 1/D on the diagonal."""
    counts = [int(joint["rows"]) for joint in assembly.system.joints]
    starts = np.concatenate([[0], np.cumsum(counts)])
    L, D = np.eye(starts[-1]), np.zeros(starts[-1])
    for (i, k), offset in blocks(assembly).items():
        for s in range(counts[k]):
            column = starts[k] + s
            D[column] = 1 / U[blocks(assembly)[k, k] + s, s]
            for r in range(s + 1 if i == k else 0, counts[i]):
                L[starts[i] + r, column] = U[offset + s, r] / D[column]
    return L, D


@pytest.mark.parametrize("seed", range(3))
def test_the_stored_factor_is_that_of_the_dense_matrix(seed):
    """L D L^T = S; condition numbers below 1e5 leave ten digits."""
    assembly, work, S = dense_system(tree(seed, loops=2))
    L, D = factors(assembly, work.factor)
    np.testing.assert_allclose(L @ np.diag(D) @ L.T, S, atol=1e-10 * np.abs(S).max())
    assert (D > 0).all()


def test_substitution_solves_for_any_right_side():
    assembly, work, S = dense_system(tree(4, loops=2))
    used, b = places(assembly), np.random.default_rng(0).normal(size=len(S))
    x = np.zeros((len(assembly.system.joints), 6))
    x.ravel()[used] = b
    plain(schur.substitute)(
        assembly.system.program, int(assembly.system.setting[0]["solve"]), work.factor, x
    )
    solution = np.linalg.solve(S, b)
    np.testing.assert_allclose(x.ravel()[used], solution, atol=1e-9 * np.abs(solution).max())


def test_accelerations_spread_and_gather_are_the_products_with_the_jacobian():
    """spread adds M^-1 J^T x, gather is J a: together S x."""
    assembly, work, S = dense_system(tree(1))
    joints, used = fields(assembly.system.joints), places(assembly)
    x = np.zeros((len(joints), 6))
    x.ravel()[used] = np.random.default_rng(2).normal(size=len(S))
    plain(schur.clear_accelerations)(work.bodies)
    plain(schur.spread)(joints, work.bodies, work.scaled, x, 2.0)
    found = []
    for place in used:
        joint = joints[place // rec.ROWS]
        found.append(plain(schur.gather)(work.bodies, work.rows, place, int(joint.i), int(joint.j)))
    np.testing.assert_allclose(found, 2.0 * S @ x.ravel()[used], atol=1e-11 * np.abs(S).max() * 10)


def test_redundant_rows_are_noticed_and_give_the_solution_of_least_norm():
    """A door on two hinges: S has rank 5 of 10; the multipliers solve S x = b with nothing in
    its null space.
    """
    assembly, work, S = dense_system(door())
    assert np.linalg.matrix_rank(S, tol=1e-9 * np.abs(S).max()) == 5
    assert assembly.system.setting[0]["redundant"] == 1
    length = float(assembly.system.setting[0]["length"])
    joints, used = fields(assembly.system.joints), places(assembly)
    weights = np.array(
        [plain(schur.weight)(joints[p // rec.ROWS], p % rec.ROWS, length) for p in used]
    )
    x = work.lam.ravel()[used]
    scale = 1 / np.sqrt(weights)  # forces as they are, moments over the length
    Q = np.linalg.svd(S * np.outer(scale, scale))[2][5:]  # null space in that measure
    assert np.abs(Q @ (x / scale)).max() < 1e-7 * np.abs(x).max()


def test_moments_are_measured_against_the_length_of_the_mechanism():
    joints = fields(gd.check_model(door(1)).assembly.system.joints)
    weights = [plain(schur.weight)(joints[0], r, 4.0) for r in range(5)]
    kinds = [int(kind) for kind in joints[0].kind[:5]]
    assert weights == [1 / 16 if kind == rec.PERPENDICULAR else 1.0 for kind in kinds]


def test_a_block_is_factored_and_vanishing_pivots_are_left_out():
    """[[4, 2], [2, 1 + 3]] = L D L^T with D = 4, 3; a second row that depends on the first has
    no pivot.
    """
    U, diagonal = np.zeros((6, 6)), np.zeros((1, 6))
    for lower, pivot in ((4.0, 3.0 / 4.0), (1.0, 0.0)):
        U[:] = 0.0
        U[0, :2], U[1, :2] = (4.0, 2.0), (2.0, lower)
        diagonal[0, :2] = 4.0, lower
        assert plain(schur.factor_block)(U, 0, diagonal, 0, 2) == pytest.approx(pivot)
        assert U[0, 0] == 0.25 and U[1, 1] == pytest.approx(1 / 3 if pivot else 0.0)


def test_changes_are_added_and_their_sizes_told():
    x, change = np.zeros((2, 6)), np.arange(12.0).reshape(2, 6)
    assert plain(schur.add_to)(x, change, -2.0) == (11.0, 22.0)
    assert np.array_equal(x, -2 * change)
