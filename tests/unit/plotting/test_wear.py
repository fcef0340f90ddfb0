"""Pictures of wear: curves are the depths and clearances found."""

import numpy as np

import gudgeon as gd
from gudgeon.studies.wear import Update, WearStudy
from tests.support.worn_shafts import TURN, turning_shaft


def test_depth_is_drawn_over_the_angle():
    wear = gd.simulate(turning_shaft(), TURN).joint("J").wear(1e-15, sectors=36)
    (axes,) = wear.plot().axes
    angle, depth = axes.lines[0].get_data()
    assert np.allclose(angle, np.degrees(wear.bearing.angle))
    assert np.allclose(depth / depth.max(), wear.bearing.depth / wear.bearing.max_depth)
    assert "deg" in axes.get_xlabel()


def test_clearance_and_force_are_drawn_over_the_cycles():
    updates = [
        Update(0, 1e-4, 1e-9, 1e-9, 1e-12, 0, 100),
        Update(1e4, 1.1e-4, 1e-9, 1e-9, 1e-12, 0, 120),
    ]
    clearance, force = WearStudy("made up", "J", updates).plot().axes
    assert clearance.lines[0].get_xdata().tolist() == [0, 1e4]
    assert force.lines[0].get_ydata().tolist() == [100, 120]
