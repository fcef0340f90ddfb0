"""Base of the results of one body, joint, contact or driver: its quantities are attributes."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from .._base.arguments import among
from .._base.errors import InputError, suggestion
from .._base.text import summary_of

if TYPE_CHECKING:
    from ..assembly.output_layout import Variable
    from ..model import Mechanism
    from .result import Result


class UnknownQuantityError(InputError, AttributeError):
    """A body, joint or driver was asked for something that it does not have."""


@dataclass(frozen=True)
class Source:
    """Where the numbers of one quantity stand: a variable of the layout and the index along its
    first dimension.
    """

    variable: Variable
    index: int
    unit: str

    @property
    def dims(self) -> tuple[str, ...]:
        """Dimensions of the quantity besides time."""
        return self.variable.dims[1:]


class Part:
    """The results of one body, joint, contact or driver; its quantities are attributes."""

    kind = "part"

    def __init__(self, result: Result, name: str, sources: Mapping[str, Source]) -> None:
        self._result, self._name, self._sources = result, name, sources

    @property
    def name(self) -> str:
        """Name of the body, joint or driver, label of the contact."""
        return self._name

    @property
    def quantities(self) -> dict[str, str]:
        """The quantities there are, each with its unit."""
        return {name: source.unit for name, source in self._sources.items()}

    def help(self, quantity: str) -> str:
        """Return what a quantity is, in a sentence."""
        if among(quantity, self._sources):
            return self._sources[quantity].variable.help
        documented = getattr(type(self), quantity, None) if among(quantity, self.quantities) else ""
        return summary_of(documented) if documented else ""

    def components(self, quantity: str) -> tuple[str, ...]:
        """Return the names of the components of a quantity; none for a single number."""
        source = self._sources[quantity] if among(quantity, self._sources) else None
        return (
            self._result.layout.labels[source.dims[0]] if source is not None and source.dims else ()
        )

    @property
    def _mechanism(self) -> Mechanism:
        if self._result.mechanism is None:
            raise InputError(
                "the description of the mechanism could not be read, so this is not known of "
                f"{self.kind} '{self._name}'."
            )
        return self._result.mechanism

    def __getattr__(self, quantity: str) -> np.ndarray:
        if quantity.startswith("_"):
            raise AttributeError(quantity)
        if quantity not in self._sources:
            raise UnknownQuantityError(
                _without(f"{self.kind} '{self._name}' has no", quantity, self.quantities)
            )
        source = self._sources[quantity]
        return np.asarray(self._result.data[source.variable.name][:, source.index])

    def __dir__(self) -> list[str]:
        return [*super().__dir__(), *self.quantities]

    def __repr__(self) -> str:
        return f"<{self.kind} '{self._name}': {', '.join(self.quantities)}>"


def _without(what: str, quantity: str, there: Mapping[str, str]) -> str:
    near = suggestion(quantity, there)
    everything = "" if near.startswith(" Allowed") else f" There are: {', '.join(there)}."
    return f"{what} '{quantity}'.{near}{everything}"
