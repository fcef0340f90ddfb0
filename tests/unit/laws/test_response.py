"""A law by itself in a free impact and in a cycle of sliding, against closed forms."""

from math import sqrt

import numpy as np
import pytest
from scipy.integrate import trapezoid
from scipy.special import beta

import gudgeon as gd
from gudgeon.laws import REGISTRY
from gudgeon.laws.response import bristle_cycle, free_impact
from gudgeon.plotting.laws import typical

# other tests write laws of their own
OURS = [key for key, cls in REGISTRY.items() if cls.__module__.startswith("gudgeon.")]


@pytest.mark.parametrize(("speed", "mass"), [(0.1, 1.0), (2.0, 0.03)])
def test_a_hertzian_impact_has_the_depth_the_peak_and_the_duration_of_theory(speed, mass):
    """m v^2/2 = K d^2.5/2.5, and T = 2 (d/v) int_0^1 dx/sqrt(1 - x^2.5) = (4/5) B(2/5, 1/2) d/v;
    integrated to 1e-10.
    """
    impact = free_impact(gd.Hertz(stiffness=1e10), speed, mass)
    depth = (1.25 * mass * speed**2 / 1e10) ** 0.4
    assert impact.penetration.max() == pytest.approx(depth, rel=1e-9)
    assert impact.force.max() == pytest.approx(1e10 * depth**1.5, rel=1e-9)
    assert impact.t[-1] == pytest.approx(0.8 * beta(0.4, 0.5) * depth / speed, rel=1e-8)
    assert impact.rebound == pytest.approx(1.0, abs=1e-8)


@pytest.mark.parametrize("name", [name for family, name in OURS if family == "contact"])
def test_a_free_impact_rebounds_as_the_law_says_and_loses_what_the_loop_encloses(name):
    law, _ = typical(name, {})
    impact = free_impact(law, 0.3, 2.0)
    if name != "modified-kelvin-voigt":  # its rebound is that of impacts much faster than v_0
        assert impact.rebound == pytest.approx(law.rebound(), abs=1e-7)
    lost = 0.5 * 2.0 * 0.3**2 * (1 - impact.rebound**2)
    # the trapezoidal rule on 400 points of each branch, and the turn of kelvin-voigt, err by less
    # than 1e-4 of the energy
    assert trapezoid(impact.force, impact.penetration) == pytest.approx(
        lost, abs=1e-4 * 0.5 * 2.0 * 0.3**2
    )


def test_a_contact_that_does_not_push_back_keeps_the_body():
    impact = free_impact(gd.KelvinVoigt(1e6, restitution=0.0), 0.5)
    assert not impact.ended
    assert impact.rebound == 0
    assert impact.penetration[-1] == pytest.approx(0.5 / sqrt(1e6), rel=1e-8)  # v/omega


@pytest.mark.parametrize("speed", [1e-4, 1.0])
def test_a_cycle_of_dahl_is_an_exponential_in_the_displacement_at_any_speed(speed):
    """dF/dx = sigma_0 (1 - F/F_C) forwards: F = F_C - (F_C - F_0) exp(-sigma_0 (x - x_0)/F_C),
    and mirrored backwards.
    """
    F_C, sigma_0, a = 10.0, 1e5, 3e-4
    cycle = bristle_cycle(gd.Dahl(mu_k=0.1, sigma_0=sigma_0), a, speed, 100.0)
    # from the turn at -a, where F_0 = -F(+a) by symmetry, over 2 a: F_a = F_C - (F_C + F_a) q
    q = np.exp(-sigma_0 * 2 * a / F_C)
    F_a = F_C * (1 - q) / (1 + q)
    forwards = cycle.v > 1e-6 * speed
    expected = F_C - (F_C + F_a) * np.exp(-sigma_0 * (cycle.x[forwards] + a) / F_C)
    # ten times the tolerance of the integration, over two periods
    assert cycle.force[forwards] == pytest.approx(expected, abs=1e-5 * F_C)
