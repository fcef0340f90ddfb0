"""Adams datasets (.adm) read into mechanisms, as far as cases with one moving part need it."""

import re
from pathlib import Path
from typing import Any

import numpy as np

import gudgeon as gd
from gudgeon.model import Joint

Fields = dict[str, str]
JOINTS: dict[str, type] = {
    "REVOLUTE": gd.Revolute, "CYLINDRICAL": gd.Cylindrical, "TRANSLATIONAL": gd.Translational, "PLANAR": gd.Planar,
    "SPHERICAL": gd.Spherical, "FIXED": gd.Rigid, "HOOKE": gd.Universal, "UNIVERSAL": gd.Universal, "INLINE": gd.PointOnLine,
}  # fmt: skip


class Dataset:
    """The statements of an .adm file."""

    def __init__(self, path: Path) -> None:
        self.statements: dict[str, dict[int, Fields]] = {}
        lines = [
            line.strip()
            for line in path.read_text().splitlines()[1:]
            if line.strip() and not line.lstrip().startswith("!")
        ]
        text = "\n".join(lines).replace("\n,", ",")  # a leading comma continues a statement
        for line in text.splitlines():
            head, _, rest = line.partition("/")
            number, _, rest = rest.partition(",")
            self.statements.setdefault(head.strip(), {})[int(number or 0)] = fields(rest)

    def all(self, kind: str) -> dict[int, Fields]:
        """Return the statements of a kind by their number."""
        return self.statements.get(kind, {})

    def marker(self, number: int) -> tuple[int, np.ndarray, np.ndarray]:
        """Return the part of a marker, its point and its axes, global at t = 0."""
        marker = self.all("MARKER")[number]
        part = int(marker["PART"])
        origin, axes = place(self.all("PART")[part], "QG")
        point, turn = place(marker, "QP")
        return part, origin + axes @ point, axes @ turn

    def name(self, part: int) -> str:
        """Return the name of a part in our description."""
        return "ground" if "GROUND" in self.all("PART")[part] else f"part{part}"


def fields(text: str) -> Fields:
    """Split ``MASS = 1, CM = 201, IP = 1, 2, 3`` into its fields; a word without a value stands
    for itself.
    """
    pieces = re.split(r",\s*(?=[A-Z]\w*\s*=|[A-Z]+\s*(?:,|$))", text.strip(), flags=re.ASCII)
    pairs = (piece.partition("=") for piece in pieces if piece.strip())
    return {key.strip(): value.strip() for key, _, value in pairs}


def numbers(text: str, count: int = 3) -> np.ndarray:
    """Read numbers; those with a D behind them are degrees."""
    words = [word.strip() for word in text.split(",") if word.strip()]
    values = [np.radians(float(word[:-1])) if word[-1] in "Dd" else float(word) for word in words]
    return np.array([*values, *[0.0] * (count - len(values))])


def place(statement: Fields, point: str) -> tuple[np.ndarray, np.ndarray]:
    """Return position and rotation matrix (body-fixed 3-1-3) of a part or a marker."""
    psi, theta, phi = numbers(statement.get("REULER", ""))
    return numbers(statement.get(point, "")), about_z(psi) @ about_x(theta) @ about_z(phi)


def about_z(angle: float) -> np.ndarray:
    """Return the rotation about z."""
    c, s = np.cos(angle), np.sin(angle)
    return np.array([[c, -s, 0], [s, c, 0], [0, 0, 1]])


def about_x(angle: float) -> np.ndarray:
    """Return the rotation about x."""
    c, s = np.cos(angle), np.sin(angle)
    return np.array([[1, 0, 0], [0, c, -s], [0, s, c]])


def body(data: Dataset, part: int) -> gd.Body:
    """Return a part: its frame is the marker at its centre of mass, in which Adams gives inertia
    and angular velocity.
    """
    statement = data.all("PART")[part]
    _, point, axes = data.marker(int(statement["CM"]))
    xx, yy, zz, xy, xz, yz = numbers(statement["IP"], 6)
    velocity, turning = (
        [float(statement.get(f"{letter}{axis}", 0)) for axis in "XYZ"] for letter in "VW"
    )
    tensor = np.array([[xx, xy, xz], [xy, yy, yz], [xz, yz, zz]])
    return gd.Body(
        data.name(part), mass=float(statement["MASS"]), inertia=tensor, position=point, orientation=axes, velocity=velocity,
        angular_velocity=axes @ turning,
    )  # fmt: skip


def joint(data: Dataset, number: int, statement: Fields) -> Joint:
    """Return a joint between the parts of its markers I and J."""
    kind = next(word for word in statement if word in JOINTS)
    (first, P, I), (second, Q, J) = (data.marker(int(statement[letter])) for letter in "IJ")
    between = (data.name(first), data.name(second))
    given: dict[str, Any] = {
        "local_points": [local(data, part, R) for part, R in ((first, P), (second, Q))]
    }
    if kind in ("HOOKE", "UNIVERSAL"):  # the pins of the cross: x of I and y of J, or z of both
        columns = (0, 1) if kind == "HOOKE" else (2, 2)
        given["local_axes"] = [
            local(data, part, axes[:, k], False)
            for part, axes, k in ((first, I, columns[0]), (second, J, columns[1]))
        ]
    elif kind not in ("SPHERICAL", "FIXED"):
        given["local_axes"] = [
            local(data, part, axes[:, 2], False) for part, axes in ((first, I), (second, J))
        ]
    return JOINTS[kind](f"joint{number}", between=between, **given)


def local(data: Dataset, part: int, vector: np.ndarray, point: bool = True) -> np.ndarray:
    """Return a global point or direction in the frame of a part."""
    if data.name(part) == "ground":
        return vector
    _, centre, axes = data.marker(int(data.all("PART")[part]["CM"]))
    return axes.T @ (vector - centre if point else vector)


def distance(data: Dataset, number: int, statement: Fields) -> Joint:
    """Return a general constraint of the form DM(J, I) - length as a rod from I to J."""
    match = re.match(r"DM\((\d+),\s*(\d+)\)\s*-\s*([\d.]+)", statement["FUNCTION"])
    assert match, f"only constraints of distance are known, not {statement['FUNCTION']}"
    (second, Q, _), (first, P, _) = (data.marker(int(match[k])) for k in (1, 2))
    return gd.Distance(
        f"joint{number}",
        between=(data.name(first), data.name(second)),
        points=(P, Q),
        length=float(match[3]),
    )


def read(path: Path) -> gd.Mechanism:
    """Return the mechanism of a dataset: parts, joints, constraints of distance, gravity."""
    data = Dataset(path)
    gravity = next(iter(data.all("ACCGRAV").values()), {})
    return gd.Mechanism(
        name=path.stem,
        gravity=[float(gravity.get(f"{axis}GRAV", 0)) for axis in "IJK"],
        bodies=[body(data, part) for part in data.all("PART") if data.name(part) != "ground"],
        joints=[
            *(joint(data, number, statement) for number, statement in data.all("JOINT").items()),
            *(distance(data, number, statement) for number, statement in data.all("GCON").items()),
        ],
    )
