"""For every kind of contact the rate of penetration is the derivative of the penetration, at any
pose.
"""

import dataclasses

import numpy as np
import pytest

import gudgeon as gd
from tests.support.clearance_pairs import KINDS, PLANAR, pair

NOTHING = gd.Hertz(1e-15)  # contacts are watched, and do nothing
STEP = 2e-5


def flying(kind, seed):
    """Return two bodies that fly and tumble through each other, from a joint that is concentric
    at t = 0.
    """
    rng = np.random.default_rng(seed)
    mechanism = pair(kind, NOTHING)
    spin = rng.uniform(-60, 60, 3)
    bodies = []
    for body in mechanism.bodies:
        speed = rng.uniform(-0.5, 0.5, 2 if kind in PLANAR else 3)
        turning = (
            rng.uniform(-60, 60)
            if kind in PLANAR
            else tuple(spin if kind == "guide" else rng.uniform(-60, 60, 3))
        )
        bodies.append(dataclasses.replace(body, velocity=tuple(speed), angular_velocity=turning))
    return dataclasses.replace(mechanism, bodies=bodies)


def stopped(seed):
    """Return two bodies on a hinge whose stops do nothing."""
    rng = np.random.default_rng(seed)
    mechanism = flying("walls", seed)
    stop = gd.Stop(lower=-0.1, upper=0.2, contact=NOTHING)
    joint = gd.Revolute(
        "J",
        between=("bearing", "journal"),
        point=(0, 0, 0),
        axis=tuple(rng.uniform(-1, 1, 3)),
        stops=stop,
    )
    return dataclasses.replace(mechanism, joints=[joint])


@pytest.mark.parametrize("seed", [1, 2])
@pytest.mark.parametrize("kind", [*KINDS, "stops"])
def test_the_rate_is_the_derivative_of_the_penetration(kind, seed):
    """Differences of fourth order over steps of 20 microseconds: of motions with some 100 rad/s
    they are good to 1e-11, rounding leaves 1e-16 m/2e-5 s = 5e-12 m/s, the method 1e-9. Next to
    rows where something changes nothing is compared: where a contact has no place (a circle has
    left its sleeve, or has no second extremum) and its penetration stands still, and where the
    deepest point jumps to the other side of a circle (by more than the 100 m/s^2 of this motion
    allow). In a worn bore, around whose middle the direction turns fast, steps are four times
    shorter.
    """
    step = STEP / 4 if "worn" in kind else STEP
    mechanism = stopped(seed) if kind == "stops" else flying(kind, seed)
    times = step * np.arange(1001)
    result = gd.simulate(mechanism, times[-1], rtol=1e-11, output_times=times, method="dop853")
    depth, rate = result.data["contact_penetration"], result.data["contact_rate"]
    slope = (8 * (depth[3:-1] - depth[1:-3]) - (depth[4:] - depth[:-4])) / (12 * step)
    still = np.zeros_like(depth, dtype=bool)
    still[1:] = (depth[1:] == depth[:-1]) | (np.abs(np.diff(rate, axis=0)) > 0.02)
    whole = ~(still[:-4] | still[1:-3] | still[2:-2] | still[3:-1] | still[4:])
    # its corners stay outside the guide
    out_of_reach = ".corner" if kind == "block in a short guide" else "opposite"
    shown = [label for label in result.layout.labels["contact"] if out_of_reach not in label]
    assert whole.any(axis=0).sum() >= len(shown)
    assert whole.sum() > 800 * len(shown)
    scale = max(1.0, np.abs(rate).max())
    assert np.max(np.abs(slope - rate[2:-2])[whole]) < 1e-7 * scale
