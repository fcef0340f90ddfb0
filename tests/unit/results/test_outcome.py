"""How a run ended."""

import numpy as np
import pytest

import gudgeon as gd
from gudgeon.results.outcome import Outcome, Peak, named_peaks
from gudgeon.results.status import Status
from tests.support.synthetic_results import plan, result


def test_peaks_are_named_in_the_order_in_which_kernels_keep_them() -> None:
    """Joints, bodies, drivers; the synthetic mechanism has two of each."""
    rows = np.array([[10.0 + k, 0.1 * k] for k in range(6)])
    found = named_peaks(plan(), rows)
    assert list(found) == [
        "joint:A",
        "joint:D",
        "body:crank",
        "body:block",
        "driver:A",
        "driver:pusher",
    ]
    assert found["body:crank"] == Peak(12.0, 0.2)
    assert named_peaks(plan(), None) == named_peaks(plan(), rows[:0]) == {}
    with pytest.raises(ValueError):
        named_peaks(plan(), rows[:5])


def test_a_result_shows_its_outcome_and_a_file_keeps_it(tmp_path) -> None:
    run = result(3)
    peaks = named_peaks(plan(), np.array([[3.0, 0.5], *np.zeros((5, 2))]))
    run.outcome = Outcome(Status.STOPPED, {"steps": 5}, ("a note",), peaks, "Why.")
    again = gd.load(run.save(tmp_path / "run.h5"))
    assert again.outcome == run.outcome
    assert (again.status, again.statistics, again.notes) == (
        Status.STOPPED,
        {"steps": 5},
        ("a note",),
    )
    assert again.peaks["joint:A"].time == 0.5 and again.message == "Why."
