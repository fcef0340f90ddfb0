"""Plain text for people: titles with sentences below them."""

import inspect
from collections.abc import Iterable
from typing import Any


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
