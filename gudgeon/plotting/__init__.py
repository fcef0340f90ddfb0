"""Figures by Matplotlib: of results here, of laws, comparisons and studies in the modules of
these names.
"""

from .results import energy, impacts, motion, orbit, overview, penetration, phase, plot, reactions

__all__ = [
    "energy",
    "impacts",
    "motion",
    "orbit",
    "overview",
    "penetration",
    "phase",
    "plot",
    "reactions",
]
