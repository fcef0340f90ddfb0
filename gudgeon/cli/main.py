"""The command line: one verb each. Nothing heavy is imported before a command needs it."""

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from .common import (
    FAILED,
    INTERRUPTED,
    WRONG_INPUT,
    Commands,
    Model,
    check_files,
    check_page,
    echo,
    end_with,
    files_of_shapes,
    from_library,
    given_command,
    laws_option,
    model_argument,
    picture_name,
    set_option,
    simulation_options,
)
from .compare import compare, plot_law
from .sweep import sweep

if TYPE_CHECKING:
    from ..model import Mechanism
    from ..results.result import Result


@click.group(cls=Commands, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(package_name="gudgeon", message="gudgeon %(version)s")
def main() -> None:
    """Simulate mechanisms whose joints are imperfect.

    MODEL is a YAML file or the name of a mechanism in the library (see 'gudgeon library').
    """


main.add_command(compare)
main.add_command(plot_law)
main.add_command(sweep)

_shape = click.option(
    "--shape",
    "shapes",
    multiple=True,
    metavar="BODY=FILE",
    help="Show a body by an STL, OBJ or GLB file, in metres or FILE:mm; repeatable.",
)


@main.command()
@model_argument
@set_option
@laws_option
@simulation_options
@click.option("--out", metavar="FILE.h5", help="Result file; by default the model's name in the current folder.")
@click.option("--plots", metavar="FOLDER", help="Draw the overview pictures into this folder.")
@click.option("--report", metavar="FILE.html", help="Write a page that shows the run in any browser.")
@_shape
@click.option("--quiet", is_flag=True, help="Print nothing but errors.")
def run(
    model: str,
    settings: tuple[str, ...],
    laws: tuple[str, ...],
    out: str | None,
    plots: str | None,
    report: str | None,
    shapes: tuple[str, ...],
    quiet: bool,
    **options: Any,
) -> None:
    """Simulate MODEL, print a summary and write the result to a file."""
    name = out if out is not None else f"{Model.stem_of(model)}.h5"
    reads = [model, *laws, *files_of_shapes(shapes)]
    check_files(reads, [("--out", name), ("--report", report)], ("--plots", plots, (".png",)))
    described, path = Model(model, laws, settings), Path(name)
    if plots is not None:
        _make_folder(plots)
    if report is not None:
        check_page(report)
    meshes = _shapes(shapes)
    if meshes:
        _check_shapes(meshes, report, described.mechanism)
    say = (lambda text: None) if quiet else echo
    say(described.mechanism.name)
    result = _simulate(described, path, quiet, options)
    from ..results.summary import of_result

    say(of_result(result))
    say(f"  {'result':<22}{path}")
    if plots is not None and result.rows:
        from ..plotting.results import overview

        for picture in overview(result, Path(plots)):
            say(f"  {'picture':<22}{picture}")
    if report is not None:
        page = result.report(report, shapes=meshes, command=given_command())
        say(f"  {'report':<22}{page}")
    _end(result, path)


def _simulate(model: Model, path: Path, quiet: bool, options: dict[str, Any]) -> "Result":
    from .._base.errors import InputError
    from ..simulation.compilation import needs_compiling
    from ..simulation.progress import ProgressBar
    from ..simulation.simulate import simulate

    try:
        if not quiet and needs_compiling(options.get("method") or "auto", model.mechanism):
            echo("compiling, once (about 20 s)...", err=True)
        with ProgressBar() as bar:
            given = {name: value for name, value in options.items() if value is not None}
            return simulate(model.mechanism, out=path, progress=False if quiet else bar, strict=False, **given)
    except InputError as error:
        raise model.locate(error) from None


def _make_folder(folder: str) -> None:
    from .._base.errors import InputError

    try:
        Path(folder).mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise InputError(f"the folder cannot be made: {error.strerror}.", location=folder) from None


def _shapes(given: tuple[str, ...]) -> dict[str, Any]:
    """Return the meshes that ``BODY=FILE`` and ``BODY=FILE:mm`` name."""
    from .._base.errors import InputError
    from ..report.meshes import mesh_of

    pairs = [one.partition("=") for one in given]
    for body, sign, file in pairs:
        if not (body and sign and file):
            raise InputError("expected BODY=FILE, such as crank=crank.stl or crank=crank.stl:mm.", location=f"--shape {body}{sign}{file}")
    if len({body for body, _, _ in pairs}) < len(pairs):
        raise InputError("a body has one shape; one of them has several.", location="--shape")
    return {body: mesh_of(file) for body, _, file in pairs}


def _check_shapes(meshes: dict[str, Any], report: str | None, mechanism: "Mechanism") -> None:
    """Refuse, before the run, shapes that could not be shown after it."""
    from .._base.errors import InputError
    from ..report.encoding import Blocks
    from ..report.meshes import shapes_of

    if report is None:
        raise InputError("shapes are shown in a report; say where to write it: --report FILE.html.", location="--shape")
    shapes_of(meshes, mechanism, Blocks())


def _end(result: "Result", path: Path) -> None:
    """Exit with the code that says how the run ended."""
    from ..results.status import Status

    if result.status is Status.INTERRUPTED:
        end_with(f"{result.message} It is in {path}.", INTERRUPTED)
    if result.status.failed:
        code = WRONG_INPUT if result.status is Status.OUTPUT_FAILED else FAILED
        place = "It is in" if result.status is Status.OUT_OF_TIME else "What was computed until then is in"  # whose message says it is kept
        end_with(f"Error: {result.message} {place} {path}.", code)


@main.command()
@model_argument
@set_option
@laws_option
def check(model: str, settings: tuple[str, ...], laws: tuple[str, ...]) -> None:
    """Read MODEL, close its joints and say what was found, without simulating."""
    from .._base.errors import InputError
    from ..simulation.check_summary import of_examination

    described = Model(model, laws, settings)
    from .. import check_model

    try:
        examination = check_model(described.mechanism)
    except InputError as error:
        raise described.locate(error) from None
    echo(of_examination(examination))


@main.command("laws")
@click.argument("name", required=False, metavar="[FAMILY|NAME]")
@laws_option
def list_laws(name: str | None, laws: tuple[str, ...]) -> None:
    """List the laws there are, those of a family, or the parameters of one."""
    from ..model.files import load_laws
    from ..model.law_catalogue import listing

    for file in laws:
        load_laws(file)
    echo(listing(name))


@main.command("library")
@click.argument("name", required=False)
@set_option
@click.option("--write", metavar="FILE.yaml", help="Write the model to this file instead of showing it.")
def show_library(name: str | None, settings: tuple[str, ...], write: str | None) -> None:
    """List the mechanisms of the library, or show one as a YAML model, with the fits that its joints have by name."""
    from .._base.errors import InputError
    from ..model.files import dumps
    from ..model.files import write as write_model
    from ..model.library import NAMES, fits

    if name is None:
        width = max(map(len, NAMES)) + 2
        echo("\n".join(f"{one:<{width}}{text}" for one, text in NAMES.items()))
        return
    check_files((), [("--write", write)])
    mechanism = from_library(name, settings)
    if write is None:
        named = [f"#   joints.{joint}.fit={one}  ({text})\n" for joint, known in fits(name).items() for one, text in known.items()]
        echo("".join(["# Fits by name, for --set:\n", *named] if named else []) + dumps(mechanism), nl=False)
        return
    if Path(write).exists():
        raise InputError("exists already; choose another name or remove it.", location=write)
    write_model(mechanism, write)
    echo(f"wrote {write}")


@main.command()
@click.argument("result")
@click.argument("channels", nargs=-1, metavar="[CHANNEL]...")
@click.option("--out", metavar="FILE.png", help="Picture; by default the result's name with .png.")
def plot(result: str, channels: tuple[str, ...], out: str | None) -> None:
    """Draw channels of RESULT over time (rod.position.x, A.force, energy.balance); without any, list what there is."""
    from ..results.hdf5 import load

    loaded = load(result)
    name = picture_name(out) if out is not None else str(Path(result).with_suffix(".png"))
    check_files([result], [("--out", name)])
    if not channels:
        echo("\n".join(loaded.channels()))
        return
    from ..plotting.results import plot as draw

    draw(loaded, list(channels), Path(name))
    echo(f"wrote {name}")


@main.command()
@click.argument("results", nargs=-1, required=True, metavar="RESULT...")
@laws_option
@_shape
@click.option("--out", metavar="FILE.html", help="Where to write the page; by default in a folder for temporary files.")
@click.option("--serve", is_flag=True, help="Serve the page on this machine, for a browser that cannot open local files.")
@click.option("--no-open", is_flag=True, help="Do not open a browser.")
def view(results: tuple[str, ...], laws: tuple[str, ...], shapes: tuple[str, ...], out: str | None, serve: bool, no_open: bool) -> None:
    """Show RESULT in the browser; several results are compared in one page."""
    from ..model.files import load_laws
    from ..report.server import open_page, serve_page, write_page

    check_files([*results, *laws, *files_of_shapes(shapes)], [("--out", out)])
    for file in laws:
        load_laws(file)
    page = write_page(results, out, shapes=_shapes(shapes))
    echo(f"wrote {page}")
    if serve:
        serve_page(page, say=echo, open_browser=not no_open)
    elif not no_open:
        open_page(page.resolve().as_uri(), echo)


@main.command()
@laws_option
@click.option("--out", metavar="FILE.json", help="Write it to this file instead of showing it.")
def schema(laws: tuple[str, ...], out: str | None) -> None:
    """Print the JSON Schema of model files, for editors that complete and check YAML."""
    import json

    from .._base.atomic_write import write_text
    from ..model.files import load_laws
    from ..model.files.json_schema import json_schema

    check_files(laws, [("--out", out)])
    for file in laws:
        load_laws(file)
    text = json.dumps(json_schema(), indent=1, ensure_ascii=False) + "\n"
    if out is None:
        echo(text, nl=False)
        return
    write_text(Path(out), text)
    echo(f"wrote {out}")
