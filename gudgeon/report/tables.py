"""What was simulated, in tables of text: joints with fits and laws, bodies, drivers and forces,
every number with its unit.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from .._base.description import Description
from ..laws import file_name
from ..model.describe import driver_text, fit_texts, force_text, size_texts, text_of
from ..model.motions import COORDINATES

if TYPE_CHECKING:
    from ..model import Body, Joint, Mechanism


def tables_of(mechanism: Mechanism) -> Iterator[dict[str, Any]]:
    """Yield tables of the parts of a mechanism: a title, names of columns, and rows of text."""
    planar = mechanism.plane is not None
    joints = [
        [joint.name, file_name(type(joint)), " – ".join(joint.between), *_fit(joint, planar)]
        for joint in mechanism.joints
    ]
    yield {
        "title": "Joints",
        "columns": ["joint", "kind", "between", "fit", "numbers"],
        "rows": joints,
    }
    bodies = [[body.name, f"{body.total_mass:.6g} kg", _inertia(body)] for body in mechanism.bodies]
    yield {"title": "Bodies", "columns": ["body", "mass", "inertia"], "rows": bodies}
    if mechanism.drivers:
        rows = [[driver.name, driver_text(mechanism, driver)] for driver in mechanism.drivers]
        yield {"title": "Drivers", "columns": ["driver", "motion"], "rows": rows}
    if mechanism.forces:
        rows = [[force.name, force_text(mechanism, force)] for force in mechanism.forces]
        yield {"title": "Forces", "columns": ["force", "numbers"], "rows": rows}


def _fit(joint: Joint, planar: bool) -> tuple[str, str]:
    """Return the kind of fit, and all that it and the joint say besides."""
    kind, *numbers = fit_texts(joint, planar)
    stops = [text_of(stop, COORDINATES[stop.coordinate].angular) for stop in joint.stops]
    return kind, "; ".join([*size_texts(joint, planar), *numbers, *stops])


def _inertia(body: Body) -> str:
    """Return the solid from which the inertia follows, or its numbers."""
    return (
        text_of(body.inertia)
        if isinstance(body.inertia, Description)
        else f"{text_of(body.inertia)} kg m^2"
    )
