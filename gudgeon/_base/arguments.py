"""Arguments of Python calls: numbers, paths, names, lists. What cannot be one raises an
InputError that names the argument.
"""

import os
from collections.abc import Collection, Iterable
from inspect import signature
from operator import index
from pathlib import Path
from typing import Any

from .description import RAW, Quantity
from .errors import InputError, brief

POSITIVE_TIME = Quantity("s", bounds=((">", 0.0),))
POSITIVE_LENGTH = Quantity("m", bounds=((">", 0.0),))
FRACTION = Quantity("1", bounds=((">", 0.0), ("<", 1.0)))


def number(value: Any, name: str, spec: Quantity) -> Any:
    """Return an argument as a float in SI units, or as tuples of floats where the quantity
    allows several.
    """
    try:
        return spec.coerce(value)
    except InputError as error:
        raise error.under(name) from None


def whole_number(value: Any, name: str, least: int, most: int | None = None) -> int:
    """Return an argument that is a whole number within bounds."""
    try:
        found = least - 1 if isinstance(value, bool) else index(value)
    except TypeError:
        found = least - 1
    if found < least:
        raise InputError(f"must be a whole number >= {least}, got {brief(value)}.", (name,))
    if most is not None and found > most:
        raise InputError(f"must be at most {most}, got {brief(value)}.", (name,))
    return found


def path_of(value: Any, name: str = "path") -> Path:
    """Return an argument as a path that a file system can have."""
    text = os.fspath(value) if isinstance(value, (str, os.PathLike)) else None
    if not isinstance(text, str):
        raise InputError(f"expected the name of a file or folder, got {brief(value)}.", (name,))
    try:
        os.fsencode(text)
    except UnicodeEncodeError:
        raise InputError(
            "expected the name of a file or folder; this one has letters that are none: "
            f"{brief(text)}.",
            (name,),
        ) from None
    if "\0" in text:
        raise InputError(
            "expected the name of a file or folder; none can have a null character: "
            f"{brief(text)}.",
            (name,),
        )
    return Path(text)


def make_folder(value: Any, name: str = "folder") -> Path:
    """Return an argument as a folder, made if it is not there."""
    folder = path_of(value, name)
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise InputError(
            f"the folder cannot be made: {error.strerror or error}.", location=str(folder)
        ) from None
    return folder


def among(word: Any, known: Collection[str]) -> bool:
    """Whether an argument is one of some names; what is no text is none of them."""
    return isinstance(word, str) and word in known


def listed(values: Any, name: str, what: str) -> list[Any]:
    """Return an argument as a list; a single text is a list of one."""
    if isinstance(values, str):
        return [values]
    if (
        not isinstance(values, Iterable)
        or isinstance(values, (dict, *RAW))
        or getattr(values, "ndim", 1) == 0
    ):
        raise InputError(f"expected {what}, got {brief(values)}.", (name,))
    return list(values)


def row_number(k: Any, count: int, what: str) -> int:
    """Return the number of a row, a point or a member, counted from 0."""
    try:
        number = -1 if isinstance(k, bool) else index(k)
    except TypeError:
        number = -1
    if not 0 <= number < count:
        raise InputError(f"there is no {what} {brief(k)}; they are counted from 0 to {count - 1}.")
    return number


def truth(value: Any, name: str) -> bool:
    """Return an argument that is true or false."""
    if (
        not isinstance(value, (bool, int))
        and getattr(getattr(value, "dtype", None), "kind", "") != "b"
    ):
        raise InputError(f"expected True or False, got {brief(value)}.", (name,))
    if getattr(value, "ndim", 0):
        raise InputError(f"expected one True or False, got {brief(value)}.", (name,))
    return bool(value)


def listener(progress: Any) -> Any:
    """Return what is told the progress of runs: a function, True for a bar, False for nobody, None for a bar
    in notebooks.
    """
    if progress is None or (callable(progress) and _takes_progress(progress)):
        return progress
    if callable(progress):
        raise InputError(
            f"expected a function of t, duration and statistics, got {brief(progress)}.",
            ("progress",),
        )
    return truth(progress, "progress")


def _takes_progress(function: Any) -> bool:
    """Whether a function can be called with time, duration and statistics, as far as it tells."""
    try:
        signature(function).bind(0.0, 1.0, {})
    except TypeError:
        return False
    # built-in functions tell nothing; built-in types make something else of their arguments
    except ValueError:
        return not isinstance(function, type)
    return True
