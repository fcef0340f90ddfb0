"""Cams: which coordinates they tie, and profiles that cannot be."""

import pytest

import gudgeon as gd

PROFILE = gd.Harmonic(0.01, 2.0, 0.3, over="C.angle")


def test_it_ties_the_follower_to_the_profile() -> None:
    cam = gd.Cam("K", between=("f", "c"), follower="F.displacement", profile=PROFILE)
    assert cam.coupled == ("F.displacement", "C.angle", PROFILE(0.0)[0])
    assert cam.coordinates == ("gap",) and cam.rows(False) == {}
    assert cam.fields() == ("follower", "profile") and cam.law == PROFILE


def test_a_rocker_has_an_angle() -> None:
    cam = gd.Cam("K", between=("f", "c"), follower="F.angle", profile=PROFILE, rigid=True)
    assert cam.coordinates == ("gap_angle",) and len(cam.rows(True)) == 1


def test_a_profile_must_be_a_signal() -> None:
    with pytest.raises(gd.InputError, match="expected a signal"):
        gd.Cam("K", between=("f", "c"), follower="F.angle", profile=3.0)  # type: ignore[arg-type]
