"""One state of a mechanism in both kinds of coordinates."""

from typing import NamedTuple

import numpy as np

import gudgeon as gd
from gudgeon.assembly.assemble import Assembly
from gudgeon.assembly.initial_conditions import check_model
from gudgeon.assembly.kinematic_tree import cartesian_state, on_tree
from gudgeon.kernels import records as rec
from gudgeon.kernels.entry_points import evaluate_at, observe_at
from gudgeon.kernels.tasks import ACCELERATIONS, POSITIONS, ROW

T = 0.013  # [s] at which drivers move and accelerate


class Evaluated(NamedTuple):
    """An assembly, its work tables and state, the derivative there and an output row."""

    assembly: Assembly
    work: rec.Work
    y: np.ndarray
    f: np.ndarray
    row: np.ndarray

    def accelerations(self) -> np.ndarray:
        """Linear and angular accelerations of all bodies."""
        return self.work.bodies[1:, rec.ACC : rec.ACC + 6]

    def powers(self) -> np.ndarray:
        """Derivative of the energy ledger."""
        n_e = int(self.assembly.system.setting[0]["n_e"])
        return self.f[len(self.f) - n_e :]

    def variable(self, name: str) -> np.ndarray:
        """A variable of the output row."""
        place = self.assembly.layout[name]
        return self.row[place.start : place.start + place.size]


def evaluated(assembly: Assembly, y: np.ndarray) -> Evaluated:
    """Evaluate a state, and observe it."""
    work, f, row = assembly.work(), np.zeros_like(y), np.zeros(assembly.layout.width)
    evaluate_at(assembly.system, work, T, y, f, ACCELERATIONS)
    observe_at(assembly.system, work, T, y, row, ROW)
    return Evaluated(assembly, work, y, f, row)


def both(mechanism: gd.Mechanism, seed: int = 0) -> tuple[Evaluated, Evaluated]:
    """Return a mechanism in a random state near its initial one, first in Cartesian and then in
    joint coordinates.
    """
    random = np.random.default_rng(seed)
    assembly = check_model(mechanism).assembly
    tree = on_tree(assembly)
    n = int(tree.system.setting[0]["n_q"] + tree.system.setting[0]["n_v"])
    y = tree.y.copy()
    y[:n] += 0.1 * random.normal(size=n)
    residual = evaluate_at(tree.system, tree.work(), T, y, np.zeros_like(y), POSITIONS)
    assert residual < 1e-12, "a random state that does not close; choose another seed"
    return evaluated(assembly, cartesian_state(assembly, tree, T, y)), evaluated(tree, y)


def difference(first: np.ndarray, other: np.ndarray) -> float:
    """Largest difference relative to the largest number."""
    return float(np.abs(first - other).max(initial=0.0) / max(np.abs(first).max(initial=0.0), 1e-9))
