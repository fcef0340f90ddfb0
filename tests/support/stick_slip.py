"""A mass pulled through a spring over a rough track with LuGre friction (benchmark S3), as three
equations.
"""

from dataclasses import dataclass

import numpy as np
from scipy.integrate import solve_ivp


@dataclass(frozen=True)
class StickSlip:
    """Data of [CanudasDeWit1995]; ``limit`` [N] caps what the bristles carry, infinite in the
    original.
    """

    mass: float = 1.0
    stiffness: float = 2.0
    pull: float = 0.1
    sigma_0: float = 1e5
    sigma_1: float = np.sqrt(1e5)
    sigma_2: float = 0.4
    F_c: float = 1.0
    F_s: float = 1.5
    v_s: float = 1e-3
    limit: float = np.inf

    def friction(self, v, z):
        """Return friction and the rate of the bristle."""
        g = self.F_c + (self.F_s - self.F_c) * np.exp(-((v / self.v_s) ** 2))
        z_dot = v - self.sigma_0 * abs(v) / g * z
        F = self.sigma_0 * z + self.sigma_1 * z_dot
        return np.clip(F, -self.limit, self.limit) + self.sigma_2 * v, z_dot

    def run(self, times):
        """Return position, velocity, bristle and friction at the times."""

        def motion(t, y):
            x, v, z = y
            F, z_dot = self.friction(v, z)
            return v, (self.stiffness * (self.pull * t - x) - F) / self.mass, z_dot

        scale = np.array([1e-10, 1e-10, 1e-15])
        found = solve_ivp(
            motion, (0, times[-1]), np.zeros(3), method="Radau", t_eval=times, rtol=1e-9, atol=scale
        )
        assert found.success
        return (*found.y, self.friction(found.y[1], found.y[2])[0])
