import pytest
from click.testing import CliRunner

import gudgeon as gd
from gudgeon.cli.main import main
from tests.support.adams_datasets import written


@pytest.fixture
def file(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    return written(tmp_path, "JOINT/1, REVOLUTE, I=11, J=22", "GEAR/1, JOINTS=1,2").name


def invoke(*arguments):
    return CliRunner().invoke(main, ["import", *arguments])


def test_a_file_is_written_and_what_was_left_out_is_said(file):
    outcome = invoke(file)
    assert outcome.exit_code == 0, outcome.output
    assert "own: 1 body, 1 joint" in outcome.output
    assert "own.adm:12: GEAR/1 is left out" in outcome.output
    assert outcome.output.endswith("wrote own.yaml\n")
    assert gd.read("own.yaml") == gd.import_model(file).mechanism


def test_it_can_be_quiet_and_write_elsewhere(file):
    outcome = invoke(file, "--out", "other.yaml", "--quiet")
    assert (outcome.exit_code, outcome.output) == (0, "")
    assert gd.read("other.yaml").joints[0].name == "joint1"


def test_it_can_be_strict(file, tmp_path):
    outcome = invoke(file, "--strict")
    assert outcome.exit_code == 2
    assert "nothing was written" in outcome.output
    assert not (tmp_path / "own.yaml").exists()


def test_the_file_itself_is_not_overwritten(file):
    assert "is a file that this command reads" in invoke(file, "--out", file).output


def test_commands_read_such_files_as_models(file):
    outcome = CliRunner().invoke(main, ["check", file, "--set", "bodies.part2.mass=3"])
    assert outcome.exit_code == 0, outcome.output
    assert "Warning" in outcome.output and "GEAR/1" in outcome.output
    outcome = CliRunner().invoke(main, ["run", file, "--duration", "0.1", "--quiet"])
    assert outcome.exit_code == 0, outcome.output
    assert gd.load("own.h5").t[-1] == pytest.approx(0.1)
