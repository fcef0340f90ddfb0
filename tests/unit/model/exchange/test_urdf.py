import random
from math import pi

import numpy as np
import pytest

import gudgeon as gd
from gudgeon.model.exchange.urdf import GRAVITY, read_urdf
from gudgeon.model.exchange.xml_tree import parse_xml
from tests.support.robots import random_robot, urdf

MASS = '<inertial><origin xyz="{at}"/><mass value="2"/><inertia ixx="0.1" iyy="0.2" izz="0.2"/></inertial>'


def link(name, at="0.5 0 0", more=""):
    return f'<link name="{name}">{MASS.format(at=at)}{more}</link>'


def joint(
    name="j",
    kind="revolute",
    parent="base",
    child="arm",
    more='<limit lower="-1" upper="2" effort="5"/>',
):
    return (
        f'<joint name="{name}" type="{kind}"><parent link="{parent}"/><child link="{child}"/>'
        f'<origin xyz="0 0 1" rpy="0 0 {pi / 2!r}"/><axis xyz="0 2 0"/>{more}</joint>'
    )


def read(*elements, configuration=None, free_base=False, source="own.urdf", meshes=False):
    text = "\n".join(['<robot name="own">', '<link name="base"/>', *elements, "</robot>"])
    return read_urdf(parse_xml(text, source), source, "own", configuration or {}, free_base, meshes)


def test_a_link_and_its_joint():
    found = read(link("arm"), joint())
    (body,), (hinge,) = found.mechanism.bodies, found.mechanism.joints
    assert (body.name, body.mass) == ("arm", 2.0)
    assert np.allclose(body.position, (0, 0.5, 1))
    assert np.allclose(body.inertia, np.diag([0.1, 0.2, 0.2]))
    assert (type(hinge), hinge.between) == (gd.Revolute, ("ground", "arm"))
    assert hinge.point == (0, 0, 1)
    assert np.allclose(hinge.axis, (-1, 0, 0))
    assert found.mechanism.gravity == GRAVITY
    assert not found.notes


def test_limits_are_stops_that_bear_the_effort():
    (hinge,) = read(link("arm"), joint()).mechanism.joints
    (stop,) = hinge.stops
    assert (stop.lower, stop.upper) == (-1, 2)
    assert stop.contact(0.01, 0.0, 1.0) == pytest.approx(5.0)


@pytest.mark.parametrize(
    ("kind", "cls"),
    [("continuous", gd.Revolute), ("prismatic", gd.Translational), ("planar", gd.Planar), ("spherical", gd.Spherical)],
)  # fmt: skip
def test_kinds_of_joints(kind, cls):
    (made,) = read(link("arm"), joint(kind=kind)).mechanism.joints
    assert type(made) is cls
    assert bool(made.stops) == (kind == "prismatic")


def test_a_floating_link_has_no_joint():
    found = read(
        link("arm"), link("hand"), joint(kind="floating"), joint("k", parent="arm", child="hand")
    )
    assert [made.name for made in found.mechanism.joints] == ["k"]


def test_damping_and_friction():
    """Friction is a moment against the motion, whatever its speed."""
    more = '<dynamics damping="0.3" friction="0.7"/>'
    damper, rub = read(link("arm"), joint(kind="continuous", more=more)).mechanism.forces
    assert damper.damping.slope == 0.3
    assert (rub.magnitude.over, rub.magnitude(1.0)[0], rub.magnitude(-1.0)[0]) == (
        "j.angle_rate",
        -0.7,
        0.7,
    )


def test_welded_links_are_one_body():
    """Two masses of 2 kg at x = 0.5 and 1.5 m: 4 kg at 1 m; about z 2 x (0.2 + 2 x 0.5^2)."""
    weld = '<joint name="w" type="fixed"><parent link="arm"/><child link="hand"/><origin xyz="1 0 0"/></joint>'
    (body,) = read(link("arm"), link("hand"), joint(), weld).mechanism.bodies
    assert (body.name, body.mass) == ("arm", 4.0)
    assert np.allclose(body.position, (0, 1, 1))
    assert np.allclose(body.inertia, np.diag([0.2, 1.4, 1.4]))


def test_links_at_the_end_without_mass_are_left_out():
    found = read(link("arm"), '<link name="tip"/>', joint(), joint("k", parent="arm", child="tip"))
    assert [body.name for body in found.mechanism.bodies] == ["arm"]
    assert "link 'tip' has no mass" in found.notes[0].text


def test_a_base_may_be_free():
    text = f'<robot name="own">{link("base")}{link("arm")}{joint()}</robot>'
    free = read_urdf(parse_xml(text, "own.urdf"), "own.urdf", "own", {}, True, False).mechanism
    assert [body.name for body in free.bodies] == ["base", "arm"]
    assert gd.check_model(free).dof == 7
    fixed = read_urdf(parse_xml(text, "own.urdf"), "own.urdf", "own", {}, False, False)
    assert [body.name for body in fixed.mechanism.bodies] == ["arm"]
    assert "is the ground; its mass is left out" in fixed.notes[0].text


def test_a_position_that_excludes_zero_starts_at_its_limit():
    limit = '<limit lower="-2" upper="-0.5" effort="5"/>'
    found = read(link("arm"), joint(more=limit))
    assert "starts at -0.5" in found.notes[0].text
    (stop,) = found.mechanism.joints[0].stops
    assert (stop.lower, stop.upper) == (-1.5, 0.0)
    assert not np.allclose(found.mechanism.bodies[0].position, (0, 0.5, 1))


def test_names_that_are_none_here_are_changed():
    found = read(link("arm.0/1"), joint("j.1", child="arm.0/1"))
    assert found.mechanism.bodies[0].name == "arm_0_1"
    assert found.mechanism.joints[0].name == "j_1"
    assert "is called 'arm_0_1' here" in found.notes[0].text
    (body,) = read(link("ground"), joint(child="ground")).mechanism.bodies
    assert body.name == "ground_link"


def test_what_is_not_understood_is_named_with_its_line():
    mimic = '<limit lower="-1" upper="1"/><mimic joint="k"/>'
    found = read(
        link("arm", more="<collision/><wobble/>"), joint(more=mimic), "<transmission/>", "<springs/>",
        link("hand"), joint("k", kind="revolute", child="hand", more=""),
        link("foot"), joint("m", child="foot", more='<limit effort="5"/>'),
        link("toe"), joint("n", child="toe", more='<limit lower="0" upper="0"/>'),
    )  # fmt: skip
    lost = [str(note) for note in found.lost]
    assert len(lost) == 6
    expected = (
        (3, "wobble"), (4, "should follow another"), (6, "springs"),
        (8, "no limits"), (10, "no limits"), (12, "both zero"),
    )  # fmt: skip
    for line, words in expected:
        assert any(note.startswith(f"own.urdf:{line}:") and words in note for note in lost), words
    assert len(found.notes) - len(found.lost) == 2


def test_a_joint_without_range_is_a_weld():
    found = read(
        link("arm"),
        joint(),
        link("hand"),
        joint("k", parent="arm", child="hand", more='<limit lower="1" upper="1"/>'),
    )
    assert len(found.mechanism.bodies) == 1
    assert "is a weld" in found.notes[0].text


def test_meshes_show_bodies_where_the_file_puts_them(tmp_path):
    """The mesh stands 0.1 m along z of its link, whose centre of mass is 0.5 m along x."""
    (tmp_path / "arm.stl").write_text(
        "solid\nfacet\nvertex 0 0 0\nvertex 1 0 0\nvertex 0 1 0\nendfacet\n"
    )
    visual = '<visual><origin xyz="0 0 0.1"/><geometry><mesh filename="{}" scale="2 2 2"/></geometry></visual>'
    shown = (
        visual.format("arm.stl") + visual.format("none.stl") + visual.format("x.dae") + "<visual/>"
    )
    (tmp_path / "x.dae").touch()
    found = read(link("arm", more=shown), joint(), source=str(tmp_path / "own.urdf"), meshes=True)
    (shape,) = found.shapes["arm"]
    assert shape.scale == (2, 2, 2)
    assert np.allclose(shape.origin, (-0.5, 0, 0.1))
    assert np.allclose(shape.axes, np.eye(3))
    assert len(found.notes) == 3 and not found.lost
    result = gd.simulate(found.mechanism, 0.01)
    page = result.report(tmp_path / "own.html", shapes=found.shapes)
    assert page.stat().st_size > 1000


def test_a_fit_makes_a_joint_loose(tmp_path):
    mechanism = read(link("arm"), joint(kind="continuous", more="")).mechanism
    sizes = {
        "radial_clearance": "0.1 mm",
        "bearing_radius": 0.01,
        "bearing_length": 0.02,
        "journal_length": 0.02,
    }
    loose = mechanism.with_values({f"joints.j.{name}": value for name, value in sizes.items()})
    fit = gd.Clearance(contact=gd.Flores(stiffness=1e9, restitution=0.9))
    assert len(gd.simulate(loose.with_fit("j", fit), 0.02).impacts) > 0


@pytest.mark.parametrize(
    ("elements", "words"),
    [
        ([link("arm"), joint(child="leg")], "own.urdf:4: joint 'j' names the link 'leg'"),
        ([link("arm"), joint(), joint("k")], "moves the link 'arm', which joint 'j' moves already"),
        ([link("arm"), link("arm"), joint()], "link 'arm' is given twice; first in line 3"),
        ([link("arm"), link("leg"), joint()], "link 'leg' is connected with nothing"),
        ([link("arm"), link("leg"), joint(parent="leg"), joint("k", parent="arm", child="leg")], "is in a circle"),
        ([joint(parent="base", child="base")], "go in a circle"),
        ([], "nothing in it moves"),
        ([link("arm"), joint(kind="twisting")], "has the type 'twisting'"),
        ([link("arm"), joint(more='<limit lower="2" upper="1"/>')], "leave no range: 2 to 1"),
        ([link("arm"), joint(more='<limit lower="a" upper="1"/>')], "lower must be a number, got 'a'"),
        ([link("arm"), joint(more='<axis xyz="0 0 0"/>')], "its axis has no direction"),
        ([link("arm"), joint(more='<dynamics damping="-1"/>')], "is negative"),
        ([link("arm", more=MASS.format(at="0 0 0")), joint()], "has several <inertial>"),
        (['<link name="arm"><inertial><mass value="-1"/></inertial></link>', joint()], "has a mass of -1 kg"),
        (['<link name="arm"><inertial><mass value="1"/></inertial></link>', joint()], "has no <inertia>"),
        (['<link name="arm"><inertial><mass value="1"/><inertia ixx="1" iyy="1" izz="9"/></inertial></link>', joint()],
         "is no body: no body has these moments"),
        (['<link name="arm"/>', link("hand"), joint(), joint("k", parent="arm", child="hand")], "has no mass"),
        (["<link/>"], "<link> has no name"),
    ],
)  # fmt: skip
def test_robots_that_cannot_be_are_refused_in_one_sentence(elements, words):
    with pytest.raises(gd.InputError, match=words) as caught:
        read(*elements)
    assert "\n" not in str(caught.value)
    assert "own.urdf" in str(caught.value)


@pytest.mark.parametrize(
    ("configuration", "words"),
    [({"elbow": 1.0}, "there is no joint 'elbow'"), ({"j": 5.0}, "starts at 5, beyond its limits")],
)
def test_positions_that_cannot_be_are_refused(configuration, words):
    with pytest.raises(gd.InputError, match=words):
        read(link("arm"), joint(), configuration=configuration)


@pytest.mark.parametrize("given", [5, {1: 2.0}, {"j": "x"}, ["j"]])
def test_a_configuration_names_joints_and_numbers(tmp_path, given):
    path = tmp_path / "own.urdf"
    path.write_text(urdf(random_robot(1, 2)), encoding="utf-8")
    with pytest.raises(gd.InputError):
        gd.import_model(path, given)


def test_damaged_robots_are_read_or_refused():
    known, chance, refused = urdf(random_robot(4, 6)), random.Random(7), 0
    for _ in range(200):
        text = list(known)
        for _ in range(chance.randrange(1, 6)):
            k = chance.randrange(len(text))
            text[k] = chance.choice(["", text[k] * 2, chance.choice('<>"/=-e.9')])
        try:
            root = parse_xml("".join(text), "own.urdf")
            read_urdf(root, "own.urdf", "own", {}, False, True)
        except gd.InputError as error:
            refused += 1
            assert "\n" not in str(error)
    assert refused > 50
