"""Pictures of a comparison: what is smooth over each other, what is spiky beside each other."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from .._base.arguments import path_of
from .._base.errors import InputError
from ..results.metrics import distances
from .figure import (
    COLOURS,
    NORMAL,
    PANEL,
    SMALL,
    SOLID,
    Curve,
    Panel,
    axis,
    draw,
    envelope,
    new_figure,
    plain,
    save,
)

if TYPE_CHECKING:
    from matplotlib.figure import Figure

    from ..results.outcome import Peak
    from ..results.result import Result
    from ..studies.comparison import Comparison

TIME = "time [s]"
STRIP = 0.95  # height of a small panel [inches]
BEHIND = "0.7"  # grey of the reference behind another run
BOX = {"facecolor": "white", "edgecolor": "none", "alpha": 0.8, "pad": 1.0}
# how its number is written
PEAK: dict[str, Any] = {"ha": "right", "va": "top", "fontsize": SMALL, "bbox": BOX}


class Quantity(NamedTuple):
    """What a column of small panels shows: numbers over time, and the key of their peaks between
    the rows of output.
    """

    name: str
    unit: str
    # times and values of the run with this label
    values: Callable[[str], tuple[np.ndarray, np.ndarray]]
    key: str = ""


def plot(comparison: Comparison, path: str | Path | None = None) -> Figure:
    """Draw motion and losses of all runs over each other, accelerations and joint forces beside
    each other.
    """
    drawn = {label: result for label, result in comparison.results.items() if result.rows}
    if not drawn or comparison.body is None:
        raise InputError("there is nothing to draw: no run has output.")
    body, direction = comparison.body, _direction(comparison)
    top = _overlaid(comparison, drawn, body, direction)
    heights = (PANEL * len(top) + 0.6, STRIP * len(drawn) + 0.8)
    figure = new_figure(sum(heights))
    upper, lower = figure.subfigures(2, 1, height_ratios=heights)  # type: ignore[misc]
    _draw_overlaid(upper, top)
    _draw_beside(lower, comparison, drawn, _quantities(comparison, drawn, body))
    if path is not None:
        save(figure, path_of(path))
    return figure


def _direction(comparison: Comparison) -> int:
    """Return the axis along which the most deviating body deviates, or else moves, most."""
    spans = []
    for label, result in comparison.results.items():
        if result.rows:
            position = result.on_grid.body(str(comparison.body)).position
            rows = comparison.common(label)
            other = (
                comparison.results[comparison.reference].on_grid.body(str(comparison.body)).position
                if rows
                else position
            )
            spans.append(
                (
                    np.abs(position[:rows] - other[:rows]).max(axis=0, initial=0.0),
                    np.ptp(position, axis=0),
                )
            )
    deviation, movement = np.max(spans, axis=0)
    return int((deviation if deviation.any() else movement).argmax())


def _overlaid(comparison: Comparison, drawn: dict[str, Result], body: str, k: int) -> list[Panel]:
    """Return panels of position, velocity and losses, with a curve for each run."""
    texts = (
        axis(f"{body} {'xyz'[k]}", "m"),
        axis(f"{body} velocity {'xyz'[k]}", "m/s"),
        "lost [J]",
    )
    position, velocity, lost = (Panel(TIME, text, named=False) for text in texts)
    for label, result in drawn.items():
        style, part = comparison.labels.index(label), result.body(body)
        position.curves.append(Curve(label, result.t, part.position[:, k], style))
        velocity.curves.append(Curve(label, result.t, part.velocity[:, k], style))
        if any(entry.startswith("lost:") for entry in result.energy.entries):
            lost.curves.append(Curve(label, result.t, result.energy.lost, style))
    return [panel for panel in (position, velocity, lost) if panel.curves]


def _draw_overlaid(figure: Any, panels: list[Panel]) -> None:
    grid = figure.subplots(len(panels), 1, sharex=True, squeeze=False)[:, 0]
    for axes, panel in zip(grid, panels, strict=True):
        draw(axes, panel, legend=False)
        axes.set_xlabel("")
    figure.align_ylabels(list(grid))
    lines, labels = grid[0].get_legend_handles_labels()
    figure.legend(
        lines,
        labels,
        loc="outside upper center",
        ncols=min(len(labels), 3),
        frameon=False,
        fontsize=SMALL,
        handlelength=2.6,
    )


def _quantities(comparison: Comparison, drawn: dict[str, Result], body: str) -> list[Quantity]:
    """Return what is too spiky to be drawn over each other."""

    def away(label: str) -> tuple[np.ndarray, np.ndarray]:
        rows = comparison.common(label)
        result, reference = comparison.results[label], comparison.results[comparison.reference]
        number = result.layout.labels["body"].index(body)
        return result.on_grid.t[:rows], distances(result, reference, rows)[:, number]

    def acceleration(label: str) -> tuple[np.ndarray, np.ndarray]:
        return drawn[label].t, np.linalg.norm(drawn[label].body(body).acceleration, axis=1)

    def force(label: str) -> tuple[np.ndarray, np.ndarray]:
        return drawn[label].t, np.linalg.norm(
            drawn[label].joint(comparison.joints[0]).force, axis=1
        )

    found = [Quantity(f"{body} deviation", "m", away)] if comparison.reference in drawn else []
    found.append(Quantity(f"{body} acceleration", "m/s^2", acceleration, f"body:{body}"))
    if comparison.joints:
        found.append(
            Quantity(f"{comparison.joints[0]} force", "N", force, f"joint:{comparison.joints[0]}")
        )
    return found


def _draw_beside(
    figure: Any, comparison: Comparison, drawn: dict[str, Result], quantities: list[Quantity]
) -> None:
    """Draw a row for each run, on common scales, with the reference in grey behind."""
    grid = figure.subplots(len(drawn), len(quantities), sharex=True, sharey="col", squeeze=False)
    for column, quantity in zip(grid.T, quantities, strict=True):
        curves = {label: quantity.values(label) for label in drawn}
        # between the rows of output they may be higher
        peaks = {label: drawn[label].peaks.get(quantity.key) for label in drawn}
        top = max(float(np.max(y, initial=0.0)) for _, y in curves.values())
        power = _power(top)
        for axes, (label, (t, y)) in zip(column, curves.items(), strict=True):
            style = comparison.labels.index(label)
            draw(
                axes,
                Panel("", "", [Curve(label, t, y / 10**power, style, SOLID)], named=False),
                legend=False,
            )
            if comparison.reference in drawn and label != comparison.reference:
                t, y = curves[comparison.reference]
                kept = envelope(y)
                axes.plot(t[kept], y[kept] / 10**power, color=BEHIND, linewidth=0.8, zorder=1.5)
            axes.locator_params(axis="x", nbins=4)
            axes.locator_params(axis="y", nbins=3)
            if peak := peaks[label]:
                _mark(axes, peak, top, power, COLOURS[style % len(COLOURS)])
            if quantity is quantities[0]:
                axes.set_title(
                    plain(label),
                    fontsize=SMALL,
                    loc="left",
                    color=COLOURS[style % len(COLOURS)],
                    pad=2,
                )
        column[-1].set_xlabel(TIME, fontsize=NORMAL)
        scaled = f"[$10^{{{power}}}$ " if power else "["
        words = axis(plain(quantity.name), quantity.unit).replace("[", scaled)
        column[0].text(
            1.0, 1.22, words, transform=column[0].transAxes, ha="right", va="bottom", fontsize=SMALL
        )


def _mark(axes: Any, peak: Peak, top: float, power: int, colour: str) -> None:
    """Mark a peak by a dot; by an arrow at the upper border where it is beyond, because a scale
    for all peaks would flatten the curves.
    """
    beyond = peak.value > 1.1 * top > 0
    height = (1.1 * top if beyond else peak.value) / 10**power
    (mark,) = axes.plot(
        peak.time,
        height,
        "^" if beyond else "o",
        color=colour,
        markersize=4 if beyond else 2.5,
        clip_on=False,
    )
    mark.set_in_layout(False)
    if top > 0:
        axes.set_ylim(-0.04 * top / 10**power, 1.1 * top / 10**power)
    axes.text(
        0.96, 0.84, f"peak {_digits(peak.value / 10**power)}", transform=axes.transAxes, **PEAK
    )


def _power(top: float) -> int:
    """Return the power of ten, a multiple of three, in which numbers up to ``top`` are best
    read.
    """
    power = 3 * int(np.floor(np.log10(top) / 3)) if top > 0 else 0
    return 0 if power == 3 and top < 1e4 else power


def _digits(value: float) -> str:
    """Return a number with three digits, and never as a power of ten where that is longer."""
    return f"{value:.0f}" if 100 <= value < 1e6 else f"{value:.3g}"
