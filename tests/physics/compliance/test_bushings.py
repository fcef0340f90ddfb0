"""Bushings in whole mechanisms: each motion against its closed form, balance of forces and
moments, and the limits hard and soft.
"""

import dataclasses

import numpy as np
import pytest

import gudgeon as gd
from tests.support.rotations import rotation

AXIS = np.array([2.0, -1.0, 2.0]) / 3
ACROSS = np.array([1.0, 2.0, 0.0]) / np.sqrt(5)  # normal to the axis
MASS, INERTIA = 2.0, 0.3
STIFFNESS, DAMPING = 800.0, 4.0
TURNED = (0.5, 0.5, -0.5, 0.5)  # orientation of a body frame


def sprung(
    *,
    velocity=(0.0, 0.0, 0.0),
    spin=(0.0, 0.0, 0.0),
    gravity=(0.0, 0.0, 0.0),
    joint=gd.Rigid,
    **motions,
):
    """Return a body, its centre of mass at the joint point, held to the ground by a bushing."""
    body = gd.Body(
        "b",
        mass=MASS,
        inertia=(INERTIA,) * 3,
        position=(1, 2, 3),
        orientation=TURNED,
        velocity=tuple(velocity),
        angular_velocity=tuple(spin),
    )
    return gd.Mechanism(
        bodies=[body], gravity=tuple(gravity),
        joints=[joint("J", between=("ground", "b"), point=(1, 2, 3), axis=tuple(AXIS), fit=gd.Bushing(start="as-described", **motions))],
    )  # fmt: skip


def turned_by(result):
    """Return the rotation vectors of the body since the start [rad]."""
    turns = result.body("b").rotation @ rotation(TURNED).T
    skewed = (
        np.stack(
            [
                turns[:, 2, 1] - turns[:, 1, 2],
                turns[:, 0, 2] - turns[:, 2, 0],
                turns[:, 1, 0] - turns[:, 0, 1],
            ],
            axis=1,
        )
        / 2
    )
    sine = np.linalg.norm(skewed, axis=1)
    angle = np.arctan2(sine, (np.trace(turns, axis1=1, axis2=2) - 1) / 2)
    return skewed * (angle / np.where(sine > 0, sine, 1))[:, None]


# -- the four motions ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("motion", "joint", "way", "rotates"),
    [
        ("radial", gd.Rigid, ACROSS, False),
        ("axial", gd.Rigid, AXIS, False),
        ("misalignment", gd.Rigid, ACROSS, True),
        ("torsion", gd.Rigid, AXIS, True),
    ],
    ids=["radial", "axial", "misalignment", "torsion"],
)
def test_each_motion_is_the_damped_oscillator_of_its_stiffness(motion, joint, way, rotates):
    """x = v/w exp(-g t) sin(w t), whatever the amplitude: rotations reach 1 rad. The rest is held
    and does not move at all.

    Ten times the tolerance of the integration bounds the error over the five periods.
    """
    mass = INERTIA if rotates else MASS
    damping = DAMPING * mass / MASS
    speed = 1.0 * np.sqrt(STIFFNESS / mass)
    start = {"spin": speed * way} if rotates else {"velocity": speed * way}
    given = {motion: gd.Compliance(STIFFNESS, damping=damping)}
    result = gd.simulate(sprung(joint=joint, **start, **given), 1.0, rtol=1e-10, output_step=0.01)
    decay = damping / (2 * mass)
    w = np.sqrt(STIFFNESS / mass - decay**2)
    expected = speed / w * np.exp(-decay * result.t) * np.sin(w * result.t)
    moved = result.body("b").position - (1, 2, 3)
    moving, held = (turned_by(result), moved) if rotates else (moved, turned_by(result))
    np.testing.assert_allclose(moving, expected[:, None] * way, atol=1e-9)
    np.testing.assert_allclose(held, 0, atol=1e-12)
    assert result.energy["lost:J:damping"][-1] == pytest.approx(
        0.5 * mass * speed**2 - result.energy.total[-1], rel=1e-8
    )


def test_a_ball_joint_gives_alike_in_every_direction():
    """A mass on a spring that has no direction of its own, on an ellipse: x = a cos(w t), y = b
    sin(w t).
    """
    body = gd.Body("b", mass=MASS, inertia=(INERTIA,) * 3, position=(0.3, 0, 0), velocity=(0, 2, 2))
    joint = gd.Spherical(
        "J",
        between=("ground", "b"),
        local_points=((0, 0, 0), (0, 0, 0)),
        fit=gd.Bushing(radial=STIFFNESS, start="as-described"),
    )
    result = gd.simulate(
        gd.Mechanism(bodies=[body], joints=[joint]), 1.0, rtol=1e-10, output_step=0.01
    )
    w = np.sqrt(STIFFNESS / MASS)
    expected = np.outer(np.cos(w * result.t), (0.3, 0, 0)) + np.outer(
        np.sin(w * result.t) / w, (0, 2, 2)
    )
    np.testing.assert_allclose(result.body("b").position, expected, atol=1e-9)


@pytest.mark.parametrize(
    "joint",
    [gd.Revolute, gd.Rigid, gd.Translational, gd.Spherical],
    ids=lambda joint: joint.__name__,
)
def test_torsion_counts_full_turns(joint):
    """A flywheel winds the bushing up by three turns, M = k alpha all the way: again the sine,
    to 20 rad, also where there is no angle.
    """
    amplitude = 20.0
    w = np.sqrt(STIFFNESS / INERTIA)
    result = gd.simulate(
        sprung(spin=amplitude * w * AXIS, joint=joint, torsion=STIFFNESS),
        0.2,
        rtol=1e-10,
        output_step=1e-3,
    )
    found = result.joint("J").torsion
    # 1e-10 of it, over two periods
    np.testing.assert_allclose(found, amplitude * np.sin(w * result.t), atol=1e-7)
    np.testing.assert_allclose(result.energy.total, result.energy.total[0], rtol=1e-8)


@pytest.mark.parametrize("offset", [0.5, -7.0])
def test_torsion_without_an_angle_winds_up_to_a_far_offset(offset):
    """From rest at zero, not at the turn next to the offset: x = x_0 (1 - cos w t)."""
    w = np.sqrt(STIFFNESS / INERTIA)
    result = gd.simulate(
        sprung(torsion=gd.Compliance(STIFFNESS, offset=offset)), 0.2, rtol=1e-10, output_step=1e-3
    )
    np.testing.assert_allclose(
        result.joint("J").torsion, offset * (1 - np.cos(w * result.t)), atol=1e-7
    )


def test_motions_that_are_not_given_stay_held():
    """Gravity along the axis pulls a radial bushing nowhere, and the reaction that holds is the
    weight.
    """
    weight = 9.81 * AXIS
    result = gd.simulate(
        sprung(gravity=weight, joint=gd.Revolute, radial=STIFFNESS), 0.5, output_step=0.1
    )
    np.testing.assert_allclose(result.body("b").position - (1, 2, 3), 0, atol=1e-12)
    np.testing.assert_allclose(
        result.joint("J").force, np.tile(-MASS * weight, (len(result.t), 1)), rtol=1e-12
    )


# -- energy and balance ----------------------------------------------------------------------------


def pair(damping=None, **change):
    """Return two free bodies that tumble, joined by a bushing that gives in all ways, its point
    and axes off their centres.
    """
    stiffness = {
        "radial": 300.0,
        "axial": gd.Polynomial((200.0, 0.0, 900.0)),
        "misalignment": 8.0,
        "torsion": 5.0,
    }
    given = {name: gd.Compliance(force, damping=damping) for name, force in stiffness.items()}
    return gd.Mechanism(
        bodies=[
            gd.Body("a", mass=1.0, inertia=(0.02, 0.03, 0.04), orientation=TURNED, velocity=(0.2, -0.5, 0.1), angular_velocity=(2, -5, 3)),
            gd.Body("b", mass=0.5, inertia=(0.01, 0.015, 0.02), position=(0.4, 0.1, 0.2), velocity=(0, 1, 1), angular_velocity=(-4, 3, 6)),
        ],
        joints=[
            gd.Rigid(
                "J", between=("a", "b"), local_points=((0.1, 0.2, -0.1), (-0.15, 0.05, 0.1)), local_axes=((0, 0, 1), (0.5, 0, 1)),
                fit=gd.Bushing(start="as-described", **(given | change)),
            )
        ],
    )  # fmt: skip


INERTIAS = {"a": (1.0, (0.02, 0.03, 0.04)), "b": (0.5, (0.01, 0.015, 0.02))}


def momenta(result):
    """Return momentum and angular momentum about the origin of the two bodies together, from
    their motion.
    """
    linear = angular = 0
    for name, (mass, inertia) in INERTIAS.items():
        body = result.body(name)
        spin = np.einsum(
            "kij,j,klj,kl->ki", body.rotation, inertia, body.rotation, body.angular_velocity
        )
        linear = linear + mass * body.velocity
        angular = angular + spin + np.cross(body.position, mass * body.velocity)
    return linear, angular


@pytest.mark.parametrize("damping", [None, 0.2], ids=["elastic", "damped"])
def test_forces_and_moments_on_the_two_bodies_cancel_about_every_point(damping):
    """Momentum and angular momentum about the origin do not change, which holds for every other
    point then. 1e-9 of several kg m/s.
    """
    result = gd.simulate(pair(damping), 2.0, rtol=1e-10, output_step=0.05)
    for momentum in momenta(result):
        np.testing.assert_allclose(momentum, np.tile(momentum[0], (len(result.t), 1)), atol=1e-9)


def test_an_elastic_bushing_conserves_energy_at_large_rotations():
    """The tilt passes 1 rad and the point moves by decimetres: a small-angle model would not
    conserve.
    """
    result = gd.simulate(pair(), 2.0, rtol=1e-11, output_step=0.01)
    axes = [
        result.body(name).rotation @ np.array(axis) / np.linalg.norm(axis)
        for name, axis in (("a", (0, 0, 1)), ("b", (0.5, 0, 1)))
    ]
    assert np.min(np.sum(axes[0] * axes[1], axis=1)) < np.cos(1.0)
    assert np.ptp(result.energy["stored:J"]) > 0.3 * result.energy.total[0]
    np.testing.assert_allclose(result.energy.total, result.energy.total[0], rtol=1e-8)


def test_damping_takes_what_the_bodies_lose():
    result = gd.simulate(pair(0.2), 2.0, rtol=1e-10, output_step=0.01)
    lost = result.energy["lost:J:damping"]
    assert np.all(np.diff(lost) > 0)
    np.testing.assert_allclose(result.energy.total + lost, result.energy.total[0], rtol=1e-8)


# -- limits ----------------------------------------------------------------------------------------


def hanging(fit):
    """Return a rod pendulum, released from horizontal, in the plane."""
    return gd.Mechanism(
        plane="xy", gravity=(0, -9.81), bodies=[gd.Body("rod", mass=1, inertia=1 / 12, position=(0.5, 0))],
        joints=[gd.Revolute("J", between=("ground", "rod"), point=(0, 0), fit=fit)],
    )  # fmt: skip


def test_a_stiff_bushing_tends_to_the_ideal_joint_as_one_over_its_stiffness():
    """The pin moves by F/k, after it has rung at first: it starts unloaded, and damping ends
    that within a fraction of the run.
    """
    ideal = gd.simulate(hanging(gd.Ideal()), 1.0, output_step=0.01).body("rod").position
    errors = []
    for k in (1e4, 1e5, 1e6):
        soft = gd.Bushing(radial=gd.Compliance(k, damping=0.2 * np.sqrt(k)))
        errors.append(
            np.abs(
                gd.simulate(hanging(soft), 1.0, output_step=0.01).body("rod").position - ideal
            ).max()
        )
    # The leading term is proportional to 1/k; the next, from ringing that dies out in the time
    # 1/sqrt(k), is smaller by 1/sqrt(k). the reaction is at most 2.5 m g, doubled by its sudden
    # start
    assert errors[0] < 3 * 2.5 * 9.81 / 1e4
    np.testing.assert_allclose(np.array(errors[:-1]) / errors[1:], 10, rtol=0.3)


def test_a_very_soft_bushing_leaves_the_body_free():
    """Falling g t^2/2 less the first term of the spring's resistance, k g t^4/(24 m): relative
    1e-10 for this stiffness.
    """
    k = 1e-8
    result = gd.simulate(hanging(gd.Bushing(radial=k)), 1.0, rtol=1e-10, output_step=0.1)
    np.testing.assert_allclose(
        result.body("rod").position[:, 1], -0.5 * 9.81 * result.t**2, atol=1e-8
    )
    np.testing.assert_allclose(result.body("rod").velocity[:, 0], 0, atol=1e-8)


# -- preload, offset, one-sided --------------------------------------------------------------------


@pytest.mark.parametrize("motion", ["axial", "torsion"])
def test_preload_and_offset_shift_the_equilibrium(motion):
    """F = k (x - x_0) + F_0 = 0 at x = x_0 - F_0/k; from rest at zero the body swings about it:
    x = x_e (1 - cos w t).
    """
    offset, preload = 0.05, 15.0
    given = gd.Compliance(STIFFNESS, preload=preload, offset=offset)
    result = gd.simulate(
        sprung(joint=gd.Cylindrical, **{motion: given}), 1.0, rtol=1e-10, output_step=0.01
    )
    moving = result.joint("J").displacement if motion == "axial" else result.joint("J").angle
    w = np.sqrt(STIFFNESS / (MASS if motion == "axial" else INERTIA))
    np.testing.assert_allclose(
        moving, (offset - preload / STIFFNESS) * (1 - np.cos(w * result.t)), atol=1e-9
    )
    np.testing.assert_allclose(result.energy.total, result.energy.total[0], atol=1e-9)


def test_a_one_sided_bushing_never_pulls():
    """Damped so heavily that a two-sided one would hold the body back on its return; then the
    force is none, not a pull.
    """
    damped = gd.Compliance(STIFFNESS, damping=60.0)
    force = {}
    for unilateral in (False, True):
        given = dataclasses.replace(damped, unilateral=unilateral)
        result = gd.simulate(sprung(velocity=AXIS, axial=given), 0.5, rtol=1e-9, output_step=1e-3)
        x = (result.body("b").position - (1, 2, 3)) @ AXIS
        # negative pushes towards the centre
        force[unilateral] = (result.joint("J").force @ AXIS) * np.sign(x)
        lost, total = result.energy["lost:J:damping"], result.energy.total
        np.testing.assert_allclose(total + lost, total[0], atol=1e-7)
    assert force[False].max() > 1  # without the rule it pulls with newtons
    assert force[True].max() <= 1e-9


# -- tables ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("motion", ["radial", "axial", "misalignment", "torsion"])
def test_stiffness_and_damping_by_table_act_as_the_tables_say_beyond_their_ends_too(motion):
    """A body so heavy that it goes on at constant speed, to twice the end of the table of
    deflections. Damping is that of the speed, which lies beyond its table: both go on straight. The
    force is against the motion.
    """
    rotates = motion in ("misalignment", "torsion")
    way = AXIS if motion in ("axial", "torsion") else ACROSS
    spring, damper = (
        gd.Table((-0.1, 0.0, 0.05, 0.1), (-30.0, 0.0, 4.0, 30.0)),
        gd.Table((0.0, 0.2, 0.4), (0.0, 1.0, 6.0)),
    )
    heavy = 1e10
    body = gd.Body(
        "b", mass=heavy, inertia=(heavy,) * 3, position=(1, 2, 3),
        velocity=(0, 0, 0) if rotates else tuple(0.5 * way), angular_velocity=tuple(0.5 * way) if rotates else (0, 0, 0),
    )  # fmt: skip
    fit = gd.Bushing(start="as-described", **{motion: gd.Compliance(spring, damping=damper)})
    joint = gd.Rigid("J", between=("ground", "b"), point=(1, 2, 3), axis=tuple(AXIS), fit=fit)
    result = gd.simulate(gd.Mechanism(bodies=[body], joints=[joint]), 0.4, output_step=0.01)
    acting = result.joint("J").torque if rotates else result.joint("J").force
    slope = (damper(0.4)[0] - damper(0.4 - 1e-7)[0]) / 1e-7
    expected = [spring(0.5 * t)[0] + 6.0 + slope * 0.1 for t in result.t]
    # the difference above leaves 1e-6
    np.testing.assert_allclose(acting[1:] @ way, -np.array(expected[1:]), rtol=1e-5)
    assert result.energy["stored:J"][-1] == pytest.approx(spring(0.2)[1], rel=1e-6)


# -- tilt without twist ----------------------------------------------------------------------------


@pytest.mark.parametrize("joint", [gd.Rigid, gd.Translational], ids=lambda joint: joint.__name__)
@pytest.mark.parametrize("angle", [0.0, 1.0, 2.5, -2.0])
def test_a_joint_that_gives_in_tilt_alone_does_not_twist_however_far_it_tilts(joint, angle):
    """Two free bodies tumble, thrown about any direction across the axis, and about it. The vector
    of the rotation of one against the other, which begins at none, stays normal to the axis: there
    is tilt and no twist. Energy and angular momentum stay, to 1e-8 of 3 J.
    """
    across = np.cos(angle) * ACROSS + np.sin(angle) * np.cross(AXIS, ACROSS)
    bodies = [
        gd.Body(
            "a",
            mass=1.0,
            inertia=(0.02, 0.03, 0.04),
            angular_velocity=tuple(2.0 * AXIS - 8.0 * across),
        ),
        gd.Body(
            "b",
            mass=0.5,
            inertia=(0.01, 0.015, 0.02),
            position=(0.1, 0.2, 0.1),
            angular_velocity=tuple(2.0 * AXIS + 8.0 * across),
        ),
    ]
    fit = gd.Bushing(misalignment=1.0, start="as-described")
    pivot = joint("J", between=("a", "b"), point=(0.05, 0.1, 0.0), axis=tuple(AXIS), fit=fit)
    result = gd.simulate(
        gd.Mechanism(bodies=bodies, joints=[pivot]), 1.0, rtol=1e-11, output_step=0.005
    )
    turned = np.einsum("nji,njk->nik", result.body("a").rotation, result.body("b").rotation)
    vector = np.stack(
        [
            turned[:, 2, 1] - turned[:, 1, 2],
            turned[:, 0, 2] - turned[:, 2, 0],
            turned[:, 1, 0] - turned[:, 0, 1],
        ],
        axis=1,
    )
    tilt = result.joint("J").misalignment
    assert tilt.max() > 1.0
    # 2 sin(tilt) times what of the direction is along the axis
    np.testing.assert_allclose(vector @ AXIS, 0, atol=1e-9)
    # and the tilt is all of it
    np.testing.assert_allclose(np.trace(turned, axis1=1, axis2=2), 1 + 2 * np.cos(tilt), atol=1e-9)
    np.testing.assert_allclose(result.energy.total, result.energy.total[0], rtol=1e-8)
    for momentum in momenta(result):
        np.testing.assert_allclose(momentum, np.tile(momentum[0], (len(result.t), 1)), atol=1e-8)


@pytest.mark.parametrize("joint", [gd.Revolute, gd.Spherical])
def test_the_rubber_turns_with_the_first_body(joint):
    """A shaft that turns at rest beside its centre, e: rubber in the bearing stands still, rubber
    on the shaft is flexed, v = −ω × e.

    The force on the shaft is −k e, or −k e + c ω × e: the external and the internal damping of a
    rotor.
    """
    k, c, spin, e = 1e5, 30.0, 400.0, np.array((1e-3, 2e-3, 0.0))
    shaft = gd.Body(
        "shaft", mass=1, inertia=(1, 1, 1), position=tuple(e), angular_velocity=(0, 0, spin)
    )
    fit = gd.Bushing(radial=gd.Compliance(k, c), start="as-described")
    axes = {"local_axes": ((0, 0, 1), (0, 0, 1))} if joint is gd.Revolute else {}
    on_shaft = {}
    for first, second, sign in (("ground", "shaft", 1), ("shaft", "ground", -1)):
        hinge = joint(
            "J", between=(first, second), local_points=((0, 0, 0), (0, 0, 0)), **axes, fit=fit
        )
        result = gd.simulate(gd.Mechanism(bodies=[shaft], joints=[hinge]), 1e-6)
        on_shaft[first] = sign * result.joint("J").force[0]
    np.testing.assert_allclose(on_shaft["ground"], -k * e, rtol=1e-12, atol=1e-9)
    np.testing.assert_allclose(
        on_shaft["shaft"], -k * e + c * np.cross((0, 0, spin), e), rtol=1e-12, atol=1e-9
    )
