"""The story: the numbers in it are those of the result, and the run can be repeated from it."""

from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from click.testing import CliRunner

import gudgeon as gd
from gudgeon.cli.main import main
from gudgeon.model.describe import text_of
from gudgeon.report.narrative import story_of
from gudgeon.results.status import Status
from gudgeon.studies.comparison import Comparison
from tests.support import synthetic_results


def figures(result: gd.Result) -> dict[str, dict[str, Any]]:
    return {figure["label"]: figure for figure in story_of(result)["figures"]}


def test_key_figures_are_those_of_the_result() -> None:
    result = synthetic_results.result(101)
    result.data["acceleration"][40, 0] = (0, 3, 4)
    found = figures(result)
    assert found["simulated"]["value"] == 5
    assert found["largest resultant, joint A"] == {
        "label": "largest resultant, joint A",
        "value": 5.0,
        "unit": "N",
        "t": 0.0,
        "arrows": "reactions",
    }
    assert (
        found["largest acceleration, crank"]["value"],
        found["largest acceleration, crank"]["t"],
    ) == (5.0, result.t[40])
    assert (found["driver A"]["value"], found["driver A"]["unit"]) == (5.0, "N m")
    assert found["energy lost"]["value"] == 5.0  # the damper loses t [J]
    assert found["energy balance"]["value"] == pytest.approx(np.abs(result.energy.balance).max())


def test_contacts_are_among_the_key_figures(loose: Any) -> None:
    impacts = loose.result.after_transient.impacts
    found = figures(loose.result)
    assert found["contact periods"]["value"] == len(impacts)
    assert found["hardest contact"]["value"] == impacts["peak_force"].max()
    assert found["hardest contact"]["t"] == impacts["peak_time"][np.argmax(impacts["peak_force"])]
    assert found["hardest contact"]["arrows"] == "contacts"
    assert found["largest resultant, joint A"]["value"] == loose.result.peaks["joint:A"].value


def test_forces_and_moments_of_stops_are_different_figures(stopped: Any) -> None:
    impacts = stopped.result.impacts
    angular = np.char.startswith(impacts["contact"], "stop angle")
    found = figures(stopped.result)
    assert 0 < angular.sum() < len(impacts) == found["contact periods"]["value"]
    for where, rows, force, speed in (
        ("", ~angular, "N", "m/s"),
        (", angle stop", angular, "N m", "rad/s"),
    ):
        hardest, fastest = found[f"hardest contact{where}"], found[f"fastest approach{where}"]
        assert (hardest["value"], hardest["unit"]) == (impacts["peak_force"][rows].max(), force)
        assert (fastest["value"], fastest["unit"]) == (impacts["approach_speed"][rows].max(), speed)


def test_stops_on_angles_are_told_in_their_own_units(stopped: Any) -> None:
    (joints,) = [
        table for table in story_of(stopped.result)["tables"] if table["title"] == "Joints"
    ]
    told = {row[0]: row[4] for row in joints["rows"]}
    assert (
        "lower -0.25 m, upper 0.25 m, contact lankarani-nikravesh (stiffness 100000 N/m^n,"
        in told["B"]
    )
    assert (
        "lower -0.785398 rad, upper 0.785398 rad, contact lankarani-nikravesh (stiffness 1000 N "
        "m/rad^n," in told["C"]
    )


def test_what_is_behind_a_layer_counts_with_the_layer() -> None:
    mechanism = gd.library("planar-slider-crank", C="clearance-bushing")
    thin = replace(mechanism.joint("C").fit, thickness=3e-5, blend=1e-6)
    result = gd.simulate(mechanism.with_fit("C", thin), duration=0.004)
    hard = result.after_transient.impacts["contact"] == "journal hard"
    assert 0 < hard.sum() < len(hard)
    assert figures(result)["contact periods"]["value"] == np.sum(~hard)
    assert Comparison({"thin": result}, reference="thin").table["impacts"][0] == np.sum(~hard)


def test_joints_are_listed_with_fits_laws_and_units(loose: Any) -> None:
    (joints,) = [table for table in story_of(loose.result)["tables"] if table["title"] == "Joints"]
    row = next(row for row in joints["rows"] if row[0] == "C")
    assert row[:4] == ["C", "revolute", "rod – slider", "clearance"]
    assert "radial clearance 0.0005 m" in row[4]
    assert "contact lankarani-nikravesh (stiffness " in row[4]
    assert "N/m^n, restitution 0.9, exponent 1.5, rate_ratio printed)" in row[4]
    assert next(row for row in joints["rows"] if row[0] == "A")[3:] == ["ideal", ""]


def test_a_law_is_told_with_its_units() -> None:
    assert text_of(gd.Threlfall(mu_k=0.1, v_1=1e-3)) == "threlfall (mu_k 0.1, v_1 0.001 m/s)"
    # of which coordinate, the driver says
    assert "speed 6.28319 rad/s or m/s" in text_of(gd.ConstantSpeed("60 rpm"))


def test_the_status_says_whether_the_run_failed() -> None:
    assert story_of(synthetic_results.result(5))["status"]["failed"] is False
    failed = story_of(synthetic_results.result(5, status=Status.STEP_TOO_SMALL))["status"]
    assert (failed["word"], failed["failed"]) == ("step too small", True)
    assert failed["sentence"].startswith("The step size fell below")


def test_the_command_in_the_page_repeats_the_run(
    tmp_path: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    first = gd.simulate(
        gd.library("pendulum"), duration=0.2, rtol=1e-7, method="tsit5", output_step=0.01
    )
    story = story_of(first)
    (tmp_path / "model.yaml").write_text(story["model"], encoding="utf-8")
    program, *arguments = story["repeat"]["command"].split()
    assert program == "gudgeon"
    outcome = CliRunner().invoke(main, arguments)
    assert outcome.exit_code == 0, outcome.output
    again = gd.load("model.h5")
    np.testing.assert_array_equal(again.data["position"][:], first.data["position"])
    third = eval(story["repeat"]["python"], {"gd": gd})
    np.testing.assert_array_equal(third.data["position"], first.data["position"])


def test_baumgarte_is_repeated_too(tmp_path: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    first = gd.simulate(gd.library("pendulum"), duration=0.1, stabilisation=gd.Baumgarte(5, 6))
    story = story_of(first)
    (tmp_path / "model.yaml").write_text(story["model"], encoding="utf-8")
    again = eval(story["repeat"]["python"], {"gd": gd})
    assert again.settings == first.settings


def test_a_horizon_that_is_known_is_a_key_figure() -> None:
    found = {
        figure["label"]: figure
        for figure in story_of(synthetic_results.result(5), horizon=1.25)["figures"]
    }
    assert found["predictable until"] == {
        "label": "predictable until",
        "value": 1.25,
        "unit": "s",
        "t": 1.25,
        "arrows": "",
    }
    assert "predictable until" not in figures(synthetic_results.result(5))
