"""What a sweep returns: coordinates, files, pictures."""

import pytest

import gudgeon as gd
from tests.support.swept_falls import swept_falls

falls = pytest.fixture(scope="module")(swept_falls)


def test_parameters_become_coordinates_in_si_units(falls):
    data = falls.to_xarray()
    assert data["depth"].dims == ("gravity.2", "bodies.cabin.mass")
    assert float(data["depth"].sel({"gravity.2": -20, "bodies.cabin.mass": 0.5})) == pytest.approx(
        0.4, rel=1e-12
    )
    assert data["bodies.cabin.mass"].attrs["units"] == "kg"
    assert data["lowest"].attrs["units"] == "m"
    assert falls["depth"].shape == falls.shape == (2, 3)


def test_the_table_goes_to_a_file_with_units(falls, tmp_path):
    path = falls.to_csv(tmp_path / "falls.csv")
    head, first, *rest = path.read_text().splitlines()
    assert head == "gravity.2,bodies.cabin.mass [kg],depth,lowest [m],hardest [m/s^2],ended,message"
    assert [float(cell) for cell in first.split(",")[:3]] == pytest.approx(
        [-10, 0.5, 0.2], rel=1e-12
    )
    assert len(rest) == 5


def test_results_are_not_kept_unless_asked_for(falls):
    with pytest.raises(gd.InputError, match="keep=True"):
        falls.result(0)
    with pytest.raises(gd.InputError, match="counted from 0 to 5"):
        falls.result(6)


def test_curves_go_along_the_first_number(falls, tmp_path):
    figure = falls.plot("depth", tmp_path / "depth.png")
    assert (tmp_path / "depth.png").stat().st_size > 5000
    assert figure.axes[0].get_xlabel() == "gravity.2"
    lines = figure.axes[0].lines
    assert [line.get_label() for line in lines] == ["mass 0.5", "mass 1", "mass 2"]
    assert lines[0].get_xdata().tolist() == [-20, -10]
    assert lines[0].get_ydata() == pytest.approx([0.4, 0.2], rel=1e-12)
    along = falls.plot("depth", along="bodies.cabin.mass")
    assert along.axes[0].get_xlabel() == "bodies.cabin.mass [kg]"


def test_words_are_drawn_as_ticks():
    found = gd.sweep(
        "four-bar", {"joints.C.fit": ["ideal", "clearance"]}, duration=1e-3, measures="impacts"
    )
    axes = found.plot("impacts").axes[0]
    assert [tick.get_text() for tick in axes.get_xticklabels()] == ["ideal", "clearance"]


def test_pictures_of_what_is_not_there_get_a_suggestion(falls):
    with pytest.raises(gd.InputError, match="Did you mean 'depth'"):
        falls.plot("deepth")
    with pytest.raises(gd.InputError, match="there is no 'mass'"):
        falls.plot("depth", along="mass")
    with pytest.raises(gd.InputError, match="there is no column 'deepth'"):
        falls["deepth"]
