"""Lubricated joints as they are described: which joints can be, what they need, and where film
hands over to contact.
"""

import pytest

import gudgeon as gd
from tests.support.joints_and_fits import joined

HERTZ, RUBBING = gd.Hertz(1e10), gd.Threlfall(0.1, 1e-3)
OIL, BALL = gd.FiniteBearing(0.1), gd.SphericalSqueeze(0.1)
SPACE = {"between": ("ground", "a"), "point": (0, 0, 0)}
PLANE = {"between": ("ground", "a"), "point": (0, 0)}
X = {"axis": (1, 0, 0)}
RADII = {"bearing_radius": 0.01, "radial_clearance": 1e-4}
LENGTHS = {"bearing_length": 0.02, "journal_length": 0.019}
WET = {"fit": gd.Lubricated(film=OIL, contact=HERTZ)}


def journal(fit: gd.Lubricated, **changed) -> gd.Mechanism:
    return joined(gd.Revolute("C", **PLANE, **(RADII | LENGTHS | changed), fit=fit), "xy")


@pytest.mark.parametrize(
    ("joint", "plane"),
    [
        (gd.Revolute("C", **PLANE, **RADII, **LENGTHS, fit=gd.Lubricated(film=OIL)), "xy"),
        (gd.Revolute("C", **PLANE, **RADII, **LENGTHS, **WET), "xy"),
        (gd.Revolute("C", **SPACE, **X, **RADII, **LENGTHS, **WET), None),
        (gd.Spherical("C", **SPACE, **RADII, fit=gd.Lubricated(film=BALL)), None),
        (gd.Cylindrical("C", **SPACE, **X, **RADII, **LENGTHS, fit=gd.Lubricated(film=OIL)), None),
        (gd.Cylindrical("C", **SPACE, **X, **RADII, **LENGTHS, **WET), None),
    ],
    ids=[
        "journal",
        "journal that touches",
        "hinge in space",
        "ball",
        "sleeve",
        "sleeve that touches",
    ],
)
def test_journals_and_balls_can_be_lubricated(joint, plane):
    assert joined(joint, plane).joint("C").fit is joint.fit


@pytest.mark.parametrize(
    ("joint", "plane", "reason"),
    [
        (
            gd.Translational("C", **SPACE, **X, **RADII, **LENGTHS, **WET),
            None,
            "film laws are those of round bearings",
        ),
        (
            gd.Translational("C", **PLANE, axis=(1, 0), **RADII, **LENGTHS, **WET),
            "xy",
            "film laws are those of round bearings",
        ),
        (
            gd.PointOnLine("C", **SPACE, **X, **RADII, **WET),
            None,
            "film laws are those of round bearings",
        ),
        (gd.Planar("C", **SPACE, **X, **WET), None, "film laws are those of round bearings"),
        (
            gd.Universal("C", **SPACE, axes=((1, 0, 0), (0, 1, 0)), **WET),
            None,
            "two Revolute joints and lubricate these",
        ),
        (
            gd.Distance("C", between=("ground", "a"), points=((1, 0, 0), (0, 0, 0)), **WET),
            None,
            "a joint at each end",
        ),
        (gd.Rigid("C", **SPACE, **WET), None, "nothing moves in it"),
    ],
)
def test_other_joints_cannot_and_say_why(joint, plane, reason):
    with pytest.raises(
        gd.InputError,
        match=rf"^joints\.C\.fit: a {type(joint).__name__} joint cannot be lubricated: .*{reason}",
    ):
        joined(joint, plane)


def test_a_ball_has_no_film_in_a_plane():
    with pytest.raises(
        gd.InputError, match=r"^joints\.C\.fit: a ball has no film in a plane; use Revolute"
    ):
        joined(gd.Spherical("C", **PLANE, **RADII, fit=gd.Lubricated(film=BALL)), "xy")


@pytest.mark.parametrize(
    ("joint", "says"),
    [
        (gd.Revolute("C", **SPACE, **X, **LENGTHS, radial_clearance=1e-4, **WET), "bearing_radius: is missing: "
                                                                                  "the film lies between"),
        (gd.Revolute("C", **SPACE, **X, **RADII, **WET), "bearing_length: is missing: the film "
                                                         "carries along the length"),
        (gd.Revolute("C", **SPACE, **X, **RADII, bearing_length=0.02, **WET), "journal_length: is missing"),
        (gd.Revolute("C", **SPACE, **X, **RADII, **LENGTHS, fit=gd.Lubricated(film=OIL)), r"fit\.contact: is missing: the ends of a hinge"),
        (gd.Revolute("C", **SPACE, **X, **LENGTHS, bearing_radius=0.01, radial_clearance=0, **WET), "radial_clearance: is zero"),
        (gd.Spherical("C", **SPACE, radial_clearance=1e-4, fit=gd.Lubricated(film=BALL)), "bearing_radius: is missing"),
        (gd.Spherical("C", **SPACE, **RADII, **WET), r"fit\.film: FiniteBearing is the film of a cylinder, the joint needs a sphere"),
        (gd.Revolute("C", **SPACE, **X, **RADII, **LENGTHS, fit=gd.Lubricated(film=BALL, contact=HERTZ)),
         r"fit\.film: SphericalSqueeze is the film of a sphere, the joint needs a cylinder; use FiniteBearing"),
    ],
)  # fmt: skip
def test_a_film_that_needs_more_than_is_given_names_the_field(joint, says):
    with pytest.raises(gd.InputError, match=rf"^joints\.C\.{says}"):
        joined(joint)


@pytest.mark.parametrize(
    ("given", "path", "says"),
    [
        ({"film": HERTZ}, "film", r"expected a film law such as SqueezeFilm\(...\), got Hertz"),
        ({"contact": RUBBING}, "contact", r"expected a contact law .*, or None, got Threlfall"),
        ({"contact": HERTZ, "friction": HERTZ}, "friction", "expected a friction law"),
        (
            {"friction": RUBBING},
            "friction",
            "belongs to the dry contact behind the film; give contact too",
        ),
        ({"e_0": 1e-6}, "e_0", "belongs to the dry contact behind the film"),
        (
            {"contact": HERTZ, "e_0": 2e-6, "e_1": 2e-6},
            "e_1",
            "must be larger than e_0 = 2e-06 m, but is 2e-06 m",
        ),
        ({"contact": HERTZ, "e_0": 0.0}, "e_0", "must be > 0"),
        ({"contact": HERTZ, "e_1": -1e-6}, "e_1", "must be > 0"),
        ({"strips": 2.5}, "strips", "must be a whole number"),
    ],
)
def test_a_film_that_cannot_be_is_refused(given, path, says):
    with pytest.raises(gd.InputError, match=f"^{path}: .*{says}"):
        gd.Lubricated(**({"film": OIL} | given))


def test_the_hand_over_is_a_fraction_of_the_clearance_unless_it_is_given():
    assert gd.Lubricated(film=OIL, contact=HERTZ).hand_over(2e-4) == pytest.approx(
        (1e-5, 2e-5), rel=1e-15
    )
    assert gd.Lubricated(film=OIL, contact=HERTZ, e_0=3e-6, e_1=5e-6).hand_over(2e-4) == (
        3e-6,
        5e-6,
    )


@pytest.mark.parametrize(
    ("given", "path", "says"),
    [
        ({"e_1": 1.1e-4}, "e_1", "a film of 0.00011 m is thicker than the gap, 0.0001 m"),
        ({"e_0": 1.1e-4, "e_1": 2e-4}, "e_0", "a film of 0.00011 m is thicker than the gap"),
        (
            {"e_0": 2e-5},
            "e_1",
            r"must be larger than e_0 = 2e-05 m, but is 1e-05 m \(by default 0.1 of the clearance\)",
        ),
        (
            {"e_1": 4e-6},
            "e_1",
            "must be larger than e_0 = 5e-06 m, but is 4e-06 m: the film must outlast the "
            "hand-over",
        ),
    ],
)
def test_a_film_is_thinner_than_its_gap_and_outlasts_the_hand_over(given, path, says):
    with pytest.raises(gd.InputError, match=rf"^joints\.C\.fit\.{path}: {says}"):
        journal(gd.Lubricated(film=gd.SqueezeFilm(0.1), contact=HERTZ, **given))
