"""Clearances by ISO 286: what a hole and a shaft of given tolerance classes leave between them
[Iso286].

``iso_fit("25 H7/f7")`` knows the least, mean and greatest clearance. Nominal sizes go up to 500 mm;
deviations in the tables are micrometres.
"""

import re
from bisect import bisect_left
from typing import Any

from .._base.description import Description, Number, description, option, quantity
from .._base.errors import InputError, brief, suggestion
from .._base.units import parse

__all__ = ["IsoFit", "iso_fit"]

MICROMETRE = 1e6  # of them in a metre: numbers are divided by it, which rounds once

# upper ends of the ranges of nominal sizes [mm]: of grades, and of deviations that are finer divided
RANGES = (3, 6, 10, 18, 30, 50, 80, 120, 180, 250, 315, 400, 500)
FINE = (3, 6, 10, 14, 18, 24, 30, 40, 50, 65, 80, 100, 120, 140, 160, 180, 200, 225, 250, 280, 315, 355, 400, 450, 500)  # fmt: skip

GRADES: dict[str, tuple[float, ...]] = {
    "01": (0.3, 0.4, 0.4, 0.5, 0.6, 0.6, 0.8, 1, 1.2, 2, 2.5, 3, 4),
    "0": (0.5, 0.6, 0.6, 0.8, 1, 1, 1.2, 1.5, 2, 3, 4, 5, 6),
    "1": (0.8, 1, 1, 1.2, 1.5, 1.5, 2, 2.5, 3.5, 4.5, 6, 7, 8),
    "2": (1.2, 1.5, 1.5, 2, 2.5, 2.5, 3, 4, 5, 7, 8, 9, 10),
    "3": (2, 2.5, 2.5, 3, 4, 4, 5, 6, 8, 10, 12, 13, 15),
    "4": (3, 4, 4, 5, 6, 7, 8, 10, 12, 14, 16, 18, 20),
    "5": (4, 5, 6, 8, 9, 11, 13, 15, 18, 20, 23, 25, 27),
    "6": (6, 8, 9, 11, 13, 16, 19, 22, 25, 29, 32, 36, 40),
    "7": (10, 12, 15, 18, 21, 25, 30, 35, 40, 46, 52, 57, 63),
    "8": (14, 18, 22, 27, 33, 39, 46, 54, 63, 72, 81, 89, 97),
    "9": (25, 30, 36, 43, 52, 62, 74, 87, 100, 115, 130, 140, 155),
    "10": (40, 48, 58, 70, 84, 100, 120, 140, 160, 185, 210, 230, 250),
    "11": (60, 75, 90, 110, 130, 160, 190, 220, 250, 290, 320, 360, 400),
    "12": (100, 120, 150, 180, 210, 250, 300, 350, 400, 460, 520, 570, 630),
    "13": (140, 180, 220, 270, 330, 390, 460, 540, 630, 720, 810, 890, 970),
    "14": (250, 300, 360, 430, 520, 620, 740, 870, 1000, 1150, 1300, 1400, 1550),
    "15": (400, 480, 580, 700, 840, 1000, 1200, 1400, 1600, 1850, 2100, 2300, 2500),
    "16": (600, 750, 900, 1100, 1300, 1600, 1900, 2200, 2500, 2900, 3200, 3600, 4000),
    "17": (1000, 1200, 1500, 1800, 2100, 2500, 3000, 3500, 4000, 4600, 5200, 5700, 6300),
    "18": (1400, 1800, 2200, 2700, 3300, 3900, 4600, 5400, 6300, 7200, 8100, 8900, 9700),
}
"""Standard tolerances IT01 to IT18, by grade and range of nominal sizes."""

# upper deviations es of shafts below the nominal size, without their sign
BELOW: dict[str, tuple[float, ...]] = {
    "a": (270, 270, 280, 290, 290, 300, 300, 310, 320, 340, 360, 380, 410, 460, 520, 580, 660, 740, 820, 920, 1050, 1200, 1350, 1500, 1650),
    "b": (140, 140, 150, 150, 150, 160, 160, 170, 180, 190, 200, 220, 240, 260, 280, 310, 340, 380, 420, 480, 540, 600, 680, 760, 840),
    "c": (60, 70, 80, 95, 95, 110, 110, 120, 130, 140, 150, 170, 180, 200, 210, 230, 240, 260, 280, 300, 330, 360, 400, 440, 480),
    "d": (20, 30, 40, 50, 65, 80, 100, 120, 145, 170, 190, 210, 230),
    "e": (14, 20, 25, 32, 40, 50, 60, 72, 85, 100, 110, 125, 135),
    "f": (6, 10, 13, 16, 20, 25, 30, 36, 43, 50, 56, 62, 68),
    "g": (2, 4, 5, 6, 7, 9, 10, 12, 14, 15, 17, 18, 20),
    "h": (0,) * 13,
}  # fmt: skip
# lower deviations ei of shafts above the nominal size
ABOVE: dict[str, tuple[float, ...]] = {
    "k": (0, 1, 1, 1, 2, 2, 2, 3, 3, 4, 4, 4, 5),
    "m": (2, 4, 6, 7, 8, 9, 11, 13, 15, 17, 20, 21, 23),
    "n": (4, 8, 10, 12, 15, 17, 20, 23, 27, 31, 34, 37, 40),
    "p": (6, 12, 15, 18, 22, 26, 32, 37, 43, 50, 56, 62, 68),
    "r": (10, 15, 19, 23, 23, 28, 28, 34, 34, 41, 43, 51, 54, 63, 65, 68, 77, 80, 84, 94, 98, 108, 114, 126, 132),
    "s": (14, 19, 23, 28, 28, 35, 35, 43, 43, 53, 59, 71, 79, 92, 100, 108, 122, 130, 140, 158, 170, 190, 208, 232, 252),
}  # fmt: skip
LETTERS = (*BELOW, "js", *ABOVE)
# read when they are first used: compiling them would take time whenever the package is imported
CLASS = r"([A-Za-z]{1,2})(\d{1,2})$"
FIT = r"\s*(?:[⌀ØøD]\s*)?(\d+(?:\.\d*)?|\.\d+)\s*(?:mm)?\s*([A-Za-z]{1,2}\d{1,2})\s*/\s*([A-Za-z]{1,2}\d{1,2})\s*$"  # fmt: skip
PLACES = ("least", "mean", "greatest")


def _at(table: tuple[float, ...], size: float) -> float:
    """Return the value of a table for a nominal size [mm]; a size that ends a range belongs to it."""
    return table[bisect_left(RANGES if len(table) == len(RANGES) else FINE, size)]


def grade(number: str, size: float) -> float:
    """Return the standard tolerance IT of a grade [um] for a nominal size [mm]."""
    if number not in GRADES:
        raise InputError(f"there is no grade '{number}'; they go from 01 and 0 to 18.")
    return _at(GRADES[number], size)


def deviations(name: str, size: float) -> tuple[float, float]:
    """Return the upper and lower deviation [um] of a tolerance class such as H7 (a hole) or f7 (a
    shaft) for a nominal size [mm].
    """
    match = re.match(CLASS, name)
    letter = match[1] if match else ""
    if (
        match is None
        or letter.lower() not in LETTERS
        or letter not in (letter.lower(), letter.upper())
    ):
        known = [word.upper() if letter.isupper() else word for word in LETTERS]
        raise InputError(f"unknown tolerance class {brief(name)}.{suggestion(letter, known)}")
    width = grade(match[2], size)
    if letter.lower() == "js":
        return 0.5 * width, -0.5 * width
    if letter.lower() in BELOW:
        distance = _at(BELOW[letter.lower()], size)
        return (distance + width, distance) if letter.isupper() else (-distance, -distance - width)
    lower = _at(ABOVE[letter.lower()], size)
    if letter.islower():
        lower = lower if letter != "k" or 4 <= int(match[2]) <= 7 else 0.0
        return lower + width, lower
    upper = _upper_of_hole(letter, int(match[2]), size, lower)
    return upper, upper - width


def _upper_of_hole(letter: str, number: int, size: float, shaft: float) -> float:
    """Return the upper deviation of a hole below the nominal size: that of the shaft with the other
    sign, moved by what the grade is wider than the next finer one.
    """
    moved = size > 3 and number <= (8 if letter in "KMN" else 7)
    if letter == "K" and not moved:
        return 0.0
    if letter == "N" and number > 8 and size > 3:
        return 0.0
    if letter == "M" and number == 6 and 250 < size <= 315:
        return -9.0
    return -shaft + (grade(str(number), size) - grade(str(number - 1), size) if moved else 0.0)


@description
class IsoFit(Description):
    """What a hole and a shaft leave between them [Iso286]: limits of both, and their clearance,
    which is negative where they interfere.
    """

    size: Number = quantity("m", "nominal size: the diameter of hole and shaft", gt=0)
    hole: str = option("tolerance class of the hole, such as H7")
    shaft: str = option("tolerance class of the shaft, such as f7")

    def check(self) -> None:
        """Reject sizes and classes that are not in the tables."""
        if self._millimetres() > FINE[-1]:
            raise InputError(
                f"nominal sizes go up to 500 mm, got {self._millimetres():g} mm.", ("size",)
            )
        for field, hole in (("hole", True), ("shaft", False)):
            name = getattr(self, field)
            if name[:1].isupper() is not hole:
                wanted = "H7: capitals" if hole else "f7: small letters"
                raise InputError(f"expected a class such as {wanted}, got {brief(name)}.", (field,))
            try:
                deviations(name, self._millimetres())
            except InputError as error:
                raise error.under(field) from None

    def _millimetres(self) -> float:
        return round(1e3 * self.size, 9)

    def deviations(self) -> tuple[tuple[float, float], tuple[float, float]]:
        """Return the upper and lower deviation of the hole and of the shaft [m]."""
        hole, shaft = (deviations(name, self._millimetres()) for name in (self.hole, self.shaft))
        return (
            (hole[0] / MICROMETRE, hole[1] / MICROMETRE),
            (shaft[0] / MICROMETRE, shaft[1] / MICROMETRE),
        )

    def clearances(self) -> tuple[float, float, float]:
        """Return the least, mean and greatest clearance of the diameters [m]."""
        hole, shaft = (deviations(name, self._millimetres()) for name in (self.hole, self.shaft))
        least, greatest = hole[1] - shaft[0], hole[0] - shaft[1]
        return (
            least / MICROMETRE,
            0.5 * (least + greatest) / MICROMETRE,
            greatest / MICROMETRE,
        )

    def radial(self, which: str = "mean") -> float:
        """Return the radial clearance [m]: half of the least, mean or greatest clearance."""
        if which not in PLACES:
            raise InputError(f"unknown choice {brief(which)}.{suggestion(which, PLACES)}")
        return 0.5 * self.clearances()[PLACES.index(which)]

    def __str__(self) -> str:
        least, mean, greatest = (MICROMETRE * value for value in self.clearances())
        return (
            f"{self._millimetres():g} {self.hole}/{self.shaft}: clearance of the diameters "
            f"{least:g} to {greatest:g} um, mean {mean:g} um"
        )


def iso_fit(text: Any) -> IsoFit:
    """Return the fit that a text such as ``"25 H7/f7"`` means: nominal size in mm, class of the
    hole, class of the shaft.
    """
    match = re.match(FIT, text) if isinstance(text, str) else None
    if match is None:
        raise InputError(f"expected a fit by ISO 286 such as '25 H7/f7', got {brief(text)}.")
    return IsoFit(size=parse(f"{match[1]} mm", "m"), hole=match[2], shaft=match[3])


def _parts(text: str) -> tuple[IsoFit, str] | None:
    """Return the fit and which of its clearances a text means; None for another text."""
    words = text.split()
    which = words.pop() if words[-1:] and words[-1] in PLACES else "mean"
    return (iso_fit(" ".join(words)), which) if re.match(FIT, " ".join(words)) else None


def nominal_radius(text: str) -> float | None:
    """Return half the nominal size [m] of the fit that a text means."""
    parts = _parts(text)
    return None if parts is None else 0.5 * parts[0].size


def clearance_of(text: str) -> float | None:
    """Return the radial clearance [m] that ``25 H7/f7``, or ``25 H7/f7 greatest``, means; None for
    a text that is no fit.
    """
    parts = _parts(text)
    if parts is None:
        return None
    fit, which = parts
    least = fit.clearances()[0]
    if fit.radial(which) < 0:
        raise InputError(
            f"{fit}; a joint with play needs a shaft that is smaller than its hole, such as f7 or "
            f"g6: the {which} clearance is negative, the least {MICROMETRE * least:g} um."
        )
    return fit.radial(which)
