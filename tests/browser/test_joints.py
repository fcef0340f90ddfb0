"""Magnifiers and force arrows, in headless Chromium: what is drawn in an imperfect joint is what
the result says.
"""

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

import gudgeon as gd
from gudgeon.report.page import write
from tests.support.chromium import Tab
from tests.support.report_fixtures import Shown


def test_the_magnifier_shows_eccentricity_and_mode(
    loose: Shown, tab_of: Callable[[Shown], Tab]
) -> None:
    tab, result = tab_of(loose), loose.result
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


def test_the_magnifier_of_a_guide_shows_what_is_across_it(
    tabs: Callable[..., Tab], tmp_path: Path
) -> None:
    """The slider slides along x in a guide of 1 mm play: y is its eccentricity."""
    result = gd.simulate(
        gd.library("translational-slider-crank", D="clearance"), duration=0.05, output_step=1e-4
    )
    tab, row = tabs(write(result, tmp_path / "x.html")), 333
    tab.run(f"(gudgeon.clock.seek({float(result.t[row])!r}), gudgeon.magnifiers[0].draw())")
    joint = result.mechanism.joint("D")
    across = abs(result.joint("D").eccentricity[row, 1])
    assert f"({across / joint.gap():.3f} c)" in tab.run("gudgeon.magnifiers[0].caption.textContent")


def test_contact_forces_are_drawn_on_the_journal(
    loose: Shown, tab_of: Callable[[Shown], Tab]
) -> None:
    tab, result = tab_of(loose), loose.result
    row = int(np.argmax(result.contact("C.journal").normal_force))
    (found,) = tab.run(f"gudgeon.viewer.views[0].active({float(result.t[row])!r})")
    peak = np.max(np.abs(result.joint("C").force))
    drawn = np.array(found["normal"]) + np.array(found["friction"])
    # force and direction come from the page's quanta of force (1e-6) and of contact point (1e-6 of
    # 0.1 m, seen over 10 mm)
    assert np.linalg.norm(drawn - result.joint("C").force[row]) < 1e-4 * peak


@pytest.fixture(scope="module")
def oiled(tmp_path_factory: pytest.TempPathFactory) -> Shown:
    """The page of the slider-crank with an oil film, which breaks down now and then."""
    result = gd.simulate(
        gd.library("planar-slider-crank", C="lubricated"), duration=0.012, output_step=1e-5
    )
    return Shown(result, write(result, tmp_path_factory.mktemp("page") / "oil.html"))


def test_the_magnifier_tells_film_mode_and_thickness(
    oiled: Shown, tab_of: Callable[[Shown], Tab]
) -> None:
    tab, joint = tab_of(oiled), oiled.result.joint("C")
    assert tab.run(
        "[...document.querySelectorAll('.modes span')].map((one) => one.textContent)"
    ) == ["full film", "mixed", "dry", "wear"]  # where it has been dry
    for mode, word in enumerate(joint.modes):
        row = int(np.flatnonzero(joint.mode == mode)[3])
        tab.run(
            f"(gudgeon.clock.seek({float(oiled.result.t[row])!r}), gudgeon.magnifiers[0].draw())"
        )
        text = tab.run("gudgeon.magnifiers[0].caption.textContent")
        assert f" · {word} · " in text
        assert ("thinnest film" in text) == (mode == 0)  # where the parts touch there is none
    row = int(np.argmin(joint.eccentricity_ratio))
    tab.run(f"(gudgeon.clock.seek({float(oiled.result.t[row])!r}), gudgeon.magnifiers[0].draw())")
    shown = tab.run("gudgeon.magnifiers[0].parts[0].now.thickness")
    # the page's quantum is 1e-6 of it
    assert shown == pytest.approx(
        joint.film_thickness[row], abs=2e-6 * np.ptp(joint.film_thickness)
    )


def test_the_film_is_darkest_where_it_is_thinnest(
    oiled: Shown, tab_of: Callable[[Shown], Tab]
) -> None:
    tab, joint = tab_of(oiled), oiled.result.joint("C")
    row = int(
        np.flatnonzero((joint.eccentricity_ratio > 0.8) & (joint.eccentricity_ratio < 0.9))[0]
    )
    tab.run(f"(gudgeon.clock.seek({float(oiled.result.t[row])!r}), gudgeon.magnifiers[0].draw())")
    ex, ey = joint.eccentricity[row, :2] / np.linalg.norm(joint.eccentricity[row, :2])
    script = """(([ex, ey]) => { const m = gudgeon.magnifiers[0], c = m.canvas, s = c.width / c.clientWidth;
        const radius = Math.min(c.clientWidth / 2, c.clientHeight / 2) - 16, [x, y] = [c.clientWidth / 2, c.clientHeight / 2];
        const at = (k) => [...c.getContext('2d').getImageData(Math.round(s * (x + k * 0.985 * radius * ex)),
            Math.round(s * (y - k * 0.985 * radius * ey)), 1, 1).data];
        return [at(1)[3], at(-1)[3]]; })"""
    near, far = tab.run(f"{script}([{ex}, {ey}])")
    assert near > far + 30 > 30


def test_film_forces_are_those_of_the_result(oiled: Shown, tab_of: Callable[[Shown], Tab]) -> None:
    tab, force = tab_of(oiled), oiled.result.joint("C").film_force
    row = int(np.argmax(np.linalg.norm(force, axis=1)))
    (found,) = tab.run(f"gudgeon.viewer.views[0].filmForces({float(oiled.result.t[row])!r})")
    # quantum 1e-6 of the range
    assert np.allclose(found["force"], force[row], atol=2e-6 * np.ptp(force))


def test_the_magnifier_of_a_bushing_shows_how_far_it_gives(
    tabs: Callable[..., Tab], tmp_path: Path
) -> None:
    result = gd.simulate(
        gd.library("planar-slider-crank", C="bushing"), duration=0.006, output_step=1e-5
    )
    tab, row = tabs(write(result, tmp_path / "x.html")), 321
    tab.run(f"(gudgeon.clock.seek({float(result.t[row])!r}), gudgeon.magnifiers[0].draw())")
    here = np.array(tab.run("gudgeon.magnifiers[0].parts[0].now.here"))
    radial = result.joint("C").radial
    assert np.linalg.norm(here) == pytest.approx(radial[row], abs=3e-6 * radial.max())
    assert tab.run("gudgeon.magnifiers[0].parts[0].unit") == pytest.approx(radial.max(), rel=1e-12)
    # it is drawn, but no channel of the result
    assert "C.offset" not in tab.run("[...gudgeon.curves.keys()].join()")


def test_arrows_of_stops_are_what_the_joint_feels(
    stopped: Shown, tab_of: Callable[[Shown], Tab]
) -> None:
    """An ideal cylindrical joint resists neither sliding nor turning: along its axis there is
    only the stop. So it is with a hinge.
    """
    tab, result = tab_of(stopped), stopped.result
    for joint, quantity, angular in (("B", "force", False), ("C", "torque", True)):
        felt = getattr(result.joint(joint), quantity)
        pressing = np.max(
            [result.contact(label).normal_force for label in result.joint(joint).stops], axis=0
        )
        row = int(np.argmax(pressing))
        assert pressing[row] > 0
        (found,) = tab.run(f"gudgeon.viewer.views[0].stopping({float(result.t[row])!r})")
        assert (found["label"].split(".")[0], found["angular"]) == (joint, angular)
        assert found["force"] == pytest.approx(pressing[row], rel=1e-5)  # quantum 1e-6 of the peak
        assert felt[row] @ found["direction"] == pytest.approx(pressing[row], rel=1e-5)


def test_the_table_of_contacts_keeps_newtons_and_newton_metres_apart(
    stopped: Shown, tab_of: Callable[[Shown], Tab]
) -> None:
    tab = tab_of(stopped)
    rows = (
        "[...document.querySelectorAll('.impacts tbody tr')].map((row) => [...row.cells].map((one) "
        "=> one.textContent))"
    )
    cells = tab.run(rows)
    assert [row[0].split()[1] for row in cells] == ["displacement", "displacement", "angle"]
    assert [row[6].endswith(" N m") for row in cells] == [False, False, True]
    assert cells[2][3].endswith(" rad/s")
    assert cells[2][5].endswith(" rad")
    tab.run("gudgeon.table.sort('peak_force')")
    forces = [row[6] for row in tab.run(rows)]
    assert float(forces[0]) >= float(forces[1])
    assert forces[2].endswith("N m")


def test_hard_contact_behind_a_layer_is_no_impact_of_its_own(
    tabs: Callable[..., Tab], tmp_path: Path
) -> None:
    mechanism = gd.library("planar-slider-crank", C="clearance-bushing")
    # damped so heavily that the parts stay together; so thin that it is pressed through
    layer = gd.Compliance(1e8, damping=1e4)
    thin = replace(mechanism.joint("C").fit, bushing=layer, thickness=3e-5, blend=1e-6)
    result = gd.simulate(mechanism.with_fit("C", thin), duration=0.006, output_step=1e-5)
    hard = [impact.contact == "journal hard" for impact in result.impacts]
    assert sum(hard) == 2
    tab = tabs(write(result, tmp_path / "x.html"))
    starts = result.impacts["start"][~np.array(hard)].tolist()
    assert tab.run("[...gudgeon.runs[0].starts]") == starts
    assert tab.run("document.querySelectorAll('.impacts tr.behind').length") == 2
    tab.press("n")
    assert tab.run("gudgeon.clock.t") == starts[0]
    tab.press("n")
    assert tab.run("gudgeon.clock.t") == starts[-1]


def test_a_mixed_joint_shows_its_gap_and_the_ends_of_its_play(
    tabs: Callable[..., Tab], tmp_path: Path
) -> None:
    """Radial play is magnified as a clearance is; the ends of axial play push along the axis as
    stops do.
    """
    hard = gd.LankaraniNikravesh(1e9, 0.5)
    fit = gd.Mixed(
        radial=gd.Play(contact=hard), axial=gd.Play("0.1 mm", contact=hard), misalignment=50.0
    )
    joint = gd.Revolute(
        "J",
        between=("ground", "b"),
        point=(0, 0, 0),
        axis=(0, 0, 1),
        radial_clearance=2e-4,
        fit=fit,
    )
    body = gd.Body("b", mass=1, inertia=(0.01, 0.02, 0.02), position=(0.1, 0, 0))
    result = gd.simulate(
        gd.Mechanism(gravity=(0, -5, -9), bodies=[body], joints=[joint]), 0.03, output_step=1e-4
    )
    tab, part = tabs(write(result, tmp_path / "mixed.html")), result.joint("J")
    row = int(np.argmax(part.radial))
    tab.run(f"(gudgeon.clock.seek({float(result.t[row])!r}), gudgeon.magnifiers[0].draw())")
    assert f"({np.linalg.norm(part.eccentricity[row]) / 2e-4:.3f} c)" in tab.run(
        "gudgeon.magnifiers[0].caption.textContent"
    )
    label = "J.play axial lower"
    row = int(np.argmax(result.contact(label).normal_force))
    (found,) = tab.run(f"gudgeon.viewer.views[0].stopping({float(result.t[row])!r})")
    assert found["label"] == label and not found["angular"]
    np.testing.assert_allclose(found["direction"], (0, 0, 1), atol=1e-6)
    assert found["force"] == pytest.approx(result.contact(label).normal_force[row], rel=1e-4)


def test_a_ring_shows_the_moment_at_the_end_of_a_tilt(
    tabs: Callable[..., Tab], tmp_path: Path
) -> None:
    """A stud that falls into its cone: the ball joint feels the moment about the direction in
    which the ring is drawn.
    """
    stop = gd.Stop("tilt", upper=0.3, contact=gd.Hertz(50.0))
    joint = gd.Spherical("S", between=("ground", "b"), point=(0, 0, 0), axis=(0, 0, 1), stops=stop)
    body = gd.Body(
        "b", mass=1, inertia=(0.01, 0.01, 0.02), position=(0, 0, 0.1), angular_velocity=(1, 0.5, 0)
    )
    result = gd.simulate(
        gd.Mechanism(gravity=(0, 0, -9.81), bodies=[body], joints=[joint]), 0.6, output_step=1e-3
    )
    label = "S.stop tilt upper"
    row = int(np.argmax(result.contact(label).normal_force))
    (found,) = tabs(write(result, tmp_path / "cone.html")).run(
        f"gudgeon.viewer.views[0].stopping({float(result.t[row])!r})"
    )
    assert found["label"] == label and found["angular"]
    moment = result.contact(label).normal_force[row]
    np.testing.assert_allclose(
        found["force"] * np.array(found["direction"]),
        result.joint("S").torque[row],
        atol=1e-4 * moment,
    )


def test_the_magnifier_of_a_block_is_a_rectangle_that_it_touches(
    tabs: Callable[..., Tab], tmp_path: Path
) -> None:
    """The channel is drawn with both of its plays; tilt and twist are those of the result,
    within the rounding of stored poses.
    """
    joint = gd.Translational(
        "D", between=("ground", "b"), point=(0, 0, 0), axis=(1, 0, 0), guide="rectangular", height_axis=(0, 0, 1), height=0.03, width=0.02,
        height_clearance=1e-4, width_clearance=2e-4, journal_length=0.08,
        fit=gd.Clearance(contact=gd.Hertz(1e9), start="as-described"),
    )  # fmt: skip
    body = gd.Body("b", mass=1, inertia=(1e-4, 2e-4, 2e-4), angular_velocity=(3, 1, 1))
    result = gd.simulate(
        gd.Mechanism(gravity=(0, 5, -9), bodies=[body], joints=[joint]), 0.02, output_step=1e-4
    )
    tab, part = tabs(write(result, tmp_path / "block.html")), result.joint("D")
    assert tab.run("gudgeon.magnifiers[0].constructor.name") != tab.run(
        "Object.getPrototypeOf(gudgeon.magnifiers[0].constructor).name"
    )
    row = int(np.argmax(part.penetration))
    tab.run(f"(gudgeon.clock.seek({float(result.t[row])!r}), gudgeon.magnifiers[0].draw())")
    now = tab.run("gudgeon.magnifiers[0].parts[0].now")
    # there is something to draw
    assert np.abs(part.twist).max() > 1e-4 and part.misalignment.max() > 1e-4
    assert now["twist"] == pytest.approx(part.twist[row], abs=1e-4 * np.abs(part.twist).max())
    assert now["tilt"] == pytest.approx(part.misalignment[row], abs=1e-3 * part.misalignment.max())
    np.testing.assert_allclose(now["here"], part.eccentricity[row] * (0, 1, 1), atol=1e-8)
    pushes = [
        contact["normal"]
        for contact in tab.run(f"gudgeon.viewer.views[0].active({float(result.t[row])!r})")
    ]
    # there is no friction
    np.testing.assert_allclose(
        np.sum(pushes, axis=0), part.force[row], atol=1e-4 * np.linalg.norm(part.force[row])
    )
    text = tab.run("gudgeon.magnifiers[0].caption.textContent")
    assert "100 µm in height, 200 µm in width" in text and "tilt" in text and "twist" in text


def test_names_of_many_joints_do_not_lie_on_each_other(
    tabs: Callable[..., Tab], tmp_path: Path
) -> None:
    """Those for which there is no room are left out; long ones keep their ends beside plots."""
    bodies = [
        gd.Body(f"b{k}", mass=1, inertia=(1, 1, 1), position=(0.1 * k + 0.05, 0, 0))
        for k in range(30)
    ]
    joints = [
        gd.Spherical(
            f"joint number {k} of a long chain of many bodies",
            between=("ground" if k == 0 else f"b{k - 1}", f"b{k}"),
            point=(0.1 * k, 0, 0),
        )
        for k in range(30)
    ]
    run = gd.simulate(
        gd.Mechanism(gravity=(0, 0, -9.81), bodies=bodies, joints=joints), 0.01, max_steps=20
    )
    tab = tabs(write(run, tmp_path / "chain.html"))
    tab.run("(gudgeon.viewer.draw(), true)")
    boxes = tab.run(
        "[...document.querySelectorAll('.labels .joint')].filter((one) => one.style.display !== "
        "'none').map((one) => (({ left, right, top, bottom }) => [left, right, top, bottom])"
        "(one.getBoundingClientRect()))"
    )
    assert 2 <= len(boxes) < 30
    for k, (left, right, top, bottom) in enumerate(boxes):
        for a, b, c, d in boxes[k + 1 :]:
            assert right <= a + 3 or b <= left + 3 or bottom <= c + 3 or d <= top + 3
    shown = tab.run("document.querySelector('.chip .what').textContent")
    assert "…" in shown
    assert shown.endswith("many bodies")
    assert tab.run("document.querySelector('.chips .common, .common').textContent") == (
        "force magnitude:"
    )
    assert "…" in shown
