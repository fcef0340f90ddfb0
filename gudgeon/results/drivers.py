"""The results of a driver: force and power."""

from __future__ import annotations

import numpy as np

from .part import Part


class DriverResult(Part):
    """What a driver needs: ``force`` [N, or N m on an angle] with which it acts on the second
    body, and ``power`` [W] that it puts into the mechanism.
    """

    kind = "driver"
    force: np.ndarray
    power: np.ndarray
