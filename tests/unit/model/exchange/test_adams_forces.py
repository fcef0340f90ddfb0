import numpy as np
import pytest

import gudgeon as gd
from tests.support.adams_datasets import imported

HINGE = "JOINT/1, REVOLUTE, I=11, J=22"
SLIDE = "MARKER/14, PART=1, QP=1,0,0, REULER=90D,90D,0\nMARKER/24, PART=2, QP=1,0,0, REULER=90D,90D,0\nJOINT/1, TRANS, I=14, J=24"


def only(*statements):
    found = imported(*statements)
    assert not found.lost
    (load,) = found.mechanism.forces
    return load


@pytest.mark.parametrize(
    "text",
    [
        "SPRINGDAMPER/1, TRANSLATION, I=11, J=21, K=100, C=3, LENGTH=0.7",
        "SFORCE/1, TRANSLATIONAL, I=11, J=21, FUNCTION=-100*(DM(11,21)-0.7)-3*VR(11,21)",
        "SFORCE/1, TRANSLATIONAL, I=11, J=21, FUNCTION=70-100*DM(21,11)-3*VR(21,11)",
        "VARIABLE/5, FUNCTION=DM(11,21)-0.7\nSFORCE/1, TRANS, I=11, J=21, FUNCTION=-100*VARVAL(5)-3*VR(11,21)",
    ],
)
def test_springs_between_points(text):
    load = only(text)
    assert load.between == ("ground", "part2")
    assert load.points == ((0, 0, 0), (1, 0, 0))
    assert load.stiffness.slope == pytest.approx(100)
    assert load.damping.slope == pytest.approx(3)
    assert load.free_length == pytest.approx(0.7)


@pytest.mark.parametrize(
    ("text", "pull"),
    [
        ("SFORCE/1, TRANS, I=11, J=21, FUNCTION=5", -5.0),
        ("SFORCE/1, TRANS, I=11, J=21, FUNCTION=5-2*DM(11,21)", -3.0),
        ("SFORCE/1, TRANS, I=11, J=21, FUNCTION=-5-2*DM(11,21)", 7.0),
        ("SFORCE/1, TRANS, I=11, J=21, FUNCTION=5+2*DM(11,21)", -7.0),
        ("SFORCE/1, TRANS, I=11, J=21, FUNCTION=-3*DM(11,21)**2-DM(11,21)", 4.0),
        ("SPRINGDAMPER/1, TRANS, I=11, J=21, K=2, FORCE=4, LENGTH=0.5", -3.0),
        ("SFORCE/1, TRANS, I=11, J=21, FUNCTION=-8*(DM(11,21)-0.5)**3+2*(DM(11,21)-3)", 5.0),
    ],
)
def test_a_force_that_is_positive_drives_its_markers_apart(text, pull):
    """At t = 0 the distance is 1 m: the body of 2 kg is accelerated by -pull/2 along x."""
    result = gd.simulate(imported(text).mechanism, 1e-3, output_step=1e-3)
    assert result.body("part2").acceleration[0, 0] == pytest.approx(-pull / 2)


@pytest.mark.parametrize("pair", [(12, 23), (23, 12)])
@pytest.mark.parametrize("joint", ["JOINT/1, REV, I=12, J=23", "JOINT/1, CYL, I=23, J=12"])
@pytest.mark.parametrize("word", ["SFORCE", "SPRINGDAMPER"])
def test_a_torque_about_a_hinge_opposes_its_angle(pair, joint, word):
    """About the vertical axis nothing else acts: the closed form of a damped oscillator of J = 0.2 +
    2 1^2, k = 40, c = 2, from 0.1 rad.
    """
    i, j = pair
    sign = 1 if i == 23 else -1
    if word == "SFORCE":
        force = f"SFORCE/4, ROT, I={i}, J={j}, FUNCTION=-40*(AZ({i},{j})-({sign * -0.1}))-2*WZ({i},{j},{j})"
    else:
        force = f"SPRINGDAMPER/4, ROTATION, I={i}, J={j}, KT=40, CT=2, ANGLE={sign * -0.1}"
    found = imported(joint, force)
    assert not found.lost
    mechanism = found.mechanism
    if len(mechanism.joints[0].coordinates) > 1:
        mechanism = mechanism.with_values({"gravity": [0, 0, 0]})
    result = gd.simulate(mechanism, 1.0, output_step=0.02, rtol=1e-10)
    body = result.body("part2")
    turned = np.arctan2(-body.position[:, 2], body.position[:, 0])  # about y
    about_z = -turned  # z of the markers points down
    inertia, stiffness, damping = 0.2 + 2.0, 40.0, 2.0
    decay = damping / (2 * inertia)
    omega = np.sqrt(stiffness / inertia - decay**2)
    wave = np.cos(omega * result.t) + decay / omega * np.sin(omega * result.t)
    assert np.abs(about_z - (-0.1 + 0.1 * np.exp(-decay * result.t) * wave)).max() < 1e-8


@pytest.mark.parametrize("pair", [(12, 24), (24, 12)])
def test_a_curved_torque_is_that_of_its_series(pair):
    """The marker is turned by 0.3 at t = 0: the torque on the body is that of az = 0.3 or -0.3."""
    i, j = pair
    turned = 0.3 if i == 24 else -0.3
    force = f"SFORCE/4, ROT, I={i}, J={j}, FUNCTION=-40*AZ({i},{j})**3+5*AZ({i},{j})**2-2"
    found = imported("MARKER/24, PART=2, REULER=0,90D,0.3", "JOINT/1, REV, I=12, J=24", force)
    assert not found.lost
    result = gd.simulate(found.mechanism, 1e-3, output_step=1e-3)
    torque = -40 * turned**3 + 5 * turned**2 - 2
    about_z = -result.body("part2").angular_acceleration[0, 1]  # z points down along y
    sign = 1 if i == 24 else -1
    assert about_z == pytest.approx(sign * torque / 2.2)


@pytest.mark.parametrize(("pair", "sign"), [("I=24, J=11", 1), ("I=11, J=24", 1)])
def test_a_force_of_time_drives_a_guide(pair, sign):
    """Positive, it drives the body away from the origin."""
    found = imported(SLIDE, f"SFORCE/1, TRANS, {pair}, FUNCTION=6*COS(TIME)")
    assert not found.lost
    (load,) = found.mechanism.forces
    assert isinstance(load, gd.JointForce)
    result = gd.simulate(found.mechanism, 0.5, output_step=0.5)
    assert result.body("part2").acceleration[0, 0] == pytest.approx(sign * 3.0)
    travel = 3 * (1 - np.cos(0.5))
    assert result.body("part2").position[-1, 0] == pytest.approx(1 + travel, abs=1e-8)


FALLING = "-20*DZ(21,14,14)-3*VZ(21,14,14)"


@pytest.mark.parametrize("text", [
    rf"GFORCE/1, I=21, RM=14, JFLOAT=15, FX=-7*DX(21,14,14)\FY=-7*DY(21,14,14)\FZ={FALLING}",
    f"VFORCE/1, I=21, RM=14, JFLOAT=15, FZ={FALLING}",
])  # fmt: skip
def test_a_force_that_pulls_back_is_a_bushing(text):
    """2 kg fall along the z axis of the marker, which points against y, into 20 N/m and 3 N s/m."""
    found = imported(
        "MARKER/14, PART=1, QP=1,0,0, REULER=0,90D,0", "MARKER/15, PART=1, FLOATING", text
    )
    assert not found.lost
    result = gd.simulate(found.mechanism, 1.0, output_step=0.02, rtol=1e-10)
    decay, rest = 3 / 4, 9.81 * 2 / 20
    omega = np.sqrt(20 / 2 - decay**2)
    wave = np.cos(omega * result.t) + decay / omega * np.sin(omega * result.t)
    known = -rest * (1 - np.exp(-decay * result.t) * wave)
    assert np.abs(result.body("part2").position[:, 1] - known).max() < 1e-8


def test_a_torque_of_time_drives_a_hinge():
    load = only(HINGE, "SFORCE/1, ROT, I=22, J=11, FUNCTION=3*SIN(2*TIME)")
    assert isinstance(load, gd.JointForce)
    assert load.magnitude(0.7)[0] == pytest.approx(3 * np.sin(1.4))
    load = only(HINGE, "SFORCE/1, ROT, I=11, J=22, FUNCTION=5")
    assert load.magnitude(0.0)[0] == -5


def test_a_force_without_reaction_acts_along_z_of_marker_j():
    load = only("SFORCE/1, TRANS, ACTIONONLY, I=22, J=12, FUNCTION=6")
    assert isinstance(load, gd.Force)
    assert (load.force, load.point, load.frame) == ((0, -6, 0), (0, 0, 0), "space")
    load = only("SFORCE/1, TRANS, ACTIONONLY, I=22, J=23, FUNCTION=6*TIME")
    assert (load.force, load.frame) == ((0, -1, 0), "body")
    load = only("SFORCE/1, ROT, ACTIONONLY, I=22, J=12, FUNCTION=6")
    assert isinstance(load, gd.Torque)
    assert load.torque == (0, -6, 0)


def test_components_act_along_the_axes_of_a_marker():
    text = "GFORCE/1, I=22, RM=12, JFLOAT=15, FX=1\\FZ=2*SIN(TIME)\\TZ=3\\\nMARKER/15, PART=1, FLOATING"
    x, z, turn = imported(text).mechanism.forces
    assert (x.name, x.force) == ("gforce1_fx", (1, 0, 0))
    assert (z.force, z.magnitude(1.0)[0]) == ((0, -1, 0), pytest.approx(2 * np.sin(1)))
    assert turn.torque == (0, -3, 0)
    found = imported("VFORCE/1, I=22, RM=12, JFLOAT=15, FX=1\\FY=0\\\nMARKER/15, PART=1, FLOATING")
    assert len(found.mechanism.forces) == 1
    found = imported("VTORQUE/1, I=22, RM=22, JFLOAT=15, TX=1\\\nMARKER/15, PART=1, FLOATING")
    assert found.mechanism.forces[0].frame == "body"


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("SFORCE/1, TRANS, I=11, J=21, FUNCTION=USER(1,2)", "subroutine"),
        ("SFORCE/1, TRANS, I=11, J=21, FUNCTION=SIN(TIME)", "along a guide"),
        ("GFORCE/1, I=22, RM=11, JFLOAT=12, FX=-DX(22,11)", "alike along x and y"),
        ("GFORCE/1, I=22, RM=11, JFLOAT=12, FZ=-DX(22,11)", "along its own axis"),
        ("GFORCE/1, I=22, RM=11, JFLOAT=12, FZ=-DZ(21,11)", "between I and RM"),
        ("GFORCE/1, I=22, RM=12, JFLOAT=11, FZ=-DZ(22,12)", "other axes than its own"),
        ("SFORCE/1, TRANS, I=11, J=21, FUNCTION=-DM(12,21)+0*TIME", "other markers"),
        ("SFORCE/1, TRANS, I=11, J=21, FUNCTION=-DM(11,21)*VR(11,21)", "mixes"),
        ("SFORCE/1, ROT, I=12, J=23, FUNCTION=-AZ(12,23)", "no hinge about its z axis"),
        ("SFORCE/1, ROT, ACTIONONLY, I=22, J=12, FUNCTION=AZ(22,12)", "function of time only"),
        ("GFORCE/1, I=22, RM=12, JFLOAT=22, FX=1", "does not act on the ground"),
        ("BEAM/1, I=11, J=22", "BEAM/1 is left out"),
        ("CONTACT/1, IGEOM=1", "CONTACT/1 is left out"),
    ],
)
def test_forces_without_a_counterpart_are_named_with_their_line(text, words):
    (note,) = imported(text).lost
    assert words in note.text
    assert note.where == "own.adm:11"


def test_a_rate_about_another_axis_is_named():
    """Without a third marker WZ is about the global z axis, which is not that of this hinge."""
    found = imported("JOINT/1, REV, I=12, J=23", "SFORCE/1, ROT, I=12, J=23, FUNCTION=-WZ(12,23)")
    assert "other axes than its own" in found.lost[0].text
    assert not imported(HINGE, "SFORCE/1, ROT, I=11, J=22, FUNCTION=-WZ(11,22)").lost


def test_a_spring_that_cannot_be_is_refused_with_its_line():
    with pytest.raises(gd.InputError, match=r"own\.adm:11: SFORCE/1 is no force"):
        imported("SFORCE/1, TRANS, I=11, J=22, FUNCTION=-100*(DM(11,22)-1)")
