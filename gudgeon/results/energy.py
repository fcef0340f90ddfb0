"""The energy ledger of a run: what is stored, lost and put in, and whether it balances."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from .._base.arguments import among
from .._base.errors import InputError, brief, suggestion
from .._base.text import summary_of

if TYPE_CHECKING:
    from .result import Result


class Energy:
    """The energy ledger [J]; entries by their label: ``result.energy["lost:damper"]``."""

    sums = ("kinetic", "gravity", "stored", "potential", "total", "lost", "work", "balance")

    def __init__(self, result: Result) -> None:
        self._data, self._labels = result.data["energy"], result.layout.labels["entry"]
        self._late = result.begin > 0.0

    @property
    def entries(self) -> tuple[str, ...]:
        """Labels of all entries."""
        return self._labels

    def __getitem__(self, entry: str) -> np.ndarray:
        if not among(entry, self._labels):
            raise InputError(
                f"there is no energy entry {brief(entry)}.{suggestion(entry, self._labels)}"
            )
        return np.asarray(self._data[:, self._labels.index(entry)])

    def gain(self, entry: str) -> float:
        """Return what an entry has gained until the end [J]: since t = 0, or in a result without
        its transient since that ended.
        """
        values = self[entry]
        return float(values[-1] - values[0]) if self._late else float(values[-1])

    def help(self, entry: str) -> str:
        """Return what an entry or a sum is, in a sentence."""
        if entry in self.sums:
            return summary_of(getattr(type(self), entry))
        kind, _, name = entry.partition(":")
        name, _, loss = name.partition(":")
        words = {
            "stored": f"energy that {name} stores",
            "lost": f"energy that {name} has lost" + (f" by {loss}" if loss else ""),
            "load": f"work that the load {name} has put in",
            "driver": f"work that the driver {name} has put in",
        }
        return words.get(kind, kind)

    def _sum(self, *kinds: str) -> np.ndarray:
        chosen = [entry for entry in self._labels if entry.partition(":")[0] in kinds]
        return sum((self[entry] for entry in chosen), np.zeros(self._data.shape[0]))

    @property
    def kinetic(self) -> np.ndarray:
        """Kinetic energy of all bodies."""
        return self._sum("kinetic")

    @property
    def gravity(self) -> np.ndarray:
        """Potential energy of gravity."""
        return self._sum("gravity")

    @property
    def stored(self) -> np.ndarray:
        """Energy stored in springs and contacts."""
        return self._sum("stored")

    @property
    def potential(self) -> np.ndarray:
        """Energy of gravity, springs and contacts."""
        return self._sum("gravity", "stored")

    @property
    def total(self) -> np.ndarray:
        """Kinetic plus potential energy."""
        return self._sum("kinetic", "gravity", "stored")

    @property
    def lost(self) -> np.ndarray:
        """Energy dissipated since t = 0."""
        return self._sum("lost")

    @property
    def work(self) -> np.ndarray:
        """Work put in by drivers and loads since t = 0."""
        return self._sum("driver", "load")

    @property
    def balance(self) -> np.ndarray:
        """Total + lost - work minus its first value: zero in exact arithmetic."""
        sum_ = self.total + self.lost - self.work
        return sum_ - sum_[:1] if len(sum_) else sum_
