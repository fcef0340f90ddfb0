"""Joints: which relative motions of two bodies are free; one file a joint, found without being
listed.
"""

from ..._base.discovery import import_modules
from .base import AlongAxis as AlongAxis
from .base import Joint
from .base import Long as Long
from .base import Round as Round
from .coupling import Coupling as Coupling
from .cylindrical import Cylindrical
from .distance import Distance
from .gear import Gear
from .planar import Planar
from .point_on_line import PointOnLine
from .rack import Rack
from .revolute import Revolute
from .rigid import Rigid
from .screw import Screw
from .spherical import Spherical
from .translational import HELD as HELD
from .translational import RECTANGULAR as RECTANGULAR
from .translational import ROUND as ROUND
from .translational import Translational
from .universal import Universal

__all__ = [
    "Cylindrical",
    "Distance",
    "Gear",
    "Joint",
    "Planar",
    "PointOnLine",
    "Rack",
    "Revolute",
    "Rigid",
    "Screw",
    "Spherical",
    "Translational",
    "Universal",
]

import_modules(__name__, __path__)
