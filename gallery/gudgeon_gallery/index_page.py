"""An HTML page that shows what is in a folder of the gallery: a card for each paper, with badges for
the outcomes of its claims and small pictures that lead to the whole ones.
"""

from __future__ import annotations

import csv
from collections import Counter
from html import escape
from pathlib import Path

from gudgeon._base.atomic_write import write_text
from gudgeon._base.errors import InputError

from .description import Paper
from .pages import counted, numbered

BADGES = {"holds": "holds", "holds in part": "part", "does not hold": "fails"}
"""The classes of badges by outcome; others have none."""

STYLE = """
:root { color-scheme: light dark; font: 15px/1.5 system-ui, sans-serif; }
body { margin: 2rem auto; max-width: 75rem; padding: 0 1rem; }
h2 { margin: 2rem 0 0.2rem; }
.thumbs { display: grid; grid-template-columns: repeat(auto-fill, minmax(14rem, 1fr)); gap: 1rem; }
.thumbs a { color: inherit; text-decoration: none; font-size: 0.85rem; }
.thumbs img { width: 100%; background: #fff; border: 1px solid #8886; border-radius: 6px; }
.badge { padding: 0.05em 0.6em; border-radius: 1em; font-size: 0.8rem; color: #fff; background: #5b6775; }
.badge.holds { background: #12813f; } .badge.part { background: #a86500; } .badge.fails { background: #c02a24; }
"""


def outcomes(folder: Path) -> Counter[str]:
    """Return how many claims of a paper came out how, as its file says; nothing without one."""
    try:
        with (folder / "claims.csv").open(encoding="utf-8", newline="") as stream:
            return Counter(row["outcome"] for row in csv.DictReader(stream))
    except (OSError, KeyError):
        return Counter()


def badges(found: Counter[str]) -> str:
    """Return badges with numbers, as HTML."""
    order = [*BADGES, *(word for word in found if word not in BADGES)]
    return " ".join(
        f'<span class="badge {BADGES.get(word, "")}">{escape(counted(found[word], word))}</span>'
        for word in order
        if found[word]
    )


def card(paper: Paper, folder: Path) -> str:
    """Return the part of a paper, or nothing if none of its figures is there."""
    pictures = [
        f'<a href="{paper.key}/{figure.name}.png"><img loading="lazy" src="{paper.key}/{figure.name}.png" '
        f'alt="{escape(figure.title)}"><br>{numbered(figure)}: {escape(figure.title)}</a>'
        for figure in paper.figures
        if (folder / paper.key / f"{figure.name}.png").exists()
    ]
    if not pictures:
        return ""
    table = (
        f' · <a href="{paper.key}/claims.md">claims</a>'
        if (folder / paper.key / "claims.md").exists()
        else ""
    )
    return (
        f"<h2>{escape(paper.title)}</h2>\n<p>[{escape(paper.citation)}] "
        f"{badges(outcomes(folder / paper.key))}{table}</p>\n"
        f'<div class="thumbs">\n{chr(10).join(pictures)}\n</div>\n'
    )


def write_index(folder: str | Path, papers: list[Paper]) -> Path:
    """Write index.html for the papers that a folder has pictures of; return its path."""
    target = Path(folder)
    cards = [card(paper, target) for paper in papers]
    page = (
        '<!doctype html>\n<html lang="en">\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width">\n<title>Gallery</title>\n'
        f"<style>{STYLE}</style>\n<h1>Gallery of reproduced papers</h1>\n{''.join(cards)}</html>\n"
    )
    try:
        write_text(target / "index.html", page)
    except OSError as error:
        raise InputError(
            f"cannot be written: {(error.strerror or str(error)).lower()}.",
            location=str(error.filename or target),
        ) from None
    return target / "index.html"
