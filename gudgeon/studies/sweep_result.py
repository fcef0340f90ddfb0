"""What a sweep gives back: one row for each point, with the parameters as coordinates."""

from __future__ import annotations

import html
import io
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from .._base.arguments import among, path_of, row_number
from .._base.atomic_write import write_text
from .._base.errors import InputError, brief, suggestion
from .._base.file_formats import check_ending
from .._base.text import cell
from .._base.views import view
from ..results.metrics import Measured, StudyTable
from ..results.metrics import table as table_of
from ..results.result import Result
from ..results.table import Column
from .comparison import INTERRUPTED
from .sweep_cache import OUTPUT_FAILED

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

SHOWN = 40  # rows of a long table that are printed


class Sweep:
    """The outcome of a sweep: ``table`` has one row for each point; ``parameters`` are the values,
    by path, in SI units or words.

    ``failed`` has the sentences of the points that did not end as they should, by their number.
    ``result(k)`` is the whole result of a point, if results were kept.
    """

    def __init__(
        self,
        name: str,
        parameters: dict[str, np.ndarray],
        units: dict[str, str],
        rows: list[dict[str, Any]],
        paired: bool = False,
        results: list[Result | None] | None = None,
        files: list[Path | None] | None = None,
    ) -> None:
        self.name, self.parameters, self.paired = name, parameters, paired
        self.units = {
            path: units.get(path, "") if values.dtype.kind == "f" else ""
            for path, values in parameters.items()
        }
        self._rows, self._results, self._files = (
            rows,
            results or [None] * len(rows),
            files or [None] * len(rows),
        )

    def __len__(self) -> int:
        return len(self._rows)

    @property
    def shape(self) -> tuple[int, ...]:
        """Number of values of every parameter; of a paired sweep the number of points."""
        return (
            (len(self),)
            if self.paired
            else tuple(len(values) for values in self.parameters.values())
        )

    def point(self, k: int) -> dict[str, Any]:
        """Return the values of the parameters at one point."""
        k = row_number(k, len(self), "point")
        places = (
            [k] * len(self.parameters)
            if self.paired
            else [int(place) for place in np.unravel_index(k, self.shape)]
        )
        return {
            path: values[place].item()
            for (path, values), place in zip(self.parameters.items(), places, strict=True)
        }

    @cached_property
    def table(self) -> StudyTable:
        """One row for each point: the parameters, what was measured, and how it ended."""
        measured = table_of([row["values"] for row in self._rows])
        points = [self.point(k) for k in range(len(self))]
        columns = {
            path: Column(self.units[path], "parameter", np.array([point[path] for point in points]))
            for path in self.parameters
        }
        columns |= measured.columns
        columns["ended"] = Column(
            "", "how the run ended", np.array([row["ended"] for row in self._rows])
        )
        return StudyTable([str(k) for k in range(len(self))], columns)

    @property
    def measures(self) -> tuple[str, ...]:
        """Names of what was measured."""
        return tuple(name for name in self.table if name not in self.parameters and name != "ended")

    def __getitem__(self, name: str) -> np.ndarray:
        """Return what was measured, in the shape of the grid."""
        return self.table[name].reshape(self.shape)

    @property
    def failed(self) -> dict[int, str]:
        """Sentences of the points that did not end as they should, by their number."""
        return {k: str(row["message"]) for k, row in enumerate(self._rows) if row["message"]}

    @property
    def interrupted(self) -> bool:
        """Whether Ctrl-C ended some of the runs."""
        return INTERRUPTED in self.failed.values()

    @property
    def unwritten(self) -> tuple[int, ...]:
        """Numbers of the points whose rows or results could not be written; the next time they
        are run again.
        """
        return tuple(k for k, row in enumerate(self._rows) if row["ended"] == OUTPUT_FAILED)

    def result(self, k: int) -> Result:
        """Return the whole result of a point; results must have been kept."""
        from ..results.hdf5 import load

        k = row_number(k, len(self), "point")
        found, file = self._results[k], self._files[k]
        if found is None and file is not None and file.exists():
            found = self._results[k] = load(file)
        if found is None:
            raise InputError(
                f"point {k} has no result: "
                f"{self.failed.get(k, 'results are kept only with keep=True.')}"
            )
        return found

    def to_xarray(self) -> Any:
        """Return an xarray.Dataset with one dimension for each parameter; of a paired sweep with
        the one dimension ``point``.
        """
        import xarray

        dims = ("point",) if self.paired else tuple(self.parameters)
        coords = {
            path: (("point",) if self.paired else (path,), values, {"units": self.units[path]})
            for path, values in self.parameters.items()
        }
        found = {}
        for name in (*self.measures, "ended"):
            column = self.table.columns[name]
            found[name] = (
                dims,
                column.values.reshape(self.shape),
                {"units": column.unit, "long_name": column.help},
            )
        found["message"] = (
            dims,
            np.array([row["message"] for row in self._rows]).reshape(self.shape),
            {},
        )
        return xarray.Dataset(found, coords, {"mechanism": self.name})

    def to_csv(self, path: str | Path) -> Path:
        """Write the table to a CSV file, units in the names of the columns, and return its path."""
        import csv

        path = path_of(path)
        check_ending(path, (".csv",), "let the name end with .csv")
        heads = [
            f"{name} [{unit}]" if (unit := self.table.units[name]) else name for name in self.table
        ]
        columns = [self.table[name].tolist() for name in self.table]
        text = io.StringIO(newline="")
        writer = csv.writer(text)
        writer.writerow(map(cell, [*heads, "message"]))
        for row, values in zip(self._rows, zip(*columns, strict=True), strict=True):
            writer.writerow(map(cell, [*values, row["message"]]))
        write_text(path, text.getvalue())
        return path

    def plot(
        self,
        measure: str,
        path: str | Path | None = None,
        *,
        along: str | None = None,
        ax: Axes | None = None,
    ) -> Figure:
        """Draw what was measured along one parameter, by default the first that is a number,
        with a curve for each value of the others; into axes of your own if ``ax`` is given.
        """
        for name, known in ((measure, self.measures), (along, tuple(self.parameters))):
            if not among(name, known) and not (name is None and known is not self.measures):
                raise InputError(
                    f"there is no {brief(name)} in the sweep.{suggestion(name, known)}"
                )
        return view("plot of a sweep")(self, measure, along, path, ax)

    def report(self, path: str | Path, *, runs: int = 0) -> Path:
        """Write a page with all runs as linked pictures, and return its path. Of ``runs`` runs, the
        greatest, least and middle ones first, reports stand beside it and are a click away; their
        results must have been kept.
        """
        return view("page of a sweep")(self, path, runs)

    def __repr__(self) -> str:
        notes = [f"point {k}: {sentence}" for k, sentence in self.failed.items()]
        lines = repr(self.table).splitlines()
        if len(self) > SHOWN:
            heads = len(lines) - len(self)
            lines = [
                *lines[: heads + SHOWN],
                f"... and {len(self) - SHOWN} more; see to_csv and to_xarray",
            ]
        return "\n".join([f"{self.name}: {len(self)} points", *lines, *notes[:SHOWN]])

    def _repr_html_(self) -> str:
        notes = "".join(
            f"<p>point {k}: {html.escape(sentence)}</p>" for k, sentence in self.failed.items()
        )
        return (
            f"<p>{html.escape(self.name)}: {len(self)} points</p>{self.table._repr_html_()}{notes}"
        )


__all__ = ["INTERRUPTED", "Measured", "Sweep"]
