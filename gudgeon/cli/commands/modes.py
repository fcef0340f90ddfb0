"""The command ``modes``: natural frequencies and modes of a model about its equilibrium."""

import click

from ..common import Model, echo, laws_option, model_argument, set_option, statics_options


@click.command()
@model_argument
@set_option
@laws_option
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
    from ..._base.errors import InputError
    from ...studies.linearize import linearize

    described = Model(model, laws, settings)
    try:
        found = linearize(described.mechanism, t=t, drivers=drivers, hold=hold)
    except InputError as error:
        raise described.locate(error) from None
    echo(found.summary())
