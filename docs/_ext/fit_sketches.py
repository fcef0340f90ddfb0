"""Sketches of fits and stops: what is between the two parts of a joint."""

import math
from collections.abc import Callable

import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from sketch_pens import (
    FORCE,
    INK,
    OIL,
    arrow,
    body,
    box,
    centre_line,
    disc,
    frame,
    label,
    ring,
    sheet,
    turn,
)


def round_gap(ax: Axes, title: str, gap: float, centre=(0.0, 0.0), **more) -> None:
    """A bearing and a journal in it, with a title."""
    ring(ax, 1.5, 1.0)
    disc(ax, centre, 1.0 - gap, **more)
    frame(ax, (-1.75, 1.75), (-1.75, 1.75), title)


def ideal_fit(ax: Axes) -> None:
    round_gap(ax, "Ideal()", 0.0)
    disc(ax, (0, 0), 0.05, fc=INK, zorder=6)
    label(ax, 0, -0.35, "held by\nconstraints")


def clearance_fit(ax: Axes) -> None:
    down = np.array([0.5, -0.866])
    round_gap(ax, "Clearance(contact, friction)", 0.24, tuple(0.25 * down))
    at = 1.0 * down
    arrow(ax, at, at - 0.85 * down, "-|>", FORCE, 1.8, mutation_scale=13)
    label(ax, -0.22, -0.12, "contact", color=FORCE)
    side = np.array([0.866, 0.5])
    arrow(ax, at, at + 0.6 * side, "-|>", FORCE, 1.8, mutation_scale=13)
    label(ax, 1.1, -0.95, "friction", color=FORCE)
    label(ax, -0.35, 0.87, "free flight")


def layered_fit(ax: Axes) -> None:
    round_gap(ax, "Clearance(bushing, thickness)", 0.42, (0.0, -0.2))
    ring(ax, 1.0, 0.8, fc="#e9b7a0", hatch="...", zorder=2.4)
    label(ax, 0, 1.25, "soft layer")
    label(ax, 0, 0.55, "play", va="bottom")


def bushing_fit(ax: Axes) -> None:
    ring(ax, 1.5, 1.1)
    ring(ax, 1.1, 0.6, fc="#e9b7a0", hatch="...")
    disc(ax, (0, 0), 0.6)
    for angle in range(0, 360, 90):
        way = np.array([math.cos(math.radians(angle)), math.sin(math.radians(angle))])
        across = np.array([-way[1], way[0]])
        steps = np.linspace(0.62, 1.08, 9)
        zig = [
            s * way + (0.07 * (-1) ** k if 0 < k < 8 else 0) * across for k, s in enumerate(steps)
        ]
        ax.plot(*zip(*zig, strict=True), color=INK, lw=1.2, zorder=5)
    label(ax, 0, -0.02, "radial, axial,\ntorsion, …", fontsize=7.5)
    frame(ax, (-1.75, 1.75), (-1.75, 1.75), "Bushing(radial, ...)")


def lubricated_fit(ax: Axes) -> None:
    ring(ax, 1.0, 0.0, fc=OIL, hatch="", zorder=2.1)
    round_gap(ax, "Lubricated(film, contact)", 0.24, (0.08, -0.14))
    angles = np.linspace(-150, -20, 60)
    pressure = 0.55 * np.sin(np.pi * (angles + 150) / 130) ** 2 * (1 + 0.6 * (angles + 150) / 130)
    way = np.array([np.cos(np.radians(angles)), np.sin(np.radians(angles))])
    ax.fill(
        *np.hstack([way * (1.0 + 0.0), (way * (1.0 + pressure))[:, ::-1]]),
        fc=FORCE,
        alpha=0.45,
        ec=FORCE,
        zorder=6,
    )
    label(ax, 0.05, -0.3, "pressure", color=FORCE)
    turn(ax, (0.08, -0.14), 0.4, 30, 150, "", 1.0)
    label(ax, 0, 0.87, "oil film", fontsize=7.5)


def mixed_fit(ax: Axes) -> None:
    for sign in (1, -1):
        box(ax, -1.3, sign * 0.75 - (0.4 if sign < 0 else 0), 2.6, 0.4)
        box(ax, sign * 1.3 - (0.35 if sign < 0 else 0), -0.75, 0.35, 1.5)
        box(ax, sign * 1.125 - 0.175, -0.75, 0.35, 1.5, fc="#e9b7a0", hatch="...", zorder=2.4)
    box(ax, -0.95, -0.55, 1.9, 1.1, first=False, zorder=3)
    centre_line(ax, -1.8, 1.8)
    label(ax, 0, 0.65, "radial: play", fontsize=7.5)
    label(ax, 0, -0.25, "axial: bushing\ntorsion: free", fontsize=7.5)
    frame(ax, (-1.85, 1.85), (-1.75, 1.75), "Mixed(radial, axial, ...)")


def stopped(ax: Axes) -> None:
    disc(ax, (0, -0.9), 0.22, fc="white", zorder=5)
    for angle in (55, 125):
        way = np.array([math.cos(math.radians(angle)), math.sin(math.radians(angle))])
        across = np.array([-way[1], way[0]]) * (1 if angle > 90 else -1)
        corner = np.array([0, -0.9]) + 1.75 * way + 0.1 * across
        body(
            ax,
            [corner, corner + 0.3 * across, corner + 0.3 * across - 0.5 * way, corner - 0.5 * way],
            fc="#d81b60",
            hatch="",
        )
    arm = np.array([math.sin(math.radians(12)), math.cos(math.radians(12))])
    side = 0.11 * np.array([arm[1], -arm[0]])
    foot, tip = np.array([0, -0.9]), np.array([0, -0.9]) + 1.9 * arm
    body(ax, [foot + side, tip + side, tip - side, foot - side], first=False, zorder=3)
    turn(ax, (0, -0.9), 1.25, 58, 122, "angle", 0.72)
    label(ax, 1.25, 0.95, "lower", color="#d81b60")
    label(ax, -1.25, 0.95, "upper", color="#d81b60")
    frame(ax, (-1.85, 1.85), (-1.4, 1.6), "stops=Stop(lower, upper, contact)")


FITS: dict[str, tuple[Callable[[Axes], None], ...]] = {
    "ideal": (ideal_fit,),
    "clearance": (clearance_fit, layered_fit),
    "bushing": (bushing_fit,),
    "lubricated": (lubricated_fit,),
    "mixed": (mixed_fit,),
    "stops": (stopped,),
}


def fit_sketch(name: str) -> Figure:
    """Return the sketch of a fit, or of stops."""
    figure, axes = sheet(len(FITS[name]))
    for draw, ax in zip(FITS[name], axes, strict=True):
        draw(ax)
    return figure
