"""Endings of file names."""

from pathlib import Path

import pytest

from gudgeon._base.errors import InputError
from gudgeon._base.file_formats import EXPORTS, MEANINGS, check_ending


@pytest.mark.parametrize("name", ["run.h5", "RUN.H5", "run", "run.2", "run.result"])
def test_the_own_ending_and_endings_without_meaning_are_taken(name) -> None:
    check_ending(Path(name), (".h5",), "choose another")


@pytest.mark.parametrize("name", ["run.csv", "run.MAT", "a.b.png"])
def test_the_ending_of_another_format_is_refused(name) -> None:
    with pytest.raises(InputError, match=rf"'{name}' is the name of a .* would be HDF5; take \.h5"):
        check_ending(Path(name), (".h5",), "take .h5")


def test_exports_have_endings_with_a_meaning() -> None:
    assert set(EXPORTS.values()) <= set(MEANINGS)
