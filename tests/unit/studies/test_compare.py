"""One mechanism with several fits: which runs there are, what the table says, what the picture shows, how it ends."""

import _thread
import threading
import time
from dataclasses import replace

import numpy as np
import pytest
from click.testing import CliRunner

import gudgeon as gd
from gudgeon._base.jit import DISABLED
from gudgeon.cli.common import Model
from gudgeon.cli.main import main
from gudgeon.kernels.stepping import advance
from gudgeon.studies import compare as module
from gudgeon.studies.comparison import Comparison

DURATION, STEP = 0.2, 0.01
STEEL = gd.LankaraniNikravesh(stiffness=1e9, restitution=0.8)


def falling(gravity: float = 10.0, **joint) -> gd.Mechanism:
    """Return a body that slides down a vertical guide: z = -g t^2/2 exactly, however it is integrated."""
    return gd.Mechanism(
        name="lift",
        gravity=(0, 0, -gravity),
        duration=DURATION,
        bodies=[gd.Body("cabin", mass=2.0, inertia=(1, 1, 1))],
        joints=[gd.Translational("D", between=("ground", "cabin"), point=(0, 0, 0), axis=(0, 0, 1), **joint)],
    )


def hanging(**joint) -> gd.Mechanism:
    """Return a pendulum that hangs still on a pin, in a plane; its weight is 20 N."""
    pin = gd.Revolute("A", between=("ground", "bar"), point=(0, 0), bearing_radius=0.01, radial_clearance=0.0, **joint)
    bar = gd.Body("bar", mass=2.0, inertia=0.01, position=(0, -0.1))
    return gd.Mechanism(name="hanging bar", plane="xy", gravity=(0, -10), duration=0.1, bodies=[bar], joints=[pin])


@pytest.fixture(scope="module")
def falls() -> gd.Comparison:
    """Compare free falls under 10, 12 and 20 m/s^2."""
    fits = {"slow": falling(10.0), "a bit faster": falling(12.0), "fast": falling(20.0)}
    return gd.compare(falling(), fits=fits, output_step=STEP, channels="D.displacement")


@pytest.fixture(scope="module")
def bars() -> gd.Comparison:
    """Compare a small mechanism with all fits of its loose joint that the library knows, for a moment."""
    return gd.compare("four-bar", fits=["ideal", "clearance", "clearance-friction"], joint="C", duration=0.05, output_step=1e-3)


# -- what the table says ---------------------------------------------------------------------------------------


def test_deviations_are_distances_from_the_reference(falls):
    """Two free falls are (g - 10) t^2/2 apart; the integration of a parabola is exact, so rounding is all that differs."""
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
    assert other.table["deviation"] == pytest.approx(np.array([10, 8, 0]) * DURATION**2 / 2, rel=1e-9)


def test_the_force_of_a_joint_is_the_weight_that_hangs_on_it():
    """A pin without play in a stiff contact carries the same weight; it gives by (20/1e9)^(2/3) m at first, and swings about that."""
    soft = gd.Clearance(contact=gd.LankaraniNikravesh(stiffness=1e9, restitution=0.1))
    found = gd.compare(hanging(), joint="A", fits={"ideal": gd.Ideal(), "soft": soft})
    assert found.joints == ("A",)
    assert found.table.row("ideal")["peak_force of A"] == pytest.approx(20.0, rel=1e-9)
    # released from where it is not compressed, a contact without damping carries up to 2.5 times the weight: K d^2.5/2.5 = m g d
    assert 20.0 < found.table.row("soft")["peak_force of A"] < 50.0
    depth = (20.0 / 1e9) ** (2 / 3)
    assert depth < found.table.row("soft")["deviation"] < 2.5 ** (2 / 3) * depth


def test_losses_of_all_kinds_add_up_to_what_was_lost(bars):
    for label, result in bars.results.items():
        row = bars.table.row(label)
        kinds = [value for name, value in row.items() if name.startswith("lost by") and not np.isnan(value)]
        assert sum(kinds) == pytest.approx(result.energy.lost[-1], abs=1e-15)
    friction = bars.table["lost by friction"]
    assert friction[2] > 0
    assert np.isnan(friction[0])


def test_impacts_times_and_ends_are_those_of_the_runs(bars):
    for label, result in bars.results.items():
        row = bars.table.row(label)
        assert row["impacts"] == len(result.impacts)
        assert row["run_time"] == result.statistics["wall_time"]
        assert row["peak_force of C"] == result.peaks["joint:C"].value
        assert row["ended"] == "complete"


def test_every_run_is_what_a_run_by_itself_would_be(bars):
    """Bit for bit, in every number of the output, although the others go on beside it."""
    for label in bars.labels:
        alone = gd.simulate(gd.library("four-bar", C=label), duration=0.05, output_step=1e-3)
        assert set(alone.data) == set(bars[label].data)
        assert all(np.array_equal(bars[label].data[name], values, equal_nan=True) for name, values in alone.data.items())
        assert np.array_equal(bars[label].impacts.rows, alone.impacts.rows, equal_nan=True)


def test_runs_that_stop_are_compared_while_both_go_on():
    """The fall with 20 m/s^2 crosses -0.1 m at t = 0.1 s, which is its last row; one with 10 m/s^2 goes on to 0.1414 s."""
    lower = gd.Crossing("D.displacement", -0.1)
    fits = {"slow": falling(10.0), "fast": falling(20.0)}
    found = gd.compare(falling(), fits=fits, output_step=0.03, stop_when=lower)
    assert found.table["ended"].tolist() == ["stopped", "stopped"]
    assert found.common("fast") == 4  # 0, 0.03, 0.06, 0.09 s; then each has its own last time
    assert found.table.row("fast")["deviation"] == pytest.approx(10 * 0.09**2 / 2, rel=1e-9)


def test_channels_that_some_runs_lack_have_no_number():
    found = gd.compare("four-bar", "C", ["ideal", "clearance"], duration=2e-3, channels=["C.penetration", "D.angle"], reference="clearance")
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


# -- which runs there are --------------------------------------------------------------------------------------


def test_a_mechanism_of_the_library_has_ideal_and_all_named_fits():
    expected = ["ideal", *gd.library_fits("four-bar")["C"]]
    assert list(module.known_fits(gd.library("four-bar"), "C")) == expected
    loose = gd.library("four-bar", C="clearance")
    assert list(module.known_fits(loose, "C")) == expected  # what is described is one of them


def test_a_fit_of_ones_own_is_compared_as_described():
    mine = gd.library("four-bar", C=gd.Clearance(contact=STEEL))
    assert list(module.known_fits(mine, "C"))[:2] == ["ideal", "as-described"]
    assert module.known_fits(mine, "C")["as-described"] is mine
    model = replace(mine, name="mine")  # no mechanism of the library
    assert list(module.known_fits(model, "C")) == ["ideal", "as-described"]


def test_named_fits_follow_the_sizes_that_were_changed():
    """The stiffness from materials goes with sqrt(R_i R_j/(R_i - R_j))."""
    thin = gd.library("four-bar")
    joint = replace(thin.joint("C"), radial_clearance=1e-4)
    thin = replace(thin, joints=tuple(joint if one.name == "C" else one for one in thin.joints))
    stiffness = module.known_fits(thin, "C")["clearance"].joint("C").fit.contact.stiffness
    usual = gd.library("four-bar", C="clearance").joint("C").fit.contact.stiffness
    assert stiffness / usual == pytest.approx(np.sqrt((0.01 * 0.0099 / 1e-4) / (0.01 * 0.0098 / 2e-4)), rel=1e-12)


def test_the_joint_may_be_left_out_where_only_one_has_several_fits():
    assert module._interesting(gd.library("four-bar")) == "C"
    with pytest.raises(gd.InputError, match="'A', 'B' have several fits"):
        gd.compare("spatial-slider-crank")
    with pytest.raises(gd.InputError, match="no joint has several fits"):
        gd.compare("bricard")


def test_several_joints_are_swapped_at_once_by_label():
    both = {"ideal": {"A": "ideal", "B": "ideal"}, "both loose": {"A": "clearance", "B": gd.Clearance(contact=STEEL)}}
    found = gd.compare("spatial-slider-crank", fits=both, duration=1e-3)
    assert found.joints == ("A", "B")
    assert [column for column in found.table if column.startswith("peak_force")] == ["peak_force of A", "peak_force of B"]
    described = found["both loose"].mechanism
    assert described.joint("B").fit.contact == STEEL
    assert described.joint("A").fit == gd.library("spatial-slider-crank", A="clearance").joint("A").fit


def test_several_joints_are_swapped_at_once_by_settings():
    settings = ("joints.A.fit=bushing", "joints.B.fit=clearance-bushing", "joints.B.radial_clearance=0.5mm")
    made = Model("spatial-slider-crank", settings=settings).mechanism
    assert made.joint("A") == gd.library("spatial-slider-crank", A="bushing").joint("A")
    assert made.joint("B").fit.thickness == pytest.approx(0.2 * 0.5e-3, rel=1e-15)  # the fit follows the clearance
    assert type(made.joint("B").fit) is gd.Clearance


@pytest.mark.parametrize(("name", "joint", "mass"), [("planar-slider-crank", "C", 0.14), ("four-bar", "C", 0.0316)])
def test_a_lining_of_the_library_softens_the_first_impact(name, joint, mass):
    """Its damper pushes with a tenth of what its spring reaches, v sqrt(k m), and the parts meet as fast as without: after free flight."""
    found = gd.compare(name, joint, ["clearance", "clearance-bushing"], duration=gd.library(name).duration / 20)
    bare, lined = (found[label].impacts[0] for label in found.labels)
    assert (lined.start, lined.approach_speed) == pytest.approx((bare.start, bare.approach_speed), rel=1e-6)
    layer = gd.library(name, **{joint: "clearance-bushing"}).joint(joint).fit.bushing
    stiffness, damping = layer.force.slope, layer.damping.slope
    assert damping == pytest.approx(0.1 * np.sqrt(stiffness * mass), rel=1e-12)
    assert lined.peak_force < 0.8 * bare.peak_force


def test_the_ideal_run_is_the_reference_wherever_it_stands():
    found = gd.compare("four-bar", "C", ["clearance", "ideal"], duration=1e-3)
    assert found.reference == "ideal"
    assert list(found.results) == ["clearance", "ideal"]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"joint": "c"}, "Did you mean 'C'"),
        ({"joint": "C", "fits": ["ideal", "clearence"]}, "Did you mean 'clearance'"),
        ({"joint": "C", "fits": {"mine": "clearence"}}, "Did you mean 'clearance'"),
        ({"fits": {"mine": gd.Ideal()}}, "say which joint"),
        ({"fits": {"mine": {"E": gd.Ideal()}}}, "there is no joint 'E'"),
        ({"joint": "C", "fits": []}, "at least one fit"),
        ({"joint": "C", "fits": {"": gd.Ideal()}}, "label"),
        ({"joint": "A"}, "only one fit is known"),
        ({"joint": "C", "fits": ["ideal"], "reference": "ideel"}, "Did you mean 'ideal'"),
        ({"joint": "C", "fits": ["ideal", "clearance"], "channels": ["D.angel"]}, "Did you mean 'angle'"),
        ({"joint": "C", "fits": ["ideal", "clearance"], "method": "dop835"}, "Did you mean 'dop853'"),
        ({"joint": "C", "fits": ["ideal", "clearance"], "duration": -1.0}, "must be > 0"),
        ({"joint": "C", "fits": ["ideal", "clearance"], "workers": 0}, "workers: must be a whole number >= 1"),
    ],
)
def test_what_is_wrong_with_the_call_is_said_at_once(arguments, message):
    with pytest.raises(gd.InputError, match=message):
        gd.compare("four-bar", **arguments)


def test_a_name_that_is_no_mechanism_gets_a_suggestion():
    with pytest.raises(gd.InputError, match="Did you mean 'four-bar'"):
        gd.compare("four-bra", joint="C")
    with pytest.raises(gd.InputError, match="expected a Mechanism"):
        gd.compare(7, joint="C")


# -- runs that fail, and Ctrl-C --------------------------------------------------------------------------------


@gd.law
class Breaking(gd.NormalLaw):
    """A contact that is infinitely stiff below 1 mm; ordinary inputs do not show it."""

    stiffness: float = gd.param("K", "N/m", gt=0)

    @staticmethod
    def force(delta, delta_dot, delta_dot_impact, K):
        """F_N = K δ"""
        return K * delta if delta < 1e-3 else np.inf


def test_a_run_that_fails_is_a_row_with_its_sentence():
    """A weight of 20 N on 1e3 N/m goes 4 cm deep: past the depth at which the law ends."""
    fits = {
        "ideal": gd.Ideal(),
        "breaks": gd.Clearance(contact=Breaking(1e3)),
        "impossible": gd.Clearance(contact=STEEL, axial_contact=STEEL),
    }
    found = gd.compare(hanging(), joint="A", fits=fits)
    assert found.table["ended"].tolist() == ["complete", "not finite", "no result"]
    assert "not finite" in found.failed["breaks"]
    assert "axial_contact" in found.failed["impossible"]
    assert found["breaks"].rows > 1  # what was computed until then
    assert found.table.row("breaks")["deviation"] < 2e-3
    assert np.isnan(found.table.row("impossible")["deviation"])
    text, page = repr(found), found._repr_html_()
    for sentence in found.failed.values():
        assert sentence in text
    assert "no result" in page
    with pytest.raises(gd.InputError, match="axial_contact"):
        found["impossible"]


class Stage:
    """A stand-in for the simulation: 'fast' ends at once, all others go on until they are told to end."""

    def __init__(self, monkeypatch, result) -> None:
        self.result, self.ended = result, threading.Event()
        monkeypatch.setattr(module, "simulate", self.simulate)

    def simulate(self, mechanism, progress, **options):
        """Return the result of a fast run; otherwise report progress for ever."""
        if mechanism.gravity[2] == -20.0:
            self.ended.set()
            return self.result
        while True:
            progress(0.1, 1.0, {})
            time.sleep(1e-3)

    def interrupt(self) -> None:
        """Press Ctrl-C when the fast run has ended; the runs have begun by then."""
        self.ended.wait(60)
        _thread.interrupt_main()

    def __enter__(self) -> None:
        self.presser = threading.Thread(target=self.interrupt)
        self.presser.start()

    def __exit__(self, *exception: object) -> None:
        self.presser.join()


def test_ctrl_c_keeps_the_runs_that_have_ended(monkeypatch, falls):
    with Stage(monkeypatch, falls["fast"]):
        found = gd.compare(falling(), fits={"slow": falling(10.0), "fast": falling(20.0), "other": falling(5.0)}, workers=2)
    assert list(found.results) == ["fast"]
    assert found.interrupted
    assert set(found.failures) == {"slow", "other"}
    assert np.isnan(found.table.row("fast")["deviation"])  # its reference did not end


def test_ctrl_c_on_the_command_line_prints_the_table_and_exits_with_130(monkeypatch, falls, tmp_path):
    monkeypatch.chdir(tmp_path)
    gd.write(falling(), "lift.yaml")
    with Stage(monkeypatch, falls["fast"]):
        outcome = CliRunner().invoke(main, ["compare", "lift.yaml", "--case", "fast", "gravity.2=-20"])
    assert outcome.exit_code == 130
    assert "interrupted before it had ended" in outcome.output
    assert (tmp_path / "lift-comparison.png").exists()


@pytest.mark.skipif(DISABLED, reason="nothing is compiled")
def test_the_stepping_leaves_python_to_other_threads():
    """The compiled loop returns every tenth of a second; if it held Python's lock, this thread would count once per return."""
    assert advance.targetoptions["nogil"]
    returns, ticks = 0, 0

    def note(*_) -> None:
        nonlocal returns
        returns += 1

    run = threading.Thread(target=lambda: gd.simulate(gd.library("four-bar", C="clearance"), duration=1.0, progress=note, rtol=1e-10))
    gd.simulate(gd.library("four-bar", C="clearance"), duration=1e-3)  # compiles
    run.start()
    while run.is_alive():
        ticks += 1
        time.sleep(1e-3)
    assert ticks > 3 * returns


# -- what is shown ---------------------------------------------------------------------------------------------


def test_the_text_names_the_mechanism_the_joint_and_the_reference(bars):
    first, *lines = repr(bars).splitlines()
    assert first == "spatial four-bar: joint C, deviations from 'ideal'"
    assert [line.split()[0] for line in lines[3:]] == list(bars.results)
    assert max(map(len, lines)) <= 140


def test_the_page_shows_labels_as_text(falls):
    odd = Comparison({"<b>bold</b>": falls["fast"], "failed": "because <i>."}, reference="<b>bold</b>")
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
        assert falls.table.to_pandas().loc["fast", "deviation"] == falls.table.row("fast")["deviation"]


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
    assert force.max() == pytest.approx(np.linalg.norm(bars["clearance-friction"].joint("C").force, axis=1).max(), rel=1e-12)
    position_of_body = bars["clearance"].body(bars.body).position
    drawn = position.lines[1].get_ydata()
    assert any(np.array_equal(drawn, position_of_body[:, k]) for k in range(3))


def test_peaks_between_the_rows_of_output_are_marked_and_flatten_nothing(bars):
    """A dot where it is; an arrow at the upper border where the scale of the rows, a tenth above their greatest, does not reach."""
    columns = [bars.plot().subfigs[1].axes[3 * k + 2] for k in range(3)]
    rows = [np.linalg.norm(one.joint("C").force, axis=1).max() for one in bars.results.values()]
    peaks = [one.peaks["joint:C"] for one in bars.results.values()]
    assert peaks[1].value > 1.1 * max(rows)  # a contact is shorter than the 1 ms from row to row
    for axes, peak in zip(columns, peaks, strict=True):
        (mark,) = (line for line in axes.lines if line.get_marker() in ("o", "^"))
        assert (mark.get_marker() == "^") == (peak.value > 1.1 * max(rows))
        assert mark.get_xdata()[0] == peak.time
        assert mark.get_ydata()[0] == pytest.approx(min(peak.value, 1.1 * max(rows)), rel=1e-12)
        assert axes.get_ylim()[1] == pytest.approx(1.1 * max(rows), rel=1e-12)
        assert f"peak {peak.value:.0f}" in axes.texts[0].get_text() or f"peak {peak.value:.3g}" in axes.texts[0].get_text()


def test_the_picture_survives_labels_that_look_like_formulas(falls):
    odd = Comparison({"$x_1": falls["slow"], "_hidden$": falls["fast"]}, reference="$x_1")
    figure = odd.plot()
    figure.canvas.draw()
    assert len(figure.subfigs[0].legends[0].get_texts()) == 2


def test_nothing_to_draw_is_said():
    with pytest.raises(gd.InputError, match="nothing to draw"):
        Comparison({"a": "failed."}, reference="a").plot()


# -- the command line ------------------------------------------------------------------------------------------


def gudgeon(*arguments: object, code: int = 0):
    outcome = CliRunner().invoke(main, [str(one) for one in arguments])
    assert outcome.exit_code == code, (outcome.exit_code, outcome.output, outcome.exception)
    return outcome


def test_the_command_prints_the_table_and_writes_picture_and_results(tmp_path):
    folder = tmp_path / "new" / "folder"
    output = gudgeon("compare", "four-bar", "--joint", "C", "--fits", "ideal, clearance", "--duration", "2 ms", "--out", folder).output
    assert "spatial four-bar: joint C, deviations from 'ideal'" in output
    assert sorted(path.name for path in folder.iterdir()) == ["clearance.h5", "comparison.png", "ideal.h5"]
    assert gd.load(folder / "clearance.h5").mechanism == gd.library("four-bar", C="clearance")


def test_cases_of_the_command_line_and_of_a_file_are_settings(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    gd.write(falling(), "lift.yaml")
    (tmp_path / "cases.yaml").write_text("moon: {gravity: [0, 0, -1.62]}\nheavy: {bodies.cabin.mass: 3 kg, gravity.2: -20}\n")
    case = ["--case", "both", "gravity.2=-12", "--case", "both", "bodies.cabin.mass=4"]
    gudgeon("compare", "lift.yaml", *case, "--cases", "cases.yaml", "--out", "runs", "--quiet")
    masses = {path.stem: gd.load(path).mechanism.body("cabin").mass for path in (tmp_path / "runs").glob("*.h5")}
    assert masses == {"as-described": 2.0, "moon": 2.0, "heavy": 3.0, "both": 4.0}
    for label, g in (("moon", 1.62), ("heavy", 20.0), ("both", 12.0)):
        assert gd.load(tmp_path / "runs" / f"{label}.h5").body("cabin").position[-1, 2] == pytest.approx(-g * DURATION**2 / 2, rel=1e-9)


def test_laws_of_ones_own_are_loaded_once_for_all_cases(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "mine.py").write_text(
        "import gudgeon as gd\n@gd.law\nclass MineCompared(gd.NormalLaw):\n    '''Mine.'''\n    k: float = gd.param('k', 'N/m')\n"
        "    @staticmethod\n    def force(delta, delta_dot, delta_dot_impact, k):\n        '''F = k δ'''\n        return k * delta\n"
    )
    (tmp_path / "model.yaml").write_text(
        "plane: xy\ngravity: [0, -10]\nduration: 0.01\nbodies: {bar: {mass: 2, inertia: 0.01, position: [0, -0.1]}}\n"
        "joints:\n  A:\n    type: revolute\n    between: [ground, bar]\n    point: [0, 0]\n    radial_clearance: 0\n"
        "    fit: {type: clearance, contact: {law: mine-compared, k: 1e6}}\n"
    )
    soft = ["--case", "soft", "joints.A.fit.contact.k=1e5"]
    output = gudgeon("compare", "model.yaml", "--laws", "mine.py", "--joint", "A", *soft).output
    assert [line.split()[0] for line in output.splitlines()[4:7]] == ["ideal", "as-described", "soft"]
    assert "no result" not in output


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["four-bar", "--joint", "C", "--fits", "ideal,clearence"], "Did you mean 'clearance'"),
        (["four-bar", "--joint", "c"], "Did you mean 'C'"),
        (["four-bra"], "Did you mean 'four-bar'"),
        (["four-bar", "--case", "mine", "joints.C.fitt=ideal"], "Did you mean 'fit'"),
        (["four-bar", "--joint", "C", "--case", "ideal", "joints.C.fit=clearance"], "two variants"),
        (["four-bar", "--cases", "missing.yaml"], "missing.yaml"),
        (["four-bar", "--joint", "C", "--channel", "D.angel"], "Did you mean 'angle'"),
    ],
)
def test_wrong_input_is_told_without_a_traceback(arguments, message, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    outcome = gudgeon("compare", *arguments, code=2)
    assert message in outcome.stderr
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("text", ["- a", "a: 3", "a: {}"])
def test_a_file_of_cases_that_is_none_is_refused(text, tmp_path):
    (tmp_path / "cases.yaml").write_text(text)
    assert "expected a mapping" in gudgeon("compare", "four-bar", "--cases", tmp_path / "cases.yaml", code=2).stderr


def test_the_exit_code_is_one_only_if_all_runs_failed(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    laws = tmp_path / "laws.py"
    laws.write_text(
        "import math\nimport gudgeon as gd\n@gd.law\nclass BrokenDeep(gd.NormalLaw):\n    '''Ends.'''\n"
        "    k: float = gd.param('k', 'N/m')\n"
        "    @staticmethod\n    def force(delta, delta_dot, delta_dot_impact, k):\n        '''F = k δ'''\n"
        "        return k * delta if delta < 1e-3 else math.inf\n"
    )
    fit = "{type: clearance, contact: {law: broken-deep, k: 1e3}}"
    (tmp_path / "model.yaml").write_text(
        "plane: xy\ngravity: [0, -10]\nduration: 0.1\nbodies: {bar: {mass: 2, inertia: 0.01, position: [0, -0.1]}}\n"
        f"joints:\n  A: {{type: revolute, between: [ground, bar], point: [0, 0], radial_clearance: 0, fit: {fit}}}\n"
    )
    arguments = ["compare", "model.yaml", "--laws", laws, "--joint", "A"]
    gudgeon(*arguments)
    assert "all runs failed" in gudgeon(*arguments, "--fits", "as-described", code=1).stderr
