"""The search for an equilibrium: every mechanism of the library that has one, with every fit."""

import numpy as np
import pytest

import gudgeon as gd
from gudgeon._base.jit import DISABLED
from gudgeon.assembly.equilibrium import find_equilibrium, started_from, stiffness
from gudgeon.assembly.independent_motions import IndependentMotions
from gudgeon.assembly.initial_conditions import check_model

FITS = [
    (name, joint, fit)
    for name in gd.library_names()
    for joint, fits in gd.library_fits(name).items()
    for fit in fits
]
# link2 of the triple pendulum slides off its pin unless joint B has stops
NOWHERE = {("triple-pendulum", "C", fit) for fit in ("stops", "stops-kelvin-voigt")}


@pytest.mark.skipif(DISABLED, reason="takes too long in plain Python")
@pytest.mark.parametrize(("name", "joint", "fit"), FITS, ids="-".join)
def test_every_fit_of_the_library_rests_where_nothing_accelerates(name, joint, fit):
    check = check_model(gd.library(name, **{joint: fit}))
    motions = IndependentMotions(check, 0.0)
    if (name, joint, fit) in NOWHERE:
        with pytest.raises(gd.InputError, match="no equilibrium was found: body 'link"):
            find_equilibrium(motions)
        return
    found = find_equilibrium(motions)
    assert found.residual < 1e-7
    started = started_from(check, motions.y)
    assert started.dof == check.dof
    values = [value for _, value, _, _ in started.coordinates]
    assert np.isfinite(values).all()


def test_the_stiffness_of_a_pendulum_is_that_of_gravity():
    """g r m/(J + m r^2) of the pendulum's own 1 kg at 0.5 m."""
    bar = gd.Body("bar", mass=1, inertia=0.02, position=(0, -0.5))
    pin = gd.Revolute("A", between=("ground", "bar"), point=(0, 0))
    mechanism = gd.Mechanism(plane="xy", gravity=(0, -9.81), bodies=[bar], joints=[pin])
    motions = IndependentMotions(check_model(mechanism), 0.0)
    assert stiffness(motions, 1e-6)[0, 0] == pytest.approx(9.81 * 0.5 / 0.27, rel=1e-8)
