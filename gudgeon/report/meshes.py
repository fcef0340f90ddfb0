"""Shapes that the user gives: solids, and triangles from STL, OBJ and GLB files."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from .. import _units
from .._errors import InputError, suggestion
from .._fields import Description, description, option
from ..mechanism import GROUND, Solid
from .encoding import Blocks
from .scene import Shape, _solid

if TYPE_CHECKING:
    from ..mechanism import Mechanism

FRAMES = ("body", "assembly")
GLTF_TYPES = {5120: "i1", 5121: "u1", 5122: "<i2", 5123: "<u2", 5125: "<u4", 5126: "<f4"}
GLTF_WIDTHS = {"SCALAR": 1, "VEC2": 2, "VEC3": 3, "VEC4": 4, "MAT4": 16}


@description
class Mesh(Description):
    """Triangles of an STL, OBJ or GLB file that show a body; they have no part in the simulation.

    ``frame`` says what the coordinates in the file mean: the body frame, whose origin is the centre of mass, or the
    global frame with the mechanism as described at t = 0, as an assembly is exported from CAD.
    """

    file: str = option("STL, OBJ or GLB file", kw_only=False)
    unit: str = option("unit of length in the file, as mm", default="m")
    frame: str = option("what the coordinates mean", choices=FRAMES, default="body")


def mesh_of(text: str) -> Mesh:
    """Return the mesh that ``FILE`` or ``FILE:UNIT`` means on the command line."""
    file, sign, unit = text.rpartition(":")
    return Mesh(file, unit=unit) if sign and unit.isalpha() and "." in file else Mesh(text)


def shapes_of(shapes: Mapping[str, Any], mechanism: Mechanism | None, blocks: Blocks) -> dict[str, list[Shape]]:
    """Return the drawn shapes of the bodies that have some of their own; triangles go into ``blocks``."""
    known = [GROUND, *(body.name for body in mechanism.bodies)] if mechanism else []
    drawn: dict[str, list[Shape]] = {}
    for name, shape in shapes.items():
        if name not in known:
            raise InputError(f"there is no body '{name}'.{suggestion(name, known)}", ("shapes", name))
        try:
            drawn[name] = [_drawn(shape, name, mechanism, blocks)]
        except InputError as error:
            raise error.under("shapes", name) from None
    return drawn


def _drawn(shape: Any, body: str, mechanism: Any, blocks: Blocks) -> Shape:
    if isinstance(shape, Solid):
        return _solid(shape)
    if isinstance(shape, (str, Path)):
        shape = Mesh(str(shape))
    if not isinstance(shape, Mesh):
        raise InputError(f"expected the name of a file, a Mesh or a solid such as Box(...), got {shape!r}.")
    points = triangles(shape.file) * _units.parse(f"1 {shape.unit}", "m")
    if shape.frame == "assembly":
        from ..assembly.geometry import Poses

        poses = Poses(mechanism)
        k = poses.index[body]
        points = (points - poses.r[k]) @ poses.A[k]
    unique, index = np.unique(points.astype("<f4").reshape(-1, 3), axis=0, return_inverse=True)
    raw = unique.tobytes() + index.astype("<u4").tobytes()
    return {"kind": "mesh", "block": blocks.add(raw), "points": len(unique), "corners": int(index.size)}


def triangles(path: str | Path) -> np.ndarray:
    """Return the triangles of a file, shape (any, 3 corners, 3 coordinates), in the unit of the file."""
    path = Path(path)
    readers = {".stl": _stl, ".obj": _obj, ".glb": _glb}
    if path.suffix.lower() not in readers:
        raise InputError("expected an STL, OBJ or GLB file.", location=str(path))
    try:
        found = readers[path.suffix.lower()](path.read_bytes())
    except OSError as error:
        raise InputError(f"cannot be read: {error.strerror or error}.", location=str(path)) from None
    except InputError as error:
        raise InputError(error.message, location=str(path)) from None
    except (ValueError, KeyError, IndexError, TypeError) as error:  # a damaged file can fail anywhere
        raise InputError(f"is damaged: {error}.", location=str(path)) from None
    if not len(found) or not np.isfinite(found).all():
        raise InputError("has no triangles, or some whose corners are not finite.", location=str(path))
    return found


def _stl(raw: bytes) -> np.ndarray:
    count = int.from_bytes(raw[80:84], "little") if len(raw) >= 84 else -1
    if len(raw) == 84 + 50 * count:
        record = np.dtype([("normal", "<f4", 3), ("corners", "<f4", (3, 3)), ("attribute", "<u2")])
        return np.frombuffer(raw, record, offset=84)["corners"].astype(float)
    lines = (line.split() for line in raw.decode("utf-8", "replace").splitlines())
    corners = [[float(word) for word in words[1:4]] for words in lines if words and words[0].lower() == "vertex"]
    return np.array(corners, float).reshape(-1, 3, 3)


def _obj(raw: bytes) -> np.ndarray:
    points: list[list[float]] = []
    faces: list[list[int]] = []
    for line in raw.decode("utf-8", "replace").splitlines():
        words = line.split()
        if words and words[0] == "v":
            points.append([float(word) for word in words[1:4]])
        elif words and words[0] == "f":
            corners = [int(word.split("/")[0]) for word in words[1:]]
            corners = [one - 1 if one > 0 else len(points) + one for one in corners]
            faces += [[corners[0], corners[k], corners[k + 1]] for k in range(1, len(corners) - 1)]
    if any(not 0 <= one < len(points) for face in faces for one in face):
        raise InputError("a face names a corner that is not there.")
    return np.array(points, float).reshape(-1, 3)[np.array(faces, int).reshape(-1, 3)]


def _glb(raw: bytes) -> np.ndarray:
    if raw[:4] != b"glTF":
        raise InputError("is not a binary glTF file.")
    size = int.from_bytes(raw[12:16], "little")
    tree = json.loads(raw[20 : 20 + size])
    binary = raw[28 + size :]
    scenes = tree.get("scenes") or [{"nodes": list(range(len(tree.get("nodes", []))))}]
    roots = scenes[tree.get("scene", 0)].get("nodes", [])
    parts = [part for root in roots for part in _glb_node(tree, binary, root, np.eye(4))]
    return np.concatenate(parts) if parts else np.empty((0, 3, 3))


def _glb_node(tree: dict, binary: bytes, index: int, above: np.ndarray) -> Iterator[np.ndarray]:
    node = tree["nodes"][index]
    placed = above @ _glb_transform(node)
    for primitive in tree["meshes"][node["mesh"]]["primitives"] if "mesh" in node else ():
        if primitive.get("mode", 4) != 4:  # only triangles have a surface
            continue
        points = _glb_numbers(tree, binary, primitive["attributes"]["POSITION"]).astype(float)
        order = _glb_numbers(tree, binary, primitive["indices"]).ravel() if "indices" in primitive else np.arange(len(points))
        yield (points @ placed[:3, :3].T + placed[:3, 3])[order].reshape(-1, 3, 3)
    for child in node.get("children", ()):
        yield from _glb_node(tree, binary, child, placed)


def _glb_transform(node: dict) -> np.ndarray:
    if "matrix" in node:
        return np.array(node["matrix"], float).reshape(4, 4).T
    from ..assembly.geometry import rotation

    x, y, z, w = node.get("rotation", (0, 0, 0, 1))
    placed = np.eye(4)
    placed[:3, :3] = rotation(np.array([w, x, y, z])) * np.array(node.get("scale", (1, 1, 1)))
    placed[:3, 3] = node.get("translation", (0, 0, 0))
    return placed


def _glb_numbers(tree: dict, binary: bytes, index: int) -> np.ndarray:
    accessor = tree["accessors"][index]
    view = tree["bufferViews"][accessor["bufferView"]]
    kind, width = np.dtype(GLTF_TYPES[accessor["componentType"]]), GLTF_WIDTHS[accessor["type"]]
    start = view.get("byteOffset", 0) + accessor.get("byteOffset", 0)
    stride = view.get("byteStride", kind.itemsize * width)
    rows = np.lib.stride_tricks.as_strided(
        np.frombuffer(binary, np.uint8, count=stride * (accessor["count"] - 1) + kind.itemsize * width, offset=start),
        (accessor["count"], kind.itemsize * width), (stride, 1),
    )  # fmt: skip
    return np.ascontiguousarray(rows).view(kind)
