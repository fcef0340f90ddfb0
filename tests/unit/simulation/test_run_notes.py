"""What a run says of itself."""

import gudgeon as gd
from gudgeon.simulation.run_notes import course


def test_methods_are_named_in_the_order_in_which_they_were_used() -> None:
    assert course(["adams"]) == "adams"
    assert course(["adams", "radau"]) == "adams then radau"
    assert course(["adams", "radau", "adams"]) == "adams then radau then adams"
    assert course(["adams", "radau"] * 2) == "adams and radau in turns"


def test_a_run_says_which_steps_looked_stiff() -> None:
    """Springs a thousand times faster than the governor's motion limit an explicit method."""
    notes = gd.simulate("governor", 0.2, method="dop853", rtol=1e-3).notes
    assert any("steps looked stiff with dop853" in note for note in notes)


def test_a_run_that_changes_its_method_says_so() -> None:
    result = gd.simulate("governor", 0.2, method="auto", rtol=1e-3)
    assert any("the steps looked stiff with" in note for note in result.notes)


def test_a_fixed_step_that_is_too_long_is_named_where_the_run_ends() -> None:
    result = gd.simulate("governor", 10.0, method="rk4", step=0.05, strict=False)
    assert result.status is not gd.Status.COMPLETE
    assert any("the fixed step of 0.05 s may be too long" in note for note in result.notes)


def test_what_may_be_wrong_comes_before_how_it_was_integrated() -> None:
    loose = gd.library("planar-slider-crank", C="clearance-friction")
    notes = gd.simulate(loose, 0.02, start="settled").notes
    places = {
        word: next(k for k, note in enumerate(notes) if word in note)
        for word in ("real surfaces yield", "the steps looked stiff")
    }
    assert places["real surfaces yield"] == 0 < places["the steps looked stiff"]
