"""Dimensioned sketches of joints and fits, drawn from what they declare: a joint with sizes is made,
and its own radii, lengths and clearances are drawn to scale, each with the name of its field.

The first body, which carries the bearing, is grey and hatched; the second, with the journal, is blue.
Clearances are as large as is needed to see them.
"""

import io
import math
from collections.abc import Callable
from pathlib import Path

import matplotlib
import matplotlib.image
import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.gridspec import GridSpec
from matplotlib.patches import Arc, Circle, FancyArrowPatch, Polygon, Rectangle, Wedge

from gudgeon.model import Joint
from gudgeon.model.files.json_schema import slots

FIRST, SECOND, INK, FORCE, OIL = "#cfd6dd", "#8ebcee", "#1b2430", "#d3302a", "#f6dc9a"
LINE = 1.1
PLACES = ("point", "points", "local_points")
SIZES = {  # of the joint that is drawn, in units of the sketch
    "bearing_radius": 1.0,
    "journal_radius": 0.74,
    "bearing_length": 2.6,
    "journal_length": 2.0,
    "end_radii": (0.3, 0.66),
    "guide": "rectangular",
    "height": 1.3,
    "width": 1.7,
    "height_clearance": 0.22,
    "width_clearance": 0.3,
    "height_axis": (0, 1, 0),
    "length": 3.0,
}
SAID = {
    "point": (0, 0, 0),
    "axis": (0, 0, 1),
    "axes": ((1, 0, 0), (0, 1, 0)),
    "points": ((0, 0, 0), (3, 0, 0)),
}


def sizes_of(cls: type[Joint]) -> list[str]:
    """Return the fields of a joint that are lengths, radii, clearances or angles."""
    found = []
    for name, slot in slots(cls).items():
        spec = slot.field.metadata.get("quantity") or slot.quantity
        if spec and spec.unit in ("m", "rad") and name not in PLACES:
            found.append(name)
    return found


def sample(cls: type[Joint]) -> Joint:
    """Return a joint of a kind with all of its sizes."""
    known = slots(cls)
    if cls.drawn_as == "coupling":
        tied = {"wheels": ("A.angle", "B.angle"), "ratio": -2.0, "rack": "B.displacement", "pinion": "A.angle",
                "radius": 0.8, "nut": "B.displacement", "screw": "A.angle", "lead": 0.4}  # fmt: skip
        given = {name: value for name, value in tied.items() if name in known}
        return cls("J", between=("first", "second"), **given)
    given = {name: value for name, value in (SIZES | SAID).items() if name in known}
    return cls("J", between=("ground", "arm"), **given)


# -- pens ------------------------------------------------------------------------------------------


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


# -- joints ----------------------------------------------------------------------------------------


def bore(ax: Axes, joint, title: str, *, angle: bool) -> None:
    """A journal in its bore, along the axis: both radii, and the gap between them."""
    outer, inner = joint.radii()
    gap = joint.own_clearance("radial")
    ring(ax, outer + 0.45, outer)
    disc(ax, (0, 0), inner)
    radius(ax, (0, 0), outer, 245, "bearing_radius", 0.86)
    radius(ax, (0, 0), inner, -8, "journal_radius", 0.62)
    pointed(ax, (0, outer - gap), (0, outer), "radial_clearance", (1.0, 1.75))
    if angle:
        turn(ax, (0, 0), 0.42, 25, 155, "angle", 0.5)
    frame(ax, (-1.9, 1.9), (-1.7, 1.95), title)


def hinge(joint) -> Figure:
    figure, (end, side) = sheet(2, 3.9)
    bore(end, joint, "along the axis", angle=True)
    (outer, inner), (long, short) = joint.radii(), joint.lengths()
    wall, half, own = 0.4, long / 2, short / 2
    for sign in (1, -1):
        box(side, -half - wall, sign * outer - (0.45 if sign < 0 else 0), long + 2 * wall, 0.45)
        box(side, sign * half - (wall if sign < 0 else 0), -outer, wall, 2 * outer)
    box(side, -own, -inner, short, 2 * inner, first=False, zorder=3)
    centre_line(side, -half - 0.7, half + 0.7)
    dimension(side, (-half, outer), (half, outer), "bearing_length", (0, 0.85))
    dimension(side, (-own, -inner), (own, -inner), "journal_length", (0, 0.28))
    pointed(side, (own, 0.16), (half, 0.16), "axial_clearance", (1.15, -1.75))
    low, high = joint.end_radii
    side.plot([-own, -own], [low, high], color=FORCE, lw=3, zorder=7, solid_capstyle="butt")
    label(side, -0.28, (low + high) / 2, "end_radii", color=FORCE)
    frame(side, (-half - 0.9, half + 0.9), (-1.95, 2.15), "cut through the axis")
    return figure


def sleeve(joint) -> Figure:
    figure, (end, side) = sheet(2, 3.9)
    bore(end, joint, "along the axis", angle=True)
    (outer, inner), (long, short) = joint.radii(), joint.lengths()
    short, long = max(short, long) + 1.0, min(short, long)  # a rod in a shorter sleeve
    for sign in (1, -1):
        box(side, -long / 2, sign * outer - (0.45 if sign < 0 else 0), long, 0.45)
    box(side, -short / 2, -inner, short, 2 * inner, first=False, zorder=3)
    centre_line(side, -short / 2 - 0.3, short / 2 + 0.3)
    dimension(side, (-long / 2, outer + 0.45), (long / 2, outer + 0.45), "bearing_length", (0, 0.3))
    dimension(side, (-short / 2, -inner), (short / 2, -inner), "journal_length", (0, -1.0))
    along(side, (0.1, 0.0), (1.2, 0.0), "displacement", (0.55, 0.3))
    frame(side, (-2.2, 2.2), (-2.0, 2.1), "cut through the axis")
    return figure


def ball(joint) -> Figure:
    figure, (cut, free) = sheet(2, 3.7)
    outer, inner = joint.radii()
    ring(cut, outer + 0.42, outer, 62, 298)
    disc(cut, (0, 0), inner)
    box(cut, inner * 0.9, -0.2, 1.2, 0.4, first=False, zorder=2.5)
    box(cut, -2.3, -0.28, 0.95, 0.56)
    radius(cut, (0, 0), outer, 140, "bearing_radius")
    radius(cut, (0, 0), inner, 245, "journal_radius")
    pointed(cut, (0, inner), (0, outer), "radial_clearance", (1.15, 1.7))
    frame(cut, (-2.4, 2.2), (-1.7, 1.95), "cut through the ball")
    disc(free, (0, 0), inner)
    for k, (start, end) in enumerate(((20, 75), (140, 195), (260, 315))):
        turn(free, (0, 0), 1.15, start, end, "turns freely" if k == 0 else "", 1.3)
    if "axis" in slots(type(joint)):
        along(free, (0, 0), (0, 1.9), "axis", (0.35, 1.8))
        label(free, 0, -1.75, "(axis: only for bushings,\nand to read angles)", fontsize=7.5)
    frame(free, (-2.1, 2.4), (-2.05, 2.05), "three rotations")
    return figure


def slider(joint) -> Figure:
    figure, (side, block, bar) = sheet(3, 3.6)
    inner, outer = SIZES["journal_radius"], SIZES["bearing_radius"]
    long, short = joint.bearing_length, joint.journal_length
    for sign in (1, -1):
        box(side, -long / 2, sign * outer - (0.4 if sign < 0 else 0), long, 0.4)
    box(side, -short / 2, -inner, short, 2 * inner, first=False, zorder=3)
    centre_line(side, -long / 2 - 0.3, long / 2 + 0.3)
    dimension(side, (-long / 2, outer + 0.4), (long / 2, outer + 0.4), "bearing_length", (0, 0.3))
    dimension(side, (-short / 2, -inner), (short / 2, -inner), "journal_length", (0, -0.95))
    arrow(side, (-0.75, 0), (-0.75, inner), "-|>")
    label(side, -0.4, 0.36, "journal_radius", fontsize=7.5)
    arrow(side, (0.75, 0), (0.75, -outer), "-|>")
    label(side, 0.4, -0.45, "bearing_radius", fontsize=7.5)
    pointed(side, (1.12, inner), (1.12, outer), "radial_clearance", (1.15, 2.15))
    along(side, (0.35, 0.18), (1.45, 0.18), "displacement", (1.15, 0.0))
    frame(side, (-1.9, 2.1), (-2.0, 2.35), "in a plane")
    (high, over), (wide, beside) = joint.sections()
    outside = [(-1.9, -1.5), (1.9, -1.5), (1.9, 1.5), (-1.9, 1.5)]
    body(block, outside)
    room = Rectangle(
        (-wide - beside, -high - over),
        2 * (wide + beside),
        2 * (high + over),
        fc="white",
        ec=INK,
        lw=LINE,
        zorder=2.5,
    )
    block.add_patch(room)
    box(block, -wide, -high, 2 * wide, 2 * high, first=False, zorder=3)
    dimension(block, (-wide, -high), (wide, -high), "width", (0, 0.3))
    dimension(block, (wide, -high), (wide, high), "height", (-0.35, 0))
    pointed(block, (-0.5, high), (-0.5, high + over), "height_clearance", (-0.6, 1.85))
    pointed(block, (-wide - beside, 0.1), (-wide, 0.1), "width_clearance", (-0.9, -1.85))
    along(block, (0, 0), (0, 0.6), "height_axis", (-0.35, 0.2))
    frame(block, (-2.1, 2.1), (-2.05, 2.1), 'guide="rectangular"')
    ring(bar, outer + 0.6, outer)
    disc(bar, (0, 0), inner)
    key, play = 0.16, math.radians(9)
    slot = [
        (r * math.sin(a), r * math.cos(a))
        for r, a in (
            (outer - 0.02, -0.16 - play),
            (outer + 0.32, -0.16 - play),
            (outer + 0.32, 0.16 + play),
            (outer - 0.02, 0.16 + play),
        )
    ]
    bar.add_patch(Polygon(slot, fc="white", ec=INK, lw=LINE, zorder=2.6))
    bar.add_patch(Polygon(slot[:1] + slot[-1:], closed=False, ec="white", lw=2.5, zorder=2.7))
    box(bar, -key, inner * 0.96, 2 * key, outer + 0.24 - inner * 0.96, first=False, zorder=3.1)
    turn(bar, (0, 0), outer + 0.12, 90 - 9 - 9, 90 - 9, "", 1.0)
    label(bar, 1.15, 1.75, "rotational_clearance", color=FORCE)
    bar.plot([0.35, 0.8], [1.05, 1.65], color=FORCE, lw=0.5, zorder=7)
    frame(bar, (-2.1, 2.1), (-2.05, 2.1), 'guide="round"')
    return figure


def pin_on_a_rail(joint) -> Figure:
    figure, (cut,) = sheet(1, 5.0)
    outer, inner = joint.radii()
    for sign in (1, -1):
        box(cut, -2.6, sign * outer - (0.4 if sign < 0 else 0), 5.2, 0.4)
    disc(cut, (-0.5, 0), inner)
    centre_line(cut, -2.8, 2.8)
    radius(cut, (-0.5, 0), inner, 130, "journal_radius")
    dimension(cut, (1.4, 0), (1.4, outer), "bearing_radius")
    pointed(cut, (-0.5, -outer), (-0.5, -inner), "radial_clearance", (-1.7, -1.75))
    along(cut, (0.45, -0.35), (1.9, -0.35), "displacement", (1.15, -0.6))
    frame(cut, (-2.9, 2.9), (-2.0, 1.6), "the pin in its slot")
    return figure


def cross(joint) -> Figure:
    figure, (view,) = sheet(1, 5.0)
    for sign in (1, -1):  # the fork of the first body reaches around from above and below
        body(
            view,
            [
                (-2.6, sign * 0.25),
                (-1.7, sign * 0.25),
                (-1.1, sign * 1.15),
                (0.25, sign * 1.15),
                (0.25, sign * 0.85),
                (-0.95, sign * 0.85),
                (-1.55, 0),
                (-2.6, 0),
            ],
            ec="none",
        )
        view.plot(
            [-2.6, -1.7, -1.1, 0.25, 0.25, -0.95, -1.55],
            sign * np.array([0.25, 0.25, 1.15, 1.15, 0.85, 0.85, 0]),
            color=INK,
            lw=LINE,
            zorder=3,
        )
    box(view, -0.12, -0.85, 0.24, 1.7, first=False, fc="white", zorder=3)
    box(
        view, -0.35, -0.3, 2.95, 0.6, first=False, zorder=4
    )  # that of the second is seen from its edge
    disc(view, (0, 0), 0.13, fc="white", zorder=5)
    centre_line(view, -1.75, 1.75, 0.0, upright=True)
    turn(view, (0, 1.45), 0.3, 200, 340, "", 1.0)
    label(view, 0.65, 1.62, "angle_1", color=FORCE)
    turn(view, (0, 0), 1.7, -22, 22, "angle_2", 1.22)
    label(view, 1.35, 1.2, "axes[0], in the first body", fontsize=8)
    label(
        view,
        1.45,
        -0.75,
        "axes[1], in the second body,\nacross the first: to the reader",
        fontsize=8,
    )
    frame(view, (-2.8, 3.0), (-1.9, 2.1), "two forks on a cross")
    return figure


def plate(joint) -> Figure:
    figure, (view,) = sheet(1, 5.0)
    body(view, [(-2.6, -1.2), (1.6, -1.2), (2.7, 0.6), (-1.5, 0.6)])
    lid = [(-0.9, -0.35), (0.5, -0.35), (0.95, 0.3), (-0.45, 0.3)]
    for low, high in ((lid[0], lid[1]), (lid[1], lid[2])):
        body(
            view,
            [low, high, (high[0], high[1] + 0.35), (low[0], low[1] + 0.35)],
            first=False,
            zorder=3,
        )
    body(view, [(x, y + 0.35) for x, y in lid], first=False, zorder=3.5)
    along(view, (0.05, 0.33), (0.05, 1.5), "axis", (0.35, 1.45))
    along(view, (0.85, 0.1), (2.0, 0.1), "displacement_1", (1.6, 0.32))
    along(view, (0.3, 0.66), (0.85, 1.45), "displacement_2", (1.5, 1.3))
    turn(view, (0.05, 0.75), 0.42, 120, 330, "angle", 1.9)
    frame(view, (-2.8, 2.9), (-1.4, 1.8), "a face that slides on a plane")
    return figure


def rod(joint) -> Figure:
    figure, (view,) = sheet(1, 5.0)
    (a, b) = (np.array(point[:2], float) for point in joint.points)
    for end, first in ((a, True), (b, False)):
        shift = (-0.9 if first else 0.05, -0.45)
        box(view, end[0] + shift[0], end[1] + shift[1], 0.85, 0.9, first)
    view.plot(*zip(a, b, strict=True), color=INK, lw=3.2, zorder=4, solid_capstyle="round")
    for end in (a, b):
        disc(view, end, 0.12, fc="white", zorder=5)
    dimension(view, tuple(a), tuple(b), "length", (0, 0.95))
    label(view, a[0] - 0.1, -0.7, "points[0]")
    label(view, b[0] + 0.1, -0.7, "points[1]")
    frame(view, (-1.2, 4.2), (-1.0, 1.3), "a massless rod with a ball at each end")
    return figure


def weld(joint) -> Figure:
    figure, (view,) = sheet(1, 5.0)
    box(view, -2.2, -0.4, 2.2, 0.8)
    box(view, 0, -0.4, 2.2, 0.8, first=False)
    for sign in (1, -1):
        body(view, [(-0.22, sign * 0.4), (0.22, sign * 0.4), (0, sign * 0.62)], fc=INK, hatch="")
    disc(view, (0, 0), 0.07, fc=INK, zorder=6)
    label(view, 0.35, 0.02, "point")
    frame(view, (-2.5, 2.5), (-0.9, 0.9), "no coordinate: what joins the bodies is of interest")
    return figure


def coupling(joint) -> Figure:
    """Two wheels, or a wheel or screw and what it moves: by the fields that the coupling has."""
    figure, (view,) = sheet(1, 5.0)
    (coordinate,) = type(joint).coordinates
    if hasattr(joint, "wheels"):
        for x, size, first in ((-1.0, 1.0, True), (0.75, 0.7, False)):
            disc(view, (x, 0), size, fc=FIRST if first else SECOND)
            disc(view, (x, 0), 0.08, fc="white", zorder=5)
        turn(view, (-1.0, 0), 0.6, 40, 140, "wheels[0]", 0.6)
        turn(view, (0.75, 0), 0.42, 40, 140, "wheels[1]", 0.5)
        label(view, -0.1, -1.3, "ratio: speed of the first over that of the second")
    elif hasattr(joint, "rack"):
        box(view, -2.2, -1.2, 4.4, 0.4)
        disc(view, (0, 0), 0.8)
        radius(view, (0, 0), 0.8, 140, "radius")
        turn(view, (0, 0), 0.45, 300, 400, "pinion", 1.0)
        along(view, (0.9, -0.65), (1.9, -0.65), "rack", (1.4, -0.45))
    else:
        box(view, -2.2, -0.25, 4.4, 0.5, first=False)
        for x in np.arange(-2.0, 2.1, 0.4):
            view.plot([x - 0.12, x + 0.12], [-0.25, 0.25], color=INK, lw=0.8, zorder=4)
        box(view, -0.5, -0.7, 1.0, 1.4, alpha=0.75, zorder=5)
        dimension(view, (0.88, 0.25), (1.28, 0.25), "", (0, 0.25))
        label(view, 1.08, 0.8, "lead")
        turn(view, (-1.9, 0), 0.4, -60, 60, "screw", 1.6)
        along(view, (0.0, -0.95), (1.0, -0.95), "nut", (0.5, -1.15))
    label(view, -1.9, 1.35, coordinate, color=FORCE)
    label(view, 0.45, 1.35, "how far the two are from where the ratio has them", fontsize=8)
    frame(view, (-2.6, 2.6), (-1.6, 1.6))
    return figure


DRAWINGS: dict[str, Callable] = {
    "coupling": coupling,
    "hinge": hinge,
    "sleeve": sleeve,
    "ball": ball,
    "slider": slider,
    "pin on a rail": pin_on_a_rail,
    "cross": cross,
    "plate": plate,
    "rod": rod,
    "weld": weld,
}


def joint_sketch(cls: type[Joint]) -> Figure:
    """Return the sketch of a joint by the shape that it declares."""
    return DRAWINGS[cls.drawn_as](sample(cls))


# -- fits ------------------------------------------------------------------------------------------


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


def all_fits() -> Figure:
    """Return the sketches of all fits on one sheet."""
    draws = [draw for several in FITS.values() for draw in several]
    figure, axes = sheet(len(draws), 2.3, 2.5)
    for draw, ax in zip(draws, axes, strict=True):
        draw(ax)
        for text in ax.texts:
            text.set_fontsize(text.get_fontsize() - 1.5)
        ax.title.set_fontsize(7.5)
    return figure


def all_joints(joints: dict[str, type[Joint]]) -> Figure:
    """Return the views of all joints on one sheet, smaller."""
    return _together([joint_sketch(cls) for cls in joints.values()], list(joints))


def _together(figures: list[Figure], titles: list[str]) -> Figure:
    """Return the first panels of figures as pictures on one sheet."""
    columns = 3
    rows = -(-len(figures) // columns)
    whole = Figure(figsize=(3.1 * columns, 2.5 * rows), layout="constrained")
    for k, (figure, title) in enumerate(zip(figures, titles, strict=True)):
        stream = io.BytesIO()
        for other in figure.axes[1:]:
            figure.delaxes(other)
        figure.set_size_inches(3.9, 3.2)
        figure.axes[0].set_subplotspec(GridSpec(1, 1, figure=figure)[0])
        figure.axes[0].set_title("")
        save(figure, stream)
        ax = whole.add_subplot(rows, columns, k + 1)
        ax.imshow(matplotlib.image.imread(stream))
        ax.axis("off")
        ax.set_title(title, fontsize=9)
    return whole


def save(figure: Figure, path: Path | io.BytesIO) -> None:
    """Write a sketch as SVG with its names as text, always the same, or as PNG into a stream."""
    ending = path.suffix[1:] if isinstance(path, Path) else "png"
    how = {"metadata": {"Date": None}} if ending == "svg" else {"dpi": 110}
    # of hatches only the width for all can be set
    style = {"svg.hashsalt": "gudgeon", "svg.fonttype": "none", "hatch.linewidth": 0.35}
    with matplotlib.rc_context(style):
        figure.savefig(path, format=ending, **how)
    if not isinstance(path, Path):
        path.seek(0)


def draw(folder: Path, joints: dict[str, type[Joint]]) -> None:
    """Write the sketches of joints and fits into a folder."""
    for name, cls in joints.items():
        save(joint_sketch(cls), folder / f"joint-{name}.svg")
    for name in FITS:
        save(fit_sketch(name), folder / f"sketch-{name}.svg")
