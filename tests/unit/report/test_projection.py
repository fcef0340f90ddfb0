"""What is drawn flat covers what there is, where it is."""

import numpy as np
import pytest

import gudgeon as gd
from gudgeon.report.projection import View, hull, outline, rotation
from gudgeon.report.scene import scene_of


def test_the_hull_of_a_square_with_points_inside_is_the_square() -> None:
    inside = np.random.default_rng(1).uniform(0, 1, (50, 2))
    corners = np.array([[0, 0], [1, 0], [1, 1], [0, 1.0]])
    found = hull(np.concatenate([inside, corners]))
    np.testing.assert_array_equal(found, corners)


def test_euler_parameters_turn_as_they_should() -> None:
    half = 0.3
    matrix = rotation(np.array([np.cos(half), 0, 0, np.sin(half)]))
    np.testing.assert_allclose(matrix @ [1, 0, 0], [np.cos(0.6), np.sin(0.6), 0], atol=1e-15)


@pytest.mark.parametrize("name", gd.library_names())
def test_every_shape_of_the_library_has_an_outline(name: str) -> None:
    for body in scene_of(gd.library(name), {}, {})["bodies"]:
        for shape in body["shapes"]:
            points, radius = outline(shape)
            assert np.all(np.isfinite(points))
            assert radius > 0 or len(points) > 3


def test_a_joint_is_where_its_points_are_and_the_picture_holds_the_motion() -> None:
    run = gd.simulate(gd.library("planar-slider-crank"), 0.012)
    view = View(run)
    for now in (0.0, 0.003, 0.0101):
        angle = -5000 * np.pi / 30 * now
        # the crank of 50 mm turns clockwise from the inner end of the slider's way
        np.testing.assert_allclose(
            view.joint_point("B", now), 0.05 * np.array([np.cos(angle), np.sin(angle)]), atol=2e-6
        )
        (left, right), (foot, top) = view.box
        for part in (part for body in view.bodies(now) for part in body):
            assert left <= part.corners[:, 0].min() <= part.corners[:, 0].max() <= right
            assert foot <= part.corners[:, 1].min() <= part.corners[:, 1].max() <= top
