"""A table of numbers and words with units: one row for each run; printed as text and, in
notebooks, as HTML.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np

from .._base.arguments import among
from .._base.errors import InputError, brief, suggestion
from .._base.tables import data_frame, html_table, text_table


class Column(NamedTuple):
    """One column of the table: its unit, what it means, and a value for each run (NaN where
    there is none).
    """

    unit: str
    help: str
    values: np.ndarray


class Table(Mapping[str, np.ndarray]):
    """One row for each run: ``table["deviation"]`` is a column, ``table.row("clearance")`` a
    row; ``table.units`` are SI.
    """

    def __init__(self, labels: Sequence[str], columns: Mapping[str, Column]) -> None:
        self.labels, self.columns = tuple(labels), dict(columns)

    @property
    def units(self) -> dict[str, str]:
        """The unit of every column."""
        return {name: column.unit for name, column in self.columns.items()}

    def __getitem__(self, name: str) -> np.ndarray:
        if not among(name, self.columns):
            raise InputError(
                f"there is no column {brief(name)} in the "
                f"comparison.{suggestion(name, self.columns)}"
            )
        return self.columns[name].values

    def __contains__(self, name: object) -> bool:
        return among(name, self.columns)

    def __iter__(self) -> Any:
        return iter(self.columns)

    def __len__(self) -> int:
        return len(self.columns)

    def row(self, label: str) -> dict[str, Any]:
        """Return the values of one run."""
        if not among(label, self.labels):
            raise InputError(
                f"there is no run {brief(label)} in the comparison.{suggestion(label, self.labels)}"
            )
        return {name: self[name][self.labels.index(label)].item() for name in self}

    def to_pandas(self) -> Any:
        """Return the table as a pandas.DataFrame."""
        return data_frame({name: self[name] for name in self}, index=list(self.labels))

    def _texts(self) -> tuple[list[str], list[list[str]], list[bool]]:
        """Return heads, in three lines, rows as text, and which columns are numbers."""
        heads = [
            "",
            *(
                f"{_halves(name.replace('_', ' '))}\n{_bracketed(unit)}"
                for name, unit in self.units.items()
            ),
        ]
        rows = [
            [label, *(_cell(self[name][k]) for name in self)] for k, label in enumerate(self.labels)
        ]
        return heads, rows, [False, *(self[name].dtype.kind != "U" for name in self)]

    def __repr__(self) -> str:
        return text_table(*self._texts())

    def _repr_html_(self) -> str:
        return html_table(*self._texts())


def _halves(name: str) -> str:
    """Return a name in two lines that are as short as they can be."""
    words = name.split()
    cuts = [(" ".join(words[:k]), " ".join(words[k:])) for k in range(1, len(words) + 1)]
    return "\n".join(min(cuts, key=lambda cut: max(map(len, cut))))


def _bracketed(unit: str) -> str:
    return f"[{unit.replace('^2', '²')}]" if unit else ""


def _cell(value: Any) -> str:
    if value.dtype.kind == "U":
        return str(value)
    return "-" if np.isnan(value) else f"{value:.4g}"
