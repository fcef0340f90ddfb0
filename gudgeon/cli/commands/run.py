"""The command ``run``: simulate a model."""

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from ..._base.arguments import make_folder
from ..._base.file_formats import RESULTS, check_ending
from ..common import (
    FAILED,
    INTERRUPTED,
    WRONG_INPUT,
    Model,
    announce_compiling,
    check_files,
    check_parent,
    end_with,
    files_of_shapes,
    given_command,
    meshes_of,
    model_options,
    quiet_option,
    shape_option,
    simulation_options,
    speaker,
)
from ..option_values import as_options

if TYPE_CHECKING:
    from ...model import Mechanism
    from ...results.result import Result


@click.command()
@model_options
@simulation_options
@click.option(
    "--out",
    metavar="FILE.h5",
    help="Result file; by default the model's name in the current folder.",
)
@click.option("--plots", metavar="FOLDER", help="Draw the overview pictures into this folder.")
@click.option(
    "--report", metavar="FILE.html", help="Write a page that shows the run in any browser."
)
@shape_option
@quiet_option
def run(
    model: str,
    settings: tuple[str, ...],
    laws: tuple[str, ...],
    out: str | None,
    plots: str | None,
    report: str | None,
    shapes: tuple[str, ...],
    quiet: bool,
    simulation: dict[str, Any],
) -> None:
    """Simulate MODEL, print a summary and write the result to a file."""
    name = out if out is not None else f"{Model.stem_of(model)}.h5"
    reads = [model, *laws, *files_of_shapes(shapes)]
    check_files(reads, [("--out", name), ("--report", report)], ("--plots", plots, (".png",)))
    check_ending(Path(name), RESULTS, "let the name end with .h5; 'gudgeon export' writes others")
    described, path = Model(model, laws, settings), Path(name)
    if plots is not None:
        make_folder(plots)
    if report is not None:
        check_parent(report)
    meshes = meshes_of(shapes)
    if meshes or report is not None:
        meshes = {**described.shapes, **meshes}
        _check_shapes(meshes, report, described.mechanism)
    say = speaker(quiet)
    say(described.mechanism.name)
    result = _simulate(described, path, quiet, simulation)
    from ...results.summary import of_result

    say(as_options(of_result(result)))
    say(f"  {'result':<22}{path}")
    if plots is not None and result.rows:
        from ...plotting.results import overview

        for picture in overview(result, Path(plots)):
            say(f"  {'picture':<22}{picture}")
    if report is not None:
        page = result.report(report, shapes=meshes, command=given_command(), ideal=True)
        say(f"  {'report':<22}{page}")
    end_run(result, path)


def _simulate(model: Model, path: Path, quiet: bool, simulation: dict[str, Any]) -> "Result":
    from ...simulation.progress import ProgressBar
    from ...simulation.simulate import simulate

    with model.locating() as mechanism:
        announce_compiling(quiet, simulation["method"], mechanism, simulation.get("coordinates"))
        with ProgressBar() as bar:
            progress = False if quiet else bar
            return simulate(mechanism, out=path, progress=progress, strict=False, **simulation)


def _check_shapes(meshes: dict[str, Any], report: str | None, mechanism: "Mechanism") -> None:
    """Reject, before the run, shapes that could not be shown after it."""
    from ..._base.errors import InputError
    from ...report.encoding import Blocks
    from ...report.meshes import shapes_of

    if report is None:
        raise InputError(
            "shapes are shown in a report; say where to write it: --report FILE.html.",
            location="--shape",
        )
    shapes_of(meshes, mechanism, Blocks())


def end_run(result: "Result", path: Path) -> None:
    """Exit with the code that says how the run ended."""
    from ...results.status import Status

    if result.status is Status.INTERRUPTED:
        end_with(f"{result.message} It is in {path}.", INTERRUPTED)
    if result.status.failed:
        code = WRONG_INPUT if result.status is Status.OUTPUT_FAILED else FAILED
        # whose message says it is kept
        place = (
            "It is in"
            if result.status is Status.OUT_OF_TIME
            else "What was computed until then is in"
        )
        end_with(f"Error: {result.message} {place} {path}.", code)
