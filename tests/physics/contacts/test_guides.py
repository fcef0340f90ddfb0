"""Sliders that can tilt and twist in their guide: rest, jam, impact, play and friction against
closed forms and reduced models.
"""

import dataclasses

import numpy as np
import pytest
from scipy.integrate import solve_ivp
from scipy.optimize import brentq
from scipy.special import beta

import gudgeon as gd
from tests.support.rotations import about
from tests.support.slider_in_guide import (
    GAP,
    HALF_HEIGHT,
    HALF_LENGTH,
    J1,
    J2,
    J3,
    L1,
    L2,
    M1,
    M2,
    M3,
    G,
    compliant,
)

K, MASS = 1e9, 0.8
HEIGHT, WIDTH, LENGTH = 0.03, 0.02, 0.08  # of the block [m]
HIGH, WIDE = 4e-4, 3e-4  # its play above and below, and on each side [m]
INERTIA = (2e-4, 3e-4, 4e-4)
HERTZ = gd.Hertz(K)
Z = {"local_points": ((0, 0, 0), (0, 0, 0)), "local_axes": ((0, 0, 1), (0, 0, 1))}
BLOCK = {
    **Z, "guide": "rectangular", "local_height_axes": ((1, 0, 0), (1, 0, 0)), "height": HEIGHT, "width": WIDTH,
    "height_clearance": HIGH, "width_clearance": WIDE, "journal_length": LENGTH,
}  # fmt: skip
BAR = {
    **Z, "guide": "round", "bearing_radius": 0.0105, "journal_radius": 0.01, "bearing_length": 0.2, "journal_length": LENGTH,
    "rotational_clearance": 0.02,
}  # fmt: skip


def sliding(
    sizes, *, contact=HERTZ, friction=None, gravity=(0.0, 0.0, 0.0), forces=(), fit=None, **body
):
    """Return a slider in a guide of the ground along z, a block with its height along x or a
    bar, as described.
    """
    slider = gd.Body("slider", mass=MASS, inertia=INERTIA, **body)
    made = gd.Clearance(contact=contact, friction=friction, start="as-described", **(fit or {}))
    joint = gd.Translational("J", between=("ground", "slider"), fit=made, **sizes)
    return gd.Mechanism(gravity=gravity, bodies=[slider], joints=[joint], forces=list(forces))


def first(mechanism):
    return gd.simulate(mechanism, 1e-9, output_times=[0.0])


# -- rest and jam ----------------------------------------------------------------------------------


@pytest.mark.parametrize("guide", [None, 0.05], ids=["long guide", "short guide"])
@pytest.mark.parametrize("way", [(-1.0, 0.0, 0.0), (0.0, 1.0, 0.0)], ids=["down", "aside"])
def test_block_rests_on_its_wall_with_four_corners(guide, way):
    """Two edges with the law each: 2 K delta^1.5 = m g. It stays where it is put: the depth,
    1e-5 m, to 1e-9 of it.
    """
    way = np.array(way)
    play = HIGH if way[0] else WIDE
    depth = (MASS * 9.81 / (2 * K)) ** (2 / 3)
    model = sliding(
        {**BLOCK, "bearing_length": guide},
        position=tuple((play + depth) * way),
        gravity=tuple(9.81 * way),
    )
    result = gd.simulate(model, 0.02, rtol=1e-10, atol=1e-13, output_step=1e-3)
    np.testing.assert_allclose(
        result.body("slider").position,
        np.tile((play + depth) * way, (result.rows, 1)),
        rtol=0,
        atol=1e-9 * depth,
    )
    pressed = {label: result.contact(label).normal_force for label in result.joint("J").contacts}
    carrying = {label: force for label, force in pressed.items() if force.any()}
    kind = "corner" if guide is None else "mouth"
    assert len(carrying) == 4 and all(f".{kind} " in label for label in carrying)
    for force in carrying.values():
        np.testing.assert_allclose(force, MASS * 9.81 / 4, rtol=1e-6)


TURNS = {  # axis, lever of the corners, half size across the wall, play
    "tilt about the width": ((0.0, 1.0, 0.0), LENGTH / 2, HEIGHT / 2, HIGH),
    "tilt about the height": ((1.0, 0.0, 0.0), LENGTH / 2, WIDTH / 2, WIDE),
    # the side walls, which stand closer, are touched first
    "twist": ((0.0, 0.0, 1.0), HEIGHT / 2, WIDTH / 2, WIDE),
}


@pytest.mark.parametrize("guide", [None, 0.05], ids=["long guide", "short guide"])
@pytest.mark.parametrize("name", TURNS)
def test_block_jams_at_the_angle_of_its_geometry(name, guide):
    """A corner stands a sin + r cos from the middle, r + c at the jam; the mouth of a short guide a
    sin - R cos from the block's face, -r.

    Beyond that angle the moment is that of four corners with half the law each, and their arm the
    derivative of the depth.
    """
    axis, a, r, c = TURNS[name]
    size = r
    if guide is not None and name != "twist":
        a, size = guide / 2, -(r + c)

    def depth(angle):
        return a * np.sin(angle) + size * np.cos(angle) - size - c

    jam = brentq(depth, 0.0, 0.2, xtol=1e-16)

    def turned(angle):
        result = first(sliding({**BLOCK, "bearing_length": guide}, orientation=about(axis, angle)))
        joint = result.joint("J")
        return joint.penetration[0], joint.torque[0], joint

    assert turned(jam * (1 - 1e-9))[0] == 0.0
    touching, _, _ = turned(jam * (1 + 1e-9))
    assert touching == pytest.approx(depth(jam * (1 + 1e-9)), abs=1e-16)
    for more in (1e-4, 1e-3):
        deep, torque, joint = turned(jam + more)
        assert deep == pytest.approx(depth(jam + more), rel=1e-9)
        arm = a * np.cos(jam + more) - size * np.sin(jam + more)
        np.testing.assert_allclose(
            torque,
            -4 * (K / 2) * deep**1.5 * arm * np.array(axis),
            rtol=0,
            atol=1e-8 * K * deep**1.5 * arm,
        )
        angle = joint.twist[0] if name == "twist" else joint.misalignment[0]
        assert angle == pytest.approx(jam + more, rel=1e-12)


def test_block_that_overhangs_its_guide_is_carried_by_the_mouth_as_a_beam():
    """The foremost corners leave the guide; its edge takes over where they were, and the loads
    follow the law of the lever.

    Slow enough to be quasi-static: what is left of the motion across, damped by the contacts, is
    below a thousandth of the weight.
    """
    speed, guide = 0.01, 0.12
    depth = (MASS * 9.81 / (2 * K)) ** (2 / 3)
    start = (-HIGH - depth, 0.0, guide / 2 - LENGTH / 2 - 1e-4)
    model = sliding(
        {**BLOCK, "bearing_length": guide}, contact=gd.HuntCrossley(K, 0.1), position=start, velocity=(0, 0, speed), gravity=(-9.81, 0, 0),
        fit={"min_approach_speed": 1e-4},
    )  # fmt: skip
    result = gd.simulate(model, 1.0, rtol=1e-8, output_step=0.05)
    inside = {place: sum(result.contact(f"J.{place} {end}-{side} height").normal_force for side in "+-")
              for place, end in (("corner", "B"), ("corner", "A"), ("mouth", "A"))}  # fmt: skip
    z = result.body("slider").position[:, 2]
    out = result.t > 0.1
    assert np.all(inside["corner"][result.t > 0.02] >= 0)
    rear, front = result.contact("J.corner B-+ height").normal_force * 2, inside["mouth"]
    np.testing.assert_allclose(front[out] + rear[out], MASS * 9.81, rtol=1e-3)
    np.testing.assert_allclose(front[out] * (guide / 2 - z[out]), rear[out] * LENGTH / 2, rtol=2e-3)
    assert not (result.contact("J.corner A-+ height").normal_force[out]).any()


# -- in the plane ----------------------------------------------------------------------------------


def crank_and_rod(normal, friction):
    """Return the slider-crank of ``slider_in_guide`` in space, its loose slider a block in a
    channel as wide as you like.
    """
    bodies = [
        gd.Body("crank", mass=M1, inertia=(J1,) * 3, position=(L1 / 2, 0, 0), velocity=(0, 150 * L1 / 2, 0),
                angular_velocity=(0, 0, 150)),
        gd.Body("rod", mass=M2, inertia=(J2,) * 3, position=(L1 + L2 / 2, 0, 0), velocity=(0, 75 * L1, 0),
                angular_velocity=(0, 0, -75)),
        gd.Body("slider", mass=M3, inertia=(J3,) * 3, position=(L1 + L2, 0, 0)),
    ]  # fmt: skip
    normal_axis = {"axis": (0, 0, 1)}
    joints = [
        gd.Revolute("A", between=("ground", "crank"), point=(0, 0, 0), **normal_axis),
        gd.Revolute("B", between=("crank", "rod"), point=(L1, 0, 0), **normal_axis),
        gd.Revolute("C", between=("rod", "slider"), point=(L1 + L2, 0, 0), **normal_axis),
        gd.Translational(
            "D", between=("ground", "slider"), point=(L1 + L2, 0, 0), axis=(1, 0, 0), guide="rectangular", height_axis=(0, 1, 0),
            height=2 * HALF_HEIGHT, width=0.04, height_clearance=GAP, width_clearance=1e-3, journal_length=2 * HALF_LENGTH,
            fit=gd.Clearance(contact=normal, friction=friction),
        ),
    ]  # fmt: skip
    return gd.Mechanism(gravity=(0, -G, 0), bodies=bodies, joints=joints)


def test_block_that_moves_in_a_plane_is_the_planar_slider():
    """Against a program of three angles and four corners; the two corners side by side share the
    law, and two touch at once at first.
    """
    stiffness, e = 1e9, 0.4
    D = (1 - e**2) / e

    def normal(delta, rate, approach):
        return max(0.0, stiffness * delta**1.5 * (1 + D * rate / approach)) if delta > 0 else 0.0

    times = np.linspace(0, 0.02, 41)
    theirs = compliant(
        normal,
        lambda v, N: 0.01 * N * min(1.0, v / 1e-3),
        times,
        rtol=1e-10,
        atol=1e-12,
        max_step=1e-4,
    )
    ours = gd.simulate(
        crank_and_rod(gd.Gonthier(stiffness, restitution=e), gd.Coulomb(0.01, v_1=1e-3)),
        0.02,
        rtol=1e-10,
        output_times=times,
    )
    starts = np.sort(ours.impacts["start"])
    assert len(starts) == 2 * len(theirs.periods) >= 16
    np.testing.assert_allclose(starts, np.repeat(theirs.starts(), 2), rtol=0, atol=1e-6)
    for k, name in enumerate(("crank", "rod", "slider")):
        found, expected = ours.body(name).angular_velocity[:, 2], theirs.y[:, 3 + k]
        np.testing.assert_allclose(found, expected, rtol=0, atol=1e-4 * np.ptp(expected))


def in_both(sizes, guide, friction):
    """Return the same loose slider in a plane and in space, its axis along x, its height along
    y.
    """
    fit = gd.Clearance(
        contact=gd.LankaraniNikravesh(K, 0.8), friction=friction, start="as-described"
    )
    start = {"mass": MASS, "position": (0.001, 1e-4), "velocity": (0.2, 0.1)}
    flat = gd.Mechanism(
        plane="xy", gravity=(1.0, -9.81), bodies=[gd.Body("slider", inertia=INERTIA[2], angular_velocity=2.0, **start)],
        joints=[gd.Translational("J", between=("ground", "slider"), local_points=((0, 0), (0, 0)), local_axes=((1, 0), (1, 0)),
                                 journal_radius=HEIGHT / 2, radial_clearance=HIGH, journal_length=LENGTH, bearing_length=guide, fit=fit)],
    )  # fmt: skip
    start |= {"position": (0.001, 1e-4, 0.0), "velocity": (0.2, 0.1, 0.0)}
    deep = gd.Mechanism(
        gravity=(1.0, -9.81, 0), bodies=[gd.Body("slider", inertia=INERTIA, angular_velocity=(0, 0, 2.0), **start)],
        joints=[gd.Translational("J", between=("ground", "slider"), fit=fit, **{**BLOCK, **sizes, "bearing_length": guide})],
    )  # fmt: skip
    return flat, deep


@pytest.mark.parametrize("guide", [0.2, 0.05], ids=["long guide", "short guide"])
@pytest.mark.parametrize(
    "friction", [gd.Threlfall(0.2, v_1=1e-2), gd.Dahl(0.2, sigma_0=1e5)], ids=["Threlfall", "Dahl"]
)
def test_block_that_moves_in_a_plane_equals_the_slider_of_a_planar_mechanism(guide, friction):
    """Some ten impacts with friction: positions within 1e-8 of the play; each impact multiplies
    the errors of 1e-11 by a few.
    """
    turned = {"local_axes": ((1, 0, 0), (1, 0, 0)), "local_height_axes": ((0, 1, 0), (0, 1, 0))}
    flat, deep = (
        gd.simulate(model, 0.05, rtol=1e-11, atol=1e-14, output_step=1e-3)
        for model in in_both(turned, guide, friction)
    )
    assert len(deep.impacts) == 2 * len(flat.impacts) >= 8
    np.testing.assert_allclose(
        deep.body("slider").position, flat.body("slider").position, rtol=0, atol=1e-6 * HIGH
    )
    np.testing.assert_allclose(
        deep.body("slider").angular_velocity[:, 2],
        flat.body("slider").angular_velocity[:, 2],
        rtol=0,
        atol=1e-5,
    )
    np.testing.assert_allclose(
        deep.energy.lost, flat.energy.lost, rtol=0, atol=1e-6 * flat.energy.kinetic[0]
    )


# -- impacts ---------------------------------------------------------------------------------------


def hertz(stiffness, mass, speed):
    """Return depth and duration of an elastic impact with K delta^1.5, exactly."""
    depth = (5 * mass * speed**2 / (4 * stiffness)) ** 0.4
    return depth, 2 * depth / speed * beta(0.4, 0.5) / 2.5


@pytest.mark.parametrize(
    ("way", "play"), [((1.0, 0.0, 0.0), HIGH), ((0.0, -1.0, 0.0), WIDE)], ids=["height", "width"]
)
def test_flat_block_hits_a_wall_with_four_corners_at_once(way, play):
    speed = 0.3
    depth, lasting = hertz(2 * K, MASS, speed)
    result = gd.simulate(
        sliding(BLOCK, velocity=tuple(speed * np.array(way))),
        1.5 * play / speed + lasting,
        rtol=1e-10,
    )
    hits = result.impacts
    assert len(hits) == 4 and all(("height" in row.contact) == (way[0] != 0) for row in hits)
    np.testing.assert_allclose(hits["start"], play / speed, rtol=1e-9)
    # read off a cubic between two steps
    np.testing.assert_allclose(hits["penetration"], depth, rtol=1e-6)
    np.testing.assert_allclose(hits["end"] - hits["start"], lasting, rtol=1e-7)
    np.testing.assert_allclose(hits["departure_speed"], speed, rtol=1e-8)


def test_twist_of_a_bar_in_its_play_is_that_of_one_angle():
    """I psi'' = -R F, F = K (R (|psi| - play))^1.5 (1 + D rate/approach), by SciPy from impact
    to impact; the wall is not touched.
    """
    lever, play, spin = BAR["journal_radius"], BAR["rotational_clearance"], 10.0
    law = gd.LankaraniNikravesh(1e8, restitution=0.8)
    times = np.linspace(0, 0.06, 121)
    result = gd.simulate(
        sliding(BAR, contact=law, angular_velocity=(0, 0, spin)),
        times[-1],
        rtol=1e-11,
        atol=1e-14,
        output_times=times,
    )
    state, t, psi, approach = np.array([0.0, spin]), 0.0, [], 0.0
    rows = list(times)
    while t < times[-1]:
        side = np.sign(state[1]) if approach == 0.0 else np.sign(state[0])

        def motion(_, y, side=side, approach=approach):
            deep = lever * (side * y[0] - play)
            return y[1], 0.0 if approach == 0.0 else -side * lever * law(
                max(deep, 0.0), lever * side * y[1], approach
            ) / INERTIA[2]

        def border(_, y, side=side):
            return side * y[0] - play

        border.terminal, border.direction = True, 1.0 if approach == 0.0 else -1.0
        part = solve_ivp(
            motion,
            (t, times[-1]),
            state,
            "DOP853",
            rtol=1e-12,
            atol=1e-15,
            events=border,
            dense_output=True,
            max_step=1e-4,
        )
        while rows and rows[0] <= part.t[-1]:
            psi.append(part.sol(rows.pop(0))[0])
        t, state = part.t[-1], part.y[:, -1]
        approach = lever * abs(state[1]) if approach == 0.0 else 0.0
    assert len(result.impacts) >= 4 and {row.contact for row in result.impacts} == {
        "key +",
        "key -",
    }
    np.testing.assert_allclose(result.joint("J").twist, psi, rtol=0, atol=1e-7 * play)
    np.testing.assert_allclose(result.body("slider").position, 0, rtol=0, atol=1e-15)


def test_pressed_key_rubs_along_the_axis():
    """A moment M presses the flanks with M/R: the bar slows down by mu M/(R m), and stays at the
    angle of K (R (psi - play))^1.5 = M/R.
    """
    moment, mu, speed = 2.0, 0.15, 5.0
    lever, play = BAR["journal_radius"], BAR["rotational_clearance"]
    angle = play + (moment / lever / K) ** (2 / 3) / lever
    load = gd.Torque("M", body="slider", torque=(0, 0, moment))
    model = sliding(
        BAR, friction=gd.Threlfall(mu, v_1=1e-3), forces=[load], orientation=about((0, 0, 1), angle), velocity=(0, 0, speed),
        position=(0, 0, -0.05),
    )  # fmt: skip
    model = dataclasses.replace(
        model,
        joints=[dataclasses.replace(model.joint("J"), local_height_axes=((1, 0, 0), (1, 0, 0)))],
    )
    result = gd.simulate(model, 0.01, rtol=1e-10, output_step=1e-3)
    np.testing.assert_allclose(
        result.body("slider").velocity[:, 2],
        speed - mu * moment / lever / MASS * result.t,
        rtol=1e-9,
    )
    np.testing.assert_allclose(result.joint("J").twist, angle, rtol=1e-8)
    lost = 0.5 * MASS * (speed**2 - result.body("slider").velocity[-1, 2] ** 2)
    assert result.energy["lost:J:friction"][-1] == pytest.approx(lost, rel=1e-8)


def test_wall_of_a_round_guide_is_that_of_a_sleeve():
    """The same tumbling bar, as long as its key does not touch."""
    start = {
        "velocity": (0.1, 0.05, 0.3),
        "angular_velocity": (1.0, -0.7, 0.0),
        "gravity": (3.0, -2.0, 0.0),
    }
    model = sliding(
        {**BAR, "rotational_clearance": 0.5}, friction=gd.Threlfall(0.1, v_1=1e-2), **start
    )
    guide = model.joint("J")
    same = {name: getattr(guide, name) for name in ("name", "between", "fit", *Z, "bearing_radius", "journal_radius", "bearing_length",
                                                    "journal_length")}  # fmt: skip
    sleeve = dataclasses.replace(model, joints=[gd.Cylindrical(**same)])
    first, second = (
        gd.simulate(model, 0.03, rtol=1e-10, output_step=1e-3) for model in (model, sleeve)
    )
    assert len(first.impacts) == len(second.impacts) > 20
    np.testing.assert_allclose(
        first.body("slider").position, second.body("slider").position, rtol=0, atol=1e-10
    )
    np.testing.assert_allclose(
        first.body("slider").angular_velocity,
        second.body("slider").angular_velocity,
        rtol=0,
        atol=1e-7,
    )


# -- geometry --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "sizes", [BLOCK, {**BLOCK, "bearing_length": 0.05}, BAR], ids=["corners", "mouth", "key"]
)
def test_rate_of_penetration_is_its_derivative(sizes):
    """Every contact, touching or not, of a bar or block that tumbles: central differences over 2
    us leave 1e-12 of the third derivative.
    """
    model = sliding(
        sizes, contact=gd.Hertz(1e6), velocity=(0.2, 0.1, 1.0), angular_velocity=(3.0, -2.0, 4.0)
    )
    step = 1e-6
    result = gd.simulate(model, 2e-4, rtol=1e-12, atol=1e-15, output_step=step, method="dop853")
    checked = 0
    for label in result.joint("J").contacts:
        if "strip" in label:
            continue
        touch = result.contact(label)
        jumps = np.abs(np.diff(touch.penetration)) > 10 * step * 2  # into or out of the guide
        smooth = ~(jumps[1:] | jumps[:-1])
        slope = (touch.penetration[2:] - touch.penetration[:-2]) / (2 * step)
        on = smooth & (touch.rate[1:-1] != 0)
        np.testing.assert_allclose(
            slope[on], touch.rate[1:-1][on], rtol=0, atol=1e-7, err_msg=label
        )
        checked += np.count_nonzero(on)
    assert checked > 300


# -- the ideal joint -------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", ["rectangular", "round"])
def test_play_going_to_zero_leaves_the_ideal_joint_at_first_order(kind):
    """A pendulum on a slider, out of its plane: all lengths, play and deflection, go with c, and
    so do the deviations.
    """

    def carriage(c):
        load = 20.0
        ideal = {"between": ("ground", "slider"), "point": (0, 0, 0), "axis": (1, 0, 0)}
        joint = gd.Translational("J", **ideal)
        if c is not None:
            fit = gd.Clearance(
                contact=gd.Flores(load / (0.1 * c) ** 1.5, restitution=0.5), strips=4
            )
            block = {"guide": "rectangular", "height_axis": (0, 0, 1), "height": HEIGHT, "width": WIDTH, "height_clearance": c,
                     "width_clearance": c}  # fmt: skip
            bar = {
                "guide": "round",
                "bearing_radius": 0.01,
                "radial_clearance": c,
                "bearing_length": 2.0,
                "rotational_clearance": c / 0.01,
            }
            joint = gd.Translational(
                "J",
                **ideal,
                journal_length=LENGTH,
                fit=fit,
                **(block if kind == "rectangular" else bar),
            )
        bodies = [
            gd.Body("slider", mass=1.0, inertia=(1e-3, 1e-3, 1e-3)),
            gd.Body("bob", mass=0.5, inertia=(1e-3, 1e-3, 1e-3), position=(0.2, 0.1, -0.1)),
        ]
        pendulum = gd.Spherical("P", between=("slider", "bob"), point=(0, 0, 0))
        return gd.Mechanism(gravity=(0, 0, -9.81), bodies=bodies, joints=[joint, pendulum])

    times = np.linspace(0, 0.25, 26)
    ideal = gd.simulate(carriage(None), times[-1], rtol=1e-9, output_times=times).data["position"]
    errors = []
    for c in (1e-4, 1e-5):
        loose = gd.simulate(carriage(c), times[-1], rtol=1e-9, output_times=times).data["position"]
        errors.append(np.max(np.abs(loose - ideal)))
    assert 0.5e-4 < errors[0] < 20e-4
    assert errors[0] / errors[1] == pytest.approx(10, rel=0.3)  # impacts do not scale exactly
