"""Tables in a file: one HDF5 dataset per column or group of columns, all growing together along
one dimension.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np

from .._base.errors import InputError
from ..assembly.output_layout import Layout, Variable
from .crash_safe_file import Disk, reason

KEEP_BYTES = 32_000_000  # a variable up to this size is kept in memory once it was read


def stored_name(variable: Variable) -> str:
    """Return the name in the file: a variable with more than one dimension may not be called
    like one of them.
    """
    return f"joint_{variable.name}" if variable.name.startswith("coordinate") else variable.name


class Table:
    """The variables of a layout along a dimension that grows, which is the first of them, and a
    buffer of one chunk.

    A chunk that is written before it is full is stored as it is, not compressed: the rows that come
    later then have their place in the file, and nothing is written twice.
    """

    def __init__(self, layout: Layout, chunk: int, **storage: Any) -> None:
        self.layout, self.chunk = layout, chunk
        # first row of the buffer, how many it has, how many of these are in the file
        self.start, self.filled, self.saved = 0, 0, 0
        # HDF5 has no chunks without extent
        self.variables = [variable for variable in layout.variables if 0 not in variable.shape]
        self._buffer, self._storage = np.full((chunk, layout.width), np.nan), storage
        # where the chunks of the variables stand that the file has a part of
        self._places: dict[str, int] = {}

    @property
    def rows(self) -> int:
        """Number of rows that are safe in the file."""
        return self.start + self.saved

    def create(self, file: Any) -> None:
        """Make the datasets, without rows, and name their dimensions."""
        made = {}  # finding a dataset by its name takes longer than what is done with it
        for variable in self.variables:
            made[variable.name] = dataset = file.create_dataset(
                stored_name(variable),
                (0, *variable.shape),
                np.float64,
                maxshape=(None, *variable.shape),
                chunks=(self.chunk, *variable.shape),
                fillvalue=np.nan,
                **self._storage,
            )
            dataset.attrs.update({"units": variable.unit, "long_name": variable.help})
        along, *others = self.variables
        made[along.name].make_scale(along.name)
        scales = {along.name: made[along.name]}
        for variable in others:
            for axis, dim in enumerate((along.name, *variable.dims)):
                if dim not in scales:
                    scales[dim] = file[dim]
                made[variable.name].dims[axis].attach_scale(scales[dim])

    def take(self, rows: np.ndarray) -> int:
        """Copy as many rows as fit into the buffer; return how many."""
        count = min(len(rows), self.chunk - self.filled)
        self._buffer[self.filled : self.filled + count] = rows[:count]
        self.filled += count
        return count

    @property
    def full(self) -> bool:
        """Whether the buffer holds a whole chunk."""
        return self.filled == self.chunk

    @property
    def waiting(self) -> int:
        """Number of rows that are in the buffer only."""
        return self.filled - self.saved

    def write(self, file: Any, disk: Disk, last: bool = False) -> None:
        """Append what waits to every dataset; the caller flushes the file and then says
        ``written``.
        """
        values = self.layout.split(self._buffer)
        for variable in self.variables if self.waiting else ():
            dataset, new = (
                file[stored_name(variable)],
                values[variable.name][self.saved : self.filled],
            )
            dataset.resize(self.start + self.filled, axis=0)
            if not self._storage or (self.saved == 0 and (self.full or last)):
                dataset[self.rows :] = new
            elif self.saved == 0:
                self._places[variable.name] = _store_plain(
                    dataset, self.start, values[variable.name]
                )
            else:
                row = 8 * int(np.prod(variable.shape, dtype=int))
                disk.overwrite(
                    self._places[variable.name] + self.saved * row,
                    np.ascontiguousarray(new).tobytes(),
                )

    def written(self) -> None:
        """Note that the buffer is safe in the file."""
        self.saved = self.filled
        if self.full:
            self.start, self.filled, self.saved = self.start + self.chunk, 0, 0
            self._buffer[:] = np.nan


def _store_plain(dataset: Any, start: int, values: np.ndarray) -> int:
    """Store a chunk without the filters of its dataset; return its place in the file."""
    corner = (start, *(0 for _ in values.shape[1:]))
    dataset.id.write_direct_chunk(
        corner, np.ascontiguousarray(values).tobytes(), filter_mask=0xFFFFFFFF
    )
    return int(dataset.id.get_chunk_info_by_coord(corner).byte_offset)


class Stored:
    """A variable in a file, cut to the rows that all variables have; behaves like the array that
    it reads.
    """

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
