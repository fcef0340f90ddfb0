"""Pictures of horizons, ensembles, sweeps and analyses, in the style of the others."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from .._base.arguments import path_of
from .._base.errors import InputError
from .figure import COLOURS, DASHED, DOTS, Curve, Panel, axis, envelope, figure_of, save

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

    from ..results.result import Result
    from ..studies.bifurcation import Bifurcation
    from ..studies.ensemble import Ensemble
    from ..studies.lyapunov import Lyapunov
    from ..studies.poincare import Poincare
    from ..studies.predictability import Horizon
    from ..studies.sweep_result import Sweep

TIME = "time [s]"
LEAST = 1e-17  # a logarithmic scale shows nothing smaller


def plot_horizon(
    horizon: Horizon, path: str | Path | None = None, ax: Axes | None = None
) -> Figure:
    """Draw the deviation of every pair over time, with the tolerance and where it is passed."""
    names = [
        f"{pair} {k}" if horizon.pairs.count(pair) > 1 else pair
        for k, pair in _numbered(horizon.pairs)
    ]
    curves = [
        Curve(name, horizon.t, np.where(row > LEAST, row, np.nan))
        for name, row in zip(names, horizon.deviation, strict=True)
    ]
    panel = Panel(TIME, "deviation of the range [1]", curves, log=True, named=False)
    panel.outlines.append((horizon.t[[0, -1]], np.full(2, horizon.tolerance)))
    figure = figure_of([panel], None, ax=ax)
    axes = ax or figure.axes[0]
    axes.set_ylim(bottom=LEAST)
    if horizon.lost:
        axes.axvline(horizon.time, color="0.4", linewidth=0.9, linestyle=":")
    words = f"predictable for {horizon.time:.4g} s" if horizon.lost else "predictable to the end"
    axes.set_title(words, fontsize=8, loc="right")
    return _saved(figure, path)


def plot_ensemble(
    ensemble: Ensemble,
    channel: str,
    path: str | Path | None,
    low: float,
    high: float,
    ax: Axes | None = None,
) -> Figure:
    """Draw the mean of a channel and the band between two percentiles, a panel for each
    component.
    """
    found, mean, band = (
        ensemble.channel(channel),
        ensemble.mean(channel),
        ensemble.band(channel, low, high),
    )
    parts: list[tuple[str, Any]] = [
        (f"{found.label} {component}", (..., k)) for k, component in enumerate(found.components)
    ]
    parts = parts or [(found.label, ...)]
    panels = [
        Panel(TIME, axis(label, found.unit), [Curve("mean", ensemble.t, mean[place])], named=False)
        for label, place in parts
    ]
    figure = figure_of(panels, None, ax=ax)
    drawn = [ax] if ax is not None else figure.axes
    for axes, (_, place) in zip(drawn, parts, strict=True):
        lower, upper = band[0][place], band[1][place]
        kept = np.union1d(envelope(lower), envelope(upper))
        words = f"{low:g} to {high:g} %"
        axes.fill_between(
            ensemble.t[kept],
            lower[kept],
            upper[kept],
            color=COLOURS[6],
            alpha=0.5,
            linewidth=0,
            label=words,
        )
        axes.autoscale_view()
    drawn[0].set_title(f"{len(ensemble)} members: mean and {words}", fontsize=8, loc="right")
    return _saved(figure, path)


def _numbered(pairs: tuple[str, ...]) -> list[tuple[int, str]]:
    return [(pairs[:k].count(pair) + 1, pair) for k, pair in enumerate(pairs)]


def _saved(figure: Figure, path: str | Path | None) -> Figure:
    if path is not None:
        save(figure, path_of(path))
    return figure


# -- sweeps ----------------------------------------------------------------------------------------


def plot_sweep(
    sweep: Sweep,
    measure: str,
    along: str | None,
    path: str | Path | None,
    ax: Axes | None = None,
) -> Figure:
    """Draw what was measured along one parameter, with a curve for each combination of the
    others.
    """
    values = sweep.table[measure]
    if values.dtype.kind == "U":
        raise InputError(f"'{measure}' is not a number; nothing can be drawn.")
    numeric = [name for name, parameter in sweep.parameters.items() if parameter.dtype.kind == "f"]
    along = along or (numeric or list(sweep.parameters))[0]
    axis_values = sweep.parameters[along]
    words = axis_values.dtype.kind == "U"
    x = np.arange(len(axis_values)) if words else axis_values
    label = axis(measure, sweep.table.units[measure]) if sweep.table.units[measure] else measure
    panel = Panel(
        axis(along, sweep.units[along]) if sweep.units[along] else along,
        label,
        named=False,
        phase=True,
    )
    for k, (name, chosen, places) in enumerate(_families(sweep, along)):
        order = np.argsort(x[places], kind="stable")
        panel.curves.append(
            Curve(name, x[places][order], values[chosen][order], k, DOTS if words else DASHED)
        )
    figure = figure_of([panel], None, ax=ax)
    axes = figure.axes[0] if ax is None else ax
    for line in axes.lines if not words else ():
        line.set_marker("o")
        line.set_markersize(3.5)
    if words:
        axes.set_xticks(x, [str(value) for value in axis_values])
    return _saved(figure, path)


def _families(sweep: Sweep, along: str) -> list[tuple[str, np.ndarray, np.ndarray]]:
    """Return, for every combination of the other parameters, its words, which points it has and
    where these stand.
    """
    if sweep.paired:
        every = np.arange(len(sweep))
        return [("", every, every)]
    places = np.unravel_index(np.arange(len(sweep)), sweep.shape)
    mine = list(sweep.parameters).index(along)
    others = [k for k in range(len(places)) if k != mine and sweep.shape[k] > 1]
    found: dict[tuple[int, ...], list[int]] = {}
    for point in range(len(sweep)):
        found.setdefault(tuple(int(places[k][point]) for k in others), []).append(point)
    names, values = _brief(list(sweep.parameters)), list(sweep.parameters.values())
    return [
        (", ".join(f"{names[k]} {_shown(values[k][place])}" for k, place in zip(others, key, strict=True)),
         np.array(points), places[mine][points])
        for key, points in found.items()
    ]  # fmt: skip


def _brief(paths: list[str]) -> list[str]:
    """Return the last words of the paths, whole paths where these are not distinct."""
    last = [path.rpartition(".")[2] for path in paths]
    return last if len(set(last)) == len(last) else paths


def _shown(value: Any) -> str:
    return f"{value:.4g}" if isinstance(value, (float, np.floating)) else str(value)


# -- analyses --------------------------------------------------------------------------------------


def plot_poincare(
    section: Poincare, path: str | Path | None = None, ax: Axes | None = None
) -> Figure:
    """Draw the points of a section: the second channel over the first, or a single one over
    time.
    """
    labels = [
        axis(name.replace(".", " "), unit)
        for name, unit in zip(section.channels, section.units, strict=True)
    ]
    if len(labels) == 1:
        panel = Panel(
            TIME, labels[0], [Curve("", section.t, section.points[:, 0], 0, DOTS)], named=False
        )
    else:
        panel = Panel(
            labels[0],
            labels[1],
            [Curve("", section.points[:, 0], section.points[:, 1], 0, DOTS)],
            phase=True,
            named=False,
        )
    return figure_of([panel], path, ax=ax)


def plot_portrait(
    result: Result,
    x: str,
    y: str,
    section: Poincare | None,
    path: str | Path | None = None,
    ax: Axes | None = None,
) -> Figure:
    """Draw one channel against another, with the points of a section on top."""
    from .results import phase

    figure = phase(result, x, y, ax=ax)
    if section is not None:
        (ax or figure.axes[0]).plot(
            *section.points.T,
            color=COLOURS[2],
            linestyle="none",
            marker="o",
            markersize=3.5,
            zorder=3,
        )
    return _saved(figure, path)


def plot_bifurcation(
    diagram: Bifurcation, path: str | Path | None = None, ax: Axes | None = None
) -> Figure:
    """Draw the points of a bifurcation diagram over the parameter."""
    if diagram.values.dtype.kind != "f":
        raise InputError(
            f"the values of '{diagram.path}' are no numbers; there is no axis for them."
        )
    x = np.repeat(diagram.values, diagram.points.shape[1])
    unit = diagram.sweep.units[diagram.path]
    label = axis(diagram.path, unit) if unit else diagram.path
    panel = Panel(
        label, axis(diagram.channel.replace(".", " "), diagram.unit), phase=True, named=False
    )
    panel.curves.append(Curve("", x, diagram.points.ravel(), 0, DOTS))
    figure = figure_of([panel], None, ax=ax)
    for line in (ax or figure.axes[0]).lines[-1:]:  # thousands of points: as small as they can be
        line.set_marker(".")
        line.set_markersize(max(1.0, min(4.0, 300 / len(x) ** 0.7)))
    return _saved(figure, path)


def plot_lyapunov(found: Lyapunov, path: str | Path | None = None) -> Figure:
    """Draw the average until each time, and the growth within each interval."""
    panels = [
        Panel(
            TIME, "average growth [1/s]", [Curve("average", found.t, found.history)], named=False
        ),
        Panel(TIME, "growth [1/s]", [Curve("interval", found.t, found.rates)], named=False),
    ]
    figure = figure_of(panels, None)
    words = (
        f"exponent {found.exponent:.4g}"
        + ("" if np.isnan(found.uncertainty) else f" ± {found.uncertainty:.2g}")
        + " 1/s"
    )
    figure.axes[0].set_title(words, fontsize=8, loc="right")
    return _saved(figure, path)
