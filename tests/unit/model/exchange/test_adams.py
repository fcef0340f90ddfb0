import random

import numpy as np
import pytest

import gudgeon as gd
from tests.support.adams_datasets import imported, whole, written

PENDULUM = """the same pendulum in several units
UNITS/FORCE={force}, MASS={mass}, LENGTH={length}, TIME={time}
PART/1, GROUND
MARKER/1, PART=1
MARKER/2, PART=1, QP={far}, 0, 0
PART/2, MASS={m}, CM=21, IP={i}, {i}, {i}
MARKER/21, PART=2, QP={arm}, 0, 0
MARKER/22, PART=2
JOINT/1, REVOLUTE, I=1, J=22
SPRINGDAMPER/1, TRANS, I=2, J=21, K={k}, C={c}, LENGTH={arm}
SFORCE/2, ROT, I=22, J=1, FUNCTION={torque}*SIN({omega}*TIME)-{twist}*AZ(22,1)
ACCGRAV/JGRAV={g}
"""
POUND, INCH = 0.45359237, 0.0254
LBF = POUND * 9.80665
UNITS = {  # length [m], mass [kg], time [s], force [N]
    ("METER", "KILOGRAM", "SECOND", "NEWTON"): (1.0, 1.0, 1.0, 1.0),
    ("MILLIMETER", "KILOGRAM", "SECOND", "NEWTON"): (1e-3, 1.0, 1.0, 1.0),
    ("MILLIMETER", "TONNE", "MILLISECOND", "KNEWTON"): (1e-3, 1e3, 1e-3, 1e3),
    ("INCH", "POUND_MASS", "SECOND", "POUND_FORCE"): (INCH, POUND, 1.0, LBF),
    ("CENTIMETER", "GRAM", "MINUTE", "DYNE"): (1e-2, 1e-3, 60.0, 1e-5),
}


def in_units(names):
    L, M, T, F = UNITS[names]
    return PENDULUM.format(
        length=names[0], mass=names[1], time=names[2], force=names[3], far=repr(2 / L), m=repr(1.5 / M),
        i=repr(0.2 / (M * L * L)), arm=repr(0.5 / L), k=repr(30 / F * L), c=repr(2 / F * L / T), torque=repr(4 / (F * L)),
        omega=repr(3 * T), twist=repr(7 / (F * L)), g=repr(-9.81 / L * T * T),
    )  # fmt: skip


@pytest.mark.parametrize("names", UNITS, ids=" ".join)
def test_a_mechanism_moves_alike_in_all_units(names):
    """Numbers in other units differ by rounding alone."""
    found = whole(in_units(names))
    assert not found.lost
    known = gd.simulate(whole(in_units(next(iter(UNITS)))).mechanism, 2.0, output_step=0.5)
    result = gd.simulate(found.mechanism, 2.0, output_step=0.5)
    apart = np.abs(result.body("part2").position - known.body("part2").position)
    assert apart.max() < 1e-6


def test_statements_may_stand_in_any_order():
    head, *lines = in_units(next(iter(UNITS))).splitlines()
    backwards = whole("\n".join([head, *reversed(lines)]))
    assert backwards.mechanism == whole("\n".join([head, *lines])).mechanism


def test_everything_left_out_is_noted_in_the_order_of_lines():
    text = "OUTPUT/REQSAVE\nGEAR/1, JOINTS=1,2\nGRAPHICS/1, CYLINDER\nINTEGRATOR/GSTIFF\nTIRE/3"
    found = imported(text)
    assert [note.where for note in found.notes] == [f"own.adm:{line}" for line in range(11, 16)]
    assert [note.text.split("/")[0] for note in found.lost] == ["GEAR", "TIRE"]


def test_requests_name_channels_of_results():
    found = imported(
        "JOINT/1, REVOLUTE, I=11, J=22", "REQUEST/1, D, I=21, J=11, C=where: X Y Z (all, of them)",
        "REQUEST/2, VELOCITY, I=21", "REQUEST/3, A, I=21, J=11", "REQUEST/4, F2=JOINT(1,0,2,0)\\F3=JOINT(1,0,3,0)",
        "REQUEST/5, F2=ORIENT(27,1,21,11)\\", "REQUEST/6, D, I=22, J=11", "REQUEST/7, F, I=11, J=22",
    )  # fmt: skip
    assert not found.lost
    assert found.outputs == {
        "request1": ("part2.position", "part2.orientation"),
        "request2": ("part2.velocity", "part2.angular_velocity"),
        "request3": ("part2.acceleration", "part2.angular_acceleration"),
        "request4": ("joint1.force", "joint1.torque"),
        "request5": ("part2.orientation",),
    }
    assert len(found.notes) == 2
    result = gd.simulate(found.mechanism, 0.01)
    known = set(result.channels())
    for channels in found.outputs.values():
        for name in channels:
            assert any(channel.startswith(name) for channel in known), name


def test_reading_warns_of_what_may_change_the_motion(tmp_path):
    path = written(tmp_path, "JOINT/1, REV, I=11, J=22", "GEAR/1, JOINTS=1,2")
    with pytest.warns(gd.NotUnderstoodWarning, match=r"own\.adm:12: GEAR/1 is left out"):
        mechanism = gd.read(path, settings=["duration=2"])
    assert mechanism.duration == 2.0


def test_a_mechanism_that_was_read_can_be_written_and_read_again(tmp_path):
    mechanism = whole(in_units(next(iter(UNITS)))).mechanism
    gd.write(mechanism, tmp_path / "own.yaml")
    assert gd.read(tmp_path / "own.yaml") == mechanism


def test_play_in_a_joint_is_one_word():
    mechanism = imported("JOINT/1, SPHERICAL, I=11, J=22").mechanism
    fit = gd.Clearance(contact=gd.LankaraniNikravesh(stiffness=1e9, restitution=0.9))
    loose = mechanism.with_values({"joints.joint1.radial_clearance": "1 mm"}).with_fit(
        "joint1", fit
    )
    result = gd.simulate(loose, 0.1)
    assert len(result.impacts) > 0


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "needs at least one body"), ("a title", "needs at least one body"), ("\0\1\2", "needs at least one body"),
        ("t\nPART/1, GROUND\nMARKER/1, PART=7", "own.adm:3: MARKER/1 names PART/7"),
        ("t\nMARKER/1", "own.adm:2: MARKER/1 has no part"),
        ("t\nPART/1, MASS=nan, CM=1\nMARKER/1, PART=1", "'nan' is not a number"),
        ("t\nPART/1, MASS=1e400, CM=1\nMARKER/1, PART=1", "'1e400' is not a number"),
        ("t\n" + "PART/1, MASS=(" * 3000, "is not a number"),
        ("t\n,,,,\n,\n", "needs at least one body"),
    ],
)  # fmt: skip
def test_hostile_datasets_end_in_one_sentence(text, words):
    with pytest.raises(gd.InputError, match=words):
        whole(text)


def test_damaged_datasets_are_read_or_refused():
    """Letters are lost, doubled and exchanged at random, repeatably; nothing but an InputError may
    come of it.
    """
    known, chance = in_units(next(iter(UNITS))), random.Random(18)
    refused = 0
    for _ in range(300):
        text = list(known)
        for _ in range(chance.randrange(1, 30)):
            k = chance.randrange(60, len(text))
            text[k] = chance.choice(["", text[k] * 2, chance.choice("(),=/\\!D1.*\n")])
        try:
            whole("".join(text))
        except gd.InputError as error:
            refused += 1
            assert "\n" not in str(error)
    assert 30 < refused


def test_long_datasets_are_read_in_a_time_that_grows_with_their_length():
    """A hundred thousand statements in a few seconds, not in hours."""
    many = "OUTPUT/\n" * 50_000 + "".join(f"MARKER/{k}\n" for k in range(100, 30_000))
    found = imported(many, "JOINT/1, REV, I=11, J=22")
    assert len(found.notes) == 50_000
