"""End to end, in headless Chromium: the page of every mechanism of the library opens and draws all
that there is of it.
"""

from collections.abc import Callable
from pathlib import Path

import pytest

import gudgeon as gd
from gudgeon.report.page import write
from tests.support.chromium import Tab


@pytest.mark.parametrize("name", gd.library_names())
def test_the_page_of_a_mechanism_opens_and_draws_all_of_its_parts(
    name: str, tmp_path: Path, tabs: Callable[..., Tab]
) -> None:
    mechanism = gd.library(name)
    result = gd.simulate(mechanism, max_steps=50, strict=False)
    tab = tabs(write(result, tmp_path / "run.html"))
    assert tab.run("document.querySelectorAll('.failure').length") == 0
    view = "gudgeon.viewer.views[0]"
    assert tab.run(f"{view}.bodies.length") == len(mechanism.bodies) + 1
    stretched = [joint for joint in mechanism.joints if joint.drawn_as == "rod"]
    stretched += [force for force in mechanism.forces if hasattr(force, "points")]
    assert tab.run(f"{view}.struts.map((strut) => strut.name)") == [part.name for part in stretched]
    empty = tab.run(
        "gudgeon.plots.filter(({ curves }) => !curves.length).map(({ title }) => title)"
    )
    assert empty == []
