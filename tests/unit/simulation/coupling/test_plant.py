import json

import pytest

import gudgeon as gd
from gudgeon.simulation.coupling.plant import INTERFACE, MODEL, Plant
from tests.support.driven_pendulum import driven_pendulum


@pytest.fixture
def plant(tmp_path):
    gd.write(driven_pendulum(), tmp_path / MODEL)
    told = {
        "parameters": {"bodies.rod.mass": 1.0}, "outputs": ["A.angle", "rod.position.x"], "laws": [],
        "settings": {"rtol": 1e-8}, "units": {"A.angle": "rad"},
    }  # fmt: skip
    (tmp_path / INTERFACE).write_text(json.dumps(told))
    return Plant(tmp_path)


def test_it_moves_as_a_simulation(plant):
    plant.advance_to(0.3)
    known = gd.simulate(driven_pendulum(), 0.3, output_step=0.3)
    assert plant.output("A.angle") == pytest.approx(known.joint("A").angle[-1], abs=1e-9)
    assert plant.output("rod.position.x") == pytest.approx(
        known.body("rod").position[-1, 0], abs=1e-9
    )


def test_inputs_act_from_then_on_and_parameters_from_the_start(plant):
    plant.set_parameter("bodies.rod.mass", 2.0)
    plant.set_input("torque", 3.0)
    plant.advance_to(0.3)
    changed = {"bodies.rod.mass": 2.0, "forces.motor.magnitude": {"law": "constant", "level": 3.0}}
    known = gd.simulate(driven_pendulum().with_values(changed), 0.3, output_step=0.3)
    assert plant.output("A.angle") == pytest.approx(known.joint("A").angle[-1], abs=1e-9)
    with pytest.raises(gd.InputError, match="is fixed once the mechanism moves"):
        plant.set_parameter("bodies.rod.mass", 3.0)


def test_time_counts_from_the_start_of_the_experiment(plant):
    plant.set_up(10.0, 12.0, 1e-6)
    assert (plant.settings["duration"], plant.settings["rtol"]) == (2.0, 1e-6)
    plant.advance_to(10.3)
    assert plant.simulation.t == pytest.approx(0.3)


def test_a_state_is_saved_and_restored_with_its_inputs(plant):
    plant.advance_to(0.2)
    saved = plant.state
    plant.set_input("torque", 5.0)
    plant.advance_to(0.4)
    first = plant.output("A.angle")
    plant.state = saved
    assert plant.inputs == {"torque": 0.5}
    plant.set_input("torque", 5.0)
    plant.advance_to(0.4)
    assert plant.output("A.angle") == first
