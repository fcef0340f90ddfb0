"""Results for other programs: tables of channels for pandas, CSV files, MATLAB and Parquet."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterable
from dataclasses import dataclass
from math import pi
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from .._base.arguments import among, listed, path_of, truth
from .._base.atomic_write import write_bytes
from .._base.errors import InputError, brief, suggestion
from .._base.file_formats import EXPORTS, check_ending
from .._base.text import cell

if TYPE_CHECKING:
    from .channels import Channel
    from .result import Result

START = "in_start"  # the column that tells which rows key figures leave out
LONGEST_NAME = 63  # of a variable of MATLAB


@dataclass(frozen=True)
class ExportedColumn:
    """A channel that is one number per row: its values, unit and meaning."""

    values: np.ndarray
    unit: str
    help: str


def columns(
    result: Result, channels: str | Iterable[str] | None = None, *, fold: bool = False
) -> dict[str, ExportedColumn]:
    """Return channels as columns of one number each; of a vector all components. By default all
    channels, magnitudes aside. With ``fold`` angles are within half a turn of zero.
    """
    truth(fold, "fold")
    if channels is None:
        names = [name for name in result.channels() if not name.endswith(".magnitude")]
    else:
        names = list(listed(channels, "channels", "names of channels such as 'A.angle'"))
    found: dict[str, ExportedColumn] = {}
    for name in names:
        channel = result.channel(name)
        for part, values in _scalars(channel):
            if part != "t":
                found[part] = ExportedColumn(
                    folded(values) if fold and channel.unit == "rad" else values,
                    channel.unit,
                    channel.help,
                )
    return found


def _scalars(channel: Channel) -> Iterable[tuple[str, np.ndarray]]:
    if channel.values.ndim == 1:
        return [(channel.name, channel.values)]
    return [
        (f"{channel.name}.{component}", channel.values[:, k])
        for k, component in enumerate(channel.components)
    ]


def folded(angle: np.ndarray) -> np.ndarray:
    """Return angles within half a turn of zero, from -pi to below pi [rad]."""
    return np.asarray((angle + pi) % (2 * pi) - pi)


def to_pandas(result: Result, channels: Any = None, *, fold: bool = False) -> Any:
    """Return a pandas.DataFrame with a row per output time, which is its index, and a column per
    channel; ``attrs`` has units, meanings and, as ``transient`` [s], how much of the start key
    figures leave out: ``frame[frame.attrs["transient"] :]`` is what they count.
    """
    try:
        import pandas
    except ImportError:
        raise InputError(
            "to_pandas needs the package pandas; install gudgeon with its extra 'pandas'."
        ) from None
    found = columns(result, channels, fold=fold)
    index = pandas.Index(result.t, name="t")
    frame = pandas.DataFrame({name: column.values for name, column in found.items()}, index=index)
    frame.attrs["units"] = {"t": "s", **{name: column.unit for name, column in found.items()}}
    frame.attrs["help"] = {"t": "time", **{name: column.help for name, column in found.items()}}
    frame.attrs["transient"] = result.transient
    return frame


def to_csv(result: Result, path: Any, channels: Any = None, *, fold: bool = False) -> Path:
    """Write channels to a CSV file, units in the names of the columns, and return its path; where
    key figures leave out the start, its rows have a 1 in the last column.
    """
    found = columns(result, channels, fold=fold)
    if result.begin < result.transient:
        found[START] = ExportedColumn(
            result.t < result.transient, "1", "1 in the start that key figures leave out"
        )
    text = io.StringIO(newline="")
    writer = csv.writer(text)
    writer.writerow(
        map(cell, ["t [s]", *(f"{name} [{column.unit}]" for name, column in found.items())])
    )
    table = np.column_stack([result.t, *(column.values for column in found.values())])
    writer.writerows(table.tolist())
    return _written(path, ".csv", text.getvalue().encode("utf-8"))


def to_mat(result: Result, path: Any, channels: Any = None, *, fold: bool = False) -> Path:
    """Write channels to a MATLAB file and return its path: a variable for each, as ``C_force_x``,
    in ``names``, ``units`` and ``help`` what each of them is, and in ``transient`` until when the
    start lasts that key figures leave out [s].
    """
    from scipy.io import savemat

    found = columns(result, channels, fold=fold)
    names = _identifiers(["t", *found])
    every = {"t": ExportedColumn(result.t, "s", "time"), **found}
    content: dict[str, Any] = {names[name]: column.values for name, column in every.items()}
    content["names"] = {names[name]: name for name in every}
    content["units"] = {names[name]: column.unit for name, column in every.items()}
    content["help"] = {names[name]: column.help for name, column in every.items()}
    content["transient"] = result.transient
    stream = io.BytesIO()
    savemat(stream, content, long_field_names=True, oned_as="column")
    return _written(path, ".mat", stream.getvalue())


def to_parquet(result: Result, path: Any, channels: Any = None, *, fold: bool = False) -> Path:
    """Write channels to a Parquet file and return its path; units and meanings are its metadata."""
    try:
        import pyarrow  # noqa: F401
    except ImportError:
        raise InputError(
            "Parquet needs the packages pandas and pyarrow; install gudgeon with its extra "
            "'parquet'."
        ) from None
    stream = io.BytesIO()
    to_pandas(result, channels, fold=fold).to_parquet(stream, engine="pyarrow")
    return _written(path, ".parquet", stream.getvalue())


WRITERS = {"csv": to_csv, "mat": to_mat, "parquet": to_parquet}


def format_of(path: str | Path | None, given: str | None) -> str:
    """Return the format of an export: the one given, or the one that the ending of a file says."""
    ending = "" if path is None else Path(path).suffix.lower()
    by_ending = next((name for name, known in EXPORTS.items() if known == ending), None)
    if given is not None and not among(given, EXPORTS):
        raise InputError(f"unknown format {brief(given)}.{suggestion(given, EXPORTS)}", ("format",))
    if given is None and by_ending is None:
        endings = ", ".join(EXPORTS.values())
        raise InputError(
            f"'{path}' does not say which format is meant; let its name end with one of {endings}, "
            "or give the format."
        )
    return given or str(by_ending)


def _written(path: Any, ending: str, content: bytes) -> Path:
    """Write a file whose name must not say that it is something else."""
    path = path_of(path)
    check_ending(path, (ending,), f"let the name end with {ending}, or choose another format")
    write_bytes(path, content)
    return path


def _identifiers(names: list[str]) -> dict[str, str]:
    """Return a name of a variable for each channel; two that become the same are numbered."""
    found: dict[str, str] = {}
    for name in names:
        word = re.sub(r"\W", "_", name, flags=re.ASCII)
        word = (word if word[:1].isalpha() else f"x_{word}")[:LONGEST_NAME]
        number, tried = 1, word
        while tried in (*found.values(), "names", "units", "help", "transient"):
            number += 1
            tried = f"{word[: LONGEST_NAME - 4]}_{number}"
        found[name] = tried
    return found
