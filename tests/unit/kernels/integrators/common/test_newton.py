"""The simplified Newton iteration of implicit methods: its matrix, its Jacobian, its directions."""

import numpy as np
import pytest

import gudgeon as gd
from gudgeon._base.jit import jit
from gudgeon.kernels import records as rec
from gudgeon.kernels.entry_points import evaluate_at
from gudgeon.kernels.integrators import Size
from gudgeon.kernels.integrators.common import newton
from gudgeon.kernels.tasks import VELOCITIES
from gudgeon.simulation.right_hand_side import right_hand_side
from tests.support.integrator_cases import G, plain
from tests.support.reference_integrator import runner, take


@pytest.mark.parametrize("mu", [2.5, 1.5 - 2.0j])
def test_newton_matrix_is_factored_with_row_exchanges(mu):
    random = np.random.default_rng(1)
    J = random.normal(size=(7, 7))
    J[0, 0] = mu.real  # a zero pivot in the real case
    x = random.normal(size=7).astype(type(mu))
    expected = np.linalg.solve(mu * np.eye(7) - J, x)
    lu, pivot = np.zeros((7, 7), type(mu)), np.zeros(7, int)
    plain(newton.factor)(J, mu, lu, pivot)
    plain(newton.substitute)(lu, pivot, x)
    np.testing.assert_allclose(x, expected, rtol=1e-12)


@pytest.mark.parametrize("mu", [2.5, 1.5 - 2.0j])
def test_newton_step_is_exact_where_only_allowed_motions_are_stiff(mu):
    """For x along the directions of motion, bristles and ledger included, (mu I - df/dy)^-1 x
    solves the full system.
    """
    random = np.random.default_rng(2)
    n_q, n_v, n_z, n_e, dof = 7, 6, 3, 2, 2
    run = rec.table(1, rec.RUN)
    run["free"], run["n_q"], run["n_v"], run["n_z"], run["n_e"] = 1, n_q, n_v, n_z, n_e
    y = random.normal(size=n_q + n_v + n_z + n_e)
    y[3:7] /= np.linalg.norm(y[3:7])
    e = y[3:7]
    L = np.array(
        [[-e[1], e[0], e[3], -e[2]], [-e[2], -e[3], e[0], e[1]], [-e[3], e[2], -e[1], e[0]]]
    )
    velocity_to_position = np.zeros((7, 6))
    velocity_to_position[:3, :3], velocity_to_position[3:, 3:] = np.eye(3), 0.5 * L.T
    tangent = newton.tangent(Size(len(y), n_v, n_z, n_e, dof))
    tangent.U[:] = np.linalg.qr(random.normal(size=(n_v, dof)))[0].T
    tangent.scale[:] = random.uniform(0.5, 2, n_v)
    W = tangent.U.T * tangent.scale[:, None]  # velocities along the directions
    lift = np.zeros((len(y), 2 * dof + n_z))
    lift[:n_q, :dof], lift[n_q : n_q + n_v, dof : 2 * dof] = velocity_to_position @ W, W
    lift[n_q + n_v : -n_e, 2 * dof :] = np.eye(n_z)
    tangent.J[:] = random.normal(size=tangent.J.shape)
    ledger = random.normal(size=(n_e, 2 * dof + n_z))
    tangent.slopes[:] = (lift @ tangent.J).T
    tangent.slopes[:, -n_e:] = ledger.T
    c = random.normal(size=2 * dof + n_z).astype(type(mu))
    x = lift @ c
    x[-n_e:] = random.normal(size=n_e)
    expected = lift @ np.linalg.solve(mu * np.eye(len(c)) - tangent.J, c)
    expected[-n_e:] = (x[-n_e:] + ledger @ np.linalg.solve(mu * np.eye(len(c)) - tangent.J, c)) / mu
    lu, pivot = np.zeros(tangent.J.shape, type(mu)), np.zeros(len(c), int)
    plain(newton.factor)(tangent.J, mu, lu, pivot)
    room = tuple(np.zeros(size, type(mu)) for size in (n_v, len(c), len(c)))

    @jit
    def solve(run, y, tangent, lu, pivot, mu, x, w, c, change):
        newton.solve(run[0], y, tangent, lu, pivot, mu, x, w, c, change)

    solve(run, y, tangent, lu, pivot, mu, x, *room)
    np.testing.assert_allclose(x, expected, rtol=1e-12, atol=1e-13)


def double_pendulum(angle):
    """Return two bars in the plane, the second turned by an angle against the first."""
    joints = np.array([(0.0, 0.0), (1.0, 0.0), (1.0 + np.cos(angle), np.sin(angle))])
    bodies = [
        gd.Body(f"bar {k}", mass=1.0, inertia=0.1, position=tuple((joints[k] + joints[k + 1]) / 2))
        for k in range(2)
    ]
    first = gd.Revolute("A", between=("ground", "bar 0"), point=(0, 0))
    second = gd.Revolute("B", between=("bar 0", "bar 1"), point=(1, 0))
    return gd.Mechanism(plane="xy", gravity=(0, -G), bodies=bodies, joints=[first, second])


def basis(mechanism):
    """Return the run of a mechanism after the first Jacobian of Newton's method along its
    degrees of freedom.
    """
    run = runner(mechanism, "radau", rtol=1e-6)
    run.size = run.size._replace(dof=run.model_check.dof)
    run.memories.clear()
    run._use("radau")
    take(
        run.system,
        run.work,
        run.memory,
        run.run_record,
        run.y,
        1e-6,
        np.zeros(0),
        np.empty_like(run.y),
    )
    return run


@pytest.mark.parametrize("angle", [2.571189379034505, *np.linspace(0.1, 6.2, 30)])
def test_newton_sees_every_degree_of_freedom_in_every_position(angle):
    """As many orthonormal directions as degrees of freedom, whatever the position.

    Directions made from any fixed set of velocities, each used once, coincide in some position:
    those of a set of cosines in the first.
    """
    run = basis(double_pendulum(angle))
    np.testing.assert_allclose(
        run.memory.tangent.U @ run.memory.tangent.U.T, np.eye(2), rtol=0, atol=1e-12
    )


@pytest.mark.parametrize("name", gd.library_names())
def test_newton_sees_every_degree_of_freedom_of_the_library(name):
    """The rows of U span the null space of the constraint Jacobian, here by its singular values;
    U is good to the root of rounding.
    """
    run = basis(gd.library(name))
    dof, scale = run.model_check.dof, run.memory.tangent.scale
    np.testing.assert_allclose(
        run.memory.tangent.U @ run.memory.tangent.U.T, np.eye(dof), rtol=0, atol=1e-12
    )
    n_q, n_v = int(run.run_record["n_q"][0]), len(scale)
    P = np.empty((n_v, n_v))
    for k in range(n_v):
        y = run.y.copy()
        y[n_q : n_q + n_v] = scale * np.eye(n_v)[k]
        evaluate_at(run.system, run.work, 0.0, y, np.empty_like(y), VELOCITIES)
        P[:, k] = y[n_q : n_q + n_v] / scale
    y = run.y.copy()
    y[n_q : n_q + n_v] = 0.0
    # drivers move though nothing else does
    evaluate_at(run.system, run.work, 0.0, y, np.empty_like(y), VELOCITIES)
    space, sizes, _ = np.linalg.svd(P - (y[n_q : n_q + n_v] / scale)[:, None])
    assert np.count_nonzero(sizes > 0.5) == dof
    assert np.all(sizes[:dof] > 1 - 1e-9)  # of a projection they are zero or at least one
    outside = run.memory.tangent.U @ (np.eye(n_v) - space[:, :dof] @ space[:, :dof].T)
    np.testing.assert_allclose(outside, 0, rtol=0, atol=1e-6)


def test_a_direction_that_is_missing_is_a_failure_when_runs_are_checked(monkeypatch):
    """Ask for one direction more than there are degrees of freedom: without the check, the run
    goes on with those that there are.
    """
    for checked, status in (("1", rec.RANK_LOST), ("0", rec.RUNNING)):
        monkeypatch.setenv("GUDGEON_CHECK", checked)
        run = runner(double_pendulum(1.0), "radau", rtol=1e-6)
        run.size = run.size._replace(dof=3)
        run.memories.clear()
        run._use("radau")
        take(
            run.system,
            run.work,
            run.memory,
            run.run_record,
            run.y,
            1e-6,
            np.zeros(0),
            np.empty_like(run.y),
        )
        assert run.run_record["status"][0] == status
        assert np.linalg.matrix_rank(run.memory.tangent.U, tol=0.5) == 2


@pytest.mark.parametrize("name", ["four-bar", "andrews-squeezer"])
def test_jacobian_is_that_of_central_differences_along_the_allowed_motions(name):
    """In space and in the plane. The directions are as many as degrees of freedom, orthonormal and
    allowed by the constraints.

    Differences to one side are good to the root of the rounding error, over the reciprocal of the
    smallest share of a direction.
    """
    run = basis(gd.library(name))
    start = run.y.copy()
    f, _ = right_hand_side(gd.library(name))
    tangent, n_q, n_v = (
        run.memory.tangent,
        int(run.run_record["n_q"][0]),
        int(run.run_record["n_v"][0]),
    )
    dof = run.model_check.dof
    assert tangent.U.shape == (dof, n_v)
    np.testing.assert_allclose(tangent.U @ tangent.U.T, np.eye(dof), rtol=0, atol=1e-12)
    W = tangent.U * tangent.scale
    for k in range(dof):
        moved = start.copy()
        # moving a velocity along a direction leaves the constraints satisfied
        moved[n_q : n_q + n_v] += W[k]
        velocity = moved.copy()
        evaluate_at(run.system, run.work, 0.0, velocity, np.empty_like(velocity), VELOCITIES)
        np.testing.assert_allclose(velocity, moved, rtol=0, atol=1e-6 * np.abs(W[k]).max())
        h = 1e-5
        ahead, behind = start.copy(), start.copy()
        ahead[n_q : n_q + n_v] += h * W[k]
        behind[n_q : n_q + n_v] -= h * W[k]
        exact = (f(0.0, ahead) - f(0.0, behind)) / (2 * h)
        np.testing.assert_allclose(
            tangent.slopes[dof + k], exact, rtol=0, atol=1e-5 * max(1.0, np.abs(exact).max())
        )
        # along positions: the rates of change of positions are the velocity along the direction
        p_dot = (f(0.0, ahead) - f(0.0, behind))[:n_q] / (2 * h)
        exact = (
            f(0.0, start + h * pad(p_dot, len(start))) - f(0.0, start - h * pad(p_dot, len(start)))
        ) / (2 * h)
        np.testing.assert_allclose(
            tangent.slopes[k], exact, rtol=0, atol=1e-5 * max(1.0, np.abs(exact).max())
        )


def pad(x, length):
    return np.append(x, np.zeros(length - len(x)))


@pytest.mark.parametrize("method", ["radau", "bdf"])
def test_newton_converges_where_bodies_of_very_different_mass_meet(method):
    """There an evaluation moves its state onto the constraints; the Jacobian must not take that
    for the change it made.
    """
    result = gd.simulate(
        gd.library("triple-pendulum"), 4.0, method=method, rtol=1e-8, output_times=[0, 4]
    )
    assert result.statistics["rejected"] < 0.1 * result.statistics["steps"]
