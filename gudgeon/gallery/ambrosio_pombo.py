"""[AmbrosioPombo]: a slider-crank with clearance in its spherical or its revolute joint, and a triple pendulum with stops."""

from . import _ambrosio_claims, _ambrosio_figures, _ambrosio_pendulum
from ._ambrosio_runs import RUNS
from .exhibit import Paper

PAPER = Paper(
    key="ambrosio-pombo",
    citation="AmbrosioPombo",
    title="A unified formulation for mechanical joints with and without clearances/bushings and/or stops",
    runs=RUNS,
    figures=(*_ambrosio_figures.FIGURES, *_ambrosio_pendulum.FIGURES),
    claims=(*_ambrosio_claims.CLAIMS, *_ambrosio_pendulum.CLAIMS),
)
