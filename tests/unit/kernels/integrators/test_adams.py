"""The Adams method: coefficients, order, stability, effort."""

from math import comb
from types import SimpleNamespace

import numpy as np
import pytest

import gudgeon as gd
from gudgeon.kernels import records as rec
from gudgeon.kernels.integrators import adams, tsit5
from tests.support.integrator_cases import pendulum, plain, positions
from tests.support.reference_integrator import keep, march, runner, take


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


def test_adams_starts_from_the_differences_of_a_cubic():
    """The stages of a quadrature are values of the integrand; from those of a cubic its backward
    differences come out.
    """
    cubic = np.polynomial.Polynomial([2.0, -3.0, 1.0, 4.0])
    values = [cubic(1 - j / 3) for j in range(4)]
    expected = [sum((-1) ** i * comb(j, i) * values[i] for i in range(j + 1)) for j in range(4)]
    np.testing.assert_allclose(
        adams.FIRST @ cubic(np.array([*tsit5.C, 1.0])), expected, rtol=0, atol=1e-12
    )


@pytest.mark.parametrize("formula", [1, 2, 3])
def test_adams_with_one_evaluation_has_the_order_of_two(formula):
    """A predictor of order k, corrected after the one evaluation, gives order k + 1; so does the
    dense output.
    """
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
    """Return how much a vibration x'' = -w^2 x - d x' grows in a step of length 1 with one
    evaluation: its largest eigenvalue.
    """
    i = np.arange(order + 1)
    # weights at the new time, the present one, and before
    corrector = np.linalg.solve((1.0 - i) ** i[:, None], 1 / (i + 1))
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
    """For every mixture of vibration and decay; without decay the step could be a ninth longer
    and not much more.
    """
    vibrating, decaying = adams.VIBRATING[order], adams.DECAYING[order]
    for ratio in (0.0, 0.01, 0.03, 0.1, 0.3, 1.0, 3.0, 10.0, 100.0):
        for part in np.linspace(0.05, 1.0, 20):
            w = part / (1 / vibrating + ratio / decaying)
            assert growth(order, w, ratio * w) < 1 + 1e-9
    assert growth(order, 1.15 * vibrating, 0.0) > 1.01


def test_adams_needs_one_evaluation_a_step_where_bodies_rest_on_each_other():
    """After 0.12 s the ball stays on its wall. Some steps have two, where friction decays fast;
    all together fewer than 1.5.
    """
    mechanism = gd.library("four-bar", C="clearance-friction")
    before, after = (
        gd.simulate(mechanism, end, rtol=1e-6, method="adams", output_times=[end])
        for end in (0.2, 0.4)
    )
    evaluations, steps = (
        after.statistics[name] - before.statistics[name] for name in ("evaluations", "steps")
    )
    assert steps > 1000
    assert evaluations < 1.5 * steps
    exact = gd.simulate(mechanism, 0.4, rtol=1e-11, method="dop853", output_times=[0.4])
    np.testing.assert_allclose(
        after.body("rocker").position, exact.body("rocker").position, rtol=0, atol=1e-6
    )


def test_adams_goes_on_from_a_runge_kutta_step_with_order_four():
    """One step of Runge and Kutta, three of Adams: their local errors fall with the fifth power
    of the steps.
    """
    errors = []
    for h in (0.04, 0.02):
        run = runner(gd.library("pendulum"), "adams", rtol=1e-8)
        for part in (1.0, 0.25, 0.25, 0.25):
            take(
                run.system,
                run.work,
                run.memory,
                run.run_record,
                run.y,
                part * h,
                np.zeros(0),
                np.empty_like(run.y),
            )
            run.run_record["h_max"] = h  # the next step is not one of Runge and Kutta
            keep(run.memory, run.run_record, run.y, part * h)
            run.run_record["order"] = 4
        errors.append(np.max(np.abs(run.y - pendulum(1.75 * h))))
    assert abs(np.log2(errors[0] / errors[1]) - 5) < 0.5


def test_adams_needs_fewer_evaluations_than_runge_kutta_for_the_same_error():
    mechanism, end = gd.library("four-bar"), [0.0, 1.0]
    exact = positions(gd.simulate(mechanism, 1.0, rtol=1e-13, method="dop853", output_times=end))
    multistep = gd.simulate(mechanism, 1.0, rtol=1e-12, method="adams", output_times=end)
    one_step = gd.simulate(mechanism, 1.0, rtol=1e-10, method="tsit5", output_times=end)
    for result in (multistep, one_step):
        assert np.max(np.abs(positions(result) - exact)) < 3e-11
    assert multistep.statistics["evaluations"] < 0.5 * one_step.statistics["evaluations"]


def bouncer():
    """Return a mass between two buffers with tables, knots at 0, 0.5, 1, 2 and 4 mm: 12 events
    in a period.
    """
    knots, forces = (
        np.array([0.0, 0.5e-3, 1e-3, 2e-3, 4e-3]),
        np.array([0.0, 20.0, 60.0, 200.0, 900.0]),
    )
    table = gd.Table((*-knots[::-1], *(0.01 + knots)), (*-forces[::-1], *forces))
    return gd.Mechanism(
        gravity=(1.0, 0, 0),
        bodies=[
            gd.Body(
                "mass",
                mass=1.0,
                inertia=gd.Sphere(0.1),
                position=(0.005, 0, 0),
                velocity=(0.3, 0, 0),
            )
        ],
        joints=[
            gd.Translational(
                "rail", between=("ground", "mass"), point=(0.005, 0, 0), axis=(1, 0, 0)
            )
        ],
        forces=[gd.JointSpring("buffers", joint="rail", stiffness=table, free_position=-0.005)],
    )


@pytest.mark.parametrize(
    ("loose", "duration", "events"),
    [(bouncer(), 2.0, 200), (gd.library("four-bar", C="clearance"), 0.15, 40)],
)
def test_adams_needs_fewer_evaluations_than_runge_kutta_between_many_restarts(
    loose, duration, events
):
    """Evaluations for an error of 1e-8 at the end, from a straight line through errors and
    evaluations of five tolerances.
    """
    exact = positions(
        gd.simulate(loose, duration, rtol=1e-12, method="dop853", output_times=[0, duration])
    )
    work = {}
    for method in ("adams", "tsit5"):
        results = [
            gd.simulate(loose, duration, rtol=10.0**-k, method=method, output_times=[0, duration])
            for k in range(7, 12)
        ]
        assert all(result.statistics["events"] > events for result in results)
        errors = [np.log(np.max(np.abs(positions(result) - exact))) for result in results]
        slope, level = np.polyfit(
            errors, [np.log(result.statistics["evaluations"]) for result in results], 1
        )
        work[method] = np.exp(level + slope * np.log(1e-8))
    assert work["adams"] < 0.75 * work["tsit5"]


@pytest.mark.parametrize(
    ("after", "rate", "expected"),
    [
        (1.0, 0.0, True),  # back on the branch that the prediction left
        (3.0, 0.0, False),  # on the other one, as predicted
        (1.0, 100.0, False),  # a rate that would explain it
    ],
)
def test_a_force_turned_where_the_correction_leads_back_without_a_fast_rate(after, rate, expected):
    """The past goes on with an acceleration of 1, the predicted velocity has 3."""
    memory = adams.memory(SimpleNamespace(n=2, n_v=1))
    memory.error[1], memory.change[1], memory.f_new[1] = 1.0, 2.0, after
    memory = memory._replace(multistep=memory.multistep.view(np.recarray))
    memory.multistep.decay = rate
    run = SimpleNamespace(n_q=1, n_v=1)
    assert plain(adams.turned)(memory, run, 1e-3) == expected
