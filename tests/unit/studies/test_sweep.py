"""Sweeps: rows in closed form, coordinates in SI units, points that fail, folders that go on, threads that change nothing."""

import _thread
import json
import pickle
import threading
import time
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest
from click.testing import CliRunner

import gudgeon as gd
from gudgeon._base.jit import DISABLED
from gudgeon.cli.main import main
from gudgeon.cli.sweep import values_of
from gudgeon.model.files.serialize import to_tree
from gudgeon.studies import sweep as module
from gudgeon.studies.sweep import Point, run_point
from gudgeon.studies.sweep_grid import Base
from tests.support.faulty_files import largest_file

DURATION = 0.2
FALLS = {"gravity.2": [-10, -20.0], "bodies.cabin.mass": ["500 g", 1, "2 kg"]}


def falling() -> gd.Mechanism:
    """Return a body that slides down a vertical guide: z = -g t^2/2 exactly, however it is integrated."""
    return gd.Mechanism(
        name="lift",
        gravity=(0, 0, -10),
        duration=DURATION,
        bodies=[gd.Body("cabin", mass=2.0, inertia=(1, 1, 1))],
        joints=[gd.Translational("D", between=("ground", "cabin"), point=(0, 0, 0), axis=(0, 0, 1))],
    )


def depth(result: gd.Result) -> float:
    return -float(result.body("cabin").position[-1, 2])


@pytest.fixture(scope="module")
def falls() -> gd.Sweep:
    return gd.sweep(falling(), FALLS, measures={"depth": depth, "lowest": "min D.displacement", "hardest": "peak_acceleration"})


# -- what comes back -------------------------------------------------------------------------------------------


def test_every_combination_is_a_row_with_its_own_numbers(falls):
    """z = -g t^2/2 for all masses; parabolas are integrated exactly."""
    assert len(falls) == 6
    assert falls.table["gravity.2"].tolist() == [-10, -10, -10, -20, -20, -20]
    assert falls.table["bodies.cabin.mass"].tolist() == [0.5, 1.0, 2.0] * 2
    expected = -falls.table["gravity.2"] * DURATION**2 / 2
    assert falls.table["depth"] == pytest.approx(expected, rel=1e-12)
    assert falls.table["lowest"] == pytest.approx(-expected, rel=1e-12)
    assert falls.table["hardest"] == pytest.approx(-falls.table["gravity.2"], rel=1e-12)
    assert falls.table["ended"].tolist() == ["complete"] * 6
    assert falls.point(4) == {"gravity.2": -20.0, "bodies.cabin.mass": 1.0}


def test_parameters_become_coordinates_in_si_units(falls):
    data = falls.to_xarray()
    assert data["depth"].dims == ("gravity.2", "bodies.cabin.mass")
    assert float(data["depth"].sel({"gravity.2": -20, "bodies.cabin.mass": 0.5})) == pytest.approx(0.4, rel=1e-12)
    assert data["bodies.cabin.mass"].attrs["units"] == "kg"
    assert data["lowest"].attrs["units"] == "m"
    assert falls["depth"].shape == falls.shape == (2, 3)


def test_the_table_goes_to_a_file_with_units(falls, tmp_path):
    path = falls.to_csv(tmp_path / "falls.csv")
    head, first, *rest = path.read_text().splitlines()
    assert head == "gravity.2,bodies.cabin.mass [kg],depth,lowest [m],hardest [m/s^2],ended,message"
    assert [float(cell) for cell in first.split(",")[:3]] == pytest.approx([-10, 0.5, 0.2], rel=1e-12)
    assert len(rest) == 5


def test_paired_parameters_go_together():
    found = gd.sweep(falling(), {"gravity.2": [-5, -10], "duration": ["0.1 s", "200 ms"]}, paired=True, measures=depth)
    assert found.table["depth"] == pytest.approx([5 * 0.1**2 / 2, 10 * 0.2**2 / 2], rel=1e-12)
    assert found.to_xarray()["depth"].dims == ("point",)
    with pytest.raises(gd.InputError, match="equally many values"):
        gd.sweep(falling(), {"gravity.2": [-5, -10], "duration": [1]}, paired=True)


def test_deviations_from_a_reference_are_distances():
    """Falls with g and with 10 m/s^2 are (g - 10) t^2/2 apart."""
    found = gd.sweep(falling(), {"gravity.2": [-10, -12]}, reference=falling())
    assert found.table["deviation"] == pytest.approx([0, 2 * DURATION**2 / 2], rel=1e-12)


def test_standard_measures_are_those_of_the_run():
    found = gd.sweep("four-bar", {"joints.C.fit": ["clearance-friction"]}, duration=0.03, keep=True)
    alone = gd.simulate(gd.library("four-bar", C="clearance-friction"), 0.03)
    row = found.table.row(0)
    assert row["peak_force of C"] == alone.peaks["joint:C"].value
    assert row["lost by friction"] == alone.energy["lost:C:friction"][-1]
    assert row["impacts"] == len(alone.impacts)
    assert row["free flight of C"] == alone.joint("C").mode_fractions["free flight"]
    assert row["evaluations"] == alone.statistics["evaluations"]
    assert np.array_equal(found.result(0).data["position"], alone.data["position"])


def test_results_are_not_kept_unless_asked_for(falls):
    with pytest.raises(gd.InputError, match="keep=True"):
        falls.result(0)
    with pytest.raises(gd.InputError, match="counted from 0 to 5"):
        falls.result(6)


# -- values of all kinds ---------------------------------------------------------------------------------------


def test_named_fits_follow_the_sizes_that_are_swept():
    """The stiffness from materials goes with sqrt(R_i R_j/(R_i - R_j)), whatever order the parameters have."""
    base = Base("four-bar")
    values = {"joints.C.fit.friction.mu_k": 0.2, "joints.C.fit": "clearance-friction", "joints.C.radial_clearance": "0.1 mm"}
    made = base.at(values).joint("C")
    usual = gd.library("four-bar", C="clearance").joint("C").fit.contact.stiffness
    assert made.fit.friction.mu_k == 0.2
    assert made.fit.contact.stiffness / usual == pytest.approx(np.sqrt((0.01 * 0.0099 / 1e-4) / (0.01 * 0.0098 / 2e-4)), rel=1e-12)


def test_a_file_keeps_what_it_derives_from_sizes(tmp_path):
    gd.write(gd.library("four-bar"), tmp_path / "bar.yaml")
    contact = {"law": "hertz", "from_materials": {"E": "207 GPa", "nu": 0.3}}
    base = Base(tmp_path / "bar.yaml")
    one, two = (
        base.at({"joints.C.fit": {"type": "clearance", "contact": contact}, "joints.C.radial_clearance": gap}).joint("C").fit.contact
        for gap in (1e-4, 2e-4)
    )
    assert one.stiffness / two.stiffness == pytest.approx(np.sqrt((0.01 * 0.0099 / 1e-4) / (0.01 * 0.0098 / 2e-4)), rel=1e-12)


def test_fits_and_laws_may_be_objects():
    steel = gd.LankaraniNikravesh(1e9, 0.8)
    frictions = [None, gd.Threlfall(0.1, 1e-3), gd.Threlfall(0.3, 1e-3)]
    found = gd.sweep(
        "four-bar", {"joints.C.fit": [gd.Clearance(contact=steel)], "joints.C.fit.friction": frictions}, duration=5e-3, measures="impacts"
    )
    assert found.parameters["joints.C.fit.friction"].tolist() == [
        "None", "threlfall (mu_k 0.1, v_1 0.001)", "threlfall (mu_k 0.3, v_1 0.001)",
    ]  # fmt: skip
    assert found.parameters["joints.C.fit"].tolist() == ["clearance"]
    base = Base("four-bar").at({"joints.C.fit": gd.Clearance(contact=steel), "joints.C.fit.friction": frictions[2]})
    assert base.joint("C").fit == gd.Clearance(contact=steel, friction=frictions[2])


def test_settings_that_all_points_share_come_first():
    base = Base("four-bar", settings=["joints.C.fit=clearance-friction", "bodies.rocker.mass=60 g"])
    made = base.at({"joints.C.fit.friction.mu_k": 0.3})
    assert made.joint("C").fit.friction.mu_k == 0.3
    assert made.body("rocker").mass == 0.06


def test_measures_that_only_some_runs_have_are_no_numbers_elsewhere():
    measures = ["lost by friction", "max C.penetration", "impacts", "free flight of C"]
    found = gd.sweep("four-bar", {"joints.C.fit": ["ideal", "clearance-friction"]}, duration=0.02, measures=measures)
    ideal, rough = found.table.row(0), found.table.row(1)
    assert np.isnan([ideal["lost by friction"], ideal["max C.penetration"], ideal["free flight of C"]]).all()
    assert ideal["impacts"] == 0
    assert rough["lost by friction"] > 0
    assert rough["impacts"] > 0
    assert not found.failed


# -- what fails ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("parameters", "options", "message"),
    [
        ({}, {}, "at least one parameter"),
        (["gravity.2"], {}, "at least one parameter"),
        ({"gravity.2": []}, {}, "gravity.2: give at least one value"),
        ({"bodies.cabn.mass": [1]}, {}, "Did you mean 'cabin'"),
        ({"bodies.cabin.mas": [1, 2]}, {}, "bodies.cabin.mas: there is no 'mas' here. Did you mean 'mass'"),
        ({"bodies.cabin.mass": [-1]}, {}, "bodies.cabin.mass: must be > 0"),
        ({"bodies.cabin.mass": [object()]}, {}, "expected numbers, texts"),
        ({"gravity.2": [-1]}, {"measures": "impact"}, "Did you mean 'impacts'"),
        ({"gravity.2": [-1]}, {"measures": ["max D.displacment"]}, "Did you mean 'displacement'"),
        ({"gravity.2": [-1]}, {"measures": ["max cabin.position"]}, "several components"),
        ({"gravity.2": [-1]}, {"measures": ["peak_force of E"]}, "there is no joint 'E'"),
        ({"gravity.2": [-1]}, {"measures": []}, "at least one measure"),
        ({"gravity.2": [-1]}, {"measures": [3]}, "expected names and functions"),
        ({"gravity.2": [-1]}, {"workers": 0}, "workers: must be a whole number >= 1"),
        ({"gravity.2": [-1]}, {"strict": True}, "strict: several runs"),
        ({"gravity.2": [-1]}, {"reference": "lift"}, "reference: expected a Mechanism"),
        ({"gravity.2": [-1]}, {"method": "rk5"}, "unknown method"),
        ({"gravity.2": [-1]}, {"measures": lambda result: 1 / 0}, "ZeroDivisionError"),
        ({"gravity.2": [-1]}, {"measures": lambda result: result.t}, "must return a number"),
    ],
)
def test_what_is_wrong_with_all_points_is_said_at_once(parameters, options, message):
    with pytest.raises(gd.InputError, match=message):
        gd.sweep(falling(), parameters, **options)


def test_a_mechanism_that_is_none_gets_a_sentence(tmp_path):
    for wrong, message in (("four-bra", "Did you mean 'four-bar'"), (7, "expected a Mechanism"), (tmp_path / "a.yaml", "no such file")):
        with pytest.raises(gd.InputError, match=message):
            gd.sweep(wrong, {"duration": [1]})


@gd.law
class Brittle(gd.NormalLaw):
    """A contact that ends at a depth of 1 mm; ordinary inputs do not show it."""

    stiffness: float = gd.param("K", "N/m", gt=0)

    @staticmethod
    def force(delta, delta_dot, delta_dot_impact, K):
        """F_N = K δ"""
        return K * delta if delta < 1e-3 else np.inf


def hanging() -> gd.Mechanism:
    """Return a body of 2 kg that hangs on a stop at once: on a spring of stiffness K it goes 2 m g/K deep."""
    stop = gd.Stop(lower=0.0, contact=Brittle(1e6))
    guide = gd.Translational("D", between=("ground", "cabin"), point=(0, 0, 0), axis=(0, 0, 1), stops=stop)
    return gd.Mechanism(
        name="hanging", gravity=(0, 0, -10), duration=0.1, bodies=[gd.Body("cabin", mass=2, inertia=(1, 1, 1))], joints=[guide]
    )


def test_a_point_that_fails_is_a_row_with_its_message(tmp_path):
    """2 m g/K is 4e-5 m for the stiff stop and 0.04 m for the soft one, which is deeper than its law reaches."""
    for _ in range(2):  # the second time from the folder
        found = gd.sweep(hanging(), {"joints.D.stops.contact.stiffness": [1e6, 1e3, -1]}, out=tmp_path, measures=["min D.displacement"])
        assert found.table["ended"].tolist() == ["complete", "not finite", "no result"]
        assert found.table["min D.displacement"][0] == pytest.approx(-4e-5, rel=1e-2)  # rows are 0.1 ms apart, the period is 9 ms
        assert "not finite" in found.failed[1]
        assert "must be > 0" in found.failed[2]
        assert set(found.failed) == {1, 2}
        assert found.failed[1] in repr(found)
        assert "no result" in found._repr_html_()


# -- folders ---------------------------------------------------------------------------------------------------


def runs(monkeypatch) -> list:
    """Count the simulations from here on."""
    made, usual = [], module.simulate

    def counted(mechanism, *arguments, **options):
        made.append(mechanism)
        return usual(mechanism, *arguments, **options)

    monkeypatch.setattr(module, "simulate", counted)
    return made


def test_a_second_run_costs_nothing_and_more_values_only_themselves(monkeypatch, tmp_path):
    made = runs(monkeypatch)
    first = gd.sweep(falling(), {"gravity.2": [-1, -2, -3]}, out=tmp_path)
    assert len(made) == 3
    again = gd.sweep(falling(), {"gravity.2": [-1, -2, -3]}, out=tmp_path)
    assert len(made) == 3
    assert repr(again) == repr(first)
    more = gd.sweep(falling(), {"gravity.2": [-3, -4, -1]}, out=tmp_path)
    assert len(made) == 4
    assert more.table["peak_acceleration"] == pytest.approx([3, 4, 1], rel=1e-12)


@pytest.mark.parametrize(
    "change", [{"rtol": 1e-6}, {"duration": 0.1}, {"measures": depth}, {"measures": lambda result: 2.0}, {"reference": falling()}]
)
def test_what_is_computed_from_something_else_is_computed_again(change, monkeypatch, tmp_path):
    gd.sweep(falling(), {"gravity.2": [-1]}, out=tmp_path)
    gd.sweep(falling(), {"gravity.2": [-1]}, out=tmp_path, measures=lambda result: 1.0)
    made = runs(monkeypatch)
    gd.sweep(falling(), {"gravity.2": [-1]}, out=tmp_path, **change)
    assert len(made) == 1 + ("reference" in change)


def test_a_law_of_ones_own_that_changes_under_its_name_is_run_again(monkeypatch, tmp_path):
    def spring(factor: float) -> gd.Mechanism:
        @gd.law
        class Changing(gd.NormalLaw):
            """A spring."""

            stiffness: float = gd.param("K", "N/m", gt=0)

            @staticmethod
            def force(delta, delta_dot, delta_dot_impact, K):
                """F_N = K δ"""
                return factor * K * delta

        guide = gd.Translational(
            "D", between=("ground", "cabin"), point=(0, 0, 0), axis=(0, 0, 1), stops=gd.Stop(lower=-1.0, contact=Changing(1e3))
        )
        return gd.Mechanism(name="lift", duration=1e-3, bodies=[gd.Body("cabin", mass=2.0, inertia=(1, 1, 1))], joints=[guide])

    made = runs(monkeypatch)
    for factor, expected in ((1.0, 1), (1.0, 1), (2.0, 2)):
        gd.sweep(spring(factor), {"bodies.cabin.mass": [1]}, out=tmp_path)
        assert len(made) == expected


def test_a_row_that_cannot_be_read_is_computed_again(monkeypatch, tmp_path):
    gd.sweep(falling(), {"gravity.2": [-1, -2]}, out=tmp_path)
    one, other = sorted(tmp_path.glob("*.json"))
    one.write_text("{")
    other.write_text(json.dumps({"values": {}}))
    made = runs(monkeypatch)
    found = gd.sweep(falling(), {"gravity.2": [-1, -2]}, out=tmp_path)
    assert len(made) == 2
    assert found.table["peak_acceleration"] == pytest.approx([1, 2], rel=1e-12)
    assert not list(tmp_path.glob(".*"))


def test_whole_results_are_kept_in_the_folder(monkeypatch, tmp_path):
    gd.sweep(falling(), {"gravity.2": [-1, -2]}, out=tmp_path)
    made = runs(monkeypatch)
    found = gd.sweep(falling(), {"gravity.2": [-1, -2]}, out=tmp_path, keep=True)
    assert len(made) == 2  # the rows were there, the results not
    assert found.result(1).body("cabin").position[-1, 2] == pytest.approx(-2 * DURATION**2 / 2, rel=1e-12)
    again = gd.sweep(falling(), {"gravity.2": [-1, -2]}, out=tmp_path, keep=True)
    assert len(made) == 2
    assert again.result(0).rows == 1001
    assert len(list(tmp_path.glob("*.h5"))) == 2


@pytest.mark.parametrize("keep", [False, True])
def test_points_that_could_not_be_written_are_run_again(monkeypatch, tmp_path, keep):
    """A file may have 40 kB, which a row has and a result has not; or 40 B, which no row has."""
    parameters = {"gravity.2": [-1, -2, -3]}
    with largest_file(40_000 if keep else 40):
        found = gd.sweep(falling(), parameters, out=tmp_path, keep=keep)
    assert found.unwritten == (0, 1, 2) and len(found.failed) == 3
    assert found.table["ended"].tolist() == ["output failed"] * 3
    assert not list(tmp_path.iterdir())
    made = runs(monkeypatch)
    again = gd.sweep(falling(), parameters, out=tmp_path, keep=keep)
    assert len(made) == 3 and not again.failed and not again.unwritten
    assert again.table["peak_acceleration"] == pytest.approx([1, 2, 3], rel=1e-12)


def test_a_sweep_that_could_not_be_written_ends_with_an_error(tmp_path):
    arguments = [
        "sweep",
        "pendulum",
        "--vary",
        "bodies.ball.mass=1,2",
        "--duration",
        "0.1",
        "--out",
        str(tmp_path / "s"),
        "--keep",
        "--quiet",
    ]
    with largest_file(40_000):
        outcome = CliRunner().invoke(main, arguments)
    assert outcome.exit_code == 2 and "2 of 2 points could not be written" in outcome.stderr
    assert CliRunner().invoke(main, arguments).exit_code == 0


class Presser(threading.Thread):
    """Presses Ctrl-C when the run with 3 m/s^2 has begun; from then on that run lasts for ever."""

    def __init__(self, monkeypatch) -> None:
        super().__init__()
        self.begun, usual = threading.Event(), module.simulate

        def simulate(mechanism, *arguments, progress, **options):
            if mechanism.gravity[2] != -3.0:
                return usual(mechanism, *arguments, progress=progress, **options)
            self.begun.set()
            while True:
                progress(0.1, 1.0, {})
                time.sleep(1e-3)

        monkeypatch.setattr(module, "simulate", simulate)

    def run(self) -> None:
        self.begun.wait(60)
        _thread.interrupt_main()


def test_ctrl_c_keeps_what_has_ended_and_the_next_run_goes_on(monkeypatch, tmp_path):
    parameters = {"gravity.2": [-1, -2, -3, -4]}
    with monkeypatch.context() as patch:
        presser = Presser(patch)
        presser.start()
        found = gd.sweep(falling(), parameters, out=tmp_path, workers=1)
        presser.join()
    assert found.interrupted
    assert found.table["ended"].tolist() == ["complete", "complete", "interrupted", "interrupted"]
    made = runs(monkeypatch)
    whole = gd.sweep(falling(), parameters, out=tmp_path, workers=1)
    assert [one.gravity[2] for one in made] == [-3.0, -4.0]
    assert not whole.interrupted
    assert whole.table["peak_acceleration"] == pytest.approx([1, 2, 3, 4], rel=1e-12)


# -- threads and processes -------------------------------------------------------------------------------------


def test_neither_the_number_of_workers_nor_the_order_changes_a_result():
    parameters = {"joints.C.fit": ["clearance", "clearance-friction", "clearance-ambrosio"], "joints.C.radial_clearance": [1e-4, 2e-4]}
    one = gd.sweep("four-bar", parameters, duration=0.03, workers=1)
    many = gd.sweep("four-bar", parameters, duration=0.03, workers=4)
    back = gd.sweep("four-bar", {path: values[::-1] for path, values in parameters.items()}, duration=0.03, workers=2)
    for name in one.measures:
        assert np.array_equal(one[name], many[name], equal_nan=True)
        assert np.array_equal(one[name], back[name][::-1, ::-1], equal_nan=True)


def test_a_point_is_plain_data_that_can_be_sent_elsewhere():
    point = pickle.loads(pickle.dumps(Point(json.dumps(to_tree(falling())), {"duration": 0.1}, {"low": "min D.displacement"})))
    row = run_point(point)
    assert row["ended"] == "complete"
    assert row["values"]["low"].value == pytest.approx(-10 * 0.1**2 / 2, rel=1e-12)


@pytest.mark.skipif(DISABLED, reason="nothing is compiled")
def test_threads_that_need_the_same_new_law_share_one_compiled_function():
    """Of several compiled copies only one would be kept alive, and the others' addresses would lead nowhere."""

    @gd.law
    class Fresh(gd.NormalLaw):
        """A spring."""

        stiffness: float = gd.param("K", "N/m", gt=0)

        @staticmethod
        def force(delta, delta_dot, delta_dot_impact, K):
            """F_N = K δ"""
            return K * delta

    with ThreadPoolExecutor(6) as pool:
        assert len(set(pool.map(lambda _: Fresh.address(), range(6)))) == 1


# -- pictures and the command line -----------------------------------------------------------------------------


def test_curves_go_along_the_first_number(falls, tmp_path):
    figure = falls.plot("depth", tmp_path / "depth.png")
    assert (tmp_path / "depth.png").stat().st_size > 5000
    assert figure.axes[0].get_xlabel() == "gravity.2"
    lines = figure.axes[0].lines
    assert [line.get_label() for line in lines] == ["mass 0.5", "mass 1", "mass 2"]
    assert lines[0].get_xdata().tolist() == [-20, -10]
    assert lines[0].get_ydata() == pytest.approx([0.4, 0.2], rel=1e-12)
    along = falls.plot("depth", along="bodies.cabin.mass")
    assert along.axes[0].get_xlabel() == "bodies.cabin.mass [kg]"


def test_words_are_drawn_as_ticks():
    found = gd.sweep("four-bar", {"joints.C.fit": ["ideal", "clearance"]}, duration=1e-3, measures="impacts")
    axes = found.plot("impacts").axes[0]
    assert [tick.get_text() for tick in axes.get_xticklabels()] == ["ideal", "clearance"]


def test_pictures_of_what_is_not_there_get_a_suggestion(falls):
    with pytest.raises(gd.InputError, match="Did you mean 'depth'"):
        falls.plot("deepth")
    with pytest.raises(gd.InputError, match="there is no 'mass'"):
        falls.plot("depth", along="mass")
    with pytest.raises(gd.InputError, match="there is no column 'deepth'"):
        falls["deepth"]


def test_values_on_the_command_line_are_read_as_yaml():
    assert values_of(("a.b=0.05mm, 1,true", "c=[1, 2], [3, 4]", "d=ideal")) == {
        "a.b": ["0.05mm", 1, True], "c": [[1, 2], [3, 4]], "d": ["ideal"],
    }  # fmt: skip


def test_the_command_prints_the_table_and_writes_files(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    gd.write(falling(), "lift.yaml")
    command = ["sweep", "lift.yaml", "--set", "duration=0.1", "--vary", "gravity.2=-10,-20", "--vary", "bodies.cabin.mass=500g,2"]
    command += ["--out", "points", "--csv", "t.csv", "--plot", "t.png", "--measure", "min D.displacement", "--keep", "--workers", "2"]
    outcome = CliRunner().invoke(main, command)
    assert outcome.exit_code == 0, outcome.output
    assert "lift: 4 points" in outcome.output
    assert "wrote t.csv" in outcome.output
    rows = [line.split(",") for line in (tmp_path / "t.csv").read_text().splitlines()[1:]]
    assert [float(row[2]) for row in rows] == pytest.approx([-0.05, -0.05, -0.1, -0.1], rel=1e-12)
    assert (tmp_path / "t.png").exists()
    assert len(list((tmp_path / "points").glob("*.h5"))) == 4


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--vary", "duration"], "expected PATH=VALUE,VALUE"),
        (["--vary", "duration=1", "--vary", "duration=2"], "varied twice"),
        (["--vary", "joints.C.radial_clearence=1"], "Did you mean 'radial_clearance'"),
        (["--vary", "duration=1", "--keep"], "say into which folder"),
        (["--vary", "duration=1", "--csv", "nowhere/t.csv"], "there is no such folder"),
        (["--vary", "duration=1", "--measure", "impact"], "Did you mean 'impacts'"),
        ([], "Missing option '--vary'"),
    ],
)
def test_wrong_commands_are_answered_in_a_sentence(arguments, message):
    outcome = CliRunner().invoke(main, ["sweep", "four-bar", *arguments])
    assert outcome.exit_code == 2
    assert message in outcome.output
    assert "Traceback" not in outcome.output


def test_a_model_that_is_not_there_is_answered_in_a_sentence():
    for name, message in (("four-bra", "Did you mean 'four-bar'"), ("nowhere.yaml", "no such file")):
        outcome = CliRunner().invoke(main, ["sweep", name, "--vary", "duration=1"])
        assert outcome.exit_code == 2
        assert message in outcome.output


def test_if_all_points_fail_the_command_fails(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    gd.write(hanging(), "hanging.yaml")
    outcome = CliRunner().invoke(main, ["sweep", "hanging.yaml", "--vary", "joints.D.stops.contact.stiffness=1e3,2e3"])
    assert outcome.exit_code == 1
    assert "all points failed" in outcome.output


def test_ctrl_c_on_the_command_line_prints_the_table_and_exits_with_130(monkeypatch, tmp_path):
    monkeypatch.chdir(tmp_path)
    gd.write(falling(), "lift.yaml")
    presser = Presser(monkeypatch)
    presser.start()
    outcome = CliRunner().invoke(main, ["sweep", "lift.yaml", "--vary", "gravity.2=-1,-3", "--workers", "1", "--out", "points"])
    presser.join()
    assert outcome.exit_code == 130
    assert "lift: 2 points" in outcome.output
    assert "goes on from there" in outcome.output
