"""Mechanisms by name, and with values and fits changed."""

import dataclasses

import pytest

import gudgeon as gd
from gudgeon.model.changes import mechanism_of, origin_of


def test_a_value_is_changed_at_its_path_with_its_unit():
    mechanism = gd.library("four-bar")
    changed = mechanism.with_values(
        {"joints.C.radial_clearance": "50 um", "bodies.crank.mass": 0.2, "duration": "2 s"}
    )
    assert changed.joint("C").radial_clearance == 5e-5
    assert changed.body("crank").mass == 0.2 and changed.duration == 2.0
    assert mechanism.body("crank").mass != 0.2  # the first is as it was


def test_a_fit_follows_from_sizes_that_change_with_it():
    values = {"joints.C.fit": "clearance", "joints.C.radial_clearance": "50 um"}
    changed = gd.library("four-bar").with_values(values)
    other = gd.library("four-bar").with_values({"joints.C.radial_clearance": "50 um"})
    assert changed == other.with_fit("C", "clearance")


def test_a_fit_has_its_name_in_the_library():
    mechanism = gd.library("four-bar")
    assert mechanism.with_fit("C", "clearance") == gd.library("four-bar", C="clearance")
    assert mechanism.with_fit("C", "clearance").with_fit("C", "ideal") == mechanism


def test_names_and_files_are_mechanisms(tmp_path):
    mechanism = gd.library("four-bar")
    gd.write(mechanism, tmp_path / "mine.yaml")
    assert mechanism_of("four-bar") == mechanism_of(tmp_path / "mine.yaml") == mechanism
    assert mechanism_of(str(tmp_path / "mine.yaml")) == mechanism
    assert gd.check_model("four-bar").dof == gd.check_model(mechanism).dof
    assert origin_of(mechanism.with_values({"bodies.crank.mass": 3})) == "four-bar"


def test_the_library_lists_what_it_has():
    assert gd.library() == gd.library_names() and "four-bar" in gd.library()


def test_a_run_takes_a_name():
    result = gd.simulate("four-bar", 0.001)
    assert result.mechanism == gd.library("four-bar")


@pytest.mark.parametrize(
    ("act", "message"),
    [
        (lambda m: m.with_values({"bodies.cronk.mass": 1}), r"there is no 'cronk' here. Did you"),
        (lambda m: m.with_values({"bodies.crank.mass": "1 mm"}), r"bodies.crank.mass: '1 mm' has"),
        (lambda m: m.with_values("bodies.crank.mass=1"), r"values: expected values by their paths"),
        (lambda m: m.with_values({3: 1}), r"values: expected a path such as 'bodies.crank.mass'"),
        (lambda m: m.with_values({"gravity": object()}), r"expected numbers, texts with units"),
        (lambda m: m.with_fit("C", "clearence"), r"unknown fit 'clearence' of joint 'C'"),
        (lambda m: m.with_fit("Z", "clearance"), r"Z"),
        (
            lambda m: dataclasses.replace(m, name="mine").with_fit("C", "clearance"),
            r"joints.C.fit: fit 'clearance' is known by name only in mechanisms of the library",
        ),
        (lambda m: gd.simulate("four-baar", 1.0), r"no mechanism 'four-baar'.* mean 'four-bar'"),
        (lambda m: mechanism_of(3), r"mechanism: expected a Mechanism, a name in the library or"),
    ],
)
def test_what_cannot_be_changed_says_so(act, message):
    with pytest.raises(gd.InputError, match=message):
        act(gd.library("four-bar"))


def test_an_attempt_to_change_a_part_says_what_to_do():
    with pytest.raises(AttributeError, match=r"with_values|dataclasses\.replace"):
        gd.library("four-bar").body("crank").mass = 2.0
