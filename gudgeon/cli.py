"""The command line: one verb each. Nothing heavy is imported before a command needs it."""

import sys
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any, NoReturn

import click

from .kernels.integrators import METHODS

if TYPE_CHECKING:
    from ._errors import InputError
    from .mechanism import Mechanism
    from .results import Result

FAILED, WRONG_INPUT, INTERRUPTED = 1, 2, 130


class WrongInput(click.ClickException):
    """Show what is wrong with a file or a call, in its own words, and exit with code 2."""

    exit_code = WRONG_INPUT


class Commands(click.Group):
    """The commands; an InputError inside any of them becomes a message without a traceback."""

    def invoke(self, ctx: click.Context) -> Any:
        """Run a command."""
        from ._errors import InputError

        try:
            return super().invoke(ctx)
        except InputError as error:
            raise WrongInput(str(error)) from None
        except BrokenPipeError:  # the reader of a pipe has seen enough; click ends quietly
            raise
        except OSError as error:  # a full disk, a file that vanished
            raise WrongInput(": ".join(str(part) for part in (error.filename, error.strerror or error) if part)) from None
        except KeyboardInterrupt:
            click.echo("interrupted", err=True)
            sys.exit(INTERRUPTED)


class Seconds(click.ParamType):
    """A positive time, in seconds or with a unit (``20 ms``)."""

    name = "time"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> float:
        """Return the time [s]."""
        from ._errors import InputError
        from ._fields import Quantity

        try:
            return Quantity("s", bounds=((">", 0.0),)).coerce(value)
        except InputError as error:
            self.fail(error.message, param, ctx)


class Model:
    """What MODEL means: a YAML file, or the name of a mechanism in the library."""

    def __init__(self, name: str, laws: tuple[str, ...] = (), settings: tuple[str, ...] = ()) -> None:
        from . import files

        self.lines: dict[tuple[str, ...], str] = {}
        path = Path(name)
        if path.suffix.lower() in (".yaml", ".yml") or path.exists():
            self.mechanism, self.lines = files.read_with_lines(path, laws, settings)
            self.stem = path.stem
            return
        for file in laws:
            files.load_laws(file)
        self.mechanism, self.stem = _from_library(name, settings), name

    def locate(self, error: "InputError") -> "InputError":
        """Return an error in the mechanism with the file and the line where it comes from."""
        from .files import located

        return located(error, self.lines)


def _from_library(name: str, settings: tuple[str, ...]) -> "Mechanism":
    from ._errors import InputError, suggestion
    from .files import set_values, split_setting
    from .library import NAMES, library

    if name not in NAMES:
        raise InputError(f"there is neither a file '{name}' nor a mechanism of that name in the library.{suggestion(name, NAMES)}")
    fits, others = {}, []
    for setting in settings:
        path, value = split_setting(setting)
        if len(path) == 3 and path[::2] == ("joints", "fit") and isinstance(value, str):
            fits[path[1]] = value  # the library has data of its own for each fit
        else:
            others.append(setting)
    return set_values(library(name, **fits), others)


@click.group(cls=Commands, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(package_name="gudgeon", message="gudgeon %(version)s")
def main() -> None:
    """Simulate mechanisms whose joints are imperfect.

    MODEL is a YAML file or the name of a mechanism in the library (see 'gudgeon library').
    """


_model = click.argument("model")
_laws = click.option("--laws", multiple=True, metavar="FILE.py", help="Python file that defines laws of your own; repeatable.")
_set = click.option(
    "--set", "settings", multiple=True, metavar="PATH=VALUE", help="Change a value, as in bodies.crank.mass=0.2; repeatable."
)


@main.command()
@_model
@_set
@_laws
@click.option("--duration", type=Seconds(), help="How long to simulate [s].")
@click.option("--rtol", type=float, default=1e-8, show_default=True, help="Relative tolerance of the integration.")
@click.option("--method", type=click.Choice(["auto", *METHODS]), default="auto", show_default=True, help="Integrator.")
@click.option("--step", type=Seconds(), help="Fixed step of rk4 [s].")
@click.option("--output-step", type=Seconds(), help="Time between two rows of the result [s].")
@click.option("--out", metavar="FILE.h5", help="Result file; by default the model's name in the current folder.")
@click.option("--plots", metavar="FOLDER", help="Draw the overview pictures into this folder.")
@click.option("--quiet", is_flag=True, help="Print nothing but errors.")
def run(
    model: str, settings: tuple[str, ...], laws: tuple[str, ...], out: str | None, plots: str | None, quiet: bool, **options: Any
) -> None:
    """Simulate MODEL, print a summary and write the result to a file."""
    described = Model(model, laws, settings)
    path = Path(out or f"{described.stem}.h5")
    if plots is not None:
        _make_folder(plots)
    say = (lambda text: None) if quiet else click.echo
    say(described.mechanism.name)
    result = _simulate(described, path, quiet, options)
    from .summary import of_result

    say(of_result(result))
    say(f"  {'result':<22}{path}")
    if plots is not None and result.rows:
        from .plot import overview

        for picture in overview(result, Path(plots)):
            say(f"  {'picture':<22}{picture}")
    _end(result, path)


def _simulate(model: Model, path: Path, quiet: bool, options: dict[str, Any]) -> "Result":
    from ._errors import InputError
    from .progress import ProgressBar

    simulation = import_module(".simulate", __package__)  # the package exports the function under the name of the module
    try:
        if not quiet and simulation.needs_compiling():
            click.echo("compiling, once (about 20 s)...", err=True)
        with ProgressBar() as bar:
            return simulation.simulate(model.mechanism, out=path, progress=False if quiet else bar, strict=False, **options)
    except InputError as error:
        raise model.locate(error) from None


def _make_folder(folder: str) -> None:
    from ._errors import InputError

    try:
        Path(folder).mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise InputError(f"the folder cannot be made: {error.strerror}.", location=folder) from None


def _end(result: "Result", path: Path) -> None:
    """Exit with the code that says how the run ended."""
    from .results import Status

    if result.status is Status.INTERRUPTED:
        _exit(f"{result.message} It is in {path}.", INTERRUPTED)
    if result.status.failed:
        code = WRONG_INPUT if result.status is Status.OUTPUT_FAILED else FAILED
        _exit(f"Error: {result.message} What was computed until then is in {path}.", code)


def _exit(message: str, code: int) -> NoReturn:
    click.echo(message, err=True)
    sys.exit(code)


@main.command()
@_model
@_set
@_laws
def check(model: str, settings: tuple[str, ...], laws: tuple[str, ...]) -> None:
    """Read MODEL, close its joints and say what was found, without simulating."""
    from ._errors import InputError
    from .summary import of_examination

    described = Model(model, laws, settings)
    from . import examine

    try:
        examination = examine(described.mechanism)
    except InputError as error:
        raise described.locate(error) from None
    click.echo(of_examination(examination))


@main.command("laws")
@click.argument("name", required=False, metavar="[FAMILY|NAME]")
@_laws
def list_laws(name: str | None, laws: tuple[str, ...]) -> None:
    """List the laws there are, those of a family, or the parameters of one."""
    from .files import load_laws
    from .summary import of_laws

    for file in laws:
        load_laws(file)
    click.echo(of_laws(name))


@main.command("library")
@click.argument("name", required=False)
@click.option("--write", metavar="FILE.yaml", help="Write the model to this file instead of showing it.")
def show_library(name: str | None, write: str | None) -> None:
    """List the mechanisms of the library, or show one as a YAML model."""
    from ._errors import InputError
    from .files import dumps
    from .files import write as write_model
    from .library import NAMES, library

    if name is None:
        width = max(map(len, NAMES)) + 2
        click.echo("\n".join(f"{one:<{width}}{text}" for one, text in NAMES.items()))
        return
    mechanism = library(name)
    if write is None:
        click.echo(dumps(mechanism), nl=False)
        return
    if Path(write).exists():
        raise InputError("exists already; choose another name or remove it.", location=write)
    write_model(mechanism, write)
    click.echo(f"wrote {write}")


@main.command()
@click.argument("result")
@click.argument("channels", nargs=-1, metavar="[CHANNEL]...")
@click.option("--out", metavar="FILE.png", help="Picture; by default the result's name with .png.")
def plot(result: str, channels: tuple[str, ...], out: str | None) -> None:
    """Draw channels of RESULT over time (rod.position.x, A.force, energy.balance); without any, list what there is."""
    from .storage import load

    loaded = load(result)
    if not channels:
        click.echo("\n".join(loaded.channels()))
        return
    from .plot import plot as draw

    path = Path(out) if out else Path(result).with_suffix(".png")
    draw(loaded, list(channels), path)
    click.echo(f"wrote {path}")


@main.command()
@_laws
@click.option("--out", metavar="FILE.json", help="Write it to this file instead of showing it.")
def schema(laws: tuple[str, ...], out: str | None) -> None:
    """Print the JSON Schema of model files, for editors that complete and check YAML."""
    import json

    from ._errors import InputError
    from .files import load_laws
    from .schema import json_schema

    for file in laws:
        load_laws(file)
    text = json.dumps(json_schema(), indent=1, ensure_ascii=False) + "\n"
    if out is None:
        click.echo(text, nl=False)
        return
    try:
        Path(out).write_text(text, encoding="utf-8")
    except OSError as error:
        raise InputError(f"cannot be written: {error.strerror or error}.", location=out) from None
    click.echo(f"wrote {out}")
