"""End to end, in headless Chromium: the page opens, plays, scrubs, zooms, jumps, exports, and shows what the result says."""

import json
import os
import time
import xml.etree.ElementTree as ET
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import synthetic
from chromium import Browser, Tab
from conftest import Shown

import gudgeon as gd
from gudgeon.files import loads
from gudgeon.report import write
from gudgeon.report.encoding import CHANNEL_BITS
from gudgeon.results import Result, Status

HOSTILE = "<script>alert(1)<!--"
CHART = "#panels .plots .chart"


@pytest.fixture
def tabs(browser: Browser) -> Iterator[Callable[..., Tab]]:
    """Open pages; afterwards none of them may have complained."""
    opened: list[Tab] = []

    def open_tab(path: Path, **options: Any) -> Tab:
        opened.append(browser.open(path, **options))
        return opened[-1]

    yield open_tab
    for tab in opened:
        assert tab.complaints() == []
        assert tab.run("document.querySelectorAll('.failure').length") == 0
        tab.close()


def pose(tab: Tab, body: str, t: float) -> np.ndarray:
    """Return position and Euler parameters as they are drawn at a time."""
    drawn = tab.run(f"(gudgeon.clock.seek({t!r}), gudgeon.viewer.drawnPose({json.dumps(body)}))")
    return np.array(drawn["position"] + drawn["orientation"])


def wait_for(condition: Callable[[], Any], seconds: float = 20) -> Any:
    end = time.monotonic() + seconds
    while not (found := condition()):
        assert time.monotonic() < end, "it did not happen"
        time.sleep(0.05)
    return found


def test_the_pose_shown_is_the_pose_of_the_result(shown: Shown, tabs: Callable[..., Tab]) -> None:
    """To 1e-6 of the range of each coordinate, the quantum of the page being 6e-8 of it."""
    tab, result = tabs(shown.path), shown.result
    for name in result.layout.labels["body"]:
        body = result.body(name)
        motion = np.concatenate([body.position, body.orientation], axis=1)
        allowed = 1e-6 * np.maximum(np.ptp(motion, axis=0), 1e-3)
        for row in (0, 1, result.rows // 3, result.rows - 2, result.rows - 1):
            found = pose(tab, name, float(result.t[row]))
            assert np.all(np.abs(found - motion[row]) <= allowed), (name, row)


def test_between_two_rows_the_pose_is_between_theirs(loose: Shown, tabs: Callable[..., Tab]) -> None:
    tab, result = tabs(loose.path), loose.result
    before, after = result.t[700], result.t[701]
    middle = 0.5 * (result.body("rod").position[700] + result.body("rod").position[701])
    assert np.allclose(pose(tab, "rod", float(0.5 * (before + after)))[:3], middle, atol=1e-7)


def test_the_picture_shows_something_and_changes(shown: Shown, tabs: Callable[..., Tab], tmp_path: Path) -> None:
    from matplotlib.image import imread

    tab = tabs(shown.path)
    left, top, width, height = map(int, tab.box("#view"))
    pictures = []
    for share in (0.0, 0.4):
        tab.run(f"gudgeon.clock.seek({share} * gudgeon.clock.end)")
        pictures.append(imread(tab.screenshot(tmp_path / "x.png"))[top : top + height, left : left + width, :3])
    first, second = pictures
    assert len(np.unique((first[::4, ::4] * 255).astype(int).reshape(-1, 3), axis=0)) > 50  # shades of lit bodies
    assert np.mean(np.any(np.abs(first - second) > 0.1, axis=2)) > 0.002  # the bodies have moved


def test_it_plays_and_pauses(shown: Shown, tabs: Callable[..., Tab]) -> None:
    tab = tabs(shown.path)
    assert tab.run("gudgeon.clock.t") == 0
    tab.press(" ")
    wait_for(lambda: tab.run("gudgeon.clock.t > 0 && gudgeon.viewer.frames > 3"))
    tab.click("#transport .play")
    stopped = tab.run("[gudgeon.clock.playing, gudgeon.clock.t]")
    time.sleep(0.2)
    assert stopped[0] is False
    assert tab.run("gudgeon.clock.t") == stopped[1]


def test_it_ends_at_the_end_and_begins_again(loose: Shown, tabs: Callable[..., Tab]) -> None:
    tab = tabs(loose.path)
    tab.run("(gudgeon.clock.setSpeed(10), gudgeon.clock.toggle(true))")
    wait_for(lambda: not tab.run("gudgeon.clock.playing"))
    assert tab.run("gudgeon.clock.t") == loose.result.t[-1]
    tab.run("(gudgeon.clock.setSpeed(1e-5), gudgeon.clock.toggle(true))")
    assert tab.run("gudgeon.clock.t") < 1e-3


def test_the_slider_scrubs(shown: Shown, tabs: Callable[..., Tab]) -> None:
    tab = tabs(shown.path)
    left, top, width, height = tab.box("#transport .time")
    tab.drag((left + 8, top + height / 2), (left + 0.75 * width, top + height / 2))
    # the middle of the handle runs half its width (8 pixels) inside the track
    share = (0.75 * width - 8) / (width - 16)
    assert tab.run("gudgeon.clock.t / gudgeon.clock.end") == pytest.approx(share, abs=3 / width)


def test_plots_zoom_pan_and_seek(shown: Shown, tabs: Callable[..., Tab]) -> None:
    tab = tabs(shown.path)
    end = tab.run("gudgeon.clock.end")
    tab.box(CHART)
    left, top, _, height = tab.box(CHART)
    area = tab.run("(() => { const a = gudgeon.plots[0].chart.area; return [a.left, a.width]; })()")
    at = lambda share: (left + area[0] + share * area[1], top + height / 2)  # noqa: E731
    tab.drag(at(0.25), at(0.5))
    low, high = tab.run("[gudgeon.span.low, gudgeon.span.high]")
    assert (low, high) == pytest.approx((0.25 * end, 0.5 * end), abs=2 * end / area[1])
    tab.mouse("Moved", *at(0.5), button="none")
    tab.mouse("Pressed", *at(0.5))
    tab.mouse("Released", *at(0.5))
    assert tab.run("gudgeon.clock.t") == pytest.approx((low + high) / 2, abs=2 * (high - low) / area[1])
    tab.press("z")
    assert tab.run("[gudgeon.span.low, gudgeon.span.high]") == [0, end]


def test_the_wheel_zooms_the_mechanism_and_home_brings_it_back(shown: Shown, tabs: Callable[..., Tab]) -> None:
    tab = tabs(shown.path)
    left, top, width, height = tab.box("#view")
    distance = "gudgeon.viewer.camera.position.distanceTo(gudgeon.viewer.centre)"
    before = tab.run(distance)
    tab.call("Input.dispatchMouseEvent", type="mouseWheel", x=left + width / 2, y=top + height / 2, deltaX=0, deltaY=-400)
    wait_for(lambda: tab.run(distance) < 0.95 * before)
    tab.press("h")
    assert tab.run(distance) == pytest.approx(before, rel=1e-9)


def test_following_keeps_a_body_in_its_place_of_the_picture(shown: Shown, tabs: Callable[..., Tab]) -> None:
    tab = tabs(shown.path)
    tab.run("(gudgeon.viewer.following = 1, gudgeon.viewer.draw())")
    seen = "gudgeon.viewer.views[0].bodies[1].position.clone().project(gudgeon.viewer.camera).toArray()"
    before = tab.run(seen)
    tab.run("(gudgeon.clock.seek(0.6 * gudgeon.clock.end), gudgeon.viewer.draw(), gudgeon.viewer.camera.updateMatrixWorld())")
    assert tab.run(seen) == pytest.approx(before, abs=1e-6)


def test_a_click_in_the_table_goes_to_the_contact(loose: Shown, tabs: Callable[..., Tab]) -> None:
    tab, impacts = tabs(loose.path), loose.result.impacts
    assert tab.run("document.querySelectorAll('.impacts tbody tr').length") == min(len(impacts), 100)
    tab.click(".impacts tbody tr:nth-child(4)")
    assert tab.run("gudgeon.clock.t") == impacts["start"][3]
    low, high = tab.run("[gudgeon.span.low, gudgeon.span.high]")
    assert low <= impacts["start"][3] < impacts["end"][3] <= high
    assert high - low < 0.1 * loose.result.t[-1]
    assert tab.run("document.querySelector('.impacts tr.now').rowIndex") == 4
    tab.press("n")
    assert tab.run("gudgeon.clock.t") == impacts["start"][4]
    tab.press("p")
    tab.press("p")
    assert tab.run("gudgeon.clock.t") == impacts["start"][2]


def test_the_table_sorts(loose: Shown, tabs: Callable[..., Tab]) -> None:
    tab, impacts = tabs(loose.path), loose.result.impacts
    tab.run("[...document.querySelectorAll('.impacts th button')].find((one) => one.textContent.startsWith('peak force')).click()")
    tab.click(".impacts tbody tr:nth-child(1)")
    assert tab.run("gudgeon.clock.t") == impacts["start"][np.argmax(impacts["peak_force"])]


def test_the_magnifier_shows_eccentricity_and_mode(loose: Shown, tabs: Callable[..., Tab]) -> None:
    tab, result = tabs(loose.path), loose.result
    joint = result.joint("C")
    for mode, word in ((0, "free flight"), (2, "following")):
        row = int(np.flatnonzero(joint.mode == mode)[5])
        tab.run(f"(gudgeon.clock.seek({float(result.t[row])!r}), gudgeon.magnifiers[0].draw())")
        text = tab.run("gudgeon.magnifiers[0].caption.textContent")
        size = np.linalg.norm(joint.eccentricity[row])
        assert f"({size / 5e-4:.3f} c)" in text
        assert word in text
    tab.run(f"(gudgeon.goTo({float(result.impacts['start'][0])!r}), gudgeon.magnifiers[0].draw())")
    assert "impact" in tab.run("gudgeon.magnifiers[0].caption.textContent")


def test_the_magnifier_of_a_guide_shows_what_is_across_it(tabs: Callable[..., Tab], tmp_path: Path) -> None:
    """The slider slides along x in a guide of 1 mm play: y is its eccentricity."""
    result = gd.simulate(gd.library("translational-slider-crank", D="clearance"), duration=0.05, output_step=1e-4)
    tab, row = tabs(write(result, tmp_path / "x.html")), 333
    tab.run(f"(gudgeon.clock.seek({float(result.t[row])!r}), gudgeon.magnifiers[0].draw())")
    joint = result.mechanism.joint("D")
    across = abs(result.joint("D").eccentricity[row, 1])
    assert f"({across / joint.gap():.3f} c)" in tab.run("gudgeon.magnifiers[0].caption.textContent")


def test_contact_forces_are_drawn_on_the_journal(loose: Shown, tabs: Callable[..., Tab]) -> None:
    tab, result = tabs(loose.path), loose.result
    row = int(np.argmax(result.contact("C.journal").normal_force))
    (found,) = tab.run(f"gudgeon.viewer.views[0].active({float(result.t[row])!r})")
    peak = np.max(np.abs(result.joint("C").force))
    drawn = np.array(found["normal"]) + np.array(found["friction"])
    # force and direction come from the page's quanta of force (1e-6) and of contact point (1e-6 of 0.1 m, seen over 10 mm)
    assert np.linalg.norm(drawn - result.joint("C").force[row]) < 1e-4 * peak


def test_decimated_plots_keep_every_peak(loose: Shown, tabs: Callable[..., Tab]) -> None:
    tab, values = tabs(loose.path), loose.result.joint("C").normal_force
    tab.box(CHART)
    tab.run("gudgeon.plots[0].chart.draw()")
    shown = tab.run("(() => { const c = gudgeon.plots[0].chart.shown.curves[0]; return [...c.y.slice(0, c.count)]; })()")
    width = tab.run("gudgeon.plots[0].chart.area.width")
    assert len(shown) < loose.result.rows
    quantum = 2.0**-CHANNEL_BITS * np.ptp(values)
    reach = int(np.ceil(len(values) / width))
    windows = np.lib.stride_tricks.sliding_window_view(np.pad(values, reach, mode="edge"), 2 * reach + 1)
    peaks = values[(values == windows.max(axis=1)) & (values > 0)]  # greatest within a pixel to each side
    assert len(peaks) > 50
    assert all(np.min(np.abs(np.array(shown) - peak)) <= quantum for peak in peaks)


def test_numbers_pictures_and_the_model_can_be_saved(loose: Shown, tabs: Callable[..., Tab], tmp_path: Path) -> None:
    tab, result = tabs(loose.path), loose.result
    tab.downloads(tmp_path)
    card = "#panels .plots .card:nth-child(2)"
    tab.run(f"gudgeon.span.set({float(result.t[100])!r}, {float(result.t[200])!r})")
    for word in ("PNG", "SVG", "CSV"):
        tab.run(f"[...document.querySelectorAll('{card} .tools button')].find((one) => one.textContent === '{word}').click()")
    tab.run("[...document.querySelectorAll('details.story button')].find((one) => one.textContent === 'save model.yaml').click()")
    names = ("velocity.png", "velocity.svg", "velocity.csv", "model.yaml")
    wait_for(lambda: all((tmp_path / name).exists() for name in names))
    assert (tmp_path / "velocity.png").read_bytes()[:8] == b"\x89PNG\r\n\x1a\n"
    assert "slider.velocity.magnitude" in "".join(ET.parse(tmp_path / "velocity.svg").getroot().itertext())
    assert loads((tmp_path / "model.yaml").read_text(encoding="utf-8")) == result.mechanism
    head, *lines = (tmp_path / "velocity.csv").read_text(encoding="utf-8").splitlines()
    assert head.split(",")[:2] == ['"t [s]"', '"slider.velocity.magnitude [m/s]"']
    numbers = np.array([[float(word) for word in line.split(",")] for line in lines])
    np.testing.assert_array_equal(numbers[:, 0], result.t[100:201])
    speed = np.linalg.norm(result.body("slider").velocity, axis=1)
    assert np.max(np.abs(numbers[:, 1] - speed[100:201])) <= 2.0**-CHANNEL_BITS * 2 * np.ptp(result.body("slider").velocity[:, 0])


@pytest.mark.parametrize(
    ("kind", "names"), [("phase", ["crank.position.x", "crank.position.y"]), ("spectrum", ["crank.position.x"]), ("energy", [])]
)
def test_every_kind_of_plot_can_be_added(kind: str, names: list[str], loose: Shown, tabs: Callable[..., Tab]) -> None:
    tab = tabs(loose.path)
    drawn = f"gudgeon.addPlot('{kind}', {names}).then((plot) => {{ plot.chart.draw(); const s = plot.chart.shown;"
    drawn += " return s.curves.reduce((n, one) => n + one.count, 0) + (s.areas ?? []).length; })"
    assert tab.run(drawn) > 3


def test_the_stacked_energies_end_at_what_was_put_in(loose: Shown, tabs: Callable[..., Tab]) -> None:
    """Top of the stack and the line of initial energy plus work differ by the energy balance, which is small."""
    tab = tabs(loose.path)
    script = "(() => { const plot = gudgeon.plots.find((one) => one.title === 'Energy'); plot.chart.draw();"
    script += " const { layers, given } = plot.stack; return [[...layers.at(-1).high], [...given]]; })()"
    top, given = tab.run(script)
    energy = loose.result.energy
    quantum = 2.0**-CHANNEL_BITS * sum(np.ptp(energy[entry]) for entry in energy.entries)
    assert np.max(np.abs(np.array(top) - given)) < 2 * quantum + 2 * np.max(np.abs(energy.balance))


def test_the_spectrum_of_a_turning_crank_has_its_line_at_the_speed(loose: Shown, tabs: Callable[..., Tab]) -> None:
    tab = tabs(loose.path)
    script = "gudgeon.addPlot('spectrum', ['crank.position.x']).then((plot) => { plot.chart.draw(); const [s] = plot.spectra;"
    found = tab.run(script + " return s.x[s.y.reduce((top, one, k) => (one > s.y[top] ? k : top), 0)]; })")
    assert found == pytest.approx(5000 / 60, abs=0.51 / loose.result.t[-1])  # half a line


def test_dark_and_light_follow_the_reader(loose: Shown, tabs: Callable[..., Tab]) -> None:
    tab = tabs(loose.path, dark=True)
    assert tab.run("document.documentElement.dataset.theme") == "dark"
    tab.press("t")
    assert tab.run("document.documentElement.dataset.theme") == "light"


@pytest.mark.parametrize(("width", "height"), [(1366, 768), (1920, 1080), (420, 900)], ids=["laptop", "projector", "telephone"])
def test_nothing_sticks_out(width: int, height: int, shown: Shown, tabs: Callable[..., Tab]) -> None:
    tab = tabs(shown.path, width=width, height=height)
    assert tab.run("document.documentElement.scrollWidth") <= width
    assert tab.run("document.querySelector('#panels').scrollWidth - document.querySelector('#panels').clientWidth") <= 0


def test_what_is_text_has_a_name_for_readers_of_the_screen(loose: Shown, tabs: Callable[..., Tab]) -> None:
    tab = tabs(loose.path)
    named = "(one) => (one.ariaLabel || one.textContent || one.labels?.[0]?.textContent || '').trim()"
    controls = "[...document.querySelectorAll('button, select, input, canvas:not([aria-hidden]), section')]"
    assert tab.run(f"{controls}.filter((one) => !({named})(one)).map((one) => one.outerHTML.slice(0, 80))") == []


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
            gd.Revolute(first, between=("ground", labels["body"][0]), point=(0, 0, 0), axis=(0, 0, 1)),
            gd.Spherical(second, between=labels["body"], point=(1, 0, 0)),
        ],
    )
    layout = synthetic.layout(labels)
    rows = np.zeros((50, layout.width))
    data = layout.split(rows)
    data["t"][:] = np.linspace(0, 1, 50)
    data["orientation"][..., 0] = 1
    return Result(mechanism, layout, data, Status.COMPLETE, notes=(HOSTILE,))


def test_hostile_names_are_shown_as_they_are(tabs: Callable[..., Tab], tmp_path: Path) -> None:
    tab = tabs(write(hostile(), tmp_path / "x.html"))
    tab.run("gudgeon.addPlot('time', [gudgeon.runs[0].curves()[0].name]).then(() => true)")
    assert tab.run("document.querySelector('h1').textContent") == HOSTILE
    assert tab.run("document.title") == HOSTILE
    assert tab.run("[...document.querySelectorAll('.labels .name')].map((one) => one.textContent)[0]") == HOSTILE
    assert tab.run("document.querySelectorAll('img, b:not(.figures b)').length") == 0
    assert tab.run("document.querySelectorAll('script:not([type])').length") == 1


PARTIAL = {
    "no rows": lambda: synthetic.result(np.array([])),
    "one row": lambda: synthetic.result(np.array([0.0])),
    "a run that ended early": lambda: synthetic.result(37, status=Status.CANNOT_PROJECT),
    "no mechanism": lambda: Result(None, synthetic.plan(), synthetic.result(5).data, Status.INTERRUPTED),
    "still running": lambda: synthetic.result(5, status=Status.RUNNING),
}


@pytest.mark.parametrize("case", PARTIAL)
def test_partial_results_open(case: str, tabs: Callable[..., Tab], tmp_path: Path) -> None:
    result = PARTIAL[case]()
    tab = tabs(write(result, tmp_path / "x.html"))
    assert result.message in tab.run("document.querySelector('details.story').textContent")
    for key in (" ", " ", "ArrowRight", "End", "n", "z"):
        tab.press(key)
    assert tab.run("gudgeon.clock.t") == (result.t[-1] if result.rows else 0)


def test_a_mesh_is_drawn_in_place_of_the_links(tabs: Callable[..., Tab], tmp_path: Path) -> None:
    (tmp_path / "part.obj").write_text("v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 2 3\nf 1 2 4\nf 1 3 4\nf 2 3 4\n", encoding="utf-8")
    tab = tabs(write(synthetic.result(9), tmp_path / "x.html", shapes={"crank": str(tmp_path / "part.obj")}))
    corners = "gudgeon.viewer.views[0].bodies[1].children[0].geometry.attributes.position"
    assert tab.run(f"{corners}.count") == 12
    assert sorted(tab.run(f"[...{corners}.array]")) == [0.0] * 27 + [1.0] * 9


def test_runs_are_compared_overlaid_and_side_by_side(tabs: Callable[..., Tab], tmp_path: Path) -> None:
    tab = tabs(write({"first": synthetic.result(50), "<b>": synthetic.result(20)}, tmp_path / "x.html"))
    assert tab.run("gudgeon.plots[0].curves[0].parts.length") == 2
    opacity = "gudgeon.viewer.views[1].bodies[1].children[0].material.opacity"
    assert tab.run(opacity) < 1
    tab.run("[...document.querySelectorAll('.toolbar button')].find((one) => one.textContent === 'side by side').click()")
    assert tab.run(opacity) == 1
    assert tab.run("[...document.querySelectorAll('.panes span')].map((one) => one.textContent)") == ["first", "<b>"]


def test_without_webgl_everything_else_works(browser: Browser, tmp_path: Path) -> None:
    page = write(synthetic.result(50), tmp_path / "x.html")
    text = page.read_text(encoding="utf-8")
    blind = "<script>HTMLCanvasElement.prototype.getContext = ((old) => function (kind, ...more) { return kind.startsWith('webgl') ? null :"
    page.write_text(
        text.replace("<header", f"{blind} old.call(this, kind, ...more); }})(HTMLCanvasElement.prototype.getContext)</script><header", 1)
    )
    tab = browser.open(page)
    tab.press("End")
    assert "does not offer WebGL" in tab.run("document.querySelector('#view').textContent")
    assert tab.run("gudgeon.clock.t") == 5
    assert tab.run("gudgeon.plots.length") > 0
    tab.close()


@pytest.mark.slow
def test_two_seconds_at_hundred_kilohertz_are_small_and_quick(tabs: Callable[..., Tab], tmp_path: Path) -> None:
    """Below 12 MB, open in 3 s, 30 frames a second while scrubbing.

    Of a busy machine the browser gets a part: then what counts is the time that it computed, shared by the processors.
    """
    result = gd.simulate(gd.library("planar-slider-crank", C="clearance"), duration=2.0, output_step=1e-5)
    page = write(result, tmp_path / "x.html")
    assert page.stat().st_size < 12_000_000
    tab, cores = tabs(page), os.cpu_count() or 1
    assert min(tab.opened_in, tab.computed / cores) < 3
    scrub = """(async () => { const [from, begin] = [gudgeon.viewer.frames, performance.now()];
        for (let k = 0; performance.now() - begin < 1000; k++) {
          gudgeon.clock.seek(((0.0137 * k) % 1) * gudgeon.clock.end);
          await new Promise((done) => requestAnimationFrame(done));
        }
        return [gudgeon.viewer.frames - from, (performance.now() - begin) / 1000]; })()"""
    rates = []
    for _ in range(8):  # a slow machine draws coarser after a while
        computed = tab.browser.cpu()
        frames, passed = tab.run(scrub)
        rates.append(frames / min(passed, (tab.browser.cpu() - computed) / cores))
    assert max(rates) >= 30
    row = 123_456
    assert np.allclose(pose(tab, "rod", float(result.t[row]))[:3], result.body("rod").position[row], atol=1e-7)


@pytest.mark.slow
def test_a_million_rows_open_with_their_peaks(tabs: Callable[..., Tab], tmp_path: Path) -> None:
    rows = 1_000_000
    result = synthetic.result(np.linspace(0, 5, rows))
    result.data["joint_force"][654_321, 0, 0] = 777.0
    tab = tabs(write(result, tmp_path / "x.html"))
    assert tab.run("gudgeon.runs[0].rows") <= 250_000
    assert "250000 of its 1000000 rows" in tab.run("document.querySelector('details.story').textContent")
    most = tab.run("gudgeon.runs[0].columns('A.force').then(([x]) => x.array().reduce((a, b) => Math.max(a, b)))")
    assert most == pytest.approx(777.0, abs=1e-3)
    tab.run("gudgeon.clock.seek(2.5)")
    tab.box(CHART)
