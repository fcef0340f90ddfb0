"""Panels and colours that the pictures of pages share."""

from pathlib import Path

from matplotlib.axes import Axes
from matplotlib.figure import Figure

DOCS = Path(__file__).parents[1]
BLUE, RED, GREY, GREEN, AMBER = "#0072b2", "#d55e00", "#8a939c", "#009e73", "#e69f00"


def axes_of(*labels: tuple[str, str], high: float = 2.9) -> tuple[Figure, list[Axes]]:
    """Return a figure with a panel for each pair of labels."""
    figure = Figure(
        figsize=(4.2 * len(labels) if len(labels) > 1 else 6.2, high), layout="constrained"
    )
    axes = [figure.add_subplot(1, len(labels), k + 1) for k in range(len(labels))]
    for panel, (x, y) in zip(axes, labels, strict=True):
        panel.set(xlabel=x, ylabel=y)
        panel.spines[["top", "right"]].set_visible(False)
        panel.grid(color="#e4e8ec", lw=0.7)
        panel.set_axisbelow(True)
    return figure, axes
