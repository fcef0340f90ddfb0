"""Slider-crank with a loose slider (benchmark S2), against rigid impacts and against a compliant
program of our own.

The problem is stated with Newton's restitution, 0.4 (and 0 along the guide), and Coulomb's
friction, 0.01: laws of impulses. Here Gonthier's law takes their place, which rebounds with 0.398
when 0.4 is asked for, and regularised Coulomb friction.
"""

import numpy as np
import pytest

import gudgeon as gd
from tests.support.slider_in_guide import compliant, rigid

# Speeds of crank and rod [rad/s] every 0.01 s by ``rigid`` with steps of 5e-6 and 2.5e-6 s,
# extrapolated to no step: the two agree with those of 1e-5 and 5e-6 s to 0.13 rad/s.
RIGID = np.array([
    (150.00, -75.00), (67.47, -21.50), (71.68, 1.39), (127.91, 55.44), (113.42, 41.49), (68.47, -3.21), (70.20, -26.74), (125.26,
    -59.78), (64.66, -18.12), (74.18, 5.34), (135.87, 63.31), (103.96, 34.13), (66.14, -5.67), (71.79, -29.05), (111.12, -50.93),
    (63.43, -16.57), (74.69, 6.83), (136.63, 64.75), (101.09, 32.38), (65.16, -5.89), (70.86, -28.68),
])  # fmt: skip
COULOMB = gd.Coulomb(0.01, v_1=1e-3)


def loose(stiffness, rate_ratio="printed"):
    fit = gd.Clearance(
        contact=gd.Gonthier(stiffness, restitution=0.4, rate_ratio=rate_ratio), friction=COULOMB
    )
    return gd.library("translational-slider-crank", D=fit)


def speeds(result):
    return np.column_stack([result.body(name).angular_velocity[:, 2] for name in ("crank", "rod")])


@pytest.mark.parametrize(("stiffness", "until"), [(1e9, 0.2), (1e11, 0.12)])
def test_speeds_are_those_of_rigid_impacts_within_one_percent(stiffness, until):
    """One percent of the range. The stiffer the contact, the more it chatters, and the sooner
    errors have grown to this size.

    The ratio of speeds is clipped: as printed, a corner that the other one drives in faster than it
    touched is damped beyond its restitution, for which rigid impacts have no counterpart. It moves
    one row by 1.3 %, with both methods and at any tolerance.
    """
    rows = round(until / 0.01) + 1
    result = gd.simulate(
        loose(stiffness, "clipped"), until, rtol=1e-10, output_times=np.linspace(0, until, rows)
    )
    assert len(result.impacts) > 50
    for found, exact in zip(speeds(result).T, RIGID.T, strict=True):
        np.testing.assert_allclose(found, exact[:rows], rtol=0, atol=0.01 * np.ptp(exact))


@pytest.mark.slow
def test_table_of_rigid_impacts_can_be_computed_again():
    """Extrapolated from steps four times as long, half the time: errors of second order, sixteen
    times as large as in the table.
    """
    times = np.linspace(0, 0.1, 11)
    coarse, fine = (rigid(times, step=step) for step in (2e-5, 1e-5))
    np.testing.assert_allclose((2 * fine - coarse)[:, 3:5], RIGID[:11], rtol=0, atol=2.0)


def test_first_impacts_agree_with_a_compliant_program():
    """Two corners touch at once in the first impact: the slider still moves straight."""
    K, e = 1e9, 0.4
    D = (1 - e**2) / e

    def normal(delta, rate, approach):
        return max(0.0, K * delta**1.5 * (1 + D * rate / approach)) if delta > 0 else 0.0

    times = np.linspace(0, 0.02, 41)
    theirs = compliant(
        normal,
        lambda v, N: 0.01 * N * min(1.0, v / 1e-3),
        times,
        rtol=1e-10,
        atol=1e-12,
        max_step=1e-4,
    )
    ours = gd.simulate(loose(K), times[-1], rtol=1e-10, output_times=times)
    found = np.sort(ours.impacts["start"])
    assert len(found) == len(theirs.periods) >= 8
    assert found[1] - found[0] < 1e-12  # both corners at once
    np.testing.assert_allclose(found, theirs.starts(), rtol=0, atol=1e-6)
    np.testing.assert_allclose(
        speeds(ours), theirs.y[:, 3:5], rtol=0, atol=1e-4 * np.ptp(theirs.y[:, 3])
    )
    slider = ours.body("slider").angular_velocity[:, 2]
    np.testing.assert_allclose(slider, theirs.y[:, 5], rtol=0, atol=1e-4 * np.ptp(theirs.y[:, 5]))
