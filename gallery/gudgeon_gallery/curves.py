"""Honest curves: one line as far as a run is predictable, and beyond that the mean and the band of
its ensemble.

Every function draws into given axes and notes what it drew in ``data``, by column name with unit.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import numpy as np

from gudgeon.plotting.figure import COLOURS, DASHES, NORMAL, SMALL, axis, envelope, plain

from .description import Evidence

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure as Sheet

Data = dict[str, np.ndarray]
LOW, HIGH = 5, 95  # the band of an ensemble [percent of its members]
LEGEND: dict[str, Any] = {
    "fontsize": SMALL - 1,
    "framealpha": 0.85,
    "edgecolor": "none",
    "handlelength": 2.4,
}
CLOUD = 20_000  # points of an ensemble in a plane, at most


def trusted(evidence: Evidence) -> float:
    """Return until when [s] a single curve of a run may be shown; without a horizon, none if
    there is an ensemble.
    """
    if evidence.horizon is not None:
        return float(evidence.horizon.time)
    return 0.0 if evidence.ensemble is not None else np.inf


def history(
    axes: Axes,
    data: Data,
    label: str,
    evidence: Evidence,
    channel: str,
    *,
    style: int = 0,
    span: tuple[float, float] = (0.0, np.inf),
    scale: float = 1.0,
    unit: str = "",
    change: bool = False,
    dashed: bool = False,
    sample: bool = False,
) -> None:
    """Draw a channel over time [s]: the curve until the horizon, then mean and band of the
    ensemble, between two times.

    Numbers are multiplied by ``scale``, which makes their unit ``unit``; with ``change`` the first
    value is taken off. ``sample`` shows the first member of the ensemble, thin, so that one sees
    what the band is made of.
    """
    found = evidence.result.channel(channel)
    unit, until, colour = unit or found.unit, trusted(evidence), COLOURS[style % len(COLOURS)]
    name = f"{label}: {channel.replace('.', ' ')}"

    def values(of: np.ndarray) -> np.ndarray:
        return scale * (of - of[..., :1] if change else of)

    t = evidence.result.t
    inside = (t >= span[0]) & (t <= min(span[1], until))
    if inside.any():
        y = values(found.values)[inside]
        kept = envelope(y)
        dashes = DASHES[style % len(DASHES)] if dashed else "-"
        axes.plot(
            t[inside][kept],
            y[kept],
            color=colour,
            linestyle=dashes,
            linewidth=1.1,
            label=plain(label),
        )
        data |= {f"{name}, time [s]": t[inside][kept], f"{name} [{unit}]": y[kept]}
    if evidence.ensemble is not None and until < min(span[1], evidence.ensemble.t[-1]):
        _beyond(
            axes,
            data,
            (label, name, unit),
            evidence.ensemble,
            channel,
            values,
            (max(span[0], until), span[1]),
            style,
            sample,
        )
        if span[0] < until < span[1]:
            axes.axvline(until, color=colour, linewidth=0.8, linestyle=(0, (1, 2)))


def _beyond(
    axes: Axes,
    data: Data,
    names: tuple[str, str, str],
    ensemble: Any,
    channel: str,
    values: Callable[[np.ndarray], np.ndarray],
    span: tuple[float, float],
    style: int,
    sample: bool,
) -> None:
    """Draw mean and band of an ensemble between two times."""
    label, name, unit = names
    t, colour = ensemble.t, COLOURS[style % len(COLOURS)]
    inside = (t >= span[0]) & (t <= span[1])
    members = values(np.asarray(ensemble.values(channel)))[:, inside]
    mean, (low, high) = members.mean(axis=0), np.percentile(members, (LOW, HIGH), axis=0)
    kept = np.unique(np.concatenate([envelope(curve) for curve in (mean, low, high)]))
    times = t[inside][kept]
    axes.fill_between(
        times,
        low[kept],
        high[kept],
        color=colour,
        alpha=0.25,
        linewidth=0,
        label=plain(_band(label, len(members))),
    )
    axes.plot(
        times,
        mean[kept],
        color=colour,
        linewidth=0.9,
        label=plain(f"{label}, mean of {len(members)}"),
    )
    data |= {
        f"{name}, time of the ensemble [s]": times,
        f"{name}, mean [{unit}]": mean[kept],
        f"{name}, {LOW} % [{unit}]": low[kept],
        f"{name}, {HIGH} % [{unit}]": high[kept],
    }
    if sample:
        kept = envelope(members[0])
        axes.plot(
            t[inside][kept],
            members[0][kept],
            color="0.35",
            linewidth=0.5,
            label=plain(f"{label}, one of {len(members)}"),
        )
        data |= {
            f"{name}, time of one member [s]": t[inside][kept],
            f"{name}, one member [{unit}]": members[0][kept],
        }


def _band(label: str, members: int) -> str:
    return f"{label}, {LOW} to {HIGH} % of {members}"


def portrait(
    axes: Axes,
    data: Data,
    label: str,
    evidence: Evidence,
    x: str,
    y: str,
    *,
    style: int = 0,
    span: tuple[float, float] = (0.0, np.inf),
    scale: tuple[float, float] = (1.0, 1.0),
    units: tuple[str, str] = ("", ""),
) -> None:
    """Draw one channel over another: a line until the horizon, then a cloud of points of all
    members of the ensemble.
    """
    result, until, colour = evidence.result, trusted(evidence), COLOURS[style % len(COLOURS)]
    channels = [result.channel(values) for values in (x, y)]
    words = [values.replace(".", " ") for values in (x, y)]
    names = [
        f"{word} [{unit or channel.unit}]"
        for word, unit, channel in zip(
            (f"{words[0]} of {words[1]}", words[1]), units, channels, strict=True
        )
    ]
    inside = (result.t >= span[0]) & (result.t <= min(span[1], until))
    if inside.any():
        line = [
            size * channel.values[inside] for size, channel in zip(scale, channels, strict=True)
        ]
        kept = np.union1d(envelope(line[0], CLOUD), envelope(line[1], CLOUD))
        axes.plot(
            line[0][kept], line[1][kept], color=colour, linewidth=0.8, label=plain(label), zorder=3
        )
        data |= {f"{label}: {name}": values[kept] for name, values in zip(names, line, strict=True)}
    if evidence.ensemble is not None and until < min(span[1], evidence.ensemble.t[-1]):
        t = evidence.ensemble.t
        rows = np.flatnonzero((t >= max(span[0], until)) & (t <= span[1]))
        rows = rows[:: max(1, -(-len(rows) * len(evidence.ensemble.results) // CLOUD))]
        cloud = [
            size * np.asarray(evidence.ensemble.values(values))[:, rows].ravel()
            for size, values in zip(scale, (x, y), strict=True)
        ]
        text = f"{label}, all of {len(evidence.ensemble.results)}"
        grey = "0.55" if inside.any() else colour
        axes.plot(
            *cloud,
            linestyle="none",
            marker=".",
            markersize=1.5,
            markeredgewidth=0,
            color=grey,
            alpha=0.6,
            label=plain(text),
            rasterized=True,
        )
        data |= {
            f"{label}: {name}, members": values for name, values in zip(names, cloud, strict=True)
        }


def dress(axes: Axes, x: str, y: str, title: str = "", *, legend: bool = True) -> None:
    """Write the labels of axes, with units, a title and a legend, in the style of all pictures."""
    axes.set_xlabel(plain(x), fontsize=NORMAL)
    axes.set_ylabel(plain(y), fontsize=NORMAL)
    axes.set_title(plain(title), fontsize=NORMAL, loc="left")
    axes.tick_params(which="both", labelsize=SMALL, direction="in", top=True, right=True)
    axes.grid(True, linewidth=0.4, alpha=0.5)
    for offset in (axes.xaxis.get_offset_text(), axes.yaxis.get_offset_text()):
        offset.set_fontsize(SMALL)
    handles, labels = axes.get_legend_handles_labels()
    if legend and labels:
        many = dict(zip(labels, handles, strict=True))
        axes.legend(many.values(), many.keys(), loc="best", markerscale=6, **LEGEND)


def key(sheet: Sheet, columns: int = 4) -> None:
    """Write one legend for all axes of a sheet above them."""
    many: dict[str, Any] = {}
    for axes in sheet.axes:
        handles, labels = axes.get_legend_handles_labels()
        many |= {
            label: handle
            for label, handle in zip(labels, handles, strict=True)
            if label not in many
        }
    sheet.legend(
        many.values(),
        many.keys(),
        loc="outside upper center",
        ncols=min(len(many), columns),
        markerscale=6,
        **LEGEND,
    )


def label_of(evidence: Evidence, channel: str, text: str) -> str:
    """Return a text with the unit of a channel, as it stands beside an axis."""
    return axis(text, evidence.result.channel(channel).unit)
