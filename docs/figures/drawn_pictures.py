"""Pictures of pages that speak of parts and of how they hang together: sketches and diagrams."""

import sys
from pathlib import Path

import numpy as np
from figure_axes import BLUE, RED
from matplotlib.figure import Figure
from matplotlib.patches import FancyBboxPatch

import gudgeon as gd

sys.path.insert(0, str(Path(__file__).parents[1] / "_ext"))
import joint_pages
import sketch_pens
import sketches


def describing() -> Figure:
    """All joints."""
    return sketches.all_joints(joint_pages.JOINTS)


def machine_elements() -> Figure:
    """A gear."""
    return sketches.joint_sketch(gd.Gear)


def fits() -> Figure:
    """All fits."""
    return sketches.all_fits()


def boxes(
    figure: Figure, words: list[tuple[float, float, str, str]], ways: list[tuple[int, int, str]]
) -> Figure:
    """Draw boxes with words at places, and arrows between them."""
    ax = figure.add_axes((0, 0, 1, 1))
    ax.axis("off")
    ax.set(xlim=(0, 1), ylim=(0, 1))
    for x, y, text, colour in words:
        wide, high = 0.155, 0.26
        ax.add_patch(
            FancyBboxPatch(
                (x - wide / 2, y - high / 2),
                wide,
                high,
                boxstyle="round,pad=0.006",
                fc=colour,
                ec="#1b2430",
                lw=1,
            )
        )
        ax.text(x, y, text, ha="center", va="center", fontsize=8.5)
    for start, end, text in ways:
        (xa, ya, *_), (xb, yb, *_) = words[start], words[end]
        reach = 0.088 if abs(xb - xa) > 0.05 else 0
        lift = 0 if reach else 0.15 * np.sign(yb - ya)
        a = (xa + reach * np.sign(xb - xa), ya + lift)
        b = (xb - reach * np.sign(xb - xa), yb - lift)
        ax.annotate("", b, a, arrowprops={"arrowstyle": "-|>", "color": "#1b2430", "lw": 1.1})
        ax.text(
            (a[0] + b[0]) / 2,
            (a[1] + b[1]) / 2,
            text,
            ha="center",
            va="center",
            fontsize=7.5,
            color=BLUE,
            bbox={"fc": "white", "ec": "none", "pad": 1},
        )
    return figure


def files() -> Figure:
    """Which command makes which file of which."""
    paper, made, seen = "#f3ead2", "#dbe8f5", "#e3efe2"
    words = [
        (0.10, 0.72, "model\n.yaml", paper),
        (0.10, 0.26, "library", paper),
        (0.42, 0.5, "result\n.h5", made),
        (0.74, 0.84, "page\n.html", seen),
        (0.74, 0.5, "picture\n.png .gif .mp4", seen),
        (0.74, 0.16, "numbers\n.csv .mat .parquet", seen),
    ]
    ways = [
        (0, 2, "gudgeon run"),
        (1, 2, "gudgeon run"),
        (2, 3, "gudgeon view"),
        (2, 4, "plot, animate"),
        (2, 5, "gudgeon export"),
    ]
    return boxes(Figure(figsize=(7.4, 2.7)), words, ways)


def exchange() -> Figure:
    """Models of other programs become models here."""
    paper, made, seen = "#f3ead2", "#dbe8f5", "#e3efe2"
    words = [
        (0.10, 0.84, "Adams\n.adm", paper),
        (0.10, 0.5, "URDF", paper),
        (0.10, 0.16, "MuJoCo\n.xml", paper),
        (0.45, 0.5, "model\n.yaml, Mechanism", made),
        (0.82, 0.5, "run\n.h5", seen),
    ]
    ways = [
        (0, 3, "gudgeon import"),
        (1, 3, "gudgeon import"),
        (2, 3, "gudgeon import"),
        (3, 4, "gudgeon run"),
    ]
    return boxes(Figure(figsize=(7.4, 2.7)), words, ways)


def numba() -> Figure:
    """From sources to code that runs."""
    paper, made, seen = "#f3ead2", "#dbe8f5", "#e3efe2"
    words = [
        (0.10, 0.5, "kernels, laws\n(plain Python)", paper),
        (0.38, 0.5, "units\n(object files)", made),
        (0.66, 0.78, "cache\nof this user", seen),
        (0.66, 0.22, "library\nin the wheel", seen),
        (0.91, 0.5, "run", "#ffffff"),
    ]
    ways = [(0, 1, "Numba, once"), (1, 2, "stamped"), (1, 3, "make wheel"), (2, 4, ""), (3, 4, "")]
    return boxes(Figure(figsize=(7.4, 2.3)), words, ways)


def theory() -> Figure:
    """Two bodies and the vectors of a joint between them."""
    figure, (ax,) = sketch_pens.sheet(1, 6.0, 3.2)
    for centre, angle, first in (((1.4, 0.9), 0.35, True), ((4.2, 1.3), -0.5, False)):
        turn = np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]])
        shape = np.array(
            [(-1.1, -0.35), (1.1, -0.3), (1.35, 0.1), (1.0, 0.4), (-1.0, 0.35), (-1.3, 0)]
        )
        sketch_pens.body(ax, shape @ turn.T + centre, first, hatch="", alpha=0.8)
        for axis in turn.T:
            sketch_pens.arrow(ax, centre, centre + 0.45 * axis, "-|>", "#1b2430", 1.0)
    joint, origin = np.array([2.95, 1.62]), np.array([0.0, 0.0])
    for tip, text, at in (((1.4, 0.9), "$r_1$", (0.6, 0.62)), ((4.2, 1.3), "$r_2$", (2.4, 0.55))):
        sketch_pens.arrow(ax, origin, tip, "-|>", BLUE, 1.4)
        sketch_pens.label(ax, *at, text, color=BLUE, fontsize=11)
    for start, text, at in (((1.4, 0.9), "$s_1$", (2.1, 1.5)), ((4.2, 1.3), "$s_2$", (3.7, 1.65))):
        sketch_pens.arrow(ax, start, joint, "-|>", RED, 1.4)
        sketch_pens.label(ax, *at, text, color=RED, fontsize=11)
    sketch_pens.disc(ax, tuple(joint), 0.07, fc="white", zorder=9)
    sketch_pens.label(ax, 2.0, 2.55, "$\\Phi = r_2 + s_2 - r_1 - s_1 = 0$", fontsize=10)
    for axis, name in (((0.6, 0), "x"), ((0, 0.6), "y")):
        sketch_pens.arrow(ax, origin, axis, "-|>", "#1b2430", 1.2)
        sketch_pens.label(ax, axis[0] * 1.2, axis[1] * 1.2, name)
    sketch_pens.frame(ax, (-0.4, 5.8), (-0.35, 2.75))
    return figure


def contacts() -> Figure:
    """Eccentricity, normal and penetration of a journal in its bearing."""
    figure, (ax,) = sketch_pens.sheet(1, 5.2, 3.6)
    sketch_pens.ring(ax, 1.5, 1.2)
    way = np.array([np.cos(-0.7), np.sin(-0.7)])
    centre = 0.42 * way
    sketch_pens.disc(ax, tuple(centre), 0.9, alpha=0.75)
    sketch_pens.arrow(ax, (0, 0), tuple(centre), "-|>", BLUE, 1.6)
    sketch_pens.label(ax, -0.05, -0.3, "$e$", color=BLUE, fontsize=11)
    sketch_pens.arrow(ax, tuple(1.32 * way), tuple(1.95 * way), "-|>", RED, 1.6)
    sketch_pens.label(ax, *(2.1 * way), "$n$", color=RED, fontsize=11)
    sketch_pens.arrow(ax, tuple(1.2 * way), tuple(1.32 * way), "<|-|>", "#1b2430", 0.9)
    ax.plot([1.26 * way[0], 1.9], [1.26 * way[1], -0.2], color="#1b2430", lw=0.5, zorder=9)
    sketch_pens.label(ax, 2.15, -0.15, r"$\delta = |e| - c$", fontsize=10)
    sketch_pens.radius(ax, (0, 0), 1.2, 150, "$R_i$")
    sketch_pens.radius(ax, tuple(centre), 0.9, 60, "$R_j$")
    sketch_pens.label(ax, -1.4, -1.5, "$c = R_i - R_j$", fontsize=10)
    sketch_pens.arrow(ax, tuple(1.2 * way), tuple(0.45 * way + 0.12), "-|>", "#1b2430", 1.6)
    sketch_pens.label(ax, 0.75, 0.05, "$F_N$", fontsize=10)
    sketch_pens.frame(ax, (-2.1, 2.7), (-1.75, 1.6))
    return figure


def notation() -> Figure:
    """The sizes of a joint."""
    return sketches.joint_sketch(gd.Revolute)


PICTURES = (
    describing,
    machine_elements,
    fits,
    files,
    exchange,
    numba,
    theory,
    contacts,
    notation,
)
