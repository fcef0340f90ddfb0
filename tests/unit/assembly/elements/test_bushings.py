"""Records of bushings: what each measures in its joint, with which laws, and what is watched of
it.
"""

import dataclasses

import pytest

import gudgeon as gd
from gudgeon.assembly.elements.bushings import bushings, motion
from gudgeon.kernels.joints import bushings as kernel
from tests.support.assemblers import assembler_of
from tests.support.joints_and_fits import JOINTS, joined

PLACE = {"between": ("ground", "a"), "point": (0, 0, 0)}
HINGE = gd.Revolute("J", **PLACE, axis=(0, 0, 1))
WELD = gd.Rigid("J", **PLACE, axis=(0, 0, 1))


def made(joint, **motions):
    assembler = assembler_of(joined(joint).with_fit("J", gd.Bushing(**motions)))
    return assembler, bushings(assembler).records


@pytest.mark.parametrize(
    ("kind", "name", "measures"),
    [
        ("Spherical in space", "radial", kernel.POINT_OF),  # all ways of a point
        ("Revolute in space", "radial", kernel.ACROSS),
        ("Revolute in a plane", "radial", kernel.POINT_OF),
        ("Revolute in space", "axial", kernel.AXIAL),
        ("Revolute in space", "misalignment", kernel.TILT),
        ("Revolute in space", "torsion", kernel.TWIST),
        ("Distance in space", "axial", kernel.LENGTH_OF),
        ("Translational in a plane", "misalignment", kernel.TILT),
    ],
)
def test_a_bushing_measures_what_its_joint_would_hold(kind, name, measures):
    joint = dataclasses.replace(JOINTS[kind], between=("ground", "a"))
    assert motion(joint, name, joined(joint, "xy" if kind.endswith("plane") else None)) == measures


def test_every_motion_has_its_record_with_its_numbers():
    soft = gd.Compliance(4e3, preload=7.0, offset=1e-3, unilateral=True)
    assembler, records = made(HINGE, radial=2e3, axial=soft)
    assert [int(record["motion"]) for record in records] == [kernel.ACROSS, kernel.AXIAL]
    assert [assembler.law.of(record["law"]) for record in records] == [
        gd.Linear(2e3),
        gd.Linear(4e3),
    ]
    assert records["preload"].tolist() == [0.0, 7.0]
    assert records["zero"].tolist() == [0.0, 1e-3]
    assert records["unilateral"].tolist() == [0, 1]
    assert [path for _, path, _ in assembler.law.asked] == [
        ("fit", "radial", "force"),
        ("fit", "axial", "force"),
    ]


def test_only_a_damped_bushing_loses_energy():
    assembler, records = made(HINGE, radial=2e3, axial=gd.Compliance(4e3, damping=3.0))
    assert records["damper"][0] == 0 and assembler.law.of(records["damper"][1]) == gd.Linear(3.0)
    assert records["damper_ledger"].tolist() == [-1, 0]
    assert assembler.energies == ["stored:J", "lost:J:damping"]
    assert assembler.ledgers == 1


def test_turns_are_counted_by_the_angle_of_the_joint_or_by_the_bushing_itself():
    _, (hinge,) = made(HINGE, torsion=5.0)
    assert (hinge["coordinate"], hinge["watch"]) == (0, -1)
    assembler, (weld,) = made(WELD, torsion=gd.Compliance(5.0, offset=0.25))
    assert weld["coordinate"] == weld["watch"] == 0
    assert assembler.watched[0] == -0.25  # within half a turn of zero


def test_knots_of_its_laws_are_watched_in_places_of_its_own():
    table = gd.Table((-0.2, 0.1, 0.3), (-5, 0, 9))
    assembler, records = made(HINGE, axial=gd.Compliance(table), radial=1e3)
    watched = {int(record["motion"]): int(record["watch"]) for record in records}
    assert watched[kernel.ACROSS] == -1
    assert {crossing.watch for crossing in assembler.crossings} == {watched[kernel.AXIAL]}
    assert sorted(crossing.value for crossing in assembler.crossings) == sorted(table.breakpoints())


def test_a_joint_without_bushings_has_no_records():
    assert len(bushings(assembler_of(joined(HINGE))).records) == 0
