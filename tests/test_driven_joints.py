"""Drivers on joints that give way."""

import numpy as np
import pytest

import gudgeon as gd


@pytest.mark.parametrize("plane", [None, "xy"])
def test_a_driver_on_a_rod_that_gives_acts_beside_its_spring(plane):
    """A mass on a line through the other end: m L'' = F - k (L - L_0), with one degree of freedom less than without the driver."""
    n, k, mass, length = 2 if plane else 3, 400.0, 1.5, 0.5
    motion = gd.Harmonic(amplitude=0.05, frequency=1.0, mean=length)
    rod = gd.Distance("rod", between=("ground", "mass"), points=((0, 0, 0)[:n], (length, 0, 0)[:n]), fit=gd.Bushing(axial=k))
    body = gd.Body("mass", mass=mass, inertia=1.0 if plane else (1.0, 1.0, 1.0), position=(length, 0, 0)[:n])
    mechanism = gd.Mechanism(plane=plane, bodies=[body], joints=[rod], drivers=[gd.Driver("winch", joint="rod", motion=motion)])
    examination = gd.examine(mechanism)
    assert examination.dof_true == examination.dof_formula == (2 if plane else 5)
    result = gd.simulate(mechanism, 1.0, rtol=1e-10)
    value, _, acceleration = np.array([motion(t) for t in result.t]).T
    np.testing.assert_allclose(result.joint("rod").length, value, atol=1e-11)
    np.testing.assert_allclose(result.driver("winch").force, mass * acceleration + k * (value - length), atol=1e-8)
