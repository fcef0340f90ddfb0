"""The ledger of energies and its balance."""

import numpy as np
import pytest

from tests.support.synthetic_results import DAMPER, SPRING, result


def test_the_ledger_adds_up() -> None:
    run = result()
    energy, t = run.energy, run.t
    assert energy.kinetic == pytest.approx(10 + t)
    assert energy.potential == pytest.approx(3 * t**2 - 2 * t)
    assert energy.stored == pytest.approx(3 * t**2)
    assert energy.total == pytest.approx(10 - t + 3 * t**2)
    assert energy.lost == pytest.approx(t)
    assert energy.work == pytest.approx(3 * t**2)
    assert np.array_equal(energy[f"stored:{SPRING}"], energy.stored)
    assert np.array_equal(energy[f"lost:{DAMPER}"], energy.lost)


def test_the_balance_is_zero_and_starts_at_zero() -> None:
    assert np.max(np.abs(result().energy.balance)) < 1e-13  # energies reach 80 J: a few roundings


def test_the_balance_shows_what_is_missing() -> None:
    run = result()
    run.data["energy"][:, 3] += 0.25 * run.t  # the damper loses more than it should
    assert run.energy.balance == pytest.approx(0.25 * run.t, abs=1e-13)
