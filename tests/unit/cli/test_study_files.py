"""Files of studies: checked before anything runs, written after."""

import pytest

import gudgeon as gd
from gudgeon.cli.study_files import study_files
from tests.support.swept_falls import depth, falling


def test_all_files_are_written_and_said(tmp_path):
    study = gd.monte_carlo(
        falling(), {"gravity.2": gd.Uniform(-11, -9)}, 4, measures={"depth": depth}
    )
    names = {"csv": "a.csv", "plot": "a.png", "report": "a.html"}
    files = study_files(None, **{kind: str(tmp_path / name) for kind, name in names.items()})
    told = []
    files.write(study, ["depth"], told.append)
    assert [line.rsplit("/", 1)[-1] for line in told] == ["a.csv", "a.png", "a.html"]
    assert all((tmp_path / name).stat().st_size > 50 for name in names.values())


def test_places_that_are_not_there_are_said_before(tmp_path):
    with pytest.raises(gd.InputError, match="no-folder"):
        study_files(None, None, str(tmp_path / "no-folder" / "a.html"))
    same = str(tmp_path / "same")
    with pytest.raises(gd.InputError):
        study_files(None, None, same, same)
