"""Results on disk: HDF5 in netCDF-4 conventions, written in whole chunks so that a killed run leaves a readable file.

What makes it safe against a kill at any moment: all datasets and dimension scales are created and flushed before the
first row, in a file that gets its name only then; rows are buffered and appended in whole chunks; every chunk is
flushed; a reader takes the shortest dataset. Only the tail of a finished run is shorter than a chunk.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterator, Mapping
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any
from uuid import uuid4

import numpy as np

from ._disk import Disk, check_room, clear_sentences, reason, uninterrupted
from ._errors import InputError
from .assembly.layout import Layout, Variable
from .results import Result, Status

if TYPE_CHECKING:
    from .mechanism import Mechanism

FORMAT = "gudgeon result"
VERSION = 1
CHUNK_BYTES = 1_500_000  # of all variables together
KEEP_BYTES = 32_000_000  # a variable up to this size is kept in memory once it was read


class Writer:
    """Write the rows of a run to a file while it runs."""

    def __init__(
        self,
        path: str | Path,
        layout: Layout,
        mechanism: Mechanism | None,
        settings: Mapping[str, Any],
        *,
        description: str = "",
        shown: Path | None = None,
    ) -> None:
        self.path, self.layout = Path(path), layout
        self._shown = shown or self.path  # the name that messages give
        with clear_sentences(self._shown):
            _check_target(self.path)
        self.rows = 0
        self._chunk = max(1, CHUNK_BYTES // (8 * layout.width))
        self._buffer, self._filled = np.empty((self._chunk, layout.width)), 0
        self._file: Any = None
        self._disk: Disk
        with clear_sentences(self._shown), uninterrupted():
            self._create(_header(layout, mechanism, settings, description))

    def _create(self, header: dict[str, Any]) -> None:
        draft = _draft(self.path)
        try:
            self._open(draft, "w")
            self._file.attrs.update(header)
            _create_datasets(self._file, self.layout, self._chunk)
            self._shut()
            os.replace(draft, self.path)
        finally:
            self._shut()
            draft.unlink(missing_ok=True)
        self._open(self.path, "r+")

    def _open(self, path: Path, mode: str) -> None:
        import h5py

        self._disk = Disk(path, mode)
        self._file = h5py.File(self._disk, mode)

    def _shut(self) -> None:
        """Close the file, in any case; raise the error that a write met."""
        if self._file is not None:
            file, self._file = self._file, None
            try:
                file.close()
            finally:
                self._disk.close()
            self._disk.check()

    def append(self, rows: np.ndarray) -> None:
        """Add a block of rows in the order of the layout, shape (any, width)."""
        if rows.ndim != 2 or rows.shape[1] != self.layout.width:
            raise ValueError(f"rows have the shape {rows.shape}, not (any, {self.layout.width})")
        done = 0
        while done < len(rows):
            count = min(len(rows) - done, self._chunk - self._filled)
            self._buffer[self._filled : self._filled + count] = rows[done : done + count]
            done, self._filled = done + count, self._filled + count
            if self._filled == self._chunk:
                self._write()

    def _write(self) -> None:
        """Append the buffer to every dataset and flush; on failure close the file, whose earlier chunks stay readable."""
        if self._file is None:
            raise InputError(f"cannot write to '{self._shown}': the file is closed.")
        try:
            with clear_sentences(self._shown), uninterrupted():
                check_room(self._shown, self._filled * self.layout.width * 8)
                for variable, values in self._stored(self._buffer[: self._filled]):
                    dataset = self._file[_stored_name(variable)]
                    dataset.resize(self.rows + self._filled, axis=0)
                    dataset[self.rows :] = values
                self._file.flush()
                self._disk.check()
                self.rows, self._filled = self.rows + self._filled, 0
        except InputError:
            self._filled = 0
            with suppress(InputError):
                self.close(Status.OUTPUT_FAILED)
            raise

    def _stored(self, block: np.ndarray) -> Iterator[tuple[Variable, np.ndarray]]:
        values = self.layout.split(block)
        return ((variable, values[variable.name]) for variable in self.layout.variables if 0 not in variable.shape)

    def close(self, status: Status, statistics: Mapping[str, Any] | None = None, report: tuple[str, ...] = ()) -> None:
        """Write the remaining rows and how the run ended; closing twice does nothing."""
        if self._file is None:
            return
        if self._filled:
            self._write()
        with clear_sentences(self._shown), uninterrupted():
            try:
                self._file.attrs.update(_footer(status, statistics or {}, report))
            finally:
                self._shut()

    def __enter__(self) -> Writer:
        return self

    def __exit__(self, *exception: object) -> None:
        self.close(Status.INTERRUPTED)


def save(result: Result, path: str | Path) -> Path:
    """Write a result to a file; an older result of that name stays until the new one is complete."""
    path = Path(path)
    with clear_sentences(path):
        _check_target(path)
        draft = _draft(path)
        try:
            with Writer(draft, result.layout, result.mechanism, result.settings, description=result.description, shown=path) as writer:
                step = writer._chunk
                for start in range(0, result.rows, step):
                    writer.append(_rows(result, start, min(start + step, result.rows)))
                writer.close(result.status, result.statistics, result.report)
            os.replace(draft, path)
        finally:
            draft.unlink(missing_ok=True)
    return path


def _draft(path: Path) -> Path:
    """Return the name of a file beside ``path`` that nobody else uses."""
    return path.with_name(f".{uuid4().hex}.partial")


def _rows(result: Result, start: int, stop: int) -> np.ndarray:
    columns = [
        np.asarray(result.data[one.name][start:stop]).reshape(stop - start, -1) for one in result.layout.variables if 0 not in one.shape
    ]
    return np.concatenate(columns, axis=1)


def load(path: str | Path) -> Result:
    """Return the result stored in a file; its arrays are read when they are asked for."""
    import h5py

    path = Path(path)
    if not path.is_file():
        raise InputError(f"'{path}' is {'a folder' if path.is_dir() else 'not there'}; give the file of a result.")
    try:
        if not h5py.is_hdf5(path):
            raise InputError(f"'{path}' is not a result: it is no HDF5 file.")
        file = _open(path)
    except OSError as error:
        raise InputError(f"'{path}' cannot be opened: {reason(error)}.") from None
    try:
        return _read(path, file)
    except InputError:
        file.close()
        raise
    except Exception as error:  # a damaged file can fail anywhere, with any exception of the HDF5 library
        file.close()
        raise InputError(f"'{path}' is damaged: {reason(error)}.") from None


def _open(path: Path) -> Any:
    import h5py

    try:
        return h5py.File(path, "r")
    except BlockingIOError:  # a run still writes to it; what it has flushed may be looked at
        return h5py.File(path, "r", locking=False)


def to_xarray(result: Result) -> Any:
    """Return the result as an xarray.Dataset."""
    try:
        import xarray
    except ImportError:
        raise InputError("to_xarray needs the package xarray; install gudgeon with its extra 'xarray'.") from None
    variables = {
        _stored_name(one): (("t", *one.dims), np.asarray(result.data[one.name][:]), {"units": one.unit, "long_name": one.help})
        for one in result.layout.variables
        if 0 not in one.shape
    }
    coordinates = {dim: list(names) for dim, names in result.layout.labels.items() if names}
    attributes = _header(result.layout, result.mechanism, result.settings, result.description)
    return xarray.Dataset(variables, coordinates, {**attributes, **_footer(result.status, result.statistics, result.report)})


# -- what stands in a file -------------------------------------------------------------------------------------


def _header(layout: Layout, mechanism: Mechanism | None, settings: Mapping[str, Any], description: str) -> dict[str, Any]:
    from . import __version__

    note = ""
    if mechanism is not None and not description:
        from . import files

        try:
            description = files.dumps(mechanism)
        except InputError as error:
            note = f"The description of the mechanism could not be written to the file: {error}"
    variables = [[one.name, one.unit, one.dims, one.shape, one.help] for one in layout.variables]
    return {
        "format": FORMAT, "format_version": VERSION, "gudgeon_version": __version__, "Conventions": "CF-1.8",
        "mechanism": description, "mechanism_note": note, "settings": _json(settings), "layout": _json(variables),
        **_footer(Status.RUNNING, {}, ()),
    }  # fmt: skip


def _footer(status: Status, statistics: Mapping[str, Any], report: tuple[str, ...]) -> dict[str, Any]:
    return {"status": status.name.lower(), "statistics": _json(statistics), "report": _json(list(report))}


def _json(value: Any) -> str:
    return json.dumps(value, default=lambda one: one.tolist() if hasattr(one, "tolist") else str(one))


def _stored_name(variable: Variable) -> str:
    """Return the name in the file: a variable with more than one dimension may not be called like one of them."""
    return f"joint_{variable.name}" if variable.name.startswith("coordinate") else variable.name


def _create_datasets(file: Any, layout: Layout, chunk: int) -> None:
    import h5py

    for dim, names in layout.labels.items():
        if names:
            file.create_dataset(dim, data=list(names), dtype=h5py.string_dtype()).make_scale(dim)
    for one in layout.variables:
        if 0 in one.shape:  # HDF5 has no chunks without extent; the reader knows the shape
            continue
        dataset = file.create_dataset(
            _stored_name(one), (0, *one.shape), np.float64, maxshape=(None, *one.shape), chunks=(chunk, *one.shape),
            compression="gzip", compression_opts=1, shuffle=True, fillvalue=np.nan,
        )  # fmt: skip
        dataset.attrs.update({"units": one.unit, "long_name": one.help})
    file["t"].make_scale("t")
    for one in layout.variables:
        for axis, dim in enumerate(("t", *one.dims)):
            if 0 not in one.shape and one.name != "t":
                file[_stored_name(one)].dims[axis].attach_scale(file[dim])


class Stored:
    """A variable in a file, cut to the rows that all variables have; behaves like the array that it reads."""

    def __init__(self, path: Path, dataset: Any, rows: int) -> None:
        self._path, self._dataset = path, dataset
        self.shape = (rows, *dataset.shape[1:])
        self._kept: np.ndarray | None = None

    def __getitem__(self, key: Any) -> Any:
        if self._kept is None and 8 * np.prod(self.shape) <= KEEP_BYTES:
            self._kept = self._take(slice(0, self.shape[0]))
        if self._kept is not None:
            return self._kept[key]
        first, *rest = key if isinstance(key, tuple) else (key,)
        if isinstance(first, slice):
            first = slice(*first.indices(self.shape[0]))
        return self._take((first, *rest))

    def _take(self, key: Any) -> np.ndarray:
        try:
            return self._dataset[key]
        except (OSError, RuntimeError) as error:
            raise InputError(f"'{self._path}' is damaged: {reason(error)}.") from None

    def __array__(self, dtype: Any = None, copy: bool | None = None) -> np.ndarray:
        return np.asarray(self[:], dtype)

    def __len__(self) -> int:
        return self.shape[0]


def _read(path: Path, file: Any) -> Result:
    head = dict(file.attrs)
    if head.get("format") != FORMAT:
        raise InputError(f"'{path}' is an HDF5 file, but not a result of gudgeon.")
    if int(head["format_version"]) > VERSION:
        raise InputError(
            f"'{path}' was written by gudgeon {head.get('gudgeon_version')}, whose files this version cannot read; "
            "install that version or a newer one."
        )
    layout = _layout(file, json.loads(head["layout"]))
    stored = {one.name: file[_stored_name(one)] for one in layout.variables if 0 not in one.shape}
    rows = min(dataset.shape[0] for dataset in stored.values())
    data = {
        one.name: Stored(path, stored[one.name], rows) if one.name in stored else np.empty((rows, *one.shape)) for one in layout.variables
    }
    mechanism, notes = _mechanism(head["mechanism"], head["mechanism_note"])
    report = (*json.loads(head["report"]), *notes)
    status = Status[head["status"].upper()]
    return Result(
        mechanism, layout, data, status, json.loads(head["statistics"]), report, json.loads(head["settings"]), description=head["mechanism"]
    )


def _layout(file: Any, variables: list) -> Layout:
    dims = {dim for _, _, one, _, _ in variables for dim in one}
    labels = {dim: tuple(file[dim].asstr()[:].tolist()) if dim in file else () for dim in sorted(dims)}
    start, found = 0, []
    for name, unit, one, shape, help in variables:
        found.append(Variable(name, unit, tuple(one), tuple(shape), start, help))
        start = found[-1].columns.stop
    return Layout(tuple(found), labels)


def _mechanism(text: str, note: str) -> tuple[Mechanism | None, list[str]]:
    from . import files

    if not text:
        return None, [note] if note else []
    try:
        return files.loads(text), []
    except InputError as error:
        advice = "If it uses laws of your own, import the module that defines them before loading."
        return None, [f"The data were read, but not the description of the mechanism ({error}). {advice}"]


# -- what can go wrong -----------------------------------------------------------------------------------------


def _check_target(path: Path) -> None:
    """Refuse to write where a result cannot or must not go."""
    folder = path.parent
    if not folder.is_dir():
        raise InputError(f"cannot write '{path}': there is no folder '{folder}'; create it first.")
    if not os.access(folder, os.W_OK):
        raise InputError(f"cannot write '{path}': no permission to write in the folder '{folder}'.")
    if not path.exists():
        return
    if not path.is_file():
        raise InputError(f"cannot write '{path}': it is {'a folder' if path.is_dir() else 'not an ordinary file'}.")
    if not os.access(path, os.W_OK):
        raise InputError(f"cannot write '{path}': the file is protected.")
    if path.stat().st_size and not _is_result(path):
        raise InputError(f"'{path}' exists and is not a result of gudgeon; choose another name or remove it.")


def _is_result(path: Path) -> bool:
    import h5py

    try:
        with h5py.File(path, "r") as file:
            return bool(file.attrs.get("format") == FORMAT)
    except BlockingIOError:
        raise InputError(f"'{path}' is being written by another run; choose another name.") from None
    except OSError:
        return False
