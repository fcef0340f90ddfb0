"""What fits with dry contact share."""

import pytest

import gudgeon as gd
from gudgeon.model import Fit
from gudgeon.model.files.json_schema import kinds

HERTZ = gd.Hertz(1e9)
FITS = {
    "clearance": lambda **given: gd.Clearance(**given),
    "lubricated": lambda **given: gd.Lubricated(film=gd.SqueezeFilm(0.1), **given),
}


@pytest.mark.parametrize("make", FITS.values(), ids=FITS)
def test_both_refuse_laws_of_other_families_and_broken_strips(make):
    with pytest.raises(
        gd.InputError, match="contact: expected a contact law such as LankaraniNikravesh"
    ):
        make(contact=gd.Threlfall(0.1, 1e-3))
    with pytest.raises(gd.InputError, match="axial_friction: expected a friction law"):
        make(contact=HERTZ, axial_friction=HERTZ)
    with pytest.raises(gd.InputError, match="strips: must be a whole number"):
        make(contact=HERTZ, strips=2.5)


def test_their_base_is_no_fit_of_its_own():
    assert not {"dry-contact", "oil-film"} & set(kinds(Fit))


def test_a_film_can_do_without_dry_contact_a_clearance_cannot():
    assert gd.Lubricated(film=gd.SqueezeFilm(0.1)).contact is None
    with pytest.raises(TypeError, match="contact"):
        gd.Clearance()
