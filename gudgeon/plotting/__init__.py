"""Figures by Matplotlib: of results here, of laws, comparisons and studies in the modules of these names."""

from .results import bushings, energy, films, impacts, motion, orbit, overview, penetration, phase, plot, reactions

__all__ = ["bushings", "energy", "films", "impacts", "motion", "orbit", "overview", "penetration", "phase", "plot", "reactions"]
