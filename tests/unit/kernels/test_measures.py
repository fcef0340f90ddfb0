"""What Python asks of a state besides its derivative; the coordinates of joints are in
multibody/test_coordinates.py.
"""

import numpy as np
import pytest

import gudgeon as gd
from gudgeon.kernels import records as rec
from gudgeon.kernels.entry_points import evaluate_at
from gudgeon.kernels.measures import evaluate_often, max_speed
from gudgeon.kernels.tasks import ACCELERATIONS
from tests.support.reference_integrator import runner


def test_evaluating_often_is_evaluating_once():
    assembly = gd.check_model(gd.library("four-bar")).assembly
    y, once, often = assembly.y.copy(), np.zeros_like(assembly.y), np.zeros_like(assembly.y)
    evaluate_at(assembly.system, assembly.work(), 0.0, y, once, ACCELERATIONS)
    work = assembly.work()
    evaluate_often(assembly.system, work, y, often, 5)
    assert np.array_equal(once, often) and once.any()
    assert work.count[rec.EVALUATIONS] == 5


def test_the_largest_speed_is_that_of_a_centre_or_of_a_point_at_the_characteristic_length():
    """A ball that flies with 3 m/s; turning with 5 rad/s it is a point 0.7 m away that is
    faster.
    """
    ball = gd.Body(
        "ball",
        mass=1,
        inertia=(1, 1, 1),
        position=(0, 0, 0),
        velocity=(1, 2, 2),
        angular_velocity=(0, 3, 4),
    )
    run = runner(gd.Mechanism(bodies=[ball]), "dop853")
    run.run_record["length"] = 0.1
    assert max_speed(run.tables, run.y) == pytest.approx(3.0)
    run.run_record["length"] = 0.7
    assert max_speed(run.tables, run.y) == pytest.approx(3.5)
