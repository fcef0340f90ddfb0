"""The animation of a run as a binary glTF file (.glb), which Blender, Windows, macOS and browsers
show: a node for each body, moved as the run has it.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np

from .._base.arguments import path_of, whole_number
from .._base.atomic_write import write_bytes
from .._base.errors import InputError, brief
from ..assembly.poses import euler_parameters, perpendicular, rotation, unit
from ..model import GROUND, PLANES, Mechanism
from ..results.result import Result
from .encoding import Blocks
from .meshes import shapes_of
from .projection import travel_of
from .scene import scene_of
from .triangles import triangles_of, tube

__all__ = ["export_glb"]

COLOURS = ((0.55, 0.58, 0.62), (0.16, 0.42, 0.75), (0.85, 0.42, 0.13), (0.18, 0.58, 0.34),
           (0.62, 0.28, 0.60), (0.75, 0.60, 0.15), (0.20, 0.60, 0.65))  # fmt: skip
FLOAT, TRIANGLES = 5126, 4
MAX_FRAMES = 100_000


def export_glb(
    result: Result, path: str | Path, *, frames: int = 300, shapes: Mapping[str, Any] | None = None
) -> Path:
    """Write the animation of a run to a binary glTF file and return its path.

    ``frames`` is the greatest number of moments that it has; programs join them by straight lines.
    ``shapes`` are meshes or solids of bodies, as in a report.
    """
    if not isinstance(result, Result):
        raise InputError(f"expected a Result, got {brief(result)}.", ("result",))
    path = path_of(path)
    if path.suffix.lower() != ".glb":
        raise InputError("the name of a binary glTF file ends in .glb.", location=str(path))
    count = whole_number(frames, "frames", 2, MAX_FRAMES)
    if result.mechanism is None or not result.rows:
        raise InputError("the result has no motion that could be shown.")
    write_bytes(path, _Scene(result, count, {} if shapes is None else shapes).file())
    return path


class _Scene:
    """The tree of a glTF file and its block of numbers."""

    def __init__(self, result: Result, count: int, shapes: Mapping[str, Any]) -> None:
        self.result = result
        wanted = np.linspace(result.t[0], result.t[-1], count)
        rows = np.searchsorted(result.t, wanted).clip(0, len(result.t) - 1)
        self.rows = np.unique(rows)
        self.binary = bytearray()
        self.tree: dict[str, Any] = {
            "asset": {"version": "2.0", "generator": "gudgeon"}, "scene": 0, "scenes": [{"nodes": [0]}], "nodes": [],
            "meshes": [], "materials": [], "accessors": [], "bufferViews": [], "buffers": [],
        }  # fmt: skip
        mechanism: Mechanism = result.mechanism  # type: ignore[assignment]
        blocks = Blocks()
        scene = scene_of(mechanism, travel_of(result), shapes_of(shapes, mechanism, blocks))
        self.times = self._numbers(result.t[self.rows] - result.t[0], "SCALAR", bounds=True)
        self.samplers: list[dict] = []
        self.channels: list[dict] = []
        root = self._node({"name": mechanism.name, "rotation": _upright(mechanism), "children": []})
        self.poses = [self._pose(body["name"]) for body in scene["bodies"]]
        for k, body in enumerate(scene["bodies"]):
            faces = [self._faces(shape, blocks) for shape in body["shapes"]]
            self._moving(root, body["name"], COLOURS[k % len(COLOURS)], faces, self.poses[k])
        for strut in scene["struts"]:
            self._strut(root, strut)
        if self.channels and len(self.rows) > 1:
            animation = {"name": "run", "samplers": self.samplers, "channels": self.channels}
            self.tree["animations"] = [animation]

    def _pose(self, name: str) -> tuple[np.ndarray, np.ndarray]:
        """Return positions and Euler parameters of a body at all moments."""
        if name == GROUND:
            return np.zeros((len(self.rows), 3)), np.tile([1.0, 0, 0, 0], (len(self.rows), 1))
        body = self.result.body(name)
        return body.position[self.rows], _steady(body.orientation[self.rows])

    def _faces(self, shape: dict[str, Any], blocks: Blocks) -> np.ndarray:
        if shape["kind"] != "mesh":
            return triangles_of(shape)
        raw = blocks.raw(shape["block"])
        points = np.frombuffer(raw, "<f4", 3 * shape["points"]).reshape(-1, 3)
        order = np.frombuffer(raw, "<u4", shape["corners"], offset=points.nbytes)
        return points[order].reshape(-1, 3, 3)

    # -- parts -------------------------------------------------------------------------------------

    def _node(self, node: dict[str, Any]) -> int:
        self.tree["nodes"].append(node)
        return len(self.tree["nodes"]) - 1

    def _child(self, root: int, node: dict[str, Any]) -> int:
        index = self._node(node)
        self.tree["nodes"][root]["children"].append(index)
        return index

    def _moving(
        self,
        root: int,
        name: str,
        colour: tuple[float, ...],
        faces: list[np.ndarray],
        pose: tuple[np.ndarray, np.ndarray],
    ) -> None:
        node: dict[str, Any] = {
            "name": name, "translation": pose[0][0].tolist(), "rotation": _xyzw(pose[1])[0].tolist(),
        }  # fmt: skip
        if faces:
            node["mesh"] = self._mesh(name, np.concatenate(faces), colour)
        index = self._child(root, node)
        if name != GROUND:
            self._animate(index, "translation", pose[0])
            self._animate(index, "rotation", _xyzw(pose[1]))

    def _strut(self, root: int, strut: dict[str, Any]) -> None:
        """Draw a spring or a massless rod: a bar of length 1 along z that is turned and stretched."""
        ends = []
        for body, point in zip(strut["bodies"], strut["points"], strict=True):
            r, p = self.poses[body]
            turned = [rotation(quaternion) @ np.array(point) for quaternion in p]
            ends.append(r + np.array(turned))
        along = ends[1] - ends[0]
        length = np.maximum(np.linalg.norm(along, axis=1), 1e-9)
        axes = along / length[:, None]
        first = perpendicular(axes[0])
        turns = []
        for z in axes:  # x is carried along, so that nothing turns about itself
            first = unit(first - (first @ z) * z) if np.linalg.norm(np.cross(first, z)) > 1e-6 else perpendicular(z)  # fmt: skip
            turns.append(euler_parameters(np.column_stack([first, np.cross(z, first), z])))
        p = _steady(np.array(turns))
        scale = np.column_stack([np.ones_like(length), np.ones_like(length), length])
        bar = tube(np.zeros(3), np.array([0.0, 0.0, 1.0]), 0.0, strut["radius"])
        index = self._child(root, {
            "name": strut["name"], "mesh": self._mesh(strut["name"], bar, (0.5, 0.55, 0.6)),
            "translation": ends[0][0].tolist(), "rotation": _xyzw(p)[0].tolist(), "scale": scale[0].tolist(),
        })  # fmt: skip
        self._animate(index, "translation", ends[0])
        self._animate(index, "rotation", _xyzw(p))
        self._animate(index, "scale", scale)

    def _mesh(self, name: str, faces: np.ndarray, colour: tuple[float, ...]) -> int:
        corners = faces.reshape(-1, 3).astype("<f4")
        edges = faces[:, 1] - faces[:, 0], faces[:, 2] - faces[:, 0]
        normals = np.cross(*edges)
        lengths = np.linalg.norm(normals, axis=1)
        whole = lengths > 0
        corners = corners.reshape(-1, 3, 3)[whole].reshape(-1, 3)
        normals = np.repeat(normals[whole] / lengths[whole, None], 3, axis=0)
        attributes = {
            "POSITION": self._numbers(corners, "VEC3", bounds=True),
            "NORMAL": self._numbers(normals, "VEC3"),
        }
        surface = {"baseColorFactor": [*colour, 1.0], "metallicFactor": 0.2, "roughnessFactor": 0.6}
        self.tree["materials"].append({"name": name, "pbrMetallicRoughness": surface})
        primitive = {
            "attributes": attributes, "mode": TRIANGLES, "material": len(self.tree["materials"]) - 1,
        }  # fmt: skip
        self.tree["meshes"].append({"name": name, "primitives": [primitive]})
        return len(self.tree["meshes"]) - 1

    def _animate(self, node: int, path: str, values: np.ndarray) -> None:
        output = self._numbers(values, "VEC4" if path == "rotation" else "VEC3")
        self.samplers.append({"input": self.times, "output": output, "interpolation": "LINEAR"})
        target = {"node": node, "path": path}
        self.channels.append({"sampler": len(self.samplers) - 1, "target": target})

    def _numbers(self, values: np.ndarray, kind: str, bounds: bool = False) -> int:
        """Add numbers to the block and return the accessor by which they are read."""
        array = np.ascontiguousarray(values, "<f4")
        view = {"buffer": 0, "byteOffset": len(self.binary), "byteLength": array.nbytes}
        self.binary += array.tobytes()
        self.tree["bufferViews"].append(view)
        accessor: dict[str, Any] = {
            "bufferView": len(self.tree["bufferViews"]) - 1, "componentType": FLOAT, "count": len(array), "type": kind,
        }  # fmt: skip
        if bounds:
            flat = array.reshape(len(array), -1)
            accessor |= {"min": flat.min(axis=0).tolist(), "max": flat.max(axis=0).tolist()}
        self.tree["accessors"].append(accessor)
        return len(self.tree["accessors"]) - 1

    def file(self) -> bytes:
        """Return the file: a head, the tree as text, the block."""
        self.tree["buffers"] = [{"byteLength": len(self.binary)}]
        text = json.dumps(self.tree, separators=(",", ":"), allow_nan=False).encode()
        text += b" " * (-len(text) % 4)
        block = bytes(self.binary) + b"\0" * (-len(self.binary) % 4)
        size = 12 + 8 + len(text) + 8 + len(block)
        word = lambda value: int(value).to_bytes(4, "little")  # noqa: E731
        head = b"glTF" + word(2) + word(size)
        return head + word(len(text)) + b"JSON" + text + word(len(block)) + b"BIN\0" + block


def _xyzw(p: np.ndarray) -> np.ndarray:
    """Return Euler parameters with the scalar last."""
    return np.roll(p, -1, axis=-1)


def _steady(p: np.ndarray) -> np.ndarray:
    """Return Euler parameters whose signs do not jump, so that straight lines between them are the
    shortest way.
    """
    flips = np.sign(np.sum(p[1:] * p[:-1], axis=1))
    signs = np.concatenate([[1.0], np.cumprod(np.where(flips == 0, 1.0, flips))])
    return p * signs[:, None]


def _upright(mechanism: Mechanism) -> list[float]:
    """Return the rotation that takes what is up here to y, which is up in glTF."""
    gravity = np.array(mechanism.vector(mechanism.gravity))
    up = -unit(gravity) if np.linalg.norm(gravity) > 0 else np.eye(3)[PLANES[mechanism.plane][1] if mechanism.plane else 2]  # fmt: skip
    if mechanism.plane:
        aside = np.cross(up, np.array(mechanism.normal()))
    else:
        aside = np.eye(3)[0] - up[0] * up
        aside = unit(aside) if np.linalg.norm(aside) > 1e-6 else perpendicular(up)
    frame = np.array([aside, up, np.cross(aside, up)])
    return _xyzw(euler_parameters(frame)).tolist()
