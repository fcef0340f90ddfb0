"""The story of a run in words and numbers: what was simulated, how it ended, what stands out, how to repeat it."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import numpy as np

from .._errors import InputError
from .._fields import Description
from ..laws import Law, file_name

if TYPE_CHECKING:
    from ..mechanism import Joint, Mechanism
    from ..results import Result

Figure = dict[str, Any]
IN_COMMANDS = ("duration", "rtol", "method", "step", "output_step")  # settings that 'gudgeon run' takes
GEOMETRY = ("bearing_radius", "journal_radius", "radial_clearance", "bearing_length", "journal_length", "axial_clearance")


def story_of(result: Result, command: str = "") -> dict[str, Any]:
    """Return everything that the page says about a run."""
    mechanism = result.mechanism
    model = _description(result)
    return {
        "title": mechanism.name if mechanism else "mechanism",
        "subtitle": _counts(result),
        "status": {"word": result.status.name.lower().replace("_", " "), "sentence": result.message, "failed": result.status.failed},
        "figures": [*_figures(result)],
        "tables": [*_tables(mechanism)] if mechanism else [],
        "notes": list(_notes(result)),
        "settings": [[key, _text(value)] for key, value in result.settings.items() if value is not None],
        "statistics": [[key.replace("_", " "), _text(value)] for key, value in result.statistics.items()],
        "repeat": {"command": command or _command(result), "python": _python(result)},
        "model": model,
        "versions": _versions(),
    }


def _notes(result: Result) -> tuple[str, ...]:
    return tuple(result.notes)


def _counts(result: Result) -> str:
    labels = result.layout.labels
    words = (("body", "bodies"), ("joint", "joints"), ("driver", "drivers"))
    text = ", ".join(f"{len(labels[dim])} {dim if len(labels[dim]) == 1 else many}" for dim, many in words if labels[dim])
    plane = result.mechanism.plane if result.mechanism else None
    return f"{text}, in the plane {plane}" if plane else text


def _description(result: Result) -> str:
    if result.description or result.mechanism is None:
        return result.description
    from .. import files

    try:
        return files.dumps(result.mechanism)
    except InputError:
        return ""


# -- key figures ---------------------------------------------------------------------------------------------------


def _figures(result: Result) -> Iterator[Figure]:
    if not result.rows:
        return
    first, last = float(result.data["t"][0]), float(result.data["t"][result.rows - 1])
    yield _figure("simulated", last - first, "s")
    impacts = getattr(result, "impacts", None)
    if impacts is not None and result.layout.labels.get("contact"):
        yield _figure("contact periods", len(impacts), "")
        if len(impacts):
            hardest = int(np.argmax(impacts["peak_force"]))
            yield _figure("hardest contact", impacts["peak_force"][hardest], "N", impacts["start"][hardest])
            fastest = int(np.argmax(impacts["approach_speed"]))
            yield _figure("fastest approach", impacts["approach_speed"][fastest], "m/s", impacts["start"][fastest])
    peaks = [*_peaks(result)]
    for kind, unit in (("joint", "N"), ("body", "m/s²")):
        found = [(value, name, t) for one, name, value, t in peaks if one == kind and value > 0]
        if found:
            value, name, t = max(found)
            yield _figure(f"largest {'force, joint' if kind == 'joint' else 'acceleration,'} {name}", value, unit, t)
    for one, name, value, t in peaks:
        if one == "driver":
            yield _figure(f"driver {name}", value, result.driver(name).quantities["force"].replace("*", " "), t)
    energy = result.energy
    if float(energy.lost[-1]):
        yield _figure("energy lost", float(energy.lost[-1]), "J")
    yield _figure("energy balance", float(np.max(np.abs(energy.balance))), "J")


def _figure(label: str, value: float, unit: str, t: float | None = None) -> Figure:
    return {"label": label, "value": float(value), "unit": unit, "t": None if t is None else float(t)}


def _peaks(result: Result) -> Iterator[tuple[str, str, float, float]]:
    """Yield kind, name, greatest magnitude and its time, over all steps if the run kept them, otherwise over the rows."""
    if kept := getattr(result, "peaks", None):
        for label, peak in kept.items():
            kind, _, name = label.partition(":")
            yield kind, name, peak.value, peak.time
        return
    for kind, variable in (("joint", "joint_force"), ("body", "acceleration"), ("driver", "driver_force")):
        for k, name in enumerate(result.layout.labels[kind]):
            values = np.asarray(result.data[variable][:, k])
            size = np.abs(values) if values.ndim == 1 else np.linalg.norm(values, axis=1)
            row = int(np.nanargmax(size)) if not np.all(np.isnan(size)) else 0
            yield kind, name, float(size[row]), float(result.data["t"][row])


# -- what was simulated ----------------------------------------------------------------------------------------------


def _tables(mechanism: Mechanism) -> Iterator[dict[str, Any]]:
    joints = [[one.name, type(one).__name__.lower(), " – ".join(one.between), *_fit(one)] for one in mechanism.joints]
    yield {"title": "Joints", "columns": ["joint", "kind", "between", "fit", "numbers"], "rows": joints}
    bodies = [[one.name, f"{one.total_mass:.6g} kg", _inertia(one)] for one in mechanism.bodies]
    yield {"title": "Bodies", "columns": ["body", "mass", "inertia"], "rows": bodies}
    if mechanism.drivers:
        rows = [[one.name, f"{one.joint}.{mechanism.coordinate(one)}", law_text(one.motion)] for one in mechanism.drivers]
        yield {"title": "Drivers", "columns": ["driver", "coordinate", "motion"], "rows": rows}
    if mechanism.forces:
        rows = [[one.name, type(one).__name__.lower(), _fields(one)] for one in mechanism.forces]
        yield {"title": "Forces", "columns": ["force", "kind", "numbers"], "rows": rows}


def _fit(joint: Joint) -> tuple[str, str]:
    fit, numbers = joint.fit, _stops(joint)
    if type(fit).__name__ == "Ideal":
        return "ideal", "; ".join(numbers)
    for name in GEOMETRY:
        if getattr(joint, name, None) is not None:
            numbers.append(f"{name.replace('_', ' ')} {_text(getattr(joint, name))} m")
    for field in dataclasses.fields(fit):  # type: ignore[arg-type]
        value = getattr(fit, field.name)
        if isinstance(value, Law):
            numbers.append(f"{field.name.replace('_', ' ')}: {law_text(value)}")
        elif isinstance(value, Description):
            numbers.append(f"{field.name.replace('_', ' ')}: {_fields(value)}")
        elif value != field.default:
            numbers.append(f"{field.name.replace('_', ' ')} {_text(value)}{_unit(field)}")
    return type(fit).__name__.lower(), "; ".join(numbers)


def _stops(joint: Joint) -> list[str]:
    return [f"stop: {_fields(stop)}" for stop in getattr(joint, "stops", ())]


def law_text(law: Law) -> str:
    """Return a law in a line, with units: ``hertz (stiffness 6.6e+10 N/m^n, exponent 1.5)``."""
    values = ", ".join(f"{field.name} {_text(getattr(law, field.name))}{_unit(field)}" for field in law._fields())
    return f"{file_name(type(law))} ({values})" if values else file_name(type(law))


def _unit(field: Any) -> str:
    spec = field.metadata.get("quantity")
    return "" if spec is None or spec.unit in ("", "1") else f" {spec.unit.replace('*', ' ').replace('|', ' or ')}"


def _inertia(body: Any) -> str:
    value = body.inertia
    if hasattr(value, "moments"):
        return f"{type(value).__name__.lower()} ({_fields(value)})"
    return f"{_text(value)} kg m^2"


def _fields(part: Any) -> str:
    """Return the fields of a description that differ from their defaults, in a line."""
    words = []
    for field in dataclasses.fields(part):
        value = getattr(part, field.name)
        if field.name != "name" and value is not None and value != field.default:
            words.append(f"{field.name.replace('_', ' ')} {law_text(value) if isinstance(value, Law) else _text(value) + _unit(field)}")
    return ", ".join(words)


def _text(value: Any) -> str:
    if isinstance(value, bool) or value is None:
        return str(value)
    if isinstance(value, float):
        return f"{value:.6g}"
    if isinstance(value, (tuple, list)):
        shown = ", ".join(_text(item) for item in value[:6])
        return f"({shown}{', …' if len(value) > 6 else ''})"
    if isinstance(value, dict):
        return ", ".join(f"{key} {_text(one)}" for key, one in value.items())
    return str(value)


# -- how to repeat it --------------------------------------------------------------------------------------------------


def _command(result: Result) -> str:
    """Return the command that repeats the run from the model in the page."""
    words = ["gudgeon run model.yaml"]
    for key in IN_COMMANDS:
        value = result.settings.get(key)
        if value is not None:
            words.append(f"--{key.replace('_', '-')} {value!r}" if isinstance(value, float) else f"--{key.replace('_', '-')} {value}")
    return " ".join(words)


def _python(result: Result) -> str:
    """Return the call that repeats the run with every setting."""
    settings = {key: value for key, value in result.settings.items() if value is not None}
    duration = settings.pop("duration", None)
    if isinstance(stabilisation := settings.get("stabilisation"), dict):
        settings.pop("stabilisation")
        words = [f"stabilisation=gd.Baumgarte({stabilisation['alpha']!r}, {stabilisation['beta']!r})"]
    else:
        words = []
    words = [*([repr(duration)] if duration is not None else []), *(f"{key}={value!r}" for key, value in settings.items()), *words]
    return f'gd.simulate(gd.read("model.yaml"), {", ".join(words)})'


def _versions() -> list[list[str]]:
    import platform
    from importlib.metadata import version

    from .. import __version__

    return [["gudgeon", __version__], ["Python", platform.python_version()], ["NumPy", np.__version__], ["Numba", version("numba")]]
