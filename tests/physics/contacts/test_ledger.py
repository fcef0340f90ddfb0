"""The energy ledger at tight tolerances: every fit of the library, and the four-bar with any
friction and clearance, by three methods.

What is held against the ledger is the turnover: the kinetic energy at the start and all that was
exchanged since, the sum of the changes of kinetic and potential energy, works and losses from one
output row to the next. conftest.py lets a run fail that does not see one of its degrees of freedom.
"""

import numpy as np
import pytest

import gudgeon as gd
from gudgeon.model.files import set_values
from gudgeon.model.library import NAMES, fits

CASES = [
    (name, joint, fit) for name in NAMES for joint, named in fits(name).items() for fit in named
]
METHODS = ["auto", "dop853", "radau"]
RTOL = 1e-10


def turnover(energy):
    """Return the kinetic energy at the start and the sum of all changes of the entries of a
    ledger.
    """
    return energy.kinetic[0] + sum(
        np.sum(np.abs(np.diff(energy[entry]))) for entry in energy.entries
    )


def closes(mechanism, duration, method):
    """Simulate; the ledger must close to 1e-9 of the turnover."""
    energy = gd.simulate(mechanism, duration, rtol=RTOL, method=method).energy
    assert np.max(np.abs(energy.balance)) < 1e-9 * turnover(energy), (mechanism.name, method)


@pytest.mark.parametrize(("name", "joint", "fit"), CASES, ids=lambda value: value)
def test_ledger_closes_in_every_fit_of_the_library(name, joint, fit):
    """A two hundredth of the usual duration: the first contacts."""
    mechanism = gd.library(name, **{joint: fit})
    closes(mechanism, mechanism.duration / 200, "auto")


@pytest.mark.slow
@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize(("name", "joint", "fit"), CASES, ids=lambda value: value)
def test_ledger_closes_over_many_contacts_in_every_fit_of_the_library(name, joint, fit, method):
    mechanism = gd.library(name, **{joint: fit})
    closes(mechanism, mechanism.duration / 20, method)


def four_bar(seed):
    """Return the four-bar with a joint C of random clearance and friction."""
    rng = np.random.default_rng(seed)
    mu = rng.uniform(0.01, 0.2)
    friction = (
        gd.Threlfall(mu, v_1=10 ** rng.uniform(-3.5, -2)),
        gd.Coulomb(mu, v_1=10 ** rng.uniform(-3.5, -2)),
        gd.Ambrosio(mu, v_0=1e-4, v_1=10 ** rng.uniform(-3.5, -2)),
        gd.BengisuAkay(mu, mu_s=1.5 * mu, v_0=10 ** rng.uniform(-3.5, -2), xi=1000.0),
        gd.Stribeck(
            mu,
            mu_s=1.5 * mu,
            v_s=1e-3,
            v_r=10 ** rng.uniform(-3.5, -3),
            viscosity=rng.uniform(0, 1),
        ),
    )[rng.integers(5)]
    mechanism = set_values(
        gd.library("four-bar", C="clearance"),
        [f"joints.C.radial_clearance={10 ** rng.uniform(-4.5, -3.3)}"],
    )
    return mechanism.with_fit(
        "C", gd.Clearance(contact=mechanism.joint("C").fit.contact, friction=friction)
    )


@pytest.mark.parametrize("seed", range(5))
def test_ledger_of_the_four_bar_closes_whatever_friction_and_clearance(seed):
    closes(four_bar(seed), 0.1, "auto")


@pytest.mark.slow
@pytest.mark.parametrize("first", range(0, 200, 20))
def test_ledger_of_two_hundred_four_bars_closes_whatever_friction_and_clearance(first):
    for seed in range(first, first + 20):
        closes(four_bar(seed), 0.5, METHODS[seed % 3])
