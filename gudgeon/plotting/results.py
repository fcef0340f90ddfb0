"""Pictures of a result with Matplotlib: time histories, phase portraits, energy, reactions, orbits,
impacts, what joints show.

Every function returns a Figure of its own and leaves Matplotlib's global state alone.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from .._base.arguments import make_folder
from .._base.errors import InputError
from . import joints as joint_panels
from .figure import Curve, Panel, axis, figure_of
from .joints import CURVES, TIME
from .orbits import orbit_panels

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

    from ..results.channels import Channel
    from ..results.result import Result

ROUNDING = 1e-6  # of the largest energy: a smaller balance is told, not drawn
NOISE = 1e-9  # of the largest force at the size of the mechanism: smaller torques are rounding
BLOCK = 4_000_000  # numbers read at a time from a file


def plot(
    result: Result,
    channels: str | Sequence[str],
    path: str | Path | None = None,
    *,
    title: str = "",
    ax: Axes | None = None,
) -> Figure:
    """Draw channels over time, one panel per unit, or against each other
    (``"A.angle:A.angle_rate"``).

    The orbit of a joint (``"C.orbit"``) is drawn in its clearance. The names of ready-made pictures
    (``"motion"``, ``"energy"``, ``"reactions"``, ``"penetration"``, ``"impacts"``, ``"films"``,
    ``"bushings"``) stand for their panels. The start that key figures leave out
    (``result.transient``) is shaded. ``title`` stands above them. Channels of one unit can be
    drawn into axes of your own, ``ax``.
    """
    panels: dict[str, Panel] = {}
    quantities: dict[str, dict[str, None]] = {}  # of each unit, in the order given
    others: list[Panel] = []
    for name in [channels] if isinstance(channels, str) else channels:
        ready = _ready_made(result, name)
        if ready is not None:
            others += ready
            continue
        channel = result.channel(name)
        panels.setdefault(channel.unit, Panel(TIME, "")).curves += _curves(result.t, channel)
        quantities.setdefault(channel.unit, {})[channel.quantity] = None
    for unit, panel in panels.items():
        panel.y_label = axis(", ".join(quantities[unit]) if len(quantities[unit]) < 3 else "", unit)
    if not panels and not others:
        raise InputError("give at least one channel to plot, such as 'energy.balance'.")
    return figure_of(_shaded(result, [*panels.values(), *others]), path, title=title, ax=ax)


def phase(
    result: Result, x: str, y: str, path: str | Path | None = None, *, ax: Axes | None = None
) -> Figure:
    """Draw one channel against another, into axes of your own if ``ax`` is given."""
    return figure_of([_portrait(result.channel(x), result.channel(y))], path, ax=ax)


def energy(result: Result, path: str | Path | None = None) -> Figure:
    """Draw the energies and works, what each part has lost, and the balance, which should be
    zero, in panels of their own.
    """
    return figure_of(_shaded(result, _energy(result)), path)


def reactions(result: Result, path: str | Path | None = None) -> Figure:
    """Draw the magnitudes of the joints' forces and torques, and what the drivers need; of many
    the largest.
    """
    return figure_of(_shaded(result, _reactions(result)), path)


def motion(result: Result, path: str | Path | None = None) -> Figure:
    """Draw the joint coordinates and the positions of the bodies; of many those that move most."""
    return figure_of(_shaded(result, _motion(result)), path)


def orbit(
    result: Result, joint: str, path: str | Path | None = None, *, ax: Axes | None = None
) -> Figure:
    """Draw the path of the journal's centre in the clearance of a joint, coloured by mode, in
    the frame of the bearing; in a plane into axes of your own if ``ax`` is given.
    """
    return figure_of(orbit_panels(result, joint), path, beside=True, ax=ax)


def penetration(result: Result, path: str | Path | None = None) -> Figure:
    """Draw penetration and normal force in gaps and at stops; dots are the tops of impacts,
    whatever the output step.
    """
    return figure_of(_shaded(result, joint_panels.penetration_panels(result)), path)


def impacts(result: Result, path: str | Path | None = None) -> Figure:
    """Draw approach speed and peak force of every contact at the time of its beginning."""
    return figure_of(_shaded(result, joint_panels.impact_panels(result)), path)


def overview(result: Result, folder: str | Path) -> list[Path]:
    """Write the ready-made pictures as PNG files into a folder, which is made if need be; return
    their paths.
    """
    folder = make_folder(folder)
    written = []
    for name in ("motion", "energy", "reactions", *joint_panels.pictures_of(result)):
        written.append(folder / f"{name}.png")
        figure_of(_shaded(result, pictures()[name](result)), written[-1])
    for joint in (
        result.layout.labels.get("clearance", ())[:CURVES] if result.mechanism is not None else ()
    ):
        written.append(folder / f"orbit {joint}.png")
        orbit(result, joint, written[-1])
    return written


def _shaded(result: Result, panels: list[Panel]) -> list[Panel]:
    """Return panels of a result in which the start that its key figures leave out is shaded."""
    for panel in panels:
        if panel.x_label == TIME and result.begin == 0.0:
            panel.start = min(result.transient, result.end)
    return panels


# -- ready-made panels -----------------------------------------------------------------------------


def _energy(result: Result) -> list[Panel]:
    ledger, kinds = result.energy, {entry.partition(":")[0] for entry in result.energy.entries}
    shown = {
        "kinetic": "kinetic",
        "gravity": "gravity",
        "stored": "stored",
        "lost": "lost",
        "driver": "work",
        "load": "work",
    }
    names = list(dict.fromkeys(name for kind, name in shown.items() if kind in kinds))
    panel = Panel(
        TIME, "energy [J]", [Curve(name, result.t, getattr(ledger, name)) for name in names]
    )
    if {"gravity", "stored"} & kinds:
        panel.curves.append(Curve("kinetic + potential", result.t, ledger.total))
    balance = Panel(TIME, "balance [J]", [Curve("balance", result.t, ledger.balance)])
    largest = max(
        (float(np.max(np.abs(curve.y), initial=0.0)) for curve in panel.curves), default=0
    )
    off = float(np.max(np.abs(ledger.balance), initial=0.0))
    if 0 < off <= ROUNDING * largest:
        panel.title = f"balanced to {off:.1g} J"
        return [panel, *_losses(result)]
    return [panel, *_losses(result), balance]


def _losses(result: Result) -> list[Panel]:
    """Return a panel of what each part has lost, on top of each other, if there are several;
    without those that lost nothing.
    """
    entries = [entry for entry in result.energy.entries if entry.startswith("lost:")]
    lost = {entry: float(np.max(np.abs(result.energy[entry]), initial=0.0)) for entry in entries}
    seen = [entry for entry in entries if lost[entry] > 1e-12 * max(lost.values())]
    if len(entries) < 2 or not seen:
        return []
    largest = sorted(seen, key=lambda entry: -lost[entry])[:CURVES]
    curves = [
        Curve(curve.removeprefix("lost:").replace(":", " "), result.t, result.energy[curve])
        for curve in seen
        if curve in largest
    ]
    title = f"the {CURVES} largest of {len(seen)}" if len(seen) > CURVES else ""
    return [Panel(TIME, "lost [J]", curves, title=title, stacked=True)]


def _reactions(result: Result) -> list[Panel]:
    joints, drivers = result.layout.labels["joint"], result.layout.labels["driver"]
    panels = [
        _largest(result, "joint_force", joints, axis("joint force", "N"), by=_peak, norm=True),
        _largest(result, "joint_torque", joints, axis("joint torque", "N*m"), by=_peak, norm=True),
    ]
    if _top(panels[1]) <= NOISE * _top(panels[0]) * float(
        np.max(np.abs(result.data["position"][:]), initial=0.0)
    ):
        del panels[1]
    units = [result.driver(name).quantities["force"] for name in drivers]
    for unit in dict.fromkeys(units):
        mine = [k for k, other in enumerate(units) if other == unit]
        panels.append(
            _largest(result, "driver_force", drivers, axis("driver", unit), by=_peak, among=mine)
        )
    return _filled(panels) or [Panel(TIME, "reaction", title="no joint carries a load")]


def _motion(result: Result) -> list[Panel]:
    labels = result.layout.labels["coordinate"]
    units = [result.joint(joint).quantities[name] for joint, name in result.layout.coordinates]
    words = {"rad": "joint angle", "m": "joint displacement"}
    panels = []
    for unit in dict.fromkeys(units):
        mine = [k for k, other in enumerate(units) if other == unit]
        panels.append(
            _largest(
                result, "coordinate", labels, axis(words[unit], unit), by=np.subtract, among=mine
            )
        )
    places = [f"{body} {letter}" for body in result.layout.labels["body"] for letter in "xyz"]
    panels.append(_largest(result, "position", places, axis("position", "m"), by=np.subtract))
    return _filled(panels) or [Panel(TIME, "motion", title="nothing moves")]


def pictures() -> dict[str, Callable[[Result], list[Panel]]]:
    """Return the ready-made pictures by their names; each kind of joint may add one."""
    return {
        "motion": _motion,
        "energy": _energy,
        "reactions": _reactions,
        **joint_panels.pictures(),
    }


# -- from channels to panels -----------------------------------------------------------------------


def _ready_made(result: Result, name: str) -> list[Panel] | None:
    """Return the panels of a ready-made picture, an orbit or a phase portrait; None for a
    channel over time.
    """
    if name in (ready := pictures()):
        return ready[name](result)
    joint, _, quantity = name.removeprefix("joints.").rpartition(".")
    if quantity == "orbit" and joint in result.layout.labels.get("clearance", ()):
        return orbit_panels(result, joint)
    pair = _pair(result, name)
    return None if pair is None else [_portrait(*pair)]


def _pair(result: Result, name: str) -> tuple[Channel, Channel] | None:
    """Return the two channels of ``x:y``; energy entries and names may contain a colon
    themselves.
    """
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
            raise InputError(
                f"'{channel.name}' has several components; say which: "
                f"{', '.join(channel.components)}."
            )
    return Panel(
        axis(x.label, x.unit), axis(y.label, y.unit), [Curve("", x.values, y.values)], phase=True
    )


def _curves(t: np.ndarray, channel: Channel) -> list[Curve]:
    if not channel.components:
        return [Curve(channel.label, t, channel.values)]
    return [
        Curve(f"{channel.label} {component}", t, channel.values[:, k])
        for k, component in enumerate(channel.components)
    ]


def _peak(high: np.ndarray, low: np.ndarray) -> np.ndarray:
    return np.maximum(np.abs(high), np.abs(low))


def _largest(
    result: Result,
    name: str,
    labels: Sequence[str],
    y_label: str,
    *,
    by: Any,
    norm: bool = False,
    among: list[int] | None = None,
) -> Panel:
    """Return a panel with the curves of a variable that are largest ``by`` peak or range,
    without those that are only rounding.
    """
    among = list(range(len(labels))) if among is None else among
    high, low = np.full(len(labels), -np.inf), np.full(len(labels), np.inf)
    for block in _blocks(result, name, norm):
        high, low = np.fmax(high, np.fmax.reduce(block)), np.fmin(low, np.fmin.reduce(block))
    sizes = np.nan_to_num(by(high, low), nan=0.0)[among] if result.rows > 1 else np.ones(len(among))
    visible = [k for k in range(len(among)) if sizes[k] > 1e-12 * sizes.max()]
    chosen = sorted(among[k] for k in sorted(visible, key=lambda k: -sizes[k])[:CURVES])
    values = np.concatenate(
        [np.empty((0, len(chosen))), *(block[:, chosen] for block in _blocks(result, name, norm))]
    )
    title = f"the {CURVES} largest of {len(among)}" if len(visible) > CURVES else ""
    few = len(labels) <= CURVES  # then the same joint looks the same in every panel
    curves = [
        Curve(labels[k].replace(".", " "), result.t, values[:, n], k if few else n)
        for n, k in enumerate(chosen)
    ]
    return Panel(TIME, y_label, curves, title=title)


def _blocks(result: Result, name: str, norm: bool) -> Iterator[np.ndarray]:
    """Read a variable piece by piece, as (rows, columns); with ``norm`` a vector becomes its
    magnitude.
    """
    data = result.data[name]
    step = max(1, BLOCK // max(1, int(np.prod(data.shape[1:]))))
    for start in range(0, result.rows, step):
        block = np.asarray(data[start : start + step])
        yield np.linalg.norm(block, axis=2) if norm else block.reshape(len(block), -1)


def _top(panel: Panel) -> float:
    return max((float(np.max(curve.y, initial=0.0)) for curve in panel.curves), default=0.0)


def _filled(panels: list[Panel]) -> list[Panel]:
    return [panel for panel in panels if panel.curves]
