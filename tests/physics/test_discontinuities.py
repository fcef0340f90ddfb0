"""Breakpoints: times of signals and deflections of tables at which a law is not smooth are step
boundaries.
"""

import numpy as np
import pytest

import gudgeon as gd

KNOTS = (-1.0, -0.5, -0.1, 0.1, 0.5, 1.0)
TABLE = gd.Table(KNOTS, (-200.0, -60.0, -5.0, 5.0, 60.0, 200.0))


def oscillator(**spring):
    """A mass of 1 kg on a slider with a spring given by a table, thrown at 2 m/s."""
    mass = gd.Body("mass", mass=1.0, inertia=gd.Sphere(0.1), velocity=(2.0, 0, 0))
    guide = gd.Translational("T", between=("ground", "mass"), point=(0, 0, 0), axis=(1, 0, 0))
    if "between" in spring:
        force = gd.Spring("spring", points=((-3.0, 0, 0), (0, 0, 0)), stiffness=TABLE, **spring)
    else:
        force = gd.JointSpring("spring", joint="T", stiffness=TABLE)
    return gd.Mechanism(bodies=[mass], joints=[guide], forces=[force])


@pytest.mark.parametrize("method", ["tsit5", "dop853", "adams"])
@pytest.mark.parametrize("spring", [{}, {"between": ("ground", "mass")}])
def test_steps_end_on_every_knot_of_a_spring_table(method, spring):
    """The motion is known to 1e-9, so that crossings can be counted in a fine output; it starts
    on no knot.
    """
    result = gd.simulate(oscillator(**spring), 5.0, method=method, rtol=1e-9, output_step=1e-3)
    x = result.joint("T").displacement
    crossings = sum(np.count_nonzero(np.diff(np.sign(x - knot))) for knot in KNOTS)
    assert crossings > 20
    assert result.statistics["events"] == crossings


def test_period_on_a_table_is_that_of_the_quadrature():
    """T = 4 int_0^X dx / sqrt(v0^2 - 2 V(x)/m), X the reversal; substituting x = X sin(u)
    removes the singularity.
    """
    from scipy.integrate import quad
    from scipy.optimize import brentq

    def potential(x):
        return TABLE(x)[1]

    reversal = brentq(lambda x: 2.0 - potential(x), 0.01, 1.0, xtol=1e-15)

    def slowness(u):
        x = reversal * np.sin(u)
        return reversal * np.cos(u) / np.sqrt(4.0 - 2 * potential(x))

    knots = [float(np.arcsin(knot / reversal)) for knot in KNOTS if 0 < knot < reversal]
    quarter = (
        quad(slowness, 0, np.pi / 2 - 1e-6, points=knots, limit=400, epsabs=1e-12)[0]
        + slowness(np.pi / 2 - 1e-6) * 1e-6
    )
    result = gd.simulate(
        oscillator(), 5.0, rtol=1e-11, stop_when=gd.Crossing("T.displacement", 0.0, direction=-1)
    )
    assert result.t[-1] == pytest.approx(2 * quarter, abs=1e-9)
