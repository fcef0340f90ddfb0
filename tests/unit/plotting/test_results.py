"""Pictures: what is drawn, with which units, and that nothing sharp is lost on the way to paper."""

import numpy as np
import pytest

import gudgeon as gd
from gudgeon.assembly.output_layout import layout
from gudgeon.plotting import joints, results
from gudgeon.results.outcome import Outcome
from gudgeon.results.result import Result
from gudgeon.results.status import Status
from tests.support.clearance_results import periods
from tests.support.clearance_results import result as rattling
from tests.support.synthetic_results import mechanism, plan, result, rows


def lines(figure, panel: int = 0) -> dict[str, np.ndarray]:
    """Return the heights of every curve in a panel by its label."""
    return {line.get_label(): line.get_ydata() for line in figure.axes[panel].get_lines()}


def y_labels(figure) -> list[str]:
    return [axes.get_ylabel() for axes in figure.axes]


# -- time histories --------------------------------------------------------------------------------


def test_curves_of_one_unit_share_a_panel_with_that_unit() -> None:
    run = result()
    figure = results.plot(run, ["block.position.y", "A.angle", "D.displacement", "A.force"])
    assert y_labels(figure) == ["position, displacement [m]", "A angle [rad]", "force [N]"]
    assert figure.axes[-1].get_xlabel() == "time [s]"
    assert np.array_equal(lines(figure)["block position y"], run.body("block").position[:, 1])
    assert list(lines(figure, 2)) == ["A force x", "A force y", "A force z"]


def starts(figure) -> list[float]:
    """Return until when each panel is shaded."""
    return [
        max((patch.get_extents().transformed(axes.transData.inverted()).x1
             for patch in axes.patches if patch.get_gid() == "start"), default=0.0)
        for axes in figure.axes
    ]  # fmt: skip


def test_the_start_that_key_figures_leave_out_is_shaded_over_time() -> None:
    run = gd.simulate(gd.library("planar-slider-crank", C="clearance"), 0.03)
    assert 0 < run.transient < 0.03
    shown = ["C.force", "A.angle:A.angle_rate"]
    assert starts(results.plot(run, shown)) == pytest.approx([run.transient, 0.0])
    over_time = (results.energy, results.reactions, results.motion, results.impacts)
    for picture in (*over_time, results.penetration):
        figure = picture(run)
        assert starts(figure) == pytest.approx([run.transient] * len(figure.axes))
    assert starts(results.plot(run.after_transient, "C.force")) == [0.0]
    ideal = gd.simulate(gd.library("planar-slider-crank"), 0.01)
    assert ideal.transient == 0 and starts(results.plot(ideal, "C.force")) == [0.0]


# -- phase portraits -------------------------------------------------------------------------------


def test_a_colon_draws_one_channel_against_another() -> None:
    run = result()
    figure = results.plot(run, ["crank.position.x:crank.position.y", "A.angle"])
    (circle,) = figure.axes[1].get_lines()
    assert np.allclose(np.hypot(circle.get_xdata(), circle.get_ydata()), 1, atol=1e-14)
    assert figure.axes[1].get_xlabel() == "crank position x [m]"
    assert figure.axes[0].get_xlabel() == "time [s]"


def test_a_colon_that_belongs_to_an_energy_entry_is_no_portrait() -> None:
    assert y_labels(results.plot(result(), "energy.lost:dash pot")) == ["energy lost:dash pot [J]"]
    figure = results.plot(result(), "energy.lost:dash pot:energy.kinetic")
    assert (figure.axes[0].get_xlabel(), figure.axes[0].get_ylabel()) == (
        "energy lost:dash pot [J]",
        "energy kinetic [J]",
    )


def test_phase_takes_two_names() -> None:
    (curve,) = results.phase(result(), "D.displacement", "D.displacement_rate").axes[0].get_lines()
    assert np.all(curve.get_ydata() == 0.5)


@pytest.mark.parametrize(
    ("channels", "words"),
    [
        ("A.angel", "Did you mean 'angle'"),
        ("A.angle:A.angel_rate", "Did you mean 'angle_rate'"),
        ("A.force:A.angle", "several components; say which: x, y, z"),
        ([], "at least one channel"),
    ],
)
def test_a_wrong_channel_ends_in_a_sentence(channels, words) -> None:
    with pytest.raises(gd.InputError, match=words):
        results.plot(result(), channels)


# -- thinning --------------------------------------------------------------------------------------


def test_a_knock_of_one_sample_is_seen_in_a_long_run() -> None:
    run = result(200_001)
    run.data["joint_force"][123_456, 0] = (0, 0, 5000)
    figure = results.plot(run, "A.force.magnitude")
    assert lines(figure)["A force magnitude"].max() == 5000
    assert len(lines(figure)["A force magnitude"]) < 5000


# -- ready-made pictures ---------------------------------------------------------------------------


def test_the_balance_of_energy_has_a_panel_of_its_own() -> None:
    run = result()
    figure = results.energy(run)
    assert set(lines(figure)) == {
        "kinetic",
        "gravity",
        "stored",
        "lost",
        "work",
        "kinetic + potential",
    }
    assert np.array_equal(lines(figure)["lost"], run.energy.lost)
    assert y_labels(figure) == ["energy [J]"]  # rounding is told, not drawn
    assert figure.axes[0].get_title(loc="right").startswith("balanced to ")
    run.data["energy"][-1, 0] += 1.0
    figure = results.energy(run)
    assert np.array_equal(lines(figure, 1)["balance"], run.energy.balance)
    assert y_labels(figure) == ["energy [J]", "balance [J]"]


def test_reactions_leave_out_joints_without_load() -> None:
    figure = results.reactions(result())
    assert y_labels(figure) == ["A [N]", "D [N m]", "A [N m]", "pusher [N]"]
    assert np.all(lines(figure)["A"] == 5)  # 3-4-5
    assert np.all(lines(figure, 2)["A"] == 5)
    assert np.all(lines(figure, 3)["pusher"] == 7)


def test_motion_shows_what_moves() -> None:
    figure = results.motion(result())
    assert y_labels(figure) == ["A angle [rad]", "D displacement [m]", "position [m]"]
    assert list(lines(figure, 2)) == ["crank x", "crank y", "block y"]


def test_of_many_joints_the_most_loaded_are_drawn_and_counted() -> None:
    names = tuple(f"J{k}" for k in range(40))
    many = layout(
        {"body": ("a",), "joint": names, "coordinate": (), "driver": (), "entry": ("kinetic",)}
    )
    block = np.zeros((5, many.width))
    block[:, many["joint_force"].columns] = np.repeat(np.arange(40.0), 3)
    figure = results.reactions(Result(None, many, many.split(block), Outcome(Status.COMPLETE)))
    assert list(lines(figure)) == list(names[30:])
    assert figure.axes[0].get_title(loc="right") == "the 10 largest of 40"


def test_a_joint_looks_the_same_in_every_panel() -> None:
    run = result()
    run.data["joint_force"][:, 1] = (1, 0, 0)
    figure = results.reactions(run)
    both = [
        line for axes in figure.axes[:2] for line in axes.get_lines() if line.get_label() == "D"
    ]
    assert len(both) == 2
    assert both[0].get_color() == both[1].get_color()


def test_pieces_of_a_long_variable_give_the_same_picture(monkeypatch) -> None:
    whole = lines(results.motion(result(1000)), 2)
    monkeypatch.setattr(results, "BLOCK", 60)
    pieces = lines(results.motion(result(1000)), 2)
    assert whole.keys() == pieces.keys()
    assert all(np.array_equal(whole[name], pieces[name]) for name in whole)


def test_an_overview_writes_three_pictures(tmp_path) -> None:
    paths = results.overview(result(), tmp_path / "new" / "folder")
    assert [path.name for path in paths] == ["motion.png", "energy.png", "reactions.png"]
    assert all(path.read_bytes().startswith(b"\x89PNG") for path in paths)


def test_an_overview_of_clearances_has_orbits_and_impacts(tmp_path) -> None:
    names = [path.name for path in results.overview(rattling(), tmp_path)]
    assert names == [
        "motion.png",
        "energy.png",
        "reactions.png",
        "penetration.png",
        "impacts.png",
        "orbit A.png",
        "orbit C.png",
    ]


@pytest.mark.parametrize("count", [0, 1])
def test_clearances_without_or_with_one_row_can_be_drawn(tmp_path, count) -> None:
    for run in (
        rattling(np.zeros(count)),
        rattling(np.zeros(count), impacts=None),
        rattling(np.zeros(count), mechanism=None),
    ):
        results.overview(run, tmp_path)


# -- clearances ------------------------------------------------------------------------------------


def test_the_channel_orbit_is_drawn_as_one() -> None:
    figure = results.plot(rattling(), ["A.normal_force", "A.orbit"])
    assert [axes.get_xlabel() for axes in figure.axes] == ["time [s]", "A: h [mm]", "A: b [µm]"]


def test_penetration_marks_the_tops_of_impacts_that_rows_miss() -> None:
    """Two of four contacts of C end within three times the way to their top; those of A: one of
    two.
    """
    figure = results.penetration(rattling(3))
    curves = figure.axes[0].get_lines()
    assert [curve.get_label() for curve in curves if len(curve.get_label()) == 1] == ["A", "C"]
    dots = np.concatenate(
        [curve.get_xydata() for curve in curves if curve.get_linestyle() == "None"]
    )
    assert sorted(map(tuple, dots)) == [(1.1, 1e-6), (1.55, 1e-6), (4.1, 1e-6)]
    assert y_labels(figure) == ["penetration [µm]", "normal force [N]"]


def test_the_impact_map_has_every_contact_once() -> None:
    figure = results.impacts(rattling())
    speeds = {line.get_label(): line.get_xydata() for line in figure.axes[0].get_lines()}
    assert list(speeds) == ["A strip 1", "A strip 2", "C ball"]
    assert speeds["C ball"].tolist() == [[1, 0.5], [2, 0.3], [4, 1e-4], [4.8, 0.2]]
    assert np.vstack([line.get_xydata() for line in figure.axes[1].get_lines()])[:, 1].max() == 900
    first, last = figure.axes[0].get_xlim()
    assert first < 0 and last > 5  # the whole run, and no marker on the edge


def test_many_contacts_are_drawn_by_joint(monkeypatch) -> None:
    monkeypatch.setattr(joints, "CURVES", 2)
    assert [line.get_label() for line in results.impacts(rattling()).axes[0].get_lines()] == [
        "A",
        "C",
    ]


def test_a_contact_without_approach_speed_does_not_upset_the_map(tmp_path) -> None:
    rows = periods()[:1]
    rows[:, 4] = 0
    results.impacts(rattling(impacts=rows), tmp_path / "impacts.png")
    assert [text.get_text() for text in results.impacts(rattling(impacts=None)).axes[0].texts] == [
        "no impacts"
    ]


def test_losses_are_stacked_and_reach_the_sum() -> None:
    run = rattling()
    figure = results.energy(run)
    assert y_labels(figure) == ["energy [J]", "lost [J]"]
    areas = figure.axes[1].collections
    assert [area.get_label() for area in areas] == [
        "A hysteresis",
        "A friction",
        "C hysteresis",
        "C friction",
    ]
    assert max(path.vertices[:, 1].max() for path in areas[-1].get_paths()) == pytest.approx(
        run.energy.lost[-1]
    )


def test_ready_made_pictures_go_by_their_names() -> None:
    assert y_labels(results.plot(rattling(), ["energy", "C.mode"])) == [
        "C mode [1]",
        "energy [J]",
        "lost [J]",
    ]
    assert y_labels(results.plot(result(), "impacts")) == ["impacts"]


@pytest.mark.parametrize("count", [0, 1])
def test_a_result_without_or_with_one_row_can_be_drawn(tmp_path, count) -> None:
    run = Result(mechanism(), plan(), plan().split(rows(np.zeros(count))), Outcome(Status.COMPLETE))
    results.overview(run, tmp_path)
    figure = results.plot(run, ["A.force", "A.angle:A.angle_rate"], tmp_path / "plot.pdf")
    words = [text.get_text() for text in figure.axes[0].texts]
    assert words == (["no output"] if count == 0 else [])
    assert (tmp_path / "plot.pdf").stat().st_size > 0


def test_a_lone_body_has_no_reactions_to_draw() -> None:
    lone = layout(
        {"body": ("top",), "joint": (), "coordinate": (), "driver": (), "entry": ("kinetic",)}
    )
    run = Result(None, lone, lone.split(np.ones((3, lone.width))), Outcome(Status.COMPLETE))
    assert [text.get_text() for text in results.reactions(run).axes[0].texts] == [
        "no joint carries a load"
    ]
    assert [text.get_text() for text in results.motion(run).axes[0].texts] == ["nothing moves"]


def test_numbers_that_are_not_finite_are_left_out_of_the_picture(tmp_path) -> None:
    run = result()
    run.data["joint_force"][50:, 0] = np.nan
    run.data["position"][60, 1] = np.inf
    results.overview(run, tmp_path)
    assert "A" in results.reactions(run).axes[0].get_ylabel()


def test_a_folder_that_cannot_be_made_ends_in_a_sentence(tmp_path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(gd.InputError, match="the folder cannot be made"):
        results.overview(result(), tmp_path / "file" / "folder")
