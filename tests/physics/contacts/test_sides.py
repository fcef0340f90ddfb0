"""Sides of a rectangular guide with laws of their own: sliding, impact, layer, file, words and
refusals.
"""

import numpy as np
import pytest
from click.testing import CliRunner

import gudgeon as gd
from gudgeon.cli.main import main
from gudgeon.model.describe import of_joints
from gudgeon.model.files import yaml
from gudgeon.model.files.json_schema import json_schema
from gudgeon.plotting.joint_characteristic import cyclic_motions
from gudgeon.report.tables import tables_of
from gudgeon.simulation.diagnostics import static_warnings

MASS, G, SPEED = 0.8, 9.81, 2.0
HIGH, WIDE = 4e-4, 3e-4  # play above and below, and on each side [m]
FLOOR, SIDE = gd.Hertz(1e7, exponent=1.0), gd.Hertz(4e7, exponent=1.0)
ROUGH, SLICK = gd.Coulomb(0.3, v_1=1e-3), gd.Coulomb(0.05, v_1=1e-3)
BLOCK = {
    "local_points": ((0, 0, 0), (0, 0, 0)), "local_axes": ((0, 0, 1), (0, 0, 1)), "guide": "rectangular",
    "local_height_axes": ((1, 0, 0), (1, 0, 0)), "height": 0.03, "width": 0.02, "height_clearance": HIGH, "width_clearance": WIDE,
    "journal_length": 0.08,
}  # fmt: skip


def sliding(fit, gravity=(0.0, 0.0, 0.0), guide=None, **body):
    """Return a block in a channel of the ground along z, its height along x, its width along y,
    where it is described.
    """
    slider = gd.Body("slider", mass=MASS, inertia=(2e-4, 3e-4, 4e-4), **body)
    made = gd.Clearance(start="as-described", **fit)
    joint = gd.Translational(
        "J", between=("ground", "slider"), fit=made, **BLOCK, bearing_length=guide
    )
    return gd.Mechanism(gravity=gravity, bodies=[slider], joints=[joint])


def depth(load, law):
    """Return how deep a wall with two corners of half the law each at either end is pressed."""
    return load / (2 * law.stiffness)


@pytest.mark.parametrize(
    ("down", "aside"),
    [(1.0, 0.0), (0.0, 1.0), (0.6, 0.8)],
    ids=["on the floor", "on a side", "in the corner of both"],
)
def test_block_slows_down_with_the_friction_of_the_face_it_lies_on(down, aside):
    """m a = mu_floor N_floor + mu_side N_side, exactly: with linear contacts the pitching that
    friction begins leaves the sum of the loads.

    What is left are squares of the tilt, 1e-5, and of transverse over sliding speed, 1e-3.
    """
    loads = MASS * G * down, MASS * G * aside
    at = (
        -(HIGH + depth(loads[0], FLOOR)) * (down > 0),
        (WIDE + depth(loads[1], SIDE)) * (aside > 0),
        0,
    )
    fit = {"contact": FLOOR, "friction": ROUGH, "side_contact": SIDE, "side_friction": SLICK}
    model = sliding(fit, (-G * down, G * aside, 0), position=at, velocity=(0, 0, SPEED))
    result = gd.simulate(model, 5e-3, rtol=1e-10, atol=1e-13, output_step=5e-4)
    slowing = 0.3 * G * down + 0.05 * G * aside
    np.testing.assert_allclose(
        SPEED - result.body("slider").velocity[1:, 2], slowing * result.t[1:], rtol=1e-5
    )
    pressed = {
        label for label in result.joint("J").contacts if result.contact(label).normal_force.any()
    }
    words = {label.split()[-1] for label in pressed}
    assert words == {word for word, way in (("height", down), ("width", aside)) if way > 0}


@pytest.mark.parametrize(("place", "guide"), [("corner", None), ("mouth", 0.05)])
@pytest.mark.parametrize(
    ("laws", "expected"),
    [
        ({"friction": ROUGH}, (0.3, 0.3, 1e7)),
        ({"friction": ROUGH, "side_contact": SIDE}, (0.3, 0.3, 4e7)),
        ({"friction": ROUGH, "side_friction": gd.Coulomb(0.0)}, (0.3, 0.0, 1e7)),
        ({"side_friction": SLICK}, (0.0, 0.05, 1e7)),
    ],
    ids=["as the wall", "contact", "none on the sides", "on the sides alone"],
)
def test_sides_are_as_the_wall_unless_they_have_laws_of_their_own(laws, expected, place, guide):
    deep = 1e-6
    model = sliding(
        {"contact": FLOOR, **laws},
        guide=guide,
        position=(HIGH + deep, WIDE + deep, 0),
        velocity=(0, 0, SPEED),
    )
    result = gd.simulate(model, 1e-9, output_times=[0.0])
    wall, side = result.contact(f"J.{place} A++ height"), result.contact(f"J.{place} A++ width")
    ratios = [
        np.linalg.norm(contact.friction[0]) / contact.normal_force[0] for contact in (wall, side)
    ]
    assert (*ratios, 2 * side.normal_force[0] / deep) == pytest.approx(expected, rel=1e-9)


def test_bristles_of_the_sides_are_theirs_alone():
    model = sliding(
        {"contact": FLOOR, "side_friction": gd.Dahl(0.2, sigma_0=1e6)},
        position=(HIGH + 1e-6, WIDE + 1e-6, 0),
        velocity=(0, 0, SPEED),
    )
    result = gd.simulate(model, 1e-6, rtol=1e-9)
    assert np.linalg.norm(result.contact("J.corner A++ width").friction[-1]) > 0
    assert not result.contact("J.corner A++ height").friction.any()


@pytest.mark.parametrize(
    "layer",
    [{}, {"bushing": 1e4, "thickness": 1e-5, "blend": 1e-7}],
    ids=["hard", "behind a layer"],
)
@pytest.mark.parametrize(
    ("way", "restitution"), [((1.0, 0, 0), 0.9), ((0, 1.0, 0), 0.4)], ids=["floor", "side"]
)
def test_block_rebounds_with_the_restitution_of_the_face_it_hits(way, restitution, layer):
    """The rebound of a law with damping is known for any mass; an elastic layer gives back what
    it took, 1/2 k d^2 < 1e-4 of the energy.
    """
    laws = {
        "contact": gd.LankaraniNikravesh(1e9, 0.9),
        "side_contact": gd.LankaraniNikravesh(1e9, 0.4),
    }
    wanted = gd.LankaraniNikravesh(1e9, restitution).rebound()
    model = sliding({**laws, **layer}, velocity=tuple(0.3 * np.array(way)))
    first = gd.simulate(model, 5e-3, rtol=1e-9).impacts[0]
    assert first.departure_speed / 0.3 == pytest.approx(wanted, rel=1e-3 if layer else 1e-7)


# -- refusals and warnings -------------------------------------------------------------------------


@pytest.mark.parametrize(
    "law", [{"side_contact": SIDE}, {"side_friction": SLICK}], ids=["contact", "friction"]
)
@pytest.mark.parametrize("kind", ["ball", "bar", "point", "plane"])
def test_sides_are_refused_where_there_are_none(kind, law):
    fit = gd.Clearance(contact=FLOOR, **law)
    where = {
        "between": ("ground", "a"),
        "point": (0, 0, 0),
        "axis": (0, 0, 1),
        "radial_clearance": 1e-4,
        "fit": fit,
    }
    joint = {
        "ball": lambda: gd.Spherical("C", **where),
        "bar": lambda: gd.Translational("C", **where, guide="round"),
        "point": lambda: gd.Translational("C", **where),
        "plane": lambda: gd.Translational("C", **{**where, "point": (0, 0), "axis": (1, 0)}),
    }[kind]()
    planar = kind == "plane"
    with pytest.raises(
        gd.InputError,
        match=rf"^joints\.C\.fit\.{next(iter(law))}: only a Translational joint in space with a rectangular guide has sides; leave",
    ):
        gd.Mechanism(
            plane="xy" if planar else None,
            bodies=[gd.Body("a", mass=1, inertia=1.0 if planar else (1, 1, 1))],
            joints=[joint],
        )


@pytest.mark.parametrize(
    ("given", "says"),
    [
        ({"side_contact": SLICK}, r"side_contact: expected a contact law"),
        ({"side_friction": SIDE}, r"side_friction: expected a friction law"),
    ],
)
def test_laws_of_other_families_are_refused(given, says):
    with pytest.raises(gd.InputError, match=f"^{says}"):
        gd.Clearance(contact=FLOOR, **given)


def test_a_law_of_an_angle_is_refused():
    with pytest.raises(gd.InputError, match=r"^joints\.J\.fit\.side_contact"):
        sliding(
            {
                "contact": FLOOR,
                "side_contact": gd.ModifiedKelvinVoigt(1e7, restitution=0.8, v_0="0.1 rad/s"),
            }
        )


def test_warnings_look_at_the_law_of_the_sides():
    steel = gd.PereiraInternal.from_materials(
        E="207 GPa",
        nu=0.3,
        bearing_radius=0.0101,
        journal_radius=0.01,
        length=0.08,
        restitution=0.9,
    )
    found = static_warnings(sliding({"contact": FLOOR, "side_contact": steel}))
    assert any("the sides of a guide are flat; give side_contact" in sentence for sentence in found)
    (found,) = static_warnings(
        sliding(
            {
                "contact": gd.Hertz(1e12),
                "side_contact": gd.Hertz(1e7),
                "bushing": 1e6,
                "thickness": 1e-4,
                "blend": 1e-6,
            }
        )
    )
    assert "on the sides the hard contact behind the layer carries less" in found


def test_bench_goes_as_deep_into_a_side_as_its_own_law_lets_it():
    """A softer side is tilted farther into; up and down nothing changes."""
    stiff, soft = (
        cyclic_motions(sliding({"contact": FLOOR, "side_contact": law}), "J")
        for law in (FLOOR, gd.Hertz(1e5, exponent=1.0))
    )
    assert [swing.motion for swing in soft] == ["radial", "misalignment", "torsion"]
    assert soft[0] == stiff[0]
    assert soft[1].amplitude - soft[1].gap > 5 * (stiff[1].amplitude - stiff[1].gap)


# -- files, words, results -------------------------------------------------------------------------

FILE = """
gravity: [0, 9.81, -9.81]
duration: 0.02
bodies:
  slider: {mass: 0.4, inertia: [1e-4, 2e-4, 2e-4], velocity: [0.3, 0.05, 0]}
joints:
  D:
    type: translational
    between: [ground, slider]
    point: [0, 0, 0]
    axis: [1, 0, 0]
    guide: rectangular
    height_axis: [0, 0, 1]
    height: 30 mm
    width: 20 mm
    height_clearance: 0.1 mm
    width_clearance: 0.05 mm
    journal_length: 80 mm
    fit:
      type: clearance
      contact: {law: lankarani-nikravesh, stiffness: 1e9, restitution: 0.8}
      friction: {law: threlfall, mu_k: 0.1, v_1: 1 mm/s}
      side_contact: {law: lankarani-nikravesh, stiffness: 1e8, restitution: 0.3}
      side_friction: {law: dahl, mu_k: 0.05, sigma_0: 1e5}
"""


def test_a_file_gives_laws_to_the_sides_and_everything_says_them(tmp_path):
    jsonschema = pytest.importorskip("jsonschema")
    path = tmp_path / "slider.yaml"
    path.write_text(FILE)
    model = gd.read(path)
    assert model.joint("D").fit.side_friction == gd.Dahl(0.05, sigma_0=1e5)
    gd.write(model, tmp_path / "again.yaml")
    assert gd.read(tmp_path / "again.yaml") == model
    schema = jsonschema.Draft202012Validator(json_schema())
    assert not [*schema.iter_errors(yaml.parse(FILE)[0])]
    assert not schema.is_valid(
        yaml.parse(FILE.replace("side_friction: {law: dahl", "side_friction: {law: hertz"))[0]
    )
    (sentence,) = of_joints(model)
    assert "side contact lankarani-nikravesh (stiffness 1e+08" in sentence
    assert "side friction dahl (mu_k 0.05, sigma_0 100000" in sentence
    assert "side friction dahl (mu_k 0.05" in next(iter(tables_of(model)))["rows"][0][-1]
    outcome = CliRunner().invoke(
        main, ["check", str(path), "--set", "joints.D.fit.side_friction.mu_k=0.07"]
    )
    assert outcome.exit_code == 0 and "side friction dahl (mu_k 0.07" in outcome.output
    outcome = CliRunner().invoke(main, ["check", str(path), "--set", "joints.D.guide=held"])
    assert (
        outcome.exit_code == 2
        and "joints.D.fit.side_contact: only a Translational joint" in outcome.stderr
    )


def test_a_result_is_read_again_with_the_laws_of_its_sides(tmp_path):
    (tmp_path / "slider.yaml").write_text(FILE)
    result = gd.simulate(gd.read(tmp_path / "slider.yaml"), rtol=1e-8)
    result.save(tmp_path / "run.h5")
    again = gd.load(tmp_path / "run.h5")
    assert again.mechanism == result.mechanism
    touched = {row.contact for row in again.impacts}
    assert any(name.endswith("width") for name in touched) and any(
        name.endswith("height") for name in touched
    )
    again.report(tmp_path / "run.html")
    assert "side friction dahl" in (tmp_path / "run.html").read_text(encoding="utf-8")
