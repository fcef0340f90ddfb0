"""Wear by Archard's law against closed forms: a journal under constant load, a block on a plane."""

from math import pi

import numpy as np
import pytest

import gudgeon as gd
from gudgeon.results.wear import SlidingHistory, spread_evenly, wear_of
from tests.support.worn_shafts import (
    CLEARANCE,
    GRAVITY,
    LENGTH,
    RADIUS,
    TURN,
    turning_shaft,
    work_of_a_turn,
)

K, SETTLED = 1e-15, 4 * TURN  # [1/Pa, s]


@pytest.fixture(scope="module")
def shaft() -> gd.Result:
    return gd.simulate(turning_shaft(), 8 * TURN)


def test_a_journal_under_constant_load_wears_by_load_and_distance(shaft):
    """V = k F s over four turns. The shaft still rocks a little in its bearing when they begin,
    which adds to the distance at first order nothing, at second less than 1e-4.
    """
    wear = shaft.joint("J").wear(K, start=SETTLED)
    assert wear.work == pytest.approx(4 * work_of_a_turn(), rel=1e-4)
    assert wear.bearing.volume == pytest.approx(K * wear.work, rel=1e-12)
    assert wear.journal.volume == 0.0
    assert wear.time == pytest.approx(4 * TURN, rel=1e-12)
    assert wear.bearing.mass("7800 kg/m^3") == pytest.approx(7800 * wear.bearing.volume)


def test_the_bearing_wears_where_it_bears_and_the_journal_all_around(shaft):
    """The load points to -y, in the frame of the bearing -90 deg from x. Over whole turns the
    journal loses the same depth everywhere, k F s / (2 pi R L), as far as the load is the weight:
    it trembles by less than 1e-3 of it when the turns begin.
    """
    wear = shaft.joint("J").wear(K, K, start=SETTLED, sectors=36)
    worn = np.degrees(wear.bearing.angle[wear.bearing.depth > 0])
    h = np.degrees(direction_of_h())
    assert ((worn + h + 90) % 360 == pytest.approx(0, abs=10)) or (
        (worn + h + 90) % 360 == pytest.approx(360, abs=10)
    )
    mean = K * 4 * work_of_a_turn() / (2 * pi * RADIUS * LENGTH)
    assert wear.journal.mean_depth == pytest.approx(mean, rel=1e-3)
    assert wear.journal.depth == pytest.approx(mean, rel=1e-3)
    total = wear.bearing.depth.sum() * (2 * pi / 36) * (RADIUS + CLEARANCE) * LENGTH
    assert total == pytest.approx(wear.bearing.volume, rel=1e-12)


def direction_of_h() -> float:
    """Return the angle of the joint's direction h in the ground [rad]."""
    from gudgeon.assembly.joint_frames import joint_frame

    h = joint_frame(turning_shaft(), "J").axes_i[0]
    return float(np.arctan2(h[1], h[0]))


def test_work_is_spread_over_the_arc_that_the_contact_goes():
    """From 1.5 to 3.5 sectors: a quarter, a half, a quarter; across the start of the circle, and
    backwards; and all in one sector where the contact does not move.
    """
    begin, end = np.array([1.5, 3.5, 7.75, 2.2]), np.array([3.5, 1.5, 8.25, 2.2])
    found = spread_evenly(begin, end, np.array([4.0, 8.0, 2.0, 5.0]), 8)
    assert found == pytest.approx([1, 3, 6 + 5, 3, 0, 0, 0, 1])


@pytest.mark.parametrize("sectors", [4, 36, 1000])
def test_a_journal_that_turns_steadily_wears_evenly_whatever_the_rows(sectors):
    """Constant power over three turns in rows far apart: the depth is exact in every sector."""
    t = np.sort(np.random.default_rng(2).uniform(0, 3, 200))
    t = np.concatenate([[0], t, [3]])
    angle = (2 * pi * t)[:, None] % (2 * pi)
    full = np.full((len(t), 1), 2.0)
    history = SlidingHistory(t, full, full, (angle, angle), (0.01, 0.01), 0.02)
    wear = wear_of("J", history, (K, 0.0), sectors, 1.0)
    expected = K * 4.0 * 2 / (2 * pi * 0.01 * 0.02)
    assert wear.work == pytest.approx(8.0, rel=1e-12)
    assert wear.bearing.depth == pytest.approx(expected, rel=1e-9)


def test_volumes_do_not_depend_on_the_number_of_sectors(shaft):
    found = {shaft.joint("J").wear(K, sectors=n).bearing.volume for n in (4, 72, 1000)}
    assert len(found) == 1


def test_a_block_on_a_plane_wears_by_weight_and_way():
    """A slider glides along its guide on its two lower corners: V = k m g v t."""
    block = gd.Mechanism(
        name="block",
        plane="xy",
        gravity=(0, -GRAVITY),
        bodies=[gd.Body("block", mass=2.0, inertia=1e-3, velocity=(0.5, 0))],
        joints=[
            gd.Translational(
                "G", between=("ground", "block"), point=(0, 0), axis=(1, 0), journal_length=0.05, journal_radius=0.01,
                radial_clearance=1e-4, fit=gd.Clearance(contact=gd.LankaraniNikravesh(1e9, restitution=0.2)),
            )
        ],
    )  # fmt: skip
    run = gd.simulate(block, 1.0)
    wear = run.joint("G").wear(K, start=0.5)
    assert wear.work == pytest.approx(2.0 * GRAVITY * 0.5 * 0.5, rel=1e-3)
    assert wear.sliding_distance == pytest.approx(0.5 * 0.5, rel=1e-3)
    assert np.isnan(wear.bearing.max_depth)
    with pytest.raises(gd.InputError, match="volumes only"):
        wear.plot()


def test_a_result_wears_the_same_when_it_is_read_again(shaft, tmp_path):
    again = gd.load(shaft.save(tmp_path / "shaft.h5"))
    first, second = (run.joint("J").wear(K, K) for run in (shaft, again))
    assert first.work == second.work
    assert np.array_equal(first.journal.depth, second.journal.depth)


def test_depths_are_drawn(shaft, tmp_path):
    shaft.joint("J").wear(K, K).plot(tmp_path / "wear.png")
    assert (tmp_path / "wear.png").stat().st_size > 1000


@pytest.mark.parametrize(
    "arguments, says",
    [
        ({"coefficient": -1}, "coefficient"),
        ({"coefficient": "1 mm"}, "mm"),
        ({"coefficient": K, "journal_coefficient": None}, "journal_coefficient"),
        ({"coefficient": K, "sectors": 3}, "sectors"),
        ({"coefficient": K, "start": 1e9}, "start"),
        ({"coefficient": K, "length": 0}, "length"),
    ],
)
def test_wrong_arguments_are_said(shaft, arguments, says):
    with pytest.raises(gd.InputError, match=says):
        shaft.joint("J").wear(**arguments)
