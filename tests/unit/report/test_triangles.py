import numpy as np
import pytest

from gudgeon.report.triangles import SIDES, triangles_of

AXIS = [0.0, 0.6, 0.8]
FRAME = [[0, 1, 0], [0, 0, 1], [1, 0, 0]]
SHARE = SIDES / (2 * np.pi) * np.sin(2 * np.pi / SIDES)  # of a circle that its polygon fills
SHAPES = {  # and the volume of each
    "cylinder": ({"centre": [1, 2, 3], "axis": AXIS, "radius": 2.0, "length": 5.0}, 20 * np.pi * SHARE),
    "sleeve": ({"centre": [1, 2, 3], "axis": AXIS, "inner": 1.0, "outer": 2.0, "length": 5.0}, 15 * np.pi * SHARE),
    "box": ({"centre": [1, 2, 3], "size": [1, 2, 3], "frame": FRAME}, 6.0),
    "rod": ({"from": [0, 0, 0], "to": [3, 0, 4], "radius": 1.0}, 5 * np.pi * SHARE),
    "bracket": ({"centre": [0, 0, 0], "axis": [1, 0, 0], "up": [0, 0, 1], "radius": 1, "height": 2, "depth": 3}, 9.6),
}  # fmt: skip


def volume(faces):
    """By the divergence theorem, which also tells whether faces look outwards."""
    return np.sum(faces[:, 0] * np.cross(faces[:, 1], faces[:, 2])) / 6


@pytest.mark.parametrize("kind", SHAPES)
def test_a_shape_is_closed_and_has_its_volume(kind):
    given, known = SHAPES[kind]
    faces = triangles_of({"kind": kind, **given})
    assert volume(faces) == pytest.approx(known)
    assert volume(faces + 100.0) == pytest.approx(known)  # a closed surface has it anywhere


@pytest.mark.parametrize(("kind", "more", "known"), [
    ("ball", {"radius": 2.0}, 32 / 3 * np.pi),
    ("ellipsoid", {"size": [1, 2, 3], "frame": FRAME}, 8 * np.pi),
])  # fmt: skip
def test_round_shapes_nearly_have_their_volume(kind, more, known):
    """A ball of 24 by 12 faces is inscribed: less than 5 % smaller."""
    found = volume(triangles_of({"kind": kind, "centre": [1, 2, 3], **more}))
    assert 0.95 * known < found < known


def test_a_socket_is_half_a_ball_that_is_open_along_its_axis():
    faces = triangles_of({"kind": "socket", "centre": [0, 0, 0], "axis": AXIS, "radius": 2.0})
    along = faces.reshape(-1, 3) @ np.array(AXIS)
    assert along.max() == pytest.approx(0, abs=1e-12)
    assert along.min() == pytest.approx(-2)
    middle = faces.mean(axis=1)
    normals = np.cross(faces[:, 1] - faces[:, 0], faces[:, 2] - faces[:, 0])
    assert np.all(np.sum(middle * normals, axis=1) > -1e-12)
