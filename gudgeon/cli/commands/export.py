"""The command ``export``: write channels of a result, its animation, or the model itself, for other
programs.
"""

from pathlib import Path
from typing import TYPE_CHECKING

import click

from ..._base.file_formats import EXPORTS
from ..common import Model, check_files, echo, laws_option, load_laws

PICTURES = {"glb": ".glb", "urdf": ".urdf", "mjcf": ".xml"}
"""Formats of the animation and of the ideal mechanism, and their endings."""

if TYPE_CHECKING:
    from ...results.result import Result


@click.command()
@click.argument("result")
@click.argument("channels", nargs=-1, metavar="[CHANNEL]...")
@laws_option
@click.option(
    "--out", metavar="FILE", help="By default the result's name with the format's ending."
)
@click.option(
    "--format",
    "kind",
    type=click.Choice([*EXPORTS, *PICTURES]),
    help="By default what the ending of --out says, else csv.",
)
@click.option("--fold", is_flag=True, help="Angles within half a turn of zero, not counting turns.")
@click.option("--list", "listing", is_flag=True, help="List channels with units and meanings.")
def export(
    result: str,
    channels: tuple[str, ...],
    laws: tuple[str, ...],
    out: str | None,
    kind: str | None,
    fold: bool,
    listing: bool,
) -> None:
    """Write channels of RESULT over time (rod.position.x, A.force) to a CSV, MATLAB or Parquet
    file; without any, all of them.

    With --format glb, write its animation as binary glTF; with urdf or mjcf, the ideal mechanism of
    RESULT, or of a model that stands in its place.
    """
    from ...results.export import WRITERS, format_of
    from ...results.hdf5 import load

    name = out
    if name is None:
        name = str(Path(result).with_suffix({**EXPORTS, **PICTURES}[kind or "csv"]))
    check_files([result, *laws], [("--out", name)])
    endings = {**{ending: word for word, ending in PICTURES.items()}, ".mjcf": "mjcf"}
    shown = kind or endings.get(Path(name).suffix.lower())
    if shown in PICTURES and not listing:
        _write_picture(shown, result, name, laws, channels)
        return
    written = format_of(name, kind)
    load_laws(laws)
    loaded = load(result)
    if listing:
        echo(_listed(loaded, channels))
        return
    WRITERS[written](loaded, name, channels or None, fold=fold)
    echo(f"wrote {name}")


def _write_picture(
    kind: str, source: str, name: str, laws: tuple[str, ...], channels: tuple[str, ...]
) -> None:
    """Write the animation of a result, or a mechanism as robots are described."""
    from ..._base.errors import InputError
    from ...results.hdf5 import load

    if channels:
        raise InputError(f"channels have no place in a {kind} file.", location=channels[0])
    if kind == "glb":
        from ...report.glb import export_glb

        load_laws(laws)
        export_glb(load(source), name)
        echo(f"wrote {name}")
        return
    from ...report.robot_files import export_model

    if Path(source).suffix.lower() in (".h5", ".hdf5"):
        load_laws(laws)
        mechanism = load(source).mechanism
        if mechanism is None:
            raise InputError("has no mechanism that could be written.", location=source)
    else:
        mechanism = Model(source, laws).mechanism
    for note in export_model(mechanism, name):
        echo(f"  {note}")
    echo(f"wrote {name}")


def _listed(result: "Result", names: tuple[str, ...]) -> str:
    """Return channels, all or those named, one in a line with its unit and what it is."""
    rows = []
    for name in names or result.channels():
        channel = result.channel(name)
        rows.append((name, channel.unit, channel.help))
    width = max(len(name) for name, _, _ in rows), max(len(unit) for _, unit, _ in rows)
    return "\n".join(
        f"{name:<{width[0]}}  {unit:<{width[1]}}  {help}".rstrip() for name, unit, help in rows
    )
