"""The command ``modes``."""

from tests.support.command_line import gudgeon


def test_modes_are_printed():
    output = gudgeon("modes", "governor").output
    assert "flyball governor: 5 modes about its equilibrium" in output
    assert "0.569219" in output


def test_values_can_be_changed():
    output = gudgeon("modes", "planar-slider-crank", "--set", "joints.C.fit=bushing").output
    assert "oscillates" in output
