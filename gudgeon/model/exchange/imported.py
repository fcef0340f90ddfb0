"""What a file of another program gives: a mechanism, shapes of its bodies, and a report of what was
not understood.
"""

import warnings
from dataclasses import dataclass, field

from ..mechanism import Mechanism

__all__ = ["Imported", "NotUnderstoodWarning", "Note", "Report", "Shape"]


class NotUnderstoodWarning(UserWarning):
    """Something in a file of another program that changes the motion was not understood."""


@dataclass(frozen=True)
class Note:
    """Something in a file that is not in the mechanism, with its line; ``matters`` says that the
    motion may depend on it.
    """

    where: str
    text: str
    matters: bool = True

    def __str__(self) -> str:
        return f"{self.where}: {self.text}" if self.where else self.text


@dataclass(frozen=True)
class Shape:
    """A mesh that shows a body: its file, where it stands in the body frame (origin [m] and axes in
    columns), and by what its coordinates are multiplied.
    """

    file: str
    origin: tuple[float, ...]
    axes: tuple[tuple[float, ...], ...]
    scale: tuple[float, ...] = (1.0, 1.0, 1.0)


class Report:
    """Notes as a reader gathers them."""

    def __init__(self, source: str) -> None:
        self.source = source
        self.notes: list[Note] = []

    def at(self, line: int) -> str:
        """Return a line of the file as messages name it."""
        return f"{self.source}:{line}"

    def lost(self, line: int, text: str) -> None:
        """Note something left out on which the motion may depend."""
        self.notes.append(Note(self.at(line), text))

    def unused(self, line: int, text: str) -> None:
        """Note something left out that changes no motion."""
        self.notes.append(Note(self.at(line), text, matters=False))


@dataclass(frozen=True)
class Imported:
    """A mechanism from a file of another program.

    ``notes`` name, with its line, everything in the file that is not in the mechanism; ``shapes``
    are the meshes of its bodies; ``outputs`` are the channels of results that the file asks for.
    """

    mechanism: Mechanism
    notes: tuple[Note, ...] = ()
    shapes: dict[str, tuple[Shape, ...]] = field(default_factory=dict)
    outputs: dict[str, tuple[str, ...]] = field(default_factory=dict)

    @property
    def lost(self) -> tuple[Note, ...]:
        """Notes of what may change the motion."""
        return tuple(note for note in self.notes if note.matters)

    def warn(self) -> None:
        """Warn of everything left out on which the motion may depend."""
        for note in self.lost:
            warnings.warn(str(note), NotUnderstoodWarning, stacklevel=3)

    def __str__(self) -> str:
        """The report: what is there, and what was left out."""
        parts = self.mechanism
        counts = ((len(parts.bodies), "body", "bodies"), (len(parts.joints), "joint", "joints"),
                  (len(parts.drivers), "driver", "drivers"), (len(parts.forces), "force", "forces"))  # fmt: skip
        lines = [
            ", ".join(
                f"{n} {singular if n == 1 else plural}" for n, singular, plural in counts if n
            )
        ]
        for title, matters in (
            ("left out, and the motion may depend on it:", True),
            ("left out, without effect on the motion:", False),
        ):
            found = [f"  {note}" for note in self.notes if note.matters == matters]
            lines += [title, *found] if found else []
        return "\n".join(lines)
