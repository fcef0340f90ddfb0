"""How descriptions and results show themselves in notebooks: small tables, every text escaped,
no colours of their own.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from html import escape
from typing import TYPE_CHECKING, Any

from .._base.description import Description
from .._base.tables import html_table

if TYPE_CHECKING:
    from ..model import Mechanism
    from ..results.result import Result

MANY = 40  # rows of a table that are shown; a mechanism may have thousands of bodies


def table(rows: Iterable[Sequence[str]], heads: Sequence[str] = ()) -> str:
    """Return a table of plain texts; without ``heads`` the first text of each row is its title.
    Long tables are cut, and say so.
    """
    return html_table(heads, rows, shown=MANY)


def titled(title: str, *parts: str) -> str:
    """Return parts under a title in bold."""
    return f"<div><b>{escape(title)}</b>{''.join(parts)}</div>"


def paragraph(text: str) -> str:
    """Return a line of plain text."""
    return f"<div>{escape(text)}</div>" if text else ""


def of_description(part: Description) -> str:
    """Return a description as a table of its fields; a mechanism, a law and their like show
    more.
    """
    from ..laws import Law
    from ..model import Mechanism

    if isinstance(part, Mechanism):
        return of_mechanism(part)
    if isinstance(part, Law):
        return _of_law(part)
    name = getattr(part, "name", None)
    title = type(part).__name__ + (f" {name}" if isinstance(name, str) else "")
    return titled(title, table(_fields(part), ("", "value", "meaning")))


def _fields(part: Description) -> Iterator[tuple[str, str, str]]:
    """Yield name, value and meaning of what is given, or has a default that is not nothing."""
    from ..model.describe import text_of
    from ..model.files.json_schema import slots

    for name, slot in slots(type(part)).items():
        value = getattr(part, name)
        if value is not None and value != ():
            yield name, text_of(value), slot.help


def _of_law(law: Any) -> str:
    from ..laws import file_name
    from ..model.describe import text_of
    from ..model.law_catalogue import headline, parameters

    kind = type(law)
    known = parameters(kind)
    rows = [
        (each.name, each.symbol, text_of(getattr(law, each.name)), each.unit, each.meaning)
        for each in known
    ]
    heads = ("", "symbol", "value", "unit", "meaning")
    return titled(
        f"{file_name(kind)} ({law.family})",
        paragraph(headline(kind)),
        paragraph(kind.equation()),
        table(rows, heads),
    )


# -- mechanisms and results ------------------------------------------------------------------------


def of_mechanism(mechanism: Mechanism) -> str:
    """Return the parts of a mechanism: bodies with masses, joints with fits, drivers, forces."""
    from ..model.describe import driver_text, force_text, of_joints, text_of

    gravity = (
        f"gravity {text_of(mechanism.gravity)} m/s²" if any(mechanism.gravity) else "no gravity"
    )
    where = f"in the plane {mechanism.plane}" if mechanism.plane else "in space"
    duration = f", {mechanism.duration:g} s" if mechanism.duration else ""
    bodies = [
        (body.name, text_of(body.total_mass), text_of(body.position)) for body in mechanism.bodies
    ]
    sentences = zip(mechanism.joints, of_joints(mechanism), strict=True)
    joints = [
        (joint.name, sentence.removeprefix(f"{joint.name}: ")) for joint, sentence in sentences
    ]
    drivers = [(driver.name, driver_text(mechanism, driver)) for driver in mechanism.drivers]
    forces = [(force.name, force_text(mechanism, force)) for force in mechanism.forces]
    return titled(
        mechanism.name,
        paragraph(f"{where}, {gravity}{duration}"),
        table(bodies, ("body", "mass [kg]", "position at t = 0 [m]")),
        table(joints, ("joint", "how it is made")),
        table(drivers, ("driver", "")),
        table(forces, ("force", "")),
    )


def of_result(result: Result) -> str:
    """Return how a run ended, its peaks and notes; statistics fold away. The page of a run is
    ``result.view()``, not this.
    """
    from ..results.summary import of_result as sentences

    facts = [*result._facts().items()]
    peaks = [
        (*_peak(result, label), f"{peak.value:.5g}", f"{peak.time:.6g}")
        for label, peak in result.peaks.items()
    ]
    notes = "".join(f"<li>{escape(note)}</li>" for note in result.notes)
    statistics = [(key, str(value)) for key, value in result.statistics.items()]
    return "".join(
        [
            table(facts),
            table(peaks, (_greatest(result), "unit", "value", "at t [s]")),
            f"<ul>{notes}</ul>" if notes else "",
            fold("summary", f"<pre>{escape(sentences(result))}</pre>"),
            fold("statistics", table(statistics)) if statistics else "",
        ]
    )


def _greatest(result: Result) -> str:
    """Return what running maxima are of: the start of a run may not count."""
    if not result.transient:
        return "greatest at any step"
    return f"greatest at any step from t = {result.transient:.5g} s on"


def _peak(result: Result, label: str) -> tuple[str, str]:
    """Return what a running maximum is of, and its unit."""
    kind, _, name = label.partition(":")
    if kind == "driver":
        return f"driver {name}", result.driver(name).quantities["force"].replace("*", " ")
    return (
        (f"acceleration of {name}", "m/s²") if kind == "body" else (f"force in joint {name}", "N")
    )


class Frame:
    """The page of a run inside a notebook, in a frame of its own."""

    def __init__(self, result: Result) -> None:
        self.result = result

    def _repr_html_(self) -> str:
        from .page import notebook_frame

        return notebook_frame(self.result)


def fold(title: str, inside: str) -> str:
    """Return what is shown when its title is clicked."""
    return f"<details><summary>{escape(title)}</summary>{inside}</details>"
