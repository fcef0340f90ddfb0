"""Results on disk: HDF5 in netCDF-4 conventions, written so that a killed run leaves a readable
file that lacks a second at most.

What makes it safe against a kill at any moment: all datasets and dimension scales are created and
flushed before the first row, in a file that gets its name only then; rows are appended when a chunk
of them is full, or when the first of them has waited for FLUSH_SECONDS; they are flushed in an
order in which no write points to what is not there yet; a reader takes the shortest dataset. The
table of contact periods grows beside the rows and is written with them, or when a chunk of its own
is full. A file is locked while it is written, so that a second run to it is refused.
"""

from __future__ import annotations

import io
import json
import os
import time
from collections.abc import Mapping
from contextlib import ExitStack, suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from .._base.arguments import path_of
from .._base.atomic_write import draft_of, file_behind
from .._base.errors import InputError, OutputError, brief, harmless
from .._base.file_formats import RESULTS, check_ending
from .._base.interrupt import Interrupt
from ..assembly.contact_info import contact_from
from ..assembly.output_layout import Layout, Variable, impact_layout
from ..kernels.output_variables import IMPACT_COLUMNS
from .checkpoint_storage import checkpoint_reader, create_checkpoint, write_checkpoint
from .crash_safe_file import Disk, as_output_errors, check_room, exclusive_in, in_use, reason
from .hdf5_checks import check_labels, check_numbers, has_cyclic_heap, refuse_foreign
from .hdf5_tables import Stored, Table, stored_name
from .outcome import Outcome, StartPhase, named_peaks
from .result import Result
from .status import Status

if TYPE_CHECKING:
    from ..model import Mechanism

FORMAT = "gudgeon result"
# 1: contacts were known by their labels alone; 2: nobody knew when a contact force was greatest;
# 3: what loads did, and how fast contacts slid, was not kept
VERSION = 4
CHUNK_BYTES = 1_500_000  # of all variables together
IMPACTS_CHUNK = 128  # contact periods that wait until they are written, at most
FLUSH_SECONDS = 0.5  # that rows wait, at most, until they are written


class Writer:
    """Write the rows of a run to a file while it runs; ``expected`` is how many there will be,
    if that is known.
    """

    def __init__(
        self,
        path: str | Path,
        layout: Layout,
        mechanism: Mechanism | None,
        settings: Mapping[str, Any],
        *,
        description: str = "",
        shown: Path | None = None,
        expected: int | None = None,
    ) -> None:
        path = path_of(path, "out")
        self._shown = shown or path  # the name that messages give
        with as_output_errors(self._shown):
            # wherever the program goes meanwhile
            self.path, self.layout = file_behind(path), layout
        self._chunk = max(1, min(CHUNK_BYTES // (8 * layout.width), expected or CHUNK_BYTES))
        self._output = Table(
            layout, self._chunk, compression="gzip", compression_opts=1, shuffle=True
        )
        self._impacts = Table(impact_layout(), IMPACTS_CHUNK)
        self._tables = [self._output, self._impacts] if layout.contacts else [self._output]
        self._file: Any = None
        header = _header(layout, mechanism, settings, description)
        with as_output_errors(self._shown), Interrupt(), exclusive_in(self.path.parent):
            _check_target(self.path)
            self._create(header)
        self._flushed = time.monotonic()

    def _create(self, header: dict[str, Any]) -> None:
        """Make the file, without rows, under another name; then give it its own. From the first
        byte on it is locked.
        """
        import h5py

        # HDF5 reads back what it has written, and crashes where that was refused
        image = io.BytesIO()
        with h5py.File(image, "w") as file:
            file.attrs.update(header)
            _create_labels(file, self.layout)
            for table in self._tables:
                table.create(file)
            create_checkpoint(file)
        with ExitStack() as on_failure:
            with draft_of(self.path) as draft:
                self._disk = Disk(draft)
                on_failure.callback(self._disk.close)
                self._disk.overwrite(0, image.getvalue())
                self._disk.check()
            self._file = h5py.File(self._disk, "r+")
            on_failure.pop_all()

    def _shut(self) -> None:
        """Close the file, in any case; raise the error that a write met."""
        if self._file is not None:
            file, self._file = self._file, None
            try:
                file.close()
                self._disk.check(self.path)
            finally:
                self._disk.close()

    @property
    def rows(self) -> int:
        """Number of output rows that are safe in the file."""
        return self._output.rows

    def append(self, rows: np.ndarray) -> None:
        """Add a block of rows in the order of the layout, shape (any, width)."""
        if rows.ndim != 2 or rows.shape[1] != self.layout.width:
            raise ValueError(f"rows have the shape {rows.shape}, not (any, {self.layout.width})")
        while len(rows):
            rows = rows[self._output.take(rows) :]
            if self._output.full:
                self._write(*self._tables)
        if time.monotonic() > self._flushed + FLUSH_SECONDS:
            self.flush()

    def flush(self) -> None:
        """Write the rows and contact periods that wait."""
        if any(table.waiting for table in self._tables):
            self._write(*self._tables)

    def append_impacts(self, rows: np.ndarray) -> None:
        """Add contact periods in the order of IMPACT_COLUMNS, shape (any, columns)."""
        table = self._impacts
        numbers = table.start + table.filled + np.arange(len(rows))
        rows = np.column_stack((numbers, rows))
        while len(rows):
            rows = rows[table.take(rows) :]
            if table.full:
                self._write(table)

    def impacts(self) -> np.ndarray:
        """Return all contact periods so far, in the order of IMPACT_COLUMNS; none once the file
        is closed.
        """
        if self._impacts.waiting:
            self._write(self._impacts)
        return _impacts(self._file or {})

    def _write(self, *tables: Table, last: bool = False) -> None:
        """Append the buffers to the datasets and flush; on failure close the file, whose earlier
        rows stay readable.
        """
        if self._file is None:
            raise OutputError(f"cannot write to '{self._shown}': the file is closed.")
        try:
            with as_output_errors(self._shown), Interrupt():
                check_room(
                    self._shown, sum(8 * table.chunk * table.layout.width for table in tables)
                )
                for table in tables:
                    table.write(self._file, self._disk, last)
                with self._disk.ordered_writes():
                    self._file.flush()
                self._disk.check(self.path)
                for table in tables:
                    table.written()
                self._flushed = time.monotonic()
        except InputError:
            for table in self._tables:
                table.filled = table.saved
            with suppress(InputError):
                self.close(Outcome(Status.OUTPUT_FAILED))
            raise

    def close(self, outcome: Outcome, checkpoint: bytes | None = None) -> None:
        """Write the remaining rows, how the run ended, and from where it can continue; closing twice
        does nothing.
        """
        if self._file is None:
            return
        if any(table.waiting for table in self._tables):
            self._write(*self._tables, last=True)
        with as_output_errors(self._shown), Interrupt():
            try:
                if checkpoint is not None:
                    check_room(self._shown, len(checkpoint))
                    write_checkpoint(self._file, checkpoint)
                self._file.attrs.update(_footer(outcome))
                with self._disk.ordered_writes():
                    self._file.flush()
            finally:
                self._shut()

    def __enter__(self) -> Writer:
        return self

    def __exit__(self, *exception: object) -> None:
        self.close(Outcome(Status.INTERRUPTED))


def save(result: Result, path: str | Path) -> Path:
    """Write a result to a file; an older result of that name stays until the new one is
    complete.
    """
    path = path_of(path)
    with as_output_errors(path), ExitStack() as when_replaced:
        _check_target(path)
        with draft_of(path) as draft:
            about: dict[str, Any] = {
                "description": result.description,
                "shown": path,
                "expected": result.rows,
            }
            with Writer(draft, result.layout, result.mechanism, result.settings, **about) as writer:
                step = writer._chunk
                for start in range(0, result.rows, step):
                    writer.append(rows_of(result, start, min(start + step, result.rows)))
                writer.append_impacts(result.impacts.rows)
                writer.close(result.outcome, result.checkpoint)
            when_replaced.enter_context(exclusive_in(draft.parent))
            _check_target(path)
    return path


def rows_of(result: Result, start: int, stop: int) -> np.ndarray:
    """Return rows of a result in the order of its layout."""
    columns = [
        np.asarray(result.data[variable.name][start:stop]).reshape(stop - start, -1)
        for variable in result.layout.variables
        if 0 not in variable.shape
    ]
    return np.concatenate(columns, axis=1)


def load(path: str | Path) -> Result:
    """Return the result stored in a file; its arrays are read when they are asked for."""
    return reopened(path, None)


def reopened(path: str | Path, mechanism: Mechanism | None) -> Result:
    """Return the result stored in a file; its description is not read if the mechanism is known."""
    import h5py

    path = path_of(path)
    if not path.is_file():
        raise InputError(
            f"'{path}' is {'a folder' if path.is_dir() else 'not there'}; give the file of a "
            "result."
        )
    try:
        if not h5py.is_hdf5(path):
            raise InputError(f"'{path}' is not a result: it is no HDF5 file.")
        if has_cyclic_heap(path):
            raise InputError(f"'{path}' is damaged: a heap of texts in it does not end.")
        file = _open(path)
    except OSError as error:
        raise InputError(f"'{path}' cannot be opened: {reason(error)}.") from None
    try:
        return _read(path, file, mechanism)
    except InputError:
        file.close()
        raise
    # a damaged file can fail anywhere, with any exception of the HDF5 library
    except Exception as error:
        file.close()
        raise InputError(f"'{path}' is damaged: {reason(error)}.") from None


def _open(path: Path) -> Any:
    import h5py

    try:
        return h5py.File(path, "r")
    except BlockingIOError:  # a run still writes to it; what it has flushed may be looked at
        # not by name: HDF5 would show the same to all who open it as long as one does
        return h5py.File(path.open("rb"), "r")


def to_xarray(result: Result) -> Any:
    """Return the result as an xarray.Dataset."""
    try:
        import xarray
    except ImportError:
        raise InputError(
            "to_xarray needs the package xarray; install gudgeon with its extra 'xarray'."
        ) from None
    variables = {
        stored_name(variable): (
            ("t", *variable.dims),
            np.asarray(result.data[variable.name][:]),
            {"units": variable.unit, "long_name": variable.help},
        )
        for variable in result.layout.variables
        if 0 not in variable.shape
    }
    if result.layout.contacts:
        rows = np.column_stack((np.arange(len(result.impacts)), result.impacts.rows))
        for variable in impact_layout().variables:
            variables[variable.name] = (
                ("impact",),
                rows[:, variable.start],
                {"units": variable.unit, "long_name": variable.help},
            )
    coordinates = {dim: list(names) for dim, names in result.layout.labels.items() if names}
    attributes = _header(result.layout, result.mechanism, result.settings, result.description)
    attributes |= _footer(result.outcome)
    return xarray.Dataset(variables, coordinates, attributes)


# -- what stands in a file -------------------------------------------------------------------------


def _header(
    layout: Layout, mechanism: Mechanism | None, settings: Mapping[str, Any], description: str
) -> dict[str, Any]:
    from .. import __version__

    note = ""
    if mechanism is not None and not description:
        from ..model import files

        try:
            description = files.dumps(mechanism)
        except InputError as error:
            note = f"The description of the mechanism could not be written to the file: {error}"
    variables = [
        [variable.name, variable.units, variable.dims, variable.shape, variable.help]
        for variable in layout.variables
    ]
    contacts = [contact.as_dict() for contact in layout.contacts]
    return {
        "format": FORMAT, "format_version": VERSION, "gudgeon_version": __version__, "Conventions": "CF-1.8",
        "mechanism": description, "mechanism_note": note, "settings": _json(settings), "layout": _json(variables),
        "contacts": _json(contacts),
        **_footer(Outcome(Status.RUNNING)),
    }  # fmt: skip


def _footer(outcome: Outcome) -> dict[str, Any]:
    numbers = {
        "statistics": _json(outcome.statistics),
        "notes": _json(list(outcome.notes)),
        "peaks": _json(outcome.peaks),
        "start": _json([outcome.start.time, outcome.start.words, outcome.start.peaks]),
    }
    return {"status": outcome.status.name.lower(), "reason": outcome.reason, **numbers}


def _json(value: Any) -> str:
    return json.dumps(
        value, default=lambda item: item.tolist() if hasattr(item, "tolist") else str(item)
    )


def _create_labels(file: Any, layout: Layout) -> None:
    import h5py

    for dim, names in layout.labels.items():
        if names:
            file.create_dataset(dim, data=list(names), dtype=h5py.string_dtype()).make_scale(dim)


def _read(path: Path, file: Any, known: Mechanism | None = None) -> Result:
    refuse_foreign(path, file)
    head = dict(file.attrs)
    if head.get("format") != FORMAT:
        raise InputError(f"'{path}' is an HDF5 file, but not a result of gudgeon.")
    if int(head["format_version"]) != VERSION:
        advice = (
            "install that version or a newer one"
            if int(head["format_version"]) > VERSION
            else "run the mechanism again"
        )
        raise InputError(
            f"'{path}' was written by gudgeon {head.get('gudgeon_version')}, whose files this "
            f"version cannot read; {advice}."
        )
    layout = _layout(path, file, json.loads(head["layout"]), json.loads(head["contacts"]))
    stored = {
        variable.name: file[stored_name(variable)]
        for variable in layout.variables
        if 0 not in variable.shape
    }
    for dataset in stored.values():
        check_numbers(path, dataset)
    rows = min(dataset.shape[0] for dataset in stored.values())
    data = {
        variable.name: Stored(path, stored[variable.name], rows)
        if variable.name in stored
        else np.empty((rows, *variable.shape))
        for variable in layout.variables
    }
    mechanism, remarks = _mechanism(str(head["mechanism"]), str(head["mechanism_note"]), known)
    check_labels(path, layout, mechanism)
    stored_notes = json.loads(str(head.get("notes", "[]")))
    if not _is_list_of(str, stored_notes):
        raise InputError(f"'{path}' is damaged: its notes are not texts.")
    notes = (*stored_notes, *remarks)
    status = Status[head["status"].upper()]
    peaks = named_peaks(layout, np.array([*json.loads(head.get("peaks", "{}")).values()]))
    start = _start(path, layout, json.loads(head.get("start", '[0.0, "", {}]')))
    statistics, settings = (
        _checked(path, name, json.loads(head[name])) for name in ("statistics", "settings")
    )
    outcome = Outcome(status, statistics, notes, peaks, str(head.get("reason", "")), start)
    about: dict[str, Any] = {"settings": settings, "description": str(head["mechanism"])}
    about["checkpoint"] = checkpoint_reader(path, file)
    return Result(mechanism, layout, data, outcome, **about, impacts=_impacts(file, path))


def _start(path: Path, layout: Layout, given: Any) -> StartPhase:
    """Return the part of a run that key figures leave out."""
    time, words, peaks = given
    if not (isinstance(time, (int, float)) and isinstance(words, str) and np.isfinite(time)):
        raise InputError(f"'{path}' is damaged: what it says of the start is no number and text.")
    return StartPhase(
        float(time), harmless(words), named_peaks(layout, np.array([*peaks.values()]))
    )


def _checked(path: Path, name: str, given: Any) -> dict[str, Any]:
    """Return statistics or settings; refuse those in which a text stands for a number that is
    shown or computed with.
    """
    if not all(isinstance(given.get(key, 0), (int, float)) for key in ("duration", "wall_time")):
        raise InputError(f"'{path}' is damaged: its {name} are not numbers.")
    return dict(given)


def _impacts(file: Any, path: Path | None = None) -> np.ndarray:
    """Return the table of contact periods as far as all its columns reach; files of ideal joints
    have none.
    """
    columns = [
        file[variable.name] for variable in impact_layout().variables[1:] if variable.name in file
    ]
    if path is not None:
        for column in columns:
            check_numbers(path, column)
    rows = min((column.shape[0] for column in columns), default=0)
    return (
        np.column_stack([column[:rows] for column in columns])
        if columns
        else np.empty((0, len(IMPACT_COLUMNS)))
    )


def _is_list_of(kind: type, given: Any) -> bool:
    return isinstance(given, list) and all(isinstance(item, kind) for item in given)


def _layout(path: Path, file: Any, variables: list, contacts: list) -> Layout:
    for name, units, dims, shape, help in variables:
        texts = (
            _is_list_of(str, [name, help]) and _is_list_of(str, units) and _is_list_of(str, dims)
        )
        if not (texts and _is_list_of(int, shape) and len(units) in (1, *shape[:1])):
            raise InputError(
                f"'{path}' is damaged: what it says of its part {brief(name)} is not what a layout "
                "says."
            )
    dims = {dim for _, _, along, _, _ in variables for dim in along}
    labels = {
        dim: tuple(map(harmless, file[dim].asstr()[:].tolist())) if dim in file else ()
        for dim in sorted(dims)
    }
    start, found = 0, []
    for name, units, along, shape, help in variables:
        found.append(Variable(name, tuple(units), tuple(along), tuple(shape), start, help))
        start = found[-1].columns.stop
    try:
        infos = tuple(contact_from(_harmless(contact)) for contact in contacts)
    except (AttributeError, ValueError) as error:
        raise InputError(
            f"'{path}' is damaged: what it says of its contacts is wrong: {error}."
        ) from None
    return Layout(tuple(found), labels, infos)


def _harmless(contact: Any) -> Any:
    """Return what a file says of a contact without characters that command a terminal."""
    return {
        key: harmless(value) if isinstance(value, str) else value for key, value in contact.items()
    }


def _mechanism(text: str, note: str, known: Mechanism | None) -> tuple[Mechanism | None, list[str]]:
    from ..model import files

    if not text or known is not None:
        return known, [note] if note else []
    try:
        return files.loads(text), []
    except InputError as error:
        advice = "If it uses laws of your own, import the module that defines them before loading."
        unread = f"The data were read, but not the description of the mechanism ({error}). {advice}"
    try:
        mechanism, missing = files.loads_without_laws(text)
    except InputError:
        return None, [unread]
    laws = " and ".join(f"'{name}'" for name in missing)
    return mechanism, [
        f"The law{'s' * (len(missing) > 1)} {laws} of the mechanism "
        f"{'are' if len(missing) > 1 else 'is'} not defined here; to run it again, import the module "
        "that defines them, on the command line by --laws."
    ]


# -- what can go wrong -----------------------------------------------------------------------------


def _check_target(path: Path) -> None:
    """Raise an error where a result cannot or must not be written."""
    check_ending(
        path,
        RESULTS,
        "let the name end with .h5, and write other formats by 'gudgeon export' or result.to_csv",
    )
    folder = file_behind(path).parent
    if not folder.is_dir():
        raise InputError(f"cannot write '{path}': there is no folder '{folder}'; create it first.")
    if not os.access(folder, os.W_OK):
        raise InputError(f"cannot write '{path}': no permission to write in the folder '{folder}'.")
    if not path.exists():
        return
    if not path.is_file():
        raise InputError(
            f"cannot write '{path}': it is "
            f"{'a folder' if path.is_dir() else 'not an ordinary file'}."
        )
    if not os.access(path, os.W_OK):
        raise InputError(f"cannot write '{path}': the file is protected.")
    if in_use(path):
        raise InputError(f"'{path}' is being written by another run; choose another name.")
    if path.stat().st_size and not _is_result(path):
        raise InputError(
            f"'{path}' exists and is not a result of gudgeon; choose another name or remove it."
        )


def _is_result(path: Path) -> bool:
    import h5py

    try:
        with h5py.File(path, "r") as file:
            return bool(file.attrs.get("format") == FORMAT)
    except OSError:
        return False
