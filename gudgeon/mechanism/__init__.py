"""What the user writes: frozen descriptions, no arrays, no Numba."""

from .bodies import GROUND, Body
from .drivers import Driver
from .fits import Fit, Ideal
from .forces import CustomForce, Force, JointSpring, Load, Spring, Torque
from .joints import (
    Cylindrical,
    Distance,
    Joint,
    Planar,
    PointOnLine,
    Revolute,
    Rigid,
    Spherical,
    Translational,
    Universal,
)
from .mechanism import PLANES, Mechanism
from .solids import Box, Cylinder, Rod, Solid, Sphere

__all__ = [
    "GROUND", "PLANES", "Body", "Box", "CustomForce", "Cylinder", "Cylindrical", "Distance", "Driver", "Fit", "Force", "Ideal", "Joint",
    "JointSpring", "Load", "Mechanism", "Planar", "PointOnLine", "Revolute", "Rigid", "Rod", "Solid", "Sphere", "Spherical", "Spring",
    "Torque", "Translational", "Universal",
]  # fmt: skip
