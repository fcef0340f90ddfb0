"""Records of controllers: places of states, scales, what is measured and watched."""

import numpy as np

import gudgeon as gd
from gudgeon.assembly.assemble import assemble
from gudgeon.assembly.elements.base import records_in
from gudgeon.kernels.joints.controllers import CONTROLLER


def test_states_stand_last_in_units_of_their_scales() -> None:
    model = gd.Mechanism(
        "m",
        bodies=[gd.Body("a", mass=1.0, inertia=(1, 1, 1))],
        joints=[
            gd.Revolute(
                "A",
                between=("ground", "a"),
                point=(0, 0, 0),
                axis=(0, 0, 1),
                journal_radius=0.01,
                fit=gd.Ideal(friction=gd.LuGre(0.1, 0.15, 0.01, 1e5, 300.0)),
            )
        ],
        forces=[
            gd.Actuator("two", joint="A", controller=gd.Servo(2.0, 4.0, 0.0, 5.0, 0.1)),
            gd.Actuator("one", joint="A", controller=gd.PD(2.0)),
        ],
    )
    made = assemble(model)
    setting = made.system.setting[0]
    assert (setting["n_z"], setting["n_c"]) == (6 + 2, 2)
    element = made.system.elements[1]
    records = records_in(made.system.records, int(element["begin"]), 2, CONTROLLER)
    assert records["state"][0] == setting["n_q"] + setting["n_v"] + 6
    assert np.array_equal(records["scale"][0][:2], [0.5, 5.0])
    assert list(records["states"]) == [2, 0] and list(records["switches"]) == [3, 1]
    assert list(records["measured"][0]) == [0, -1, -1, -1]
    assert made.layout.labels["controller_state"] == ("two.integrated_error", "two.motor_force")
    assert made.layout["actuator_state"].units == ("rad*s", "N*m")
