"""Units of compiled code: what is compiled together, in a process of its own, and from which
sources.
"""

from collections.abc import Callable
from typing import Any, NamedTuple

from .decorators import PART

PACKAGE = __name__.partition(".")[0] + "."


class Compiled(NamedTuple):
    """A function of a unit: the C types of its arguments (i: integer, d: double, p: address of
    doubles) and of its result ("" for none).
    """

    function: Callable
    arguments: str
    result: str = "d"
    how: str = PART  # or LAW


class Unit:
    """What is compiled together, in a process of its own: some functions, and the modules that
    they are made from.
    """

    def __init__(
        self,
        name: str,
        recipe: tuple[str, ...],
        sources: tuple[str, ...],
        functions: Callable[[], dict[str, Compiled]],
        uses: tuple[Any, ...] = (),
    ) -> None:
        self.name = name
        # a module, a function of it and its arguments: calling it defines the unit in another
        # process
        self.recipe = recipe
        self.sources = sources  # modules; those that they import count, too
        self.functions = functions  # symbol -> function
        # what code from outside the package is made from: functions, and what they are told
        self.uses = uses
        self.ours = all(source.startswith(PACKAGE) for source in sources)
        if self.ours:
            UNITS[name] = self


UNITS: dict[str, Unit] = {}
"""The units of this package that were defined so far."""


def symbol(name: str) -> str:
    """Return a name as that of a function in compiled code, which knows no letters but those of
    ASCII.
    """
    return "".join(
        letter if letter.isascii() and ("_" + letter).isidentifier() else f"u{ord(letter):x}"
        for letter in name
    )
