"""The command ``laws``: list laws."""

import click

from ..common import echo, laws_option, load_laws


@click.command()
@click.argument("name", required=False, metavar="[FAMILY|NAME]")
@laws_option
def laws(name: str | None, laws: tuple[str, ...]) -> None:
    """List the laws there are, those of a family, or the parameters of one."""
    from ...model.law_catalogue import listing

    load_laws(laws)
    echo(listing(name))
