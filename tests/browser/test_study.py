"""End to end, in headless Chromium: the page of a study with ten thousand runs."""

from pathlib import Path

import numpy as np

from gudgeon.results.metrics import Measured
from gudgeon.studies.sweep_result import Sweep
from tests.support.chromium import Browser

COUNT = 10_000


def wide_study() -> Sweep:
    generator = np.random.default_rng(0)
    x, y = generator.uniform(0, 1, COUNT), generator.normal(0, 1, COUNT)
    rows = [
        {"values": {"force": Measured(float(a + b), "N")}, "ended": "complete", "message": ""}
        for a, b in zip(x, y, strict=True)
    ]
    return Sweep("wide", {"first": x, "second": y}, {"first": "m", "second": ""}, rows, True)


def text(tab, name: str) -> str:
    return tab.run(f"document.getElementById('{name}').textContent")


def test_dots_are_chosen_together_and_a_click_shows_a_run(browser: Browser, tmp_path: Path) -> None:
    """A drag over the left half chooses about half of the runs: those whose first parameter is
    below the middle of the axis, to the width of a dot.
    """
    page = wide_study().report(tmp_path / "study.html")
    tab = browser.open(page, wait="window.drawTime > 0")
    left, top, _, height = tab.box("#main")
    middle = tab.run("now.f.X(0.5)")
    tab.drag((left + 66, top + 2), (left + middle, top + height - 2))
    tab.wait("document.getElementById('chosen').textContent.includes('are chosen')")
    chosen = int(text(tab, "chosen").split()[0])
    expected = tab.run("byName.get('first').values.filter((v) => v <= 0.5).length")
    assert abs(chosen - expected) < 0.01 * COUNT
    tab.click("#clear")
    x, y = tab.run("[now.f.X(now.cx.values[7]), now.f.Y(now.cy.values[7])]")
    for kind in ("Pressed", "Released"):
        tab.mouse(kind, left + x, top + y)
    tab.wait("document.getElementById('runTitle').textContent.startsWith('Run ')")
    assert "first" in text(tab, "run") and "no report" in text(tab, "link")
    assert tab.complaints() == []
    tab.close()


def test_ten_thousand_dots_follow_the_mouse(browser: Browser, tmp_path: Path) -> None:
    """The best of twenty looks is what the page needs, the others what a busy machine adds: a
    mark within a frame of 60 Hz, all pictures within 100 ms, below which an answer is felt as
    immediate.
    """
    page = wide_study().report(tmp_path / "study.html")
    tab = browser.open(page, wait="window.drawTime > 0", dark=True)
    left, top, _, _ = tab.box("#main")
    moves, draws = [], []
    for k in range(20):
        tab.mouse("Moved", left + 80 + 20 * k, top + 60 + 10 * k, button="none")
        moves.append(tab.run("window.moveTime"))
        draws.append(tab.run("drawAll(), window.drawTime"))
    assert min(moves) < 1000 / 60 and min(draws) < 100
    tab.close()
