"""What a contact is, and the label that is made of it."""

import pytest

import gudgeon as gd
from gudgeon.assembly.assemble import assemble
from gudgeon.assembly.contact_info import ContactInfo, contact_from
from tests.support.compliant_results import CONTACTS, INFOS, mechanism, result

BLOCK = ContactInfo("A", "corner", end="B", signs="+-", across="width")


@pytest.mark.parametrize(
    ("contact", "label"),
    [
        (
            ContactInfo("A", "stop", coordinate="angle_2", side="upper", hard=True),
            "A.stop angle_2 upper hard",
        ),
        (ContactInfo("A", "play", motion="axial", side="lower"), "A.play axial lower"),
        (ContactInfo("A", "play", motion="radial"), "A.play radial"),
        (ContactInfo("A", "strip", strip=3, opposite=True, hard=True), "A.strip 3 opposite hard"),
        (ContactInfo("A", "wall", end="A", opposite=True), "A.wall A opposite"),
        (ContactInfo("A", "corner", end="A", signs="-"), "A.corner A-"),
        (ContactInfo("A", "key", signs="+"), "A.key +"),
        # a joint may be called anything
        (ContactInfo("stop angle x", "ball", hard=True), "stop angle x.ball hard"),
        (BLOCK, "A.corner B+- width"),
    ],
)
def test_a_label_says_what_touches(contact, label) -> None:
    assert contact.label == label
    assert contact_from(contact.as_dict()) == contact


def test_what_is_limited_and_whose_laws_act_follow_from_it() -> None:
    stop = ContactInfo("A", "stop", coordinate="length", side="lower")
    turn = ContactInfo("A", "play", motion="torsion", side="upper")
    gap = ContactInfo("A", "play", motion="radial")
    end = ContactInfo("A", "end", end="A")
    assert [info.limits for info in (stop, turn, gap, end)] == ["length", "torsion", "", ""]
    assert [info.unit for info in (stop, turn, gap, end)] == ["m", "rad", "m", "m"]
    assert [info.surface for info in (gap, end, BLOCK)] == ["wall", "ends", "sides"]
    assert (turn.unit_of("peak_force"), stop.unit_of("approach_speed"), turn.unit_of("start")) == (
        "N*m",
        "m/s",
        "s",
    )


def test_a_mechanism_says_what_its_contacts_are() -> None:
    """The synthetic result lists them by hand."""
    assert assemble(mechanism()).layout.contacts == INFOS
    assert tuple(contact.label for contact in INFOS) == CONTACTS


def test_the_contacts_of_every_mechanism_have_labels_of_their_own() -> None:
    for name in gd.library_names():
        for joint, fits in gd.library_fits(name).items():
            for fit in fits:
                contacts = assemble(gd.library(name, **{joint: fit})).layout.contacts
                assert len({contact.label for contact in contacts}) == len(contacts)


@pytest.mark.parametrize(
    ("label", "units"),
    [
        ("A.stop angle upper", {"penetration": "rad", "rate": "rad/s", "normal_force": "N*m"}),
        ("A.stop angle upper hard", {"penetration": "rad", "rate": "rad/s", "normal_force": "N*m"}),
        ("B.stop displacement upper", {"penetration": "m", "rate": "m/s", "normal_force": "N"}),
        (
            "C.ball",
            {
                "penetration": "m",
                "rate": "m/s",
                "normal_force": "N",
                "friction": "N",
                "point": "m",
                "sliding_speed": "m/s",
            },
        ),
    ],
)
def test_a_contact_has_the_units_of_what_it_limits(label, units) -> None:
    assert result().contact(label).quantities == units
    assert result().channel(f"{label}.normal_force").unit == units["normal_force"]


@pytest.mark.parametrize(
    "given",
    [
        3, "text", {}, {"joint": "A"}, {"joint": "A", "kind": 1}, {"joint": "A", "kind": "ball", "strip": 1.5},
        {"joint": "A", "kind": "ball", "hard": 1}, {"joint": "A", "kind": "ball", "colour": "red"},
        {"joint": "A", "kind": "stop", "coordinate": "warp"}, {"joint": "A", "kind": "wall", "end": "C"},
    ],
)  # fmt: skip
def test_what_is_no_contact_is_refused(given) -> None:
    with pytest.raises(ValueError):
        contact_from(given)
