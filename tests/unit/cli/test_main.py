"""The command line: what it prints, what it writes, how it ends."""

import subprocess
import sys
from pathlib import Path

import click
import pytest

import gudgeon as gd
from gudgeon.cli import commands
from gudgeon.cli.main import main
from tests.support.command_line import gudgeon

HEAVY = {"numba", "scipy", "matplotlib", "xarray", "h5py", "rich", "pandas"}


# -- commands that do not simulate -----------------------------------------------------------------


@pytest.mark.parametrize(
    "arguments",
    [["--help"], ["--version"], ["laws"], ["library"], ["library", "four-bar"], ["schema"]],
)
def test_commands_that_only_print_import_nothing_heavy(arguments):
    script = (
        "import sys\n"
        "from gudgeon.cli.main import main\n"
        f"main({arguments!r}, standalone_mode=False)\n"
        f"print(sorted({HEAVY!r} & set(sys.modules)), file=sys.stderr)"
    )
    done = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, check=True
    )
    assert done.stderr.strip() == "[]"


def test_help_names_every_verb():
    output = gudgeon("--help").output
    assert all(
        f"\n  {verb} " in output for verb in ("run", "check", "laws", "library", "plot", "schema")
    )


def test_the_version_is_that_of_the_package():
    assert gudgeon("--version").output == f"gudgeon {gd.__version__}\n"


def test_a_misspelt_command_is_guessed():
    assert "'check'" in gudgeon("chek", "four-bar", code=2).stderr


# -- progress --------------------------------------------------------------------------------------


# -- real runs -------------------------------------------------------------------------------------


def test_every_file_of_commands_is_a_command_of_its_name():
    context = click.Context(main)
    files = {path.stem for path in Path(commands.__file__).parent.glob("*.py")} - {"__init__"}
    found = {name: main.get_command(context, name.strip("_").replace("_", "-")) for name in files}
    assert {name: command.name for name, command in found.items()} == {
        name: name.strip("_").replace("_", "-") for name in files
    }
    assert {command.name for command in found.values()} <= set(main.list_commands(context))


# -- streams ---------------------------------------------------------------------------------------


def in_a_shell(command: str, folder) -> tuple[int, str]:
    """Return the exit code of the first process of a pipe of the shell, and what stands on
    standard error.
    """
    program = f"'{sys.executable}' -m gudgeon_command"
    (folder / "gudgeon_command.py").write_text(
        "from gudgeon.cli.main import main\nmain(prog_name='gudgeon')\n"
    )
    script = command.replace("gudgeon", program, 1) + "; exit ${PIPESTATUS[0]}"
    done = subprocess.run(["bash", "-c", script], cwd=folder, capture_output=True, text=True)
    return done.returncode, done.stderr


@pytest.mark.skipif(sys.platform != "linux", reason="needs /dev/full")
@pytest.mark.parametrize("command", ["--help", "--version", "library", "library --help"])
def test_what_cannot_be_printed_is_told_in_a_sentence(command, tmp_path):
    assert in_a_shell(f"gudgeon {command} >/dev/full", tmp_path) == (
        2,
        "Error: No space left on device\n",
    )


@pytest.mark.skipif(sys.platform != "linux", reason="needs /dev/full")
@pytest.mark.parametrize(
    ("command", "code"),
    [
        ("gudgeon check nomodel.yaml 2>/dev/full", 2),
        ("gudgeon chek 2>/dev/full", 2),
        ("gudgeon check nomodel.yaml 2>&1 | true", 2),
        ("gudgeon schema | true", 0),
        ("gudgeon --help | true", 0),
        ("gudgeon library --help | true", 0),
        ("gudgeon run pendulum --duration 0.01 | true", 0),
        ("gudgeon run pendulum --duration 0.1 --max-steps 1 2>/dev/full", 1),
    ],
)
def test_streams_that_nobody_reads_do_not_change_the_exit_code(command, code, tmp_path):
    found, errors = in_a_shell(command, tmp_path)
    assert found == code and "Traceback" not in errors
