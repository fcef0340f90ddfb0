"""Pictures of wear: depth over the angle of a bearing, clearance and force over the cycles."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from .figure import Curve, Panel, figure_of

if TYPE_CHECKING:
    from matplotlib.figure import Figure

    from ..results.wear import Wear
    from ..studies.wear import WearStudy


def plot_wear(wear: Wear, path: str | Path | None) -> Figure:
    """Draw the depth over the angle, of bearing and journal."""
    surfaces = {"bearing": wear.bearing, "journal": wear.journal}
    curves = [
        Curve(name, np.degrees(surface.angle), surface.depth)
        for name, surface in surfaces.items()
        if surface.volume > 0
    ]
    return figure_of(
        [Panel("angle [deg]", "wear depth [m]", curves, phase=True, named=False)], path
    )


def plot_wear_study(study: WearStudy, path: str | Path | None) -> Figure:
    """Draw the clearance and the peak force over the cycles."""
    along = "cycles [1]"
    panels = [
        Panel(along, "radial clearance [m]", [Curve("clearance", study.cycles, study.clearance)]),
        Panel(along, "peak force [N]", [Curve("peak force", study.cycles, study.peak_force)]),
    ]
    for panel in panels:
        panel.named = False
    return figure_of(panels, path)
