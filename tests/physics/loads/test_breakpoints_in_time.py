"""Loads over time that jump, bend and come again: the momentum of a free mass is their integral,
with every method and in both formulations. Nothing is stepped over, however short.
"""

from itertools import pairwise

import numpy as np
import pytest

import gudgeon as gd

MASS, END = 2.0, 1.0
NODES, WEIGHTS = np.polynomial.legendre.leggauss(20)


def again(period, *corners):
    """Return corners in all periods until the end."""
    return [k * period + x for k in range(-1, int(END / period) + 2) for x in corners]


# signals, and where they are not smooth, written by hand
CASES = {
    "step": (gd.Step(5.0, 0.3), [0.3]),
    "pulse of a microsecond": (gd.Pulse(1e6, 1e-6, 0.49993), [0.49993, 0.49993 + 1e-6]),
    "pulses": (gd.Pulse(7.0, 1e-3, 0.013, 0.5, 0.0371), again(0.0371, 0.013, 0.014)),
    "trapezoid": (gd.Trapezoid(3.0, 1e-4, 0.2, 1e-5, 0.111, 0.25), [0.111, 0.1111, 0.3111, 0.31111]),
    "trapezoids": (
        gd.Trapezoid(3.0, 1e-4, 0.02, 1e-5, 0.0111, 0.25, 0.1),
        again(0.1, 0.0111, 0.0112, 0.0312, 0.03121),
    ),
    "trapezoids that touch": (gd.Trapezoid(3.0, 0.1, 0.1, 0.1, 0.0, 0.0, 0.3), again(0.3, 0.0, 0.1, 0.2)),
    "table": (
        gd.SignalTable((0.1, 0.1003, 0.5, 0.50001, 0.9), (0, 100, -5, 3000, 0)),
        [0.1, 0.1003, 0.5, 0.50001, 0.9],
    ),
    # the end of a period is the beginning of the next one, but for rounding: 0.25 + 0.05 < 6 * 0.05
    "table that comes again": (
        gd.SignalTable((0, 0.01, 0.02, 0.05), (0, 100, -5, 0), period=0.05),
        again(0.05, 0.0, 0.01, 0.02),
    ),
    "table that jumps where it comes again": (
        gd.SignalTable((0.1, 0.2, 0.3), (0, 50, 100), period=0.2),
        again(0.2, 0.1, 0.2),
    ),
    "sum": (
        gd.Step(5.0, 0.3) + gd.Pulse(1e5, 1e-5, 0.6) + gd.Harmonic(2.0, 9.0),
        [0.3, 0.6, 0.60001, *again(0.02, 0.0)],
    ),
    # 0.1 + 0.2 > 0.3: two times that are one, but for rounding
    "pulses in a row": (gd.Pulse(4.0, 0.2, 0.1) + gd.Pulse(9.0, 0.1, 0.3), [0.1, 0.3, 0.4]),
    "product": (
        gd.Step(5.0, 0.3)
        * gd.SignalTable((0.0, 0.25, 0.5, 1.0), (1, 0, 4, 2))
        * gd.Pulse(1.0, 0.001, 0.002, 0, 0.004),
        [0.3, 0.25, 0.5, *again(0.004, 0.002, 0.003)],
    ),
}  # fmt: skip


def integral(signal, corners):
    """Return the integral of a signal by Gauss' rule between its corners."""
    ends = sorted({0.0, END, *(t for t in corners if 0 < t < END)})
    return sum(
        0.5 * (b - a) * weight * signal(0.5 * (a + b) + 0.5 * (b - a) * node)[0]
        for a, b in pairwise(ends)
        if b - a > 1e-14
        for node, weight in zip(NODES, WEIGHTS, strict=True)
    )


@pytest.mark.parametrize("method", ["auto", "tsit5", "dop853", "adams", "radau", "bdf"])
@pytest.mark.parametrize("name", CASES)
def test_the_momentum_is_the_integral_of_the_load(name, method):
    """To the tolerance, of the greatest speed on the way (the loads do not depend on the motion)."""
    signal, corners = CASES[name]
    body = gd.Body("mass", mass=MASS, inertia=1.0, position=(0, 0))
    guide = gd.Translational("G", between=("ground", "mass"), point=(0, 0), axis=(1, 0))
    load = gd.Force("load", body="mass", force=(1.0, 0.0), magnitude=signal)
    mechanism = gd.Mechanism(plane="xy", bodies=[body], joints=[guide], forces=[load])
    expected = integral(signal, corners) / MASS
    for coordinates in ("cartesian", "joint"):
        result = gd.simulate(mechanism, END, method=method, coordinates=coordinates, rtol=1e-9)
        speed = result["G.displacement_rate"]
        assert speed[-1] == pytest.approx(expected, abs=1e-7 * np.abs(speed).max())
