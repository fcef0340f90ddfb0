"""Running peaks between the steps of a run."""

import numpy as np
import pytest

import gudgeon as gd

MASS, AMPLITUDE, W = 2.0, 0.1, 2 * np.pi


def slider(**parts) -> gd.Mechanism:
    """Return a body on a straight guide along x."""
    body = gd.Body("slider", mass=MASS, inertia=gd.Sphere(0.1), velocity=(AMPLITUDE * W, 0, 0))
    guide = gd.Translational("guide", between=("ground", "slider"), point=(0, 0, 0), axis=(1, 0, 0))
    return gd.Mechanism(bodies=[body], joints=[guide], gravity=(0, 0, 0), **parts)


def test_a_peak_between_two_steps_is_found():
    """Steps of 0.206 rad, the crest 0.077 rad from the nearest, where 0.3 % are missing; a
    parabola lacks 0.03 * 0.206^4 = 5e-5.
    """
    mechanism = slider(
        drivers=[gd.Driver("motor", joint="guide", motion=gd.Harmonic(AMPLITUDE, 1.0))]
    )
    result = gd.simulate(mechanism, 0.5, method="rk4", step=1 / 30.5, output_times=[0, 0.5])
    for name, exact in (
        ("driver:motor", MASS * AMPLITUDE * W**2),
        ("body:slider", AMPLITUDE * W**2),
    ):
        value, time = result.peaks[name]
        assert value == pytest.approx(exact, rel=1e-4)
        assert time == pytest.approx(0.25, abs=1e-3)


@pytest.mark.parametrize("method", ["auto", "rk4"])
def test_a_sudden_end_of_a_load_adds_nothing_to_its_peak(method):
    """The load grows to 10 N within a second and then falls by 10 N a millisecond: no curve is
    drawn through its edge.
    """
    load = gd.Force(
        "load",
        body="slider",
        force=(0, 0, -1),
        magnitude=gd.SpeedRamp(10.0, -1e4, duration=1e-6, begin=1.0),
    )
    # longer ones would resolve no peak
    options = {"step": 0.1} if method == "rk4" else {"max_step": 0.1}
    result = gd.simulate(
        slider(forces=[load]), 1.0009, method=method, output_times=[0, 1.0009], **options
    )
    assert result.peaks["joint:guide"] == pytest.approx((10.0, 1.0), rel=1e-8)
