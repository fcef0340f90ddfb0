"""What the verbs of the command line share: models, options, how to end. Nothing heavy is imported before a command needs it."""

import os
import sys
import warnings
from collections.abc import Collection, Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Any, NoReturn

import click

from .._base.errors import harmless
from ..kernels.integrators import METHODS

if TYPE_CHECKING:
    from .._base.errors import InputError
    from ..model import Mechanism

FAILED, WRONG_INPUT, INTERRUPTED = 1, 2, 130


class WrongInput(click.ClickException):
    """Show what is wrong with a file or a call, in its own words, and exit with code 2."""

    exit_code = WRONG_INPUT


def echo(text: str, *, err: bool = False, nl: bool = True) -> None:
    """Print a text in which names, of whatever file they come, cannot command the terminal."""
    click.echo(harmless(text), err=err, nl=nl)


def _prepare_streams() -> None:
    """Let every text be printed: what an encoding does not have is escaped, and what is closed leads nowhere.

    A closed descriptor would otherwise be given to the next file that is opened, and messages of libraries be written into it.
    """
    for descriptor in (0, 1, 2):
        try:
            os.fstat(descriptor)
        except OSError:
            os.open(os.devnull, os.O_RDWR)  # gets the lowest number that is free, which is this one
    if hasattr(sys.stdout, "reconfigure"):
        sys.stdout.reconfigure(errors="backslashreplace")


ADDED = "gudgeon.commands"
"""Entry points of this group are commands of other packages, such as the gallery."""

ELSEWHERE = {
    "gallery": "the gallery of papers is not part of the installed package; it is in the folder gallery/ of the sources: "
    "install it with 'pip install ./gallery', or run 'make gallery' there."
}


class Commands(click.Group):
    """The commands; an InputError inside any of them becomes a message without a traceback."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Return the names of all commands, those that other packages add included."""
        from importlib.metadata import entry_points

        return sorted({*super().list_commands(ctx), *(point.name for point in entry_points(group=ADDED))})

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Return a command of this package, or else one that another package adds."""
        found = super().get_command(ctx, cmd_name)
        if found is not None:
            return found
        from importlib.metadata import entry_points

        for point in entry_points(group=ADDED, name=cmd_name):
            command: click.Command = point.load()
            return command
        if cmd_name in ELSEWHERE:
            raise WrongInput(ELSEWHERE[cmd_name])
        return None

    def main(self, *arguments: Any, **options: Any) -> Any:
        """Begin."""
        from .._base.interrupt import as_ctrl_c

        _prepare_streams()
        with as_ctrl_c():
            return super().main(*arguments, **options)

    def invoke(self, ctx: click.Context) -> Any:
        """Run a command."""
        from .._base.errors import InputError

        try:
            with warnings.catch_warnings():
                warnings.showwarning = lambda message, *_, **__: echo(f"Warning: {message}", err=True)
                return super().invoke(ctx)
        except InputError as error:
            raise WrongInput(str(error)) from None
        except click.UsageError as error:
            raise click.UsageError(harmless(error.format_message()), error.ctx) from None
        except BrokenPipeError:  # the reader of a pipe has seen enough; click ends quietly
            raise
        except OSError as error:  # a full disk, a file that vanished
            raise WrongInput(harmless(": ".join(str(part) for part in (error.filename, error.strerror or error) if part))) from None
        except KeyboardInterrupt:
            echo("interrupted", err=True)
            sys.exit(INTERRUPTED)


class Positive(click.ParamType):
    """A positive number, in SI units or with a unit (``20 ms``)."""

    def __init__(self, name: str, unit: str) -> None:
        self.name, self.unit = name, unit

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> float:
        """Return the number in SI units."""
        from .._base.description import Quantity
        from .._base.errors import InputError

        try:
            return Quantity(self.unit, bounds=((">", 0.0),)).coerce(value)
        except InputError as error:
            self.fail(error.message, param, ctx)


SECONDS, METRES = Positive("time", "s"), Positive("length", "m")


class Model:
    """What MODEL means: a YAML file, or the name of a mechanism in the library."""

    def __init__(self, name: str, laws: tuple[str, ...] = (), settings: tuple[str, ...] = ()) -> None:
        from ..model import files

        self.lines: dict[tuple[str, ...], str] = {}
        path = Path(name)
        if self.is_file(name):
            self.mechanism, self.lines = files.read_with_lines(path, laws, settings)
            self.stem = self.stem_of(name)
            return
        for file in laws:
            files.load_laws(file)
        self.mechanism, self.stem = from_library(name, settings), self.stem_of(name)

    @classmethod
    def stem_of(cls, name: str) -> str:
        """Return what files that are made from MODEL are called after."""
        return Path(name).stem if cls.is_file(name) else name

    @staticmethod
    def is_file(name: str) -> bool:
        """Whether MODEL means a file, be it there or not."""
        return Path(name).suffix.lower() in (".yaml", ".yml") or Path(name).exists()

    def locate(self, error: "InputError") -> "InputError":
        """Return an error in the mechanism with the file and the line where it comes from."""
        from ..model.files import located

        return located(error, self.lines)


def from_library(name: str, settings: tuple[str, ...]) -> "Mechanism":
    """Return a mechanism of the library with some values changed, fits by their names included."""
    from .._base.errors import InputError, suggestion
    from ..model.files import set_values, split_setting
    from ..model.library import NAMES, library, refitted

    if name not in NAMES:
        raise InputError(f"there is neither a file '{name}' nor a mechanism of that name in the library.{suggestion(name, NAMES)}")
    fits: dict[str, str] = {}
    before: list[str] = []
    after: list[str] = []
    for setting in settings:
        path, value = split_setting(setting)
        if len(path) == 3 and path[::2] == ("joints", "fit") and isinstance(value, str):
            fits[path[1]] = value  # the library has data of its own for each fit, which may follow from the radii
        else:
            (after if path[:1] == ("joints",) and path[2:3] == ("fit",) else before).append(setting)
    return set_values(refitted(name, set_values(library(name), before), fits), after)


model_argument = click.argument("model")
laws_option = click.option("--laws", multiple=True, metavar="FILE.py", help="Python file that defines laws of your own; repeatable.")
set_option = click.option(
    "--set", "settings", multiple=True, metavar="PATH=VALUE", help="Change a value, as in bodies.crank.mass=0.2; repeatable."
)
_OPTIONS = (
    click.option("--duration", type=SECONDS, help="How long to simulate [s]."),
    click.option("--rtol", type=float, default=1e-8, show_default=True, help="Relative tolerance of the integration."),
    click.option("--method", type=click.Choice(["auto", *METHODS]), default="auto", show_default=True, help="Integrator."),
    click.option("--step", type=SECONDS, help="Fixed step of rk4 [s]."),
    click.option("--output-step", type=SECONDS, help="Time between two rows of the result [s]."),
    click.option("--max-steps", type=click.IntRange(min=1), help="End a run after so many steps, rejected ones included."),
    click.option("--max-wall-time", type=SECONDS, help="End a run after so many seconds of work [s]."),
    click.option(
        "--contact-start",
        type=click.Choice(["locate", "reject"]),
        help="Locate the start of contacts (default), or reject steps that go deep.",
    ),
    click.option("--penetration-tolerance", type=METRES, help="How deep is too deep with --contact-start reject [m]."),
)


def simulation_options(command: Any) -> Any:
    """Add the options of a simulation to a command."""
    for option in reversed(_OPTIONS):
        command = option(command)
    return command


def end_with(message: str, code: int) -> NoReturn:
    """Say why, on standard error, and exit."""
    echo(message, err=True)
    sys.exit(code)


def check_page(path: str) -> None:
    """Refuse, before the run, a page that could not be written after it."""
    from .._base.errors import InputError

    if not Path(path).absolute().parent.is_dir():
        raise InputError("there is no such folder; create it first.", location=str(Path(path).parent))


def check_files(
    reads: Collection[str],
    writes: Collection[tuple[str, str | None]],
    fills: tuple[str, str | None, tuple[str, ...]] = ("", None, ()),
) -> None:
    """Refuse, before anything runs, an output that would overwrite an input or another output.

    ``writes`` are options with their files, ``fills`` is an option, its folder and the endings of the files that it gets.
    """
    from .._base.errors import InputError

    filler, folder, endings = fills
    there = [file for file in reads if Path(file).exists()]
    for option, name in (*writes, (filler, folder)):
        if name is not None and not name.strip():
            raise InputError("give the name of a file or folder; this one is empty.", location=option)
    seen: list[tuple[str, str]] = [] if folder is None else [(filler, folder)]
    for option, name in writes:
        if name is None or _is_device(Path(name)):
            continue
        where = f"{option} {name}"
        if any(same_file(name, file) for file in there):
            raise InputError("is a file that this command reads; choose another name.", location=where)
        for other, known in seen:
            if same_file(name, known):
                raise InputError(f"is the same file as {other} {known}; choose another name.", location=where)
        if folder is not None and Path(name).suffix.lower() in endings and same_file(Path(name).parent, folder):
            raise InputError(f"is among the files of {filler} {folder}; choose another name or folder.", location=where)
        seen.append((option, name))


def same_file(one: str | Path, other: str | Path) -> bool:
    """Whether two names mean one file or folder, by links too, be it there or not."""
    try:
        return os.path.samefile(one, other)
    except (OSError, ValueError):  # one of them is not there, or is no name at all
        return os.path.realpath(one) == os.path.realpath(other)


def _is_device(path: Path) -> bool:
    return path.exists() and not path.is_file() and not path.is_dir()


def files_of_shapes(shapes: Iterable[str]) -> list[str]:
    """Return the files that ``BODY=FILE`` and ``BODY=FILE:UNIT`` may name."""
    files = [shape.partition("=")[2] for shape in shapes]
    return [*files, *(file.rpartition(":")[0] for file in files if ":" in file)]


def picture_name(name: str) -> str:
    """Return the name of a picture with the ending that it gets if it has none."""
    return name if Path(name).suffix or not name else f"{name}.png"


def given_command() -> str:
    """Return the command line that was given."""
    import shlex

    return shlex.join(["gudgeon", *sys.argv[1:]])
