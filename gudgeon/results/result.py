"""What a run returns: motion, reactions, energies, and how the run ended."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from .._base.errors import InputError, brief, suggestion
from .._base.views import view
from .bodies import BodyResult
from .contacts import ContactResult
from .drivers import DriverResult
from .energy import Energy
from .impacts import Impacts, SlowContacts
from .joints import JointResult, class_of
from .loads import LoadResult
from .outcome import Outcome, Peak
from .output_grid import ChosenData, grid_times
from .part import Source
from .status import Status

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

    from ..assembly.output_layout import Layout
    from ..model import Mechanism
    from .channels import Channel


# what stops, and ends of play without friction, do not have
OF_SURFACES = ("contact_friction", "contact_point", "contact_sliding_speed")


class SimulationError(RuntimeError):
    """A run failed; ``result`` holds what was computed until then."""

    def __init__(self, message: str, result: Result) -> None:
        self.result = result
        super().__init__(message)


class Result:
    """What a run gave: ``t``, ``body(name)``, ``joint(name)``, ``driver(name)``, ``load(name)``,
    ``energy``, ``status``, ``statistics``; ``result["C.force"]`` are the numbers of any channel.

    Joints with clearance, films or stops add ``contact(label)`` and the table ``impacts``.
    ``peaks`` has the greatest joint and driver forces and accelerations over all steps after the
    ``transient``, which rows of output may miss: ``peaks["joint:C"].value``; ``after_transient`` is
    the result without it.

    ``data`` maps the variables of ``layout`` to arrays with one row per output time; those of a
    file are read when asked. ``outcome`` says how the run ended; its ``notes`` are sentences about
    the run. ``settings`` is what is needed to repeat it. In the ``mechanism`` of a file, laws that
    are not defined here have no equation; it is None when a file's description needs joints or fits
    that are not there. ``description`` is its text.
    """

    def __init__(
        self,
        mechanism: Mechanism | None,
        layout: Layout,
        data: Mapping[str, Any],
        outcome: Outcome,
        *,
        settings: Mapping[str, Any] | None = None,
        description: str = "",
        impacts: np.ndarray | None = None,
        checkpoint: bytes | Callable[[], bytes] | None = None,
        whole: Result | None = None,
    ) -> None:
        self.mechanism, self.layout, self.data, self.outcome = mechanism, layout, data, outcome
        self.settings, self.description = dict(settings or {}), description
        self.impacts = Impacts(impacts, layout.contacts)
        self._checkpoint, self._whole = checkpoint, whole
        for variable in layout.variables:
            if tuple(data[variable.name].shape) != (self.rows, *variable.shape):
                raise ValueError(
                    f"{variable.name} has the shape {data[variable.name].shape}, not "
                    f"{(self.rows, *variable.shape)}"
                )

    @property
    def checkpoint(self) -> bytes | None:
        """From where :func:`gudgeon.resume` continues; None for a run that cannot."""
        return self._checkpoint() if callable(self._checkpoint) else self._checkpoint

    @property
    def status(self) -> Status:
        """How the run ended."""
        return self.outcome.status

    @property
    def statistics(self) -> dict[str, Any]:
        """What the run took: steps, evaluations, time."""
        return dict(self.outcome.statistics)

    @property
    def notes(self) -> tuple[str, ...]:
        """Sentences about the run."""
        return tuple(self.outcome.notes)

    @property
    def peaks(self) -> dict[str, Peak]:
        """The greatest joint and driver forces and accelerations at any step after the
        :attr:`transient`, by label: ``peaks["joint:C"].value``.
        """
        return dict(self.outcome.peaks)

    @property
    def transient(self) -> float:
        """Until when the start of the run lasts, which key figures leave out [s]; 0 if they leave
        out nothing.
        """
        return self.outcome.start.time

    @property
    def start_peaks(self) -> dict[str, Peak]:
        """What :attr:`peaks` has, of the transient; nothing where there is none."""
        return dict(self.outcome.start.peaks)

    @cached_property
    def after_transient(self) -> Result:
        """The result without its transient: rows from there on, contact periods whose force is
        greatest after it, and shares of the time after it. One without a transient is returned as
        it is.
        """
        if self.transient == 0.0 or self.begin == self.transient:
            return self
        peak_times = self.impacts["peak_time"]
        return Result(
            self.mechanism,
            self.layout,
            ChosenData(self.data, np.flatnonzero(self.t >= self.transient)),
            self.outcome,
            settings=self.settings,
            description=self.description,
            impacts=self.impacts.rows[peak_times >= self.transient],
            whole=self,
        )

    @property
    def begin(self) -> float:
        """From when on this result counts [s]: 0, or the end of the transient."""
        return 0.0 if self._whole is None else self.transient

    @property
    def every_contact(self) -> Impacts:
        """All contact periods, those of the transient included, which may last longer than it."""
        return self.impacts if self._whole is None else self._whole.impacts

    @property
    def rows(self) -> int:
        """Number of output times."""
        return int(self.data["t"].shape[0])

    @cached_property
    def t(self) -> np.ndarray:
        """Output times [s]."""
        return np.asarray(self.data["t"][:])

    @cached_property
    def on_grid(self) -> Result:
        """The result with equidistant rows alone: without those at contacts and peaks that were
        added because output followed the motion. One whose rows are all at given times is returned
        as it is.
        """
        if self.settings.get("output") != "motion":
            return self
        times = grid_times(self.settings["duration"], self.settings.get("output_step"))
        places = np.minimum(np.searchsorted(times, self.t), len(times) - 1)
        rows = np.flatnonzero(times[places] == self.t)
        return Result(
            self.mechanism,
            self.layout,
            ChosenData(self.data, rows),
            self.outcome,
            settings={**self.settings, "output": "grid"},
            description=self.description,
            impacts=self.impacts.rows,
            whole=self._whole,
        )

    @property
    def end(self) -> float:
        """Time that the run has reached, also where no output was asked for [s]."""
        if self.status is Status.COMPLETE and "duration" in self.settings:
            return float(self.settings["duration"])
        if self._whole is not None:
            return self._whole.end
        events = np.concatenate([self.impacts["start"], self.impacts["end"]])
        return float(
            np.max(
                events[np.isfinite(events)],
                initial=self.data["t"][self.rows - 1] if self.rows else 0.0,
            )
        )

    @property
    def message(self) -> str:
        """How the run ended, in a sentence; in those of ``reason`` where more is known than the
        status says.
        """
        return self.outcome.reason or self.status.message(
            float(self.data["t"][self.rows - 1]) if self.rows else 0.0
        )

    @property
    def slow_contacts(self) -> dict[str, SlowContacts]:
        """How many contacts began slower than ``min_approach_speed``, which then stood for their
        approach speed.

        By joint for contacts in its gap (``slow_contacts["C"]``) and by label for stops
        (``slow_contacts["B.stop angle upper"]``).
        """
        from .contact_specs import slow_contacts

        return slow_contacts(self.mechanism, self.impacts) if self.mechanism is not None else {}

    @property
    def energy(self) -> Energy:
        """The energy ledger."""
        return Energy(self)

    def body(self, name: str) -> BodyResult:
        """Return the motion of a body."""
        return BodyResult(self, name, self._part("bodies", "body", name))

    def joint(self, name: str) -> JointResult:
        """Return the reactions and coordinates of a joint; with clearance, film or bushing, also
        what happens in it.
        """
        return class_of(self, name)(self, name, self._part("joints", "joint", name))

    def contact(self, label: str) -> ContactResult:
        """Return what one contact of a joint does, as ``contact("A.wall A")`` or
        ``contact("B.stop angle upper")``.
        """
        return ContactResult(self, label, self._part("contacts", "contact", label))

    def driver(self, name: str) -> DriverResult:
        """Return the force and power of a driver."""
        return DriverResult(self, name, self._part("drivers", "driver", name))

    def load(self, name: str) -> LoadResult:
        """Return what a force, torque, spring, damper or force of the user's own does."""
        return LoadResult(self, name, self._part("forces", "load", name))

    def __getitem__(self, name: str) -> np.ndarray:
        """Return the numbers of a channel, as ``result["C.force.magnitude"]``; its unit and what it
        is are those of ``channel(name)``.
        """
        return self.channel(name).values

    def channel(self, name: str) -> Channel:
        """Return the numbers that a text names: ``rod.position.x``, ``A.force.magnitude``,
        ``A.angle``, ``energy.balance``.

        Where a joint and a driver share a name, put the section before it: ``drivers.A.force``.
        """
        from .channels import find

        return find(self, name)

    def channels(self) -> list[str]:
        """Return the names of all channels, components included."""
        from .channels import names

        return names(self)

    def save(self, path: str | Path) -> Path:
        """Write everything to an HDF5 file that ``gudgeon.load`` and xarray read, and return its
        path.
        """
        from .hdf5 import save

        return save(self, path)

    def plot(
        self,
        channels: str | Sequence[str],
        path: str | Path | None = None,
        *,
        title: str = "",
        ax: Axes | None = None,
    ) -> Figure:
        """Draw channels over time, or against each other (``"A.angle:A.angle_rate"``); see
        :func:`gudgeon.plotting.plot`. A notebook shows the figure; with ``path`` it is saved, with
        ``ax`` channels of one unit are drawn into axes of your own.
        """
        return view("plot of a result")(self, channels, path, title=title, ax=ax)

    def report(
        self,
        path: str | Path,
        *,
        shapes: Mapping[str, Any] | None = None,
        rows: int | None = None,
        horizon: Any = None,
        command: str = "",
        ideal: bool = False,
        modes: Any = None,
    ) -> Path:
        """Write a page that shows the run in any browser, without a network, and return its
        path; what the arguments mean is said at :func:`gudgeon.report.write`.
        """
        about: dict[str, Any] = {"shapes": shapes, "rows": rows, "horizon": horizon}
        return view("page")(self, path, **about, command=command, ideal=ideal, modes=modes)

    def view(self) -> Any:
        """Return the page of the run, with fewer rows, as a frame that a notebook shows; about a
        megabyte, so only when asked for.
        """
        return view("frame in a notebook")(self)

    def to_xarray(self) -> Any:
        """Return an xarray.Dataset with named dimensions and labels."""
        from .hdf5 import to_xarray

        return to_xarray(self)

    def to_pandas(self, channels: str | Iterable[str] | None = None, *, fold: bool = False) -> Any:
        """Return a pandas.DataFrame: a column for each of the channels, by default all, over the
        times; units are in its ``attrs``. With ``fold`` angles are within half a turn of zero.
        """
        from .export import to_pandas

        return to_pandas(self, channels, fold=fold)

    def to_csv(
        self, path: str | Path, channels: str | Iterable[str] | None = None, *, fold: bool = False
    ) -> Path:
        """Write channels, by default all, to a CSV file with their units, and return its path."""
        from .export import to_csv

        return to_csv(self, path, channels, fold=fold)

    def to_mat(
        self, path: str | Path, channels: str | Iterable[str] | None = None, *, fold: bool = False
    ) -> Path:
        """Write channels, by default all, to a MATLAB file with their units, and return its path."""
        from .export import to_mat

        return to_mat(self, path, channels, fold=fold)

    def to_parquet(
        self, path: str | Path, channels: str | Iterable[str] | None = None, *, fold: bool = False
    ) -> Path:
        """Write channels, by default all, to a Parquet file, and return its path."""
        from .export import to_parquet

        return to_parquet(self, path, channels, fold=fold)

    def _part(self, section: str, kind: str, name: str) -> Mapping[str, Source]:
        parts = self._sources[section]
        if not isinstance(name, str) or name not in parts:
            raise InputError(f"there is no {kind} {brief(name)}.{suggestion(name, parts)}")
        return parts[name]

    @cached_property
    def _sources(self) -> dict[str, dict[str, dict[str, Source]]]:
        """Where the numbers of every quantity stand: section -> part -> quantity."""
        labels, parts = (
            self.layout.labels,
            {
                "body": "bodies",
                "joint": "joints",
                "driver": "drivers",
                "contact": "contacts",
                "load": "forces",
            },
        )
        sources: dict[str, dict[str, dict[str, Source]]] = {
            section: {name: {} for name in labels.get(dim, ())} for dim, section in parts.items()
        }
        listings = self.layout.listings
        for variable in self.layout.variables:
            dim = variable.dims[0] if variable.dims else ""
            for index, label in enumerate(labels[dim] if dim in parts else ()):
                if variable.name not in OF_SURFACES or self.layout.contacts[index].slides:
                    source = Source(variable, index, variable.unit_at(index))
                    sources[parts[dim]][label][variable.name.removeprefix(f"{dim}_")] = source
            for index, label in enumerate(labels[dim] if dim == "spring" else ()):
                sources["forces"][label][variable.name.removeprefix("spring_")] = Source(
                    variable, index, variable.unit_at(index)
                )
            for index, label in enumerate(labels[dim] if dim in listings else ()):
                sources["joints"][label][variable.name] = Source(
                    variable, index, variable.unit_at(index)
                )
            for index, (joint, coordinate) in enumerate(
                self.layout.coordinates if dim == "coordinate" else ()
            ):
                quantity = coordinate + variable.name.partition("coordinate")[2]
                sources["joints"][joint][quantity] = Source(
                    variable, index, variable.unit_at(index)
                )
        return sources

    def _facts(self) -> dict[str, str]:
        labels = self.layout.labels
        name = (
            self.mechanism.name
            if self.mechanism
            else "a mechanism whose description could not be read"
        )
        counts = ", ".join(
            f"{len(labels[dim])} {word}"
            for dim, word in (("body", "bodies"), ("joint", "joints"), ("driver", "drivers"))
        )
        span = f"{self.rows} rows" + (
            f", t = {self.data['t'][0]:.6g} to {self.data['t'][self.rows - 1]:.6g} s"
            if self.rows
            else ""
        )
        touched = {contact.joint for contact in self.layout.contacts}
        contacts = (
            {
                "contacts": f"{len(self.impacts)} periods in {len(touched)} "
                f"joint{'' if len(touched) == 1 else 's'}"
            }
            if touched
            else {}
        )
        return {
            "mechanism": name,
            "parts": counts,
            **contacts,
            "output": span,
            "status": self.message,
        }

    def __repr__(self) -> str:
        return (
            "Result(" + "; ".join(f"{key}: {value}" for key, value in self._facts().items()) + ")"
        )

    def _repr_html_(self) -> str:
        return view("HTML of a result")(self)
