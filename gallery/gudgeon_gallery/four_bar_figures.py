"""The figures of [Marques2017]."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import TYPE_CHECKING, Any

import numpy as np

from gudgeon.laws import Ambrosio, BengisuAkay, Coulomb, PiecewiseLinear, Stribeck, Threlfall
from gudgeon.plotting.figure import COLOURS, NORMAL, SMALL
from gudgeon.results.result import Result

from .curves import Data, dress, history, key, portrait
from .four_bar import (
    FREE,
    FRICTION,
    GAP,
    IDEAL,
    A,
    Runs,
    V,
    Z,
    cost,
    evaluations,
    label,
    slow_sliding,
)
from .statistics import Span, over

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure as Sheet

Draw = Callable[["Sheet", Runs], Data]

LAWS = {
    # the paper's jumps; a millionth of a metre per second shows as a jump
    "Coulomb": Coulomb(mu_k=0.1, v_1=1e-6),
    "Ambrosio": Ambrosio(mu_k=0.1, v_0=1e-4, v_1=1e-3),
    "Threlfall": Threlfall(mu_k=0.1, v_1=1e-3),
    "Stribeck": Stribeck(mu_k=0.1, mu_s=0.15, v_s=1e-3, v_r=1e-6),
    "piecewise linear": PiecewiseLinear(mu_k=0.1, mu_s=0.15, v_0=1e-4, v_1=1e-3),
    "Bengisu-Akay": BengisuAkay(mu_k=0.1, mu_s=0.15, v_0=1e-4, xi=1000.0),
}


def laws(sheet: Sheet, runs: Runs) -> Data:
    """Draw the friction laws over sliding speed."""
    half = np.linspace(0, 2e-3, 401)
    v = np.concatenate([-half[:0:-1], half])
    data: Data = {"sliding speed [m/s]": v}
    for axes, letter, (name, law) in zip(
        sheet.subplots(2, 3, sharex=True, sharey=True).flat, "abcdef", LAWS.items(), strict=True
    ):
        force = np.array([np.sign(speed) * law(abs(float(speed)), 1.0) for speed in v])
        data[f"{name}: friction over normal force [1]"] = force
        axes.plot(1e3 * v, force, color=COLOURS[1], linewidth=1.2)
        dress(
            axes,
            "sliding speed [mm/s]",
            "friction / normal force [1]",
            f"({letter}) {name}",
            legend=False,
        )
        axes.label_outer()
    return data


def _four(
    sheet: Sheet,
    runs: Runs,
    names: Mapping[str, int],
    called: Callable[[str], str],
    dashed: bool,
    detail: bool = False,
) -> Data:
    """Draw position, velocity and acceleration of the rocker, and energy or a detail of the
    acceleration, for several runs.
    """
    data: Data = {}
    panels: list[tuple[str, float, str, str]] = [
        (Z, 1e3, "mm", "rocker z [mm]"), (V, 1.0, "m/s", "rocker velocity z [m/s]"), (A, 1.0, "m/s^2", "rocker acceleration z [m/s²]"),
    ]  # fmt: skip
    panels.append(
        (A, 1.0, "m/s^2", "detail of the acceleration [m/s²]")
        if detail
        else ("energy.total", 1e3, "mJ", "change of energy [mJ]")
    )
    for k, (axes, (channel, scale, unit, text)) in enumerate(
        zip(sheet.subplots(2, 2).flat, panels, strict=True)
    ):
        close = _detail(runs[FRICTION].result) if detail and k == 3 else (0.0, np.inf)
        into: Data = {}
        for name, style in names.items():
            history(
                axes, into, called(name), runs[name], channel, style=style, span=close, scale=scale, unit=unit,
                change=channel == "energy.total", dashed=dashed,
            )  # fmt: skip
        data |= {
            f"detail, {column}" if detail and k == 3 else column: values
            for column, values in into.items()
        }
        if channel == A and k == 2:
            _symlog(axes)
        dress(axes, "time [s]", text, f"({'abcd'[k]})", legend=False)
        axes.margins(x=0)
    key(sheet, 5)
    return data


def _detail(result: Result) -> Span:
    """Return the first phase of slow sliding [s] with some room around it, or the end of the run
    if there is none.
    """
    phases = slow_sliding(result)
    if not phases:
        return result.end - 0.05, result.end
    begin, end = phases[0]
    return max(begin - 0.01, 0.0), min(end + 0.02, result.end)


def _symlog(axes: Axes) -> None:
    """Show both the swing of the mechanism and impacts a hundred times as strong."""
    axes.set_yscale("symlog", linthresh=20.0)


def joints(sheet: Sheet, runs: Runs) -> Data:
    """Draw the rocker's motion and the energy with ideal joint, clearance, and clearance with
    friction.
    """
    return _four(sheet, runs, {FREE: 1, FRICTION: 2, IDEAL: 0}, lambda name: name, False)


def study(names: Iterable[str], kind: str) -> Draw:
    """Return what draws the same for a study of the ``model`` of friction, the ``clearance`` or
    the ``coefficient``.
    """
    styles = {name: 0 if name == IDEAL else k + 1 for k, name in enumerate(names)}
    return lambda sheet, runs: _four(
        sheet, runs, styles, lambda name: label(name, kind), True, detail=kind == "model"
    )


def eccentricity(sheet: Sheet, runs: Runs) -> Data:
    """Draw eccentricity over clearance in time, without and with friction."""
    data: Data = {}
    for axes, letter, name, style in zip(
        sheet.subplots(1, 2, sharey=True), "ab", (FREE, FRICTION), (1, 2), strict=True
    ):
        history(
            axes,
            data,
            name,
            runs[name],
            "C.eccentricity.magnitude",
            style=style,
            scale=1 / GAP,
            unit="1",
            sample=True,
        )
        dress(axes, "time [s]", "eccentricity / clearance [1]", f"({letter}) {name}", legend=False)
        axes.margins(x=0)
    key(sheet)
    return data


def portraits(sheet: Sheet, runs: Runs) -> Data:
    """Draw velocity over position and acceleration over velocity of the rocker for the three
    joints.
    """
    data: Data = {}
    grid = sheet.subplots(3, 2, sharex="col")
    for row, (name, style) in enumerate(((IDEAL, 0), (FREE, 1), (FRICTION, 2))):
        portrait(
            grid[row, 0],
            data,
            name,
            runs[name],
            Z,
            V,
            style=style,
            scale=(1e3, 1.0),
            units=("mm", "m/s"),
        )
        portrait(grid[row, 1], data, name, runs[name], V, A, style=style)
        dress(
            grid[row, 0],
            "z [mm]" if row == 2 else "",
            "velocity z [m/s]",
            f"({'ace'[row]}) {name}",
            legend=False,
        )
        dress(
            grid[row, 1],
            "velocity z [m/s]" if row == 2 else "",
            "acceleration z [m/s²]",
            f"({'bdf'[row]}) {name}",
            legend=False,
        )
        if name != IDEAL:
            _symlog(grid[row, 1])
        grid[row, 1].locator_params(axis="x", nbins=5)
    key(sheet)
    return data


def costs(groups: dict[str, tuple[str, ...]]) -> Draw:
    """Return what draws how many evaluations of the equations of motion the runs of each group
    took.
    """

    def draw(sheet: Sheet, runs: Runs) -> Data:
        data: Data = {}
        grid: Any = sheet.subplots(2, 2)
        for axes, letter, (kind, names) in zip(grid.flat, "abcd", groups.items(), strict=True):
            own = np.array([over(runs[name], evaluations).mean() for name in names])
            paper = np.array([evaluations(runs[cost(name)].result) for name in names])
            places = np.arange(len(names))
            axes.bar(places - 0.2, own, 0.38, color=COLOURS[1], label="own choice of method")
            axes.bar(
                places + 0.2,
                paper,
                0.38,
                color=COLOURS[2],
                label="backward differences, as in the paper",
            )
            axes.set_yscale("log")
            axes.set_ylim(bottom=100)
            dress(axes, "", "evaluations", f"({letter}) {kind}", legend=False)
            axes.set_xticks(
                places,
                [
                    label(name, kind) if kind in ("model", "clearance", "coefficient") else name
                    for name in names
                ],
            )
            axes.tick_params(axis="x", labelsize=SMALL, length=0)
            axes.set_ylabel("evaluations", fontsize=NORMAL)
            for name, value, other in zip(names, own, paper, strict=True):
                data[
                    f"{kind}, {name}: evaluations with own choice, with backward differences [1]"
                ] = np.array([value, other])
        key(sheet)
        return data

    return draw
