"""The sketches of joints and fits as files, and on common sheets."""

import io
from pathlib import Path

import matplotlib
import matplotlib.image
from fit_sketches import FITS, fit_sketch
from joint_sketches import joint_sketch
from matplotlib.figure import Figure
from matplotlib.gridspec import GridSpec
from sketch_pens import sheet

from gudgeon.model import Joint


def all_fits() -> Figure:
    """Return the sketches of all fits on one sheet."""
    draws = [draw for several in FITS.values() for draw in several]
    figure, axes = sheet(len(draws), 2.3, 2.5)
    for draw, ax in zip(draws, axes, strict=True):
        draw(ax)
        for text in ax.texts:
            text.set_fontsize(text.get_fontsize() - 1.5)
        ax.title.set_fontsize(7.5)
    return figure


def all_joints(joints: dict[str, type[Joint]]) -> Figure:
    """Return the views of all joints on one sheet, smaller."""
    return _together([joint_sketch(cls) for cls in joints.values()], list(joints))


def _together(figures: list[Figure], titles: list[str]) -> Figure:
    """Return the first panels of figures as pictures on one sheet."""
    columns = 3
    rows = -(-len(figures) // columns)
    whole = Figure(figsize=(3.1 * columns, 2.5 * rows), layout="constrained")
    for k, (figure, title) in enumerate(zip(figures, titles, strict=True)):
        stream = io.BytesIO()
        for other in figure.axes[1:]:
            figure.delaxes(other)
        figure.set_size_inches(3.9, 3.2)
        figure.axes[0].set_subplotspec(GridSpec(1, 1, figure=figure)[0])
        figure.axes[0].set_title("")
        save(figure, stream)
        ax = whole.add_subplot(rows, columns, k + 1)
        ax.imshow(matplotlib.image.imread(stream))
        ax.axis("off")
        ax.set_title(title, fontsize=9)
    return whole


def save(figure: Figure, path: Path | io.BytesIO) -> None:
    """Write a sketch as SVG with its names as text, always the same, or as PNG into a stream."""
    ending = path.suffix[1:] if isinstance(path, Path) else "png"
    how = {"metadata": {"Date": None}} if ending == "svg" else {"dpi": 110}
    # of hatches only the width for all can be set
    style = {"svg.hashsalt": "gudgeon", "svg.fonttype": "none", "hatch.linewidth": 0.35}
    with matplotlib.rc_context(style):
        figure.savefig(path, format=ending, **how)
    if not isinstance(path, Path):
        path.seek(0)


def draw(folder: Path, joints: dict[str, type[Joint]]) -> None:
    """Write the sketches of joints and fits into a folder."""
    for name, cls in joints.items():
        save(joint_sketch(cls), folder / f"joint-{name}.svg")
    for name in FITS:
        save(fit_sketch(name), folder / f"sketch-{name}.svg")
