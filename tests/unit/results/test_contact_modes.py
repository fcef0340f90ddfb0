"""Free flight, impact and continuous contact over time, and the scenarios of a hinge."""

from dataclasses import replace

import numpy as np
import pytest

import gudgeon as gd
from gudgeon.assembly.contact_info import ContactInfo
from gudgeon.kernels.output_variables import IMPACT_COLUMNS
from gudgeon.results import contact_modes
from gudgeon.results.status import Status
from tests.support.clearance_results import END, HINGE, mechanism, period, periods, result


def walls(ends: str) -> list[ContactInfo]:
    return [ContactInfo("A", "wall", end=end) for end in ends]


def test_the_mode_follows_the_contact_periods() -> None:
    """By hand, for the ball: impact 1 to 1.2; 2 to 2.3 and following until 3; following 4 to
    4.2; impact 4.8 to 4.95, then following.
    """
    times = [
        0.5,
        1.0,
        1.15,
        1.25,
        2.0,
        2.29,
        2.31,
        2.99,
        3.01,
        4.0,
        4.19,
        4.21,
        4.81,
        4.94,
        4.96,
        5.0,
    ]
    assert result(times).joint("C").mode.tolist() == [
        0,
        1,
        1,
        0,
        1,
        1,
        2,
        2,
        0,
        2,
        2,
        0,
        1,
        1,
        2,
        2,
    ]


def test_a_joint_follows_if_any_of_its_contacts_does() -> None:
    """Strip 2 is an impact from 1 to 1.3 and follows until 3.5; the impact of strip 1 at 1.5
    changes nothing.
    """
    assert result([0.9, 1.1, 1.29, 1.31, 1.55, 3.4, 3.6]).joint("A").mode.tolist() == [
        0,
        1,
        1,
        2,
        2,
        2,
        0,
    ]


def test_the_fractions_of_the_modes_are_exact_whatever_the_output() -> None:
    for times in ([0.0, 5.0], 501, []):
        fractions = result(times).joint("C").mode_fractions
        assert list(fractions) == list(contact_modes.MODES)
        assert fractions["impact"] == pytest.approx((0.2 + 0.3 + 0.15) / END, abs=1e-15)
        assert fractions["following"] == pytest.approx((0.7 + 0.2 + 0.05) / END, abs=1e-15)
        assert sum(fractions.values()) == pytest.approx(1, abs=1e-15)
        assert result(times).joint("A").mode_fractions == pytest.approx(
            {"free flight": 0.5, "impact": 0.06, "following": 0.44}
        )


def test_overlapping_contacts_are_not_counted_twice() -> None:
    """Two impacts, 1 to 1.4 and 1.2 to 1.6; a third inside the second."""
    rows = [
        period("C.ball", 1.0, 1.2, 1.4, 1),
        period("C.ball", 1.2, 1.4, 1.6, 1),
        period("C.ball", 1.45, 1.5, 1.55, 1),
    ]
    fractions = result(impacts=np.array(rows)).joint("C").mode_fractions
    assert fractions["impact"] == pytest.approx(0.6 / END)
    assert fractions["following"] == 0


def test_random_periods_agree_with_counting_many_samples() -> None:
    rng = np.random.default_rng(1)
    start = rng.uniform(0, END, 60)
    rows = np.array(
        [
            period("C.ball", s, s + turn, s + turn * rng.uniform(1, 6), rng.choice([1e-4, 1.0]))
            for s, turn in zip(start, rng.uniform(0, 0.05, 60), strict=True)
        ]
    )
    rows[::7, IMPACT_COLUMNS.index("end")] = np.nan
    # what began early has ended
    rows[rows[:, 1] < 4.5, 3] = np.fmin(rows[rows[:, 1] < 4.5, 3], rows[rows[:, 1] < 4.5, 1] + 0.2)
    run = result(200_001, impacts=rows)
    fractions = run.joint("C").mode_fractions
    for k, name in enumerate(contact_modes.MODES):
        sampled = np.mean(run.joint("C").mode == k)
        # each of 120 edges moves the count by a row at most
        assert fractions[name] == pytest.approx(sampled, abs=120 / 200_000)
    assert min(fractions.values()) > 0.02


def test_a_contact_that_has_not_turned_yet_is_an_impact() -> None:
    run = result([4.7, 4.9, 5.0], impacts=np.array([period("C.ball", 4.8, np.nan, np.nan, 1)]))
    assert run.joint("C").mode.tolist() == [0, 1, 1]


def test_without_impacts_a_joint_flies() -> None:
    run = result(impacts=None)
    assert run.joint("C").mode_fractions == {"free flight": 1.0, "impact": 0.0, "following": 0.0}
    assert not run.joint("C").mode.any()


@pytest.mark.parametrize("status", [Status.STOPPED, Status.RUNNING, Status.NOT_FINITE])
def test_a_run_that_ended_early_is_as_long_as_what_is_known_of_it(status) -> None:
    run = result([0.0, 1.0, 2.0], status=status, impacts=periods()[:2])
    assert run.end == 2.0
    assert run.joint("C").mode_fractions["impact"] == pytest.approx(0.2 / 2)
    assert result([0.0], status=status, impacts=periods()[:2]).end == 1.6


def test_there_are_thirteen_scenarios_each_with_a_name_of_its_own() -> None:
    assert len(set(contact_modes.SCENARIOS)) == 13
    assert sum(name.startswith("aligned") for name in contact_modes.SCENARIOS) == 3
    assert sum(name.startswith("tilted") for name in contact_modes.SCENARIOS) == 9


@pytest.mark.parametrize("swap", [False, True], ids=["as listed", "ends swapped"])
@pytest.mark.parametrize("contacts", [(*walls("AB"), *HINGE[-2:]), HINGE], ids=["ends", "strips"])
def test_every_pair_of_end_states_has_its_scenario(contacts, swap) -> None:
    """All 16 states of (wall A, wall B, end A, end B), tilted and aligned; names are written out
    here once more.
    """
    word = {(False, False): "0", (True, False): "r", (False, True): "a", (True, True): "ra"}
    order = ["0", "r", "a", "ra"]
    for bits in range(16):
        wall_a, wall_b, end_a, end_b = state = [bool(bits & 1 << k) for k in range(4)]
        if swap:
            wall_a, wall_b, end_a, end_b = wall_b, wall_a, end_b, end_a
        touching = (
            [state[0], state[1], state[2], state[3]]
            if len(contacts) == 4
            else [state[0], False, False, state[1], state[2], state[3]]
        )
        pair = sorted((word[wall_a, end_a], word[wall_b, end_b]), key=order.index)
        tilted, aligned = contact_modes.scenarios(
            np.array([touching] * 2), contacts, np.array([True, False])
        )
        assert contact_modes.SCENARIOS[tilted] == (
            "no contact" if bits == 0 else f"tilted {pair[0]}-{pair[1]}"
        )
        both = word[wall_a or wall_b, end_a or end_b]
        assert contact_modes.SCENARIOS[aligned] == (
            "no contact" if bits == 0 else f"aligned {both}"
        )


def test_strips_belong_to_the_end_on_whose_side_they_stand() -> None:
    strips = [ContactInfo("A", "strip", strip=k) for k in range(1, 6)]
    both = [replace(strip, opposite=opposite) for strip in strips[:2] for opposite in (False, True)]
    assert contact_modes.sides([*strips, *HINGE[-2:]]) == ([0, 1], [3, 4], [5], [6])
    assert contact_modes.sides(strips[:1]) == ([0], [0], [], [])
    assert contact_modes.sides(walls("AAB")) == ([0, 1], [2], [], [])
    assert contact_modes.sides(both) == ([0, 1], [2, 3], [], [])


def test_the_scenario_of_a_hinge_over_time() -> None:
    """Strips 1 and 2 touch for the first half turn of the sine, aligned until the tilt of 1e-3
    rad at 2.5 s.
    """
    joint = result([1.0, 2.4, 2.6, 3.1, 3.2, 5.0], mechanism=mechanism(tilt=1e-3)).joint("A")
    assert [contact_modes.SCENARIOS[k] for k in joint.scenario] == [
        "aligned r",
        "aligned r",
        "tilted 0-r",
        "tilted 0-r",
        "no contact",
        "no contact",
    ]


def test_without_a_tilt_axes_count_as_aligned_up_to_a_ten_thousandth() -> None:
    """The tilt is 1e-4 rad at 0.25 s."""
    joint = result([0.1, 0.24, 0.26, 1.0]).joint("A")
    assert [contact_modes.SCENARIOS[k] for k in joint.scenario] == [
        "aligned r",
        "aligned r",
        "tilted 0-r",
        "tilted 0-r",
    ]


def test_shares_of_the_scenarios_are_weighted_by_time() -> None:
    times = np.concatenate([np.linspace(0, 1, 1001), np.linspace(1.01, 5, 400)])
    shares = result(times, mechanism=mechanism(tilt=1e-3)).joint("A").scenario_fractions
    assert list(shares) == list(contact_modes.SCENARIOS)
    assert sum(shares.values()) == pytest.approx(1)
    # of 5 s, an edge within a step of 0.01 s
    assert shares["aligned r"] == pytest.approx(0.5, abs=0.003)
    assert shares["tilted 0-r"] == pytest.approx((np.pi - 2.5) / 5, abs=0.003)


def test_only_a_hinge_in_space_has_scenarios() -> None:
    with pytest.raises(gd.InputError, match="no 'scenario'"):
        result().joint("C").scenario
    assert "scenario" not in result().joint("C").quantities


@pytest.mark.parametrize("seed", range(5))
def test_joined_intervals_cover_what_their_parts_cover(seed) -> None:
    rng = np.random.default_rng(seed)
    start = rng.uniform(0, 1, 12)
    stop = np.where(rng.uniform(size=12) < 0.1, np.inf, start + rng.uniform(0, 0.1, 12))
    joined = contact_modes.merged(start, stop, 1.0)
    t = np.linspace(0, 1, 20_001)[:-1]
    inside = ((start[:, None] <= t) & (t < stop[:, None])).any(axis=0)
    assert np.array_equal(inside, ((joined[:, :1] <= t) & (t < joined[:, 1:])).any(axis=0))
    assert np.all(joined[1:, 0] > joined[:-1, 1])
