"""The page of a study: one HTML file with all runs as linked pictures, without a network.

A dot is a run: dragging over dots chooses them in all pictures, a click shows the run, with a link
to its own report where its result was kept.
"""

from __future__ import annotations

import html
import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from .._base.arguments import path_of, whole_number
from .._base.atomic_write import write_text
from .._base.errors import InputError
from .._base.file_formats import PAGES, check_ending

if TYPE_CHECKING:
    from ..studies.monte_carlo import MonteCarlo
    from ..studies.sensitivity import Sensitivity
    from ..studies.sweep_result import Sweep

SHELL = Path(__file__).with_name("study.html")
LEVELS = (5.0, 50.0, 95.0)
DIGITS = 7  # of numbers in the page
Bars = dict[str, list[dict[str, Any]]]  # by measure: names with sizes and their intervals


def write_sweep(sweep: Sweep, path: str | Path, runs: int = 0) -> Path:
    """Write the page of a sweep."""
    return _write(sweep, path, runs, {}, {}, ("", ""))


def write_monte_carlo(study: MonteCarlo, path: str | Path, runs: int = 0) -> Path:
    """Write the page of a Monte Carlo study: percentiles with their bands, rank correlations."""
    percentiles, bars = {}, {}
    for measure in numbers_of(study.sweep):
        try:
            found = study.percentiles(measure, LEVELS)
            percentiles[measure] = [[level, *map(_plain, e)] for level, e in found.items()]
            ranks = study.rank_correlations(measure)
        except InputError:  # no run has it, or all have the same
            continue
        bars[measure] = [{"name": n, "sizes": [[_plain(r), None, None]]} for n, r in ranks.items()]
    words = ("Which parameter it follows", "Spearman's rank correlation, -1 to 1")
    return _write(study.sweep, path, runs, percentiles, bars, words)


def write_sensitivity(study: Sensitivity, path: str | Path, runs: int = 0) -> Path:
    """Write the page of sensitivities: Sobol's indices or elementary effects as bars."""
    bars: Bars = {}
    for measure in numbers_of(study.sweep):
        try:
            if study.kind == "sobol":
                sizes = {
                    name: [[_plain(v) for v in estimate] for estimate in index.values()]
                    for name, index in study.indices(measure).items()
                }
            else:
                sizes = {n: [[_plain(e[0]), None, None]] for n, e in study.effects(measure).items()}
        except InputError:  # some runs failed, or all are the same
            continue
        bars[measure] = [{"name": name, "sizes": found} for name, found in sizes.items()]
    sobol = study.kind == "sobol"
    words = "shares of the variance: first order, then total" if sobol else "mean size of effects"
    return _write(study.sweep, path, runs, {}, bars, ("Which parameter matters", words))


def numbers_of(sweep: Sweep) -> list[str]:
    """Return the measures that are numbers and not always the same."""
    found = []
    for name in sweep.measures:
        values = sweep.table[name]
        if values.dtype.kind != "U" and np.isfinite(values.astype(float)).any():
            found.append(name)
    return found


def _write(
    sweep: Sweep,
    path: str | Path,
    runs: int,
    percentiles: Mapping[str, Any],
    bars: Bars,
    words: tuple[str, str],
) -> Path:
    path = path_of(path)
    check_ending(path, PAGES, "let the name end with .html")
    runs = whole_number(runs, "runs", least=0, most=10_000)
    measures = numbers_of(sweep)
    if not measures:
        raise InputError("no run of the study has a measure that is a number; there is no page.")
    failed = sweep.failed
    words_of_failed = f", {len(failed)} did not end as they should" if failed else ""
    title = f"{sweep.name}: study of {len(sweep)} runs"
    tree = {
        "title": title,
        "about": f"{len(sweep.parameters)} parameters, {len(measures)} measures{words_of_failed}.",
        "count": len(sweep),
        "columns": [*_columns(sweep, list(sweep.parameters), True), *_columns(sweep, measures)],
        "x": next(iter(sweep.parameters)),
        "y": measures[0],
        "percentiles": percentiles,
        "bars": bars,
        "bars_title": words[0],
        "bars_words": words[1],
        "ended": [failed.get(k, "") for k in range(len(sweep))],
        "pages": write_runs(sweep, measures, path, runs),
    }
    # what would end the element stands as escapes
    text = json.dumps(tree, ensure_ascii=False, allow_nan=False).replace("<", "\\u003c")
    block = f'<script type="application/json" id="study">{text}</script>'
    shell = SHELL.read_text(encoding="utf-8")
    shell = shell.replace("<!--title-->", html.escape(title), 1)
    write_text(path, shell.replace("<!--data-->", block, 1))
    return path


def _columns(sweep: Sweep, names: Sequence[str], parameter: bool = False) -> list[dict[str, Any]]:
    """Return columns of the table as plain data: numbers, or places in a list of words."""
    found = []
    for name in names:
        values = sweep.table[name]
        column: dict[str, Any] = {
            "name": name, "unit": sweep.table.units[name], "parameter": parameter
        }  # fmt: skip
        if values.dtype.kind == "U":
            words = list(dict.fromkeys(values.tolist()))
            column |= {"words": words, "values": [words.index(word) for word in values.tolist()]}
        else:
            column["values"] = [_plain(value) for value in values.astype(float).tolist()]
        found.append(column)
    return found


def _plain(value: float) -> float | None:
    return float(f"{value:.{DIGITS}g}") if np.isfinite(value) else None


def write_runs(sweep: Sweep, measures: Sequence[str], path: Path, runs: int) -> dict[int, str]:
    """Write the reports of at most so many runs into a folder beside the page, and return where
    they are: the greatest, the least and the middle one of every measure come first.
    """
    if not runs:
        return {}
    chosen: dict[int, None] = {}
    for rank in (-1, 0, 0.5):
        for measure in measures:
            values = sweep.table[measure].astype(float)
            sound = [k for k in np.argsort(values) if np.isfinite(values[k])]
            place = int(rank * len(sound)) if rank == 0.5 else int(rank)
            chosen.setdefault(int(sound[place]))
    for k in range(len(sweep)):
        if len(chosen) >= runs:
            break
        chosen.setdefault(k)
    folder = path.with_name(f"{path.stem}-runs")
    folder.mkdir(parents=True, exist_ok=True)
    found, failed = {}, sweep.failed
    for k in list(chosen)[:runs]:
        if k in failed:
            continue
        sweep.result(k).report(folder / f"{k}.html")
        found[k] = f"{folder.name}/{k}.html"
    return found
