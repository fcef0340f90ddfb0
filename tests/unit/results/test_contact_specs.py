"""What the description of a mechanism says of its contacts."""

import numpy as np
import pytest

from gudgeon.results.contact_specs import contact_groups, contact_spec, limit_of, slow_contacts
from tests.support.compliant_results import INFOS, PLAY, THICKNESS, mechanism, result


def contact(label):
    return next(info for info in INFOS if info.label == label)


def test_a_stop_finds_its_description() -> None:
    joint = mechanism().joint("A")
    assert limit_of(joint, contact("A.stop angle lower")).lower == -0.5
    assert limit_of(joint, contact("A.stop angle upper hard")).thickness == 0.2


def test_the_gap_of_a_contact_is_its_play_and_its_layer() -> None:
    joints = mechanism()
    ball, end = (
        contact_spec(joints.joint("C"), contact("C.ball hard")),
        contact_spec(joints.joint("F"), contact("F.end A")),
    )
    assert ball.gap == pytest.approx(PLAY + THICKNESS)
    assert end.gap == pytest.approx(0.5e-3)  # the bearing is 1 mm longer than the journal
    assert contact_spec(joints.joint("B"), contact("B.stop displacement upper")).gap == 0


def test_contacts_in_a_gap_are_counted_together_and_each_stop_alone() -> None:
    groups = {
        group[0].group: [spec.contact.label for spec in group]
        for group in contact_groups(mechanism(), result().impacts)
    }
    assert groups == {
        "A.stop angle lower": ["A.stop angle lower"],
        "A.stop angle upper hard": ["A.stop angle upper hard"],  # the layer before it obeys no law
        "B.stop displacement upper": ["B.stop displacement upper"],
        "C": ["C.ball hard"],
        "E": ["E.guide"],
        "E.stop displacement lower": ["E.stop displacement lower"],
        "F": ["F.strip 1", "F.strip 2", "F.end A", "F.end B"],
    }


def test_slow_contacts_are_those_below_the_least_approach_speed() -> None:
    """The stop of A counts speeds below 0.02 rad/s as that much; its one contact began with 2
    rad/s.
    """
    found = slow_contacts(mechanism(), result().impacts)
    assert (found["A.stop angle lower"].count, found["A.stop angle lower"].contacts) == (0, 1)
    assert found["A.stop angle lower"].min_approach_speed == 0.02
    assert found["F"].contacts == 4


def test_an_impact_of_an_angle_leaves_no_marks() -> None:
    joints = mechanism()
    assert contact_spec(joints.joint("A"), contact("A.stop angle lower")).fastest == np.inf
    # 1e-5 of 5100 m/s
    assert contact_spec(
        joints.joint("B"), contact("B.stop displacement upper")
    ).fastest == pytest.approx(0.051)
