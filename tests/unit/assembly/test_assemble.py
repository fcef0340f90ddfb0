"""From a description to records: masses, states, rows, laws and energies stand where kernels
look for them.
"""

import numpy as np
import pytest

import gudgeon as gd
from gudgeon.assembly.assemble import Parameters, assemble
from gudgeon.model import PLANES
from tests.support.one_body import rotation

TENSOR = ((0.5, 0.1, -0.05), (0.1, 0.6, 0.08), (-0.05, 0.08, 0.7))
P = (0.8, 0.2, -0.4, 0.4)


def body(name="a", **more):
    return gd.Body(name, **{"mass": 2.0, "inertia": TENSOR} | more)


def matrix(six):
    xx, yy, zz, xy, xz, yz = six
    return np.array([[xx, xy, xz], [xy, yy, yz], [xz, yz, zz]])


# -- bodies and state ------------------------------------------------------------------------------


def test_a_body_has_its_mass_its_tensor_and_the_inverses():
    record = assemble(gd.Mechanism(bodies=[body()])).system.bodies[1]
    assert (record["mass"], *record["inv_mass"]) == (2.0, 0.5, 0.5, 0.5)
    assert matrix(record["inertia"]) == pytest.approx(np.array(TENSOR))
    assert matrix(record["inertia"]) @ matrix(record["inv_inertia"]) == pytest.approx(
        np.eye(3), abs=1e-15
    )


@pytest.mark.parametrize("plane", PLANES)
def test_a_body_in_a_plane_cannot_leave_it(plane):
    axis = PLANES[plane][2]
    system = assemble(
        gd.Mechanism(plane=plane, bodies=[body(inertia=0.4, position=(1, 2, 3))])
    ).system
    record = system.bodies[1]
    assert [value > 0 for value in record["inv_mass"]] == [k != axis for k in range(3)]
    assert np.flatnonzero(record["inv_inertia"]).tolist() == [axis]
    assert record["inv_inertia"][axis] == 2.5
    assert record["height"] == (1, 2, 3)[axis]


def test_the_ground_is_the_first_body_and_does_not_move():
    ground = assemble(gd.Mechanism(bodies=[body()])).system.bodies[0]
    assert not ground["inv_mass"].any() and not ground["inv_inertia"].any()


def test_the_state_has_positions_then_velocities_with_spins_in_the_body_frame():
    made = body(position=(1, 2, 3), orientation=P, velocity=(4, 5, 6), angular_velocity=(7, 8, 9))
    y = assemble(gd.Mechanism(bodies=[made])).y
    assert y == pytest.approx([1, 2, 3, *P, 4, 5, 6, *(rotation(np.array(P)).T @ (7, 8, 9))])


@pytest.mark.parametrize("plane", PLANES)
def test_the_state_in_a_plane_has_three_numbers_a_body(plane):
    made = body(
        inertia=0.4, position=(1, 2), orientation=0.5, velocity=(3, 4), angular_velocity=6.0
    )
    y = assemble(gd.Mechanism(plane=plane, bodies=[made])).y
    assert y == pytest.approx([1, 2, 0.5, 3, 4, 6.0])


def test_the_length_is_how_far_the_mechanism_reaches_and_the_same_in_every_frame():
    """Twice the greatest distance from the middle of all bodies and joint points; of a lone body
    its radius of gyration.
    """
    pin = gd.Revolute("A", between=("ground", "a"), point=(0, 0, 0), axis=(0, 0, 1))
    system = assemble(gd.Mechanism(bodies=[body(position=(3, 0, 0))], joints=[pin])).system
    assert system.setting[0]["length"] == pytest.approx(2 * 2.0)  # the points 3, 0, 0: middle at 1
    lone = assemble(gd.Mechanism(bodies=[body(inertia=(8, 8, 8))])).system
    assert lone.setting[0]["length"] == pytest.approx(2.0)


# -- rows, laws and energies -----------------------------------------------------------------------


def hinges(**parts):
    """A double pendulum in a plane."""
    bodies = [
        gd.Body(name, mass=1, inertia=0.1, position=(x, 0)) for name, x in (("a", 0.5), ("b", 1.5))
    ]
    joints = [
        gd.Revolute("A", between=("ground", "a"), point=(0, 0)),
        gd.Revolute("B", between=("a", "b"), point=(1, 0)),
    ]
    return gd.Mechanism(plane="xy", bodies=bodies, joints=joints, **parts)


def test_rows_are_named_after_their_joints_and_drivers():
    motor = gd.Driver("motor", joint="B", motion=gd.ConstantSpeed(1.0))
    made = assemble(hinges(drivers=[motor]))
    assert sorted(made.row_names) == [
        "A: point x",
        "A: point y",
        "B: angle (driver motor)",
        "B: point x",
        "B: point y",
    ]
    assert [name.partition(":")[0] for name in made.row_names] == list(made.row_joints)


def test_a_driven_length_replaces_the_row_of_its_rod():
    rod = gd.Distance("R", between=("ground", "a"), points=((0, 0, 0), (1, 0, 0)))
    winch = gd.Driver("winch", joint="R", motion=gd.Constant(1.0))
    made = assemble(gd.Mechanism(bodies=[body(position=(1, 0, 0))], joints=[rod], drivers=[winch]))
    assert len(made.row_names) == 1
    assert made.system.joints[0]["driver"][0] == 0


def test_a_law_that_is_used_twice_stands_once_among_the_parameters():
    same = gd.Polynomial((5.0, 7.0))
    springs = [
        gd.JointSpring(name, joint=joint, stiffness=same)
        for name, joint in (("s", "A"), ("t", "B"))
    ]
    system = assemble(hinges(forces=springs)).system
    assert system.forces["offset"][0] == system.forces["offset"][1]
    assert list(system.parameters[:-1]).count(7.0) == 1


def test_parameters_are_where_the_records_say():
    springs = [
        gd.JointSpring("s", joint="A", stiffness=11.0, damping=13.0),
        gd.JointSpring("t", joint="B", stiffness=17.0),
    ]
    system = assemble(hinges(forces=springs)).system
    first, second = system.forces
    assert system.parameters[
        [first["offset"], first["damper_offset"], second["offset"]]
    ].tolist() == [11.0, 13.0, 17.0]
    assert second["damper"] == 0 and first["law"] == second["law"] != 0  # one compiled law for both


def test_a_law_that_is_wrong_is_named_where_it_stands():
    @gd.law
    class Backwards(gd.Signal):
        """A signal whose rate is not that of its value."""

        @staticmethod
        def value(t):
            """x = t"""
            return t, t, 0.0

        def validate(self):
            raise gd.LawError("is written backwards.")

    with pytest.raises(gd.LawError, match=r"^drivers\.motor\.motion: is written backwards"):
        assemble(hinges(drivers=[gd.Driver("motor", joint="A", motion=Backwards())]))


def test_energies_are_numbered_in_the_order_of_the_ledger():
    forces = [
        gd.JointSpring("coil", joint="A", stiffness=1.0),
        gd.JointSpring("pot", joint="B", damping=1.0),
        gd.Torque("push", body="b", torque=1.0),
    ]
    made = assemble(
        hinges(forces=forces, drivers=[gd.Driver("motor", joint="A", motion=gd.Constant(0.0))])
    )
    assert made.layout.labels["entry"] == (
        "kinetic",
        "gravity",
        "stored:coil",
        "lost:pot",
        "load:push",
        "driver:motor",
    )
    assert int(made.system.setting[0]["n_e"]) == 3  # what is integrated: the works


def test_joints_add_their_energies_behind_once_each():
    damped = gd.Bushing(
        radial=gd.Compliance(1e6, damping=10.0), torsion=gd.Compliance(1e3, damping=1.0)
    )
    made = assemble(hinges().with_fit("A", damped))
    assert made.layout.labels["entry"] == ("kinetic", "gravity", "lost:A:damping", "stored:A")


def test_film_laws_are_placed_once_for_each_length_over_diameter():
    """Their parameters depend on it."""
    parameters, law, user = (
        Parameters(),
        gd.FiniteBearing(0.03),
        gd.Driver("x", joint="A", motion=gd.Constant(0.0)),
    )
    places = [parameters.place(law, user, "film", ratio=ratio)[1] for ratio in (0.5, 1.0, 0.5)]
    assert places[0] == places[2] != places[1]


def test_forces_stand_in_the_frames_of_their_bodies():
    """A point 1 m above a body that is turned by a quarter about x lies along its own y."""
    quarter = (np.sqrt(0.5), np.sqrt(0.5), 0, 0)
    load = gd.Force("f", body="a", force=(1, 2, 3), point=(1, 2, 4))
    record = assemble(
        gd.Mechanism(bodies=[body(position=(1, 2, 3), orientation=quarter)], forces=[load])
    ).system.forces[0]
    assert record["s_j"] == pytest.approx([0, 1, 0], abs=1e-15)
    assert record["vector"].tolist() == [1, 2, 3]
