"""The command ``sensitivity``: which of some parameters that scatter matter."""

from __future__ import annotations

from typing import Any

import click

from ..common import (
    INTERRUPTED,
    announce_compiling,
    end_with,
    quiet_option,
    scatter_options,
    simulation_options,
    speaker,
)
from ..study_files import plot_option, report_option, study_files


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
@click.option(
    "--by",
    type=click.Choice(["parameter", "joint"]),
    default="parameter",
    show_default=True,
    help="Indices of every parameter, or of all that scatters in a joint together.",
)
@plot_option
@report_option
@simulation_options
@quiet_option
def sensitivity(
    mechanism: Any,
    parameters: dict[str, str],
    measures: tuple[str, ...],
    approach: str,
    plot: str | None,
    report: str | None,
    quiet: bool,
    simulation: dict[str, Any],
    **how: Any,
) -> None:
    """Run MODEL with parameters that scatter and print which of them matters how much.

    gudgeon sensitivity four-bar --vary "bodies.rod.mass=uniform(0.1, 0.2)" --vary
    "gravity.2=normal(-9.81, 0.1)" --samples 64 --duration 0.1
    """
    from ...studies.sensitivity import sensitivity as study_of

    files = study_files(how["out"], plot, report)
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
    files.write(study, measures or study.measures, say)
