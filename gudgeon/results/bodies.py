"""The results of a body: its motion."""

from __future__ import annotations

from typing import Any

import numpy as np

from .._base.arguments import number
from .._base.description import Quantity
from .part import Part

POINT = Quantity("m", shapes=((3,),))


class BodyResult(Part):
    """Motion of a body in the global frame; every array has one row per output time.

    ``position`` [m], ``velocity`` [m/s], ``acceleration`` [m/s^2] of the centre of mass;
    ``orientation`` (Euler parameters, scalar first); ``angular_velocity`` [rad/s];
    ``angular_acceleration`` [rad/s^2].
    """

    kind = "body"
    position: np.ndarray
    orientation: np.ndarray
    velocity: np.ndarray
    angular_velocity: np.ndarray
    acceleration: np.ndarray
    angular_acceleration: np.ndarray

    @property
    def rotation(self) -> np.ndarray:
        """Rotation matrices from the body frame to the global frame, shape (rows, 3, 3)."""
        e0, e1, e2, e3 = self.orientation.T
        matrix = [
            [e0 * e0 + e1 * e1 - 0.5, e1 * e2 - e0 * e3, e1 * e3 + e0 * e2],
            [e1 * e2 + e0 * e3, e0 * e0 + e2 * e2 - 0.5, e2 * e3 - e0 * e1],
            [e1 * e3 - e0 * e2, e2 * e3 + e0 * e1, e0 * e0 + e3 * e3 - 0.5],
        ]
        return 2 * np.moveaxis(np.array(matrix), 2, 0)

    def at(self, local_point: Any) -> np.ndarray:
        """Return the global track of a point given in the body frame [m], shape (rows, 3)."""
        point = number(local_point, "local_point", POINT)
        return self.position + self.rotation @ np.array(point)
