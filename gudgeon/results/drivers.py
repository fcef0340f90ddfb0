"""The results of a driver: force and power."""

from __future__ import annotations

import numpy as np

from .._base.errors import InputError, brief
from .part import Part


class DriverResult(Part):
    """What a driver needs: ``force`` [N, or N m on an angle] with which it acts on the second
    body, and ``power`` [W].
    """

    kind = "driver"
    force: np.ndarray

    @property
    def quantities(self) -> dict[str, str]:
        """The quantities there are, each with its unit."""
        return {**super().quantities, "power": "W"}

    @property
    def power(self) -> np.ndarray:
        """Power that the driver puts into the mechanism: force times rate of the coordinate [W]."""
        driver = next(
            (known for known in self._mechanism.drivers if known.name == self._name), None
        )
        if driver is None:
            raise InputError(
                f"the description of the mechanism has no driver {brief(self._name)}; its power is "
                "not known."
            )
        rate = getattr(
            self._result.joint(driver.joint), f"{self._mechanism.coordinate(driver)}_rate"
        )
        return self.force * rate
