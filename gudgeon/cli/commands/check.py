"""The command ``check``: examine a model without simulating."""

import click

from ..common import Model, echo, laws_option, model_argument, set_option


@click.command()
@model_argument
@set_option
@laws_option
def check(model: str, settings: tuple[str, ...], laws: tuple[str, ...]) -> None:
    """Read MODEL, close its joints and say what was found, without simulating."""
    from ..._base.errors import InputError
    from ...simulation.check_summary import of_examination

    described = Model(model, laws, settings)
    from ... import check_model

    try:
        examination = check_model(described.mechanism)
    except InputError as error:
        raise described.locate(error) from None
    echo(of_examination(examination))
