"""The slider-crank of [Marques3D] and [MarquesFriction], and the panels in which both papers
show how its slider moves.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Any

import numpy as np

from gudgeon.plotting.figure import COLOURS, SMALL, plain

from .curves import Data, dress, history, portrait, trusted
from .description import Evidence, Run
from .spikes import HIGH, LOW, across, key, spikes

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure as Sheet

    from gudgeon.model import Mechanism

X, V, A = "slider.position.x", "slider.velocity.x", "slider.acceleration.x"
TEXTS = {
    X: "slider position [m]", V: "slider velocity [m/s]", A: "slider acceleration [m/s²]",
    "energy.total": "change of mechanical energy [J]", "time": "time [s]",
}  # fmt: skip
PLACES = (
    "positions of the joints (the papers give lengths only); both ends of the journal touch with "
    "the whole stiffness"
)
IDEAL, IDEAL_ENSEMBLE = "ideal", "ideal, ensemble"
FINE, COARSE = {"output_step": 2e-5}, {"output_step": 1e-4}
PORTRAIT_BINS = 40
Shown = Mapping[str, str]  # the name of a run by what the legend calls it


def mechanism(fit: str, axial_clearance: float | None = None) -> Mechanism:
    """Return the mechanism with a fit of the library at A, and another axial clearance [m] than
    its own if one is given.
    """
    from gudgeon.model.library import library

    mechanism = library("revolute-slider-crank", A=fit)
    if axial_clearance is None:
        return mechanism
    loose: Any = mechanism.joint("A")
    changed = replace(loose, axial_clearance=axial_clearance)
    joints = tuple(changed if joint is loose else joint for joint in mechanism.joints)
    return replace(mechanism, joints=joints)


def run(
    name: str, fit: str, members: int, quick: float, axial_clearance: float | None = None
) -> Run:
    """Return a run of one second, as in both papers."""
    made = partial(mechanism, fit, axial_clearance)
    return Run(name, made, 1.0, quick, FINE, members=members, ensemble=COARSE)


def ideal_run(quick: float) -> Run:
    """Return the run with ideal joints, which in the quick setting is as short as those that are
    compared with it.
    """
    return Run(IDEAL, partial(mechanism, "ideal"), 1.0, quick, FINE, reference=True)


def ideal_ensemble(quick: float, members: int) -> Run:
    """Return the same with perturbed runs, to see how far they part without clearance."""
    return Run(
        IDEAL_ENSEMBLE,
        partial(mechanism, "ideal"),
        1.0,
        quick,
        COARSE,
        members=members,
        horizon=False,
    )


def over_time(
    axes: Axes,
    letter: str,
    channel: str,
    runs: Shown,
    evidence: Mapping[str, Evidence],
    legend: bool,
) -> Data:
    """Draw a channel of several runs over time; return its data, whose columns begin with the
    panel's letter.
    """
    data: Data = {}
    for style, (label, name) in enumerate(runs.items()):
        if channel == A:
            spikes(axes, data, label, evidence[name], channel, style=style)
        else:
            history(
                axes,
                data,
                label,
                evidence[name],
                channel,
                style=style,
                change=channel.startswith("energy"),
            )
    dress(axes, TEXTS["time"], TEXTS[channel], f"({letter})", legend=False)
    axes.margins(x=0)
    if legend:
        key(axes)
    return lettered(letter, data)


def over_each_other(
    axes: Axes, letter: str, x: str, y: str, runs: Shown, evidence: Mapping[str, Evidence]
) -> Data:
    """Draw one channel over another: lines until the horizon, then clouds of points of all
    perturbed runs.
    """
    data: Data = {}
    for style, (label, name) in enumerate(runs.items()):
        shown = evidence[name]
        portrait(
            axes,
            data,
            label,
            replace(shown, ensemble=None),
            x,
            y,
            style=style,
            span=(0.0, trusted(shown)),
        )
        portrait(
            axes,
            data,
            label,
            shown,
            x,
            y,
            style=style,
            span=(np.nextafter(trusted(shown), np.inf), np.inf),
        )
    dress(axes, TEXTS[x], TEXTS[y], f"({letter})", legend=False)
    return lettered(letter, data)


def outlines(
    axes: Axes, letter: str, x: str, y: str, runs: Shown, evidence: Mapping[str, Evidence]
) -> Data:
    """Draw one channel over another: lines of single runs, and what encloses most values of an
    ensemble.
    """
    data: Data = {}
    for style, (label, name) in enumerate(runs.items()):
        ensemble = evidence[name].ensemble
        if ensemble is None:
            portrait(axes, data, label, evidence[name], x, y, style=style)
            continue
        centres, low, high = across(
            ensemble.values(x).ravel(), ensemble.values(y).ravel(), PORTRAIT_BINS
        )
        colour = COLOURS[style % len(COLOURS)]
        axes.plot(
            np.r_[centres, np.nan, centres],
            np.r_[low, np.nan, high],
            color=colour,
            linewidth=0.9,
            label=plain(label),
        )
        units = [evidence[name].result.channel(values).unit for values in (x, y)]
        columns = {
            f"{x} of the bins [{units[0]}]": centres,
            f"{y}, {LOW} % [{units[1]}]": low,
            f"{y}, {HIGH} % [{units[1]}]": high,
        }
        data |= {
            f"{label}: {column.replace('.', ' ')}": values for column, values in columns.items()
        }
    dress(
        axes,
        TEXTS[x],
        TEXTS[y],
        f"({letter}) lines enclose {HIGH - LOW} % of the perturbed runs",
        legend=False,
    )
    return lettered(letter, data)


def sketch(sheet: Sheet, place: tuple[int, int, int], evidence: Evidence) -> Data:
    """Draw the mechanism as it begins: crank AB, rod BC and the line of the slider."""
    described = evidence.result.mechanism
    assert described is not None
    points = {name: np.array(described.joint(name).point) for name in "ABC"}  # type: ignore[attr-defined]
    axes = sheet.add_subplot(*place, projection="3d", proj_type="ortho")
    line = np.array([points[name] for name in "ABC"])
    axes.plot(*line.T, color=COLOURS[0], marker="o", markersize=4, linewidth=1.6)
    axes.plot([0.1, 0.32], [0, 0], [0, 0], color="0.6", linewidth=0.9)
    for name, point in points.items():
        axes.text(*(point + (0.012, 0, 0.008)), name, fontsize=SMALL)  # type: ignore[call-arg]
    for way, letter in zip((axes.xaxis, axes.yaxis, axes.zaxis), "xyz", strict=True):  # type: ignore[attr-defined]
        way.set_label_text(f"{letter} [m]", fontsize=SMALL - 1)
        way.set_tick_params(labelsize=SMALL - 2)
        way.set_major_locator(_few())
    axes.set_title("(a)", fontsize=SMALL + 1, loc="left")
    axes.set_aspect("equal")
    return {f"(a) {letter} of A, B, C [m]": line[:, k] for k, letter in enumerate("xyz")}


def _few() -> object:
    from matplotlib.ticker import MaxNLocator

    return MaxNLocator(3)


def lettered(letter: str, data: Data) -> Data:
    """Return data with columns that begin with the letter of a panel."""
    return {f"({letter}) {name}": values for name, values in data.items()}
