"""Pictures of a result with Matplotlib: time histories, phase portraits, energy, reactions.

Every function returns a Figure of its own and leaves Matplotlib's global state alone. Long curves are thinned by their
minima and maxima, never by taking every n-th point: a contact lasts 1e-5 s.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from ._errors import InputError

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

    from .results import Channel, Result

POINTS = 4000  # of a curve over time, at most; about twice what a printed page resolves
PHASE_POINTS = 200_000  # of a phase portrait, where minima and maxima over time do not show the shape of a loop
CURVES = 10  # in one panel of an overview, at most
BLOCK = 4_000_000  # numbers read at a time from a file
TIME = "time [s]"
WIDTH, PANEL, DPI = 6.5, 1.9, 200  # inches, inches, dots per inch
SMALL, NORMAL = 8, 9  # font sizes [pt], legible at the width of a page

# Colours that stay apart for colour-blind eyes, in pairs with dashes that stay apart in grey.
COLOURS = ("#000000", "#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9")
DASHES: tuple[Any, ...] = ("-", (0, (5, 1.5)), (0, (1, 1)), (0, (6, 1.5, 1, 1.5)), (0, (3, 1, 1, 1, 1, 1)), (0, (9, 3)))


@dataclass
class Curve:
    """One line: its label, its numbers over ``x``, and which of the styles it has (by default its place in the panel)."""

    label: str
    x: np.ndarray
    y: np.ndarray
    style: int | None = None


@dataclass
class Panel:
    """One pair of axes and its curves."""

    x_label: str
    y_label: str
    curves: list[Curve] = field(default_factory=list)
    phase: bool = False
    title: str = ""


def plot(result: Result, channels: str | Sequence[str], path: str | Path | None = None) -> Figure:
    """Draw channels over time, one panel per unit, or against each other (``"A.angle:A.angle_rate"``)."""
    panels: dict[str, Panel] = {}
    quantities: dict[str, dict[str, None]] = {}  # of each unit, in the order given
    portraits: list[Panel] = []
    for name in [channels] if isinstance(channels, str) else channels:
        pair = _pair(result, name)
        if pair is not None:
            portraits.append(_portrait(*pair))
            continue
        channel = result.channel(name)
        panels.setdefault(channel.unit, Panel(TIME, "")).curves += _curves(result.t, channel)
        quantities.setdefault(channel.unit, {})[channel.quantity] = None
    for unit, panel in panels.items():
        panel.y_label = _axis(", ".join(quantities[unit]) if len(quantities[unit]) < 3 else "", unit)
    if not panels and not portraits:
        raise InputError("give at least one channel to plot, such as 'energy.balance'.")
    return _figure([*panels.values(), *portraits], path)


def phase(result: Result, x: str, y: str, path: str | Path | None = None) -> Figure:
    """Draw one channel against another."""
    return _figure([_portrait(result.channel(x), result.channel(y))], path)


def energy(result: Result, path: str | Path | None = None) -> Figure:
    """Draw the energies and works, and the balance, which should be zero, in a panel of its own."""
    ledger, kinds = result.energy, {entry.partition(":")[0] for entry in result.energy.entries}
    shown = {"kinetic": "kinetic", "gravity": "gravity", "stored": "stored", "lost": "lost", "driver": "work", "load": "work"}
    names = list(dict.fromkeys(name for kind, name in shown.items() if kind in kinds))
    panel = Panel(TIME, "energy [J]", [Curve(name, result.t, getattr(ledger, name)) for name in names])
    if {"gravity", "stored"} & kinds:
        panel.curves.append(Curve("kinetic + potential", result.t, ledger.total))
    return _figure([panel, Panel(TIME, "balance [J]", [Curve("balance", result.t, ledger.balance)])], path)


def reactions(result: Result, path: str | Path | None = None) -> Figure:
    """Draw the magnitudes of the joints' forces and torques, and what the drivers need; of many the largest."""
    joints, drivers = result.layout.labels["joint"], result.layout.labels["driver"]
    panels = [
        _largest(result, "joint_force", joints, _axis("joint force", "N"), by=_peak, norm=True),
        _largest(result, "joint_torque", joints, _axis("joint torque", "N*m"), by=_peak, norm=True),
    ]
    units = [result.driver(name).quantities["force"] for name in drivers]
    for unit in dict.fromkeys(units):
        mine = [k for k, one in enumerate(units) if one == unit]
        panels.append(_largest(result, "driver_force", drivers, _axis("driver", unit), by=_peak, among=mine))
    return _figure(_filled(panels) or [Panel(TIME, "reaction", title="no joint carries a load")], path)


def motion(result: Result, path: str | Path | None = None) -> Figure:
    """Draw the joint coordinates and the positions of the bodies; of many those that move most."""
    labels = result.layout.labels["coordinate"]
    units = [result.joint(joint).quantities[name] for joint, _, name in (label.rpartition(".") for label in labels)]
    words = {"rad": "joint angle", "m": "joint displacement"}
    panels = []
    for unit in dict.fromkeys(units):
        mine = [k for k, one in enumerate(units) if one == unit]
        panels.append(_largest(result, "coordinate", labels, _axis(words[unit], unit), by=np.subtract, among=mine))
    places = [f"{body} {axis}" for body in result.layout.labels["body"] for axis in "xyz"]
    panels.append(_largest(result, "position", places, _axis("position", "m"), by=np.subtract))
    return _figure(_filled(panels) or [Panel(TIME, "motion", title="nothing moves")], path)


def overview(result: Result, folder: str | Path) -> list[Path]:
    """Write motion, energy and reactions as PNG files into a folder, which is made if need be; return their paths."""
    folder = Path(folder)
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise InputError(f"cannot make the folder '{folder}': {(error.strerror or str(error)).lower()}.") from None
    written = []
    for draw in (motion, energy, reactions):
        path = folder / f"{draw.__name__}.png"
        draw(result, path)
        written.append(path)
    return written


def envelope(y: np.ndarray, points: int = POINTS) -> np.ndarray:
    """Return the indices of at most about ``points`` values that keep every minimum, maximum and gap of a curve."""
    rows = len(y)
    if rows <= points:
        return np.arange(rows)
    block = -(-rows // (points // 2))
    starts = np.arange(0, rows, block)
    full = np.concatenate([y, np.full(len(starts) * block - rows, y[-1])]).reshape(len(starts), block)
    gap = np.isnan(full)
    low = np.where(gap, np.inf, full).argmin(axis=1)
    high = np.where(gap, -np.inf, full).argmax(axis=1)
    kept = [starts + low, starts + high, (starts + gap.argmax(axis=1))[gap.any(axis=1)], [0, rows - 1]]
    return np.unique(np.minimum(np.concatenate(kept), rows - 1)).astype(int)


# -- from channels to panels -----------------------------------------------------------------------------------


def _pair(result: Result, name: str) -> tuple[Channel, Channel] | None:
    """Return the two channels of ``x:y``; energy entries and names may contain a colon themselves."""
    if ":" not in name:
        return None
    cuts = [k for k, letter in enumerate(name) if letter == ":"]
    try:
        result.channel(name)
    except InputError as error:
        failure = error
    else:
        return None
    for cut in cuts:
        try:
            return result.channel(name[:cut]), result.channel(name[cut + 1 :])
        except InputError as error:
            failure = error
    raise failure


def _portrait(x: Channel, y: Channel) -> Panel:
    for channel in (x, y):
        if channel.components:
            raise InputError(f"'{channel.name}' has several components; say which: {', '.join(channel.components)}.")
    return Panel(_axis(x.label, x.unit), _axis(y.label, y.unit), [Curve("", x.values, y.values)], phase=True)


def _curves(t: np.ndarray, channel: Channel) -> list[Curve]:
    if not channel.components:
        return [Curve(channel.label, t, channel.values)]
    return [Curve(f"{channel.label} {one}", t, channel.values[:, k]) for k, one in enumerate(channel.components)]


def _peak(high: np.ndarray, low: np.ndarray) -> np.ndarray:
    return np.maximum(np.abs(high), np.abs(low))


def _largest(
    result: Result, name: str, labels: Sequence[str], y_label: str, *, by: Any, norm: bool = False, among: list[int] | None = None
) -> Panel:
    """Return a panel with the curves of a variable that are largest ``by`` peak or range, without those that are only rounding."""
    among = list(range(len(labels))) if among is None else among
    high, low = np.full(len(labels), -np.inf), np.full(len(labels), np.inf)
    for block in _blocks(result, name, norm):
        high, low = np.fmax(high, np.fmax.reduce(block)), np.fmin(low, np.fmin.reduce(block))
    sizes = np.nan_to_num(by(high, low), nan=0.0)[among] if result.rows > 1 else np.ones(len(among))
    visible = [k for k in range(len(among)) if sizes[k] > 1e-12 * sizes.max()]
    chosen = sorted(among[k] for k in sorted(visible, key=lambda k: -sizes[k])[:CURVES])
    values = np.concatenate([np.empty((0, len(chosen))), *(block[:, chosen] for block in _blocks(result, name, norm))])
    title = f"the {CURVES} largest of {len(among)}" if len(visible) > CURVES else ""
    few = len(labels) <= CURVES  # then the same joint looks the same in every panel
    curves = [Curve(labels[k].replace(".", " "), result.t, values[:, n], k if few else n) for n, k in enumerate(chosen)]
    return Panel(TIME, y_label, curves, title=title)


def _blocks(result: Result, name: str, norm: bool) -> Iterator[np.ndarray]:
    """Read a variable piece by piece, as (rows, columns); with ``norm`` a vector becomes its magnitude."""
    data = result.data[name]
    step = max(1, BLOCK // max(1, int(np.prod(data.shape[1:]))))
    for start in range(0, result.rows, step):
        block = np.asarray(data[start : start + step])
        yield np.linalg.norm(block, axis=2) if norm else block.reshape(len(block), -1)


def _filled(panels: list[Panel]) -> list[Panel]:
    return [panel for panel in panels if panel.curves]


def _axis(text: str, unit: str) -> str:
    pretty = unit.replace("^2", "²").replace("^3", "³").replace("*", " ")
    return f"{text.replace('_', ' ')} [{pretty}]".strip()


# -- from panels to paper --------------------------------------------------------------------------------------


def _figure(panels: list[Panel], path: str | Path | None) -> Figure:
    from matplotlib.figure import Figure
    from matplotlib.layout_engine import ConstrainedLayoutEngine

    heights = [2 * PANEL if panel.phase else PANEL for panel in panels]
    figure = Figure(figsize=(WIDTH, sum(heights) + 0.5), layout=ConstrainedLayoutEngine(w_pad=0.06, h_pad=0.06))
    grid = figure.subplots(len(panels), 1, squeeze=False, height_ratios=heights)[:, 0]
    over_time = [axes for axes, panel in zip(grid, panels, strict=True) if not panel.phase]
    for axes, panel in zip(grid, panels, strict=True):
        _draw(axes, panel)
    for axes in over_time[:-1]:
        axes.sharex(over_time[-1])
        axes.set_xlabel("")
        axes.tick_params(labelbottom=False)
    figure.align_ylabels(over_time)
    if path is not None:
        _save(figure, Path(path))
    return figure


def _draw(axes: Axes, panel: Panel) -> None:
    for place, curve in enumerate(panel.curves):
        k = place if curve.style is None else curve.style
        kept = envelope(curve.y) if not panel.phase else np.union1d(envelope(curve.x, PHASE_POINTS), envelope(curve.y, PHASE_POINTS))
        axes.plot(
            curve.x[kept], curve.y[kept], label=_plain(curve.label), color=COLOURS[k % len(COLOURS)], linestyle=DASHES[k % len(DASHES)],
            linewidth=1.1, marker="o" if len(kept) == 1 else None, markersize=4,
        )  # fmt: skip
    alone = len(panel.curves) == 1 and panel.curves[0].label
    y_label = panel.y_label
    if alone:
        y_label = f"{panel.curves[0].label} {y_label[y_label.rfind('[') :]}"
    axes.set_xlabel(_plain(panel.x_label), fontsize=NORMAL)
    axes.set_ylabel(_plain(y_label), fontsize=NORMAL)
    axes.tick_params(labelsize=SMALL, direction="in", top=True, right=True)
    axes.grid(True, linewidth=0.4, alpha=0.5)
    axes.margins(x=0.05 if panel.phase else 0, y=0.06)
    axes.ticklabel_format(style="sci", scilimits=(-3, 4), useMathText=True)
    for offset in (axes.xaxis.get_offset_text(), axes.yaxis.get_offset_text()):
        offset.set_fontsize(SMALL)
    if not panel.curves or not len(panel.curves[0].x):
        words = panel.title or "no output"
        axes.text(0.5, 0.5, words, transform=axes.transAxes, ha="center", va="center", fontsize=NORMAL, backgroundcolor="white")
        axes.tick_params(labelleft=False, labelbottom=False, left=False, bottom=False, top=False, right=False)
        axes.grid(False)
    elif panel.title:
        axes.set_title(panel.title, fontsize=SMALL, loc="right")
    if len(panel.curves) > 1:
        axes.legend(
            loc="upper left", bbox_to_anchor=(1.01, 1.0), borderaxespad=0, frameon=False, fontsize=SMALL, handlelength=2.6,
        )  # fmt: skip


def _plain(text: str) -> str:
    """Return a text that Matplotlib shows as it is: no formulas, no entries that a legend hides."""
    return text.replace("$", r"\$").replace("_", " ")


def _save(figure: Figure, path: Path) -> None:
    if path.is_dir():
        raise InputError(f"cannot draw '{path}': it is a folder; give the name of a file.")
    path = path if path.suffix else path.with_suffix(".png")
    allowed = figure.canvas.get_supported_filetypes()
    if path.suffix[1:].lower() not in allowed:
        raise InputError(f"cannot draw '{path}': the ending must be one of {', '.join(sorted(allowed))}.")
    try:
        figure.savefig(path, dpi=DPI)
    except OSError as error:
        raise InputError(f"cannot write '{path}': {(error.strerror or str(error)).lower()}.") from None
