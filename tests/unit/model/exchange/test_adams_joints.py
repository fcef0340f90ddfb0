import numpy as np
import pytest

import gudgeon as gd
from tests.support.adams_datasets import imported

KINDS = {
    "REVOLUTE": gd.Revolute, "CYLINDRICAL": gd.Cylindrical, "TRANSLATIONAL": gd.Translational, "PLANAR": gd.Planar,
    "SPHERICAL": gd.Spherical, "FIXED": gd.Rigid,
}  # fmt: skip


@pytest.mark.parametrize("kind", KINDS)
def test_a_joint_goes_from_marker_i_to_marker_j(kind):
    (joint,) = imported(f"JOINT/7, {kind}, I=12, J=23").mechanism.joints
    assert type(joint) is KINDS[kind]
    assert (joint.name, joint.between) == ("joint7", ("ground", "part2"))
    assert joint.local_points == ((0, 0, 0), (-1, 0, 0))
    if kind != "SPHERICAL":
        assert joint.local_axes == ((0, -1, 0), (0, -1, 0))


def test_the_pins_of_a_hooke_joint_are_x_and_y_those_of_a_universal_joint_z():
    (hooke,) = imported("JOINT/1, HOOKE, I=12, J=23").mechanism.joints
    assert hooke.local_axes == ((1, 0, 0), (0, 0, 1))
    (universal,) = imported("JOINT/1, UNIVERSAL, I=11, J=23").mechanism.joints
    assert universal.local_axes == ((0, 0, 1), (0, -1, 0))


FREE = {"ATPOINT": 3, "INLINE": 4, "INPLANE": 5, "ORIENTATION": 3, "PARALLEL_AXES": 4}


@pytest.mark.parametrize("kind", FREE)
def test_a_primitive_leaves_as_many_motions_free_as_the_manual_says(kind):
    mechanism = imported(f"JPRIM/1, {kind}, I=22, J=11").mechanism
    assert gd.check_model(mechanism).dof == FREE[kind]


def test_a_point_in_a_plane_falls_in_it():
    """In the plane z = 0 of J nothing hinders a fall along y; along z nothing moves."""
    mechanism = imported("JPRIM/1, INPLANE, I=22, J=11").mechanism
    tilted = mechanism.with_values({"gravity": [0, -9.81, -5]})
    result = gd.simulate(tilted, 0.1, output_step=0.1)
    body = result.body("part2")
    corner = body.position[-1] + _turned(body.orientation[-1], (-1, 0, 0))
    assert abs(corner[2]) < 1e-10
    assert corner[1] < -0.04


def _turned(p, v):
    w, u = p[0], np.array(p[1:])
    return np.array(v) + 2 * np.cross(u, np.cross(u, v) + w * np.array(v))


def test_a_constraint_of_distance_is_a_rod():
    for text in ("DM(21,11)-1", "2*DM(11,21)-2", "1 - DM(21, 11)"):
        (rod,) = imported(f"GCON/3, I=11, FUNCTION={text}").mechanism.joints
        assert type(rod) is gd.Distance
        assert (rod.name, rod.between, rod.length) == ("joint3", ("ground", "part2"), 1.0)
        assert rod.points == ((0, 0, 0), (1, 0, 0))


def test_names_differ():
    found = imported("JOINT/1, SPHERICAL, I=11, J=22", "GCON/1, I=12, FUNCTION=DM(21,12)-1")
    assert [joint.name for joint in found.mechanism.joints] == ["joint1", "gcon1"]


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("JOINT/1, CONVEL, I=11, J=22", "CONVEL joint has no counterpart"),
        ("JOINT/1, I=11, J=22", "does not say which joint"),
        ("JPRIM/1, PERPENDICULAR, I=11, J=22", "has no counterpart"),
        ("GCON/1, I=11, FUNCTION=DX(21,11)-1", "only a constant distance"),
        ("COUPLER/1, JOINTS=1,2", "COUPLER/1 is left out"),
        ("BUSHING/1, I=22, J=11, K=1,2,3", "differently along x and y"),
        ("BUSHING/1, I=22, J=11, K=1,1,3, FORCE=1,0,0", "preload"),
    ],
)
def test_what_has_no_counterpart_is_named_with_its_line(text, words):
    found = imported(text)
    (note,) = found.lost
    assert words in note.text
    assert note.where == "own.adm:11"
    assert not found.mechanism.joints


def test_initial_conditions_of_joints_are_told_of():
    (note,) = imported("JOINT/1, REVOLUTE, I=11, J=22, ICROT=0.1, 2").lost
    assert "ICROT is left out" in note.text


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("JOINT/1, REVOLUTE, I=11, J=99", "names MARKER/99"),
        ("JOINT/1, REVOLUTE, I=11", "J must be the number of a statement; is missing"),
        ("JOINT/1, REVOLUTE, I=11, J=12", "of the same part"),
        ("JOINT/1, HOOKE, I=11, J=22, FOO=1\nMOTION/1, JOINT=9, ROT, FUNCTION=1", "names JOINT/9"),
    ],
)
def test_joints_that_cannot_be_are_refused(text, words):
    with pytest.raises(gd.InputError, match=words):
        imported(text)


def angle(result):
    p = result.body("part2").position
    return np.unwrap(np.arctan2(p[:, 1], p[:, 0]))


@pytest.mark.parametrize("pair", ["I=11, J=22", "I=22, J=11"])
@pytest.mark.parametrize(
    ("text", "known"),
    [
        ("ROTATION, FUNCTION=90D*TIME", lambda t: np.pi / 2 * t),
        ("FUNCTION=0.3*SIN(4*TIME), ROT", lambda t: 0.3 * np.sin(4 * t)),
        ("ROT, VELOCITY, FUNCTION=2*COS(3*TIME)", lambda t: 2 / 3 * np.sin(3 * t)),
        ("ROT, ACCEL, FUNCTION=6*TIME, ICVEL=1", lambda t: t + t**3),
        ("ROT, FUNCTION=STEP(TIME, 0.2, 0, 0.7, 1)", None),
    ],
)
def test_a_motion_turns_marker_i_against_marker_j(pair, text, known):
    """I on the ground turns the body the other way round."""
    mechanism = imported(f"JOINT/1, REVOLUTE, {pair}", f"MOTION/2, JOINT=1, {text}").mechanism
    result = gd.simulate(mechanism, 1.0, output_step=0.05, rtol=1e-9)
    s = np.clip((result.t - 0.2) / 0.5, 0, 1)
    wanted = known(result.t) if known else s * s * (3 - 2 * s)
    sign = 1 if pair == "I=22, J=11" else -1
    assert np.abs(angle(result) - sign * wanted).max() < 1e-8


def test_a_motion_starts_from_the_angle_between_its_markers():
    """The marker of the body is turned by 0.4 at t = 0, so that 0.4 + t begins where it stands."""
    text = ["MARKER/24, PART=2, REULER=0.4,0,0", "JOINT/1, REV, I=24, J=11"]
    mechanism = imported(*text, "MOTION/1, JOINT=1, ROT, FUNCTION=0.4+TIME").mechanism
    result = gd.simulate(mechanism, 0.5, output_step=0.1)
    assert np.abs(angle(result) - result.t).max() < 1e-8


def test_a_motion_along_a_guide_is_in_the_unit_of_the_file():
    from tests.support.adams_datasets import whole

    mechanism = whole(
        "a title\nUNITS/FORCE=NEWTON, MASS=KILOGRAM, LENGTH=MILLIMETER, TIME=SECOND\n"
        "PART/1,GROUND\nMARKER/11,PART=1\nPART/2,MASS=1,CM=21,IP=1,1,1\nMARKER/21,PART=2,QP=0,0,5\n"
        "JOINT/1,TRANSLATIONAL,I=21,J=11\nMOTION/1,JOINT=1,TRANS,FUNCTION=5+20*TIME"
    ).mechanism
    result = gd.simulate(mechanism, 1.0, output_step=0.5)
    assert np.allclose(result.body("part2").position[:, 2], 0.005 + 0.02 * result.t, atol=1e-10)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("JOINT/1, REV, I=11, J=22\nMOTION/1, JOINT=1, ROT, FUNCTION=EXP(TIME)", "EXP"),
        ("JOINT/1, REV, I=11, J=22\nMOTION/1, JOINT=1, TRANS, FUNCTION=TIME", "no displacement"),
        ("JOINT/1, REV, I=11, J=22\nMOTION/1, I=11, J=22, B1, FUNCTION=TIME", "motions of joints"),
        ("JOINT/1, CONVEL, I=11, J=22\nMOTION/1, JOINT=1, FUNCTION=TIME", "itself is left out"),
    ],
)
def test_motions_without_a_counterpart_are_named(text, words):
    assert words in imported(text).lost[-1].text


def test_a_bushing_gives_as_a_spring_of_its_stiffness():
    """1 kg at the bushing's own point on 400 N/m across and 100 N/m along swings with 20 and 10
    rad/s; the fall of g/omega^2 (1 - cos omega t) is the closed form.
    """
    mechanism = imported(
        "BUSHING/1, I=21, J=13, K=800,800,200, KT=1,1,1", "MARKER/13, PART=1, QP=1,0,0"
    ).mechanism
    for axis, omega in ((1, 20.0), (2, 10.0)):
        gravity = [0.0, 0.0, 0.0]
        gravity[axis] = -9.81
        result = gd.simulate(mechanism.with_values({"gravity": gravity}), 0.3, output_step=0.01)
        known = -9.81 / omega**2 * (1 - np.cos(omega * result.t))
        assert np.abs(result.body("part2").position[:, axis] - known).max() < 1e-7
