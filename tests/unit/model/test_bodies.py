"""Bodies: mass and inertia, given or from a solid, and what no rigid body can be."""

import math

import numpy as np
import pytest

import gudgeon as gd

MOMENTS = {"mass": 1, "inertia": (0.1, 0.2, 0.2)}


def turned(tensor, angle):
    """A tensor in a frame that is turned about z (congruence with a rotation matrix)."""
    R = np.array(
        [[math.cos(angle), -math.sin(angle), 0], [math.sin(angle), math.cos(angle), 0], [0, 0, 1]]
    )
    return R @ np.array(tensor) @ R.T


# -- mass and inertia ------------------------------------------------------------------------------


def test_a_density_and_a_solid_give_mass_and_moments():
    """A steel cube of 10 cm: 7.85 kg, m a^2/6 about every axis."""
    cube = gd.Body("cube", density="7.85 g/cm^3", inertia=gd.Box((0.1, 0.1, 0.1)))
    assert cube.total_mass == pytest.approx(7.85, rel=1e-14)
    assert cube.inertia_tensor() == pytest.approx([7.85 * 0.01 / 6] * 3, rel=1e-14)


def test_a_mass_and_a_solid_give_the_moments_of_that_mass():
    assert gd.Body("ball", mass=2.5, inertia=gd.Sphere(0.2)).inertia_tensor() == pytest.approx(
        [0.4 * 2.5 * 0.04] * 3, rel=1e-15
    )


def test_moments_that_are_given_stay_as_they_are():
    assert gd.Body("a", **MOMENTS).inertia_tensor() == (0.1, 0.2, 0.2)
    assert gd.Body("a", mass=1, inertia="3 g*m^2").inertia_tensor() == pytest.approx(
        3e-3, rel=1e-15
    )
    assert gd.Body("a", **MOMENTS).total_mass == 1.0


@pytest.mark.parametrize("angle", [0.0, 0.3, 2.0])
def test_what_counts_of_a_tensor_are_its_principal_moments(angle):
    """Products of inertia make entries negative; the body is the same in any frame, allowed or
    not.
    """
    allowed, impossible = np.diag((0.1, 0.2, 0.25)), np.diag((0.1, 0.2, 0.35))
    made = gd.Body("a", mass=1, inertia=turned(allowed, angle)).inertia_tensor()
    assert np.linalg.eigvalsh(np.array(made)) == pytest.approx([0.1, 0.2, 0.25], rel=1e-13)
    with pytest.raises(
        gd.InputError,
        match=r"^bodies\.a\.inertia: no body has these moments: the largest, 0\.35 kg m\^2, exceeds",
    ):
        gd.Body("a", mass=1, inertia=turned(impossible, angle))


def test_a_thin_plate_may_have_a_moment_that_is_the_sum_of_the_others():
    """Of a lamina I_z = I_x + I_y exactly; printed with three digits it may be a little more."""
    assert gd.Body("plate", mass=1, inertia=(0.1, 0.2, 0.3)).inertia_tensor() == (0.1, 0.2, 0.3)
    assert gd.Body("plate", mass=1, inertia=(0.1004, 0.2004, 0.3013)).inertia_tensor() == (
        0.1004,
        0.2004,
        0.3013,
    )


@pytest.mark.parametrize(
    ("given", "field", "says"),
    [
        ({"inertia": (1, 1, 1)}, "mass", "give either mass .* or density .*; neither is given"),
        ({"inertia": gd.Sphere(1), "mass": 1, "density": 1}, "mass", "both are given"),
        (
            {"inertia": (1, 1, 1), "density": 1000},
            "density",
            "needs an inertia given as a solid, whose volume it multiplies",
        ),
        (
            {"inertia": gd.Cylinder(0.1, 0.0), "density": 1000},
            "density",
            "times the volume of the solid is a mass of 0 kg",
        ),
        ({"inertia": gd.Sphere(1e200), "mass": 0}, "mass", r"must be > 0 \[kg\]"),
        ({"mass": 1}, "inertia", "is missing: give three principal moments"),
        (
            {"mass": 1, "inertia": (0, 1, 1)},
            "inertia",
            "every principal moment must be > 0 .* For a point mass give a small ball",
        ),
        (
            {"mass": 1, "inertia": -1.0},
            "inertia",
            r"must be > 0 \[kg m\^2\], got -1\. For a point mass",
        ),
        (
            {"mass": 1, "inertia": (1, 1)},
            "inertia",
            "expected 3 numbers or 3 x 3 numbers or one number",
        ),
        (
            {"mass": 1, "inertia": ((1, 0.1, 0), (0.2, 1, 0), (0, 0, 1))},
            "inertia",
            "is symmetric; this one is not",
        ),
        (
            {"mass": 1, "inertia": ((1, 2, 0), (2, 1, 0), (0, 0, 1))},
            "inertia",
            "every principal moment must be > 0",
        ),
    ],
)
def test_a_body_without_a_possible_mass_or_inertia_is_refused(given, field, says):
    with pytest.raises(gd.InputError, match=rf"^bodies\.a\.{field}: .*{says}"):
        gd.Body("a", **given)


# -- orientation -----------------------------------------------------------------------------------


def test_euler_parameters_with_few_digits_are_made_a_unit():
    """(0.71, 0.71, 0, 0) is printed with two digits; its length is 0.71 sqrt(2)."""
    found = gd.Body("a", **MOMENTS, orientation=(0.71, 0.71, 0, 0)).orientation
    assert found == pytest.approx((math.sqrt(0.5), math.sqrt(0.5), 0, 0), rel=1e-15)
    again = gd.Body("a", **MOMENTS, orientation=found)
    assert again.orientation == found  # a copy stays equal


@pytest.mark.parametrize(
    ("orientation", "says"),
    [
        ((0.9, 0.1, 0, 0), r"Euler parameters must have length 1 \(within 1 %\), got 0\.9055"),
        ((0, 0, 0, 0), "Euler parameters must have length 1"),
        (
            ((1, 0.1, 0), (0, 1, 0), (0, 0, 1)),
            "the columns of a rotation matrix must be perpendicular unit vectors",
        ),
        (
            ((2, 0, 0), (0, 1, 0), (0, 0, 0.5)),
            "the columns of a rotation matrix must be perpendicular unit vectors",
        ),
        (((0, 1, 0), (1, 0, 0), (0, 0, 1)), "the matrix mirrors"),
        ((1, 0, 0), "expected 4 numbers or 3 x 3 numbers or one number"),
    ],
)
def test_what_is_no_rotation_is_refused(orientation, says):
    with pytest.raises(gd.InputError, match=rf"^bodies\.a\.orientation: {says}"):
        gd.Body("a", **MOMENTS, orientation=orientation)


def test_an_angle_has_units():
    assert gd.Body("a", mass=1, inertia=1.0, orientation="90 deg").orientation == pytest.approx(
        math.pi / 2, rel=1e-15
    )


def test_the_name_of_the_ground_is_taken():
    with pytest.raises(gd.InputError, match=r"^bodies\.ground\.name: 'ground' is always there"):
        gd.Body("ground", **MOMENTS)
