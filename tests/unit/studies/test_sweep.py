"""Sweeps: rows in closed form, coordinates in SI units, points that fail, folders that go on,
threads that change nothing.
"""

from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest

import gudgeon as gd
from gudgeon._base.jit import DISABLED
from tests.support.swept_falls import DURATION, Presser, falling, hanging, runs, swept_falls

falls = pytest.fixture(scope="module")(swept_falls)


# -- what comes back -------------------------------------------------------------------------------


def test_every_combination_is_a_row_with_its_own_numbers(falls):
    """z = -g t^2/2 for all masses; parabolas are integrated exactly."""
    assert len(falls) == 6
    assert falls.table["gravity.2"].tolist() == [-10, -10, -10, -20, -20, -20]
    assert falls.table["bodies.cabin.mass"].tolist() == [0.5, 1.0, 2.0] * 2
    expected = -falls.table["gravity.2"] * DURATION**2 / 2
    assert falls.table["depth"] == pytest.approx(expected, rel=1e-12)
    assert falls.table["lowest"] == pytest.approx(-expected, rel=1e-12)
    assert falls.table["hardest"] == pytest.approx(-falls.table["gravity.2"], rel=1e-12)
    assert falls.table["ended"].tolist() == ["complete"] * 6
    assert falls.point(4) == {"gravity.2": -20.0, "bodies.cabin.mass": 1.0}


def test_deviations_from_a_reference_are_distances():
    """Falls with g and with 10 m/s^2 are (g - 10) t^2/2 apart."""
    found = gd.sweep(falling(), {"gravity.2": [-10, -12]}, reference=falling())
    assert found.table["deviation"] == pytest.approx([0, 2 * DURATION**2 / 2], rel=1e-12)


def test_standard_measures_are_those_of_the_run():
    found = gd.sweep("four-bar", {"joints.C.fit": ["clearance-friction"]}, duration=0.03, keep=True)
    alone = gd.simulate(gd.library("four-bar", C="clearance-friction"), 0.03)
    row, rest = found.table.row(0), alone.after_transient
    assert row["peak_force of C"] == alone.peaks["joint:C"].value
    assert row["lost by friction"] == rest.energy.gain("lost:C:friction")
    assert row["impacts"] == len(rest.impacts)
    assert row["free flight of C"] == rest.joint("C").mode_fractions["free flight"]
    assert row["transient"] == alone.transient > 0.0
    assert row["evaluations"] == alone.statistics["evaluations"]
    assert np.array_equal(found.result(0).data["position"], alone.data["position"])


# -- values of all kinds ---------------------------------------------------------------------------


def test_measures_that_only_some_runs_have_are_no_numbers_elsewhere():
    measures = ["lost by friction", "max C.penetration", "impacts", "free flight of C"]
    found = gd.sweep(
        "four-bar",
        {"joints.C.fit": ["ideal", "clearance-friction"]},
        duration=0.02,
        measures=measures,
    )
    ideal, rough = found.table.row(0), found.table.row(1)
    assert np.isnan(
        [ideal["lost by friction"], ideal["max C.penetration"], ideal["free flight of C"]]
    ).all()
    assert ideal["impacts"] == 0
    assert rough["lost by friction"] > 0
    assert rough["impacts"] > 0
    assert not found.failed


# -- what fails ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("parameters", "options", "message"),
    [
        ({}, {}, "at least one parameter"),
        (["gravity.2"], {}, "at least one parameter"),
        ({"gravity.2": []}, {}, "gravity.2: give at least one value"),
        ({"bodies.cabn.mass": [1]}, {}, "Did you mean 'cabin'"),
        (
            {"bodies.cabin.mas": [1, 2]},
            {},
            "bodies.cabin.mas: there is no 'mas' here. Did you mean 'mass'",
        ),
        ({"bodies.cabin.mass": [-1]}, {}, "bodies.cabin.mass: must be > 0"),
        ({"bodies.cabin.mass": [object()]}, {}, "expected numbers, texts"),
        ({"gravity.2": [-1]}, {"measures": "impact"}, "Did you mean 'impacts'"),
        ({"gravity.2": [-1]}, {"measures": ["max D.displacment"]}, "Did you mean 'displacement'"),
        ({"gravity.2": [-1]}, {"measures": ["max cabin.position"]}, "several components"),
        ({"gravity.2": [-1]}, {"measures": ["peak_force of E"]}, "there is no joint 'E'"),
        ({"gravity.2": [-1]}, {"measures": []}, "at least one measure"),
        ({"gravity.2": [-1]}, {"measures": [3]}, "expected names and functions"),
        ({"gravity.2": [-1]}, {"workers": 0}, "workers: must be a whole number >= 1"),
        ({"gravity.2": [-1]}, {"strict": True}, "strict: several runs"),
        ({"gravity.2": [-1]}, {"reference": "lift"}, "reference: expected a Mechanism"),
        ({"gravity.2": [-1]}, {"method": "rk5"}, "unknown method"),
        ({"gravity.2": [-1]}, {"measures": lambda result: 1 / 0}, "ZeroDivisionError"),
        ({"gravity.2": [-1]}, {"measures": lambda result: result.t}, "must return a number"),
    ],
)
def test_what_is_wrong_with_all_points_is_said_at_once(parameters, options, message):
    with pytest.raises(gd.InputError, match=message):
        gd.sweep(falling(), parameters, **options)


def test_a_mechanism_that_is_none_gets_a_sentence(tmp_path):
    for wrong, message in (
        ("four-bra", "Did you mean 'four-bar'"),
        (7, "expected a Mechanism"),
        (tmp_path / "a.yaml", "no such file"),
    ):
        with pytest.raises(gd.InputError, match=message):
            gd.sweep(wrong, {"duration": [1]})


def test_a_point_that_fails_is_a_row_with_its_message(tmp_path):
    """2 m g/K is 4e-5 m for the stiff stop and 0.04 m for the soft one, which is deeper than its
    law reaches.
    """
    for _ in range(2):  # the second time from the folder
        found = gd.sweep(
            hanging(),
            {"joints.D.stops.contact.stiffness": [1e6, 1e3, -1]},
            out=tmp_path,
            measures=["min D.displacement"],
        )
        assert found.table["ended"].tolist() == ["complete", "not finite", "no result"]
        # rows are 0.1 ms apart, the period is 9 ms
        assert found.table["min D.displacement"][0] == pytest.approx(-4e-5, rel=1e-2)
        assert "not finite" in found.failed[1]
        assert "must be > 0" in found.failed[2]
        assert set(found.failed) == {1, 2}
        assert found.failed[1] in repr(found)
        assert "no result" in found._repr_html_()


# -- folders ---------------------------------------------------------------------------------------


def test_ctrl_c_keeps_what_has_ended_and_the_next_run_goes_on(monkeypatch, tmp_path):
    parameters = {"gravity.2": [-1, -2, -3, -4]}
    with monkeypatch.context() as patch:
        presser = Presser(patch)
        presser.start()
        found = gd.sweep(falling(), parameters, out=tmp_path, workers=1)
        presser.join()
    assert found.interrupted
    assert found.table["ended"].tolist() == ["complete", "complete", "interrupted", "interrupted"]
    made = runs(monkeypatch)
    whole = gd.sweep(falling(), parameters, out=tmp_path, workers=1)
    assert [mechanism.gravity[2] for mechanism in made] == [-3.0, -4.0]
    assert not whole.interrupted
    assert whole.table["peak_acceleration"] == pytest.approx([1, 2, 3, 4], rel=1e-12)


# -- threads and processes -------------------------------------------------------------------------


def test_neither_the_number_of_workers_nor_the_order_changes_a_result():
    parameters = {
        "joints.C.fit": ["clearance", "clearance-friction", "clearance-ambrosio"],
        "joints.C.radial_clearance": [1e-4, 2e-4],
    }
    alone = gd.sweep("four-bar", parameters, duration=0.03, workers=1)
    many = gd.sweep("four-bar", parameters, duration=0.03, workers=4)
    back = gd.sweep(
        "four-bar",
        {path: values[::-1] for path, values in parameters.items()},
        duration=0.03,
        workers=2,
    )
    for name in alone.measures:
        assert np.array_equal(alone[name], many[name], equal_nan=True)
        assert np.array_equal(alone[name], back[name][::-1, ::-1], equal_nan=True)


@pytest.mark.skipif(DISABLED, reason="nothing is compiled")
def test_threads_that_need_the_same_new_law_share_one_compiled_function():
    """Of several compiled copies only one would be kept alive, and the others' addresses would
    lead nowhere.
    """

    @gd.law
    class Fresh(gd.NormalLaw):
        """A spring."""

        stiffness: float = gd.param("K", "N/m", gt=0)

        @staticmethod
        def force(delta, delta_dot, delta_dot_impact, K):
            """F_N = K δ"""
            return K * delta

    with ThreadPoolExecutor(6) as pool:
        assert len(set(pool.map(lambda _: Fresh.address(), range(6)))) == 1
