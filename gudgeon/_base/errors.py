"""The one exception that a user's input can raise: what, where, and what to do."""

import unicodedata
from collections.abc import Iterable


class InputError(ValueError):
    """Something in a description, a file or a call is wrong.

    ``path`` says where in the description (``joints.C.axis``), ``message`` what is wrong and what
    is allowed. Reading a file adds its name and the line.
    """

    def __init__(self, message: str, path: tuple[str, ...] = (), *, location: str = "") -> None:
        self.message = message
        self.path = tuple(str(part) for part in path)
        self.location = location
        super().__init__(message)

    def under(self, *prefix: str) -> "InputError":
        """Return the same error seen from further up the description."""
        return InputError(self.message, (*prefix, *self.path), location=self.location)

    def __str__(self) -> str:
        where = [part for part in (self.location, ".".join(self.path)) if part]
        return harmless(": ".join([*where, self.message]))


class OutputError(InputError):
    """A file cannot be written: a full disk, a limit, a folder that is gone. The same call may
    succeed another time.
    """


class InputErrors(InputError):  # noqa: N818 - a plural
    """Several errors found in one reading of a file."""

    def __init__(self, errors: Iterable[InputError]) -> None:
        self.errors = tuple(errors)
        super().__init__("\n".join(str(error) for error in self.errors))


def harmless(text: str) -> str:
    r"""Return a text in which nothing can command a terminal: control and format characters are
    written as \\x1b or \\u202e.
    """
    if text.isascii() and text.isprintable():
        return text
    return "".join(
        letter
        if letter in "\n\t" or unicodedata.category(letter) not in _COMMANDS
        else _escaped(letter)
        for letter in text
    )


_COMMANDS = ("Cc", "Cf", "Cs", "Zl", "Zp")


def _escaped(letter: str) -> str:
    return letter.encode("unicode_escape", "surrogatepass").decode("ascii")


def suggestion(word: object, allowed: Iterable[str]) -> str:
    """Return `` Did you mean 'x'?`` for a near miss, and the list of what is allowed otherwise."""
    from difflib import get_close_matches

    allowed = [str(name) for name in allowed]
    close = get_close_matches(
        str(word).lower(), [name.lower() for name in allowed], n=1, cutoff=0.6
    )
    if close:
        nearest = next(name for name in allowed if name.lower() == close[0])
        return f" Did you mean '{nearest}'?"
    if not allowed:
        return " There is none."
    shown = ", ".join(f"'{name}'" for name in allowed[:12])
    return f" Allowed: {shown}{', ...' if len(allowed) > 12 else '.'}"


def brief(value: object) -> str:
    """Return ``repr(value)``, cut to what fits into a message."""
    try:
        text = repr(value)
    # an integer of thousands of digits; a list that contains itself in disguise
    except (ValueError, RecursionError):
        return f"a value too long to show ({type(value).__name__})"
    return text if len(text) <= 80 else f"{text[:60]} ... {text[-12:]}"
