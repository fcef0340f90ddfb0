"""The verb ``gallery`` of the command line."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from gudgeon._base.errors import InputError, suggestion
from gudgeon.cli.common import FAILED, echo, end_with

if TYPE_CHECKING:
    from . import Paper


@click.command()
@click.argument("key", required=False, metavar="[PAPER]")
@click.argument("figures", nargs=-1, metavar="[FIGURE]...")
@click.option("--all", "everything", is_flag=True, help="Make every paper.")
@click.option(
    "--quick", is_flag=True, help="Shorter runs and smaller ensembles: a look, not a proof."
)
@click.option(
    "--out",
    default="gallery",
    show_default=True,
    metavar="FOLDER",
    help="Where to write; each paper has a folder there.",
)
@click.option(
    "--workers",
    type=click.IntRange(min=1),
    help="Simulations at the same time; by default one per processor.",
)
@click.option("--quiet", is_flag=True, help="Print nothing but errors.")
def gallery(
    key: str | None,
    figures: tuple[str, ...],
    everything: bool,
    quick: bool,
    out: str,
    workers: int | None,
    quiet: bool,
) -> None:
    """Make the figures of a PAPER again and judge its claims; without one, list the papers and
    their figures.
    """
    from . import KEYS, paper
    from .index_page import write_index

    if key is None and not everything:
        echo("\n".join(line for name in KEYS for line in _described(paper(name))))
        return
    if key is not None and everything:
        raise InputError("give a paper or --all, not both.")
    papers = [paper(name) for name in (KEYS if key is None else (key,))]
    for figure in figures:
        known = [known.name for known in papers[0].figures]
        if figure not in known:
            raise InputError(
                f"'{key}' has no figure '{figure}' in the gallery.{suggestion(figure, known)}"
            )
    failures = [
        sentence
        for paper in papers
        for sentence in _show(paper, figures, quick, out, workers, quiet)
    ]
    if any((Path(out) / made.key).is_dir() for made in papers):
        index = write_index(out, [paper(name) for name in KEYS])
        if not quiet:
            echo(f"wrote {index}: open it in a browser")
    if failures:
        end_with("\n".join(["Error: some runs failed.", *failures]), FAILED)


def _described(paper: Paper) -> list[str]:
    figures = [f"  {figure.name:<8}{figure.title}" for figure in paper.figures]
    return [
        f"{paper.key}: {paper.title} [{paper.citation}]",
        *figures,
        f"  {len(paper.claims)} claims",
        "",
    ]


def _show(
    paper: Paper, figures: tuple[str, ...], quick: bool, out: str, workers: int | None, quiet: bool
) -> list[str]:
    """Make a paper, write its pages and print its claims; return what failed."""
    import shutil

    from gudgeon.simulation.compilation import needs_compiling

    from .pages import judge, tally, terminal, write
    from .runs import make

    say = (lambda text: None) if quiet else echo
    if not quiet and needs_compiling():
        echo("compiling, once (about half a minute)...", err=True)
    say(f"{paper.title} [{paper.citation}]")
    made = make(paper, figures, quick=quick, workers=workers, progress=not quiet)
    rows = judge(made)
    written = write(made, out, figures, rows)
    if rows:
        say(terminal(rows, min(shutil.get_terminal_size().columns, 140)))
        say(f"{len(rows)} claim{'s' * (len(rows) != 1)}: {tally(rows)}")
    pictures = sum(path.suffix == ".png" for path in written)
    say(
        f"wrote {pictures} figure{'' if pictures == 1 else 's'} with "
        f"data{' and the claims' if rows else ''} to {written[0].parent}"
    )
    return [f"{paper.key}, {name}: {sentence}" for name, sentence in made.failures.items()]
