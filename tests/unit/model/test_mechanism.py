"""Mechanisms: names that fit together, planes, and the same mechanism with another joint."""

import dataclasses

import pytest

import gudgeon as gd
from gudgeon.model import PLANES

HERTZ = gd.Hertz(1e10)
RUBBING = gd.Threlfall(mu_k=0.1, v_1=1e-3)


def body(name="a", **more):
    return gd.Body(name, **{"mass": 1, "inertia": (1, 1, 1)} | more)


def flat(**more):
    return body(**{"inertia": 1.0} | more)


def pin(name="A", between=("ground", "a"), **more):
    return gd.Revolute(name, between=between, **{"point": (0, 0, 0), "axis": (0, 0, 1)} | more)


# -- planes ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("plane", PLANES)
def test_the_axes_of_a_plane_and_its_normal_are_right_handed(plane):
    """first x second = normal, by the definition of the cross product."""
    made = gd.Mechanism(plane=plane, bodies=[flat()])
    u, v = made.vector((1, 0)), made.vector((0, 1))
    cross = (u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0])
    assert made.normal() == cross
    assert ["xyz"[direction.index(1)] for direction in (u, v)] == list(plane)


def test_three_components_stay_as_they_are():
    assert gd.Mechanism(plane="xz", bodies=[flat()]).vector((1.0, 2.0, 3.0)) == (1.0, 2.0, 3.0)


MATRIX = ((1, 0, 0), (0, -1, 0), (0, 0, -1))  # a half turn about x


@pytest.mark.parametrize(
    ("parts", "path", "says"),
    [
        ({"bodies": [flat(velocity=(0, 0, 1))]}, "bodies.a.velocity", "points out of the plane xy"),
        ({"bodies": [flat(angular_velocity=(1, 0, 0))]}, "bodies.a.angular_velocity", "turns out of the plane xy"),
        ({"bodies": [flat(orientation=(0, 1, 0, 0))]}, "bodies.a.orientation", "is turned out of the plane "
                                                                               "xy; give an angle"),
        ({"bodies": [flat(orientation=MATRIX)]}, "bodies.a.orientation", "is turned out of the plane "
                                                                         "xy; give an angle"),
        ({"gravity": (0, 0, -9.81)}, "gravity", "has a component out of the plane xy"),
        ({"forces": [gd.Force("F", body="a", force=(0, 0, 1))]}, "forces.F.force", "points out of the plane xy"),
        ({"forces": [gd.Torque("T", body="a", torque=(1, 0, 0))]}, "forces.T.torque", "turns out of the plane xy"),
        ({"joints": [pin(axis=(0, 1, 1))]}, "joints.A.axis", "has the normal as its axis; leave it "
                                                             "out"),
        ({"joints": [pin(axis=None, local_axes=((1, 0, 0), (1, 0, 0)))]}, "joints.A.local_axes", "has the normal as its axis"),
        ({"joints": [gd.Translational("A", between=("ground", "a"), point=(0, 0), axis=(0, 0, 1))]}, "joints.A.axis", "points out of"),
        ({"joints": [gd.Translational("A", between=("ground", "a"), point=(0, 0), local_axes=((1, 0, 1), (1, 0, 0)))]},
         "joints.A.local_axes", "points out of the plane xy"),
        ({"joints": [gd.Planar("A", between=("ground", "a"), point=(0, 0), axis=(1, 0))]}, "joints.A", "has no meaning in a plane"),
    ],
)  # fmt: skip
def test_what_leaves_the_plane_is_refused(parts, path, says):
    with pytest.raises(gd.InputError) as caught:
        gd.Mechanism(**{"plane": "xy", "bodies": [flat()]} | parts)
    assert ".".join(caught.value.path) == path
    assert says in caught.value.message


@pytest.mark.parametrize(
    "parts",
    [
        {"bodies": [flat(velocity=(1, 2, 0), angular_velocity=(0, 0, 3), position=(0, 0, 5))]},
        {"bodies": [flat(orientation=((0, -1, 0), (1, 0, 0), (0, 0, 1)))]},
        {"bodies": [flat(orientation=(0.6, 0, 0, 0.8))]},
        {"forces": [gd.Torque("T", body="a", torque=(0, 0, 1))], "gravity": (1, 2, 0)},
        {"joints": [pin(axis=None, local_axes=((0, 0, 1), (0, 0, 1)))]},
        {
            "joints": [
                gd.Translational(
                    "A", between=("ground", "a"), point=(0, 0), local_axes=((1, 2, 0), (1, 2, 0))
                )
            ]
        },
    ],
)
def test_what_is_written_in_space_and_stays_in_the_plane_is_taken(parts):
    assert gd.Mechanism(**{"plane": "xy", "bodies": [flat()]} | parts).plane == "xy"


@pytest.mark.parametrize(
    ("parts", "path", "says"),
    [
        ({"bodies": [body(position=(0, 0))]}, "bodies.a.position", "three components are needed"),
        (
            {"bodies": [body(angular_velocity=1.0)]},
            "bodies.a.angular_velocity",
            "three components are needed",
        ),
        ({"bodies": [flat()]}, "bodies.a.inertia", "three moments are needed"),
        ({"gravity": (0, -9.81)}, "gravity", "three numbers are needed"),
        ({"joints": [pin(point=(0, 0))]}, "joints.A.point", "three components are needed"),
        ({"joints": [pin(axis=None)]}, "joints.A.axis", "is missing: give axis"),
        (
            {"forces": [gd.Torque("T", body="a", torque=1.0)]},
            "forces.T.torque",
            "three components are needed",
        ),
    ],
)
def test_a_mechanism_without_a_plane_needs_three_components(parts, path, says):
    with pytest.raises(gd.InputError) as caught:
        gd.Mechanism(**{"bodies": [body()]} | parts)
    assert ".".join(caught.value.path) == path
    assert says in caught.value.message


# -- names -----------------------------------------------------------------------------------------

MOTOR = gd.Driver("motor", joint="A", motion=gd.ConstantSpeed(1.0))


@pytest.mark.parametrize(
    ("parts", "path", "says"),
    [
        ({"bodies": []}, "bodies", "at least one body besides the ground"),
        ({"bodies": [body(), body()]}, "bodies.a", "the name is used 2 times"),
        ({"bodies": body()}, "bodies", "expected a list"),
        ({"bodies": [pin()]}, "bodies", "expected objects of type Body"),
        ({"joints": [pin(), pin()]}, "joints.A", "the name is used 2 times"),
        ({"joints": [pin(between=("ground", "b"))]}, "joints.A.between", "there is no body 'b'"),
        ({"bodies": [body("a"), body("b")], "joints": [pin()]}, "bodies.b", "no joint, spring or load "
                                                                            "touches this body"),
        ({"forces": [gd.Force("F", body="ground", force=(1, 0, 0))]}, "forces.F.body", "name a moving body"),
        ({"forces": [gd.Spring("S", between=("a", "a"), points=((0, 0, 0), (1, 0, 0)), stiffness=1)]}, "forces.S.between", "different"),
        ({"joints": [pin()], "drivers": [MOTOR, dataclasses.replace(MOTOR, name="other")]}, "drivers.other.joint",
         "'motor' drives the angle of joint 'A' already"),
        ({"joints": [pin()], "drivers": [dataclasses.replace(MOTOR, joint="B")]}, "drivers.motor.joint", "there is no joint 'B'"),
        ({"joints": [pin()], "forces": [gd.JointSpring("S", joint="A", stiffness="5 N/m")]}, "forces.S.stiffness", "wrong kind of unit"),
        ({"joints": [pin()], "hold": ("A.displacement",)}, "hold", "is neither a body nor a joint "
                                                                   "coordinate"),
        ({"plane": "zy"}, "plane", "unknown choice 'zy'"),
    ],
)  # fmt: skip
def test_parts_that_do_not_fit_together_are_refused_where_they_stand(parts, path, says):
    with pytest.raises(gd.InputError) as caught:
        gd.Mechanism(**{"bodies": [body()]} | parts)
    assert ".".join(caught.value.path) == path
    assert says in caught.value.message


def test_parts_are_found_by_name():
    made = gd.Mechanism(bodies=[body("a"), body("b")], joints=[pin(), pin("B", between=("a", "b"))])
    assert (made.body("b"), made.joint("B").between) == (made.bodies[1], ("a", "b"))
    for find in (made.body, made.joint):
        with pytest.raises(gd.InputError, match=r"^there is no (body|joint) 'Z'\."):
            find("Z")


def test_the_coordinate_of_a_driver_is_that_of_its_joint_or_the_one_it_names():
    sleeve = gd.Cylindrical("S", between=("ground", "a"), point=(0, 0, 0), axis=(0, 0, 1))
    made = gd.Mechanism(bodies=[body("a"), body("b")], joints=[sleeve, pin(between=("a", "b"))])
    assert made.coordinate(MOTOR) == "angle"
    assert (
        made.coordinate(dataclasses.replace(MOTOR, joint="S", coordinate="displacement"))
        == "displacement"
    )
    with pytest.raises(
        gd.InputError, match=r"^drivers\.motor\.coordinate: joint 'S' has several; say which"
    ):
        made.coordinate(dataclasses.replace(MOTOR, joint="S"))


# -- other joints ----------------------------------------------------------------------------------


def test_play_stops_and_bushings_make_a_mechanism_imperfect():
    ideal = gd.Mechanism(
        bodies=[body()],
        joints=[gd.Spherical("A", between=("ground", "a"), point=(0, 0, 0), radial_clearance=1e-4)],
    )
    hinge = gd.Mechanism(bodies=[body()], joints=[pin()])
    made = {
        "ideal": ideal,
        "clearance": ideal.with_fit("A", gd.Clearance(contact=HERTZ)),
        "play": ideal.with_fit("A", gd.Mixed(radial=gd.Play(contact=HERTZ))),
        "bushing": ideal.with_fit("A", gd.Bushing(radial=1e5)),
        "stops": hinge.with_stops("A", gd.Stop(upper=1.0, contact=HERTZ)),
    }
    assert [name for name, mechanism_ in made.items() if not mechanism_.imperfect] == ["ideal"]


def test_with_fit_changes_one_joint_and_leaves_the_original():
    ideal = gd.library("four-bar")
    fit = gd.Clearance(contact=HERTZ, friction=RUBBING)
    loose = ideal.with_fit("C", fit)
    assert loose.joint("C").fit is fit
    assert [joint.name for joint in loose.joints if joint.fit != gd.Ideal()] == ["C"]
    assert all(joint.fit == gd.Ideal() for joint in ideal.joints)


def test_with_fit_refuses_what_is_no_fit():
    with pytest.raises(gd.InputError, match=r"^joints\.C\.fit: expected a fit such as Ideal\(\)"):
        gd.library("four-bar").with_fit("C", HERTZ)


def test_with_fit_refuses_an_unknown_joint():
    with pytest.raises(gd.InputError, match="there is no joint 'Z'"):
        gd.library("four-bar").with_fit("Z", gd.Ideal())
