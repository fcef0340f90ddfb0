"""What the label of a contact says."""

import pytest

from gudgeon.results.contact_labels import Place
from tests.support.compliant_results import (
    result,
)


@pytest.mark.parametrize(
    ("label", "units"),
    [
        ("A.stop angle upper", {"penetration": "rad", "rate": "rad/s", "normal_force": "N*m"}),
        ("A.stop angle upper hard", {"penetration": "rad", "rate": "rad/s", "normal_force": "N*m"}),
        ("B.stop displacement upper", {"penetration": "m", "rate": "m/s", "normal_force": "N"}),
        ("C.ball", {"penetration": "m", "rate": "m/s", "normal_force": "N", "friction": "N", "point": "m"}),
    ],
)
def test_a_contact_has_the_units_of_what_it_limits(label, units) -> None:
    assert result().contact(label).quantities == units
    assert result().channel(f"{label}.normal_force").unit == units["normal_force"]


@pytest.mark.parametrize(
    ("label", "joint", "hard", "coordinate", "angular"),
    [
        ("A.stop angle_2 upper hard", "A", True, "angle_2", True),
        ("A.stop length lower", "A", False, "length", False),
        ("A.strip 1 opposite", "A", False, "", False),
        ("stop angle x.ball hard", "stop angle x", True, "", False),  # a joint may be called anything
    ],
)
def test_a_label_tells_what_touches(label, joint, hard, coordinate, angular) -> None:
    place = Place.of(label)
    assert (place.joint, place.hard, place.coordinate, place.angular, place.label) == (joint, hard, coordinate, angular, label)


def test_a_stop_finds_its_description() -> None:
    joint = result().mechanism.joint("A")
    assert Place.of("A.stop angle lower").stop(joint).lower == -0.5
    assert Place.of("A.stop angle upper hard").stop(joint).thickness == 0.2
