"""Pictures of studies: every number in them is known, because the studies are made by hand."""

from types import SimpleNamespace

import numpy as np
import pytest

import gudgeon as gd
from gudgeon.plotting.figure import new_figure
from gudgeon.plotting.results import phase
from gudgeon.plotting.studies import (
    LEAST,
    plot_bifurcation,
    plot_ensemble,
    plot_horizon,
    plot_lyapunov,
    plot_poincare,
    plot_portrait,
    plot_sweep,
)
from gudgeon.results.metrics import Measured
from gudgeon.studies.bifurcation import Bifurcation
from gudgeon.studies.lyapunov import Lyapunov
from gudgeon.studies.poincare import Poincare
from gudgeon.studies.sweep_result import Sweep
from tests.support.synthetic_results import result

T = np.linspace(0, 5, 11)


def sweep(parameters, measure, units=None, paired=False):
    """A sweep whose one measure, ``depth``, is a function of the point."""
    size = (
        len(next(iter(parameters.values())))
        if paired
        else int(np.prod([len(values) for values in parameters.values()]))
    )
    rows = [{"values": {}, "ended": "complete", "message": ""} for _ in range(size)]
    made = Sweep("made", parameters, units or {}, rows, paired)
    for k, row in enumerate(rows):
        row["values"]["depth"] = Measured(measure(made.point(k)), "m", "how deep")
    return made


def points_of(line):
    return [tuple(point) for point in line.get_xydata()]


# -- sweeps ----------------------------------------------------------------------------------------


def test_a_sweep_is_drawn_along_its_first_number_with_a_curve_for_each_of_the_others() -> None:
    made = sweep(
        {"fit": np.array(["a", "b"]), "joints.C.gap": np.array([3.0, 1.0, 2.0])},
        lambda at: at["joints.C.gap"] * (1 + (at["fit"] == "b")),
        {"joints.C.gap": "m"},
    )
    axes = plot_sweep(made, "depth", None, None).axes[0]
    assert (axes.get_xlabel(), axes.get_ylabel()) == ("joints.C.gap [m]", "depth [m]")
    lines = {line.get_label(): points_of(line) for line in axes.get_lines()}
    assert lines == {"fit a": [(1, 1), (2, 2), (3, 3)], "fit b": [(1, 2), (2, 4), (3, 6)]}


def test_a_sweep_along_words_has_them_as_ticks() -> None:
    made = sweep({"fit": np.array(["a", "b"]), "gap": np.array([1.0, 2.0])}, lambda at: at["gap"])
    axes = plot_sweep(made, "depth", "fit", None).axes[0]
    assert [text.get_text() for text in axes.get_xticklabels()] == ["a", "b"]
    assert [line.get_label() for line in axes.get_lines()] == ["gap 1", "gap 2"]
    assert all(line.get_linestyle() == "None" for line in axes.get_lines())


def test_points_of_a_paired_sweep_are_one_curve() -> None:
    made = sweep(
        {"x": np.array([2.0, 1.0, 3.0]), "y": np.array([5.0, 6.0, 7.0])},
        lambda at: at["y"],
        paired=True,
    )
    (line,) = plot_sweep(made, "depth", "x", None).axes[0].get_lines()
    assert points_of(line) == [(1, 6), (2, 5), (3, 7)]


def test_parameters_of_one_last_word_are_told_by_their_whole_paths() -> None:
    made = sweep(
        {"joints.A.gap": np.array([1.0, 2.0]), "joints.B.gap": np.array([1.0, 2.0])}, lambda at: 0.0
    )
    labels = [
        line.get_label()
        for line in plot_sweep(made, "depth", "joints.A.gap", None).axes[0].get_lines()
    ]
    assert labels == ["joints.B.gap 1", "joints.B.gap 2"]


def test_a_parameter_with_one_value_tells_nothing_and_is_left_out() -> None:
    made = sweep({"x": np.array([1.0, 2.0]), "y": np.array([5.0])}, lambda at: at["x"])
    axes = plot_sweep(made, "depth", None, None).axes[0]
    assert axes.get_legend() is None and len(axes.get_lines()) == 1


def test_words_are_nothing_to_draw() -> None:
    with pytest.raises(gd.InputError, match=r"^'ended' is not a number; nothing can be drawn"):
        plot_sweep(sweep({"x": np.array([1.0])}, lambda at: 0.0), "ended", None, None)


# -- horizons and ensembles ------------------------------------------------------------------------


def horizon(lost: bool):
    deviation = np.array([np.where(T > 0, 1e-9 * np.exp(T), 0), 1e-8 * np.exp(T), 1e-7 * np.exp(T)])
    return SimpleNamespace(
        pairs=("method", "perturbation", "perturbation"),
        t=T,
        deviation=deviation,
        tolerance=1e-3,
        lost=lost,
        time=2.5 if lost else 5.0,
    )


def test_every_pair_has_a_curve_over_a_logarithmic_scale_with_the_tolerance_behind() -> None:
    axes = plot_horizon(horizon(lost=True)).axes[0]
    tolerance, *curves = axes.get_lines()
    assert list(tolerance.get_ydata()) == [1e-3, 1e-3]
    assert [curve.get_label() for curve in curves[:3]] == [
        "method",
        "perturbation 1",
        "perturbation 2",
    ]
    # zero has no logarithm
    assert np.isnan(curves[0].get_ydata()[0]) and curves[0].get_ydata()[1] == 1e-9 * np.exp(T[1])
    assert axes.get_yscale() == "log" and axes.get_ylim()[0] == LEAST


@pytest.mark.parametrize(
    ("lost", "words"), [(True, "predictable for 2.5 s"), (False, "predictable to the end")]
)
def test_the_horizon_is_marked_and_told(lost, words) -> None:
    axes = plot_horizon(horizon(lost)).axes[0]
    assert axes.get_title(loc="right") == words
    marks = [line for line in axes.get_lines() if list(line.get_xdata()) == [2.5, 2.5]]
    assert len(marks) == lost


class Members:
    """Three members x = k t, k = 1, 2, 3, as a vector with y = −x."""

    t = T
    values = np.array([np.stack([k * T, -k * T], axis=1) for k in (1, 2, 3)])

    def __len__(self):
        return 3

    def channel(self, name):
        return SimpleNamespace(label="rod position", unit="m", components=("x", "y"))

    def mean(self, name):
        return self.values.mean(axis=0)

    def band(self, name, low, high):
        return np.percentile(self.values, [low, high], axis=0)


def test_a_band_lies_around_the_mean_of_every_component(tmp_path) -> None:
    made = plot_ensemble(Members(), "rod.position", tmp_path / "band", 0.0, 100.0)
    assert [axes.get_ylabel() for axes in made.axes] == ["rod position x [m]", "rod position y [m]"]
    assert list(made.axes[0].get_lines()[0].get_ydata()) == pytest.approx(2 * T)
    band = made.axes[1].collections[0].get_paths()[0].vertices
    assert (band[:, 1].min(), band[:, 1].max()) == (-15, 0)
    assert made.axes[0].get_title(loc="right") == "3 members: mean and 0 to 100 %"
    assert (tmp_path / "band.png").is_file()


# -- analyses --------------------------------------------------------------------------------------


def test_a_section_of_two_channels_is_a_portrait_of_one_a_history() -> None:
    points = np.array([[1.0, 4.0], [2.0, 5.0], [3.0, 6.0]])
    both = Poincare(("D.displacement", "D.displacement_rate"), ("m", "m/s"), T[:3], points)
    axes = plot_poincare(both).axes[0]
    assert (axes.get_xlabel(), axes.get_ylabel()) == (
        "D displacement [m]",
        "D displacement rate [m/s]",
    )
    assert points_of(axes.get_lines()[0]) == [tuple(point) for point in points]
    alone = plot_poincare(Poincare(("D.displacement",), ("m",), T[:3], points[:, :1])).axes[0]
    assert alone.get_xlabel() == "time [s]"
    assert points_of(alone.get_lines()[0]) == [(T[k], points[k, 0]) for k in range(3)]


def test_the_points_of_a_section_lie_on_top_of_a_portrait() -> None:
    run = result(11)
    section = Poincare(
        ("A.angle", "D.displacement"), ("rad", "m"), T[:2], np.array([[1.0, 0.25], [2.0, 0.5]])
    )
    curve, dots = plot_portrait(run, "A.angle", "D.displacement", section).axes[0].get_lines()
    assert points_of(curve)[-1] == pytest.approx((10.0, 2.5))  # 2 rad/s and 0.5 m/s for 5 s
    assert points_of(dots) == [(1.0, 0.25), (2.0, 0.5)]
    assert len(plot_portrait(run, "A.angle", "D.displacement", None).axes[0].get_lines()) == 1


def diagram(values, units=None):
    points = np.array([[1.0, 2.0], [3.0, np.nan]])
    made = sweep({"drivers.motor.speed": values}, lambda at: 0.0, units)
    return Bifurcation("drivers.motor.speed", values, "D.displacement", "m", points, made)


def test_every_period_that_was_kept_is_a_point_over_its_parameter() -> None:
    axes = plot_bifurcation(diagram(np.array([10.0, 20.0]), {"drivers.motor.speed": "rad/s"})).axes[
        0
    ]
    assert axes.get_xlabel() == "drivers.motor.speed [rad/s]"
    drawn = axes.get_lines()[0].get_xydata()
    np.testing.assert_array_equal(drawn, [(10, 1), (10, 2), (20, 3), (20, np.nan)])


def test_a_diagram_over_words_is_refused() -> None:
    with pytest.raises(
        gd.InputError,
        match=r"^the values of 'drivers\.motor\.speed' are no numbers; there is no axis for them",
    ):
        plot_bifurcation(diagram(np.array(["slow", "fast"])))


def test_an_exponent_is_drawn_as_average_and_growth() -> None:
    """Intervals of different length: the average weighs them."""
    found = Lyapunov(
        np.array([1.0, 3.0, 4.0]), np.array([2.0, 5.0, 0.0]), np.array([1.0, 2.0, 1.0])
    )
    average, growth = plot_lyapunov(found).axes
    assert list(average.get_lines()[0].get_ydata()) == pytest.approx([2.0, 4.0, 3.0])
    assert list(growth.get_lines()[0].get_ydata()) == [2.0, 5.0, 0.0]
    assert average.get_title(loc="right").startswith("exponent 3")


def test_sweeps_and_sections_are_drawn_into_given_axes() -> None:
    whole = new_figure(3.0)
    left, right = whole.subplots(1, 2)
    made = sweep({"x": np.array([1.0, 2.0])}, lambda at: 3 * at["x"], {"x": "m"})
    assert made.plot("depth", ax=right) is whole and not left.lines
    assert points_of(right.lines[0]) == [(1, 3), (2, 6)] and right.lines[0].get_marker() == "o"
    points = np.array([[1.0, 4.0], [2.0, 5.0]])
    section = Poincare(("D.displacement", "D.displacement_rate"), ("m", "m/s"), T[:2], points)
    assert section.plot(ax=left) is whole
    assert points_of(left.lines[0]) == [tuple(point) for point in points]
    drawn = new_figure(2.0).subplots()
    phase(result(), "D.displacement", "D.displacement_rate", ax=drawn)
    assert len(drawn.lines) == 1


class OneMember(Members):
    values = Members.values[..., 0]

    def channel(self, name):
        return SimpleNamespace(label="angle", unit="rad", components=())


def test_every_picture_of_one_panel_is_drawn_into_given_axes() -> None:
    """Beside what is there already, and without a figure of its own."""
    run, speeds = result(11), np.array([10.0, 20.0])
    section = Poincare(("A.angle", "D.displacement"), ("rad", "m"), T[:1], np.array([[1.0, 0.25]]))
    pictures = [
        lambda ax: plot_horizon(horizon(lost=True), ax=ax),
        lambda ax: plot_ensemble(OneMember(), "A.angle", None, 0.0, 100.0, ax),
        lambda ax: plot_bifurcation(diagram(speeds, {"drivers.motor.speed": "rad/s"}), ax=ax),
        lambda ax: plot_portrait(run, "A.angle", "D.displacement", section, ax=ax),
        lambda ax: plot_poincare(section, ax=ax),
        lambda ax: run.plot("A.angle", ax=ax, title="angle"),
    ]
    for picture in pictures:
        whole = new_figure(3.0)
        left, right = whole.subplots(1, 2)
        assert picture(right) is whole
        assert right.lines and not left.lines and not left.get_title(loc="right")
        assert len(whole.axes) == 2
    with pytest.raises(gd.InputError, match=r"^ax: this picture has 2 panels; axes take one"):
        plot_ensemble(Members(), "rod.position", None, 0.0, 100.0, right)
    with pytest.raises(gd.InputError, match=r"^ax: expected axes of Matplotlib, got 7"):
        run.plot("A.angle", ax=7)
