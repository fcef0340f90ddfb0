"""Results for other programs: what is written is read back by them, number by number."""

import csv
import sys

import numpy as np
import pytest

import gudgeon as gd
from gudgeon.results.export import columns, folded, format_of
from tests.support.synthetic_results import result


def test_all_channels_are_columns_of_one_number_each() -> None:
    run = result(11)
    found = columns(run)
    assert "t" not in found and not any(name.endswith(".magnitude") for name in found)
    assert {"block.position.x", "A.angle", "coil.tension", "energy.balance"} <= set(found)
    for name, column in found.items():
        assert column.values.shape == (11,) and column.unit and column.help, name
        assert np.array_equal(column.values, run[name])


def test_a_vector_has_its_components_and_a_magnitude_is_asked_for() -> None:
    found = columns(result(3), ["A.force", "A.force.magnitude"])
    assert list(found) == ["A.force.x", "A.force.y", "A.force.z", "A.force.magnitude"]
    assert found["A.force.magnitude"].values.tolist() == [5, 5, 5]


def test_angles_are_folded_within_half_a_turn_and_nothing_else_is() -> None:
    run = result(101)
    found = columns(run, ["A.angle", "A.angle_rate", "block.position.y"], fold=True)
    angle = found["A.angle"].values
    assert np.all((angle >= -np.pi) & (angle < np.pi)) and run["A.angle"].max() > 3 * np.pi
    assert np.sin(angle) == pytest.approx(np.sin(run["A.angle"]), abs=1e-14)
    assert np.array_equal(found["A.angle_rate"].values, run["A.angle_rate"])
    assert folded(np.array([np.pi, -np.pi, 0.0, 7.0])) == pytest.approx(
        [-np.pi, -np.pi, 0.0, 7.0 - 2 * np.pi]
    )


def test_pandas_has_times_as_index_and_units() -> None:
    pytest.importorskip("pandas")
    run = result(5)
    frame = run.to_pandas(["A.force.x", "A.angle"])
    assert frame.index.name == "t" and frame.index.tolist() == run.t.tolist()
    assert frame["A.angle"].tolist() == run["A.angle"].tolist()
    assert frame.attrs["units"] == {"t": "s", "A.force.x": "N", "A.angle": "rad"}
    assert "count full turns" in frame.attrs["help"]["A.angle"]


def test_a_csv_file_gives_the_same_numbers_back(tmp_path) -> None:
    run = result(7)
    path = run.to_csv(tmp_path / "run.csv")
    with path.open(newline="") as file:
        head, *rows = csv.reader(file)
    found = columns(run)
    assert head == ["t [s]", *(f"{name} [{column.unit}]" for name, column in found.items())]
    numbers = np.array(rows, float)
    assert np.array_equal(numbers[:, 0], run.t)
    for k, column in enumerate(found.values()):
        assert np.array_equal(numbers[:, k + 1], column.values)


def test_matlab_gets_a_variable_for_each_channel(tmp_path) -> None:
    from scipy.io import loadmat

    run = result(7)
    path = run.to_mat(tmp_path / "run.mat")
    found = loadmat(path, squeeze_me=True)
    assert np.array_equal(found["A_force_x"], run["A.force.x"])
    assert np.array_equal(found["t"], run.t)
    units, names = found["units"].item(), found["names"].item()
    fields = found["units"].dtype.names
    assert dict(zip(fields, units, strict=True))["A_angle"] == "rad"
    assert set(map(str, names)) == {"t", *columns(run)}
    assert len(set(fields)) == len(columns(run)) + 1
    assert all(name.isidentifier() and len(name) <= 63 for name in fields)


def test_a_parquet_file_is_read_by_pandas(tmp_path) -> None:
    pytest.importorskip("pyarrow")
    import pandas

    run = result(7)
    again = pandas.read_parquet(run.to_parquet(tmp_path / "run.parquet"))
    assert again.equals(run.to_pandas())
    assert again.attrs["units"]["A.angle"] == "rad"


@pytest.mark.parametrize(
    ("method", "package"), [("to_pandas", "pandas"), ("to_parquet", "pyarrow")]
)
def test_without_its_package_a_format_is_refused_in_a_sentence(
    monkeypatch, tmp_path, method, package
) -> None:
    monkeypatch.setitem(sys.modules, package, None)
    given = () if method == "to_pandas" else (tmp_path / "run.parquet",)
    with pytest.raises(
        gd.InputError, match=rf"needs the package.*{package}.*install gudgeon with its extra"
    ):
        getattr(result(3), method)(*given)


@pytest.mark.parametrize(
    ("method", "name"), [("to_csv", "run.mat"), ("to_mat", "run.csv"), ("to_csv", "run.h5")]
)
def test_the_name_of_another_format_is_refused(tmp_path, method, name) -> None:
    with pytest.raises(gd.InputError, match="is the name of a"):
        getattr(result(3), method)(tmp_path / name)
    assert not list(tmp_path.iterdir())


def test_the_ending_says_the_format() -> None:
    assert format_of("x.CSV", None) == "csv" and format_of("x.dat", "mat") == "mat"
    with pytest.raises(gd.InputError, match="does not say which format is meant"):
        format_of("x.dat", None)
    with pytest.raises(gd.InputError, match="unknown format 'xls'"):
        format_of("x", "xls")


@pytest.mark.parametrize("name", ["x.csv", "x.mat", "x.png", "x.yaml"])
def test_a_result_is_not_written_under_the_name_of_another_format(tmp_path, name) -> None:
    with pytest.raises(gd.InputError, match=r"would be HDF5; .*\.h5.*export"):
        result(3).save(tmp_path / name)
    with pytest.raises(gd.InputError, match="would be HDF5"):
        gd.simulate(gd.library("pendulum"), 0.01, out=tmp_path / name)
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("fit", ["ideal", *gd.library_fits("four-bar")["C"]])
def test_every_channel_of_every_fit_is_exported_with_unit_and_meaning(tmp_path, fit) -> None:
    """To the last bit, also from its file, in columns that are told apart."""
    run = gd.simulate(gd.library("four-bar", **({} if fit == "ideal" else {"C": fit})), 2e-3)
    for name in run.channels():
        channel = run.channel(name)
        assert channel.unit and channel.help, name
    table = run.to_pandas()
    assert len(set(table.columns)) == len(table.columns)
    run.save(tmp_path / "run.h5")
    again = gd.load(tmp_path / "run.h5")
    assert again.channels() == run.channels()
    np.testing.assert_array_equal(again.to_pandas().to_numpy(), table.to_numpy())
    rows = list(csv.reader(run.to_csv(tmp_path / "run.csv").read_text().splitlines()))
    count = len(table.columns)
    assert rows[0][count + 1 :] == (["in_start [1]"] if run.transient > 0 else [])
    written = np.array([[float(cell or "nan") for cell in row[1:]] for row in rows[1:]])
    np.testing.assert_array_equal(written[:, :count], table.to_numpy())
    np.testing.assert_array_equal(written[:, count:].sum(axis=1), run.t < run.transient)


def test_the_start_that_key_figures_leave_out_is_marked(tmp_path) -> None:
    """In every format; a result without it has no mark, and what is marked is left out of it."""
    from scipy.io import loadmat

    run = gd.simulate(gd.library("planar-slider-crank", C="clearance"), 0.03)
    assert 0 < run.transient < 0.03
    frame = run.to_pandas(["C.force.magnitude"])
    counted = frame[frame.attrs["transient"] :]
    rest = run.after_transient
    assert counted["C.force.magnitude"].tolist() == rest["C.force.magnitude"].tolist()
    assert counted["C.force.magnitude"].max() == pytest.approx(run.peaks["joint:C"].value)
    found = loadmat(run.to_mat(tmp_path / "run.mat", ["A.angle"]), squeeze_me=True)
    assert found["transient"] == run.transient
    for part, marked in ((run, True), (rest, False)):
        path = part.to_csv(tmp_path / "run.csv", ["A.angle"])
        with path.open(newline="") as file:
            head, *rows = csv.reader(file)
        assert head == ["t [s]", "A.angle [rad]", *(["in_start [1]"] if marked else [])]
        marks = np.array(rows, float)[:, 2:].sum(axis=1)
        assert np.array_equal(marks == 1, (part.t < run.transient) & marked)
