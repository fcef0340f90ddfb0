"""Action and reaction, energy and friction of every kind of loose joint, between two bodies on
which nothing else acts.
"""

import numpy as np
import pytest

import gudgeon as gd
from tests.support.clearance_pairs import AXIS, KINDS, momenta, pair

HERTZ = gd.Hertz(1e9)
DAMPED = gd.LankaraniNikravesh(1e9, restitution=0.9)
THRELFALL = gd.Threlfall(0.2, v_1=1e-2)


def simulate(mechanism, duration, rtol=1e-10, rows=200, method="auto"):
    return gd.simulate(mechanism, duration, rtol=rtol, method=method, output_step=duration / rows)


# -- momentum --------------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize(
    "friction", [THRELFALL, gd.Dahl(0.2, sigma_0=1e5)], ids=["Threlfall", "Dahl"]
)
def test_forces_and_moments_on_the_two_bodies_cancel(kind, friction):
    """Linear and angular momentum stay, about the origin and so about any point.

    T36: were the forces applied at the two surfaces, a couple penetration times friction would be
    left, 1e-3 of the moments.
    """
    mechanism = pair(kind, DAMPED, friction)
    result = simulate(mechanism, 0.06)
    assert len(result.impacts) >= 3
    P, L, (size_p, size_l) = momenta(result, mechanism)
    np.testing.assert_allclose(P - P[0], 0, rtol=0, atol=1e-12 * size_p)
    np.testing.assert_allclose(L - L[0], 0, rtol=0, atol=1e-9 * size_l)
    assert np.max(np.abs(result.contact(f"J.{result.impacts['contact'][0]}").friction)) > 0


@pytest.mark.parametrize("kind", KINDS)
def test_force_of_a_loose_joint_accelerates_its_bodies(kind):
    """The reaction reported, on the second body at its joint point, is all that moves both
    bodies: m a and the change of spin.
    """
    mechanism = pair(kind, DAMPED, THRELFALL)
    result = simulate(mechanism, 0.06, rows=3000)
    joint, (first, second) = result.joint("J"), mechanism.bodies
    scale = np.max(np.abs(joint.force))
    assert scale > 1
    np.testing.assert_allclose(
        second.mass * result.body("journal").acceleration, joint.force, rtol=0, atol=1e-9 * scale
    )
    np.testing.assert_allclose(
        first.mass * result.body("bearing").acceleration, -joint.force, rtol=0, atol=1e-9 * scale
    )
    part = result.body("journal")
    start = part.rotation[0].T @ -(part.position[0])  # the joint point, at the origin at t = 0
    arm = part.at(start) - part.position
    J = np.diag([0, 0, second.inertia] if mechanism.plane else second.inertia)
    inertia = part.rotation @ J @ np.swapaxes(part.rotation, 1, 2)
    w, alpha = part.angular_velocity[..., None], part.angular_acceleration[..., None]
    rate = (inertia @ alpha)[..., 0] + np.cross(part.angular_velocity, (inertia @ w)[..., 0])
    about_joint = joint.torque + np.cross(arm, joint.force)
    if mechanism.plane:
        about_joint = about_joint * [0, 0, 1]
    np.testing.assert_allclose(rate, about_joint, rtol=0, atol=1e-9 * scale * 0.03)


# -- energy ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", KINDS)
def test_elastic_contact_without_friction_conserves_energy_over_a_hundred_impacts(kind):
    """1e-8 of the kinetic energy, at a tolerance of 1e-12 for each of some ten thousand steps of
    a one-step method.
    """
    mechanism = pair(kind, HERTZ)
    result = simulate(mechanism, 0.7, rtol=1e-12, method="tsit5")
    assert len(result.impacts) >= 100
    kinetic = result.energy.kinetic[0]
    np.testing.assert_allclose(result.energy.total, kinetic, rtol=1e-8)
    np.testing.assert_allclose(result.energy.lost, 0, rtol=0, atol=1e-8 * kinetic)


@pytest.mark.parametrize("kind", KINDS)
def test_ledger_closes_with_hysteresis_and_friction(kind):
    result = simulate(pair(kind, DAMPED, THRELFALL), 0.15)
    energy = result.energy
    np.testing.assert_allclose(energy.balance, 0, rtol=0, atol=1e-7 * energy.kinetic[0])
    assert energy["lost:J:hysteresis"][-1] > 1e-3 * energy.kinetic[0]
    assert energy["lost:J:friction"][-1] > 1e-3 * energy.kinetic[0]


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize(
    "friction",
    [THRELFALL, gd.Stribeck(0.1, mu_s=0.2, v_s=1e-2, v_r=1e-3)],
    ids=["Threlfall", "Stribeck"],
)
def test_friction_never_does_positive_work(kind, friction):
    """T15: power of the friction force, from the motion of the two bodies at the contact point,
    at every output time.
    """
    mechanism = pair(kind, DAMPED, friction)
    result = simulate(mechanism, 0.05, rows=5000)
    rubbed = 0
    for label in result.layout.labels["contact"]:
        touch = result.contact(label)
        on = touch.normal_force > 0
        v = sliding(result, touch.point)[on]
        F = touch.friction[on]
        rubbed += np.count_nonzero(F.any(axis=1))
        power = np.sum(F * v, axis=1)
        assert np.all(power <= 1e-12 * np.linalg.norm(F, axis=1) * np.linalg.norm(v, axis=1)), label
    assert rubbed > 50
    assert np.all(np.diff(result.energy["lost:J:friction"]) >= -1e-12 * result.energy.kinetic[0])


def sliding(result, point):
    """Return the velocity of the journal's material over the bearing's at points of space."""
    speeds = [
        part.velocity + np.cross(part.angular_velocity, point - part.position)
        for part in map(result.body, ("bearing", "journal"))
    ]
    return speeds[1] - speeds[0]


@pytest.mark.parametrize("kind", KINDS)
def test_friction_follows_the_material_velocity_at_the_contact(kind):
    """T14: size and direction by the law from the sliding of the two materials. With the velocity
    of the geometric point of contact, which follows the normal around, there would be hardly any
    sliding and hardly any friction.
    """
    result = simulate(pair(kind, DAMPED, THRELFALL), 0.06, rows=6000)
    labels = result.layout.labels["contact"]
    # then the joint's force is that of one contact
    alone = sum(result.contact(label).normal_force > 0 for label in labels) == 1
    checked = 0
    for label in labels:
        touch = result.contact(label)
        on = alone & (touch.normal_force > 1e-2 * np.max(touch.normal_force))
        v, N, F = sliding(result, touch.point)[on], touch.normal_force[on], touch.friction[on]
        # what a guide still holds is a couple and no force
        n = (F - result.joint("J").force[on]) / N[:, None]
        if label.startswith("J.key "):  # so is what a key does; its flanks rub along the axis
            axis = result.body("bearing").rotation[on] @ AXIS
            np.testing.assert_allclose(n, 0, rtol=0, atol=1e-9)
            v = np.sum(axis * v, axis=1)[:, None] * axis
        else:
            np.testing.assert_allclose(np.linalg.norm(n, axis=1), 1, rtol=0, atol=1e-9)
            np.testing.assert_allclose(np.sum(n * v, axis=1), touch.rate[on], rtol=0, atol=1e-9)
        v_T = v - np.sum(n * v, axis=1)[:, None] * n
        speed = np.linalg.norm(v_T, axis=1)
        expected = -(0.2 * N * np.tanh(speed / 1e-2) / np.maximum(speed, 1e-300))[:, None] * v_T
        np.testing.assert_allclose(F, expected, rtol=0, atol=1e-9 * np.max(N, initial=0))
        checked += np.count_nonzero(speed > 1e-3)
    assert checked > 20
