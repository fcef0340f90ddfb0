"""The command line: what it prints, what it writes, how it ends."""

import io
import json
import signal
import subprocess
import sys
import time
import types

import numpy as np
import pytest
from click.testing import CliRunner

import gudgeon as gd
from gudgeon.assembly.output_layout import layout
from gudgeon.cli.main import main
from gudgeon.model import files
from gudgeon.model.library import NAMES, library, library_fits
from gudgeon.results.result import Result
from gudgeon.results.status import Status
from gudgeon.simulation import check_summary, progress

HEAVY = {"numba", "scipy", "matplotlib", "xarray", "h5py", "rich", "pandas"}


def gudgeon(*arguments: object, code: int = 0):
    """Run the command line in this process and demand an exit code."""
    outcome = CliRunner().invoke(main, [str(one) for one in arguments])
    assert outcome.exit_code == code, (outcome.exit_code, outcome.output, outcome.exception)
    return outcome


# -- commands that do not simulate -----------------------------------------------------------------------------


@pytest.mark.parametrize("arguments", [["--help"], ["--version"], ["laws"], ["library"], ["library", "four-bar"], ["schema"]])
def test_commands_that_only_print_import_nothing_heavy(arguments):
    script = (
        "import sys\n"
        "from gudgeon.cli.main import main\n"
        f"main({arguments!r}, standalone_mode=False)\n"
        f"print(sorted({HEAVY!r} & set(sys.modules)), file=sys.stderr)"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert done.stderr.strip() == "[]"


def test_help_names_every_verb():
    output = gudgeon("--help").output
    assert all(f"\n  {verb} " in output for verb in ("run", "check", "laws", "library", "plot", "schema"))


def test_the_version_is_that_of_the_package():
    assert gudgeon("--version").output == f"gudgeon {gd.__version__}\n"


def test_a_misspelt_command_is_guessed():
    assert "'check'" in gudgeon("chek", "four-bar", code=2).stderr


def test_the_library_is_listed_and_shown_as_a_model():
    assert [line.split()[0] for line in gudgeon("library").output.splitlines()] == list(NAMES)
    assert files.loads(gudgeon("library", "four-bar").output) == library("four-bar")


def test_a_mechanism_of_the_library_is_shown_with_the_fits_that_its_joints_have_by_name():
    lines = gudgeon("library", "four-bar").output.splitlines()
    shown = [line.split()[1] for line in lines if line.startswith("#   ")]
    assert shown == [f"joints.C.fit={name}" for name in library_fits("four-bar")["C"]]
    assert not gudgeon("library", "pendulum").output.startswith("#")


def test_a_mechanism_of_the_library_is_shown_as_it_was_set():
    output = gudgeon("library", "four-bar", "--set", "joints.C.fit=clearance-friction", "--set", "joints.C.fit.friction.mu_k=0.2").output
    loose = library("four-bar", C="clearance-friction")
    assert files.loads(output) == files.set_values(loose, ["joints.C.fit.friction.mu_k=0.2"])


def test_a_fit_by_name_follows_from_the_sizes_that_were_set():
    """K goes with 1/sqrt(c) for small c, whatever the order of the settings: R_i R_j/(R_i - R_j) = 0.01 (0.01 - c)/c."""
    settings = ["--set", "joints.C.fit=clearance", "--set", "joints.C.radial_clearance=0.1 mm"]
    thin = files.loads(gudgeon("library", "four-bar", *settings).output).joint("C")
    assert thin.gap() == 1e-4
    wide = library("four-bar", C="clearance").joint("C")
    assert thin.fit.contact.stiffness / wide.fit.contact.stiffness == pytest.approx((99 / 49) ** 0.5, rel=1e-12)


def test_a_mechanism_of_the_library_is_written_to_a_new_file_only(tmp_path):
    path = tmp_path / "mine.yaml"
    gudgeon("library", "four-bar", "--write", path)
    assert files.read(path) == library("four-bar")
    path.write_text("my work")
    gudgeon("library", "four-bar", "--write", path, code=2)
    assert path.read_text() == "my work"


def test_laws_are_listed_by_family_with_their_equations():
    output = gudgeon("laws").output
    assert "signal:\n" in output
    assert "x = x_m + a sin(2π f t + φ)" in output
    assert "amplitude" in gudgeon("laws", "signal").output


def test_a_law_is_shown_with_symbols_units_and_defaults():
    output = gudgeon("laws", "harmonic").output
    row = next(line for line in output.splitlines() if "frequency" in line)
    assert row.split() == ["frequency", "f", "cycles", "per", "second", "[Hz],", ">", "0"]
    assert "by default 0" in output
    assert gudgeon("laws", "Harmonic").output == output


def test_laws_of_the_users_own_are_listed(tmp_path):
    path = tmp_path / "mine.py"
    path.write_text(
        "import gudgeon as gd\n@gd.law\nclass MyOwnSignal(gd.Signal):\n    '''Mine.'''\n"
        "    height: float = gd.param('h', 'm')\n    @staticmethod\n    def value(t, h):\n        '''x = h'''\n        return h, 0.0, 0.0\n"
    )
    assert "my-own-signal" in gudgeon("laws", "--laws", path).output


def test_the_schema_is_json(tmp_path):
    shown = json.loads(gudgeon("schema").output)
    gudgeon("schema", "--out", tmp_path / "schema.json")
    assert json.loads((tmp_path / "schema.json").read_text()) == shown
    assert shown["$schema"] == "https://json-schema.org/draft/2020-12/schema"


# -- the end of a run, with a stand-in for the simulation ------------------------------------------------------


def small_result(status: Status = Status.COMPLETE) -> Result:
    """Return three rows of a driven crank with forces 3-4-5 and a balance that is off by 2 J."""
    labels = {
        "body": ("crank",),
        "joint": ("A",),
        "coordinate": ("A.angle",),
        "driver": ("motor",),
        "entry": ("kinetic", "gravity", "driver:motor"),
    }
    columns = layout(labels)
    rows = np.zeros((3, columns.width))
    rows[:, columns["t"].columns] = [[0.0], [0.5], [1.0]]
    rows[1, columns["joint_force"].columns] = [3.0, 0.0, -4.0]
    rows[2, columns["joint_torque"].columns] = [0.0, 0.25, 0.0]
    rows[:, columns["driver_force"].columns] = [[-1.5], [0.0], [2.5]]
    rows[:, columns["energy"].columns] = [[10.0, 0.0, 0.0], [12.0, 0.0, 0.0], [20.0, 0.0, 10.0]]
    mechanism = gd.Mechanism(
        bodies=[gd.Body("crank", mass=1, inertia=(1, 1, 1))],
        joints=[gd.Revolute("A", between=("ground", "crank"), point=(0, 0, 0), axis=(0, 0, 1))],
        drivers=[gd.Driver("motor", joint="A", motion=gd.ConstantSpeed(1))],
    )
    statistics = {"steps": 12, "rejected": 3, "evaluations": 200, "wall_time": 0.25}
    return Result(mechanism, columns, columns.split(rows), status, statistics)


def stand_in(monkeypatch, result: Result, compiling: bool = False) -> dict:
    """Let ``gudgeon run`` return ``result``; return the arguments with which the simulation was called."""
    called: dict = {}

    def simulate(mechanism, **options):
        called.update(options, mechanism=mechanism)
        return result

    monkeypatch.setattr("gudgeon.simulation.simulate.simulate", simulate)
    monkeypatch.setattr("gudgeon.simulation.compilation.needs_compiling", lambda *_: compiling)
    return called


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
    assert status.sentence(1.0) in outcome.output


def test_the_summary_of_a_run_has_balance_and_extremes(monkeypatch):
    stand_in(monkeypatch, small_result())
    output = gudgeon("run", "pendulum").output
    assert "12 steps, 3 rejected, 200 evaluations, 0.25 s" in output
    assert "A: 5 N at t = 0.5 s, 0.25 N m at t = 1 s" in output
    assert "motor: -1.5 and 2.5 N m" in output
    assert "balance closes to 2.00e+00 J, 1.0e-01 of the largest kinetic energy" in output
    assert "pendulum.h5" in output


def test_options_reach_the_simulation(monkeypatch):
    called = stand_in(monkeypatch, small_result())
    options = ["--duration", "20 ms", "--rtol", "1e-6", "--method", "rk4", "--step", "1 ms", "--output-step", "2 ms"]
    gudgeon("run", "pendulum", *options, "--set", "bodies.ball.mass=2 kg", "--out", "x.h5")
    assert called["mechanism"].bodies[0].mass == 2
    given = {key: called[key] for key in ("duration", "rtol", "method", "step", "output_step")}
    assert given == {"duration": 0.02, "rtol": 1e-6, "method": "rk4", "step": 0.001, "output_step": 0.002}
    assert str(called["out"]) == "x.h5"
    assert "contact_start" not in called  # what is not given is left to the defaults of the simulation


def test_options_of_contacts_reach_the_simulation(monkeypatch):
    called = stand_in(monkeypatch, small_result())
    gudgeon("run", "four-bar", "--set", "joints.C.fit=clearance", "--contact-start", "reject", "--penetration-tolerance", "1 um")
    assert (called["contact_start"], called["penetration_tolerance"]) == ("reject", 1e-6)
    assert isinstance(called["mechanism"].joint("C").fit, gd.Clearance)


def test_a_quiet_run_prints_nothing(monkeypatch):
    stand_in(monkeypatch, small_result(), compiling=True)
    assert gudgeon("run", "pendulum", "--quiet").output == ""


def test_compiling_is_announced_once_on_standard_error(monkeypatch):
    stand_in(monkeypatch, small_result(), compiling=True)
    assert gudgeon("run", "pendulum").stderr == "compiling, once (about 20 s)...\n"
    stand_in(monkeypatch, small_result(), compiling=False)
    assert gudgeon("run", "pendulum").stderr == ""


def test_an_error_of_the_assembly_is_told_with_the_line_of_the_joint(monkeypatch, tmp_path):
    path = tmp_path / "model.yaml"
    files.write(library("pendulum"), path)
    line = path.read_text().splitlines().index("  bar:") + 1

    def simulate(mechanism, **options):
        raise gd.InputError("cannot be closed.", ("joints", "bar"))

    monkeypatch.setattr("gudgeon.simulation.simulate.simulate", simulate)
    monkeypatch.setattr("gudgeon.simulation.compilation.needs_compiling", lambda *_: False)
    assert f"Error: {path}:{line}: joints.bar: cannot be closed." in gudgeon("run", path, code=2).stderr


def test_an_examination_is_told_in_words():
    mechanism = small_result().mechanism
    found = types.SimpleNamespace(
        mechanism=mechanism, bodies=1, dof_gruebler=0, dof=0, redundant=(), moved=("crank was turned by 0.1 deg.",),
        coordinates=(("A.angle", 0.5, 1.0, "zero as described at t = 0"),), position_residual=1e-13, velocity_residual=0.0,
    )  # fmt: skip
    text = check_summary.of_examination(found)
    assert [line.split()[-1] for line in text.splitlines() if line.split()[0] in ("redundant", "gravity", "forces")] == ["none"] * 3
    assert "crank was turned by 0.1 deg." in text
    assert "A.angle = 0.5 rad, rate 1 rad/s; zero as described at t = 0" in text
    assert "motor: A.angle follows constant-speed (speed 1, start 0)" in text


# -- progress --------------------------------------------------------------------------------------------------


class Terminal(io.StringIO):
    """A stream that says it is a terminal."""

    def isatty(self) -> bool:
        """Return that it is."""
        return True


def test_progress_is_told_as_time_rate_and_remaining_time():
    assert progress.describe(0.5, 2.0, 0.05) == "t = 0.5 of 2 s, 0.05 s/s, 30 s left"
    assert progress.describe(0.0, 2.0, 0.0) == "t = 0 of 2 s, 0 s/s, remaining time unknown"


@pytest.mark.parametrize(("seconds", "text"), [(0.4, "0 s"), (59, "59 s"), (187, "3:07 min"), (8100, "2:15 h"), (3599.9, "1:00 h")])
def test_remaining_times_are_readable(seconds, text):
    assert progress.clock(seconds) == text


def test_the_bar_is_drawn_on_a_terminal_only_and_not_at_once(monkeypatch):
    stream, pipe = Terminal(), io.StringIO()
    with progress.ProgressBar(stream) as bar:
        bar(0.5, 2.0)
        assert stream.getvalue() == ""  # the run is younger than a second
        monkeypatch.setattr(progress, "PATIENCE", 0.0)
        monkeypatch.setattr(progress, "REFRESH", 0.0)
        bar(1.0, 2.0)
    assert "t = 1 of 2 s" in stream.getvalue()
    with progress.ProgressBar(pipe) as bar:
        bar(1.0, 2.0)
    assert pipe.getvalue() == ""


# -- streams ---------------------------------------------------------------------------------------------------


def test_a_closed_pipe_is_no_traceback():
    command = [sys.executable, "-c", "from gudgeon.cli.main import main; main(['schema'])"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        process.stdout.close()  # like `gudgeon schema | head -0`
        assert process.stderr.read() == b""


@pytest.mark.skipif(sys.platform != "linux", reason="needs /dev/full")
def test_a_full_disk_is_told_in_a_sentence():
    assert "No space left on device" in gudgeon("schema", "--out", "/dev/full", code=2).stderr
    script = "from gudgeon.cli.main import main; main(['schema'])"
    with open("/dev/full", "w") as full:
        done = subprocess.run([sys.executable, "-c", script], stdout=full, stderr=subprocess.PIPE, text=True)
    assert "No space left on device" in done.stderr
    assert "Traceback" not in done.stderr


# -- real runs -------------------------------------------------------------------------------------------------


def test_a_run_writes_a_result_that_can_be_loaded_plotted_and_replaced(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    outcome = gudgeon("run", "pendulum", "--duration", "0.1", "--output-step", "10 ms", "--plots", "pictures")
    assert "pendulum.h5" in outcome.output
    with_file = gd.load("pendulum.h5")
    assert with_file.t == pytest.approx(np.linspace(0, 0.1, 11), abs=1e-15)
    # free fall at first: y = -g t^2 / 2 with a relative error of (g t^2 / 2 L)^2 / 2 from the arc, below 2e-3 at 0.1 s
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


@pytest.mark.parametrize("name", NAMES)
def test_every_mechanism_of_the_library_is_examined(name):
    output = gudgeon("check", name).output
    assert output.startswith(library(name).name)
    for word in ("degrees of freedom", "redundant constraints", "gravity", "moved to close", "coordinates", "drivers", "forces"):
        assert f"\n  {word}" in output


def test_a_run_out_of_time_says_once_what_became_of_it(tmp_path):
    outcome = gudgeon("run", "pendulum", "--duration", "1e6", "--max-wall-time", "0.1", "--out", tmp_path / "r.h5", "--quiet", code=1)
    assert outcome.exit_code == 1
    assert outcome.stderr.count("computed until then") == 1 and f"It is in {tmp_path / 'r.h5'}." in outcome.stderr


def test_what_a_loose_mechanism_needs_is_announced_too(monkeypatch):
    """After a run with ideal joints there is still something to compile for one whose joints are not."""
    asked = []
    stand_in(monkeypatch, small_result())
    monkeypatch.setattr("gudgeon.simulation.compilation.needs_compiling", lambda *about: asked.append(about) or True)
    stderr = gudgeon("run", "four-bar", "--set", "joints.C.fit=clearance-friction", "--method", "radau").stderr
    assert stderr == "compiling, once (about 20 s)...\n"
    assert [(method, mechanism.imperfect) for method, mechanism in asked] == [("radau", True)]


def test_ctrl_c_ends_a_run_and_keeps_what_was_computed(tmp_path):
    """A run that would last for hours is interrupted after some seconds."""
    path = tmp_path / "long.h5"
    command = ["run", "pendulum", "--duration", "1e6", "--output-step", "0.1", "--out", str(path)]
    script = f"from gudgeon.cli.main import main; main({command!r})"
    with subprocess.Popen([sys.executable, "-c", script], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        give_up = time.monotonic() + 120  # compiling comes first on a cold cache
        while (not path.exists() or path.stat().st_size < 100_000) and time.monotonic() < give_up and process.poll() is None:
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
