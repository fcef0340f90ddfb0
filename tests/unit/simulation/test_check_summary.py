"""The text of ``gudgeon check``."""

import types

import gudgeon as gd
from gudgeon.simulation import check_summary
from tests.support.command_line import small_result


def test_an_examination_is_told_in_words():
    mechanism = small_result().mechanism
    found = types.SimpleNamespace(
        mechanism=mechanism, bodies=1, dof_gruebler=0, dof=0, locked="", singular="", redundant=(), moved=("crank was turned by 0.1 deg.",),
        coordinates=(("A.angle", 0.5, 1.0, "zero as described at t = 0"),), position_residual=1e-13, velocity_residual=0.0,
    )  # fmt: skip
    text = check_summary.of_model_check(found)
    assert [
        line.split()[-1]
        for line in text.splitlines()
        if line.split()[0] in ("redundant", "gravity", "forces")
    ] == ["none"] * 3
    assert "crank was turned by 0.1 deg." in text
    assert "A.angle = 0.5 rad, rate 1 rad/s; zero as described at t = 0" in text
    assert "motor: A.angle follows constant-speed (speed 1 rad/s, start 0 rad)" in text


def test_a_singular_start_is_told():
    singular = types.SimpleNamespace(
        mechanism=small_result().mechanism, bodies=1, dof_gruebler=0, dof=2, dof_nearby=1, locked="", singular="is singular",
        redundant=(), moved=(),
        coordinates=(), position_residual=0.0, velocity_residual=0.0,
    )  # fmt: skip
    text = check_summary.of_model_check(singular)
    assert "0 by the formula, 2 at t = 0, 1 nearby" in text
    assert (
        text.splitlines()[1].strip() == "warnings              is singular"
    )  # before all the rest


def test_a_check_shows_itself_in_words():
    """Printed it is what ``gudgeon check`` prints; in a list, or at a prompt, one line."""
    model_check = gd.check_model("four-bar")
    assert str(model_check) == check_summary.of_model_check(model_check)
    assert repr(model_check) == (
        "ModelCheck(mechanism: spatial four-bar; degrees of freedom: 2; redundant constraints: 0)"
    )
