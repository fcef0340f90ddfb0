"""What is unusual opens all the same, in headless Chromium: hostile names, partial results, very
long ones, no WebGL.
"""

from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

import gudgeon as gd
from gudgeon.report.page import write
from gudgeon.results.outcome import Outcome
from gudgeon.results.result import Result
from gudgeon.results.status import Status
from tests.support import synthetic_results
from tests.support.chromium import Browser, Tab
from tests.support.report_fixtures import peaks_of

HOSTILE = "<script>alert(1)<!--"
CHART = "#panels .plots .chart"


def hostile() -> Result:
    """A result in which every name tries to be markup."""
    labels = {
        "body": (HOSTILE, "<img src=x onerror=alert(1)>"), "joint": (HOSTILE, "<b>"), "coordinate": (f"{HOSTILE}.angle",),
        "driver": (), "entry": ("kinetic", "gravity"),
    }  # fmt: skip
    first, second = labels["joint"]
    mechanism = gd.Mechanism(
        name=HOSTILE,
        bodies=[gd.Body(name, mass=1, inertia=(1, 1, 1)) for name in labels["body"]],
        joints=[
            gd.Revolute(
                first, between=("ground", labels["body"][0]), point=(0, 0, 0), axis=(0, 0, 1)
            ),
            gd.Spherical(second, between=labels["body"], point=(1, 0, 0)),
        ],
    )
    layout = synthetic_results.layout(labels)
    rows = np.zeros((50, layout.width))
    data = layout.split(rows)
    data["t"][:] = np.linspace(0, 1, 50)
    data["orientation"][..., 0] = 1
    return Result(mechanism, layout, data, Outcome(Status.COMPLETE, notes=(HOSTILE,)))


def test_hostile_names_are_shown_as_they_are(tabs: Callable[..., Tab], tmp_path: Path) -> None:
    tab = tabs(write(hostile(), tmp_path / "x.html"))
    tab.run("gudgeon.addPlot('time', [gudgeon.runs[0].curves()[0].name]).then(() => true)")
    assert tab.run("document.querySelector('h1').textContent") == HOSTILE
    assert tab.run("document.title") == HOSTILE
    assert (
        tab.run("[...document.querySelectorAll('.labels .name')].map((one) => one.textContent)[0]")
        == HOSTILE
    )
    assert tab.run("document.querySelectorAll('img, b:not(.figures b, .sentences b)').length") == 0
    assert tab.run("document.querySelectorAll('script:not([type])').length") == 1


PARTIAL = {
    "no rows": lambda: synthetic_results.result(np.array([])),
    "one row": lambda: synthetic_results.result(np.array([0.0])),
    "a run that ended early": lambda: synthetic_results.result(37, status=Status.CANNOT_PROJECT),
    "no mechanism": lambda: Result(
        None,
        synthetic_results.plan(),
        synthetic_results.result(5).data,
        Outcome(Status.INTERRUPTED),
    ),
    "still running": lambda: synthetic_results.result(5, status=Status.RUNNING),
}


@pytest.mark.parametrize("case", PARTIAL)
def test_partial_results_open(case: str, tabs: Callable[..., Tab], tmp_path: Path) -> None:
    result = PARTIAL[case]()
    tab = tabs(write(result, tmp_path / "x.html"))
    assert result.message in tab.run("document.querySelector('details.story').textContent")
    for key in (" ", " ", "ArrowRight", "End", "n", "z"):
        tab.press(key)
    assert tab.run("gudgeon.clock.t") == (result.t[-1] if result.rows else 0)


@pytest.mark.parametrize("bad", [np.nan, np.inf, -np.inf])
def test_numbers_that_are_not_finite_leave_gaps_and_the_rest_is_shown(
    bad: float, tabs: Callable[..., Tab], tmp_path: Path
) -> None:
    result = synthetic_results.result(101)
    result.data["joint_force"][40:60] = bad
    result.data["position"][90:] = bad
    result.data["acceleration"][50, 0, 0] = bad
    tab = tabs(write(result, tmp_path / "x.html"))
    for t in np.linspace(0, 5, 11):
        tab.run(f"(gudgeon.clock.seek({float(t)!r}), gudgeon.viewer.draw(), true)")
    tab.run("gudgeon.addPlot('time', ['A.force.magnitude']).then(() => true)")
    low, high, gaps = tab.run(
        "(() => { const { axes: [{ low, high }], curves: [{ y, count }] } = "
        "gudgeon.plots.at(-1).chart.model(400); return [low, high, [...y.subarray(0, count)]"
        ".filter((value) => !Number.isFinite(value)).length]; })()"
    )
    assert np.isfinite([low, high]).all() and low < high and gaps > 0
    words = tab.run("document.querySelector('.sentences').textContent")
    assert "NaN" not in words and "Infinity" not in words
    assert "are not finite" in tab.run("document.querySelector('details.story').textContent")


def test_a_mesh_is_drawn_in_place_of_the_links(tabs: Callable[..., Tab], tmp_path: Path) -> None:
    (tmp_path / "part.obj").write_text(
        "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 2 3\nf 1 2 4\nf 1 3 4\nf 2 3 4\n", encoding="utf-8"
    )
    tab = tabs(
        write(
            synthetic_results.result(9),
            tmp_path / "x.html",
            shapes={"crank": str(tmp_path / "part.obj")},
        )
    )
    corners = "gudgeon.viewer.views[0].bodies[1].children[0].geometry.attributes.position"
    assert tab.run(f"{corners}.count") == 12
    assert sorted(tab.run(f"[...{corners}.array]")) == [0.0] * 27 + [1.0] * 9


def test_without_webgl_everything_else_works(browser: Browser, tmp_path: Path) -> None:
    page = write(synthetic_results.result(50), tmp_path / "x.html")
    text = page.read_text(encoding="utf-8")
    blind = (
        "<script>HTMLCanvasElement.prototype.getContext = ((old) => function (kind, ...more) { "
        "return kind.startsWith('webgl') ? null :"
    )
    page.write_text(
        text.replace(
            "<header",
            f"{blind} old.call(this, kind, ...more); "
            f"}})(HTMLCanvasElement.prototype.getContext)</script><header",
            1,
        )
    )
    tab = browser.open(page)
    tab.press("End")
    assert "does not offer WebGL" in tab.run("document.querySelector('#view').textContent")
    assert tab.run("gudgeon.clock.t") == 5
    assert tab.run("gudgeon.plots.length") > 0
    tab.close()


@pytest.mark.slow
def test_two_seconds_at_hundred_kilohertz_are_small_and_quick(
    tabs: Callable[..., Tab], tmp_path: Path
) -> None:
    """Below 12 MB, open in 3 s, 30 frames a second while scrubbing, by the clock: on a busy
    machine this fails, and should.
    """
    result = gd.simulate(
        gd.library("planar-slider-crank", C="clearance"), duration=2.0, output_step=1e-5
    )
    page = write(result, tmp_path / "x.html")
    assert page.stat().st_size < 12_000_000
    tab = tabs(page)
    assert tab.opened_in < 3
    scrub = """(async () => { const [from, begin] = [gudgeon.viewer.frames, performance.now()];
        for (let k = 0; performance.now() - begin < 1000; k++) {
          gudgeon.clock.seek(((0.0137 * k) % 1) * gudgeon.clock.end);
          await new Promise((done) => requestAnimationFrame(done));
        }
        return [gudgeon.viewer.frames - from, (performance.now() - begin) / 1000]; })()"""
    rates = []
    for _ in range(8):  # a slow machine draws coarser after a while
        frames, passed = tab.run(scrub)
        rates.append(frames / passed)
    assert np.median(rates) >= 30
    force, coarse = result.joint("C").normal_force, 2.0 ** -tab.run("gudgeon.runs[0].about.bits")
    peaks, shown = (
        peaks_of(force, int(np.ceil(result.rows / tab.run("gudgeon.plots[0].chart.area.width")))),
        tab.drawn(0),
    )
    assert len(peaks) > 100
    assert all(np.min(np.abs(shown - peak)) <= coarse * np.ptp(force) for peak in peaks)
    row = 123_456
    assert np.allclose(
        tab.pose("rod", float(result.t[row]))[:3], result.body("rod").position[row], atol=1e-7
    )


@pytest.mark.slow
def test_a_million_rows_open_with_their_peaks(tabs: Callable[..., Tab], tmp_path: Path) -> None:
    rows = 1_000_000
    result = synthetic_results.result(np.linspace(0, 5, rows))
    result.data["joint_force"][654_321, 0, 0] = 777.0
    tab = tabs(write(result, tmp_path / "x.html"))
    assert tab.run("gudgeon.runs[0].rows") <= 250_000
    assert "250000 of its 1000000 rows" in tab.run(
        "document.querySelector('details.story').textContent"
    )
    most = tab.run(
        "gudgeon.runs[0].columns('A.force').then(([x]) => x.array().reduce((a, b) => Math.max(a, "
        "b)))"
    )
    assert most == pytest.approx(777.0, abs=1e-3)
    tab.run("gudgeon.clock.seek(2.5)")
    tab.box(CHART)
