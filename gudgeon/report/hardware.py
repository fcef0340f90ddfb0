"""What a machine has besides links and pins, as shapes for the page: supports on the ground, and the
ends that stops meet.
"""

from __future__ import annotations

from typing import Any

import numpy as np

Shape = dict[str, Any]
UPRIGHT = 0.8  # cosine between an axis and the vertical, above which a shaft stands


def shape(kind: str, centre: np.ndarray, **data: Any) -> Shape:
    """Return a shape at a point of its body."""
    return {"kind": kind, "centre": np.asarray(centre).tolist(), **data}


def bearing_support(
    centre: np.ndarray, axis: np.ndarray, up: np.ndarray, r: float, depth: float
) -> list[Shape]:
    """Return the pedestal of a pin of radius ``r`` on the ground: a bracket below it, or a flange
    around the foot of a shaft that stands.
    """
    if abs(axis @ up) > UPRIGHT:
        foot = centre - np.sign(axis @ up) * (0.5 * depth + 0.25 * r) * axis
        return [shape("cylinder", foot, axis=axis.tolist(), radius=2.6 * r, length=0.5 * r)]
    level = up - (up @ axis) * axis
    level = level / np.linalg.norm(level)
    sizes = {"radius": 1.75 * r, "height": 4.2 * r, "depth": 0.8 * depth}
    slab = shape(
        "box",
        centre - 4.35 * r * level,
        size=[6.4 * r, 0.3 * r, 1.3 * depth],
        frame=[np.cross(level, axis).tolist(), level.tolist(), axis.tolist()],
    )
    return [shape("bracket", centre, axis=axis.tolist(), up=level.tolist(), **sizes), slab]


def post(centre: np.ndarray, up: np.ndarray, r: float) -> list[Shape]:
    """Return what holds a ball of radius ``r`` on the ground: a post with a foot."""
    foot = centre - 4.2 * r * up
    return [
        {
            "kind": "rod",
            "from": (centre - 1.1 * r * up).tolist(),
            "to": foot.tolist(),
            "radius": 0.45 * r,
        },
        shape("cylinder", foot, axis=up.tolist(), radius=2.2 * r, length=0.4 * r),
    ]


def collar(at: np.ndarray, axis: np.ndarray, inner: float, outer: float, length: float) -> Shape:
    """Return a ring on a rail that something sliding along it runs against."""
    return shape(
        "sleeve", at, axis=axis.tolist(), inner=inner, outer=outer, length=length, stop=True
    )


def block_end(at: np.ndarray, frame: np.ndarray, size: list[float]) -> Shape:
    """Return an end of a guide that a slider runs against."""
    return shape("box", at, size=size, frame=frame.tolist(), stop=True)


def angle_pegs(
    at: np.ndarray, axes: np.ndarray, limits: tuple[float | None, float | None], r: float
) -> list[Shape]:
    """Return the flange of the first body with a peg at each limit of an angle, a lug's width
    beyond it.
    """
    way, reach = 2.3 * r, 0.7 / 2.3  # radius of the pegs' circle; angle that lug and peg take
    first, second, axis = axes
    flange = shape(
        "cylinder", at - 0.5 * r * axis, axis=axis.tolist(), radius=2.9 * r, length=0.15 * r
    )
    pegs = []
    for limit, side in zip(limits, (-1, 1), strict=True):
        if limit is not None:
            angle = limit + side * reach
            out = np.cos(angle) * first + np.sin(angle) * second
            pegs.append(
                shape(
                    "cylinder",
                    at + way * out,
                    axis=axis.tolist(),
                    radius=0.35 * r,
                    length=1.1 * r,
                    stop=True,
                )
            )
    return [flange, *pegs]


def angle_lug(at: np.ndarray, axes: np.ndarray, r: float) -> Shape:
    """Return the lug of the second body that runs against pegs: it points where the angle is
    counted from.
    """
    return shape(
        "box",
        at + 1.45 * r * axes[0],
        size=[2.9 * r, 0.7 * r, 0.7 * r],
        frame=axes.tolist(),
        stop=True,
    )
