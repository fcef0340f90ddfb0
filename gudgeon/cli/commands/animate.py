"""The command ``animate``: write a result as moving pictures."""

from pathlib import Path

import click

from ..common import check_files, echo, laws_option, load_laws


@click.command()
@click.argument("results", nargs=-1, required=True, metavar="RESULT...")
@laws_option
@click.option(
    "--out", metavar="FILE.gif", help="GIF, MP4 or WebM; by default the result's name with .gif."
)
@click.option("--seconds", type=float, default=6.0, show_default=True, help="How long it plays.")
@click.option("--rate", type=int, default=20, show_default=True, help="Frames a second.")
@click.option("--start", type=float, help="First time of the run that is shown [s].")
@click.option("--end", type=float, help="Last time of the run that is shown [s].")
def animate(
    results: tuple[str, ...],
    laws: tuple[str, ...],
    out: str | None,
    seconds: float,
    rate: int,
    start: float | None,
    end: float | None,
) -> None:
    """Write RESULT as moving pictures: the mechanism, the gap of its imperfect joint magnified, and
    the force in it. Several results stand below each other.
    """
    from ...report.animation import animate as write
    from ...results.hdf5 import load

    name = out if out is not None else str(Path(results[0]).with_suffix(".gif"))
    check_files([*results, *laws], [("--out", name)])
    load_laws(laws)
    loaded = {Path(path).stem: load(path) for path in results}
    shown = loaded if len(results) > 1 else {"": next(iter(loaded.values()))}
    write(shown, name, seconds=seconds, rate=rate, start=start, end=end)
    echo(f"wrote {name}")
