"""The columns of one output row: what the stepping kernel writes, the file stores and the result gives back."""

from dataclasses import dataclass
from math import prod

import numpy as np


@dataclass(frozen=True)
class Variable:
    """One quantity of the output: its name, its unit, its dimensions and the labels along the first of them."""

    name: str
    unit: str
    dims: tuple[str, ...]  # besides time, e.g. ("body", "xyz")
    shape: tuple[int, ...]
    start: int  # first column in the row
    help: str

    @property
    def columns(self) -> slice:
        """The columns of the row that hold this variable."""
        return slice(self.start, self.start + prod(self.shape))


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


VARIABLES = (
    ("t", "s", (), "time"),
    ("position", "m", ("body", "xyz"), "centre of mass, global"),
    ("orientation", "1", ("body", "euler"), "Euler parameters of the body frame, scalar first"),
    ("velocity", "m/s", ("body", "xyz"), "velocity of the centre of mass, global"),
    ("angular_velocity", "rad/s", ("body", "xyz"), "angular velocity, global"),
    ("acceleration", "m/s^2", ("body", "xyz"), "acceleration of the centre of mass, global"),
    ("angular_acceleration", "rad/s^2", ("body", "xyz"), "angular acceleration, global"),
    ("joint_force", "N", ("joint", "xyz"), "reaction on the second body at its joint point, global"),
    ("joint_torque", "N*m", ("joint", "xyz"), "reaction on the second body about its joint point, global"),
    ("coordinate", "rad or m", ("coordinate",), "joint coordinate, zero as described at t = 0; angles count full turns"),
    ("coordinate_rate", "rad/s or m/s", ("coordinate",), "rate of the joint coordinate"),
    ("driver_force", "N or N*m", ("driver",), "force or moment with which the driver acts on the second body"),
    ("energy", "J", ("entry",), "energies and works, see the labels"),
)  # fmt: skip


def layout(labels: dict[str, tuple[str, ...]]) -> Layout:
    """Return the layout for a mechanism with these bodies, joints, coordinates, drivers and energy entries."""
    labels = {**labels, "xyz": ("x", "y", "z"), "euler": ("e0", "e1", "e2", "e3")}
    variables, start = [], 0
    for name, unit, dims, help in VARIABLES:
        shape = tuple(len(labels[dim]) for dim in dims)
        variables.append(Variable(name, unit, dims, shape, start, help))
        start += prod(shape)
    return Layout(tuple(variables), labels)
