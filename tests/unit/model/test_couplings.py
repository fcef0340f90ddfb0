"""Couplings in a mechanism: coordinates and bodies that are not there are refused."""

from dataclasses import replace

import pytest

import gudgeon as gd
from gudgeon.model.couplings import check_couplings
from tests.support.couplings import COUPLINGS, machine


@pytest.mark.parametrize("name", COUPLINGS)
def test_couplings_of_what_is_there_are_taken(name):
    check_couplings(machine(COUPLINGS[name]))


@pytest.mark.parametrize(
    "name, changed, sentence",
    [
        (
            "gear",
            {"wheels": ("A.angle", "C.angle")},
            "joints.K.wheels: there is no joint coordinate 'C.angle'. Did you mean",
        ),
        (
            "gear",
            {"wheels": ("A.angle", "B.displacement")},
            "joints.K.wheels: expected an angle, got B.displacement",
        ),
        (
            "gear",
            {"wheels": ("K.twist", "B.angle")},
            "joints.K.wheels: there is no joint coordinate 'K.twist'",
        ),
        ("rack", {"rack": "A.angle"}, "joints.K.rack: expected a displacement, got A.angle"),
        (
            "screw",
            {"screw": "B.displacement"},
            "joints.K.screw: expected an angle, got B.displacement",
        ),
        (
            "gear",
            {"between": ("b", "a")},
            "joints.K.between: 'b' has nothing to do with A.angle, a motion of a against ground",
        ),
        (
            "gear",
            {"between": ("a", "ground")},
            "joints.K.between: B.angle is a motion of b against ground; name 'b' second, got 'ground'",
        ),
        ("gear", {"between": ("a", "c")}, "joints.K.between: there is no body 'c'"),
    ],
)
def test_what_is_not_there_is_refused(name, changed, sentence):
    with pytest.raises(gd.InputError, match=sentence):
        machine(replace(COUPLINGS[name], **changed))
