"""Bodies, joints and drivers of a result: quantities as attributes, with units and components."""

import copy

import numpy as np
import pytest

import gudgeon as gd
from tests.support.synthetic_results import OMEGA, result


def test_a_joint_gives_reactions_coordinates_and_their_rates() -> None:
    run = result()
    assert np.all(run.joint("A").force == (3, 4, 0))
    assert np.array_equal(run.joint("A").angle, OMEGA * run.t)
    assert np.all(run.joint("D").displacement_rate == 0.5)


@pytest.mark.parametrize(
    ("ask", "words"),
    [
        (lambda run: run.body("cranc"), "no body 'cranc'. Did you mean 'crank'"),
        (lambda run: run.joint("Z"), "no joint 'Z'. Allowed: 'A', 'D'"),
        (lambda run: run.driver("pushr"), "Did you mean 'pusher'"),
        (
            lambda run: run.body("crank").postion,
            "body 'crank' has no 'postion'. Did you mean 'position'",
        ),
        (
            lambda run: run.joint("A").displacement,
            "Allowed: 'force', 'torque', 'angle', 'angle_rate'",
        ),
        (lambda run: run.energy["lost:dashpot"], "Did you mean 'lost:dash pot'"),
    ],
)
def test_unknown_names_get_the_nearest_or_all_that_there_are(ask, words) -> None:
    with pytest.raises(gd.InputError, match=words):
        ask(result())


def test_a_missing_quantity_is_a_missing_attribute() -> None:
    assert not hasattr(result().joint("A"), "penetration")
    assert "angle_rate" in dir(result().joint("A"))
    assert copy.copy(result().joint("A")).quantities["angle"] == "rad"


def test_a_part_knows_units_and_components_of_its_quantities() -> None:
    crank = result().body("crank")
    assert crank.quantities["angular_acceleration"] == "rad/s^2"
    assert crank.components("orientation") == ("e0", "e1", "e2", "e3")
    assert result().joint("A").components("angle") == crank.components("no such quantity") == ()
    assert (crank.name, repr(result().driver("pusher"))) == (
        "crank",
        "<driver 'pusher': force, power>",
    )
