"""Make the gallery, and from it one page of the documentation for each paper: its figures and what became of its claims.

Give a folder for pictures in both formats and data; ``--quick`` makes shorter runs, ``--only KEY`` one paper.
"""

import shutil
import sys
from pathlib import Path

from gudgeon.gallery import KEYS, make, paper, write
from gudgeon.gallery.pages import QUICK, Row, judge, numbered, small_print, tally
from gudgeon.gallery.run import Made

PAGES = Path(__file__).parents[1] / "gallery"


def page(made: Made, rows: list[Row]) -> str:
    """Return the page of a paper."""
    lines = [f"# {made.paper.title}", "", f"[{made.paper.citation}]. Of {len(rows)} claims: {tally(rows)}.", ""]
    if made.quick:
        lines += [f"Made in the {QUICK}.", ""]
    lines += ["## Claims", "", "| the paper says | found here | outcome |", "| --- | --- | --- |"]
    for row in rows:
        one = row.claim
        assumed = f"<br>*Assumed: {one.assumed}*" if one.assumed else ""
        cells = (f"**{one.name}** ({one.where}). {one.says}", f"{row.found}{assumed}", row.outcome)
        lines.append("| " + " | ".join(cell.replace("|", r"\|") for cell in cells) + " |")
    lines += ["", "## Figures", ""]
    for figure in made.paper.figures:
        name = numbered(figure)
        lines += [f"### {name}: {figure.title}", "", f"![{name}]({made.paper.key}/{figure.name}.png)", "", small_print(made, figure), ""]
    return "\n".join(lines).rstrip() + "\n"


def remake(key: str, out: Path, quick: bool) -> None:
    """Make a paper, and write its page and its pictures into the documentation."""
    made = make(paper(key), quick=quick, progress=True)
    rows = judge(made)
    written = write(made, out, rows=rows)
    pictures = PAGES / key
    pictures.mkdir(parents=True, exist_ok=True)
    for path in written:
        if path.suffix == ".png":
            shutil.copyfile(path, pictures / path.name)
    (PAGES / f"{key}.md").write_text(page(made, rows), encoding="utf-8")
    print(f"{key}: {tally(rows)}", *made.failures.values(), sep="\n  ", flush=True)


if __name__ == "__main__":
    given = [one for one in sys.argv[1:] if not one.startswith("--")]
    chosen = given[1:] if "--only" in sys.argv else KEYS
    for one in chosen:
        remake(one, Path(given[0] if given else "out/gallery"), "--quick" in sys.argv)
