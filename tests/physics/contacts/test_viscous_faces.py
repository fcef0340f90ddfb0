"""Friction of a face on several corners: one law in all, shared like the load."""

import numpy as np
import pytest

import gudgeon as gd

MASS, G, SPEED, MU, VISCOSITY = 0.8, 9.81, 4.9, 0.1, 0.4
GAP, FLOOR = 4e-4, gd.Hertz(1e7, exponent=1.0)
LAWS = {
    "stribeck": gd.Stribeck(mu_k=MU, mu_s=0.15, v_s=1e-2, viscosity=VISCOSITY),
    "lugre": gd.LuGre(mu_k=MU, mu_s=0.15, v_s=1e-2, sigma_0=1e6, sigma_1=100.0, sigma_2=VISCOSITY),
    "elasto-plastic": gd.ElastoPlastic(
        mu_k=MU, mu_s=0.15, v_s=1e-2, sigma_0=1e6, sigma_1=100.0, sigma_2=VISCOSITY
    ),
}


def block(law, plane=None):
    """Return a block that lies flat on the floor of its channel and slides along it, in space or
    in a plane.
    """
    fit = gd.Clearance(contact=FLOOR, friction=law, start="as-described")
    sunk = -(GAP + MASS * G / (2 * FLOOR.stiffness))  # a law at either end
    if plane is not None:
        body = gd.Body("b", mass=MASS, inertia=3e-4, position=(0, sunk), velocity=(SPEED, 0))
        radii = {"bearing_radius": 0.015 + GAP, "journal_radius": 0.015}
        at = {
            "local_points": ((0, 0), (0, 0)),
            "local_axes": ((1, 0), (1, 0)),
            "journal_length": 0.08,
        }
        joint = gd.Translational("J", between=("ground", "b"), fit=fit, **at, **radii)
        return gd.Mechanism(plane="xy", gravity=(0, -G), bodies=[body], joints=[joint])
    body = gd.Body(
        "b", mass=MASS, inertia=(2e-4, 3e-4, 4e-4), position=(sunk, 0, 0), velocity=(0, 0, SPEED)
    )
    at = {
        "local_points": ((0, 0, 0), (0, 0, 0)),
        "local_axes": ((0, 0, 1), (0, 0, 1)),
        "local_height_axes": ((1, 0, 0), (1, 0, 0)),
    }
    size = {
        "height": 0.03,
        "width": 0.02,
        "height_clearance": GAP,
        "width_clearance": GAP,
        "journal_length": 0.08,
    }
    joint = gd.Translational(
        "J", between=("ground", "b"), fit=fit, guide="rectangular", **at, **size
    )
    return gd.Mechanism(gravity=(-G, 0, 0), bodies=[body], joints=[joint])


@pytest.mark.parametrize("name", LAWS)
@pytest.mark.parametrize(
    "plane", [None, "xy"], ids=["four corners in space", "two corners in a plane"]
)
def test_a_block_on_all_its_corners_has_the_friction_of_one_law(name, plane):
    """m v_dot = -(mu m g + sigma_2 v): v + mu m g/sigma_2 decays with m/sigma_2, whatever the
    corners carry.

    The block begins at the depth of its weight and pitches by its own friction, which leaves the
    sum of the loads; squares of the tilt are 1e-5. Bristles need some 1e-6 s to bend.
    """
    result = gd.simulate(block(LAWS[name], plane), 0.02, rtol=1e-9, atol=1e-12, output_step=1e-3)
    v = result.body("b").velocity[:, 0 if plane else 2]
    level, rate = MU * MASS * G / VISCOSITY, VISCOSITY / MASS
    after = result.t[2:] - result.t[2]
    expected = (v[2] + level) * np.exp(-rate * after) - level
    np.testing.assert_allclose(v[2] - v[3:], v[2] - expected[1:], rtol=2e-4)
    touching = [
        label for label in result.joint("J").contacts if result.contact(label).normal_force.all()
    ]
    assert len(touching) == (2 if plane else 4)


def test_corners_that_carry_more_have_more_of_the_viscous_friction():
    """The friction of each corner is that of the face times its share of the load, at one speed
    of all.
    """
    result = gd.simulate(block(LAWS["stribeck"]), 5e-3, rtol=1e-9, atol=1e-12, output_step=1e-4)
    parts = [
        result.contact(label)
        for label in result.joint("J").contacts
        if result.contact(label).normal_force.any()
    ]
    loads = np.array([part.normal_force for part in parts])
    frictions = np.array([np.linalg.norm(part.friction, axis=1) for part in parts])
    assert np.ptp(loads[:, -1]) > 0.1  # front and rear differ
    total = MU * loads.sum(axis=0) + VISCOSITY * result.body("b").velocity[:, 2]
    np.testing.assert_allclose(frictions, total * loads / loads.sum(axis=0), rtol=1e-3)
