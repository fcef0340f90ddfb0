"""The parts of a result: what can be asked of one body, contact or driver; joints are in joint_parts.py."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from .._base.errors import InputError, brief, suggestion

if TYPE_CHECKING:
    from ..assembly.output_layout import Variable
    from ..model import Mechanism
    from .result import Result


class UnknownQuantityError(InputError, AttributeError):
    """A body, joint or driver was asked for something that it does not have."""


@dataclass(frozen=True)
class Source:
    """Where the numbers of one quantity stand: a variable of the layout and the index along its first dimension."""

    variable: Variable
    index: int
    unit: str

    @property
    def dims(self) -> tuple[str, ...]:
        """Dimensions of the quantity besides time."""
        return self.variable.dims[1:]


@dataclass(frozen=True)
class Channel:
    """Numbers over time, found by a text: ``values`` has the shape (rows,) or (rows, components)."""

    name: str
    quantity: str
    unit: str
    values: np.ndarray
    components: tuple[str, ...] = ()

    @property
    def label(self) -> str:
        """What to write beside a curve."""
        return self.name.replace(".", " ")


class Part:
    """The results of one body, joint, contact or driver; its quantities are attributes."""

    kind = "part"

    def __init__(self, result: Result, name: str, sources: Mapping[str, Source]) -> None:
        self._result, self._name, self._sources = result, name, sources

    @property
    def quantities(self) -> dict[str, str]:
        """The quantities there are, each with its unit."""
        return {name: source.unit for name, source in self._sources.items()}

    def components(self, quantity: str) -> tuple[str, ...]:
        """Return the names of the components of a quantity; none for a single number."""
        source = self._sources.get(quantity)
        return self._result.layout.labels[source.dims[0]] if source is not None and source.dims else ()

    @property
    def _mechanism(self) -> Mechanism:
        if self._result.mechanism is None:
            raise InputError(f"the description of the mechanism could not be read, so this is not known of {self.kind} '{self._name}'.")
        return self._result.mechanism

    def __getattr__(self, quantity: str) -> np.ndarray:
        if quantity.startswith("_"):
            raise AttributeError(quantity)
        if quantity not in self._sources:
            raise UnknownQuantityError(_without(f"{self.kind} '{self._name}' has no", quantity, self.quantities))
        source = self._sources[quantity]
        return np.asarray(self._result.data[source.variable.name][:, source.index])

    def __dir__(self) -> list[str]:
        return [*super().__dir__(), *self.quantities]

    def __repr__(self) -> str:
        return f"<{self.kind} '{self._name}': {', '.join(self.quantities)}>"


class BodyResult(Part):
    """Motion of a body in the global frame; every array has one row per output time.

    ``position`` [m], ``velocity`` [m/s], ``acceleration`` [m/s^2] of the centre of mass; ``orientation`` (Euler
    parameters, scalar first); ``angular_velocity`` [rad/s]; ``angular_acceleration`` [rad/s^2].
    """

    kind = "body"
    position: np.ndarray
    orientation: np.ndarray
    velocity: np.ndarray
    angular_velocity: np.ndarray
    acceleration: np.ndarray
    angular_acceleration: np.ndarray

    @property
    def rotation(self) -> np.ndarray:
        """Rotation matrices from the body frame to the global frame, shape (rows, 3, 3)."""
        e0, e1, e2, e3 = self.orientation.T
        matrix = [
            [e0 * e0 + e1 * e1 - 0.5, e1 * e2 - e0 * e3, e1 * e3 + e0 * e2],
            [e1 * e2 + e0 * e3, e0 * e0 + e2 * e2 - 0.5, e2 * e3 - e0 * e1],
            [e1 * e3 - e0 * e2, e2 * e3 + e0 * e1, e0 * e0 + e3 * e3 - 0.5],
        ]
        return 2 * np.moveaxis(np.array(matrix), 2, 0)

    def at(self, local_point: Any) -> np.ndarray:
        """Return the global track of a point given in the body frame [m], shape (rows, 3)."""
        point = np.asarray(local_point, dtype=float)
        if point.shape != (3,):
            raise InputError(f"expected a point of three numbers in the body frame [m], got {local_point!r}.")
        return self.position + self.rotation @ point


class ContactResult(Part):
    """One contact in the gap of a joint, or one of its stops.

    ``penetration`` [m] (a gap is negative), ``rate`` [m/s], ``normal_force`` [N]; ``friction`` [N] on the second body and
    the ``point`` [m] where both act, in the global frame. Stops, and ends of play
    without friction, have the first three alone; on an angle in rad, rad/s, N m.
    """

    kind = "contact"
    penetration: np.ndarray
    rate: np.ndarray
    normal_force: np.ndarray
    friction: np.ndarray
    point: np.ndarray


class DriverResult(Part):
    """What a driver needs: ``force`` [N, or N m on an angle] with which it acts on the second body, and ``power`` [W]."""

    kind = "driver"
    force: np.ndarray

    @property
    def quantities(self) -> dict[str, str]:
        """The quantities there are, each with its unit."""
        return {**super().quantities, "power": "W"}

    @property
    def power(self) -> np.ndarray:
        """Power that the driver puts into the mechanism: force times rate of the coordinate [W]."""
        driver = next((one for one in self._mechanism.drivers if one.name == self._name), None)
        if driver is None:
            raise InputError(f"the description of the mechanism has no driver {brief(self._name)}; its power is not known.")
        rate = getattr(self._result.joint(driver.joint), f"{self._mechanism.coordinate(driver)}_rate")
        return self.force * rate


def _without(what: str, quantity: str, there: Mapping[str, str]) -> str:
    near = suggestion(quantity, there)
    everything = "" if near.startswith(" Allowed") else f" There are: {', '.join(there)}."
    return f"{what} '{quantity}'.{near}{everything}"
