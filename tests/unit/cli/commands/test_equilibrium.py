"""The command ``equilibrium``."""

from tests.support.command_line import gudgeon


def test_an_equilibrium_is_printed():
    output = gudgeon("equilibrium", "four-bar", "--hold", "A.angle").output
    assert "spatial four-bar: equilibrium" in output
    assert "joint forces" in output


def test_a_mechanism_that_rests_nowhere_is_said_so():
    outcome = gudgeon("equilibrium", "triple-pendulum", code=2)
    assert "no equilibrium was found: body 'link2' still accelerates" in outcome.output
