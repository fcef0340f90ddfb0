"""Contact stiffness from materials and radii, against the formula of Hertz."""

from math import sqrt
from pathlib import Path

import pytest

import gudgeon as gd
from gudgeon.laws.base import REGISTRY
from gudgeon.laws.materials import NAMED, equivalent_modulus, hertz_stiffness
from gudgeon.model.files import from_tree, to_tree
from gudgeon.model.files.json_schema import from_materials


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


# -- radii of the joint ----------------------------------------------------------------------------

LAWS = [
    cls
    for (family, _), cls in REGISTRY.items()
    if family == "contact" and from_materials(cls) and cls.__module__.startswith("gudgeon.")
]
SIZES = {"bearing_radius": 0.0125, "journal_radius": 0.0124}
LENGTH = {"bearing_length": 0.03, "journal_length": 0.02}
GEOMETRY = {"between": ("ground", "body"), "point": (0, 0, 0)}
JOINTS = {
    "revolute": lambda fit: gd.Revolute("J", **GEOMETRY, axis=(0, 0, 1), **SIZES, **LENGTH, fit=fit),
    "spherical": lambda fit: gd.Spherical("J", **GEOMETRY, **SIZES, fit=fit),
    "cylindrical": lambda fit: gd.Cylindrical("J", **GEOMETRY, axis=(0, 0, 1), **SIZES, **LENGTH, fit=fit),
    "translational": lambda fit: gd.Translational("J", **GEOMETRY, axis=(0, 0, 1), **SIZES, **LENGTH, fit=fit),
}  # fmt: skip
FITS = {
    "contact": lambda law: gd.Clearance(contact=law),
    "axial_contact": lambda law: gd.Clearance(contact=gd.Hertz(1e9), axial_contact=law),
    "side_contact": lambda law: gd.Clearance(contact=gd.Hertz(1e9), side_contact=law),
    "film": lambda law: gd.Lubricated(film=gd.ShortBearing(viscosity=0.1), contact=law),
    "radial": lambda law: gd.Mixed(radial=gd.Play(contact=law)),
}


def made(cls, **sizes):
    needed = {"restitution": 0.8, "length_unit": "1 mm"}
    given = {name: value for name, value in needed.items() if name in cls.__dataclass_fields__}
    return cls.from_materials(material=("bronze", "steel"), **given, **sizes)


@pytest.mark.parametrize("law", LAWS)
@pytest.mark.parametrize("kind", JOINTS)
@pytest.mark.parametrize("fit", FITS)
def test_a_law_from_materials_takes_the_sizes_of_its_joint(law, kind, fit):
    """As if they had been given to it; where the joint has no length and the law needs one, it is
    said.
    """
    cylinder = "length" in law.__dataclass_fields__
    if cylinder and kind == "spherical":
        with pytest.raises(
            gd.InputError, match=r"^joints\.J\.fit\..*needs length, which its joint"
        ):
            JOINTS[kind](FITS[fit](made(law)))
        return
    expected = made(law, **SIZES, **({"length": 0.02} if cylinder else {}))
    assert JOINTS[kind](FITS[fit](made(law))).fit == JOINTS[kind](FITS[fit](expected)).fit
    own = made(law, bearing_radius=0.02, **({"length": 0.5} if cylinder else {}))
    mixed = made(law, **{**SIZES, "bearing_radius": 0.02}, **({"length": 0.5} if cylinder else {}))
    assert JOINTS[kind](FITS[fit](own)).fit == JOINTS[kind](FITS[fit](mixed)).fit


def test_a_joint_in_python_is_the_same_as_in_a_file():
    four_bar = gd.library("four-bar")
    fit = gd.Clearance(
        contact=gd.LankaraniNikravesh.from_materials(E="207 GPa", nu=0.3, restitution=0.9)
    )
    tree = to_tree(four_bar)
    materials = {"E": "207 GPa", "nu": 0.3}
    contact = {"law": "lankarani-nikravesh", "from_materials": materials, "restitution": 0.9}
    (joint,) = (joint for joint in tree["joints"].values() if joint is tree["joints"]["C"])
    joint["fit"] = {"type": "clearance", "contact": contact}
    assert four_bar.with_fit("C", fit).joint("C") == from_tree(tree).joint("C")


def test_a_stop_takes_the_radii_of_its_joint():
    stop = gd.Stop("displacement", upper=0.1, contact=made(gd.Hertz))
    joint = gd.Cylindrical("J", **GEOMETRY, axis=(0, 0, 1), **SIZES, stops=stop)
    assert joint.stops[0].contact == made(gd.Hertz, **SIZES)


def test_a_law_that_waits_for_a_joint_is_no_law_yet():
    waiting = made(gd.LankaraniNikravesh)
    assert waiting == made(gd.LankaraniNikravesh) and hash(waiting) == hash(
        made(gd.LankaraniNikravesh)
    )
    assert "LankaraniNikravesh.from_materials(restitution=0.8" in repr(waiting)
    for use in (lambda: waiting(1e-6, 0.0, 0.1), lambda: gd.plot_law(waiting)):
        with pytest.raises(gd.InputError, match="put the law into a joint that has them"):
            use()
    with pytest.raises(
        gd.InputError, match=r"^joints\.J\.fit\.contact: .*needs bearing_radius and"
    ):
        gd.Revolute(
            "J", between=("ground", "body"), point=(0, 0), fit=gd.Clearance(contact=waiting)
        )
    with pytest.raises(gd.InputError, match=r"^restitution: must be <= 1"):
        gd.Flores.from_materials(material="steel", restitution=2)
