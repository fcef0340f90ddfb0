"""The command ``plot``: draw channels of a result."""

from pathlib import Path

import click

from ..common import check_files, echo, laws_option, load_laws, picture_name


@click.command()
@click.argument("result")
@click.argument("channels", nargs=-1, metavar="[CHANNEL]...")
@laws_option
@click.option("--out", metavar="FILE.png", help="Picture; by default the result's name with .png.")
@click.option("--title", default="", help="What stands above the picture.")
def plot(
    result: str, channels: tuple[str, ...], laws: tuple[str, ...], out: str | None, title: str
) -> None:
    """Draw channels of RESULT over time (rod.position.x, A.force, energy.balance); without any,
    list what there is.
    """
    from ...results.hdf5 import load

    name = picture_name(out) if out is not None else str(Path(result).with_suffix(".png"))
    check_files([result, *laws], [("--out", name)])
    load_laws(laws)
    loaded = load(result)
    if not channels:
        echo("\n".join(loaded.channels()))
        return
    from ...plotting.results import plot as draw

    draw(loaded, list(channels), Path(name), title=title)
    echo(f"wrote {name}")
