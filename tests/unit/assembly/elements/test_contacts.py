"""Records of contacts: which parts of a joint can touch, where they stand, with which share of
which law.
"""

import dataclasses

import numpy as np
import pytest

import gudgeon as gd
from gudgeon.assembly.elements.contacts import contacts
from gudgeon.kernels import records as rec
from tests.support.assemblers import assembler_of
from tests.support.joints_and_fits import joined

PLACE = {"between": ("ground", "a"), "point": (0, 0, 0)}
AXIS = {"axis": (0, 0, 1)}
SIZES = {
    "bearing_radius": 0.0101,
    "journal_radius": 0.01,
    "bearing_length": 0.03,
    "journal_length": 0.02,
}
WALL, END, DRY = gd.Hertz(1e9), gd.Hertz(2e9), gd.Threlfall(0.1, 1e-3)
LOOSE = gd.Clearance(contact=WALL)


def made(joint, plane=None):
    assembler = assembler_of(joined(joint, plane))
    found = contacts(assembler)
    return assembler, found.records, [contact.name for contact in found.labels["contact"]]


def hinge(fit=LOOSE, **sizes):
    return gd.Revolute("J", **PLACE, **AXIS, **SIZES | sizes, fit=fit)


def block(**more):
    sizes = {
        "height": 0.03,
        "width": 0.02,
        "height_clearance": 1e-4,
        "width_clearance": 2e-4,
        "journal_length": 0.08,
        "height_axis": (1, 0, 0),
    }
    return gd.Translational("J", **PLACE, **AXIS, guide="rectangular", **sizes | more)


def test_a_ball_touches_in_one_place():
    joint = gd.Spherical("J", **PLACE, bearing_radius=0.0101, journal_radius=0.01, fit=LOOSE)
    _, (record,), names = made(joint)
    assert names == ["ball"]
    assert (int(record["kind"]), record["weight"]) == (rec.BALL, 1.0)
    assert (record["gap"], record["radius"], record["bore"]) == pytest.approx(
        (1e-4, 0.01, 0.0101), rel=1e-12
    )


def test_strips_of_a_wall_stand_in_the_middles_of_equal_parts_of_the_shorter_element():
    _, records, names = made(hinge(gd.Clearance(contact=WALL, strips=4)))
    strips = [
        record
        for record, name in zip(records, names, strict=True)
        if name.startswith("strip") and "opposite" not in name
    ]
    assert [record["at"] for record in strips] == pytest.approx([0.0075, 0.0025, -0.0025, -0.0075])
    assert [record["weight"] for record in strips] == [0.25] * 4
    assert {int(record["carrier"]) for record in strips} == {1}
    _, short, _ = made(
        hinge(gd.Clearance(contact=WALL, strips=4), bearing_length=0.02, journal_length=0.03)
    )
    # the bearing is the shorter: its circles
    assert int(short[0]["carrier"]) == 0 and short[0]["radius"] == 0.0101


def test_a_wall_on_its_ends_has_two_circles_with_the_whole_law():
    _, records, names = made(hinge(gd.Clearance(contact=WALL, support="ends")))
    walls = {
        name: record
        for record, name in zip(records, names, strict=True)
        if name in ("wall A", "wall B")
    }
    assert (walls["wall A"]["at"], walls["wall B"]["at"]) == (0.01, -0.01)
    assert {record["weight"] for record in walls.values()} == {1.0}


def test_ends_of_a_hinge_have_their_own_law_and_the_ring_of_an_even_pressure():
    """2/3 (R³ − r³)/(R² − r²) of a disc of 10 mm is 20/3 mm."""
    assembler, records, names = made(hinge(gd.Clearance(contact=WALL, axial_contact=END)))
    ends = {
        name: record for record, name in zip(records, names, strict=True) if name.startswith("end")
    }
    assert {assembler.law.of(record["law"]) for record in ends.values()} == {END}
    assert (ends["end A"]["at"], ends["end A"]["wall"], ends["end A"]["side"]) == (0.01, 0.015, 1.0)
    assert (ends["end B"]["at"], ends["end B"]["wall"], ends["end B"]["side"]) == (
        -0.01,
        -0.015,
        -1.0,
    )
    assert ends["end A"]["twist"] == pytest.approx(0.02 / 3)
    ring = dataclasses.replace(hinge(), end_radii=(0.006, 0.01))
    _, records, names = made(ring)
    expected = 2 / 3 * (0.01**3 - 0.006**3) / (0.01**2 - 0.006**2)
    assert records[names.index("end A")]["twist"] == pytest.approx(expected, rel=1e-12)


def test_a_block_has_a_corner_for_each_end_side_and_wall_and_edges_at_a_mouth():
    """Two walls in height and two in width, two corners side by side on each, at two ends:
    sixteen, with half a law each.
    """
    _, records, names = made(block(fit=LOOSE))
    assert len(names) == len(set(names)) == 16 and all(name.startswith("corner") for name in names)
    assert set(records["weight"].tolist()) == {0.5}
    assert {(int(r["which"]), float(r["radius"]), round(float(r["bore"]), 9)) for r in records} == {
        (0, 0.015, 0.0151),
        (1, 0.01, 0.0102),
    }
    _, _, mouth = made(block(fit=LOOSE, bearing_length=0.05))
    assert sum(name.startswith("mouth") for name in mouth) == 16


def test_contacts_with_friction_on_one_face_are_linked_around():
    """Friction of a face is one law: following ``next`` from any of its corners leads around to
    it.
    """
    _, records, _ = made(block(fit=gd.Clearance(contact=WALL, friction=DRY)))
    faces = set()
    for k in range(len(records)):
        ring, place = [k], int(records[k]["next"])
        while place != k:
            ring.append(place)
            place = int(records[place]["next"])
        assert len({(int(records[j]["which"]), float(records[j]["side"])) for j in ring}) == 1
        faces.add(frozenset(ring))
    assert sorted(map(len, faces)) == [4, 4, 4, 4]
    _, smooth, _ = made(block(fit=LOOSE))
    assert np.array_equal(smooth["next"], np.arange(16))


def test_a_layer_has_a_hard_contact_behind_it_that_only_remembers():
    joint = gd.Spherical(
        "J",
        **PLACE,
        radial_clearance=1e-4,
        fit=gd.Clearance(contact=WALL, bushing=1e6, thickness=5e-5, blend=1e-6),
    )
    assembler, (layer, hard), names = made(joint)
    assert names == ["ball", "ball hard"]
    assert (layer["partner"], layer["thickness"], layer["blend"], layer["passive"]) == (
        1,
        5e-5,
        1e-6,
        0,
    )
    assert assembler.law.of(layer["layer"]) == gd.Linear(1e6)
    assert (hard["shift"], hard["passive"], hard["layer"], hard["friction"]) == (5e-5, 1, 0, 0)


def test_stops_and_ends_of_play_limit_a_coordinate():
    stopped = gd.Translational(
        "J", **PLACE, **AXIS, stops=gd.Stop(lower=-0.1, upper=0.2, contact=WALL)
    )
    _, records, names = made(stopped)
    assert names == ["stop displacement lower", "stop displacement upper"]
    assert [(float(r["side"]), float(r["limit"]), int(r["coordinate"])) for r in records] == [
        (-1.0, -0.1, 0),
        (1.0, 0.2, 0),
    ]
    rod = gd.Distance(
        "J",
        between=("ground", "a"),
        points=((1, 0, 0), (0, 0, 0)),
        fit=gd.Mixed(axial=gd.Play(1e-3, contact=WALL)),
    )
    _, records, names = made(rod)
    assert names == ["play axial lower", "play axial upper"]
    # counted from its own length
    assert records["limit"].tolist() == pytest.approx([1 - 1e-3, 1 + 1e-3])


def test_bristles_have_three_numbers_of_the_state_each_and_friction_an_energy():
    fit = gd.Clearance(contact=WALL, friction=gd.Dahl(0.1, sigma_0=1e5), strips=2)
    assembler, records, _ = made(hinge(fit))
    assert records["bristle"].tolist() == [100 + 3 * k for k in range(len(records))]
    assert assembler.states == 3 * len(records)
    assert assembler.energies == ["stored:J", "lost:J:hysteresis", "lost:J:friction"]


def test_a_film_before_the_contact_fades_it_in():
    fit = gd.Lubricated(film=gd.FiniteBearing(0.03), contact=WALL, e_0=4e-6, e_1=9e-6, strips=2)
    _, records, names = made(hinge(fit))
    fades = {
        name.split()[0]: float(record["fade"]) for record, name in zip(records, names, strict=True)
    }
    assert fades == {"strip": 4e-6, "end": 0.0}  # ends touch dry
