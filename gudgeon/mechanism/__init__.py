"""What the user writes: frozen descriptions, no arrays, no Numba."""

from .bodies import GROUND, Body
from .compliance import Compliance
from .drivers import Driver
from .fits import Bushing, Clearance, Fit, Ideal, Lubricated
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
from .mixed import Mixed, Play
from .solids import Box, Cylinder, Rod, Solid, Sphere
from .stops import Stop

__all__ = [
    "GROUND", "PLANES", "Body", "Box", "Bushing", "Clearance", "Compliance", "CustomForce", "Cylinder", "Cylindrical", "Distance",
    "Driver", "Fit", "Force", "Ideal", "Joint", "JointSpring", "Load", "Lubricated", "Mechanism", "Mixed", "Planar", "Play", "PointOnLine",
    "Revolute", "Rigid", "Rod", "Solid", "Sphere", "Spherical", "Spring", "Stop", "Torque", "Translational", "Universal",
]  # fmt: skip
