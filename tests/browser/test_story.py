"""End to end, in headless Chromium: one screen tells the story of a run, and keeps how it is looked
at.
"""

import json
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from gudgeon.report.page import write
from tests.support.chromium import Tab
from tests.support.report_fixtures import Shown

SCREENS = ((1280, 720), (1440, 900), (1920, 1080))


def test_the_header_says_in_words_what_was_simulated(
    loose: Shown, tab_of: Callable[[Shown], Tab]
) -> None:
    tab = tab_of(loose)
    line = tab.run("document.querySelector('.title .line').textContent")
    for words in ("clearance c = 0.5 mm", "Lankarani–Nikravesh e = 0.9", "no friction", "5000 rpm"):
        assert words in line
    sentences = tab.run("[...document.querySelectorAll('.sentences p')].map((p) => p.textContent)")
    assert len(sentences) == 3
    bare = "[...document.getElementById('story').childNodes].filter(({ nodeType: n }) => n === 3)"
    assert tab.run(f"{bare}.length") == 0  # every part of the header is an element
    counted = loose.result.after_transient.impacts  # without the start, as all key figures
    assert 0 < len(counted) < len(loose.result.impacts)
    assert f"{len(counted)} contacts" in sentences[0]
    assert sentences[1].startswith("Hardest contact ")
    assert "Energy is balanced to " in sentences[2]


def test_numbers_of_the_sentences_lead_to_their_times(
    loose: Shown, tab_of: Callable[[Shown], Tab]
) -> None:
    tab, impacts = tab_of(loose), loose.result.after_transient.impacts
    tab.run("document.querySelectorAll('.sentences p')[1].querySelector('button').click()")
    assert tab.run("gudgeon.clock.t") == impacts["peak_time"][np.argmax(impacts["peak_force"])]


@pytest.mark.parametrize("dark", [False, True])
@pytest.mark.parametrize(("width", "height"), SCREENS)
def test_magnifier_force_and_velocity_are_on_one_screen(
    loose: Shown, tabs: Callable[..., Tab], width: int, height: int, dark: bool
) -> None:
    """The magnifier stays where it is while plots are scrolled; nothing is wider than its place."""
    tab = tabs(loose.path, width=width, height=height, dark=dark)
    feet = tab.run(
        "['.magnified', '.plots .card'].map((name) => "
        "document.querySelector(name).getBoundingClientRect().bottom)"
    )
    assert max(feet) <= height
    before = tab.run("document.querySelector('.magnified').getBoundingClientRect().top")
    tab.run("(document.getElementById('panels').scrollTop = 400, true)")
    after = tab.run("document.querySelector('.magnified').getBoundingClientRect().top")
    assert abs(after - before) < 12
    assert tab.run(
        "[...document.querySelectorAll('#story, #panels, .card')]"
        ".every((part) => part.scrollWidth <= part.clientWidth + 1)"
    )


@pytest.mark.parametrize(("width", "height"), SCREENS)
def test_the_table_of_contacts_shows_all_of_its_columns(
    loose: Shown, tabs: Callable[..., Tab], width: int, height: int
) -> None:
    tab = tabs(loose.path, width=width, height=height)
    heads = tab.run(
        "[...document.querySelectorAll('.impacts th')].filter((head) => head.offsetWidth)"
        ".map((head) => head.querySelector('button').firstChild.textContent.replace('\u00ad', ''))"
    )
    assert heads == [
        "contact", "start", "lasts", "approach", "departure", "penetration", "peak force", "lost",
    ]  # fmt: skip
    assert tab.run(
        "(({ scrollWidth, clientWidth }) => scrollWidth <= clientWidth)"
        "(document.querySelector('.contacts .scroll'))"
    )


def test_values_beside_a_plot_have_the_unit_of_its_axis(
    loose: Shown, tab_of: Callable[[Shown], Tab]
) -> None:
    tab, impacts = tab_of(loose), loose.result.impacts
    force = loose.result.joint("C").normal_force
    tab.run(f"gudgeon.clock.seek({float(loose.result.t[np.argmax(force)])!r})")
    shown = tab.run("document.querySelector('.chip output').textContent").split()
    assert shown[1] == "kN"
    assert float(shown[0]) == pytest.approx(force.max() / 1e3, rel=1e-4)
    tab.run(f"gudgeon.clock.seek({float(impacts['start'][0]) / 2!r})")  # in flight
    assert tab.run("document.querySelector('.chip output').textContent") == "0 kN"


def test_the_mechanism_is_drawn_below_the_buttons(loose: Shown, tabs: Callable[..., Tab]) -> None:
    """All corners of the boxes around its bodies, in eight poses; in a narrow view the buttons
    take two lines.
    """
    tab = tabs(loose.path, width=1000, height=700)
    assert tab.run("document.querySelector('.toolbar').offsetHeight") > 50
    highest, foot = tab.run(
        "(({ outline, camera, host }) => [Math.min(...outline.map((point) => "
        "(1 - point.clone().project(camera).y) / 2 * host.clientHeight)), "
        "(({ offsetTop, offsetHeight }) => offsetTop + offsetHeight)(host.querySelector('.toolbar'))])"
        "(gudgeon.viewer)"
    )
    assert highest > foot


def test_axes_have_quantities_and_units_that_suit(
    loose: Shown, tab_of: Callable[[Shown], Tab]
) -> None:
    tab = tab_of(loose)
    labels = tab.run(
        "gudgeon.plots.slice(0, 3).map(({ chart }) => { const { x, axes: [y] } = chart.model(500); "
        "return [x.label, y.label]; })"
    )
    assert labels == [
        ["time [ms]", "normal force [kN]"],
        ["time [ms]", "velocity [m/s]"],
        ["time [ms]", "acceleration [10³ m/s²]"],
    ]


def test_arrows_are_told_at_their_tips_and_cut_ones_are_marked(
    loose: Shown, tab_of: Callable[[Shown], Tab]
) -> None:
    tab, impacts = tab_of(loose), loose.result.impacts
    k = int(np.argmax(impacts["peak_force"]))
    tab.run(
        f"(gudgeon.clock.seek({float(impacts['peak_time'][k])!r}), gudgeon.viewer.draw(), true)"
    )
    texts = tab.run(
        "[...document.querySelectorAll('.labels .value')].filter((one) => one.style.display !== "
        "'none').map((one) => one.textContent)"
    )
    between = np.interp(
        impacts["peak_time"][k], loose.result.t, loose.result.contact("C.journal").normal_force
    )
    assert texts == [f"{between / 1e3:.3g} kN"]
    arrow = "gudgeon.viewer.views[0].arrows.get('normal C.journal')"
    assert tab.run(f"{arrow}.break.visible")  # 20 times the usual force


def test_values_of_arrows_do_not_cover_each_other(
    loose: Shown, tab_of: Callable[[Shown], Tab]
) -> None:
    """At twenty times, with reactions and contact forces that start in one point."""
    tab = tab_of(loose)
    told = 0
    tab.run("gudgeon.viewer.setReactions(true)")
    for t in np.linspace(0.001, 0.023, 20):
        boxes = tab.run(
            f"(gudgeon.clock.seek({float(t)!r}), gudgeon.viewer.draw(), "
            "[...document.querySelectorAll('.labels .value')].filter((one) => one.style.display "
            "!== 'none').map((one) => (({ left, right, top, bottom }) => [left, right, top, bottom])"
            "(one.getBoundingClientRect())))"
        )
        told += len(boxes)
        for k, (left, right, top, bottom) in enumerate(boxes):
            for other in boxes[:k]:
                across = min(right, other[1]) - max(left, other[0])
                down = min(bottom, other[3]) - max(top, other[2])
                assert across < 2 or down < 6  # a line is higher than its digits
    tab.run("gudgeon.viewer.setReactions(false)")
    assert told > 20


def test_names_of_curves_say_once_what_they_have_in_common(
    loose: Shown, tabs: Callable[..., Tab]
) -> None:
    tab = tabs(loose.path)
    tab.run("gudgeon.addPlot('time', ['A.force.magnitude', 'B.force.magnitude']).then(() => true)")
    card = "gudgeon.plots.at(-1).chips"
    assert tab.run(f"{card}.querySelector('.common').textContent") == "force magnitude:"
    names = f"[...{card}.querySelectorAll('.what')].map((one) => [one.textContent, one.title])"
    assert tab.run(names) == [["A", "A.force.magnitude"], ["B", "B.force.magnitude"]]


def test_the_wear_of_the_bearing_is_drawn_in_its_wall(
    loose: Shown, tab_of: Callable[[Shown], Tab]
) -> None:
    """Deepest where the profile has its greatest value, in the colour of the legend; nothing where
    nothing is worn.
    """
    tab = tab_of(loose)
    assert tab.run("document.querySelector('.modes').lastChild.textContent") == "wear"
    pixels = tab.run(
        "(() => { const m = gudgeon.magnifiers[0]; m.draw(); const { worn } = m.joint, "
        "c = m.canvas, ratio = c.width / (c.clientWidth / m.zoom), "
        "[w, v] = [c.width / ratio, c.height / ratio], r = Math.min(w, v) / 2 - 16; "
        "const { orientation: [e0, , , e3] } = m.parts[0].run.pose(m.joint.bodies[0], gudgeon.clock.t); "
        "const turn = 2 * Math.atan2(e3, e0), base = Math.atan2(worn.from[1], worn.from[0]); "
        "const at = (k, out) => { const a = base + turn + 2 * Math.PI * (k + 0.5) / worn.depth.length; "
        "return [...c.getContext('2d').getImageData(Math.round(ratio * (w / 2 + (r + out) * Math.cos(a))), "
        "Math.round(ratio * (v / 2 - (r + out) * Math.sin(a))), 1, 1).data]; }; "
        "const most = worn.depth.indexOf(Math.max(...worn.depth)), "
        "least = worn.depth.indexOf(Math.min(...worn.depth)); return [at(most, 5), at(least, 5)]; })()"
    )
    worn, whole = pixels
    assert worn[0] > worn[1] + 80 and worn[2] > worn[1] + 80  # magenta
    assert max(whole[:3]) - min(whole[:3]) < 40  # the grey of the wall


def test_joints_have_their_letters_and_bodies_are_named_under_the_pointer(
    loose: Shown, tab_of: Callable[[Shown], Tab]
) -> None:
    tab = tab_of(loose)
    tab.run("(gudgeon.viewer.draw(), true)")
    letters = tab.run(
        "[...document.querySelectorAll('.labels .joint')].filter((one) => one.style.display !== "
        "'none').map((one) => one.textContent)"
    )
    assert letters == ["A", "B", "C", "D"]
    at = tab.run(
        "(() => { const p = gudgeon.viewer.views[0].bodies[2].position.clone()"
        ".project(gudgeon.viewer.camera), { clientWidth: w, clientHeight: h } = gudgeon.viewer.host, "
        "b = gudgeon.viewer.host.getBoundingClientRect();"
        " return [b.left + (p.x + 1) / 2 * w, b.top + (1 - p.y) / 2 * h]; })()"
    )
    tab.mouse("Moved", *at, button="none")
    tab.wait("gudgeon.viewer.tip.textContent === 'rod'")


def test_the_view_is_kept_in_the_address_and_in_a_saved_page(
    loose: Shown, tabs: Callable[..., Tab], tmp_path: Path
) -> None:
    tab = tabs(loose.path)
    tab.run(
        "(gudgeon.goTo(0.01), gudgeon.span.set(0.005, 0.015), "
        "gudgeon.viewer.switches.reactions.turn(true), gudgeon.plots[1].remove(), "
        "gudgeon.switchTheme(), true)"
    )
    wanted = tab.run("gudgeon.state.now()")
    tab.wait("location.hash.includes('0.005')")
    saved = tmp_path / "saved.html"
    saved.write_text(tab.run("gudgeon.state.saved()"), encoding="utf-8")
    again = tabs(saved)
    assert again.run("gudgeon.state.now()") == wanted
    assert again.run("document.querySelectorAll('h1').length") == 1
    again.run(
        f"(location.hash = new URLSearchParams({{view: {json.dumps(json.dumps(wanted))}}}), 1)"
    )
    assert again.run("new URLSearchParams(location.hash.slice(1)).has('view')")


def test_the_run_with_ideal_joints_is_a_thin_line(
    loose: Shown, tabs: Callable[..., Tab], tmp_path: Path
) -> None:
    tab = tabs(write(loose.result, tmp_path / "both.html", ideal=True))
    curves = tab.run(
        "gudgeon.plots[1].chart.model(500).curves.map(({ name, width }) => [name, width])"
    )
    assert curves[0] == ["slider.velocity.x (ideal)", 0.9]
    top = tab.run(
        "(([{ y, count }]) => Math.max(...y.subarray(0, count)))"
        "(gudgeon.plots[1].chart.model(500).curves)"
    )
    # r omega (sin a + r sin 2a / 2l) of a crank of 50 mm and a rod of 120 mm at 5000 rpm
    a = np.linspace(0, 2 * np.pi, 2001)
    speed = (
        0.05
        * 5000
        * np.pi
        / 30
        * (np.sin(a) + 0.05 * np.sin(2 * a) / (2 * np.sqrt(0.12**2 - (0.05 * np.sin(a)) ** 2)))
    )
    assert top == pytest.approx(speed.max(), rel=2e-4)


def test_stops_are_drawn_and_have_gauges(stopped: Shown, tab_of: Callable[[Shown], Tab]) -> None:
    tab, impacts = tab_of(stopped), stopped.result.impacts
    (first,) = impacts[:1]
    tab.run(f"(gudgeon.clock.seek({float(first.peak_time)!r}), gudgeon.magnifiers[0].draw(), true)")
    told = tab.run("gudgeon.magnifiers[0].caption.textContent")
    assert told.startswith("stops on B.displacement · ")
    label = f"{first.joint}.{first.contact}"
    between = np.interp(
        first.peak_time, stopped.result.t, stopped.result.contact(label).normal_force
    )
    assert f"pressed with {between:.4g} N" in told
