"""Bushings, stops and films in model files and settings."""

import math

import pytest
from click.testing import CliRunner

import gudgeon as gd
from gudgeon.cli.main import main
from gudgeon.model import files
from gudgeon.model.files import yaml

MODEL = """\
bodies:
  rod: {mass: 1, inertia: [1, 1, 1]}
  wheel: {mass: 1, inertia: [1, 1, 1]}
joints:
  A:
    type: cylindrical
    between: [ground, rod]
    point: [0, 0, 0]
    axis: [0, 0, 1]
    fit:
      type: bushing
      radial: 1 kN/mm
      axial: {force: 2e3, damping: 50 N*s/m, preload: 10 N, offset: 1 mm, unilateral: true}
      torsion:
        force: {law: table, deflections: [-10 deg, 0, 20 deg], forces: [-1, 0, 5]}
    stops:
      - coordinate: displacement
        lower: -5 mm
        upper: 7 mm
        contact: {law: hertz, stiffness: 1e8}
        bushing: 1e5
        thickness: 1 mm
        blend: 10 um
      - coordinate: angle
        upper: 400 deg
        contact: {law: hertz, stiffness: 1e3}
  B:
    type: revolute
    between: [rod, wheel]
    point: [0, 0, 0]
    axis: [0, 0, 1]
    bearing_radius: 10 mm
    radial_clearance: 50 um
    bearing_length: 20 mm
    journal_length: 19 mm
    fit:
      type: lubricated
      film: {law: short-bearing, viscosity: 40 cP}
      contact: {law: hertz, stiffness: 1e10}
      e_1: 4 um
    stops: {lower: -90 deg, contact: {law: hertz, stiffness: 1e3}}
"""


def python() -> gd.Mechanism:
    """Return the mechanism of MODEL, written in Python."""
    point = {"point": (0, 0, 0), "axis": (0, 0, 1)}
    layer = {"bushing": 1e5, "thickness": 1e-3, "blend": "10 um"}
    sleeve = gd.Cylindrical(
        "A",
        between=("ground", "rod"),
        **point,
        fit=gd.Bushing(
            radial=1e6,
            axial=gd.Compliance(2e3, 50.0, preload=10.0, offset=1e-3, unilateral=True),
            torsion=gd.Compliance(gd.Table(("-10 deg", 0.0, "20 deg"), (-1.0, 0.0, 5.0))),
        ),
        stops=[
            gd.Stop("displacement", lower=-5e-3, upper=7e-3, contact=gd.Hertz(1e8), **layer),
            gd.Stop("angle", upper="400 deg", contact=gd.Hertz(1e3)),
        ],
    )
    hinge = gd.Revolute(
        "B",
        between=("rod", "wheel"),
        **point,
        bearing_radius=0.01,
        radial_clearance="50 um",
        bearing_length=0.02,
        journal_length=0.019,
        fit=gd.Lubricated(film=gd.ShortBearing(0.04), contact=gd.Hertz(1e10), e_1="4 um"),
        stops=gd.Stop(lower=-math.pi / 2, contact=gd.Hertz(1e3)),
    )
    bodies = [gd.Body(name, mass=1, inertia=(1, 1, 1)) for name in ("rod", "wheel")]
    return gd.Mechanism(bodies=bodies, joints=[sleeve, hinge])


def message(text: str, *settings: str) -> str:
    with pytest.raises(gd.InputError) as caught:
        files.loads(text, "model.yaml", settings)
    return str(caught.value)


def changed(old: str, new: str) -> str:
    assert MODEL.count(old) == 1, old
    return MODEL.replace(old, new)


def test_a_file_and_python_describe_the_same_joints():
    assert files.loads(MODEL) == python()


def test_what_is_written_is_read_again():
    assert files.loads(files.dumps(python())) == python()


def test_what_is_written_is_short():
    """A plain stiffness stands as a number, a single stop without a list, what has its default
    value not at all.
    """
    joints = files.to_tree(python())["joints"]
    assert joints["A"]["fit"]["radial"] == 1e6
    assert joints["A"]["fit"]["axial"] == {
        "force": 2000,
        "damping": 50,
        "preload": 10,
        "offset": 1e-3,
        "unilateral": True,
    }
    assert joints["A"]["stops"][0]["bushing"] == 100000
    assert joints["B"]["stops"] == {
        "coordinate": "angle",
        "lower": -math.pi / 2,
        "contact": {"law": "hertz", "stiffness": 1000},
    }
    assert "stops" not in files.to_tree(gd.library("four-bar"))["joints"]["A"]


# -- mistakes --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        (
            "radial: 1 kN/mm",
            "radial: 1 N*m/rad",
            "model.yaml:12: joints.A.fit.radial: '1 N*m/rad' has the wrong kind of unit",
        ),
        (
            "radial: 1 kN/mm",
            "radal: 1",
            "model.yaml:12: joints.A.fit.radal: unknown key 'radal'. Did you mean 'radial'?",
        ),
        (
            "force: 2e3, ",
            "",
            "model.yaml:13: joints.A.fit.axial.force: is missing: N/m or N m/rad, or force over "
            "displacement",
        ),
        (
            "50 N*s/m",
            "50 N*m*s/rad",
            "joints.A.fit.axial.damping: '50 N*m*s/rad' has the wrong kind of unit; expected "
            "[N*s/m]",
        ),
        (
            "unilateral: true",
            "unilateral: 1",
            "joints.A.fit.axial.unilateral: expected true or false, got 1",
        ),
        (
            "[-10 deg, 0, 20 deg]",
            "[-10 deg, 20 deg, 0]",
            "model.yaml:15: joints.A.fit.torsion.force.deflections: must increase",
        ),
        (
            "lower: -5 mm",
            "lower: -5 deg",
            "model.yaml:18: joints.A.stops.0.lower: '-5 deg' has the wrong kind of unit; expected "
            "[m]",
        ),
        (
            "lower: -5 mm",
            "lower: 9 mm",
            "model.yaml:19: joints.A.stops.0.upper: the range is reversed: lower is 0.009, upper "
            "is 0.007",
        ),
        (
            "coordinate: angle",
            "coordinate: angel",
            "model.yaml:24: joints.A.stops.1.coordinate: the joint has no coordinate 'angel'",
        ),
        (
            "thickness: 1 mm",
            "thicknes: 1 mm",
            "model.yaml:22: joints.A.stops.0.thicknes: unknown key 'thicknes'. Did you mean",
        ),
        ("        thickness: 1 mm\n", "", "joints.A.stops.0.thickness: is missing"),
        ("blend: 10 um", "blend: -1 um", "model.yaml:23: joints.A.stops.0.blend: must be >= 0"),
        (
            "e_1: 4 um",
            "e_1: 2 um",
            "model.yaml:40: joints.B.fit.e_1: must be larger than e_0 = 2.5e-06 m, but is 2e-06 m",
        ),
        (
            "e_1: 4 um",
            "e_1: 60 um",
            "model.yaml:40: joints.B.fit.e_1: a film of 6e-05 m is thicker than the gap",
        ),
        (
            "short-bearing",
            "shortbearing",
            "joints.B.fit.film.law: unknown law 'shortbearing'. Did you mean 'short-bearing'?",
        ),
        ("short-bearing", "hertz", "joints.B.fit.film.law: unknown law 'hertz'"),
        (
            "stops: {lower: -90 deg",
            "stops: {upper: -90 mm",
            "model.yaml:41: joints.B.stops.upper: '-90 mm' has the wrong kind of unit",
        ),
        (
            "stops: {lower: -90 deg, contact: {law: hertz, stiffness: 1e3}}",
            "stops: 5",
            "joints.B.stops: expected a mapping, got 5",
        ),
        (
            "stops: {lower: -90 deg, contact: {law: hertz, stiffness: 1e3}}",
            "stops: [5]",
            "joints.B.stops.0: expected a mapping, got 5",
        ),
    ],
)
def test_a_mistake_is_told_with_its_place(old, new, says):
    assert says in message(changed(old, new))


# -- settings --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("setting", "read"),
    [
        ("joints.A.fit.radial=5e5", lambda m: m.joint("A").fit.radial == gd.Compliance(5e5)),
        ("joints.A.fit.radial.damping=5", lambda m: m.joint("A").fit.radial == gd.Compliance(1e6, 5.0)),
        ("joints.A.fit.misalignment.force=5", lambda m: m.joint("A").fit.misalignment == gd.Compliance(5.0)),
        ("joints.A.fit.axial.force={law: polynomial, coefficients: [1, 0, 2]}",
         lambda m: m.joint("A").fit.axial.force == gd.Polynomial((1.0, 0.0, 2.0))),
        ("joints.A.fit=ideal", lambda m: m.joint("A").fit == gd.Ideal() and len(m.joint("A").stops) == 2),
        ("joints.A.stops.1.upper=1 rev", lambda m: m.joint("A").stops[1].upper == math.tau),
        ("joints.A.stops.0.bushing.damping=7", lambda m: m.joint("A").stops[0].bushing == gd.Compliance(1e5, 7.0)),
        ("joints.A.stops=[]", lambda m: m.joint("A").stops == ()),
        ("joints.B.stops.lower=-1 rad", lambda m: m.joint("B").stops[0].lower == -1.0),
        ("joints.B.stops.0.lower=-1 rad", lambda m: m.joint("B").stops[0].lower == -1.0),
        ("joints.B.stops.contact.stiffness=7", lambda m: m.joint("B").stops[0].contact == gd.Hertz(7.0)),
        ("joints.B.fit.film.viscosity=0.1", lambda m: m.joint("B").fit.film == gd.ShortBearing(0.1)),
        ("joints.B.fit.film.law=long-bearing", lambda m: type(m.joint("B").fit.film).__name__ == "LongBearing"),
        ("joints.B.fit.e_0=1 um", lambda m: m.joint("B").fit.e_0 == 1e-6),
    ],
)  # fmt: skip
def test_a_setting_changes_one_value(setting, read):
    assert not read(files.loads(MODEL))
    assert read(files.loads(MODEL, settings=[setting]))


@pytest.mark.parametrize(
    ("setting", "says"),
    [
        (
            "joints.A.stops.upper=1",
            "joints.A.stops: has parts 0 to 1; say which, or set the whole of it.",
        ),
        ("joints.A.stops.2.upper=1", "joints.A.stops: has parts 0 to 1"),
        ("joints.A.stops.0=1", "joints.A.stops: has parts 0 to 1"),
        (
            "joints.B.stops.uper=1",
            "joints.B.stops.0.uper: there is no 'uper' here. Did you mean 'upper'?",
        ),
    ],
)
def test_a_setting_without_a_place_is_refused(setting, says):
    assert says in message(MODEL, setting)


def test_a_joint_without_stops_has_none_to_change():
    assert "joints.A.stops: has no parts" in message(
        changed(MODEL[MODEL.index("    stops:\n") : MODEL.index("  B:\n")], ""),
        "joints.A.stops.upper=1",
    )


# -- oils ------------------------------------------------------------------------------------------


def test_a_viscosity_may_be_that_of_a_grade_or_a_table():
    by_grade = changed("40 cP", "{grade: ISO VG 46, temperature: 60 degC}")
    assert files.loads(by_grade).joint("B").fit.film == gd.ShortBearing(
        gd.viscosity("ISO VG 46", "60 degC")
    )
    table = changed(
        "40 cP", "{temperatures: [40, 100], viscosities: [40 cP, 6 cP], temperature: 70}"
    )
    assert files.loads(table).joint("B").fit.film == gd.ShortBearing(
        gd.viscosity_from_table((40, 100), (0.04, 0.006), 70)
    )


def test_the_temperature_of_an_oil_can_be_set():
    by_grade = changed("40 cP", "{grade: ISO VG 46, temperature: 60 degC}")
    hot = files.loads(by_grade, settings=["joints.B.fit.film.viscosity.temperature=80"])
    assert hot.joint("B").fit.film == gd.ShortBearing(gd.viscosity("ISO VG 46", 80))


@pytest.mark.parametrize(
    ("oil", "says"),
    [
        (
            "{grade: ISO VG 47, temperature: 60}",
            "model.yaml:38: joints.B.fit.film.viscosity.grade: unknown grade 'ISO VG 47'",
        ),
        (
            "{grade: ISO VG 46}",
            "model.yaml:38: joints.B.fit.film.viscosity.temperature: is missing: an oil is {grade",
        ),
        (
            "{grad: ISO VG 46, temperature: 6}",
            "joints.B.fit.film.viscosity.grad: unknown key 'grad'. Did you mean 'grade'?",
        ),
        (
            "{temperatures: 4, viscosities: 5, temperature: 4}",
            "joints.B.fit.film.viscosity.temperatures: expected a list of two",
        ),
        ("{grade: 46, temperature: [1]}", "joints.B.fit.film.viscosity.temperature: expected"),
        ("{}", "joints.B.fit.film.viscosity.grade: is missing"),
    ],
)
def test_an_oil_that_is_none_is_refused(oil, says):
    assert says in message(changed("40 cP", oil))


# -- the JSON Schema -------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def schema():
    jsonschema = pytest.importorskip("jsonschema")
    from gudgeon.model.files.json_schema import json_schema

    return jsonschema.Draft202012Validator(json_schema())


@pytest.mark.parametrize(
    "text",
    [
        MODEL,
        changed("40 cP", "{grade: ISO VG 46, temperature: 60}"),
        changed("unilateral: true", "unilateral: false"),
    ],
)
def test_the_schema_accepts_bushings_stops_and_films(schema, text):
    assert [error.message for error in schema.iter_errors(yaml.parse(text)[0])] == []


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("force: 2e3, ", ""),
        ("unilateral: true", "unilateral: 1"),
        ("radial: 1 kN/mm", "radial: [1]"),
        ("radial: 1 kN/mm", "radal: 1"),
        ("thickness: 1 mm", "thicknes: 1"),
        ("blend: 10 um", "blend: -1"),
        ("law: short-bearing", "law: threlfall"),
        ("stops: {lower: -90 deg, contact", "stops: {lower: -90 deg, kontact"),
        ("e_1: 4 um", "e_1: 0"),
    ],
)
def test_the_schema_refuses_mistakes(schema, old, new):
    assert not schema.is_valid(yaml.parse(changed(old, new))[0])


# -- the command line ------------------------------------------------------------------------------


def test_check_refuses_a_start_beyond_a_stop_at_its_line(tmp_path):
    path = tmp_path / "model.yaml"
    path.write_text(changed("lower: -90 deg", "lower: 10 deg"))
    outcome = CliRunner().invoke(main, ["check", str(path)])
    assert outcome.exit_code == 2, outcome.output
    assert f"{path}:41: joints.B.stops" in outcome.stderr
    assert "beyond its lower stop" in outcome.stderr
