"""Settings as of --set: one value of a tree changed."""

import copy

import pytest
from hypothesis import given
from hypothesis import strategies as st

import gudgeon as gd
from gudgeon.model import files
from tests.support.model_files import CRANK, MODEL, answers


@pytest.mark.parametrize(
    ("setting", "read"),
    [
        ("bodies.crank.mass=5 g", lambda m: m.bodies[0].mass == 0.005),
        ("gravity.2=-1.62", lambda m: m.gravity == (0, 0, -1.62)),
        ("bodies.crank.velocity.0=3", lambda m: m.bodies[0].velocity == (3, 0, 0)),
        (
            "drivers.motor.motion.start=90 deg",
            lambda m: m.drivers[0].motion.start == pytest.approx(1.5707963267948966),
        ),
        (
            "drivers.motor.motion={law: constant, level: 1}",
            lambda m: m.drivers[0].motion == gd.Constant(1),
        ),
        ("forces.S.stiffness.slope=7", lambda m: m.forces[0].stiffness == gd.Linear(7)),
        ("forces.S.stiffness=7", lambda m: m.forces[0].stiffness == gd.Linear(7)),
        ("bodies.crank.inertia.radius=6 mm", lambda m: m.bodies[0].inertia == gd.Rod(0.1, 0.006)),
        ("joints.A.fit=ideal", lambda m: m.joints[0].fit == gd.Ideal()),
        ("duration=3", lambda m: m.duration == 3),
        ("name=x = y", lambda m: m.name == "x = y"),
        ('name="x = y"', lambda m: m.name == "x = y"),
        ('bodies."crank".mass=5 g', lambda m: m.bodies[0].mass == 0.005),
    ],
)
def test_a_setting_changes_one_value(setting, read):
    changed = files.set_values(CRANK, [setting])
    assert read(changed)
    assert not read(CRANK) or changed == CRANK


def test_a_name_with_an_equals_sign_stands_in_quotes_before_a_value():
    body = gd.Body("a=b", mass=1, inertia=(1, 1, 1))
    changed = files.set_values(gd.Mechanism(bodies=[body]), ['bodies."a=b".mass=0.2'])
    assert changed.bodies[0].mass == 0.2
    with pytest.raises(gd.InputError, match=r"expected PATH=VALUE"):
        files.set_values(changed, ['bodies."a=b.mass=0.2'])
    with pytest.raises(gd.InputError, match='Write "a=b", with the quotes'):
        files.set_values(changed, ["bodies.a=b.mass=0.2"])


def test_changing_the_kind_drops_what_the_new_kind_does_not_have():
    changed = files.set_values(
        CRANK,
        [
            "drivers.motor.motion.law=harmonic",
            "drivers.motor.motion.amplitude=1",
            "drivers.motor.motion.frequency=2 Hz",
        ],
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
        (
            "drivers.motor.motion.spead=1",
            "drivers.motor.motion.spead: there is no 'spead' here. Did you mean 'speed'?",
        ),
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


@given(
    st.text(max_size=40),
    st.sampled_from(
        ["", "bodies.crank.", "drivers.motor.motion.", "joints.A.", "forces.S.stiffness"]
    ),
)
def test_random_settings_give_a_message_or_a_mechanism(text, prefix):
    answers(lambda: files.set_values(CRANK, [prefix + text]))
