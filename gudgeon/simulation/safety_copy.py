"""A checkpoint beside the file of a run that lasts: from it a run continues that was killed, which had
no time to write one into its file.
"""

from __future__ import annotations

import time
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

from .._base.atomic_write import write_bytes
from .._base.errors import InputError

if TYPE_CHECKING:
    from .checkpoint import Checkpoint

INTERVAL = 2.0  # [s] of work between two
SHARE = 0.02  # of the work of a run, that they may take


def safety_copy_of(path: Path) -> Path:
    """Return where the checkpoint of a run stands that writes to a file, while it runs."""
    return path.with_name(f"{path.name}.checkpoint")


class SafetyCopy:
    """The checkpoint beside the file of a run: written now and then, removed at its end."""

    def __init__(self, path: Path) -> None:
        self.path = safety_copy_of(path)
        self.remove()  # one that was left is of another run
        self._next = time.monotonic() + INTERVAL

    @property
    def due(self) -> bool:
        """Whether so much time has passed that a new one is worth its while."""
        return time.monotonic() >= self._next

    def write(self, checkpoint: Checkpoint) -> None:
        """Put a checkpoint in the place of the last; where that fails the run continues without."""
        begin = time.monotonic()
        with suppress(InputError):
            write_bytes(self.path, checkpoint.to_bytes())
        end = time.monotonic()
        self._next = end + max(INTERVAL, (end - begin) / SHARE)

    def remove(self) -> None:
        """Remove it: the file has a checkpoint of its own, or none is needed."""
        with suppress(OSError):
            self.path.unlink(missing_ok=True)


def read_safety_copy(path: Path) -> bytes | None:
    """Return the checkpoint beside the file of a run that was killed; None if there is none."""
    try:
        return safety_copy_of(path).read_bytes()
    except OSError:
        return None
