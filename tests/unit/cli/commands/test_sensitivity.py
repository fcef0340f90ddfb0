"""The command ``sensitivity``: indices that are printed, pictures, wrong arguments."""

import pytest
from click.testing import CliRunner

from gudgeon.cli.main import main

VARIED = ["--vary", "gravity.2=uniform(-10, -9)", "--vary", "bodies.ball.mass=normal(1 kg, 0.1 kg)"]


@pytest.mark.parametrize("indices, heading", [("sobol", "first order"), ("morris", "mu*")])
def test_the_command_prints_one_line_for_each_parameter(indices, heading, tmp_path):
    picture = tmp_path / "bars.png"
    command = [
        "sensitivity", "pendulum", *VARIED, "--samples", "4", "--indices", indices, "--duration", "0.05",
        "--measure", "peak_acceleration", "--plot", str(picture),
    ]  # fmt: skip
    outcome = CliRunner().invoke(main, command)
    assert outcome.exit_code == 0, outcome.output
    assert heading in outcome.output
    assert "gravity.2" in outcome.output and "bodies.ball.mass" in outcome.output
    assert picture.stat().st_size > 1000


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--samples", "7"], "take 4 or 8"),
        (["--measure", "impact"], "Did you mean 'impacts'"),
        (["--indices", "morriss"], "morriss"),
    ],
)
def test_wrong_commands_are_answered_in_a_sentence(arguments, message):
    command = ["sensitivity", "pendulum", *VARIED, "--duration", "0.01", *arguments]
    outcome = CliRunner().invoke(main, command)
    assert outcome.exit_code == 2
    assert message in outcome.output
    assert "Traceback" not in outcome.output
