"""Contact stiffness from materials and radii, against the formula of Hertz."""

from math import sqrt

import pytest

import gudgeon as gd
from gudgeon.laws.materials import equivalent_modulus, hertz_stiffness


def test_equal_bodies_have_half_the_plane_strain_modulus():
    assert equivalent_modulus("207 GPa", 0.3) == pytest.approx(207e9 / (2 * (1 - 0.09)), rel=1e-14)


def test_rigid_partner_leaves_the_modulus_of_the_other():
    assert equivalent_modulus((1e9, 1e30), (0.5, 0.3)) == pytest.approx(1e9 / 0.75, rel=1e-12)


def test_stiffness_inside_and_outside_differ_by_the_sign_of_the_radius():
    E_star = equivalent_modulus(2e11, 0.3)
    inside, outside = (
        hertz_stiffness(2e11, 0.3, 0.02, 0.01),
        hertz_stiffness(2e11, 0.3, 0.02, 0.01, external=True),
    )
    assert inside == pytest.approx(4 / 3 * E_star * sqrt(0.02), rel=1e-14)
    assert outside == pytest.approx(4 / 3 * E_star * sqrt(0.02 * 0.01 / 0.03), rel=1e-14)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ((0.0, 0.3, 2, 1), "E: must be > 0"),
        ((1e9, 0.6, 2, 1), "nu: must be <= 0.5"),
        ((1e9, 0.3, 0, 1), "bearing_radius: must be > 0"),
        ((1e9, 0.3, 1, 2), "journal_radius: must be smaller than bearing_radius"),
    ],
)
def test_wrong_arguments_are_named(arguments, message):
    with pytest.raises(gd.InputError, match=message):
        hertz_stiffness(*arguments)
