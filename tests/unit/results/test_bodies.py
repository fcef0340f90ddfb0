"""Results of a body: motion, rotation, points fixed in it."""

import numpy as np
import pytest

import gudgeon as gd
from gudgeon.results.outcome import Outcome
from gudgeon.results.result import Result
from gudgeon.results.status import Status
from tests.support.synthetic_results import OMEGA, plan, result, rows

EXACT = {"rtol": 0, "atol": 1e-14}  # a few roundings of numbers of order one


def test_a_body_gives_its_motion() -> None:
    run = result()
    assert run.body("block").position[:, 1] == pytest.approx(3 + 0.5 * run.t, abs=1e-14)
    assert np.all(run.body("block").velocity == (0, 0.5, 0))


def test_rotation_matrices_turn_the_body_axes() -> None:
    run = result([0, np.pi / 2 / OMEGA])  # no turn, then a quarter turn about z
    assert np.allclose(run.body("crank").rotation[0], np.eye(3), **EXACT)
    assert np.allclose(run.body("crank").rotation[1], [[0, -1, 0], [1, 0, 0], [0, 0, 1]], **EXACT)


def test_rotation_matrices_of_random_euler_parameters_are_proper_and_match_the_axis_angle_form() -> (
    None
):
    rng = np.random.default_rng(3)
    data = plan().split(rows(np.zeros(50)))
    axis = rng.normal(size=(50, 3))
    axis /= np.linalg.norm(axis, axis=1)[:, None]
    angle = rng.uniform(0, 2 * np.pi, 50)
    data["orientation"] = data["orientation"].copy()
    data["orientation"][:, 0] = np.column_stack(
        [np.cos(angle / 2), np.sin(angle / 2)[:, None] * axis]
    )
    matrices = Result(None, plan(), data, Outcome(Status.COMPLETE)).body("crank").rotation
    for a, n, A in zip(angle, axis, matrices, strict=True):
        cross = np.array([[0, -n[2], n[1]], [n[2], 0, -n[0]], [-n[1], n[0], 0]])
        assert np.allclose(
            A, np.eye(3) + np.sin(a) * cross + (1 - np.cos(a)) * cross @ cross, **EXACT
        )


def test_a_point_fixed_in_a_body_moves_with_it() -> None:
    run = result()
    tip = run.body("crank").at((1, 0, 0))
    assert np.allclose(tip, 2 * run.body("crank").position, **EXACT)


def test_a_point_needs_three_numbers() -> None:
    with pytest.raises(gd.InputError, match="expected 3 numbers"):
        result().body("crank").at((1, 2))
