"""Wrong files and calls: each ends in one clear message that says where, with exit code 2 and no
traceback.
"""

import dataclasses
import os

import pytest
from click.testing import CliRunner

import gudgeon as gd
from gudgeon.cli.main import main
from gudgeon.model import files

MODEL = """\
name: slider-crank
gravity: [0, 0, -9.81]
duration: 0.01
bodies:
  crank:
    mass: 0.1
    inertia: [1e-4, 2e-4, 2e-4]
    position: [0.05, 0, 0]
  rod:
    mass: 0.2
    inertia: [1e-4, 2e-3, 2e-3]
    position: [0.2, 0, 0]
  slider:
    mass: 0.3
    inertia: {solid: box, size: [0.03, 0.03, 0.03]}
    position: [0.3, 0, 0]
joints:
  A: {type: revolute, between: [ground, crank], point: [0, 0, 0], axis: [0, 0, 1]}
  B: {type: spherical, between: [crank, rod], point: [0.1, 0, 0]}
  C:
    type: universal
    between: [rod, slider]
    point: [0.3, 0, 0]
    axes: [[0, 0, 1], [0, 1, 0]]
  D: {type: translational, between: [ground, slider], point: [0.3, 0, 0], axis: [1, 0, 0]}
drivers:
  motor: {joint: A, motion: {law: constant-speed, speed: 60 rpm}}
forces:
  push: {type: force, body: slider, force: [-1, 0, 0]}
  spring: {type: spring, between: [ground, slider], points: [[1, 0, 0], [0.3, 0, 0]], stiffness: 100}
"""


def gudgeon(*arguments: object):
    """Run the command line in this process."""
    return CliRunner().invoke(main, [str(argument) for argument in arguments])


def assert_refused(outcome, *fragments: str) -> None:
    """Demand exit code 2, one message with all fragments on standard error, nothing else."""
    assert outcome.exit_code == 2, (outcome.exit_code, outcome.output, outcome.exception)
    assert "Traceback" not in outcome.output
    assert outcome.stderr.count("Error: ") == 1
    for fragment in fragments:
        assert fragment in outcome.stderr


@dataclasses.dataclass
class Broken:
    """A model with ``new`` in the place of ``old``: the message names the line of ``at`` (or
    ``new``), ``path`` and ``says``.
    """

    id: str
    old: str
    new: str
    path: str
    says: str
    at: str = ""

    def text(self) -> str:
        """Return the broken file."""
        assert MODEL.count(self.old) >= 1, self.old
        return MODEL.replace(self.old, self.new, 1)

    def line(self) -> int:
        """Return the line that the message must name."""
        text = self.text()
        return text[: text.index(self.at or self.new)].count("\n") + 1


BROKEN = [
    # keys
    Broken("wrong key", "    mass: 0.1", "    weight: 0.1", "bodies.crank.weight", "unknown key 'weight'"),
    Broken("near-miss key", "    mass: 0.1", "    mas: 0.1", "bodies.crank.mas", "Did you mean 'mass'?"),
    Broken("near-miss section", "joints:", "joint:", "joint", "Did you mean 'joints'?"),
    Broken("wrong key of a joint", "axis: [0, 0, 1]", "axs: [0, 0, 1]", "joints.A.axs", "Did you mean 'axis'?"),
    Broken("wrong key of a law", "speed: 60 rpm", "spede: 60 rpm", "drivers.motor.motion.spede", "Did you mean 'speed'?"),
    Broken("key twice", "    mass: 0.2", "    mass: 0.2\n    mass: 0.3", "bodies.rod.mass", "is given twice", at="    mass: 0.3"),
    Broken("body twice", "  slider:\n", "  rod:\n", "bodies.rod", "is given twice", at="  rod:\n    mass: 0.3"),
    Broken("number as a key", "  rod:\n", "  7:\n", "bodies", "write '7' in quotes"),
    Broken("missing between", "between: [crank, rod], ", "", "joints.B.between", "is missing: first and second body", at="  B:"),
    Broken("missing type", "type: spherical, ", "", "joints.B.type", "is missing", at="  B:"),
    Broken("missing mass", "    mass: 0.1\n", "", "bodies.crank.mass", "give either mass", at="  crank:"),
    Broken("missing inertia", "    inertia: [1e-4, 2e-4, 2e-4]\n", "", "bodies.crank.inertia", "is missing", at="  crank:"),
    Broken("missing point", ", point: [0.1, 0, 0]", "", "joints.B.point", "give either point", at="  B:"),
    Broken("missing axis", ", axis: [0, 0, 1]", "", "joints.A.axis", "is missing", at="  A:"),
    # kinds and choices
    Broken("unknown joint", "type: spherical", "type: sferical", "joints.B.type", "Did you mean 'spherical'?"),
    Broken("unknown force", "type: spring", "type: rubber", "forces.spring.type", "Allowed: 'force'"),
    Broken("unknown law", "law: constant-speed", "law: constant-velocity", "drivers.motor.motion.law", "unknown law"),
    Broken("law of another family", "law: constant-speed, speed", "law: linear, slope", "drivers.motor.motion.law", "unknown law 'linear'"),
    Broken("unknown solid", "solid: box", "solid: brick", "bodies.slider.inertia.solid", "unknown solid"),
    Broken("unknown fit", "point: [0.1, 0, 0]", "point: [0.1, 0, 0], fit: loose", "joints.B.fit.type", "unknown type 'loose'"),
    Broken("unknown frame", "force: [-1, 0, 0]", "force: [-1, 0, 0], frame: world", "forces.push.frame", "unknown choice 'world'"),
    Broken("unknown plane", "duration: 0.01", "plane: xw", "plane", "unknown choice 'xw'"),
    # references
    Broken("missing body", "between: [crank, rod]", "between: [crank, road]", "joints.B.between", "Did you mean 'rod'?"),
    Broken("load on no body", "body: slider", "body: slyder", "forces.push.body", "Did you mean 'slider'?"),
    Broken("missing joint", "joint: A", "joint: E", "drivers.motor.joint", "there is no joint 'E'"),
    Broken("missing coordinate", "joint: A", "joint: A, coordinate: angel", "drivers.motor.coordinate", "Did you mean 'angle'?"),
    Broken("driven sphere", "joint: A", "joint: B", "drivers.motor.joint", "no free coordinate"),
    Broken("coordinate left open", "joint: A", "joint: C", "drivers.motor.coordinate", "has several; say which", at="  motor:"),
    Broken("body with itself", "between: [crank, rod]", "between: [rod, rod]", "joints.B.between", "two different bodies"),
    Broken("spring with itself", "[ground, slider], points", "[slider, slider], points", "forces.spring.between", "different"),
    Broken("three bodies", "between: [crank, rod]", "between: [crank, rod, slider]", "joints.B.between", "two names"),
    Broken("spring on one body", "between: [ground, slider], points", "between: [slider], points", "forces.spring.between", "two names"),
    Broken("load on ground", "body: slider", "body: ground", "forces.push.body", "name a moving body"),
    Broken("body called ground", "  rod:\n", "  ground:\n", "bodies.ground.name", "always there"),
    Broken("held nothing", "duration: 0.01", "hold: [crnk]", "hold", "Did you mean 'crank'?"),
    Broken("held number", "duration: 0.01", "hold: 7", "hold", "expected a list of names"),
    Broken("lonely body", "joints:", "  spare: {mass: 1, inertia: [1, 1, 1]}\njoints:", "bodies.spare", "no joint, spring", at="  spare"),
    Broken("no bodies", MODEL[MODEL.index("bodies:") :], "bodies: {}\n", "bodies", "at least one body"),
    # numbers
    Broken("unknown unit", "speed: 60 rpm", "speed: 60 rmp", "drivers.motor.motion.speed", "Did you mean 'rpm'?"),
    Broken("wrong kind of unit", "    mass: 0.1", "    mass: 0.1 mm", "bodies.crank.mass", "wrong kind of unit"),
    Broken("negative mass", "    mass: 0.1", "    mass: -0.1", "bodies.crank.mass", "must be > 0 [kg]"),
    Broken("zero mass", "    mass: 0.1", "    mass: 0", "bodies.crank.mass", "must be > 0 [kg]"),
    Broken("text for a number", "    mass: 0.1", "    mass: heavy", "bodies.crank.mass", "expected a number"),
    Broken("truth for a number", "    mass: 0.1", "    mass: true", "bodies.crank.mass", "expected a number"),
    Broken("nothing for a number", "position: [0.2, 0, 0]", "position:", "bodies.rod.position", "expected a number", at="position:\n"),
    Broken("not a number", "    mass: 0.1", "    mass: .nan", "bodies.crank.mass", "must be a finite number"),
    Broken("infinite", "[0.05, 0, 0]", "[.inf, 0, 0]", "bodies.crank.position", "must be a finite number"),
    Broken("overflow", "    mass: 0.1", "    mass: 1e999", "bodies.crank.mass", "must be a finite number"),
    Broken("too many components", "[0.05, 0, 0]", "[0.05, 0, 0, 0]", "bodies.crank.position", "got 4 numbers"),
    Broken("two components in space", "[0.05, 0, 0]", "[0.05, 0]", "bodies.crank.position", "three components are needed"),
    Broken("uneven rows", "[[1, 0, 0], [0.3, 0, 0]]", "[[1, 0, 0], [0.3, 0]]", "forces.spring.points", "differ in length"),
    Broken("triangle inequality", "[1e-4, 2e-4, 2e-4]", "[1e-4, 2e-4, 9e-4]", "bodies.crank.inertia", "exceeds the sum of the other two"),
    Broken("negative inertia", "[1e-4, 2e-4, 2e-4]", "[1e-4, -2e-4, 2e-4]", "bodies.crank.inertia", "must be > 0"),
    Broken("flat box", "size: [0.03, 0.03, 0.03]", "size: [0.03, 0, 0.03]", "bodies.slider.inertia.size", "must be > 0 [m]"),
    Broken("long quaternion", "position: [0.2, 0, 0]", "orientation: [1, 1, 0, 0]", "bodies.rod.orientation", "must have length 1"),
    Broken("zero axis", "axis: [0, 0, 1]", "axis: [0, 0, 0]", "joints.A.axis", "an axis needs a direction"),
    Broken("parallel cross", "[[0, 0, 1], [0, 1, 0]]", "[[0, 0, 1], [0, 0, 1]]", "joints.C.axes", "must be perpendicular"),
    Broken("negative stiffness", "stiffness: 100", "stiffness: -100", "forces.spring.stiffness", "must be >= 0"),
    Broken("spring without force", ", stiffness: 100", "", "forces.spring.stiffness", "give stiffness, damping or both", at="  spring:"),
    Broken("negative duration", "duration: 0.01", "duration: -1 s", "duration", "must be > 0 [s]"),
    Broken("falling table", "{law: constant-speed, speed: 60 rpm}", "{law: table, points: [0, 2, 1, 3], values: [0, 0, 0, 0]}",
           "drivers.motor.motion.points", "must increase"),
    # joints with clearance
    Broken("negative clearance", "[0.1, 0, 0]}", "[0.1, 0, 0], radial_clearance: -1 mm}", "joints.B.radial_clearance", "must be >= 0 [m]"),
    Broken("journal too big", "[0.1, 0, 0]}", "[0.1, 0, 0], bearing_radius: 9 mm, journal_radius: 1 cm}", "joints.B.journal_radius",
           "does not fit"),
    Broken("three that disagree", "[0.1, 0, 0]}", "[0.1, 0, 0], bearing_radius: 9 mm, journal_radius: 8 mm, radial_clearance: 2 mm}",
           "joints.B.radial_clearance", "give two of the three"),
    Broken("sizes of a cross", "type: universal", "type: universal\n    bearing_radius: 9 mm", "joints.C.bearing_radius", "unknown key",
           at="    bearing_radius"),
    Broken("fit without contact", "[0.1, 0, 0]}", "[0.1, 0, 0], fit: clearance}", "joints.B.fit.contact", "law of the normal force"),
    Broken("fit without clearance", "[0.1, 0, 0]}", "[0.1, 0, 0], fit: {type: clearance, contact: {law: hertz, stiffness: 1e9}}}",
           "joints.B.radial_clearance", "is missing", at="  B:"),
    Broken("loose cross", "type: universal", "type: universal\n    fit: {type: clearance, contact: {law: hertz, stiffness: 1e9}}",
           "joints.C.fit", "cannot have clearance", at="    fit:"),
    Broken("no stiffness", "[0.1, 0, 0]}", "[0.1, 0, 0], fit: {type: clearance, contact: {law: hertz, stiffness: 0}}}",
           "joints.B.fit.contact.stiffness", "must be > 0"),
    Broken("stiffness not a number", "[0.1, 0, 0]}", "[0.1, 0, 0], fit: {type: clearance, contact: {law: hertz, stiffness: .nan}}}",
           "joints.B.fit.contact.stiffness", "must be a finite number"),
    Broken("friction as contact", "[0.1, 0, 0]}", "[0.1, 0, 0], fit: {type: clearance, contact: {law: threlfall, mu_k: 1, v_1: 1}}}",
           "joints.B.fit.contact.law", "unknown law 'threlfall'"),
    Broken("no strips", "[0.1, 0, 0]}", "[0.1, 0, 0], fit: {type: clearance, contact: {law: hertz, stiffness: 1}, strips: 0}}",
           "joints.B.fit.strips", "must be >= 1"),
    # bushings, stops and films
    Broken("bushing of nothing", "[0.1, 0, 0]}", "[0.1, 0, 0], fit: bushing}", "joints.B.fit", "gives nowhere"),
    Broken("negative bushing", "[0.1, 0, 0]}", "[0.1, 0, 0], fit: {type: bushing, radial: -1}}", "joints.B.fit.radial", "must be >= 0"),
    Broken("pulled ball", "[0.1, 0, 0]}", "[0.1, 0, 0], fit: {type: bushing, axial: 1}}", "joints.B.fit.axial",
           "a Spherical joint cannot give in this motion"),
    Broken("twisted ball", "[0.1, 0, 0]}", "[0.1, 0, 0], fit: {type: bushing, torsion: 1}}", "joints.B.axis",
           "is missing: a bushing gives differently along and across its axis"),
    Broken("falling bushing", "[0.1, 0, 0]}",
           "[0.1, 0, 0], fit: {type: bushing, radial: {force: {law: table, deflections: [0, 2, 1], forces: [0, 1, 2]}}}}",
           "joints.B.fit.radial.force.deflections", "must increase from point to point"),
    Broken("preload of a distance", "[0.1, 0, 0]}", "[0.1, 0, 0], fit: {type: bushing, radial: {force: 1, preload: 1}}}",
           "joints.B.fit.radial.preload", "radial displacement is a distance from the centre"),
    Broken("stop range reversed", "axis: [0, 0, 1]}",
           "axis: [0, 0, 1], stops: {lower: 1, upper: -1, contact: {law: hertz, stiffness: 1}}}", "joints.A.stops.upper", "is reversed"),
    Broken("stop on nothing", "[0.1, 0, 0]}", "[0.1, 0, 0], stops: {upper: 1, contact: {law: hertz, stiffness: 1}}}",
           "joints.B.stops", "a Spherical joint has no coordinate"),
    Broken("stop in the wrong unit", "axis: [1, 0, 0]}",
           "axis: [1, 0, 0], stops: {upper: 30 deg, contact: {law: hertz, stiffness: 1}}}", "joints.D.stops.upper", "wrong kind of unit"),
    Broken("stop that starts behind", "axis: [1, 0, 0]}",
           "axis: [1, 0, 0], stops: {upper: -1 mm, contact: {law: hertz, stiffness: 1}}}", "joints.D.stops.0.upper", "beyond its upper"),
    Broken("negative blend", "axis: [1, 0, 0]}",
           "axis: [1, 0, 0], stops: {upper: 1, contact: {law: hertz, stiffness: 1}, bushing: 1, thickness: 1, blend: -1}}",
           "joints.D.stops.blend", "must be >= 0"),
    Broken("film in a slider", "axis: [1, 0, 0]}", "axis: [1, 0, 0], fit: {type: lubricated, film: {law: squeeze-film, viscosity: 1}}}",
           "joints.D.fit", "a Translational joint cannot be lubricated"),
    Broken("film without a gap", "[0.1, 0, 0]}",
           "[0.1, 0, 0], bearing_radius: 1, radial_clearance: 0, fit: {type: lubricated, film: {law: spherical-squeeze, viscosity: 1}}}",
           "joints.B.radial_clearance", "there is no room for a film"),
    Broken("film thicker than the gap", "[0.1, 0, 0]}", "[0.1, 0, 0], bearing_radius: 1, radial_clearance: 1 mm, "
           "fit: {type: lubricated, film: {law: spherical-squeeze, viscosity: 1}, e_1: 2 mm}}", "joints.B.fit.e_1", "thicker than the gap"),
    Broken("hand-over beyond the film", "[0.1, 0, 0]}", "[0.1, 0, 0], bearing_radius: 1, radial_clearance: 1 mm, fit: {type: lubricated, "
           "film: {law: spherical-squeeze, viscosity: 1}, contact: {law: hertz, stiffness: 1}, e_0: 3 um, e_1: 3 um}}",
           "joints.B.fit.e_1", "must be larger than e_0"),
    # structure
    Broken("list", MODEL[MODEL.index("  crank:") : MODEL.index("joints:")], "  - {mass: 1}\n", "bodies", "a mapping", at="bodies:"),
    Broken("text for a joint", "{type: spherical, between: [crank, rod], point: [0.1, 0, 0]}", "7", "joints.B", "a mapping", at="  B: 7"),
    Broken("number for a motion", "{law: constant-speed, speed: 60 rpm}", "6.28", "drivers.motor.motion", "expected a mapping"),
    # YAML
    Broken("tab", "  rod:\n    mass", "  rod:\n\tmass", "", "spaces, not with tabs", at="\tmass"),
    Broken("unclosed bracket", "axis: [0, 0, 1]}", "axis: [0, 0, 1}", "", "is not valid YAML"),
    Broken("python object", "name: slider-crank", "name: !!python/object/apply:os.system [ls]", "name", "is not allowed"),
    Broken("unknown tag", "    mass: 0.1", "    mass: !weight 0.1", "bodies.crank.mass", "the tag '!weight' is not allowed"),
    Broken("unknown alias", "    mass: 0.1", "    mass: *m", "", "undefined alias"),
    Broken("second document", "drivers:", "---\ndrivers:", "", "another document", at="---"),
]  # fmt: skip


def test_the_model_from_which_the_broken_ones_are_made_is_good(tmp_path):
    (tmp_path / "model.yaml").write_text(MODEL)
    assert files.read(tmp_path / "model.yaml").name == "slider-crank"


@pytest.mark.parametrize("broken", BROKEN, ids=lambda case: case.id)
def test_a_broken_file_is_refused_with_path_and_line(broken, tmp_path):
    path = tmp_path / "model.yaml"
    path.write_text(broken.text())
    where = f"{path}:{broken.line()}: " + (f"{broken.path}: " if broken.path else "")
    assert_refused(gudgeon("check", path), where, broken.says)


@pytest.mark.parametrize(
    ("content", "says"),
    [
        (b"", "it is empty"),
        (b"# nothing but a comment\n", "it is empty"),
        (b"just a sentence", "expected a mapping"),
        (b"- 1\n- 2\n", "expected a mapping"),
        (b"42", "expected a mapping"),
        (bytes(range(256)), "not a text file in UTF-8"),
        ("name: \xe9t\xe9\n".encode("latin-1"), "not a text file in UTF-8"),
        (b"\x89HDF\r\n\x1a\n\x00\x00", "not a text file in UTF-8"),
        (b"\x00\x01\x02", "is not valid YAML"),
        (b'{"bodies": {"a": ', "is not valid YAML"),
        (b"a: &a [x, x, x, x, x, x, x, x, x]\n" + b"".join(b"%c: &%c [%s]\n" % (k, k, b"*%c, " % (k - 1) * 9) for k in range(98, 110)),
         "aliases repeat"),
        (b"a: &a [*a]", "contains itself"),
        (b"[" * 5000, "nested too deeply"),
        (b"x" * 4_000_001, "larger than"),
    ],
)  # fmt: skip
def test_a_file_that_is_no_model_is_refused(content, says, tmp_path):
    path = tmp_path / "model.yaml"
    path.write_bytes(content)
    assert_refused(gudgeon("run", path), str(path), says)


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["run", "nowhere.yaml"], "nowhere.yaml: there is no such file"),
        (["check", "."], "cannot be read"),
        (["check", "four-bra"], "Did you mean 'four-bar'?"),
        (["run", "four-bar", "--set", "bodies.crnk.mass=1"], "Did you mean 'crank'?"),
        (
            ["run", "four-bar", "--set", "bodies.crank.mass=-1"],
            "--set bodies.crank.mass=-1: bodies.crank.mass: must be > 0",
        ),
        (["run", "four-bar", "--set", "bodies.crank.mass"], "expected PATH=VALUE"),
        (["run", "four-bar", "--set", "joints.C.fit=clearence"], "unknown fit 'clearence'"),
        (["run", "four-bar", "--set", "joints.B.fit=clearance"], "Joint 'C' has it."),
        (
            ["run", "four-bar", "--set", "joints.C.fit.friction.mu_k=1"],
            "there is none yet; set joints.C.fit.friction.law first",
        ),
        (
            [
                "run",
                "four-bar",
                "--set",
                "joints.C.fit=clearance",
                "--set",
                "joints.C.fit.friction.mu_k=1",
            ],
            "joints.C.fit.friction.law first",
        ),
        (
            [
                "run",
                "four-bar",
                "--set",
                "joints.C.radial_clearance=0",
                "--set",
                "joints.C.fit=clearance",
            ],
            "must be known and differ",
        ),
        (["run", "four-bar", "--contact-start", "guess"], "'guess' is not one of"),
        (["run", "four-bar", "--penetration-tolerance", "0"], "must be > 0 [m]"),
        (["run", "four-bar", "--penetration-tolerance", "1 s"], "wrong kind of unit"),
        (["run", "four-bar", "--duration", "0"], "must be > 0"),
        (["run", "four-bar", "--duration", "2 kg"], "wrong kind of unit"),
        (["run", "four-bar", "--duration", "nan"], "expected a number"),
        (["run", "four-bar", "--method", "euler"], "'euler' is not one of"),
        (["run", "four-bar", "--rtol", "small"], "--rtol': expected a number"),
        (["run", "four-bar", "--rtol", "0"], "--rtol': must be > 0"),
        (["run", "four-bar", "--rtol", "nan"], "--rtol': expected a number"),
        (["run", "four-bar", "--step", "1 ms"], "step: auto chooses its steps"),
        (["run", "four-bar", "--method", "rk4"], "step: rk4 needs a fixed step"),
        (["run", "four-bar", "--duration", "1e12", "--output-step", "1e-6"], "--output-step"),
        (
            ["run", "four-bar", "--laws", "nowhere.py"],
            "nowhere.py: expected an existing Python file",
        ),
        (["run", "four-bar", "--lawz", "x.py"], "--laws"),
        (["run"], "Missing argument"),
        (["rnu", "four-bar"], "'run'"),
        (["library", "fourbar"], "Did you mean 'four-bar'?"),
        (
            ["library", "four-bar", "--write", "nowhere/model.yaml"],
            "nowhere/model.yaml: cannot be written",
        ),
        (["laws", "harmonik"], "Did you mean 'harmonic'?"),
        (["schema", "--out", "nowhere/schema.json"], "nowhere/schema.json: cannot be written"),
        (["plot", "nowhere.h5", "A.force"], "nowhere.h5"),
    ],
)
def test_a_wrong_call_is_refused(arguments, says, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert_refused(gudgeon(*arguments), says)
    assert os.listdir(tmp_path) == []


@pytest.mark.parametrize(
    ("name", "content", "says"),
    [
        ("model.yaml", MODEL, "the file would be HDF5"),
        ("notes.txt", "do not lose me", "the file would be HDF5"),
        ("data.h5", "not HDF5 at all", "not a result of gudgeon"),
    ],
)
def test_a_file_that_is_no_result_is_not_overwritten(name, content, says, tmp_path):
    (tmp_path / name).write_text(content)
    assert_refused(
        gudgeon("run", "pendulum", "--duration", "0.01", "--out", tmp_path / name),
        name,
        says,
    )
    assert (tmp_path / name).read_text() == content


def test_an_unwritable_output_is_refused_before_the_run(tmp_path):
    assert_refused(
        gudgeon("run", "pendulum", "--out", tmp_path / "no" / "such" / "folder.h5"),
        "folder.h5",
        "there is no folder",
    )
    assert_refused(gudgeon("run", "pendulum", "--out", tmp_path), "it is a folder")


def test_a_folder_for_plots_that_cannot_be_made_is_refused_before_the_run(tmp_path):
    (tmp_path / "file").write_text("x")
    out = tmp_path / "out.h5"
    assert_refused(
        gudgeon("run", "pendulum", "--plots", tmp_path / "file" / "sub", "--out", out),
        "cannot be made",
    )
    assert not out.exists()


@pytest.mark.parametrize("command", ["check", "run"])
def test_contradicting_constraints_are_refused_naming_the_joints(command, tmp_path):
    """A bar 1 m long cannot be held at two points 3 m apart."""
    path = tmp_path / "model.yaml"
    path.write_text("""\
duration: 1
bodies:
  bar: {mass: 1, inertia: [0.1, 0.1, 0.1]}
joints:
  left: {type: spherical, between: [ground, bar], local_points: [[0, 0, 0], [-0.5, 0, 0]]}
  right: {type: spherical, between: [ground, bar], local_points: [[3, 0, 0], [0.5, 0, 0]]}
""")
    assert_refused(
        gudgeon(command, path, *(["--out", tmp_path / "x.h5"] if command == "run" else [])),
        str(path),
        "left",
        "right",
    )


BAR = {"mass": 1, "inertia": (0.1, 0.1, 0.1)}
PIN = {"between": ("ground", "bar"), "point": (0, 0, 0)}


@pytest.mark.parametrize(
    ("call", "path", "says"),
    [
        (lambda: gd.Body("bar"), "bodies.bar.inertia", "is missing"),
        (lambda: gd.Body("bar", **BAR, density=1), "bodies.bar.mass", "both are given"),
        (lambda: gd.Body("", **BAR), "bodies..name", "non-empty"),
        (lambda: gd.Body("a.b", **BAR), "bodies.a.b.name", "may not contain"),
        (lambda: gd.Body(3, **BAR), "bodies.3.name", "non-empty text"),
        (lambda: gd.Body("bar", mass=10**5000, inertia=1), "bodies.bar.mass", "finite"),
        (
            lambda: gd.Body("bar", mass=1, inertia=((1, 1, 0), (0, 1, 0), (0, 0, 1))),
            "bodies.bar.inertia",
            "symmetric",
        ),
        (
            lambda: gd.Body("bar", **BAR, orientation=((1, 0, 0), (0, 1, 0), (0, 0, -1))),
            "bodies.bar.orientation",
            "mirrors",
        ),
        (
            lambda: gd.Revolute("A", between="ab", point=(0, 0, 0)),
            "joints.A.between",
            "list of names",
        ),
        (
            lambda: gd.Spherical("A", between=("a", "a"), point=(0, 0, 0)),
            "joints.A.between",
            "two different bodies",
        ),
        (
            lambda: gd.Spherical("A", between=("a", 1), point=(0, 0, 0)),
            "joints.A.between",
            "list of names",
        ),
        (lambda: gd.Spherical("A", **PIN, fit="ideal"), "joints.A.fit", "expected a fit"),
        (
            lambda: gd.Spring("S", between=("ground",), points=((0, 0, 0), (1, 0, 0)), stiffness=1),
            "forces.S.between",
            "two names",
        ),
        (
            lambda: gd.Driver("D", joint=None, motion=gd.Constant(0)),
            "drivers.D.joint",
            "expected a text",
        ),
        (lambda: gd.Driver("D", joint="A", motion=6.28), "drivers.D.motion", "expected a signal"),
        (
            lambda: gd.Distance("L", between=("a", "b"), points=((0, 0, 0), (0, 0, 0))),
            "joints.L.points",
            "coincide",
        ),
        (lambda: gd.Mechanism(bodies=[gd.Body("bar", **BAR)] * 2), "bodies.bar", "used 2 times"),
        (lambda: gd.Mechanism(bodies=["bar"]), "bodies", "expected objects of type Body"),
        (lambda: gd.Mechanism(bodies=[gd.Body("bar", **BAR)], hold=3), "hold", "list of names"),
        (
            lambda: gd.Mechanism(
                plane="xy", bodies=[gd.Body("bar", **BAR)], joints=[gd.Cylindrical("C", **PIN)]
            ),
            "joints.C",
            "plane",
        ),
    ],
)
def test_a_wrong_description_in_python_is_refused_with_its_path(call, path, says):
    with pytest.raises(gd.InputError) as caught:
        call()
    assert ".".join(caught.value.path) == path
    assert says in str(caught.value)


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["run", "MODEL", "--out", "x.csv"], "'x.csv' is the name of a CSV file"),
        (["run", "MODEL", "--report", "x.pdf"], "let the name of --report end with .html"),
        (["modes", "governor", "--report", "x.csv"], "let the name of --report end with .html"),
        (["compare", "MODEL", "--joint", "A", "--report", "x.png"], "--report end with .html"),
        (
            ["sweep", "MODEL", "--vary", "bodies.rod.mass=1,2", "--csv", "x.html"],
            "let the name of --csv end with .csv",
        ),
        (
            [
                "monte-carlo",
                "MODEL",
                "--vary",
                "bodies.rod.mass=uniform(1, 2)",
                "--report",
                "x.svg",
            ],
            "let the name of --report end with .html",
        ),
    ],
    ids=lambda value: value[0] if isinstance(value, list) else "",
)
def test_a_name_that_says_another_format_is_refused_before_anything_runs(
    arguments, words, tmp_path, monkeypatch
):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "m.yaml").write_text(MODEL, encoding="utf-8")
    outcome = CliRunner().invoke(
        main, ["m.yaml" if word == "MODEL" else word for word in arguments]
    )
    assert outcome.exit_code == 2 and words in outcome.output
    assert "m.yaml" not in outcome.output and "result." not in outcome.output  # nor Python's words
    assert [file.name for file in tmp_path.iterdir()] == ["m.yaml"]


def test_an_option_that_is_wrong_is_not_looked_for_in_the_file(tmp_path, monkeypatch):
    """The same word may stand in the file; then it is told with its line."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "m.yaml").write_text(MODEL, encoding="utf-8")
    call = ["run", "m.yaml", "--out", "x.h5"]
    outcome = CliRunner().invoke(main, [*call, "--transient", "1 s"])
    assert outcome.exit_code == 2
    assert "Error: --transient: nothing would be left of the run" in outcome.output
    (tmp_path / "m.yaml").write_text(MODEL + "transient: 1 s\n", encoding="utf-8")
    outcome = CliRunner().invoke(main, call)
    assert outcome.exit_code == 2
    assert "Error: m.yaml:" in outcome.output
    assert " transient: nothing would be left of the run" in outcome.output
