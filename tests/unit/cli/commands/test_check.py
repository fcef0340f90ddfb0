"""The command ``check``: every mechanism of the library passes."""

import pytest

from gudgeon.model.library import NAMES, library
from tests.support.command_line import gudgeon


@pytest.mark.parametrize("name", NAMES)
def test_every_mechanism_of_the_library_is_examined(name):
    output = gudgeon("check", name).output
    assert output.startswith(library(name).name)
    for word in (
        "degrees of freedom",
        "redundant constraints",
        "gravity",
        "moved to close",
        "coordinates",
        "drivers",
        "forces",
    ):
        assert f"\n  {word}" in output
