"""How a run ended, in codes and sentences."""

import pytest

from gudgeon.kernels import records
from gudgeon.results.status import Status


def test_the_codes_of_the_statuses_never_change() -> None:
    """Kernels and files of earlier versions rely on the order: append only."""
    order = (
        "RUNNING COMPLETE STOPPED INTERRUPTED STEP_TOO_SMALL NOT_FINITE CANNOT_PROJECT "
        "NEWTON_FAILED TOO_MANY_STEPS OUTPUT_FAILED"
    )
    assert [status.name for status in Status][: len(order.split())] == order.split()
    assert all(Status.from_code(status.code) is status for status in Status)
    assert all(getattr(records, status.name) == status.code for status in Status)


@pytest.mark.parametrize("status", Status)
def test_every_status_is_a_sentence_with_the_time(status) -> None:
    sentence = status.message(1.25)
    assert "t = 1.25 s" in sentence
    assert sentence[0].isupper() and sentence.endswith(".")


def test_only_failures_count_as_failed() -> None:
    assert not any(
        Status[name].failed for name in ("RUNNING", "COMPLETE", "STOPPED", "INTERRUPTED")
    )
    assert Status.NOT_FINITE.failed and Status.OUTPUT_FAILED.failed
