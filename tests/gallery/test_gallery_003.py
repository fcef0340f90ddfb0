"""The gallery of [Marques3D]: panels and judges against formulas, and the quick setting as a
whole.
"""

from dataclasses import replace

import numpy as np
import pytest
from numpy.testing import assert_allclose

from gudgeon_gallery import make, paper, write
from gudgeon_gallery.marques3d import CLAIMS, IDEAL, LOOSE, extent, wiggles
from gudgeon_gallery.pages import judge
from gudgeon_gallery.spikes import across, binned, spikes
from tests.support.known_curves import Known, evidence

T = np.linspace(0, 2, 2001)


@pytest.fixture(scope="module")
def made():
    return make(paper("marques3d"), quick=True)


def test_bins_have_the_mean_and_the_percentiles_of_all_values_of_all_members():
    """Two members that are constant in each second: 1 and 3, then 5 and 5; percentiles of two
    equal halves are these.
    """
    values = np.where(T < 1 - 1e-9, [[1.0], [3.0]], 5.0)
    centres, mean, low, high = binned(T[:-1], values[:, :-1], 0.0, 1.0)
    assert_allclose(centres, [0.5, 1.5])
    assert_allclose(mean, [2, 5], rtol=1e-12)
    assert_allclose([low, high], [[1, 5], [3, 5]], rtol=1e-12)


def test_bins_begin_at_the_horizon():
    centres, mean, *_ = binned(T, T[None, :], 1.5, 0.25)
    assert_allclose(centres[:2], [1.625, 1.875])
    assert_allclose(mean[:2], centres[:2], atol=1e-3)  # rows of 1 ms


def test_outline_encloses_all_but_a_hundredth_on_each_side():
    """Values spread evenly between -h and h, where h is 1, 2, 3 and 4 in the four quarters of x."""
    x, share = np.meshgrid(np.linspace(0, 1, 401), np.linspace(-1, 1, 201))
    height = np.minimum(np.floor(4 * x + 1e-12), 3) + 1
    centres, low, high = across(x.ravel(), (share * height).ravel(), 4)
    assert_allclose(centres, [0.125, 0.375, 0.625, 0.875], rtol=1e-12)
    assert_allclose(high, 0.98 * np.arange(1, 5), rtol=1e-9)
    assert_allclose(low, -high, rtol=1e-12)


def test_a_smooth_wave_goes_twice_through_its_range_in_each_period():
    # six periods, rows of 1 ms
    assert wiggles(Known(T, {"x": np.cos(2 * np.pi * 3 * T)}), "x") == pytest.approx(
        2 * 6, rel=1e-4
    )


def test_the_range_is_that_of_the_whole_run():
    assert extent(Known(T, {"x": T}), "x") == pytest.approx(2.0, rel=1e-12)


def test_a_curve_of_spikes_ends_at_its_horizon_and_goes_on_as_a_band():
    from matplotlib.figure import Figure

    axes, data = Figure().subplots(), {}
    perturbed = [Known(T, {"f": 0 * T + value}) for value in (1.0, 2.0)]
    spikes(axes, data, "run", evidence(Known(T, {"f": T}), *perturbed, until=0.5), "f")
    assert data["run: time [s]"].max() == pytest.approx(0.5)
    assert data["run: time of the bins [s]"].min() > 0.5
    assert_allclose(data["run: f, mean []"], 1.5, rtol=1e-12)
    assert len(axes.collections) == 1  # the band


def test_every_figure_and_claim_is_made_in_the_quick_setting(made, tmp_path):
    written = write(made, tmp_path)
    assert {path.name for path in written} == {
        "fig3.png",
        "fig3.svg",
        "fig3.csv",
        "claims.csv",
        "claims.md",
    }
    assert not made.failures
    assert len(judge(made)) == len(CLAIMS) == 7


def test_clearance_is_seen_in_the_quick_setting(made):
    """The first impact comes after a free flight through 0.5 mm; accelerations of contact exceed
    all that gravity and inertia need.
    """
    verdicts = {
        claim.name: claim.judge({name: made.evidence[name] for name in claim.runs})
        for claim in CLAIMS
    }
    assert {verdicts[name].outcome for name in ("peaks of acceleration", "two points")} == {"holds"}


def test_no_claim_about_the_influence_of_clearance_holds_for_an_ideal_joint(made):
    swapped = replace(made, evidence={IDEAL: made.evidence[IDEAL], LOOSE: made.evidence[IDEAL]})
    about = {
        "response influenced",
        "peaks of acceleration",
        "losses reduce the motion",
        "dense portrait",
    }
    verdicts = {
        claim.name: claim.judge(swapped.evidence) for claim in CLAIMS if claim.name in about
    }
    assert {name: verdict.outcome for name, verdict in verdicts.items()} == dict.fromkeys(
        about, "does not hold"
    )


def test_axial_clearance_is_that_of_the_paper():
    """Bearing 20 mm and journal 19.9 mm long, radii 10 and 9.5 mm."""
    joint = next(run for run in paper("marques3d").runs if run.name == LOOSE).mechanism().joint("A")
    assert_allclose(joint.lengths(), (0.02, 0.0199), rtol=1e-12)
    assert_allclose(joint.radii(), (0.01, 0.0095), rtol=1e-12)
