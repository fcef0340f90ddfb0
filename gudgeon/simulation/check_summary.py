"""What ``gudgeon check`` says about a mechanism before a run, as plain text."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from .._base.text import entry
from ..assembly.output_layout import JointCoordinate
from ..assembly.poses import Poses
from ..model.describe import driver_text, field_texts, force_text, of_joints, text_of
from ..model.joints import Coupling
from ..model.motions import COORDINATES
from .diagnostics import static_warnings
from .obstacles import obstacles_ahead

if TYPE_CHECKING:
    from ..assembly.initial_conditions import ModelCheck
    from ..model import Joint, Mechanism, Stop


def of_model_check(model_check: Any) -> str:
    """Return what ``check_model`` found: warnings, freedom, gravity, closing, coordinates,
    drivers, forces.
    """
    mechanism = model_check.mechanism
    warnings = (
        model_check.locked,
        model_check.singular,
        *static_warnings(mechanism),
        *obstacles_ahead(model_check, mechanism.duration),
    )
    lines = [mechanism.name]
    lines += entry("warnings", filter(None, warnings)) if any(warnings) else []
    lines += entry(
        "bodies",
        [
            f"{model_check.bodies}, planar ({mechanism.plane})"
            if mechanism.plane
            else str(model_check.bodies)
        ],
    )
    true = (
        f"{model_check.dof} true"
        if not model_check.singular
        else f"{model_check.dof} at t = 0, {model_check.dof_nearby} nearby"
    )
    lines += entry("degrees of freedom", [f"{model_check.dof_gruebler} by the formula, {true}"])
    lines += entry("redundant constraints", model_check.redundant)
    lines += entry("gravity", _gravity(mechanism))
    lines += entry("moved to close", model_check.moved)
    lines += entry(
        "residuals",
        [
            f"positions {model_check.position_residual:.2g}, velocities "
            f"{model_check.velocity_residual:.2g}"
        ],
    )
    lines += entry("joints", of_joints(mechanism))
    lines += entry(
        "coordinates", (_coordinate(*coordinate) for coordinate in model_check.coordinates)
    )
    lines += (
        entry("stops", of_stops(model_check))
        if any(joint.stops for joint in mechanism.joints)
        else []
    )
    lines += entry(
        "drivers",
        (f"{driver.name}: {driver_text(mechanism, driver)}" for driver in mechanism.drivers),
    )
    lines += entry(
        "forces", (f"{force.name}: {force_text(mechanism, force)}" for force in mechanism.forces)
    )
    return "\n".join(lines)


def _gravity(mechanism: Mechanism) -> list[str]:
    return [f"{text_of(mechanism.gravity)} m/s^2"] if any(mechanism.gravity) else []


def _coordinate(label: str, value: float, rate: float, zero: str) -> str:
    unit = JointCoordinate.of(label).unit
    return f"{label} = {value:.6g} {unit}, rate {rate:.6g} {unit}/s; {zero}"


def of_stops(model_check: ModelCheck) -> Iterator[str]:
    """Yield for each stop where it is, what its coordinate is, where that is zero and which way
    it counts, and what acts.
    """
    values = {label: value for label, value, _, _ in model_check.coordinates}
    for joint in model_check.mechanism.joints:
        for stop in joint.stops:
            unit = COORDINATES[stop.coordinate].unit
            value = values[f"{joint.name}.{stop.coordinate}"]
            yield (
                f"{joint.name}.{stop.coordinate} is free {_range(stop, unit)}; at t = 0 it is "
                f"{value:.6g} {unit}"
            )
            yield f"  {_meaning(joint, stop.coordinate, model_check)}"
            yield (
                "  beyond: "
                f"{', '.join(field_texts(stop, unit == 'rad', without=('coordinate', 'lower', 'upper')))}"
            )


def _range(stop: Stop, unit: str) -> str:
    degrees = [
        "" if unit == "m" or limit is None else f" ({limit * 57.29577951308232:.6g} deg)"
        for limit in (stop.lower, stop.upper)
    ]
    if stop.lower is None:
        return f"up to {stop.upper:.6g} {unit}{degrees[1]}"
    if stop.upper is None:
        return f"from {stop.lower:.6g} {unit}{degrees[0]} on"
    return f"from {stop.lower:.6g}{degrees[0]} to {stop.upper:.6g} {unit}{degrees[1]}"


def _meaning(joint: Joint, coordinate: str, model_check: ModelCheck) -> str:
    """Return what a coordinate is, where it is zero and which way it counts."""
    first, second = joint.between
    if coordinate == "length":
        return f"the distance of the joint's points on {first} and {second}"
    if coordinate == "tilt":
        axis = _direction(joint, "angle", model_check)
        return (
            f"the angle between the joint's axis on {first}, {axis} (global at t = 0), and that on "
            f"{second}; it has no sign"
        )
    if isinstance(joint, Coupling):
        lead, follow, ratio = joint.coupled
        return f"{lead} - {ratio:.6g} {follow}: how far {first} is ahead of {second}"
    owner = joint.between[COORDINATES[coordinate].body]
    axis = f"{_direction(joint, coordinate, model_check)} (global at t = 0, fixed in {owner})"
    if COORDINATES[coordinate].angular:
        return (
            f"{second} turns against {first}, right-handedly about {axis}, full turns counted; "
            "zero in the position described at t = 0"
        )
    zero = (
        "zero where the joint's points are level"
        if getattr(joint, "local_points", None)
        else "zero in the position described at t = 0"
    )
    return f"{second} moves against {first} along {axis}; {zero}"


def _direction(joint: Joint, coordinate: str, model_check: ModelCheck) -> str:
    """Return the axis of a coordinate as it points at t = 0."""
    mechanism = model_check.mechanism
    place = [known.name for known in mechanism.joints].index(joint.name)
    record = next(
        record for record in model_check.assembly.system.joints if int(record["output"]) == place
    )
    counted = COORDINATES[coordinate]
    side = "ij"[counted.body]
    axis = Poses(mechanism).A[int(record[side])] @ record[f"axes_{side}"][counted.axis]
    return f"({', '.join(f'{part:.4g}' for part in axis.round(12) + 0.0)})"
