"""SciPy's integrators on the same right-hand side: they know nothing of our stepping, dense
output or projection.
"""

import numpy as np
import pytest
from scipy.integrate import solve_ivp

import gudgeon as gd
from gudgeon.simulation.right_hand_side import right_hand_side

CASES = {"spatial-slider-crank": 0.5, "four-bar": 0.3, "andrews-squeezer": 0.01, "bricard": 0.5}
# SciPy bounds the error of a step, not of the run, and does not project: errors add up over some
# hundred steps.
METHODS = {"DOP853": (1e-11, 1e-8), "Radau": (1e-8, 1e-5)}


def positions(mechanism, y):
    """Return the centres of mass in a packed state, the bodies in the order described."""
    size = 3 if mechanism.plane else 7
    flat = y[: size * len(mechanism.bodies)].reshape(-1, size)
    return np.column_stack([flat[:, :2], 0 * flat[:, 0]]) if mechanism.plane else flat[:, :3]


@pytest.fixture(scope="module", params=CASES)
def case(request):
    mechanism, duration = gd.library(request.param), CASES[request.param]
    result = gd.simulate(mechanism, duration, rtol=1e-11, output_times=[0, duration])
    return (
        mechanism,
        duration,
        np.array([result.body(body.name).position[-1] for body in mechanism.bodies]),
    )


@pytest.mark.parametrize("method", METHODS)
def test_scipy_comes_to_the_same_position(case, method):
    mechanism, duration, ours = case
    tolerance, allowed = METHODS[method]
    function, start = right_hand_side(mechanism)
    theirs = solve_ivp(
        function, (0, duration), start, method=method, rtol=tolerance, atol=tolerance * 1e-2
    )
    assert theirs.success
    begin, end = positions(mechanism, start), positions(mechanism, theirs.y[:, -1])
    assert np.max(np.abs(end - begin)) > 1e-3  # something has moved
    np.testing.assert_allclose(end, ours, rtol=0, atol=allowed * np.max(np.abs(end - begin)))


@pytest.mark.parametrize("ours", ["rk4", "tsit5", "dop853", "radau", "adams", "bdf"])
def test_every_method_of_ours_agrees_with_scipy(ours):
    """The order of each is measured elsewhere; here none may settle on another solution."""
    mechanism, duration = gd.library("spatial-slider-crank"), 0.2
    function, start = right_hand_side(mechanism)
    theirs = solve_ivp(function, (0, duration), start, method="DOP853", rtol=1e-12, atol=1e-14)
    options = {"step": 1e-4} if ours == "rk4" else {"rtol": 1e-9}
    result = gd.simulate(mechanism, duration, method=ours, output_times=[0, duration], **options)
    found = np.array([result.body(body.name).position[-1] for body in mechanism.bodies])
    np.testing.assert_allclose(found, positions(mechanism, theirs.y[:, -1]), rtol=0, atol=1e-6)
