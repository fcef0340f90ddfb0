"""The table of contact periods: when two surfaces touched, how fast, how deep, how hard, and
what was lost.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from typing import Any, ClassVar, NamedTuple, overload

import numpy as np

from .._base.arguments import among
from .._base.errors import InputError, brief, suggestion
from .._base.tables import data_frame, html_table, text_table
from ..assembly.contact_info import ContactInfo
from ..kernels.output_variables import IMPACT_COLUMNS, IMPACT_VARIABLES

SHOWN = 12  # rows of a long table that are printed
NUMBERS = IMPACT_COLUMNS[1:]  # columns with a unit


class NoRowError(InputError, IndexError):
    """A table has no row of that number; an IndexError too, as sequences have it."""


class Impact(NamedTuple):
    """One contact period. ``end`` and ``departure_speed`` are NaN if it had not ended when the run
    did.

    At a stop on an angle speeds are in rad/s, the penetration in rad and the force is a moment [N
    m].
    """

    joint: str
    contact: str
    start: float
    turn: float
    end: float
    approach_speed: float
    departure_speed: float
    penetration: float
    peak_force: float
    peak_time: float
    energy_lost: float

    @property
    def duration(self) -> float:
        """How long the contact lasted [s]."""
        return self.end - self.start


class SlowContacts(NamedTuple):
    """How many contacts began slower than ``min_approach_speed`` [m/s, at stops on angles
    rad/s], which stood for their approach speed.
    """

    count: int  # type: ignore[assignment]  # a tuple has a method of that name
    contacts: int  # all of them
    min_approach_speed: float


class Impacts(Sequence[Impact]):
    """All contact periods of a run in the order of their beginning.

    ``impacts["start"]`` is a column, ``impacts[0]`` a row, ``impacts[:5]`` and
    ``impacts[impacts["peak_force"] > 1e3]`` are tables again; ``impacts.for_joint("C")`` has those of one
    joint, ``impacts.for_joint("A.wall A")`` those of one contact. Columns: ``joint``, ``contact`` (its
    name within the joint), ``start``, ``turn`` (first greatest penetration), ``end`` [s],
    ``approach_speed``, ``departure_speed`` [m/s], ``penetration`` (greatest) [m], ``peak_force``
    [N], ``peak_time`` [s], ``energy_lost`` [J]. Stops on angles have rad/s, rad and N m instead of m/s, m and N.
    """

    columns = Impact._fields
    units: ClassVar[dict[str, str]] = {
        "joint": "",
        **{variable.name: variable.unit for variable in IMPACT_VARIABLES},
        "contact": "",
    }

    def __init__(self, rows: np.ndarray | None, contacts: tuple[ContactInfo, ...]) -> None:
        rows = np.empty((0, len(IMPACT_COLUMNS))) if rows is None else np.asarray(rows, dtype=float)
        if rows.ndim != 2 or rows.shape[1] != len(IMPACT_COLUMNS):
            raise ValueError(
                f"the table of impacts has the shape {rows.shape}, not (any, {len(IMPACT_COLUMNS)})"
            )
        self.rows = rows[np.argsort(rows[:, IMPACT_COLUMNS.index("start")], kind="stable")]
        self.contacts = contacts  # all that there can be

    @property
    def labels(self) -> tuple[str, ...]:
        """Labels of all contacts that there can be."""
        return tuple(contact.label for contact in self.contacts)

    def __len__(self) -> int:
        return len(self.rows)

    @overload
    def __getitem__(self, key: str) -> np.ndarray: ...  # type: ignore[overload-overlap]

    @overload
    def __getitem__(self, key: int) -> Impact: ...

    @overload
    def __getitem__(self, key: slice | np.ndarray) -> Impacts: ...

    def __getitem__(self, key: Any) -> Any:
        if isinstance(key, str):
            return self._column(key)
        if isinstance(key, (int, np.integer)) and not isinstance(key, bool):
            if not -len(self) <= key < len(self):
                raise NoRowError(f"there is no row {brief(key)}; the table has {len(self)}.")
            place, *numbers = self.rows[key].tolist()
            contact = self.contacts[int(place)]
            return Impact(contact.joint, contact.name, *numbers)
        return Impacts(self._chosen(key), self.contacts)

    def _chosen(self, key: Any) -> np.ndarray:
        """Return the rows that a slice, a list of numbers or one of truths chooses."""
        chosen = (
            key
            if isinstance(key, slice)
            else np.asarray(key)
            if isinstance(key, (list, np.ndarray))
            else None
        )
        try:
            if isinstance(chosen, slice) or (
                chosen is not None
                and chosen.ndim == 1
                and (chosen.dtype.kind in "iub" or not len(chosen))
            ):
                return self.rows[chosen if isinstance(chosen, slice) or len(chosen) else []]
        # numbers beyond the end, truths of another table, a slice between texts
        except (IndexError, TypeError):
            pass
        raise InputError(
            "expected a column such as 'start', the number of a row, a slice, or which rows to "
            f"take; got {brief(key)}."
        )

    def __iter__(self) -> Iterator[Impact]:
        return (self[k] for k in range(len(self)))

    def _column(self, name: str) -> np.ndarray:
        if name not in self.columns:
            raise InputError(
                f"there is no column '{name}' in the table of "
                f"impacts.{suggestion(name, self.columns)}"
            )
        if name in ("joint", "contact"):
            words = [
                contact.joint if name == "joint" else contact.name for contact in self.contacts
            ]
            return (
                np.array(words, dtype=str)[self.rows[:, 0].astype(int)]
                if words
                else np.empty(0, dtype=str)
            )
        return self.rows[:, IMPACT_COLUMNS.index(name)]

    def for_joint(self, name: str) -> Impacts:
        """Return the part of the table that belongs to a joint, or to one contact of a joint
        (``"A.wall A"``).
        """
        chosen = [
            k
            for k, contact in enumerate(self.contacts)
            if among(name, (contact.label, contact.joint))
        ]
        if not chosen:
            known = list(
                dict.fromkeys([contact.joint for contact in self.contacts] + list(self.labels))
            )
            raise InputError(
                "there is no joint with contacts, and no contact, "
                f"{brief(name)}.{suggestion(name, known)}"
            )
        return self._of(chosen)

    def for_contacts(self, labels: Collection[str]) -> Impacts:
        """Return the part of the table that belongs to these contacts; nothing if there are
        none.
        """
        return self._of([k for k, label in enumerate(self.labels) if label in labels])

    def _of(self, numbers: list[int]) -> Impacts:
        wanted = np.zeros(len(self.labels), bool)
        wanted[numbers] = True
        return self[wanted[self.rows[:, 0].astype(int)]]

    @property
    def without_layer_contacts(self) -> Impacts:
        """The table without the hard contacts behind soft layers, which are part of the layers'
        own.
        """
        return self.for_contacts({contact.label for contact in self.contacts if not contact.hard})

    def to_pandas(self) -> Any:
        """Return the table as a pandas.DataFrame."""
        return data_frame({name: self[name] for name in self.columns})

    def _texts(self) -> tuple[list[str], list[list[str]], list[bool]]:
        """Return heads with units, rows as text, and which columns are numbers; of a long table the
        first and the last rows.

        Where only some of the rows belong to stops on angles, their numbers carry units of their
        own.
        """
        kept = (
            range(len(self))
            if len(self) <= SHOWN
            else [*range(SHOWN // 2), *range(len(self) - SHOWN // 2, len(self))]
        )
        angular = {k: self._contact(k).angular for k in kept}
        mixed = len(set(angular.values())) > 1
        rows = [
            [
                _shown(value, self._contact(k), name, mixed)
                for name, value in zip(self.columns, self[k], strict=True)
            ]
            for k in kept
        ]
        if len(self) > SHOWN:
            rows.insert(SHOWN // 2, ["..."] * len(self.columns))
        own = (
            {name: self._contact(0).unit_of(name) for name in NUMBERS}
            if any(angular.values()) and not mixed
            else {}
        )
        units = self.units | own
        titles = [
            f"{name}\n[{_printed(units[name])}]" if units[name] else f"{name}\n"
            for name in self.columns
        ]
        return titles, rows, [name not in ("joint", "contact") for name in self.columns]

    def _contact(self, k: int) -> ContactInfo:
        return self.contacts[int(self.rows[k, 0])]

    def __repr__(self) -> str:
        return f"{text_table(*self._texts())}\n{self._count()}" if len(self) else "no impacts"

    def _repr_html_(self) -> str:
        return f"{html_table(*self._texts())}<p>{self._count()}</p>"

    def _count(self) -> str:
        return f"{len(self)} contact period{'' if len(self) == 1 else 's'}"


def _shown(value: Any, contact: ContactInfo, column: str, mixed: bool) -> str:
    """Return one number of the table; with its unit where that is not the one at the head of the
    column.
    """
    if isinstance(value, str):
        return value
    own = contact.unit_of(column)
    return (
        f"{value:.6g} {_printed(own)}" if mixed and own != Impacts.units[column] else f"{value:.6g}"
    )


def _printed(unit: str) -> str:
    return unit.replace("*", " ")
