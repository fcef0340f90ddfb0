"""Rows of constraints, from what joints and fits hold."""

import pytest

import gudgeon as gd
from gudgeon.assembly.constraint_rows import constraint_rows, row_name
from tests.support.joints_and_fits import JOINTS, hanging


@pytest.mark.parametrize("kind", JOINTS)
def test_an_ideal_joint_has_a_row_for_each_degree_of_freedom_that_it_removes(kind):
    joint, planar = JOINTS[kind], kind.endswith("plane")
    removed = joint.removes_in_plane if planar else joint.removes
    assert len(constraint_rows(joint, hanging(joint, planar))) == removed


def test_a_hinge_holds_its_point_without_the_axis_and_its_tilt():
    joint = JOINTS["Revolute in space"]
    names = [row_name(row) for row in constraint_rows(joint, hanging(joint, planar=False))]
    assert names == ["point x", "point y", "point z", "rotation (hb)", "rotation (tb)"]


def test_a_weld_on_a_bushing_that_tilts_holds_the_twist_itself():
    mechanism = hanging(JOINTS["Rigid in space"], planar=False).with_fit(
        "J", gd.Bushing(misalignment=50.0)
    )
    names = [row_name(row) for row in constraint_rows(mechanism.joint("J"), mechanism)]
    assert names == ["point x", "point y", "point z", "twist"]
