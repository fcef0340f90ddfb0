"""Figures 8 to 13 of [AmbrosioPombo]: the spatial slider-crank with clearance in one joint."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from ..curves import Data, dress, history
from ..description import Evidence, Figure
from ..spikes import key, spikes
from ..strokes import CRANK, SLIDER
from .runs import CLEARANCES, IDEAL, UNDAMPED, name_of

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure as Sheet

TIME = "time [s]"
TEXTS = {SLIDER: "slider position [m]", CRANK: "crank angle [rad]"}
STYLES = {IDEAL: 0, "0 mm": 1, "0.001 mm": 3, "0.1 mm": 2, "1 mm": 4, "0 mm, no damping": 5}
Shown = Mapping[str, str]  # the name of a run by what the legend calls it


def shown(kind: str, *clearances: float) -> dict[str, str]:
    """Return the ideal run and those with some clearances [mm] in a joint, by what the legend
    calls them.
    """
    return {IDEAL: IDEAL} | {
        f"{clearance:g} mm": name_of(kind, clearance) for clearance in clearances
    }


def _panel(
    axes: Axes, letter: str, title: str, channel: str, runs: Shown, evidence: Mapping[str, Evidence]
) -> Data:
    """Draw one panel; return its data, whose columns begin with its letter."""
    data: Data = {}
    force = ".force." in channel
    for label, name in runs.items():
        shown = evidence[name]
        dashed = shown.ensemble is None  # those curves lie on top of each other
        (spikes if force else history)(
            axes, data, label, shown, channel, style=STYLES[label], dashed=dashed
        )
    text = (
        f"force on the {'rod' if channel[0] == 'B' else 'crank'}, {channel[-1]} [N]"
        if force
        else TEXTS[channel]
    )
    dress(axes, TIME, text, f"({letter}) {title}", legend=False)
    key(axes)
    axes.margins(x=0)
    return {f"({letter}) {name}": values for name, values in data.items()}


def _figure(
    name: str, title: str, panels: tuple[tuple[str, str, Shown], ...], short: bool = False
) -> Figure:
    """Return a figure with panels below each other, as long as the longest run or the shortest:
    title, channel and runs of each.
    """

    def draw(sheet: Sheet, evidence: Mapping[str, Evidence]) -> Data:
        data: Data = {}
        column = sheet.subplots(len(panels), 1, sharex=True)
        for axes, letter, (text, channel, runs) in zip(column, "abcd", panels, strict=False):
            data |= _panel(axes, letter, text, channel, runs, evidence)
        for axes in column[:-1]:
            axes.set_xlabel("")
        if short:
            column[0].set_xlim(0, min(evidence[name].result.end for name in used))
        return data

    used = tuple(dict.fromkeys(run for _, _, runs in panels for run in runs.values()))
    return Figure(name, title, used, draw, size=(9, 6.5))


def _sizes(channel: str) -> tuple[tuple[str, str, Shown], ...]:
    small, large = CLEARANCES[:2], CLEARANCES[2:]
    return (
        ("null or small clearance", channel, shown("spherical", *small)),
        ("large clearance", channel, shown("spherical", *large)),
    )


def _both(*channels: tuple[str, str], runs: Shown) -> tuple[tuple[str, str, Shown], ...]:
    return tuple((text, channel, runs) for text, channel in channels)


_DAMPED = shown("revolute", *CLEARANCES) | {"0 mm, no damping": UNDAMPED}
_NULL = shown("revolute", 0) | {"0 mm, no damping": UNDAMPED}
_FORCES = (("force along x", "A.force.x"), ("force along z", "A.force.z"))

FIGURES = (
    _figure("fig8", "slider position, clearance in the spherical joint", _sizes(SLIDER)),
    _figure("fig9", "crank angle, clearance in the spherical joint", _sizes(CRANK)),
    _figure("fig10", "force in the spherical joint with clearance, along x", _sizes("B.force.x")),
    _figure(
        "fig11",
        "clearance in the revolute joint",
        _both(("slider position", SLIDER), ("crank angle", CRANK), runs=_DAMPED),
    ),
    _figure(
        "fig12",
        "force in the revolute joint with clearance",
        _both(*_FORCES, runs=shown("revolute", *CLEARANCES)),
    ),
    _figure(
        "fig13",
        "force in the revolute joint without clearance, with and without damping",
        _both(*_FORCES, runs=_NULL),
        short=True,
    ),
)
