"""Joints of mixed make, each motion by itself, against what is known of one coordinate: walls,
impact oscillators, springs, limits.
"""

import numpy as np
import pytest
from scipy.integrate import solve_ivp
from scipy.optimize import brentq

import gudgeon as gd

MASS, INERTIA, GAP, ANGLE = 1.5, 0.02, 2e-4, 0.05
AXIS, ACROSS = np.array([1.0, 2.0, 2.0]) / 3, np.array([2.0, 1.0, -2.0]) / 3
MOTIONS = ("radial", "axial", "misalignment", "torsion")
TURNING = ("misalignment", "torsion")
AT = {"between": ("ground", "body"), "point": (0, 0, 0)}


def joint_for(motion, fit):
    """Return a joint that holds a motion when it is ideal, with another fit."""
    cls = gd.Rigid if motion == "torsion" else gd.Revolute
    return cls("J", axis=tuple(AXIS), fit=fit, **AT)


def thrown(motion, part, speed, **more):
    """Return a body, centred in a joint in which one motion alone is given, that moves in this
    motion at ``speed`` [m/s or rad/s].
    """
    way = speed * (AXIS if motion in ("axial", "torsion") else ACROSS)
    body = gd.Body(
        "body",
        mass=MASS,
        inertia=(INERTIA,) * 3,
        **{"angular_velocity" if motion in TURNING else "velocity": tuple(way)},
    )
    return gd.Mechanism(
        bodies=[body],
        joints=[joint_for(motion, gd.Mixed(**{motion: part}, start="as-described"))],
        **more,
    )


def sizes(motion):
    """Return mass or moment of inertia, play, speed, contact stiffness."""
    return (INERTIA, ANGLE, 2.0, 3e3) if motion in TURNING else (MASS, GAP, 0.1, 1e9)


def run(mechanism, duration, **options):
    return gd.simulate(
        mechanism,
        duration,
        **{"rtol": 1e-10, "output_step": duration / 400, "method": "dop853", **options},
    )


def moved(result, motion):
    """Return the motion of the body with its sign, in the direction in which it was thrown."""
    joint, body = result.joint("J"), result.body("body")
    way = AXIS if motion in ("axial", "torsion") else ACROSS
    if motion in ("radial", "axial"):
        signed = body.position @ way
    # rotation about one direction: 2 atan2 of the vector part of the Euler parameters along it
    else:
        signed = 2 * np.arctan2(body.orientation[:, 1:] @ way, body.orientation[:, 0])
    given = getattr(joint, motion)
    np.testing.assert_allclose(
        given, np.abs(signed) if motion in ("radial", "misalignment") else signed, atol=1e-12
    )
    return signed


# -- play ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("motion", MOTIONS)
def test_a_body_flies_between_the_ends_of_its_play_and_rebounds_by_hertz(motion):
    """Closed form: flight 2c/v, depth (5 m v^2/(4 K))^(2/5), force K depth^1.5, contact lasts
    2.943275 depth/v; nothing is lost.
    """
    m, gap, v, K = sizes(motion)
    depth = (5 * m * v**2 / (4 * K)) ** 0.4
    # the constant is 4 sqrt(pi) Gamma(7/5)/(5 Gamma(9/10)), here to seven digits
    lasts = 2.943275 * depth / v
    result = run(thrown(motion, gd.Play(gap, contact=gd.Hertz(K)), v), 3.5 * (2 * gap / v + lasts))
    impacts = result.impacts
    assert len(impacts) >= 3
    np.testing.assert_allclose(
        impacts["start"][:3], gap / v + np.arange(3) * (2 * gap / v + lasts), rtol=1e-6
    )
    np.testing.assert_allclose(impacts["penetration"][:3], depth, rtol=1e-6)
    np.testing.assert_allclose(impacts["peak_force"][:3], K * depth**1.5, rtol=1e-6)
    np.testing.assert_allclose(impacts["departure_speed"][:3], v, rtol=1e-7)
    ends = {"radial": [""], "misalignment": [" upper"]}.get(motion, [" upper", " lower"])
    assert list(impacts["contact"][:3]) == [f"play {motion}{ends[k % len(ends)]}" for k in range(3)]
    np.testing.assert_allclose(result.energy.total, result.energy.total[0], rtol=1e-8)
    moved(result, motion)


@pytest.mark.parametrize("motion", MOTIONS)
@pytest.mark.parametrize("restitution", [0.9, 0.4])
def test_each_end_of_play_remembers_its_own_approach_speed(motion, restitution):
    """The exact rebound x of Lankarani and Nikravesh's law, D (1 + x) = ln[(1 + D)/(1 - D x)],
    whatever mass and stiffness.
    """
    D = 0.75 * (1 - restitution**2)
    x = brentq(lambda x: D * (1 + x) - np.log1p(D) + np.log1p(-D * x), 0.1, 1, xtol=1e-14)
    m, gap, v, K = sizes(motion)
    result = run(
        thrown(
            motion,
            gd.Play(gap, contact=gd.LankaraniNikravesh(K, restitution), min_approach_speed=1e-6),
            v,
        ),
        12 * gap / v,
    )
    impacts = result.impacts
    np.testing.assert_allclose(impacts["approach_speed"][:3], v * x ** np.arange(3), rtol=3e-6)
    np.testing.assert_allclose(
        impacts["energy_lost"][:3], 0.5 * m * v**2 * (1 - x**2) * x ** (2 * np.arange(3)), rtol=2e-5
    )
    np.testing.assert_allclose(result.energy.balance, 0, atol=1e-9 * m * v**2)


def test_a_hinge_with_radial_play_alone_is_the_planar_joint_with_clearance():
    """A pendulum in space whose tilt and axial motion are held, and the same in its plane:
    contact, friction, losses, layer and all.
    """
    law, rubbing = gd.LankaraniNikravesh(2e9, 0.8), gd.Threlfall(mu_k=0.1, v_1=1e-2)
    radii = {"bearing_radius": 0.01, "radial_clearance": GAP}
    for layer in (
        {},
        {"bushing": gd.Compliance(2e6, damping=50.0), "thickness": 5e-5, "blend": 1e-6},
    ):
        inside = {"contact": law, "friction": rubbing, **layer}
        spatial, planar = (
            run(
                gd.Mechanism(
                    plane=plane, gravity=(0, -9.81, 0)[:n],
                    bodies=[gd.Body("body", mass=MASS, inertia=INERTIA if plane else (0.03, 0.04, INERTIA), position=(0.1, 0, 0)[:n])],
                    joints=[gd.Revolute("J", between=("body", "ground"), point=(0, 0, 0)[:n], fit=fit, **axis, **radii)],
                ),
                0.05,
            )
            for plane, n, fit, axis in (
                (None, 3, gd.Mixed(radial=gd.Play(**inside)), {"axis": (0, 0, 1)}),
                ("xy", 2, gd.Clearance(**inside), {}),
            )
        )  # fmt: skip
        assert len(spatial.impacts) == len(planar.impacts) >= 4
        np.testing.assert_allclose(spatial.impacts["start"], planar.impacts["start"], atol=1e-8)
        np.testing.assert_allclose(
            spatial.body("body").position, planar.body("body").position, atol=1e-9
        )
        np.testing.assert_allclose(spatial.joint("J").angle, planar.joint("J").angle, atol=1e-8)
        for entry in planar.energy.entries:
            np.testing.assert_allclose(
                spatial.energy[entry], planar.energy[entry], atol=1e-7, err_msg=entry
            )
        np.testing.assert_allclose(
            spatial.joint("J").orbit[:, :2] ** 2 @ [1, 1],
            planar.joint("J").orbit ** 2 @ [1, 1],
            atol=1e-11,
        )
        assert spatial.joint("J").mode_fractions == pytest.approx(
            planar.joint("J").mode_fractions, abs=1e-5
        )


def test_an_inverted_pendulum_falls_to_and_fro_in_the_play_of_its_tilt():
    """I a'' = m g l sin(a) - sign(a) K (|a| - c)^1.5 about the pivot, by SciPy: a hinge whose
    axis stands upright and may tilt.
    """
    arm, K, begin = 0.2, 2e4, 0.01
    about = INERTIA + MASS * arm**2
    at = arm * np.array([np.sin(begin), 0, np.cos(begin)])
    body = gd.Body("body", mass=MASS, inertia=(INERTIA,) * 3, position=tuple(at), orientation=(np.cos(begin / 2), 0, np.sin(begin / 2), 0),
                   velocity=(-0.3 * at[2], 0, 0.3 * at[0]), angular_velocity=(0, -0.3, 0))  # fmt: skip
    fit = gd.Mixed(misalignment=gd.Play(ANGLE, contact=gd.Hertz(K)), start="as-described")
    joint = gd.Revolute(
        "J",
        between=AT["between"],
        local_points=((0, 0, 0), (0, 0, -arm)),
        local_axes=((0, 0, 1), (0, 0, 1)),
        fit=fit,
    )
    result = run(gd.Mechanism(gravity=(0, 0, -9.81), bodies=[body], joints=[joint]), 1.0)

    def equation(t, y):
        return y[1], (
            MASS * 9.81 * arm * np.sin(y[0])
            - np.sign(y[0]) * K * max(abs(y[0]) - ANGLE, 0.0) ** 1.5
        ) / about

    expected = solve_ivp(
        equation,
        (0, 1.0),
        (begin, -0.3),
        "DOP853",
        rtol=1e-12,
        atol=1e-14,
        t_eval=result.t,
        max_step=1e-3,
    ).y
    assert len(result.impacts) >= 3
    np.testing.assert_allclose(result.joint("J").misalignment, np.abs(expected[0]), atol=1e-7)


@pytest.mark.parametrize("motion", MOTIONS)
def test_play_then_a_layer_then_a_hard_end_is_equation_50_of_one_coordinate(motion):
    """Free flight, a bushing that is used up, hard contact behind it, blended as printed: the
    same law by SciPy, rtol 1e-11.
    """
    m, gap, v, K = sizes(motion)
    # the layer takes four tenths of the energy (twice that is m v^2/2)
    thick, soft = 0.5 * gap, 0.4 * m * v**2 / (0.5 * gap) ** 2
    damper, blend = 0.1 * np.sqrt(soft * m), 0.02 * gap
    layer = {"bushing": gd.Compliance(soft, damping=damper), "thickness": thick, "blend": blend}
    duration = 8 * gap / v
    result = run(thrown(motion, gd.Play(gap, contact=gd.Hertz(K), **layer), v), duration)

    def force(depth, rate):
        damping = damper * rate * min(1.0, 100 * depth / thick)
        pressed, beyond = max(soft * depth + damping, 0.0), depth - thick
        if beyond <= 0:
            return pressed
        share = min(beyond / blend, 1.0)
        return max(
            (1 - share) * pressed + share * K * beyond**1.5, max(soft * thick + damping, 0.0)
        )

    def equation(t, y):
        depth, way = abs(y[0]) - gap, np.sign(y[0])
        return y[1], -way * force(depth, way * y[1]) / m if depth > 0 else 0.0

    expected = solve_ivp(
        equation,
        (0, duration),
        (0, v),
        "DOP853",
        rtol=1e-11,
        atol=1e-14,
        t_eval=result.t,
        max_step=duration / 2e4,
    ).y[0]
    assert sum(name.endswith("hard") for name in result.impacts["contact"]) >= 2
    np.testing.assert_allclose(moved(result, motion), expected, atol=1e-5 * gap)
    np.testing.assert_allclose(result.energy.balance, 0, atol=1e-7 * m * v**2)


# -- bushings --------------------------------------------------------------------------------------


@pytest.mark.parametrize("motion", MOTIONS)
def test_a_motion_on_a_bushing_is_the_damped_oscillator(motion):
    """x = v/w exp(-z t) sin(w t), z = d/(2 m), w^2 = k/m - z^2; of rotations about one direction
    the same with the inertia.
    """
    m, _, v, _ = sizes(motion)
    k, d = m * 300.0**2, 0.05 * m * 300.0
    result = run(thrown(motion, gd.Compliance(k, damping=d), 0.1 * v), 0.1)
    z = d / (2 * m)
    w = np.sqrt(k / m - z**2)
    np.testing.assert_allclose(
        moved(result, motion), 0.1 * v / w * np.exp(-z * result.t) * np.sin(w * result.t), atol=1e-9
    )
    np.testing.assert_allclose(result.energy.balance, 0, atol=1e-10)


def test_a_bushing_and_a_mixed_joint_with_the_same_compliances_are_one():
    parts = {
        "radial": gd.Compliance(1e5, damping=20.0),
        "axial": 2e5,
        "misalignment": 40.0,
        "torsion": gd.Compliance(3.0, preload=0.1),
    }
    body = gd.Body(
        "body",
        mass=MASS,
        inertia=(0.01, 0.02, 0.025),
        position=(0.05, 0.02, 0.03),
        angular_velocity=(1, 2, 3),
    )
    both = [
        run(
            gd.Mechanism(
                gravity=(1, 2, -9),
                bodies=[body],
                joints=[gd.Revolute("J", axis=tuple(AXIS), fit=fit, **AT)],
            ),
            0.05,
        )
        for fit in (gd.Bushing(**parts), gd.Mixed(**parts))
    ]
    np.testing.assert_array_equal(both[0].body("body").position, both[1].body("body").position)


# -- held and free ---------------------------------------------------------------------------------


def falling(joint, **more):
    thrown = {"velocity": (0.1, 0, 0.2), "angular_velocity": (0.3, 0.4, 0.5)}
    body = gd.Body(
        "body", mass=MASS, inertia=(0.01, 0.02, 0.025), position=(0.05, 0.02, 0.03), **thrown
    )
    return gd.Mechanism(gravity=(1, 2, -9), bodies=[body], joints=[joint], **more)


SAME = {
    "a hinge whose torsion is held is a weld": (gd.Revolute, {"torsion": "held"}, gd.Rigid),
    "a hinge that is free along its axis is a sleeve": (
        gd.Revolute,
        {"axial": "free"},
        gd.Cylindrical,
    ),
    "a weld that is free along its axis is a slider": (
        gd.Rigid,
        {"axial": "free"},
        gd.Translational,
    ),
    "a sleeve that is held along its axis is a hinge": (
        gd.Cylindrical,
        {"axial": "held"},
        gd.Revolute,
    ),
    "a weld that is free in both rotations is a ball": (
        gd.Rigid,
        {"misalignment": "free", "torsion": "free"},
        gd.Spherical,
    ),
    "a ball whose tilt is held is a hinge": (gd.Spherical, {"misalignment": "held"}, gd.Revolute),
    "a weld that is free across and in torsion is a plane": (
        gd.Rigid,
        {"radial": "free", "torsion": "free"},
        gd.Planar,
    ),
}


@pytest.mark.parametrize(("first", "motions", "second"), SAME.values(), ids=SAME)
def test_what_is_held_and_free_makes_one_ideal_joint_another(first, motions, second):
    mixed, ideal = (
        cls("J", axis=tuple(AXIS), fit=fit, **AT)
        for cls, fit in ((first, gd.Mixed(**motions)), (second, gd.Ideal()))
    )
    mixed_run, other = run(falling(mixed), 0.2), run(falling(ideal), 0.2)
    assert gd.check_model(falling(mixed)).dof == gd.check_model(falling(ideal)).dof
    np.testing.assert_allclose(
        mixed_run.body("body").position, other.body("body").position, atol=1e-9
    )
    np.testing.assert_allclose(mixed_run.joint("J").force, other.joint("J").force, atol=1e-6)
    np.testing.assert_allclose(mixed_run.joint("J").torque, other.joint("J").torque, atol=1e-7)


def test_a_weld_that_may_only_tilt_does_not_twist():
    """Tilt free and torsion held: rotation without twist about the axis, (b_i + b_j).w = 0, at
    any tilt.
    """
    result = run(
        falling(gd.Rigid("J", axis=tuple(AXIS), fit=gd.Mixed(misalignment="free"), **AT)), 0.3
    )
    tilted = result.joint("J").misalignment
    assert tilted.max() > 1.0
    both = AXIS + result.body("body").rotation @ AXIS
    np.testing.assert_allclose(
        (both * result.body("body").angular_velocity).sum(axis=1), 0, atol=1e-7
    )


# -- limits ----------------------------------------------------------------------------------------


def departure(motion, part):
    """Return how far a loaded body leaves the position that an ideal joint keeps, at most,
    within 0.1 s.
    """
    body = gd.Body("body", mass=MASS, inertia=(INERTIA,) * 3)
    load = gd.Torque if motion in TURNING else gd.Force
    way = tuple(10.0 * (AXIS if motion in ("axial", "torsion") else ACROSS))
    push = load("load", body="body", **{"torque" if motion in TURNING else "force": way})
    mechanism = gd.Mechanism(
        bodies=[body], joints=[joint_for(motion, gd.Mixed(**{motion: part}))], forces=[push]
    )
    return np.abs(moved(run(mechanism, 0.1), motion)).max()


@pytest.mark.parametrize("motion", MOTIONS)
def test_without_play_the_joint_is_ideal_at_first_order(motion):
    """Under a load the body goes to the end of its play c and rests there: the departure is c,
    but for what the hard end gives.
    """
    plays = np.array([4e-3, 1e-3, 2.5e-4])
    # a load of 10 gives (10/1e11)^(2/3) = 2e-7; impacts ten times that
    law = gd.LankaraniNikravesh(1e11, 0.3)
    found = np.array([departure(motion, gd.Play(play, contact=law)) for play in plays])
    orders = np.log(found[:-1] / found[1:]) / np.log(4)
    np.testing.assert_allclose(orders, 1, atol=0.02)
    np.testing.assert_allclose(found, plays, rtol=0.02)


@pytest.mark.parametrize("motion", MOTIONS)
def test_with_infinite_stiffness_the_joint_is_ideal_at_the_order_of_its_inverse(motion):
    """A load that is there at once swings the bushing to twice its deflection, 2 F/k; the cosine
    is exact for all four.
    """
    stiffness = np.array([1e4, 1e5, 1e6])
    found = np.array([departure(motion, gd.Compliance(value)) for value in stiffness])
    # the output step cuts the tops
    np.testing.assert_allclose(found, 2 * 10.0 / stiffness, rtol=5e-3)
    np.testing.assert_allclose(np.log10(found[:-1] / found[1:]), 1, atol=3e-3)
