"""Model files: one to one with Python, lines in every message, and nothing hostile gets through."""

import copy
import json
import time
from functools import cache

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import gudgeon as gd
from gudgeon.model import files
from gudgeon.model.files import yaml
from gudgeon.model.files.json_schema import json_schema
from gudgeon.model.library import NAMES, library, library_fits
from tests.support.mechanisms import mechanisms

MODEL = """\
name: crank
gravity: [0, 0, -9.81]
bodies:
  crank: {mass: 20 g, inertia: {solid: rod, length: 10 cm, radius: 5 mm}, position: [50 mm, 0, 0]}
joints:
  A: {type: revolute, between: [ground, crank], point: [0, 0, 0], axis: [0, 1, 0], fit: ideal}
drivers:
  motor: {joint: A, motion: {law: constant-speed, speed: 300 rpm}}
forces:
  S: {type: joint-spring, joint: A, stiffness: 2, damping: {law: polynomial, coefficients: [0.1, 0.2]}}
"""

CRANK = gd.Mechanism(
    name="crank",
    gravity=(0, 0, -9.81),
    bodies=[gd.Body("crank", mass="20 g", inertia=gd.Rod("10 cm", "5 mm"), position=("50 mm", 0, 0))],
    joints=[gd.Revolute("A", between=("ground", "crank"), point=(0, 0, 0), axis=(0, 1, 0))],
    drivers=[gd.Driver("motor", joint="A", motion=gd.ConstantSpeed("300 rpm"))],
    forces=[gd.JointSpring("S", joint="A", stiffness=2, damping=gd.Polynomial((0.1, 0.2)))],
)


LIBRARY = {name: library(name) for name in NAMES} | {
    f"{name} {joint} {fit}": library(name, **{joint: fit}) for name in NAMES for joint, known in library_fits(name).items() for fit in known
}


# -- one to one ------------------------------------------------------------------------------------------------


def test_a_file_and_python_describe_the_same_mechanism(tmp_path):
    path = tmp_path / "crank.yaml"
    path.write_text(MODEL)
    assert files.read(path) == CRANK


def test_defaults_are_left_out_and_numbers_stay_short():
    tree = files.to_tree(CRANK)
    assert tree["joints"]["A"] == {"type": "revolute", "between": ["ground", "crank"], "point": [0, 0, 0], "axis": [0, 1, 0]}
    assert tree["forces"]["S"]["stiffness"] == 2
    assert list(tree) == ["name", "gravity", "bodies", "joints", "drivers", "forces"]


@pytest.mark.parametrize("mechanism", LIBRARY.values(), ids=LIBRARY)
def test_every_mechanism_of_the_library_survives_a_file(mechanism, tmp_path):
    files.write(mechanism, tmp_path / "model.yaml")
    assert files.read(tmp_path / "model.yaml") == mechanism


@given(mechanisms())
def test_any_mechanism_survives_a_file(mechanism):
    assert files.loads(files.dumps(mechanism)) == mechanism


def test_a_planar_mechanism_survives_a_file():
    bar = gd.Body("bar", mass=1, inertia=0.1, position=(0.5, 0), orientation=0.3, angular_velocity=2)
    pin = gd.Revolute("pin", between=("ground", "bar"), point=(0, 0))
    mechanism = gd.Mechanism(plane="xz", gravity=(0, -9.81), bodies=[bar], joints=[pin], hold=["bar", "pin.angle"])
    assert files.loads(files.dumps(mechanism)) == mechanism


def test_comments_and_empty_sections_are_allowed():
    assert files.loads(MODEL.replace("drivers:\n  motor", "# none\nhold: []\ndrivers:\n  motor")) == CRANK
    assert files.loads(MODEL.partition("drivers:")[0] + "drivers:\nforces:\n").drivers == ()


def test_numbers_of_yaml_1_2_are_numbers():
    text = MODEL.replace("mass: 20 g", "mass: 2e-2").replace("-9.81", "-981e-2")
    assert files.loads(text) == CRANK


def test_an_anchor_may_repeat_a_value():
    text = MODEL.replace("point: [0, 0, 0]", "point: &o [0, 0, 0]").replace("gravity: [0, 0, -9.81]\n", "") + "gravity: *o\n"
    assert files.loads(text).gravity == (0, 0, 0)


# -- laws of the user's own ------------------------------------------------------------------------------------

DRAG = '''
import math
import gudgeon as gd

@gd.law
class FileDrag(gd.Interaction):
    """Air drag."""

    coefficient: float = gd.param("c", "N*s^2/m^2", "drag coefficient", ge=0)

    @staticmethod
    def force(t, r, v, p, w, c):
        """F = -c |v| v"""
        s = c * math.sqrt(v[0] ** 2 + v[1] ** 2 + v[2] ** 2)
        return -s * v[0], -s * v[1], -s * v[2], 0.0, 0.0, 0.0
'''
WITH_DRAG = """\
bodies: {ball: {mass: 1, inertia: {solid: sphere, radius: 0.1}}}
forces:
  air: {type: custom-force, between: [ground, ball], points: [[0, 0, 0], [0, 0, 0]], law: {law: file-drag, coefficient: 0.3}}
"""


def test_a_law_of_the_users_own_is_known_after_its_file_was_named(tmp_path):
    (tmp_path / "drag.py").write_text(DRAG)
    (tmp_path / "ball.yaml").write_text(WITH_DRAG)
    mechanism = files.read(tmp_path / "ball.yaml", laws=[tmp_path / "drag.py"])
    assert mechanism.forces[0].law.coefficient == 0.3
    assert files.loads(files.dumps(mechanism)) == mechanism


def test_a_failing_file_of_laws_is_named_with_its_line(tmp_path):
    path = tmp_path / "bad.py"
    path.write_text("x = 1\ny = x / 0\n")
    with pytest.raises(gd.InputError, match=r"bad\.py:2: .*ZeroDivisionError"):
        files.load_laws(path)


def test_a_law_that_does_not_fit_its_family_is_refused(tmp_path):
    path = tmp_path / "bad.py"
    path.write_text(DRAG.replace("FileDrag", "BadDrag").replace("def force(t, r, v, p, w, c)", "def force(t, r, c)"))
    with pytest.raises(gd.InputError, match=r"bad\.py:\d+: .*must take \(t, r, v, p, w, c\)"):
        files.load_laws(path)


# -- messages --------------------------------------------------------------------------------------------------


def test_several_mistakes_are_told_at_once_with_their_lines():
    text = MODEL.replace("mass: 20 g", "mas: 20 g").replace("type: revolute", "type: revolut").replace("300 rpm", "300 rmp")
    with pytest.raises(gd.InputErrors) as caught:
        files.loads(text, "crank.yaml")
    assert [str(error) for error in caught.value.errors] == [
        "crank.yaml:4: bodies.crank.mas: unknown key 'mas'. Did you mean 'mass'?",
        "crank.yaml:6: joints.A.type: unknown type 'revolut'. Did you mean 'revolute'?",
        "crank.yaml:8: drivers.motor.motion.speed: unknown unit 'rmp'. Did you mean 'rpm'?",
    ]


def test_a_missing_key_says_what_it_is_and_in_which_unit():
    with pytest.raises(gd.InputError) as caught:
        files.loads(MODEL.replace(", speed: 300 rpm", ""), "crank.yaml")
    assert str(caught.value) == "crank.yaml:8: drivers.motor.motion.speed: is missing: rate of the coordinate [rad/s or m/s]."


def test_a_long_list_is_not_printed_in_full():
    text = MODEL.replace("point: [0, 0, 0]", f"point: {list(range(5000))}")
    with pytest.raises(gd.InputError, match="got 5000 numbers") as caught:
        files.loads(text)
    assert len(str(caught.value)) < 300


# -- settings --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("setting", "read"),
    [
        ("bodies.crank.mass=5 g", lambda m: m.bodies[0].mass == 0.005),
        ("gravity.2=-1.62", lambda m: m.gravity == (0, 0, -1.62)),
        ("bodies.crank.velocity.0=3", lambda m: m.bodies[0].velocity == (3, 0, 0)),
        ("drivers.motor.motion.start=90 deg", lambda m: m.drivers[0].motion.start == pytest.approx(1.5707963267948966)),
        ("drivers.motor.motion={law: constant, level: 1}", lambda m: m.drivers[0].motion == gd.Constant(1)),
        ("forces.S.stiffness.slope=7", lambda m: m.forces[0].stiffness == gd.Linear(7)),
        ("forces.S.stiffness=7", lambda m: m.forces[0].stiffness == gd.Linear(7)),
        ("bodies.crank.inertia.radius=6 mm", lambda m: m.bodies[0].inertia == gd.Rod(0.1, 0.006)),
        ("joints.A.fit=ideal", lambda m: m.joints[0].fit == gd.Ideal()),
        ("duration=3", lambda m: m.duration == 3),
        ("name=x = y", lambda m: m.name == "x = y"),
    ],
)
def test_a_setting_changes_one_value(setting, read):
    changed = files.set_values(CRANK, [setting])
    assert read(changed)
    assert not read(CRANK) or changed == CRANK


def test_changing_the_kind_drops_what_the_new_kind_does_not_have():
    changed = files.set_values(
        CRANK, ["drivers.motor.motion.law=harmonic", "drivers.motor.motion.amplitude=1", "drivers.motor.motion.frequency=2 Hz"]
    )
    assert changed.drivers[0].motion == gd.Harmonic(1, 2)


def test_a_setting_does_not_touch_the_tree_it_is_given():
    tree = files.to_tree(CRANK)
    before = copy.deepcopy(tree)
    assert files.apply(tree, "gravity.0=1")["gravity"] == [1, 0, -9.81]
    assert tree == before


@pytest.mark.parametrize(
    ("setting", "message"),
    [
        ("bodies.crnk.mass=1", "bodies.crnk: there is no 'crnk' here. Did you mean 'crank'?"),
        ("bodies.crank.mas=1", "bodies.crank.mas: there is no 'mas' here. Did you mean 'mass'?"),
        ("body.crank.mass=1", "body: there is no 'body' here. Did you mean 'bodies'?"),
        ("drivers.motor.motion.spead=1", "drivers.motor.motion.spead: there is no 'spead' here. Did you mean 'speed'?"),
        ("joints.A.fit=ideel", "joints.A.fit.type: unknown type 'ideel'. Did you mean 'ideal'?"),
        ("gravity.3=1", "gravity: has components 0 to 2, not '3'"),
        ("bodies.crank.mass.x=1", "bodies.crank.mass: has no parts, not 'x'"),
        ("bodies.crank.mass=-1", "bodies.crank.mass: must be > 0 [kg], got -1."),
        ("bodies.crank=5", "bodies.crank: expected a mapping, got 5."),
        ("duration=[1", "is not valid YAML"),
        ("duration", "expected PATH=VALUE"),
        ("=3", "expected PATH=VALUE"),
        ("", "expected PATH=VALUE"),
        ("...=3", "there is no '' here"),
    ],
)
def test_a_wrong_setting_is_quoted_in_the_message(setting, message):
    with pytest.raises(gd.InputError) as caught:
        files.set_values(CRANK, [setting])
    assert str(caught.value).startswith(f"--set {setting}")
    assert message in str(caught.value)


def test_an_error_names_the_setting_or_the_line_that_is_to_blame(tmp_path):
    path = tmp_path / "crank.yaml"
    path.write_text(MODEL.replace("20 g", "-20 g"))
    with pytest.raises(gd.InputErrors) as caught:
        files.read(path, settings=["forces.S.stiffness=soft"])
    first, second = caught.value.errors
    assert (first.location, second.location) == (f"{path}:4", "--set forces.S.stiffness=soft")


# -- hostile input ---------------------------------------------------------------------------------------------


def bomb(levels: int = 12, width: int = 10) -> str:
    """Return a few hundred bytes of YAML that mean ``width ** levels`` entries."""
    rows = ["a0: &a0 [" + ", ".join(["x"] * width) + "]"]
    rows += [f"a{k}: &a{k} [" + ", ".join([f"*a{k - 1}"] * width) + "]" for k in range(1, levels)]
    return "\n".join(rows)


def test_a_small_file_that_means_billions_of_entries_is_refused_at_once():
    start = time.perf_counter()
    with pytest.raises(gd.InputError, match="aliases repeat more than"):
        files.loads(bomb(), "bomb.yaml")
    assert time.perf_counter() - start < 2  # expanding it would take hours


def test_an_alias_that_contains_itself_is_refused():
    with pytest.raises(gd.InputError, match="contains itself"):
        files.loads("a: &a [*a]", "loop.yaml")


def test_deep_nesting_is_refused():
    with pytest.raises(gd.InputError, match="nested too deeply"):
        files.loads("a: " + "[" * 20_000, "deep.yaml")


def test_a_huge_file_is_not_even_parsed(tmp_path):
    path = tmp_path / "huge.yaml"
    path.write_bytes(b"# " + b"x" * yaml.MAX_BYTES)
    with pytest.raises(gd.InputError, match="larger than 4 MB"):
        files.read(path)


@given(st.binary(max_size=300))
def test_random_bytes_give_a_message_or_a_mechanism(tmp_path_factory, data):
    path = tmp_path_factory.getbasetemp() / "random.yaml"
    path.write_bytes(data)
    answers(lambda: files.read(path))


@given(st.text(st.sampled_from("ab:-?{}[],&*!|>'\"%@`# \n\t0.~e"), max_size=60))
def test_random_yaml_syntax_gives_a_message_or_a_mechanism(text):
    answers(lambda: files.loads(text))


@given(st.text(max_size=40), st.sampled_from(["", "bodies.crank.", "drivers.motor.motion.", "joints.A.", "forces.S.stiffness"]))
def test_random_settings_give_a_message_or_a_mechanism(text, prefix):
    answers(lambda: files.set_values(CRANK, [prefix + text]))


WORDS = ["name", "type", "law", "solid", "box", "mass", "crank", "ground", "A", "revolute", "ideal", "xy", "1 mm", "3 kg", ".", "é", ""]
junk = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.sampled_from(WORDS) | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.sampled_from(WORDS) | st.text(max_size=5), inner, max_size=4),
    max_leaves=8,
)


@given(st.dictionaries(st.sampled_from(["bodies", "joints", "drivers", "forces", "gravity", "plane", "hold", "x"]), junk, max_size=5))
def test_random_trees_give_a_message_or_a_mechanism(tree):
    answers(lambda: files.from_tree(tree))


@settings(max_examples=300)
@given(st.sampled_from(sorted(LIBRARY)), st.data())
def test_a_good_tree_with_junk_in_one_place_gives_a_message_or_a_mechanism(name, data):
    tree = files.to_tree(LIBRARY[name])
    node = tree
    while True:
        keys = sorted(node) if isinstance(node, dict) else list(range(len(node)))
        key = data.draw(st.sampled_from(keys))
        if not isinstance(node[key], (dict, list)) or not node[key] or data.draw(st.booleans()):
            break
        node = node[key]
    node[key] = data.draw(junk)
    answers(lambda: files.from_tree(tree))


def answers(call):
    """Let ``call`` return a mechanism or raise an InputError with a message; anything else is a failure."""
    try:
        assert isinstance(call(), gd.Mechanism)
    except gd.InputError as error:
        assert str(error).strip()


# -- JSON Schema -----------------------------------------------------------------------------------------------


@cache
def validator():
    """Return a validator of the schema, or skip where the package for it is not installed."""
    jsonschema = pytest.importorskip("jsonschema")
    jsonschema.Draft202012Validator.check_schema(json_schema())
    return jsonschema.Draft202012Validator(json_schema())


@pytest.mark.parametrize("mechanism", LIBRARY.values(), ids=LIBRARY)
def test_the_schema_accepts_every_mechanism_of_the_library(mechanism):
    assert [error.message for error in validator().iter_errors(files.to_tree(mechanism))] == []


@settings(max_examples=30)
@given(mechanisms())
def test_the_schema_accepts_any_mechanism(mechanism):
    assert validator().is_valid(json.loads(json.dumps(files.to_tree(mechanism))))


def test_the_schema_accepts_units_and_short_forms():
    assert validator().is_valid(yaml.parse(MODEL)[0])


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("gravity", "gravty"),
        ("mass:", "mas:"),
        ("type: revolute", "type: revolut"),
        ("law: constant-speed", "law: constant-sped"),
        ("solid: rod", "solid: rodd"),
        ("between: [ground, crank]", "between: [ground]"),
        ("point: [0, 0, 0]", "point: [0, 0, 0, 0]"),
        ("mass: 20 g", "mass: -1"),
        ("mass: 20 g", "mass: heavy"),
        ("fit: ideal", "fit: ideel"),
        ("joint: A, motion", "motion"),
    ],
)
def test_the_schema_refuses_mistakes(old, new):
    assert MODEL.count(old) >= 1
    assert not validator().is_valid(yaml.parse(MODEL.replace(old, new, 1))[0])


def test_the_schema_explains_keys_with_their_units():
    body = json_schema()["$defs"]["body"]["properties"]
    assert body["position"]["description"] == "centre of mass, global, at t = 0 [m]"
