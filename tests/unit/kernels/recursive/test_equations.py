"""The right-hand side in joint coordinates: its derivative, and its tasks."""

import numpy as np
import pytest

import gudgeon as gd
from gudgeon.assembly.initial_conditions import check_model
from gudgeon.assembly.kinematic_tree import on_tree
from gudgeon.kernels import records as rec
from gudgeon.kernels.entry_points import evaluate_at
from gudgeon.kernels.tasks import ACCELERATIONS, PROJECT_IF_NEEDED, VELOCITIES


@pytest.fixture(scope="module")
def four_bar():
    return on_tree(check_model(gd.library("four-bar")).assembly)


def test_without_loops_nothing_is_moved():
    tree = on_tree(check_model(gd.library("triple-pendulum")).assembly)
    y = tree.y + 0.1
    before = y.copy()
    for task in (ACCELERATIONS, PROJECT_IF_NEEDED, VELOCITIES):
        assert evaluate_at(tree.system, tree.work(), 0.0, y, np.zeros_like(y), task) == 0.0
    assert np.array_equal(y, before)


def test_velocities_are_moved_onto_the_cut_joints(four_bar):
    y, setting = four_bar.y.copy(), four_bar.system.setting[0]
    n_q, n_v = int(setting["n_q"]), int(setting["n_v"])
    y[n_q : n_q + n_v] += np.linspace(0.1, 0.5, n_v)
    work, f = four_bar.work(), np.zeros_like(y)
    evaluate_at(four_bar.system, work, 0.0, y, f, VELOCITIES)
    joint = int(four_bar.system.cuts[0]["joint"])
    record = four_bar.system.joints[joint]
    for r in range(int(record["rows"])):
        row = work.rows[rec.ROWS * joint + r]
        speed = (
            row[:6] @ work.bodies[record["i"], 12:18] + row[6:12] @ work.bodies[record["j"], 12:18]
        )
        assert abs(speed - row[rec.NU]) < 1e-13
    assert np.array_equal(y[:n_q], four_bar.y[:n_q])


def test_rates_of_positions_are_the_velocities_and_evaluations_are_counted(four_bar):
    y, work = four_bar.y.copy(), four_bar.work()
    f, setting = np.zeros_like(y), four_bar.system.setting[0]
    evaluate_at(four_bar.system, work, 0.0, y, f, ACCELERATIONS)
    angles, n_q = int(setting["angles"]), int(setting["n_q"])
    first = 4 * int(setting["balls"])
    u = n_q + 3 * int(setting["balls"])
    assert angles > 0
    assert np.array_equal(f[first : first + angles], y[u : u + angles])
    assert work.count[rec.EVALUATIONS] == 1
