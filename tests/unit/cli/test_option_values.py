"""Options that say more than a number, and messages in the words of the command line."""

import pytest
from click.testing import CliRunner

import gudgeon as gd
from gudgeon.cli.main import main
from gudgeon.cli.option_values import Stabilisation, StopWhen, in_options
from gudgeon.simulation.settings import Baumgarte, Crossing


def test_a_stop_is_a_coordinate_and_a_value():
    convert = StopWhen().convert
    assert convert("A.angle=2 rev", None, None) == Crossing("A.angle", "2 rev")
    assert convert("G.displacement > 5 mm", None, None) == Crossing(
        "G.displacement", "5 mm", direction=1
    )
    assert convert("A.angle<0", None, None) == Crossing("A.angle", 0.0, direction=-1)


def test_stabilisation_is_a_word_with_two_numbers():
    convert = Stabilisation().convert
    assert convert("projection", None, None) == "projection"
    assert convert("baumgarte:5,7", None, None) == Baumgarte(5.0, 7.0)
    assert convert("baumgarte:5", None, None) == Baumgarte(5.0, 5.0)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--stop-when", "A.angle"], "expected JOINT.COORDINATE=VALUE"),
        (["--stop-when", "A.angle=x"], "expected a number"),
        (["--stabilisation", "springs"], "expected projection, or baumgarte:5,5"),
        (["--stabilisation", "baumgarte:5,"], "expected projection, or baumgarte:5,5"),
        (["--max-step", "0"], "must be > 0"),
        (["--atol", "2"], "must be < 1"),
    ],
)
def test_a_wrong_value_is_told_with_its_option(arguments, message, tmp_path):
    out = str(tmp_path / "x.h5")
    run = CliRunner().invoke(main, ["run", "four-bar", "--out", out, *arguments])
    assert run.exit_code == 2 and message in run.output and arguments[0] in run.output


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("choose a longer output_step.", "choose a longer --output-step."),
        ("try method='radau', or loosen rtol.", "try --method radau, or loosen rtol."),
        ("output_step: must be > 0", "--output-step: must be > 0"),
        ("joints.C.max_step and my_max_step", "joints.C.max_step and my_max_step"),
        ("step: must be > 0", "--step: must be > 0"),
    ],
)
def test_messages_speak_of_options(text, expected):
    names = ["output_step", "method", "max_step", "step", "output", "rtol"]
    assert in_options(text, names) == expected


def test_the_command_line_stops_and_steps_as_python_does(tmp_path):
    out = str(tmp_path / "x.h5")
    options = ["--duration", "1", "--max-step", "2 ms", "--atol", "1e-7", "--output-step", "1 ms"]
    stop = ["--stop-when", "A.angle=10 deg", "--stabilisation", "baumgarte:5,5", "--quiet"]
    run = CliRunner().invoke(main, ["run", "four-bar", "--out", out, *options, *stop])
    assert run.exit_code == 0, run.output
    result = gd.load(out)
    assert result.status is gd.Status.STOPPED
    assert result.settings["max_step"] == 0.002 and result.settings["atol"] == 1e-7


def test_a_message_of_a_run_names_its_options(tmp_path):
    out = str(tmp_path / "x.h5")
    run = CliRunner().invoke(
        main, ["run", "four-bar", "--out", out, "--duration", "1", "--output-step", "1e-12"]
    )
    assert run.exit_code == 2 and "--output-step" in run.output and "output_step" not in run.output
