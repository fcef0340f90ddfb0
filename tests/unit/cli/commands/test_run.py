"""The command ``run``: what it prints, what it writes, how it ends."""

import signal
import subprocess
import sys
import time
from pathlib import Path

import numpy as np
import pytest
from click.testing import CliRunner

import gudgeon as gd
from gudgeon.cli.main import main
from gudgeon.model import files
from gudgeon.model.library import library
from gudgeon.results.status import Status
from tests.support.command_line import gudgeon, small_result, stand_in


@pytest.mark.parametrize(
    ("status", "code"),
    [
        (Status.COMPLETE, 0),
        (Status.STOPPED, 0),
        (Status.INTERRUPTED, 130),
        (Status.STEP_TOO_SMALL, 1),
        (Status.NOT_FINITE, 1),
        (Status.OUTPUT_FAILED, 2),
    ],
)
def test_the_exit_code_says_how_the_run_ended(status, code, monkeypatch):
    stand_in(monkeypatch, small_result(status))
    outcome = gudgeon("run", "pendulum", "--out", "some.h5", code=code)
    assert ("some.h5" in outcome.stderr) == (code != 0)
    assert status.message(1.0) in outcome.output


def test_the_summary_of_a_run_has_balance_and_extremes(monkeypatch):
    stand_in(monkeypatch, small_result())
    output = gudgeon("run", "pendulum").output
    assert "12 steps, 3 rejected, 200 evaluations, 0.25 s" in output
    assert "A: 5 N at t = 0.5 s, 0.25 N m at t = 1 s" in output
    assert "motor: -1.5 and 2.5 N m" in output
    assert "balance closes to 2.00e+00 J, 1.0e-01 of the largest kinetic energy" in output
    assert "pendulum.h5" in output


@pytest.mark.parametrize("rtol", ["0", "-1e-6", "1", "2", "nan", "1 m", "small"])
def test_a_tolerance_that_cannot_be_is_refused_before_anything_is_printed(rtol, monkeypatch):
    called = stand_in(monkeypatch, small_result())
    outcome = gudgeon("run", "pendulum", "--rtol", rtol, code=2)
    assert not called
    assert outcome.stdout == ""
    assert "'--rtol'" in outcome.stderr


def test_options_reach_the_simulation(monkeypatch):
    called = stand_in(monkeypatch, small_result())
    options = [
        "--duration",
        "20 ms",
        "--rtol",
        "1e-6",
        "--method",
        "rk4",
        "--step",
        "1 ms",
        "--output-step",
        "2 ms",
    ]
    gudgeon("run", "pendulum", *options, "--set", "bodies.ball.mass=2 kg", "--out", "x.h5")
    assert called["mechanism"].bodies[0].mass == 2
    given = {key: called[key] for key in ("duration", "rtol", "method", "step", "output_step")}
    assert given == {
        "duration": 0.02,
        "rtol": 1e-6,
        "method": "rk4",
        "step": 0.001,
        "output_step": 0.002,
    }
    assert str(called["out"]) == "x.h5"
    # what is not given is left to the defaults of the simulation
    assert "contact_start" not in called


def test_a_quiet_run_prints_nothing(monkeypatch):
    stand_in(monkeypatch, small_result(), compiling=True)
    assert gudgeon("run", "pendulum", "--quiet").output == ""


def test_a_run_writes_a_result_that_can_be_loaded_plotted_and_replaced(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    outcome = gudgeon(
        "run", "pendulum", "--duration", "0.1", "--output-step", "10 ms", "--plots", "pictures"
    )
    assert "pendulum.h5" in outcome.output
    with_file = gd.load("pendulum.h5")
    assert with_file.t == pytest.approx(np.linspace(0, 0.1, 11), abs=1e-15)
    # free fall at first: y = -g t^2 / 2 with a relative error of (g t^2 / 2 L)^2 / 2 from the arc,
    # below 2e-3 at 0.1 s
    assert with_file.body("ball").position[-1, 1] == pytest.approx(-0.5 * 9.81 * 0.01, rel=2e-3)
    assert list((tmp_path / "pictures").glob("*.png"))
    gudgeon("plot", "pendulum.h5", "ball.position.y", "--out", "fall.png")
    assert (tmp_path / "fall.png").read_bytes().startswith(b"\x89PNG")
    assert "ball.position.y" in gudgeon("plot", "pendulum.h5").output.splitlines()
    assert "Did you mean" in gudgeon("plot", "pendulum.h5", "ball.positon", code=2).stderr
    gudgeon("run", "pendulum", "--duration", "0.05", "--output-step", "10 ms", "--quiet")
    assert len(gd.load("pendulum.h5").t) == 6


def test_a_run_without_a_duration_asks_for_one(tmp_path):
    path = tmp_path / "model.yaml"
    files.write(files.set_values(library("pendulum"), ["duration="]), path)
    assert "duration" in gudgeon("run", path, "--out", tmp_path / "x.h5", code=2).stderr
    assert not (tmp_path / "x.h5").exists()


def test_a_run_out_of_time_says_once_what_became_of_it(tmp_path):
    outcome = gudgeon(
        "run",
        "pendulum",
        "--duration",
        "1e6",
        "--max-wall-time",
        "0.1",
        "--out",
        tmp_path / "r.h5",
        "--quiet",
        code=1,
    )
    assert outcome.exit_code == 1
    assert (
        outcome.stderr.count("computed until then") == 1
        and f"It is in {tmp_path / 'r.h5'}." in outcome.stderr
    )


def test_ctrl_c_ends_a_run_and_keeps_what_was_computed(tmp_path):
    """A run that would last for hours is interrupted after some seconds."""
    path = tmp_path / "long.h5"
    command = ["run", "pendulum", "--duration", "1e6", "--output-step", "0.1", "--out", str(path)]
    script = f"from gudgeon.cli.main import main; main({command!r})"
    with subprocess.Popen(
        [sys.executable, "-c", script], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as process:
        give_up = time.monotonic() + 120  # compiling comes first on a cold cache
        while (
            (not path.exists() or path.stat().st_size < 100_000)
            and time.monotonic() < give_up
            and process.poll() is None
        ):
            time.sleep(0.1)
        process.send_signal(signal.SIGINT)
        output, errors = process.communicate(timeout=60)
    assert process.returncode == 130, (output, errors)
    assert "Traceback" not in errors
    assert f"It is in {path}" in errors
    result = gd.load(path)
    assert result.status is Status.INTERRUPTED
    assert len(result.t) > 100
    assert np.diff(result.t) == pytest.approx(0.1, rel=1e-6)


def test_a_run_writes_its_report_with_the_command_that_was_given(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(
        "sys.argv", ["gudgeon", "run", "pendulum", "--duration", "0.1", "--report", "my page.html"]
    )
    outcome = CliRunner().invoke(
        main, ["run", "pendulum", "--duration", "0.1", "--report", "my page.html"]
    )
    assert outcome.exit_code == 0, outcome.output
    assert "my page.html" in outcome.output
    assert "gudgeon run pendulum --duration 0.1 --report 'my page.html'" in Path(
        "my page.html"
    ).read_text(encoding="utf-8")


def test_a_report_into_a_folder_that_is_not_there_is_refused_before_the_run(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    outcome = CliRunner().invoke(main, ["run", "pendulum", "--report", "nowhere/x.html"])
    assert outcome.exit_code == 2
    assert "nowhere: there is no such folder" in outcome.output
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize(
    ("shape", "words"),
    [
        ("ball=gone.stl", "gone.stl: shapes.ball: cannot be read"),
        ("bal=x.stl", "Did you mean 'ball'?"),
        ("bar", "expected BODY=FILE"),
        ("ball=x.stl:parsec", "unknown unit 'parsec'"),
        ("ball=x.step", "expected an STL, OBJ or GLB file"),
    ],
)
def test_a_wrong_shape_is_found_before_the_run(
    shape: str, words: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("x.stl").write_text("vertex 0 0 0\nvertex 1 0 0\nvertex 0 1 0\n")
    outcome = CliRunner().invoke(
        main, ["run", "pendulum", "--duration", "0.1", "--report", "x.html", "--shape", shape]
    )
    assert outcome.exit_code == 2, outcome.output
    assert words in outcome.output
    assert [path.name for path in tmp_path.iterdir()] == ["x.stl"]


def test_a_shape_without_a_report_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("x.stl").write_text("vertex 0 0 0\nvertex 1 0 0\nvertex 0 1 0\n")
    outcome = CliRunner().invoke(
        main, ["run", "pendulum", "--duration", "0.1", "--shape", "ball=x.stl"]
    )
    assert outcome.exit_code == 2
    assert "--report FILE.html" in outcome.output
