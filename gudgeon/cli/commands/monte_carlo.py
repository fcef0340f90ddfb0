"""The command ``monte-carlo``: run a model with parameters that scatter."""

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
    default=256,
    show_default=True,
    help="How many samples are run.",
)
@click.option(
    "--design",
    type=click.Choice(["latin-hypercube", "sobol", "random"]),
    default="latin-hypercube",
    show_default=True,
    help="How the samples are spread.",
)
@click.option(
    "--limit",
    "limits",
    multiple=True,
    metavar="MEASURE=VALUE",
    help="Print how likely a measure exceeds a value [SI units]; repeatable.",
)
@click.option("--csv", metavar="FILE.csv", help="Write the table to this file.")
@plot_option
@report_option
@simulation_options
@quiet_option
def monte_carlo(
    mechanism: Any,
    parameters: dict[str, str],
    measures: tuple[str, ...],
    limits: tuple[str, ...],
    csv: str | None,
    plot: str | None,
    report: str | None,
    quiet: bool,
    simulation: dict[str, Any],
    **how: Any,
) -> None:
    """Run MODEL with parameters that scatter and print percentiles of what is measured.

    gudgeon monte-carlo four-bar --set joints.C.fit=clearance --vary
    "joints.C.radial_clearance=normal(0.2mm, 0.02mm)" --samples 64 --duration 0.1
    """
    from ...studies.monte_carlo import monte_carlo as study_of

    files = study_files(how["out"], plot, report, csv)
    asked = [_limit(text) for text in limits]
    announce_compiling(quiet)
    wanted = list(dict.fromkeys([*measures, *(name for name, _ in asked)])) or None
    study = study_of(
        mechanism, parameters, measures=wanted, progress=not quiet, **how, **simulation
    )
    say = speaker(quiet)
    say(repr(study))
    for name, value in asked:
        say(f"{name} exceeds {value:g} with a probability of {study.exceedance(name, value)}")
    files.write(study, wanted or study.measures, say)
    if study.sweep.interrupted:
        end_with("interrupted; what had ended is kept.", INTERRUPTED)


def _limit(text: str) -> tuple[str, float]:
    from ..._base.errors import InputError

    name, _, value = text.rpartition("=")
    try:
        return name.strip(), float(value)
    except ValueError:
        raise InputError(
            "expected MEASURE=VALUE, such as 'peak_force of C=500'.", location=f"--limit {text}"
        ) from None
