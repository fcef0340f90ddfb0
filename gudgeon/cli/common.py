"""What commands share: models, options, what they say and how they end. Nothing heavy is
imported before a command needs it.
"""

import os
import sys
from collections.abc import Callable, Collection, Iterable, Iterator
from contextlib import contextmanager, suppress
from functools import wraps
from pathlib import Path
from typing import TYPE_CHECKING, Any, NoReturn, TextIO

import click

from .._base.errors import harmless
from .._base.file_formats import PAGES, check_ending
from ..kernels.integrators import METHODS
from ..model.exchange import ENDINGS, import_model
from .option_values import Stabilisation, StopWhen, as_options, options_of

if TYPE_CHECKING:
    from ..model import Mechanism

FAILED, WRONG_INPUT, INTERRUPTED = 1, 2, 130

OWN_ENDINGS = {"--report": PAGES, "--csv": (".csv",)}


def echo(text: str, *, err: bool = False, nl: bool = True) -> None:
    """Print a text in which names, of whatever file they come, cannot command the terminal.

    A pipe whose reader has seen enough, and errors that cannot be shown, change nothing: the exit
    code still says how it ended.
    """
    try:
        click.echo(harmless(text), err=err, nl=nl)
    except OSError as error:
        if not err and not isinstance(error, BrokenPipeError):
            raise
        mute(sys.stderr if err else sys.stdout)


def mute(stream: TextIO) -> None:
    """Let everything that a stream still holds or gets lead nowhere."""
    with suppress(OSError, ValueError):  # a stream of a test has no descriptor
        os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())


class Positive(click.ParamType):
    """A positive number, below ``less_than``, in SI units or with a unit (``20 ms``)."""

    def __init__(self, name: str, unit: str, less_than: float | None = None) -> None:
        self.name, self.unit = name, unit
        self.bounds = ((">", 0.0), *((("<", less_than),) if less_than is not None else ()))

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> float:
        """Return the number in SI units."""
        from .._base.description import Quantity
        from .._base.errors import InputError

        try:
            return Quantity(self.unit, bounds=self.bounds).coerce(value)
        except InputError as error:
            self.fail(error.message, param, ctx)


SECONDS, METRES, SHARE = Positive("time", "s"), Positive("length", "m"), Positive("float", "1", 1.0)


class Model:
    """What MODEL means: a YAML file, one of another program, or the name of a mechanism in the
    library.
    """

    def __init__(
        self, name: str, laws: tuple[str, ...] = (), settings: tuple[str, ...] = ()
    ) -> None:
        from ..model import files

        self.lines: dict[tuple[str, ...], str] = {}
        self.shapes: dict[str, Any] = {}  # of bodies, where the file names meshes
        path = Path(name)
        if path.suffix.lower() in ENDINGS:
            load_laws(laws)
            imported = import_model(path)
            imported.warn()
            self.mechanism, self.shapes = imported.mechanism, imported.shapes
            if settings:
                self.mechanism = files.set_values(self.mechanism, settings)
            self.lines, self.stem = {(): name}, self.stem_of(name)
            return
        if self.is_file(name):
            self.mechanism, self.lines = files.read_with_lines(path, laws, settings)
            self.stem = self.stem_of(name)
            return
        load_laws(laws)
        self.mechanism, self.stem = from_library(name, settings), self.stem_of(name)

    @classmethod
    def stem_of(cls, name: str) -> str:
        """Return what files that are made from MODEL are called after."""
        return Path(name).stem if cls.is_file(name) else name

    @staticmethod
    def is_file(name: str) -> bool:
        """Whether MODEL means a file, be it there or not."""
        known = (".yaml", ".yml", *ENDINGS)
        return Path(name).suffix.lower() in known or Path(name).exists()

    @contextmanager
    def locating(self) -> Iterator["Mechanism"]:
        """Give the mechanism; an error in it tells the file and the line where it comes from. One
        in an option does not: it is not in the file.
        """
        from .._base.errors import InputError
        from ..model.files import located

        try:
            yield self.mechanism
        except InputError as error:
            context = click.get_current_context(silent=True)
            name = str(error).partition(":")[0]
            if context and name in options_of(context.command) and (name,) not in self.lines:
                raise
            raise located(error, self.lines) from None


def from_library(name: str, settings: tuple[str, ...]) -> "Mechanism":
    """Return a mechanism of the library with some values changed, fits by their names included."""
    from .._base.errors import InputError, suggestion
    from ..model.files import set_values, split_setting
    from ..model.library import NAMES, library, refitted

    if name not in NAMES:
        raise InputError(
            f"there is neither a file '{name}' nor a mechanism of that name in the "
            f"library.{suggestion(name, NAMES)}"
        )
    fits: dict[str, str] = {}
    before: list[str] = []
    after: list[str] = []
    for setting in settings:
        path, value = split_setting(setting)
        if len(path) == 3 and path[::2] == ("joints", "fit") and isinstance(value, str):
            # the library has data of its own for each fit, which may follow from the radii
            fits[path[1]] = value
        else:
            (after if path[:1] == ("joints",) and path[2:3] == ("fit",) else before).append(setting)
    return set_values(refitted(name, set_values(library(name), before), fits), after)


model_argument = click.argument("model")
laws_option = click.option(
    "--laws",
    multiple=True,
    metavar="FILE.py",
    help="Python file that defines laws, joints or fits of your own; repeatable.",
)
set_option = click.option(
    "--set",
    "settings",
    multiple=True,
    metavar="PATH=VALUE",
    help="Change a value, as in bodies.crank.mass=0.2; repeatable.",
)


def model_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """Add MODEL, and how it is changed, to a command."""
    return model_argument(set_option(laws_option(command)))


shape_option = click.option(
    "--shape",
    "shapes",
    multiple=True,
    metavar="BODY=FILE",
    help="Show a body by an STL, OBJ or GLB file, in metres or FILE:mm; repeatable.",
)
workers_option = click.option(
    "--workers",
    type=click.IntRange(min=1),
    help="Runs at the same time; by default one for each processor.",
)
quiet_option = click.option("--quiet", is_flag=True, help="Print nothing but errors.")
stop_when_option = click.option(
    "--stop-when",
    type=StopWhen(),
    multiple=True,
    metavar="A.angle=VALUE",
    help="End where a joint coordinate crosses a value (> upwards, < downwards); repeatable.",
)
_SIMULATION = {
    "duration": click.option("--duration", type=SECONDS, help="How long to simulate [s]."),
    "rtol": click.option(
        "--rtol",
        type=SHARE,
        default=1e-8,
        show_default=True,
        help="Relative tolerance of the integration.",
    ),
    "atol": click.option(
        "--atol",
        type=SHARE,
        help="Tolerance relative to the mechanism's own size and speed; by default that of --rtol.",
    ),
    "method": click.option(
        "--method",
        type=click.Choice(["auto", *METHODS]),
        default="auto",
        show_default=True,
        help="Integrator.",
    ),
    "step": click.option(
        "--step", type=SECONDS, help="Step of a method with fixed steps, rk4 [s]."
    ),
    "max_step": click.option("--max-step", type=SECONDS, help="Longest step [s]."),
    "output": click.option(
        "--output",
        type=click.Choice(["motion", "grid"]),
        help="Rows that follow the motion, through contacts and peaks (default), or a grid.",
    ),
    "output_step": click.option(
        "--output-step",
        type=SECONDS,
        help="Time between two rows of the result [s]; rows are then on this grid alone.",
    ),
    "max_steps": click.option(
        "--max-steps",
        type=click.IntRange(min=1),
        help="End a run after so many steps, rejected ones included.",
    ),
    "max_wall_time": click.option(
        "--max-wall-time", type=SECONDS, help="End a run after so many seconds of work [s]."
    ),
    "coordinates": click.option(
        "--coordinates",
        type=click.Choice(["cartesian", "joint"]),
        help="Of every body (default), or of a tree of joints.",
    ),
    "stabilisation": click.option(
        "--stabilisation",
        type=Stabilisation(),
        metavar="projection|baumgarte:ALPHA,BETA",
        help="How constraints are kept; by default by projection.",
    ),
    "start": click.option(
        "--start",
        type=click.Choice(["closed", "as-described", "settled"]),
        help="Parts of joints start centred, as described, or where the loads press them.",
    ),
    "transient": click.option(
        "--transient",
        metavar="TIME|TURNS",
        help="What key figures leave out, as '20 ms', '1 turn' or '2 cycles of motor'; 0: nothing.",
    ),
    "stop_when": stop_when_option,
    "contact_start": click.option(
        "--contact-start",
        type=click.Choice(["locate", "reject"]),
        help="Locate the start of contacts (default), or reject steps that go deep.",
    ),
    "penetration_tolerance": click.option(
        "--penetration-tolerance",
        type=METRES,
        help="How deep is too deep with --contact-start reject [m].",
    ),
    "hold": click.option(
        "--hold/--no-hold",
        default=None,
        help="Hold contacts at rest on their walls, or follow them always (default).",
    ),
}


def simulation_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """Add the options of a simulation to a command, which gets those that were given as the
    mapping ``simulation``.
    """

    @wraps(command)
    def gathered(**arguments: Any) -> Any:
        values = {name: arguments.pop(name) for name in _SIMULATION}
        given = {name: value for name, value in values.items() if value not in (None, ())}
        return command(simulation=given, **arguments)

    for option in reversed(_SIMULATION.values()):
        gathered = option(gathered)
    return gathered


def executor_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """Add where the runs of a study are made, which the command gets as ``executor``."""

    @wraps(command)
    def chosen(executor: str, dask: str | None, **arguments: Any) -> Any:
        from .._base.errors import InputError

        if dask is not None and "://" not in dask:
            raise InputError(
                "expected the address of a scheduler, such as tcp://10.0.0.7:8786.",
                location=f"--dask {dask}",
            )
        return command(executor=dask or executor, **arguments)

    for option in (
        click.option(
            "--dask", metavar="ADDRESS", help="Run on a Dask cluster: where its scheduler listens."
        ),
        click.option(
            "--executor",
            type=click.Choice(["threads", "processes", "dask"]),
            default="threads",
            show_default=True,
            help="Where to run: threads, processes, or a Dask cluster on this machine.",
        ),
    ):
        chosen = option(chosen)
    return chosen


def scatter_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """Add a model with parameters that scatter, which the command gets as ``mechanism`` and
    ``parameters``, and how its runs are made.
    """

    @wraps(command)
    def read(
        model: str,
        settings: tuple[str, ...],
        laws: tuple[str, ...],
        varied: tuple[str, ...],
        **arguments: Any,
    ) -> Any:
        from ..model.files import split_at_value
        from ..studies.sweep_grid import Base

        base = Base(Path(model) if Model.is_file(model) else model, laws, settings)
        parameters = dict(split_at_value(text) for text in varied)
        return command(mechanism=base, parameters=parameters, **arguments)

    found: Callable[..., Any] = read
    for option in (
        executor_options,
        click.option(
            "--workers",
            type=click.IntRange(min=1),
            help="Runs at the same time; by default one for each processor.",
        ),
        click.option(
            "--out",
            metavar="FOLDER",
            help="Write every point when it ends; points that are there already are not run again.",
        ),
        click.option(
            "--seed",
            type=click.IntRange(min=0),
            default=0,
            show_default=True,
            help="Of random numbers: the same seed, the same samples.",
        ),
        click.option(
            "--measure",
            "measures",
            multiple=True,
            metavar="NAME",
            help="What to measure, as impacts or 'max D.angle'; repeatable.",
        ),
        click.option(
            "--vary",
            "varied",
            multiple=True,
            required=True,
            metavar="PATH=DISTRIBUTION",
            help="uniform(low, high), normal(mean, std) or an ISO 286 fit, 25 H7/f7; repeatable.",
        ),
        model_options,
    ):
        found = option(found)
    return found


def statics_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """Add what an equilibrium is asked for: when, with which drivers, and what is held."""
    for option in (
        click.option(
            "--hold",
            multiple=True,
            metavar="NAME",
            help="Body or joint coordinate, as A.angle, that stays as it starts; repeatable.",
        ),
        click.option(
            "--drivers",
            type=click.Choice(["held", "moving"]),
            default="held",
            show_default=True,
            help="Drivers stand still, or keep their speed (a steady state).",
        ),
        click.option(
            "--time",
            "t",
            type=float,
            default=0.0,
            show_default=True,
            help="When to take loads and drivers [s].",
        ),
    ):
        command = option(command)
    return command


def speaker(quiet: bool) -> Callable[[str], None]:
    """Return what prints the lines of a command: nothing does of a quiet one."""
    return (lambda text: None) if quiet else echo


def announce_compiling(
    quiet: bool,
    method: str = "auto",
    mechanism: "Mechanism | None" = None,
    coordinates: str | None = None,
) -> None:
    """Say, on standard error, that the next run compiles something first, if it does; in a
    terminal, compile it now, with a bar, which that of the run would cover.
    """
    from .._base import machine_code
    from ..simulation import compilation

    if not quiet and compilation.needs_compiling(method, mechanism, coordinates):
        if sys.stderr.isatty():
            compilation.compile_core(method, mechanism, coordinates)
        else:
            echo("compiling, once (about half a minute)...", err=True)
    machine_code.shown = lambda done, count: None  # what follows is quiet


def load_laws(files: Iterable[str]) -> None:
    """Define the laws of the user's own in these files."""
    from ..model.files import load_laws as load

    for file in files:
        load(file)


def end_with(message: str, code: int) -> NoReturn:
    """Say why, on standard error, and exit."""
    echo(as_options(message), err=True)
    sys.exit(code)


def check_parent(path: str) -> None:
    """Raise InputError, before the run, for a file that could not be written after it."""
    from .._base.errors import InputError

    if not Path(path).absolute().parent.is_dir():
        raise InputError(
            "there is no such folder; create it first.", location=str(Path(path).parent)
        )


def check_files(
    reads: Collection[str],
    writes: Collection[tuple[str, str | None]],
    fills: tuple[str, str | None, tuple[str, ...]] = ("", None, ()),
) -> None:
    """Reject, before anything runs, an output that would overwrite an input or another output, or
    that would hide under the name of another format.

    ``writes`` are options with their files, ``fills`` is an option, its folder and the endings of
    the files that it gets.
    """
    from .._base.errors import InputError

    filler, folder, endings = fills
    there = [file for file in reads if Path(file).exists()]
    for option, name in (*writes, (filler, folder)):
        if name is not None and not name.strip():
            raise InputError(
                "give the name of a file or folder; this one is empty.", location=option
            )
    seen: list[tuple[str, str]] = [] if folder is None else [(filler, folder)]
    for option, name in writes:
        if name is None or _is_device(Path(name)):
            continue
        where = f"{option} {name}"
        if any(same_file(name, file) for file in there):
            raise InputError(
                "is a file that this command reads; choose another name.", location=where
            )
        for other, known in seen:
            if same_file(name, known):
                raise InputError(
                    f"is the same file as {other} {known}; choose another name.", location=where
                )
        if (
            folder is not None
            and Path(name).suffix.lower() in endings
            and same_file(Path(name).parent, folder)
        ):
            raise InputError(
                f"is among the files of {filler} {folder}; choose another name or folder.",
                location=where,
            )
        seen.append((option, name))
    for option, name in seen:
        if option in OWN_ENDINGS:
            own = OWN_ENDINGS[option]
            check_ending(Path(name), own, f"let the name of {option} end with {own[0]}")


def same_file(first: str | Path, other: str | Path) -> bool:
    """Whether two names mean one file or folder, by links too, be it there or not."""
    try:
        return os.path.samefile(first, other)
    except (OSError, ValueError):  # one of them is not there, or is no name at all
        return os.path.realpath(first) == os.path.realpath(other)


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


def meshes_of(given: tuple[str, ...]) -> dict[str, Any]:
    """Return the meshes that ``BODY=FILE`` and ``BODY=FILE:mm`` name."""
    if not given:
        return {}
    from .._base.errors import InputError
    from ..report.meshes import mesh_of

    pairs = [shape.partition("=") for shape in given]
    for body, sign, file in pairs:
        if not (body and sign and file):
            raise InputError(
                "expected BODY=FILE, such as crank=crank.stl or crank=crank.stl:mm.",
                location=f"--shape {body}{sign}{file}",
            )
    if len({body for body, _, _ in pairs}) < len(pairs):
        raise InputError("a body has one shape; one of them has several.", location="--shape")
    return {body: mesh_of(file) for body, _, file in pairs}
