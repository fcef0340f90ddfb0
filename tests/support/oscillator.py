"""A mass on a spring, whose motion is harmonic."""

from numpy import pi

import gudgeon as gd


def oscillator(frequency: float = 1.0, damping: float | None = None) -> gd.Mechanism:
    """Return a mass of 1 kg on a spring that begins at rest, 0.1 m away from where it is at
    ease.
    """
    spring = gd.JointSpring(
        "spring", joint="D", stiffness=(2 * pi * frequency) ** 2, free_position=0.1, damping=damping
    )
    guide = gd.Translational("D", between=("ground", "mass"), point=(0, 0, 0), axis=(1, 0, 0))
    return gd.Mechanism(
        name="oscillator",
        duration=10,
        bodies=[gd.Body("mass", mass=1, inertia=(1, 1, 1))],
        joints=[guide],
        forces=[spring],
    )
