import numpy as np
import pytest

import gudgeon as gd
from gudgeon.model.exchange.mjcf import read_mjcf
from gudgeon.model.exchange.xml_tree import parse_xml

BOX = '<geom type="box" size="0.1 0.2 0.3" contype="0"/>'


def read(body, more="", head="", configuration=None):
    text = f'<mujoco model="own">{head}<worldbody>\n{body}</worldbody>{more}</mujoco>'
    return read_mjcf(
        parse_xml(text, "own.xml"), "own.xml", "own", configuration or {}, False, False
    )


@pytest.mark.parametrize(
    ("geom", "mass", "moments"),
    [
        ('type="box" size="0.1 0.2 0.3"', 48.0, (2.08, 1.6, 0.8)),
        ('size="0.1"', 4 / 3 * np.pi, (4 / 3 * np.pi * 4e-3,) * 3),
        ('type="cylinder" size="0.1 0.5"', 10 * np.pi, (10 * np.pi * 1.03 / 12,) * 2 + (np.pi / 20,)),
        ('type="ellipsoid" size="0.1 0.2 0.3" mass="5"', 5.0, (0.13, 0.1, 0.05)),
    ],
)  # fmt: skip
def test_masses_of_geoms_are_those_of_solids(geom, mass, moments):
    """Volume times 1000 kg/m^3 and the moments of textbooks; capsules are compared with MuJoCo."""
    (body,) = read(f'<body name="a"><joint/><geom {geom}/></body>').mechanism.bodies
    assert body.mass == pytest.approx(mass)
    assert np.diag(body.inertia) == pytest.approx(moments)


@pytest.mark.parametrize(
    ("joint", "cls"),
    [
        ("<joint/>", gd.Revolute), ('<joint type="slide"/>', gd.Translational), ('<joint type="ball"/>', gd.Spherical),
        ('<joint axis="1 0 0"/><joint axis="0 1 0"/>', gd.Universal), ('<joint/><joint type="slide"/>', gd.Cylindrical),
    ],
)  # fmt: skip
def test_kinds_of_joints(joint, cls):
    (made,) = read(f'<body name="a">{joint}{BOX}</body>').mechanism.joints
    assert type(made) is cls


def test_a_free_body_has_no_joint_and_one_without_joints_is_welded():
    free = read(f'<body name="a"><freejoint/>{BOX}<body name="b">{BOX}</body></body>').mechanism
    assert not free.joints
    (body,) = free.bodies
    assert body.mass == pytest.approx(96)


def test_ranges_are_stops_and_angles_are_degrees_unless_told():
    body = f'<body name="a"><joint name="j" range="-90 45" ref="-45"/>{BOX}</body>'
    (stop,) = read(body).mechanism.joints[0].stops
    assert (stop.lower, stop.upper) == pytest.approx((-np.pi / 4, np.pi / 2))
    (stop,) = (
        read(body.replace("-90 45", "-1 2").replace("-45", "0"), head='<compiler angle="radian"/>')
        .mechanism.joints[0]
        .stops
    )
    assert (stop.lower, stop.upper) == (-1, 2)
    assert not read(body.replace("ref=", 'limited="false" ref=')).mechanism.joints[0].stops


def test_springs_dampers_and_friction():
    text = '<joint name="j" stiffness="3" springref="90" damping="0.2" frictionloss="0.1"/>'
    spring, rub = read(f'<body name="a">{text}{BOX}</body>').mechanism.forces
    assert (spring.stiffness.slope, spring.damping.slope) == (3, 0.2)
    assert spring.free_position == pytest.approx(np.pi / 2)
    assert rub.magnitude(1.0)[0] == -0.1


def test_classes_give_what_an_element_does_not():
    head = (
        '<default><joint damping="1"/><default class="stiff"><joint stiffness="5"/>'
        '<default class="both"><joint damping="2"/></default></default></default>'
    )
    body = f'<body name="a" childclass="stiff"><joint name="j"/>{BOX}<body name="b"><joint name="k" class="both"/>{BOX}</body></body>'
    first, second = read(body, head=head).mechanism.forces
    assert (first.stiffness.slope, first.damping.slope) == (5, 1)
    assert (second.stiffness.slope, second.damping.slope) == (5, 2)


def test_ties_close_loops():
    body = f'<body name="a"><joint/>{BOX}</body><body name="b" pos="1 0 0"><joint/>{BOX}</body>'
    more = '<equality><connect body1="a" body2="b" anchor="0.5 0 0"/><weld name="w" body1="a"/><joint/></equality>'
    found = read(body, more)
    _, _, tie, weld = found.mechanism.joints
    assert (type(tie), tie.between, tie.point) == (gd.Spherical, ("b", "a"), (0.5, 0, 0))
    assert (type(weld), weld.name, weld.between) == (gd.Rigid, "w", ("ground", "a"))
    assert "<joint> of the equalities is left out" in found.lost[0].text


def test_what_is_not_understood_is_named():
    body = (
        '<light/><body name="a"><joint armature="1"/><geom size="0.1"/><site/><composite/></body>'
    )
    found = read(body, "<actuator/><sensor/><tendon/>")
    words = {"armature", "bodies", "<composite>", "<actuator>", "<tendon>"}
    assert {note.text.split(" ")[0] for note in found.lost} == words
    assert len(found.notes) == 8


def test_gravity_is_that_of_the_file():
    assert read(
        f'<body name="a"><joint/>{BOX}</body>', head='<option gravity="1 2 3"/>'
    ).mechanism.gravity == (1, 2, 3)


@pytest.mark.parametrize(
    ("body", "words"),
    [
        ('<body name="a"><joint type="screw"/></body>', "has the type 'screw'"),
        ('<body name="a"><joint axis="0 0 0"/></body>', "its axis has no direction"),
        (f'<body name="a"><joint class="x"/>{BOX}</body>', "names the class 'x'"),
        (f'<body name="a"><joint/><joint/>{BOX}</body>', "neither a cross nor a sleeve"),
        ('<body name="a"><joint/><geom type="box" size="1 2"/></body>', "size must be 3 numbers"),
        ('<body name="a"><joint/><geom type="box" size="1 2 -3"/></body>', "is not > 0"),
        ('<body name="a"><joint/><geom type="hfield" size="1"/></body>', "which has no mass"),
        ('<body name="a"><joint/><geom mesh="m"/></body>', "names the mesh 'm'"),
        (
            '<body name="a"><joint/><inertial mass="-1" diaginertia="1 1 1"/></body>',
            "has a mass of -1",
        ),
        (f'<body name="a" quat="0 0 0 0"><joint/>{BOX}</body>', "its quat is zero"),
        (
            f'<body name="a"><joint/>{BOX}</body><body name="a"><joint/>{BOX}</body>',
            "is given twice",
        ),
        ("", "nothing in it moves"),
    ],
)
def test_models_that_cannot_be_are_refused_in_one_sentence(body, words):
    with pytest.raises(gd.InputError, match=words) as caught:
        read(body)
    assert "own.xml" in str(caught.value)


def test_other_files_are_not_included():
    with pytest.raises(gd.InputError, match="includes another file"):
        read("", '<include file="/etc/hostname"/>')


def test_a_file_that_is_neither_is_refused(tmp_path):
    path = tmp_path / "own.xml"
    path.write_text("<html/>")
    with pytest.raises(gd.InputError, match="neither URDF nor MJCF"):
        gd.import_model(path)
