"""The gallery of [AmbrosioPombo]: measures against formulas, judges against made-up runs, and
the pendulum as a whole.
"""

from types import SimpleNamespace

import numpy as np
import pytest
from numpy.testing import assert_allclose

import gudgeon as gd
from gudgeon_gallery import make, paper, write
from gudgeon_gallery import strokes as st
from gudgeon_gallery.ambrosio_pombo.pendulum import KV, LN, amplitudes, durations, swings
from gudgeon_gallery.ambrosio_pombo.runs import (
    CLEARANCES,
    FIXED_STEP,
    GEAR,
    IDEAL,
    LOOSE_TOLERANCE,
    NULL,
    UNDAMPED,
    name_of,
)
from gudgeon_gallery.benchmark import crank_angle, slider_position
from gudgeon_gallery.pages import judge
from tests.support.known_curves import Known, evidence

PAPER = paper("ambrosio-pombo")
JUDGES = {claim.name: claim.judge for claim in PAPER.claims}
RUNS = {run.name: run for run in PAPER.runs}
T = np.linspace(0, 2, 20001)
PENDULUM_CLAIMS = ("stops: lower loss", "stops: no residual deformation", "stops: from side to side",
                   "stops: gravity frees the rotation", "stops: decay of the swing")  # fmt: skip


def wave(omega, late=0.0, rattling=0.0, **more):
    """A slider that goes to and fro as a cosine, and a force with a quick oscillation in
    mid-stroke.
    """
    phase = omega * (T - late)
    force = np.sin(phase) + rattling * np.sin(2000 * np.pi * T) * (np.abs(np.cos(phase)) < 0.5)
    channels = {
        st.SLIDER: np.cos(phase),
        st.CRANK: phase - phase[0],
        "B.force.x": force,
        "A.force.x": force,
        "A.force.z": force,
    }
    return Known(T, channels, **more)


# -- measures --------------------------------------------------------------------------------------


def test_the_slider_turns_back_at_multiples_of_half_a_period():
    found = st.reversals(wave(7.0))
    # a parabola through rows of 0.1 ms
    assert_allclose(found, np.pi / 7 * np.arange(1, len(found) + 1), atol=1e-8)
    assert_allclose(np.abs(st.stroke_ends(wave(7.0))), 1, atol=1e-6)


def test_rattling_at_the_end_of_a_stroke_is_one_turn():
    slider = np.cos(7 * T) + 0.01 * np.cos(300 * T)
    assert len(st.reversals(Known(T, {st.SLIDER: slider}))) == len(st.reversals(wave(7.0)))


def test_rattling_of_a_smooth_force_vanishes_and_that_of_a_quick_one_is_its_own():
    """A window of 101 rows holds ten periods of 1 kHz and one row, and is not full in 50 rows at
    each end.

    Of 1 Hz it leaves the part (2 pi 10 ms)²/24.
    """
    quick = Known(T, {"f": 3 * np.sin(2000 * np.pi * T)})
    assert st.roughness(quick, "f") == pytest.approx(
        3 / np.sqrt(2) * 100 / 101 * np.sqrt(1 - 100 / len(T)), rel=1e-4
    )
    slow = Known(T, {"f": np.sin(2 * np.pi * T)})
    assert st.roughness(slow, "f") < 2 * (2 * np.pi * st.WINDOW) ** 2 / 24


def test_departure_of_a_shifted_ramp_is_the_shift():
    assert st.departure(Known(T, {"x": T + 0.1}), Known(T, {"x": T}), "x") == pytest.approx(
        0.1 / 2, rel=1e-9
    )
    assert st.departure(
        Known(T, {"x": T + 0.1}), Known(T[::10], {"x": T[::10]}), "x"
    ) == pytest.approx(0.1 / 2, rel=1e-9)


def test_a_crank_that_swings_back_has_got_as_far_as_its_greatest_angle():
    crank = Known(T, {st.CRANK: 1 + np.sin(np.pi / 2 * T)})  # to 2 rad at 1 s, and back
    assert st.reached(crank, 0.5) == pytest.approx(1 / 3, abs=1e-8)  # sin 30 degrees
    assert st.last_advance(crank) == pytest.approx(1.0, abs=1e-4)
    assert st.farthest(crank) == pytest.approx(1 / (2 * np.pi), rel=1e-9)


def test_half_of_the_range_counts_as_mid_stroke():
    rows = st.mid_stroke(Known(T, {st.SLIDER: T}))
    assert_allclose([T[rows].min(), T[rows].max()], [0.5, 1.5], atol=2e-4)


def test_swings_end_where_the_first_link_stands_still():
    angle = np.pi / 2 - np.cos(5 * T) * np.exp(-0.1 * T)
    rate = np.exp(-0.1 * T) * (5 * np.sin(5 * T) + 0.1 * np.cos(5 * T))
    found = Known(T, {"A.angle": angle, "A.angle_rate": rate})
    # tan 5t = -0.02, of which the first is before the beginning
    times = np.pi / 5 * np.arange(4) - np.arctan(0.02) / 5
    assert_allclose(swings(found), [0, *times[1:]], atol=1e-8)
    assert_allclose(
        amplitudes(found)[1:], np.cos(np.arctan(0.02)) * np.exp(-0.1 * times[1:]), rtol=1e-6
    )


# -- judges ----------------------------------------------------------------------------------------


def spherical(*late):
    """The ideal run, and one for each clearance that is late by so much [s]."""
    return {IDEAL: evidence(wave(7.0))} | {
        name_of("spherical", size): evidence(wave(7.0 * (1 - delay)))
        for size, delay in zip(CLEARANCES, late, strict=True)
    }


def test_delay_holds_only_if_it_grows_with_every_clearance():
    judged = JUDGES["spherical: delay"]
    assert judged(spherical(0.0, 1e-4, 1e-2, 0.1)).outcome == "holds"
    assert judged(spherical(0.0, 1e-2, 1e-4, 0.1)).outcome == "does not hold"
    # a tenth of 7 rad/s for two seconds
    assert "1 mm: 1.4 rad" in judged(spherical(0.0, 1e-4, 1e-2, 0.1)).found


def test_oscillations_hold_only_if_they_grow_with_every_clearance():
    judged = JUDGES["spherical: oscillations grow"]

    def loud(*sizes):
        return {
            name_of("spherical", size): evidence(wave(7.0, rattling=amplitude))
            for size, amplitude in zip(CLEARANCES[1:], sizes, strict=True)
        }

    assert judged(loud(0.0, 0.5, 2.0)).outcome == "holds"
    assert judged(loud(2.0, 0.5, 0.0)).outcome == "does not hold"


def test_smoothness_is_lost_by_an_oscillation_of_a_tenth_of_the_range():
    judged = JUDGES["spherical: smooth without clearance"]
    for rattling, outcome in ((0.0, "holds"), (0.1, "holds in part"), (1.0, "does not hold")):
        found = judged(
            {
                IDEAL: evidence(wave(7.0)),
                name_of("spherical", 0): evidence(wave(7.0, rattling=rattling)),
            }
        )
        assert found.outcome == outcome  # the range of the force is 2


def test_integrators_must_both_mask_and_emphasise():
    def judged(gear, loose, fixed):
        made = {
            name: evidence(wave(7.0, rattling=size, energy=SimpleNamespace(balance=np.zeros(1))))
            for name, size in (
                (UNDAMPED, 1.0),
                (GEAR, gear),
                (LOOSE_TOLERANCE, loose),
                (FIXED_STEP, fixed),
            )
        }
        return JUDGES["revolute: integrators mask or emphasise"](made).outcome

    assert [judged(0.1, 3.0, 1.0), judged(0.1, 1.0, 1.0), judged(1.0, 1.0, 3.0)] == [
        "holds",
        "holds in part",
        "holds in part",
    ]
    assert judged(1.0, 1.3, 0.8) == "does not hold"


def test_the_benchmark_is_compared_at_every_row():
    """A crank that is late by 1e-3 of its angle looks alike in a figure; by 0.1 it does not."""
    t = np.linspace(0, 2, 401)
    angle = crank_angle(t)
    # of the data: C at x = 0.2 m
    assert angle[0] == 0.0 and slider_position(angle)[0] == pytest.approx(0.2, rel=1e-12)

    def judged(late):
        shown = Known(
            t, {st.SLIDER: slider_position(angle * (1 - late)), st.CRANK: -angle * (1 - late)}
        )
        return JUDGES["ideal: the benchmark"]({IDEAL: evidence(shown)}).outcome

    assert [judged(0.0), judged(1e-4), judged(0.1)] == ["holds", "holds in part", "does not hold"]


def test_energy_of_the_benchmark_leads_to_the_published_angle():
    """54.7251 rad after 5 s, as the equation of motion of its one degree of freedom gives too."""
    assert crank_angle(np.array([0.0, 5.0]))[-1] == pytest.approx(54.7251, abs=6e-5)


def test_effort_is_judged_by_evaluations():
    names = (
        IDEAL,
        *(name_of(kind, size) for kind in ("spherical", "revolute") for size in CLEARANCES),
    )
    counts = {name: evidence(wave(7.0, statistics={"evaluations": 110}, rows=10)) for name in names}
    assert JUDGES["no more effort"](counts).outcome == "holds"
    counts = {
        name: evidence(
            wave(7.0, statistics={"evaluations": 110 if name == IDEAL else 5010}, rows=10)
        )
        for name in names
    }
    assert JUDGES["no more effort"](counts).outcome == "does not hold"


def test_a_contact_that_has_not_ended_lasts_until_the_end_of_the_run():
    table = {"start": np.array([0.5, 1.5]), "end": np.array([0.6, np.nan])}
    found = Known(T, {}, impacts=SimpleNamespace(for_joint=lambda joint: table))
    assert_allclose(durations(found, "B"), [0.1, 0.5])


# -- runs ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("size", CLEARANCES)
def test_clearance_is_radial_in_the_ball_and_also_axial_in_the_hinge(size):
    ball = RUNS[name_of("spherical", size)].mechanism().joint("B")
    hinge = RUNS[name_of("revolute", size)].mechanism().joint("A")
    assert_allclose(
        [ball.gap(), hinge.gap(), -np.diff(hinge.lengths())[0] / 2],
        size / 1000,
        rtol=1e-9,
        atol=1e-15,
    )
    # 5e6 N/mm^1.5
    assert (
        ball.fit.contact.stiffness
        == hinge.fit.contact.stiffness
        == pytest.approx(1.5811e11, rel=1e-4)
    )
    assert ball.fit.contact.restitution == hinge.fit.contact.restitution == 0.75


def test_runs_without_damping_and_without_restitution_are_what_they_are_called():
    assert RUNS[UNDAMPED].mechanism().joint("A").fit.contact.restitution == 1
    dead = RUNS[NULL].mechanism()
    assert [dead.joint(name).stops[0].contact.restitution for name in "BC"] == [0, 0]
    assert isinstance(dead.joint("B").stops[0].contact, gd.ModifiedKelvinVoigt)


def test_figures_are_those_of_the_paper():
    assert [figure.name for figure in PAPER.figures] == [
        f"fig{number}" for number in (*range(8, 14), *range(15, 19))
    ]


@pytest.fixture(scope="module")
def pendulums():
    return make(PAPER, ["fig15", "fig16", "fig17"])


def test_pendulums_with_stops_are_predictable_to_the_end(pendulums):
    assert not pendulums.failures
    assert not any(pendulums.evidence[name].horizon.lost for name in (LN, KV))


def test_stops_do_what_the_paper_says(pendulums):
    """Restitution 0.75 gives back 67 % of the energy in each impact, 0.01 one per cent: the
    order of losses cannot be otherwise.
    """
    rows = {row.claim.name: row.outcome for row in judge(pendulums)}
    assert tuple(rows) == PENDULUM_CLAIMS
    assert rows["stops: lower loss"] == rows["stops: no residual deformation"] == "holds"


def test_the_two_laws_changed_places_contradict_the_paper(pendulums):
    swapped = {LN: pendulums.evidence[KV], KV: pendulums.evidence[LN]}
    outcomes = {
        name: JUDGES[name](swapped).outcome
        for name in PENDULUM_CLAIMS
        if name != "stops: from side to side"
    }
    assert set(outcomes.values()) == {"does not hold"}


def test_the_same_figures_twice_have_the_same_data(pendulums, tmp_path):
    again = make(PAPER, ["fig16"])
    for folder, made in (("one", pendulums), ("two", again)):
        write(made, tmp_path / folder, ["fig16"])
    first, second = (
        (tmp_path / folder / "ambrosio-pombo" / "fig16.csv").read_bytes()
        for folder in ("one", "two")
    )
    assert first == second and len(first) > 10_000


@pytest.mark.slow
def test_every_figure_and_claim_is_made_in_the_quick_setting(tmp_path):
    made = make(PAPER, quick=True)
    assert not made.failures
    written = {path.name for path in write(made, tmp_path)}
    assert written >= {
        f"{figure.name}{ending}" for figure in PAPER.figures for ending in (".png", ".svg", ".csv")
    }
    assert len(judge(made)) == len(PAPER.claims)
