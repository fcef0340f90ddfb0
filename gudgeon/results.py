"""What a run gives back: motion, reactions, energies, and how the run ended."""

from __future__ import annotations

import enum
import html
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from ._errors import InputError, suggestion

if TYPE_CHECKING:
    from .assembly.layout import Layout, Variable
    from .mechanism import Mechanism


class Status(enum.Enum):
    """How a run ended; the value says it in a sentence with advice. Kernels use the position in this list: append only."""

    RUNNING = "The run has not ended, or was killed; everything up to t = {t:.6g} s was written."
    COMPLETE = "Complete at t = {t:.6g} s."
    STOPPED = "Stopped at t = {t:.6g} s, where a stop condition was met."
    INTERRUPTED = "Interrupted at t = {t:.6g} s; what was computed until then is kept."
    STEP_TOO_SMALL = (
        "The step size fell below what numbers can resolve at t = {t:.6g} s; look there for a force that is not smooth or "
        "far too stiff, try method='radau', or loosen rtol."
    )
    NOT_FINITE = (
        "A force or acceleration was not finite at t = {t:.6g} s; look for a law that divides by zero or a table that is "
        "left, and for parameters in the wrong unit."
    )
    CANNOT_PROJECT = (
        "The joints could not be closed any more at t = {t:.6g} s; the mechanism probably reached a position that it cannot "
        "pass (a dead centre or a driver that pulls too far). Check the drivers' range, or reduce max_step."
    )
    NEWTON_FAILED = (
        "The iteration of the implicit method did not converge at t = {t:.6g} s; try a tighter rtol, a smaller max_step, "
        "or an explicit method (dop853, tsit5)."
    )
    TOO_MANY_STEPS = (
        "The limit of steps was reached at t = {t:.6g} s; the mechanism may be stiff (try method='radau'), or the duration "
        "is much longer than its fastest motion."
    )
    OUTPUT_FAILED = "The result could not be written beyond t = {t:.6g} s; free space on the disk or choose another folder."

    @property
    def code(self) -> int:
        """The integer by which kernels know this status."""
        return list(Status).index(self)

    @classmethod
    def from_code(cls, code: int) -> Status:
        """Return the status that a kernel means by ``code``."""
        return list(cls)[code]

    @property
    def failed(self) -> bool:
        """Whether the run ended against the user's will."""
        return self.code > Status.INTERRUPTED.code

    def sentence(self, t: float) -> str:
        """Return the sentence for a run that got as far as ``t`` [s]."""
        return self.value.format(t=t)


class SimulationError(RuntimeError):
    """A run failed; ``result`` holds what was computed until then."""

    def __init__(self, message: str, result: Result) -> None:
        self.result = result
        super().__init__(message)


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
    """The results of one body, joint or driver; its quantities are attributes."""

    kind = "part"

    def __init__(self, result: Result, name: str, sources: Mapping[str, Source]) -> None:
        self._result, self._name, self._sources = result, name, sources

    @property
    def quantities(self) -> dict[str, str]:
        """The quantities there are, each with its unit."""
        return {name: source.unit for name, source in self._sources.items()}

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


class JointResult(Part):
    """Reactions and coordinates of a joint.

    ``force`` [N] and ``torque`` [N m] act on the second body at its joint point, in the global frame. The coordinates of
    the joint (``angle`` [rad], ``displacement`` [m], ...) have their rates beside them (``angle_rate``).
    """

    kind = "joint"
    force: np.ndarray
    torque: np.ndarray


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
        mechanism = self._result.mechanism
        if mechanism is None:
            raise InputError(f"the description of the mechanism could not be read, so the coordinate of '{self._name}' is not known.")
        driver = next(one for one in mechanism.drivers if one.name == self._name)
        rate = getattr(self._result.joint(driver.joint), f"{mechanism.coordinate(driver)}_rate")
        return self.force * rate


class Energy:
    """The energy ledger [J]; entries by their label: ``result.energy["lost:damper"]``."""

    sums = ("kinetic", "gravity", "stored", "potential", "total", "lost", "work", "balance")

    def __init__(self, result: Result) -> None:
        self._data, self._labels = result.data["energy"], result.layout.labels["entry"]

    @property
    def entries(self) -> tuple[str, ...]:
        """Labels of all entries."""
        return self._labels

    def __getitem__(self, entry: str) -> np.ndarray:
        if entry not in self._labels:
            raise InputError(f"there is no energy entry '{entry}'.{suggestion(entry, self._labels)}")
        return np.asarray(self._data[:, self._labels.index(entry)])

    def _sum(self, *kinds: str) -> np.ndarray:
        chosen = [entry for entry in self._labels if entry.partition(":")[0] in kinds]
        return sum((self[entry] for entry in chosen), np.zeros(self._data.shape[0]))

    @property
    def kinetic(self) -> np.ndarray:
        """Kinetic energy of all bodies."""
        return self._sum("kinetic")

    @property
    def gravity(self) -> np.ndarray:
        """Potential energy of gravity."""
        return self._sum("gravity")

    @property
    def stored(self) -> np.ndarray:
        """Energy stored in springs."""
        return self._sum("stored")

    @property
    def potential(self) -> np.ndarray:
        """Energy of gravity and springs."""
        return self._sum("gravity", "stored")

    @property
    def total(self) -> np.ndarray:
        """Kinetic plus potential energy."""
        return self._sum("kinetic", "gravity", "stored")

    @property
    def lost(self) -> np.ndarray:
        """Energy dissipated since t = 0."""
        return self._sum("lost")

    @property
    def work(self) -> np.ndarray:
        """Work put in by drivers and loads since t = 0."""
        return self._sum("driver", "load")

    @property
    def balance(self) -> np.ndarray:
        """Total + lost - work minus its first value: zero in exact arithmetic."""
        sum_ = self.total + self.lost - self.work
        return sum_ - sum_[:1] if len(sum_) else sum_


class Result:
    """The outcome of a run: ``t``, ``body(name)``, ``joint(name)``, ``driver(name)``, ``energy``, ``status``, ``statistics``.

    ``data`` maps the variables of ``layout`` to arrays with one row per output time; those of a file are read when asked.
    ``report`` holds sentences about the run, ``settings`` what is needed to repeat it. ``mechanism`` is None when a file's
    description needs laws that are not there; ``description`` is its text.
    """

    def __init__(
        self,
        mechanism: Mechanism | None,
        layout: Layout,
        data: Mapping[str, Any],
        status: Status,
        statistics: Mapping[str, Any] | None = None,
        report: tuple[str, ...] = (),
        settings: Mapping[str, Any] | None = None,
        *,
        description: str = "",
    ) -> None:
        self.mechanism, self.layout, self.data, self.status = mechanism, layout, data, status
        self.statistics, self.report, self.settings = dict(statistics or {}), tuple(report), dict(settings or {})
        self.description = description
        for variable in layout.variables:
            if tuple(data[variable.name].shape) != (self.rows, *variable.shape):
                raise ValueError(f"{variable.name} has the shape {data[variable.name].shape}, not {(self.rows, *variable.shape)}")

    @property
    def rows(self) -> int:
        """Number of output times."""
        return int(self.data["t"].shape[0])

    @cached_property
    def t(self) -> np.ndarray:
        """Output times [s]."""
        return np.asarray(self.data["t"][:])

    @property
    def message(self) -> str:
        """How the run ended, in a sentence."""
        return self.status.sentence(float(self.data["t"][self.rows - 1]) if self.rows else 0.0)

    @property
    def energy(self) -> Energy:
        """The energy ledger."""
        return Energy(self)

    def body(self, name: str) -> BodyResult:
        """Return the motion of a body."""
        return BodyResult(self, name, self._part("bodies", "body", name))

    def joint(self, name: str) -> JointResult:
        """Return the reactions and coordinates of a joint."""
        return JointResult(self, name, self._part("joints", "joint", name))

    def driver(self, name: str) -> DriverResult:
        """Return the force and power of a driver."""
        return DriverResult(self, name, self._part("drivers", "driver", name))

    def channel(self, name: str) -> Channel:
        """Return the numbers that a text names: ``rod.position.x``, ``A.force.magnitude``, ``A.angle``, ``energy.balance``.

        Where a joint and a driver share a name, put the section before it: ``drivers.A.force``.
        """
        from .channels import find

        return find(self, name)

    def channels(self) -> list[str]:
        """Return the names of all channels, components included."""
        from .channels import names

        return names(self)

    def save(self, path: str | Path) -> Path:
        """Write everything to an HDF5 file that ``gudgeon.load`` and xarray read, and return its path."""
        from .storage import save

        return save(self, path)

    def to_xarray(self) -> Any:
        """Return an xarray.Dataset with named dimensions and labels."""
        from .storage import to_xarray

        return to_xarray(self)

    def _part(self, section: str, kind: str, name: str) -> Mapping[str, Source]:
        parts = self._sources[section]
        if name not in parts:
            raise InputError(f"there is no {kind} '{name}'.{suggestion(name, parts)}")
        return parts[name]

    @cached_property
    def _sources(self) -> dict[str, dict[str, dict[str, Source]]]:
        """Where the numbers of every quantity stand: section -> part -> quantity."""
        labels, parts = self.layout.labels, {"body": "bodies", "joint": "joints", "driver": "drivers"}
        sources: dict[str, dict[str, dict[str, Source]]] = {section: {name: {} for name in labels[dim]} for dim, section in parts.items()}
        driven = {one.name: self.mechanism.coordinate(one) for one in self.mechanism.drivers} if self.mechanism else {}
        for variable in self.layout.variables:
            dim = variable.dims[0] if variable.dims else ""
            for index, label in enumerate(labels[dim] if dim in parts else ()):
                unit = _unit(variable.unit, driven.get(label)) if dim == "driver" else variable.unit
                sources[parts[dim]][label][variable.name.removeprefix(f"{dim}_")] = Source(variable, index, unit)
            for index, label in enumerate(labels[dim] if dim == "coordinate" else ()):
                joint, _, coordinate = label.rpartition(".")
                quantity = coordinate + variable.name.partition("coordinate")[2]
                sources["joints"][joint][quantity] = Source(variable, index, _unit(variable.unit, coordinate))
        return sources

    def _facts(self) -> dict[str, str]:
        labels = self.layout.labels
        name = self.mechanism.name if self.mechanism else "a mechanism whose description could not be read"
        counts = ", ".join(f"{len(labels[dim])} {word}" for dim, word in (("body", "bodies"), ("joint", "joints"), ("driver", "drivers")))
        span = f"{self.rows} rows" + (f", t = {self.data['t'][0]:.6g} to {self.data['t'][self.rows - 1]:.6g} s" if self.rows else "")
        return {"mechanism": name, "parts": counts, "output": span, "status": self.message}

    def __repr__(self) -> str:
        return "Result(" + "; ".join(f"{key}: {value}" for key, value in self._facts().items()) + ")"

    def _repr_html_(self) -> str:
        facts = {**self._facts(), **{key: str(value) for key, value in self.statistics.items()}}
        rows = "".join(f"<tr><th>{html.escape(key)}</th><td>{html.escape(value)}</td></tr>" for key, value in facts.items())
        return f"<table>{rows}</table>"


def _unit(alternatives: str, coordinate: str | None) -> str:
    """Return the unit, of ``rad or m`` and the like, that belongs to a coordinate."""
    if coordinate is None:
        return alternatives
    angular = coordinate.startswith("angle")
    return next(unit for unit in alternatives.split(" or ") if ("rad" in unit or unit == "N*m") == angular)


def _without(what: str, quantity: str, there: Mapping[str, str]) -> str:
    near = suggestion(quantity, there)
    everything = "" if near.startswith(" Allowed") else f" There are: {', '.join(there)}."
    return f"{what} '{quantity}'.{near}{everything}"
