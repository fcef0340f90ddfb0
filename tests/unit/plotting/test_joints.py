"""Pictures of stops, layers, films and bushings: lengths and angles apart, nothing drawn twice."""

import numpy as np
import pytest

from gudgeon.plotting import results
from tests.support.compliant_results import PLAY, THICKNESS, period, result
from tests.support.synthetic_results import result as ideal


def y_labels(figure) -> list[str]:
    return [axes.get_ylabel() for axes in figure.axes]


def labels(figure, panel: int) -> list[str]:
    return [
        line.get_label()
        for line in figure.axes[panel].get_lines()
        if not line.get_label().startswith("_")
    ]


def test_lengths_and_angles_have_panels_of_their_own() -> None:
    figure = results.penetration(result())
    assert y_labels(figure) == [
        "penetration [µm]",
        "normal force [N]",
        "penetration [rad]",
        "normal moment [kN m]",
    ]
    assert labels(figure, 0) == [
        "C",
        "E",
        "F",
        "B stop displacement upper",
        "E stop displacement lower",
    ]
    # the hard contact is part of the upper one
    assert labels(figure, 2) == ["A stop angle lower", "A stop angle upper"]


def test_gaps_are_drawn_as_no_penetration() -> None:
    figure = results.penetration(result())
    for axes in figure.axes:
        assert min(line.get_ydata().min(initial=0) for line in axes.get_lines()) == 0
    assert max(
        line.get_ydata().max(initial=0) for line in figure.axes[2].get_lines()
    ) == pytest.approx(0.3)


def test_the_impact_map_keeps_units_apart() -> None:
    figure = results.impacts(result())
    assert y_labels(figure) == [
        "approach speed [m/s]",
        "peak force [N]",
        "A stop angle lower [rad/s]",
        "A stop angle lower [kN m]",
    ]
    assert labels(figure, 0) == [
        "C ball",
        "C ball hard",
        "E guide",
        "E stop displacement lower",
        "F strip 1",
        "F strip 2",
        "F end A",
    ]
    assert figure.axes[2].get_lines()[0].get_xydata().tolist() == [[0.5, 2.0]]


def test_only_angles_make_only_panels_of_angles() -> None:
    figure = results.impacts(
        result(impacts=np.array([period("A.stop angle lower", 1, 1.1, 1.2, 3)]))
    )
    assert y_labels(figure) == ["A stop angle lower [rad/s]", "A stop angle lower [kN m]"]


def test_a_scale_is_logarithmic_where_values_differ_by_decades() -> None:
    for speeds, scale in (((1.0, 9.0), "linear"), ((1.0, 11.0), "log"), ((0.0, 5.0), "linear")):
        rows = [period("C.ball", k, k + 0.1, k + 0.2, speed) for k, speed in enumerate(speeds)]
        assert results.impacts(result(impacts=np.array(rows))).axes[0].get_yscale() == scale


def test_films_show_thickness_force_and_power() -> None:
    run = result()
    figure = results.plot(run, "films")
    assert y_labels(figure) == ["film thickness [µm]", "film force [N]", "film power [W]"]
    assert [axes.get_title(loc="right") for axes in figure.axes] == ["F"] * 3
    assert np.array_equal(figure.axes[0].get_lines()[0].get_ydata(), run.joint("F").film_thickness)
    assert np.all(figure.axes[1].get_lines()[0].get_ydata() == 5)


def test_bushings_show_lengths_and_angles() -> None:
    figure = results.plot(result(), "bushings")
    assert y_labels(figure) == ["bushing displacement [mm]", "bushing rotation [rad]"]
    assert labels(figure, 0) == ["G radial", "G axial"]
    assert labels(figure, 1) == ["G misalignment", "G torsion", "H torsion"]


def test_losses_are_told_by_joint_and_kind() -> None:
    areas = results.energy(result()).axes[1].collections
    kinds = [
        "A hysteresis",
        "B hysteresis",
        "C hysteresis",
        "E hysteresis",
        "F hysteresis",
        "F film",
        "G damping",
    ]
    assert [area.get_label() for area in areas] == kinds


def test_an_orbit_with_a_layer_shows_where_hard_contact_begins() -> None:
    first = results.orbit(result(), "C").axes[0]
    circles = [line.get_xydata() for line in first.get_lines() if line.get_color() == "0.6"]
    assert [np.hypot(*circle.T).max() for circle in circles] == pytest.approx(
        [PLAY, PLAY + THICKNESS]
    )


def test_the_orbit_of_a_film_is_coloured_by_its_modes() -> None:
    figure = results.orbit(result([0.0, 1.0, 3.0, 3.7, 3.9]), "F")
    assert set(labels(figure, 0)) == {"full film", "mixed"}


def test_the_overview_draws_what_there_is(tmp_path) -> None:
    pictures = [path.stem for path in results.overview(result(), tmp_path)]
    assert pictures == [
        "motion", "energy", "reactions", "penetration", "impacts", "films", "bushings", "orbit C", "orbit E", "orbit F",
    ]  # fmt: skip
    assert [path.stem for path in results.overview(ideal(), tmp_path)] == [
        "motion",
        "energy",
        "reactions",
    ]
    assert "films" not in [path.stem for path in results.overview(result(mechanism=None), tmp_path)]


@pytest.mark.parametrize("count", [0, 1])
def test_a_result_without_or_with_one_row_can_be_drawn(tmp_path, count) -> None:
    results.overview(result(np.zeros(count), impacts=None), tmp_path)


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("penetration", "nothing can touch"),
        ("films", "no joint has an oil film"),
        ("bushings", "no joint has a bushing"),
    ],
)
def test_a_picture_of_what_is_not_there_says_so(name, words) -> None:
    assert [text.get_text() for text in results.plot(ideal(), name).axes[0].texts] == [words]
