"""Modes of vibration as a page gets them."""

import json

import numpy as np
import pytest

import gudgeon as gd
from gudgeon._base.errors import InputError
from gudgeon.report.modes import modes_of
from gudgeon.report.page import page
from tests.physics.test_statics import double_pendulum, double_pendulum_frequencies


@pytest.fixture(scope="module")
def vibration():
    return gd.linearize(double_pendulum())


def test_modes_have_frequency_damping_and_shape(vibration):
    found = modes_of(vibration)
    frequencies = [mode["frequency"] for mode in found["list"]]
    assert frequencies == pytest.approx(double_pendulum_frequencies(), rel=1e-6)
    assert [mode["kind"] for mode in found["list"]] == ["oscillates"] * 2
    assert [mode["damping_ratio"] for mode in found["list"]] == [0.0, 0.0]
    for mode, told in zip(vibration.modes, found["list"], strict=True):
        for name, parts in zip(("upper", "lower"), told["shape"], strict=True):
            there, turn = mode.shape[name]
            assert np.allclose(parts, [there.real, there.imag, turn.real, turn.imag], rtol=1e-4)
    assert found["poses"][0]["position"] == pytest.approx([0, -0.25, 0], abs=1e-9)
    json.dumps(found)


def test_a_page_has_them_and_refuses_those_of_other_bodies(vibration, tmp_path):
    written = vibration.report(tmp_path / "modes.html").read_text(encoding="utf-8")
    assert '"modes"' in written and '"oscillates"' in written
    other = gd.simulate("pendulum", 0.1)
    with pytest.raises(
        InputError, match=r"modes: these modes are of a mechanism with other bodies"
    ):
        page(other, modes=vibration)
    with pytest.raises(InputError, match=r"modes: expected modes of linearize"):
        page(other, modes=3)
