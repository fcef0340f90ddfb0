"""The columns of one output row: what the stepping kernel writes, the file stores and the result gives back."""

from dataclasses import dataclass
from math import prod

import numpy as np

from ..model.stops import limits_angle

Table = tuple[tuple[str, str, tuple[str, ...], str], ...]  # name, unit, dimensions besides time, meaning


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


VARIABLES: Table = (
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
    ("eccentricity", "m", ("clearance", "xyz"), "from the centre of the bearing to that of the journal, global"),
    ("contact_penetration", "m", ("contact",), "penetration; a gap is negative"),
    ("contact_rate", "m/s", ("contact",), "rate of the penetration"),
    ("contact_normal_force", "N", ("contact",), "normal force"),
    ("contact_friction", "N", ("contact", "xyz"), "friction on the second body, global"),
    ("contact_point", "m", ("contact", "xyz"), "point where the contact acts, global"),
    ("film_force", "N", ("film", "xyz"), "force of the oil film on the second body, global"),
    ("energy", "J", ("entry",), "energies and works, see the labels"),
)  # fmt: skip

ANGULAR = {"contact_penetration": "rad", "contact_rate": "rad/s", "contact_normal_force": "N*m"}
"""What stops on angles have instead of m, m/s and N."""

IMPACTS = (
    ("contact", "1", "place of the contact among the labels"),
    ("start", "s", "time of touching"),
    ("turn", "s", "time of the first greatest penetration"),
    ("end", "s", "time of parting"),
    ("approach_speed", "m/s", "rate of penetration at the start; at a stop on an angle [rad/s]"),
    ("departure_speed", "m/s", "speed of parting at the end; at a stop on an angle [rad/s]"),
    ("penetration", "m", "greatest penetration; at a stop on an angle [rad]"),
    ("peak_force", "N", "greatest normal force; at a stop on an angle a moment [N m]"),
    ("energy_lost", "J", "energy lost in the contact"),
)
"""The columns of one contact period, as the stepping kernel hands it over when the contact has ended."""
IMPACT_COLUMNS = tuple(name for name, _, _ in IMPACTS)


def layout(labels: dict[str, tuple[str, ...]]) -> Layout:
    """Return the layout for a mechanism with these bodies, joints, coordinates, drivers, contacts and energy entries.

    ``contact`` has the labels "<joint>.<contact>" of all contacts, ``clearance`` the names of the joints with a gap; both
    may be left out.
    """
    labels = {"clearance": (), "contact": (), "film": (), **labels, "xyz": ("x", "y", "z"), "euler": ("e0", "e1", "e2", "e3")}
    return Layout(_variables(tuple(_in_units(one, labels["contact"]) for one in VARIABLES), labels), labels)


def _in_units(row: tuple[str, str, tuple[str, ...], str], contacts: tuple[str, ...]) -> tuple[str, str, tuple[str, ...], str]:
    """Return a row of the table with the units of its contacts: stops on angles have rad, rad/s and N m."""
    name, unit, dims, help = row
    if name not in ANGULAR:
        return row
    kinds = {limits_angle(label.partition(".")[2]) for label in contacts}
    units = [*([unit] if kinds != {True} else []), *([ANGULAR[name]] if True in kinds else [])]
    return name, " or ".join(units), dims, help


def impact_layout() -> Layout:
    """Return the layout of a row of the table of contact periods, with its running number before the columns."""
    table = (("impact", "1", (), "running number"), *((f"impact_{name}", unit, (), help) for name, unit, help in IMPACTS))
    return Layout(_variables(table, {}), {})


def _variables(table: Table, labels: dict[str, tuple[str, ...]]) -> tuple[Variable, ...]:
    variables, start = [], 0
    for name, unit, dims, help in table:
        shape = tuple(len(labels[dim]) for dim in dims)
        variables.append(Variable(name, unit, dims, shape, start, help))
        start += prod(shape)
    return tuple(variables)
