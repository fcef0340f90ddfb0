"""Parts, markers and units of an Adams dataset."""

from bisect import bisect_left
from typing import Any

import numpy as np

from ..._base.errors import InputError, brief
from ..._base.linear_algebra import norm, product
from ..bodies import GROUND, Body
from .adams_functions import Scales
from .adams_statements import Dataset, Statement, full_word
from .frames import Frame, cross, plain, sequence, unit

__all__ = ["Parts", "scales_of"]

POUND, INCH, STANDARD_GRAVITY = 0.45359237, 0.0254, 9.80665
UNITS = {
    "LENGTH": {
        "METER": 1.0, "MILLIMETER": 1e-3, "CENTIMETER": 1e-2, "KILOMETER": 1e3, "INCH": INCH, "FOOT": 12 * INCH,
        "MILE": 63360 * INCH, "YARD": 36 * INCH, "MILS": 1e-3 * INCH, "MICROINCH": 1e-6 * INCH,
        "MICROMETER": 1e-6, "NANOMETER": 1e-9, "ANGSTROM": 1e-10,
    },
    "MASS": {
        "KILOGRAM": 1.0, "GRAM": 1e-3, "MILLIGRAM": 1e-6, "MICROGRAM": 1e-9, "NANOGRAM": 1e-12, "TONNE": 1e3,
        "POUND_MASS": POUND, "KPOUND_MASS": 1e3 * POUND, "OUNCE_MASS": POUND / 16, "US_TON": 2000 * POUND,
        "SLUG": POUND * STANDARD_GRAVITY / (12 * INCH), "SLINCH": POUND * STANDARD_GRAVITY / INCH,
    },
    "TIME": {
        "SECOND": 1.0, "MILLISECONDS": 1e-3, "MICROSECOND": 1e-6, "NANOSECOND": 1e-9, "MINUTE": 60.0,
        "HOUR": 3600.0, "DAY": 86400.0,
    },
    "FORCE": {
        "NEWTON": 1.0, "KNEWTON": 1e3, "MEGANEWTON": 1e6, "CENTINEWTON": 1e-2, "MILLINEWTON": 1e-3,
        "MICRONEWTON": 1e-6, "NANONEWTON": 1e-9, "DYNE": 1e-5, "KILOGRAM_FORCE": STANDARD_GRAVITY,
        "POUND_FORCE": POUND * STANDARD_GRAVITY, "KPOUND_FORCE": 1e3 * POUND * STANDARD_GRAVITY,
        "OUNCE_FORCE": POUND * STANDARD_GRAVITY / 16, "POUNDAL": POUND * 12 * INCH,
    },
}  # fmt: skip
"""SI units in each unit that a dataset may name."""

SYSTEMS = {
    "MKS": ("METER", "KILOGRAM", "SECOND", "NEWTON"),
    "CGS": ("CENTIMETER", "GRAM", "SECOND", "DYNE"),
    "FPS": ("FOOT", "POUND_MASS", "SECOND", "POUND_FORCE"),
    "IPS": ("INCH", "POUND_MASS", "SECOND", "POUND_FORCE"),
    "NONE": ("METER", "KILOGRAM", "SECOND", "NEWTON"),
}
ORDER = ("LENGTH", "MASS", "TIME", "FORCE")


def scales_of(data: Dataset) -> Scales:
    """Return the units of a dataset; without a statement they are taken to be SI units."""
    given = data.all("UNITS")
    if not given:
        data.report.unused(1, "there is no UNITS statement; numbers are taken to be in SI units")
        return Scales()
    units = given[-1]
    values = dict.fromkeys(ORDER, 1.0)
    if "SYSTEM" in units:
        names = _named(data, units, "SYSTEM", SYSTEMS)
        values = {kind: UNITS[kind][name] for kind, name in zip(ORDER, names, strict=True)}
    for kind in ORDER:
        if kind in units:
            values[kind] = _named(data, units, kind, UNITS[kind])
    if "UCF" in units:  # F UCF = m a: what one unit of force is of kg m/s^2
        factor = data.number(units, "UCF", 1.0)
        if not factor > 0:
            raise data.error(units, f"UCF must be > 0, got {factor:g}.")
        values["FORCE"] = (
            factor * values["MASS"] * values["LENGTH"] / values["TIME"] / values["TIME"]
        )
    return Scales(values["LENGTH"], values["MASS"], values["TIME"], values["FORCE"])


def _named(data: Dataset, statement: Statement, argument: str, known: dict) -> Any:
    word = data.text(statement, argument).upper()
    name = full_word(word, known) or full_word(word.removesuffix("S"), known)
    if name is None:
        raise data.error(statement, f"{argument}: {brief(word)} is no unit that is known.")
    return known[name]


class Parts:
    """Parts and markers with their frames at t = 0, global, in metres."""

    def __init__(self, data: Dataset, scales: Scales) -> None:
        self.data, self.scales = data, scales
        self._frames: dict[int, Frame] = {}
        self._owners = self._find_owners()

    # -- markers -----------------------------------------------------------------------------------

    def _find_owners(self) -> dict[int, Statement]:
        """Return the part of each marker: the one it names, or the last one above it."""
        data = self.data
        parts = sorted([*data.all("PART"), *data.all("POINT_MASS")], key=lambda part: part.line)
        lines = [part.line for part in parts]
        owners = {}
        for marker in data.all("MARKER"):
            named = next((kind for kind in ("PART", "POINT_MASS") if kind in marker), "")
            if named:
                owner = data.find(named, data.identifier(marker, named), marker)
            else:
                above = bisect_left(lines, marker.line)
                if not above or "FLEX_BODY" in marker:
                    raise data.error(marker, "has no part.")
                owner = parts[above - 1]
            owners[marker.id] = owner
        return owners

    def part(self, marker: Statement) -> Statement:
        """Return the part of a marker."""
        return self._owners[marker.id]

    def marker(self, user: Statement, argument: str) -> Statement:
        """Return the marker that an argument names."""
        return self.data.find("MARKER", self.data.identifier(user, argument), user)

    def body(self, marker: Statement) -> str:
        """Return the name of the body that a marker belongs to."""
        return name_of(self.part(marker))

    def frame(self, marker: Statement) -> Frame:
        """Return where a marker stands, global, at t = 0."""
        if marker.id not in self._frames:
            inside = self._placed(marker, "QP", "ZP", "XP")
            self._frames[marker.id] = self._origin(self.part(marker)).of(inside)
        return self._frames[marker.id]

    def _origin(self, part: Statement) -> Frame:
        if "GROUND" in part:
            return Frame.at()
        return self._placed(part, "QG", "ZG", "XG")

    def _placed(self, statement: Statement, at: str, along: str, towards: str) -> Frame:
        """Return the frame of a part or a marker: by Euler angles (body-fixed 3-1-3), or by a point
        on its z axis and one in its x-z plane.
        """
        data, length = self.data, self.scales.length
        origin = [length * x for x in data.numbers(statement, at, 3)]
        if "REULER" in statement:
            return Frame.at(origin, sequence("zxz", data.numbers(statement, "REULER", 3)))
        if along not in statement and towards not in statement:
            return Frame.at(origin)
        z, x = (
            np.array(data.numbers(statement, name, 3)) * length - origin
            if name in statement
            else np.array(default)
            for name, default in ((along, (0.0, 0.0, 1.0)), (towards, (1.0, 0.0, 0.0)))
        )
        return Frame.at(origin, self._axes(statement, z, x))

    def _axes(self, statement: Statement, z: np.ndarray, x: np.ndarray) -> np.ndarray:
        """Return axes from a direction of z and one in the x-z plane, or the other way round."""
        y = cross(z, x)
        if not norm(y) > 1e-12 * norm(z) * norm(x):
            raise self.data.error(
                statement,
                "its axes have no direction: the points on z and towards x are in one line.",
            )
        y = unit(y)
        if "USEXP" in statement:
            x = unit(x)
            return np.column_stack([x, y, cross(x, y)])
        z = unit(z)
        return np.column_stack([cross(y, z), y, z])

    # -- bodies ------------------------------------------------------------------------------------

    def bodies(self) -> list[Body]:
        """Return every moving part: its frame is that of its centre of mass."""
        data = self.data
        grounds = [part for part in data.all("PART") if "GROUND" in part]
        if len(grounds) > 1:
            raise data.error(grounds[1], f"is ground, and so is {grounds[0]}; there is one.")
        moving = [part for part in data.all("PART") if "GROUND" not in part]
        return [*map(self._body, moving), *map(self._point_mass, data.all("POINT_MASS"))]

    def centre(self, part: Statement) -> Frame:
        """Return the frame of a body: the marker at the centre of mass; that of the ground is
        global.
        """
        if "GROUND" in part:
            return Frame.at()
        if "CM" not in part:
            raise self.data.error(part, "has no centre of mass; give CM.")
        return self.frame(self._own(part, "CM"))

    def _own(self, part: Statement, argument: str) -> Statement:
        marker = self.marker(part, argument)
        if self.part(marker) is not part:
            raise self.data.error(part, f"{argument} names {marker}, which is of another part.")
        return marker

    def _body(self, part: Statement) -> Body:
        data, scales = self.data, self.scales
        mass, centre = self._mass(part), self.centre(part)
        xx, yy, zz, xy, xz, yz = data.numbers(part, "IP", 6)
        # products of inertia are positive integrals here
        tensor = np.array([[xx, -xy, -xz], [-xy, yy, -yz], [-xz, -yz, zz]])
        tensor = tensor * scales.mass * scales.length * scales.length
        if "IM" in part:
            inner = self.frame(self._own(part, "IM")).seen_from(centre)
            tensor = product(product(inner.axes, tensor), inner.axes.T)
            d = inner.origin
            tensor = tensor - mass * (norm(d) * norm(d) * np.eye(3) - np.outer(d, d))
        for flag in ("PLANAR",):
            if flag in part:
                data.report.lost(part.line, f"{part}: the argument {flag} is left out")
        turning = np.array([data.number(part, f"W{axis}") for axis in "XYZ"]) / scales.time
        about = self.frame(self.marker(part, "WM")).axes if "WM" in part else centre.axes
        return self._made(part, mass, tensor, centre, product(about, turning))

    def _point_mass(self, part: Statement) -> Body:
        """Return a point mass: a small ball, as every body has moments of inertia."""
        mass = self._mass(part)
        tensor = 1e-6 * mass * np.eye(3)
        self.data.report.lost(part.line, f"{part}: has moments of inertia of a ball of 1.6 mm")
        return self._made(part, mass, tensor, self.centre(part), np.zeros(3))

    def _mass(self, part: Statement) -> float:
        mass = self.data.number(part, "MASS") * self.scales.mass
        if not mass > 0:
            raise self.data.error(part, "has no mass; every moving body needs one > 0.")
        return mass

    def _made(
        self, part: Statement, mass: float, tensor: np.ndarray, centre: Frame, turning: np.ndarray
    ) -> Body:
        data, scales = self.data, self.scales
        speed = np.array([data.number(part, f"V{axis}") for axis in "XYZ"])
        if "VM" in part:
            speed = self.frame(self.marker(part, "VM")).direction(speed)
        try:
            return Body(
                name_of(part), mass=mass, inertia=tensor,
                position=plain(centre.origin), orientation=centre.axes,
                velocity=plain(speed * (scales.length / scales.time)), angular_velocity=turning,
            )  # fmt: skip
        except InputError as error:
            raise data.error(part, f"is no body: {error.message}") from None


def name_of(part: Statement) -> str:
    """Return what a part is called in the mechanism."""
    return GROUND if "GROUND" in part else f"{part.name.lower().replace('_', '')}{part.id}"
