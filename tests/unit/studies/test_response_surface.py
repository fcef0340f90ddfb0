"""Response surfaces of functions that are known."""

import numpy as np
import pytest

import gudgeon as gd
from gudgeon.studies.response_surface import response_surface
from tests.support.swept_falls import DURATION, falling

POINTS = {"x": np.linspace(1, 2, 40), "y": np.sin(np.arange(40.0))}


def quadratic(x, y):
    return 3 - 2 * x + 0.5 * y + x * y + 4 * y * y


def test_a_quadratic_function_is_found_exactly():
    values = quadratic(POINTS["x"], POINTS["y"])
    surface = response_surface(values, POINTS, "f", "N", 2)
    assert surface.r2 == pytest.approx(1, abs=1e-12) == surface.q2
    assert surface({"x": 1.7, "y": 5.0}) == pytest.approx(quadratic(1.7, 5.0), rel=1e-9)
    assert surface(POINTS) == pytest.approx(values, rel=1e-9)
    assert len(surface.terms) == 6


def test_left_out_runs_are_those_of_fits_without_them():
    """The error by leverages is that of forty fits, each without one run."""
    values = np.exp(POINTS["x"]) * (1 + POINTS["y"] ** 3)
    missed = []
    for k in range(40):
        others = np.arange(40) != k
        part = {path: column[others] for path, column in POINTS.items()}
        surface = response_surface(values[others], part, "f", "", 2)
        missed.append(values[k] - surface({path: POINTS[path][k] for path in POINTS}))
    whole = response_surface(values, POINTS, "f", "", 2)
    assert whole.error == pytest.approx(np.sqrt(np.mean(np.square(missed))), rel=1e-8)
    assert whole.q2 < whole.r2 < 1


def test_noise_is_not_predicted():
    """A measure that knows nothing of its parameters: Q^2 is not above zero by more than chance,
    which is of the order of terms over runs, 6/40.
    """
    noise = np.random.default_rng(0).normal(size=40)
    assert response_surface(noise, POINTS, "f", "", 2).q2 < 0.15


def test_the_surface_of_a_fall_is_linear_in_gravity():
    parameters = {"gravity.2": gd.Uniform(-11, -9), "bodies.cabin.velocity.2": gd.Uniform(0, 1)}
    study = gd.monte_carlo(falling(), parameters, 16, measures={"end": "last D.displacement"})
    surface = study.response_surface("end", degree=1)
    at = {"gravity.2": -10.0, "bodies.cabin.velocity.2": 0.5}
    assert surface(at) == pytest.approx(-5 * DURATION**2 + 0.5 * DURATION, rel=1e-8)
    assert surface.q2 > 1 - 1e-9


@pytest.mark.parametrize(
    "asked, says",
    [
        (lambda: response_surface(np.ones(40), POINTS, "f", "", 3), "degree"),
        (lambda: response_surface(np.ones(5), {k: v[:5] for k, v in POINTS.items()}, "f", "", 2), "6 terms"),
        (lambda: response_surface(np.ones(40), {"x": np.ones(40)}, "f", "", 1), "the same in all"),
        (lambda: response_surface(np.arange(40.0), POINTS, "f", "", 1)({"x": 1}), "each of x, y"),
        (lambda: response_surface(np.arange(40.0), POINTS, "f", "", 1)({"x": 1, "y": "a"}), "numbers"),
    ],
)  # fmt: skip
def test_wrong_arguments_are_said(asked, says):
    with pytest.raises(gd.InputError, match=says):
        asked()
