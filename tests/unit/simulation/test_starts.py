"""Where the joints of a run start."""

import numpy as np
import pytest

import gudgeon as gd
from gudgeon._base.errors import InputError
from gudgeon.assembly.initial_conditions import check_model
from gudgeon.simulation.starts import check_start, start_of


def loose():
    return gd.library("planar-slider-crank", C="clearance")


def depth(result):
    return float(result.joint("C").penetration[0])


def test_settled_presses_the_journal_and_closed_centres_it():
    assert depth(gd.simulate(loose(), 1e-4, start="settled")) > 0.0
    for start in (None, "closed"):
        run = gd.simulate(loose(), 1e-4, start=start)
        assert np.abs(run.joint("C").eccentricity[0]).max() < 1e-12


def test_as_described_overrides_the_fits_and_is_in_the_result():
    run = gd.simulate(loose(), 1e-4, start="as-described")
    assert run.mechanism.joint("C").fit.start == "as-described"
    assert run.settings["start"] == "as-described"


def test_a_mechanism_may_say_it_itself_and_the_call_decides():
    settled = loose().with_values({"start": "settled"})
    assert depth(gd.simulate(settled, 1e-4)) > 0.0
    assert depth(gd.simulate(settled, 1e-4, start="closed")) == 0.0


def test_what_was_examined_starts_where_it_does():
    check = start_of(loose(), "settled")
    assert start_of(check) is check
    assert np.array_equal(start_of(check_model(loose()), "settled").assembly.y, check.assembly.y)


def test_another_word_is_refused():
    with pytest.raises(
        InputError, match=r"start: unknown start 'settles'\. Did you mean 'settled'"
    ):
        gd.simulate(loose(), 1e-4, start="settles")
    with pytest.raises(InputError, match="start"):
        check_start(3)


def test_studies_start_settled_too(tmp_path):
    options = {"start": "settled", "transient": "1 ms", "output_step": 1e-4}
    comparison = gd.compare(
        loose(), "C", ["ideal", "clearance", "bushing"], duration=2e-3, **options
    )
    assert depth(comparison["clearance"]) > 0.0
    assert list(comparison.table["transient"]) == [1e-3] * 3
    study = gd.sweep(
        "planar-slider-crank", {"joints.C.fit": ["clearance", "bushing"]}, duration=2e-3, **options
    )
    assert list(study.table["transient"]) == [1e-3] * 2
    members = gd.ensemble(loose(), 2, duration=2e-3, **options)
    assert all(depth(result) > 0.0 for result in members.results)
    far = gd.horizon(loose(), 1e-3, start="settled", members=1)
    assert depth(far.results[0]) > 0.0
