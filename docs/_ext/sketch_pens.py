"""What sketches are drawn with: bodies, dimensions, arrows, labels."""

import math

import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.patches import Arc, Circle, FancyArrowPatch, Polygon, Wedge

FIRST, SECOND, INK, FORCE, OIL = "#cfd6dd", "#8ebcee", "#1b2430", "#d3302a", "#f6dc9a"
LINE = 1.1


def sheet(panels: int, wide: float = 3.4, high: float = 3.1) -> tuple[Figure, list[Axes]]:
    """Return a figure with so many panels beside each other, without axes."""
    figure = Figure(figsize=(wide * panels, high), layout="constrained")
    axes = [figure.add_subplot(1, panels, k + 1) for k in range(panels)]
    for panel in axes:
        panel.set_aspect("equal")
        panel.axis("off")
    return figure, axes


def label(ax: Axes, x: float, y: float, text: str, **more) -> None:
    given = {"fontsize": 8.5, "ha": "center", "va": "center", "color": INK, "zorder": 9}
    ax.text(x, y, text, bbox={"fc": "white", "ec": "none", "pad": 0.8}, **{**given, **more})


def arrow(
    ax: Axes, a, b, style: str = "<|-|>", colour: str = INK, width: float = 0.9, **more
) -> None:
    shape = {"arrowstyle": style, "color": colour, "lw": width, "mutation_scale": 8, "zorder": 8}
    ax.add_patch(FancyArrowPatch(a, b, shrinkA=0, shrinkB=0, **{**shape, **more}))


def dimension(ax: Axes, a, b, text: str, off: tuple[float, float] = (0, 0), **more) -> None:
    """Draw a dimension line between two points, moved aside by an offset, with its name."""
    (ax0, ay0), (bx0, by0), (dx, dy) = a, b, off
    for x, y in (a, b):
        if dx or dy:
            ax.plot([x, x + dx * 1.08], [y, y + dy * 1.08], color=INK, lw=0.5, zorder=7)
    ends = (ax0 + dx, ay0 + dy), (bx0 + dx, by0 + dy)
    arrow(ax, *ends)
    label(ax, (ends[0][0] + ends[1][0]) / 2, (ends[0][1] + ends[1][1]) / 2, text, **more)


def pointed(ax: Axes, a, b, text: str, at: tuple[float, float]) -> None:
    """Draw a dimension too short for its name, which stands elsewhere, with a line to it."""
    arrow(ax, a, b)
    middle = ((a[0] + b[0]) / 2, (a[1] + b[1]) / 2)
    ax.plot([middle[0], at[0]], [middle[1], at[1]], color=INK, lw=0.5, zorder=7)
    label(ax, *at, text)


def radius(ax: Axes, centre, size: float, degrees: float, text: str, share: float = 0.56) -> None:
    """Draw the arrow of a radius with its name near its tip."""
    way = np.array([math.cos(math.radians(degrees)), math.sin(math.radians(degrees))])
    tip = np.array(centre) + size * way
    arrow(ax, centre, tip, "-|>")
    label(ax, *(np.array(centre) + share * size * way), text)


def body(ax: Axes, corners, first: bool = True, **more) -> None:
    look = {"fc": FIRST, "hatch": "////"} if first else {"fc": SECOND}
    ax.add_patch(Polygon(corners, **{"zorder": 2, "ec": INK, "lw": LINE, **look, **more}))


def box(ax: Axes, x: float, y: float, wide: float, high: float, first: bool = True, **more) -> None:
    body(ax, [(x, y), (x + wide, y), (x + wide, y + high), (x, y + high)], first, **more)


def ring(ax: Axes, outer: float, inner: float, start: float = 0, end: float = 360, **more) -> None:
    look = {"fc": FIRST, "hatch": "////", "ec": INK, "lw": LINE, "zorder": 2}
    ax.add_patch(Wedge((0, 0), outer, start, end, width=outer - inner, **{**look, **more}))


def disc(ax: Axes, centre, size: float, **more) -> None:
    ax.add_patch(Circle(centre, size, **{"fc": SECOND, "ec": INK, "lw": LINE, "zorder": 3, **more}))


def centre_line(ax: Axes, low: float, high: float, y: float = 0.0, upright: bool = False) -> None:
    ways = ([y, y], [low, high]) if upright else ([low, high], [y, y])
    ax.plot(*ways, color=INK, lw=0.7, ls=(0, (9, 3, 2, 3)), zorder=6)


def turn(
    ax: Axes, centre, size: float, start: float, end: float, text: str, far: float = 1.25
) -> None:
    """Draw the arrow of a rotation with its name."""
    ax.add_patch(
        Arc(centre, 2 * size, 2 * size, theta1=start, theta2=end, color=FORCE, lw=1.4, zorder=8)
    )
    last, before = (math.radians(end), math.radians(end - 7))
    tip, back = (
        (centre[0] + size * math.cos(a), centre[1] + size * math.sin(a)) for a in (last, before)
    )
    arrow(ax, back, tip, "-|>", FORCE, 1.4, mutation_scale=11)
    middle = math.radians((start + end) / 2)
    label(
        ax,
        centre[0] + far * size * math.cos(middle),
        centre[1] + far * size * math.sin(middle),
        text,
        color=FORCE,
    )


def along(ax: Axes, a, b, text: str, at=None) -> None:
    """Draw the arrow of a displacement with its name."""
    arrow(ax, a, b, "-|>", FORCE, 1.5, mutation_scale=12)
    place = at or ((a[0] + b[0]) / 2, (a[1] + b[1]) / 2 + 0.16)
    label(ax, *place, text, color=FORCE)


def frame(ax: Axes, x: tuple[float, float], y: tuple[float, float], title: str = "") -> None:
    ax.set_xlim(*x)
    ax.set_ylim(*y)
    ax.set_title(title, fontsize=9, color=INK)
