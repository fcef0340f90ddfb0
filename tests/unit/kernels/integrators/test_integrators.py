"""The integrators: their tables, their measured orders, and how they behave in whole runs."""

from importlib import import_module
from math import comb, pi, sqrt

import numpy as np
import pytest
from numba import njit
from scipy.integrate import solve_ivp
from scipy.special import ellipj, ellipk

import gudgeon as gd
from gudgeon.kernels import records as rec
from gudgeon.kernels.entry_points import evaluate_at
from gudgeon.kernels.integrators import METHODS, Size, adams, bdf, dop853, newton, radau, rk4, tsit5
from gudgeon.kernels.multibody.equations import VELOCITIES
from gudgeon.simulation.right_hand_side import right_hand_side
from gudgeon.simulation.sinks import MemorySink
from tests.support.reference_integrator import keep, march, runner, take

G = 9.81
FREE_STEPS = [method for method in METHODS if method != "rk4"]


def plain(function):
    """Return the Python function behind a kernel."""
    return getattr(function, "py_func", function)


def simulate(mechanism, duration, method, rtol, **options):
    """Simulate with any method; the fixed step of rk4 leaves an error below 1e-10 in all that is simulated here."""
    step = {"step": 2e-4} if method == "rk4" else {}
    return gd.simulate(mechanism, duration, method=method, rtol=rtol, **step, **options)


def positions(result):
    return np.concatenate([result.body(body.name).position for body in result.mechanism.bodies], axis=1)


# -- tables --------------------------------------------------------------------------------------------------------

EXPLICIT = {"rk4": (rk4, 4, 4), "tsit5": (tsit5, 6, 5), "dop853": (dop853, 12, 8)}


@pytest.mark.parametrize(("method", "stages", "order"), EXPLICIT.values(), ids=EXPLICIT)
def test_weights_integrate_polynomials_below_the_order(method, stages, order):
    for power in range(order):
        assert method.B[:stages] @ method.C[:stages] ** power == pytest.approx(1 / (power + 1), abs=1e-14)


@pytest.mark.parametrize(("method", "stages", "order"), EXPLICIT.values(), ids=EXPLICIT)
def test_rows_sum_to_the_nodes(method, stages, order):
    np.testing.assert_allclose(method.A.sum(axis=1), method.C, rtol=0, atol=3e-14)


@pytest.mark.parametrize(("method", "stages", "order"), EXPLICIT.values(), ids=EXPLICIT)
def test_nested_stages_meet_the_order_conditions_of_tall_trees(method, stages, order):
    """b A^m c = 1/(m + 2)!, for the trees without branches."""
    A, C, B = method.A[:stages, :stages], method.C[:stages], method.B[:stages]
    A = np.pad(A, ((0, 0), (0, stages - A.shape[1])))
    expected, vector = 1.0, np.ones(stages)
    for power in range(1, order + 1):
        expected /= power
        assert B @ vector == pytest.approx(expected, abs=1e-14)
        vector = A @ vector
    assert C == pytest.approx(A @ np.ones(stages), abs=3e-14)


@pytest.mark.parametrize(
    ("E", "C", "order"), [(tsit5.E, [*tsit5.C, 1.0], 4), (dop853.E3, [*dop853.C[:12], 1.0], 3), (dop853.E5, [*dop853.C[:12], 1.0], 5)]
)
def test_error_estimates_vanish_for_polynomials_up_to_their_order_and_no_further(E, C, order):
    E, C = np.asarray(E)[: len(C)], np.array(C)[: len(E)]
    for power in range(order):
        assert abs(E @ C**power) < 1e-14
    assert abs(E @ C**order) > 1e-6


def test_radau_nodes_are_the_zeros_of_the_radau_polynomial():
    polynomial = np.polynomial.Polynomial([0, 0, 1]) * np.polynomial.Polynomial([-1, 1]) ** 3
    np.testing.assert_allclose(np.sort(polynomial.deriv(2).roots()), radau.C, rtol=0, atol=1e-13)


def test_radau_collocates_with_order_five_at_the_end():
    for power in range(1, 4):
        np.testing.assert_allclose(radau.A @ radau.C ** (power - 1), radau.C**power / power, rtol=0, atol=1e-15)
    for power in range(1, 6):
        assert radau.A[2] @ radau.C ** (power - 1) == pytest.approx(1 / power, abs=1e-15)


def test_radau_transformation_splits_the_stages():
    split = radau.T_INV @ np.linalg.inv(radau.A) @ radau.T
    real, a, b = radau.MU, radau.MU_PAIR.real, -radau.MU_PAIR.imag
    np.testing.assert_allclose(split, [[real, 0, 0], [0, a, b], [0, -b, a]], rtol=0, atol=1e-13)
    assert real == pytest.approx(3 + 9 ** (1 / 3) - 3 ** (1 / 3), abs=1e-13)


def test_radau_error_estimate_has_order_three():
    for power in (1, 2, 3):
        assert radau.E @ radau.C**power == pytest.approx(-1 if power == 1 else 0, abs=1e-14)
    assert abs(radau.E @ radau.C**4) > 0.01


def test_adams_with_equal_steps_has_the_classical_coefficients():
    g = np.zeros(6)
    plain(adams.integrals)(0.1 * np.arange(6), 0.1, 1.0, 6, g, np.zeros(7))
    np.testing.assert_allclose(g, [1, 1 / 2, 5 / 12, 3 / 8, 251 / 720, 95 / 288], rtol=1e-14)


def test_adams_integrals_are_exact_up_to_the_highest_order():
    g, past = np.zeros(13), np.cumsum(np.r_[0.0, np.linspace(0.05, 0.3, 12)])
    plain(adams.integrals)(past, 0.1, 0.7, 13, g, np.zeros(7))
    basis = np.polynomial.Polynomial([1.0])
    for j in range(13):
        assert g[j] == pytest.approx(basis.integ()(0.7), rel=1e-12)
        basis *= np.polynomial.Polynomial([past[j], 0.1]) / (0.1 + past[j])


def test_interpolant_of_tsitouras_has_order_four_and_is_smooth_between_steps():
    """Its weights integrate cubics from 0 to any theta, end in those of the method and have its ends' derivatives."""
    C = np.array([*tsit5.C, 1.0])
    theta = np.linspace(0, 1, 7)[:, None]
    weights, slopes = theta ** np.arange(1, 5) @ tsit5.P.T, (np.arange(1, 5) * theta ** np.arange(4)) @ tsit5.P.T
    for power in range(4):
        np.testing.assert_allclose(weights @ C**power, theta[:, 0] ** (power + 1) / (power + 1), rtol=0, atol=1e-14)
    np.testing.assert_allclose(weights[-1], [*tsit5.B, 0.0], rtol=0, atol=2e-14)  # sums of terms up to 90
    np.testing.assert_allclose(slopes[[0, -1]], np.eye(7)[[0, 6]], rtol=0, atol=1e-13)


def test_adams_starts_from_the_differences_of_a_cubic():
    """The stages of a quadrature are values of the integrand; from those of a cubic its backward differences come out."""
    cubic = np.polynomial.Polynomial([2.0, -3.0, 1.0, 4.0])
    values = [cubic(1 - j / 3) for j in range(4)]
    expected = [sum((-1) ** i * comb(j, i) * values[i] for i in range(j + 1)) for j in range(4)]
    np.testing.assert_allclose(adams.FIRST @ cubic(np.array([*tsit5.C, 1.0])), expected, rtol=0, atol=1e-12)


@pytest.mark.parametrize("order", range(1, 6))
@pytest.mark.parametrize("ratio", [1.0, 0.3, 1.7])
def test_backward_differences_follow_a_change_of_step(order, ratio):
    """A polynomial of the degree of the method is predicted exactly, whatever the next step."""
    memory = bdf.memory(Size(1))
    polynomial = np.polynomial.Polynomial(np.arange(1.0, order + 2))
    values = [polynomial(-k) for k in range(order + 1)]
    memory.past[: order + 1, 0] = [sum((-1) ** i * comb(j, i) * values[i] for i in range(j + 1)) for j in range(order + 1)]
    plain(bdf.predict)(memory, order, ratio)
    assert memory.predicted[0] == pytest.approx(polynomial(ratio), rel=1e-12)
    assert bdf.GAMMA[order] * memory.psi[0] == pytest.approx(ratio * polynomial.deriv()(ratio), rel=1e-12)


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
    """For x along the directions of motion, bristles and ledger included, (mu I - df/dy)^-1 x solves the full system."""
    random = np.random.default_rng(2)
    n_q, n_v, n_z, n_e, dof = 7, 6, 3, 2, 2
    run = rec.table(1, rec.RUN)
    run["n_q"], run["n_v"], run["n_z"], run["n_e"] = n_q, n_v, n_z, n_e
    y = random.normal(size=n_q + n_v + n_z + n_e)
    y[3:7] /= np.linalg.norm(y[3:7])
    e = y[3:7]
    L = np.array([[-e[1], e[0], e[3], -e[2]], [-e[2], -e[3], e[0], e[1]], [-e[3], e[2], -e[1], e[0]]])
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

    @njit
    def solve(run, y, tangent, lu, pivot, mu, x, w, c, change):
        newton.solve(run[0], y, tangent, lu, pivot, mu, x, w, c, change)

    solve(run, y, tangent, lu, pivot, mu, x, *room)
    np.testing.assert_allclose(x, expected, rtol=1e-12, atol=1e-13)


def double_pendulum(angle):
    """Return two bars in the plane, the second turned by an angle against the first."""
    joints = np.array([(0.0, 0.0), (1.0, 0.0), (1.0 + np.cos(angle), np.sin(angle))])
    bodies = [gd.Body(f"bar {k}", mass=1.0, inertia=0.1, position=tuple((joints[k] + joints[k + 1]) / 2)) for k in range(2)]
    first = gd.Revolute("A", between=("ground", "bar 0"), point=(0, 0))
    second = gd.Revolute("B", between=("bar 0", "bar 1"), point=(1, 0))
    return gd.Mechanism(plane="xy", gravity=(0, -G), bodies=bodies, joints=[first, second])


def basis(mechanism):
    """Return the run of a mechanism after the first Jacobian of Newton's method along its degrees of freedom."""
    run = runner(mechanism, "radau", rtol=1e-6)
    run.size = run.size._replace(dof=run.examination.dof)
    run.memories.clear()
    run._use("radau")
    take(run.system, run.work, run.memory, run.run_record, run.y, 1e-6, np.zeros(0), np.empty_like(run.y))
    return run


@pytest.mark.parametrize("angle", [2.571189379034505, *np.linspace(0.1, 6.2, 30)])
def test_newton_sees_every_degree_of_freedom_in_every_position(angle):
    """As many orthonormal directions as degrees of freedom, whatever the position.

    Directions made from any fixed set of velocities, each used once, coincide in some position: those of a set of cosines in the first.
    """
    run = basis(double_pendulum(angle))
    np.testing.assert_allclose(run.memory.tangent.U @ run.memory.tangent.U.T, np.eye(2), rtol=0, atol=1e-12)


@pytest.mark.parametrize("name", gd.library_names())
def test_newton_sees_every_degree_of_freedom_of_the_library(name):
    """The rows of U span the null space of the constraint Jacobian, here by its singular values; U is good to the root of rounding."""
    run = basis(gd.library(name))
    dof, scale = run.examination.dof, run.memory.tangent.scale
    np.testing.assert_allclose(run.memory.tangent.U @ run.memory.tangent.U.T, np.eye(dof), rtol=0, atol=1e-12)
    n_q, n_v = int(run.run_record["n_q"][0]), len(scale)
    P = np.empty((n_v, n_v))
    for k in range(n_v):
        y = run.y.copy()
        y[n_q : n_q + n_v] = scale * np.eye(n_v)[k]
        evaluate_at(run.system, run.work, 0.0, y, np.empty_like(y), VELOCITIES)
        P[:, k] = y[n_q : n_q + n_v] / scale
    y = run.y.copy()
    y[n_q : n_q + n_v] = 0.0
    evaluate_at(run.system, run.work, 0.0, y, np.empty_like(y), VELOCITIES)  # drivers move though nothing else does
    space, sizes, _ = np.linalg.svd(P - (y[n_q : n_q + n_v] / scale)[:, None])
    assert np.count_nonzero(sizes > 0.5) == dof
    assert np.all(sizes[:dof] > 1 - 1e-9)  # of a projection they are zero or at least one
    outside = run.memory.tangent.U @ (np.eye(n_v) - space[:, :dof] @ space[:, :dof].T)
    np.testing.assert_allclose(outside, 0, rtol=0, atol=1e-6)


def test_a_direction_that_is_missing_is_a_failure_when_runs_are_checked(monkeypatch):
    """Ask for one direction more than there are degrees of freedom: without the check, the run goes on with those that there are."""
    for checked, status in (("1", rec.RANK_LOST), ("0", rec.RUNNING)):
        monkeypatch.setenv("GUDGEON_CHECK", checked)
        run = runner(double_pendulum(1.0), "radau", rtol=1e-6)
        run.size = run.size._replace(dof=3)
        run.memories.clear()
        run._use("radau")
        take(run.system, run.work, run.memory, run.run_record, run.y, 1e-6, np.zeros(0), np.empty_like(run.y))
        assert run.run_record["status"][0] == status
        assert np.linalg.matrix_rank(run.memory.tangent.U, tol=0.5) == 2


@pytest.mark.parametrize("name", ["four-bar", "andrews-squeezer"])
def test_jacobian_is_that_of_central_differences_along_the_allowed_motions(name):
    """In space and in the plane. The directions are as many as degrees of freedom, orthonormal and allowed by the constraints.

    Differences to one side are good to the root of the rounding error, over the reciprocal of the smallest share of a direction.
    """
    run = basis(gd.library(name))
    start = run.y.copy()
    f, _ = right_hand_side(gd.library(name))
    tangent, n_q, n_v = run.memory.tangent, int(run.run_record["n_q"][0]), int(run.run_record["n_v"][0])
    dof = run.examination.dof
    assert tangent.U.shape == (dof, n_v)
    np.testing.assert_allclose(tangent.U @ tangent.U.T, np.eye(dof), rtol=0, atol=1e-12)
    W = tangent.U * tangent.scale
    for k in range(dof):
        moved = start.copy()
        moved[n_q : n_q + n_v] += W[k]  # moving a velocity along a direction leaves the constraints satisfied
        velocity = moved.copy()
        evaluate_at(run.system, run.work, 0.0, velocity, np.empty_like(velocity), VELOCITIES)
        np.testing.assert_allclose(velocity, moved, rtol=0, atol=1e-6 * np.abs(W[k]).max())
        h = 1e-5
        ahead, behind = start.copy(), start.copy()
        ahead[n_q : n_q + n_v] += h * W[k]
        behind[n_q : n_q + n_v] -= h * W[k]
        exact = (f(0.0, ahead) - f(0.0, behind)) / (2 * h)
        np.testing.assert_allclose(tangent.slopes[dof + k], exact, rtol=0, atol=1e-5 * max(1.0, np.abs(exact).max()))
        # along positions: the rates of change of positions are the velocity along the direction
        p_dot = (f(0.0, ahead) - f(0.0, behind))[:n_q] / (2 * h)
        exact = (f(0.0, start + h * pad(p_dot, len(start))) - f(0.0, start - h * pad(p_dot, len(start)))) / (2 * h)
        np.testing.assert_allclose(tangent.slopes[k], exact, rtol=0, atol=1e-5 * max(1.0, np.abs(exact).max()))


def pad(x, length):
    return np.append(x, np.zeros(length - len(x)))


# -- measured orders -----------------------------------------------------------------------------------------------


def pendulum(t):
    """Return the state of the library's pendulum: sin(theta/2) = k sn(K - w t, k), k = sin(45 deg), w^2 = g/l."""
    sn, cn, _, _ = ellipj(ellipk(0.5) - sqrt(G) * t, 0.5)
    angle, rate = 2 * np.arcsin(sqrt(0.5) * sn), -2 * sqrt(0.5 * G) * cn
    s, c = np.sin(angle), np.cos(angle)
    return np.array([s, -c, 0, 1, 0, 0, 0, c * rate, s * rate, 0, 0, 0, 0])


# method, order of the formula (0: the method has only one), step, tolerance of Newton's method, order of the end and of the dense output
ORDERS = [
    ("rk4", 0, 0.02, 1e-8, 4, 4), ("tsit5", 0, 0.02, 1e-8, 5, 5), ("dop853", 0, 0.16, 1e-8, 8, 8), ("radau", 0, 0.04, 1e-10, 5, 4),
    ("adams", 1, 0.01, 1e-8, 2, 2), ("adams", 2, 0.02, 1e-8, 3, 3), ("adams", 4, 0.02, 1e-8, 5, 5), ("adams", 7, 0.02, 1e-8, 8, 8),
    ("adams", 10, 0.02, 1e-8, 11, 11), ("bdf", 1, 0.005, 1e-4, 1, 1), ("bdf", 2, 0.01, 1e-6, 2, 2), ("bdf", 3, 0.01, 1e-8, 3, 3),
    ("bdf", 4, 0.01, 1e-9, 4, 4), ("bdf", 5, 0.01, 1e-9, 5, 5),
]  # fmt: skip


@pytest.mark.parametrize(("method", "formula", "h", "rtol", "order", "dense"), ORDERS)
def test_error_falls_with_the_order_of_the_method(method, formula, h, rtol, order, dense):
    """Over half a swing, a little more than a second; half an order is left for terms of higher order.

    The multistep formulas correct once, so a predictor of order k gives order k + 1. The dense output inherits the
    order of the end, or has that of its own local error where that is lower (Radau collocates with a cubic).
    """
    ends, middles = [], []
    for step in (h, h / 2):
        count = round(1.28 / step)
        end, middle = march(runner(gd.library("pendulum"), method, rtol=rtol), step, count, formula, pendulum)
        ends.append(np.max(np.abs(end - pendulum(count * step))))
        middles.append(middle)
    assert abs(np.log2(ends[0] / ends[1]) - order) < 0.5 + 0.1 * (order > 5) * order
    assert abs(np.log2(middles[0] / middles[1]) - dense) < 0.5 + 0.05 * (dense > 5) * dense


@pytest.mark.parametrize("formula", [1, 2, 3])
def test_adams_with_one_evaluation_has_the_order_of_two(formula):
    """A predictor of order k, corrected after the one evaluation, gives order k + 1; so does the dense output."""
    ends, middles, evaluations = [], [], []
    for step in (0.01, 0.005):
        run, count = runner(gd.library("pendulum"), "adams", rtol=1e-8), round(1.28 / step)
        end, middle = march(run, step, count, formula, pendulum, single=True)
        ends.append(np.max(np.abs(end - pendulum(count * step))))
        middles.append(middle)
        evaluations.append(run.work.count[rec.EVALUATIONS] / count)
    assert abs(np.log2(ends[0] / ends[1]) - formula - 1) < 0.5
    assert abs(np.log2(middles[0] / middles[1]) - formula - 1) < 0.5
    assert max(evaluations) < 1.2  # every twenty steps three more look for the fastest rates


def growth(order, w, d):
    """Return how much a vibration x'' = -w^2 x - d x' grows in a step of length 1 with one evaluation: its largest eigenvalue."""
    i = np.arange(order + 1)
    corrector = np.linalg.solve((1.0 - i) ** i[:, None], 1 / (i + 1))  # weights at the new time, the present one, and before
    predictor = np.linalg.solve((-i[:-1] * 1.0) ** i[:-1, None], 1 / (i[:-1] + 1))
    state = np.eye(1 + 2 * (order + 1))
    x, v, a = state[0], state[1 : order + 2], state[order + 2 :]
    predicted = v[0] + predictor @ a[:order]
    x_new = x + corrector[0] * predicted + corrector[1:] @ v[:order]
    a_new = -w * w * x_new - d * predicted
    v_new = v[0] + corrector[0] * a_new + corrector[1:] @ a[:order]
    return np.abs(np.linalg.eigvals(np.vstack([x_new, v_new, v[:-1], a_new, a[:-1]]))).max()


@pytest.mark.parametrize("order", [1, 2, 3])
def test_adams_with_one_evaluation_is_stable_up_to_its_limit(order):
    """For every mixture of vibration and decay; without decay the step could be a ninth longer and not much more."""
    vibrating, decaying = adams.VIBRATING[order], adams.DECAYING[order]
    for ratio in (0.0, 0.01, 0.03, 0.1, 0.3, 1.0, 3.0, 10.0, 100.0):
        for part in np.linspace(0.05, 1.0, 20):
            w = part / (1 / vibrating + ratio / decaying)
            assert growth(order, w, ratio * w) < 1 + 1e-9
    assert growth(order, 1.15 * vibrating, 0.0) > 1.01


def test_adams_needs_one_evaluation_a_step_where_bodies_rest_on_each_other():
    """After 0.12 s the ball stays on its wall. Some steps have two, where friction decays fast; all together fewer than 1.5."""
    mechanism = gd.library("four-bar", C="clearance-friction")
    before, after = (gd.simulate(mechanism, end, rtol=1e-6, method="adams", output_times=[end]) for end in (0.2, 0.4))
    evaluations, steps = (after.statistics[name] - before.statistics[name] for name in ("evaluations", "steps"))
    assert steps > 1000
    assert evaluations < 1.5 * steps
    exact = gd.simulate(mechanism, 0.4, rtol=1e-11, method="dop853", output_times=[0.4])
    np.testing.assert_allclose(after.body("rocker").position, exact.body("rocker").position, rtol=0, atol=1e-6)


def test_adams_goes_on_from_a_runge_kutta_step_with_order_four():
    """One step of Runge and Kutta, three of Adams: their local errors fall with the fifth power of the steps."""
    errors = []
    for h in (0.04, 0.02):
        run = runner(gd.library("pendulum"), "adams", rtol=1e-8)
        for part in (1.0, 0.25, 0.25, 0.25):
            take(run.system, run.work, run.memory, run.run_record, run.y, part * h, np.zeros(0), np.empty_like(run.y))
            run.run_record["h_max"] = h  # the next step is not one of Runge and Kutta
            keep(run.memory, run.run_record, run.y, part * h)
            run.run_record["order"] = 4
        errors.append(np.max(np.abs(run.y - pendulum(1.75 * h))))
    assert abs(np.log2(errors[0] / errors[1]) - 5) < 0.5


@pytest.mark.parametrize("method", METHODS)
def test_an_attempt_leaves_no_trace(method):
    """Events are located by attempts with other steps, which must change nothing that is remembered."""
    ends, nothing = [], np.zeros(0)
    for others in ((), (0.3, 0.9)):
        run = runner(gd.library("pendulum"), method, rtol=1e-6)
        for h in (1e-4, 1e-4, 2e-4, 2e-4, 3e-4):
            for part in (*others, 1.0):
                assert take(run.system, run.work, run.memory, run.run_record, run.y, part * h, nothing, np.empty_like(run.y))
            keep(run.memory, run.run_record, run.y, h)
        ends.append(run.y)
    # Newton's method may need one correction more or less: its error is a thousandth of the tolerance
    np.testing.assert_allclose(*ends, rtol=0, atol=1e-9 if method in ("radau", "bdf") else 0)


# -- whole runs ----------------------------------------------------------------------------------------------------


def swing_on_cart(motion):
    """Return a pendulum that hangs from a cart; the cart is moved as told."""
    return gd.Mechanism(
        gravity=(0, 0, -G),
        bodies=[
            gd.Body("cart", mass=2, inertia=(0.1, 0.1, 0.1), position=(0, 0, 0)),
            gd.Body("swing", mass=1, inertia=(0.02, 0.02, 0.001), position=(0, 0, -0.5)),
        ],
        joints=[
            gd.Translational("rail", between=("ground", "cart"), point=(0, 0, 0), axis=(1, 0, 0)),
            gd.Revolute("hinge", between=("cart", "swing"), point=(0, 0, 0), axis=(0, 1, 0)),
        ],
        drivers=[gd.Driver("motor", joint="rail", coordinate="displacement", motion=motion)],
    )


MOVING = {
    "four-bar": gd.library("four-bar"),
    "driven": swing_on_cart(gd.Harmonic(0.2, 7.0)),
    "kinked": swing_on_cart(gd.SpeedRamp(0.0, 1.5, 0.3, 0.25)),
}


@pytest.fixture(scope="module", params=MOVING)
def moving(request):
    times = np.linspace(0, 1, 32)
    result = gd.simulate(MOVING[request.param], 1.0, method="dop853", rtol=1e-13, output_times=times)
    assert np.ptp(positions(result)) > 0.1
    return MOVING[request.param], times, positions(result)


@pytest.mark.parametrize("method", METHODS)
def test_all_methods_agree_at_tight_tolerance(moving, method):
    """Errors of a step below 1e-12 of size and speed add up over some hundred to some thousand steps; 1e-8 is allowed.

    The outputs lie inside steps, and in one of the mechanisms the acceleration jumps twice.
    """
    mechanism, times, expected = moving
    result = simulate(mechanism, 1.0, method, 1e-12, output_times=times)
    assert result.status is gd.Status.COMPLETE
    np.testing.assert_allclose(positions(result), expected, rtol=0, atol=1e-8)


@pytest.mark.parametrize("method", METHODS)
def test_nothing_moves_before_a_ramp_begins(method):
    """The step that ends where the acceleration jumps, and the output inside it, see the acceleration before the jump."""
    result = simulate(MOVING["kinked"], 0.5, method, 1e-10, output_step=0.01)
    moved = np.max(np.abs(positions(result) - positions(result)[0]), axis=1)
    assert np.all(moved[result.t <= 0.25] < 1e-12) and moved[-1] > 0.05


def test_adams_needs_fewer_evaluations_than_runge_kutta_for_the_same_error():
    mechanism, end = gd.library("four-bar"), [0.0, 1.0]
    exact = positions(gd.simulate(mechanism, 1.0, rtol=1e-13, method="dop853", output_times=end))
    multistep = gd.simulate(mechanism, 1.0, rtol=1e-12, method="adams", output_times=end)
    one_step = gd.simulate(mechanism, 1.0, rtol=1e-10, method="tsit5", output_times=end)
    for result in (multistep, one_step):
        assert np.max(np.abs(positions(result) - exact)) < 3e-11
    assert multistep.statistics["evaluations"] < 0.5 * one_step.statistics["evaluations"]


@pytest.mark.parametrize("method", FREE_STEPS)
def test_a_tighter_tolerance_gives_a_smaller_error(method):
    mechanism, end = gd.library("spatial-slider-crank"), [0.0, 0.5]
    exact = positions(gd.simulate(mechanism, 0.5, rtol=1e-13, method="dop853", output_times=end))
    errors = [
        np.max(np.abs(positions(gd.simulate(mechanism, 0.5, rtol=rtol, method=method, output_times=end)) - exact)) for rtol in (1e-5, 1e-8)
    ]
    assert errors[1] < errors[0] / 30 and errors[1] < 1e-5


@pytest.mark.parametrize("method", ["radau", "bdf"])
def test_newton_converges_where_bodies_of_very_different_mass_meet(method):
    """There an evaluation moves its state onto the constraints; the Jacobian must not take that for the change it made."""
    result = gd.simulate(gd.library("triple-pendulum"), 4.0, method=method, rtol=1e-8, output_times=[0, 4])
    assert result.statistics["rejected"] < 0.1 * result.statistics["steps"]


# -- stiff ---------------------------------------------------------------------------------------------------------

MASS, STIFFNESS, DAMPING = 2.0, 1e4, 2e4


def dashpot():
    """Return a block on a rail between a spring and a strong damper: rates 1e4 1/s and 0.5 1/s."""
    return gd.Mechanism(
        gravity=(0, 0, 0),
        bodies=[gd.Body("block", mass=MASS, inertia=(0.1, 0.1, 0.1), position=(0.5, 0, 0))],
        joints=[gd.Translational("rail", between=("ground", "block"), point=(0, 0, 0), axis=(1, 0, 0))],
        forces=[
            gd.JointSpring("buffer", joint="rail", coordinate="displacement", stiffness=STIFFNESS, damping=DAMPING, free_position=-0.4)
        ],
    )


def creep(t):
    """Return the displacement of the block from where it started: both roots of m s^2 + c s + k = 0."""
    fast, slow = np.roots([MASS, DAMPING, STIFFNESS])
    return -0.4 * (1 - (fast * np.exp(slow * t) - slow * np.exp(fast * t)) / (fast - slow))


def stiff(method):
    return gd.simulate(dashpot(), 5.0, method=method, rtol=1e-6, output_step=0.05)


@pytest.mark.parametrize("method", ["radau", "bdf", "auto"])
def test_implicit_methods_cross_a_stiff_run_in_few_steps(method):
    """The fast rate is 1e4 1/s; tolerance 1e-6 of the size allows steps of a tenth of a second afterwards."""
    result = stiff(method)
    assert result.statistics["steps"] < 400
    np.testing.assert_allclose(result.joint("rail").displacement, creep(result.t), rtol=0, atol=3e-5)


@pytest.mark.parametrize("method", ["tsit5", "dop853", "adams"])
def test_explicit_methods_crawl_through_a_stiff_run(method):
    """Their steps cannot much exceed the border of stability, 6 / (1e4 1/s) at best."""
    result = stiff(method)
    assert result.statistics["steps"] > 5.0 * 1e4 / 8
    np.testing.assert_allclose(result.joint("rail").displacement, creep(result.t), rtol=0, atol=3e-5)


def test_auto_turns_to_radau_and_says_so():
    result = stiff("auto")
    assert result.statistics["method"] == "dop853 then radau"
    assert any("stiff" in sentence and "radau" in sentence for sentence in result.notes)
    assert gd.simulate(gd.library("four-bar"), 1.0).statistics["method"] == "dop853"


def test_energy_lost_in_a_stiff_damper_is_that_of_the_spring():
    """The ledger has no columns in Newton's matrix; its balance must close all the same."""
    for method in ("radau", "bdf"):
        result = gd.simulate(dashpot(), 5.0, method=method, rtol=1e-8)
        stored = 0.5 * STIFFNESS * 0.4**2
        assert result.energy["lost:buffer"][-1] == pytest.approx(stored * (1 - np.exp(-5.0)), rel=1e-3)
        assert np.max(np.abs(result.energy.balance)) < 1e-4 * stored


def test_radau_works_about_as_hard_as_that_of_scipy():
    """Steps and evaluations, without those for Jacobians, which SciPy does not count."""
    mechanism = gd.library("governor")
    ours = gd.simulate(mechanism, 2.0, method="radau", rtol=1e-6, output_times=[0, 2]).statistics
    function, start = right_hand_side(mechanism)
    theirs = solve_ivp(function, (0, 2), start, method="Radau", rtol=1e-6, atol=1e-6)
    columns = 4 * 13
    assert ours["steps"] < 1.5 * len(theirs.t)
    assert ours["evaluations"] - columns * ours["jacobians"] < 1.5 * theirs.nfev
    assert ours["jacobians"] < 1.5 * theirs.njev


# -- events and restarts -------------------------------------------------------------------------------------------


def swing():
    """Return a rod that falls from horizontal about its end."""
    return gd.Mechanism(
        gravity=(0, 0, -G),
        bodies=[gd.Body("rod", mass=1, inertia=(0.001, 1 / 12, 1 / 12), position=(0.5, 0, 0))],
        joints=[gd.Revolute("hinge", between=("ground", "rod"), point=(0, 0, 0), axis=(0, 1, 0))],
    )


QUARTER = ellipk(0.5) / sqrt(1.5 * G)  # time to the bottom; the rod swings like a pendulum of length 2/3


@pytest.mark.parametrize("method", METHODS)
def test_event_is_found_where_the_closed_form_has_it(method):
    """At rtol 1e-12 the error of the motion itself stays below 1e-10 s."""
    result = simulate(swing(), 2.0, method, 1e-12, stop_when=gd.Crossing("hinge.angle", pi / 2))
    assert result.status is gd.Status.STOPPED
    assert result.t[-1] == pytest.approx(QUARTER, abs=1e-10)
    assert result.joint("hinge").angle[-1] == pytest.approx(pi / 2, abs=1e-14)


@pytest.mark.parametrize("method", METHODS)
def test_direction_of_an_event_lets_the_first_crossing_pass(method):
    result = simulate(swing(), 2.0, method, 1e-12, stop_when=gd.Crossing("hinge.angle", pi / 2, direction=-1))
    assert result.t[-1] == pytest.approx(3 * QUARTER, abs=1e-9)


@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize("restart", [0, 1], ids=["goes on", "starts anew"])
def test_run_continues_behind_an_event(method, restart):
    """With what a multistep method remembers, its step cut short, and without."""
    run = runner(swing(), method, (0, pi / 2, 0), duration=4 * QUARTER, rtol=1e-11)
    run.run(MemorySink(), None)
    state = run.run_record[0]
    assert state["status"] == rec.STOPPED and state["t"] == pytest.approx(QUARTER, abs=1e-9)
    run.system = run.system._replace(events=np.zeros(0, rec.EVENT))
    state["status"], state["event"], state["restart"] = rec.RUNNING, -1, restart
    run.run(MemorySink(), None)
    assert state["status"] == rec.COMPLETE
    np.testing.assert_allclose(run.y[:3], (0.5, 0, 0), rtol=0, atol=1e-7)  # back where it started


def pushed(method, rtol, restarts):
    """Return a run of the rod over a whole swing, and how far it ends from its start; events stand every ``restarts``-th of it."""
    angles = np.linspace(0, pi, restarts + 1)[:-1] + 1e-3
    run = runner(swing(), method, *((0, angle, 0) for angle in angles), duration=4 * QUARTER, rtol=rtol)
    run.system.events["stop"] = 0
    run.run(MemorySink(), None)
    assert run.run_record["events"][0] == 2 * restarts
    return run, np.max(np.abs(run.y[:3] - (0.5, 0, 0)))


@pytest.mark.parametrize("method", FREE_STEPS)
def test_a_hundred_restarts_leave_the_motion_as_accurate(method):
    """The rod comes back; it takes some hundred steps, a thousand with bdf, each with an error of at most 1e-9."""
    assert pushed(method, 1e-9, 50)[1] < 1e-6


def bouncer():
    """Return a mass between two buffers with tables, knots at 0, 0.5, 1, 2 and 4 mm: 12 events in a period."""
    knots, forces = np.array([0.0, 0.5e-3, 1e-3, 2e-3, 4e-3]), np.array([0.0, 20.0, 60.0, 200.0, 900.0])
    table = gd.Table((*-knots[::-1], *(0.01 + knots)), (*-forces[::-1], *forces))
    return gd.Mechanism(
        gravity=(1.0, 0, 0),
        bodies=[gd.Body("mass", mass=1.0, inertia=gd.Sphere(0.1), position=(0.005, 0, 0), velocity=(0.3, 0, 0))],
        joints=[gd.Translational("rail", between=("ground", "mass"), point=(0.005, 0, 0), axis=(1, 0, 0))],
        forces=[gd.JointSpring("buffers", joint="rail", stiffness=table, free_position=-0.005)],
    )


@pytest.mark.parametrize(("loose", "duration", "events"), [(bouncer(), 2.0, 200), (gd.library("four-bar", C="clearance"), 0.15, 40)])
def test_adams_needs_fewer_evaluations_than_runge_kutta_between_many_restarts(loose, duration, events):
    """Evaluations for an error of 1e-8 at the end, from a straight line through errors and evaluations of five tolerances."""
    exact = positions(gd.simulate(loose, duration, rtol=1e-12, method="dop853", output_times=[0, duration]))
    work = {}
    for method in ("adams", "tsit5"):
        results = [gd.simulate(loose, duration, rtol=10.0**-k, method=method, output_times=[0, duration]) for k in range(7, 12)]
        assert all(result.statistics["events"] > events for result in results)
        errors = [np.log(np.max(np.abs(positions(result) - exact))) for result in results]
        slope, level = np.polyfit(errors, [np.log(result.statistics["evaluations"]) for result in results], 1)
        work[method] = np.exp(level + slope * np.log(1e-8))
    assert work["adams"] < 0.75 * work["tsit5"]


def test_every_method_is_listed_with_its_module():
    for method in METHODS:
        assert import_module(f"gudgeon.kernels.integrators.{method}").memory(Size(13)).f.shape == (13,)
