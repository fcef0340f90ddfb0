"""From panels to paper: thinning, axes, styles, legends, files."""

import pickle
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

import gudgeon as gd
from gudgeon.assembly.output_layout import layout
from gudgeon.plotting import figure, results
from gudgeon.plotting.figure import COLOURS, DOTS, SOLID, Curve, Panel
from gudgeon.results.outcome import Outcome
from gudgeon.results.result import Result
from gudgeon.results.status import Status
from tests.support.synthetic_results import result

T = np.linspace(0, 1, 11)


def y_labels(drawn) -> list[str]:
    return [axes.get_ylabel() for axes in drawn.axes]


def drawn(*curves: Curve, **options):
    """Return the axes of a figure of one panel."""
    return figure.figure_of([Panel("time [s]", "way [m]", list(curves), **options)], None).axes[0]


# -- thinning --------------------------------------------------------------------------------------


def test_thinning_keeps_every_extreme_and_both_ends() -> None:
    y = np.random.default_rng(1).normal(size=123_457)
    y[77_777], y[5] = 1e3, -1e3
    kept = figure.envelope(y)
    assert {0, 5, 77_777, len(y) - 1} <= set(kept.tolist())
    assert len(kept) <= figure.POINTS + 2
    assert np.all(np.diff(kept) > 0)
    block = -(-len(y) // (figure.POINTS // 2))
    for start in range(0, len(y), block):  # no piece of the curve loses its reach
        inside = y[kept[(kept >= start) & (kept < start + block)]]
        assert (inside.min(), inside.max()) == (
            y[start : start + block].min(),
            y[start : start + block].max(),
        )


@pytest.mark.parametrize("count", [0, 1, 2, figure.POINTS, figure.POINTS + 1])
def test_short_curves_are_left_alone(count) -> None:
    kept = figure.envelope(np.linspace(0, 1, count))
    if count <= figure.POINTS:
        assert np.array_equal(kept, np.arange(count))
    assert len(kept) <= count


def test_thinning_keeps_gaps_and_the_extremes_beside_them() -> None:
    y = np.zeros(50_000)
    y[20_000:20_003], y[20_005] = np.nan, 9.0
    kept = figure.envelope(y)
    assert np.isnan(y[kept]).any()
    assert np.nanmax(y[kept]) == 9.0


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("missing/plot.png", "No such file"),
        ("plot.docx", "the ending must be one of"),
        (".", "it is a folder"),
    ],
)
def test_a_picture_that_cannot_be_written_ends_in_a_sentence(tmp_path, name, words) -> None:
    with pytest.raises(gd.InputError, match=words):
        results.plot(result(), "A.angle", tmp_path / name)


def test_a_name_without_ending_becomes_a_png(tmp_path) -> None:
    results.plot(result(), "A.angle", tmp_path / "angle")
    assert (tmp_path / "angle.png").is_file()


def test_the_state_of_matplotlib_is_left_alone(tmp_path) -> None:
    code = (
        "import sys, matplotlib._pylab_helpers; before = dict(matplotlib.rcParams)\n"
        "from tests.support.synthetic_results import result; from gudgeon import plotting\n"
        "plotting.overview(result(), sys.argv[1])\n"
        "assert dict(matplotlib.rcParams) == before\n"
        "assert not matplotlib._pylab_helpers.Gcf.figs\n"
    )
    here = Path(__file__).parents[3]
    done = subprocess.run(
        [sys.executable, "-c", code, tmp_path], capture_output=True, text=True, cwd=here
    )
    assert done.returncode == 0, done.stderr


def test_units_are_written_as_in_print() -> None:
    assert y_labels(results.plot(result(), ["A.torque", "crank.acceleration"])) == [
        "torque [mN m]",
        "acceleration [m/s²]",
    ]


def test_curves_differ_in_dashes_not_only_in_colour() -> None:
    made = results.plot(result(), "A.force")
    dashes = {str(line._unscaled_dash_pattern) for line in made.axes[0].get_lines()}
    assert len(dashes) == 3


def test_several_curves_have_a_legend_beside_the_data() -> None:
    made = results.plot(result(), "A.force")
    made.draw_without_rendering()
    legend = made.axes[0].get_legend()
    assert [text.get_text() for text in legend.get_texts()] == [
        "A force x",
        "A force y",
        "A force z",
    ]
    assert legend.get_window_extent().x0 >= made.axes[0].get_window_extent().x1
    assert legend.get_window_extent().x1 <= made.bbox.x1


def test_names_are_shown_as_they_are(tmp_path) -> None:
    """Dollar signs would start a formula, leading underscores hide a curve from the legend."""
    odd = layout(
        {
            "body": ("_a$", "$b$x"),
            "joint": (),
            "coordinate": (),
            "driver": (),
            "entry": ("kinetic",),
        }
    )
    run = Result(None, odd, odd.split(np.ones((3, odd.width))), Outcome(Status.COMPLETE))
    made = results.plot(run, ["_a$.position.x", "$b$x.position.x"], tmp_path / "odd.png")
    assert len(made.axes[0].get_legend().get_texts()) == 2


# -- panels ----------------------------------------------------------------------------------------


def test_a_lone_curve_names_the_axis_and_keeps_its_unit() -> None:
    assert drawn(Curve("rod_x", T, T)).get_ylabel() == "rod x [m]"
    assert drawn(Curve("rod_x", T, T), named=False).get_ylabel() == "way [m]"
    assert drawn(Curve("a", T, T), Curve("b", T, T)).get_ylabel() == "way [m]"
    assert drawn(Curve("a", T, T)).get_legend() is None


@pytest.mark.parametrize(
    ("text", "unit", "label"),
    [("peak_force", "N*m", "peak force [N m]"), ("a", "m/s^2", "a [m/s²]")],
)
def test_a_quantity_is_printed_with_its_unit(text, unit, label) -> None:
    assert figure.axis(text, unit) == label


def test_panels_over_time_share_their_axis_and_only_the_last_names_it() -> None:
    panels = [Panel("time [s]", f"y{k} [m]", [Curve("", T * (k + 1), T)]) for k in range(3)]
    axes = figure.figure_of(panels, None).axes
    assert [panel.get_xlabel() for panel in axes] == ["", "", "time [s]"]
    assert len({panel.get_xlim() for panel in axes}) == 1
    assert axes[0].get_xlim()[1] == pytest.approx(3.0)


def test_a_portrait_keeps_an_axis_of_its_own_and_twice_the_height() -> None:
    panels = [
        Panel("time [s]", "y [m]", [Curve("", T, T)]),
        Panel("x [m]", "v [m/s]", [Curve("", 5 * T, T)], phase=True),
    ]
    made = figure.figure_of(panels, None)
    made.draw_without_rendering()
    first, second = made.axes
    assert first.get_xlim()[1] == pytest.approx(1.0) and second.get_xlim()[1] > 5
    assert second.get_position().height > 1.5 * first.get_position().height


def test_panels_beside_each_other_have_one_legend() -> None:
    panels = [
        Panel("x [m]", "y [m]", [Curve("a", T, T), Curve("b", T, T)], phase=True) for _ in range(2)
    ]
    first, second = figure.figure_of(panels, None, beside=True).axes
    assert first.get_legend() is None and len(second.get_legend().get_texts()) == 2
    assert first.get_position().y0 == second.get_position().y0


def test_dots_are_all_drawn_and_lines_are_thinned() -> None:
    x = np.arange(3.0 * figure.POINTS)
    line, dots = drawn(
        Curve("line", x, np.sin(x)), Curve("dots", x, np.sin(x), look=DOTS)
    ).get_lines()
    assert len(line.get_xdata()) <= figure.POINTS + 2
    assert len(dots.get_xdata()) == len(x) and dots.get_linestyle() == "None"


def test_a_style_that_is_given_is_that_of_the_curve() -> None:
    lines = drawn(
        Curve("a", T, T, style=3), Curve("b", T, T, style=3 + len(COLOURS), look=SOLID)
    ).get_lines()
    assert [line.get_color() for line in lines] == [COLOURS[3], COLOURS[3]]
    assert lines[1].get_linestyle() == "-"


def test_a_single_row_is_a_dot_that_can_be_seen() -> None:
    (line,) = drawn(Curve("a", T[:1], T[:1])).get_lines()
    assert line.get_marker() == "o"


def test_areas_stand_on_top_of_each_other() -> None:
    axes = drawn(Curve("a", T, T), Curve("b", T, 2 * T), stacked=True)
    assert max(
        path.vertices[:, 1].max() for path in axes.collections[1].get_paths()
    ) == pytest.approx(3.0)
    assert [text.get_text() for text in axes.get_legend().get_texts()] == ["a", "b"]


def test_scales_spans_and_outlines_are_those_of_the_panel() -> None:
    axes = drawn(Curve("a", T + 1, T + 1), log=True, log_x=True)
    assert (axes.get_yscale(), axes.get_xscale()) == ("log", "log")
    wide = drawn(Curve("a", T, T), span=(0.0, 100.0), outlines=[(T, T)], equal=True)
    # a fiftieth more to each side, so that no marker is cut
    assert wide.get_xlim() == pytest.approx((-2.0, 102.0))
    assert wide.get_lines()[0].get_color() == "0.6" and wide.get_aspect() == 1


@pytest.mark.parametrize(("title", "words"), [("", "no output"), ("no impacts", "no impacts")])
def test_a_panel_without_rows_says_so(title, words) -> None:
    axes = drawn(Curve("a", T[:0], T[:0]), title=title)
    assert [text.get_text() for text in axes.texts] == [words]


@pytest.mark.parametrize("ending", ["png", "pdf", "svg"])
def test_a_picture_has_the_format_of_its_ending(tmp_path, ending) -> None:
    figure.figure_of([Panel("x", "y", [Curve("a", T, T)])], tmp_path / f"p.{ending}")
    start = (tmp_path / f"p.{ending}").read_bytes()[:5]
    assert start == {"png": b"\x89PNG\r", "pdf": b"%PDF-", "svg": b"<?xml"}[ending]


@pytest.mark.parametrize(
    ("largest", "label", "factor"),
    [(0.03, "time [ms]", 1e-3), (0.6, "time [s]", 1.0), (0.0, "time [s]", 1.0)],
)
def test_a_prefix_suits_the_numbers(largest, label, factor) -> None:
    assert figure.prefixed("time [s]", largest) == (label, factor)
    assert figure.prefixed("speed [m/s]", largest) == ("speed [m/s]", 1.0)


def test_ticks_are_told_in_the_unit_of_the_label() -> None:
    axes = drawn(Curve("a", T, 1e-3 * T / T.max()), Curve("b", T, 0 * T))
    assert axes.get_ylabel() == "way [mm]"
    assert axes.yaxis.get_major_formatter()(0.0005, None) == "0.5"


def test_a_curve_has_the_same_style_in_all_panels() -> None:
    first = figure.Panel("t", "a", [Curve("x", T, T), Curve("y", T, T)])
    second = figure.Panel("t", "b", [Curve("y", T, T), Curve("z", T, T)])
    made = figure.figure_of([first, second], None, title="both")
    styles = [{line.get_label(): line.get_color() for line in axes.lines} for axes in made.axes]
    assert styles[0]["y"] == styles[1]["y"]
    assert len({*styles[0].values(), *styles[1].values()}) == 3
    assert made.get_suptitle() == "both"


# -- notebooks ---------------------------------------------------------------------------------------

SCRIPT = """
from IPython.core.interactiveshell import InteractiveShell
import numpy as np
{before}
from gudgeon.plotting.figure import Curve, Panel, figure_of
shell = InteractiveShell.instance()
drawn = figure_of([Panel("time [s]", "way [m]", [Curve("a", np.arange(3.0), np.arange(3.0))])], None)
shown, _ = shell.display_formatter.format(drawn)
assert shown["image/png"][:4] == b"\\x89PNG" and set(shown) == {{"image/png", "text/plain"}}, shown
import matplotlib.pyplot
assert matplotlib.pyplot.get_fignums() == []  # nothing is left to be shown again
"""


def one_panel():
    return figure.figure_of([Panel("time [s]", "way [m]", [Curve("a", T, T)])], None)


def test_a_figure_is_a_picture_by_itself() -> None:
    picture = one_panel()._repr_png_()  # type: ignore[attr-defined]
    assert picture[:8] == b"\x89PNG\r\n\x1a\n"
    width = int.from_bytes(picture[16:20], "big")
    assert width == 715  # 6.5 inches with 110 dots each


def test_a_figure_is_unknown_to_pyplot() -> None:
    from matplotlib import pyplot as plt

    before = plt.get_fignums()
    one_panel()
    assert plt.get_fignums() == before


def test_a_figure_can_be_kept() -> None:
    again = pickle.loads(pickle.dumps(one_panel()))
    assert len(again.axes) == 1 and again._repr_png_()[:4] == b"\x89PNG"


@pytest.mark.parametrize("before", ["", "import matplotlib.pyplot"])
def test_a_notebook_shows_a_figure_once(before: str) -> None:
    pytest.importorskip("IPython")
    subprocess.run([sys.executable, "-c", SCRIPT.format(before=before)], check=True, timeout=120)


# -- axes of the user's own --------------------------------------------------------------------------


def test_a_single_panel_is_drawn_into_given_axes() -> None:
    whole = figure.new_figure(3.0)
    left, right = whole.subplots(1, 2)
    curves = [Curve("a", T, T), Curve("b", T, T**2)]
    found = figure.figure_of([Panel("time [s]", "way [m]", curves)], None, title="ways", ax=right)
    assert found is whole and not left.lines
    assert [line.get_label() for line in right.lines] == ["a", "b"]
    np.testing.assert_array_equal(right.lines[1].get_ydata(), T**2)
    assert right.get_title() == "ways" and right.get_legend() is not None


def test_axes_take_one_panel_and_must_be_axes() -> None:
    panel = Panel("time [s]", "way [m]", [Curve("a", T, T)])
    axes = figure.new_figure(2.0).subplots()
    with pytest.raises(gd.InputError, match="ax: this picture has 2 panels"):
        figure.figure_of([panel, panel], None, ax=axes)
    with pytest.raises(gd.InputError, match="ax: expected axes of Matplotlib, got 7"):
        figure.figure_of([panel], None, ax=7)  # type: ignore[arg-type]
