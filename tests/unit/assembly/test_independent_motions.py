"""Independent motions: as many as degrees of freedom, orthonormal in the mass, along constraints."""

import numpy as np
import pytest
from numpy.testing import assert_allclose

import gudgeon as gd
from gudgeon.assembly.independent_motions import IndependentMotions
from gudgeon.assembly.initial_conditions import check_model


@pytest.mark.parametrize("name", gd.library_names())
def test_the_basis_is_orthonormal_and_meets_the_constraints(name):
    check = check_model(gd.library(name))
    motions = IndependentMotions(check, 0.0)
    assert motions.dof == check.dof
    assert_allclose(motions.U.T @ motions.M @ motions.U, np.eye(motions.dof), atol=1e-9)
    for c in 1e-6 * np.eye(motions.dof):
        moved = motions.moved(c)
        before = moved.copy()
        motions.evaluate(moved, 0)  # projects: what it changes is of second order
        extent = motions.extent(c)
        assert np.abs(moved - before).max() < 30 * extent**2 / motions.length + 1e-12


def test_what_is_held_takes_its_freedom():
    check = check_model(gd.library("four-bar"))
    assert IndependentMotions(check, 0.0).dof == 2
    assert IndependentMotions(check, 0.0, hold=["A.angle"]).dof == 1
    assert IndependentMotions(check, 0.0, hold=["A"]).dof == 1  # a hinge has one coordinate
    assert IndependentMotions(check, 0.0, hold=["coupler"]).dof == 0


def test_drivers_are_taken_where_they_stand():
    """The crank turns with 5000/min: 60 degrees in two milliseconds."""
    check = check_model(gd.library("planar-slider-crank"))
    speed = float(check.mechanism.drivers[0].motion(0.0)[1])
    held, moving = (IndependentMotions(check, 0.002, drivers) for drivers in ("held", "moving"))
    angle = 0.002 * speed
    for motions in (held, moving):
        crank = motions.y[2] - check.assembly.y[2]
        assert crank == pytest.approx(angle, rel=1e-12)
    assert not held.y[held.n_q :].any()
    assert moving.y[moving.n_q + 2] == pytest.approx(speed, rel=1e-12)


def test_a_driver_that_cannot_go_there_is_named_with_its_time():
    body = gd.Body("bar", mass=1, inertia=0.1, position=(0.5, 0))
    joints = [
        gd.Revolute("A", between=("ground", "bar"), point=(0, 0)),
        gd.Distance("B", between=("ground", "bar"), points=((0, 1), (1, 0))),
    ]
    motor = gd.Driver(
        "motor", joint="B", coordinate="length", motion=gd.ConstantSpeed(5.0, 1.4142135623730951)
    )
    mechanism = gd.Mechanism(plane="xy", bodies=[body], joints=joints, drivers=[motor])
    with pytest.raises(gd.InputError, match="cannot be closed with its drivers"):
        IndependentMotions(check_model(mechanism), 10.0)
