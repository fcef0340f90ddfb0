"""Shapes that the user gives: solids, and triangles from STL, OBJ and GLB files."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from .._base import units
from .._base.arguments import path_of
from .._base.description import Description, description, option
from .._base.errors import InputError, brief, suggestion
from ..model import GROUND, Solid
from ..model.exchange import Shape as PlacedMesh
from .encoding import Blocks
from .scene import Shape, solid_shape

if TYPE_CHECKING:
    from ..model import Mechanism

FRAMES = ("body", "assembly")
GLTF_TYPES = {5120: "i1", 5121: "u1", 5122: "<i2", 5123: "<u2", 5125: "<u4", 5126: "<f4"}
MAX_TRIANGLES = 5_000_000  # of one shape; the page would be larger than browsers open
GLTF_WIDTHS = {"SCALAR": 1, "VEC2": 2, "VEC3": 3, "VEC4": 4, "MAT4": 16}


@description
class Mesh(Description):
    """Triangles of an STL, OBJ or GLB file that show a body; they have no part in the simulation.

    ``frame`` says what the coordinates in the file mean: the body frame, whose origin is the centre
    of mass, or the global frame with the mechanism as described at t = 0, as an assembly is
    exported from CAD.
    """

    file: str = option("STL, OBJ or GLB file", kw_only=False)
    unit: str = option("unit of length in the file, as mm", default="m")
    frame: str = option("what the coordinates mean", choices=FRAMES, default="body")


def mesh_of(text: str) -> Mesh:
    """Return the mesh that ``FILE`` or ``FILE:UNIT`` means on the command line."""
    file, sign, unit = text.rpartition(":")
    return Mesh(file, unit=unit) if sign and unit.isalpha() and "." in file else Mesh(text)


def shapes_of(
    shapes: Mapping[str, Any], mechanism: Mechanism | None, blocks: Blocks
) -> dict[str, list[Shape]]:
    """Return the drawn shapes of the bodies that have some of their own; triangles go into
    ``blocks``.
    """
    if not isinstance(shapes, Mapping):
        raise InputError(
            f"expected names of bodies with their shapes, such as {{'crank': 'crank.stl'}}, got "
            f"{brief(shapes)}.",
            ("shapes",),
        )
    known = [GROUND, *(body.name for body in mechanism.bodies)] if mechanism else []
    drawn: dict[str, list[Shape]] = {}
    for name, shape in shapes.items():
        if name not in known:
            raise InputError(
                f"there is no body '{name}'.{suggestion(name, known)}", ("shapes", name)
            )
        parts = shape if isinstance(shape, tuple) else (shape,)
        try:
            drawn[name] = [_drawn(part, name, mechanism, blocks) for part in parts]
        except InputError as error:
            raise error.under("shapes", name) from None
    return drawn


def _drawn(shape: Any, body: str, mechanism: Any, blocks: Blocks) -> Shape:
    if isinstance(shape, Solid):
        return solid_shape(shape)
    if isinstance(shape, PlacedMesh):
        points = triangles(shape.file) * shape.scale @ np.array(shape.axes).T + shape.origin
        return _as_block(points, shape.file, blocks)
    if isinstance(shape, (str, Path)):
        shape = Mesh(str(shape))
    if not isinstance(shape, Mesh):
        raise InputError(
            f"expected the name of a file, a Mesh or a solid such as Box(...), got {shape!r}."
        )
    points = triangles(shape.file) * units.parse(f"1 {shape.unit}", "m")
    if shape.frame == "assembly":
        from ..assembly.poses import Poses

        poses = Poses(mechanism)
        k = poses.index[body]
        points = (points - poses.r[k]) @ poses.A[k]
    return _as_block(points, shape.file, blocks)


def _as_block(points: np.ndarray, file: str, blocks: Blocks) -> Shape:
    """Return triangles as a drawn shape, with their numbers in a block."""
    with np.errstate(over="ignore"):
        corners = points.astype("<f4").reshape(-1, 3)
    if not np.isfinite(corners).all():
        raise InputError(
            f"its corners are up to {np.abs(points).max():g} m away; is the unit right?",
            location=file,
        )
    unique, index = np.unique(corners, axis=0, return_inverse=True)
    raw = unique.tobytes() + index.astype("<u4").tobytes()
    return {
        "kind": "mesh",
        "block": blocks.add(raw),
        "points": len(unique),
        "corners": int(index.size),
    }


def triangles(path: str | Path) -> np.ndarray:
    """Return the triangles of a file, shape (any, 3 corners, 3 coordinates), in the unit of the
    file.
    """
    path = path_of(path, "file")
    readers = {".stl": _stl, ".obj": _obj, ".glb": _glb}
    if path.suffix.lower() not in readers:
        raise InputError("expected an STL, OBJ or GLB file.", location=str(path))
    try:
        with np.errstate(all="ignore"):  # what is not finite is refused below
            found = readers[path.suffix.lower()](path.read_bytes())
    except OSError as error:
        raise InputError(
            f"cannot be read: {error.strerror or error}.", location=str(path)
        ) from None
    except InputError as error:
        raise InputError(error.message, location=str(path)) from None
    # numbers that are none, parts that are not there
    except (ValueError, KeyError, IndexError, RecursionError) as error:
        raise InputError(
            f"is damaged: {type(error).__name__}: {error}.", location=str(path)
        ) from None
    if not len(found) or not np.isfinite(found).all():
        raise InputError(
            "has no triangles, or some whose corners are not finite.", location=str(path)
        )
    if len(found) > MAX_TRIANGLES:
        raise InputError(
            f"has more than {MAX_TRIANGLES} triangles; simplify it.", location=str(path)
        )
    return found


def _stl(raw: bytes) -> np.ndarray:
    count = int.from_bytes(raw[80:84], "little") if len(raw) >= 84 else -1
    if len(raw) == 84 + 50 * count:
        record = np.dtype([("normal", "<f4", 3), ("corners", "<f4", (3, 3)), ("attribute", "<u2")])
        return np.frombuffer(raw, record, offset=84)["corners"].astype(float)
    lines = (line.split() for line in raw.decode("utf-8", "replace").splitlines())
    corners = [
        [float(word) for word in words[1:4]]
        for words in lines
        if words and words[0].lower() == "vertex"
    ]
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
            corners = [corner - 1 if corner > 0 else len(points) + corner for corner in corners]
            faces += [[corners[0], corners[k], corners[k + 1]] for k in range(1, len(corners) - 1)]
    if any(not 0 <= corner < len(points) for face in faces for corner in face):
        raise InputError("a face names a corner that is not there.")
    return np.array(points, float).reshape(-1, 3)[np.array(faces, int).reshape(-1, 3)]


# -- binary glTF: a tree in JSON and a block of numbers --------------------------------------------


def _glb(raw: bytes) -> np.ndarray:
    if raw[:4] != b"glTF":
        raise InputError("is not a binary glTF file.")
    size = int.from_bytes(raw[12:16], "little")
    tree = json.loads(raw[20 : 20 + size])
    if not isinstance(tree, dict):
        raise InputError("is damaged: its description is no object.")
    binary = raw[28 + size :]
    nodes = _list(tree, "nodes")
    roots = (
        _list(_entry(tree, "scenes", tree.get("scene", 0)), "nodes")
        if tree.get("scenes")
        else range(len(nodes))
    )
    waiting = [(root, np.eye(4)) for root in roots]
    seen: set[int] = set()
    parts = [np.empty((0, 3, 3))]
    while waiting:
        index, above = waiting.pop()
        node = _entry(tree, "nodes", index)
        if index in seen:
            raise InputError(f"is damaged: node {index} has two parents or is below itself.")
        seen.add(index)
        placed = above @ _glb_transform(node)
        if "mesh" in node:
            parts += _glb_mesh(tree, binary, node["mesh"], placed)
        if sum(map(len, parts)) > MAX_TRIANGLES:
            break
        waiting += [(child, placed) for child in reversed(_list(node, "children"))]
    return np.concatenate(parts)


def _glb_mesh(tree: dict, binary: bytes, index: Any, placed: np.ndarray) -> list[np.ndarray]:
    """Return the triangles of a mesh, one array for each of its primitives."""
    found = []
    for primitive in _list(_entry(tree, "meshes", index), "primitives"):
        if not isinstance(primitive, dict) or not isinstance(primitive.get("attributes"), dict):
            raise InputError("is damaged: a primitive has no attributes.")
        if primitive.get("mode", 4) != 4:  # only triangles have a surface
            continue
        points = _glb_numbers(tree, binary, primitive["attributes"]["POSITION"], "VEC3").astype(
            float
        )
        order = np.arange(len(points))
        if "indices" in primitive:
            order = _glb_numbers(tree, binary, primitive["indices"], "SCALAR").ravel()
        if order.dtype.kind == "f" or not np.all((order >= 0) & (order < len(points))):
            raise InputError("a face names a corner that is not there.")
        found.append((points @ placed[:3, :3].T + placed[:3, 3])[order].reshape(-1, 3, 3))
    return found


def _glb_transform(node: dict) -> np.ndarray:
    if "matrix" in node:
        return _numbers(node, "matrix", 16, ()).reshape(4, 4).T
    from ..assembly.poses import rotation

    x, y, z, w = _numbers(node, "rotation", 4, (0, 0, 0, 1))
    placed = np.eye(4)
    placed[:3, :3] = rotation(np.array([w, x, y, z])) * _numbers(node, "scale", 3, (1, 1, 1))
    placed[:3, 3] = _numbers(node, "translation", 3, (0, 0, 0))
    return placed


def _glb_numbers(tree: dict, binary: bytes, index: Any, wanted: str) -> np.ndarray:
    """Return the numbers of an accessor, shape (count, width)."""
    accessor = _entry(tree, "accessors", index)
    view = _entry(tree, "bufferViews", accessor.get("bufferView"))
    if accessor.get("type") != wanted:
        raise InputError(
            f"is damaged: an accessor has the type {accessor.get('type')!r} where {wanted} belongs."
        )
    kind, width = np.dtype(GLTF_TYPES[_whole(accessor, "componentType")]), GLTF_WIDTHS[wanted]
    size, count = kind.itemsize * width, _whole(accessor, "count")
    start = _whole(view, "byteOffset", 0) + _whole(accessor, "byteOffset", 0)
    stride = _whole(view, "byteStride", size)
    if count < 1 or stride < size or start + stride * (count - 1) + size > len(binary):
        raise InputError("is damaged: numbers are missing.")
    block = np.frombuffer(binary, np.uint8, stride * (count - 1) + size, start)
    rows = np.lib.stride_tricks.as_strided(block, (count, size), (stride, 1))
    return np.ascontiguousarray(rows).view(kind)


def _list(part: dict, key: str) -> list:
    """Return a list in the description of a file, empty if it is not there."""
    found = part.get(key, [])
    if not isinstance(found, list):
        raise InputError(f"is damaged: '{key}' is no list.")
    return found


def _entry(tree: dict, key: str, index: Any) -> dict:
    """Return an object of a list by its number."""
    known = _list(tree, key)
    if type(index) is not int or not 0 <= index < len(known) or not isinstance(known[index], dict):
        raise InputError(f"is damaged: there is no entry {brief(index)} in '{key}'.")
    return known[index]


def _whole(part: dict, key: str, default: int | None = None) -> int:
    """Return a whole number that is not negative."""
    found = part.get(key, default)
    if type(found) is not int or found < 0:
        raise InputError(f"is damaged: '{key}' is {brief(found)}, not a whole number.")
    return found


def _numbers(part: dict, key: str, count: int, default: tuple[float, ...]) -> np.ndarray:
    """Return a list of ``count`` numbers."""
    found = part.get(key, default)
    if (
        not isinstance(found, (list, tuple))
        or len(found) != count
        or any(type(item) not in (int, float) for item in found)
    ):
        raise InputError(f"is damaged: '{key}' is not {count} numbers.")
    return np.array([min(max(item, -1e300), 1e300) for item in found], float)
