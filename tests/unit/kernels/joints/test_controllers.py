"""One evaluation of a controller: force, work and rates of states."""

import numpy as np

import gudgeon as gd
from gudgeon.assembly.assemble import assemble
from gudgeon.kernels.entry_points import evaluate_at
from gudgeon.kernels.tasks import ACCELERATIONS


def test_an_evaluation_has_force_power_and_rates() -> None:
    model = gd.Mechanism(
        "m",
        bodies=[gd.Body("a", mass=1.0, inertia=(1, 1, 2.0), angular_velocity=(0, 0, 3.0))],
        joints=[gd.Revolute("A", between=("ground", "a"), point=(0, 0, 0), axis=(0, 0, 1))],
        forces=[
            gd.Actuator("m", joint="A", controller=gd.PID(2.0, 4.0, 1.0), target=gd.Constant(0.5))
        ],
    )
    made = assemble(model)
    setting, y = made.system.setting[0], made.y.copy()
    first = int(setting["n_q"] + setting["n_v"])
    y[first] = 0.7  # the integral over its scale, K_P/K_I = 0.5
    out = np.zeros_like(y)
    evaluate_at(made.system, made.work(), 0.0, y, out, ACCELERATIONS)
    force = 2.0 * 0.5 + 4.0 * 0.35 - 1.0 * 3.0
    assert out[int(setting["n_q"]) + 5] == force / 2.0
    assert out[first] == 0.5 / 0.5
    assert out[first + 1] == force * 3.0
