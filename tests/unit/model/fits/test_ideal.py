"""The ideal fit: the joint as it is described, whatever its sizes."""

import dataclasses

import pytest

import gudgeon as gd
from tests.support.joints_and_fits import JOINTS, joined

FREE = {  # degrees of freedom of one body on the joint, by the textbook
    "Spherical in space": 3, "Revolute in space": 1, "Cylindrical in space": 2, "Translational in space": 1, "Rigid in space": 0,
    "Planar in space": 3, "PointOnLine in space": 4, "Universal in space": 2, "Distance in space": 5,
    "Spherical in a plane": 1, "Revolute in a plane": 1, "Translational in a plane": 1, "Rigid in a plane": 0,
    "PointOnLine in a plane": 2, "Distance in a plane": 2,
}  # fmt: skip


@pytest.mark.parametrize("kind", JOINTS)
def test_a_body_on_an_ideal_joint_has_the_degrees_of_freedom_of_the_textbook(kind):
    joint = dataclasses.replace(JOINTS[kind], between=("ground", "a"))
    found = gd.check_model(joined(joint, "xy" if kind.endswith("plane") else None))
    assert (found.dof, found.redundant) == (FREE[kind], ())
    assert gd.Ideal().rows(joint, kind.endswith("plane")) == joint.rows(kind.endswith("plane"))


def test_it_is_ideal_and_the_default_of_every_joint():
    assert all(joint.fit == gd.Ideal() and joint.fit.ideal for joint in JOINTS.values())
    assert not any(
        fit.ideal for fit in (gd.Clearance(contact=gd.Hertz(1.0)), gd.Bushing(radial=1.0))
    )


def test_initial_conditions_are_closed_with_the_fit_itself():
    fit = gd.Ideal()
    assert fit.closed() is fit


def test_an_ideal_joint_ignores_its_sizes():
    joint = gd.Revolute(
        "C", between=("ground", "a"), point=(0, 0, 0), axis=(0, 0, 1), bearing_radius=0.01
    )
    assert joined(joint).joint("C").fit == gd.Ideal()


def test_it_takes_no_argument():
    with pytest.raises(TypeError):
        gd.Ideal(contact=gd.Hertz(1.0))
