"""End to end, in headless Chromium: the page opens, plays, scrubs, zooms, jumps, exports, and
shows what the result says.
"""

import time
import xml.etree.ElementTree as ET
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from gudgeon.model.files import loads
from gudgeon.report.encoding import CHANNEL_BITS
from tests.support.chromium import Tab
from tests.support.report_fixtures import Shown, peaks_of

CHART = "#panels .plots .chart"


def arrived(*files: Path) -> None:
    """Wait until the browser has saved some files."""
    end = time.monotonic() + 20
    while not all(file.exists() for file in files):
        assert time.monotonic() < end, (
            f"not saved: {[file.name for file in files if not file.exists()]}"
        )
        time.sleep(0.05)


def test_the_pose_shown_is_the_pose_of_the_result(
    shown: Shown, tab_of: Callable[[Shown], Tab]
) -> None:
    """To 1e-6 of the range of each coordinate, the quantum of the page being 6e-8 of it."""
    tab, result = tab_of(shown), shown.result
    for name in result.layout.labels["body"]:
        body = result.body(name)
        motion = np.concatenate([body.position, body.orientation], axis=1)
        allowed = 1e-6 * np.maximum(np.ptp(motion, axis=0), 1e-3)
        for row in (0, 1, result.rows // 3, result.rows - 2, result.rows - 1):
            found = tab.pose(name, float(result.t[row]))
            assert np.all(np.abs(found - motion[row]) <= allowed), (name, row)


def test_between_two_rows_the_pose_is_between_theirs(
    loose: Shown, tab_of: Callable[[Shown], Tab]
) -> None:
    tab, result = tab_of(loose), loose.result
    before, after = result.t[700], result.t[701]
    middle = 0.5 * (result.body("rod").position[700] + result.body("rod").position[701])
    assert np.allclose(tab.pose("rod", float(0.5 * (before + after)))[:3], middle, atol=1e-7)


def test_the_picture_shows_something_and_changes(
    shown: Shown, tab_of: Callable[[Shown], Tab], tmp_path: Path
) -> None:
    from matplotlib.image import imread

    tab = tab_of(shown)
    left, top, width, height = map(int, tab.box("#view"))
    pictures = []
    for share in (0.0, 0.4):
        tab.run(f"gudgeon.clock.seek({share} * gudgeon.clock.end)")
        pictures.append(
            imread(tab.screenshot(tmp_path / "x.png"))[top : top + height, left : left + width, :3]
        )
    first, second = pictures
    # shades of lit bodies
    assert len(np.unique((first[::4, ::4] * 255).astype(int).reshape(-1, 3), axis=0)) > 50
    assert np.mean(np.any(np.abs(first - second) > 0.1, axis=2)) > 0.002  # the bodies have moved


def test_it_plays_and_pauses(shown: Shown, tab_of: Callable[[Shown], Tab]) -> None:
    tab = tab_of(shown)
    assert tab.run("gudgeon.clock.t") == 0
    tab.press(" ")
    tab.wait("gudgeon.clock.t > 0 && gudgeon.viewer.frames > 3")
    tab.click("#transport .play")
    stopped = tab.run("[gudgeon.clock.playing, gudgeon.clock.t]")
    time.sleep(0.2)
    assert stopped[0] is False
    assert tab.run("gudgeon.clock.t") == stopped[1]


def test_it_ends_at_the_end_and_begins_again(loose: Shown, tab_of: Callable[[Shown], Tab]) -> None:
    tab = tab_of(loose)
    tab.run("(gudgeon.clock.setSpeed(10), gudgeon.clock.toggle(true))")
    tab.wait("!gudgeon.clock.playing")
    assert tab.run("gudgeon.clock.t") == loose.result.t[-1]
    tab.run("(gudgeon.clock.setSpeed(1e-5), gudgeon.clock.toggle(true))")
    assert tab.run("gudgeon.clock.t") < 1e-3


def test_the_slider_scrubs(shown: Shown, tab_of: Callable[[Shown], Tab]) -> None:
    tab = tab_of(shown)
    left, top, width, height = tab.box("#transport .time")
    tab.drag((left + 8, top + height / 2), (left + 0.75 * width, top + height / 2))
    # the middle of the handle runs half its width (8 pixels) inside the track
    share = (0.75 * width - 8) / (width - 16)
    assert tab.run("gudgeon.clock.t / gudgeon.clock.end") == pytest.approx(share, abs=3 / width)


def test_plots_zoom_pan_and_seek(shown: Shown, tab_of: Callable[[Shown], Tab]) -> None:
    tab = tab_of(shown)
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
    assert tab.run("gudgeon.clock.t") == pytest.approx(
        (low + high) / 2, abs=2 * (high - low) / area[1]
    )
    tab.press("z")
    assert tab.run("[gudgeon.span.low, gudgeon.span.high]") == [0, end]


def test_the_wheel_zooms_the_mechanism_and_home_brings_it_back(
    shown: Shown, tab_of: Callable[[Shown], Tab]
) -> None:
    tab = tab_of(shown)
    left, top, width, height = tab.box("#view")
    distance = "gudgeon.viewer.camera.position.distanceTo(gudgeon.viewer.centre)"
    before = tab.run(distance)
    tab.call(
        "Input.dispatchMouseEvent",
        type="mouseWheel",
        x=left + width / 2,
        y=top + height / 2,
        deltaX=0,
        deltaY=-400,
    )
    tab.wait(f"{distance} < {0.95 * before}")
    tab.press("h")
    assert tab.run(distance) == pytest.approx(before, rel=1e-9)


def test_following_keeps_a_body_in_its_place_of_the_picture(
    shown: Shown, tab_of: Callable[[Shown], Tab]
) -> None:
    tab = tab_of(shown)
    tab.run("(gudgeon.viewer.following = 1, gudgeon.viewer.draw())")
    seen = "gudgeon.viewer.views[0].bodies[1].position.clone().project(gudgeon.viewer.camera).toArray()"
    before = tab.run(seen)
    tab.run(
        "(gudgeon.clock.seek(0.6 * gudgeon.clock.end), gudgeon.viewer.draw(), "
        "gudgeon.viewer.camera.updateMatrixWorld())"
    )
    assert tab.run(seen) == pytest.approx(before, abs=1e-6)


def test_a_click_in_the_table_goes_to_the_contact(
    loose: Shown, tab_of: Callable[[Shown], Tab]
) -> None:
    tab, impacts = tab_of(loose), loose.result.impacts
    assert tab.run("document.querySelectorAll('.impacts tbody tr').length") == min(
        len(impacts), 100
    )
    tab.click(".impacts tbody tr:nth-child(4)")
    assert tab.run("gudgeon.clock.t") == impacts["peak_time"][3]
    low, high = tab.run("[gudgeon.span.low, gudgeon.span.high]")
    assert low <= impacts["start"][3] < impacts["end"][3] <= high
    assert high - low < 0.1 * loose.result.t[-1]
    assert tab.run("document.querySelector('.impacts tr.now').rowIndex") == 4
    tab.press("n")
    assert tab.run("gudgeon.clock.t") == impacts["start"][4]
    tab.press("p")
    tab.press("p")
    assert tab.run("gudgeon.clock.t") == impacts["start"][2]


def test_the_table_sorts(loose: Shown, tab_of: Callable[[Shown], Tab]) -> None:
    tab, impacts = tab_of(loose), loose.result.impacts
    tab.run(
        "[...document.querySelectorAll('.impacts th button')].find((one) => "
        "one.textContent.startsWith('peak force')).click()"
    )
    tab.click(".impacts tbody tr:nth-child(1)")
    assert tab.run("gudgeon.clock.t") == impacts["peak_time"][np.argmax(impacts["peak_force"])]


def test_decimated_plots_keep_every_peak(loose: Shown, tab_of: Callable[[Shown], Tab]) -> None:
    tab, values = tab_of(loose), loose.result.joint("C").normal_force
    tab.box(CHART)
    shown, width = tab.drawn(0), tab.run("gudgeon.plots[0].chart.area.width")
    assert len(shown) < loose.result.rows
    # greatest within a pixel to each side
    peaks = peaks_of(values, int(np.ceil(len(values) / width)))
    assert len(peaks) > 50
    assert all(
        np.min(np.abs(shown - peak)) <= 2.0**-CHANNEL_BITS * np.ptp(values) for peak in peaks
    )


def test_numbers_pictures_and_the_model_can_be_saved(
    loose: Shown, tab_of: Callable[[Shown], Tab], tmp_path: Path
) -> None:
    tab, result = tab_of(loose), loose.result
    tab.downloads(tmp_path)
    card = "#panels .plots .card:nth-child(2)"
    tab.run(f"gudgeon.span.set({float(result.t[100])!r}, {float(result.t[200])!r})")
    for word in ("PNG", "SVG", "CSV"):
        tab.run(
            f"[...document.querySelectorAll('{card} .tools button')].find((one) => one.textContent "
            f"=== '{word}').click()"
        )
    tab.run(
        "[...document.querySelectorAll('details.story button')].find((one) => one.textContent === "
        "'save model.yaml').click()"
    )
    names = ("velocity.png", "velocity.svg", "velocity.csv", "model.yaml")
    arrived(*(tmp_path / name for name in names))
    assert (tmp_path / "velocity.png").read_bytes()[:8] == b"\x89PNG\r\n\x1a\n"
    assert "slider.velocity.x" in "".join(ET.parse(tmp_path / "velocity.svg").getroot().itertext())
    assert loads((tmp_path / "model.yaml").read_text(encoding="utf-8")) == result.mechanism
    head, *lines = (tmp_path / "velocity.csv").read_text(encoding="utf-8").splitlines()
    assert head.split(",")[:2] == ['"t [s]"', '"slider.velocity.x [m/s]"']
    numbers = np.array([[float(word) for word in line.split(",")] for line in lines])
    np.testing.assert_array_equal(numbers[:, 0], result.t[100:201])
    speed = result.body("slider").velocity[:, 0]
    assert np.max(np.abs(numbers[:, 1] - speed[100:201])) <= 2.0**-CHANNEL_BITS * 2 * np.ptp(
        result.body("slider").velocity[:, 0]
    )


@pytest.mark.parametrize(
    ("kind", "names"),
    [
        ("phase", ["crank.position.x", "crank.position.y"]),
        ("spectrum", ["crank.position.x"]),
        ("energy", []),
    ],
)
def test_every_kind_of_plot_can_be_added(
    kind: str, names: list[str], loose: Shown, tab_of: Callable[[Shown], Tab]
) -> None:
    tab = tab_of(loose)
    drawn = (
        f"gudgeon.addPlot('{kind}', {names}).then((plot) => {{ plot.chart.draw(); const s = "
        "plot.chart.shown;"
    )
    drawn += " return s.curves.reduce((n, one) => n + one.count, 0) + (s.areas ?? []).length; })"
    assert tab.run(drawn) > 3


def test_the_stacked_energies_end_at_what_was_put_in(
    loose: Shown, tab_of: Callable[[Shown], Tab]
) -> None:
    """Top of the stack and the line of initial energy plus work differ by the energy balance,
    which is small.
    """
    tab = tab_of(loose)
    script = (
        "(() => { const plot = gudgeon.plots.find((one) => one.title === 'Energy'); "
        "plot.chart.draw();"
    )
    script += (
        " const { layers, given } = plot.stack; return [[...layers.at(-1).high], [...given]]; })()"
    )
    top, given = tab.run(script)
    energy = loose.result.energy
    quantum = 2.0**-CHANNEL_BITS * sum(np.ptp(energy[entry]) for entry in energy.entries)
    assert np.max(np.abs(np.array(top) - given)) < 2 * quantum + 2 * np.max(np.abs(energy.balance))


def test_the_spectrum_of_a_turning_crank_has_its_line_at_the_speed(
    loose: Shown, tab_of: Callable[[Shown], Tab]
) -> None:
    tab = tab_of(loose)
    script = (
        "gudgeon.addPlot('spectrum', ['crank.position.x']).then((plot) => { plot.chart.draw(); "
        "const [s] = plot.spectra;"
    )
    found = tab.run(
        script + " return s.x[s.y.reduce((top, one, k) => (one > s.y[top] ? k : top), 0)]; })"
    )
    assert found == pytest.approx(5000 / 60, abs=0.51 / loose.result.t[-1])  # half a line


def test_dark_and_light_follow_the_reader(loose: Shown, tabs: Callable[..., Tab]) -> None:
    tab = tabs(loose.path, dark=True)
    assert tab.run("document.documentElement.dataset.theme") == "dark"
    tab.press("t")
    assert tab.run("document.documentElement.dataset.theme") == "light"


def test_nothing_sticks_out(shown: Shown, tab_of: Callable[[Shown], Tab]) -> None:
    """On a laptop, a projector and a telephone."""
    tab = tab_of(shown)
    for width, height in ((1366, 768), (1920, 1080), (420, 900)):
        tab.resize(width, height)
        assert tab.run("document.documentElement.scrollWidth") <= width
        assert (
            tab.run(
                "document.querySelector('#panels').scrollWidth - "
                "document.querySelector('#panels').clientWidth"
            )
            <= 0
        )


def test_what_is_text_has_a_name_for_readers_of_the_screen(
    loose: Shown, tab_of: Callable[[Shown], Tab]
) -> None:
    tab = tab_of(loose)
    named = (
        "(one) => (one.ariaLabel || one.textContent || one.labels?.[0]?.textContent || '').trim()"
    )
    controls = (
        "[...document.querySelectorAll('button, select, input, canvas:not([aria-hidden]), "
        "section')]"
    )
    assert (
        tab.run(
            f"{controls}.filter((one) => !({named})(one)).map((one) => one.outerHTML.slice(0, 80))"
        )
        == []
    )


def test_a_click_on_a_mechanism_with_stops_goes_to_the_contact(
    stopped: Shown, tab_of: Callable[[Shown], Tab]
) -> None:
    tab, impacts = tab_of(stopped), stopped.result.impacts
    tab.click(".impacts tbody tr:nth-child(3)")
    assert tab.run("gudgeon.clock.t") == impacts["peak_time"][2]
    tab.press("p")
    assert tab.run("gudgeon.clock.t") == impacts["start"][2]
    tab.press("p")
    assert tab.run("gudgeon.clock.t") == impacts["start"][1]


def test_every_page_saves_its_plots_and_its_picture(
    shown: Shown, tab_of: Callable[[Shown], Tab], tmp_path: Path
) -> None:
    tab = tab_of(shown)
    tab.downloads(tmp_path)
    title = tab.run("gudgeon.plots[1].title")
    for word in ("PNG", "SVG", "CSV"):
        tab.run(
            "[...gudgeon.plots[1].element.querySelectorAll('.tools button')].find((one) => "
            f"one.textContent === '{word}').click()"
        )
    tab.run(
        "[...document.querySelectorAll('.toolbar button')].find((one) => one.textContent === "
        "'PNG').click()"
    )
    arrived(
        *(tmp_path / f"{title}.{kind}" for kind in ("png", "svg", "csv")),
        tmp_path / "mechanism.png",
    )
    rows = (tmp_path / f"{title}.csv").read_text(encoding="utf-8").splitlines()[1:]
    assert [float(row.split(",")[0]) for row in rows] == shown.result.t.tolist()


def test_the_keys_that_the_help_lists_work(loose: Shown, tab_of: Callable[[Shown], Tab]) -> None:
    tab, t = tab_of(loose), loose.result.t
    tab.press("?")
    assert tab.run("document.querySelector('dialog.help').open") is True
    tab.press("?")
    assert tab.run("document.querySelector('dialog.help').open") is False
    tab.press("ArrowRight")
    tab.press("ArrowRight")
    tab.press("ArrowLeft")
    assert tab.run("gudgeon.clock.t") == t[1]
    tab.press("End")
    assert tab.run("gudgeon.clock.t") == t[-1]
    tab.press("Home")
    assert tab.run("gudgeon.clock.t") == t[0]
    for _ in range(30):
        tab.press("ArrowDown")
    assert tab.run("gudgeon.clock.speed") == 1e-5
    for _ in range(30):
        tab.press("ArrowUp")
    assert tab.run("gudgeon.clock.speed") == 10


def test_in_slow_motion_time_passes_slowly(loose: Shown, tab_of: Callable[[Shown], Tab]) -> None:
    """At 1e-5 a second of looking shows at most 10 µs; calls to the browser may take 2 s on a
    busy machine.
    """
    tab = tab_of(loose)
    tab.run("(gudgeon.clock.setSpeed(1e-5), gudgeon.clock.toggle(true))")
    began = time.monotonic()
    tab.wait("gudgeon.clock.t > 3e-6")
    passed = time.monotonic() - began
    tab.run("gudgeon.clock.toggle(false)")
    assert 3e-6 < tab.run("gudgeon.clock.t") <= 1e-5 * (passed + 2)


def test_a_phase_portrait_shows_one_channel_over_the_other(
    loose: Shown, tab_of: Callable[[Shown], Tab]
) -> None:
    """The crank's centre goes round a circle."""
    tab = tab_of(loose)
    script = (
        "gudgeon.addPlot('phase', ['crank.position.x', 'crank.position.y']).then((plot) => { "
        "plot.chart.draw();"
    )
    x, y = tab.run(
        script + " const [c] = plot.chart.shown.curves; return [[...c.x.slice(0, c.count)], "
        "[...c.y.slice(0, c.count)]]; })"
    )
    radius = np.hypot(*loose.result.body("crank").position[0, :2])
    assert len(x) == loose.result.rows
    # the quantum of positions is 6e-8 of their range
    assert np.allclose(np.hypot(x, y), radius, atol=1e-6 * radius)
