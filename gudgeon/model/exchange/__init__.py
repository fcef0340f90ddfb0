"""Files of other programs: one file a format.

A reader makes a mechanism and names, with its line, everything in the file that is not in it.
"""

import warnings
from collections.abc import Callable
from pathlib import Path

from ..._base.arguments import path_of
from ..._base.errors import InputError
from ..mechanism import Mechanism
from .imported import Imported as Imported
from .imported import Note as Note
from .imported import NotUnderstoodWarning as NotUnderstoodWarning
from .imported import Shape as Shape

__all__ = ["ENDINGS", "Imported", "NotUnderstoodWarning", "Note", "import_model", "read_foreign"]

MAX_BYTES = 32_000_000
ENDINGS = (".adm",)


def import_model(path: str | Path) -> Imported:
    """Return the mechanism in a file of another program (Adams .adm), the meshes of its bodies, and
    what in it was not understood.
    """
    path = path_of(path)
    ending = path.suffix.lower()
    if ending not in ENDINGS:
        raise InputError(
            f"cannot be imported by its ending; known are {', '.join(ENDINGS)}.", location=str(path)
        )
    text = _text(path)
    reader = _reader(ending)
    try:
        return reader(text, str(path), path.stem)
    except RecursionError:
        raise InputError("is nested too deeply to be a model.", location=str(path)) from None
    except InputError as error:
        if error.location:
            raise
        raise InputError(error.message, error.path, location=str(path)) from None


def read_foreign(path: Path) -> Mechanism:
    """Return the mechanism in a file of another program; warn of what may change its motion."""
    imported = import_model(path)
    for note in imported.lost:
        warnings.warn(str(note), NotUnderstoodWarning, stacklevel=3)
    return imported.mechanism


def _reader(ending: str) -> Callable[[str, str, str], Imported]:
    from .adams import read_adams

    return read_adams


def _text(path: Path) -> str:
    try:
        with path.open("rb") as file:
            data = file.read(MAX_BYTES + 1)
    except FileNotFoundError:
        raise InputError("there is no such file.", location=str(path)) from None
    except OSError as error:
        raise InputError(
            f"cannot be read: {error.strerror or error}.", location=str(path)
        ) from None
    if len(data) > MAX_BYTES:
        raise InputError(
            f"is larger than {MAX_BYTES // 10**6} MB; a model is not that long.", location=str(path)
        )
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        return data.decode("latin-1")
