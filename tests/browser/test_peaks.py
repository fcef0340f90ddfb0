"""End to end, in headless Chromium: a page of a run with default output shows the peaks that its
figures name.
"""

from collections.abc import Callable

import numpy as np
import pytest

import gudgeon as gd
from gudgeon.report.page import write
from tests.support.chromium import Tab
from tests.support.report_fixtures import Shown

QUANTUM = 2e-6  # of the range of a channel: what the page keeps of a number


@pytest.fixture(scope="module")
def followed(tmp_path_factory: pytest.TempPathFactory) -> Shown:
    """The page of a four-bar whose ball bounces, with rows that follow its motion."""
    result = gd.simulate(gd.library("four-bar", C="clearance"), 0.25)
    return Shown(result, write(result, tmp_path_factory.mktemp("page") / "four-bar.html"))


def figure(tab: Tab, label: str) -> None:
    """Click a key figure, and wait until the scene has been drawn again."""
    tab.run(
        "(async () => { const before = gudgeon.viewer.frames; "
        "[...document.querySelectorAll('.figures button')].find((item) => "
        f"item.textContent.startsWith('{label}')).click(); "
        "while (gudgeon.viewer.frames < before + 2) { gudgeon.clock.seek(gudgeon.clock.t); "
        "await new Promise((done) => requestAnimationFrame(done)); } })()"
    )


def test_the_hardest_contact_leads_to_its_peak_with_its_arrow(
    followed: Shown, tab_of: Callable[[Shown], Tab]
) -> None:
    tab, result = tab_of(followed), followed.result
    impacts = result.after_transient.impacts
    k = int(np.argmax(impacts["peak_force"]))
    figure(tab, "hardest contact")
    assert tab.run("gudgeon.clock.t") == impacts["peak_time"][k]
    (pressing,) = tab.run("gudgeon.viewer.views[0].active(gudgeon.clock.t)")
    assert pressing["force"] == pytest.approx(impacts["peak_force"][k], rel=QUANTUM)
    assert tab.run("gudgeon.viewer.views[0].arrows.get('normal C.ball').visible")
    text = tab.run("document.querySelector('.chip output').textContent")
    assert text == f"{impacts['peak_force'][k]:.5g} N"


def test_the_largest_resultant_leads_to_its_time_with_reactions_shown(
    followed: Shown, tab_of: Callable[[Shown], Tab]
) -> None:
    tab, result = tab_of(followed), followed.result
    figure(tab, "largest resultant")
    label = max(
        (label for label in result.peaks if label.startswith("joint:")),
        key=lambda label: result.peaks[label].value,
    )
    assert tab.run("gudgeon.clock.t") == result.peaks[label].time
    assert tab.run("gudgeon.viewer.switches.reactions.getAttribute('aria-pressed')") == "true"


def test_curves_rise_to_their_peaks_which_are_marked(
    followed: Shown, tab_of: Callable[[Shown], Tab]
) -> None:
    tab, impacts = tab_of(followed), followed.result.impacts
    shown = tab.run(
        "(({ curves: [curve], dots }) => ({ top: Math.max(...curve.y.subarray(0, curve.count)), "
        "dots: dots.map(({ x, y }) => [x, y]) }))(gudgeon.plots[0].chart.model(600))"
    )
    assert shown["top"] == pytest.approx(impacts["peak_force"].max(), rel=QUANTUM)
    found = dict(shown["dots"])
    assert sorted(found) == sorted(impacts["peak_time"])
    for when, force in zip(impacts["peak_time"], impacts["peak_force"], strict=True):
        assert found[when] == pytest.approx(force, abs=QUANTUM * shown["top"])


def test_the_saved_numbers_have_the_peak(followed: Shown, tab_of: Callable[[Shown], Tab]) -> None:
    tab, impacts = tab_of(followed), followed.result.impacts
    lines = tab.run("gudgeon.plots[0].csv()").splitlines()[1:]
    values = [float(line.split(",")[1]) for line in lines]
    assert max(values) == pytest.approx(impacts["peak_force"].max(), rel=QUANTUM)


def test_the_start_that_key_figures_leave_out_is_shaded(
    followed: Shown, tab_of: Callable[[Shown], Tab]
) -> None:
    """Over time every chart is shaded until the transient ends, and nothing is after it."""
    tab, result = tab_of(followed), followed.result
    assert result.transient > 0
    shade = tab.run("gudgeon.plots[0].chart.model(600).shade")
    assert shade["low"] == 0
    assert shade["high"] == pytest.approx(result.transient, rel=1e-9)
    later = f"gudgeon.span.set({0.5 * (result.transient + 0.25)}, 0.25)"
    assert tab.run(f"({later}, gudgeon.plots[0].chart.model(600).shade)") is None
    tab.run("gudgeon.span.set(-Infinity, Infinity)")
