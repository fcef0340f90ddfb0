"""Magnitudes and motions on given states: sums of products, and the side of a jump."""

import math

import numpy as np
import pytest

import gudgeon as gd
from gudgeon.kernels import records as rec
from gudgeon.kernels.entry_points import evaluate_at
from gudgeon.kernels.tasks import ACCELERATIONS

X, V, TIME = 0.3, 1.7, 0.4


def slider(magnitude):
    """A mass on a guide at X with the speed V, and a force on it."""
    ram = gd.Body("ram", mass=2.0, inertia=1.0, position=(0, 0), velocity=(V, 0))
    guide = gd.Translational("G", between=("ground", "ram"), point=(0, 0), axis=(1, 0))
    load = gd.Force("f", body="ram", force=(1.0, 0.0), magnitude=magnitude)
    return gd.Mechanism(plane="xy", bodies=[ram], joints=[guide], forces=[load])


def force(magnitude, x=X, last=None, way=0.0):
    """Return the force at x; a watched argument was at ``last`` before, moving ``way``."""
    assembly = gd.check_model(slider(magnitude)).assembly
    work, y = assembly.work(), assembly.y.copy()
    y[0] = x
    for row in assembly.system.signals:
        if row["watch"] >= 0:
            work.last_watched[row["watch"]] = x if last is None else last
            work.last_watched[row["watch"] + 1] = way
    evaluate_at(assembly.system, work, TIME, y, np.zeros_like(y), ACCELERATIONS)
    return work.bodies[1, rec.F]


@pytest.mark.parametrize(
    ("magnitude", "expected"),
    [
        (gd.Harmonic(3.0, 0.4), 3.0 * math.sin(0.8 * math.pi * TIME)),
        (gd.Harmonic(3.0, 0.4, over="G.displacement"), 3.0 * math.sin(0.8 * math.pi * X)),
        (gd.SignalTable((0, 1), (2, 6), over="G.displacement"), 2 + 4 * X),
        (gd.SignalTable((0, 2), (10, 0), over="G.displacement_rate"), 10 - 5 * V),
        (
            gd.SignalTable((0, 1), (2, 6), over="G.displacement") * gd.Step(3.0)
            + gd.ConstantSpeed(7.0) * 2,
            (2 + 4 * X) * 3.0 + 14.0 * TIME,
        ),
    ],
)
def test_a_magnitude_is_a_function_of_what_it_says(magnitude, expected):
    assert force(magnitude) == pytest.approx(expected, rel=1e-12)


@pytest.mark.parametrize(
    ("x", "last", "way", "expected"),
    [
        (0.5, 0.3, 1.0, 0.0),  # a step that ends at the jump has not reached it
        (0.5, 0.7, -1.0, 1.0),  # nor one from the other side
        (0.5, 0.5, 1.0, 1.0),  # one that begins there is beyond it
        (0.5, 0.5, -1.0, 0.0),
        (0.6, 0.5, 1.0, 1.0),
    ],
)
def test_a_jump_belongs_to_the_step_that_begins_there(x, last, way, expected):
    assert force(gd.Step(1.0, at=0.5, over="G.displacement"), x, last, way) == expected


def test_a_force_on_a_joint_coordinate_acts_on_both_bodies():
    arm = gd.Body(
        "arm", mass=1.0, inertia=1.0, position=(1, 0), velocity=(0, V), angular_velocity=V
    )
    tip = gd.Body(
        "tip", mass=1.0, inertia=1.0, position=(2, 0), velocity=(0, 2 * V), angular_velocity=3 * V
    )
    joints = [
        gd.Revolute("A", between=("ground", "arm"), point=(0, 0)),
        gd.Revolute("B", between=("arm", "tip"), point=(2, 0)),
    ]
    motor = gd.JointForce(
        "motor", joint="B", magnitude=gd.SignalTable((0, 10 * V), (8.0, 0.0), over="B.angle_rate")
    )
    assembly = gd.check_model(
        gd.Mechanism(plane="xy", bodies=[arm, tip], joints=joints, forces=[motor])
    ).assembly
    work, y = assembly.work(), assembly.y.copy()
    evaluate_at(assembly.system, work, TIME, y, np.zeros_like(y), ACCELERATIONS)
    moment = 8.0 * (1 - 2 * V / (10 * V))
    assert work.bodies[1:, rec.T + 2] == pytest.approx([-moment, moment])
    assert work.power == pytest.approx([moment * 2 * V])
