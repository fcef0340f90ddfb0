"""What loads do, in output rows; the physics is in unit/results/test_loads.py."""

import numpy as np
import pytest

import gudgeon as gd
from gudgeon.kernels.load_output import LOAD_VARIABLES


def test_springs_follow_the_order_of_loads_and_other_loads_have_no_length() -> None:
    """Two springs with a force between them in the list: each has its own tension."""
    block = gd.Body("block", mass=1, inertia=(1, 1, 1), position=(1, 0, 0))
    run = gd.simulate(
        gd.Mechanism(
            name="block",
            bodies=[block],
            forces=[
                gd.Spring("left", between=("ground", "block"), points=((0, 0, 0), (1, 0, 0)), stiffness=2.0, free_length=0.5),
                gd.Force("push", body="block", force=(0, 1, 0)),
                gd.Spring("right", between=("ground", "block"), points=((4, 0, 0), (1, 0, 0)), stiffness=8.0, free_length=1.0),
            ],
        ),
        0.01,
    )  # fmt: skip
    assert run.layout.labels["load"] == ("left", "push", "right")
    assert run.layout.labels["spring"] == ("left", "right")
    assert run["left.tension"][0] == pytest.approx(1.0, rel=1e-14)
    assert run["right.tension"][0] == pytest.approx(16.0, rel=1e-14)
    assert np.all(run["right.force"][0] == (16, 0, 0)) and np.all(
        run["left.force"][0] == (-1, 0, 0)
    )
    assert set(run.load("push").quantities) == {"force", "torque"}


def test_every_variable_says_what_it_is() -> None:
    assert all(variable.help and variable.unit for variable in LOAD_VARIABLES)
