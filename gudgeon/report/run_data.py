"""A result as the page takes it: times, columns, scene, impacts and story of one run."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any

import numpy as np

from .._base.errors import InputError
from ..assembly.contact_info import ContactInfo
from ..results.joints import class_of
from .decimation import chosen_rows
from .encoding import (
    CHANNEL_BITS,
    COARSEST_BITS,
    LARGEST,
    NOISE,
    POSE_BITS,
    Blocks,
    pack,
    pack_floats,
    pack_time,
)
from .narrative import story_of
from .scene import Shape, scene_of
from .worn import worn_bearings

if TYPE_CHECKING:
    from ..results.result import Result

# channels that a run with ideal joints is shown by
COMPARED = (".force", ".velocity", ".acceleration", "_rate")
POSE = ("position", "orientation")
BALANCE_BITS = 10  # the energy balance is noise by nature
BYTES_PER_BIT = 0.1  # that a bit less saves in each number, in the page
# of the largest force at the size of the mechanism: joints that carry no torque show rounding
NOISE_TORQUE = 1e-9


def run_of(
    result: Result,
    name: str,
    blocks: Blocks,
    *,
    rows: int,
    budget: float,
    shapes: Mapping[str, list[Shape]],
    horizon: Any,
    command: str,
    ideal: Result | None = None,
) -> dict[str, Any]:
    """Return one run for the page; its numbers go into ``blocks``, coarser if they would exceed
    ``budget`` bytes.
    """
    if not np.all(np.isfinite(result.t)) or np.any(np.diff(result.t) < 0):
        raise InputError(
            f"the times of '{name}' are not finite, or do not increase: its file is damaged."
        )
    bases = list(base_channels(result))
    chosen = chosen_rows(result, bases, rows)
    t = result.t if chosen is None else result.t[chosen]
    run: dict[str, Any] = {
        "name": name,
        "rows": len(t),
        "of": result.rows,
        "time": pack_time(t, blocks),
        "bodies": list(result.layout.labels["body"]),
        "joints": list(result.layout.labels["joint"]),
        "contacts": [_contact(contact) for contact in result.layout.contacts],
        "fit_forces": fit_forces(result),
        "entries": list(result.layout.labels["entry"]),
        "impacts": _impacts(result, blocks),
        "scene": _scene(result, shapes),
        "story": story_of(result, command, horizon),
        "resultants": {
            label.partition(":")[2]: peak.value
            for label, peak in result.peaks.items()
            if label.startswith("joint:") and math.isfinite(peak.value)
        },
        "transient": result.transient,
        "reference": None if ideal is None else _reference(ideal, blocks),
    }
    start, first, bits = len(blocks.texts), blocks.size, CHANNEL_BITS
    while True:
        run["channels"] = [*_channels(result, bases, chosen, bits, blocks)] if len(t) else []
        run["bits"] = bits
        excess = blocks.size - first - budget
        if excess <= 0 or bits == COARSEST_BITS:
            return run
        columns = sum(spec[3] > 0 for channel in run["channels"] for spec in channel["columns"])
        bits = max(bits - int(np.ceil(excess / (BYTES_PER_BIT * columns * len(t)))), COARSEST_BITS)
        blocks.forget(start)


def _reference(ideal: Result, blocks: Blocks) -> dict[str, Any]:
    """Return the curves of the run with ideal joints that plots show thin beside those of a run."""
    bases = [name for name in base_channels(ideal) if name.endswith(COMPARED)]
    return {
        "name": "ideal",
        "rows": ideal.rows,
        "time": pack_time(ideal.t, blocks),
        "channels": [*_channels(ideal, bases, None, COARSEST_BITS, blocks)] if ideal.rows else [],
    }


def _contact(contact: ContactInfo) -> dict[str, Any]:
    kind = {"stop": contact.limits, "angular": contact.angular, "hard": contact.hard}
    return {"label": contact.label, "joint": contact.joint, "name": contact.name, **kind}


def fit_forces(result: Result) -> dict[str, str]:
    """Return, of each joint whose fit exerts a force besides contacts, the variable that holds it:
    a vector [N] along the dimension that its results declare.
    """
    vectors = {
        variable.dims[0]: variable.name
        for variable in result.layout.variables
        if variable.dims[1:] == ("xyz",) and variable.unit == "N"
    }
    dimensions = {name: class_of(result, name).dimension for name in result.layout.labels["joint"]}
    return {name: vectors[along] for name, along in dimensions.items() if along in vectors}


def base_channels(result: Result) -> Iterator[str]:
    """Yield the names of all channels but single components: ``rod.position``, not
    ``rod.position.x``.
    """
    last = ""
    for name in result.channels():
        if name == "t" or (last and name.startswith(f"{last}.")):
            continue
        last = name
        if _is_known(result, name):
            yield name


def _is_known(result: Result, name: str) -> bool:
    """Return whether a channel can be read: some need the mechanism, whose description may be
    missing.
    """
    if result.mechanism is not None:
        return True
    try:
        result.channel(name)
    except InputError:
        return False
    return True


def soft_joints(result: Result) -> dict[str, np.ndarray]:
    """Return, of joints on bushings, how far the second body's joint point is off the first's,
    or off its axis if it slides [m].
    """
    offsets = {}
    for name in result.layout.labels["joint"]:
        joint = result.joint(name)
        if not joint.gives or joint._described.drawn_as in ("rod", "plate"):
            continue
        offset, axis = joint._offset(), joint._axes(0)[:, 2]
        if "displacement" in joint._described.coordinates:
            offset = offset - np.einsum("ni,ni->n", offset, axis)[:, None] * axis
        offsets[name] = offset
    return offsets


def _channels(
    result: Result, bases: list[str], chosen: np.ndarray | None, bits: int, blocks: Blocks
) -> Iterator[dict[str, Any]]:
    scales = _scales(result)
    for name in bases:
        channel = result.channel(name)
        values = channel.values if chosen is None else channel.values[chosen]
        fine = (
            POSE_BITS
            if channel.quantity in POSE
            else BALANCE_BITS
            if name == "energy.balance"
            else bits
        )
        packed = pack(
            values.reshape(len(values), -1), fine, blocks, scales.get(channel.quantity, 0.0)
        )
        yield {
            "name": name,
            "quantity": channel.quantity,
            "unit": channel.unit,
            "components": list(channel.components),
            **packed,
        }
    for name, offset in soft_joints(result).items():
        packed = pack(offset if chosen is None else offset[chosen], bits, blocks)
        yield {
            "name": f"{name}.offset",
            "quantity": "offset",
            "unit": "m",
            "components": list("xyz"),
            "hidden": True,
            **packed,
        }


def _scales(result: Result) -> dict[str, float]:
    """Return how large each quantity becomes in any part: one that hardly moves shows noise
    otherwise.
    """
    scales: dict[str, float] = {}
    for variable in result.layout.variables:
        if variable.dims and variable.dims[-1] == "xyz" and 0 not in variable.shape and result.rows:
            values = np.asarray(result.data[variable.name][:])
            name = variable.name.removeprefix(f"{variable.dims[0]}_")
            scales[name] = float(
                np.max(np.abs(values), initial=scales.get(name, 0.0), where=np.isfinite(values))
            )
    scales = {name: min(scale, LARGEST) for name, scale in scales.items()}
    size = scales.get("position", 0.0)
    scales["torque"] = max(
        scales.get("torque", 0.0), scales.get("force", 0.0) * size * NOISE_TORQUE / NOISE
    )
    return scales


def _impacts(result: Result, blocks: Blocks) -> dict[str, Any] | None:
    impacts = result.impacts
    if not len(impacts):
        return None
    from ..kernels.output_variables import IMPACT_COLUMNS

    return {
        "columns": list(IMPACT_COLUMNS),
        "rows": len(impacts),
        "block": pack_floats(impacts.rows.T, blocks),
    }


def _scene(result: Result, shapes: Mapping[str, list[Shape]]) -> dict[str, Any] | None:
    if result.mechanism is None:
        return None
    travel = {}
    for joint in result.mechanism.joints:
        if "displacement" in joint.coordinates and result.rows:
            moved = _drawable(result.joint(joint.name).displacement)
            travel[joint.name] = (float(moved.min(initial=0.0)), float(moved.max(initial=0.0)))
    with np.errstate(all="ignore"):
        scene = scene_of(result.mechanism, travel, shapes)
    # sizes that overflow, as of a mistyped exponent: curves are shown, no picture
    if not _finite(scene):
        return None
    offsets = soft_joints(result) if result.rows else {}
    worn = worn_bearings(result) if result.rows else {}
    for about in scene["joints"]:
        about["worn"] = worn.get(about["name"])
        if about["name"] in offsets:
            about["gives"] = float(
                _drawable(np.linalg.norm(offsets[about["name"]], axis=1)).max(initial=0.0)
            )
    return scene


def _finite(part: Any) -> bool:
    """Whether all numbers of a tree are finite."""
    if isinstance(part, Mapping):
        return all(map(_finite, part.values()))
    if isinstance(part, (list, tuple)):
        return all(map(_finite, part))
    return not isinstance(part, float) or math.isfinite(part)


def _drawable(values: np.ndarray) -> np.ndarray:
    """Return the values that are numbers of a size that can be drawn."""
    return values[np.abs(values) <= LARGEST]
