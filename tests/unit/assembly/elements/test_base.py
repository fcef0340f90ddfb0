"""Kinds of elements: found by the names that fits give, each with its own records."""

import numpy as np
import pytest

import gudgeon as gd
from gudgeon._base.description import description
from gudgeon.assembly.assemble import assemble
from gudgeon.assembly.elements import KINDS, records_in, words_of
from gudgeon.kernels.joints.bushings import BUSHING
from gudgeon.kernels.records import CONTACT


def hinge(fit, **more):
    return gd.Mechanism(
        bodies=[gd.Body("rod", mass=1, inertia=(1, 1, 1), position=(0.5, 0))],
        joints=[gd.Revolute("A", between=("ground", "rod"), point=(0, 0), fit=fit, **more)],
        plane="xy",
    )


def kinds_of(mechanism):
    """Return the names of the kinds in the table of elements, by the addresses of their kernels."""
    known = {kind.kernel.address: name for name, kind in KINDS.items()}
    return [known[int(record["entry"])] for record in assemble(mechanism).system.elements]


CONTACT_LAW = gd.Hertz(1e9)
SIZES = {
    "bearing_radius": 0.011,
    "journal_radius": 0.01,
    "bearing_length": 0.02,
    "journal_length": 0.02,
}


def test_an_ideal_mechanism_has_no_elements():
    system = assemble(hinge(gd.Ideal())).system
    assert len(system.elements) == len(system.records) == len(system.contacts) == 0


@pytest.mark.parametrize(
    ("fit", "kinds"),
    [
        (gd.Clearance(contact=CONTACT_LAW), ["contacts"]),
        (gd.Bushing(radial=1e6), ["bushings"]),
        (gd.Lubricated(film=gd.FiniteBearing(viscosity=0.1)), ["films"]),
        (
            gd.Lubricated(film=gd.FiniteBearing(viscosity=0.1), contact=CONTACT_LAW),
            ["contacts", "films"],
        ),
        (gd.Mixed(radial=gd.Play(contact=CONTACT_LAW), torsion=1e3), ["contacts", "bushings"]),
    ],
)
def test_a_mechanism_has_the_kinds_of_its_fits_and_no_others(fit, kinds):
    assert kinds_of(hinge(fit, **SIZES)) == kinds


def test_stops_are_contacts():
    assert kinds_of(hinge(gd.Ideal(), stops=gd.Stop(upper=1.0, contact=CONTACT_LAW))) == [
        "contacts"
    ]


def test_records_stand_as_words_behind_each_other():
    contacts, bushings = np.zeros(2, CONTACT), np.zeros(3, BUSHING)
    contacts["gap"], bushings["preload"] = [1.5, 2.5], [3.5, 4.5, 5.5]
    words, (first, second) = words_of([contacts, bushings])
    assert np.array_equal(records_in(words, first, 2, CONTACT), contacts)
    assert np.array_equal(records_in(words, second, 3, BUSHING), bushings)


def test_the_contacts_that_the_stepping_loop_sees_are_the_records_of_their_element():
    system = assemble(hinge(gd.Clearance(contact=CONTACT_LAW), **SIZES)).system
    element = system.elements[0]
    assert len(system.contacts) == element["count"] > 0
    assert np.shares_memory(system.contacts, system.records)


def test_a_fit_that_asks_for_an_unknown_kind_says_so():
    @description
    class Unregistered(gd.Fit):
        """A fit whose elements nobody has registered."""

        def elements(self):
            return ("bushing",)

    with pytest.raises(
        gd.InputError,
        match=r"joints.A.fit: no kind of elements 'bushing' is registered. Did you mean 'bushings'",
    ):
        assemble(hinge(Unregistered()))
