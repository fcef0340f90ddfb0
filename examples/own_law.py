"""A law of one's own: a pendulum with quadratic air drag. Usable in files too: ``gudgeon run
MODEL --laws examples/own_law.py``.
"""

from math import sqrt

import gudgeon as gd


@gd.law
class AirDrag(gd.Interaction):
    """Air drag of a blunt body."""

    coefficient: float = gd.param(
        "c", "N*s^2/m^2", "half of density times area times drag coefficient", ge=0
    )

    @staticmethod
    def force(t, r, v, p, w, c):
        """F = −c |v| v"""
        s = -c * sqrt(v[0] * v[0] + v[1] * v[1] + v[2] * v[2])
        return s * v[0], s * v[1], s * v[2], 0.0, 0.0, 0.0


def pendulum(coefficient: float) -> gd.Mechanism:
    """Return a ball on a massless rod of 1 m, released from horizontal."""
    return gd.Mechanism(
        name="pendulum in air",
        gravity=(0, 0, -9.81),
        bodies=[gd.Body("ball", mass=0.2, inertia=gd.Sphere(0.04), position=(1, 0, 0))],
        joints=[gd.Distance("rod", between=("ground", "ball"), points=((0, 0, 0), (1, 0, 0)))],
        forces=[
            gd.CustomForce(
                "air",
                between=("ground", "ball"),
                points=((1, 0, 0), (1, 0, 0)),
                law=AirDrag(coefficient),
            )
        ],
    )


if __name__ == "__main__":
    for coefficient in (0.0, 0.005, 0.02):
        result = gd.simulate(pendulum(coefficient), duration=10.0)
        energy = result.energy
        print(
            f"c = {coefficient:g}: energy {energy.total[0]:.4f} J -> {energy.total[-1]:.4f} J, "
            f"balance {abs(energy.balance).max():.1e} J"
        )
