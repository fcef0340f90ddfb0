"""Ready-made panels of what happens in joints: contacts in gaps and at stops, and what each kind
of joint shows.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from ..assembly.contact_info import ContactInfo
from ..results.contact_modes import IMPACT_SPAN
from ..results.joints import joint_pictures
from .figure import DOTS, Curve, Panel, axis

if TYPE_CHECKING:
    from ..results.impacts import Impacts
    from ..results.result import Result

CURVES = 10  # in one panel of an overview, at most
TIME = "time [s]"
DECADE = 10.0  # values that differ by more than this need a logarithmic scale
FORCES = {"N": "force", "N*m": "moment"}


class Trace(NamedTuple):
    """What touches at one joint, or at one stop: over time, and the contact periods."""

    name: str
    contact: ContactInfo
    penetration: np.ndarray
    normal_force: np.ndarray
    impacts: Impacts


def penetration_panels(result: Result) -> list[Panel]:
    """Return penetration and normal force in gaps and at stops, a pair of panels for each unit."""
    panels = []
    traces = [*_traces(result)][:CURVES]
    for unit in dict.fromkeys(trace.contact.unit for trace in traces):
        mine = [(k, trace) for k, trace in enumerate(traces) if trace.contact.unit == unit]
        alone, force = (
            mine[0][1].name if len(mine) == 1 and result.rows else "",
            mine[0][1].contact.unit_of("peak_force"),
        )
        words = ("penetration", unit), (f"normal {FORCES[force]}", force)
        pair = [Panel(TIME, axis(*word), title=alone) for word in words]
        for k, trace in mine:
            table = trace.impacts
            # one hump, whose top is known
            short = table[
                table["end"] - table["start"] <= IMPACT_SPAN * (table["turn"] - table["start"])
            ]
            for panel, values, top, when in zip(
                pair,
                (trace.penetration, trace.normal_force),
                ("penetration", "peak_force"),
                ("turn", "peak_time"),
                strict=True,
            ):
                panel.curves += [
                    Curve(trace.name, result.t, values, k),
                    Curve("", short[when], short[top], k, DOTS),
                ]
        panels += pair
    return panels or [Panel(TIME, "penetration", title="nothing can touch")]


def _traces(result: Result) -> Iterator[Trace]:
    """Yield what touches: every joint with contacts in its gap, and every stop; hard contacts
    count with their layers.
    """
    for joint in map(result.joint, result.layout.labels["joint"]):
        if gap := joint.gap_contacts:
            table = result.impacts.for_contacts({contact.label for contact in gap})
            yield Trace(joint.name, gap[0], joint.penetration, joint.normal_force, table)
    for contact in result.layout.contacts:
        if contact.limits and not contact.hard:
            stop = result.contact(contact.label)
            depth = np.maximum(stop.penetration, 0.0)
            yield Trace(
                f"{contact.joint} {contact.name}",
                contact,
                depth,
                stop.normal_force,
                result.impacts.for_contacts({contact.label}),
            )


def impact_panels(result: Result) -> list[Panel]:
    """Return approach speed and peak force of every contact at the time of its beginning, a pair
    of panels for each unit.
    """
    table, panels = result.impacts, []
    for angular in (False, True):
        chosen = [contact for contact in table.contacts if contact.angular == angular]
        mine = table.for_contacts({contact.label for contact in chosen})
        if not len(mine):
            continue
        touched = [contact for contact in chosen if len(mine.for_contacts({contact.label}))]
        groups = [contact.label for contact in touched]
        if len(groups) > CURVES:  # too many contacts to tell apart
            groups = list(dict.fromkeys(contact.joint for contact in touched))[:CURVES]
        speed, force = chosen[0].unit_of("approach_speed"), chosen[0].unit_of("peak_force")
        words = {
            "approach_speed": axis("approach speed", speed),
            "peak_force": axis(f"peak {FORCES[force]}", force),
        }
        panels += [
            _map(mine, groups, column, y_label, result.end) for column, y_label in words.items()
        ]
    return panels or [Panel(TIME, "impacts", title="no impacts")]


def _map(table: Impacts, groups: list[str], column: str, y_label: str, end: float) -> Panel:
    seen = table[column][table[column] > 0]
    panel = Panel(
        TIME, y_label, log=len(seen) > 0 and seen.max() > DECADE * seen.min(), span=(0.0, end)
    )
    for k, group in enumerate(groups):
        mine = table.for_joint(group)
        # a contact at t = 0 has no approach speed
        values = np.where(mine[column] > 0, mine[column], np.nan)
        panel.curves.append(Curve(group.replace(".", " "), mine["start"], values, k, DOTS))
    return panel


def joint_panels(result: Result, name: str) -> list[Panel]:
    """Return what joints have to show under the name of a picture, a panel for each quantity."""
    shown = [
        joint
        for joint in map(result.joint, result.layout.labels["joint"])
        if joint.picture and joint.picture.name == name
    ]
    panels: dict[str, Panel] = {}
    for joint in shown:
        for history in joint.histories():
            label = f"{joint.name} {history.word}".strip()
            alone = joint.name if len(shown) == 1 and result.rows and not history.word else ""
            new = Panel(
                TIME, axis(history.quantity, history.unit), title=alone, named=bool(history.word)
            )
            curves = panels.setdefault(history.quantity, new).curves
            if len(curves) < CURVES:
                curves.append(Curve(label, result.t, history.values))
    return [*panels.values()] or [_nothing(name)]


def _nothing(name: str) -> Panel:
    """Return an empty panel that says why."""
    picture = joint_pictures()[name]
    return Panel(TIME, picture.subject, title=picture.missing)


def pictures() -> dict[str, Callable[[Result], list[Panel]]]:
    """Return the ready-made pictures of contacts, and those of all kinds of joints."""
    own = {name: partial(joint_panels, name=name) for name in joint_pictures()}
    return {"penetration": penetration_panels, "impacts": impact_panels, **own}


def pictures_of(result: Result) -> list[str]:
    """Return the names of the pictures in which something of this result is to be seen."""
    there = {"penetration", "impacts"} if result.layout.contacts else set()
    if result.mechanism is not None:
        joints = map(result.joint, result.layout.labels["joint"])
        there |= {joint.picture.name for joint in joints if joint.picture}
    return [name for name in pictures() if name in there]
