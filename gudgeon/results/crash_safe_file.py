"""Writing to a disk that may be full, slow or interrupted, without harm to HDF5 or to the user's
patience.
"""

from __future__ import annotations

import io
import os
import shutil
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

from .._base.atomic_write import file_behind
from .._base.errors import InputError, OutputError

TREE = b"TREE"  # with which a node of a tree of chunks begins
RESERVE_BYTES = 4_000_000  # left free on the disk, so that a file can still be closed properly
# a run that starts waits no longer for another one that starts in the same folder
START_SECONDS = 5.0


class Disk:
    """The file under HDF5. After a write that fails it takes no more, and so leaves what a kill
    would leave.

    HDF5 must not see the failure: it cannot close a file whose writes fail, and crashes at the end
    of the program.
    """

    def __init__(self, path: Path) -> None:
        self.error: OSError | None = None
        self._held: list[tuple[int, bytes]] | None = None
        self._raw = io.FileIO(path, "w+")
        self.seek, self.tell, self.close = self._raw.seek, self._raw.tell, self._raw.close
        self.read = self._raw.read  # by which h5py knows a file; it reads with readinto
        # where there are locks, readers and other writers see that the file is in use
        with suppress(ImportError, OSError):
            import fcntl

            fcntl.flock(self._raw, fcntl.LOCK_EX | fcntl.LOCK_NB)

    def write(self, data: Any) -> int:
        """Write all of ``data``, or keep it until everything is written together."""
        view = memoryview(data).cast("B")
        if self._held is None:
            self._put(self._raw.tell(), view)
        else:
            self._held.append((self._raw.tell(), bytes(view)))
            self._raw.seek(len(view), os.SEEK_CUR)
        return len(view)

    def readinto(self, buffer: Any) -> int:
        """Read from where the file stands, with everything that was written."""
        if self._held:
            place = self._raw.tell()
            self._release()
            self._raw.seek(place)
        return self._raw.readinto(buffer) or 0

    @contextmanager
    def ordered_writes(self) -> Iterator[None]:
        """Write what HDF5 flushes in an order in which a kill at any moment leaves a sound file.

        HDF5 itself goes by addresses: it changes places that are in use before what they point to
        is there, and says last where the file ends. Here come first blocks that nothing points to
        yet, then the end of the file (in its first block), then the trees of chunks, upper nodes
        first, and last the headers, which say how many rows there are.
        """
        self._held, self._sound = [], os.fstat(self._raw.fileno()).st_size
        try:
            yield
        finally:
            self._release()
            self._held = None

    def _release(self) -> None:
        held, self._held = self._held or [], []
        # stable: of two writes to one place the later stays the later
        for place, data in sorted(held, key=self._turn):
            self._put(place, data)

    def _turn(self, write: tuple[int, bytes]) -> tuple[int, int]:
        place, data = write
        if place == 0:
            return 1, 0
        if data[:4] == TREE:
            old = os.pread(self._raw.fileno(), 4, place) == TREE
            return (2, -data[5]) if old else (0, 0)  # the sixth byte is the level of the node
        return (3, 0) if place < self._sound else (0, 0)

    def _put(self, place: int, data: Any) -> None:
        rest = memoryview(data)
        self._raw.seek(place)
        while len(rest) and self.error is None:
            with self._remembered():
                rest = rest[self._raw.write(rest) :]

    def truncate(self, size: int | None = None) -> None:
        """Make the file as long as HDF5 wants it."""
        if self.error is None:
            with self._remembered():
                self._raw.truncate(size)

    def flush(self) -> None:
        """Do nothing: every write goes to the system at once."""

    def overwrite(self, place: int, data: bytes) -> None:
        """Write to a place that HDF5 has set aside already and that no reader looks at yet."""
        self._put(place, data)

    def check(self, path: Path | None = None) -> None:
        """Raise the error that a write met; with a path, also if the file is no longer there."""
        if self.error is not None:
            raise self.error
        if path is not None and not (
            path.exists() and os.path.samestat(os.fstat(self._raw.fileno()), path.stat())
        ):
            raise OutputError(
                f"cannot write '{path}': it was removed or replaced while the run wrote to it."
            )

    @contextmanager
    def _remembered(self) -> Iterator[None]:
        try:
            yield
        except OSError as error:
            self.error = error


def check_room(path: Path, size: int) -> None:
    """Raise an error if ``size`` bytes do not fit on the disk."""
    if shutil.disk_usage(file_behind(path).parent).free < size + RESERVE_BYTES:
        raise OutputError(
            f"cannot write '{path}': the disk is full; everything up to here is in the file."
        )


@contextmanager
def as_output_errors(path: Path) -> Iterator[None]:
    """Turn what goes wrong while writing into an OutputError that names the file."""
    try:
        yield
    except InputError:
        raise
    except (OSError, RuntimeError, ValueError) as error:  # ValueError: a name that HDF5 cannot hold
        raise OutputError(f"cannot write '{path}': {reason(error)}.") from None


@contextmanager
def exclusive_in(folder: Path) -> Iterator[None]:
    """Let no other run start in a folder meanwhile, so that of two that start at once the second
    sees the file of the first.
    """
    try:
        import fcntl

        place = os.open(folder, os.O_RDONLY)
    # no locks here; what is wrong with the folder is found when it is used
    except (ImportError, OSError):
        yield
        return
    try:
        end = time.monotonic() + START_SECONDS
        while time.monotonic() < end:
            try:
                fcntl.flock(place, fcntl.LOCK_EX | fcntl.LOCK_NB)
                break
            except BlockingIOError:
                time.sleep(0.002)
            except OSError:  # a file system without locks on folders
                break
        yield
    finally:
        os.close(place)


def in_use(path: Path) -> bool:
    """Whether somebody is writing to a file; readers do no harm."""
    with suppress(ImportError, OSError), path.open("rb") as file:
        import fcntl

        try:
            fcntl.flock(file, fcntl.LOCK_SH | fcntl.LOCK_NB)
        except BlockingIOError:
            return True
    return False


def reason(error: Exception) -> str:
    """Return what went wrong without the inner names of the HDF5 library."""
    code = getattr(error, "errno", None)
    if code:
        return os.strerror(code).lower()
    text = str(error).strip("'\" ")
    if "truncated file" in text:
        return "its end is missing, as after an incomplete copy"
    inner = text[text.rfind("(") + 1 :].rstrip(")") if text.endswith(")") else text
    return inner.rstrip(".") or type(error).__name__
