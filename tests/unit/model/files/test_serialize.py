"""Descriptions as nested mappings and back, one to one."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import gudgeon as gd
from gudgeon.model import files
from tests.support.mechanisms import mechanisms
from tests.support.model_files import CRANK, LIBRARY, MODEL, answers


def test_defaults_are_left_out_and_numbers_stay_short():
    tree = files.to_tree(CRANK)
    assert tree["joints"]["A"] == {
        "type": "revolute",
        "between": ["ground", "crank"],
        "point": [0, 0, 0],
        "axis": [0, 1, 0],
    }
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
    bar = gd.Body(
        "bar", mass=1, inertia=0.1, position=(0.5, 0), orientation=0.3, angular_velocity=2
    )
    pin = gd.Revolute("pin", between=("ground", "bar"), point=(0, 0))
    mechanism = gd.Mechanism(
        plane="xz", gravity=(0, -9.81), bodies=[bar], joints=[pin], hold=["bar", "pin.angle"]
    )
    assert files.loads(files.dumps(mechanism)) == mechanism


def test_several_mistakes_are_told_at_once_with_their_lines():
    text = (
        MODEL.replace("mass: 20 g", "mas: 20 g")
        .replace("type: revolute", "type: revolut")
        .replace("300 rpm", "300 rmp")
    )
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
    assert (
        str(caught.value)
        == "crank.yaml:8: drivers.motor.motion.speed: is missing: rate of the coordinate [rad/s or "
        "m/s]."
    )


def test_a_long_list_is_not_printed_in_full():
    text = MODEL.replace("point: [0, 0, 0]", f"point: {list(range(5000))}")
    with pytest.raises(gd.InputError, match="got 5000 numbers") as caught:
        files.loads(text)
    assert len(str(caught.value)) < 300


WORDS = [
    "name",
    "type",
    "law",
    "solid",
    "box",
    "mass",
    "crank",
    "ground",
    "A",
    "revolute",
    "ideal",
    "xy",
    "1 mm",
    "3 kg",
    ".",
    "é",
    "",
]


junk = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats()
    | st.sampled_from(WORDS)
    | st.text(max_size=5),
    lambda inner: (
        st.lists(inner, max_size=4)
        | st.dictionaries(st.sampled_from(WORDS) | st.text(max_size=5), inner, max_size=4)
    ),
    max_leaves=8,
)


@given(
    st.dictionaries(
        st.sampled_from(["bodies", "joints", "drivers", "forces", "gravity", "plane", "hold", "x"]),
        junk,
        max_size=5,
    )
)
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
