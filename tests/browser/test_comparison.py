"""Several runs in one page, in headless Chromium: over each other, side by side, and as ghosts."""

from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
from click.testing import CliRunner

import gudgeon as gd
from gudgeon.cli.main import main
from gudgeon.report.page import page, write
from gudgeon.studies.comparison import Comparison
from tests.support import synthetic_results
from tests.support.chromium import Tab
from tests.support.report_fixtures import Shown

FITS = ("ideal", "clearance", "lubricated")


@pytest.fixture(scope="module")
def compared(tmp_path_factory: pytest.TempPathFactory) -> tuple[Comparison, Shown]:
    """Three fits of the slider-crank, and their page as the comparison writes it."""
    comparison = gd.compare(
        "planar-slider-crank", joint="C", fits=FITS, duration=0.005, output_step=1e-5
    )
    path = comparison.report(
        tmp_path_factory.mktemp("page") / "compared.html", command="gudgeon compare ..."
    )
    return comparison, Shown(comparison["ideal"], path)


def test_every_run_is_where_its_result_says(
    compared: tuple[Comparison, Shown], tab_of: Callable[[Shown], Tab]
) -> None:
    comparison, shown = compared
    tab = tab_of(shown)
    for k, label in enumerate(FITS):
        body = comparison[label].body("slider")
        for row in (0, 250, 500):
            drawn = tab.pose("slider", float(comparison[label].t[row]), run=k)
            assert np.allclose(drawn[:3], body.position[row], atol=1e-6 * np.ptp(body.position))


def test_the_first_run_is_solid_and_the_others_are_ghosts(
    compared: tuple[Comparison, Shown], tab_of: Callable[[Shown], Tab]
) -> None:
    tab = tab_of(compared[1])
    opacities = "gudgeon.viewer.views.map((view) => view.bodies[1].children[0].material.opacity)"
    first, *others = tab.run(opacities)
    assert first == 1
    assert all(0 < share < 0.5 for share in others)
    tab.click("button.run:nth-child(1)")
    assert tab.run(opacities)[1] == 1  # with the first run hidden, the second takes its place
    assert (
        tab.run("gudgeon.plots[0].chart.draw() ?? gudgeon.plots[0].chart.shown.curves.length") == 2
    )
    tab.click("button.run:nth-child(1)")
    assert tab.run(opacities)[0] == 1


def test_plots_overlay_the_runs_in_colours_of_their_own(
    compared: tuple[Comparison, Shown], tab_of: Callable[[Shown], Tab]
) -> None:
    comparison, shown = compared
    tab = tab_of(shown)
    tab.run("gudgeon.plots[0].chart.draw()")
    curves = tab.run(
        "gudgeon.plots[0].chart.shown.curves.map(({name, colour, y, count}) => [name, colour, "
        "Math.max(...y.slice(0, count))])"
    )
    assert [name for name, _, _ in curves] == [f"C.force.magnitude ({label})" for label in FITS]
    assert len({colour for _, colour, _ in curves}) == 3
    for (_, _, peak), label in zip(curves, FITS, strict=True):
        force = np.linalg.norm(comparison[label].joint("C").force, axis=1)
        # quantum 1e-6 of each component's range
        assert peak == pytest.approx(force.max(), rel=1e-5)


def test_runs_stand_side_by_side(
    compared: tuple[Comparison, Shown], tab_of: Callable[[Shown], Tab]
) -> None:
    tab = tab_of(compared[1])
    click = (
        "[...document.querySelectorAll('.toolbar button')].find((one) => one.textContent === 'side "
        "by side').click()"
    )
    tab.run(click)
    assert tab.run(
        "gudgeon.viewer.views.map((view) => view.bodies[1].children[0].material.opacity)"
    ) == [1, 1, 1]
    assert tab.run(
        "[...document.querySelectorAll('.panes span')].map((one) => one.textContent)"
    ) == list(FITS)
    tab.run(click)
    assert tab.run("document.querySelectorAll('.panes span').length") == 0


def test_the_story_puts_figures_fits_and_laws_beside_each_other(
    compared: tuple[Comparison, Shown], tab_of: Callable[[Shown], Tab]
) -> None:
    comparison, shown = compared
    tab = tab_of(shown)
    sheets = """Object.fromEntries([...document.querySelectorAll('.together table')].map((table) => [table.caption.textContent,
        [...table.rows].map((row) => [...row.cells].map((one) => one.textContent))]))"""
    found = tab.run(sheets)
    deviations, figures, joints = found.values()
    assert list(found)[1:] == ["Key figures", "Joints that differ"]
    for table in (deviations, figures, joints):  # a row for each run
        assert [row[0] for row in table] == ["", *FITS]
    impacts = [row[deviations[0].index("impacts")] for row in deviations[1:]]
    assert impacts == [str(len(comparison[label].after_transient.impacts)) for label in FITS]
    assert joints[0] == ["", "C"]
    ideal, loose, oiled = (row[1] for row in joints[1:])
    assert "ideal" in ideal
    assert "contact lankarani-nikravesh (stiffness " in loose
    assert "film squeeze-film (viscosity 0.4 Pa s" in oiled
    story = tab.run("document.querySelector('details.story').textContent")
    assert "gudgeon compare ..." in story
    assert [
        *tab.run("[...document.querySelectorAll('.story h2')].map((one) => one.textContent)")
    ] == list(FITS)


def test_one_magnifier_shows_the_joint_of_all_runs(
    compared: tuple[Comparison, Shown], tab_of: Callable[[Shown], Tab]
) -> None:
    comparison, shown = compared
    tab, row = tab_of(shown), 444
    tab.run(
        f"(gudgeon.clock.seek({float(comparison['clearance'].t[row])!r}), "
        "gudgeon.magnifiers[0].draw())"
    )
    lines = tab.run("[...gudgeon.magnifiers[0].caption.children].map((one) => one.textContent)")
    for line, label in zip(lines[1:], FITS[1:], strict=True):
        size = np.linalg.norm(comparison[label].joint("C").eccentricity[row])
        assert line.startswith(f"{label} · ")
        assert f"({size / 5e-4:.3f} c)" in line


def test_energy_and_contacts_of_any_run_can_be_chosen(
    compared: tuple[Comparison, Shown], tab_of: Callable[[Shown], Tab]
) -> None:
    comparison, shown = compared
    tab = tab_of(shown)
    tab.run("gudgeon.table.show(gudgeon.runs[2])")
    assert tab.run("document.querySelectorAll('.impacts tbody tr').length") == len(
        comparison["lubricated"].impacts
    )
    energy = "gudgeon.plots.find((one) => one.title === 'Energy')"
    tab.run(
        f"(() => {{ const s = {energy}.element.querySelector('select'); s.value = '2'; "
        f"s.dispatchEvent(new Event('change')); }})()"
    )
    names = tab.run(f"({energy}.chart.draw(), {energy}.chart.shown.areas.map((one) => one.name))")
    assert "energy.lost:C:film" in names
    assert comparison["lubricated"].energy["lost:C:film"][-1] > 0


def test_the_command_writes_the_page(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, tabs: Callable[..., Tab]
) -> None:
    monkeypatch.chdir(tmp_path)
    words = "compare four-bar --joint C --fits ideal,clearance --duration 5ms --report both.html".split()
    monkeypatch.setattr("sys.argv", ["gudgeon", *words])
    outcome = CliRunner().invoke(main, words)
    assert outcome.exit_code == 0, outcome.output
    assert "wrote both.html" in outcome.output
    tab = tabs(tmp_path / "both.html")
    assert tab.run("gudgeon.runs.map((run) => run.name)") == ["ideal", "clearance"]
    assert "gudgeon compare four-bar --joint C" in tab.run(
        "document.querySelector('.together').textContent"
    )


def test_a_page_into_a_folder_that_is_not_there_is_refused_before_the_runs(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    outcome = CliRunner().invoke(
        main, ["compare", "four-bar", "--joint", "C", "--report", "nowhere/x.html"]
    )
    assert outcome.exit_code == 2
    assert "nowhere: there is no such folder" in outcome.output
    assert not list(tmp_path.iterdir())


def test_a_run_without_a_result_is_told(tabs: Callable[..., Tab], tmp_path: Path) -> None:
    outcomes = {
        "good": synthetic_results.result(20),
        "<i>bad</i>": gd.InputError("cannot have this fit."),
    }
    tab = tabs(Comparison(outcomes, reference="good").report(tmp_path / "x.html"))
    assert "<i>bad</i>: cannot have this fit." in tab.run(
        "document.querySelector('.together').textContent"
    )
    assert tab.run("gudgeon.runs.length") == 1


def test_a_comparison_without_any_result_has_no_page() -> None:
    with pytest.raises(gd.InputError, match="at least one"):
        page(Comparison({"bad": gd.InputError("no.")}, reference="bad"))


def test_runs_of_different_lengths_and_names_like_markup_are_compared(
    tabs: Callable[..., Tab], tmp_path: Path
) -> None:
    """The shorter run has no values after its end."""
    short = synthetic_results.result(np.linspace(0, 2, 20))
    tab = tabs(write({"first": synthetic_results.result(50), "<b>": short}, tmp_path / "x.html"))
    assert tab.run(
        "[...document.querySelectorAll('button.run')].map((one) => one.textContent)"
    ) == ["first", "<b>"]
    tab.run("gudgeon.clock.seek(4)")
    assert tab.run("gudgeon.plots[0].curves[0].now.map((one) => one.textContent)")[1].startswith(
        "–"
    )
