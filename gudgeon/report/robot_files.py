"""The ideal mechanism as URDF or MJCF, for programs that show or simulate robots."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any
from xml.etree.ElementTree import Element, SubElement, indent, tostring

import numpy as np

from .._base.arguments import path_of
from .._base.atomic_write import write_text
from .._base.errors import InputError
from ..assembly.joint_frames import body_indices, joint_frame
from ..assembly.poses import euler_parameters, inertia_matrix, perpendicular
from ..model import Joint, Mechanism
from ..model.changes import mechanism_of
from ..model.motions import Hold
from .robot_tree import BALL, SLIDE, Edge, Motion, RobotTree

__all__ = ["FORMATS", "export_model"]

FORMATS = {"urdf": ".urdf", "mjcf": ".xml"}
FAR = 1e3  # rad or m: limits where a format asks for some
EFFORT = 1e6
HINGE = {Hold.ACROSS, Hold.ALONG, Hold.TILT}
WELD = HINGE | {Hold.TWIST}


def export_model(mechanism: Mechanism | str, path: str | Path) -> list[str]:
    """Write a mechanism with ideal joints to a URDF (.urdf) or MJCF (.xml, .mjcf) file, and return
    what of it is not there, a sentence each.

    URDF has no loops: joints that close some are left out. Joints of several motions become as many
    of one, with links without mass between them.
    """
    mechanism, path = mechanism_of(mechanism), path_of(path)
    ending = path.suffix.lower()
    if ending not in (".urdf", ".xml", ".mjcf"):
        raise InputError("the name of a file of a robot ends in .urdf, .xml or .mjcf.", location=str(path))  # fmt: skip
    tree = RobotTree(mechanism)
    root = _Urdf(tree).root if ending == ".urdf" else _Mjcf(tree).root
    indent(root)
    write_text(path, '<?xml version="1.0"?>\n' + tostring(root, encoding="unicode") + "\n")
    return tree.notes


def _words(values: Iterable[Any]) -> str:
    return " ".join(repr(float(value) + 0.0) for value in values)


def _tensor(tree: RobotTree, body: int) -> np.ndarray:
    """Return the inertia of a body; in a plane, where only one moment is known, that of a ball."""
    tensor = inertia_matrix(tree.mechanism.bodies[body - 1], tree.mechanism)
    known = np.diag(tensor)
    return tensor if np.all(known > 0) else known.max() * np.eye(3)


class _Mjcf:
    def __init__(self, tree: RobotTree) -> None:
        self.tree, mechanism = tree, tree.mechanism
        self.root = Element("mujoco", model=mechanism.name)
        SubElement(
            self.root, "compiler", angle="radian", inertiafromgeom="false", balanceinertia="true"
        )
        SubElement(self.root, "option", gravity=_words(mechanism.vector(mechanism.gravity)))
        world = SubElement(self.root, "worldbody")
        elements = {0: world}
        for edge in tree.edges:
            elements[edge.child] = self._body(elements[edge.parent], edge)
        self._ties()

    def _body(self, above: Element, edge: Edge) -> Element:
        tree, poses, k = self.tree, self.tree.poses, edge.child
        A = poses.A[edge.parent]
        place = A.T @ (poses.r[k] - poses.r[edge.parent])
        turn = euler_parameters(A.T @ poses.A[k])
        body = SubElement(above, "body", name=tree.name(k), pos=_words(place), quat=_words(turn))
        given = tree.mechanism.bodies[k - 1]
        tensor = _tensor(tree, k)
        entries = (*np.diag(tensor), tensor[0, 1], tensor[0, 2], tensor[1, 2])
        SubElement(
            body, "inertial", pos="0 0 0", mass=repr(given.total_mass), fullinertia=_words(entries)
        )
        if edge.joint is None:
            SubElement(body, "freejoint")
        for motion in edge.motions:
            self._joint(body, edge, motion)
        size = max(float(np.linalg.norm(edge.at)), 1e-3)
        if np.linalg.norm(edge.at) > 1e-9:
            SubElement(
                body, "geom", type="capsule", fromto=_words((*edge.at, 0, 0, 0)), size=repr(0.05 * size),
                contype="0", conaffinity="0",
            )  # fmt: skip
        else:
            SubElement(body, "geom", size=repr(0.02), contype="0", conaffinity="0")
        return body

    def _joint(self, body: Element, edge: Edge, motion: Motion) -> None:
        kind = {BALL: "ball", SLIDE: "slide"}.get(motion.kind, "hinge")
        joint = SubElement(body, "joint", name=motion.name, type=kind, pos=_words(edge.at))
        if motion.kind != BALL:
            joint.set("axis", _words(motion.axis))
        if motion.stiffness:
            joint.set("stiffness", repr(motion.stiffness))
            joint.set("springref", repr(motion.free_position))
        if motion.damping:
            joint.set("damping", repr(motion.damping))
        if motion.lower is not None or motion.upper is not None:
            lower = -FAR if motion.lower is None else motion.lower
            upper = FAR if motion.upper is None else motion.upper
            joint.set("range", _words((lower, upper)))

    def _ties(self) -> None:
        """Close loops: a ball by one tie of points, a hinge by two along its axis, a weld."""
        tree = self.tree
        ties = Element("equality")
        for joint in tree.loops:
            i, j = body_indices(joint, tree.poses)
            frame = joint_frame(tree.mechanism, joint.name)
            points = _tied(joint, frame)
            if points is None:
                tree.notes.append(f"joint '{joint.name}' closes a loop and is left out")
                continue
            # anchors are in the frame of the first body, which must not be the world
            first, second, anchors = (i, j, points[0]) if i else (j, i, points[1])
            for k, point in enumerate(anchors):
                tie = SubElement(
                    ties, "weld" if set(joint.rows(False).values()) == WELD else "connect",
                    name=joint.name if k == 0 else f"{joint.name}_{k}", body1=tree.name(first),
                )  # fmt: skip
                if second:
                    tie.set("body2", tree.name(second))
                if tie.tag == "connect":
                    tie.set("anchor", _words(point))
        if len(ties):
            self.root.append(ties)


def _tied(joint: Joint, frame: Any) -> tuple[list[np.ndarray], list[np.ndarray]] | None:
    """Return points, in the frames of both bodies, that coincide; None for other joints."""
    held = set(joint.rows(False).values())
    if held == {Hold.POINT} or held == WELD:
        return [frame.s_i], [frame.s_j]
    if held == HINGE:
        reach = 0.1
        return [frame.s_i, frame.s_i + reach * frame.axes_i[2]], [frame.s_j, frame.s_j + reach * frame.axes_j[2]]  # fmt: skip
    return None


class _Urdf:
    def __init__(self, tree: RobotTree) -> None:
        self.tree = tree
        self.root = Element("robot", name=tree.mechanism.name)
        SubElement(self.root, "link", name=tree.name(0))
        # where the frame of each link is in its body: its joint
        self.origins = {0: np.zeros(3)} | {edge.child: edge.at for edge in tree.edges}
        for edge in tree.edges:
            self._link(edge)
            self._joints(edge)
        for joint in tree.loops:
            tree.notes.append(f"joint '{joint.name}' closes a loop and is left out")

    def _link(self, edge: Edge) -> None:
        tree, k = self.tree, edge.child
        link = SubElement(self.root, "link", name=tree.name(k))
        inertial = SubElement(link, "inertial")
        SubElement(inertial, "origin", xyz=_words(-edge.at))
        SubElement(inertial, "mass", value=repr(tree.mechanism.bodies[k - 1].total_mass))
        I = _tensor(tree, k)
        names = ("ixx", "iyy", "izz", "ixy", "ixz", "iyz")
        entries = (*np.diag(I), I[0, 1], I[0, 2], I[1, 2])
        SubElement(inertial, "inertia", {n: repr(float(x) + 0.0) for n, x in zip(names, entries, strict=True)})  # fmt: skip

    def _joints(self, edge: Edge) -> None:
        """Write a joint, one of several motions as several with links without mass between."""
        tree, poses = self.tree, self.tree.poses
        parent, child = edge.parent, edge.child
        A = poses.A[parent]
        at = A.T @ (poses.r[child] + poses.A[child] @ edge.at - poses.r[parent]) - self.origins[parent]  # fmt: skip
        turn = A.T @ poses.A[child]
        motions = [step for motion in edge.motions for step in _turns(motion)]
        above = tree.name(parent)
        if edge.joint is None or not motions:
            kind = "floating" if edge.joint is None else "fixed"
            name = edge.joint.name if edge.joint is not None else f"{tree.name(child)}_free"
            self._joint(name, kind, above, tree.name(child), at, turn, None)
            return
        for k, motion in enumerate(motions):
            last = k == len(motions) - 1
            below = tree.name(child) if last else f"{motion.name}_link"
            if not last:
                SubElement(self.root, "link", name=below)
            limited = motion.lower is not None or motion.upper is not None
            kind = "prismatic" if motion.kind == SLIDE else "revolute" if limited else "continuous"
            self._joint(motion.name, kind, above, below, at, turn, motion)
            above, at, turn = below, np.zeros(3), np.eye(3)

    def _joint(
        self, name: str, kind: str, above: str, below: str, at: Sequence[float] | np.ndarray,
        turn: np.ndarray, motion: Motion | None,
    ) -> None:  # fmt: skip
        joint = SubElement(self.root, "joint", name=name, type=kind)
        SubElement(joint, "parent", link=above)
        SubElement(joint, "child", link=below)
        SubElement(joint, "origin", xyz=_words(at), rpy=_words(_roll_pitch_yaw(turn)))
        if motion is None:
            return
        SubElement(joint, "axis", xyz=_words(motion.axis))
        if kind != "continuous":
            lower = -FAR if motion.lower is None else motion.lower
            upper = FAR if motion.upper is None else motion.upper
            SubElement(joint, "limit", lower=repr(lower), upper=repr(upper), effort=repr(EFFORT), velocity=repr(FAR))  # fmt: skip
        if motion.damping:
            SubElement(joint, "dynamics", damping=repr(motion.damping))
        if motion.stiffness:
            self.tree.notes.append(f"the stiffness of joint '{name}' is left out")


def _turns(motion: Motion) -> list[Motion]:
    """Return a motion as URDF has it: a ball as three hinges."""
    if motion.kind != BALL:
        return [motion]
    first = perpendicular(motion.axis)
    axes = (first, np.cross(motion.axis, first), motion.axis)
    return [Motion(f"{motion.name}_{k}", "turn", axis) for k, axis in enumerate(axes, start=1)]


def _roll_pitch_yaw(A: np.ndarray) -> tuple[float, float, float]:
    """Return the angles about fixed x, y, z that make a rotation."""
    pitch = float(np.arctan2(-A[2, 0], np.hypot(A[0, 0], A[1, 0])))
    if abs(abs(pitch) - np.pi / 2) < 1e-9:
        return 0.0, pitch, float(np.arctan2(-A[0, 1], A[1, 1]))
    return float(np.arctan2(A[2, 1], A[2, 2])), pitch, float(np.arctan2(A[1, 0], A[0, 0]))
