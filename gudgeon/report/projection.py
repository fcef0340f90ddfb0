"""The shapes of a scene as flat polygons, seen from where the page sees the mechanism first."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from ..assembly.poses import unit
from .scene import scene_of

if TYPE_CHECKING:
    from ..results.result import Result

# the ground, then bodies in turn, as on the page
GROUND = "#8b96a3"
MOVING = ("#e08a12", "#2b7bd6", "#1f9d63", "#b04ac4", "#d14b5f", "#16a3ad", "#9a7b3f", "#6a6fe0")
ROUND = np.linspace(0, 2 * np.pi, 25)[:-1]
SAMPLES = 60  # times at which the extent of the motion is measured
AIR = 0.05  # around it, of its size


@dataclass(frozen=True)
class Flat:
    """A polygon of the picture (corners, 2), how near it is, and its colours."""

    corners: np.ndarray
    depth: float
    colour: str
    edge: str


def travel_of(run: Result) -> dict[str, tuple[float, float]]:
    """Return how far joints slide in a run [m]."""
    assert run.mechanism is not None
    return {
        joint.name: (float(moved.min()), float(moved.max()))
        for joint in run.mechanism.joints
        if "displacement" in joint.coordinates
        and len(moved := np.asarray(run.joint(joint.name).displacement))
    }


class View:
    """A run as it is seen: ``axes`` are to the right, upwards and towards the reader."""

    def __init__(self, run: Result) -> None:
        assert run.mechanism is not None
        self.run, self.mechanism = run, run.mechanism
        self.scene = scene_of(run.mechanism, travel_of(run), {})
        self.size = float(self.scene["size"])
        self.axes = _axes(self.scene)
        self.names = run.layout.labels["body"]
        corners = np.concatenate(
            [
                part.corners
                for now in np.linspace(float(run.t[0]), float(run.t[-1]), SAMPLES)
                for body in self.bodies(now)
                for part in body
            ]
        )
        (left, foot), (right, top) = corners.min(axis=0), corners.max(axis=0)
        air = AIR * self.size
        self.box = (float(left - air), float(right + air)), (float(foot - air), float(top + air))

    def pose(self, body: int, now: float) -> tuple[np.ndarray, np.ndarray]:
        """Return where a body is, and the matrix of its axes; the ground is body 0."""
        if body == 0:
            return np.zeros(3), np.eye(3)
        moving = self.run.body(self.names[body - 1])
        row = int(np.clip(np.searchsorted(self.run.t, now), 1, self.run.rows - 1))
        low, high = float(self.run.t[row - 1]), float(self.run.t[row])
        share = np.clip((now - low) / (high - low), 0, 1) if high > low else 1.0
        mixed = [
            np.asarray(values[row - 1]) * (1 - share) + share * sign * np.asarray(values[row])
            for values, sign in (
                (moving.position, 1.0),
                (moving.orientation, _same(moving.orientation[row - 1], moving.orientation[row])),
            )
        ]
        return mixed[0], rotation(mixed[1] / np.linalg.norm(mixed[1]))

    def bodies(self, now: float) -> Iterator[list[Flat]]:
        """Yield the polygons of each body at a time."""
        for k, body in enumerate(self.scene["bodies"]):
            position, matrix = self.pose(k, now)
            colour = GROUND if k == 0 else MOVING[(k - 1) % len(MOVING)]
            yield [
                self._flat(shape, position, matrix, colour)
                for shape in body["shapes"]
                if shape["kind"] != "mesh"
            ]

    def _flat(
        self, shape: dict[str, Any], position: np.ndarray, matrix: np.ndarray, colour: str
    ) -> Flat:
        points, radius = outline(shape)
        seen = (position + points @ matrix.T) @ self.axes.T
        corners = seen[:, :2]
        if radius:
            ring = radius * np.column_stack((np.cos(ROUND), np.sin(ROUND)))
            corners = (corners[:, None] + ring).reshape(-1, 2)
        # a pin is seen in its bearing by its end
        near = seen[:, 2].max() if shape["kind"] == "cylinder" else seen[:, 2].mean()
        shown = "#cdd4dc" if shape.get("pale") else "#d6246e" if shape.get("stop") else colour
        return Flat(hull(corners), float(near), shown, _darker(shown))

    def struts(self, now: float) -> Iterator[np.ndarray]:
        """Yield the lines of springs, which are zigzags, of dampers and massless rods."""
        for strut in self.scene["struts"]:
            ends = []
            for body, point in zip(strut["bodies"], strut["points"], strict=True):
                position, matrix = self.pose(body, now)
                ends.append(self.axes[:2] @ (position + matrix @ np.array(point)))
            along = ends[1] - ends[0]
            share = np.linspace(0, 1, 18)
            wide = 2 * strut["radius"] * np.array([0, 0, *[1, -1] * 7, 0, 0])
            across = np.array([-along[1], along[0]]) / (np.linalg.norm(along) or 1.0)
            zigzag = ends[0] + np.outer(share, along) + np.outer(wide, across)
            yield zigzag if "spring" in strut["kind"] else np.array(ends)

    def joint_point(self, name: str, now: float) -> np.ndarray:
        """Return where a joint is in the picture."""
        about = next(joint for joint in self.scene["joints"] if joint["name"] == name)
        position, matrix = self.pose(about["bodies"][1], now)
        return self.axes[:2] @ (position + matrix @ np.array(about["points"][1]))


def outline(shape: dict[str, Any]) -> tuple[np.ndarray, float]:
    """Return points in the frame of the body, and a radius around them, whose hull is a shape."""
    kind = shape["kind"]
    if kind == "rod":
        wider = 1.35 if "normal" in shape else 1.0
        return np.array([shape["from"], shape["to"]]), wider * shape["radius"]
    centre = np.array(shape["centre"])
    if kind in ("ball", "socket"):
        return centre[None], shape["radius"] * (1.16 if kind == "socket" else 1.0)
    if kind in ("cylinder", "sleeve"):
        axis = unit(np.array(shape["axis"]))
        side = unit(np.cross(axis, np.eye(3)[np.argmin(np.abs(axis))]))
        across = np.outer(np.cos(ROUND), side) + np.outer(np.sin(ROUND), np.cross(axis, side))
        ring = centre + shape.get("radius", shape.get("outer", 0.0)) * across
        return np.concatenate([ring + half * shape["length"] * axis for half in (-0.5, 0.5)]), 0.0
    if kind == "bracket":
        axis, up = np.array(shape["axis"]), np.array(shape["up"])
        side, r, deep = np.cross(up, axis), shape["radius"], shape["depth"] / 2
        top = r * (np.outer(np.cos(ROUND[:13]), side) + np.outer(np.sin(ROUND[:13]), up))
        foot = np.array([-1.5 * r * side, 1.5 * r * side]) - shape["height"] * up
        flat = centre + np.concatenate([top, foot])
        return np.concatenate([flat - deep * axis, flat + deep * axis]), 0.0
    half, frame = np.array(shape["size"]), np.array(shape["frame"])
    if kind == "ellipsoid":
        return centre + _sphere() * half @ frame, 0.0
    signs = np.array([[x, y, z] for x in (-1, 1) for y in (-1, 1) for z in (-1, 1)])
    return centre + signs * half / 2 @ frame, 0.0


def _sphere() -> np.ndarray:
    z = np.linspace(-1, 1, 9)
    wide = np.sqrt(1 - z**2)
    return np.concatenate(
        [
            np.column_stack((w * np.cos(ROUND), w * np.sin(ROUND), np.full(len(ROUND), h)))
            for h, w in zip(z, wide, strict=True)
        ]
    )


def hull(points: np.ndarray) -> np.ndarray:
    """Return the corners of the convex hull of points in a plane, counterclockwise."""
    order = sorted(map(tuple, points.tolist()))

    def chain(places: list[tuple[float, ...]]) -> list[tuple[float, ...]]:
        kept: list[tuple[float, ...]] = []
        for x, y in places:
            while len(kept) > 1 and (kept[-1][0] - kept[-2][0]) * (y - kept[-2][1]) <= (
                kept[-1][1] - kept[-2][1]
            ) * (x - kept[-2][0]):
                kept.pop()
            kept.append((x, y))
        return kept[:-1]

    return np.array([*chain(order), *chain(order[::-1])] or order[:1])


def rotation(e: np.ndarray) -> np.ndarray:
    """Return the matrix of Euler parameters, the scalar first."""
    e0, v = e[0], e[1:]
    skew = np.array([[0, -v[2], v[1]], [v[2], 0, -v[0]], [-v[1], v[0], 0]])
    return np.eye(3) + 2 * e0 * skew + 2 * skew @ skew


def _same(first: Any, second: Any) -> float:
    return -1.0 if float(np.dot(first, second)) < 0 else 1.0


def _axes(scene: dict[str, Any]) -> np.ndarray:
    """Return to the right, upwards and towards the reader: straight at a plane, otherwise from a
    corner, as on the page.
    """
    gravity = np.array(scene["gravity"])
    if scene["normal"]:
        towards = np.array(scene["normal"])
        up = -gravity if np.linalg.norm(gravity) else np.eye(3)[scene["axes"][1]]
        up = unit(up - (up @ towards) * towards)
    else:
        up = -unit(gravity) if np.linalg.norm(gravity) else np.array([0.0, 0.0, 1.0])
        side = np.array([1.0, 0, 0]) - up[0] * up if abs(up[0]) < 0.9 else np.array([0.0, 1.0, 0])
        side = unit(side)
        towards = unit(0.75 * side - 0.95 * np.cross(up, side) + 0.5 * up)
        up = unit(up - (up @ towards) * towards)
    return np.array([np.cross(up, towards), up, towards])


def _darker(colour: str) -> str:
    parts = (int(colour[k : k + 2], 16) for k in (1, 3, 5))
    return "#" + "".join(f"{int(0.62 * part):02x}" for part in parts)
