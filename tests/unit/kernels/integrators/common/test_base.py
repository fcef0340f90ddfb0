"""What all integrators share: the norm of errors, the choice of steps, and the table of their
functions.
"""

from importlib import import_module
from types import SimpleNamespace
from typing import NamedTuple

import numpy as np
import pytest

from gudgeon.kernels.integrators import METHODS, registered
from gudgeon.kernels.integrators.common import base
from tests.support.plain_kernels import plain

error_norm, step_factor, shrink_factor = (
    plain(function) for function in (base.error_norm, base.step_factor, base.shrink_factor)
)


def run(planar: bool, bodies: int = 1, n_z: int = 0, n_e: int = 0, **more):
    """The numbers of a run that the norm reads: tolerances, sizes, and how the state is laid
    out.
    """
    n_q, n_v = (3 * bodies, 3 * bodies) if planar else (7 * bodies, 6 * bodies)
    sizes = {"n_q": n_q, "n_v": n_v, "n_z": n_z, "n_e": n_e}
    sizes |= {"free": 0 if planar else bodies, "in_plane": bodies if planar else 0}
    sizes |= {"balls": 0, "angles": 0, "lengths": 0}
    given = {
        "atol": 1e-6,
        "rtol": 1e-4,
        "length": 2.0,
        "speed": 5.0,
        "mass": 3.0,
        "bristle": 1e-5,
        "error": 1.0,
        "rejected_last": 0,
    }
    return SimpleNamespace(**sizes, **given | more)


# -- the norm --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("place", "error", "state", "norm"),
    [
        # positions against the length, however large they are
        (0, (3e-6, 4e-6), (9, 9), 5e-6 / (1e-6 * 2)),
        (2, (2e-6,), (7,), 2.0),  # the angle as it is
        (3, (3e-6, 4e-6), (0, 0), 5e-6 / (1e-6 * 5)),  # velocities against the speed
        (3, (3e-6, 4e-6), (6, 8), 5e-6 / (1e-6 * 5 + 1e-4 * 10)),  # and against themselves
        (5, (1e-6,), (4,), 1e-6 / (1e-6 * 5 / 2 + 1e-4 * 4)),  # turning against speed over length
    ],
    ids=["position", "angle", "velocity", "fast", "turning"],
)
def test_errors_of_a_planar_body_are_lengths_of_vectors_over_tolerances(place, error, state, norm):
    y, e = np.zeros(6), np.zeros(6)
    y[place : place + len(state)], e[place : place + len(error)] = state, error
    assert error_norm(run(planar=True), y, e) == pytest.approx(norm, rel=1e-14)


@pytest.mark.parametrize(
    ("place", "error", "norm"),
    [
        (0, (1e-6, 2e-6, 2e-6), 3e-6 / 2e-6),
        # twice the length of the error of Euler parameters is the angle
        (3, (1e-6, 1e-6, 1e-6, 1e-6), 4.0),
        (7, (1e-6, 2e-6, 2e-6), 3e-6 / 5e-6),
        (10, (2e-6, 4e-6, 4e-6), 6e-6 / 2.5e-6),
    ],
    ids=["position", "rotation", "velocity", "turning"],
)
def test_errors_of_a_body_in_space_are_lengths_of_vectors_over_tolerances(place, error, norm):
    e = np.zeros(13)
    e[place : place + len(error)] = error
    assert error_norm(run(planar=False), np.zeros(13), e) == pytest.approx(norm, rel=1e-14)


def test_bristles_and_the_ledger_count_too():
    """1e-6 of 3 kg (5 m/s)^2 = 7.5e-5 J; bristles against their own size."""
    settings = run(planar=True, n_z=3, n_e=2)
    y, e = np.zeros(11), np.zeros(11)
    e[6:9] = (2e-11, 3e-11, 6e-11)
    assert error_norm(settings, y, e) == pytest.approx(7.0, rel=1e-12)
    e[:] = 0
    e[10] = 1.5e-4
    assert error_norm(settings, y, e) == pytest.approx(2.0, rel=1e-12)
    y[10] = 10.0
    assert error_norm(settings, y, e) == pytest.approx(1.5e-4 / (7.5e-5 + 1e-3), rel=1e-12)


def test_the_norm_is_that_of_the_worst_body_and_the_same_in_every_frame():
    rng = np.random.default_rng(4)
    settings, y, e = run(planar=False, bodies=3), rng.normal(size=39), 1e-6 * rng.normal(size=39)
    alone = []
    for k in range(3):
        part = np.r_[7 * k : 7 * k + 7, 21 + 6 * k : 21 + 6 * k + 6]
        alone.append(error_norm(run(planar=False), y[part], e[part]))
    assert error_norm(settings, y, e) == max(alone)
    Q = np.linalg.qr(rng.normal(size=(3, 3)))[0]
    turned, error = y.copy(), e.copy()
    for k in range(3):
        for place in (7 * k, 21 + 6 * k, 21 + 6 * k + 3):
            turned[place : place + 3], error[place : place + 3] = (
                Q @ y[place : place + 3],
                Q @ e[place : place + 3],
            )
    assert error_norm(settings, turned, error) == pytest.approx(max(alone), rel=1e-13)


@pytest.mark.parametrize("place", [0, 4, 9, 12])
def test_what_is_not_a_number_is_never_a_small_error(place):
    e = np.zeros(13)
    e[place] = np.nan
    assert not error_norm(run(planar=False), np.zeros(13), e) <= 1


# -- steps -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("order", [4, 8])
def test_a_steady_error_leads_to_the_step_at_which_it_is_two_thirds_of_the_tolerance(order):
    """In the steady state h stays: 0.8 e^-0.7/q e^0.4/q = 1, e = 0.8^(q/0.3)."""
    h, settings = 1.0, run(planar=True)
    for _ in range(400):
        h *= step_factor(settings, h**order, order)
    assert h**order == pytest.approx(0.8 ** (order / 0.3), rel=1e-6)


def test_steps_grow_at_most_sixfold_and_not_at_all_after_a_rejection():
    assert step_factor(run(planar=True), 1e-30, 5) == 6.0
    assert step_factor(run(planar=True, rejected_last=1), 1e-30, 5) == 1.0
    assert step_factor(run(planar=True), 1e30, 5) == 0.2


def test_the_controller_remembers_the_last_error():
    settings = run(planar=True)
    step_factor(settings, 0.25, 5)
    assert settings.error == 0.25


@pytest.mark.parametrize(
    ("norm", "order", "factor"),
    [(32.0, 5, 0.45), (1e9, 1, 0.1), (-1.0, 5, 0.25), (np.nan, 5, 0.25)],
)
def test_a_rejected_step_is_shortened_by_its_error_a_failed_one_to_a_quarter(norm, order, factor):
    assert shrink_factor(norm, order) == pytest.approx(factor, rel=1e-14)


# -- the contract ----------------------------------------------------------------------------------


def test_every_method_has_registered_all_of_its_functions():
    for name in METHODS:
        import_module(f"gudgeon.kernels.integrators.{name}")
    kinds = set(base.REGISTERED)
    assert len(kinds) == len(METHODS)
    assert all({"f", "y_new", "f_new", "error", "stage"} <= set(kind._fields) for kind in kinds)


def test_a_method_says_of_what_kind_it_is():
    assert [name for name in METHODS if registered(name).fixed_step] == ["rk4"]
    assert [name for name in METHODS if registered(name).implicit] == ["bdf", "radau"]


def test_the_memory_decides_whose_function_is_called():
    class Own(NamedTuple):
        y_new: float

    names = base.Method._fields[:6]
    base.register(
        Own, **{name: lambda memory, *rest, name=name: (name, memory, rest) for name in names}
    )
    try:
        for name in names:
            assert getattr(base, name)(Own(3.0), 1.0, 2.0) == (name, Own(3.0), (1.0, 2.0))
    finally:
        del base.REGISTERED[Own]
