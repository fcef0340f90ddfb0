"""A mechanism with ideal joints as a tree from the ground, as robots are described: each joint as
elementary motions, one after the other; what closes loops is left over.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import numpy as np

from ..assembly.joint_frames import body_indices, joint_frame
from ..assembly.poses import Poses
from ..laws import Linear
from ..model import GROUND, Joint, JointSpring, Mechanism
from ..model.motions import COORDINATES, Hold

__all__ = ["Edge", "Motion", "RobotTree"]

TURN, SLIDE, BALL = "turn", "slide", "ball"
OPEN = 1e-6  # of the size of the mechanism: how far the points of a joint may be apart


@dataclass
class Motion:
    """An elementary motion of a child against its parent, about or along an axis in the child's
    frame at t = 0.
    """

    name: str
    kind: str
    axis: np.ndarray
    lower: float | None = None
    upper: float | None = None
    stiffness: float = 0.0
    damping: float = 0.0
    free_position: float = 0.0


@dataclass
class Edge:
    """A joint of the tree, or none where a body is free."""

    parent: int
    child: int
    joint: Joint | None = None
    at: np.ndarray = field(default_factory=lambda: np.zeros(3))  # in the frame of the child
    motions: list[Motion] = field(default_factory=list)


class RobotTree:
    """Bodies in an order in which each follows its parent; body 0 is the ground."""

    def __init__(self, mechanism: Mechanism) -> None:
        self.mechanism, self.poses = mechanism, Poses(mechanism)
        self.notes: list[str] = []
        self.edges: list[Edge] = []
        self.loops: list[Joint] = []
        self.sprung: set[str] = set()  # names of springs that are in the tree
        self._grow()
        for edge in self.edges:
            self._add_springs(edge)
        self._note_the_rest()

    def name(self, body: int) -> str:
        """Return the name of a body."""
        return GROUND if body == 0 else self.mechanism.bodies[body - 1].name

    def _grow(self) -> None:
        reached, waiting = {0}, list(self.mechanism.joints)
        while len(reached) <= len(self.mechanism.bodies):
            edge = next(filter(None, (self._edge(joint, reached) for joint in waiting)), None)
            if edge is None:  # the next body is free
                child = min(set(range(1, len(self.mechanism.bodies) + 1)) - reached)
                edge = Edge(0, child)
            else:
                waiting.remove(edge.joint)  # type: ignore[arg-type]
            reached.add(edge.child)
            self.edges.append(edge)
        self.loops = waiting

    def _edge(self, joint: Joint, reached: set[int]) -> Edge | None:
        i, j = body_indices(joint, self.poses)
        if (i in reached) == (j in reached):
            return None
        forward = i in reached  # the child is the second body
        frame = joint_frame(self.mechanism, joint.name)
        child, at = (j, frame.s_j) if forward else (i, frame.s_i)
        A_i, A_j = self.poses.A[i], self.poses.A[j]
        sign = 1.0 if forward else -1.0
        first = [sign * (self.poses.A[child].T @ (A_i @ axis)) for axis in frame.axes_i]
        second = [sign * (self.poses.A[child].T @ (A_j @ axis)) for axis in frame.axes_j]
        steps = self._steps(joint, (first, second))
        if steps is None:
            return None
        if not forward:
            steps.reverse()
        gap = np.linalg.norm(self.poses.r[i] + A_i @ frame.s_i - self.poses.r[j] - A_j @ frame.s_j)
        if all(kind != SLIDE for _, kind, _ in steps) and gap > OPEN:
            self.notes.append(
                f"joint '{joint.name}' is open by {gap:.3g} m where bodies are described"
            )
        several = len(steps) > 1
        motions = [
            Motion(f"{joint.name}_{word}" if several else joint.name, kind, axis)
            for word, kind, axis in steps
        ]
        for motion, (word, _, _) in zip(motions, steps, strict=True):
            for stop in joint.stops:
                if stop.coordinate == word:
                    motion.lower = stop.lower if stop.lower is not None else motion.lower
                    motion.upper = stop.upper if stop.upper is not None else motion.upper
        return Edge(i if forward else j, child, joint, at, motions)

    def _steps(
        self, joint: Joint, axes: tuple[list, list]
    ) -> list[tuple[str, str, np.ndarray]] | None:
        """Return coordinate, kind and axis of each elementary motion, from the first body on; None
        for a joint that is not made of such.
        """
        steps = []
        for name in joint.coordinates:
            known = COORDINATES[name]
            if known.axis is not None:
                kind = TURN if known.angular else SLIDE
                steps.append((name, kind, axes[known.body][known.axis]))
        count = len(steps)
        if not set(joint.rows(False).values()) & {Hold.TILT, Hold.TWIST, Hold.CROSS}:
            planar = self.mechanism.plane is not None  # where a ball is a pin
            steps.append(("angle", TURN, axes[0][2]) if planar else ("ball", BALL, axes[0][2]))
            count += 3
        return steps if count == 6 - joint.removes else None

    def _add_springs(self, edge: Edge) -> None:
        for force in self.mechanism.forces:
            if not isinstance(force, JointSpring) or edge.joint is None:
                continue
            if force.joint != edge.joint.name or len(edge.motions) != 1:
                continue
            laws: list[Any] = [force.stiffness, force.damping]
            if all(law is None or isinstance(law, Linear) for law in laws):
                motion, slopes = (
                    edge.motions[0],
                    [0.0 if law is None else law.slope for law in laws],
                )
                motion.stiffness, motion.damping = slopes
                motion.free_position = force.free_position
                self.sprung.add(force.name)

    def _note_the_rest(self) -> None:
        mechanism = self.mechanism
        self.notes += [
            f"joint '{joint.name}' is ideal there: its fit is left out"
            for joint in mechanism.joints
            if not joint.fit.ideal
        ]
        self.notes += [
            f"force '{force.name}' is left out"
            for force in mechanism.forces
            if force.name not in self.sprung
        ]
        self.notes += [f"driver '{driver.name}' is left out" for driver in mechanism.drivers]
