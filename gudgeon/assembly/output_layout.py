"""The columns of one output row: what the stepping kernel writes, the file stores and the result
gives back.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from math import prod
from typing import Any, NamedTuple

import numpy as np

from .._base.errors import InputError, suggestion
from ..kernels.output_variables import IMPACT_VARIABLES, REGISTERED, OutputVariable
from ..model.motions import COORDINATES
from .contact_info import ContactInfo

COMPONENTS = {"xyz": ("x", "y", "z"), "euler": ("e0", "e1", "e2", "e3")}
"""Dimensions that are the same in every mechanism."""
COMMON = (
    "body", "joint", "coordinate", "driver", "contact", "load", "spring", "entry", *COMPONENTS,
)  # fmt: skip
"""Dimensions that every mechanism has."""


class Label(NamedTuple):
    """Name of a driver or spring, and the unit of the motion that it belongs to: m or rad."""

    label: str
    unit: str


class JointCoordinate(NamedTuple):
    """A coordinate of a joint; files, channels and models know it by its label, such as
    ``A.angle``.
    """

    joint: str
    name: str

    @classmethod
    def of(cls, label: str) -> "JointCoordinate":
        """Return the coordinate with a label; names of joints may have dots, those of coordinates
        have none.
        """
        joint, _, name = label.rpartition(".")
        return cls(joint, name)

    @property
    def label(self) -> str:
        """How it is known in the output."""
        return f"{self.joint}.{self.name}"

    @property
    def unit(self) -> str:
        """The unit of its motion: m or rad."""
        return COORDINATES[self.name].unit

    @property
    def angular(self) -> bool:
        """Whether it is a rotation."""
        return COORDINATES[self.name].angular


@dataclass(frozen=True)
class Variable:
    """One quantity of the output: its name, its units, its dimensions and where it stands in a
    row.
    """

    name: str
    units: tuple[str, ...]  # one, or one for each label of the first dimension
    dims: tuple[str, ...]  # besides time, e.g. ("body", "xyz")
    shape: tuple[int, ...]
    start: int  # first column in the row
    help: str
    writer: Any = None  # entry point that fills it, of a variable from outside the package

    @property
    def unit(self) -> str:
        """The unit, or all that there are: ``m or rad``."""
        return " or ".join(dict.fromkeys(self.units))

    def unit_at(self, index: int) -> str:
        """Return the unit for one label of the first dimension."""
        return self.units[index] if len(self.units) > 1 else self.units[0]

    @property
    def size(self) -> int:
        """Number of its columns."""
        return prod(self.shape)

    @property
    def columns(self) -> slice:
        """The columns of the row that hold this variable."""
        return slice(self.start, self.start + self.size)


@dataclass(frozen=True)
class Layout:
    """All variables of an output row, in the order of its columns, the labels of every
    dimension, and what the contacts are.
    """

    variables: tuple[Variable, ...]
    labels: dict[str, tuple[str, ...]]  # dimension -> names along it
    contacts: tuple[ContactInfo, ...] = ()

    @property
    def coordinates(self) -> tuple[JointCoordinate, ...]:
        """The coordinates of joints."""
        return tuple(map(JointCoordinate.of, self.labels.get("coordinate", ())))

    @property
    def width(self) -> int:
        """Number of columns of a row."""
        return self.variables[-1].columns.stop

    @property
    def listings(self) -> tuple[str, ...]:
        """Dimensions along which joints of some kind are listed; a kind from outside the package
        need not be known here.
        """
        joints = set(self.labels.get("joint", ()))
        return tuple(
            dim
            for dim, names in self.labels.items()
            if dim not in COMMON and names and set(names) <= joints
        )

    def __getitem__(self, name: str) -> Variable:
        return next(variable for variable in self.variables if variable.name == name)

    def split(self, rows: np.ndarray) -> dict[str, np.ndarray]:
        """Return the variables in a block of rows, each with shape (rows, *shape)."""
        return {
            variable.name: rows[:, variable.columns].reshape(len(rows), *variable.shape)
            for variable in self.variables
        }


Labels = Mapping[
    str,
    tuple[str, ...] | tuple[Label, ...] | tuple[JointCoordinate, ...] | tuple[ContactInfo, ...],
]


def layout(labels: Labels) -> Layout:
    """Return the layout for a mechanism with these bodies, joints, coordinates, drivers, contacts
    and energy entries.

    Along ``coordinate`` stands a :class:`JointCoordinate`, along ``driver`` and ``spring`` a
    :class:`Label`, all with the unit of their motion (a plain name is one in m), along ``contact``
    a :class:`ContactInfo`; ``clearance`` and ``film`` name the joints with a gap and with a film.
    Dimensions of loads and elements may be left out.
    """
    from ..kernels.output_row import VARIABLES
    from .elements import KINDS

    declared = (*VARIABLES, *(variable for kind in KINDS.values() for variable in kind.variables))
    labels = {**{dim: () for variable in declared for dim in variable.dims}, **labels, **COMPONENTS}
    _check_registered({variable.name for variable in declared}, labels)
    declared = (*declared, *REGISTERED.values())
    names = {
        dim: tuple(getattr(label, "label", label) for label in along)
        for dim, along in labels.items()
    }
    return Layout(_variables(declared, labels), names, tuple(labels["contact"]))  # type: ignore[arg-type]


def _check_registered(names: set[str], labels: Labels) -> None:
    """Raise InputError if a variable from outside has the name of another, or belongs to
    something that no result has.
    """
    for variable in REGISTERED.values():
        if variable.name in names:
            raise InputError(
                f"there are two output variables '{variable.name}'; choose another name."
            )
        for dim in variable.dims:
            if dim not in labels:
                raise InputError(
                    f"output variable '{variable.name}': there is no dimension "
                    f"'{dim}'.{suggestion(dim, labels)}"
                )


def impact_layout() -> Layout:
    """Return the layout of a row of the table of contact periods, with its running number before
    the columns.
    """
    number = OutputVariable("impact", "1", (), "running number")
    columns = (
        OutputVariable(f"impact_{variable.name}", variable.unit, (), _help(variable))
        for variable in IMPACT_VARIABLES
    )
    return Layout(_variables((number, *columns), {}), {})


def _help(column: OutputVariable) -> str:
    return (
        f"{column.help}; of a stop on an angle [{column.angular_unit}]"
        if column.angular_unit
        else column.help
    )


def _variables(declared: Iterable[OutputVariable], labels: Labels) -> tuple[Variable, ...]:
    variables, start = [], 0
    for variable in declared:
        shape = tuple(len(labels[dim]) for dim in variable.dims)
        variables.append(
            Variable(
                variable.name,
                _units(variable, labels),
                variable.dims,
                shape,
                start,
                variable.help,
                variable.writer,
            )
        )
        start = variables[-1].columns.stop
    return tuple(variables)


def _units(variable: OutputVariable, labels: Labels) -> tuple[str, ...]:
    """Return the unit of a variable for each label of its first dimension, if it differs:
    rotations have units of their own.
    """
    if not variable.angular_unit:
        return (variable.unit,)
    angular = [getattr(label, "unit", "m") == "rad" for label in labels[variable.dims[0]]]
    return tuple(variable.angular_unit if turns else variable.unit for turns in angular) or (
        variable.unit,
    )
