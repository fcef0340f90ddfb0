"""Where the laws of contacts, springs and bushings are not smooth: events at which steps end."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from ..kernels import records as rec
from ..laws import BristleLaw, Characteristic, LawError
from ..model import Compliance, Load

if TYPE_CHECKING:
    from .elements import Assembler

FRICTION = {"v": rec.SLIDING, "F_N": rec.PRESSED}
# of a ratio: a breakpoint that is nearer than this at the start of a step changes its end by about
# the square
CLOSE = 1e-6
DEPTH = 1e-13  # the same of a penetration [m] or [rad]
SPEED = 1e-9  # the same of a speed, as part of the greatest at which a law has a breakpoint


class Crossing(NamedTuple):
    """A value that a watched quantity crosses."""

    watch: int
    value: float
    near: float  # how close to that it is there already
    jump: int = 0  # 1: forces jump there, 2: a load does
    period: float = 0.0  # after which another such value follows


def events_at(crossings: Sequence[Crossing]) -> np.ndarray:
    """Return the records of events."""
    events = rec.table(len(crossings), rec.EVENT)
    for event, crossing in zip(events, crossings, strict=True):
        for name, number in crossing._asdict().items():
            event[name] = number
    return events


# -- springs and bushings --------------------------------------------------------------------------


def watch_springs(assembler: Assembler, loads: Sequence[Load], forces: np.ndarray) -> None:
    """Watch the deflections of springs whose laws have breakpoints."""
    for force, load in zip(forces, loads, strict=True):
        watch = len(assembler.watched)
        if found := _soft_laws(
            watch, getattr(load, "stiffness", None), getattr(load, "damping", None)
        ):
            force["watch"] = assembler.watch(*[0.0] * rec.SOFT_INPUTS)
            assembler.crossings += found


def bushing_breakpoints(watch: int, compliance: Compliance, unsigned: bool) -> list[Crossing]:
    """Return the breakpoints of a bushing, ``unsigned`` if its motion has no other side, that is
    watched from ``watch`` on.
    """
    return [
        *_soft_laws(watch, compliance.force, compliance.damping),
        *_centre(watch, compliance, unsigned),
    ]


def _soft_laws(
    watch: int, elastic: Characteristic | None, damping: Characteristic | None
) -> list[Crossing]:
    """Return the breakpoints of an elastic and of a damping characteristic."""
    deflections = elastic.breakpoints() if elastic is not None else ()
    rates = damping.breakpoints() if damping is not None else ()
    near = SPEED * max((abs(rate) for rate in rates), default=0.0)
    found = [
        Crossing(watch + rec.DEFLECTION, x, rec.AT_REST * max(1.0, abs(x))) for x in deflections
    ]
    return found + [Crossing(watch + rec.DEFLECTION_RATE, rate, near) for rate in rates]


def _centre(watch: int, compliance: Compliance, unsigned: bool) -> list[Crossing]:
    """Return where a bushing that never pulls changes sides, and where its parts together begin
    to push or to pull.
    """
    if not compliance.unilateral or (compliance.damping is None and compliance.preload == 0):
        return []
    found = [Crossing(watch + rec.PUSH_BACK, 0.0, CLOSE)]
    return (
        found if unsigned else [Crossing(watch + rec.DEFLECTION, 0.0, rec.AT_REST, jump=1), *found]
    )


# -- contacts --------------------------------------------------------------------------------------


def watch_contacts(assembler: Assembler, contacts: np.ndarray, rules: list) -> None:
    """Watch the penetrations of contacts, and what laws with breakpoints depend on."""
    for contact in contacts:
        contact["watch"], contact["law_watch"] = assembler.watch(0.0), -1
    for contact, rule in zip(contacts, rules, strict=True):
        assembler.crossings += [
            Crossing(int(contact["watch"]), depth, DEPTH) for depth in _depths(contact, rule)
        ]
        if found := _inputs(rule):
            first = contact["law_watch"] = assembler.watch(*[0.0] * rec.LAW_INPUTS)
            assembler.crossings += [Crossing(first + k, value, near) for k, value, near in found]


def _declared(law: Any, names: tuple[str, ...], kind: str) -> dict[str, tuple[float, ...]]:
    """Return the breakpoints of a law; refuse those of what it does not depend on."""
    values: dict[str, tuple[float, ...]] = law.breakpoints()
    if unknown := set(values) - set(names):
        what = f"unknown input '{unknown.pop()}'; a {kind} law has {' and '.join(names)}"
        raise LawError(f"{type(law).__name__}.breakpoints: {what}.")
    return values


def _contact(rule: Any) -> dict[str, tuple[float, ...]]:
    """Return the breakpoints of the contact law, unless a layer lies before it: then they are
    those of the hard contact behind.
    """
    return {} if rule.layer is not None else _declared(rule.law, ("delta", "rate_ratio"), "contact")


def _depths(contact: Any, rule: Any) -> list[float]:
    """Return the penetrations at which a law is not smooth, a contact has faded in, or a layer
    gives way to what is behind it.
    """
    depths = [*_contact(rule).get("delta", ()), float(contact["fade"])]
    if rule.layer is not None:
        depths += rule.layer.force.breakpoints()
        if (
            rule.blend > 0.0
            and rule.law(rule.blend, 0.0, 1.0) > rule.layer.force(rule.thickness)[0]
        ):
            # else the layer still carries more there, and the force has no corner
            depths.append(rule.thickness + rule.blend)
        if rule.layer.damping is not None:
            # where damping of the layer is full (kernels/contacts.py)
            depths.append(rule.thickness / 100.0)
    # there hard contact begins: an event already
    return sorted({depth for depth in depths if depth > 0.0 and depth != rule.thickness})


def _inputs(rule: Any) -> list[tuple[int, float, float]]:
    """Return the breakpoints in what else laws depend on: which of it, its value, and how close
    to it is there already.
    """
    found = [(rec.RATE_RATIO, value, CLOSE) for value in _contact(rule).get("rate_ratio", ())]
    if rule.layer is not None:
        found += [(rec.DIP, 0.0, CLOSE), *_layer_damping(rule.layer.damping)]
    if rule.friction is not None:
        values = _declared(rule.friction, tuple(FRICTION), "friction")
        found += [
            (FRICTION[name], value, 1e-9 * value)
            for name in FRICTION
            for value in values.get(name, ())
            if value > 0.0
        ]
        if isinstance(rule.friction, BristleLaw):
            found.append((rec.OVERLOAD, 0.0, CLOSE))
    return found


def _layer_damping(damping: Characteristic | None) -> list[tuple[int, float, float]]:
    """Return the same of the damping of a layer: its knots, and where the layer would pull."""
    if damping is None:
        return []
    rates = damping.breakpoints()
    near = SPEED * max((abs(rate) for rate in rates), default=0.0)
    return [(rec.PULL, 0.0, CLOSE), *((rec.COMPRESSION_RATE, rate, near) for rate in rates)]
