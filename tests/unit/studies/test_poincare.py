"""Sections and portraits of a harmonic motion, whose points are known."""

import numpy as np
import pytest
from numpy import pi

import gudgeon as gd
from tests.support.oscillator import oscillator


@pytest.fixture(scope="module")
def swing() -> gd.Result:
    return gd.simulate(oscillator(), rtol=1e-12, output_step=0.007)  # no divisor of the period


def test_a_harmonic_motion_seen_once_per_period_is_one_point(swing):
    """x = 0.1 (1 - cos 2 pi t); cubics through rows 0.007 s apart are off by at most x'''' h^4
    9/384 = 9e-9.
    """
    found = gd.poincare(swing, ("D.displacement", "D.displacement_rate"), 1.0)
    assert len(found) == 11
    assert found.t == pytest.approx(np.arange(11.0), abs=1e-12)
    assert found.spread[0] < 2e-8
    assert found.spread[1] < 2e-7
    assert found.points[:, 0] == pytest.approx(0.0, abs=2e-8)
    assert found.units == ("m", "m/s")


def test_another_phase_is_another_point(swing):
    found = gd.poincare(swing, "D.displacement", "250 ms", transient=1.0)
    assert found.t[0] == 1.0
    assert found.points[:4, 0] == pytest.approx([0.0, 0.1, 0.2, 0.1], abs=2e-8)


@pytest.mark.parametrize(
    ("direction", "first", "count"), [(1, 0.25, 10), (-1, 0.75, 10), (0, 0.25, 20)]
)
def test_crossings_are_found_between_rows(swing, direction, first, count):
    """x = 0.1 is crossed upwards at a quarter of a period and downwards at three; there the
    speed is 0.2 pi.
    """
    found = gd.poincare(
        swing, ("D.displacement_rate", "D.displacement"), ("D.displacement", 0.1, direction)
    )
    assert len(found) == count
    assert found.t[0] == pytest.approx(first, abs=1e-7)
    assert np.abs(found.points[:, 0]) == pytest.approx(0.2 * pi, abs=1e-6)
    assert found.points[:, 1] == pytest.approx(0.1, abs=1e-12)
    same = gd.poincare(
        swing, "D.displacement_rate", gd.Crossing("D.displacement", 0.1, direction=direction)
    )
    assert np.array_equal(same.t, found.t)


@pytest.mark.parametrize(
    ("channels", "section", "message"),
    [
        ("D.displacment", 1.0, "Did you mean 'displacement'"),
        ("mass.position", 1.0, "several components"),
        ((), 1.0, "at least one channel"),
        ("D.displacement", -1.0, "section: must be > 0"),
        ("D.displacement", ("D.displacement",), "expected a period"),
        ("D.displacement", ("D.displacement", "far"), "expected a period"),
        ("D.displacement", ("D.displacement", 0.0, 2), "expected a period"),
        ("D.displacement", None, "expected a period"),
    ],
)
def test_sections_that_make_no_sense_are_refused(swing, channels, section, message):
    with pytest.raises(gd.InputError, match=message):
        gd.poincare(swing, channels, section)


def test_pictures_of_sections_and_portraits(swing, tmp_path):
    found = gd.poincare(swing, ("D.displacement", "D.displacement_rate"), 0.25)
    axes = found.plot(tmp_path / "section.png").axes[0]
    assert (axes.get_xlabel(), axes.get_ylabel()) == (
        "D displacement [m]",
        "D displacement rate [m/s]",
    )
    assert len(axes.lines[0].get_xdata()) == 41
    figure = gd.phase_portrait(
        swing, "D.displacement", "D.displacement_rate", tmp_path / "phase.png", section=0.25
    )
    assert len(figure.axes[0].lines) == 2
    assert gd.poincare(swing, "D.displacement", 1.0).plot().axes[0].get_xlabel() == "time [s]"
    assert (tmp_path / "phase.png").stat().st_size > 5000
