"""What ``gudgeon check`` says about a mechanism before a run, as plain text."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from .._base.description import Description
from .._base.text import entry
from ..assembly.poses import Poses
from ..laws import Law
from ..model.describe import law_text, layer_text, of_joints, short
from ..model.files import to_tree
from ..model.motions import COORDINATES, is_angle
from .diagnostics import static_warnings
from .obstacles import foreseen

if TYPE_CHECKING:
    from ..assembly.initial_conditions import ModelCheck
    from ..model import Driver, Joint, Mechanism, Stop


def of_examination(examination: Any) -> str:
    """Return what ``check_model`` found: freedom, closing, coordinates, drivers, forces, gravity, warnings."""
    mechanism = examination.mechanism
    lines = [mechanism.name]
    lines += entry("bodies", [f"{examination.bodies}, planar ({mechanism.plane})" if mechanism.plane else str(examination.bodies)])
    lines += entry("degrees of freedom", [f"{examination.dof_gruebler} by the formula, {examination.dof} true"])
    lines += entry("redundant constraints", examination.redundant)
    lines += entry("gravity", _gravity(mechanism))
    lines += entry("moved to close", examination.moved)
    lines += entry("residuals", [f"positions {examination.position_residual:.2g}, velocities {examination.velocity_residual:.2g}"])
    lines += entry("joints", of_joints(mechanism))
    lines += entry("coordinates", (_coordinate(*one) for one in examination.coordinates))
    lines += entry("stops", of_stops(examination)) if any(joint.stops for joint in mechanism.joints) else []
    lines += entry("drivers", (_driver(mechanism, one) for one in mechanism.drivers))
    trees = to_tree(mechanism).get("forces", {})
    lines += entry("forces", (_force(one.name, trees[one.name], one) for one in mechanism.forces))
    if warnings := (*static_warnings(mechanism), *foreseen(examination, mechanism.duration)):
        lines += entry("warnings", warnings)
    return "\n".join(lines)


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


def of_stops(examination: ModelCheck) -> Iterator[str]:
    """Yield for each stop where it is, what its coordinate is, where that is zero and which way it counts, and what acts."""
    values = {label: value for label, value, _, _ in examination.coordinates}
    for joint in examination.mechanism.joints:
        for stop in joint.stops:
            unit = "rad" if is_angle(stop.coordinate) else "m"
            value = values[f"{joint.name}.{stop.coordinate}"]
            yield f"{joint.name}.{stop.coordinate} is free {_range(stop, unit)}; at t = 0 it is {value:.6g} {unit}"
            yield f"  {_meaning(joint, stop.coordinate, examination)}"
            yield f"  beyond: {', '.join([*layer_text(stop, unit), law_text(stop.contact)])}"


def _range(stop: Stop, unit: str) -> str:
    degrees = ["" if unit == "m" or limit is None else f" ({limit * 57.29577951308232:.6g} deg)" for limit in (stop.lower, stop.upper)]
    if stop.lower is None:
        return f"up to {stop.upper:.6g} {unit}{degrees[1]}"
    if stop.upper is None:
        return f"from {stop.lower:.6g} {unit}{degrees[0]} on"
    return f"from {stop.lower:.6g}{degrees[0]} to {stop.upper:.6g} {unit}{degrees[1]}"


def _meaning(joint: Joint, coordinate: str, examination: ModelCheck) -> str:
    """Return what a coordinate is, where it is zero and which way it counts."""
    first, second = joint.between
    if coordinate == "length":
        return f"the distance of the joint's points on {first} and {second}"
    if coordinate == "tilt":
        axis = _direction(joint, "angle", examination)
        return f"the angle between the joint's axis on {first}, {axis} (global at t = 0), and that on {second}; it has no sign"
    owner = joint.between[COORDINATES[coordinate].body]
    axis = f"{_direction(joint, coordinate, examination)} (global at t = 0, fixed in {owner})"
    if is_angle(coordinate):
        return f"{second} turns against {first}, right-handedly about {axis}, full turns counted; zero in the position described at t = 0"
    zero = "zero where the joint's points are level" if getattr(joint, "local_points", None) else "zero in the position described at t = 0"
    return f"{second} moves against {first} along {axis}; {zero}"


def _direction(joint: Joint, coordinate: str, examination: ModelCheck) -> str:
    """Return the axis of a coordinate as it points at t = 0."""
    mechanism = examination.mechanism
    place = [one.name for one in mechanism.joints].index(joint.name)
    record = next(one for one in examination.assembly.system.joints if int(one["output"]) == place)
    counted = COORDINATES[coordinate]
    side = "ij"[counted.body]
    axis = Poses(mechanism).A[int(record[side])] @ record[f"axes_{side}"][counted.axis]
    return f"({', '.join(f'{part:.4g}' for part in axis.round(12) + 0.0)})"
