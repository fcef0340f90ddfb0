"""The command ``import``: a model of another program as a YAML file."""

from pathlib import Path

import click

from ..common import check_files, echo, quiet_option


@click.command(name="import")
@click.argument("file")
@click.option("--out", metavar="FILE.yaml", help="By default the file's name with .yaml.")
@click.option(
    "--strict", is_flag=True, help="Fail if something that may change the motion is lost."
)
@quiet_option
def import_(file: str, out: str | None, strict: bool, quiet: bool) -> None:
    """Read FILE of another program (Adams .adm), say what in it was not understood, and write the
    mechanism as a YAML file.
    """
    from ..._base.errors import InputError
    from ...model.exchange import import_model
    from ...model.files import write

    name = out if out is not None else str(Path(file).with_suffix(".yaml"))
    check_files([file], [("--out", name)])
    imported = import_model(file)
    if not quiet:
        echo(f"{imported.mechanism.name}: {imported}")
    if strict and imported.lost:
        raise InputError(
            f"{len(imported.lost)} of its statements, on which the motion may depend, were not "
            "understood; nothing was written.",
            location=file,
        )
    write(imported.mechanism, name)
    if not quiet:
        echo(f"wrote {name}")
