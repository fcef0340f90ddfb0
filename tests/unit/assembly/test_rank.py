"""The rank of constraints: counted as NumPy counts it, and what is redundant or prescribed."""

import dataclasses

import numpy as np
import pytest

import gudgeon as gd
from gudgeon.assembly.initial_conditions import check_model
from gudgeon.assembly.rank import as_velocities, jacobian, prescribing, rank, row_places
from gudgeon.kernels import records as rec
from gudgeon.kernels.entry_points import evaluate_at
from gudgeon.kernels.tasks import ACCELERATIONS
from tests.support import dense_equations
from tests.unit.assembly.test_dead_centre import slider_crank
from tests.unit.kernels.multibody.test_equations import door, tree

CASES = {
    "tree": tree(1), "loops": tree(2, loops=3), "door": door(3), "four-bar": gd.library("four-bar"), "bricard": gd.library("bricard"),
    "planar": gd.library("planar-slider-crank"), "squeezer": gd.library("andrews-squeezer"),
}  # fmt: skip


def evaluated(mechanism):
    assembly = check_model(mechanism).assembly
    work = assembly.work()
    evaluate_at(
        assembly.system, work, 0.0, assembly.y.copy(), np.zeros_like(assembly.y), ACCELERATIONS
    )
    return assembly, work


@pytest.mark.parametrize("mechanism", CASES.values(), ids=CASES)
def test_the_rank_is_that_of_a_singular_value_decomposition(mechanism):
    assembly, work = evaluated(mechanism)
    found, sentences = rank(assembly, work)
    dense = jacobian(assembly, work)
    assert found == np.linalg.matrix_rank(dense, tol=1e-8 * np.linalg.norm(dense, 2))
    assert len(sentences) == len(row_places(assembly)) - found


@pytest.mark.parametrize(("apart", "freedom"), [(0.0, 5), (1e-6, 4), (1.0, 4)])
def test_rows_that_are_nearly_parallel_count_and_parallel_ones_do_not(apart, freedom):
    """Two rods from neighbouring points of the ground to one point of a body."""
    rods = [
        gd.Distance(name, between=("ground", "a"), points=((0, y, 0), (1, 0, 0)))
        for name, y in (("first", 0.0), ("second", apart))
    ]
    found = check_model(
        gd.Mechanism(
            bodies=[gd.Body("a", mass=1, inertia=(1, 1, 1), position=(1, 0, 0))], joints=rods
        )
    )
    assert found.dof == freedom
    assert len(found.redundant) == freedom - 4
    assert all("second" in sentence for sentence in found.redundant)  # what was added last


def test_the_jacobian_is_that_of_the_rows_with_angles_over_the_length():
    assembly, work = evaluated(tree(3))
    length = float(assembly.system.setting[0]["length"])
    _, J, _ = dense_equations.rows(assembly, work)
    scale = np.tile([1, 1, 1, 1 / length, 1 / length, 1 / length], len(assembly.system.bodies) - 1)
    np.testing.assert_allclose(jacobian(assembly, work)[:, 6:], J * scale, atol=1e-15)
    assert not jacobian(assembly, work)[:, :6].any()  # the ground does not move


def test_a_body_in_a_plane_has_three_columns():
    assembly, work = evaluated(gd.library("andrews-squeezer"))
    used = np.any(jacobian(assembly, work) != 0, axis=0).reshape(-1, 6)
    assert used[1:].any(axis=0).tolist() == [True, True, False, False, False, True]


@pytest.mark.parametrize("name", ["four-bar", "andrews-squeezer"])
def test_a_motion_of_the_bodies_is_that_of_the_velocities_in_the_state(name):
    """Put into the state and evaluated, it comes back in the table of bodies."""
    assembly, work = evaluated(gd.library(name))
    setting = assembly.system.setting[0]
    motion = np.random.default_rng(5).normal(size=(len(assembly.system.bodies), 6))
    if setting["planar"]:
        motion[:, [2, 3, 4]] = 0.0
    y, n_q, n_v = assembly.y.copy(), int(setting["n_q"]), int(setting["n_v"])
    y[n_q : n_q + n_v] = as_velocities(assembly, work, motion.ravel())
    dense_equations.rows_at(assembly.system, work, 0.0, y)
    length = float(setting["length"])
    found = work.bodies[1:, rec.V : rec.V + 6] * np.array([1, 1, 1, length, length, length])
    np.testing.assert_allclose(found, motion[1:], atol=1e-13)


def test_redundant_constraints_are_named_and_counted():
    model_check = check_model(door(3))
    assert (model_check.dof_gruebler, model_check.dof) == (6 - 15, 1)
    assert len(model_check.redundant) == 10
    assert all("h1" in sentence or "h2" in sentence for sentence in model_check.redundant)


def test_a_coordinate_that_the_drivers_determine_is_prescribed_by_them():
    """Away from the dead centre, where the slider stands still whatever the crank does."""
    motor = gd.Driver("motor", joint="A", motion=gd.ConstantSpeed(1.0))
    assembly = check_model(dataclasses.replace(slider_crank(0.0), drivers=[motor])).assembly
    assert [
        driver.name for driver in prescribing(assembly, 0.0, assembly.y, "D", "displacement")
    ] == ["motor"]
    assert [driver.name for driver in prescribing(assembly, 0.0, assembly.y, "A", "angle")] == [
        "motor"
    ]


def test_a_coordinate_that_can_give_way_is_prescribed_by_none():
    """A second pendulum hangs on the driven one."""
    bodies = [
        gd.Body(name, mass=1, inertia=0.1, position=(x, 0)) for name, x in (("a", 0.5), ("b", 1.5))
    ]
    joints = [
        gd.Revolute("A", between=("ground", "a"), point=(0, 0)),
        gd.Revolute("B", between=("a", "b"), point=(1, 0)),
    ]
    motor = gd.Driver("motor", joint="A", motion=gd.ConstantSpeed(1.0))
    made = gd.Mechanism(plane="xy", bodies=bodies, joints=joints, drivers=[motor])
    assembly = check_model(made).assembly
    assert prescribing(assembly, 0.0, assembly.y, "B", "angle") == ()
    # nothing is driven
    assert (
        prescribing(check_model(gd.library("four-bar")).assembly, 0.0, assembly.y, "A", "angle")
        == ()
    )
