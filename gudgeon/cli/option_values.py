"""Values of options that say more than a number, and messages that speak of options."""

import re
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

import click

from .._base.errors import InputError
from .._base.units import parse

if TYPE_CHECKING:
    from ..simulation.settings import Baumgarte, Crossing

CROSSING = re.compile(r"\s*([^<>=]+?)\s*([<>=])\s*(.+?)\s*$")
WAYS = {">": 1, "<": -1, "=": 0}


class StopWhen(click.ParamType):
    """A joint coordinate and the value at which a run ends: ``A.angle=2 rev``, upwards with ``>``,
    downwards with ``<``.
    """

    name = "crossing"

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> "Crossing":
        """Return the crossing."""
        from ..simulation.settings import Crossing

        match = CROSSING.match(str(value))
        if match is None:
            self.fail(f"expected JOINT.COORDINATE=VALUE, such as 'A.angle=2 rev', got {value!r}.")
        try:
            value = parse(match[3], "rad|m")
            return Crossing(match[1], value, direction=WAYS[match[2]])
        except InputError as error:
            self.fail(str(error), param, ctx)


class Stabilisation(click.ParamType):
    """How constraints are kept: ``projection``, or ``baumgarte:ALPHA,BETA`` [1/s]."""

    name = "stabilisation"

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> "str | Baumgarte":
        """Return the word, or Baumgarte's parameters."""
        from ..simulation.settings import Baumgarte

        word, _, numbers = str(value).partition(":")
        if word == "projection" and not numbers:
            return "projection"
        parts = numbers.split(",")
        if word != "baumgarte" or not all(part.strip() for part in parts):
            self.fail(f"expected projection, or baumgarte:5,5, got {value!r}.", param, ctx)
        try:
            return Baumgarte(parse(parts[0], "1/s"), parse(parts[-1], "1/s"))
        except InputError as error:
            self.fail(str(error), param, ctx)


def in_options(text: str, names: Iterable[str]) -> str:
    """Return a message in which arguments of Python calls are options of the command line:
    ``output_step`` is ``--output-step``, ``output='motion'`` is ``--output motion``.
    """
    # of those that it names: each takes as long as importing a module
    for name in sorted((name for name in names if name in text), key=len, reverse=True):
        option = f"--{name.replace('_', '-')}"
        text = re.sub(rf"(?<![\w.-])(?<!--set ){name}=(['\"])(\w+)\1", rf"{option} \2", text)
        text = re.sub(rf"(?<![\w.-])(?<!--set ){name}=(?=[\w.])", f"{option} ", text)
        if "_" in name:
            text = re.sub(rf"(?<![\w.-]){name}(?![\w=(])", option, text)
        text = re.sub(rf"^{name}:", f"{option}:", text)
    return text


def options_of(command: click.Command) -> list[str]:
    """Return the names of the options of a command."""
    return [str(param.name) for param in command.params if isinstance(param, click.Option)]


def as_options(text: str) -> str:
    """Return a message in the words of the command that is running."""
    context = click.get_current_context(silent=True)
    return in_options(text, options_of(context.command)) if context is not None else text
