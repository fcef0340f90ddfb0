"""What a page says about several runs together: what differs, and nothing that does not."""

import numpy as np

from gudgeon.report.comparison import comparison_data
from gudgeon.studies.comparison import Comparison
from tests.support import synthetic_results


def run(name: str, figures: dict[str, float], joints: dict[str, list[str]]) -> dict:
    """A run as the page has it: key figures, and one table of its story."""
    rows = [[joint, *cells] for joint, cells in joints.items()]
    story = {
        "figures": [
            {"label": label, "value": value, "unit": "N"} for label, value in figures.items()
        ],
        "tables": [{"title": "Joints", "columns": ["joint", "fit", "numbers"], "rows": rows}],
    }
    return {"name": name, "story": story}


IDEAL = run("ideal", {"force": 1.0}, {"A": ["ideal", ""], "B": ["ideal", ""]})
LOOSE = run(
    "loose", {"force": 3.0, "impacts": 7.0}, {"A": ["clearance", "0.1 mm"], "B": ["ideal", ""]}
)


def sheets(*runs: dict) -> dict[str, dict]:
    return {sheet["title"]: sheet for sheet in comparison_data(list(runs), None, "")["sheets"]}


def test_a_single_run_stands_for_itself() -> None:
    assert comparison_data([IDEAL], None, "gudgeon run") is None


def test_key_figures_of_all_runs_stand_beside_each_other_with_gaps_where_a_run_has_none() -> None:
    figures = sheets(IDEAL, LOOSE)["Key figures"]
    assert figures["columns"] == ["", "ideal", "loose"]
    assert [(row[0], *(cell and cell["value"] for cell in row[1:])) for row in figures["rows"]] == [
        ("force", 1.0, 3.0),
        ("impacts", None, 7.0),
    ]


def test_of_a_table_only_the_rows_that_differ_are_told() -> None:
    found = sheets(IDEAL, LOOSE)["Joints that differ"]
    assert found["rows"] == [["A", "ideal", "clearance, 0.1 mm"]]


def test_a_row_that_a_run_does_not_have_is_none() -> None:
    more = run("more", {}, {"A": ["ideal", ""], "B": ["ideal", ""], "C": ["bushing", "1 N/m"]})
    assert sheets(IDEAL, more)["Joints that differ"]["rows"] == [["C", "none", "bushing, 1 N/m"]]
    assert sheets(more, IDEAL)["Joints that differ"]["rows"] == [["C", "bushing, 1 N/m", "none"]]


def test_runs_that_are_the_same_differ_in_no_table() -> None:
    assert list(sheets(IDEAL, IDEAL)) == ["Key figures"]


def test_a_comparison_adds_its_deviations_its_failures_and_the_command() -> None:
    """The block of the second run is 3 mm further along everywhere; the third gave no result."""
    first, second = synthetic_results.result(5), synthetic_results.result(5)
    second.data["position"][:, 1, 1] += 3e-3
    comparison = Comparison(
        {"ideal": first, "loose": second, "broken": "no such joint."}, reference="ideal"
    )
    found = comparison_data([IDEAL, LOOSE], comparison, "gudgeon compare")
    assert (found["notes"], found["command"]) == (["broken: no such joint."], "gudgeon compare")
    sheet = found["sheets"][0]
    assert sheet["title"] == "Deviations from 'ideal', peaks and losses"
    assert sheet["columns"] == ["", "ideal", "loose", "broken"]
    rows = {row[0]: row[1:] for row in sheet["rows"]}
    assert rows["deviation"][1]["unit"] == "m"
    np.testing.assert_allclose(rows["deviation"][1]["value"], 3e-3, rtol=1e-12)
    assert rows["deviation"][2] is None  # nothing is known of a run without a result
    assert rows["body"][1] == "block"


def test_a_comparison_of_one_run_is_told_too() -> None:
    comparison = Comparison({"ideal": synthetic_results.result(5)}, reference="ideal")
    assert comparison_data([IDEAL], comparison, "")["sheets"][0]["columns"] == ["", "ideal"]
