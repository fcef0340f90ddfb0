"""Dimensioned sketches of joints, drawn from what they declare: a joint with sizes is made, and its
own radii, lengths and clearances are drawn to scale, each with the name of its field.

The first body, which carries the bearing, is grey and hatched; the second, with the journal, is blue.
Clearances are as large as is needed to see them.
"""

import math
from collections.abc import Callable

import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.patches import Polygon, Rectangle
from sketch_pens import (
    FIRST,
    FORCE,
    INK,
    LINE,
    SECOND,
    along,
    arrow,
    body,
    box,
    centre_line,
    dimension,
    disc,
    frame,
    label,
    pointed,
    radius,
    ring,
    sheet,
    turn,
)

from gudgeon.model import Joint
from gudgeon.model.files.json_schema import slots

PLACES = ("point", "points", "local_points")
SIZES = {  # of the joint that is drawn, in units of the sketch
    "bearing_radius": 1.0,
    "journal_radius": 0.74,
    "bearing_length": 2.6,
    "journal_length": 2.0,
    "end_radii": (0.3, 0.66),
    "bearing_wear": tuple(
        0.1 * max(0.0, math.cos(2 * math.pi * (k + 0.5) / 72 - math.radians(-50))) ** 2
        for k in range(72)
    ),
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


def worn_bore(ax: Axes, joint, degrees: float) -> None:
    """What the bore has lost, with its depth in a direction."""
    outer, depths = joint.radii()[0], np.array(joint.bearing_wear)
    angles = 2 * np.pi * (np.arange(len(depths)) + 0.5) / len(depths)
    start = int(np.argmin(depths))  # the outline begins where nothing is lost
    angles, depths = np.roll(angles, -start), np.roll(depths, -start)
    way = np.array([np.cos(angles), np.sin(angles)])[:, depths > 0]
    edge = ((outer + depths[depths > 0]) * way).T
    ax.add_patch(Polygon([*edge, *(outer * way).T[::-1]], fc="white", ec="none", zorder=4))
    ax.plot(*edge.T, color=FORCE, lw=LINE, zorder=5)
    ax.plot(*(outer * way), color=INK, lw=0.7, ls=(0, (4, 3)), zorder=5)
    way = np.array([math.cos(math.radians(degrees)), math.sin(math.radians(degrees))])
    pointed(ax, outer * way, (outer + depths.max()) * way, "bearing_wear", (1.15, -1.6))


def hinge(joint) -> Figure:
    figure, (end, side) = sheet(2, 3.9)
    bore(end, joint, "along the axis", angle=True)
    worn_bore(end, joint, -50)
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
