"""The command ``modes``: natural frequencies and modes of a model about its equilibrium."""

import click

from ..common import Model, echo, model_options, statics_options


@click.command()
@model_options
@statics_options
def modes(
    model: str,
    settings: tuple[str, ...],
    laws: tuple[str, ...],
    t: float,
    drivers: str,
    hold: tuple[str, ...],
) -> None:
    """Find natural frequencies, damping and modes of MODEL about its equilibrium."""
    from ...studies.linearize import linearize

    with Model(model, laws, settings).locating() as mechanism:
        found = linearize(mechanism, t=t, drivers=drivers, hold=hold)
    echo(found.summary())
