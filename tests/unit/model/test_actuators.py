"""Actuators: which joint coordinates they act on and measure."""

from typing import Any

import pytest

import gudgeon as gd
from gudgeon.model.files.serialize import from_tree, to_tree


def model(**changed: Any) -> gd.Mechanism:
    given = {"joint": "A", "controller": gd.PD(1.0), **changed}
    return gd.Mechanism(
        "m",
        bodies=[gd.Body("rotor", mass=1.0, inertia=(1, 1, 1))],
        joints=[gd.Cylindrical("A", between=("ground", "rotor"), point=(0, 0, 0), axis=(0, 0, 1))],
        forces=[gd.Actuator("motor", **given)],
    )


def test_it_measures_what_it_acts_on_unless_told_otherwise() -> None:
    made = model(coordinate="angle")
    assert made.forces[0].measured(made) == (("A", "angle"),)  # type: ignore[attr-defined]
    made = model(coordinate="angle", feedback=["A.displacement"])
    assert made.forces[0].measured(made) == (("A", "displacement"),)  # type: ignore[attr-defined]
    assert made.elements == {"controllers"}


def test_units_are_those_of_what_is_measured() -> None:
    made = model(coordinate="angle", feedback=["A.displacement"], controller=gd.PID(1.0, 2.0))
    assert made.forces[0].units(made) == ("m", ("m*s",))  # type: ignore[attr-defined]
    assert made.forces[0].unit(made) == "rad"  # type: ignore[attr-defined]


def test_it_is_written_and_read() -> None:
    made = model(coordinate="angle", controller=gd.PID(1.0, 2.0), target=gd.Harmonic(1.0, 2.0))
    assert from_tree(to_tree(made)) == made


@pytest.mark.parametrize(
    ("changed", "words"),
    [
        ({}, "has several; say which"),
        ({"coordinate": "angle", "joint": "B"}, "no joint 'B'"),
        ({"coordinate": "angle", "feedback": ("B.angle",)}, "no joint coordinate 'B.angle'"),
        (
            {"coordinate": "angle", "feedback": ("A.angle", "A.displacement")},
            "PD measures 1 coordinate, got 2",
        ),
        ({"coordinate": "angle", "controller": gd.Constant(1.0)}, "expected a controller"),
        ({"coordinate": "angle", "target": 3.0}, "expected a signal"),
        (
            {"coordinate": "angle", "target": gd.Harmonic(1.0, 2.0, over="A.angle")},
            "function of time",
        ),
        ({"coordinate": "angle", "feedback": (3,)}, "names"),
    ],
)
def test_what_does_not_fit_is_refused(changed: dict[str, Any], words: str) -> None:
    with pytest.raises(gd.InputError, match=words):
        model(**changed)
