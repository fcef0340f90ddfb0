"""Mechanisms of bodies that differ in mass by many orders of magnitude: they are closed like
others.
"""

import random

import numpy as np
import pytest

import gudgeon as gd

SPEED = 3.0  # of the driven crank [rad/s]


def four_bars(rng: random.Random, count: int, ratio: float) -> gd.Mechanism:
    """Return driven four-bars of hinges in space, each redundant three times, with masses from 1
    to ``ratio``, slightly misplaced.
    """
    bodies, joints = [], []
    for i in range(count):
        points = [
            (0.5 * i, 0, 0),
            (0.5 * i, 0.3, 0),
            (0.5 * i + 0.5, 0.35, 0),
            (0.5 * i + 0.5, 0, 0),
        ]
        names = [f"{name} {i}" for name in ("crank", "coupler", "rocker")]
        for name, a, b in zip(names, points, points[1:], strict=False):
            mass = ratio ** rng.random()
            middle = tuple(
                0.5 * (x + y) + 1e-4 * rng.uniform(-1, 1) for x, y in zip(a, b, strict=True)
            )
            bodies.append(
                gd.Body(
                    name,
                    mass=mass,
                    inertia=(0.01 * mass, 0.009 * mass, 0.011 * mass),
                    position=middle,
                )
            )
        chain = ["ground", *names, "ground"]
        joints += [
            gd.Revolute(
                f"{k} {i}", between=(chain[k], chain[k + 1]), point=points[k], axis=(0, 0, 1)
            )
            for k in range(4)
        ]
    drivers = [
        gd.Driver(f"motor {i}", joint=f"0 {i}", motion=gd.ConstantSpeed(SPEED))
        for i in range(count)
    ]
    return gd.Mechanism(bodies=bodies, joints=joints, drivers=drivers, gravity=(0, -9.81, 0))


@pytest.mark.parametrize("ratio", [1e5, 1e8, 1e10])
def test_redundant_mechanisms_of_very_different_masses_are_closed(ratio):
    """The crank turns with the driver, and its end with r omega, whatever the masses are."""
    rng = random.Random(int(ratio))
    for _ in range(10):
        mechanism = four_bars(rng, rng.randint(1, 3), ratio)
        model_check = gd.check_model(mechanism)
        assert model_check.position_residual < 1e-10 and model_check.velocity_residual < 1e-7
        rates = {label: rate for label, _, rate, _ in model_check.coordinates}
        assert rates["0 0.angle"] == pytest.approx(SPEED, abs=1e-7)
        n_q = int(model_check.assembly.system.setting[0]["n_q"])
        velocity = model_check.assembly.y[n_q : n_q + 6]
        # misplaced by 0.1 mm
        assert np.linalg.norm(velocity[:3]) == pytest.approx(SPEED * 0.15, abs=2e-3)
