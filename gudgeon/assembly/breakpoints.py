"""Where the laws of contacts are not smooth: events at which steps end."""

from typing import Any

import numpy as np

from ..kernels import records as rec
from ..laws import BristleLaw, LawError

FRICTION = {"v": rec.SLIDING, "F_N": rec.PRESSED}
CLOSE = 1e-6  # of a ratio: a kink that is nearer than this at the start of a step changes its end by about the square
DEPTH = 1e-13  # the same of a penetration [m] or [rad]


def contact_events(contacts: np.ndarray, rules: list, first: int) -> np.ndarray:
    """Return the events at the breakpoints of contacts; number, from ``first`` on, what is watched for them."""
    crossings: list[tuple[int, float, float]] = []
    contacts["law_watch"] = -1
    for contact, rule in zip(contacts, rules, strict=True):
        crossings += [(int(contact["watch"]), depth, DEPTH) for depth in _depths(contact, rule)]
        if found := _inputs(rule):
            contact["law_watch"] = first
            crossings += [(first + k, value, near) for k, value, near in found]
            first += rec.LAW_INPUTS
    events = rec.table(len(crossings), rec.EVENT)
    for event, crossing in zip(events, crossings, strict=True):
        event["watch"], event["value"], event["near"] = crossing
    return events


def _declared(law: Any, names: tuple[str, ...], kind: str) -> dict[str, tuple[float, ...]]:
    """Return the breakpoints of a law; refuse those of what it does not depend on."""
    values: dict[str, tuple[float, ...]] = law.breakpoints()
    if unknown := set(values) - set(names):
        what = f"unknown input '{unknown.pop()}'; a {kind} law has {' and '.join(names)}"
        raise LawError(f"{type(law).__name__}.breakpoints: {what}.")
    return values


def _contact(rule: Any) -> dict[str, tuple[float, ...]]:
    """Return the breakpoints of the contact law, unless a layer lies before it: then they are those of the hard contact behind."""
    return {} if rule.layer is not None else _declared(rule.law, ("delta", "rate_ratio"), "contact")


def _depths(contact: Any, rule: Any) -> list[float]:
    """Return the penetrations at which a law is not smooth, a contact has faded in, or a layer gives way to what is behind it."""
    depths = [*_contact(rule).get("delta", ()), float(contact["fade"])]
    if rule.layer is not None:
        depths += rule.layer.force.breakpoints()
        if rule.blend > 0.0 and rule.law(rule.blend, 0.0, 1.0) > rule.layer.force(rule.thickness)[0]:
            depths.append(rule.thickness + rule.blend)  # else the layer still carries more there, and the force has no corner
        if rule.layer.damping is not None:
            depths.append(rule.thickness / 100.0)  # where damping of the layer is full (kernels/contacts.py)
    return sorted({depth for depth in depths if depth > 0.0 and depth != rule.thickness})  # there hard contact begins: an event already


def _inputs(rule: Any) -> list[tuple[int, float, float]]:
    """Return the breakpoints in what else laws depend on: which of it, its value, and how close to it is there already."""
    found = [(rec.RATE_RATIO, value, CLOSE) for value in _contact(rule).get("rate_ratio", ())]
    if rule.layer is not None:
        found += [(rec.DIP, 0.0, CLOSE), *([(rec.PULL, 0.0, CLOSE)] if rule.layer.damping is not None else [])]
    if rule.friction is not None:
        values = _declared(rule.friction, tuple(FRICTION), "friction")
        found += [(FRICTION[name], value, 1e-9 * value) for name in FRICTION for value in values.get(name, ()) if value > 0.0]
        if isinstance(rule.friction, BristleLaw):
            found.append((rec.OVERLOAD, 0.0, CLOSE))
    return found
