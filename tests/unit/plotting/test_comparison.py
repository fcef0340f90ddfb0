"""Pictures of a comparison."""

import numpy as np
import pytest

import gudgeon as gd
from gudgeon.studies.comparison import Comparison
from tests.support.compared_falls import compared_bars, compared_falls

falls = pytest.fixture(scope="module")(compared_falls)
bars = pytest.fixture(scope="module")(compared_bars)


def test_the_picture_has_all_motions_over_each_other_and_forces_beside_each_other(bars, tmp_path):
    figure = bars.plot(tmp_path / "bars.png")
    assert (tmp_path / "bars.png").read_bytes().startswith(b"\x89PNG")
    upper, lower = figure.subfigs
    position, velocity, lost = upper.axes
    assert len(position.lines) == len(velocity.lines) == 3
    assert len(lost.lines) == 2  # an ideal mechanism without dampers has no entry of losses
    assert [text.get_text() for text in upper.legends[0].get_texts()] == list(bars.results)
    assert len(lower.axes) == 3 * 3  # deviation, acceleration, force of three runs
    force = lower.axes[3 * 2 + 2].lines[0].get_ydata()
    assert force.max() == pytest.approx(
        np.linalg.norm(bars["clearance-friction"].joint("C").force, axis=1).max(), rel=1e-12
    )
    position_of_body = bars["clearance"].body(bars.body).position
    drawn = position.lines[1].get_ydata()
    assert any(np.array_equal(drawn, position_of_body[:, k]) for k in range(3))


def test_peaks_between_the_rows_of_output_are_marked_and_flatten_nothing(bars):
    """A dot where it is; an arrow at the upper border where the scale of the rows, a tenth above
    their greatest, does not reach.
    """
    columns = [bars.plot().subfigs[1].axes[3 * k + 2] for k in range(3)]
    rows = [
        np.linalg.norm(result.joint("C").force, axis=1).max() for result in bars.results.values()
    ]
    peaks = [result.peaks["joint:C"] for result in bars.results.values()]
    assert peaks[1].value > 1.1 * max(rows)  # a contact is shorter than the 1 ms from row to row
    for axes, peak in zip(columns, peaks, strict=True):
        (mark,) = (line for line in axes.lines if line.get_marker() in ("o", "^"))
        assert (mark.get_marker() == "^") == (peak.value > 1.1 * max(rows))
        assert mark.get_xdata()[0] == peak.time
        assert mark.get_ydata()[0] == pytest.approx(min(peak.value, 1.1 * max(rows)), rel=1e-12)
        assert axes.get_ylim()[1] == pytest.approx(1.1 * max(rows), rel=1e-12)
        assert (
            f"peak {peak.value:.0f}" in axes.texts[0].get_text()
            or f"peak {peak.value:.3g}" in axes.texts[0].get_text()
        )


def test_the_picture_survives_labels_that_look_like_formulas(falls):
    odd = Comparison({"$x_1": falls["slow"], "_hidden$": falls["fast"]}, reference="$x_1")
    figure = odd.plot()
    figure.canvas.draw()
    assert len(figure.subfigs[0].legends[0].get_texts()) == 2


def test_nothing_to_draw_is_said():
    with pytest.raises(gd.InputError, match="nothing to draw"):
        Comparison({"a": "failed."}, reference="a").plot()
