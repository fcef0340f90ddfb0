"""Elements: what fits put into joints. A kind makes the records of all its elements and names the
kernel that acts on them.

A kind registers itself under the name by which fits ask for it (``Fit.elements``); assembly knows
none by name.
"""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from ..._base.errors import suggestion
from ..._base.jit import DISABLED, Entry
from ...kernels.output_variables import OutputVariable
from ...model import Mechanism
from ..breakpoints import Crossing


class Assembler:
    """What the records of elements refer to: joints, coordinates and laws; places in state,
    ledger, energies and watched quantities.
    """

    def __init__(
        self,
        mechanism: Mechanism,
        joints: np.ndarray,
        order: dict[str, int],
        coordinates: dict[tuple[str, str], int],
        law: Callable[..., tuple[int, int]],
        numbers: Callable[[list[float]], int],
        first_state: int,
    ) -> None:
        self.mechanism = mechanism
        self.joints = joints  # records
        self.order = order  # joint -> place of its record
        self.coordinates = coordinates  # (joint, coordinate) -> place of its record
        # law(law, joint, *path in its description) -> address, and where its parameters begin
        self.law = law
        self.numbers = numbers  # numbers(values) -> where these begin among the parameters of laws
        self.first_state = first_state
        self.states = self.ledgers = 0
        self.energies_before: list[str] = []  # of bodies, springs, loads and drivers
        self.energies: list[str] = []
        self.watched = [0.0] * len(coordinates)
        self.counted: list[int] = []  # watched angles that count full turns, but for coordinates
        self.crossings: list[Crossing] = []

    def state(self, count: int) -> int:
        """Return where in the state vector this many new states [m] begin; their rates stand at
        the same places of its derivative.
        """
        self.states += count
        return self.first_state + self.states - count

    def ledger(self) -> int:
        """Return the place of a new ledger entry, which integrates a power."""
        self.ledgers += 1
        return self.ledgers - 1

    def energy(self, label: str) -> int:
        """Return the place of an energy of a joint in the output, new or known, such as
        ``stored:A`` or ``lost:A:damping``.
        """
        if label not in self.energies:
            self.energies.append(label)
        return len(self.energies_before) + self.energies.index(label)

    def watch(self, *initial: float) -> int:
        """Return where new watched quantities begin, one for each value before the first step."""
        self.watched += initial
        return len(self.watched) - len(initial)


@dataclass(frozen=True)
class Elements:
    """All elements of one kind: their records, the numbers that their kernel keeps, and the
    labels of the dimensions of their variables.
    """

    records: np.ndarray
    memory: int = 0
    labels: dict[str, tuple[Any, ...]] = field(default_factory=dict)


@dataclass(frozen=True)
class ElementKind:
    """A kind of elements: its name, its kernel (kernels/joints/elements.py), and what makes its
    records.
    """

    name: str
    kernel: Entry
    make: Callable[[Assembler], Elements]
    variables: tuple[OutputVariable, ...] = ()  # of the output, that its kernel writes


KINDS: dict[str, ElementKind] = {}
"""The kinds of elements by their names, in the order in which they act."""


def register(kind: ElementKind) -> ElementKind:
    """Let fits ask for a kind of elements by its name."""
    KINDS[kind.name] = kind
    return kind


def kinds_in(mechanism: Mechanism) -> list[ElementKind]:
    """Return the kinds of elements that act in the joints of a mechanism."""
    for joint in mechanism.joints:
        for name in joint.elements:
            if name not in KINDS:
                raise joint.error(
                    f"no kind of elements '{name}' is registered.{suggestion(name, KINDS)}", "fit"
                )
    return [kind for name, kind in KINDS.items() if name in mechanism.elements]


def words_of(tables: list[np.ndarray]) -> tuple[np.ndarray, list[int]]:
    """Return the records of all elements as words of eight bytes, and where each table begins."""
    words = [np.frombuffer(records.tobytes(), np.int64) for records in tables]
    begins = np.cumsum([0, *map(len, words)])
    return np.concatenate([np.zeros(0, np.int64), *words]), [int(begin) for begin in begins[:-1]]


def records_in(words: np.ndarray, begin: int, count: int, dtype: Any) -> np.ndarray:
    """Return records among the words as what they are; without Numba with fields as attributes,
    as kernels read them.
    """
    records = words[begin : begin + count * dtype.itemsize // 8].view(dtype)
    return records.view(np.recarray) if DISABLED else records
