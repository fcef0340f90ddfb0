"""Meshes: one tetrahedron in four files is the same tetrahedron."""

import json
import struct
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import gudgeon as gd
from gudgeon.report.encoding import Blocks
from gudgeon.report.meshes import Mesh, mesh_of, shapes_of, triangles
from tests.support import synthetic_results

POINTS = np.array([[0, 0, 0], [1, 0, 0], [0, 2, 0], [0, 0, 3]], float)
FACES = np.array([[0, 2, 1], [0, 1, 3], [0, 3, 2], [1, 2, 3]])
SOLID = POINTS[FACES]


def ascii_stl() -> bytes:
    corners = "".join(
        "facet normal 0 0 0\nouter loop\n"
        + "".join(f"vertex {x} {y} {z}\n" for x, y, z in face)
        + "endloop\nendfacet\n"
        for face in SOLID
    )
    return f"solid <script>\n{corners}endsolid\n".encode()


def binary_stl() -> bytes:
    records = b"".join(struct.pack("<12fH", 0, 0, 0, *face.ravel(), 0) for face in SOLID)
    return b"solid, but binary".ljust(80) + struct.pack("<I", len(SOLID)) + records


def obj() -> bytes:
    lines = [f"v {x} {y} {z}" for x, y, z in POINTS] + ["vn 0 0 1"]
    lines += ["f " + " ".join(f"{k + 1}/1/1" for k in FACES[0])] + [
        "f " + " ".join(str(k - 4) for k in face) for face in FACES[1:]
    ]
    return "\n".join(lines).encode()


def glb(node: dict[str, Any] | None = None) -> bytes:
    binary = POINTS.astype("<f4").tobytes() + FACES.astype("<u2").tobytes()
    tree = {
        "scenes": [{"nodes": [0]}],
        "nodes": [{"children": [1]}, {"mesh": 0, **(node or {})}],
        "meshes": [
            {
                "primitives": [
                    {"attributes": {"POSITION": 0}, "indices": 1},
                    {"attributes": {"POSITION": 0}, "mode": 1},
                ]
            }
        ],
        "accessors": [
            {"bufferView": 0, "componentType": 5126, "count": 4, "type": "VEC3"},
            {"bufferView": 1, "componentType": 5123, "count": 12, "type": "SCALAR"},
        ],
        "bufferViews": [{"byteOffset": 0, "byteLength": 48}, {"byteOffset": 48, "byteLength": 24}],
    }
    text = json.dumps(tree).encode()
    text += b" " * (-len(text) % 4)
    chunks = (
        struct.pack("<I4s", len(text), b"JSON")
        + text
        + struct.pack("<I4s", len(binary), b"BIN\0")
        + binary
    )
    return struct.pack("<4sII", b"glTF", 2, 12 + len(chunks)) + chunks


FILES = {"a.stl": ascii_stl(), "b.STL": binary_stl(), "c.obj": obj(), "d.glb": glb()}


@pytest.mark.parametrize("name", FILES)
def test_every_format_gives_the_same_triangles(name: str, tmp_path: Path) -> None:
    (tmp_path / name).write_bytes(FILES[name])
    np.testing.assert_array_equal(triangles(tmp_path / name), SOLID)


def test_faces_with_more_corners_are_cut_into_triangles(tmp_path: Path) -> None:
    (tmp_path / "square.obj").write_text("v 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\nf 1 2 3 4\n")
    found = triangles(tmp_path / "square.obj")
    area = (
        0.5
        * np.linalg.norm(
            np.cross(found[:, 1] - found[:, 0], found[:, 2] - found[:, 0]), axis=1
        ).sum()
    )
    assert len(found) == 2
    assert area == 1.0


def test_nodes_of_a_glb_file_are_turned_scaled_and_moved(tmp_path: Path) -> None:
    """A quarter turn about z takes (x, y, z) to (-y, x, z)."""
    half = float(np.sqrt(0.5))
    (tmp_path / "x.glb").write_bytes(
        glb({"rotation": [0, 0, half, half], "scale": [2, 2, 2], "translation": [10, 0, 0]})
    )
    wanted = np.stack([10 - 2 * SOLID[..., 1], 2 * SOLID[..., 0], 2 * SOLID[..., 2]], axis=-1)
    np.testing.assert_allclose(triangles(tmp_path / "x.glb"), wanted, atol=1e-15)


def test_units_and_frames_are_taken_into_account(tmp_path: Path) -> None:
    (tmp_path / "a.stl").write_bytes(FILES["a.stl"])
    mechanism = synthetic_results.mechanism()  # the crank stands at (1, 0, 0), not turned

    def first_corner(**options: Any) -> np.ndarray:
        blocks = Blocks()
        (drawn,) = shapes_of(
            {"crank": Mesh(str(tmp_path / "a.stl"), **options)}, mechanism, blocks
        )["crank"]
        import base64
        import zlib

        raw = zlib.decompress(base64.b64decode(blocks.texts[drawn["block"]]))
        points = np.frombuffer(raw, "<f4", 3 * drawn["points"]).reshape(-1, 3)
        index = np.frombuffer(raw, "<u4", drawn["corners"], 12 * drawn["points"])
        return points[index].reshape(-1, 3, 3)

    np.testing.assert_allclose(first_corner(), SOLID)
    # stored with seven digits
    np.testing.assert_allclose(first_corner(unit="mm"), SOLID * 1e-3, rtol=1e-6)
    np.testing.assert_allclose(first_corner(frame="assembly"), SOLID - [1, 0, 0])


def test_the_command_line_names_file_and_unit() -> None:
    assert mesh_of("crank.stl:mm") == Mesh("crank.stl", unit="mm")
    assert mesh_of("folder/crank.stl") == Mesh("folder/crank.stl")


WRONG = {
    "not there": ("gone.stl", None, "cannot be read"),
    "other format": ("x.step", b"", "expected an STL, OBJ or GLB"),
    "empty": ("x.stl", b"", "no triangles"),
    "not a number": ("x.obj", b"v 0 zero 0\n", "is damaged"),
    "corner not there": ("x.obj", b"v 0 0 0\nf 1 2 3\n", "not there"),
    "no glb": ("x.glb", b"something else", "not a binary glTF"),
    "cut glb": ("x.glb", glb()[:-30], "is damaged"),
    "infinite": ("x.obj", b"v 0 0 0\nv 1 0 0\nv 0 inf 0\nf 1 2 3\n", "not finite"),
}


@pytest.mark.parametrize("case", WRONG)
def test_a_bad_file_is_named(case: str, tmp_path: Path) -> None:
    name, content, words = WRONG[case]
    if content is not None:
        (tmp_path / name).write_bytes(content)
    with pytest.raises(gd.InputError, match=words) as raised:
        shapes_of({"crank": str(tmp_path / name)}, synthetic_results.mechanism(), Blocks())
    assert name in str(raised.value)
    assert raised.value.path == ("shapes", "crank")


@pytest.mark.parametrize(
    ("shapes", "words"),
    [
        ({"krank": "a.stl"}, "Did you mean 'crank'"),
        ({"crank": 7}, "expected the name of a file"),
        ({"crank": Mesh("a.stl", unit="s")}, "m"),
    ],
)
def test_a_wrong_shape_is_refused(
    shapes: dict[str, Any], words: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("a.stl").write_bytes(FILES["a.stl"])
    with pytest.raises(gd.InputError, match=words):
        shapes_of(shapes, synthetic_results.mechanism(), Blocks())


def glb_of(tree: Any, binary: bytes = b"") -> bytes:
    text = json.dumps(tree).encode() if not isinstance(tree, bytes) else tree
    chunks = (
        struct.pack("<I4s", len(text), b"JSON")
        + text
        + struct.pack("<I4s", len(binary), b"BIN\0")
        + binary
    )
    return struct.pack("<4sII", b"glTF", 2, 12 + len(chunks)) + chunks


def changed(*path: Any, to: Any) -> bytes:
    """Return the file of the tetrahedron with another value at a place of its description."""
    raw = glb()
    size = int.from_bytes(raw[12:16], "little")
    tree = json.loads(raw[20 : 20 + size])
    part = tree
    for key in path[:-1]:
        part = part[key]
    part[path[-1]] = to
    return glb_of(tree, raw[28 + size :])


HOSTILE = {
    "a list": glb_of([]),
    "a number": glb_of(7),
    "nested without end": glb_of(b"[" * 100_000),
    "node below itself": changed("nodes", 1, "children", to=[0]),
    "node with two parents": changed("nodes", 0, "children", to=[1, 1]),
    "exponential walk": glb_of(
        {
            "scenes": [{"nodes": [0]}],
            "nodes": [{"children": [k + 1, k + 1]} for k in range(60)] + [{}],
        }
    ),
    "deep chain without a mesh": glb_of(
        {"scenes": [{"nodes": [0]}], "nodes": [{"children": [k + 1]} for k in range(5000)] + [{}]}
    ),
    "negative node": changed("scenes", 0, "nodes", to=[-1]),
    "scene is text": changed("scene", to="main"),
    "nodes are a mapping": changed("nodes", to={"0": {}}),
    "node is null": changed("nodes", 1, to=None),
    "children are a number": changed("nodes", 0, "children", to=3),
    "huge count": changed("accessors", 0, "count", to=10**15),
    "no count": changed("accessors", 0, "count", to=0),
    "fractional count": changed("accessors", 0, "count", to=4.5),
    "negative offset": changed("bufferViews", 1, "byteOffset", to=-48),
    "huge offset": changed("bufferViews", 1, "byteOffset", to=10**30),
    "no stride": changed("bufferViews", 1, "byteStride", to=0),
    "unknown type": changed("accessors", 0, "type", to="VEC9"),
    "type is a list": changed("accessors", 0, "type", to=[]),
    "unknown numbers": changed("accessors", 1, "componentType", to=1),
    "numbers are a list": changed("accessors", 1, "componentType", to=[5123]),
    "corners are fractions": changed("accessors", 1, "componentType", to=5126),
    "primitive is text": changed("meshes", 0, "primitives", to=["x"]),
    "attributes are text": changed("meshes", 0, "primitives", 0, "attributes", to="POSITION"),
    "matrix too short": changed("nodes", 1, "matrix", to=[1, 2, 3]),
    "rotation is text": changed("nodes", 1, "rotation", to="up"),
    "infinite scale": changed("nodes", 1, "scale", to=[float("inf")] * 3),
    "huge number": changed("nodes", 1, "translation", to=[10**400, 0, 0]),
    "mesh is a mapping": changed("nodes", 1, "mesh", to={}),
    # a NaN that signals
    "a corner that is no number": glb().replace(struct.pack("<f", 3.0), b"\x01\x00\x80\x7f"),
    "matrices that overflow": changed(
        "nodes",
        to=[{"children": [1], "matrix": [-1e308] * 16}, {"mesh": 0, "matrix": [1e308] * 16}],
    ),
}


@pytest.mark.parametrize("case", HOSTILE)
@pytest.mark.filterwarnings("error")
def test_a_hostile_glb_file_is_refused_at_once(case: str, tmp_path: Path) -> None:
    (tmp_path / "x.glb").write_bytes(HOSTILE[case])
    with pytest.raises(gd.InputError, match=r"x\.glb"):
        shapes_of({"crank": str(tmp_path / "x.glb")}, synthetic_results.mechanism(), Blocks())


def test_a_deep_chain_of_nodes_is_walked(tmp_path: Path) -> None:
    raw = glb()
    size = int.from_bytes(raw[12:16], "little")
    tree = json.loads(raw[20 : 20 + size])
    tree["nodes"] = [{"children": [k + 1]} for k in range(3000)] + [{"mesh": 0}]
    (tmp_path / "x.glb").write_bytes(glb_of(tree, raw[28 + size :]))
    np.testing.assert_array_equal(triangles(tmp_path / "x.glb"), SOLID)


def test_a_mesh_in_the_wrong_unit_is_refused(tmp_path: Path) -> None:
    (tmp_path / "x.obj").write_text("v 0 0 0\nv 1e39 0 0\nv 0 1e39 0\nf 1 2 3\n")
    with pytest.raises(gd.InputError, match="is the unit right"):
        shapes_of({"crank": str(tmp_path / "x.obj")}, synthetic_results.mechanism(), Blocks())
