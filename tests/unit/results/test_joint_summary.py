"""Sentences about stops, films, layers and bushings."""

from gudgeon.results import summary
from tests.support.compliant_results import (
    result,
)


def test_the_summary_tells_what_happened_at_stops_and_in_films_layers_and_bushings() -> None:
    text = summary.of_result(result())
    assert "angle lower: 1 contact, hardest 2000 N m at t = 0.5 s with 2 rad/s" in text
    assert "angle upper: 0 contacts\n" in text
    assert "displacement lower: 1 contact, hardest 40 N at t = 1 s with 0.04 m/s" in text
    assert "through the layer once, first at t = 1.05 s" in text
    assert "F: full film 72.5 %" in text
    assert "touches 2 times, first at t = 2 s, longest from 2 to 2.6 s" in text
    assert "lost 20 J by hysteresis, 96 J by film" in text
    assert (
        "G: gives up to radial 0.02 m, axial 0.004 m, misalignment 0.04 rad, torsion 28 rad" in text
    )
    assert "lost 28 J by damping" in text
    # of E, told with its gap and not again with its stop
    assert text.count("lost 16 J by hysteresis") == 1


def test_the_summary_of_a_run_whose_description_is_lost_is_short() -> None:
    text = summary.of_result(result(mechanism=None))
    assert (
        "lost 20 J by hysteresis, 96 J by film" in text
        and "full film" not in text
        and "bushings" not in text
    )
