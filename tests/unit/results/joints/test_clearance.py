"""Results of joints with clearance: the table of impacts, modes, orbits, scenarios, contacts."""

import numpy as np
import pytest

import gudgeon as gd
from gudgeon.assembly.contact_info import ContactInfo
from gudgeon.assembly.output_layout import layout
from gudgeon.results.outcome import Outcome
from gudgeon.results.result import Result
from gudgeon.results.status import Status
from tests.support import compliant_results
from tests.support.clearance_results import GAP, HINGE, PLAY, STEEL, orbit, result, tilt
from tests.support.synthetic_results import result as ideal

EXACT = {"rtol": 0, "atol": 1e-15}  # roundings of lengths of a millimetre


# -- modes -----------------------------------------------------------------------------------------


# -- quantities of a joint -------------------------------------------------------------------------


def test_the_orbit_is_seen_from_the_bearing() -> None:
    """The carrier turns about z; the spiral in its own axes does not."""
    run = result()
    assert np.allclose(run.joint("A").orbit, orbit(run.t), **EXACT)
    assert not np.allclose(run.joint("A").eccentricity, orbit(run.t)[:, [2, 0, 1]], atol=0.1 * GAP)
    # the ground does not turn
    assert np.allclose(run.joint("C").orbit, run.joint("C").eccentricity, **EXACT)


@pytest.mark.parametrize(
    ("kind", "axis", "letters", "expected"),
    [
        (gd.Revolute, {}, "ht", (2, 3)),
        (gd.Spherical, {}, "ht", (2, 3)),
        (gd.PointOnLine, {"axis": (1, 0)}, "hb", (3, 2)),  # across the line, then along it
    ],
    ids=["pin", "ball", "slot"],
)
def test_in_a_plane_the_orbit_has_two_components(kind, axis, letters, expected) -> None:
    joint = kind(
        "J",
        between=("ground", "a"),
        point=(0, 0),
        radial_clearance=1e-3,
        fit=gd.Clearance(contact=STEEL),
        **axis,
    )
    flat = gd.Mechanism(plane="xy", bodies=[gd.Body("a", mass=1, inertia=1.0)], joints=[joint])
    here = layout(
        {
            "body": ("a",),
            "joint": ("J",),
            "coordinate": (),
            "driver": (),
            "entry": ("kinetic",),
            "clearance": ("J",),
            "contact": (ContactInfo("J", "journal"),),
        }
    )
    block = {variable.name: np.zeros((1, *variable.shape)) for variable in here.variables}
    block["eccentricity"][:] = (2, 3, 0)
    loose = Result(flat, here, block, Outcome(Status.COMPLETE)).joint("J")
    assert loose.orbit.tolist() == [list(expected)]
    assert loose.components("orbit") == tuple(letters)


def test_forces_and_penetrations_of_a_joint_gather_its_contacts() -> None:
    joint = result([1.0, 4.0]).joint("A")
    # the deepest; at 4 s none touches
    assert joint.penetration == pytest.approx([1e-6 * np.sin(1), 0])
    assert joint.normal_force.tolist() == [40, 40]
    assert joint.friction_force.tolist() == [10, 10]  # two of 5 N, which cancel as vectors
    assert joint.contacts == tuple(contact.label for contact in HINGE)


def test_peaks_carry_the_names_of_what_they_belong_to() -> None:
    assert result().peaks == {
        "joint:A": (400, 1.5),
        "joint:C": (900, 2.05),
        "body:carrier": (33, 2.06),
        "body:pin": (44, 2.07),
    }
    assert result().peaks["joint:C"].time == 2.05


def test_an_ideal_joint_has_none_of_this() -> None:
    for quantity in ("penetration", "mode", "orbit", "contacts", "scenario"):
        assert not hasattr(ideal().joint("A"), quantity)
    with pytest.raises(gd.InputError, match=r"no contact 'A\.wall'\. There is none"):
        ideal().contact("A.wall")


def test_without_the_description_there_are_numbers_but_no_frames() -> None:
    joint = result(mechanism=None).joint("A")
    assert "penetration" in joint.quantities and "orbit" not in joint.quantities
    with pytest.raises(gd.InputError, match="description of the mechanism"):
        joint.orbit
    for name in result(3, mechanism=None).channels():
        result(3, mechanism=None).channel(name)


# -- scenarios -------------------------------------------------------------------------------------


def test_the_misalignment_is_the_angle_between_the_axes() -> None:
    run = result()
    assert np.allclose(run.joint("A").misalignment, tilt(run.t), rtol=0, atol=1e-15)


# -- channels --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "unit", "last"),
    [
        ("A.penetration", "m", 0),
        ("A.normal_force", "N", 40),
        ("A.friction_force", "N", 10),
        ("A.orbit.b", "m", 0.5 * PLAY * np.cos(5)),
        ("A.eccentricity.magnitude", "m", np.hypot(0.5 * GAP, 0.5 * PLAY * np.cos(5))),
        ("A.misalignment", "rad", 2e-3),
        ("A.scenario", "1", 0),
        ("C.mode", "1", 2),
        ("joints.C.mode", "1", 2),
        ("contacts.A.strip 1.penetration", "m", 1e-6 * np.sin(5)),
        ("A.strip 1.normal_force", "N", 30),
        ("A.strip 1.friction.magnitude", "N", 5),
        ("C.ball.point.z", "m", 3),
        ("energy.lost:A:hysteresis", "J", 5),
    ],
)
def test_a_text_finds_its_numbers_in_a_clearance(name, unit, last) -> None:
    channel = result().channel(name)
    assert channel.unit == unit
    assert channel.values[-1] == pytest.approx(last, abs=1e-15)


def test_every_channel_of_a_clearance_that_is_listed_can_be_read() -> None:
    run = result(3)
    names = run.channels()
    assert len(set(names)) == len(names)
    assert {"A.orbit.h", "C.mode", "A.end B.rate", "A.strip 4.friction.x"} <= set(names)
    for name in names:
        assert len(run.channel(name).values) == 3


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("A.strip 1", "say which quantity of 'A.strip 1'"),
        ("A.strip 1.penetraton", "'A.strip 1' has no 'penetraton'. Did you mean 'penetration'"),
        ("contacts.A.strip 9.rate", "cannot find the channel"),
        ("A.orbit.x", "no component 'x'. Allowed: 'h', 't', 'b'"),
    ],
)
def test_an_unknown_channel_of_a_clearance_says_what_is_wrong_with_it(name, words) -> None:
    with pytest.raises(gd.InputError, match=words):
        result().channel(name)


def test_a_result_tells_how_many_contacts_it_saw() -> None:
    assert "contacts: 6 periods in 2 joints" in repr(result())


# -- layers and stops ------------------------------------------------------------------------------


def test_the_force_behind_a_layer_counts_once() -> None:
    joint = compliant_results.result([1.0]).joint("C")
    assert joint.normal_force == 20
    assert joint.penetration == 1.5e-4


def test_neither_stops_nor_hard_contacts_make_the_mode_of_a_gap() -> None:
    """C touches from 1 to 1.2 s; E only from 2 to 2.2 s, whatever its stop does from 1 to 3 s."""
    assert compliant_results.result([0.9, 1.1, 1.3]).joint("C").mode.tolist() == [0, 1, 0]
    assert compliant_results.result([1.5, 2.1, 2.5]).joint("E").mode.tolist() == [0, 1, 0]
    shares = {
        "free flight": 3.8 / compliant_results.END,
        "impact": 0.2 / compliant_results.END,
        "following": 0,
    }
    assert compliant_results.result().joint("C").mode_fractions == pytest.approx(shares)
    assert compliant_results.result().joint("E").mode_fractions == pytest.approx(shares)
    assert compliant_results.result().joint("E").touching.tolist() == [[2.0, 2.2]]
