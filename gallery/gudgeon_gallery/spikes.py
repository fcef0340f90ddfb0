"""Forces and accelerations that come in spikes of a tenth of a millisecond: beyond the horizon
only their statistics mean something.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from gudgeon.plotting.figure import COLOURS, DASHES, SMALL, envelope, plain

from .curves import Data, trusted
from .description import Evidence

if TYPE_CHECKING:
    from matplotlib.axes import Axes

LOW, HIGH = 1, 99  # the band [percent of all values of all members in a bin]
BINS = 200  # of the whole of a time axis


def spikes(
    axes: Axes,
    data: Data,
    label: str,
    evidence: Evidence,
    channel: str,
    *,
    style: int = 0,
    dashed: bool = False,
) -> None:
    """Draw a channel over time [s]: the curve until the horizon, then mean and band of the
    ensemble within short bins.
    """
    found, until, colour = (
        evidence.result.channel(channel),
        trusted(evidence),
        COLOURS[style % len(COLOURS)],
    )
    t, name = evidence.result.t, f"{label}: {channel.replace('.', ' ')}"
    inside = t <= until
    if inside.any():
        y = found.values[inside]
        kept = envelope(y)
        dashes = DASHES[style % len(DASHES)] if dashed else "-"
        axes.plot(
            t[inside][kept],
            y[kept],
            color=colour,
            linewidth=0.9,
            linestyle=dashes,
            label=plain(label),
        )
        data |= {f"{label}: time [s]": t[inside][kept], f"{name} [{found.unit}]": y[kept]}
    if evidence.ensemble is None or until >= evidence.ensemble.t[-1]:
        return
    centres, mean, low, high = binned(
        evidence.ensemble.t, evidence.ensemble.values(channel), until, float(t[-1]) / BINS
    )
    text = f"{label}, {LOW} to {HIGH} % of {len(evidence.ensemble.results)}"
    axes.fill_between(centres, low, high, color=colour, alpha=0.3, linewidth=0, label=plain(text))
    axes.plot(
        centres,
        mean,
        color=colour,
        linewidth=0.7,
        label=plain(f"{label}, mean of {len(evidence.ensemble.results)}"),
    )
    columns = {f"{name}, mean": mean, f"{name}, {LOW} %": low, f"{name}, {HIGH} %": high}
    data |= {
        f"{label}: time of the bins [s]": centres,
        **{f"{column} [{found.unit}]": values for column, values in columns.items()},
    }


def binned(t: np.ndarray, values: np.ndarray, begin: float, width: float) -> tuple[np.ndarray, ...]:
    """Return the centres of bins of time [s], and the mean and two percentiles of all values
    that fall into each.
    """
    place = np.floor((t - begin) / width).astype(int)
    bins = np.unique(place[place >= 0])
    parts = [values[:, place == rows].ravel() for rows in bins]
    low, high = np.array([np.percentile(part, (LOW, HIGH)) for part in parts]).T
    return begin + (bins + 0.5) * width, np.array([part.mean() for part in parts]), low, high


def across(x: np.ndarray, y: np.ndarray, bins: int) -> tuple[np.ndarray, ...]:
    """Return the centres of bins of ``x``, and two percentiles of the values ``y`` that fall
    into each.
    """
    edges = np.linspace(x.min(), x.max(), bins + 1)
    place = np.clip(np.digitize(x, edges) - 1, 0, bins - 1)
    used = np.unique(place)
    low, high = np.array([np.percentile(y[place == rows], (LOW, HIGH)) for rows in used]).T
    return (edges[used] + edges[used + 1]) / 2, low, high


def key(axes: Axes, **options: Any) -> None:
    """Write a legend beside the axes with one entry for each run, and one that says what the
    bands are.
    """
    from matplotlib.patches import Patch

    entries: dict[str, Any] = {}
    bands: list[str] = []
    for handle, label in zip(*axes.get_legend_handles_labels(), strict=True):
        owner, mean, _ = label.partition(", mean of ")
        if " % of " in label:
            bands.append(label.rpartition(", ")[2])
        elif not mean or owner not in entries:
            entries[owner] = handle
    for text in dict.fromkeys(bands):
        entries[f"band: {text}"] = Patch(color="0.5", alpha=0.3, linewidth=0)
    style: dict[str, Any] = {
        "fontsize": SMALL - 1,
        "frameon": False,
        "handlelength": 2.0,
        "loc": "upper left",
        "bbox_to_anchor": (1.0, 1.0),
    }
    axes.legend(list(entries.values()), list(entries), **{**style, **options})
