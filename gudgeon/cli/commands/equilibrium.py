"""The command ``equilibrium``: where a model rests."""

import click

from ..common import Model, echo, laws_option, model_argument, set_option, statics_options


@click.command()
@model_argument
@set_option
@laws_option
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
    from ..._base.errors import InputError
    from ...studies.equilibrium import equilibrium as find

    described = Model(model, laws, settings)
    try:
        found = find(described.mechanism, t=t, drivers=drivers, hold=hold)
    except InputError as error:
        raise described.locate(error) from None
    echo(found.summary())
