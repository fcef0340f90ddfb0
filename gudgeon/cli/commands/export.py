"""The command ``export``: write channels of a result for other programs."""

from pathlib import Path
from typing import TYPE_CHECKING

import click

from ..._base.file_formats import EXPORTS
from ..common import check_files, echo, laws_option, load_laws

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
    type=click.Choice(list(EXPORTS)),
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
    """
    from ...results.export import WRITERS, format_of
    from ...results.hdf5 import load

    name = out
    if name is None:
        name = str(Path(result).with_suffix(EXPORTS[kind or "csv"]))
    check_files([result, *laws], [("--out", name)])
    written = format_of(name, kind)
    load_laws(laws)
    loaded = load(result)
    if listing:
        echo(_listed(loaded, channels))
        return
    WRITERS[written](loaded, name, channels or None, fold=fold)
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
