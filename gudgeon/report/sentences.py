"""A run in few words: one line that says what was simulated, and three sentences: what happened,
how hard it was, and how far it can be trusted.

A sentence is a list of texts and of key figures, whose numbers the page writes with a prefix that
reads well, and from which it leads to their times.
"""

from __future__ import annotations

import dataclasses
import math
import re
from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any

import numpy as np

from ..laws import Law
from ..model.motions import COORDINATES

if TYPE_CHECKING:
    from ..model import Driver, Joint, Mechanism
    from ..results.result import Result

Figure = dict[str, Any]
Sentence = list[str | Figure]
TOLD = ("contact", "friction", "film")  # laws of a fit that the line names, in this order
NUMBERS = {"restitution": "e", "mu_k": "µ", "mu": "µ", "viscosity": "η"}
JOINTS = 2  # imperfect joints that the line tells of; of more it gives the number


def line_of(mechanism: Mechanism) -> str:
    """Return what makes a mechanism what it is: how its joints are made, and what drives it."""
    made = [joint for joint in mechanism.joints if joint.fit.elements()]
    words = [_joint_words(joint) for joint in made[:JOINTS]]
    if len(made) > JOINTS:
        words.append(f"{len(made) - JOINTS} more imperfect joints")
    stops = [joint.name for joint in mechanism.joints if joint.stops]
    if stops:
        words.append(f"stops in {' and '.join(stops)}")
    if not words:
        words.append("ideal joints")
    words += [_driver_words(mechanism, driver) for driver in mechanism.drivers]
    return " · ".join(words)


def _joint_words(joint: Joint) -> str:
    fit = joint.fit.resolved(joint)
    gap = fit.drawn_gap(joint)
    kind = re.sub(r"(?<=[a-z])(?=[A-Z])", " ", type(fit).__name__).lower()
    loose = any(getattr(fit, name, None) is not None for name in ("contact", "film"))
    words = [f"{joint.name}: {kind}" + (f" c = {_millimetres(gap)}" if gap and loose else "")]
    laws = {name: getattr(fit, name, None) for name in TOLD}
    words += [_law_words(law, name) for name, law in laws.items() if isinstance(law, Law)]
    if getattr(fit, "contact", None) is not None and getattr(fit, "friction", None) is None:
        words.append("no friction")
    return " · ".join(words)


def _law_words(law: Law, role: str) -> str:
    """Return the name of a law, which of contacts is that of its authors, and its numbers."""
    parts = re.split(r"(?<=[a-z])(?=[A-Z])", type(law).__name__)
    name = "–".join(parts) if role == "contact" else " ".join(parts).lower()
    known = {field.name: getattr(law, field.name) for field in dataclasses.fields(law)}  # type: ignore[arg-type]
    numbers = [
        f"{sign} = {known[key]:.4g}"
        for key, sign in NUMBERS.items()
        if isinstance(known.get(key), (int, float))
    ]
    return " ".join([name, *numbers])


def _power(value: float) -> str:
    """Return a small number as 2·10⁻⁸."""
    mantissa, _, exponent = f"{value:.0e}".partition("e")
    digits = str(int(exponent)).translate(str.maketrans("-0123456789", "⁻⁰¹²³⁴⁵⁶⁷⁸⁹"))
    return f"{mantissa}·10{digits}" if value else "0"


def _millimetres(length: float) -> str:
    return f"{length * 1e3:.4g} mm" if length >= 1e-5 else f"{length * 1e6:.4g} µm"


def _driver_words(mechanism: Mechanism, driver: Driver) -> str:
    speed = getattr(driver.motion, "speed", None)
    where = COORDINATES[mechanism.coordinate(driver)]
    if not isinstance(speed, (int, float)):
        return f"{driver.name} drives {driver.joint}"
    if where.angular:
        return f"{abs(speed) * 30 / math.pi:.5g} rpm"
    return f"{abs(speed):.4g} m/s"


def sentences_of(result: Result, figures: list[Figure]) -> list[Sentence]:
    """Return what happened, how hard it was, and how far the run can be trusted."""
    if not result.rows:
        return [[result.message]]
    known = {figure["label"].partition(",")[0]: figure for figure in reversed(figures)}
    return [
        [*_what(result, known)],
        [*_contact_sentence(known, figures), *_from_when(result)],
        [*_reliability_sentence(result, known)],
    ]


def _what(result: Result, known: Mapping[str, Figure]) -> Iterator[str | Figure]:
    if not known["simulated"]["value"]:
        yield "One position, at rest." if not result.energy.kinetic.any() else "One position."
        return
    yield from (known["simulated"], " simulated")
    count = known.get("contact periods")
    if count is not None:
        yield from (": ", count, " contact" if count["value"] == 1 else " contacts")
    if "fastest approach" in known:
        yield from (", the fastest at ", known["fastest approach"])
    shares = [*_shares(result)]
    yield "".join([".", *(f" {share}." for share in shares)])


def _shares(result: Result) -> Iterator[str]:
    """Yield which share of the time each imperfect joint spends in its modes."""
    result = result.after_transient
    joints = map(result.joint, result.layout.labels["joint"])
    moded = [joint for joint in joints if "mode" in joint.quantities]
    for joint in moded[:JOINTS]:
        shares = joint.mode_fractions.items()
        parts = [f"{100 * share:.0f} % {mode}" for mode, share in shares if share > 0]
        yield f"Joint {joint.name}: {', '.join(parts)}"


def _contact_sentence(known: Mapping[str, Figure], figures: list[Figure]) -> Iterator[str | Figure]:
    told = [known.get("hardest contact") or known.get("hardest single contact")]
    told += [figure for figure in figures if figure["label"].startswith(("largest ", "driver "))]
    words = [(*_around(figure["label"]), figure) for figure in told if figure is not None]
    for k, (before, after, figure) in enumerate(words):
        yield (before[0].upper() + before[1:]) if k == 0 else f", {before}"
        yield figure
        yield after
    yield "." if words else "No forces."


def _around(label: str) -> tuple[str, str]:
    """Return what stands before and after a key figure in a sentence."""
    what, _, whose = label.partition(", ")
    if what.startswith("driver "):
        return f"{what} up to ", ""
    if what.startswith("largest "):
        return f"{what} ", f" {'of ' if what.endswith('acceleration') else 'in '}{whose}"
    return f"{label} ", ""


def _from_when(result: Result) -> Iterator[str | Figure]:
    """Yield what of the start these figures leave out."""
    if result.transient:
        figure = {"label": "from", "value": result.transient, "unit": "s", "t": result.transient}
        yield from (
            " Counted from ",
            {**figure, "arrows": ""},
            f" on, after {result.outcome.start.words.replace(chr(39), '')}.",
        )


def _reliability_sentence(result: Result, known: Mapping[str, Figure]) -> Iterator[str | Figure]:
    if result.status.failed or not result.message.startswith("Complete"):
        yield f"{result.message.rstrip('.')}. "
    if "energy lost" in known:
        yield from (known["energy lost"], " lost. ")
    if "energy balance" in known:
        yield from ("Energy is balanced to ", known["energy balance"])
        with np.errstate(invalid="ignore", over="ignore"):
            scale = float(np.max(result.energy.kinetic))
        if 0 < scale < math.inf:
            share = known["energy balance"]["value"] / scale
            yield f" ({_power(share)} of the largest kinetic energy)"
        yield "."
    for label in ("predictable until", "predictable at least until"):
        if label in known:
            yield from (f" {label.capitalize()} ", known[label], ".")
    if notes := len(result.notes):
        yield f" {notes} note{'s' if notes > 1 else ''} below."
