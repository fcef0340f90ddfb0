"""The short form of the fault campaign (make faults)."""

import pytest

from tests.faults.campaign import Fault, Impossible, Outcome, all_faults, run_fault


@pytest.mark.parametrize(
    "fault", [fault for fault in all_faults() if fault.short], ids=lambda fault: fault.name
)
def test_nothing_fails_when(fault) -> None:
    outcome = run_fault(fault, range(fault.short))
    if outcome.impossible:
        pytest.skip(str(outcome))
    assert not outcome.failures, outcome.failures


def test_a_trial_that_fails_is_counted_and_can_be_repeated() -> None:
    drawn = []

    def trial(rng, folder):
        drawn.append(rng.random())
        assert drawn[-1] < 0.5, "too large"

    fault = Fault("drawing a large number", trial, 1, 20)
    outcome = run_fault(fault, range(20))
    assert 0 < len(outcome.failures) < 20 and outcome.tried == 20
    assert all("too large" in words for words in outcome.failures.values())
    worst = min(outcome.failures)
    assert list(run_fault(fault, range(worst, worst + 1)).failures) == [worst]
    assert drawn[-1] == drawn[worst]


def test_a_fault_that_the_machine_does_not_permit_is_said_to_be_so() -> None:
    def trial(rng, folder):
        raise Impossible("no permission to mount")

    assert run_fault(Fault("a full disk", trial, 1, 1), range(3)) == Outcome(
        "a full disk", 0, {}, "no permission to mount"
    )
