"""The columns of one output row: what the stepping kernel writes, the file stores and the result gives back."""

from collections.abc import Iterable
from dataclasses import dataclass
from math import prod
from typing import Any

import numpy as np

from ..kernels.output_variables import IMPACT_VARIABLES, REGISTERED, OutputVariable
from ..model.stops import limits_angle

COMPONENTS = {"xyz": ("x", "y", "z"), "euler": ("e0", "e1", "e2", "e3")}
"""Dimensions that are the same in every mechanism."""


@dataclass(frozen=True)
class Variable:
    """One quantity of the output: its name, its unit, its dimensions and where it stands in a row."""

    name: str
    unit: str
    dims: tuple[str, ...]  # besides time, e.g. ("body", "xyz")
    shape: tuple[int, ...]
    start: int  # first column in the row
    help: str
    writer: Any = None  # entry point that fills it, of a variable from outside the package

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
    """All variables of an output row, in the order of its columns, and the labels of every dimension."""

    variables: tuple[Variable, ...]
    labels: dict[str, tuple[str, ...]]  # dimension -> names along it

    @property
    def width(self) -> int:
        """Number of columns of a row."""
        return self.variables[-1].columns.stop

    def __getitem__(self, name: str) -> Variable:
        return next(variable for variable in self.variables if variable.name == name)

    def split(self, rows: np.ndarray) -> dict[str, np.ndarray]:
        """Return the variables in a block of rows, each with shape (rows, *shape)."""
        return {one.name: rows[:, one.columns].reshape(len(rows), *one.shape) for one in self.variables}


def layout(labels: dict[str, tuple[str, ...]], more: Iterable[OutputVariable] = ()) -> Layout:
    """Return the layout for a mechanism with these bodies, joints, coordinates, drivers, contacts and energy entries.

    ``contact`` has the labels "<joint>.<contact>" of all contacts, ``clearance`` the names of the joints with a gap; both
    may be left out. ``more`` are variables that elements of this mechanism add from outside the package, along dimensions whose labels
    are among these.
    """
    from ..kernels.entry_points import VARIABLES

    labels = {"clearance": (), "contact": (), "film": (), **labels, **COMPONENTS}
    declared = (*VARIABLES, *REGISTERED.values(), *more)
    return Layout(_variables(declared, labels), labels)


def _unit(variable: OutputVariable, labels: dict[str, tuple[str, ...]]) -> str:
    """Return the units that a variable has; stops on angles have rad, rad/s and N m."""
    if not variable.angular_unit:
        return variable.unit
    if variable.dims[0] != "contact":
        return f"{variable.angular_unit} or {variable.unit}" if variable.dims[0] == "coordinate" else "N or N*m"
    kinds = {limits_angle(label.partition(".")[2]) for label in labels["contact"]}
    return " or ".join([*([variable.unit] if kinds != {True} else []), *([variable.angular_unit] if True in kinds else [])])


def impact_layout() -> Layout:
    """Return the layout of a row of the table of contact periods, with its running number before the columns."""
    number = OutputVariable("impact", "1", (), "running number")
    columns = (OutputVariable(f"impact_{one.name}", one.unit, (), _help(one)) for one in IMPACT_VARIABLES)
    return Layout(_variables((number, *columns), {}), {})


def _help(column: OutputVariable) -> str:
    return f"{column.help}; of a stop on an angle [{column.angular_unit}]" if column.angular_unit else column.help


def _variables(declared: Iterable[OutputVariable], labels: dict[str, tuple[str, ...]]) -> tuple[Variable, ...]:
    variables, start = [], 0
    for one in declared:
        shape = tuple(len(labels[dim]) for dim in one.dims)
        variables.append(Variable(one.name, _unit(one, labels), one.dims, shape, start, one.help, one.writer))
        start = variables[-1].columns.stop
    return tuple(variables)
