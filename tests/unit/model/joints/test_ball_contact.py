"""Contacts of a ball outside of joints: what they need to know."""

from typing import Any

import pytest

import gudgeon as gd
from gudgeon.model.files.serialize import from_tree, to_tree

GIVEN: dict[str, Any] = {"between": ("ground", "b"), "points": ((0, 0, 0), (0, 0, 1))}


def test_it_is_written_and_read() -> None:
    fit = gd.Clearance(contact=gd.Hertz(1e8), friction=gd.Coulomb(0.1, 1e-3))
    joint = gd.BallContact("K", axis=(0, 0, 1), ball_radius="5 mm", fit=fit, **GIVEN)
    model = gd.Mechanism("m", bodies=[gd.Body("b", mass=1.0, inertia=(1, 1, 1))], joints=[joint])
    assert from_tree(to_tree(model)) == model
    assert gd.check_model(model).dof == 6
    assert joint.radii() == (0.0, 0.005) and joint.gap() == 0.0


@pytest.mark.parametrize(
    ("changed", "words"),
    [
        ({}, "axis: is missing: the normal of the plane"),
        ({"axis": (0, 0, 0)}, "needs a direction"),
        ({"axis": (0, 0, 1), "surface_radius": 1.0}, "a plane has no radius"),
        ({"surface": "sphere"}, "surface_radius: is missing"),
        ({"surface": "cylinder", "surface_radius": 1.0}, "axis: is missing"),
        ({"surface": "cone"}, "surface"),
        ({"axis": (0, 0, 1), "points": None}, "give either points"),
    ],
)
def test_what_it_does_not_say_is_asked_for(changed: dict[str, Any], words: str) -> None:
    with pytest.raises(gd.InputError, match=words):
        gd.BallContact("K", **{**GIVEN, **changed})


def test_in_a_plane_a_cylinder_is_a_circle() -> None:
    with pytest.raises(gd.InputError, match="use sphere"):
        gd.Mechanism(
            "m",
            plane="xy",
            bodies=[gd.Body("b", mass=1.0, inertia=1.0)],
            joints=[
                gd.BallContact(
                    "K",
                    between=("ground", "b"),
                    points=((0, 0), (0, 1)),
                    surface="cylinder",
                    surface_radius=0.1,
                    axis=(0, 1),
                    fit=gd.Clearance(contact=gd.Hertz(1e8)),
                )
            ],
        )
