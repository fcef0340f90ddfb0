"""Small Adams datasets for tests, written here."""

from pathlib import Path

from gudgeon.model.exchange.adams import read_adams
from gudgeon.model.exchange.imported import Imported

GROUND = """a title
UNITS/FORCE=NEWTON, MASS=KILOGRAM, LENGTH=METER, TIME=SECOND
PART/1, GROUND
MARKER/11, PART=1
MARKER/12, PART=1, REULER=0, 90D, 0
"""
BODY = """PART/2, MASS=2, CM=21, IP=0.1, 0.2, 0.3
MARKER/21, PART=2, QP=1, 0, 0
MARKER/22, PART=2
MARKER/23, PART=2, REULER=0, 90D, 0
"""
FALL = "ACCGRAV/JGRAV=-9.81\n"


def imported(*statements: str) -> Imported:
    """Return what is read of a body of 2 kg, 1 m from the origin, and some statements."""
    return read_adams(GROUND + BODY + FALL + "\n".join(statements), "own.adm", "own")


def whole(text: str) -> Imported:
    """Return what is read of a whole dataset."""
    return read_adams(text, "own.adm", "own")


def written(folder: Path, *statements: str) -> Path:
    """Write a dataset to a file."""
    path = folder / "own.adm"
    path.write_text(GROUND + BODY + FALL + "\n".join(statements), encoding="utf-8")
    return path
