"""What all couplings have in common: they hold nothing, and what they refuse."""

import pytest

import gudgeon as gd
from gudgeon.model.files import read, write
from tests.support.couplings import BODIES, COUPLINGS, JOINTS, machine


@pytest.mark.parametrize("name", COUPLINGS)
def test_a_coupling_holds_nothing_and_has_one_coordinate_that_is_zero_at_first(name):
    with_it, without = machine(COUPLINGS[name]), gd.Mechanism(bodies=BODIES, joints=JOINTS)
    assert gd.check_model(with_it).dof == gd.check_model(without).dof == 4
    last = gd.check_model(with_it).coordinates[-1]
    assert last[:3] == (f"K.{COUPLINGS[name].coordinates[0]}", 0.0, 0.0)


@pytest.mark.parametrize("name", COUPLINGS)
def test_a_coupling_survives_a_model_file(name, tmp_path):
    write(machine(COUPLINGS[name]), tmp_path / "machine.yaml")
    assert read(tmp_path / "machine.yaml") == machine(COUPLINGS[name])


@pytest.mark.parametrize("name", COUPLINGS)
def test_a_coupling_can_neither_be_loose_nor_soft_nor_be_driven(name):
    coupled = machine(COUPLINGS[name])
    law = gd.Hertz(1e4)
    for fit, word in (
        (gd.Clearance(contact=law), "its play is a stop on its coordinate"),
        (gd.Bushing(radial=1e3), "it holds nothing that could give; put a JointSpring"),
        (gd.Ideal(friction=gd.Coulomb(0.1, v_1=1e-3)), "let the joints that it couples rub"),
    ):
        with pytest.raises(gd.InputError, match=f"joints.K.fit.*{word}"):
            coupled.with_fit("K", fit)
    with pytest.raises(
        gd.InputError, match=r"drivers.d.joint: the (twist|slip) of K is no motion of one joint"
    ):
        machine(COUPLINGS[name], drivers=[gd.Driver("d", joint="K", motion=gd.ConstantSpeed(1.0))])


@pytest.mark.parametrize("name", COUPLINGS)
def test_stops_and_springs_act_on_its_coordinate_in_its_unit(name):
    """Units of the other kind are refused, those of its own are taken."""
    coordinate = COUPLINGS[name].coordinates[0]
    right, wrong = ("1 deg", "1 mm") if coordinate == "twist" else ("1 mm", "1 deg")
    stopped = machine(COUPLINGS[name]).with_stops("K", gd.Stop(upper=right, contact=gd.Hertz(1e4)))
    assert stopped.joint("K").stops[0].coordinate == coordinate
    with pytest.raises(gd.InputError, match=r"joints.K.stops.upper"):
        machine(COUPLINGS[name]).with_stops("K", gd.Stop(upper=wrong, contact=gd.Hertz(1e4)))


def test_holding_contacts_leaves_couplings_alone():
    """Bodies of other joints move with them: contacts of such mechanisms are not held."""
    stop = gd.Stop(lower=-0.01, upper=0.01, contact=gd.HuntCrossley(1e4, restitution=0.5))
    from dataclasses import replace

    pressed = machine(
        replace(COUPLINGS["gear"], stops=(stop,)),
        forces=[gd.JointForce("u", joint="A", coordinate="angle", magnitude=gd.Constant(1.0))],
    )
    run = gd.simulate(pressed, 0.1, hold=True)
    assert run.statistics["holds"] == 0 and len(run.impacts) > 0
