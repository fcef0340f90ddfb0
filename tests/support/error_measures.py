"""What the problems have in common: how an energy drift is measured."""

import numpy as np

from gudgeon import Result


def energy_drift(result: Result) -> float:
    """Return the largest imbalance of the energy ledger over the turnover, the range of the
    kinetic energy.
    """
    kinetic = np.asarray(result.energy.kinetic)
    return float(np.max(np.abs(result.energy.balance)) / np.ptp(kinetic))
