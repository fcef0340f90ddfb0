"""The command ``library``: list, show or write mechanisms of the library."""

from pathlib import Path

import click

from ..common import check_files, echo, from_library, laws_option, load_laws, set_option


@click.command()
@click.argument("name", required=False)
@set_option
@laws_option
@click.option(
    "--write", metavar="FILE.yaml", help="Write the model to this file instead of showing it."
)
def library(
    name: str | None, settings: tuple[str, ...], laws: tuple[str, ...], write: str | None
) -> None:
    """List the mechanisms of the library, or show one as a YAML model, with the fits that its
    joints have by name.
    """
    from ..._base.errors import InputError
    from ..._base.tables import text_table
    from ...model.files import dumps
    from ...model.files import write as write_model
    from ...model.library import NAMES, fits

    if name is None:
        echo(text_table((), NAMES.items()))
        return
    check_files(laws, [("--write", write)])
    load_laws(laws)
    mechanism = from_library(name, settings)
    if write is None:
        named = [
            f"#   joints.{joint}.fit={fit}  ({text})\n"
            for joint, known in fits(name).items()
            for fit, text in known.items()
        ]
        echo(
            "".join(["# Fits by name, for --set:\n", *named] if named else []) + dumps(mechanism),
            nl=False,
        )
        return
    if Path(write).exists():
        raise InputError("exists already; choose another name or remove it.", location=write)
    write_model(mechanism, write)
    echo(f"wrote {write}")
