"""The command ``plot-law``: what it draws and tells."""

import pytest

from tests.support.command_line import gudgeon


def test_the_command_draws_a_law_and_tells_what_it_assumed(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    output = gudgeon(
        "plot-law", "hertz", "--set", "exponent=1.4", "--speed", "20 cm/s", "--mass", "30 g"
    ).output
    assert output == "assumed: stiffness 1e+10; --set gives others\nwrote hertz.png\n"
    assert (tmp_path / "hertz.png").read_bytes().startswith(b"\x89PNG")
    assert (
        gudgeon(
            "plot-law", "threlfall", "--set", "mu_k=0.2", "--set", "v_1=1mm/s", "--out", "t.pdf"
        ).output
        == "wrote t.pdf\n"
    )


def test_the_command_draws_the_fit_of_a_joint(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    output = gudgeon(
        "plot-law", "four-bar", "--joint", "C", "--set", "joints.C.fit=clearance"
    ).output
    assert output == "wrote four-bar C.png\n"
    assert (tmp_path / "four-bar C.png").exists()


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["herz"], "Did you mean 'hertz'"),
        (["hertz", "--set", "stifness=1"], "Did you mean 'stiffness'"),
        (["hertz", "--set", "a.b=1"], "expected NAME=VALUE"),
        (
            ["hertz", "--normal-force", "3"],
            "--normal-force: a picture of a contact law does not depend on it, but on speeds",
        ),
        (["four-bar"], "say whose fit to draw"),
        (["four-bar", "--joint", "C"], "is ideal"),
        (["four-bar", "--joint", "c"], "Did you mean 'C'"),
        (["four-bra", "--joint", "C"], "Did you mean 'four-bar'"),
        (["hertz", "--out", "no/such/folder/x.png"], "no/such/folder"),
    ],
)
def test_wrong_input_is_told_without_a_traceback(arguments, message, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert message in gudgeon("plot-law", *arguments, code=2).stderr


def test_a_film_has_one_speed_and_its_own_sizes(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    sizes = ("--clearance", "20 um", "--radius", "10 mm", "--length", "8 mm")
    gudgeon("plot-law", "short-bearing", "--spin", 100, *sizes, "--speed", 0.01)
    assert (tmp_path / "short-bearing.png").is_file()
    twice = gudgeon("plot-law", "short-bearing", "--speed", 0.01, "--speed", 0.02, code=2)
    assert "give --speed once" in twice.stderr
