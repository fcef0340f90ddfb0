"""What happened in the joints of a run, in words: contacts and modes in gaps, films, stops and bushings."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import numpy as np

from .contact_labels import Place, places
from .joints import BushingJointResult, LooseJointResult, LubricatedJointResult

if TYPE_CHECKING:
    from .impacts import Impacts
    from .result import Result

LOSSES = ("hysteresis", "friction", "film", "damping")


def of_joints(result: Result) -> dict[str, list[str]]:
    """Return sentences about the imperfect joints of a run under the titles clearances, films, stops and bushings, where there are some."""
    labels = result.layout.labels
    films, stops = labels.get("film", ()), {place.joint: None for place in places(labels.get("contact", ())) if place.coordinate}
    loose = [name for name in labels.get("loose", ()) if name not in films]
    soft = [name for name in labels["joint"] if isinstance(result.joint(name), BushingJointResult) and name not in loose]
    found = {
        "clearances": [line for name in loose for line in _clearance(result, name)],
        "films": [line for name in films for line in _film(result, name)],
        "bushings": [line for name in soft for line in _bushing(result, name)],
        "stops": [line for name in stops for line in _stops(result, name, told=name in (*loose, *films, *soft))],
    }
    return {title: lines for title, lines in found.items() if lines}


def _clearance(result: Result, name: str) -> Iterator[str]:
    """Yield the contacts of a joint with clearance, the hardest of them, losses and modes."""
    joint = result.joint(name)
    assert isinstance(joint, LooseJointResult)
    impacts = result.impacts.at({place.label for place in joint._gap})
    yield f"{name}: {_count(impacts)}"
    if len(impacts):
        yield f"  hardest {_hardest(impacts, joint._gap[0])}"
    yield from _slow(result, name)
    behind = result.impacts.at({place.label for place in joint._contacts if place.hard and not place.coordinate})
    if len(behind):
        yield f"  through the layer {_times(len(behind))}, first at t = {behind['start'].min():.6g} s"
    if isinstance(joint, BushingJointResult):
        yield f"  {_given(joint)}"
    yield from _lost(result, name)
    if result.mechanism is not None:
        yield f"  {_shares(joint)}"


def _film(result: Result, name: str) -> Iterator[str]:
    """Yield how long the film was full, when the parts touched, how thin it became, and losses."""
    joint = result.joint(name)
    assert isinstance(joint, LubricatedJointResult)
    if result.mechanism is not None:
        yield f"{name}: {_shares(joint)}"
        ratio, thickness = joint.eccentricity_ratio, joint.film_thickness
        k = int(np.argmax(ratio))
        yield f"  thinnest film {thickness[k]:.4g} m at t = {result.t[k]:.6g} s, with an eccentricity ratio of {ratio[k]:.4g}"
        if len(touching := joint.touching):
            longest = touching[int(np.argmax(touching[:, 1] - touching[:, 0]))]
            yield (
                f"  touches {_times(len(touching))}, first at t = {touching[0, 0]:.6g} s, "
                f"longest from {longest[0]:.6g} to {longest[1]:.6g} s"
            )
        elif ratio[k] > 1:
            first = result.t[int(np.argmax(ratio > 1))]
            yield f"  the parts meet at t = {first:.6g} s and nothing but the film holds them apart; give the fit a contact"
        yield from _slow(result, name)
    else:
        yield f"{name}:"
    yield from _lost(result, name)


def _bushing(result: Result, name: str) -> Iterator[str]:
    """Yield how far a bushing gave, as the rows show it, and losses."""
    joint = result.joint(name)
    assert isinstance(joint, BushingJointResult)
    yield f"{name}: {_given(joint)}"
    yield from _lost(result, name)


def _given(joint: BushingJointResult) -> str:
    """Return how far each motion of a joint went."""
    units = {motion: joint.quantities[motion] for motion in joint._fit.motions()}
    words = [f"{motion} {np.max(np.abs(getattr(joint, motion))):.4g} {unit}" for motion, unit in units.items()]
    return f"gives up to {', '.join(words)}" if words else "is held"


def _stops(result: Result, name: str, told: bool) -> Iterator[str]:
    """Yield the contacts of each stop of a joint; its losses unless they were ``told`` with what else is in the joint."""
    yield f"{name}:"
    for place in places(result.joint(name).stops):
        impacts = result.impacts.at({place.label})
        hardest = f", hardest {_hardest(impacts, place)}" if len(impacts) else ""
        yield f"  {place.name.removeprefix('stop ')}: {_count(impacts)}{hardest}"
        yield from _slow(result, place.label)
    yield from () if told else _lost(result, name)


def _count(impacts: Impacts) -> str:
    return f"{len(impacts)} contact{'' if len(impacts) == 1 else 's'}"


def _slow(result: Result, group: str) -> Iterator[str]:
    """Yield how many contacts the least approach speed concerns, with that speed."""
    slow = result.slow_contacts.get(group)
    if slow is not None and slow.contacts:
        unit = "rad/s" if Place.of(group).angular else "m/s"
        yield f"  {slow.count or 'none'} of them slower than min_approach_speed = {slow.min_approach_speed:.3g} {unit} at the first touch"


def _times(count: int) -> str:
    return "once" if count == 1 else f"{count} times"


def _hardest(impacts: Impacts, place: Place) -> str:
    one = impacts[int(impacts["peak_force"].argmax())]
    what = "" if place.coordinate else f", {one.contact}"
    force, speed = place.unit("N").replace("*", " "), place.unit("m/s")
    return f"{one.peak_force:.5g} {force}{what} at t = {one.start:.6g} s with {one.approach_speed:.4g} {speed}"


def _lost(result: Result, name: str) -> Iterator[str]:
    entries = {kind: f"lost:{name}:{kind}" for kind in LOSSES}
    lost = [f"{result.energy[one][-1]:.4g} J by {kind}" for kind, one in entries.items() if one in result.energy.entries]
    if lost:
        yield f"  lost {', '.join(lost)}"


def _shares(joint: LooseJointResult) -> str:
    return ", ".join(f"{mode} {100 * share:.3g} %" for mode, share in joint.mode_fractions.items())
