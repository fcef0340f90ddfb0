"""The gallery as such: which runs are made, how figures, data and claims are written, and what
becomes of failures and wrong names.
"""

import csv
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from click.testing import CliRunner

import gudgeon as gd
from gudgeon.cli.main import main
from gudgeon_gallery import KEYS, Claim, Evidence, Figure, Paper, Run, Verdict, make, paper, write
from gudgeon_gallery.curves import history, portrait, trusted
from gudgeon_gallery.pages import judge, markdown, numbered, small_print, tally
from gudgeon_gallery.statistics import apart, below, most, rounded, touching, words


def pendulum() -> gd.Mechanism:
    return gd.library("pendulum")


def impossible() -> gd.Mechanism:
    """A mechanism that can be described but not assembled: two points of the ground at two
    distances from one body.
    """
    return gd.Mechanism(
        name="impossible",
        bodies=[gd.Body("rod", mass=1, inertia=(1, 1, 1), position=(0, 0, 0))],
        joints=[
            gd.Spherical("A", between=("ground", "rod"), point=(0, 0, 0)),
            gd.Distance("B", between=("ground", "rod"), points=((0, 0, 0), (1, 0, 0)), length=3.0),
        ],
    )


def drawn(sheet: Any, runs: Any) -> dict[str, np.ndarray]:
    data: dict[str, np.ndarray] = {}
    history(sheet.subplots(), data, "swing", runs["swing"], "energy.balance")
    return data | {"odd one [1]": np.array([0.1, 1 / 3])}


def exhibit(second: Callable[[], gd.Mechanism] = pendulum) -> Paper:
    """Return a paper of two pendulums, one figure of the first and a claim about each."""

    def verdict(runs: Any) -> Verdict:
        return Verdict("holds" if len(runs) == 1 else "does not hold", f"{len(runs)} run")

    return Paper(
        key="swings",
        citation="Hairer1993",
        title="Swings",
        runs=(
            Run("swing", pendulum, 0.4, 0.2, reference=True),
            Run("other", second, 0.4, 0.2, reference=True),
        ),
        figures=(
            Figure("fig1", "a swing", ("swing",), drawn),
            Figure("fig2", "another", ("swing", "other"), drawn),
        ),
        claims=(
            Claim("one", "Section 1", "swings", "It swings | always.", ("swing",), verdict),
            Claim(
                "two", "Section 2", "swings", "Both swing.", ("swing", "other"), verdict, "nothing"
            ),
        ),
    )


def test_only_the_runs_of_the_chosen_figures_are_made_and_their_claims_judged() -> None:
    made = make(exhibit(), ("fig1",), quick=True)
    assert list(made.evidence) == ["swing"] and not made.failures
    assert [row.claim.name for row in judge(made)] == ["one"]
    assert list(make(exhibit(), quick=True).evidence) == ["swing", "other"]


def test_the_quick_setting_is_shorter() -> None:
    assert make(exhibit(), ("fig1",), quick=True).evidence["swing"].result.end == 0.2
    assert make(exhibit(), ("fig1",)).evidence["swing"].result.end == 0.4


def test_numbers_in_data_files_survive_the_way_through_the_file(tmp_path: Path) -> None:
    made = make(exhibit(), ("fig1",), quick=True)
    write(made, tmp_path, ("fig1",))
    with (tmp_path / "swings" / "fig1.csv").open(encoding="utf-8") as stream:
        rows = list(csv.DictReader(stream))
    assert [float(row["swing: energy balance, time [s]"]) for row in rows] == made.evidence[
        "swing"
    ].result.t.tolist()
    assert [float(row["odd one [1]"]) for row in rows[:2]] == [0.1, 1 / 3]
    assert {row["odd one [1]"] for row in rows[2:]} == {""}  # a shorter column is empty at its end


def test_a_run_that_fails_is_told_on_its_figures_and_does_not_end_the_others(
    tmp_path: Path,
) -> None:
    made = make(exhibit(impossible), quick=True)
    assert list(made.failures) == ["other"] and list(made.evidence) == ["swing"]
    outcomes = {
        row.claim.name: (row.outcome, row.found) for row in judge(replace(made, quick=False))
    }
    assert outcomes["one"] == ("holds", "1 run")
    assert outcomes["two"][0] == "not judged" and outcomes["two"][1].startswith("other: ")
    names = {path.name for path in write(made, tmp_path)}
    assert {
        "fig1.png",
        "fig1.svg",
        "fig1.csv",
        "fig2.png",
        "fig2.svg",
        "claims.csv",
        "claims.md",
    } <= names
    # no data without a run
    assert len((tmp_path / "swings" / "fig2.csv").read_text(encoding="utf-8").splitlines()) == 1


def test_a_twin_that_fails_fails_its_run() -> None:
    from gudgeon_gallery.runs import _failed_twins

    assert _failed_twins(SimpleNamespace(failed={3: "The step size fell."})) == [
        "member 3 of the ensemble: The step size fell."
    ]
    assert _failed_twins(SimpleNamespace(failed={})) == [] and _failed_twins(None) == []


def test_claims_are_tables_in_csv_and_markdown(tmp_path: Path) -> None:
    made = make(exhibit())
    write(made, tmp_path)
    with (tmp_path / "swings" / "claims.csv").open(encoding="utf-8") as stream:
        rows = list(csv.DictReader(stream))
    assert [(row["claim"], row["outcome"]) for row in rows] == [
        ("one", "holds"),
        ("two", "does not hold"),
    ]
    text = (tmp_path / "swings" / "claims.md").read_text(encoding="utf-8")
    assert "1 holds, 1 does not hold." in text
    # head, line and two rows; a bar does not end a cell
    assert text.count("\n|") == 4 and r"It swings \| always." in text
    assert markdown(made.paper, judge(made), quick=False).count("quick") == 0


def test_quick_runs_show_what_was_found_but_give_no_verdict(tmp_path: Path) -> None:
    made = make(exhibit(), quick=True)
    assert [(row.outcome, row.found) for row in judge(made)] == [
        ("not judged", "1 run"),
        ("not judged", "2 run"),
    ]
    write(made, tmp_path)
    assert "2 not judged (quick setting" in (tmp_path / "swings" / "claims.md").read_text(
        encoding="utf-8"
    )


def test_a_claim_that_nothing_could_contradict_is_shown_and_not_counted() -> None:
    shown = exhibit()
    sure = replace(shown.claims[0], certain="a pendulum swings by definition")
    made = make(replace(shown, claims=(sure, shown.claims[1])))
    rows = judge(made)
    assert (rows[0].outcome, rows[0].found) == (
        "not counted",
        "1 run; a pendulum swings by definition",
    )
    assert tally(rows) == "1 does not hold, 1 not counted"


def test_tautologies_of_the_papers_are_not_counted() -> None:
    certain = {(key, claim.name) for key in KEYS for claim in paper(key).claims if claim.certain}
    assert certain == {
        ("flores2004", "constant velocity"),
        ("flores2004", "driving moment"),
        ("marques3d", "one degree of freedom"),
    }


def test_outcomes_are_counted_in_words() -> None:
    rows = [
        SimpleNamespace(outcome=outcome)
        for outcome in ("holds", "holds", "does not hold", "holds in part", "not judged")
    ]
    assert tally(rows) == "2 hold, 1 holds in part, 1 does not hold, 1 not judged"


def test_figures_are_numbered_as_in_print() -> None:
    assert [numbered(Figure(name, "", (), drawn)) for name in ("fig08", "fig12")] == [
        "Fig. 8",
        "Fig. 12",
    ]


# -- honesty beyond the horizon --------------------------------------------------------------------


@pytest.fixture(scope="module")
def swing() -> gd.Result:
    return gd.simulate(pendulum(), 1.0, output_step=0.01)


def chaotic(swing: gd.Result, until: float | None) -> Evidence:
    """Return evidence whose three perturbed runs are the run itself, shifted by -1, 0 and 3 in
    every channel, from 0 s on.
    """
    perturbed = SimpleNamespace(
        t=swing.t,
        results=[swing] * 3,
        values=lambda name: np.array(
            [swing.channel(name).values + shift for shift in (-1.0, 0.0, 3.0)]
        ),
    )
    horizon = None if until is None else SimpleNamespace(time=until, lost=until < 1.0)
    return Evidence(swing, horizon, perturbed)  # type: ignore[arg-type]


def axes_of(
    draw: Callable[..., None], *arguments: Any, **options: Any
) -> tuple[Any, dict[str, np.ndarray]]:
    from matplotlib.figure import Figure as Sheet

    axes, data = Sheet().subplots(), {}
    draw(axes, data, "swing", *arguments, **options)
    return axes, data


def test_beyond_the_horizon_there_is_no_single_curve(swing: gd.Result) -> None:
    _, data = axes_of(history, chaotic(swing, 0.4), "energy.kinetic")
    assert data["swing: energy kinetic, time [s]"].max() <= 0.4
    assert data["swing: energy kinetic, time of the ensemble [s]"].min() >= 0.4
    beyond = swing.energy.kinetic[swing.t >= 0.4]
    # the mean of -1, 0 and 3 is 2/3; percentiles of three numbers are interpolated: 5 % is a tenth
    # of the way from -1 to 0
    np.testing.assert_allclose(data["swing: energy kinetic, mean [J]"] - beyond, 2 / 3, atol=1e-12)
    np.testing.assert_allclose(data["swing: energy kinetic, 5 % [J]"] - beyond, -0.9, atol=1e-12)
    np.testing.assert_allclose(data["swing: energy kinetic, 95 % [J]"] - beyond, 2.7, atol=1e-12)


def test_a_predictable_run_is_one_curve(swing: gd.Result) -> None:
    axes, data = axes_of(history, chaotic(swing, 1.0), "energy.kinetic")
    assert len(axes.lines) == 1 and not axes.collections
    np.testing.assert_array_equal(data["swing: energy kinetic [J]"], swing.energy.kinetic)


def test_a_run_without_horizon_shows_its_ensemble_only(swing: gd.Result) -> None:
    assert trusted(chaotic(swing, None)) == 0.0 and trusted(Evidence(swing)) == np.inf
    _, data = axes_of(history, chaotic(swing, None), "energy.kinetic", span=(0.1, 1.0))
    assert "swing: energy kinetic [J]" not in data


def test_portraits_end_at_the_horizon_and_go_on_with_all_twins(swing: gd.Result) -> None:
    _, data = axes_of(portrait, chaotic(swing, 0.4), "energy.kinetic", "energy.gravity")
    assert len(data["swing: energy gravity [J]"]) == np.count_nonzero(swing.t <= 0.4)
    assert len(data["swing: energy gravity [J], members"]) == 3 * np.count_nonzero(swing.t >= 0.4)


def test_scale_and_change_apply_to_curve_and_ensemble(swing: gd.Result) -> None:
    _, data = axes_of(
        history, chaotic(swing, 0.4), "energy.kinetic", scale=1e3, unit="mJ", change=True
    )
    first = swing.energy.kinetic[0]
    inside, beyond = (swing.energy.kinetic[rows] for rows in (swing.t <= 0.4, swing.t >= 0.4))
    np.testing.assert_allclose(data["swing: energy kinetic [mJ]"], 1e3 * (inside - first))
    np.testing.assert_allclose(
        data["swing: energy kinetic, mean [mJ]"], 1e3 * (beyond - first), atol=1e-9
    )  # every perturbed run loses its shift


def test_every_figure_prints_the_horizons_of_its_runs(swing: gd.Result) -> None:
    made = make(exhibit(), quick=True)
    made = replace(made, evidence={"swing": chaotic(swing, 0.4), "other": made.evidence["other"]})
    text = small_print(made, made.paper.figures[1])
    assert (
        "swing until 0.4 s" in text
        and "other as a matter of course" in text
        and "Beyond: ensembles." in text
    )
    assert (
        small_print(replace(made, quick=False), made.paper.figures[0])
        == "Predictable: swing until 0.4 s. Beyond: ensembles."
    )


# -- numbers and words -----------------------------------------------------------------------------


def test_shares_of_contact_are_cut_at_the_ends_of_a_span() -> None:
    """The journal of the slider-crank touches first between 0.2273 and 0.2807 ms: half of a span
    around its begin is contact.
    """
    result = gd.simulate(gd.library("planar-slider-crank", C="clearance"), 4e-4)
    start, end = result.impacts["start"][0], result.impacts["end"][0]
    assert touching(result, "C", (0.0, start)) == 0.0
    # round-off of times only
    assert touching(result, "C", (start - 1e-5, start + 1e-5)) == pytest.approx(0.5, abs=1e-9)
    assert touching(result, "C", (start, end)) == pytest.approx(1.0, abs=1e-9)


def test_words_give_mean_and_percentiles() -> None:
    assert words(np.arange(101.0), "N") == "50 (5 to 95) N"
    assert words(np.array([2.0, 2.0]), "kN", 10) == "20 kN"
    assert [rounded(number) for number in (53312.0, 1.0e-4, -1234.0, 99.96, 2.5e9)] == [
        "53300",
        "0.0001",
        "-1230",
        "100",
        "2.5e+09",
    ]


def test_pairs_of_two_ensembles_are_counted() -> None:
    assert apart(np.array([1.0, 2.0]), np.array([1.5, 3.0])) == 0.75
    assert apart(np.array([1.0]), np.array([1.0])) == 0.0  # equal is not smaller


def test_most_are_nineteen_of_twenty() -> None:
    assert most(np.arange(20) > 0) and not most(np.arange(16) > 0)
    assert below(np.array([1.0]), np.r_[0.0, np.full(19, 2.0)]) and not below(
        np.array([1.0]), np.r_[0.0, np.full(15, 2.0)]
    )


# -- command line ----------------------------------------------------------------------------------


def run(*arguments: str) -> Any:
    return CliRunner().invoke(main, ["gallery", *arguments])


def test_the_gallery_lists_papers_figures_and_claims() -> None:
    outcome = run()
    assert outcome.exit_code == 0
    for key in KEYS:
        shown = paper(key)
        assert f"{key}: {shown.title} [{shown.citation}]" in outcome.output
        assert f"  {len(shown.claims)} claims" in outcome.output
        assert all(
            f"  {figure.name:<8}{figure.title}" in outcome.output for figure in shown.figures
        )


def test_wrong_names_get_a_suggestion() -> None:
    assert "Did you mean 'flores2004'?" in run("flores2003").output
    outcome = run("flores2004", "fg12")
    assert (
        outcome.exit_code == 2
        and "has no figure 'fg12' in the gallery. Did you mean 'fig12'?" in outcome.output
    )
    assert run("flores2004", "--all").exit_code == 2


def test_a_folder_that_cannot_be_made_is_told(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("", encoding="utf-8")
    outcome = run("marques2017", "fig3", "--out", str(tmp_path / "file"))
    assert outcome.exit_code == 2 and "cannot be written" in outcome.output


@pytest.mark.parametrize("key", KEYS)
def test_every_paper_is_whole(key: str) -> None:
    """Names are unique, all runs are known and used, titles and sentences are there, and the
    paper is in the list of references.
    """
    shown = paper(key)
    names = [run.name for run in shown.runs]
    assert shown.key == key and len(set(names)) == len(names)
    used = {name for part in (*shown.figures, *shown.claims) for name in part.runs}
    assert used == set(names)
    for parts in (shown.figures, shown.claims):
        assert len({part.name for part in parts}) == len(parts) > 0
    assert all(
        claim.says and claim.where and claim.quantity and claim.runs for claim in shown.claims
    )
    references = (Path(__file__).parents[2] / "docs" / "references.md").read_text(encoding="utf-8")
    assert f"| [{shown.citation}] |" in references
    assert all(run.quick <= run.duration for run in shown.runs)
