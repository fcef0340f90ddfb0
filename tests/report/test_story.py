"""The story: the numbers in it are those of the result, and the run can be repeated from it."""

from typing import Any

import numpy as np
import pytest
import synthetic
from click.testing import CliRunner

import gudgeon as gd
from gudgeon.cli import main
from gudgeon.report.story import law_text, story_of
from gudgeon.results import Status


def figures(result: gd.Result) -> dict[str, dict[str, Any]]:
    return {one["label"]: one for one in story_of(result)["figures"]}


def test_key_figures_are_those_of_the_result() -> None:
    result = synthetic.result(101)
    result.data["acceleration"][40, 0] = (0, 3, 4)
    found = figures(result)
    assert found["simulated"]["value"] == 5
    assert found["largest force, joint A"] == {"label": "largest force, joint A", "value": 5.0, "unit": "N", "t": 0.0}
    assert (found["largest acceleration, crank"]["value"], found["largest acceleration, crank"]["t"]) == (5.0, result.t[40])
    assert (found["driver A"]["value"], found["driver A"]["unit"]) == (5.0, "N m")
    assert found["energy lost"]["value"] == 5.0  # the damper loses t [J]
    assert found["energy balance"]["value"] == pytest.approx(np.abs(result.energy.balance).max())


def test_contacts_are_among_the_key_figures(loose: Any) -> None:
    impacts = loose.result.impacts
    found = figures(loose.result)
    assert found["contact periods"]["value"] == len(impacts)
    assert found["hardest contact"]["value"] == impacts["peak_force"].max()
    assert found["hardest contact"]["t"] == impacts["start"][np.argmax(impacts["peak_force"])]
    assert found["largest force, joint A"]["value"] == loose.result.peaks["joint:A"].value


def test_joints_are_listed_with_fits_laws_and_units(loose: Any) -> None:
    (joints,) = [table for table in story_of(loose.result)["tables"] if table["title"] == "Joints"]
    row = next(row for row in joints["rows"] if row[0] == "C")
    assert row[:4] == ["C", "revolute", "rod – slider", "clearance"]
    assert "radial clearance 0.0005 m" in row[4]
    assert "contact: lankarani-nikravesh (stiffness " in row[4]
    assert "N/m^n, restitution 0.9, exponent 1.5)" in row[4]
    assert next(row for row in joints["rows"] if row[0] == "A")[3:] == ["ideal", ""]


def test_a_law_is_told_with_its_units() -> None:
    assert law_text(gd.Threlfall(mu_k=0.1, v_1=1e-3)) == "threlfall (mu_k 0.1, v_1 0.001 m/s)"
    assert "speed 6.28319 rad/s or m/s" in law_text(gd.ConstantSpeed("60 rpm"))  # of which coordinate, the driver says


def test_the_status_says_whether_the_run_failed() -> None:
    assert story_of(synthetic.result(5))["status"]["failed"] is False
    failed = story_of(synthetic.result(5, status=Status.STEP_TOO_SMALL))["status"]
    assert (failed["word"], failed["failed"]) == ("step too small", True)
    assert failed["sentence"].startswith("The step size fell below")


def test_the_command_in_the_page_repeats_the_run(tmp_path: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    first = gd.simulate(gd.library("pendulum"), duration=0.2, rtol=1e-7, method="tsit5", output_step=0.01)
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
