"""The list of the papers of the gallery: what became of their claims, small pictures of their figures,
pages that were made, and the command that makes the others.
"""

import re
from collections import Counter
from pathlib import Path

from gudgeon_gallery import KEYS, Paper, paper
from gudgeon_gallery.index_page import badges
from gudgeon_gallery.pages import numbered

DOCS = Path(__file__).parents[1]
MADE, THUMBS = DOCS / "gallery", DOCS / "figures" / "gallery"


def outcomes(citation: str) -> Counter[str]:
    """Return how the claims of a paper came out at full length, as the table of verdicts says."""
    text = (DOCS / "verdicts.md").read_text(encoding="utf-8")
    section = re.search(rf"^## {citation}$(.*?)(?=^## |\Z)", text, re.MULTILINE | re.DOTALL)
    rows = [line.split(" | ") for line in (section[1] if section else "").splitlines()]
    return Counter(row[1] for row in rows if len(row) > 2 and row[1] not in ("outcome", "---"))


def thumbnails(shown: Paper) -> list[str]:
    """Return the small pictures of a paper, those that are kept with the sources."""
    lines = ["::::{container} thumbs", ""]
    for figure in shown.figures:
        if (THUMBS / f"{shown.key}-{figure.name}.png").exists():
            lines += [
                f":::{{figure}} ../figures/gallery/{shown.key}-{figure.name}.png",
                f":alt: {figure.title}",
                f"{numbered(figure)}: {figure.title}",
                ":::",
                "",
            ]
    return [*lines, "::::", ""]


def pages() -> dict[str, str]:
    """Return the page by its path in the folder."""
    made = [key for key in KEYS if (MADE / f"{key}.md").exists()]
    lines = ["# The papers", ""]
    if made:
        lines += [
            "```{toctree}",
            ":maxdepth: 1",
            "",
            *(f"../gallery/{key}" for key in made),
            "```",
            "",
        ]
    if len(made) < len(KEYS):
        lines += [
            "Pages with all figures in full size are made by `make gallery`, not kept with the sources.",
            "",
        ]
    setting = THUMBS / "setting.txt"
    if setting.exists():
        lines += [f"The small pictures were made {setting.read_text(encoding='utf-8').strip()}; badges count "
                  "the [verdicts of the full-length runs](../verdicts.md).", ""]  # fmt: skip
    for key in KEYS:
        shown = paper(key)
        lines += [
            f"## {shown.title}",
            "",
            f"[{shown.citation}] {badges(outcomes(shown.citation))}",
            "",
        ]
        lines += thumbnails(shown)
    return {"papers.md": "\n".join(lines) + "\n"}
