"""Make the gallery, and from it one page of the documentation for each paper: its figures and what
became of its claims.

Give a folder for pictures in both formats and data; ``--quick`` makes shorter runs, ``--only KEY``
one paper. When all papers were made at full length, the table of verdicts that is kept with the
sources is written too, with the commit that it was made from.
"""

import shutil
import subprocess
import sys
from pathlib import Path

from gudgeon_gallery import KEYS, make, paper, write
from gudgeon_gallery.pages import QUICK, Row, judge, numbered, small_print, tally
from gudgeon_gallery.runs import Made

PAGES = Path(__file__).parents[1] / "gallery"
VERDICTS = Path(__file__).parents[1] / "verdicts.md"
THUMBS = Path(__file__).parent / "gallery"
PICTURE = "How many claims of each paper hold, hold in part, do not hold"


def page(made: Made, rows: list[Row]) -> str:
    """Return the page of a paper."""
    lines = [
        f"# {made.paper.title}",
        "",
        f"[{made.paper.citation}]. Of {len(rows)} claims: {tally(rows)}.",
        "",
    ]
    if made.quick:
        lines += [f"Made in the {QUICK}.", ""]
    lines += ["## Claims", "", "| the paper says | found here | outcome |", "| --- | --- | --- |"]
    for row in rows:
        claim = row.claim
        assumed = f"<br>*Assumed: {claim.assumed}*" if claim.assumed else ""
        cells = (
            f"**{claim.name}** ({claim.where}). {claim.says}",
            f"{row.found}{assumed}",
            row.outcome,
        )
        lines.append("| " + " | ".join(cell.replace("|", r"\|") for cell in cells) + " |")
    lines += ["", "## Figures", ""]
    for figure in made.paper.figures:
        name = numbered(figure)
        lines += [
            f"### {name}: {figure.title}",
            "",
            f"![{name}]({made.paper.key}/{figure.name}.png)",
            "",
            small_print(made, figure),
            "",
        ]
    return "\n".join(lines).rstrip() + "\n"


def commit() -> str:
    """Return the commit of the sources, and whether they were changed since."""
    here = Path(__file__).parent
    words = [
        ["git", "rev-parse", "--short", "HEAD"],
        ["git", "status", "--porcelain", "--untracked-files=no"],
    ]
    name, changes = (
        subprocess.run(command, cwd=here, capture_output=True, text=True, check=True).stdout.strip()
        for command in words
    )
    return f"{name}, with changes" if changes else name


def verdicts(papers: dict[str, list[Row]]) -> str:
    """Return the table of all verdicts, as it is kept with the sources."""
    every = [row for rows in papers.values() for row in rows]
    lines = ["# Verdicts on the papers' claims", "", f"Of {len(every)} claims: {tally(every)}.", ""]
    lines += [f"![{PICTURE}](figures/verdicts.png)", ""]
    lines += [
        f"Made at full length by `make gallery` from commit {commit()}. [How claims are "
        "judged](gallery.md).",
        "",
    ]
    for key, rows in papers.items():
        lines += [
            f"## {paper(key).citation}",
            "",
            f"{tally(rows)}.",
            "",
            "| claim | outcome | found here |",
            "| --- | --- | --- |",
        ]
        lines += [
            f"| {row.claim.name} | {row.outcome} | {row.found.replace('|', chr(92) + '|')} |"
            for row in rows
        ]
        lines.append("")
    return "\n".join(lines).rstrip() + "\n"


def thumbnails(key: str, pictures: Path, quick: bool) -> None:
    """Keep small pictures of the figures with the sources, so that a site has them at once."""
    from PIL import Image

    THUMBS.mkdir(parents=True, exist_ok=True)
    for figure in paper(key).figures:
        with Image.open(pictures / f"{figure.name}.png") as whole:
            small = whole.convert("RGB")
            small.thumbnail((300, 300), Image.Resampling.LANCZOS)
            small.quantize(32).save(THUMBS / f"{key}-{figure.name}.png", optimize=True)
    words = f"in the {QUICK}" if quick else "at full length"
    (THUMBS / "setting.txt").write_text(f"{words}\n", encoding="utf-8")


def remake(key: str, out: Path, quick: bool) -> list[Row]:
    """Make a paper, and write its page and its pictures into the documentation; return what
    became of its claims.
    """
    made = make(paper(key), quick=quick, progress=True)
    rows = judge(made)
    written = write(made, out, rows=rows)
    pictures = PAGES / key
    pictures.mkdir(parents=True, exist_ok=True)
    for path in written:
        if path.suffix == ".png":
            shutil.copyfile(path, pictures / path.name)
    thumbnails(key, pictures, quick)
    (PAGES / f"{key}.md").write_text(page(made, rows), encoding="utf-8")
    print(f"{key}: {tally(rows)}", *made.failures.values(), sep="\n  ", flush=True)
    return rows


if __name__ == "__main__":
    given = [argument for argument in sys.argv[1:] if not argument.startswith("--")]
    chosen = given[1:] if "--only" in sys.argv else KEYS
    quick = "--quick" in sys.argv
    found = {key: remake(key, Path(given[0] if given else "out/gallery"), quick) for key in chosen}
    if tuple(found) == KEYS and not quick:
        VERDICTS.write_text(verdicts(found), encoding="utf-8")
