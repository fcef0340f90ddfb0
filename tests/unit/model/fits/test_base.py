"""What all fits have in common: which law acts on which surface, and what one that declares
nothing does.
"""

import pytest

import gudgeon as gd
from gudgeon._base.description import description, quantity
from gudgeon.model.fits import Fit, law_of, own_laws
from gudgeon.model.fits.base import check_laws, check_lengths, check_surfaces, whole
from gudgeon.model.motions import Hold
from tests.support.joints_and_fits import JOINTS, SPACE

WALL, END, SIDE = gd.Hertz(1e10), gd.Hertz(2e10), gd.Hertz(3e10)
DRY, SLIPPERY = gd.Threlfall(0.1, 1e-3), gd.Threlfall(0.0, 1e-3)


@pytest.mark.parametrize(
    ("surface", "role", "law", "field"),
    [
        ("wall", "contact", WALL, "contact"),
        ("wall", "friction", DRY, "friction"),
        ("ends", "contact", END, "axial_contact"),
        ("ends", "friction", DRY, "friction"),
        ("sides", "contact", WALL, "contact"),
        ("sides", "friction", SLIPPERY, "side_friction"),
    ],
)
def test_a_surface_has_its_own_law_or_that_of_the_wall(surface, role, law, field):
    fit = gd.Clearance(contact=WALL, friction=DRY, axial_contact=END, side_friction=SLIPPERY)
    assert law_of(fit, surface, role) == (law, field)


def test_a_fit_without_the_fields_of_a_surface_uses_the_wall_there():
    """A film has no sides."""
    fit = gd.Lubricated(film=gd.SqueezeFilm(0.1), contact=WALL)
    assert law_of(fit, "sides", "contact") == (WALL, "contact")
    assert law_of(fit, "ends", "friction") == (None, "friction")


def test_own_laws_are_all_that_are_given_besides_the_wall():
    fit = gd.Clearance(contact=WALL, friction=DRY, axial_contact=END, side_friction=SLIPPERY)
    assert own_laws(fit) == [("ends", "axial_contact", END), ("sides", "side_friction", SLIPPERY)]
    assert own_laws(gd.Clearance(contact=WALL)) == own_laws(gd.Ideal()) == []


@pytest.mark.parametrize("field", ["friction", "side_contact", "side_friction"])
def test_a_law_of_another_family_is_refused_on_every_surface(field):
    wrong = DRY if field.endswith("contact") else WALL
    with pytest.raises(gd.InputError, match=rf"^{field}: expected a (contact|friction) law"):
        gd.Clearance(contact=WALL, **{field: wrong})
    right = gd.Clearance(contact=WALL, **{field: WALL if wrong is DRY else DRY})
    check_laws(right)


@pytest.mark.parametrize(
    ("kind", "law", "owner"),
    [
        ("Spherical in space", {"axial_contact": END}, "only a Revolute joint in space has ends"),
        ("Revolute in a plane", {"axial_friction": DRY}, "only a Revolute joint in space has ends"),
        (
            "Revolute in space",
            {"side_contact": SIDE},
            "only a Translational joint in space with a rectangular guide has sides",
        ),
        (
            "Translational in space",
            {"side_friction": DRY},
            "only a Translational joint in space with a rectangular guide has sides",
        ),
    ],
)
def test_a_law_of_a_surface_that_a_joint_does_not_have_is_refused(kind, law, owner):
    with pytest.raises(
        gd.InputError,
        match=rf"^joints\.J\.fit\.{next(iter(law))}: {owner}.*; leave {next(iter(law))} out",
    ):
        check_surfaces(gd.Clearance(contact=WALL, **law), JOINTS[kind], kind.endswith("plane"))


def test_a_stiffness_of_an_angle_is_refused_in_a_gap():
    fit = gd.Clearance(contact=WALL, axial_contact=gd.KelvinVoigt("1 N*m/rad", 0.5))
    with pytest.raises(
        gd.InputError, match=r"^joints\.J\.fit\.axial_contact\.stiffness: .* expected \[N/m\]"
    ):
        check_lengths(fit, SPACE["Revolute"])


def test_what_counts_something_becomes_an_integer():
    @description
    class Counted(Fit):
        n: int = quantity("1", "how many", default=1)

        def check(self):
            whole(self, "n")

    assert Counted(n=3.0).n == 3 and isinstance(Counted(n="4").n, int)
    with pytest.raises(gd.InputError, match=r"^n: must be a whole number, got 2\.5\."):
        Counted(n=2.5)


# -- a fit that says nothing -----------------------------------------------------------------------


@description
class Nothing(Fit):
    """A fit that declares nothing: no constraint, no force, no gap."""


def test_a_fit_that_declares_nothing_neither_holds_gives_nor_touches():
    fit, hinge = Nothing(), SPACE["Revolute"]
    assert fit.rows(hinge, False) == fit.motions() == fit.plays() == fit.bushings() == {}
    assert (fit.has_play, fit.has_radial_gap, fit.radial_play(hinge), fit.drawn_gap(hinge)) == (
        False,
        False,
        None,
        None,
    )
    assert (fit.result_kind(), fit.closed()) == ("plain", fit)


def test_without_constraints_of_its_own_a_fit_keeps_what_the_joint_holds_when_loose():
    assert Nothing().rows(SPACE["Translational"], False) == {
        "misalignment": Hold.TILT,
        "torsion": Hold.TWIST,
    }


@pytest.mark.parametrize(
    ("fit", "touches", "gap"),
    [
        (gd.Clearance(contact=WALL), (True, True), 1e-4),
        (gd.Lubricated(film=gd.SqueezeFilm(0.1)), (True, True), 1e-4),
        (gd.Mixed(radial=gd.Play(contact=WALL)), (True, True), None),
        (gd.Mixed(axial=gd.Play(contact=WALL)), (True, False), None),
        (gd.Bushing(radial=1e3), (False, False), None),
        (gd.Ideal(), (False, False), None),
    ],
    ids=["clearance", "film", "radial play", "axial play", "bushing", "ideal"],
)
def test_a_fit_knows_whether_something_can_touch_and_how_far_away(fit, touches, gap):
    assert (fit.has_play, fit.has_radial_gap) == touches
    if gap is not None:
        assert fit.radial_play(SPACE["Revolute"]) == pytest.approx(gap, rel=1e-12)


def test_a_fit_holds_what_its_joint_does_not_leave_free():
    held = [
        motion
        for motion in ("radial", "axial", "misalignment", "torsion")
        if gd.Ideal().holds(SPACE["Cylindrical"], motion)
    ]
    assert held == ["radial", "misalignment"]
