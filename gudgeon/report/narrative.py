"""The story of a run in words and numbers: what was simulated, how it ended, what stands out,
how to repeat it.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from .._base.errors import InputError
from ..assembly.contact_info import ContactInfo
from ..model.describe import text_of
from ..results.metrics import greatest
from .sentences import line_of, sentences_of
from .tables import tables_of

if TYPE_CHECKING:
    from ..results.result import Result
    from ..studies.predictability import Horizon

Figure = dict[str, Any]
NOT_FINITE = (
    "Some numbers of the run are not finite: curves have gaps there, and key figures are those "
    "of the other numbers, or left out."
)
SHOWN = ("position", "velocity", "acceleration", "joint_force", "driver_force")
REJECTING = ("contact_start", "penetration_tolerance")
# settings that 'gudgeon run' takes
IN_COMMANDS = (
    "duration",
    "rtol",
    "method",
    "step",
    "output",
    "output_step",
    "coordinates",
    "start",
    "transient",
    "hold",
    *REJECTING,
)


def story_of(
    result: Result, command: str = "", horizon: Horizon | float | None = None
) -> dict[str, Any]:
    """Return everything that the page says about a run."""
    mechanism = result.mechanism
    model = _description(result)
    figures = [*_figures(result), *_predictable(horizon)]
    shown = [run for run in figures if math.isfinite(run["value"])]
    return {
        "title": mechanism.name if mechanism else "mechanism",
        "subtitle": _counts(result),
        "line": line_of(mechanism) if mechanism else "",
        "sentences": sentences_of(result, shown),
        "status": {
            "word": result.status.name.lower().replace("_", " "),
            "sentence": result.message,
            "failed": result.status.failed,
        },
        "figures": shown,
        "tables": [*tables_of(mechanism)] if mechanism else [],
        "notes": [
            *result.notes,
            *([NOT_FINITE] if len(shown) < len(figures) or _gaps(result) else []),
        ],
        "joint_summary": _joint_summary(result),
        "settings": [
            [key, text_of(value)] for key, value in result.settings.items() if value is not None
        ],
        "statistics": [
            [key.replace("_", " "), text_of(value)] for key, value in result.statistics.items()
        ],
        "repeat": {"command": command or _command(result), "python": _python(result)},
        "model": model,
        "versions": _versions(),
    }


def _gaps(result: Result) -> bool:
    """Whether curves of the run have gaps."""
    return not all(
        np.isfinite(result.data[name][: result.rows]).all() for name in SHOWN if name in result.data
    )


def _joint_summary(result: Result) -> list[list[Any]]:
    """Return titles, each with its sentences, about the imperfect joints."""
    from ..results.joint_summary import of_joints

    counted = result.after_transient
    return [[title, lines] for title, lines in of_joints(counted).items()] if counted.rows else []


def _counts(result: Result) -> str:
    labels = result.layout.labels
    words = (("body", "bodies"), ("joint", "joints"), ("driver", "drivers"))
    text = ", ".join(
        f"{len(labels[dim])} {dim if len(labels[dim]) == 1 else many}"
        for dim, many in words
        if labels[dim]
    )
    plane = result.mechanism.plane if result.mechanism else None
    return f"{text}, in the plane {plane}" if plane else text


def _description(result: Result) -> str:
    if result.description or result.mechanism is None:
        return result.description
    from ..model import files

    try:
        return files.dumps(result.mechanism)
    except InputError:
        return ""


# -- key figures -----------------------------------------------------------------------------------


def _figures(result: Result) -> Iterator[Figure]:
    if not result.rows:
        return
    first, last = float(result.data["t"][0]), float(result.data["t"][result.rows - 1])
    yield _figure("simulated", last - first, "s")
    yield from _contacts(result)
    peaks = [*_peaks(result)]
    for kind, unit in (("joint", "N"), ("body", "m/s²")):
        found = [(value, name, t) for part, name, value, t in peaks if part == kind and value > 0]
        if found:
            value, name, t = max(found)
            yield _figure(
                f"largest {'resultant, joint' if kind == 'joint' else 'acceleration,'} {name}",
                value,
                unit,
                t,
                "reactions" if kind == "joint" else "",
            )
    for part, name, value, t in peaks:
        if part == "driver":
            yield _figure(
                f"driver {name}",
                value,
                result.driver(name).quantities["force"].replace("*", " "),
                t,
            )
    energy, counted = result.energy, result.after_transient.energy.lost
    lost = counted[-1:] - (counted[:1] if result.transient else 0.0)
    if lost.any():
        yield _figure("energy lost", float(lost[0]), "J")
    with np.errstate(invalid="ignore", over="ignore"):
        yield _figure("energy balance", float(np.max(np.abs(energy.balance))), "J")


def _predictable(horizon: Horizon | float | None) -> Iterator[Figure]:
    """Yield until when the motion can be predicted, if that is known."""
    if horizon is None:
        return
    time, lost = (
        (horizon, True) if isinstance(horizon, (int, float)) else (horizon.time, horizon.lost)
    )
    yield _figure("predictable until" if lost else "predictable at least until", time, "s", time)


def _contacts(result: Result) -> Iterator[Figure]:
    """Yield the number of contacts, the hardest and the fastest; stops on angles are measured in
    other units, and stand apart.
    """
    known, all_impacts = (
        result.layout.contacts,
        result.after_transient.impacts.without_layer_contacts,
    )
    if not known:
        return
    yield _figure("contact periods", len(all_impacts), "")
    for angular, where in ((False, ""), (True, ", angle stop")):
        chosen = {contact.label: contact for contact in known if contact.angular == angular}
        impacts = all_impacts.for_contacts(chosen)
        if len(impacts):
            contact = next(iter(chosen.values()))
            for word, column, when in (
                ("hardest contact", "peak_force", "peak_time"),
                ("fastest approach", "approach_speed", "start"),
            ):
                k = int(np.argmax(impacts[column]))
                single = word.startswith("hardest") and _beside(known, impacts["joint"][k]) > 1
                yield _figure(
                    (word.replace(" ", " single ") if single else word) + where,
                    impacts[column][k],
                    contact.unit_of(column).replace("*", " "),
                    impacts[when][k],
                    "contacts",
                )


def _beside(known: Sequence[ContactInfo], joint: str) -> int:
    """Return how many contacts a joint has in its gap: the force of one of several is not their
    sum, nor the resultant of the joint.
    """
    return sum(contact.joint == joint and not contact.limits for contact in known)


def _figure(
    label: str, value: float, unit: str, t: float | None = None, arrows: str = ""
) -> Figure:
    """Return a key figure: when it was reached, and which arrows of the scene show it there."""
    return {
        "label": label,
        "value": float(value),
        "unit": unit,
        "t": None if t is None or not math.isfinite(t) else float(t),
        "arrows": arrows,
    }


def _peaks(result: Result) -> Iterator[tuple[str, str, float, float]]:
    """Yield kind, name, greatest magnitude and its time, over all steps if the run kept them,
    otherwise over the rows.
    """
    if kept := getattr(result, "peaks", None):
        for label, peak in kept.items():
            kind, _, name = label.partition(":")
            yield kind, name, peak.value, peak.time
        return
    for kind, variable in (
        ("joint", "joint_force"),
        ("body", "acceleration"),
        ("driver", "driver_force"),
    ):
        for k, name in enumerate(result.layout.labels[kind]):
            yield kind, name, *greatest(result, variable, k)


# -- how to repeat it ------------------------------------------------------------------------------


def _command(result: Result) -> str:
    """Return the command that repeats the run from the model in the page."""
    words = ["gudgeon run model.yaml"]
    located = result.settings.get("contact_start") != "reject"
    for key in IN_COMMANDS:
        value = result.settings.get(key)
        if value is True:
            words.append(f"--{key.replace('_', '-')}")
        elif value not in (None, "cartesian") and not (
            value is False or (located and key in REJECTING)
        ):
            words.append(
                f"--{key.replace('_', '-')} {value!r}"
                if isinstance(value, float)
                else f"--{key.replace('_', '-')} {value}"
            )
    return " ".join(words)


def _python(result: Result) -> str:
    """Return the call that repeats the run with every setting."""
    settings = {key: value for key, value in result.settings.items() if value is not None}
    duration = settings.pop("duration", None)
    if isinstance(stabilisation := settings.get("stabilisation"), dict):
        settings.pop("stabilisation")
        words = [
            f"stabilisation=gd.Baumgarte({stabilisation['alpha']!r}, {stabilisation['beta']!r})"
        ]
    else:
        words = []
    words = [
        *([repr(duration)] if duration is not None else []),
        *(f"{key}={value!r}" for key, value in settings.items()),
        *words,
    ]
    return f'gd.simulate(gd.read("model.yaml"), {", ".join(words)})'


def _versions() -> list[list[str]]:
    import platform
    from importlib.metadata import version

    from .. import __version__

    return [
        ["gudgeon", __version__],
        ["Python", platform.python_version()],
        ["NumPy", np.__version__],
        ["Numba", version("numba")],
    ]
