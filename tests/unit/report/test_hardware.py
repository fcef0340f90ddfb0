"""Supports and stops are where the parts are that they carry or meet."""

import numpy as np
import pytest

import gudgeon as gd
from gudgeon.report import hardware
from gudgeon.report.scene import scene_of

UP = np.array([0.0, 0.0, 1.0])


def test_a_bracket_stands_below_its_pin_and_a_flange_around_a_shaft() -> None:
    bracket, slab = hardware.bearing_support(np.zeros(3), np.array([1.0, 0, 0]), UP, 1.0, 3.0)
    assert bracket["up"] == [0, 0, 1]
    assert slab["centre"][2] == pytest.approx(-bracket["height"] - slab["size"][1] / 2)
    (flange,) = hardware.bearing_support(np.zeros(3), UP, UP, 1.0, 3.0)
    assert flange["centre"][2] < -1.5  # below the shaft's bearing, which is 3 long


def test_a_post_reaches_from_its_ball_to_its_foot() -> None:
    stem, foot = hardware.post(np.array([1.0, 2.0, 3.0]), UP, 0.1)
    assert stem["to"] == foot["centre"] == pytest.approx([1.0, 2.0, 3.0 - 0.42])


def test_a_lug_meets_a_peg_where_the_angle_reaches_its_limit() -> None:
    """Half the widths of both, 0.35 r each, lie between their middles, on a circle of 2.3 r."""
    limit, r = 0.5, 1.0
    (_, peg) = hardware.angle_pegs(np.zeros(3), np.eye(3), (None, limit), r)
    angle = np.arctan2(peg["centre"][1], peg["centre"][0])
    assert 2.3 * r * (angle - limit) == pytest.approx(0.7 * r)
    lug = hardware.angle_lug(np.zeros(3), np.eye(3), r)
    assert lug["size"][1] == 2 * peg["radius"]


def test_rings_on_a_rail_are_a_sleeve_apart_from_the_limits() -> None:
    mechanism = gd.library("triple-pendulum", B="stops")
    scene = scene_of(mechanism, {}, {})
    rings = [shape for body in scene["bodies"] for shape in body["shapes"] if shape.get("stop")]
    first, second = (np.array(ring["centre"]) for ring in rings)
    (sleeve,) = [
        shape
        for shape in scene["bodies"][1]["shapes"]
        if shape["kind"] == "sleeve" and shape["length"] == pytest.approx(4 * scene_radius(scene))
    ]
    (stop,) = mechanism.joint("B").stops
    between = np.linalg.norm(second - first) - rings[0]["length"]
    assert between == pytest.approx(stop.upper - stop.lower + sleeve["length"])


def scene_radius(scene: dict) -> float:
    """The radius with which pins without sizes are drawn."""
    return 0.8 * 0.022 * scene["size"]


def test_a_block_covers_what_it_carries() -> None:
    mechanism = gd.library("planar-slider-crank")
    scene = scene_of(mechanism, {}, {})
    slider = next(body for body in scene["bodies"] if body["name"] == "slider")
    (block,) = [shape for shape in slider["shapes"] if shape["kind"] == "box"]
    (pin,) = [shape for shape in slider["shapes"] if shape["kind"] == "cylinder"]
    assert block["size"][1] > 3.1 * pin["radius"]  # and the eye around it


def test_an_end_of_a_guide_closes_it() -> None:
    end = hardware.block_end(np.zeros(3), np.eye(3), [1.0, 2.0, 3.0])
    assert end["stop"]
    assert end["size"] == [1.0, 2.0, 3.0]
