"""Random mechanisms with loose joints run for a second: every run ends with a status, with
numbers, and with its energy accounted for.
"""

import signal

import numpy as np
import pytest

import gudgeon as gd
from tests.support.random_clearances import mechanism

RTOL = 1e-8  # the default
SCALE = 1e-3  # of the energy: no run may lose track of more, however many steps it takes


def run(seed, evaluations):
    """Return the result of one simulated second; a run that takes more evaluations is
    interrupted, as Ctrl-C would do it.
    """

    def watch(t, duration, statistics):
        if statistics["evaluations"] > evaluations and t < duration:
            signal.raise_signal(signal.SIGINT)

    return gd.simulate(mechanism(seed), 1.0, strict=False, rtol=RTOL, progress=watch)


def check(result, seed):
    """All that was written is finite; the ledger closes to what the steps may have added: the
    tolerance each.
    """
    assert result.status is not gd.Status.RUNNING, seed
    assert result.message, seed
    for name in result.data:
        assert np.all(np.isfinite(np.asarray(result.data[name][:]))), (seed, name)
    energy = result.energy
    size = max(float(np.max(energy.kinetic)), float(np.ptp(energy["gravity"])))
    allowed = min(SCALE, RTOL * (1000 + result.statistics["steps"])) * size
    np.testing.assert_allclose(energy.balance, 0, rtol=0, atol=allowed, err_msg=f"seed {seed}")
    table = result.impacts
    over = np.isfinite(table["end"])
    assert np.all(table["start"][over] < table["end"][over]), seed
    assert np.all(table["penetration"] >= 0) and np.all(table["peak_force"] >= 0), seed


def survey(seeds, evaluations):
    """Check the runs of all seeds; return how many came to the end, failed, and were
    interrupted.
    """
    ends = {"complete": 0, "failed": 0, "interrupted": 0}
    for seed in seeds:
        result = run(seed, evaluations)
        check(result, seed)
        ends[
            "complete"
            if result.status is gd.Status.COMPLETE
            else "failed"
            if result.status.failed
            else "interrupted"
        ] += 1
    return ends


def tilts_driven(seed):
    """Whether a mechanism drives the angle of a hinge or sleeve in space that can tilt."""
    made = mechanism(seed)
    return made.plane is None and any(
        made.coordinate(driver) == "angle"
        and isinstance(made.joint(driver.joint).fit, gd.Clearance)
        for driver in made.drivers
    )


def test_random_loose_mechanisms_end_with_a_status_and_finite_numbers():
    """Bristles that slide fast are stiff: one run in ten may need more evaluations than an
    ordinary test can pay for.
    """
    assert sum(tilts_driven(seed) for seed in range(20)) >= 2
    ends = survey(range(20), 300_000)
    assert ends["failed"] == 0
    assert ends["complete"] >= 18


@pytest.mark.slow
@pytest.mark.parametrize("first", range(0, 1000, 100))
def test_a_thousand_random_loose_mechanisms_end_with_a_status_and_finite_numbers(first):
    """Nine in ten shall come to the end within two million evaluations; the others are interrupted,
    or fail and say so.

    A part that leaves its sleeve and comes back crosswise is none any more, and bristles that slide
    fast are stiff.
    """
    ends = survey(range(first, first + 100), 2_000_000)
    assert ends["complete"] >= 90, ends
