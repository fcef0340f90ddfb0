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
        "D displacement [mm]",
        "D displacement rate [m/s]",
    )
    assert len(axes.lines[0].get_xdata()) == 41
    figure = gd.phase_portrait(
        swing, "D.displacement", "D.displacement_rate", tmp_path / "phase.png", section=0.25
    )
    assert len(figure.axes[0].lines) == 2
    assert gd.poincare(swing, "D.displacement", 1.0).plot().axes[0].get_xlabel() == "time [s]"
    assert (tmp_path / "phase.png").stat().st_size > 5000


@pytest.fixture(scope="module")
def crank() -> gd.Result:
    """Turns with 1 rev/s for 5 s from an angle of zero, forwards."""
    return gd.simulate(
        gd.Mechanism(
            name="crank",
            bodies=[gd.Body("crank", mass=1, inertia=(1, 1, 1), position=(0.5, 0, 0))],
            joints=[gd.Revolute("A", between=("ground", "crank"), point=(0, 0, 0), axis=(0, 0, 1))],
            drivers=[gd.Driver("motor", joint="A", motion=gd.ConstantSpeed("60 rpm"))],
        ),
        5.0,
        output_step=0.013,
    )


def test_a_crank_passes_its_angle_in_every_turn(crank):
    """Cubics through rows 0.013 s apart of a circle of 0.5 m are off by (2 pi)^4 h^4 9/384 / 2."""
    found = gd.poincare(crank, "crank.position.y", ("A.angle", "90 deg"), every="1 rev")
    assert found.t == pytest.approx(0.25 + np.arange(5), abs=1e-9)
    assert found.points[:, 0] == pytest.approx(0.5, abs=1e-6)
    found = gd.poincare(crank, "crank.position.y", ("A.angle", pi / 2, 1), every=pi, transient=1.0)
    assert found.t == pytest.approx(1.25 + 0.5 * np.arange(8), abs=1e-9)
    assert len(gd.poincare(crank, "A.angle", ("A.angle", "90 deg"))) == 1
    assert len(gd.poincare(crank, "A.angle", ("A.angle", "90 deg", -1), every="1 rev")) == 0


def test_a_distance_between_sections_must_make_sense(crank):
    with pytest.raises(gd.InputError, match="belongs to a crossing"):
        gd.poincare(crank, "A.angle", 0.5, every="1 rev")
    with pytest.raises(gd.InputError, match="every"):
        gd.poincare(crank, "A.angle", ("A.angle", 0.0), every=0.0)
    with pytest.raises(gd.InputError, match="more than"):
        gd.poincare(crank, "A.angle", ("A.angle", 0.0), every=1e-9)
