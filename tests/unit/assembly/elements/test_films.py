"""Records of films: sections along the shorter part, with the sizes of the joint and the
hand-over of the fit.
"""

import numpy as np
import pytest

import gudgeon as gd
from gudgeon.assembly.elements.films import films
from gudgeon.kernels import records as rec
from tests.support.assemblers import assembler_of
from tests.support.joints_and_fits import joined

PLACE = {"between": ("ground", "a"), "point": (0, 0, 0)}
SIZES = {
    "bearing_radius": 0.0101,
    "journal_radius": 0.01,
    "bearing_length": 0.03,
    "journal_length": 0.02,
}
OIL, HERTZ = gd.FiniteBearing(0.03), gd.Hertz(1e9)


def made(joint, plane=None):
    assembler = assembler_of(joined(joint, plane))
    return assembler, films(assembler)


def hinge(**fit):
    return gd.Revolute(
        "J", **PLACE, axis=(0, 0, 1), **SIZES, fit=gd.Lubricated(film=OIL, contact=HERTZ, **fit)
    )


def test_a_hinge_in_space_has_sections_in_the_middles_of_its_strips():
    """Of four: at ±3/8 and ±1/8 of the length, each with a quarter."""
    _, found = made(hinge(strips=4))
    assert found.records["at"].tolist() == [3 / 8, 1 / 8, -1 / 8, -3 / 8]
    assert found.records["share"].tolist() == [0.25] * 4
    assert set(found.records["kind"].tolist()) == {rec.RADIAL}


def test_a_journal_in_a_plane_and_a_ball_have_one_film():
    flat = gd.Revolute(
        "J", between=("ground", "a"), point=(0, 0), **SIZES, fit=gd.Lubricated(film=OIL)
    )
    _, journal = made(flat, "xy")
    assert (len(journal.records), journal.records["at"][0], journal.records["share"][0]) == (
        1,
        0.0,
        1.0,
    )
    radii = {"bearing_radius": 0.0101, "journal_radius": 0.01}
    _, ball = made(
        gd.Spherical("J", **PLACE, **radii, fit=gd.Lubricated(film=gd.SphericalSqueeze(0.03)))
    )
    assert (int(ball.records["kind"][0]), ball.records["length"][0]) == (rec.BALL, 0.0)


def test_sizes_are_those_of_the_joint_and_the_law_is_told_length_over_diameter():
    assembler, found = made(hinge(strips=2))
    record = found.records[0]
    assert (record["gap"], record["radius"], record["length"]) == pytest.approx(
        (1e-4, 0.01, 0.02), rel=1e-12
    )
    assert (record["bearing_length"], record["journal_length"], record["sliding"]) == (
        0.03,
        0.02,
        0,
    )
    # once for all sections
    assert assembler.law.asked == [(OIL, ("fit", "film"), pytest.approx(1.0))]


def test_a_sleeve_slides():
    sleeve = gd.Cylindrical("J", **PLACE, axis=(0, 0, 1), **SIZES, fit=gd.Lubricated(film=OIL))
    assert set(made(sleeve)[1].records["sliding"].tolist()) == {1}


def test_the_hand_over_is_that_of_the_fit_and_a_film_alone_never_fades():
    _, both = made(hinge(e_0=4e-6, e_1=9e-6))
    assert (both.records["e_0"][0], both.records["e_1"][0]) == (4e-6, 9e-6)
    flat = gd.Revolute(
        "J", between=("ground", "a"), point=(0, 0), **SIZES, fit=gd.Lubricated(film=OIL)
    )
    _, alone = made(flat, "xy")
    assert np.isinf(alone.records["e_0"][0]) and alone.records["e_1"][0] == pytest.approx(1e-5)


def test_every_section_has_a_ledger_and_all_lose_into_one_energy():
    assembler, found = made(hinge(strips=3))
    assert found.records["ledger"].tolist() == [0, 1, 2]
    assert assembler.energies == ["lost:J:film"]
    assert found.labels == {"film": ("J",)} and found.memory == 9
