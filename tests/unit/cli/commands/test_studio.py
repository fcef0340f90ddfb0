"""``gudgeon studio`` says where it is, and ends by itself."""

import pytest

from gudgeon.report import studio
from tests.support.command_line import gudgeon


def test_the_command_serves_on_this_machine_and_ends(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(studio, "FIRST", 0.1)
    output = gudgeon("studio", "planar-slider-crank", "--no-open").output
    assert output.startswith("planar slider-crank: http://127.0.0.1:")


def test_a_model_that_is_not_there_is_told() -> None:
    assert "neither a file" in gudgeon("studio", "nothing", "--no-open", code=2).output
