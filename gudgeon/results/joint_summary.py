"""What happened in the joints of a run, in words: what each kind of joint says of itself, and
stops.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from .joints import REGISTRY, sentences

if TYPE_CHECKING:
    from .joints import JointResult
    from .result import Result


def of_joints(result: Result) -> dict[str, list[str]]:
    """Return sentences about the imperfect joints of a run under titles such as clearances and
    films, where there are some.
    """
    found: dict[str, list[str]] = {cls.summary_title: [] for cls in REGISTRY.values()}
    joints = {name: result.joint(name) for name in result.layout.labels["joint"]}
    for joint in joints.values():
        if joint.summary_title:
            found[joint.summary_title] += joint.summary_lines()
    found["stops"] = [line for joint in joints.values() for line in _stops(result, joint)]
    return {title: lines for title, lines in found.items() if lines}


def _stops(result: Result, joint: JointResult) -> Iterator[str]:
    """Yield the contacts of each stop of a joint; its losses unless they stand with what else is
    in the joint.
    """
    if not joint.stops:
        return
    yield f"{joint.name}:"
    for contact in joint.limits:
        impacts = result.impacts.for_contacts({contact.label})
        hardest = f", hardest {sentences.hardest(impacts, contact)}" if len(impacts) else ""
        yield f"  {contact.name.removeprefix('stop ')}: {sentences.count(impacts)}{hardest}"
        yield from sentences.slow(result, contact.label, contact)
    if not joint.summary_title:
        yield from sentences.lost(result, joint.name)
