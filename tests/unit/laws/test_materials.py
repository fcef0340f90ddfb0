"""Contact stiffness from materials and radii, against the formula of Hertz."""

from math import sqrt
from pathlib import Path

import pytest

import gudgeon as gd
from gudgeon.laws.materials import NAMED, equivalent_modulus, hertz_stiffness


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


# -- by name ---------------------------------------------------------------------------------------

RADII = {"bearing_radius": 0.01, "journal_radius": 0.0098}


def test_every_material_has_sound_constants_and_a_reference_that_is_listed():
    """E from soft plastics to steel; nu of isotropic solids that do not grow when pressed."""
    listed = (Path(__file__).parents[3] / "docs/references.md").read_text(encoding="utf-8")
    pages = (Path(__file__).parents[3] / "docs/laws.md").read_text(encoding="utf-8")
    for name, made in NAMED.items():
        assert 1e8 < made.E < 5e11 and 0.0 < made.nu < 0.5
        assert f"| {made.source.split(',')[0]}] |" in listed
        row = next(line for line in pages.splitlines() if line.startswith(f"| `{name}`"))
        cells = [cell.strip() for cell in row.split("|")]
        assert (float(cells[2]) * 1e9, float(cells[3])) == (
            pytest.approx(made.E, rel=1e-12),
            made.nu,
        )
        assert cells[4] == made.source


@pytest.mark.parametrize("name", ["cast-iron", "Cast iron", "CAST_IRON", " cast  iron "])
def test_a_material_is_known_however_it_is_written(name):
    assert gd.material(name) == NAMED["cast-iron"]


def test_a_name_stands_for_its_modulus_and_ratio():
    steel, bronze = gd.material("steel"), gd.material("bronze")
    by_name = gd.Hertz.from_materials(material="steel", **RADII)
    assert by_name == gd.Hertz.from_materials(E=steel.E, nu=steel.nu, **RADII)
    pair = gd.Esdu78035.from_materials(
        material=["bronze", "steel"], length=0.02, **RADII, restitution=0.9
    )
    E_star = 1 / ((1 - bronze.nu**2) / bronze.E + (1 - steel.nu**2) / steel.E)
    assert pair.modulus == pytest.approx(E_star, rel=1e-14)


@pytest.mark.parametrize(
    ("given", "says"),
    [
        ({"material": "steal"}, r"material: there is no material 'steal'\. Did you mean 'steel'"),
        ({"material": "aluminum"}, r"Did you mean 'aluminium'"),
        ({"material": "wood"}, r"Allowed: 'steel', .* Of others give E and nu"),
        ({"material": 7}, r"there is no material 7"),
        ({"material": ("steel", "bronze", "brass")}, r"material: expected one material or two"),
        ({"material": ()}, r"material: expected one material or two"),
        ({"material": "steel", "E": 1e9}, r"E: follows from the material"),
        ({"material": "steel", "nu": 0.3}, r"nu: follows from the material"),
        ({"materiel": "steel"}, r"unknown key 'materiel'.*'material'"),
        ({}, r"missing: E, nu\. A material by its name has E and nu"),
    ],
)
def test_what_is_no_material_is_refused(given, says):
    with pytest.raises(gd.InputError, match=says):
        gd.Hertz.from_materials(**given, **RADII)
