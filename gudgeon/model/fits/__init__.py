"""Fits: how a joint is made; one file a fit, found without being listed."""

from ..._base.discovery import import_modules
from .base import Fit
from .base import law_of as law_of
from .base import own_laws as own_laws
from .bushing import Bushing
from .clearance import Clearance
from .ideal import Ideal
from .lubricated import Lubricated
from .mixed import Mixed, Play

__all__ = ["Bushing", "Clearance", "Fit", "Ideal", "Lubricated", "Mixed", "Play"]

import_modules(__name__, __path__)
