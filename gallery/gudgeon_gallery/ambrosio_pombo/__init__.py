"""[AmbrosioPombo]: a slider-crank with clearance in its spherical or its revolute joint, and a
triple pendulum with stops.
"""

from ..description import Paper
from . import claims, figures, pendulum
from .runs import RUNS

PAPER = Paper(
    key="ambrosio-pombo",
    citation="AmbrosioPombo",
    title="A unified formulation for mechanical joints with and without clearances/bushings and/or "
    "stops",
    runs=RUNS,
    figures=(*figures.FIGURES, *pendulum.FIGURES),
    claims=(*claims.CLAIMS, *pendulum.CLAIMS),
)
