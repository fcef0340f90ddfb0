"""From panels of curves to a figure on paper: styles, thinning, axes, files.

Matplotlib's global state is left alone. Long curves are thinned by their minima and maxima, never
by taking every n-th point: a contact lasts 1e-5 s.
"""

from __future__ import annotations

import io
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

import numpy as np

from .._base.arguments import path_of
from .._base.atomic_write import write_bytes
from .._base.errors import InputError, brief

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

POINTS = 4000  # of a curve over time, at most; about twice what a printed page resolves
# of a phase portrait, where minima and maxima over time do not show the shape of a loop
PHASE_POINTS = 200_000
WIDTH, PANEL, DPI = 6.5, 1.9, 200  # inches, inches, dots per inch
SHOWN_DPI = 110  # in a notebook
SMALL, NORMAL = 8, 9  # font sizes [pt], legible at the width of a page

# Colours that stay apart for colour-blind eyes, in pairs with dashes, and markers, that stay apart
# in grey.
COLOURS = ("#000000", "#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9")
DASHES: tuple[Any, ...] = (
    "-",
    (0, (5, 1.5)),
    (0, (1, 1)),
    (0, (6, 1.5, 1, 1.5)),
    (0, (3, 1, 1, 1, 1, 1)),
    (0, (9, 3)),
)
MARKERS = ("o", "s", "^", "D", "v", "x", "+", "*")
# Units that are told with a prefix where numbers are large or small, and the least number, in the unit
# that is left after a prefix, for which it is taken: half a metre is 0.5 m, less is told in mm.
PREFIXED = {"m": 0.5, "s": 0.5, "N": 1.0, "J": 1.0, "N m": 1.0, "W": 1.0}
PREFIXES = ((1e6, "M"), (1e3, "k"), (1.0, ""), (1e-3, "m"), (1e-6, "µ"), (1e-9, "n"))
WIDTHS = (0.8, 1.9, 1.2)  # of solid lines: they stay apart in grey
SHADE, START = "0.9", "start"  # of the start of a run, and what a program finds it by
DASHED, SOLID, DOTS = "dashed", "solid", "dots"  # how a curve is drawn


@dataclass
class Curve:
    """One line: its label, its numbers over ``x``, and which of the styles it has (by default
    its place in the panel).
    """

    label: str
    x: np.ndarray
    y: np.ndarray
    style: int | None = None
    look: str = DASHED


@dataclass
class Panel:
    """One pair of axes and its curves; ``outlines`` are drawn in grey behind them, as x and y."""

    x_label: str
    y_label: str
    curves: list[Curve] = field(default_factory=list)
    phase: bool = False
    title: str = ""
    equal: bool = False  # the same scale along both axes
    log: bool = False  # a logarithmic scale upwards
    log_x: bool = False  # a logarithmic scale along x
    stacked: bool = False  # curves as areas on top of each other
    named: bool = True  # a single curve gives the upward axis its name
    span: tuple[float, float] | None = None  # along x; by default what the curves need
    outlines: list[tuple[Any, Any]] = field(default_factory=list)
    start: float = 0.0  # until where the start lasts, which key figures leave out: it is shaded


def envelope(y: np.ndarray, points: int = POINTS) -> np.ndarray:
    """Return the indices of at most about ``points`` values that keep every minimum, maximum and
    gap of a curve.
    """
    rows = len(y)
    if rows <= points:
        return np.arange(rows)
    block = -(-rows // (points // 2))
    starts = np.arange(0, rows, block)
    full = np.concatenate([y, np.full(len(starts) * block - rows, y[-1])]).reshape(
        len(starts), block
    )
    gap = np.isnan(full)
    low = np.where(gap, np.inf, full).argmin(axis=1)
    high = np.where(gap, -np.inf, full).argmax(axis=1)
    kept = [
        starts + low,
        starts + high,
        (starts + gap.argmax(axis=1))[gap.any(axis=1)],
        [0, rows - 1],
    ]
    return np.unique(np.minimum(np.concatenate(kept), rows - 1)).astype(int)


def axis(text: str, unit: str) -> str:
    """Return a quantity and its unit as they are printed beside an axis."""
    pretty = unit.replace("^2", "²").replace("^3", "³").replace("*", " ")
    return f"{text.replace('_', ' ')} [{pretty}]".strip()


def prefixed(label: str, largest: float) -> tuple[str, float]:
    """Return the label of an axis with a prefix that suits its numbers, and what these are divided
    by: ``time [s]`` up to 0.03 is ``time [ms]``.
    """
    name, bracket, unit = label.rpartition("[")
    unit = unit.removesuffix("]")
    if not bracket or unit not in PREFIXED or not 0 < largest < np.inf:
        return label, 1.0
    least = PREFIXED[unit] * (1 - 1e-9)
    factor, prefix = next(
        ((power, sign) for power, sign in PREFIXES if largest >= least * power), PREFIXES[-1]
    )
    return f"{name}[{prefix}{unit}]", factor


def figure_of(
    panels: list[Panel],
    path: str | Path | None,
    beside: bool = False,
    title: str = "",
    ax: Axes | None = None,
) -> Figure:
    """Draw panels above each other, or ``beside`` each other; save the figure if there is a
    path, and return it. ``title`` stands above all of them. A single panel can be drawn into axes
    of the user's own, ``ax``.
    """
    _style(panels)
    if ax is not None:
        figure = _drawn_into(ax, panels, title)
        if path is not None:
            save(figure, path_of(path))
        return figure
    heights = [2 * PANEL if panel.phase else PANEL for panel in panels]
    height = WIDTH / (len(panels) + 0.6) if beside and len(panels) > 1 else sum(heights)
    figure = new_figure(height + 0.5)
    grid = (
        figure.subplots(1, len(panels), squeeze=False)
        if beside
        else figure.subplots(len(panels), 1, squeeze=False, height_ratios=heights)
    )
    over_time = [axes for axes, panel in zip(grid.flat, panels, strict=True) if not panel.phase]
    for axes, panel in zip(grid.flat, panels, strict=True):
        draw(axes, panel, legend=not beside or axes is grid.flat[-1])
    for axes in over_time[:-1]:
        axes.sharex(over_time[-1])
        axes.set_xlabel("")
        axes.tick_params(labelbottom=False)
    figure.align_ylabels(over_time)
    if title:
        figure.suptitle(plain(title), fontsize=NORMAL + 1)
    if path is not None:
        save(figure, path_of(path))
    return figure


def _drawn_into(ax: Axes, panels: list[Panel], title: str) -> Figure:
    """Draw a single panel into given axes and return their figure."""
    if not callable(getattr(ax, "plot", None)) or not hasattr(ax, "figure"):
        raise InputError(f"expected axes of Matplotlib, got {brief(ax)}.", ("ax",))
    if len(panels) != 1:
        raise InputError(
            f"this picture has {len(panels)} panels; axes take one. Leave ax out, or ask for less.",
            ("ax",),
        )
    draw(ax, panels[0], legend=False)
    if (
        len({curve.label for curve in panels[0].curves if curve.label}) > 1
    ):  # beside it others stand
        ax.legend(loc="best", frameon=False, fontsize=SMALL, handlelength=2.6)
    if title:
        ax.set_title(plain(title), fontsize=NORMAL)
    figure: Any = ax.figure
    return figure


def _style(panels: list[Panel]) -> None:
    """Give curves of the same name the same style in all panels."""
    known: dict[str, int] = {}
    for panel in panels:
        shared = [curve.label for curve in panel.curves if curve.style is None]
        if len(panel.curves) < 2 or len(set(shared)) < len(shared) or panel.stacked:
            continue
        for curve in panel.curves:
            if curve.style is None:
                curve.style = known.setdefault(curve.label, len(known))


def new_figure(height: float) -> Figure:
    """Return an empty figure as wide as a page and so high [inches]."""
    from matplotlib.figure import Figure
    from matplotlib.layout_engine import ConstrainedLayoutEngine

    layout = ConstrainedLayoutEngine(w_pad=0.06, h_pad=0.06)
    figure = Figure(figsize=(WIDTH, height), layout=layout)
    # what a notebook asks for: of figures that pyplot does not know it shows nothing else
    figure._repr_png_ = partial(png_of, figure)  # type: ignore[attr-defined]
    return figure


def png_of(figure: Figure) -> bytes:
    """Return a figure as a picture for a notebook."""
    image = io.BytesIO()
    figure.savefig(image, format="png", dpi=SHOWN_DPI)
    return image.getvalue()


def draw(axes: Axes, panel: Panel, legend: bool) -> None:
    """Draw one panel into its axes."""
    for x, y in panel.outlines:
        axes.plot(x, y, color="0.6", linewidth=0.9, zorder=1.5, scalex=panel.phase)
    if panel.start > 0.0:
        axes.axvspan(0.0, panel.start, color=SHADE, linewidth=0, zorder=0.5, gid=START)
    if panel.stacked:
        _stack(axes, panel.curves)
    else:
        for place, curve in enumerate(panel.curves):
            _line(axes, curve, place if curve.style is None else curve.style, panel.phase)
    axes.margins(x=0.05 if panel.phase else 0, y=0.06)
    if panel.log:
        axes.set_yscale("log")
    if panel.log_x:
        axes.set_xscale("log")
    if panel.equal:
        axes.set_aspect("equal", adjustable="box")
    if panel.span is not None:
        edge = 0.02 * (panel.span[1] - panel.span[0]) or 1.0
        axes.set_xlim(panel.span[0] - edge, panel.span[1] + edge)
    _dress(axes, panel)
    labels = {curve.label for curve in panel.curves if curve.label}
    if legend and (len(labels) > 1 or panel.stacked):
        axes.legend(
            loc="upper left", bbox_to_anchor=(1.01, 1.0), borderaxespad=0, frameon=False, fontsize=SMALL, handlelength=2.6,
        )  # fmt: skip


def _line(axes: Axes, curve: Curve, k: int, phase: bool) -> None:
    colour, label = COLOURS[k % len(COLOURS)], plain(curve.label)
    if curve.look == DOTS:  # every one: they are events, not samples
        axes.plot(
            curve.x,
            curve.y,
            label=label,
            color=colour,
            linestyle="none",
            marker=MARKERS[k % len(MARKERS)],
            markersize=3,
            markerfacecolor="none",
        )
        return
    kept = (
        envelope(curve.y)
        if not phase
        else np.union1d(envelope(curve.x, PHASE_POINTS), envelope(curve.y, PHASE_POINTS))
    )
    axes.plot(
        curve.x[kept], curve.y[kept], label=label, color=colour, linestyle=DASHES[k % len(DASHES)] if curve.look == DASHED else "-",
        linewidth=WIDTHS[k % len(WIDTHS)] if curve.look == SOLID else 1.1, marker="o" if len(kept) == 1 else None, markersize=4,
    )  # fmt: skip


def _stack(axes: Axes, curves: list[Curve]) -> None:
    kept = envelope(np.sum([curve.y for curve in curves], axis=0)) if curves else np.arange(0)
    colours = [COLOURS[(k + 1) % len(COLOURS)] for k in range(len(curves))]
    heights = [curve.y[kept] for curve in curves]
    axes.stackplot(
        curves[0].x[kept],
        heights,
        labels=[plain(curve.label) for curve in curves],
        colors=colours,
        alpha=0.75,
    )


def _dress(axes: Axes, panel: Panel) -> None:
    """Write the labels of the axes, the title, and what there is to say when there is nothing to
    see.
    """
    y_label = panel.y_label
    if len(panel.curves) == 1 and panel.curves[0].label and panel.named and not panel.stacked:
        y_label = f"{panel.curves[0].label} {y_label[y_label.rfind('[') :]}"
    axes.set_xlabel(plain(panel.x_label), fontsize=NORMAL)
    axes.set_ylabel(plain(y_label), fontsize=NORMAL)
    axes.tick_params(which="both", labelsize=SMALL, direction="in", top=True, right=True)
    axes.grid(True, linewidth=0.4, alpha=0.5)
    if not panel.log_x:
        rescale(axes, "x")
    if not panel.log:
        rescale(axes, "y", same=panel.equal)
    for offset in (axes.xaxis.get_offset_text(), axes.yaxis.get_offset_text()):
        offset.set_fontsize(SMALL)
    if not any(len(curve.x) for curve in panel.curves):
        words = panel.title or "no output"
        axes.text(
            0.5,
            0.5,
            words,
            transform=axes.transAxes,
            ha="center",
            va="center",
            fontsize=NORMAL,
            backgroundcolor="white",
        )
        axes.tick_params(
            which="both",
            labelleft=False,
            labelbottom=False,
            left=False,
            bottom=False,
            top=False,
            right=False,
        )
        axes.grid(False)
    elif panel.title:
        axes.set_title(panel.title, fontsize=SMALL, loc="right")


def rescale(axes: Axes, way: Literal["x", "y"], same: bool = False) -> None:
    """Write the ticks of a linear axis with the prefix of its unit, or with a power of ten; those
    of a drawing to scale have the ``same`` along both axes.
    """
    from matplotlib.ticker import FuncFormatter, ScalarFormatter

    spans = {"x": axes.get_xlim(), "y": axes.get_ylim()}
    size = max(map(abs, (*spans["x"], *spans["y"]) if same else spans[way]))
    along = axes.xaxis if way == "x" else axes.yaxis
    label, factor = prefixed(along.get_label_text(), size)
    if factor == 1.0:
        along.set_major_formatter(ScalarFormatter(useMathText=True))
        axes.ticklabel_format(axis=way, style="sci", scilimits=(-3, 4))
        return
    along.set_label_text(label)
    along.set_major_formatter(FuncFormatter(lambda value, _: f"{value / factor:.6g}"))


def plain(text: str) -> str:
    """Return a text that Matplotlib shows as it is: no formulas, no entries that a legend hides."""
    return text.replace("$", r"\$").replace("_", " ")


def save(figure: Figure, path: Path) -> None:
    """Write a figure to a file, in the format of its ending."""
    if path.is_dir():
        raise InputError(f"cannot draw '{path}': it is a folder; give the name of a file.")
    path = path if path.suffix else path.with_suffix(".png")
    allowed = figure.canvas.get_supported_filetypes()
    if path.suffix[1:].lower() not in allowed:
        raise InputError(
            f"cannot draw '{path}': the ending must be one of {', '.join(sorted(allowed))}."
        )
    image = io.BytesIO()
    figure.savefig(image, format=path.suffix[1:].lower(), dpi=DPI)
    write_bytes(path, image.getvalue())
