"""The command ``monte-carlo``: what it prints and writes, and what is wrong with its arguments."""

import pytest
from click.testing import CliRunner

from gudgeon.cli.main import main

CLEARANCE = "joints.C.radial_clearance="


def test_the_command_prints_percentiles_and_writes_files(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    command = [
        "monte-carlo", "pendulum", "--vary", "bodies.ball.mass=uniform(1 kg, 2 kg)", "--samples", "8",
        "--duration", "0.05", "--measure", "peak_acceleration", "--limit", "peak_acceleration=1",
        "--csv", "t.csv", "--plot", "t.png",
    ]  # fmt: skip
    outcome = CliRunner().invoke(main, command)
    assert outcome.exit_code == 0, outcome.output
    assert "pendulum: 8 runs, latin-hypercube, seed 0" in outcome.output
    assert "peak_acceleration exceeds 1 with a probability of 1 (" in outcome.output
    assert len((tmp_path / "t.csv").read_text().splitlines()) == 9
    assert (tmp_path / "t.png").stat().st_size > 1000


def test_fits_are_set_by_name_and_follow_the_sizes_of_every_run():
    command = [
        "monte-carlo", "planar-slider-crank", "--set", "joints.C.fit=clearance", "--vary",
        f"{CLEARANCE}normal(0.2mm, 0.02mm)", "--samples", "2", "--duration", "1 ms", "--measure", "impacts",
    ]  # fmt: skip
    outcome = CliRunner().invoke(main, command)
    assert outcome.exit_code == 0, outcome.output
    assert "impacts" in outcome.output


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--vary", "nonsense"], "expected a distribution"),
        (["--vary", f"{CLEARANCE}norml(1, 2)"], "expected a distribution"),
        (["--vary", f"{CLEARANCE}normal(1)"], "expected normal(mean, std, low, high)"),
        (["--vary", f"{CLEARANCE}normal(0.2 kg, 1 mm)"], "kg"),
        (["--vary", f"{CLEARANCE}uniform(2 mm, 1 mm)"], "low must be below high"),
        (["--vary", f"{CLEARANCE}25 H7/p6"], "least clearance"),
        (["--vary", "gravity.7=uniform(1, 2)"], "gravity"),
        (["--vary", f"{CLEARANCE}uniform(1 mm, 2 mm)", "--limit", "impacts"], "MEASURE=VALUE"),
        (["--vary", f"{CLEARANCE}uniform(1 mm, 2 mm)", "--csv", "no/t.csv"], "no such folder"),
        (
            ["--vary", f"{CLEARANCE}uniform(1 mm, 2 mm)", "--design", "sobol", "--samples", "7"],
            "take 4 or 8",
        ),
        ([], "Missing option '--vary'"),
    ],
)
def test_wrong_commands_are_answered_in_a_sentence(arguments, message):
    outcome = CliRunner().invoke(main, ["monte-carlo", "four-bar", *arguments])
    assert outcome.exit_code == 2
    assert message in outcome.output
    assert "Traceback" not in outcome.output
