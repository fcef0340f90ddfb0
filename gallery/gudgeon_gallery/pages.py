"""Write what the gallery shows: pictures as PNG and SVG, the data behind them, and the table of
claims as CSV and Markdown.
"""

from __future__ import annotations

import csv
import io
import textwrap
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from gudgeon._base.atomic_write import write_bytes, write_text
from gudgeon._base.errors import InputError
from gudgeon.plotting.figure import NORMAL, SMALL

from .description import Claim, Evidence, Figure, Paper, Run

if TYPE_CHECKING:
    from .runs import Made

NOT_JUDGED, NOT_COUNTED, NOT_MEASURED = "not judged", "not counted", "not measured"
COLUMNS = ("claim", "where", "quantity", "the paper says", "found here", "outcome", "assumed")
DOTS = 120  # per inch of a PNG: about a thousand across
QUICK = "quick setting: shorter runs and ensembles of three at most"


@dataclass(frozen=True)
class Row:
    """One judged claim."""

    claim: Claim
    outcome: str
    found: str

    def cells(self) -> tuple[str, ...]:
        """Return its cells, in the order of the columns."""
        claim = self.claim
        return (
            claim.name,
            claim.where,
            claim.quantity,
            claim.says,
            self.found,
            self.outcome,
            claim.assumed,
        )


def judge(made: Made) -> list[Row]:
    """Judge the claims whose runs were made; where one of these failed, say so instead.

    Quick runs are too short for a verdict: what was found in them is shown, and not judged. Claims
    that no result could contradict are not counted.
    """
    rows = []
    for claim in made.paper.claims:
        if made.has(claim.runs):
            missing = made.missing(claim.runs)
            if missing:
                rows.append(Row(claim, NOT_JUDGED, "; ".join(missing)))
            else:
                verdict = claim.judge({name: made.evidence[name] for name in claim.runs})
                if claim.certain:
                    rows.append(Row(claim, NOT_COUNTED, f"{verdict.found}; {claim.certain}"))
                else:
                    rows.append(
                        Row(claim, NOT_JUDGED if made.quick else verdict.outcome, verdict.found)
                    )
    return rows


def write(
    made: Made, folder: str | Path, figures: Iterable[str] = (), rows: list[Row] | None = None
) -> list[Path]:
    """Write figures (by default all), their data and the claims into a folder of the paper's
    name; return the paths.
    """
    chosen = tuple(figures)
    target = Path(folder) / made.paper.key
    try:
        target.mkdir(parents=True, exist_ok=True)
        written = [
            path
            for figure in made.paper.figures
            if not chosen or figure.name in chosen
            for path in _figure(made, figure, target)
        ]
        rows = judge(made) if rows is None else rows
        if rows:
            written += [_save(target / "claims.csv", _csv(COLUMNS, [row.cells() for row in rows]))]
            written += [_save(target / "claims.md", markdown(made.paper, rows, made.quick))]
    except OSError as error:
        raise InputError(
            f"cannot be written: {(error.strerror or str(error)).lower()}.",
            location=str(error.filename or target),
        ) from None
    return written


# -- figures ---------------------------------------------------------------------------------------


def _figure(made: Made, figure: Figure, folder: Path) -> list[Path]:
    """Draw a figure, or say on it why it cannot be drawn; write it and its data."""
    import matplotlib
    from matplotlib.figure import Figure as Sheet
    from matplotlib.layout_engine import ConstrainedLayoutEngine

    sheet = Sheet(figsize=figure.size, layout=ConstrainedLayoutEngine(w_pad=0.06, h_pad=0.06))
    # so that title and small print make room for a legend above the panels
    inner: Any = sheet.subfigures(1, 1)
    missing = made.missing(figure.runs)
    data: Mapping[str, np.ndarray] = {}
    if missing:
        text = "\n".join(
            [
                "not drawn, because a run failed:",
                *(part for name in missing for part in textwrap.wrap(name, 90)),
            ]
        )
        inner.text(0.5, 0.5, text, ha="center", va="center", fontsize=NORMAL)
    else:
        data = figure.draw(inner, {name: made.evidence[name] for name in figure.runs})
    width = int(figure.size[0] * 14)  # letters in a line of the small print
    title = f"{made.paper.citation}, {numbered(figure)}: {figure.title}"
    sheet.suptitle("\n".join(textwrap.wrap(title, int(width * 0.85))), fontsize=NORMAL)
    sheet.supxlabel("\n".join(textwrap.wrap(small_print(made, figure), width)), fontsize=SMALL - 1)
    paths = [folder / f"{figure.name}{ending}" for ending in (".png", ".svg", ".csv")]
    # the same file from the same numbers
    with matplotlib.rc_context({"svg.hashsalt": "gudgeon", "svg.fonttype": "path"}):
        _save_picture(sheet, paths[0], dpi=DOTS, metadata={"Software": None})
        _save_picture(sheet, paths[1], metadata={"Date": None})
    _save(paths[2], _csv(tuple(data), _transposed(list(data.values()))))
    return paths


def numbered(figure: Figure) -> str:
    """Return the name of a figure as papers print it: ``Fig. 8``."""
    return f"Fig. {figure.name.removeprefix('fig').lstrip('0')}"


def small_print(made: Made, figure: Figure) -> str:
    """Return until when each run of a figure is predictable, and in which setting it was made."""
    runs = [run for run in made.paper.runs if run.name in figure.runs and run.name in made.evidence]
    groups: dict[str, list[str]] = {}
    for run in runs:
        groups.setdefault(_horizon(run, made.evidence[run.name]), []).append(run.name)
    others = groups.pop(NOT_MEASURED, [])
    parts = [f"{', '.join(names)} {until}" for until, names in groups.items()]
    parts += (
        [f"of {', '.join(others) if len(others) < 4 else f'{len(others)} runs'} {NOT_MEASURED}"]
        if others
        else []
    )
    words = (
        f"Predictable: {'; '.join(parts)}."
        if parts
        else ""
        if figure.runs
        else "The laws themselves; no simulation."
    )
    evidence = [made.evidence[run.name] for run in runs]
    if any(
        name.ensemble is not None and (name.horizon is None or name.horizon.lost)
        for name in evidence
    ):
        words += " Beyond: ensembles."
    return f"{words} ({QUICK})" if made.quick else words


def _horizon(run: Run, evidence: Evidence) -> str:
    if evidence.horizon is None:
        return "as a matter of course" if run.reference else NOT_MEASURED
    return (
        f"until {evidence.horizon.time:.3g} s"
        if evidence.horizon.lost
        else f"for all {evidence.result.end:.3g} s"
    )


def _transposed(columns: list[np.ndarray]) -> list[list[Any]]:
    """Return rows of columns that may differ in length; what is missing at the end is empty."""
    longest = max(map(len, columns), default=0)
    return [
        [column[k].item() if k < len(column) else "" for column in map(np.asarray, columns)]
        for k in range(longest)
    ]


# -- text ------------------------------------------------------------------------------------------


def _csv(heads: tuple[str, ...], rows: Iterable[Iterable[Any]]) -> str:
    stream = io.StringIO()
    writer = csv.writer(stream, lineterminator="\n")
    writer.writerow(heads)
    writer.writerows(
        [[repr(cell) if isinstance(cell, float) else cell for cell in row] for row in rows]
    )
    return stream.getvalue()


def _save(path: Path, text: str) -> Path:
    write_text(path, text)
    return path


def _save_picture(sheet: Any, path: Path, **options: Any) -> None:
    image = io.BytesIO()
    sheet.savefig(image, format=path.suffix[1:], **options)
    write_bytes(path, image.getvalue())


OUTCOMES = {
    "holds": "hold",
    "holds in part": "hold in part",
    "does not hold": "do not hold",
}
"""The outcomes of claims that are judged, and how they are said of several."""


def counted(count: int, outcome: str) -> str:
    """Return so many claims with an outcome in words: ``7 hold``, ``1 does not hold``."""
    return f"{count} {outcome if count == 1 else OUTCOMES.get(outcome, outcome)}"


def tally(rows: Iterable[Row]) -> str:
    """Return how many claims came out how: ``7 hold, 2 hold in part, 1 does not hold``."""
    found = Counter(row.outcome for row in rows)
    order = (*OUTCOMES, NOT_JUDGED, NOT_COUNTED)
    return ", ".join(counted(found[word], word) for word in order if found[word])


def markdown(paper: Paper, rows: list[Row], quick: bool) -> str:
    """Return the claims as a page in Markdown."""

    def line(cells: Iterable[str]) -> str:
        return "| " + " | ".join(cell.replace("|", r"\|") for cell in cells) + " |"

    head = [
        f"# Claims of {paper.title} [{paper.citation}]",
        "",
        f"{tally(rows)}{f' ({QUICK})' if quick else ''}.",
        "",
    ]
    table = [line(COLUMNS), line("---" for _ in COLUMNS), *(line(row.cells()) for row in rows)]
    return "\n".join([*head, *table, ""])


def terminal(rows: Iterable[Row], width: int) -> str:
    """Return the claims as text for a terminal: the outcome, what the paper says, what was
    found.
    """
    lines = []
    for row in rows:
        lines += textwrap.wrap(
            f"{row.outcome.upper():<14} {row.claim.name} ({row.claim.where})",
            width,
            subsequent_indent=" " * 15,
        )
        for what, words in (("paper", row.claim.says), ("here", row.found)):
            lines += textwrap.wrap(
                f"{what:>12}:  {words}",
                width,
                subsequent_indent=" " * 15,
                drop_whitespace=True,
                initial_indent=" ",
            )
    return "\n".join(lines)
