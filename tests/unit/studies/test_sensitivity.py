"""Sensitivities against closed forms: Ishigami's function, falls, linear effects."""

import numpy as np
import pytest

import gudgeon as gd
from gudgeon.studies.sensitivity import (
    _groups,
    elementary_effects,
    morris_design,
    saltelli_design,
    sobol_indices,
)
from tests.support.swept_falls import DURATION, falling

NAMES = ("x1", "x2", "x3")


def test_sobol_indices_of_ishigamis_function():
    """f = sin x1 + 7 sin^2 x2 + 0.1 x3^4 sin x1 on (-pi, pi)^3 has known indices [Ishigami1990];
    the error of 4096 Sobol points is below 0.01 by their own intervals, which are asserted too.
    """
    x = np.pi * (2 * saltelli_design(4096, 3, 0) - 1)
    values = np.sin(x[:, 0]) + 7 * np.sin(x[:, 1]) ** 2 + 0.1 * x[:, 2] ** 4 * np.sin(x[:, 0])
    total = 0.5 + 49 / 8 + 0.1 * np.pi**4 / 5 + 0.01 * np.pi**8 / 18
    first = [(1 + 0.1 * np.pi**4 / 5) ** 2 / 2 / total, 49 / 8 / total, 0.0]
    mixed = 0.01 * np.pi**8 * (1 / 18 - 1 / 50) / total
    found = sobol_indices(values, NAMES, 0)
    for k, name in enumerate(NAMES):
        assert found[name]["first"].value == pytest.approx(first[k], abs=0.02)
        expected = first[k] + (mixed if name != "x2" else 0.0)
        assert found[name]["total"].value == pytest.approx(expected, abs=0.02)
        assert found[name]["total"].low <= expected + 0.01
        assert found[name]["total"].high >= expected - 0.01


def test_indices_of_a_mechanism_with_a_known_answer():
    """A cabin that starts with speed v falls v t - g t^2/2 in a guide: linear, so that the shares
    are those of t^2 Var(v) and t^4/4 Var(g), and first-order indices are total ones. The estimates
    are those of the closed form at the same 64 points, to the accuracy of the runs, and the true
    shares are within their own intervals of 99.9 %.
    """
    spread = {"gravity.2": (-10.0, 1.0), "bodies.cabin.velocity.2": (0.0, 0.1)}
    parameters = {path: gd.Normal(*values) for path, values in spread.items()}
    study = gd.sensitivity(falling(), parameters, 64, measures={"end": "last D.displacement"})
    shares = np.array([DURATION**4 / 4 * 1.0**2, DURATION**2 * 0.1**2])
    expected = shares / shares.sum()
    g, v = (study.sweep.table[path] for path in spread)
    found = study.indices("end", 0.999)
    exact = sobol_indices(v * DURATION + g * DURATION**2 / 2, tuple(spread), study.seed, 0.999)
    for path, share in zip(spread, expected, strict=True):
        for kind in ("first", "total"):
            assert tuple(found[path][kind]) == pytest.approx(tuple(exact[path][kind]), rel=1e-6)
            assert found[path][kind].low <= share <= found[path][kind].high


def test_groups_of_parameters_have_the_indices_of_their_sum():
    """x1 + 2 x2 + 3 x3 of independent parameters of one variance: the group of the first two has
    5/14 of the variance, to the accuracy of the design (its own interval of 99.9 %).
    """
    x = saltelli_design(1024, 3, 0, [[0, 1], [2]])
    found = sobol_indices(x @ np.array([1.0, 2.0, 3.0]), ("both", "x3"), 0, 0.999)
    for name, share in (("both", 5 / 14), ("x3", 9 / 14)):
        for index in found[name].values():
            assert index.low <= share <= index.high and index.high - index.low < 0.25


def test_what_scatters_in_a_joint_is_looked_at_together():
    scatter = {
        "joints.B.point.0": gd.Normal(0.2, 1e-3),
        "joints.B.point.2": gd.Normal(0.0, 1e-3),
        "gravity.2": gd.Normal(-9.81, 0.1),
    }
    assert _groups(tuple(scatter), "joint", "sobol") == {"joint B": [0, 1], "gravity.2": [2]}
    for arguments, says in (({"by": "joints"}, "Did you mean"), ({"by": "joint", "indices": "morris"}, "need indices")):  # fmt: skip
        with pytest.raises(gd.InputError, match=says):
            gd.sensitivity(falling(), scatter, 2, **arguments)
    with pytest.raises(gd.InputError, match="compare joints"):
        gd.sensitivity(
            "four-bar", {"joints.C.radial_clearance": gd.Normal(1e-4, 1e-5)}, 2, by="joint"
        )


def test_estimates_are_those_of_scipy_and_intervals_are_made_again_by_a_seed():
    from scipy import stats

    values = np.random.default_rng(5).normal(size=5 * 64).cumsum()
    found = sobol_indices(values, NAMES, 3)
    assert sobol_indices(values, NAMES, 3) == found
    assert sobol_indices(values, NAMES, 4) != found
    blocks = (values - values.mean()).reshape(5, 1, 64)
    other = stats.sobol_indices(func={"f_A": blocks[0], "f_B": blocks[1], "f_AB": blocks[2:]}, n=64)
    for k, name in enumerate(NAMES):
        expected = [np.ravel(other.first_order)[k], np.ravel(other.total_order)[k]]
        assert [index.value for index in found[name].values()] == pytest.approx(expected, rel=1e-9)


def test_elementary_effects_of_a_linear_function_are_its_slopes():
    """3 x1 - 2 x2: every effect is the slope, so that mu* is its size and sigma vanishes; x1 x3
    interacts: sigma does not vanish.
    """
    shares = morris_design(20, 3, 0)
    linear = elementary_effects(3 * shares[:, 0] - 2 * shares[:, 1], shares, NAMES)
    assert [linear[name][0] for name in NAMES] == pytest.approx([3, 2, 0], abs=1e-12)
    assert [linear[name][1] for name in NAMES] == pytest.approx([0, 0, 0], abs=1e-12)
    mixed = elementary_effects(shares[:, 0] * shares[:, 2], shares, NAMES)
    assert mixed["x1"][1] > 0.1 and mixed["x2"] == pytest.approx((0, 0), abs=1e-12)


def test_trajectories_move_one_parameter_at_a_time():
    points = morris_design(5, 4, 1)
    assert points.shape == (25, 4) and (points > 0).all() and (points < 1).all()
    steps = np.diff(points.reshape(5, 5, 4), axis=1)
    assert ((np.abs(steps) > 0).sum(axis=2) == 1).all()
    assert np.abs(steps).max() == pytest.approx(0.5)
    assert (np.abs(steps).sum(axis=1) > 0).all()


def test_effects_rank_what_matters_in_a_mechanism():
    """The end of the fall knows gravity and not the mass."""
    parameters = {"gravity.2": gd.Uniform(-11, -9), "bodies.cabin.mass": gd.Uniform(1, 2)}
    study = gd.sensitivity(
        falling(), parameters, 4, indices="morris", measures={"end": "last D.displacement"}
    )
    effects = study.effects("end")
    assert effects["gravity.2"][0] == pytest.approx(2 * DURATION**2 / 2, rel=1e-9)
    assert effects["bodies.cabin.mass"][0] == pytest.approx(0, abs=1e-12)
    assert "mu*" in repr(study)


def test_the_other_kind_of_number_is_said():
    parameters = {"gravity.2": gd.Uniform(-11, -9), "bodies.cabin.mass": gd.Uniform(1, 2)}
    sobol = gd.sensitivity(falling(), parameters, 2, measures=["impacts", "peak_acceleration"])
    with pytest.raises(gd.InputError, match="effects need indices='morris'"):
        sobol.effects("impacts")
    with pytest.raises(gd.InputError, match="the same in all runs"):
        sobol.indices("impacts")
    with pytest.raises(gd.InputError, match="Did you mean"):
        sobol.indices("impact")
    assert "no parameter matters" in repr(sobol)
    morris = gd.sensitivity(falling(), parameters, 2, indices="morris", measures=["impacts"])
    with pytest.raises(gd.InputError, match="indices need indices='sobol'"):
        morris.indices("impacts")
    with pytest.raises(gd.InputError, match="unknown indices"):
        gd.sensitivity(falling(), parameters, indices="fast")
    with pytest.raises(gd.InputError, match="give at least two"):
        gd.sensitivity(falling(), {"gravity.2": gd.Uniform(-11, -9)})


def test_indices_need_all_runs():
    parameters = {"gravity.2": gd.Uniform(-11, -9), "bodies.cabin.mass": gd.Uniform(1, 2)}
    study = gd.sensitivity(
        falling(), parameters, 2, measures={"half": lambda r: float("nan") if r.mechanism.gravity[2] < -10 else 1.0}
    )  # fmt: skip
    with pytest.raises(gd.InputError, match="need all runs"):
        study.indices("half")


def test_bars_are_drawn(tmp_path):
    parameters = {"gravity.2": gd.Uniform(-11, -9), "bodies.cabin.mass": gd.Uniform(1, 2)}
    study = gd.sensitivity(falling(), parameters, 4, measures=["peak_acceleration"])
    study.plot("peak_acceleration", tmp_path / "bars.png")
    assert (tmp_path / "bars.png").stat().st_size > 1000
