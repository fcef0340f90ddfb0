"""The command ``sweep``: what it prints and writes, how it ends."""

import pytest
from click.testing import CliRunner

import gudgeon as gd
from gudgeon.cli.commands.sweep import values_of
from gudgeon.cli.main import main
from tests.support.faulty_files import largest_file
from tests.support.swept_falls import Presser, falling, hanging


def test_a_sweep_that_could_not_be_written_ends_with_an_error(tmp_path):
    arguments = [
        "sweep",
        "pendulum",
        "--vary",
        "bodies.ball.mass=1,2",
        "--duration",
        "0.1",
        "--out",
        str(tmp_path / "s"),
        "--keep",
        "--quiet",
    ]
    with largest_file(40_000):
        outcome = CliRunner().invoke(main, arguments)
    assert outcome.exit_code == 2 and "2 of 2 points could not be written" in outcome.stderr
    assert CliRunner().invoke(main, arguments).exit_code == 0


def test_values_on_the_command_line_are_read_as_yaml():
    assert values_of(("a.b=0.05mm, 1,true", "c=[1, 2], [3, 4]", "d=ideal")) == {
        "a.b": ["0.05mm", 1, True], "c": [[1, 2], [3, 4]], "d": ["ideal"],
    }  # fmt: skip
    assert values_of(('bodies."a=b".mass=1,2',)) == {'bodies."a=b".mass': [1, 2]}


def test_the_command_prints_the_table_and_writes_files(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    gd.write(falling(), "lift.yaml")
    command = [
        "sweep",
        "lift.yaml",
        "--set",
        "duration=0.1",
        "--vary",
        "gravity.2=-10,-20",
        "--vary",
        "bodies.cabin.mass=500g,2",
    ]
    command += [
        "--out",
        "points",
        "--csv",
        "t.csv",
        "--plot",
        "t.png",
        "--measure",
        "min D.displacement",
        "--keep",
        "--workers",
        "2",
    ]
    outcome = CliRunner().invoke(main, command)
    assert outcome.exit_code == 0, outcome.output
    assert "lift: 4 points" in outcome.output
    assert "wrote t.csv" in outcome.output
    rows = [line.split(",") for line in (tmp_path / "t.csv").read_text().splitlines()[1:]]
    assert [float(row[2]) for row in rows] == pytest.approx([-0.05, -0.05, -0.1, -0.1], rel=1e-12)
    assert (tmp_path / "t.png").exists()
    assert len(list((tmp_path / "points").glob("*.h5"))) == 4


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--vary", "duration"], "expected PATH=VALUE,VALUE"),
        (["--vary", "duration=1", "--vary", "duration=2"], "varied twice"),
        (["--vary", "joints.C.radial_clearence=1"], "Did you mean 'radial_clearance'"),
        (["--vary", "duration=1", "--keep"], "say into which folder"),
        (["--vary", "duration=1", "--csv", "nowhere/t.csv"], "there is no such folder"),
        (["--vary", "duration=1", "--measure", "impact"], "Did you mean 'impacts'"),
        ([], "Missing option '--vary'"),
    ],
)
def test_wrong_commands_are_answered_in_a_sentence(arguments, message):
    outcome = CliRunner().invoke(main, ["sweep", "four-bar", *arguments])
    assert outcome.exit_code == 2
    assert message in outcome.output
    assert "Traceback" not in outcome.output


def test_a_model_that_is_not_there_is_answered_in_a_sentence():
    for name, message in (
        ("four-bra", "Did you mean 'four-bar'"),
        ("nowhere.yaml", "no such file"),
    ):
        outcome = CliRunner().invoke(main, ["sweep", name, "--vary", "duration=1"])
        assert outcome.exit_code == 2
        assert message in outcome.output


def test_if_all_points_fail_the_command_fails(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    gd.write(hanging(), "hanging.yaml")
    outcome = CliRunner().invoke(
        main, ["sweep", "hanging.yaml", "--vary", "joints.D.stops.contact.stiffness=1e3,2e3"]
    )
    assert outcome.exit_code == 1
    assert "all points failed" in outcome.output


def test_ctrl_c_on_the_command_line_prints_the_table_and_exits_with_130(monkeypatch, tmp_path):
    monkeypatch.chdir(tmp_path)
    gd.write(falling(), "lift.yaml")
    presser = Presser(monkeypatch)
    presser.start()
    outcome = CliRunner().invoke(
        main,
        ["sweep", "lift.yaml", "--vary", "gravity.2=-1,-3", "--workers", "1", "--out", "points"],
    )
    presser.join()
    assert outcome.exit_code == 130
    assert "lift: 2 points" in outcome.output
    assert "continues from there" in outcome.output


def test_points_run_in_other_processes_print_the_same_table():
    pytest.importorskip("loky")
    arguments = ["sweep", "pendulum", "--vary", "bodies.ball.mass=1,2", "--duration", "0.1"]
    here = CliRunner().invoke(main, arguments)
    there = CliRunner().invoke(main, [*arguments, "--executor", "processes", "--workers", "1"])
    assert here.exit_code == 0 and there.stdout == here.stdout


def test_the_address_of_a_scheduler_is_checked_before_anything_runs():
    arguments = ["sweep", "pendulum", "--vary", "bodies.ball.mass=1,2", "--dask", "somewhere"]
    outcome = CliRunner().invoke(main, arguments)
    assert outcome.exit_code == 2
    assert "--dask somewhere" in outcome.stderr and "tcp://" in outcome.stderr
