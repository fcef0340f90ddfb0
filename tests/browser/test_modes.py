"""End to end, in headless Chromium: a mode of vibration is chosen and moves in the scene."""

from math import cos, sin

import numpy as np
import pytest

import gudgeon as gd
from tests.physics.test_statics import double_pendulum
from tests.support.report_fixtures import Shown

AMPLITUDE = 0.12  # of the mechanism's size, as frontend/src/modes.js has it


@pytest.fixture(scope="module")
def swinging(tmp_path_factory):
    vibration = gd.linearize(double_pendulum())
    path = vibration.report(tmp_path_factory.mktemp("page") / "modes.html")
    return vibration, Shown(vibration.equilibrium.result, path)


def test_a_chosen_mode_moves_the_bodies_as_its_shape_says(swinging, tab_of):
    vibration, shown = swinging
    tab = tab_of(shown)
    options = tab.run("[...gudgeon.viewer.modes.select.options].map((option) => option.text)")
    assert len(options) == 3 and options[1].startswith("mode 1: 0.") and options[1].endswith("Hz")
    size = AMPLITUDE * vibration.equilibrium.motions.length
    for number, mode in enumerate(vibration.modes):
        tab.run(f"gudgeon.viewer.modes.choose({number})")
        note = tab.run("gudgeon.viewer.modes.note.textContent")
        assert note.startswith(f"Mode {number + 1}: ") and "damping ratio 0" in note
        for phase in (0.0, 1.0):
            tab.run(f"gudgeon.viewer.modes.freeze({phase})")
            for k, name in enumerate(("upper", "lower"), 1):
                there = mode.shape[name][0]
                moved = size * (there.real * cos(phase) - there.imag * sin(phase))
                expected = vibration.equilibrium[f"{name}.position"] + moved
                found = tab.run(f"gudgeon.viewer.views[0].bodies[{k}].position.toArray()")
                assert np.allclose(found, expected, atol=1e-5 * size + 1e-9)
    tab.run("gudgeon.viewer.modes.choose(-1)")
    tab.run("gudgeon.viewer.draw()")
    back = tab.run("gudgeon.viewer.views[0].bodies[1].position.toArray()")
    assert np.allclose(back, vibration.equilibrium["upper.position"], atol=1e-6)
    assert tab.run("gudgeon.viewer.modes.note.hidden")


def test_a_mode_goes_on_by_itself(swinging, tab_of):
    tab = tab_of(swinging[1])
    tab.run("gudgeon.viewer.modes.choose(0)")
    frames = tab.run(
        "(async () => { const before = gudgeon.viewer.frames; "
        "await new Promise((done) => setTimeout(done, 1500)); "
        "return gudgeon.viewer.frames - before; })()"
    )
    assert frames >= 2


def test_a_page_of_a_run_can_have_modes_too(tmp_path, tab_of):
    mechanism = double_pendulum()
    run = gd.simulate(mechanism, 0.2)
    shown = Shown(run, run.report(tmp_path / "run.html", modes=gd.linearize(mechanism)))
    tab = tab_of(shown)
    tab.run("gudgeon.viewer.modes.choose(1)")
    tab.run("gudgeon.clock.seek(0.1)")
    assert tab.run("gudgeon.viewer.views[0].mode !== null")


def test_modes_are_listed_and_no_plot_of_an_equilibrium_is_empty(swinging, tab_of):
    """A click in the table shows a mode, another one the equilibrium; there is nothing to play."""
    vibration, shown = swinging
    tab = tab_of(shown)
    assert tab.run("gudgeon.plots.length") == 0
    assert not tab.run("document.getElementById('transport').checkVisibility()")
    rows = tab.run(
        "[...document.querySelectorAll('.mode-table tbody tr')].map((row) => "
        "[...row.cells].map((cell) => cell.textContent))"
    )
    assert [float(row[1]) for row in rows] == [
        float(f"{mode.frequency:.5g}") for mode in vibration.modes
    ]
    click = "document.querySelectorAll('.mode-table tbody button')[1].click()"
    tab.run("gudgeon.viewer.modes.choose(0)")
    tab.run(click)
    assert tab.run("gudgeon.viewer.modes.chosen") == 1
    assert tab.run("gudgeon.viewer.modes.rows[1].className") == "now"
    tab.run(click)
    assert tab.run("gudgeon.viewer.modes.chosen") == -1
