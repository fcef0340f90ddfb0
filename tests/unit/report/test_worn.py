"""Where bearings wear, for the page."""

import numpy as np

import gudgeon as gd
from gudgeon.report.worn import SECTORS, STEPS, worn_bearings
from tests.support import synthetic_results


def test_the_profile_is_that_of_archards_law(loose):
    """The shape is the same for every coefficient and length, to half a step."""
    result = loose.result
    found = worn_bearings(result)
    assert found.keys() == {"C"}
    wear = result.joint("C").wear(
        "1e-15 1/Pa", length="20 mm", sectors=SECTORS, start=result.transient
    )
    depth = wear.bearing.depth
    np.testing.assert_allclose(
        np.array(found["C"]["depth"]) / STEPS, depth / depth.max(), atol=0.51 / STEPS
    )
    assert max(found["C"]["depth"]) == STEPS


def test_angles_are_counted_in_the_frame_of_the_bearing(loose):
    about = worn_bearings(loose.result)["C"]
    h, t = np.array(about["from"]), np.array(about["to"])
    np.testing.assert_allclose([h @ h, t @ t, h @ t], [1, 1, 0], atol=1e-12)
    first = loose.result.joint("C")._axes(0)[0]
    body = loose.result.mechanism.joint("C").between[0]
    assert body != "ground"
    np.testing.assert_allclose(np.cross(h, t), first[2], atol=1e-12)  # the axis of a plane


def test_ideal_joints_balls_and_sliders_have_no_profile():
    assert worn_bearings(synthetic_results.result(5)) == {}
    for name, fits in (
        ("four-bar", {"C": "clearance"}),
        ("translational-slider-crank", {"D": "clearance"}),
    ):
        assert worn_bearings(gd.simulate(gd.library(name, **fits), 5e-3)) == {}


def test_a_run_that_never_rubs_has_no_profile():
    """Before the pin has fallen through its gap."""
    assert worn_bearings(gd.simulate(gd.library("planar-slider-crank", C="clearance"), 1e-4)) == {}
