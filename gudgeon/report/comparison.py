"""What a page says about several runs together: what differs between them, and what came of it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from ..studies.comparison import Comparison

Run = Mapping[str, Any]
Sheet = dict[str, Any]


def comparison_data(
    runs: list[dict[str, Any]], comparison: Comparison | None, command: str
) -> dict[str, Any] | None:
    """Return what stands above the stories of several runs: tables with a column for each of
    them, and sentences; None for a single run.
    """
    if len(runs) < 2 and comparison is None:
        return None
    sheets = [_figures(runs), *_differences(runs)]
    if comparison is not None:
        sheets.insert(0, _deviations(comparison))
    notes = (
        [f"{label}: {sentence}" for label, sentence in comparison.failures.items()]
        if comparison is not None
        else []
    )
    return {"sheets": sheets, "notes": notes, "command": command}


def _deviations(comparison: Comparison) -> Sheet:
    """Return the comparison's own table, turned so that each run is a column; the page writes
    the numbers.
    """
    table = comparison.table
    rows = [
        [name.replace("_", " "), *(_cell(value, column.unit) for value in column.values)]
        for name, column in table.columns.items()
    ]
    return {
        "title": f"Deviations from '{comparison.reference}', peaks and losses",
        "columns": ["", *table.labels],
        "rows": rows,
    }


def _cell(value: Any, unit: str) -> Any:
    if value.dtype.kind == "U":
        return str(value)
    return None if np.isnan(value) else {"value": float(value), "unit": unit}


def _figures(runs: list[dict[str, Any]]) -> Sheet:
    """Return the key figures of all runs; the page writes the numbers."""
    figures = [{_common(figure): figure for figure in run["story"]["figures"]} for run in runs]
    fullest = sorted(figures, key=len, reverse=True)  # in its order: the hardest contact is first
    labels = list(dict.fromkeys(label for run in fullest for label in run))
    labels = [label for label in labels if not label.startswith("largest resultant")]
    rows = [[label, *(run.get(label) for run in figures)] for label in labels]
    rows = [row for row in rows if len(runs) == 1 or any(cell != row[1] for cell in row[1:])]
    rows += [*_resultants(runs)]
    return {"title": "Key figures", "columns": ["", *(run["name"] for run in runs)], "rows": rows}


def _common(figure: Mapping[str, Any]) -> str:
    """Return the name of a figure that is the same in all runs, whichever body or contact has it."""
    label = str(figure["label"]).replace("single ", "")
    return "largest acceleration" if label.startswith("largest acceleration") else label


def _resultants(runs: list[dict[str, Any]]) -> Iterator[list[Any]]:
    """Yield the largest resultant of each joint in every run."""
    for joint in dict.fromkeys(name for run in runs for name in run.get("resultants", ())):
        peaks = (run.get("resultants", {}).get(joint) for run in runs)
        yield [f"resultant {joint}", *(None if peak is None else _newtons(peak) for peak in peaks)]


def _newtons(value: float) -> dict[str, Any]:
    return {"value": value, "unit": "N"}


def _differences(runs: list[dict[str, Any]]) -> Iterator[Sheet]:
    """Yield, of every table of the stories, the rows that are not the same in all runs."""
    tables = [{table["title"]: table for table in run["story"]["tables"]} for run in runs]
    for title in dict.fromkeys(title for table in tables for title in table):
        parts = [
            {row[0]: row[1:] for row in table[title]["rows"]} if title in table else {}
            for table in tables
        ]
        names = dict.fromkeys(name for part in parts for name in part)
        differing = [
            name for name in names if any(part.get(name) != parts[0].get(name) for part in parts)
        ]
        rows = [[name, *(_told(part.get(name)) for part in parts)] for name in differing]
        if rows:
            yield {
                "title": f"{title} that differ",
                "columns": ["", *(run["name"] for run in runs)],
                "rows": rows,
            }


def _told(cells: list[str] | None) -> str:
    return "none" if cells is None else ", ".join(cell for cell in cells if cell)
