"""Pictures of what tolerances do: how a measure scatters, and which parameter matters."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from .._base.arguments import path_of
from .figure import (
    COLOURS,
    DOTS,
    NORMAL,
    SMALL,
    Curve,
    Panel,
    axis,
    figure_of,
    new_figure,
    save,
)

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

    from ..studies.monte_carlo import MonteCarlo
    from ..studies.sensitivity import Sensitivity

MARKED = (5.0, 50.0, 95.0)


def plot_monte_carlo(study: MonteCarlo, measure: str, path: str | Path | None) -> Figure:
    """Draw the empirical distribution of a measure with its percentiles, and the measure against
    every parameter.
    """
    table, sound = study.table, study.sound(measure)
    label = _label(measure, table.units[measure])
    values = np.sort(table[measure][sound])
    shares = (np.arange(len(values)) + 0.5) / len(values)
    panels = [Panel(label, "share of runs below [1]", [Curve("runs", values, shares)], phase=True)]
    panels[0].named = False
    for level, estimate in study.percentiles(measure, MARKED).items():
        panels[0].outlines.append((np.full(2, estimate.value), np.array([0.0, level / 100])))
    for parameter in study.distributions:
        cloud = Curve("runs", table[parameter][sound], table[measure][sound], 0, DOTS)
        panels.append(
            Panel(
                _label(parameter, table.units[parameter]), label, [cloud], phase=True, named=False
            )
        )
    return figure_of(panels, path)


def plot_sensitivity(
    study: Sensitivity, measure: str, path: str | Path | None, ax: Axes | None
) -> Figure:
    """Draw a bar for every parameter: first-order and total indices with their intervals, or mean
    sizes of elementary effects.
    """
    names = list(study.parameters)
    places = np.arange(len(names))
    unit = study.sweep.table.units[measure]
    sobol = study.kind == "sobol"
    along = (
        f"share of the variance of {measure} [1]" if sobol else _label(f"mu* of {measure}", unit)
    )
    figure: Any = new_figure(0.8 + 0.5 * len(names)) if ax is None else ax.figure
    axes = figure.subplots() if ax is None else ax
    axes.set_xlabel(along, fontsize=NORMAL)
    if sobol:
        found = study.indices(measure)
        for k, (kind, words) in enumerate((("first", "first order"), ("total", "total"))):
            estimates = [found[name][kind] for name in names]
            size = [estimate.value for estimate in estimates]
            reach = np.array(
                [[max(e.value - e.low, 0), max(e.high - e.value, 0)] for e in estimates]
            )
            axes.barh(
                places - 0.2 + 0.4 * k, size, 0.36, xerr=reach.T, color=COLOURS[k], label=words,
                error_kw={"linewidth": 0.8, "ecolor": "0.3"},
            )  # fmt: skip
        axes.legend(fontsize=SMALL, frameon=False)
        axes.set_xlim(0.0, max(1.0, axes.get_xlim()[1]))
    else:
        effects = study.effects(measure)
        axes.barh(places, [effects[name][0] for name in names], 0.6, color=COLOURS[0])
    axes.set_yticks(places, names, fontsize=SMALL)
    axes.tick_params(labelsize=SMALL, direction="in")
    axes.invert_yaxis()
    if path is not None:
        save(figure, path_of(path))
    shown: Figure = figure
    return shown


def _label(name: str, unit: str) -> str:
    return axis(name, unit) if unit else name
