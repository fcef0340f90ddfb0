"""Points that a folder has already are not run again; those of something else are."""

import json

import pytest

import gudgeon as gd
from tests.support.faulty_files import largest_file
from tests.support.swept_falls import DURATION, depth, falling, runs


def test_a_second_run_costs_nothing_and_more_values_only_themselves(monkeypatch, tmp_path):
    made = runs(monkeypatch)
    first = gd.sweep(falling(), {"gravity.2": [-1, -2, -3]}, out=tmp_path)
    assert len(made) == 3
    again = gd.sweep(falling(), {"gravity.2": [-1, -2, -3]}, out=tmp_path)
    assert len(made) == 3
    assert repr(again) == repr(first)
    more = gd.sweep(falling(), {"gravity.2": [-3, -4, -1]}, out=tmp_path)
    assert len(made) == 4
    assert more.table["peak_acceleration"] == pytest.approx([3, 4, 1], rel=1e-12)


@pytest.mark.parametrize(
    "change",
    [
        {"rtol": 1e-6},
        {"duration": 0.1},
        {"measures": depth},
        {"measures": lambda result: 2.0},
        {"reference": falling()},
    ],
)
def test_what_is_computed_from_something_else_is_computed_again(change, monkeypatch, tmp_path):
    gd.sweep(falling(), {"gravity.2": [-1]}, out=tmp_path)
    gd.sweep(falling(), {"gravity.2": [-1]}, out=tmp_path, measures=lambda result: 1.0)
    made = runs(monkeypatch)
    gd.sweep(falling(), {"gravity.2": [-1]}, out=tmp_path, **change)
    assert len(made) == 1 + ("reference" in change)


def test_a_law_of_ones_own_that_changes_under_its_name_is_run_again(monkeypatch, tmp_path):
    def spring(factor: float) -> gd.Mechanism:
        @gd.law
        class Changing(gd.NormalLaw):
            """A spring."""

            stiffness: float = gd.param("K", "N/m", gt=0)

            @staticmethod
            def force(delta, delta_dot, delta_dot_impact, K):
                """F_N = K δ"""
                return factor * K * delta

        guide = gd.Translational(
            "D",
            between=("ground", "cabin"),
            point=(0, 0, 0),
            axis=(0, 0, 1),
            stops=gd.Stop(lower=-1.0, contact=Changing(1e3)),
        )
        return gd.Mechanism(
            name="lift",
            duration=1e-3,
            bodies=[gd.Body("cabin", mass=2.0, inertia=(1, 1, 1))],
            joints=[guide],
        )

    made = runs(monkeypatch)
    for factor, expected in ((1.0, 1), (1.0, 1), (2.0, 2)):
        gd.sweep(spring(factor), {"bodies.cabin.mass": [1]}, out=tmp_path)
        assert len(made) == expected


def test_a_row_that_cannot_be_read_is_computed_again(monkeypatch, tmp_path):
    gd.sweep(falling(), {"gravity.2": [-1, -2]}, out=tmp_path)
    first, second = sorted(tmp_path.glob("*.json"))
    first.write_text("{")
    second.write_text(json.dumps({"values": {}}))
    made = runs(monkeypatch)
    found = gd.sweep(falling(), {"gravity.2": [-1, -2]}, out=tmp_path)
    assert len(made) == 2
    assert found.table["peak_acceleration"] == pytest.approx([1, 2], rel=1e-12)
    assert not list(tmp_path.glob(".*"))


def test_what_killed_sweeps_left_is_removed(tmp_path):
    gd.sweep(falling(), {"gravity.2": [-1]}, out=tmp_path, keep=True)
    (whole,) = tmp_path.glob("*.h5")
    orphan = tmp_path / f"{whole.stem}.{'0' * 32}.h5"
    whole.rename(orphan)
    gd.sweep(falling(), {"gravity.2": [-1]}, out=tmp_path, keep=True)
    assert list(tmp_path.glob("*.h5")) == [whole]


def test_whole_results_are_kept_in_the_folder(monkeypatch, tmp_path):
    gd.sweep(falling(), {"gravity.2": [-1, -2]}, out=tmp_path)
    made = runs(monkeypatch)
    found = gd.sweep(falling(), {"gravity.2": [-1, -2]}, out=tmp_path, keep=True)
    assert len(made) == 2  # the rows were there, the results not
    assert found.result(1).body("cabin").position[-1, 2] == pytest.approx(
        -2 * DURATION**2 / 2, rel=1e-12
    )
    again = gd.sweep(falling(), {"gravity.2": [-1, -2]}, out=tmp_path, keep=True)
    assert len(made) == 2
    assert again.result(0).on_grid.rows == 1001
    assert len(list(tmp_path.glob("*.h5"))) == 2


@pytest.mark.parametrize("keep", [False, True])
def test_points_that_could_not_be_written_are_run_again(monkeypatch, tmp_path, keep):
    """A file may have 40 kB, which a row has and a result has not; or 40 B, which no row has."""
    parameters = {"gravity.2": [-1, -2, -3]}
    with largest_file(40_000 if keep else 40):
        found = gd.sweep(falling(), parameters, out=tmp_path, keep=keep)
    assert found.unwritten == (0, 1, 2) and len(found.failed) == 3
    assert found.table["ended"].tolist() == ["output failed"] * 3
    assert not list(tmp_path.iterdir())
    made = runs(monkeypatch)
    again = gd.sweep(falling(), parameters, out=tmp_path, keep=keep)
    assert len(made) == 3 and not again.failed and not again.unwritten
    assert again.table["peak_acceleration"] == pytest.approx([1, 2, 3], rel=1e-12)
