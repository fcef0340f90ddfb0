"""The command ``check``: examine a model without simulating."""

import click

from ..common import Model, echo, model_options


@click.command()
@model_options
def check(model: str, settings: tuple[str, ...], laws: tuple[str, ...]) -> None:
    """Read MODEL, close its joints and say what was found, without simulating."""
    from ... import check_model
    from ...simulation.check_summary import of_model_check

    with Model(model, laws, settings).locating() as mechanism:
        model_check = check_model(mechanism)
    echo(of_model_check(model_check))
