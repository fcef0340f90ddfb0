"""The command ``equilibrium``: where a model rests."""

import click

from ..common import Model, echo, model_options, statics_options


@click.command()
@model_options
@statics_options
def equilibrium(
    model: str,
    settings: tuple[str, ...],
    laws: tuple[str, ...],
    t: float,
    drivers: str,
    hold: tuple[str, ...],
) -> None:
    """Find where MODEL rests under gravity and its loads, and what its joints bear there."""
    from ...studies.equilibrium import equilibrium as find

    with Model(model, laws, settings).locating() as mechanism:
        found = find(mechanism, t=t, drivers=drivers, hold=hold)
    echo(found.summary())
