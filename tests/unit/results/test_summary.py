"""What is told of a result, as plain text."""

import pytest

from gudgeon.results import summary
from gudgeon.results.status import Status
from tests.support.synthetic_results import result


def told(*given, **changes) -> dict[str, list[str]]:
    """Return the lines of a summary by their titles, which stand in front of the first of them."""
    found: dict[str, list[str]] = {}
    title = ""
    for line in summary.of_result(result(*given, **changes)).splitlines():
        title = line[:24].strip() or title
        found.setdefault(title, []).append(line[24:])
    return found


def test_a_summary_tells_end_effort_notes_and_output() -> None:
    effort = {
        "dof": 1,
        "steps": 40,
        "rejected": 3,
        "evaluations": 99,
        "wall_time": 0.25,
        "method": "tsit5",
    }
    text = told(statistics=effort, notes=("one", "two"))
    assert text["ended"] == ["Complete at t = 5 s."]
    assert text["degrees of freedom"] == ["1"]
    assert text["effort"] == ["40 steps, 3 rejected, 99 evaluations, 0.25 s, method tsit5"]
    assert text["notes"] == ["one", "two"]
    assert text["output"] == ["101 rows, t = 0 to 5 s"]


def test_the_balance_is_told_beside_the_largest_kinetic_energy() -> None:
    """The energies of the synthetic result balance; the kinetic energy, 10 + t, reaches 15 J."""
    (line,) = told()["energy"]
    balance, share = (
        line.removeprefix("balance closes to ")
        .removesuffix(" of the largest kinetic energy")
        .split(" J, ")
    )
    assert 0 <= float(balance) < 1e-13
    assert float(share) == pytest.approx(float(balance) / 15, rel=0.1)  # both are rounded


def test_the_largest_reactions_and_the_ranges_of_drivers_have_units() -> None:
    """Joint A carries (3, 4, 0) N all the time; the torque of D is sin t N m, of the rows
    largest at 4.7 s.
    """
    assert told()["largest reactions"] == [
        "A: 5 N at t = 0 s, 0 N m at t = 0 s",
        "D: 0 N at t = 0 s, 0.99992 N m at t = 4.7 s",
    ]
    assert told()["drivers between"] == ["A: 5 and 5 N m", "pusher: 7 and 7 N"]


def test_a_run_without_rows_says_how_it_ended_and_nothing_else() -> None:
    text = told([], status=Status.NOT_FINITE)
    assert "not finite" in text["ended"][0]
    assert list(text) == ["ended", "notes", "effort"]
