"""Plain text: titles with sentences below them, cells of tables, files that are not too long."""

import inspect
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from .errors import InputError


def entry(title: str, sentences: Iterable[str]) -> list[str]:
    """Return ``title  first sentence`` and the others below it; ``none`` if there is no
    sentence.
    """
    first, *rest = [*sentences] or ["none"]
    return [f"  {title:<22}{first}", *(f"{'':24}{sentence}" for sentence in rest)]


def summary_of(thing: Any) -> str:
    """Return the first paragraph of a docstring in a line: the summary of a class, the equation
    of a law.
    """
    return " ".join((inspect.getdoc(thing) or "").strip().partition("\n\n")[0].split())


def cell(value: Any) -> Any:
    """Return a cell of a CSV file; a text that a spreadsheet would compute as a formula is
    marked as text.
    """
    return (
        f"'{value}"
        if isinstance(value, str) and value.startswith(("=", "+", "-", "@", "\t", "\r"))
        else value
    )


def read_model_file(path: Path, most: int) -> bytes:
    """Return what a model file holds, or raise InputError if it cannot be read or is longer than
    ``most`` bytes.
    """
    try:
        with path.open("rb") as file:
            data = file.read(most + 1)
    except FileNotFoundError:
        raise InputError("there is no such file.", location=str(path)) from None
    except OSError as error:
        raise InputError(
            f"cannot be read: {error.strerror or error}.", location=str(path)
        ) from None
    if len(data) > most:
        raise InputError(
            f"is larger than {most // 10**6} MB; a model file is not that long.",
            location=str(path),
        )
    return data
