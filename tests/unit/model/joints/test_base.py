"""What joints declare of themselves, and that nothing else is needed for a joint of one's own."""

from typing import ClassVar

import pytest

import gudgeon as gd
from gudgeon._base.description import description
from gudgeon.model.joints import AlongAxis
from gudgeon.model.motions import COORDINATES, MOTIONS, Hold, Surface
from tests.support.joints_and_fits import AXIS, JOINTS, SPACE, hanging


@description
class Swivel(AlongAxis):
    """A hinge that somebody else wrote: nothing in the package knows it."""

    abstract = True  # not to be read from files
    coordinates = ("angle",)
    removes = 5
    holds: ClassVar = {"radial": Hold.ACROSS, "axial": Hold.ALONG, "misalignment": Hold.TILT}
    gives = MOTIONS
    leaves_free = ("torsion",)


@pytest.mark.parametrize("joint", SPACE.values(), ids=SPACE)
def test_a_bushing_can_give_where_a_joint_holds_or_leaves_free(joint):
    held = [motion for motion in joint.holds if motion]
    assert set(joint.gives) == {*held, *joint.leaves_free}


@pytest.mark.parametrize("joint", SPACE.values(), ids=SPACE)
def test_the_unit_of_every_coordinate_is_known(joint):
    assert all(COORDINATES[name].unit in ("m", "rad") for name in joint.coordinates)


@pytest.mark.parametrize("kind", JOINTS)
def test_a_joint_that_can_have_clearance_says_where_it_touches_and_others_say_why_not(kind):
    joint, planar = JOINTS[kind], kind.endswith("plane")
    needs = joint.clearance_needs_in_plane if planar else joint.clearance_needs
    assert bool(joint.surfaces(planar)) == (needs is not None)
    if needs is None:
        with pytest.raises(gd.InputError, match=r"cannot have clearance: .*;"):
            joint.sizes_for_clearance(planar)


def test_only_a_hinge_in_space_has_ends():
    assert [
        kind for kind in JOINTS if Surface.ENDS in JOINTS[kind].surfaces(kind.endswith("plane"))
    ] == ["Revolute in space"]


def test_a_joint_of_ones_own_moves_as_it_declares_with_ideal_and_elastic_fits():
    joint = Swivel("J", between=("ground", "b"), point=(0, 0, 0), axis=AXIS)
    assert gd.check_model(hanging(joint, planar=False)).dof == 1
    soft = hanging(joint, planar=False).with_fit("J", gd.Bushing(radial=2e3))
    assert gd.check_model(soft).dof == 3


def test_a_joint_of_ones_own_refuses_what_it_says_nothing_of():
    joint = Swivel("J", between=("ground", "b"), point=(0, 0, 0), axis=AXIS)
    with pytest.raises(
        gd.InputError, match="cannot have clearance: it does not say where its parts touch"
    ):
        hanging(joint, planar=False).with_fit("J", gd.Clearance(contact=gd.Hertz(1e9)))
    with pytest.raises(
        gd.InputError, match="cannot be lubricated: the film laws are those of round bearings"
    ):
        hanging(joint, planar=False).with_fit("J", gd.Lubricated(film=gd.FiniteBearing(5e-4)))


def ball(**sizes):
    return gd.Spherical("C", between=("ground", "a"), point=(0, 0, 0), **sizes)


# -- sizes -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "given",
    [
        {"bearing_radius": 0.01, "journal_radius": 0.0098},
        {"bearing_radius": "10 mm", "radial_clearance": "0.2 mm"},
        {"journal_radius": "9.8 mm", "radial_clearance": 2e-4},
        {"bearing_radius": 0.01, "journal_radius": 0.0098, "radial_clearance": 0.0002},
    ],
    ids=lambda given: " ".join(given),
)
def test_any_two_of_three_numbers_give_the_third(given):
    joint = ball(**given)
    assert joint.radii() == pytest.approx((0.01, 0.0098), rel=1e-14)
    # a difference of radii fifty times as large
    assert joint.gap() == pytest.approx(0.0002, rel=1e-12)


def test_a_clearance_that_is_given_is_not_rounded_through_the_radii():
    assert ball(bearing_radius=0.3, radial_clearance=1e-7).gap() == 1e-7


def test_radii_are_not_guessed():
    assert ball().radii() is None
    assert ball(bearing_radius=0.01).radii() is None
    assert ball(radial_clearance=1e-4).radii() is None


@pytest.mark.parametrize(
    ("given", "wanted"),
    [
        ({}, "bearing_radius and journal_radius"),
        ({"bearing_radius": 1.0}, "or journal_radius"),
        ({"journal_radius": 1.0}, "or bearing_radius"),
    ],
    ids=["nothing", "bearing", "journal"],
)
def test_an_unknown_clearance_names_what_is_missing(given, wanted):
    with pytest.raises(
        gd.InputError, match=rf"^joints\.C\.radial_clearance: is missing: .*{wanted}\.$"
    ):
        ball(**given).gap()
