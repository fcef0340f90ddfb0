"""The gallery of [MarquesFriction]: judges against ensembles that are made up, and the quick
setting as a whole.
"""

from types import SimpleNamespace

import numpy as np
import pytest

import gudgeon as gd
from gudgeon.results.outcome import Peak
from gudgeon_gallery import make, paper, write
from gudgeon_gallery.marques_friction import (
    CLAIMS,
    DRY,
    FITS,
    FRICTION,
    IDEAL,
    IDEAL_ENSEMBLE,
    developed,
    separation,
)
from gudgeon_gallery.pages import judge
from tests.support.known_curves import Known, evidence

T = np.linspace(0, 1, 101)
JUDGES = {claim.name: claim.judge for claim in CLAIMS}


class Ledger(dict):
    """An energy ledger with a loss at the end [J]."""

    lost = property(lambda self: np.array([0.0, self["lost"]]))
    kinetic = np.array([1.0, 0.0])


def made_up(peaks, lost):
    """One ensemble of three for each law, with given peaks of the acceleration [m/s²] and losses
    [J]; all else alike.
    """
    found = {}
    for name in (IDEAL, *FITS):
        perturbed = [
            Known(
                T,
                {"slider.position.x": T},
                peaks={"body:slider": Peak(peaks[name] + k, 0.1)},
                energy=Ledger(lost=lost[name]),
            )
            for k in (0.0, 0.1, 0.2)
        ]
        found[name] = evidence(perturbed[0], *perturbed)
    return found


def test_lower_peaks_hold_only_if_all_models_lower_them():
    low, high = (
        dict.fromkeys((IDEAL, *FRICTION), 10.0) | {DRY: 100.0},
        dict.fromkeys((IDEAL, *FITS), 10.0) | {"LuGre": 200.0, DRY: 100.0},
    )
    lost = dict.fromkeys((IDEAL, *FITS), 1.0)
    judged = JUDGES["friction: lower peaks"]
    assert judged(made_up(low, lost)).outcome == "holds"
    assert judged(made_up(high, lost)).outcome == "holds in part"
    assert (
        judged(made_up({**dict.fromkeys(low, 300.0), DRY: 100.0}, lost)).outcome == "does not hold"
    )


def test_much_more_loss_means_at_least_twice_as_much_with_every_model():
    peaks = dict.fromkeys((IDEAL, *FITS), 1.0)
    judged = JUDGES["friction: whatever the model"]
    for factor, outcome in ((2.1, "holds"), (1.5, "holds in part"), (0.9, "does not hold")):
        lost = {IDEAL: 0.0, DRY: 0.1, **dict.fromkeys(FRICTION, 0.3), "Dahl": 0.1 * factor}
        assert judged(made_up(peaks, lost)).outcome == outcome
    assert "Dahl 0.09 J" in judged(made_up(peaks, lost)).found


def parting(rate):
    """Perturbed runs whose velocities part from 1e-6 as exp(rate t)."""
    perturbed = [
        Known(T, {"slider.velocity.x": np.sin(T) + sign * 5e-7 * np.exp(rate * T)})
        for sign in (-1, 1)
    ]
    return evidence(perturbed[0], *perturbed)


def test_nonlinear_means_that_twins_part_ten_times_as_far_as_with_ideal_joints():
    judged = JUDGES["nonlinear"]
    assert separation(parting(2.0)) == pytest.approx(np.exp(2.0), rel=1e-6)
    for rate, outcome in ((5.0, "holds"), (2.0, "does not hold")):
        assert (
            judged({IDEAL_ENSEMBLE: parting(1.0), **{name: parting(rate) for name in FITS}}).outcome
            == outcome
        )
    mixed = {
        IDEAL_ENSEMBLE: parting(1.0),
        **{name: parting(1.0) for name in FITS},
        DRY: parting(5.0),
    }
    assert judged(mixed).outcome == "holds in part"


def rubbing(in_impacts, following, mu_k=0.1):
    """A run whose first half are impacts: friction over mu_k times a normal force of 10 N, there
    and while following.
    """
    modes = ("free flight", "impact", "following")
    mode = np.where(T < 0.5, 1, 2)
    part = SimpleNamespace(
        mode=mode,
        modes=modes,
        normal_force=np.full(len(T), 10.0),
        friction_force=10.0 * mu_k * np.where(mode == 1, in_impacts, following),
    )
    fit = SimpleNamespace(friction=SimpleNamespace(mu_k=mu_k))
    described = SimpleNamespace(joint=lambda name: SimpleNamespace(fit=fit))
    return evidence(Known(T, {}, joint=lambda name: part, mechanism=described))


def test_bristles_miss_impacts_if_less_friction_acts_there_than_with_coulomb():
    assert developed(rubbing(0.3, 1.0).result, "impact") == pytest.approx(0.3, rel=1e-12)
    judged = JUDGES["bristles miss impacts"]
    for dahl, lugre, outcome in (
        (0.5, 0.6, "holds"),
        (0.5, 0.95, "holds in part"),
        (0.95, 1.2, "does not hold"),
    ):
        runs = {
            "Coulomb": rubbing(1.0, 1.0),
            "Stribeck": rubbing(1.0, 1.0),
            "Dahl": rubbing(dahl, 1.0),
            "LuGre": rubbing(lugre, 1.0),
        }
        assert judged(runs).outcome == outcome


def test_runs_have_the_friction_of_the_paper():
    laws = {run.name: run.mechanism().joint("A").fit for run in paper("marques-friction").runs}
    assert isinstance(laws[IDEAL], gd.Ideal) and laws[DRY].friction is None
    assert [type(laws[name].friction) for name in FRICTION] == [
        gd.Coulomb,
        gd.Stribeck,
        gd.Dahl,
        gd.LuGre,
    ]
    assert all(laws[name].friction.mu_k == 0.1 for name in FRICTION)
    assert laws["LuGre"].friction.sigma_0 == 1e5 and laws["Stribeck"].friction.mu_s == 0.2


@pytest.mark.slow
def test_every_figure_and_claim_is_made_in_the_quick_setting(tmp_path):
    made = make(paper("marques-friction"), quick=True)
    assert not made.failures
    written = write(made, tmp_path)
    assert {path.name for path in written} == {
        "fig4.png",
        "fig4.svg",
        "fig4.csv",
        "claims.csv",
        "claims.md",
    }
    assert len(judge(made)) == len(CLAIMS) == 12
