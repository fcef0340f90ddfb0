"""A journal in a bearing in space: radial and axial play and misalignment, against a program
written from the geometry alone.
"""

import dataclasses

import numpy as np
import pytest

import gudgeon as gd
from tests.support.circles import Pose, extrema
from tests.support.exact_impacts import Hertz, departure_ratio
from tests.support.journal_in_bearing import Bearing, run
from tests.support.plain_laws import lankarani_nikravesh, none, threlfall

K, E = 1e9, 0.8
MASS, INERTIA = 0.12, (1e-4, 8e-5, 5e-5)
AXIS = np.array([0.36, 0.48, 0.8])
# of the joint in the body, whose frame is that of the world at t = 0
POINT = np.array([0.01, -0.02, 0.04])
BEARING = Bearing(AXIS, POINT, AXIS)
NAMES = ("A.wall A", "A.wall B", "A.end A", "A.end B")


def wheel(friction, velocity, spin, **fit):
    """Return a body loose in a bearing of the ground, concentric at t = 0."""
    return gd.Mechanism(
        gravity=(0, 0, -9.81),
        bodies=[gd.Body("wheel", mass=MASS, inertia=INERTIA, position=tuple(-POINT), velocity=velocity, angular_velocity=spin)],
        joints=[
            gd.Revolute(
                "A", between=("ground", "wheel"), point=(0, 0, 0), axis=tuple(AXIS), bearing_radius=0.01, journal_radius=0.0095,
                bearing_length=0.02, journal_length=0.019,
                fit=gd.Clearance(
                    contact=gd.LankaraniNikravesh(K, restitution=E), friction=friction, support="ends", start="as-described", **fit
                ),
            )
        ],
    )  # fmt: skip


CASES = {
    "falls": ((0, 0, 0), (0, 0, 0)),
    "spins": ((0.05, -0.02, 0.1), tuple(30 * AXIS)),
    "tumbles": ((0.1, 0.05, -0.05), (2.0, -3.0, 5.0)),
    "knocks along its axis": (tuple(0.4 * AXIS), (0.2, 0.1, 0.0)),
}


@pytest.mark.parametrize(
    ("case", "rubbing"),
    [
        ("falls", False),
        ("spins", True),
        ("tumbles", False),
        ("tumbles", True),
        ("knocks along its axis", True),
    ],
)
def test_loose_wheel_moves_as_in_a_program_of_its_own(case, rubbing):
    velocity, spin = CASES[case]
    times = np.linspace(0, 0.03, 31)
    start = np.concatenate([-POINT, [1, 0, 0, 0], velocity, spin])
    friction = threlfall(0.2, 1e-2) if rubbing else none
    theirs = run(
        BEARING,
        lankarani_nikravesh(K, E),
        friction,
        MASS,
        INERTIA,
        start,
        times,
        rtol=1e-10,
        atol=1e-12,
        max_step=5e-4,
    )
    law = gd.Threlfall(0.2, v_1=1e-2) if rubbing else None
    ours = gd.simulate(wheel(law, velocity, spin), times[-1], rtol=1e-10, output_times=times)
    label = [
        list(NAMES).index(f"{joint}.{contact}")
        for joint, contact in zip(ours.impacts["joint"], ours.impacts["contact"], strict=True)
    ]
    found = sorted(zip(ours.impacts["start"], label, ours.impacts["approach_speed"], strict=True))
    expected = sorted((row[1], row[0], row[3]) for row in theirs.periods)
    assert [row[1] for row in found] == [row[1] for row in expected]
    assert len(found) >= 4
    # Inside the horizon of a joint whose contacts multiply errors by some ten each.
    np.testing.assert_allclose(
        [row[0] for row in found], [row[0] for row in expected], rtol=0, atol=1e-6
    )
    body = ours.body("wheel")
    travel = np.max(np.abs(theirs.y[:, :3] - theirs.y[0, :3]))
    np.testing.assert_allclose(body.position, theirs.y[:, :3], rtol=0, atol=1e-4 * travel)
    turned = np.max(np.abs(theirs.y[:, 4:7]))
    np.testing.assert_allclose(
        body.orientation[:, 1:], theirs.y[:, 4:7], rtol=0, atol=1e-4 * turned
    )


# -- contacts of one joint, each on its own --------------------------------------------------------


def aligned(contact, velocity, **fit):
    """Return a journal about whose centre nothing turns: its radial and its axial motion do not
    know of each other.
    """
    return gd.Mechanism(
        bodies=[gd.Body("wheel", mass=MASS, inertia=INERTIA, position=(0, 0, 0), velocity=velocity)],
        joints=[
            gd.Revolute(
                "A", between=("ground", "wheel"), point=(0, 0, 0), axis=(0, 0, 1), bearing_radius=0.0105, journal_radius=0.01,
                bearing_length=0.021, journal_length=0.02, fit=gd.Clearance(contact=contact, start="as-described", **fit),
            )
        ],
    )  # fmt: skip


@pytest.mark.parametrize("axial", [0.1, 0.0999, 0.04])
def test_radial_and_axial_contacts_at_once_do_not_disturb_each_other(axial):
    """Journal in the corner of its bearing: depth, duration and rebound of each contact are
    those of Hertz.
    """
    result = gd.simulate(aligned(gd.Hertz(K), (0.1, 0, axial), support="ends"), 0.014, rtol=1e-10)
    assert len(result.impacts) == 3
    for contact, speed, stiffness in (
        ("wall A", 0.1, 2 * K),
        ("wall B", 0.1, 2 * K),
        ("end A", axial, K),
    ):
        k = list(result.impacts["contact"]).index(contact)
        # the two ends of the wall carry with the whole law each
        exact = Hertz(stiffness, MASS, speed)
        assert result.impacts["approach_speed"][k] == pytest.approx(speed, rel=1e-9)
        assert result.impacts["departure_speed"][k] == pytest.approx(speed, rel=1e-7)
        assert result.impacts["end"][k] - result.impacts["start"][k] == pytest.approx(
            exact.duration, rel=1e-6
        )
        assert result.impacts["penetration"][k] == pytest.approx(exact.depth, rel=1e-5)


@pytest.mark.parametrize("support", ["ends", "strips"])
def test_each_contact_keeps_its_own_approach_speed(support):
    """T37: slow along the axis, fast across it, at the same time. The damping of each goes by
    the speed of its own approach.
    """
    across, along, e = 0.1, 0.02, 0.6
    gap = 0.5e-3
    start = (0.0, 0.0, gap - gap * along / across)  # both touch at 5 ms
    mechanism = aligned(
        gd.LankaraniNikravesh(K, restitution=e), (across, 0, along), support=support
    )
    wheel = dataclasses.replace(mechanism.bodies[0], position=start)
    joint = dataclasses.replace(
        mechanism.joints[0], point=None, local_points=((0, 0, 0), (0, 0, 0))
    )
    result = gd.simulate(
        dataclasses.replace(mechanism, bodies=[wheel], joints=[joint]), 0.008, rtol=1e-10
    )
    exact = departure_ratio(0.75 * (1 - e**2))
    table = result.impacts
    assert len(table) == (3 if support == "ends" else 11)
    np.testing.assert_allclose(table["start"], gap / across, rtol=0, atol=1e-10)
    speeds = np.where(np.asarray(table["contact"]) == "end A", along, across)
    np.testing.assert_allclose(table["approach_speed"], speeds, rtol=1e-9)
    np.testing.assert_allclose(table["departure_speed"], exact * speeds, rtol=1e-6)


# -- tilt ------------------------------------------------------------------------------------------


def pressed(lean, offset, shift=0.0, **fit):
    """Return a journal that stands pressed into its wall, tilted in the plane of the offset;
    only its forces at t = 0 matter.
    """
    turn = (np.cos(lean / 2), 0, np.sin(lean / 2), 0)
    return gd.Mechanism(
        bodies=[gd.Body("wheel", mass=MASS, inertia=INERTIA, position=(offset, 0, shift), orientation=turn)],
        joints=[
            gd.Revolute(
                "A", between=("ground", "wheel"), local_points=((0, 0, 0), (0, 0, 0)), local_axes=((0, 0, 1), (0, 0, 1)),
                bearing_radius=0.0105, journal_radius=0.01, bearing_length=0.021, journal_length=0.02,
                fit=gd.Clearance(contact=gd.Hertz(K), start="as-described", **fit),
            )
        ],
    )  # fmt: skip


def first(mechanism):
    """Return force and torque of the joint at t = 0."""
    joint = gd.simulate(mechanism, 1e-9, output_times=[0.0]).joint("A")
    return joint.force[0], joint.torque[0]


TILTS = [0.0, 1e-13, 1e-9, 1e-6, 1e-5, 1e-3, 1e-2]


@pytest.mark.parametrize("support", ["ends", "strips"])
@pytest.mark.parametrize("tilt", TILTS)
def test_wall_presses_as_brute_force_says_from_aligned_to_tilted(support, tilt):
    """T25: every circle carries by its own depth, found by walking round it. A switch between an
    aligned and a misaligned branch would change the force by a factor of two between the first two
    tilts.
    """
    offset, strips, length = 0.5e-3 + 2e-5, 10, 0.02
    force, torque = first(pressed(tilt, offset, support=support, strips=strips))
    heights = (
        [length / 2, -length / 2]
        if support == "ends"
        else [(strips - 1 - 2 * k) / 2 * length / strips for k in range(strips)]
    )
    share = 1.0 if support == "ends" else 1 / strips
    axis, centre = np.array([np.sin(tilt), 0, np.cos(tilt)]), np.array([offset, 0, 0])
    expected, moment = np.zeros(3), np.zeros(3)
    for height in heights:
        X = extrema(Pose(centre + height * axis, 0.01, axis), +1)[0]
        depth = np.hypot(X[0], X[1]) - 0.0105
        push = (
            -share * K * max(0.0, depth) ** 1.5 * np.array([X[0], X[1], 0]) / np.hypot(X[0], X[1])
        )
        expected, moment = expected + push, moment + np.cross(X - centre, push)
    assert np.linalg.norm(expected) > 10
    # A depth of 2e-5 m is a difference of radii of 1e-2 m: rounding leaves 1e-13, and 1.5e-13 of
    # the force.
    np.testing.assert_allclose(force, expected, rtol=0, atol=1e-11 * np.linalg.norm(expected))
    np.testing.assert_allclose(torque, moment, rtol=0, atol=1e-11 * np.linalg.norm(expected) * 0.02)


def test_strips_carry_an_aligned_journal_as_one_line():
    """T25: all strips together carry the law once; the two ends, as the papers have it, twice."""
    offset = 0.5e-3 + 2e-5
    whole = K * 2e-5**1.5
    assert first(pressed(0.0, offset, support="strips"))[0][0] == pytest.approx(-whole, rel=1e-11)
    assert first(pressed(0.0, offset, support="strips", strips=3))[0][0] == pytest.approx(
        -whole, rel=1e-11
    )
    assert first(pressed(0.0, offset, support="ends"))[0][0] == pytest.approx(-2 * whole, rel=1e-11)


@pytest.mark.parametrize("tilt", TILTS)
def test_end_presses_without_a_jump_from_aligned_to_tilted(tilt):
    """The depth grows from that of the middle to that of the rim over a tilt of 1e-4 rad; the
    point moves along.
    """
    depth, edge = 2e-5, 1e-4
    force, torque = first(pressed(tilt, 0.0, shift=0.5e-3 + depth, tilt=edge))
    slant = np.hypot(np.sin(tilt), edge)
    deep = depth + 0.01 * (np.cos(tilt) - 1) + 0.01 * (slant - edge)
    push = K * deep**1.5
    np.testing.assert_allclose(force, [0, 0, -push], rtol=0, atol=1e-10 * push)
    # Tilted about y, the end's middle goes to +x with half the length, the rim point to -x with the
    # radius, both 10 mm.
    arm = 0.01 * np.sin(tilt) * (1 - np.cos(tilt) / slant)
    np.testing.assert_allclose(torque, [0, arm * push, 0], rtol=0, atol=1e-10 * push * 0.01)


FRICTIONS = [
    gd.Threlfall(0.2, v_1=1e-2), gd.Stribeck(0.1, mu_s=0.2, v_s=1e-2, v_r=1e-3, viscosity=5.0),
    gd.LuGre(0.1, mu_s=0.2, v_s=1e-2, sigma_0=1e5, sigma_1=100.0, sigma_2=5.0),
]  # fmt: skip


@pytest.mark.parametrize("friction", FRICTIONS, ids=lambda law: type(law).__name__)
def test_friction_of_an_aligned_journal_does_not_depend_on_the_number_of_strips(friction):
    """Each strip carries its share of the whole law, also of what in it is no multiple of the
    normal force: viscosity, bristles.
    """

    def slowed(strips):
        wheel = gd.Body(
            "wheel",
            mass=MASS,
            inertia=INERTIA,
            position=(0, 0, 0),
            velocity=(0.1, 0, 0),
            angular_velocity=(0, 0, 50),
        )
        mechanism = dataclasses.replace(
            aligned(gd.Hertz(K), (0, 0, 0), friction=friction, strips=strips), bodies=[wheel]
        )
        result = gd.simulate(mechanism, 0.006, rtol=1e-9)
        assert len(result.impacts) == strips
        return result.body("wheel").angular_velocity[-1, 2], result.body("wheel").velocity[-1]

    (first, v), (second, w) = slowed(2), slowed(6)
    assert first < 49.5
    assert second == pytest.approx(first, rel=1e-7)
    np.testing.assert_allclose(w, v, rtol=0, atol=1e-7)
