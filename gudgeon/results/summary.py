"""What a person wants to read about a mechanism before a run and about its result afterwards, as
plain text.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from .._base.text import entry
from . import joint_summary
from .metrics import greatest

if TYPE_CHECKING:
    from .result import Result


def of_result(result: Result) -> str:
    """Return how a run ended and what to know of it, what it cost, its energy balance, what
    happened in its joints, and the largest reactions.
    """
    lines = entry("ended", [result.message])
    lines += entry("notes", result.notes) if result.notes else []
    lines += (
        entry("degrees of freedom", [str(result.statistics["dof"])])
        if "dof" in result.statistics
        else []
    )
    lines += entry("effort", [", ".join(_effort(result.statistics))])
    if result.rows:
        lines += entry(
            "output",
            [
                f"{result.rows} rows{_added(result)}, t = {result.data['t'][0]:.6g} to "
                f"{result.data['t'][result.rows - 1]:.6g} s"
            ],
        )
        lines += entry("energy", [_energy(result)])
        lines += entry("key figures", key_figures(result))
        counted = result.after_transient
        for title, sentences in joint_summary.of_joints(counted).items():
            lines += entry(title, sentences)
        lines += entry("largest reactions", _largest_reactions(counted))
        lines += (
            entry("drivers between", _driver_ranges(counted))
            if counted.layout.labels["driver"] and counted.rows
            else []
        )
    return "\n".join(lines)


def key_figures(result: Result) -> Iterator[str]:
    """Yield whether the start of a run is in its key figures, and what they would be with it."""
    start = result.outcome.start
    if not start.time:
        yield "of the whole run, its start included"
        return
    yield f"from t = {start.time:.6g} s on, without {start.words}"
    more = [
        f"{label.partition(':')[2]} {peak.value:.5g} N at t = {peak.time:.5g} s"
        for label, peak in start.peaks.items()
        if label.startswith("joint:") and peak.value > result.peaks[label].value
    ]
    if more:
        yield f"greater before: {', '.join(more)}"


def _added(result: Result) -> str:
    """Return how many rows are not on the grid, because output followed the motion."""
    added = result.rows - result.on_grid.rows
    return f" ({added} of them at contacts and peaks)" if added else ""


def _effort(statistics: Any) -> Iterator[str]:
    for key in ("steps", "rejected", "evaluations"):
        if key in statistics:
            yield f"{statistics[key]} {key}"
    if "wall_time" in statistics:
        yield f"{statistics['wall_time']:.3g} s"
    if "method" in statistics:
        yield f"method {statistics['method']}"


def _energy(result: Result) -> str:
    import numpy as np

    energy = result.energy
    drift = float(np.max(np.abs(energy.balance)))
    scale = float(np.max(energy.kinetic))
    relative = f", {drift / scale:.1e} of the largest kinetic energy" if scale > 0 else ""
    return f"balance closes to {drift:.2e} J{relative}"


def _largest_reactions(result: Result) -> Iterator[str]:
    for k, name in enumerate(result.layout.labels["joint"]):
        force, t_force = result.peaks.get(f"joint:{name}") or greatest(result, "joint_force", k)
        torque, t_torque = greatest(result, "joint_torque", k)
        yield (
            f"{name}: {force:.5g} N at t = {t_force:.5g} s, {torque:.5g} N m at t = {t_torque:.5g} "
            "s"
        )


def _driver_ranges(result: Result) -> Iterator[str]:
    for name in result.layout.labels["driver"]:
        driver = result.driver(name)
        yield (
            f"{name}: {driver.force.min():.5g} and {driver.force.max():.5g} "
            f"{driver.quantities['force'].replace('*', ' ')}"
        )


# -- laws ------------------------------------------------------------------------------------------
