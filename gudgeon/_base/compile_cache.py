"""Object files that were compiled here: each either complete or not there, tied to its sources by a
checksum, private to the user.

A file is ``SHA-256 of (key, content) | content``; the key names unit, processor and stamp of the
sources. It is written beside its place and moved there whole. What does not agree with its
checksum, because it is damaged, was cut off, or belongs to other sources, is passed over, compiled
again and replaced. Nothing is read from a folder or a file that somebody else could have written.
While one process compiles, others that want the same code wait for its file. The files that were
not used for longest make room for new ones.
"""

import logging
import os
import stat
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from hashlib import sha256
from pathlib import Path
from uuid import uuid4

from .settings import CACHED

try:
    import fcntl
except ImportError:  # Windows: everybody compiles for themselves
    fcntl = None  # type: ignore[assignment]

DIGEST_BYTES = 32
ROOM = 50_000_000  # [bytes] of all files
NAMED = 80  # letters of a unit's name in that of its file
PATIENCE = 600.0  # [s] longer than any compilation: the other process was stopped
PAUSE = 0.1  # [s] between two looks at the lock of another process
ABANDONED = 3600.0  # [s] age of a file whose writer was killed

log = logging.getLogger("gudgeon")


def folder() -> Path | None:
    """Return the folder of compiled code, made if need be; None if it is not wanted, cannot be
    made, or is not private.
    """
    return _chosen() if CACHED and not refusal() else None


def refusal() -> str:
    """Return why the folder of compiled code, made if need be, cannot be used; empty if it can."""
    path = _chosen()
    if not path.is_absolute():  # what lies in the current folder may be anybody's
        return "there is no home"
    try:
        path.mkdir(mode=0o700, parents=True, exist_ok=True)
        about = path.stat()
    except (OSError, RuntimeError) as error:
        return f"{path} cannot be made ({getattr(error, 'strerror', None) or error})"
    if not _private(about):
        return f"{path} is not private, somebody else can write there (chmod 700 makes it so)"
    return "" if os.access(path, os.W_OK) else f"{path} cannot be written"


def _chosen() -> Path:
    if chosen := os.environ.get("GUDGEON_CACHE_DIR"):
        return Path(os.path.expanduser(chosen)).absolute()
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA") or Path.home() / "AppData" / "Local") / "gudgeon"
    general = os.environ.get("XDG_CACHE_HOME", "")
    return Path(general if os.path.isabs(general) else os.path.expanduser("~/.cache")) / "gudgeon"


def _private(about: os.stat_result) -> bool:
    """Whether nobody but this user can write there."""
    return not hasattr(os, "geteuid") or (
        about.st_uid == os.geteuid() and not about.st_mode & (stat.S_IWGRP | stat.S_IWOTH)
    )


def read(key: str) -> bytes | None:
    """Return what was compiled for a key, or None if there is nothing that can be trusted; an
    empty key has nothing.
    """
    path = _path(key)
    if path is None:
        return None
    try:
        with open(
            path,
            "rb",
            opener=lambda name, flags: os.open(name, flags | getattr(os, "O_NONBLOCK", 0)),
        ) as file:
            about = os.fstat(file.fileno())
            # a pipe of that name would be waited for
            if not stat.S_ISREG(about.st_mode) or not _private(about):
                return None
            digest, content = file.read(DIGEST_BYTES), file.read()
        if digest != _digest(key, content):
            return None
        with suppress(OSError):
            os.utime(path)  # it was used
        return content
    except OSError:
        return None


def write(key: str, content: bytes) -> None:
    """Keep what was compiled for a key, if that is possible and there is one; say so if it fails."""
    path = _path(key)
    if path is None:
        return
    draft = path.with_name(f"{path.name}.{uuid4().hex[:16]}.tmp")
    try:
        descriptor = os.open(draft, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600)
        with open(descriptor, "wb") as file:
            file.write(_digest(key, content) + content)
        os.replace(draft, path)
        _make_room(path.parent)
    except OSError as error:
        log.warning(
            "compiled code cannot be kept in %s (%s); the next run compiles again.",
            path.parent,
            error.strerror or error,
        )
    finally:
        with suppress(OSError):
            draft.unlink(missing_ok=True)


def _path(key: str) -> Path | None:
    place = folder() if key else None
    if place is None:
        return None
    return place / f"{key.split()[0][:NAMED]}-{sha256(key.encode()).hexdigest()[:24]}.o"


def _digest(key: str, content: bytes) -> bytes:
    digest = sha256(key.encode() + b"\n")
    digest.update(content)
    return digest.digest()


def _make_room(place: Path) -> None:
    """Remove what killed processes left, and the files that were not used for longest, beyond
    ROOM.
    """
    kept = []
    for path in place.iterdir():
        with suppress(OSError):
            about = path.stat()
            if path.suffix == ".o":
                kept.append((about.st_mtime, about.st_size, path))
            elif path.suffix in (".tmp", ".lock") and time.time() - about.st_mtime > ABANDONED:
                path.unlink()
    used = 0
    for _, size, path in sorted(kept, key=lambda entry: entry[0], reverse=True):
        used += size
        if used > ROOM:
            with suppress(OSError):
                path.unlink()


# -- locks: they end with the process that holds them ----------------------------------------------


@contextmanager
def lock(key: str, called: Callable[[], bool] = lambda: False) -> Iterator[None]:
    """Wait until no other process compiles what belongs to a key, or ``called`` is true; continue
    without a lock where there are none.
    """
    path = _path(key)
    descriptor = (
        _wait(path.with_suffix(".lock"), called) if path is not None and fcntl is not None else None
    )
    try:
        yield
    finally:
        if descriptor is not None and path is not None:
            with suppress(OSError):
                os.unlink(path.with_suffix(".lock"))
            os.close(descriptor)


def _wait(path: Path, called: Callable[[], bool]) -> int | None:
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end and not called():
        try:
            return _locked(path)
        except BlockingIOError:
            _warn_once("waiting for another process that compiles the same, once...")
            time.sleep(PAUSE)
        except OSError:
            return None
    return None


_told: set[str] = set()  # by this process


def _warn_once(sentence: str) -> None:
    if sentence not in _told:
        _told.add(sentence)
        log.warning(sentence)


def _locked(path: Path) -> int:
    """Return the descriptor of a lock file that is ours, or raise BlockingIOError."""
    descriptor = os.open(path, os.O_CREAT | os.O_RDWR, 0o600)
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        if os.fstat(descriptor).st_ino != os.stat(path).st_ino:
            raise BlockingIOError  # whoever had it has removed it meanwhile
    except OSError as error:
        os.close(descriptor)
        raise BlockingIOError if isinstance(error, FileNotFoundError) else error from None
    return descriptor
