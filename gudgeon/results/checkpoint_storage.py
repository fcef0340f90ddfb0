"""From where a run can continue, in its file: bytes in a group of their own, which no table sees."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np

from .._base.errors import InputError
from .crash_safe_file import reason

GROUP, NAME = "restart", "checkpoint"
CHUNK = 65536
LARGEST = 2**31  # bytes


def create_checkpoint(file: Any) -> None:
    """Make room for a checkpoint, empty until the run ends."""
    file.create_group(GROUP).create_dataset(NAME, (0,), np.uint8, maxshape=(None,), chunks=(CHUNK,))


def write_checkpoint(file: Any, content: bytes) -> None:
    """Write a checkpoint."""
    dataset = file[GROUP][NAME]
    dataset.resize((len(content),))
    dataset[:] = np.frombuffer(content, np.uint8)


def checkpoint_reader(path: Path, file: Any) -> Callable[[], bytes] | None:
    """Return what reads the checkpoint of a file when it is asked for; None if it has none."""
    import h5py

    group = file.get(GROUP)
    if not isinstance(group, h5py.Group) or not isinstance(
        group.get(NAME, getlink=True), h5py.HardLink
    ):
        return None
    dataset = group[NAME]
    if not isinstance(dataset, h5py.Dataset) or dataset.external or dataset.is_virtual:
        raise InputError(f"'{path}' is damaged: its checkpoint is not in the file.")
    if dataset.dtype != np.uint8 or dataset.ndim != 1 or dataset.shape[0] > LARGEST:
        raise InputError(f"'{path}' is damaged: its checkpoint does not hold bytes.")
    if not dataset.shape[0]:
        return None

    def read() -> bytes:
        try:
            return bytes(dataset[:])
        except (OSError, RuntimeError) as error:
            raise InputError(f"'{path}' is damaged: {reason(error)}.") from None

    return read
