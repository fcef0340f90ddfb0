"""The command ``import``: a model of another program as a YAML file."""

from pathlib import Path

import click

from ..common import check_files, echo, quiet_option


@click.command(name="import")
@click.argument("file")
@click.option("--out", metavar="FILE.yaml", help="By default the file's name with .yaml.")
@click.option(
    "--at",
    "places",
    multiple=True,
    metavar="JOINT=VALUE",
    help="Where a joint of a robot stands at t = 0 [rad or m]; repeatable.",
)
@click.option("--free-base", is_flag=True, help="Let the first link of a robot move freely.")
@click.option("--meshes/--no-meshes", default=True, help="Look for meshes (default), or do not.")
@click.option(
    "--strict", is_flag=True, help="Fail if something is left out that may change the motion."
)
@quiet_option
def import_(
    file: str,
    out: str | None,
    places: tuple[str, ...],
    free_base: bool,
    meshes: bool,
    strict: bool,
    quiet: bool,
) -> None:
    """Read FILE of another program (Adams .adm, URDF, MJCF), say what in it was not understood, and
    write the mechanism as a YAML file.
    """
    from ..._base.errors import InputError
    from ...model.exchange import import_model
    from ...model.files import write

    name = out if out is not None else str(Path(file).with_suffix(".yaml"))
    check_files([file], [("--out", name)])
    imported = import_model(file, _configuration(places), free_base, meshes)
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


def _configuration(places: tuple[str, ...]) -> dict[str, str]:
    """Return the joints and values that ``JOINT=VALUE`` name."""
    from ..._base.errors import InputError

    pairs = [place.rpartition("=") for place in places]
    for joint, sign, value in pairs:
        if not (joint and sign and value):
            raise InputError("expected JOINT=VALUE, such as elbow=0.5.", location=f"--at {joint}{sign}{value}")  # fmt: skip
    return {joint: value for joint, _, value in pairs}
