"""Kernels called from Python: one compiled signature for every mechanism, and what the tasks
leave behind.
"""

import numpy as np
import pytest

import gudgeon as gd
from gudgeon._base.descriptors import layout
from gudgeon.kernels.addresses import EXAMPLE, EXAMPLE_WORK
from gudgeon.kernels.entry_points import EVALUATE, OBSERVE, evaluate_at
from gudgeon.kernels.tasks import POSITIONS, VELOCITIES

MECHANISMS = {
    "pendulum": gd.library("pendulum"),
    "planar": gd.library("planar-slider-crank", C="lubricated"),
    "loose": gd.library("four-bar", C="clearance-friction"),
    "soft": gd.library("spatial-slider-crank", A="bushing"),
}


@pytest.mark.parametrize("name", MECHANISMS)
def test_every_mechanism_has_the_types_for_which_kernels_are_compiled(name):
    """Others would be read as something that they are not."""
    assembly = gd.check_model(MECHANISMS[name]).assembly
    assert layout(assembly.system) == layout(EXAMPLE)
    assert layout(assembly.work()) == layout(EXAMPLE_WORK)


def test_addresses_are_those_of_this_process():
    loose, ideal = (
        gd.check_model(gd.library("four-bar", **fits)).assembly.system.setting[0]
        for fits in ({"C": "clearance"}, {})
    )
    assert loose["evaluate"] == ideal["evaluate"] == EVALUATE.address != 0
    assert loose["observe"] == OBSERVE.address


def test_positions_are_moved_onto_the_constraints_and_the_residual_returned():
    """A pendulum 1 mm too far out comes back to its length of 1 m."""
    assembly = gd.check_model(gd.library("pendulum")).assembly
    y = assembly.y.copy()
    y[0] += 1e-3
    residual = evaluate_at(assembly.system, assembly.work(), 0.0, y, np.zeros_like(y), POSITIONS)
    assert residual < 1e-12
    assert np.linalg.norm(y[:3]) == pytest.approx(1.0, abs=1e-12)


def test_velocities_lose_what_the_constraints_forbid():
    assembly = gd.check_model(gd.library("pendulum")).assembly
    y = assembly.y.copy()
    n_q = int(assembly.system.setting[0]["n_q"])
    y[n_q : n_q + 3] = (5.0, 2.0, 3.0)  # along the bar, and across it
    evaluate_at(assembly.system, assembly.work(), 0.0, y, np.zeros_like(y), VELOCITIES)
    assert y[n_q : n_q + 3] == pytest.approx((0.0, 2.0, 3.0), abs=1e-14)
