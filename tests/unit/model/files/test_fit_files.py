"""Fits in model files and settings: laws by name, stiffness from materials, laws of the user's
own.
"""

import pytest
from click.testing import CliRunner

import gudgeon as gd
from gudgeon.cli.main import main
from gudgeon.model import files
from gudgeon.model.files import yaml

MODEL = """\
bodies:
  ball: {mass: 1, inertia: [1, 1, 1]}
joints:
  C:
    type: spherical
    between: [ground, ball]
    point: [0, 0, 0]
    fit:
      type: clearance
      contact: {law: lankarani-nikravesh, from_materials: {E: 207 GPa, nu: 0.3}, restitution: 0.9}
      friction: {law: threlfall, mu_k: 0.1, v_1: 1 mm/s}
    bearing_radius: 10 mm
    radial_clearance: 0.2 mm
"""
STEEL = "from_materials: {E: 207 GPa, nu: 0.3}"
RADII = {"bearing_radius": 0.01, "journal_radius": 0.0098}


def contact(text: str, *settings: str) -> gd.NormalLaw:
    return files.loads(text, settings=settings).joint("C").fit.contact


def message(text: str, *settings: str) -> str:
    with pytest.raises(gd.InputError) as caught:
        files.loads(text, "model.yaml", settings)
    return str(caught.value)


# -- from materials --------------------------------------------------------------------------------


def test_a_file_describes_the_same_fit_as_python():
    joint = gd.Spherical(
        "C",
        between=("ground", "ball"),
        point=(0, 0, 0),
        bearing_radius="10 mm",
        radial_clearance="0.2 mm",
        fit=gd.Clearance(
            contact=gd.LankaraniNikravesh.from_materials(
                E="207 GPa", nu=0.3, **RADII, restitution=0.9
            ),
            friction=gd.Threlfall(mu_k=0.1, v_1="1 mm/s"),
        ),
    )
    mechanism = gd.Mechanism(bodies=[gd.Body("ball", mass=1, inertia=(1, 1, 1))], joints=[joint])
    assert files.loads(MODEL) == mechanism
    assert files.loads(files.dumps(mechanism)) == mechanism


def test_radii_that_are_given_with_the_materials_win():
    given = MODEL.replace("nu: 0.3}", "nu: 0.3, bearing_radius: 20 mm, journal_radius: 19 mm}")
    assert contact(given) == gd.LankaraniNikravesh.from_materials(
        E=207e9, nu=0.3, bearing_radius=0.02, journal_radius=0.019, restitution=0.9
    )


def test_two_materials_stand_for_bearing_and_journal():
    made = contact(
        MODEL.replace("{E: 207 GPa, nu: 0.3}", "{E: [100 GPa, 207 GPa], nu: [0.34, 0.3]}")
    )
    assert made == gd.LankaraniNikravesh.from_materials(
        E=(100e9, 207e9), nu=(0.34, 0.3), **RADII, restitution=0.9
    )


@pytest.mark.parametrize(
    ("given", "material"),
    [
        ("steel", "steel"),
        ("{material: Cast iron}", "cast-iron"),
        ("[bronze, steel]", ("bronze", "steel")),
        ("{material: [bronze, steel]}", ("bronze", "steel")),
    ],
)
def test_materials_go_by_their_names(given, material):
    mechanism = files.loads(MODEL.replace(STEEL, f"from_materials: {given}"))
    assert mechanism.joint("C").fit.contact == gd.LankaraniNikravesh.from_materials(
        material=material, **RADII, restitution=0.9
    )
    assert files.loads(files.dumps(mechanism)) == mechanism


def test_a_law_of_cylinders_takes_the_shorter_length_of_the_joint():
    text = (
        MODEL.replace("spherical", "revolute")
        .replace(
            "point: [0, 0, 0]",
            "point: [0, 0, 0]\n    axis: [0, 0, 1]\n    bearing_length: 20 mm\n    journal_length: "
            "19 mm",
        )
        .replace("lankarani-nikravesh", "esdu-78035")
    )
    assert contact(text) == gd.Esdu78035.from_materials(
        E=207e9, nu=0.3, length=0.019, **RADII, restitution=0.9
    )


def test_geometry_is_found_whatever_the_order_of_the_keys():
    first, _, last = MODEL.partition("    fit:\n")
    fit, radii = last[: last.index("    bearing_radius")], last[last.index("    bearing_radius") :]
    assert files.loads(first + radii + "    fit:\n" + fit) == files.loads(MODEL)


@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        (
            "E: 207 GPa",
            "E: -1",
            "model.yaml:10: joints.C.fit.contact.from_materials.E: must be > 0 [Pa], got -1.",
        ),
        (
            "E: 207 GPa, ",
            "",
            "model.yaml:10: joints.C.fit.contact.from_materials: LankaraniNikravesh from materials "
            "needs",
        ),
        ("E: 207", "e: 207", "joints.C.fit.contact.from_materials: unknown key 'e'."),
        (
            STEEL,
            "from_materials: 7",
            "joints.C.fit.contact.from_materials: expected a material such as steel, or a mapping "
            "such as {E: 207 GPa, nu: 0.3}",
        ),
        (
            STEEL,
            "from_materials: steal",
            "joints.C.fit.contact.from_materials.material: there is no material 'steal'. Did you "
            "mean 'steel'?",
        ),
        (
            "nu: 0.3}",
            "material: steel}",
            "joints.C.fit.contact.from_materials.E: follows from the material",
        ),
        ("0.9}", "1.9}", "joints.C.fit.contact.restitution: must be <= 1"),
        (
            "0.9}",
            "0.9, stiffness: 1e10}",
            "joints.C.fit.contact.stiffness: follows from the materials",
        ),
        (
            "nu: 0.3}",
            "nu: 0.3, restitution: 0.8}",
            "joints.C.fit.contact.restitution: is given twice",
        ),
        (
            "    radial_clearance: 0.2 mm\n",
            "",
            "needs bearing_radius and journal_radius, which its joint does not say",
        ),
        (
            "radial_clearance: 0.2 mm",
            "radial_clearance: 0",
            "joints.C.fit.contact.from_materials.journal_radius: must be smaller",
        ),
        (
            "radial_clearance: 0.2 mm",
            "radial_clearance: 2 cm",
            "model.yaml:13: joints.C.radial_clearance: a clearance of 0.02 m leaves no",
        ),
        (
            "lankarani-nikravesh",
            "kelvin-voigt",
            "joints.C.fit.contact.from_materials: unknown key 'from_materials'",
        ),
    ],
)
def test_a_mistake_in_the_materials_is_told_once_with_its_place(old, new, says):
    assert MODEL.count(old) == 1
    told = message(MODEL.replace(old, new))
    assert says in told
    # that law also misses its stiffness
    assert new == "kelvin-voigt" or told.count("joints.C") == 1


# -- settings --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("setting", "read"),
    [
        ("joints.C.fit.friction.mu_k=0.2", lambda joint: joint.fit.friction.mu_k == 0.2),
        ("joints.C.fit.friction=null", lambda joint: joint.fit.friction is None),
        (
            "joints.C.fit.friction={law: dahl, mu_k: 0.1, sigma_0: 1e5}",
            lambda joint: joint.fit.friction == gd.Dahl(0.1, 1e5),
        ),
        (
            "joints.C.fit.contact.restitution=0.5",
            lambda joint: joint.fit.contact.restitution == 0.5,
        ),
        (
            "joints.C.fit.contact.from_materials.nu=0",
            lambda joint: joint.fit.contact.stiffness == gd.hertz_stiffness(207e9, 0, **RADII),
        ),
        (
            "joints.C.radial_clearance=0.1 mm",
            lambda joint: joint.fit.contact.stiffness > gd.hertz_stiffness(207e9, 0.3, **RADII),
        ),
        ("joints.C.fit.contact.law=hertz", lambda joint: type(joint.fit.contact) is gd.Hertz),
        ("joints.C.fit.support=ends", lambda joint: joint.fit.support == "ends"),
        ("joints.C.fit=ideal", lambda joint: joint.fit == gd.Ideal()),
    ],
)
def test_a_setting_changes_one_value_of_a_fit(setting, read):
    assert not read(files.loads(MODEL).joint("C"))
    assert read(files.loads(MODEL, settings=[setting]).joint("C"))


def test_friction_is_added_by_its_law_first():
    frictionless = MODEL.replace("      friction: {law: threlfall, mu_k: 0.1, v_1: 1 mm/s}\n", "")
    settings = [
        "joints.C.fit.friction.law=threlfall",
        "joints.C.fit.friction.mu_k=0.1",
        "joints.C.fit.friction.v_1=1 mm/s",
    ]
    assert files.loads(frictionless, settings=settings) == files.loads(MODEL)
    assert "set joints.C.fit.friction.law first" in message(frictionless, settings[1])


# -- laws of the user's own ------------------------------------------------------------------------

LAWS = '''
import gudgeon as gd

@gd.law
class FileRubber(gd.NormalLaw):
    """A stiffening spring."""

    stiffness: float = gd.param("k", "N/m", "stiffness", gt=0)

    @classmethod
    def from_materials(cls, E, length):
        return cls(E * length)

    @staticmethod
    def force(delta, delta_dot, delta_dot_impact, k):
        """F = k δ (1 + 1000 δ)"""
        return k * delta * (1.0 + 1000.0 * delta)

@gd.law
class FileSticky(gd.FrictionLaw):
    """A viscous film."""

    viscosity: float = gd.param("c", "s/m", "viscosity over normal force", ge=0)

    @staticmethod
    def force(v, F_N, c):
        """F = c v F_N"""
        return c * v * F_N
'''
OWN = MODEL.replace(
    f"lankarani-nikravesh, {STEEL}, restitution: 0.9", "file-rubber, stiffness: 5e4"
).replace("threlfall, mu_k: 0.1, v_1: 1 mm/s", "file-sticky, viscosity: 2")


def test_laws_of_the_users_own_are_known_by_name_after_their_file_was_named(tmp_path):
    (tmp_path / "laws.py").write_text(LAWS)
    (tmp_path / "model.yaml").write_text(OWN)
    fit = files.read(tmp_path / "model.yaml", laws=[tmp_path / "laws.py"]).joint("C").fit
    assert (fit.contact(1e-3, 0.0, 1.0), fit.friction(0.5, 10.0)) == (5e4 * 1e-3 * 2, 2 * 0.5 * 10)
    own = files.loads(
        OWN.replace("stiffness: 5e4", "from_materials: {E: 2 MPa, length: 0.025}").replace(
            "2 MPa", "2e6"
        )
    )
    assert own.joint("C").fit == fit  # its class method takes no radii and is offered none


def test_a_mistake_inside_the_users_class_method_is_told(tmp_path):
    path = tmp_path / "laws.py"
    path.write_text(LAWS.replace("FileRubber", "FileGum").replace("cls(E * length)", "cls(E / 0)"))
    files.load_laws(path)
    text = OWN.replace("file-rubber, stiffness: 5e4", "file-gum, from_materials: {E: 2, length: 3}")
    text = text.replace("file-sticky, viscosity: 2", "coulomb, mu_k: 0.1")
    assert (
        "joints.C.fit.contact.from_materials: FileGum.from_materials fails: ZeroDivisionError"
        in message(text)
    )


def test_a_model_file_alone_runs_no_code(tmp_path):
    """Neither a law that is not loaded nor the name of a Python file does anything but a
    message.
    """
    (tmp_path / "harm.py").write_text(f"open({str(tmp_path / 'harmed')!r}, 'w')")
    (tmp_path / "model.yaml").write_text(OWN.replace("file-rubber", "harm.py"))
    outcome = CliRunner().invoke(main, ["check", str(tmp_path / "model.yaml")])
    assert outcome.exit_code == 2
    assert "joints.C.fit.contact.law: unknown law 'harm.py'" in outcome.output
    assert not (tmp_path / "harmed").exists()


# -- the JSON Schema -------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def schema():
    jsonschema = pytest.importorskip("jsonschema")
    from gudgeon.model.files.json_schema import json_schema

    return jsonschema.Draft202012Validator(json_schema())


def test_the_schema_accepts_laws_with_and_without_materials(schema):
    for text in (
        MODEL,
        MODEL.replace(STEEL, "stiffness: 1e10"),
        MODEL.replace("threlfall", "coulomb"),
    ):
        assert [error.message for error in schema.iter_errors(yaml.parse(text)[0])] == []


@pytest.mark.parametrize(
    ("old", "new"),
    [
        (f"{STEEL}, ", ""),
        ("lankarani-nikravesh", "threlfall"),
        ("threlfall", "hertz"),
        ("mu_k: 0.1, ", ""),
        ("type: clearance", "type: loose"),
        ("radial_clearance: 0.2 mm", "radial_clearance: -1"),
        ("radial_clearance", "axial_clearance"),
        (STEEL, "from_materials: 7"),
    ],
)
def test_the_schema_refuses_mistakes_in_fits(schema, old, new):
    assert MODEL.count(old) == 1
    assert not schema.is_valid(yaml.parse(MODEL.replace(old, new))[0])
