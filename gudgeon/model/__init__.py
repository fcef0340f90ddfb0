"""What the user describes: bodies, joints, fits, loads; frozen, no arrays, no Numba."""

from . import bodies, compliance, drivers, fits, iso_fits, joints, loads, mechanism, solids, stops
from .bodies import *
from .bodies import GROUND as GROUND
from .compliance import *
from .drivers import *
from .fits import *
from .iso_fits import *
from .joints import *
from .loads import *
from .mechanism import *
from .mechanism import PLANES as PLANES
from .solids import *
from .stops import *

__all__ = [  # each name stands in the list of its own module
    *bodies.__all__,
    *compliance.__all__,
    *drivers.__all__,
    *fits.__all__,
    *iso_fits.__all__,
    *joints.__all__,
    *loads.__all__,
    *mechanism.__all__,
    *solids.__all__,
    *stops.__all__,
]
