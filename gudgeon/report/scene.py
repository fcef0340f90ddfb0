"""What the page draws: every body as simple shapes in its own frame, made from its joints and
its inertia.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import combinations
from typing import Any

import numpy as np

from ..assembly.contact_info import ContactInfo
from ..assembly.joint_frames import body_indices, global_axes, joint_frame, local_points
from ..assembly.poses import Poses, inertia_matrix, perpendicular, unit
from ..model import GROUND, PLANES, Box, Cylinder, Joint, Mechanism, Rod, Solid, Sphere
from ..model.motions import COORDINATES, NOT_HELD, Surface
from . import hardware
from .hardware import Shape
from .hardware import shape as _shape

Span = tuple[float, float]
Pair = tuple[int, int]
PART_OF = {"spring": "stiffness", "damper": "damping"}  # and the field that says that there is one
FAR = 2  # sizes of the mechanism up to which rails are drawn, should something slide away


def scene_of(
    mechanism: Mechanism, travel: Mapping[str, Span], shapes: Mapping[str, list[Shape]]
) -> dict[str, Any]:
    """Return bodies with their shapes, joints, springs and directions; ``travel`` is how far
    sliding joints go [m].
    """
    draft = _Draft(mechanism, travel)
    bodies = [{"name": GROUND, "shapes": draft.shapes[0] + list(shapes.get(GROUND, ()))}]
    for k, body in enumerate(mechanism.bodies, start=1):
        own = shapes.get(body.name)
        bodies.append({"name": body.name, "shapes": (own or draft.body(k, body)) + draft.shapes[k]})
    return {
        "size": draft.size,
        "normal": list(mechanism.normal()) if mechanism.plane else None,
        "axes": list(PLANES[mechanism.plane][:2]) if mechanism.plane else None,
        "gravity": list(mechanism.vector(mechanism.gravity)),
        "bodies": bodies,
        "joints": [draft.joint(joint) for joint in mechanism.joints],
        "struts": [*draft.struts()],
    }


class _Draft:
    """The hardware of all joints, collected per body."""

    def __init__(self, mechanism: Mechanism, travel: Mapping[str, Span]) -> None:
        self.mechanism, self.travel, self.poses = mechanism, travel, Poses(mechanism)
        # where links must reach
        self.ends: list[list[np.ndarray]] = [[] for _ in range(len(mechanism.bodies) + 1)]
        self.shapes: list[list[Shape]] = [[] for _ in self.ends]
        self.size = self._size()
        self.thick = 0.022 * self.size
        self.layer = self._layers()
        for joint in mechanism.joints:
            if joint.drawn_as == "rod":  # see struts
                self._rod_on_ground(joint)
            elif joint.drawn_as != "coupling":
                self._hardware(joint)
        for force in self._stretched():
            for k, point in zip(self._bodies(force), self._points(force), strict=True):
                self.ends[k].append(self._lift(k, point))

    def _size(self) -> float:
        poses = self.poses
        points = [*poses.r[1:]]
        for joint in self.mechanism.joints:
            points += [
                poses.r[k] + poses.A[k] @ at
                for k, at in zip(self._bodies(joint), self._points(joint), strict=True)
            ]
        spread = float(np.linalg.norm(np.ptp(np.array(points), axis=0)))
        return spread or 0.1

    def _layers(self) -> list[float]:
        """Return how far each body is drawn from the plane, so that neighbours of a planar
        mechanism do not overlap [m].
        """
        layers: dict[int, int] = {0: 0}
        if self.mechanism.plane is None:
            return [0.0] * len(self.ends)
        pairs = [
            (self._bodies(joint), joint.drawing(planar=True)) for joint in self.mechanism.joints
        ]
        for (a, b), drawing in pairs:  # a block lies in its guide, behind what is hinged to it
            if drawing == "slider" and 0 in (a, b):
                layers[a] = layers[b] = 0
        for k in range(1, len(self.ends)):
            beside = [a + b - k for (a, b), _ in pairs if k in (a, b)]
            taken = {layers.get(other) for other in beside}
            free = (layer for layer in range(1, len(layers) + 1) if layer not in taken)
            layers.setdefault(k, next(free))
        return [1.6 * self.thick * layers[k] for k in range(len(self.ends))]

    def _bodies(self, part: Any) -> tuple[int, int]:
        return body_indices(part, self.poses)

    def _points(self, part: Any) -> tuple[np.ndarray, np.ndarray]:
        return local_points(part, self.mechanism, self.poses)

    def _axes(self, joint: Joint) -> list[np.ndarray]:
        """Return the joint axis on the first and on the second body, each in its frame; the
        normal where there is none.
        """
        axes = global_axes(joint, self.mechanism, self.poses)
        return [
            self.poses.A[body].T @ axis
            for body, axis in zip(self._bodies(joint), axes, strict=True)
        ]

    def _lift(self, body: int, point: np.ndarray) -> np.ndarray:
        return (
            point + self.layer[body] * np.array(self.mechanism.normal())
            if self.mechanism.plane
            else point
        )

    # -- joints ------------------------------------------------------------------------------------

    def radius(self, joint: Any) -> float:
        """Return the radius with which a pin or ball is drawn [m]: its own if that can be seen,
        otherwise a usual one.
        """
        radii = joint.radii() if hasattr(joint, "radii") else None
        usual = 0.8 * self.thick
        return radii[1] if radii and 0.3 * usual < radii[1] < 6 * usual else usual

    def _hardware(self, joint: Joint) -> None:
        (i, j), (p_i, p_j), (b_i, b_j) = self._bodies(joint), self._points(joint), self._axes(joint)
        drawing, r = joint.drawing(self.mechanism.plane is not None), self.radius(joint)
        q_i, q_j = self._lift(i, p_i), self._lift(j, p_j)
        if drawing != "slider":
            self.ends[i].append(q_i)
            self.ends[j].append(q_j)
        if 0 in (i, j):
            self._support(drawing, (i, j).index(0), (q_i, q_j), (b_i, b_j), r)
        if drawing == "hinge":
            self._hinge(joint, i, j, (q_i, q_j), (b_i, b_j), r)
        elif drawing == "ball":
            self.shapes[i].append(
                _shape("socket", q_i, radius=1.18 * r, axis=self._opening(i, p_i))
            )
            self.shapes[j].append(_shape("ball", q_j, radius=r))
        elif drawing == "cross":
            for k, q, b in ((i, q_i, b_i), (j, q_j, b_j)):
                self.shapes[k].append(
                    _shape("cylinder", q, axis=b.tolist(), radius=0.35 * r, length=3.2 * r)
                )
            self.shapes[j].append(_shape("ball", q_j, radius=0.6 * r))
        elif drawing == "slider":
            self._slider_in_guide(joint, (i, j), (q_i, q_j), (b_i, b_j), r)
        elif drawing in ("sleeve", "pin on a rail"):
            self._on_rail(drawing == "sleeve", joint, (i, j), (q_i, q_j), (b_i, b_j), r)
        elif drawing == "plate":
            self.shapes[i].append(
                _shape("cylinder", q_i, axis=b_i.tolist(), radius=5 * r, length=0.1 * r)
            )
            self.shapes[j].append(
                _shape("cylinder", q_j, axis=b_j.tolist(), radius=1.5 * r, length=0.4 * r)
            )
        else:
            self.shapes[j].append(_shape("box", q_j, size=[1.6 * r] * 3, frame=np.eye(3).tolist()))

    def _hinge(self, joint: Any, i: int, j: int, at: tuple, axes: tuple, r: float) -> None:
        outer, inner = self._bearing_lengths(joint, r)
        if self.mechanism.plane:  # the pin reaches from one layer into the other
            inner = 2 * abs(self.layer[i] - self.layer[j]) + inner
        self.shapes[i].append(
            _shape(
                "sleeve", at[0], axis=axes[0].tolist(), inner=1.02 * r, outer=1.55 * r, length=outer
            )
        )
        self.shapes[j].append(
            _shape("cylinder", at[1], axis=axes[1].tolist(), radius=r, length=inner)
        )
        for stop in joint.stops:
            if stop.coordinate == "angle":
                self._angle_stop(joint, stop, (i, j), at, outer / 2 + 0.5 * r, r)

    def _bearing_lengths(self, joint: Any, r: float) -> Span:
        """Return the lengths of bearing and journal as they are drawn [m]: links of a plane are
        flat, whatever they are in truth.
        """
        if self.mechanism.plane:
            return 1.6 * self.thick, 2.0 * self.thick
        lengths, usual = joint.lengths() if hasattr(joint, "lengths") else None, 3.0 * r
        if lengths and all(0.3 * usual < length < 6 * usual for length in lengths):
            outer, inner = lengths
            return outer, inner
        return usual, 1.25 * usual

    def _angle_stop(
        self, joint: Any, stop: Any, bodies: Pair, at: tuple, aside: float, r: float
    ) -> None:
        """Draw a flange with pegs on the first body and a lug on the second, beside the bearing."""
        frame = joint_frame(self.mechanism, joint.name)
        (i, j), (q_i, q_j), top = bodies, at, max(self.layer[k] for k in bodies)
        lift_i, lift_j = (aside + top - self.layer[k] for k in bodies)
        axes_i, axes_j = np.array(frame.axes_i), np.array(frame.axes_j)
        limits = (stop.lower, stop.upper)
        self.shapes[i] += hardware.angle_pegs(q_i + lift_i * axes_i[2], axes_i, limits, r)
        self.shapes[j].append(hardware.angle_lug(q_j + lift_j * axes_j[2], axes_j, r))

    def _support(self, drawing: str, side: int, at: tuple, axes: tuple, r: float) -> None:
        """Draw what carries a joint on the ground."""
        if drawing == "hinge":
            depth = 1.6 * self.thick if self.mechanism.plane else 3.0 * r
            self.shapes[0] += hardware.bearing_support(at[side], axes[side], self.up, r, depth)
        elif drawing in ("ball", "cross"):
            self.shapes[0] += hardware.post(at[side], self.up, r)

    def _rod_on_ground(self, joint: Joint) -> None:
        """Draw a ball that a rod ends in on the ground, and a post on the side away from the body
        that the rod leads to.
        """
        bodies, points = self._bodies(joint), self._points(joint)
        if 0 not in bodies:
            return
        side = bodies.index(0)
        at, r = self._lift(0, points[side]), 0.8 * self.thick
        k = bodies[1 - side]
        away = at - (self.poses.r[k] + self.poses.A[k] @ points[1 - side])
        up = self.up if away @ self.up < -r else -self.up
        self.shapes[0] += [_shape("ball", at, radius=r), *hardware.post(at, up, r)]

    @property
    def up(self) -> np.ndarray:
        """Upwards: against gravity, or along the second axis of a plane."""
        gravity = np.array(self.mechanism.vector(self.mechanism.gravity))
        if np.linalg.norm(gravity) > 0:
            return -unit(gravity)
        return np.eye(3)[PLANES[self.mechanism.plane][1] if self.mechanism.plane else 2]

    def _carried(self, joint: Joint) -> float:
        """Return the radius of the largest pin or ball that the second body of a joint has besides
        [m], as it is drawn.
        """
        others = [other for other in self.mechanism.joints if other is not joint]
        return max(
            (
                self.radius(other)
                for other in others
                if self._bodies(joint)[1] in self._bodies(other)
                and other.drawing(self.mechanism.plane is not None) in ("hinge", "ball", "cross")
            ),
            default=0.0,
        )

    def _stretched(self) -> list[Any]:
        return [force for force in self.mechanism.forces if hasattr(force, "points")]

    def _opening(self, body: int, point: np.ndarray) -> list[float]:
        """Return the direction in which a socket is open: away from its body."""
        towards = point if np.linalg.norm(point) > 1e-9 * self.size else np.array([0.0, 0.0, 1.0])
        if body == 0:
            towards = np.mean(self.poses.r[1:], axis=0) - point
        length = np.linalg.norm(towards)
        return (towards / length).tolist() if length > 0 else [0.0, 0.0, 1.0]

    def _reach(self, joint: Joint) -> Span:
        """Return how far a sliding joint goes, as far as rails are drawn [m]."""
        low, high = np.clip(
            self.travel.get(joint.name, (0.0, 0.0)), -FAR * self.size, FAR * self.size
        )
        return low, high

    def _slider_in_guide(self, joint: Any, bodies: tuple, at: tuple, axes: tuple, r: float) -> None:
        (low, high), length, radii = self._reach(joint), joint.journal_length, joint.radii()
        half = radii[1] if radii and self.mechanism.plane and r / 2 < radii[1] < 6 * r else 2 * r
        half = max(half, 1.75 * self._carried(joint))
        length = length if length and length > r else 2.5 * half
        ends = [
            side * (length + 0.5 * half) / 2 + limit
            for stop in joint.stops
            if stop.coordinate == "displacement"
            for side, limit in ((-1, stop.lower), (1, stop.upper))
            if limit is not None
        ]
        reach = (
            min([low - 0.65 * length, *(end - 0.25 * half for end in ends)]),
            max([high + 0.65 * length, *(end + 0.25 * half for end in ends)]),
        )
        self._slider(bodies, at, axes, reach, (length, half), ends)

    def _on_rail(
        self, sleeve: bool, joint: Any, bodies: tuple, at: tuple, axes: tuple, r: float
    ) -> None:
        (i, j), (q_i, q_j), (b_i, b_j) = bodies, at, axes
        low, high = self._reach(joint)
        rail = 0.8 * r if sleeve else 0.6 * r
        # The rail belongs to the part along which the other slides: the first body's line, or the
        # journal of a sleeve.
        carrier, origin, axis = (j, q_j, -b_j) if sleeve else (i, q_i, b_i)
        ends = [(origin + end * axis).tolist() for end in (low - 4 * r, high + 4 * r)]
        self.shapes[carrier].append({"kind": "rod", "from": ends[0], "to": ends[1], "radius": rail})
        slid = 2 * r if sleeve else 1.2 * r  # half the length of what slides
        for stop in joint.stops:
            for side, limit in ((-1, stop.lower), (1, stop.upper)):
                if stop.coordinate == "displacement" and limit is not None:
                    end = origin + (limit + side * (slid + 0.3 * r)) * axis
                    ring = hardware.collar(end, axis, rail, 1.7 * r, 0.6 * r)
                    self.shapes[carrier].append(ring)
        if sleeve:
            self.shapes[i].append(
                _shape("sleeve", q_i, axis=b_i.tolist(), inner=rail, outer=1.5 * r, length=4 * r)
            )
        else:
            self.shapes[j].append(_shape("ball", q_j, radius=1.2 * r))

    def _slider(
        self, bodies: tuple, at: tuple, axes: tuple, reach: Span, size: Span, ends: list[float]
    ) -> None:
        """Draw a block, and its guide: two rails on a plate, with what closes it at its ends."""
        (i, j), (length, half) = bodies, size
        deep = 0.7 * self.thick if self.mechanism.plane else half  # half the height above the plate
        across = self._frame(axes[1])
        self.shapes[j].append(
            _shape("box", at[1], size=[length, 2 * half, 2 * deep], frame=across.tolist())
        )
        frame = self._frame(axes[0])
        foot = at[0] + (self.layer[j] - self.layer[i]) * frame[2]
        middle = foot + (reach[0] + reach[1]) / 2 * axes[0]
        long = reach[1] - reach[0]
        for side in (-1, 1):  # two rails, one on each side
            centre = middle + side * (1.22 * half) * frame[1]
            self.shapes[i].append(
                _shape("box", centre, size=[long, 0.36 * half, 2 * deep], frame=frame.tolist())
            )
        if i == 0:
            plate = middle - 1.25 * deep * frame[2]
            self.shapes[0].append(
                _shape(
                    "box",
                    plate,
                    size=[long, 2.8 * half, 0.4 * deep],
                    frame=frame.tolist(),
                    pale=True,
                )
            )
        for end in ends:
            closed = [0.5 * half, 2 * half, 2 * deep]
            self.shapes[i].append(hardware.block_end(foot + end * axes[0], frame, closed))

    def _frame(self, axis: np.ndarray) -> np.ndarray:
        """Return rows: along the axis, across it in the plane (or sideways, level), and the
        third.
        """
        normal = (
            np.array(self.mechanism.normal())
            if self.mechanism.plane
            else -np.array(self.mechanism.vector(self.mechanism.gravity))
        )
        third = normal - (normal @ axis) * axis
        third = unit(third) if np.linalg.norm(third) > 1e-6 else perpendicular(axis)
        return np.array([axis, np.cross(third, axis), third])

    def joint(self, joint: Any) -> dict[str, Any]:
        """Return what the page must know of a joint to draw forces in it and to magnify its gap."""
        fit = joint.fit
        about: dict[str, Any] = {
            "name": joint.name,
            "kind": type(joint).__name__.lower(),
            "fit": type(fit).__name__.lower(),
            "bodies": self._bodies(joint),
            "points": [point.tolist() for point in self._points(joint)],
            "axes": [axis.tolist() for axis in self._axes(joint)],
        }
        clearance = fit.drawn_gap(joint) or None
        if clearance is not None:
            about |= {
                "clearance": clearance,
                "lengths": joint.lengths() if hasattr(joint, "lengths") else None,
            }
            about["length"] = getattr(joint, "journal_length", None)
            if fit.surface_laws and Surface.BLOCK in joint.surfaces(planar=False):
                about["block"] = self._block(joint)
        if joint.stops or fit.plays():
            about["stops"] = {
                contact.name: self._stop(joint, contact.limits, contact.side)
                for contact in _stops(joint)
            }
            about["limits"] = [
                {"coordinate": stop.coordinate, "lower": stop.lower, "upper": stop.upper}
                for stop in joint.stops
            ]
        return about

    def _block(self, joint: Any) -> dict[str, Any]:
        """Return half the size of a block and its play [m], in height and in width, and where
        its height points in both bodies.
        """
        (high, above), (wide, beside) = joint.sections()
        frame = joint_frame(self.mechanism, joint.name)
        return {
            "half": [high, wide],
            "play": [above, beside],
            "heights": [axes[0].tolist() for axes in (frame.axes_i, frame.axes_j)],
        }

    def _stop(self, joint: Any, coordinate: str, side: str) -> dict[str, Any]:
        """Return in which direction, and of which body's frame, a stop pushes the second body: a
        lower one as its coordinate grows.

        One on a tilt turns about the normal of both axes, which is fixed in no body; one of a
        coupling acts on several joints, and none of them is meant.
        """
        if coordinate in ("misalignment", *NOT_HELD):
            return {"tilt": True, "angular": True}
        # of play the motion is given
        counted = COORDINATES[joint.coordinate_of.get(coordinate, coordinate)]
        frame, sign = joint_frame(self.mechanism, joint.name), 1.0 if side == "lower" else -1.0
        axis = (
            None
            if counted.axis is None
            else sign * (frame.axes_i, frame.axes_j)[counted.body][counted.axis]
        )
        return {
            "body": self._bodies(joint)[counted.body],
            "axis": None if axis is None else axis.tolist(),
            "sign": sign,
            "angular": counted.unit == "rad",
        }

    # -- bodies ------------------------------------------------------------------------------------

    def body(self, k: int, body: Any) -> list[Shape]:
        """Return the shapes of a body that has none of its own: its solid, or links between its
        joints.
        """
        ends = _distinct(self.ends[k], 1e-6 * self.size)
        centre = self._lift(k, np.zeros(3))
        if isinstance(body.inertia, Solid):
            return [solid_shape(body.inertia), *self._links([(centre, end) for end in ends], 0.5)]
        if not ends:
            return [] if self._has_block(k) else [self._ellipsoid(body)]
        if len(ends) == 1:
            links = self._links([(ends[0], centre)], 1.0)
            mark = (
                []
                if self._has_block(k)
                else [_shape("ball", centre, radius=1.6 * self.thick)]
                if links
                else [self._ellipsoid(body)]
            )
            return links + mark
        if len(ends) <= 3:
            return self._links(list(combinations(ends, 2)), 1.0)
        middle = np.mean(ends, axis=0)
        return self._links([(middle, end) for end in ends], 1.0)

    def _has_block(self, k: int) -> bool:
        return any(shape["kind"] == "box" and "stop" not in shape for shape in self.shapes[k])

    def _links(self, pairs: list[tuple], share: float) -> list[Shape]:
        links = []
        for a, b in pairs:
            length = float(np.linalg.norm(b - a))
            if length > 1e-3 * self.size:
                radius = share * min(0.8 * self.thick, 0.2 * length)
                flat = (
                    {"normal": list(self.mechanism.normal()), "depth": 1.2 * self.thick}
                    if self.mechanism.plane
                    else {}
                )
                links.append(
                    {"kind": "rod", "from": a.tolist(), "to": b.tolist(), "radius": radius, **flat}
                )
        return links

    def _ellipsoid(self, body: Any) -> Shape:
        """Return the homogeneous ellipsoid with the body's moments of inertia, kept to a size
        that can be seen.
        """
        moments, axes = np.linalg.eigh(inertia_matrix(body, self.mechanism))
        squares = 2.5 * (moments.sum() - 2 * moments) / body.total_mass
        half = np.clip(np.sqrt(np.maximum(squares, 0)), self.thick, 8 * self.thick)
        return _shape("ellipsoid", np.zeros(3), size=half.tolist(), frame=axes.T.tolist())

    def struts(self) -> Iterator[dict[str, Any]]:
        """Yield what stretches between points of two bodies: massless rods and springs."""
        joints: list[Any] = [joint for joint in self.mechanism.joints if joint.drawn_as == "rod"]
        for kind, part in [
            *(("rod", joint) for joint in joints),
            *((_stretching(force), force) for force in self._stretched()),
        ]:
            points = [
                self._lift(k, point).tolist()
                for k, point in zip(self._bodies(part), self._points(part), strict=True)
            ]
            yield {
                "kind": kind,
                "name": part.name,
                "bodies": self._bodies(part),
                "points": points,
                "radius": 0.4 * self.thick,
            }


def _stretching(force: Any) -> str:
    """Return whether a force between two points is drawn as spring, as damper, or as both."""
    parts = [
        word for word in ("spring", "damper") if getattr(force, PART_OF[word], None) is not None
    ]
    return " and ".join(parts) or "spring"


def solid_shape(solid: Solid) -> Shape:
    """Return how the page draws a solid."""
    origin = np.zeros(3)
    if isinstance(solid, Box):
        return _shape("box", origin, size=list(solid.size), frame=np.eye(3).tolist())
    if isinstance(solid, Sphere):
        return _shape("ball", origin, radius=solid.radius)
    assert isinstance(solid, (Cylinder, Rod))
    axis = [float(name == solid.axis) for name in "xyz"]
    inner = getattr(solid, "inner_radius", 0.0)
    if inner:
        return _shape(
            "sleeve", origin, axis=axis, inner=inner, outer=solid.radius, length=solid.length
        )
    return _shape("cylinder", origin, axis=axis, radius=solid.radius, length=solid.length)


def _stops(joint: Joint) -> list[ContactInfo]:
    ends = ("lower", "upper")
    limits = [
        (stop.coordinate, side)
        for stop in joint.stops
        for side in ends
        if getattr(stop, side) is not None
    ]
    plays = [(motion, side) for motion in joint.fit.plays() if motion != "radial" for side in ends]
    stops = [
        ContactInfo(joint.name, "stop", coordinate=coordinate, side=side)
        for coordinate, side in limits
    ]
    return stops + [
        ContactInfo(joint.name, "play", motion=motion, side=side) for motion, side in plays
    ]


def _distinct(points: list[np.ndarray], tolerance: float) -> list[np.ndarray]:
    kept: list[np.ndarray] = []
    for point in points:
        if all(np.linalg.norm(point - other) > tolerance for other in kept):
            kept.append(point)
    return kept
