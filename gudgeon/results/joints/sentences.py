"""Sentences that the summaries of several kinds of joints share: contacts, losses, modes."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING

from ...assembly.contact_info import ContactInfo
from .base import joint_losses

if TYPE_CHECKING:
    from ..impacts import Impacts
    from ..result import Result


def count(impacts: Impacts) -> str:
    """Return how many contacts there were."""
    return f"{len(impacts)} contact{'' if len(impacts) == 1 else 's'}"


def times(number: int) -> str:
    """Return how often something happened."""
    return "once" if number == 1 else f"{number} times"


def hardest(impacts: Impacts, contact: ContactInfo) -> str:
    """Return the contact period with the greatest force, in the units of a contact."""
    impact = impacts[int(impacts["peak_force"].argmax())]
    what = "" if contact.limits else f", {impact.contact}"
    force, speed = (
        contact.unit_of("peak_force").replace("*", " "),
        contact.unit_of("approach_speed"),
    )
    touch = f"at t = {impact.start:.6g} s with {impact.approach_speed:.4g} {speed}"
    return f"{impact.peak_force:.5g} {force}{what} {touch}"


def slow(result: Result, group: str, contact: ContactInfo) -> Iterator[str]:
    """Yield how many contacts of a group the least approach speed concerns, with that speed in
    the units of one of them.
    """
    found = result.slow_contacts.get(group)
    if found is not None and found.contacts:
        limit = f"{found.min_approach_speed:.3g} {contact.unit_of('approach_speed')}"
        yield (
            f"  {found.count or 'none'} of them slower than min_approach_speed = {limit} at the "
            "first touch"
        )


def lost(result: Result, joint: str) -> Iterator[str]:
    """Yield the energy that a joint lost, by kind."""
    entries = {kind: f"lost:{joint}:{kind}" for kind in joint_losses()}
    there = {kind: label for kind, label in entries.items() if label in result.energy.entries}
    words = [f"{result.energy.gain(label):.4g} J by {kind}" for kind, label in there.items()]
    if words:
        yield f"  lost {', '.join(words)}"


def mode_shares(fractions: Mapping[str, float]) -> str:
    """Return the shares of time that a joint spent in its modes."""
    return ", ".join(f"{mode} {100 * share:.3g} %" for mode, share in fractions.items())
