"""Wear over many cycles: the order of the extrapolation, closed forms, limits, folders."""

from itertools import pairwise
from math import acos, pi, sin

import numpy as np
import pytest
from scipy.optimize import brentq

import gudgeon as gd
from gudgeon.studies.wear import Bore, Update, follow
from tests.support.worn_shafts import (
    CLEARANCE,
    LENGTH,
    RADIUS,
    TURN,
    turning_shaft,
    work_of_a_turn,
)

K = 1e-12


def test_extrapolation_has_first_order():
    """A cycle that wears a share a of the clearance makes it c exp(a n). Ten times fewer cycles
    per update make the error of Euler's steps ten times less, but for the next order: a times the
    cycles of the longer update, 0.1 and 0.01.
    """
    a, total = 1e-3, 1e3

    def update(cycles, bore):
        return Update(cycles, bore.clearance, a * bore.clearance, 0.0, 0.0, 0.0, 0.0)

    errors = [
        np.exp(a * total) - follow(update, Bore(1.0), total, 0.05, every, None)[-1].clearance
        for every in (100, 10, 1)
    ]
    for coarse, fine, rel in zip(errors[:-1], errors[1:], (0.1, 0.01), strict=True):
        assert coarse / fine == pytest.approx(10, rel=rel)
    half, quarter = (
        np.exp(a * total) - follow(update, Bore(1.0), total, growth, None, None)[-1].clearance
        for growth in (0.02, 0.01)
    )
    assert half / quarter == pytest.approx(2, rel=0.05)


def test_the_clearance_of_a_shaft_under_its_weight_grows_with_the_turns():
    """k F s / (2 pi R L) each turn, whatever the clearance, as R + c stays R within a few per cent:
    here the bearing alone wears, on the mean.
    """
    study = gd.wear_study(
        turning_shaft(), "J", K, 40_000, cycle=TURN, settle=3, cycles_per_update=20_000
    )
    assert study.cycles.tolist() == [0, 20_000, 40_000]
    for update in study.updates:
        expected = K * work_of_a_turn() / (2 * pi * (RADIUS + update.clearance) * LENGTH)
        assert update.growth == pytest.approx(expected, rel=1e-3)
    grown = 20_000 * study.growth[:2].sum()
    assert study.clearance[-1] == pytest.approx(CLEARANCE + grown, rel=1e-12)
    assert study.worn_volume == pytest.approx(40_000 * K * work_of_a_turn(), rel=1e-3)
    assert study.worn_work == pytest.approx(40_000 * work_of_a_turn(), rel=1e-3)
    assert study.worn_mass("8 g/cm^3") == pytest.approx(8000 * study.worn_volume)
    assert study.life == float("inf")
    assert "wear of J" in repr(study)


def test_a_limit_ends_the_study_where_it_is_reached():
    study = gd.wear_study(
        turning_shaft(), "J", K, 1e9, cycle=TURN, settle=2, limit="105 um", growth=0.03
    )
    assert study.clearance[-1] == pytest.approx(105e-6, rel=1e-9)
    assert study.life == study.cycles[-1] < 1e9


def test_a_folder_keeps_what_was_computed(tmp_path, monkeypatch):
    from tests.support.swept_falls import runs

    options = dict(cycle=TURN, settle=2, cycles_per_update=1e4, out=tmp_path)
    first = gd.wear_study(turning_shaft(), "J", K, 1e4, **options)
    made = runs(monkeypatch)
    again = gd.wear_study(turning_shaft(), "J", K, 1e4, **options)
    assert not made and again.updates == first.updates
    gd.wear_study(turning_shaft(), "J", K, 2e4, **options)
    assert len(made) == 1
    gd.wear_study(turning_shaft(), "J", 2 * K, 1e4, **options)
    assert len(made) == 3


def test_a_joint_that_does_not_touch_does_not_wear():
    still = turning_shaft().with_values({"gravity.1": 0.0})
    study = gd.wear_study(still, "J", K, 1e6, cycle=TURN)
    assert len(study.updates) == 1 and study.growth.tolist() == [0.0]


def test_clearance_and_force_are_drawn(tmp_path):
    study = gd.wear_study(turning_shaft(), "J", K, 1e4, cycle=TURN, cycles_per_update=1e4)
    study.plot(tmp_path / "wear.png")
    assert (tmp_path / "wear.png").stat().st_size > 1000


# -- the worn profile ------------------------------------------------------------------------------

PROFILE = {"cycle": TURN, "settle": 3, "sectors": 36}


def crescent(sunk):
    """Return the area that a journal takes which is sunk into a bore, over the bore's radius [m]."""
    end = acos(CLEARANCE / (CLEARANCE + sunk))
    return 2 * ((CLEARANCE + sunk) * sin(end) - CLEARANCE * end)


def test_a_shaft_under_its_weight_wears_a_crescent_into_its_bearing():
    """The volume k F s of all turns lies between the bore and the journal that is sunk into it.
    A sector, of 10 deg, is the error of the crescent's half width, acos(1/(1 + s/c)); the depth goes
    with the power 2/3 of the area.
    """
    study = gd.wear_study(turning_shaft(), "J", K, 20_000, cycles_per_update=10_000, **PROFILE)
    profile, radius = study.profile[-1], RADIUS + CLEARANCE
    lost = profile.sum() * (2 * pi / 36) * radius * LENGTH
    assert lost == pytest.approx(study.worn_volume, rel=1e-9)
    assert study.worn_volume == pytest.approx(K * study.worn_work, rel=1e-9)
    area = study.worn_volume / (radius * LENGTH)
    sunk = brentq(lambda s: crescent(s) - area, 0, 10 * CLEARANCE)
    half_width = acos(1 / (1 + sunk / CLEARANCE))
    assert profile.max() == pytest.approx(sunk, rel=2 * (2 * pi / 36) / half_width / 3)
    assert study.clearance[-1] == pytest.approx(CLEARANCE + profile.max(), rel=1e-12)
    # the round bearing takes the same volume as clearance all around
    assert profile.max() > 3 * area / (2 * pi)


def test_what_a_shaft_that_rocks_in_its_groove_rubs_more_falls_as_it_settles():
    """Its weight and way are those of a round bore; nothing but hysteresis ends the rocking."""
    bore = wear_of_some_turns(3).profile[-1]
    extra = [
        wear_of_some_turns(settle, bearing_wear=tuple(bore)).work[0] / work_of_a_turn() - 1
        for settle in (3, 12)
    ]
    assert 0 <= extra[1] < extra[0] / 2 < 0.005


def wear_of_some_turns(settle, **joint):
    """Return a study of one update, after some turns that are left out."""
    options = {**PROFILE, "settle": settle, "cycles_per_update": 10_000}
    return gd.wear_study(turning_shaft(**joint), "J", K, 10_000, **options)


def test_a_worn_profile_converges_with_the_cycles_per_update():
    """Half as many cycles, about half the distance from the next: Euler's first order."""
    worn = [
        gd.wear_study(turning_shaft(), "J", K, 16_000, cycles_per_update=every, **PROFILE).profile[
            -1
        ]
        for every in (16_000, 8_000, 4_000)
    ]
    first, second = (np.abs(a - b).sum() for a, b in pairwise(worn))
    assert second <= 0.75 * first or second < 1e-3 * worn[-1].sum()


def test_a_profile_grows_no_faster_than_asked_and_ends_at_the_limit():
    study = gd.wear_study(turning_shaft(), "J", K, 1e9, limit="110 um", growth=0.04, **PROFILE)
    assert study.clearance[-1] == pytest.approx(110e-6, rel=1e-9)
    assert study.life == study.cycles[-1] < 1e9
    assert np.max(np.diff(study.profile, axis=0)) <= 0.04 * 110e-6 * (1 + 1e-9)
    bore = turning_shaft(bearing_wear=tuple(study.profile[-1]))
    again = gd.wear_study(bore, "J", K, 1e3, cycles_per_update=1e3, **PROFILE)
    assert again.clearance[0] == pytest.approx(110e-6, rel=1e-9)


def test_a_bearing_that_does_not_wear_stays_round_while_its_journal_does():
    study = gd.wear_study(turning_shaft(), "J", (0.0, K), 1e4, cycles_per_update=1e4, **PROFILE)
    assert not study.profile.any()
    assert study.clearance[-1] == pytest.approx(CLEARANCE + 1e4 * study.growth[0], rel=1e-12)


def test_a_profile_needs_a_clearance_and_ends_where_it_is_no_longer_shallow():
    with pytest.raises(gd.InputError, match=r"sectors.*no clearance"):
        gd.wear_study(turning_shaft(bearing_radius=RADIUS), "J", K, 1e4, **PROFILE)
    with pytest.raises(gd.InputError, match=r"limit.*after 1e\+09 cycles.*of its radius"):
        gd.wear_study(turning_shaft(), "J", K, 1e10, cycles_per_update=1e9, **PROFILE)


def test_profiles_of_other_sectors_and_joints_are_refused():
    bore = turning_shaft(bearing_wear=(0.0,) * 24)
    for arguments, says in (
        ({"mechanism": bore, **PROFILE}, "has 24 sectors"),
        ({"mechanism": turning_shaft(), **PROFILE, "sectors": 4}, "sectors"),
    ):
        with pytest.raises(gd.InputError, match=says):
            gd.wear_study(**{"joint": "J", "coefficients": K, "cycles": 1e4, **arguments})


@pytest.mark.parametrize(
    "arguments, says",
    [
        ({"joint": "K"}, "K"),
        ({"coefficients": "x"}, "coefficients"),
        ({"coefficients": (K, K, K)}, "bearing and journal"),
        ({"cycles": 0}, "cycles"),
        ({"cycle": -1}, "cycle"),
        ({"growth": 2}, "growth"),
        ({"cycles_per_update": 1e-3}, "cycles_per_update"),
        ({"cycles_per_update": 1, "cycles": 1e9}, "updates would be needed"),
        ({"mechanism": turning_shaft().with_fit("J", gd.Ideal())}, "only a joint with clearance"),
        ({"mechanism": "pendulum", "joint": "bar"}, "expected a joint with a bore"),
    ],
)
def test_wrong_arguments_are_said(arguments, says, monkeypatch):
    if "updates" in says:
        monkeypatch.setattr("gudgeon.studies.wear.MAX_UPDATES", 2)
    usual = {"mechanism": turning_shaft(), "joint": "J", "coefficients": K, "cycles": 1e4}
    with pytest.raises(gd.InputError, match=says):
        gd.wear_study(**{**usual, "cycle": TURN, **arguments})
