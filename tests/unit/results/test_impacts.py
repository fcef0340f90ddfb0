"""The table of contact periods."""

import sys
import types

import numpy as np
import pytest

import gudgeon as gd
from gudgeon.assembly.contact_info import ContactInfo
from gudgeon.kernels.output_variables import IMPACT_COLUMNS
from gudgeon.results.impacts import Impacts
from tests.support import compliant_results
from tests.support.clearance_results import period, plan, result
from tests.support.synthetic_results import result as ideal


def test_impacts_come_in_the_order_of_their_beginning() -> None:
    impacts = result().impacts
    assert impacts["start"].tolist() == [1.0, 1.0, 1.5, 2.0, 4.0, 4.8]
    assert impacts["joint"].tolist() == ["C", "A", "A", "C", "C", "C"]
    assert impacts["contact"].tolist() == ["ball", "strip 2", "strip 1", "ball", "ball", "ball"]
    assert len(impacts) == 6


def test_a_row_has_names_and_a_duration() -> None:
    first = result().impacts[0]
    assert (first.joint, first.contact, first.start, first.end) == ("C", "ball", 1.0, 1.2)
    assert first.duration == pytest.approx(0.2)
    assert np.isnan(result().impacts[-1].end) and np.isnan(result().impacts[-1].departure_speed)
    assert [impact.approach_speed for impact in result().impacts] == result().impacts[
        "approach_speed"
    ].tolist()


def test_every_column_is_what_the_kernel_wrote() -> None:
    rows = np.arange(2 * len(IMPACT_COLUMNS), dtype=float).reshape(2, -1)
    rows[:, 0] = (3, 1)
    impacts = Impacts(rows, tuple(ContactInfo(joint, "ball") for joint in "AAAB"))
    for k, name in enumerate(IMPACT_COLUMNS[1:], start=1):
        assert np.array_equal(impacts[name], rows[:, k])
    assert impacts["joint"].tolist() == ["B", "A"]


def test_a_table_can_be_cut_and_filtered() -> None:
    impacts = result().impacts
    assert impacts.for_joint("A")["contact"].tolist() == ["strip 2", "strip 1"]
    assert impacts.for_joint("A.strip 1")["start"].tolist() == [1.5]
    assert len(impacts.for_joint("A.end B")) == 0
    assert impacts[impacts["approach_speed"] > 0.25]["start"].tolist() == [1.0, 2.0]
    assert impacts[1:3]["joint"].tolist() == ["A", "A"]


@pytest.mark.parametrize(
    ("ask", "words"),
    [
        (
            lambda impacts: impacts["aproach_speed"],
            "no column 'aproach_speed'.*Did you mean 'approach_speed'",
        ),
        (
            lambda impacts: impacts.for_joint("B"),
            "no joint with contacts, and no contact, 'B'. Allowed: 'A', 'C'",
        ),
        (lambda impacts: impacts.for_joint("A.strip 9"), "Did you mean 'A.strip"),
    ],
)
def test_a_column_or_joint_that_is_not_there_is_named(ask, words) -> None:
    with pytest.raises(gd.InputError, match=words):
        ask(result().impacts)


def test_a_table_prints_heads_units_and_numbers() -> None:
    lines = repr(result().impacts).splitlines()
    assert lines[0].split() == list(Impacts.columns)
    assert lines[1].split() == ["[s]", "[s]", "[s]", "[m/s]", "[m/s]", "[m]", "[N]", "[s]", "[J]"]
    assert lines[2].split()[:4] == ["C", "ball", "1", "1.1"]
    assert lines[-1] == "6 contact periods"
    assert ">strip 2</td>" in result().impacts._repr_html_()


def test_a_long_table_prints_its_beginning_and_its_end() -> None:
    rows = np.array([period("C.ball", k, k + 0.1, k + 0.2, 1) for k in range(1000)])
    lines = repr(Impacts(rows, plan().contacts)).splitlines()
    assert len(lines) < 20
    assert (
        lines[2].split()[2] == "0"
        and lines[-2].split()[2] == "999"
        and lines[-1] == "1000 contact periods"
    )


def test_names_in_a_table_are_text_not_markup() -> None:
    table = Impacts(np.array([period("C.ball", 0, 1, 2, 1)]), (ContactInfo("<b>", "<i>"),) * 7)
    assert "&lt;b&gt;" in table._repr_html_() and "<b>" not in table._repr_html_()


def test_a_result_without_clearance_has_an_empty_table() -> None:
    assert len(ideal().impacts) == 0 and repr(ideal().impacts) == "no impacts"
    assert ideal().impacts["joint"].shape == ideal().impacts["start"].shape == (0,)
    assert ideal().peaks == {}


def test_a_table_of_another_width_is_refused() -> None:
    with pytest.raises(ValueError, match="table of impacts has the shape"):
        Impacts(np.zeros((2, 3)), ())


def test_pandas_gets_the_same_columns(monkeypatch) -> None:
    stand_in = types.SimpleNamespace(DataFrame=lambda columns: columns)
    monkeypatch.setitem(sys.modules, "pandas", stand_in)
    frame = result().impacts.to_pandas()
    assert tuple(frame) == Impacts.columns
    monkeypatch.setitem(sys.modules, "pandas", None)
    with pytest.raises(gd.InputError, match="needs the package pandas"):
        result().impacts.to_pandas()


# -- stops on angles -------------------------------------------------------------------------------


def table(*labels: str) -> list[list[str]]:
    known = {"penetration": 0.25, "peak_force": 7}
    rows = np.array(
        [
            compliant_results.period(label, k, k + 0.1, k + 0.2, 0.5, **known)
            for k, label in enumerate(labels)
        ]
    )
    return [line.split() for line in repr(Impacts(rows, compliant_results.INFOS)).splitlines()]


def test_a_table_of_lengths_has_their_units_at_its_head() -> None:
    assert table("C.ball", "B.stop displacement upper")[1] == [
        "[s]",
        "[s]",
        "[s]",
        "[m/s]",
        "[m/s]",
        "[m]",
        "[N]",
        "[s]",
        "[J]",
    ]


def test_a_table_of_angles_has_their_units_at_its_head() -> None:
    lines = table("A.stop angle lower", "A.stop angle upper")
    assert lines[1] == [
        "[s]",
        "[s]",
        "[s]",
        "[rad/s]",
        "[rad/s]",
        "[rad]",
        "[N",
        "m]",
        "[s]",
        "[J]",
    ]
    assert lines[2][-5:-2] == ["0.45", "0.25", "7"] and lines[2][-1] == "0.001"


def test_angles_among_lengths_carry_their_own_units() -> None:
    lines = table("C.ball", "A.stop angle lower")
    assert lines[1][3:] == ["[m/s]", "[m/s]", "[m]", "[N]", "[s]", "[J]"]
    assert lines[2][-5:-2] == ["0.45", "0.25", "7"] and lines[2][-1] == "0.001"
    assert lines[3][-9:-2] == ["0.45", "rad/s", "0.25", "rad", "7", "N", "m"]


def test_periods_keep_their_order_and_number() -> None:
    assert len(compliant_results.result().impacts) == len(compliant_results.periods())
    assert compliant_results.result().impacts.for_contacts(("C.ball", "E.guide"))[
        "contact"
    ].tolist() == [
        "ball",
        "guide",
    ]
    assert len(compliant_results.result().impacts.for_contacts(())) == 0
