"""The command ``sweep``: run a model with many values of its parameters."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from ..._base.errors import InputError
from ..common import (
    FAILED,
    INTERRUPTED,
    WRONG_INPUT,
    Model,
    announce_compiling,
    check_files,
    check_parent,
    end_with,
    executor_options,
    model_options,
    picture_name,
    quiet_option,
    simulation_options,
    speaker,
    workers_option,
)

if TYPE_CHECKING:
    from ...studies.sweep_result import Sweep


@click.command()
@model_options
@click.option(
    "--vary",
    "varied",
    multiple=True,
    required=True,
    metavar="PATH=VALUE,VALUE,...",
    help="Values of a parameter; repeatable, for a grid.",
)
@click.option(
    "--paired",
    is_flag=True,
    help="Take the first values of all parameters together, the second, ..., not all combinations.",
)
@click.option(
    "--measure",
    "measures",
    multiple=True,
    metavar="NAME",
    help="What to measure, as impacts or 'max D.angle'; repeatable.",
)
@simulation_options
@click.option(
    "--out",
    metavar="FOLDER",
    help="Write every point when it ends; points that are there already are not run again.",
)
@click.option("--keep", is_flag=True, help="Write whole results into that folder too.")
@click.option("--csv", metavar="FILE.csv", help="Write the table to this file.")
@click.option(
    "--plot",
    metavar="FILE.png",
    help="Draw the first measure, or those asked for, one picture each.",
)
@workers_option
@executor_options
@quiet_option
def sweep(
    model: str,
    varied: tuple[str, ...],
    settings: tuple[str, ...],
    laws: tuple[str, ...],
    measures: tuple[str, ...],
    csv: str | None,
    plot: str | None,
    workers: int | None,
    quiet: bool,
    simulation: dict[str, Any],
    **how: Any,
) -> None:
    """Run MODEL with every combination of some values and print one row for each.

    gudgeon sweep four-bar --set joints.C.fit=clearance --vary
    joints.C.radial_clearance=0.05mm,0.1mm,0.2mm --duration 0.1
    """
    from ...studies.sweep import SweepRun
    from ...studies.sweep_grid import Base

    if how["keep"] and how["out"] is None:
        raise InputError("say into which folder: --out FOLDER.", location="--keep")
    pictures = (
        [] if plot is None else [picture_name(plot), *(picture_of(plot, name) for name in measures)]
    )
    writes = [("--csv", csv), *(("--plot", picture) for picture in dict.fromkeys(pictures))]
    check_files([model, *laws], writes, ("--out", how["out"], (".json", ".h5")))
    for path in (csv, plot):
        if path is not None:
            check_parent(path)
    base = Base(Path(model) if Model.is_file(model) else model, laws, settings)
    announce_compiling(quiet)
    study = SweepRun(
        base=base,
        values=values_of(varied),
        measures=list(measures) or None,
        options=simulation,
        method=simulation["method"],
        **how,
    )
    found = study.run(workers, progress=not quiet)
    lines = [repr(found), *(f"wrote {path}" for path in written(found, measures, csv, plot))]
    speaker(quiet)("\n".join(lines))
    if found.interrupted:
        again = (
            "the same command continues from there."
            if how["out"]
            else "with --out it could continue from there."
        )
        end_with(f"interrupted; what had ended is kept; {again}", INTERRUPTED)
    if found.unwritten:
        count, first = (
            f"{len(found.unwritten)} of {len(found)} points",
            found.failed[found.unwritten[0]],
        )
        end_with(
            f"Error: {count} could not be written: {first} The same command continues from there.",
            WRONG_INPUT,
        )
    if len(found.failed) == len(found):
        end_with("Error: all points failed.", FAILED)


def values_of(varied: tuple[str, ...]) -> dict[str, list[Any]]:
    """Return the values of every parameter that ``PATH=VALUE,VALUE`` names; they are read as
    YAML.
    """
    from ...model.files import split_at_value, yaml

    found: dict[str, list[Any]] = {}
    for argument in varied:
        path, text = split_at_value(argument)
        if not (path and text):
            raise InputError(
                "expected PATH=VALUE,VALUE,..., such as joints.C.radial_clearance=0.1mm,0.2mm.",
                location=f"--vary {argument}",
            )
        if path in found:
            raise InputError(
                "this parameter is varied twice; give all its values at once.",
                location=f"--vary {argument}",
            )
        found[path] = yaml.parse(f"[{text}]", f"--vary {argument}")[0]
    return found


def written(
    found: Sweep, measures: tuple[str, ...], csv: str | None, plot: str | None
) -> list[Path]:
    """Write the table and the pictures; return their paths."""
    paths = [found.to_csv(csv)] if csv is not None else []
    names = [name for name in measures or found.measures[:1] if found.table[name].dtype.kind == "f"]
    for name in names if plot is not None else ():
        path = Path(picture_name(str(plot)) if len(names) == 1 else picture_of(str(plot), name))
        found.plot(name, path)
        paths.append(path)
    return paths


def picture_of(plot: str, measure: str) -> str:
    """Return the name of the picture of one of several measures."""
    path = Path(picture_name(plot) or "picture.png")
    return str(path.with_name(f"{path.stem} {measure.replace('/', ' ')}{path.suffix}"))
