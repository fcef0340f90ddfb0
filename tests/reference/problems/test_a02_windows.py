"""A02: a row of four-bar windows, which passes through singular configurations."""

import numpy as np
import pytest
from scipy.integrate import solve_ivp

import gudgeon as gd
from gudgeon.model.library import four_bar_windows
from tests.support.error_measures import energy_drift

KINDS = "cartesian", "joint"


@pytest.fixture(scope="module", params=[(n, kind) for n in (2, 5) for kind in KINDS])
def case(request):
    n, kind = request.param
    settings = {"rtol": 1e-10, "output_step": 0.01, "coordinates": kind}
    return n, gd.simulate(four_bar_windows(n), **settings)


def test_row_of_windows_survives_the_horizontal_position(case):
    _, result = case
    assert result.status is gd.Status.COMPLETE
    heights = result.body("bar1").position[:, 1]
    # each change of sign is a passage through the flat position
    assert np.count_nonzero(np.diff(np.sign(heights))) > 5


def test_energy_drift_is_below_a_millionth_of_the_turnover(case):
    assert energy_drift(case[1]) < 1e-6


def test_joints_stay_closed(case):
    assert case[1].statistics["constraint_residual"] < 1e-11


def test_posts_stay_parallel_and_turn_like_a_pendulum(case):
    """Without a disturbance nothing chooses another branch: [(n + 1)/3 + n] theta'' = g [(n +
    1)/2 + n] sin(theta).
    """
    n, result = case
    ratio = 9.81 * ((n + 1) / 2 + n) / ((n + 1) / 3 + n)
    exact = solve_ivp(
        lambda t, y: (y[1], ratio * np.sin(y[0])),
        (0, 10),
        (0, 1),
        method="DOP853",
        rtol=1e-12,
        atol=1e-12,
        t_eval=result.t,
    )
    for k in range(n + 1):
        # Errors grow along with the shift in time of a motion of 2 pi rad/s and more; the drift
        # allowed above is 1e-6.
        np.testing.assert_allclose(-result.joint(f"A{k}").angle, exact.y[0], rtol=0, atol=1e-5)


@pytest.mark.parametrize("coordinates", KINDS)
@pytest.mark.parametrize("method", ["dop853", "tsit5", "adams"])
@pytest.mark.parametrize("rtol", [1e-8, 1e-9, 3e-10, 1e-10])
def test_flat_position_is_passed_with_any_luck(method, rtol, coordinates):
    """Where stages fall near the flat position depends on the tolerance; the energy of every output
    row must be right.

    There rounding of positions is magnified by the third power of the distance, so that 1e-6 is all
    that can be asked, and no tolerance far below 1e-10 can be met at all.
    """
    settings = {"rtol": rtol, "method": method, "coordinates": coordinates}
    result = gd.simulate(four_bar_windows(2), output_step=0.01, **settings)
    assert energy_drift(result) < 1e-6


@pytest.mark.parametrize("coordinates", KINDS)
@pytest.mark.parametrize("factor", np.linspace(0.96, 1.04, 6))
def test_adams_method_passes_the_flat_position_wherever_its_steps_end(factor, coordinates):
    """A residual of a step's end is magnified by the third power of the distance as well: 1e-13
    that are left alone at 0.015 rad from the flat position are an error of 1e-6 in accelerations of
    order ten, which multistep formulas of high order take for the motion.
    """
    settings = {"rtol": 1e-10 * factor, "method": "adams", "coordinates": coordinates}
    result = gd.simulate(four_bar_windows(2), output_step=0.01, **settings)
    assert energy_drift(result) < 1e-6


@pytest.mark.parametrize("rtol", [1e-8, 1e-9, 3e-10])
def test_rows_inside_a_step_across_the_flat_position_are_right_wherever_its_stages_fall(rtol):
    """Tolerances next to each other move the stages of the dense output, of which one or the other
    comes close to the flat position. The bound is the one above.
    """
    drifts = [
        energy_drift(
            gd.simulate(four_bar_windows(2), rtol=rtol * x, method="dop853", output_step=0.01)
        )
        for x in np.linspace(0.96, 1.04, 80)
    ]
    assert max(drifts) < 1e-6
