"""Wear over many cycles: the order of the extrapolation, closed forms, limits, folders."""

from math import pi

import numpy as np
import pytest

import gudgeon as gd
from gudgeon.studies.wear import Update, follow
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

    def update(cycles, clearance):
        return Update(cycles, clearance, a * clearance, 0.0, 0.0, 0.0, 0.0)

    errors = [
        np.exp(a * total) - follow(update, 1.0, total, 0.05, every, None)[-1].clearance
        for every in (100, 10, 1)
    ]
    for coarse, fine, rel in zip(errors[:-1], errors[1:], (0.1, 0.01), strict=True):
        assert coarse / fine == pytest.approx(10, rel=rel)
    half, quarter = (
        np.exp(a * total) - follow(update, 1.0, total, growth, None, None)[-1].clearance
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
