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


# -- progress --------------------------------------------------------------------------------------------------


# -- real runs -------------------------------------------------------------------------------------------------


def test_every_file_of_commands_is_a_command_of_its_name():
    context = click.Context(main)
    files = {path.stem for path in Path(commands.__file__).parent.glob("*.py")} - {"__init__"}
    found = {name: main.get_command(context, name.replace("_", "-")) for name in files}
    assert {name: command.name for name, command in found.items()} == {name: name.replace("_", "-") for name in files}
    assert {command.name for command in found.values()} <= set(main.list_commands(context))
