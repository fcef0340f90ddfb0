import json

import numpy as np
import pytest

import gudgeon as gd
from gudgeon.report.meshes import triangles


def parts(path):
    """Return the tree of a file and a function that reads its accessors."""
    raw = path.read_bytes()
    assert raw[:4] == b"glTF" and int.from_bytes(raw[8:12], "little") == len(raw)
    size = int.from_bytes(raw[12:16], "little")
    tree = json.loads(raw[20 : 20 + size])
    block = raw[28 + size :]
    width = {"SCALAR": 1, "VEC3": 3, "VEC4": 4}

    def numbers(index):
        accessor = tree["accessors"][index]
        view = tree["bufferViews"][accessor["bufferView"]]
        count = accessor["count"] * width[accessor["type"]]
        assert view["byteOffset"] + 4 * count <= len(block)
        return np.frombuffer(block, "<f4", count, view["byteOffset"]).reshape(accessor["count"], -1)

    return tree, numbers


@pytest.fixture(scope="module")
def result():
    return gd.simulate(gd.library("four-bar"), 0.5)


def test_bodies_move_as_in_the_run(result, tmp_path):
    path = gd.export_glb(result, tmp_path / "own.glb", frames=50)
    tree, numbers = parts(path)
    (animation,) = tree["animations"]
    nodes = {node["name"]: k for k, node in enumerate(tree["nodes"])}
    for body in result.mechanism.bodies:
        moved = {
            channel["target"]["path"]: animation["samplers"][channel["sampler"]]
            for channel in animation["channels"]
            if channel["target"]["node"] == nodes[body.name]
        }
        times = numbers(moved["translation"]["input"])[:, 0]
        assert len(times) <= 50 and np.all(np.diff(times) > 0)
        rows = [int(np.abs(result.t - t).argmin()) for t in times]
        known = result.body(body.name)
        assert np.abs(numbers(moved["translation"]["output"]) - known.position[rows]).max() < 1e-6
        turned = np.roll(numbers(moved["rotation"]["output"]), 1, axis=1)
        same = np.abs(np.sum(turned * known.orientation[rows], axis=1))
        assert np.abs(same - 1).max() < 1e-6
        assert np.all(np.sum(turned[1:] * turned[:-1], axis=1) > 0)  # the shortest way


def test_up_is_up(result, tmp_path):
    """Gravity points along -y of the scene, as glTF has it."""
    tree, _ = parts(gd.export_glb(result, tmp_path / "own.glb", frames=2))
    x, y, z, w = tree["nodes"][tree["scenes"][0]["nodes"][0]]["rotation"]
    fall = np.array(result.mechanism.vector(result.mechanism.gravity))
    u = np.array([x, y, z])
    turned = fall + 2 * np.cross(u, np.cross(u, fall) + w * fall)
    assert turned / np.linalg.norm(fall) == pytest.approx([0, -1, 0], abs=1e-6)


def test_springs_stretch(tmp_path):
    mass = gd.Body("mass", mass=1, inertia=(1, 1, 1), position=(0, 0, -1))
    spring = gd.Spring(
        "spring", between=("ground", "mass"), points=((0, 0, 0), (0, 0, -1)), stiffness=50
    )
    mechanism = gd.Mechanism(bodies=[mass], forces=[spring], gravity=(0, 0, -9.81))
    result = gd.simulate(mechanism, 0.5)
    tree, numbers = parts(gd.export_glb(result, tmp_path / "own.glb"))
    (animation,) = tree["animations"]
    (scale,) = [c for c in animation["channels"] if c["target"]["path"] == "scale"]
    lengths = numbers(animation["samplers"][scale["sampler"]]["output"])[:, 2]
    assert lengths[0] == pytest.approx(1.0)
    assert lengths.max() == pytest.approx(-result.body("mass").position[:, 2].min(), rel=1e-3)


@pytest.mark.parametrize("name", gd.library_names())
def test_every_mechanism_of_the_library_can_be_written_and_read_again(name, tmp_path):
    result = gd.simulate(gd.library(name), 1e-3)
    path = gd.export_glb(result, tmp_path / "own.glb")
    found = triangles(path)
    assert len(found) > 10 and np.all(np.isfinite(found))


def test_meshes_of_the_user_are_shown(result, tmp_path):
    (tmp_path / "a.stl").write_text(
        "solid\nfacet\nvertex 0 0 0\nvertex 1 0 0\nvertex 0 1 0\nendfacet\n"
    )
    name = result.mechanism.bodies[0].name
    path = gd.export_glb(result, tmp_path / "own.glb", shapes={name: str(tmp_path / "a.stl")})
    assert len(triangles(path)) > 1


@pytest.mark.parametrize(
    ("name", "given", "words"),
    [("own.gltf", {}, r"ends in \.glb"), ("own.glb", {"frames": 1}, "frames"), ("own.glb", {"frames": "x"}, "frames")],
)  # fmt: skip
def test_what_is_wrong_is_refused(result, tmp_path, name, given, words):
    with pytest.raises(gd.InputError, match=words):
        gd.export_glb(result, tmp_path / name, **given)
    with pytest.raises(gd.InputError, match="expected a Result"):
        gd.export_glb(3, tmp_path / "own.glb")
