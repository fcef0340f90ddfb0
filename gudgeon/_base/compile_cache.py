"""Compiled code on disk: one file a signature, either complete or not there, tied to its sources by a checksum.

Numba's own disk cache keeps an index beside the data and trusts both. A damaged file then ends in any exception or in
a crash; of two processes that write at once, one can leave an index that names the other's code; and all of them
compile the same. Here a file is::

    SHA-256 of (stamp, rest)  |  pickled (signature, processor)  |  pickled code

It is written beside its place and moved there whole. What does not agree with its checksum, because it is damaged,
was cut off, or belongs to other sources, is passed over unread, compiled again and replaced. While one process
compiles, others that want the same code wait for its file.
"""

import io
import logging
import os
import pickle
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from hashlib import sha256
from pathlib import Path
from typing import Any
from uuid import uuid4

import numba
import numpy as np
from numba.core.caching import FunctionCache, NullCache
from numba.core.registry import cpu_target
from numba.core.serialize import dumps

try:
    import fcntl
except ImportError:  # Windows: everybody compiles for themselves
    fcntl = None  # type: ignore[assignment]

DIGEST_BYTES = 32
PATIENCE = 600.0  # [s] longer than any compilation: the other process was stopped
PAUSE = 0.1  # [s] between two looks at the lock of another process
ABANDONED = 3600.0  # [s] age of a file whose writer was killed

log = logging.getLogger("gudgeon")


def cache_of(function: Callable, stamp: str) -> Any:
    """Return the disk cache of a function, or one that keeps nothing where no folder can be written."""
    try:
        return CodeCache(function, stamp)
    except RuntimeError:  # Numba found no folder
        return NullCache()


class CodeCache(FunctionCache):
    """The compiled signatures of one function; ``stamp`` stands for all the sources that they are made from."""

    def __init__(self, function: Callable, stamp: str) -> None:
        super().__init__(function)
        self._stamp = " ".join((stamp, numba.__version__, np.__version__)).encode()
        name = f"{self._impl.filename_base}.{sha256(self._stamp).hexdigest()[:12]}"
        self._folder, self._base = Path(self._cache_path), name
        self._locks: dict[Path, int] = {}

    # -- what Numba calls: load, and if that returns None, compile and save --

    def _load_overload(self, sig: Any, target_context: Any) -> Any:
        path = self._path(self._index_key(sig, target_context.codegen()))
        found = self._read(path)
        if found is None:
            self._lock(path)
            found = self._read(path)  # what another process has compiled meanwhile
        if found is None:
            return None
        self._unlock(path)
        _, file = found
        return self._impl.rebuild(target_context, pickle.load(file))

    def _save_overload(self, sig: Any, data: Any) -> None:
        key = self._index_key(sig, data.codegen)
        path = self._path(key)
        try:
            if self._impl.check_cachable(data):
                self._write(path, pickle.dumps((str(key[0]), key[1])) + dumps(self._impl.reduce(data)))
        except OSError as error:
            log.warning("compiled code cannot be kept in %s (%s); the next run compiles again.", path.parent, error.strerror or error)
        finally:
            self._unlock(path)

    def flush(self) -> None:
        """Forget all signatures."""
        for path in self._files():
            path.unlink(missing_ok=True)

    # -- files --

    def signatures(self) -> list[str]:
        """Return the signatures that are on the disk, complete, for this processor."""
        processor = cpu_target.target_context.codegen().magic_tuple()
        heads = [found[0] for found in map(self._read, self._files()) if found is not None]
        return [signature for signature, made_for in heads if made_for == processor]

    def _files(self) -> Iterator[Path]:
        return self._folder.glob(f"{self._base}.*.nbc")

    def _path(self, key: Any) -> Path:
        return self._folder / f"{self._base}.{sha256(repr(key).encode()).hexdigest()[:24]}.nbc"

    def _read(self, path: Path) -> tuple[tuple[str, Any], io.BytesIO] | None:
        """Return signature and processor, and the file from there on; or None if there is none that can be trusted."""
        try:
            if not path.is_file():  # a pipe of that name would be waited for
                return None
            file = io.BytesIO(path.read_bytes())
        except OSError:
            return None
        digest = file.read(DIGEST_BYTES)
        if digest != self._digest(file.getbuffer()[DIGEST_BYTES:]):
            return None
        return pickle.load(file), file

    def _digest(self, content: Any) -> bytes:
        digest = sha256(self._stamp)
        digest.update(content)
        return digest.digest()

    def _write(self, path: Path, content: bytes) -> None:
        self._folder.mkdir(parents=True, exist_ok=True)
        draft = path.with_name(f"{path.name}.{uuid4().hex[:16]}.tmp")
        try:
            draft.write_bytes(self._digest(content) + content)
            os.replace(draft, path)
        finally:
            draft.unlink(missing_ok=True)
        self._tidy()

    def _tidy(self) -> None:
        """Remove the code of older sources, and what killed processes left."""
        for path in self._folder.glob(f"{self._impl.filename_base}.*"):
            with suppress(OSError):
                abandoned = path.suffix != ".nbc" and time.time() - path.stat().st_mtime > ABANDONED
                if abandoned or (path.suffix in (".nbc", ".nbi") and not path.name.startswith(f"{self._base}.")):
                    path.unlink()

    # -- locks: they end with the process that holds them --

    def _lock(self, path: Path) -> None:
        """Wait until no other process compiles what belongs into ``path``; go on without a lock where there are none."""
        if fcntl is None or path in self._locks:
            return
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end:
            with suppress(BlockingIOError):
                try:
                    self._locks[path] = _locked(_lock_file(path))
                    return
                except BlockingIOError:
                    raise
                except OSError:
                    return
            _tell_once("waiting for another process that compiles the same, once...")
            time.sleep(PAUSE)

    def _unlock(self, path: Path) -> None:
        lock = self._locks.pop(path, None)
        if lock is not None:
            with suppress(OSError):
                os.unlink(_lock_file(path))
            os.close(lock)


_told: set[str] = set()  # by this process


def _tell_once(sentence: str) -> None:
    if sentence not in _told:
        _told.add(sentence)
        log.warning(sentence)


def _lock_file(path: Path) -> Path:
    return path.with_suffix(".lock")


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
