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


def test_robots_are_read_placed_and_run(tmp_path, monkeypatch):
    from tests.support.robots import random_robot, urdf

    monkeypatch.chdir(tmp_path)
    (tmp_path / "arm.urdf").write_text(urdf(random_robot(2, 3)), encoding="utf-8")
    outcome = invoke("arm.urdf", "--at", "joint0=0.5", "--at", "joint1=-0.25")
    assert outcome.exit_code == 0, outcome.output
    first = gd.read("arm.yaml").joint("joint0").stops
    assert [(stop.lower, stop.upper) for stop in first] in ([], [(-3.5, 2.5)])
    assert gd.read("arm.urdf") != gd.read("arm.yaml")
    outcome = CliRunner().invoke(
        main, ["run", "arm.urdf", "--duration", "1e-3", "--report", "arm.html"]
    )
    assert outcome.exit_code == 0, outcome.output
    assert "joint9" in invoke("arm.urdf", "--at", "joint9=1").output
    assert "expected JOINT=VALUE" in invoke("arm.urdf", "--at", "joint0").output


def test_hostile_robots_end_in_one_sentence(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    bomb = '<!DOCTYPE robot [<!ENTITY a "aaa">]><robot name="&a;"/>'
    for text, words in (
        (bomb, "document type"),
        ("<robot", "not valid XML"),
        ("<a/>", "neither URDF"),
    ):
        (tmp_path / "own.urdf").write_text(text, encoding="utf-8")
        for command in ("import", "run", "check"):
            outcome = CliRunner().invoke(main, [command, "own.urdf"])
            assert outcome.exit_code == 2
            assert words in outcome.output and outcome.output.count("\n") == 1
