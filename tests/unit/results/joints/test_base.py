"""What every joint has to show: its stops, frames on both bodies, twist."""

import numpy as np
import pytest

from gudgeon.results.joints.base import REGISTRY, JointResult, register, twist_of
from tests.support.compliant_results import CONTACTS, result, shift
from tests.support.synthetic_results import result as ideal


def test_a_joint_names_its_stops_whatever_its_fit() -> None:
    run = result()
    assert run.joint("A").stops == CONTACTS[:3]
    assert run.joint("B").stops == ("B.stop displacement upper",)
    assert run.joint("E").stops == ("E.stop displacement lower",)
    assert run.joint("G").stops == ideal().joint("A").stops == ()


def test_stops_are_no_contacts_in_the_gap() -> None:
    assert result().joint("E").contacts == ("E.guide",)
    assert result().joint("C").contacts == ("C.ball", "C.ball hard")
    assert not hasattr(result().joint("A"), "contacts")


def test_limits_are_the_contacts_whose_labels_are_the_stops() -> None:
    for name in "ABCEFGH":
        joint = result().joint(name)
        assert tuple(contact.label for contact in joint.limits) == joint.stops


def test_an_ideal_joint_has_nothing_to_tell() -> None:
    joint = ideal().joint("A")
    assert type(joint) is JointResult
    assert joint.mode_fractions == {} and joint.gap_contacts == []
    assert [*joint.summary_lines()] == [*joint.histories()] == []


@pytest.mark.parametrize("angle", [-3.0, -0.4, 0.0, 1.2, 3.1])
@pytest.mark.parametrize("tilt", [0.0, 0.3, 1.5])
def test_the_twist_is_what_remains_of_a_rotation_after_the_swing(angle, tilt) -> None:
    """A triad that is turned about its axis b by an angle, and then swung about any direction
    across b by a tilt.
    """
    c, s = np.cos(angle), np.sin(angle)
    turned = np.array([[c, s, 0.0], [-s, c, 0.0], [0.0, 0.0, 1.0]])  # rows h, t, b
    u = np.array([0.6, 0.8, 0.0])
    k = np.array([[0.0, -u[2], u[1]], [u[2], 0.0, -u[0]], [-u[1], u[0], 0.0]])
    swing = np.eye(3) + np.sin(tilt) * k + (1 - np.cos(tilt)) * k @ k
    assert twist_of(np.eye(3)[None], (turned @ swing.T)[None]) == pytest.approx([angle], abs=1e-14)


def test_a_joint_sees_how_far_its_points_are_apart() -> None:
    """The pads of the bushings move by (3, 4, 1) mm/s at their joint point."""
    run = result()
    # differences of positions of 1 m
    np.testing.assert_allclose(run.joint("G")._offset(), shift(run.t), rtol=0, atol=1e-14)


def test_a_class_is_registered_under_its_kind(monkeypatch) -> None:
    monkeypatch.delitem(REGISTRY, "glue", raising=False)

    @register("glue")
    class Glued(JointResult):
        """A joint that is glued."""

    assert REGISTRY["glue"] is Glued
    monkeypatch.delitem(REGISTRY, "glue")
