"""The command ``export``: channels of a stored result for other programs."""

import csv

import numpy as np
import pytest

import gudgeon as gd
from tests.support.command_line import gudgeon, small_result


@pytest.fixture
def stored(tmp_path, monkeypatch):
    """A small result in a file of a folder of its own, which is the current one."""
    monkeypatch.chdir(tmp_path)
    small_result().save("r.h5")
    return tmp_path


def test_channels_go_to_a_csv_file_beside_the_result(stored):
    assert "wrote r.csv" in gudgeon("export", "r.h5", "A.force", "A.angle").output
    with (stored / "r.csv").open(newline="") as file:
        head, *rows = csv.reader(file)
    assert head == ["t [s]", "A.force.x [N]", "A.force.y [N]", "A.force.z [N]", "A.angle [rad]"]
    assert np.array_equal(np.array(rows, float)[:, 0], small_result().t)


def test_the_ending_of_the_name_is_obeyed(stored):
    gudgeon("export", "r.h5", "--out", "all.mat")
    assert (stored / "all.mat").read_bytes().startswith(b"MATLAB 5.0")
    gudgeon("export", "r.h5", "A.force", "--format", "mat")
    assert (stored / "r.mat").is_file()


def test_channels_are_listed_with_units_and_meanings(stored):
    lines = gudgeon("export", "r.h5", "--list").output.splitlines()
    assert len(lines) == len(small_result().channels())
    assert any(line.split()[:2] == ["A.angle", "rad"] and "full turns" in line for line in lines)


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (("--out", "x.mat", "--format", "csv"), "is the name of a MATLAB file"),
        (("--out", "x.dat"), "does not say which format is meant"),
        (("--out", "x.h5", "--format", "csv"), "is the name of a HDF5 file"),
        (("A.forse",), "Did you mean"),
        (("--out", "r.h5"), "is a file that this command reads"),
    ],
)
def test_what_cannot_be_is_said_in_a_sentence(stored, arguments, says):
    assert says in gudgeon("export", "r.h5", *arguments, code=2).stderr
    assert [path.name for path in stored.iterdir()] == ["r.h5"]


def test_a_run_is_not_written_under_the_name_of_another_format(stored):
    error = gudgeon("run", "pendulum", "--duration", "0.01", "--out", "x.csv", code=2).stderr
    assert "would be HDF5" in error and "gudgeon export" in error
    assert [path.name for path in stored.iterdir()] == ["r.h5"]


def test_animations_and_ideal_mechanisms_are_written(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    gd.simulate("bricard", 0.01, out="own.h5")
    for arguments, name, head in (
        (["own.h5", "--format", "glb"], "own.glb", b"glTF"),
        (["own.h5", "--out", "own.urdf"], "own.urdf", b"<?xml"),
        (["four-bar", "--format", "mjcf", "--out", "ideal.xml"], "ideal.xml", b"<?xml"),
        (["own.urdf", "--format", "mjcf"], "own.xml", b"<?xml"),
    ):
        assert f"wrote {name}" in gudgeon("export", *arguments).output
        assert (tmp_path / name).read_bytes().startswith(head)


def test_channels_have_no_place_in_an_animation(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    outcome = gudgeon("export", "own.h5", "A.angle", "--format", "glb", code=2)
    assert "channels have no place in a glb file" in outcome.output
