"""The object that a comparison returns: its table, its deviations, its text."""

import numpy as np
import pytest

import gudgeon as gd
from gudgeon.studies.comparison import Comparison
from tests.support.compared_falls import (
    DURATION,
    compared_bars,
    compared_falls,
    falling,
    hanging,
)

falls = pytest.fixture(scope="module")(compared_falls)
bars = pytest.fixture(scope="module")(compared_bars)


def test_deviations_are_distances_from_the_reference(falls):
    """Two free falls are (g - 10) t^2/2 apart; the integration of a parabola is exact, so
    rounding is all that differs.
    """
    t = falls["slow"].t
    for label, more in (("a bit faster", 2.0), ("fast", 10.0)):
        apart = more * t**2 / 2
        row = falls.table.row(label)
        assert row["deviation"] == pytest.approx(apart.max(), rel=1e-9)
        assert row["deviation_rms"] == pytest.approx(np.sqrt(np.mean(apart**2)), rel=1e-9)
        assert row["deviation of D.displacement"] == pytest.approx(row["deviation"], rel=1e-12)
        assert row["rms of D.displacement"] == pytest.approx(row["deviation_rms"], rel=1e-12)
        assert row["body"] == "cabin"
    assert falls.reference == "slow"
    assert falls.table.row("slow")["deviation"] == 0


def test_accelerations_of_the_table_are_those_of_the_fall(falls):
    assert falls.table["peak_acceleration"] == pytest.approx([10, 12, 20], rel=1e-9)
    assert falls.table.units["peak_acceleration"] == "m/s^2"


def test_the_reference_can_be_chosen(falls):
    other = Comparison(falls.results, reference="fast")
    assert other.table["deviation"] == pytest.approx(
        np.array([10, 8, 0]) * DURATION**2 / 2, rel=1e-9
    )


def test_the_force_of_a_joint_is_the_weight_that_hangs_on_it():
    """A pin without play in a stiff contact carries the same weight; it gives by (20/1e9)^(2/3)
    m at first, and swings about that.
    """
    soft = gd.Clearance(contact=gd.LankaraniNikravesh(stiffness=1e9, restitution=0.1))
    found = gd.compare(hanging(), joint="A", fits={"ideal": gd.Ideal(), "soft": soft})
    assert found.joints == ("A",)
    assert found.table.row("ideal")["peak_force of A"] == pytest.approx(20.0, rel=1e-9)
    # released from where it is not compressed, a contact without damping carries up to 2.5 times
    # the weight: K d^2.5/2.5 = m g d
    assert 20.0 < found.table.row("soft")["peak_force of A"] < 50.0
    depth = (20.0 / 1e9) ** (2 / 3)
    assert depth < found.table.row("soft")["deviation"] < 2.5 ** (2 / 3) * depth


def test_losses_of_all_kinds_add_up_to_what_was_lost(bars):
    for label, result in bars.results.items():
        row = bars.table.row(label)
        kinds = [
            value
            for name, value in row.items()
            if name.startswith("lost by") and not np.isnan(value)
        ]
        lost = result.after_transient.energy.lost
        assert sum(kinds) == pytest.approx(lost[-1] - lost[0], abs=1e-15)
    friction = bars.table["lost by friction"]
    assert friction[2] > 0
    assert np.isnan(friction[0])


def test_impacts_times_and_ends_are_those_of_the_runs(bars):
    for label, result in bars.results.items():
        row = bars.table.row(label)
        assert row["impacts"] == len(result.after_transient.impacts)
        assert row["transient"] == result.transient
        assert row["run_time"] == result.statistics["wall_time"]
        assert row["peak_force of C"] == result.peaks["joint:C"].value
        assert row["ended"] == "complete"


def test_runs_that_stop_are_compared_while_both_go_on():
    """The fall with 20 m/s^2 crosses -0.1 m at t = 0.1 s, which is its last row; one with 10
    m/s^2 goes on to 0.1414 s.
    """
    lower = gd.Crossing("D.displacement", -0.1)
    fits = {"slow": falling(10.0), "fast": falling(20.0)}
    found = gd.compare(falling(), fits=fits, output_step=0.03, stop_when=lower)
    assert found.table["ended"].tolist() == ["stopped", "stopped"]
    assert found.common("fast") == 4  # 0, 0.03, 0.06, 0.09 s; then each has its own last time
    assert found.table.row("fast")["deviation"] == pytest.approx(10 * 0.09**2 / 2, rel=1e-9)


def test_channels_that_some_runs_lack_have_no_number():
    found = gd.compare(
        "four-bar",
        "C",
        ["ideal", "clearance"],
        duration=2e-3,
        channels=["C.penetration", "D.angle"],
        reference="clearance",
    )
    row = found.table.row("ideal")
    assert np.isnan(row["deviation of C.penetration"])
    assert row["deviation of D.angle"] >= 0
    assert found.table.units["deviation of D.angle"] == "rad"


def test_columns_and_rows_that_do_not_exist_get_a_suggestion(falls):
    with pytest.raises(gd.InputError, match="Did you mean 'deviation_rms'"):
        falls.table["deviation_rmz"]
    with pytest.raises(gd.InputError, match="Did you mean 'fast'"):
        falls.table.row("fst")
    with pytest.raises(gd.InputError, match="Did you mean 'fast'"):
        falls["fastt"]


def test_the_text_names_the_mechanism_the_joint_and_the_reference(bars):
    first, *lines = repr(bars).splitlines()
    assert first == "spatial four-bar: joint C, deviations from 'ideal'"
    assert [line.split()[0] for line in lines[3:]] == list(bars.results)
    assert max(map(len, lines)) <= 140


def test_the_page_shows_labels_as_text(falls):
    odd = Comparison(
        {"<b>bold</b>": falls["fast"], "failed": "because <i>."}, reference="<b>bold</b>"
    )
    page = odd._repr_html_()
    assert "<b>" not in page
    assert "&lt;b&gt;bold&lt;/b&gt;" in page
    assert "because &lt;i&gt;." in page


def test_the_table_becomes_a_frame_or_says_what_is_missing(falls):
    try:
        import pandas  # noqa: F401
    except ImportError:
        with pytest.raises(gd.InputError, match="pandas"):
            falls.table.to_pandas()
    else:
        assert (
            falls.table.to_pandas().loc["fast", "deviation"] == falls.table.row("fast")["deviation"]
        )
