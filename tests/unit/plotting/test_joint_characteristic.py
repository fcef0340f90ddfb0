"""What resists the motion of a joint, measured on the test rig."""

from dataclasses import replace
from math import acos, pi, sqrt

import numpy as np
import pytest
from scipy.integrate import quad
from scipy.optimize import brentq

import gudgeon as gd
from gudgeon.plotting.joint_characteristic import CyclicMotion, cyclic_motions, run_cycle
from gudgeon.plotting.laws import plot_fit


def loop_of(mechanism: gd.Mechanism, joint: str, motion: str, number: int = 0):
    """Return a cycle and what the rig measures."""
    cycle = next(known for known in cyclic_motions(mechanism, joint) if known.motion == motion)
    return cycle, run_cycle(mechanism.joint(joint), mechanism.plane is not None, cycle)[number]


@pytest.mark.parametrize(
    ("name", "joint"),
    [("four-bar", "C"), ("planar-slider-crank", "C"), ("translational-slider-crank", "D")],
)
def test_a_joint_with_clearance_resists_behind_its_gap_as_its_law_says(name, joint):
    """x = a sin(w t) touches with w sqrt(a^2 - c^2) = 0.1 m/s; the slider of a guide touches
    with two corners at once.
    """
    mechanism = gd.library(name, **{joint: "clearance"})
    described = mechanism.joint(joint)
    c, law, corners = (
        described.gap(),
        described.fit.contact,
        2 if isinstance(described, gd.Translational) else 1,
    )
    cycle, loop = loop_of(mechanism, joint, "radial")
    x, a = loop.displacement, cycle.amplitude
    assert cycle.gap == c
    assert not loop.force[np.abs(x) < c * (1 - 1e-9)].any()
    w = 0.1 / sqrt(a**2 - c**2)
    up = np.arange(len(x)) < np.abs(x - a).argmin()  # on the way to the first turn
    deep = up & (x > c + 0.01 * (a - c))
    expected = [
        corners * law(depth - c, w * sqrt(max(a**2 - depth**2, 0.0)), 0.1) for depth in x[deep]
    ]
    # positions are projected to 1e-12 of the size of the mechanism, 1e-6 of the depth; and the rate
    # vanishes as a root at the turn
    assert loop.force[deep] == pytest.approx(expected, rel=1e-4)
    assert deep.sum() > 100
    assert loop.force.min() == pytest.approx(-loop.force.max(), rel=1e-6)


def test_a_hinge_in_space_is_tried_across_along_and_tilted():
    mechanism = gd.library("revolute-slider-crank", A="clearance")
    found = {known.motion: known for known in cyclic_motions(mechanism, "A")}
    assert list(found) == ["radial", "axial", "misalignment"]
    assert found["axial"].gap == pytest.approx(5e-4)
    # the end circle of the journal, R = 9.5 mm at 9.5 mm from the middle, reaches the wall at 10
    # mm: brute force over its points
    points = np.linspace(0, 2 * pi, 200_001)

    def amplitude(tilt: float) -> float:
        across = 9.5e-3 * np.sin(tilt) + 9.5e-3 * np.cos(points) * np.cos(tilt)
        return float(np.hypot(across, 9.5e-3 * np.sin(points)).max()) - 0.01

    assert found["misalignment"].gap == pytest.approx(brentq(amplitude, 0, 0.2), rel=1e-7)
    cycle, loop = loop_of(mechanism, "A", "misalignment")
    assert not loop.force[np.abs(loop.displacement) < cycle.gap * (1 - 1e-6)].any()
    assert (
        loop.force[loop.displacement > cycle.gap + 0.02 * (cycle.amplitude - cycle.gap)] > 0
    ).all()


def test_a_bushing_resists_with_stiffness_and_damping():
    """F = k x + b x_dot at 1 and at 100 Hz, radially and in torsion."""
    fit = gd.Bushing(radial=gd.Compliance(2e5, 30.0), torsion=gd.Compliance(40.0, 0.02))
    mechanism = gd.library("planar-slider-crank").with_fit("C", fit)
    for motion, k, b in (("radial", 2e5, 30.0), ("torsion", 40.0, 0.02)):
        for number, hertz in enumerate((1.0, 100.0)):
            cycle, loop = loop_of(mechanism, "C", motion, number)
            t = np.linspace(0, 1 / hertz, len(loop.force))
            w, a = 2 * pi * hertz, cycle.amplitude
            expected = k * a * np.sin(w * t) + b * a * w * np.cos(w * t)
            # positions are projected to 1e-12 m, of about 1e-5 m
            assert loop.force == pytest.approx(expected, abs=1e-6 * k * a)


def test_a_bushing_with_a_table_is_tried_to_its_end():
    table = gd.Table(deflections=(-0.002, 0.0, 0.002), forces=(-100.0, 0.0, 100.0))
    mechanism = gd.library("planar-slider-crank").with_fit(
        "C", gd.Bushing(radial=gd.Compliance(table))
    )
    assert cyclic_motions(mechanism, "C")[0].amplitude == 0.002
    assert cyclic_motions(mechanism, "C", amplitude=1e-3)[0].amplitude == 1e-3


def test_a_film_resists_as_its_law_says():
    """A full squeeze film under x = a sin(w t): f = 12 pi eta L (R/c)^3 x_dot/(1 - (x/c)^2)^1.5."""
    mechanism = gd.library("planar-slider-crank")
    joint = mechanism.joint("C")
    film = gd.laws.film.SqueezeFilm(0.4, film="full")
    cycle, loop = loop_of(mechanism.with_fit("C", gd.Lubricated(film=film)), "C", "radial")
    # without dry contact nothing is handed over, but the film is still computed with c + e_1
    c, (R, L) = joint.gap() + 0.1 * joint.gap(), (joint.radii()[1], joint.journal_length)
    t = np.linspace(0, 1, len(loop.force))
    x, v = cycle.amplitude * np.sin(2 * pi * t), 2 * pi * cycle.amplitude * np.cos(2 * pi * t)
    expected = 12 * pi * 0.4 * L * (R / c) ** 3 * v / (1 - (x / c) ** 2) ** 1.5
    assert loop.force == pytest.approx(expected, abs=1e-5 * expected.max())


def test_stops_are_tried_on_both_sides():
    mechanism = gd.library("triple-pendulum", B="stops")
    stop = mechanism.joint("B").stops[0]
    cycle, loop = loop_of(mechanism, "B", "axial")
    x = loop.displacement
    assert cycle.gap == 0.25
    assert not loop.force[np.abs(x) < 0.25 * (1 - 1e-9)].any()
    top = loop.force[np.abs(x - cycle.amplitude).argmin()]
    # the rate is small beside the turn
    assert top == pytest.approx(stop.contact(cycle.amplitude - 0.25, 0.0, 0.1), rel=1e-3)
    assert loop.force.min() < 0 < loop.force.max()


def test_an_ideal_joint_has_no_characteristic():
    with pytest.raises(gd.InputError, match="is ideal"):
        plot_fit(gd.library("four-bar"), "C")
    with pytest.raises(gd.InputError, match="Did you mean 'C'"):
        plot_fit(gd.library("four-bar"), "c")


def test_a_joint_is_measured_wherever_it_stands():
    """the rig mounts the joint by itself: points and axes given in the bodies change nothing."""
    mechanism = gd.library("four-bar", C="clearance")
    moved = replace(mechanism.joint("C"), point=None, local_points=((0, 1, 0), (0, 2, 3)))
    cycle = cyclic_motions(mechanism, "C")[0]
    assert np.array_equal(
        run_cycle(moved, False, cycle)[0].force,
        run_cycle(mechanism.joint("C"), False, cycle)[0].force,
    )


def test_a_sine_touches_with_the_speed_asked_for():
    cycle = CyclicMotion("radial", amplitude=1.25, gap=1.0, touch=0.3)
    (rate,) = cycle.rates().values()
    w = rate / cycle.amplitude
    phase = acos(0.6)  # sin = 1/1.25 = 0.8, cos = 0.6
    assert rate * np.cos(pi / 2 - (pi / 2 - phase)) == pytest.approx(0.3, rel=1e-12)
    assert quad(lambda t: rate * np.cos(w * t), 0, phase / w)[0] == pytest.approx(1.0, rel=1e-12)
