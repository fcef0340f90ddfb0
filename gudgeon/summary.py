"""What a person wants to read about a mechanism before a run and about its result afterwards, as plain text."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Any

from . import happenings
from ._errors import InputError, suggestion
from ._fields import Description
from .advice import static_warnings
from .files import to_tree
from .law_facts import about, energy, headline, parameters
from .laws import FAMILIES, REGISTRY, Law, file_name
from .mechanism.stops import is_angle
from .words import law_text, of_joints, of_stops, short

if TYPE_CHECKING:
    from .mechanism import Driver, Mechanism
    from .results import Result

BLOCK = 100_000  # rows that are looked at together, so that a result larger than the memory can be summarised


def of_examination(examination: Any) -> str:
    """Return what ``examine`` found: freedom, closing, coordinates, drivers, forces, gravity, warnings."""
    mechanism = examination.mechanism
    lines = [mechanism.name]
    lines += _entry("bodies", [f"{examination.bodies}, planar ({mechanism.plane})" if mechanism.plane else str(examination.bodies)])
    lines += _entry("degrees of freedom", [f"{examination.dof_formula} by the formula, {examination.dof_true} true"])
    lines += _entry("redundant constraints", examination.redundant)
    lines += _entry("gravity", _gravity(mechanism))
    lines += _entry("moved to close", examination.moved)
    lines += _entry("residuals", [f"positions {examination.position_residual:.2g}, velocities {examination.velocity_residual:.2g}"])
    lines += _entry("joints", of_joints(mechanism))
    lines += _entry("coordinates", (_coordinate(*one) for one in examination.coordinates))
    lines += _entry("stops", of_stops(examination)) if any(joint.stops for joint in mechanism.joints) else []
    lines += _entry("drivers", (_driver(mechanism, one) for one in mechanism.drivers))
    trees = to_tree(mechanism).get("forces", {})
    lines += _entry("forces", (_force(one.name, trees[one.name], one) for one in mechanism.forces))
    from .obstacles import foreseen

    if warnings := (*static_warnings(mechanism), *foreseen(examination, mechanism.duration)):
        lines += _entry("warnings", warnings)
    return "\n".join(lines)


def of_result(result: Result) -> str:
    """Return how a run ended, what it cost, its energy balance, what happened in its joints, and the largest reactions."""
    lines = _entry("ended", [result.message])
    lines += _entry("degrees of freedom", [str(result.statistics["dof"])]) if "dof" in result.statistics else []
    lines += _entry("effort", [", ".join(_effort(result.statistics))])
    lines += _entry("notes", result.notes) if result.notes else []
    if result.rows:
        lines += _entry("output", [f"{result.rows} rows, t = {result.data['t'][0]:.6g} to {result.data['t'][result.rows - 1]:.6g} s"])
        lines += _entry("energy", [_energy(result)])
        for title, sentences in happenings.of_joints(result).items():
            lines += _entry(title, sentences)
        lines += _entry("largest reactions", _largest_reactions(result))
        lines += _entry("drivers between", _driver_ranges(result)) if result.layout.labels["driver"] else []
    return "\n".join(lines)


def _entry(title: str, sentences: Iterable[str]) -> list[str]:
    """Return ``title  first sentence`` and the others below it; ``none`` if there is no sentence."""
    first, *rest = [*sentences] or ["none"]
    return [f"  {title:<22}{first}", *(f"{'':24}{sentence}" for sentence in rest)]


def _gravity(mechanism: Mechanism) -> list[str]:
    return [f"{short(mechanism.gravity)} m/s^2"] if any(mechanism.gravity) else []


def _coordinate(label: str, value: float, rate: float, zero: str) -> str:
    unit = "rad" if is_angle(label.rpartition(".")[2]) else "m"
    return f"{label} = {value:.6g} {unit}, rate {rate:.6g} {unit}/s; {zero}"


def _driver(mechanism: Mechanism, driver: Driver) -> str:
    return f"{driver.name}: {driver.joint}.{mechanism.coordinate(driver)} follows {law_text(driver.motion)}"


def _force(name: str, tree: dict[str, Any], force: Description) -> str:
    values = []
    for key in tree:
        value = getattr(force, key, None)
        if key != "type":
            values.append(f"{key} {law_text(value) if isinstance(value, Law) else short(value)}")
    return f"{name}: {tree['type']}, {', '.join(values)}"


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
        force, t_force = result.peaks.get(f"joint:{name}") or _largest(result, "joint_force", k)
        torque, t_torque = _largest(result, "joint_torque", k)
        yield f"{name}: {force:.5g} N at t = {t_force:.5g} s, {torque:.5g} N m at t = {t_torque:.5g} s"


def _largest(result: Result, variable: str, index: int) -> tuple[float, float]:
    """Return the largest magnitude of a vector over the run and the time at which it occurs [s]."""
    import numpy as np

    best, when = -1.0, 0.0
    for start in range(0, result.rows, BLOCK):
        size = np.linalg.norm(result.data[variable][start : start + BLOCK, index], axis=1)
        row = int(np.argmax(size))
        if size[row] > best:
            best, when = float(size[row]), float(result.data["t"][start + row])
    return best, when


def _driver_ranges(result: Result) -> Iterator[str]:
    for name in result.layout.labels["driver"]:
        driver = result.driver(name)
        yield f"{name}: {driver.force.min():.5g} and {driver.force.max():.5g} {driver.quantities['force'].replace('*', ' ')}"


# -- laws ------------------------------------------------------------------------------------------------------


def of_laws(name: str | None = None) -> str:
    """Return the laws there are, those of the family ``name``, or the parameters of the law ``name``."""
    families: dict[str, list[type[Law]]] = {family: [] for family in FAMILIES}
    for (family, _), cls in REGISTRY.items():
        families.setdefault(family, []).append(cls)
    if name is None:
        return "\n\n".join(_family(family, laws) for family, laws in families.items())
    if name in families:
        bases = [f"{base.__name__}: {about(base)}" for base in FAMILIES.get(name, ())]
        return "\n\n".join([*bases, *(_law(cls) for cls in families[name])])
    found = [cls for laws in families.values() for cls in laws if name in (file_name(cls), cls.__name__)]
    if not found:
        known = [*families, *(file_name(cls) for laws in families.values() for cls in laws)]
        raise InputError(f"there is no law or family of laws '{name}'.{suggestion(name, known)}")
    return "\n\n".join(_law(cls) for cls in found)


def _family(family: str, laws: list[type[Law]]) -> str:
    lines = [f"{file_name(cls):<22} {headline(cls)}\n{'':25}{cls.equation()}" for cls in laws]
    return "\n".join([f"{family}:", *(f"  {line}" for line in lines or [f"none yet; 'gudgeon laws {family}' says how to write one"])])


def _law(cls: type[Law]) -> str:
    text = [f"  {line}".rstrip() for line in about(cls).splitlines()]
    lines = [f"{file_name(cls)} ({cls.__name__}, family {cls.family})", *text, f"  {cls.equation()}"]
    lines += [f"  {energy(cls)}, what can come back"] if energy(cls) else []
    for one in parameters(cls):
        help = f"{one.meaning} [{one.unit}]".strip() if one.unit else one.meaning
        bounds = (f", {one.bounds}" if one.unit else f" ({one.bounds})") if one.bounds else ""
        default = f", by default {one.default}" if one.default else ""
        lines.append(f"    {one.name:<16}{one.symbol:<9}{help}{bounds}{default}")
    return "\n".join(lines)
