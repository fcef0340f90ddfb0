"""End faces of a hinge in space: how deep they are, where they touch, and how they rub, from
lying flat to standing on the rim.
"""

import dataclasses

import numpy as np
import pytest
from scipy.integrate import solve_ivp

import gudgeon as gd
from gudgeon.simulation.diagnostics import static_warnings

MASS, INERTIA, GRAVITY = 0.12, (9e-5, 9e-5, 6e-5), 9.81
K = 1e8
# of the depth of the middle: by how much the rim must be deeper for the contact to move there
SOFTNESS = 1e-3
# radii of journal and bearing, length of the journal, axial clearance
INNER, OUTER, LENGTH, PLAY = 0.01, 0.0105, 0.02, 0.5e-3
TURNS = [0.0, 1e-12, 1e-8, 1e-6, 1e-5, 1e-4, 1e-3, 1e-2]


def hinge(fit, sizes=None, gravity=0.0, **body):
    """Return a journal in a bearing along z, where the body is described."""
    given = {
        "bearing_radius": OUTER,
        "journal_radius": INNER,
        "bearing_length": LENGTH + 2 * PLAY,
        "journal_length": LENGTH,
    } | (sizes or {})
    local = {"local_points": ((0, 0, 0),) * 2, "local_axes": ((0, 0, 1),) * 2}
    wheel = gd.Body("wheel", mass=MASS, inertia=INERTIA, **body)
    joint = gd.Revolute("A", between=("ground", "wheel"), **local, **given, fit=fit)
    return gd.Mechanism(gravity=(0, 0, -gravity), bodies=[wheel], joints=[joint])


def tilted(tilt, depth, way=0.0, **fit):
    """Return a journal whose end A is with its middle this deep in the end plane, its axis
    tilted towards the direction ``way``.
    """
    s, c = np.sin(tilt / 2), np.cos(tilt / 2)
    height = PLAY + LENGTH / 2 + depth - LENGTH / 2 * np.cos(tilt)
    fit = gd.Clearance(contact=gd.Hertz(K), start="as-described", **fit)
    return hinge(
        fit, position=(0, 0, height), orientation=(c, -s * np.sin(way), s * np.cos(way), 0)
    )


def at_once(mechanism):
    """Return the result of no more than the initial conditions."""
    return gd.simulate(mechanism, 1e-9, output_times=[0.0], method="dop853")


def column(result, contact="A.end A"):
    """Return where a contact stands in the output."""
    return list(result.layout.labels["contact"]).index(contact)


def deepest(tilt, depth):
    """Return how deep the deepest point of the rim is, by walking round it."""
    angles = np.linspace(0, 2 * np.pi, 721)
    return depth + np.max(INNER * np.sin(tilt) * np.cos(angles))


# -- depth -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("tilt", TURNS)
def test_an_end_touches_where_the_deepest_point_of_its_rim_does(tilt):
    """One nanometre before and behind the first touch, at any tilt; a tilt over which the
    contact moves would hide a micrometre.
    """
    for before, touches in ((1e-9, False), (-1e-9, True)):
        middle = -INNER * np.sin(tilt) - before
        result = at_once(tilted(tilt, middle, way=0.7))
        depth = result.data["contact_penetration"][0, column(result)]
        assert (depth > 0) == touches
        # Rounding: of lengths of 1e-2 m 2e-18 m, of the sum of several some 1e-17 m. A thousandth
        # where the middle is pressed in.
        assert depth == pytest.approx(-before, rel=0, abs=1e-16 + SOFTNESS * max(middle, 0.0))


def spread(tilt, depth):
    """Return by how much the rim must be deeper than the middle for the contact to move there."""
    return SOFTNESS * depth**3 / (depth**2 + (INNER * np.sin(tilt)) ** 2)


@pytest.mark.parametrize("depth", [1e-7, 2e-5])
@pytest.mark.parametrize("tilt", TURNS)
def test_depth_and_point_go_from_those_of_the_middle_to_those_of_the_rim(tilt, depth):
    """Of an end whose middle is pressed in. The penetration is that of the rim but for a thousandth
    of the depth of the middle, and that of the middle where the axes are parallel; the point leaves
    the face by a thousandth of its radius at most.
    """
    result = at_once(tilted(tilt, depth))
    place = column(result)
    found, force = (
        result.data["contact_penetration"][0, place],
        result.data["contact_normal_force"][0, place],
    )
    rim, k = deepest(tilt, depth), spread(tilt, depth)
    assert max(depth, rim - SOFTNESS * depth) * (1 - 1e-9) <= found <= rim * (1 + 1e-9)
    assert found == pytest.approx(depth + np.hypot(INNER * np.sin(tilt), k) - k, rel=1e-9)
    assert K * found**1.5 * (1 - 1.2 * SOFTNESS) <= force <= K * found**1.5 * (1 + 1e-9)
    centre = np.array([np.sin(tilt), 0, np.cos(tilt)]) * LENGTH / 2
    arm = np.linalg.norm(
        result.data["contact_point"][0, place] - centre - result.body("wheel").position[0]
    )
    assert arm == pytest.approx(
        INNER * INNER * np.sin(tilt) / np.hypot(INNER * np.sin(tilt), k),
        rel=2 * SOFTNESS,
        abs=1e-12,
    )


@pytest.mark.parametrize("tilt", [1e-6, 1e-4, 1e-2])
def test_an_end_on_its_rim_is_as_deep_as_its_deepest_point(tilt):
    """As long as the middle is not pressed in, depth, point and force are exactly those of the
    rim.
    """
    result = at_once(tilted(tilt, -0.4 * INNER * np.sin(tilt)))
    k = column(result)
    depth = 0.6 * INNER * np.sin(tilt)
    assert result.data["contact_penetration"][0, k] == pytest.approx(depth, rel=0, abs=1e-16)
    assert result.data["contact_normal_force"][0, k] == pytest.approx(K * depth**1.5, rel=1e-9)
    rim = np.array(
        [
            np.sin(tilt) * LENGTH / 2 - np.cos(tilt) * INNER,
            0,
            np.cos(tilt) * LENGTH / 2 + np.sin(tilt) * INNER,
        ]
    )
    np.testing.assert_allclose(
        result.data["contact_point"][0, k] - result.body("wheel").position[0],
        rim,
        rtol=0,
        atol=1e-9 * INNER,
    )


def test_penetrations_scale_the_way_from_the_middle_to_the_rim():
    """The error is a share of the penetration: a thousand times stiffer, the contact is where a
    thousandth of the depth and tilt put it.
    """
    points = []
    for scale in (1.0, 1e-3):
        result = at_once(tilted(1e-5 * scale, 1e-6 * scale))
        k = column(result)
        centre = (
            result.body("wheel").position[0] + np.array([np.sin(1e-5 * scale), 0, 0]) * LENGTH / 2
        )
        points.append(
            (
                result.data["contact_penetration"][0, k] / scale,
                result.data["contact_point"][0, k, 0] - centre[0],
            )
        )
    assert points[1] == pytest.approx(points[0], rel=1e-5)


def rims(result, row, joint):
    """Return how deep the deepest points of both rims of a journal on the ground are in the
    bearing of a moving body.
    """
    bearing = result.body(joint.between[0])
    e0, *e = bearing.orientation[row]
    e = np.array(e)
    skew = np.array([[0, -e[2], e[1]], [e[2], 0, -e[0]], [-e[1], e[0], 0]])
    A = np.eye(3) + 2 * e0 * skew + 2 * skew @ skew
    start = np.eye(3)  # the crank's frame is that of the world at t = 0
    axis, point = A @ start @ np.asarray(joint.axis), np.asarray(joint.point)
    centre = bearing.position[row] + A @ (point - bearing.position[0])
    L_i, L_j = joint.lengths()
    own = np.asarray(joint.axis) / np.linalg.norm(joint.axis)
    first = np.cross(own, (0, 0, 1.0))
    angles = np.linspace(0, 2 * np.pi, 20001)
    circle = joint.radii()[1] * (
        np.cos(angles)[:, None] * first + np.sin(angles)[:, None] * np.cross(own, first)
    )
    return [
        np.max(side * ((point + side * L_j / 2 * own + circle - centre) @ axis)) - L_i / 2
        for side in (1, -1)
    ]


def test_the_first_axial_contact_of_the_slider_crank_begins_where_the_rim_touches():
    """The end of [Marques3D]'s hinge touches at 7.917 ms. With the contact on its way over a tilt
    of 1e-4 rad it would be 7.989 ms, when the rim is a micrometre deep. The depth of the rim is
    found by walking round it; a step of 3e-4 rad leaves 1e-8 of R sin(tilt).
    """
    mechanism = gd.library("revolute-slider-crank", A="clearance")
    joint = dataclasses.replace(mechanism.joint("A"), axial_clearance=0.05e-3)
    mechanism = dataclasses.replace(
        mechanism, joints=[joint if known.name == "A" else known for known in mechanism.joints]
    )
    first = next(
        impact
        for impact in gd.simulate(mechanism, 0.0085, rtol=1e-9).impacts
        if impact.contact.startswith("end")
    )
    assert first.start == pytest.approx(7.917e-3, abs=0.001e-3)
    result = gd.simulate(mechanism, 0.0085, rtol=1e-9, output_times=[0.0, first.start])
    joint = dataclasses.replace(joint, fit=gd.Ideal())
    assert max(rims(result, 1, joint)) == pytest.approx(0.0, abs=1e-10)
    assert max(rims(result, 0, joint)) == pytest.approx(-0.05e-3, abs=1e-12)


# -- energy ----------------------------------------------------------------------------------------


def fallen(friction=None, **fit):
    """Return a wheel that falls onto its end, tilted and turning, and rocks from one side of its
    rim to the other.
    """
    tilt = 2e-4
    law = gd.Clearance(contact=gd.Hertz(1e9), friction=friction, start="as-described", **fit)
    turn = (np.cos(tilt / 2), np.sin(tilt / 2), 0, 0)
    sizes = {"bearing_radius": 0.02}  # the wall is far away
    return hinge(
        law,
        sizes,
        GRAVITY,
        position=(0, 0, -PLAY + 2e-5),
        orientation=turn,
        angular_velocity=(0, 0.02, 20.0),
    )


@pytest.mark.parametrize("tilt", [None, 1e-4], ids=["by default", "fixed"])
def test_an_elastic_end_that_rocks_on_its_rim_keeps_its_energy(tilt):
    """From rim to middle to the other side of the rim, many times: the force has a potential. The
    law is stiff and the error of the method, at rtol 1e-10 some 1e-8 of the energy of falling by 20
    micrometres and rocking, is what is left.
    """
    result = gd.simulate(fallen(tilt=tilt), 0.03, rtol=1e-10, method="dop853")
    assert len(result.impacts) >= 3
    assert max(result.joint("A").misalignment) > 1e-4
    spin = 0.5 * INERTIA[2] * 20.0**2
    moving = result.energy.kinetic - spin
    assert np.ptp(result.energy.total) < 1e-6 * max(moving)


def without_play(tilt):
    """Return the slider-crank of [AmbrosioPombo] whose hinge has no play, radially nor axially."""
    mechanism = gd.library("spatial-slider-crank", A="clearance")
    fit = dataclasses.replace(mechanism.joint("A").fit, tilt=tilt)
    joint = dataclasses.replace(
        mechanism.joint("A"), radial_clearance=0.0, axial_clearance=0.0, fit=fit
    )
    return dataclasses.replace(
        mechanism, joints=[joint if known.name == "A" else known for known in mechanism.joints]
    )


def test_a_hinge_without_play_loses_what_it_loses_in_the_limit():
    """Both ends always touch, with their rims, and hysteresis of microscopic motions is all that is
    lost. A fixed tilt leaves both a play of tilt times radius: a micrometre adds half to the loss,
    and the loss tends to the one without it as the tilt goes to zero.
    """
    loss = {
        tilt: gd.simulate(without_play(tilt), 0.5, rtol=1e-8).energy.lost[-1]
        for tilt in (None, 1e-7, 1e-6, 1e-4)
    }
    assert loss[1e-4] > 1.4 * loss[1e-7]
    # Measured: 0.7 % from one tilt to the next; a thousandth of the penetration, 0.25 % of the
    # stiffness of the rim, leaves 0.1 %.
    assert loss[1e-6] == pytest.approx(loss[1e-7], rel=0.02)
    assert loss[None] == pytest.approx(loss[1e-7], rel=0.01)


# -- friction --------------------------------------------------------------------------------------

SPEEDS = {
    "coulomb": gd.Coulomb(0.1, v_1=1e-3),
    "ambrosio": gd.Ambrosio(0.1, v_0=1e-4, v_1=1e-3),
    "threlfall": gd.Threlfall(0.1, v_1=1e-3),
    "stribeck": gd.Stribeck(0.1, mu_s=0.15, v_s=1e-3, v_r=1e-4, viscosity=3.0),
    "piecewise-linear": gd.PiecewiseLinear(0.1, mu_s=0.15, v_0=1e-4, v_1=1e-3),
    "bengisu-akay": gd.BengisuAkay(0.1, mu_s=0.15, v_0=1e-4, xi=1000.0),
}
BRISTLES = {
    "dahl": gd.Dahl(0.1, sigma_0=1e5),
    "lugre": gd.LuGre(0.1, mu_s=0.2, v_s=1e-3, sigma_0=1e5, sigma_1=30.0, sigma_2=0.4),
    "elasto-plastic": gd.ElastoPlastic(
        0.1, mu_s=0.2, v_s=1e-3, sigma_0=1e5, sigma_1=30.0, sigma_2=0.4
    ),
}
LAWS = {**SPEEDS, **BRISTLES}
RESTING = (MASS * GRAVITY / K) ** (2 / 3)  # penetration that carries the weight


def standing(friction, spin, sizes=None, **fit):
    """Return a shaft that stands on its end, pressed in by its weight, and spins."""
    law = gd.Clearance(contact=gd.Hertz(K), axial_friction=friction, start="as-described", **fit)
    return hinge(
        law, sizes, GRAVITY, position=(0, 0, -PLAY - RESTING), angular_velocity=(0, 0, spin)
    )


FACES = {
    "disc": ({}, 2 / 3 * INNER),
    "ring": ({"end_radii": (0.006, 0.012)}, 2 / 3 * (0.012**3 - 0.006**3) / (0.012**2 - 0.006**2)),
    "edge of a bore": ({"bearing_length": LENGTH, "journal_length": LENGTH + 2 * PLAY}, OUTER),
    # sizes, and the radius on which friction acts: 2/3 (R_o^3 - R_i^3)/(R_o^2 - R_i^2), R of a thin
    # ring
}


@pytest.mark.parametrize("face", FACES)
def test_a_shaft_standing_on_its_end_is_slowed_by_the_torque_of_its_face(face):
    """Coulomb friction, evenly pressed: the torque is 2/3 mu m g R of a disc, and the speed
    falls linearly.
    """
    sizes, radius = FACES[face]
    result = gd.simulate(standing(SPEEDS["coulomb"], 3.0, sizes), 0.1, rtol=1e-9)
    torque = 0.1 * MASS * GRAVITY * radius
    np.testing.assert_allclose(
        result.body("wheel").angular_velocity[:, 2], 3.0 - torque / INERTIA[2] * result.t, rtol=1e-7
    )
    # Friction that turns with a tilt lets an elastic face flutter, from rounding and at some 1000
    # 1/s: look before this is seen.
    np.testing.assert_allclose(result.joint("A").torque[result.t < 0.01, 2], -torque, rtol=1e-7)
    lost = result.energy["lost:A:friction"][-1]
    assert lost == pytest.approx(
        0.5 * INERTIA[2] * (3.0**2 - result.body("wheel").angular_velocity[-1, 2] ** 2), rel=1e-7
    )


@pytest.mark.parametrize(
    "law",
    [gd.Stribeck(0.0, mu_s=0.0, v_s=1e-3, viscosity=0.4), BRISTLES["lugre"]],
    ids=["stribeck", "lugre"],
)
@pytest.mark.parametrize("face", FACES)
def test_viscous_friction_of_a_face_acts_on_the_radius_of_its_dry_friction(face, law):
    """sigma_2 rho^2 w, as documented: 8/9 of sigma_2 w (R_o^2 + R_i^2)/2, which an even spread
    would give, of a disc, all of it of a thin ring. Bristles do not bend at once: at the start only
    the viscous part acts, beside what their damping carries.
    """
    sizes, rho = FACES[face]
    spin = 50.0
    result = at_once(standing(law, spin, sizes))
    dry = (
        0.0
        if isinstance(law, gd.Stribeck)
        else -min(30.0 * rho * spin, 0.2 * K * RESTING**1.5) * rho
    )
    assert result.joint("A").torque[0, 2] - dry == pytest.approx(-0.4 * rho**2 * spin, rel=1e-9)
    inner, outer = sizes.get("end_radii", (0.0, INNER) if face == "disc" else (OUTER, OUTER))
    share = rho**2 / (0.5 * (inner**2 + outer**2))
    assert share == pytest.approx(
        {"disc": 8 / 9, "ring": 392 / 405, "edge of a bore": 1.0}[face], rel=1e-12
    )


@pytest.mark.parametrize("name", LAWS)
def test_a_coasting_disc_slows_down_by_every_friction_law(name):
    """I w' = -rho F(rho w, m g) with rho = 2/3 R, solved apart; bristles have their own
    equation. Runs into rest, or creeps there.
    """
    law, rho, weight = LAWS[name], 2 / 3 * INNER, MASS * GRAVITY

    def motion(t, y):
        v = rho * y[0]
        if name in SPEEDS:
            return [-rho / INERTIA[2] * np.sign(v) * law(abs(v), weight), 0.0]
        r, s0, s1, s2, limit = law(abs(v), weight, abs(y[1]), v * np.sign(y[1]))
        z_dot = v - r * y[1]
        return [
            -rho / INERTIA[2] * (np.clip(s0 * y[1] + s1 * z_dot, -limit, limit) + s2 * v),
            z_dot,
        ]

    times = np.linspace(0, 0.04, 21)
    exact = solve_ivp(
        motion,
        (0, times[-1]),
        [0.4, 0.0],
        method="LSODA",
        rtol=1e-10,
        atol=1e-13,
        t_eval=times,
        max_step=1e-4,
    )
    result = gd.simulate(standing(law, 0.4), times[-1], rtol=1e-9, output_times=times)
    np.testing.assert_allclose(
        result.body("wheel").angular_velocity[:, 2], exact.y[0], rtol=0, atol=1e-6
    )
    assert np.max(np.abs(result.energy.balance)) < 1e-8 * 0.5 * INERTIA[2] * 0.4**2 + 1e-12


@pytest.mark.parametrize("name", SPEEDS)
def test_a_face_that_slides_and_spins_has_one_friction(name):
    """Speed sqrt(v^2 + (rho w)^2); of the friction the part v is the force, and the part rho w,
    on the radius rho, the torque.
    """
    v, w, rho, weight = 0.003, 0.8, 2 / 3 * INNER, K * RESTING**1.5
    mechanism = standing(SPEEDS[name], w)
    body = dataclasses.replace(mechanism.bodies[0], velocity=(0, v, 0))
    result = at_once(dataclasses.replace(mechanism, bodies=[body]))
    speed = np.hypot(v, rho * w)
    friction = SPEEDS[name](speed, weight)
    np.testing.assert_allclose(
        result.joint("A").force[0], [0, -friction * v / speed, weight], rtol=1e-9, atol=1e-12
    )
    expected = -friction * rho**2 * w / speed
    assert result.joint("A").torque[0, 2] == pytest.approx(expected, rel=1e-9)


@pytest.mark.parametrize("tilt", TURNS)
def test_the_torque_of_a_face_fades_as_the_contact_moves_to_the_rim(tilt):
    """Of the friction of a spinning end the lever about the normal through the contact point is rho
    k/sqrt(w^2 + k^2): that of a disc where the axes are parallel, none on the rim. About the
    journal's axis the rim has the lever R instead.
    """
    w, depth = 5.0, 1e-6
    mechanism = tilted(tilt, depth, friction=gd.Coulomb(0.1, v_1=1e-9))
    body = dataclasses.replace(mechanism.bodies[0], angular_velocity=(0, 0, w))
    result = at_once(dataclasses.replace(mechanism, bodies=[body]))
    k = column(result)
    point, force = result.data["contact_point"][0, k], result.data["contact_friction"][0, k]
    pressed = result.data["contact_normal_force"][0, k]
    about = result.joint("A").torque[0] - np.cross(
        point - result.body("wheel").position[0], force - [0, 0, pressed]
    )
    rho = 2 / 3 * INNER * spread(tilt, depth) / np.hypot(spread(tilt, depth), INNER * np.sin(tilt))
    slip = np.cross([0, 0, w], point - result.body("wheel").position[0])
    speed = np.hypot(np.hypot(*slip[:2]), rho * w)
    np.testing.assert_allclose(
        about,
        [0, 0, -0.1 * pressed * rho * rho * w / speed],
        rtol=1e-6,
        atol=1e-9 * pressed * INNER,
    )
    np.testing.assert_allclose(force, -0.1 * pressed * slip / speed, rtol=1e-6, atol=1e-9 * pressed)


@pytest.mark.parametrize("name", LAWS)
def test_energy_balances_while_a_spinning_end_rocks_from_rim_to_rim(name):
    """What the ledger of friction takes is what the motion loses, along the surface and in
    spinning.
    """
    result = gd.simulate(fallen(LAWS[name]), 0.01, rtol=1e-9)
    lost = result.energy["lost:A:friction"][-1]
    assert lost > 1e-5
    assert np.max(np.abs(result.energy.balance)) < 1e-5 * lost


# -- a fixed tilt ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("play", "tilt", "warned"),
    [
        (0.5e-3, None, False),
        (0.5e-3, 1e-4, False),
        (0.05e-3, 1e-4, True),
        (0.05e-3, 1e-6, False),
        (0.0, 1e-4, True),
        (0.0, None, False),
    ],
)
def test_a_tilt_that_hides_a_share_of_the_axial_clearance_is_warned_of(play, tilt, warned):
    """A tilt of 1e-4 rad on a radius of 10 mm hides a micrometre: 0.2 % of 0.5 mm, 2 % of 0.05
    mm, and all of a clearance of zero.
    """
    fit = gd.Clearance(contact=gd.Hertz(K), tilt=tilt)
    found = static_warnings(hinge(fit, {"bearing_length": LENGTH + 2 * play}))
    assert any("hides 1e-06 m" in sentence and "tilt" in sentence for sentence in found) == warned


def test_a_tilt_that_hides_more_than_a_penetration_is_warned_of_after_a_run():
    """An impact that is two micrometres deep, of which the tilt hides one."""
    for tilt, warned in ((1e-4, True), (1e-6, False), (None, False)):
        fit = gd.Clearance(contact=gd.Hertz(1e10), tilt=tilt, start="as-described")
        result = gd.simulate(hinge(fit, velocity=(0, 0, 0.1)), 0.006, rtol=1e-8)
        assert any("hides" in sentence for sentence in result.notes) == warned


def test_impossible_end_faces_are_refused():
    for radii, says in (((0.01, 0.005), "inner"), ((-0.001, 0.01), ">= 0"), ((0.0, 0.0), "outer")):
        with pytest.raises(gd.InputError, match=f"end_radii: .*{says}"):
            hinge(gd.Ideal(), {"end_radii": radii})
