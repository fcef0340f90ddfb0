"""The command ``modes``: natural frequencies and modes of a model about its equilibrium."""

import click

from ..common import (
    Model,
    check_files,
    check_parent,
    echo,
    given_command,
    model_options,
    statics_options,
)


@click.command()
@model_options
@statics_options
@click.option(
    "--report",
    metavar="FILE.html",
    help="Write a page that shows the modes, one at a time, in any browser.",
)
def modes(
    model: str,
    settings: tuple[str, ...],
    laws: tuple[str, ...],
    t: float,
    drivers: str,
    hold: tuple[str, ...],
    report: str | None,
) -> None:
    """Find natural frequencies, damping and modes of MODEL about its equilibrium."""
    from ...studies.linearize import linearize

    check_files([model, *laws], [("--report", report)])
    if report is not None:
        check_parent(report)
    with Model(model, laws, settings).locating() as mechanism:
        found = linearize(mechanism, t=t, drivers=drivers, hold=hold)
    echo(found.summary())
    if report is not None:
        echo(f"wrote {found.report(report, command=given_command())}")
