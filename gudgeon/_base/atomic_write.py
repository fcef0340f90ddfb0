"""Files that are written whole or not at all: a write that fails leaves what was there before."""

import errno
import os
import stat
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from uuid import uuid4

from .errors import OutputError

# answers of file systems that know no fsync
WITHOUT_FSYNC = (errno.EINVAL, errno.ENOSYS, errno.ENOTSUP)


def write_text(path: Path, text: str) -> None:
    """Write a text in UTF-8, with the line ends that it has."""
    write_bytes(path, text.encode("utf-8"))


def write_bytes(path: Path, content: bytes) -> None:
    """Write a file; raise an OutputError that names it where that fails."""
    try:
        # a pipe, a device: nothing that a draft could replace
        if path.exists() and not path.is_file():
            path.write_bytes(content)
            return
        with draft_of(path) as draft:
            draft.write_bytes(content)
    except OSError as error:
        raise OutputError(
            f"cannot be written: {error.strerror or error}.", location=str(path)
        ) from None


@contextmanager
def draft_of(path: Path) -> Iterator[Path]:
    """Give the name of a new file beside ``path`` that takes its place at the end; after an error
    it is removed.

    The file behind a symbolic link is replaced, not the link. It keeps its permissions.
    """
    target = file_behind(path)
    if target.exists() and not os.access(target, os.W_OK):
        raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), str(path))
    draft = target.with_name(f".{uuid4().hex}.partial")
    try:
        yield draft
        if target.exists():
            draft.chmod(stat.S_IMODE(target.stat().st_mode))
        _to_disk(draft)
        os.replace(draft, target)
    finally:
        draft.unlink(missing_ok=True)


def file_behind(path: Path) -> Path:
    """Return the absolute path of a file, for a symbolic link that of the file behind it, be it
    there or not.
    """
    if not path.is_symlink():
        return path.absolute()
    target = Path(os.path.realpath(path))
    if target.is_symlink():
        raise OSError(errno.ELOOP, os.strerror(errno.ELOOP), str(path))
    return target


def _to_disk(path: Path) -> None:
    """Wait until a file is on the disk, where the file system can tell."""
    with path.open("rb+") as file:
        try:
            os.fsync(file.fileno())
        except OSError as error:
            if error.errno not in WITHOUT_FSYNC:
                raise
