"""What resists the motion of a joint, measured on the bench."""

from dataclasses import replace
from math import acos, pi, sqrt

import numpy as np
import pytest
from scipy.integrate import quad
from scipy.optimize import brentq

import gudgeon as gd
from gudgeon.plotting.joint_characteristic import Swing, shake, swings
from gudgeon.plotting.laws import plot_fit


def loop_of(mechanism: gd.Mechanism, joint: str, motion: str, number: int = 0):
    """Return a swing and what the bench measures."""
    swing = next(known for known in swings(mechanism, joint) if known.motion == motion)
    return swing, shake(mechanism.joint(joint), mechanism.plane is not None, swing)[number]


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
    swing, loop = loop_of(mechanism, joint, "radial")
    x, a = loop.displacement, swing.reach
    assert swing.gap == c
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
    found = {known.motion: known for known in swings(mechanism, "A")}
    assert list(found) == ["radial", "axial", "misalignment"]
    assert found["axial"].gap == pytest.approx(5e-4)
    # the end circle of the journal, R = 9.5 mm at 9.5 mm from the middle, reaches the wall at 10
    # mm: brute force over its points
    points = np.linspace(0, 2 * pi, 200_001)

    def reach(tilt: float) -> float:
        across = 9.5e-3 * np.sin(tilt) + 9.5e-3 * np.cos(points) * np.cos(tilt)
        return float(np.hypot(across, 9.5e-3 * np.sin(points)).max()) - 0.01

    assert found["misalignment"].gap == pytest.approx(brentq(reach, 0, 0.2), rel=1e-7)
    swing, loop = loop_of(mechanism, "A", "misalignment")
    assert not loop.force[np.abs(loop.displacement) < swing.gap * (1 - 1e-6)].any()
    assert (loop.force[loop.displacement > swing.gap + 0.02 * (swing.reach - swing.gap)] > 0).all()


def test_a_bushing_resists_with_stiffness_and_damping():
    """F = k x + b x_dot at 1 and at 100 Hz, radially and in torsion."""
    fit = gd.Bushing(radial=gd.Compliance(2e5, 30.0), torsion=gd.Compliance(40.0, 0.02))
    mechanism = gd.library("planar-slider-crank").with_fit("C", fit)
    for motion, k, b in (("radial", 2e5, 30.0), ("torsion", 40.0, 0.02)):
        for number, hertz in enumerate((1.0, 100.0)):
            swing, loop = loop_of(mechanism, "C", motion, number)
            t = np.linspace(0, 1 / hertz, len(loop.force))
            w, a = 2 * pi * hertz, swing.reach
            expected = k * a * np.sin(w * t) + b * a * w * np.cos(w * t)
            # positions are projected to 1e-12 m, of about 1e-5 m
            assert loop.force == pytest.approx(expected, abs=1e-6 * k * a)


def test_a_bushing_with_a_table_is_tried_to_its_end():
    table = gd.Table(deflections=(-0.002, 0.0, 0.002), forces=(-100.0, 0.0, 100.0))
    mechanism = gd.library("planar-slider-crank").with_fit(
        "C", gd.Bushing(radial=gd.Compliance(table))
    )
    assert swings(mechanism, "C")[0].reach == 0.002
    assert swings(mechanism, "C", reach=1e-3)[0].reach == 1e-3


def test_a_film_resists_as_its_law_says():
    """A full squeeze film under x = a sin(w t): f = 12 pi eta L (R/c)^3 x_dot/(1 - (x/c)^2)^1.5."""
    mechanism = gd.library("planar-slider-crank")
    joint = mechanism.joint("C")
    film = gd.laws.film.SqueezeFilm(0.4, film="full")
    swing, loop = loop_of(mechanism.with_fit("C", gd.Lubricated(film=film)), "C", "radial")
    # without dry contact nothing is handed over, but the film is still computed with c + e_1
    c, (R, L) = joint.gap() + 0.1 * joint.gap(), (joint.radii()[1], joint.journal_length)
    t = np.linspace(0, 1, len(loop.force))
    x, v = swing.reach * np.sin(2 * pi * t), 2 * pi * swing.reach * np.cos(2 * pi * t)
    expected = 12 * pi * 0.4 * L * (R / c) ** 3 * v / (1 - (x / c) ** 2) ** 1.5
    assert loop.force == pytest.approx(expected, abs=1e-5 * expected.max())


def test_stops_are_tried_on_both_sides():
    mechanism = gd.library("triple-pendulum", B="stops")
    stop = mechanism.joint("B").stops[0]
    swing, loop = loop_of(mechanism, "B", "axial")
    x = loop.displacement
    assert swing.gap == 0.25
    assert not loop.force[np.abs(x) < 0.25 * (1 - 1e-9)].any()
    top = loop.force[np.abs(x - swing.reach).argmin()]
    # the rate is small beside the turn
    assert top == pytest.approx(stop.contact(swing.reach - 0.25, 0.0, 0.1), rel=1e-3)
    assert loop.force.min() < 0 < loop.force.max()


def test_an_ideal_joint_has_no_characteristic():
    with pytest.raises(gd.InputError, match="is ideal"):
        plot_fit(gd.library("four-bar"), "C")
    with pytest.raises(gd.InputError, match="Did you mean 'C'"):
        plot_fit(gd.library("four-bar"), "c")


def test_a_joint_is_measured_wherever_it_stands():
    """The bench mounts the joint by itself: points and axes given in the bodies change nothing."""
    mechanism = gd.library("four-bar", C="clearance")
    moved = replace(mechanism.joint("C"), point=None, local_points=((0, 1, 0), (0, 2, 3)))
    swing = swings(mechanism, "C")[0]
    assert np.array_equal(
        shake(moved, False, swing)[0].force, shake(mechanism.joint("C"), False, swing)[0].force
    )


def test_a_sine_touches_with_the_speed_asked_for():
    swing = Swing("radial", reach=1.25, gap=1.0, touch=0.3)
    (rate,) = swing.rates().values()
    w = rate / swing.reach
    phase = acos(0.6)  # sin = 1/1.25 = 0.8, cos = 0.6
    assert rate * np.cos(pi / 2 - (pi / 2 - phase)) == pytest.approx(0.3, rel=1e-12)
    assert quad(lambda t: rate * np.cos(w * t), 0, phase / w)[0] == pytest.approx(1.0, rel=1e-12)
