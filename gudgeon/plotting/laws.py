"""Pictures of laws by themselves: what a parameter does, before anything moves."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from textwrap import fill
from typing import TYPE_CHECKING, Any

import numpy as np

from .._base.arguments import number, path_of
from .._base.description import Quantity
from .._base.errors import InputError, brief, suggestion
from ..laws import REGISTRY, BristleLaw, Harmonic, Law, SmoothStep, file_name
from ..laws.response import bristle_cycle, free_impact, steady_friction
from ..model.describe import of_joints, text_of
from ..model.files.json_schema import slots
from .figure import NORMAL, SMALL, SOLID, Curve, Panel, axis, draw, figure_of, new_figure, save

if TYPE_CHECKING:
    from matplotlib.figure import Figure

    from ..model import Mechanism

TYPICAL: dict[str, Any] = {
    "stiffness": 1e10, "restitution": 0.8, "modulus": 1.14e11, "length": 0.02, "bearing_radius": 0.01, "journal_radius": 0.0095,
    "length_unit": 1.0, "contact.v_0": 0.05, "mu_k": 0.1, "mu_s": 0.15, "v_0": 1e-4, "v_1": 1e-3, "v_s": 1e-3, "xi": 1000.0, "sigma_0": 1e5,
    "slope": 1e5, "coefficients": (1e5, 0.0, 1e9), "deflections": (-0.01, -0.004, 0.004, 0.01), "forces": (-900.0, -100.0, 100.0, 900.0),
    "level": 1.0, "speed": 1.0, "initial_speed": 0.0, "final_speed": 1.0, "duration": 1.0, "initial": 0.0, "final": 1.0, "amplitude": 1.0,
    "frequency": 1.0, "rise": 0.25, "hold": 0.5, "fall": 0.25, "signals": (Harmonic(1.0, 3.0), SmoothStep(0.0, 1.0, 1.0)),
    "name": "u",
    "points": (0.0, 0.25, 0.5, 0.75, 1.0), "values": (0.0, 1.0, 0.0, -1.0, 0.0), "viscosity": 0.1,
}  # fmt: skip
"""What a parameter is taken to be when only the shape of a law is asked for."""

UNITS = {
    "speeds": "m/s", "speed": "m/s", "spin": "rad/s", "mass": "kg", "normal_force": "N", "span": "m|rad|s|m/s",
    "clearance": "m", "radius": "m", "length": "m",
}  # fmt: skip
"""Of what is assumed when a law is drawn."""

FINE = 1001  # points of a curve
ROW = 2.6  # height of the panels of one motion [inches]


def plot_law(
    law: Law,
    path: str | Path | None = None,
    *,
    speeds: Any = None,
    mass: Any = None,
    normal_force: Any = None,
    span: Any = None,
    speed: Any = None,
    spin: Any = None,
    clearance: Any = None,
    radius: Any = None,
    length: Any = None,
) -> Figure:
    """Draw a law: the loop of a free impact, friction over speed, a characteristic, a signal, a
    film.

    What to assume, by family: ``speeds`` [m/s] and ``mass`` [kg] of free impacts; ``normal_force``
    [N] of friction; ``span`` of the argument of a characteristic [m or rad], a signal [s], friction
    [m/s] or a force of your own; ``speed`` [m/s], ``spin`` [rad/s], ``clearance``, ``radius`` and
    ``length`` [m] of a film.
    """
    assumed = {name: value for name, value in locals().items() if name in UNITS}
    if not isinstance(law, Law):
        raise InputError(f"expected a law such as Hertz(stiffness=1e9), got {brief(law)}.")
    draw = PICTURES.get(law.family)
    if draw is None:
        raise InputError(f"there is no picture of laws of the family '{law.family}'.")
    how = {name: value for name, value in assumed.items() if value is not None}
    allowed = draw.__kwdefaults__ or {}
    for name in how:
        if name not in allowed:
            known = " and ".join(word.replace("_", " ") for word in allowed) or "nothing"
            raise InputError(
                f"a picture of a {law.family} law does not depend on it, but on {known}.", (name,)
            )
        how[name] = _assumed(name, how[name])
    law.validate()
    figure = figure_of(draw(law, **how), None)
    figure.suptitle(_title(text_of(law)), fontsize=NORMAL)
    if path is not None:
        save(figure, path_of(path))
    return figure


def plot_fit(
    mechanism: Mechanism,
    joint: str,
    path: str | Path | None = None,
    *,
    amplitude: float | None = None,
) -> Figure:
    """Draw what resists the motion of a joint, to both sides, gap included, as it will act in a
    run; ``amplitude`` [m or rad] is how far.
    """
    from ..model import Mechanism
    from .joint_characteristic import cyclic_motions, run_cycle

    if not isinstance(mechanism, Mechanism):
        raise InputError(f"expected a Mechanism, got {brief(mechanism)}.", ("mechanism",))
    amplitude = (
        None
        if amplitude is None
        else number(amplitude, "amplitude", Quantity("m|rad", bounds=((">", 0.0),)))
    )
    tried = cyclic_motions(mechanism, joint, amplitude)
    figure = new_figure(ROW * len(tried) + 0.5)
    grid = figure.subplots(
        len(tried), 2 if any(motion.gap for motion in tried) else 1, squeeze=False
    )
    for row, cycle in zip(grid, tried, strict=True):
        loops = run_cycle(mechanism.joint(joint), mechanism.plane is not None, cycle)
        curves = [
            Curve(loop.words, loop.displacement, loop.force, k, SOLID)
            for k, loop in enumerate(loops)
        ]
        x_label = axis(
            {"torsion": "rotation"}.get(cycle.motion, cycle.motion), "rad" if cycle.turning else "m"
        )
        y_label = axis("moment", "N*m") if cycle.turning else axis("force", "N")
        for axes in row:
            draw(axes, Panel(x_label, y_label, curves, phase=True, named=False), legend=False)
        if 0 < cycle.gap < cycle.amplitude:
            _zoom(row[1], loops, cycle.gap, cycle.amplitude)
        elif len(row) > 1:
            row[1].set_visible(False)
        row[0].legend(loc="best", fontsize=SMALL, frameon=False)
    figure.suptitle(_title(_sentence(mechanism, joint)), fontsize=NORMAL)
    if path is not None:
        save(figure, path_of(path))
    return figure


def _assumed(name: str, value: Any) -> Any:
    """Return what to assume of a law, in SI units; of speeds several."""
    shapes = ((-1,),) if name == "speeds" else ((),)
    value = [value] if name == "speeds" and np.ndim(value) == 0 else value
    found = number(value, name, Quantity(UNITS[name], shapes, ((">", 0.0),)))
    if found == ():
        raise InputError("give at least one.", (name,))
    return found


def _title(text: str) -> str:
    """Return a text in lines, without formulas; names keep their underscores."""
    return fill(text, 96).replace("$", r"\$")


def _zoom(axes: Any, loops: list[Any], gap: float, amplitude: float) -> None:
    """Show the last of the gap and what lies behind it, on the positive side."""
    deep = amplitude - gap
    top = max(float(np.max(loop.force[loop.displacement > gap], initial=0.0)) for loop in loops)
    axes.set_xlim(gap - 0.3 * deep, amplitude + 0.1 * deep)
    axes.set_ylim(-0.06 * top, 1.06 * top)
    axes.locator_params(axis="x", nbins=4)


def _sentence(mechanism: Mechanism, joint: str) -> str:
    return list(of_joints(mechanism))[[known.name for known in mechanism.joints].index(joint)]


def typical(name: str, given: dict[str, Any]) -> tuple[Law, dict[str, Any]]:
    """Return the law of that name with the parameters ``given``, and what was assumed for those
    that are required and not given.
    """
    found = [
        cls
        for (family, known), cls in REGISTRY.items()
        if name in (known, cls.__name__, f"{family}.{known}")
    ]
    if len(found) > 1:
        names = ", ".join(f"{cls.family}.{file_name(cls)}" for cls in found)
        raise InputError(f"several laws are called '{name}'; say which: {names}.")
    if not found:
        raise InputError(
            f"there is no law '{name}'.{suggestion(name, [known for _, known in REGISTRY])}"
        )
    fields = slots(found[0])
    for key in given:
        if key not in fields:
            raise InputError(
                f"{file_name(found[0])} has no parameter '{key}'.{suggestion(key, fields)}", (key,)
            )
    needed = [
        key
        for key, slot in fields.items()
        if key not in given and (slot.required or slot.field.default is None)
    ]
    assumed = {key: TYPICAL.get(f"{found[0].family}.{key}", TYPICAL.get(key)) for key in needed}
    for key, value in assumed.items():
        if value is None:
            raise InputError(f"is missing: {fields[key].help}.", (key,))
    return found[0](**given, **assumed), assumed


def _unit(field: Any) -> str:
    spec = field.metadata.get("quantity")
    return spec.unit if spec else "1"


# -- families --------------------------------------------------------------------------------------


def _contact(
    law: Any, *, speeds: Sequence[float] = (0.1, 0.2, 0.3), mass: float = 1.0
) -> list[Panel]:
    """Force over penetration and over time in free impacts: up while the bodies approach, down
    while they part.
    """
    loops = Panel(
        axis("penetration", "m"),
        axis("normal force", "N"),
        phase=True,
        title=f"free impacts of {mass:g} kg",
    )
    history = Panel("time [s]", axis("normal force", "N"))
    for k, speed in enumerate(speeds):
        impact = free_impact(law, speed, mass)
        words = (
            f"{speed:g} m/s, rebounds with {impact.rebound:.3g}"
            if impact.ended
            else f"{speed:g} m/s, does not rebound"
        )
        loops.curves.append(Curve(words, impact.penetration, impact.force, k, SOLID))
        history.curves.append(Curve(f"{speed:g} m/s", impact.t, impact.force, k, SOLID))
    return [loops, history]


def _friction(law: Any, *, normal_force: float = 100.0, span: float | None = None) -> list[Panel]:
    """Force over speed near rest and far from it; of bristles in steady sliding, and in slow and
    fast cycles too.
    """
    power = {"m/s": 1.0, "s/m": -1.0}
    own = [
        getattr(law, field.name) ** power[_unit(field)]
        for field in law._fields()
        if _unit(field) in power
    ]
    knee = max(own, default=1e-3)  # where something happens, as far as the parameters say
    near = 5 * knee if span is None else span
    title = f"normal force {normal_force:g} N"
    half = np.linspace(0, near, FINE // 2 + 1)
    v = np.concatenate([-half[:0:-1], half])
    rest = Panel(
        axis("sliding speed", "m/s"), axis("friction", "N"), phase=True, title=title, named=False
    )
    rest.curves.append(
        Curve("steady sliding", v, np.sign(v) * _steady(law, np.abs(v), normal_force), 0, SOLID)
    )
    far = np.geomspace(1e-2 * knee, max(10.0, near), FINE)
    steady = [Curve("", far, _steady(law, far, normal_force), 0, SOLID)]
    wide = Panel(
        axis("sliding speed", "m/s"),
        axis("friction", "N"),
        steady,
        log_x=True,
        outlines=[(far[[0, -1]], (0, 0))],
    )
    if not isinstance(law, BristleLaw):
        return [rest, wide]
    _, sigma_0, _, _, limit = law(0.0, normal_force, 0.0, 0.0)
    shift = Panel(axis("displacement", "m"), axis("friction", "N"), phase=True, title=title)
    for k, (word, speed) in enumerate((("slow", 0.5 * knee), ("fast", 5 * knee)), start=1):
        cycle = bristle_cycle(law, 5 * limit / sigma_0, speed, normal_force)
        shift.curves.append(
            Curve(f"{word} cycle, up to {speed:.3g} m/s", cycle.x, cycle.force, k, SOLID)
        )
        rest.curves.append(Curve(f"{word} cycle", cycle.v, cycle.force, k, SOLID))
    return [rest, shift, wide]


def _steady(law: Any, v: np.ndarray, F_N: float) -> np.ndarray:
    """Return the friction of steady sliding [N]."""
    if not isinstance(law, BristleLaw):
        return np.array([law(float(speed), F_N) for speed in v])
    return np.array([steady_friction(law, float(speed), F_N) for speed in v])


def _characteristic(law: Any, *, span: float | None = None) -> list[Panel]:
    """Force and its integral over the deflection."""
    knots = law.breakpoints()
    reach = span or 1.2 * max(map(abs, knots), default=0.01 / 1.2)
    x = np.union1d(np.linspace(-reach, reach, FINE), [knot for knot in knots if abs(knot) <= reach])
    values = np.array([law(float(argument)) for argument in x])
    label = axis("deflection", "m or rad, or its rate")
    force = Panel(label, axis("force", "N or N*m"), [Curve("", x, values[:, 0], 0, SOLID)])
    return [
        force,
        Panel(label, axis("energy of a spring", "J"), [Curve("", x, values[:, 1], 0, SOLID)]),
    ]


def _signal(law: Any, *, span: float | None = None) -> list[Panel]:
    """Value, rate and acceleration over time."""
    breakpoints = [time for time in law.breakpoints() if time > 0]
    period = 1 / law.frequency if getattr(law, "frequency", 0) else 0.5
    last = span or (1.25 * max(breakpoints) if breakpoints else 2 * period)
    t = np.union1d(
        np.linspace(0, min(last, law.span()[1]), FINE),
        [time for time in breakpoints if time <= last],
    )
    values = np.array([law(float(time)) for time in t])
    words = ("value", "rate [per s]", "acceleration [per s²]")
    return [
        Panel("time [s]", word, [Curve("", t, values[:, k], 0, SOLID)])
        for k, word in enumerate(words)
    ]


def _interaction(law: Any, *, span: float = 0.01) -> list[Panel]:
    """Force over displacement and over velocity along x, in the frame of the first body."""
    still = (0.0, 0.0, 0.0)
    x = np.linspace(-span, span, FINE)
    panels = []
    for word, unit, inputs in (
        ("displacement x", "m", [((argument, 0.0, 0.0), still) for argument in x]),
        ("velocity x", "m/s", [(still, (argument, 0.0, 0.0)) for argument in x]),
    ):
        rows = np.array([law(0.0, r, v, (1.0, 0.0, 0.0, 0.0), still) for r, v in inputs])
        panels.append(
            Panel(
                axis(word, unit),
                axis("force", "N"),
                [Curve(component, x, rows[:, k]) for k, component in enumerate("xyz")],
                phase=True,
            )
        )
    return panels


def _film(
    law: Any,
    *,
    speed: float = 0.01,
    spin: float = 100.0,
    clearance: float = 1e-4,
    radius: float = 0.01,
    length: float = 0.02,
) -> list[Panel]:
    """Force over eccentricity: squeezed and released along the line of centres, and carrying a
    load while the journal turns.
    """
    eps = np.union1d(np.linspace(0, 0.9, 181), 1 - np.geomspace(0.1, 0.01, 40))
    size = (clearance, radius, length)
    title = f"clearance {clearance:g} m, radius {radius:g} m, length {length:g} m"
    squeezed = Panel(
        "eccentricity/clearance [1]", axis("squeeze force", "N"), log=True, title=title
    )
    for k, (word, sign) in enumerate((("approaching", 1.0), ("parting", -1.0))):
        force = np.array([abs(law(ratio, sign * speed, 0.0, 0.0, *size)[0]) for ratio in eps])
        squeezed.curves.append(
            Curve(f"{word} with {speed:g} m/s", eps, np.where(force > 0, force, np.nan), k, SOLID)
        )
    turning = Panel("eccentricity/clearance [1]", axis("film force", "N"), log=True)
    rows = np.array(
        [law(ratio, 0.0, -0.5 * spin * ratio * clearance, spin, *size) for ratio in eps]
    )
    parts = (
        ("load", np.hypot(rows[:, 0], rows[:, 1])),
        ("along", np.abs(rows[:, 0])),
        ("across", np.abs(rows[:, 1])),
    )
    for k, (word, values) in enumerate(parts):
        if values.any():
            turning.curves.append(
                Curve(f"{word}, {spin:g} rad/s", eps, np.where(values > 0, values, np.nan), k)
            )
    return [squeezed, turning] if turning.curves else [squeezed]


PICTURES: dict[str, Callable[..., list[Panel]]] = {
    "contact": _contact, "friction": _friction, "characteristic": _characteristic, "signal": _signal, "interaction": _interaction,
    "film": _film,
}  # fmt: skip
