"""What is drawn stands where the mechanism is."""

import json
from typing import Any

import numpy as np
import pytest
from hypothesis import given

import gudgeon as gd
from gudgeon.assembly.poses import Poses
from gudgeon.model.library import NAMES
from gudgeon.report.scene import scene_of
from tests.support.mechanisms import mechanisms


def placed(mechanism: gd.Mechanism, body: int, point: Any) -> np.ndarray:
    poses = Poses(mechanism)
    return poses.r[body] + poses.A[body] @ np.array(point)


@pytest.mark.parametrize("name", NAMES)
def test_both_bodies_of_a_joint_meet_in_its_point(name: str) -> None:
    mechanism = gd.library(name)
    scene = scene_of(mechanism, {}, {})
    assert [drawn["name"] for drawn in scene["joints"]] == [
        drawn.name for drawn in mechanism.joints
    ]
    for joint, about in zip(mechanism.joints, scene["joints"], strict=True):
        if isinstance(joint, gd.Distance):
            continue
        first, second = (
            placed(mechanism, body, point)
            for body, point in zip(about["bodies"], about["points"], strict=True)
        )
        # library data are printed with a few digits, before the assembly closes them
        assert np.linalg.norm(first - second) < 2e-3 * scene["size"], joint.name


@pytest.mark.parametrize("name", NAMES)
def test_every_body_of_the_library_is_drawn(name: str) -> None:
    mechanism = gd.library(name)
    scene = scene_of(mechanism, {}, {})
    assert [drawn["name"] for drawn in scene["bodies"]] == [
        "ground",
        *(body.name for body in mechanism.bodies),
    ]
    assert all(drawn["shapes"] for drawn in scene["bodies"][1:])


def test_a_link_reaches_from_joint_to_joint() -> None:
    mechanism = gd.library("four-bar")
    scene = scene_of(mechanism, {}, {})
    coupler = next(k for k, drawn in enumerate(scene["bodies"]) if drawn["name"] == "coupler")
    (rod,) = [body for body in scene["bodies"][coupler]["shapes"] if body["kind"] == "rod"]
    ends = [placed(mechanism, coupler, rod[end]) for end in ("from", "to")]
    points = [mechanism.joint(name).point for name in "BC"]
    np.testing.assert_allclose(ends, points, atol=1e-12)


def test_a_solid_is_drawn_as_such() -> None:
    body = gd.Body("drum", mass=1, inertia=gd.Cylinder(0.2, 0.5, inner_radius=0.1, axis="y"))
    joint = gd.Revolute("A", between=("ground", "drum"), point=(0, 0, 0), axis=(0, 1, 0))
    scene = scene_of(gd.Mechanism(bodies=[body], joints=[joint]), {}, {})
    drum = scene["bodies"][1]["shapes"][0]
    assert (drum["kind"], drum["axis"]) == ("sleeve", [0, 1, 0])
    assert (drum["inner"], drum["outer"], drum["length"]) == (0.1, 0.2, 0.5)


def test_a_rail_is_as_long_as_the_slider_travels() -> None:
    mechanism = gd.library("planar-slider-crank")
    scene = scene_of(mechanism, {"D": (-0.1, 0.02)}, {})
    boxes = [shape for shape in scene["bodies"][0]["shapes"] if shape["kind"] == "box"]
    rails = sorted(boxes, key=lambda shape: shape["size"][0])[-3:]  # and their plate
    x = mechanism.joint("D").point[0]
    for rail in rails:
        low, high = rail["centre"][0] - rail["size"][0] / 2, rail["centre"][0] + rail["size"][0] / 2
        assert low < x - 0.1
        assert high > x + 0.02


def test_a_body_without_joints_is_an_ellipsoid_of_its_inertia() -> None:
    """A homogeneous ellipsoid with half axes a, b, c has I_x = m (b² + c²)/5."""
    a, b, c = 0.3, 0.2, 0.1
    moments = [2.0 / 5 * moment for moment in (b * b + c * c, c * c + a * a, a * a + b * b)]
    mechanism = gd.Mechanism(
        bodies=[gd.Body("stone", mass=2, inertia=moments)],
        forces=[
            gd.Spring("s", between=("ground", "stone"), points=((0, 0, 4), (0, 0, 0)), stiffness=1)
        ],
    )
    scene = scene_of(mechanism, {}, {})
    stone = scene["bodies"][1]["shapes"][0]
    # the frame permutes the axes
    reach = np.abs(np.array(stone["frame"])).T @ np.array(stone["size"])
    thick = 0.022 * scene["size"]
    np.testing.assert_allclose(reach, np.clip([a, b, c], thick, 8 * thick))
    assert [strut["kind"] for strut in scene["struts"]] == ["spring"]


def test_neighbours_in_a_plane_are_drawn_in_different_layers() -> None:
    mechanism = gd.library("planar-slider-crank")
    scene = scene_of(mechanism, {}, {})
    heights = {
        body["name"]: [shape["from"][2] for shape in body["shapes"] if shape["kind"] == "rod"]
        for body in scene["bodies"]
    }
    assert heights["crank"] != heights["rod"]


@given(mechanisms())
def test_anything_that_can_be_described_can_be_drawn(mechanism: gd.Mechanism) -> None:
    try:
        scene = scene_of(mechanism, {joint.name: (-1.0, 1.0) for joint in mechanism.joints}, {})
    # what cannot be assembled cannot be drawn: axes that point against each other at t = 0
    except gd.InputError as error:
        assert "reverse one of them" in str(error)
        return
    json.dumps(scene, allow_nan=False)
