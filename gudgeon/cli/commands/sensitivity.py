"""The command ``sensitivity``: which of some parameters that scatter matter."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from ..common import (
    INTERRUPTED,
    announce_compiling,
    check_files,
    check_parent,
    end_with,
    picture_name,
    quiet_option,
    scatter_options,
    simulation_options,
    speaker,
)


@click.command()
@scatter_options
@click.option(
    "--samples",
    type=click.IntRange(min=2),
    help="Of Sobol's method a power of two, by default 128; of Morris' trajectories, 16.",
)
@click.option(
    "--indices",
    "approach",
    type=click.Choice(["sobol", "morris"]),
    default="sobol",
    show_default=True,
    help="Shares of the variance, or a cheaper ranking by elementary effects.",
)
@click.option("--plot", metavar="FILE.png", help="Draw the first measure asked for.")
@simulation_options
@quiet_option
def sensitivity(
    mechanism: Any,
    parameters: dict[str, str],
    measures: tuple[str, ...],
    approach: str,
    plot: str | None,
    quiet: bool,
    simulation: dict[str, Any],
    **how: Any,
) -> None:
    """Run MODEL with parameters that scatter and print which of them matters how much.

    gudgeon sensitivity four-bar --vary "bodies.rod.mass=uniform(0.1, 0.2)" --vary
    "gravity.2=normal(-9.81, 0.1)" --samples 64 --duration 0.1
    """
    from ...studies.sensitivity import sensitivity as study_of

    plot = None if plot is None else picture_name(plot)
    check_files([], [("--plot", plot)], ("--out", how["out"], (".json",)))
    if plot is not None:
        check_parent(plot)
    announce_compiling(quiet)
    study = study_of(
        mechanism,
        parameters,
        indices=approach,
        measures=list(measures) or None,
        progress=not quiet,
        **how,
        **simulation,
    )
    say = speaker(quiet)
    if study.sweep.interrupted:
        end_with("interrupted; indices need all runs of the design.", INTERRUPTED)
    say(repr(study))
    if plot is not None:
        study.plot((measures or study.measures)[0], Path(plot))
        say(f"wrote {plot}")
