"""The gallery's spatial four-bar of [Marques2017]: its variants, its runs between integrators,
its judges.
"""

from collections.abc import Mapping
from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

import gudgeon as gd
from gudgeon_gallery import Evidence, Run, Verdict, make, paper, write
from gudgeon_gallery.four_bar import (
    CLEARANCES,
    COEFFICIENTS,
    FREE,
    FRICTION,
    IDEAL,
    MODELS,
    A,
    cost,
    evaluations,
    slow_sliding,
)
from gudgeon_gallery.four_bar_figures import LAWS, laws
from gudgeon_gallery.pages import judge
from gudgeon_gallery.runs import Made
from tests.support.known_curves import Known, evidence

PAPER = paper("marques2017")
CLAIMS = {claim.name: claim for claim in PAPER.claims}
RUNS: dict[str, Run] = {run.name: run for run in PAPER.runs}


@pytest.fixture(scope="module")
def made() -> Made:
    """The three joints and the friction models, in the quick setting."""
    return make(PAPER, ("fig5", "fig6", "fig7", "fig8"), quick=True)


def judged(name: str, made: Made, instead: Mapping[str, str] | None = None) -> Verdict:
    """Return the verdict on a claim, some runs taking the place of others."""
    runs: dict[str, Evidence] = {
        run: made.evidence[(instead or {}).get(run, run)] for run in CLAIMS[name].runs
    }
    return CLAIMS[name].judge(runs)


def test_the_variants_are_those_of_the_paper() -> None:
    for name, gap in CLEARANCES.items():
        assert RUNS[name].mechanism().joint("C").gap() == pytest.approx(gap)  # type: ignore[attr-defined]
    for name, mu_k in COEFFICIENTS.items():
        assert RUNS[name].mechanism().joint("C").fit.friction.mu_k == mu_k  # type: ignore[attr-defined]
    kinds = [type(RUNS[name].mechanism().joint("C").fit.friction).__name__ for name in MODELS]  # type: ignore[attr-defined]
    assert kinds == ["Ambrosio", "Threlfall", "PiecewiseLinear", "BengisuAkay"]
    assert isinstance(RUNS[IDEAL].mechanism().joint("C").fit, gd.Ideal)


def test_the_stiffness_follows_the_clearance() -> None:
    """K = 4/3 E* sqrt(R_i R_j/(R_i - R_j)) with E* = E/2/(1 - nu²)."""
    for name, gap in CLEARANCES.items():
        expected = 4 / 3 * 207e9 / 2 / (1 - 0.3**2) * np.sqrt(0.01 * (0.01 - gap) / gap)
        assert RUNS[name].mechanism().joint("C").fit.contact.stiffness == pytest.approx(expected)  # type: ignore[attr-defined]


def test_the_friction_laws_have_the_values_of_the_paper() -> None:
    """At the tolerance speeds: Ambrosio 0 and mu_k, Threlfall mu_k tanh 1, the others mu_s at
    v_0, the piecewise one mu_k at v_1.
    """
    from matplotlib.figure import Figure as Sheet

    data = laws(Sheet(), {})
    v = data["sliding speed [m/s]"]
    values = {
        name: dict(
            zip(
                np.round(v, 9).tolist(),
                data[f"{name}: friction over normal force [1]"],
                strict=True,
            )
        )
        for name in LAWS
    }
    assert values["Ambrosio"][1e-4] == pytest.approx(0, abs=1e-12) and values["Ambrosio"][
        1e-3
    ] == pytest.approx(0.1)
    assert values["Threlfall"][1e-3] == pytest.approx(0.1 * np.tanh(1))
    assert values["piecewise linear"][1e-4] == pytest.approx(0.15) and values["piecewise linear"][
        1e-3
    ] == pytest.approx(0.1)
    assert values["Bengisu-Akay"][1e-4] == pytest.approx(0.15)
    assert values["Coulomb"][2e-3] == pytest.approx(0.1) and values["Coulomb"][
        -2e-3
    ] == pytest.approx(-0.1)
    assert values["Stribeck"][1e-3] == pytest.approx(0.1 + 0.05 * np.exp(-1))


def test_all_asked_for_is_drawn_and_judged(made: Made, tmp_path: Path) -> None:
    assert not made.failures
    figures = ("fig3", "fig5", "fig6", "fig7", "fig8")
    pictures = [path.stem for path in write(made, tmp_path, figures) if path.suffix == ".png"]
    assert pictures == list(figures)
    names = [row.claim.name for row in judge(made)]
    assert {
        "closer to ideal",
        "main impacts first",
        "friction models alike",
        "static friction lowers peaks",
    } <= set(names)
    assert "more friction dissipates more" not in names  # its runs were not made


@pytest.mark.parametrize("name", [FREE, FRICTION])
def test_contacts_within_the_horizon_begin_at_the_same_time_with_another_integrator(
    made: Made, name: str
) -> None:
    horizon = made.evidence[name].horizon
    assert horizon is not None
    starts = [
        gd.simulate(RUNS[name].mechanism(), horizon.time, rtol=1e-11, method=method).impacts[
            "start"
        ]
        for method in ("adams", "dop853")
    ]
    assert len(starts[0]) == len(starts[1]) > 10
    np.testing.assert_allclose(starts[0], starts[1], atol=1e-6)


def test_the_loss_is_what_the_mechanism_has_less(made: Made) -> None:
    """Nothing else can take energy: what the judges call lost is the fall of kinetic and
    potential energy, to the tolerance of a run.
    """
    for name in (FREE, FRICTION):
        energy = made.evidence[name].result.energy
        assert energy.lost[-1] == pytest.approx(energy.total[0] - energy.total[-1], rel=1e-4)


def test_slow_sliding_is_where_friction_is_below_half_of_its_limit(made: Made) -> None:
    """Threlfall friction of mu_k tanh(v/v_1) is below mu_k/2 where v < 0.55 v_1."""
    result = made.evidence[FRICTION].result
    joint = result.joint("C")
    phases = slow_sliding(result)
    assert phases and phases[0][0] > result.impacts["start"].max()
    for begin, end in phases:
        slow = (result.t >= begin) & (result.t <= end)
        assert (joint.friction_force[slow] < 0.05 * joint.normal_force[slow]).all()  # type: ignore[attr-defined]


def test_chaos_is_judged_by_horizons(made: Made) -> None:
    """With horizons given: without friction a third of the run, with friction all of it; and the
    other way round.
    """
    end = made.evidence[FREE].result.end
    horizons = {FREE: SimpleNamespace(time=end / 3), FRICTION: SimpleNamespace(time=end)}
    known = {
        name: replace(made.evidence[name], horizon=horizon) for name, horizon in horizons.items()
    }
    changed = replace(made, evidence={**made.evidence, **known})
    assert judged("chaos without friction", changed).outcome == "holds"
    assert (
        judged("chaos without friction", changed, {FREE: FRICTION, FRICTION: FREE}).outcome
        == "does not hold"
    )


def test_judges_follow_the_numbers_not_the_names(made: Made) -> None:
    """With friction and frictionless in each other's place, what held does not hold any more."""
    swapped = {FREE: FRICTION, FRICTION: FREE}
    for name in (
        "friction dissipates more", "more impacts without friction", "friction promotes contact", "contact comes later without "
                                                                                                  "friction",
        "friction is smoother",
    ):  # fmt: skip
        assert judged(name, made).outcome == "holds", name
        assert judged(name, made, swapped).outcome == "does not hold", name
    assert (
        judged("joint model matters", made, {FREE: IDEAL, FRICTION: IDEAL}).outcome
        == "does not hold"
    )
    assert judged("friction models alike", made).outcome == "holds"
    assert judged("friction models alike", made, {"Ambrosio": FREE}).outcome != "holds"


def slow_twice(swing: float) -> Evidence:
    """A run that slides slowly from 0.2 to 0.3 s and from 0.6 to 0.7 s, where its acceleration
    swings by so much [m/s²].
    """
    t = np.linspace(0, 1, 1001)
    slow = ((t > 0.2) & (t < 0.3)) | ((t > 0.6) & (t < 0.7))
    part = SimpleNamespace(normal_force=np.ones(len(t)), friction_force=np.where(slow, 0.01, 0.1))
    acceleration = np.where(slow, 0.5 * swing * np.sin(40 * np.pi * t), 50 * np.sin(2 * np.pi * t))
    shown: Any = Known(
        t, {A: acceleration}, joint=lambda name: part, impacts={"start": np.array([0.05])}
    )
    return evidence(shown)


def test_slow_sliding_is_looked_at_wherever_it_is() -> None:
    phases = slow_sliding(slow_twice(1.0).result)
    np.testing.assert_allclose(phases, [(0.201, 0.299), (0.601, 0.699)], atol=1e-9)  # rows of 1 ms


def test_static_friction_must_lower_the_peaks_for_its_claim_to_hold() -> None:
    """The opposite of what is claimed is no part of it."""

    def outcome(ambrosio: float, threlfall: float, piecewise: float, bengisu: float) -> str:
        swings = {
            "Ambrosio": ambrosio,
            FRICTION: threlfall,
            "piecewise linear": piecewise,
            "Bengisu-Akay": bengisu,
        }
        return (
            CLAIMS["static friction lowers peaks"]
            .judge({name: slow_twice(swing) for name, swing in swings.items()})
            .outcome
        )

    assert outcome(2.0, 3.0, 1.0, 1.5) == "holds"
    assert outcome(2.0, 3.0, 1.0, 2.5) == "holds in part"
    assert outcome(1.0, 1.5, 2.0, 3.0) == "does not hold"


def test_output_does_not_count_as_cost() -> None:
    """The number of evaluations without those of the output is the same whatever the output."""
    mechanism = RUNS[FRICTION].mechanism()
    few, many = (
        evaluations(gd.simulate(mechanism, 0.05, output_step=step)) for step in (0.05, 1e-4)
    )
    assert few == many > 500


def test_the_runs_that_are_counted_use_backward_differences() -> None:
    result = gd.simulate(RUNS[cost(FRICTION)].mechanism(), 0.02, **RUNS[cost(FRICTION)].options)
    assert result.statistics["method"] == "bdf" and result.end == 0.02


@pytest.mark.slow
def test_the_whole_paper_is_made_in_the_quick_setting(tmp_path: Path) -> None:
    """Losses rise with the coefficient and with the clearance; what the two studies share is one
    run.
    """
    whole = make(PAPER, quick=True)
    assert not whole.failures
    rows = {row.claim.name: row for row in judge(whole)}
    assert list(rows) == list(CLAIMS)
    for names in (CLEARANCES, COEFFICIENTS):
        lost = [whole.evidence[name].result.energy.lost[-1] for name in names]
        assert all(first < second for first, second in pairwise(lost))
    assert judged("more friction dissipates more", whole).outcome == "holds"
    backwards = {
        first: second
        for names in (CLEARANCES, COEFFICIENTS)
        for first, second in zip(names, reversed(names), strict=True)
    }
    assert (
        judged(
            "more friction dissipates more", whole, {name: backwards[name] for name in COEFFICIENTS}
        ).outcome
        == "does not hold"
    )
    assert len([path for path in write(whole, tmp_path) if path.suffix == ".png"]) == 8
