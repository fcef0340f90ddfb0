"""Units of compiled code, and names that every compiler takes."""

import pytest

from gudgeon._base import compile_units
from gudgeon._base.compile_units import Unit, symbol


@pytest.fixture(autouse=True)
def units(monkeypatch):
    """A table of its own."""
    monkeypatch.setattr(compile_units, "UNITS", {})
    return compile_units.UNITS


def test_only_units_of_the_package_are_listed(units):
    ours = Unit("ours", (), ("gudgeon.kernels.tasks", "gudgeon.laws"), dict)
    theirs = Unit("theirs", (), ("gudgeon.laws", "gudgeonlike"), dict)
    assert (ours.ours, theirs.ours) == (True, False)
    assert units == {"ours": ours}


@pytest.mark.parametrize(
    ("name", "expected"),
    [("law_2", "law_2"), ("Förd", "Fuf6rd"), ("a b", "au20b"), ("2x", "2x"), ("κ", "u3ba")],
)
def test_symbols_have_letters_of_ascii_only(name, expected):
    assert symbol(name) == expected
    assert symbol(name).isascii()
