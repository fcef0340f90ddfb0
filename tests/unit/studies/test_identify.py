"""Parameters from curves: linear least squares in closed form, coverage, friction and clearance."""

import numpy as np
import pytest

import gudgeon as gd
from tests.support.swept_falls import falling
from tests.support.worn_shafts import turning_shaft

T = np.linspace(0.01, 0.2, 20)
LINEAR = {"gravity.2": (-12.0, -8.0), "bodies.cabin.velocity.2": (-1.0, 1.0)}
TRUE = np.array([-10.7, 0.3])
DESIGN = np.c_[T**2 / 2, T]  # z = v t + g t^2/2


def curve(seed: int, noise: float = 1e-3) -> np.ndarray:
    return DESIGN @ TRUE + noise * np.random.default_rng(seed).standard_normal(len(T))


def test_a_linear_problem_is_that_of_least_squares():
    """Values and intervals are those of the normal equations and Student's distribution."""
    from scipy.stats import t as student

    z = curve(0)
    found = gd.identify(falling(), LINEAR, {"D.displacement": (T, z)})
    expected, (rest,), *_ = np.linalg.lstsq(DESIGN, z, rcond=None)
    noise = np.sqrt(rest / 18)
    spread = np.sqrt(np.diag(np.linalg.inv(DESIGN.T @ DESIGN)))
    reach = student.ppf(0.975, 18) * noise * spread
    for k, path in enumerate(LINEAR):
        estimate = found.parameters[path]
        assert estimate.value == pytest.approx(expected[k], rel=1e-6)
        assert estimate.high - estimate.value == pytest.approx(reach[k], rel=1e-5)
    assert found.noise["D.displacement"] == pytest.approx(noise, rel=1e-6)
    assert found.residuals["D.displacement"] == pytest.approx(z - DESIGN @ expected, abs=1e-9)
    assert found.converged and "gravity.2" in str(found)
    known = gd.identify(
        falling(), LINEAR, {"D.displacement": (T, z)}, sigma={"D.displacement": 1e-3}
    )
    estimate = known.parameters["gravity.2"]
    assert estimate.high - estimate.value == pytest.approx(1.959964 * 1e-3 * spread[0], rel=1e-5)


@pytest.mark.slow
def test_intervals_cover_95_times_of_100():
    """The number of misses is binomial with mean 5 and standard deviation 2.2: at most three of
    these above, for both parameters.
    """
    missed = np.zeros(2)
    for seed in range(100):
        found = gd.identify(falling(), LINEAR, {"D.displacement": (T, curve(seed))})
        for k, path in enumerate(LINEAR):
            estimate = found.parameters[path]
            missed[k] += not estimate.low <= TRUE[k] <= estimate.high
    assert (missed <= 5 + 3 * 2.2).all()


def test_friction_and_clearance_are_recovered_from_noisy_curves():
    """A shaft that falls into its bearing, and bounces: when it touches tells the clearance, how
    it slows down the friction. Intervals of 99.9 % must hold the truth.
    """
    friction = gd.Threlfall(0.2, 1e-3)
    shaft = turning_shaft().with_values({"joints.J.fit.friction": friction})
    t = np.linspace(1e-3, 12e-3, 25)
    run = gd.simulate(shaft, 12e-3, output_times=t)
    generator = np.random.default_rng(3)
    scale = {"shaft.position.y": 1e-6, "shaft.angular_velocity.z": 0.005}
    measured = {
        name: (t, run[name] + sigma * generator.standard_normal(len(t)))
        for name, sigma in scale.items()
    }
    bounds = {
        "joints.J.bearing_radius": (0.01002, 0.0103),
        "joints.J.fit.friction.mu_k": (0.05, 0.5),
    }
    found = gd.identify(shaft, bounds, measured, sigma=scale, confidence=0.999)
    radius, mu = found.parameters.values()
    assert radius.low <= 0.0101 <= radius.high and radius.high - radius.low < 4e-6
    assert mu.low <= 0.2 <= mu.high and mu.high - mu.low < 0.02


def test_a_model_that_does_not_fit_is_told():
    """Curves of a fall against air, fitted by one without: residuals are far above the noise."""
    z = curve(2) + 0.05 * np.sin(60 * T)
    found = gd.identify(
        falling(), LINEAR, {"D.displacement": (T, z)}, sigma={"D.displacement": 1e-3}
    )
    assert found.misfit and "intervals mean nothing" in str(found)


@pytest.mark.parametrize(
    "arguments, says",
    [
        ({"measured": {}}, "at least one measured curve"),
        ({"measured": {"D.displacement": 3}}, "expected times and values"),
        ({"measured": {"D.displacement": ([0, 1], [1])}}, "as many finite values"),
        ({"measured": {"D.displacement": ([1, 0], [1, 2])}}, "times must rise"),
        ({"measured": {"D.displacment": (T, T)}}, "Did you mean"),
        ({"measured": {"cabin.position": (T, T)}}, "has components"),
        ({"sigma": {"x": 1}}, "standard deviation for each"),
        ({"sigma": {"D.displacement": 0}}, "standard deviation for each"),
        ({"start": {"gravity.2": 1.0}}, "within the bounds"),
        ({"start": {"x": 1.0}}, "first guesses by path"),
        ({"parameters": {"bodies.cabin.mass": (1, 2)}}, "do not tell 'bodies.cabin.mass'"),
        ({"duration": 1}, "duration"),
    ],
)
def test_wrong_arguments_are_said(arguments, says):
    usual = {
        "mechanism": falling(),
        "parameters": LINEAR,
        "measured": {"D.displacement": (T, curve(1))},
    }
    with pytest.raises(gd.InputError, match=says):
        gd.identify(**{**usual, **arguments})


def test_candidates_that_cannot_run_are_left_out(monkeypatch):
    """The first of all runs, of candidates, has points that fail; the others find the answer."""
    from gudgeon.studies.bounded import BoundedRuns

    usual, calls = BoundedRuns.run, []

    def run(self, shares):
        found = usual(self, shares)
        if not calls:
            for row in found._rows[1::2]:
                row.update(values={}, message="it has no mass")
        calls.append(len(found))
        return found

    monkeypatch.setattr(BoundedRuns, "run", run)
    found = gd.identify(falling(), LINEAR, {"D.displacement": (T, curve(0))})
    assert found.converged and calls[0] == 16
