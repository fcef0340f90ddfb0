"""Ball joints whose bushing gives in tilt and torsion: pendulums with known frequencies, energy
and momentum at large rotations.
"""

import numpy as np
import pytest

import gudgeon as gd
from gudgeon.model import describe, files
from gudgeon.results import joint_summary
from tests.support.rotations import rotation

AXIS = np.array([2.0, -1.0, 2.0]) / 3
ACROSS = np.array([1.0, 2.0, 0.0]) / np.sqrt(5)  # normal to the axis
INERTIA, STIFFNESS = 0.3, 800.0
BALL = {"between": ("ground", "b"), "point": (1, 2, 3), "axis": tuple(AXIS)}


def turning(way, amplitude, **fit):
    """Return a body held at its centre by a ball joint, thrown about a direction so that it
    turns by this much [rad].
    """
    spin = amplitude * np.sqrt(STIFFNESS / INERTIA) * way
    body = gd.Body(
        "b", mass=2.0, inertia=(INERTIA,) * 3, position=(1, 2, 3), angular_velocity=tuple(spin)
    )
    return gd.Mechanism(
        bodies=[body],
        joints=[gd.Spherical("J", **BALL, fit=gd.Bushing(start="as-described", **fit))],
    )


@pytest.mark.parametrize(
    ("motion", "way"), [("misalignment", ACROSS), ("torsion", AXIS)], ids=["tilt", "torsion"]
)
def test_tilt_and_torsion_of_a_ball_are_oscillators_at_any_amplitude(motion, way):
    """theta = a sin(w t), w = sqrt(k/I), with a = 1 rad: what is not given is free and does not
    start to move; the point is held.

    Over five periods errors stay below ten times the tolerance.
    """
    result = gd.simulate(
        turning(way, 1.0, **{motion: STIFFNESS}), 0.6, rtol=1e-10, output_step=0.005
    )
    expected = np.sin(np.sqrt(STIFFNESS / INERTIA) * result.t)
    found = getattr(result.joint("J"), motion)
    np.testing.assert_allclose(
        found, np.abs(expected) if motion == "misalignment" else expected, rtol=0, atol=2e-9
    )
    np.testing.assert_allclose(
        result.body("b").rotation @ way, np.tile(way, (len(result.t), 1)), rtol=0, atol=1e-9
    )
    np.testing.assert_allclose(
        result.body("b").position, np.tile((1.0, 2, 3), (len(result.t), 1)), rtol=0, atol=1e-12
    )
    np.testing.assert_allclose(result.energy.total, result.energy.total[0], rtol=1e-8)


@pytest.mark.parametrize("side", [1.0, -1.0], ids=["standing", "hanging"])
def test_pendulum_on_a_ball_swings_with_the_frequency_of_bushing_and_weight(side):
    """w^2 = (k -+ m g l)/(I + m l^2) for small swings: with 1e-4 rad the next term is a^2/16, below
    1e-9.

    In every direction alike: it is started on an ellipse.
    """
    mass, length, k, swing = 2.0, 0.2, 40.0, 1e-4
    about = 0.01 + mass * length**2
    w = np.sqrt((k - side * mass * 9.81 * length) / about)
    spin = np.array([0.6, 0.8, 0.0]) * swing * w
    turn = (np.cos(swing / 2), 0, np.sin(swing / 2), 0)
    at = rotation(turn) @ (0, 0, side * length)
    body = gd.Body(
        "b", mass=mass, inertia=(0.01, 0.01, 0.002), position=tuple(at), orientation=turn, velocity=tuple(np.cross(spin, at)),
        angular_velocity=tuple(spin),
    )  # fmt: skip
    joint = gd.Spherical(
        "J", between=("ground", "b"), local_points=((0, 0, 0), (0, 0, -side * length)), local_axes=((0, 0, 1), (0, 0, 1)),
        fit=gd.Bushing(misalignment=k, start="as-described"),
    )  # fmt: skip
    result = gd.simulate(
        gd.Mechanism(gravity=(0, 0, -9.81), bodies=[body], joints=[joint]),
        2.0,
        rtol=1e-10,
        atol=1e-14,
        output_step=0.02,
    )
    top = result.body("b").rotation @ (0, 0, 1)
    c, s = np.cos(w * result.t), np.sin(w * result.t)
    np.testing.assert_allclose(top[:, 0], swing * (c + 0.8 * s), rtol=0, atol=1e-7 * swing)
    np.testing.assert_allclose(top[:, 1], -swing * 0.6 * s, rtol=0, atol=1e-7 * swing)


def tumbling(damping=None):
    """Return two free bodies that tumble, joined by a ball on a bushing that gives in all its
    ways.
    """
    given = {"radial": 300.0, "misalignment": gd.Polynomial((8.0, 0.0, 4.0)), "torsion": 5.0}
    fit = gd.Bushing(
        start="as-described",
        **{name: gd.Compliance(force, damping=damping) for name, force in given.items()},
    )
    bodies = [
        gd.Body(
            "a",
            mass=1.0,
            inertia=(0.02, 0.03, 0.04),
            velocity=(0.2, -0.5, 0.1),
            angular_velocity=(2, -5, 3),
        ),
        gd.Body(
            "b",
            mass=0.5,
            inertia=(0.01, 0.015, 0.02),
            position=(0.4, 0.1, 0.2),
            velocity=(0, 1, 1),
            angular_velocity=(-4, 3, 6),
        ),
    ]
    joint = gd.Spherical(
        "J",
        between=("a", "b"),
        local_points=((0.1, 0.2, -0.1), (-0.15, 0.05, 0.1)),
        local_axes=((0, 0, 1), (0.5, 0, 1)),
        fit=fit,
    )
    return gd.Mechanism(bodies=bodies, joints=[joint])


@pytest.mark.parametrize("damping", [None, 0.1], ids=["elastic", "damped"])
def test_energy_and_momenta_stay_at_large_tilt_and_torsion(damping):
    result = gd.simulate(tumbling(damping), 1.5, rtol=1e-11, output_step=0.01)
    joint = result.joint("J")
    assert joint.misalignment.max() > 0.7
    assert np.ptp(joint.torsion) > 0.7
    lost = result.energy["lost:J:damping"] if damping else 0.0
    np.testing.assert_allclose(result.energy.total + lost, result.energy.total[0], rtol=1e-8)
    linear = angular = 0
    for body in result.mechanism.bodies:
        motion = result.body(body.name)
        spin = np.einsum(
            "kij,j,klj,kl->ki",
            motion.rotation,
            body.inertia,
            motion.rotation,
            motion.angular_velocity,
        )
        linear = linear + body.mass * motion.velocity
        angular = angular + spin + np.cross(motion.position, body.mass * motion.velocity)
    for kept in (linear, angular):
        np.testing.assert_allclose(kept, np.tile(kept[0], (len(result.t), 1)), rtol=0, atol=1e-9)


def test_damping_does_not_depend_on_which_body_is_the_first():
    """The same two bodies with the joint described from the other side: the same motion but for
    rounding, at tilts of up to 0.64 rad.

    Damping of the spin across the first body's axis parted the positions by 1.4e-3 m and the losses
    by 17 mJ.
    """
    fit = gd.Bushing(
        misalignment=gd.Compliance(3.0, damping=0.1),
        torsion=gd.Compliance(5.0, damping=0.1),
        start="as-described",
    )
    bodies = [
        gd.Body("a", mass=1.0, inertia=(0.02, 0.03, 0.04), angular_velocity=(2, -5, 3)),
        gd.Body(
            "b",
            mass=0.5,
            inertia=(0.01, 0.015, 0.02),
            position=(0.1, 0, 0.2),
            velocity=(0, 1, 0),
            angular_velocity=(-4, 3, 6),
        ),
    ]
    place = {
        "between": ("a", "b"),
        "local_points": ((0.1, 0, 0.1), (0, 0, -0.1)),
        "local_axes": ((0, 0, 1), (0.5, 0, 1)),
    }
    other = {name: two[::-1] for name, two in place.items()}
    runs = []
    for sides in (place, other):
        mechanism = gd.Mechanism(bodies=bodies, joints=[gd.Spherical("J", **sides, fit=fit)])
        runs.append(gd.simulate(mechanism, 1.0, rtol=1e-11, output_step=0.01, method="dop853"))
    assert runs[0].joint("J").misalignment.max() > 0.6
    np.testing.assert_allclose(
        runs[0].joint("J").torsion, -runs[1].joint("J").torsion, rtol=0, atol=1e-12
    )
    for body in ("a", "b"):
        first, second = runs[0].body(body), runs[1].body(body)
        np.testing.assert_allclose(first.position, second.position, rtol=0, atol=1e-12)
        np.testing.assert_allclose(first.rotation, second.rotation, rtol=0, atol=1e-12)
    np.testing.assert_allclose(
        runs[0].energy["lost:J:damping"], runs[1].energy["lost:J:damping"], rtol=0, atol=1e-12
    )


def test_file_words_and_reload_know_tilt_and_torsion_of_a_ball(tmp_path):
    mechanism = turning(
        AXIS, 0.1, torsion="5 N*m/rad", misalignment=gd.Compliance(8.0, damping=0.1)
    )
    again = files.loads(files.dumps(mechanism))
    assert again == mechanism
    (sentence,) = describe.of_joints(mechanism)
    assert "misalignment compliance (force 8 N m/rad, damping 0.1 N m s/rad)" in sentence
    assert "torsion 5 N m/rad" in sentence
    assert "radial held" in sentence
    result = gd.simulate(mechanism, 0.05)
    result.save(tmp_path / "ball.h5")
    loaded = gd.load(tmp_path / "ball.h5")
    np.testing.assert_array_equal(loaded.joint("J").torsion, result.joint("J").torsion)
    assert "torsion 0.2" in joint_summary.of_joints(loaded)["bushings"][0]
    loaded.report(tmp_path / "ball.html")
