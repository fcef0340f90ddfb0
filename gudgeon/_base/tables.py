"""Tables of texts: aligned, for terminals and prompts of Python, and as HTML, for notebooks and
pages.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from html import escape
from itertools import zip_longest
from typing import Any
from unicodedata import east_asian_width

from .errors import InputError

# notebooks align to the right; colours are left to the reader's theme
LEFT = 'style="text-align:left;vertical-align:top"'


def text_table(
    heads: Sequence[str], rows: Iterable[Sequence[str]], numbers: Sequence[bool] = ()
) -> str:
    """Return a table as lines of text; heads may have several lines, columns of ``numbers`` are
    aligned to the right.

    Nothing is folded or cut: the text of an object does not depend on the reader's window, and may
    go to a file.
    """
    lines = [*zip_longest(*(head.splitlines() for head in heads), fillvalue=""), *rows]
    widths = [max(map(_width, column)) for column in zip(*lines, strict=True)]
    columns = [*zip(widths, numbers or [False] * len(widths), strict=True)]
    padded = [
        "  ".join(
            _padded(cell, *column) for cell, column in zip(line, columns, strict=True)
        ).rstrip()
        for line in lines
    ]
    return "\n".join(line for line in padded if line)


def _padded(cell: str, width: int, number: bool) -> str:
    space = " " * (width - _width(cell))
    return space + cell if number else cell + space


def _width(text: str) -> int:
    """Return how many columns of a terminal a text takes: two for every wide character."""
    return len(text) + sum(east_asian_width(letter) in "WF" for letter in text)


def html_table(
    heads: Sequence[str],
    rows: Iterable[Sequence[str]],
    numbers: Sequence[bool] = (),
    shown: int | None = None,
) -> str:
    """Return a table of escaped texts; without ``heads`` the first text of each row is its title.

    Columns of ``numbers`` are aligned as the reader's notebook does, texts to the left. Of more
    than ``shown`` rows the first are there, and a line says how many are not. A table without rows
    is nothing.
    """
    rows = list(rows)
    if not rows:
        return ""
    styles = ["" if number else f" {LEFT}" for number in numbers or [False] * len(rows[0])]
    lines = [_row(["th"] * len(heads), styles, heads)] if heads else []
    tags = ["td" if heads else "th", *["td"] * (len(styles) - 1)]
    lines += [_row(tags, styles, row) for row in rows[:shown]]
    more = f"<p>and {len(rows) - shown} more</p>" if shown is not None and len(rows) > shown else ""
    return f"<table>{''.join(lines)}</table>{more}"


def _row(tags: Sequence[str], styles: Sequence[str], cells: Sequence[str]) -> str:
    texts = ["<br>".join(escape(line) for line in cell.splitlines() if line) for cell in cells]
    parts = [
        f"<{tag}{style}>{text}</{tag}>"
        for tag, style, text in zip(tags, styles, texts, strict=True)
    ]
    return f"<tr>{''.join(parts)}</tr>"


def data_frame(columns: Mapping[str, Any], **options: Any) -> Any:
    """Return columns as a pandas.DataFrame, made with these options."""
    try:
        import pandas
    except ImportError:
        raise InputError("to_pandas needs the package pandas; install it beside gudgeon.") from None
    return pandas.DataFrame(columns, **options)
