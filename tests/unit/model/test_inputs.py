"""Which inputs a mechanism has."""

import pytest

import gudgeon as gd
from gudgeon.model.files import read, write
from gudgeon.model.inputs import inputs_of, signals_of


def arm(*forces, drivers=()):
    return gd.Mechanism(
        plane="xy",
        bodies=[gd.Body("b", mass=1.0, inertia=0.1, position=(0.5, 0))],
        joints=[gd.Revolute("A", between=("ground", "b"), point=(0, 0))],
        forces=forces,
        drivers=drivers,
    )


TORQUE = gd.Input("torque", 0.5)
MOTOR = gd.JointForce("motor", joint="A", magnitude=TORQUE)
PUSH = gd.Force("push", body="b", force=(0, 1), magnitude=TORQUE * gd.Step(2.0) + gd.Input("push"))


def test_inputs_are_found_in_sums_and_products_and_named_once():
    mechanism = arm(MOTOR, PUSH)
    assert inputs_of(mechanism) == mechanism.inputs == {"torque": TORQUE, "push": gd.Input("push")}
    assert [(user.name, field) for user, field, _ in signals_of(mechanism)] == [
        ("motor", "magnitude"),
        ("push", "magnitude"),
    ]
    assert (
        arm(gd.Spring("s", between=("ground", "b"), points=((0, 1), (0.5, 0)), stiffness=1)).inputs
        == {}
    )


def test_an_input_survives_a_model_file(tmp_path):
    mechanism = arm(MOTOR, PUSH)
    write(mechanism, tmp_path / "arm.yaml")
    assert read(tmp_path / "arm.yaml") == mechanism


def test_one_name_means_one_input():
    other = gd.JointForce("other", joint="A", magnitude=gd.Input("torque", 0.7))
    with pytest.raises(
        gd.InputError,
        match=r"forces.other.magnitude: input 'torque' is described in two ways: with initial 0.5 and ramp 0 s, and here with initial 0.7",
    ):
        arm(MOTOR, other)


def test_a_driver_needs_a_ramp():
    with pytest.raises(
        gd.InputError,
        match=r"drivers.d.motion: a driver cannot follow the jumps of input 'x'; give it a ramp, such as Input\('x', ramp=0.001\)",
    ):
        arm(drivers=[gd.Driver("d", joint="A", motion=gd.Input("x"))])
    assert arm(drivers=[gd.Driver("d", joint="A", motion=gd.Input("x", ramp=0.1))]).inputs


def test_a_run_keeps_the_first_value():
    """A moment of 0.5 N m on 0.1 + 0.25 kg m^2."""
    run = gd.simulate(arm(MOTOR), 0.2)
    assert run["A.angle_rate"][-1] == pytest.approx(0.2 * 0.5 / 0.35)
