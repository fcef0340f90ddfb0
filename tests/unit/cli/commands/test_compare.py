"""The command ``compare``: what it prints and writes, how it ends."""

import pytest
from click.testing import CliRunner

import gudgeon as gd
from gudgeon.cli.common import Model
from gudgeon.cli.main import main
from tests.support.command_line import gudgeon
from tests.support.compared_falls import DURATION, STEP, Stage, falling


@pytest.fixture(scope="module")
def falls() -> gd.Comparison:
    """Compare free falls under 10, 12 and 20 m/s^2."""
    fits = {"slow": falling(10.0), "a bit faster": falling(12.0), "fast": falling(20.0)}
    return gd.compare(falling(), fits=fits, output_step=STEP, channels="D.displacement")


def test_several_joints_are_swapped_at_once_by_settings():
    settings = (
        "joints.A.fit=bushing",
        "joints.B.fit=clearance-bushing",
        "joints.B.radial_clearance=0.5mm",
    )
    made = Model("spatial-slider-crank", settings=settings).mechanism
    assert made.joint("A") == gd.library("spatial-slider-crank", A="bushing").joint("A")
    # the fit follows the clearance
    assert made.joint("B").fit.thickness == pytest.approx(0.2 * 0.5e-3, rel=1e-15)
    assert type(made.joint("B").fit) is gd.Clearance


def test_ctrl_c_on_the_command_line_prints_the_table_and_exits_with_130(
    monkeypatch, falls, tmp_path
):
    monkeypatch.chdir(tmp_path)
    gd.write(falling(), "lift.yaml")
    with Stage(monkeypatch, falls["fast"]):
        outcome = CliRunner().invoke(
            main, ["compare", "lift.yaml", "--case", "fast", "gravity.2=-20"]
        )
    assert outcome.exit_code == 130
    assert "interrupted before it had ended" in outcome.output
    assert (tmp_path / "lift-comparison.png").exists()


def test_the_command_prints_the_table_and_writes_picture_and_results(tmp_path):
    folder = tmp_path / "new" / "folder"
    output = gudgeon(
        "compare",
        "four-bar",
        "--joint",
        "C",
        "--fits",
        "ideal, clearance",
        "--duration",
        "2 ms",
        "--out",
        folder,
    ).output
    assert "spatial four-bar: joint C, deviations from 'ideal'" in output
    assert sorted(path.name for path in folder.iterdir()) == [
        "clearance.h5",
        "comparison.png",
        "ideal.h5",
    ]
    assert gd.load(folder / "clearance.h5").mechanism == gd.library("four-bar", C="clearance")


def test_cases_of_the_command_line_and_of_a_file_are_settings(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    gd.write(falling(), "lift.yaml")
    (tmp_path / "cases.yaml").write_text(
        "moon: {gravity: [0, 0, -1.62]}\nheavy: {bodies.cabin.mass: 3 kg, gravity.2: -20}\n"
    )
    case = ["--case", "both", "gravity.2=-12", "--case", "both", "bodies.cabin.mass=4"]
    gudgeon("compare", "lift.yaml", *case, "--cases", "cases.yaml", "--out", "runs", "--quiet")
    masses = {
        path.stem: gd.load(path).mechanism.body("cabin").mass
        for path in (tmp_path / "runs").glob("*.h5")
    }
    assert masses == {"as-described": 2.0, "moon": 2.0, "heavy": 3.0, "both": 4.0}
    for label, g in (("moon", 1.62), ("heavy", 20.0), ("both", 12.0)):
        assert gd.load(tmp_path / "runs" / f"{label}.h5").body("cabin").position[
            -1, 2
        ] == pytest.approx(-g * DURATION**2 / 2, rel=1e-9)


def test_laws_of_ones_own_are_loaded_once_for_all_cases(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "mine.py").write_text(
        "import gudgeon as gd\n@gd.law\nclass MineCompared(gd.NormalLaw):\n    '''Mine.'''\n    k: "
        "float = gd.param('k', 'N/m')\n"
        "    @staticmethod\n    def force(delta, delta_dot, delta_dot_impact, k):\n        '''F = "
        "k δ'''\n        return k * delta\n"
    )
    (tmp_path / "model.yaml").write_text(
        "plane: xy\ngravity: [0, -10]\nduration: 0.01\nbodies: {bar: {mass: 2, inertia: 0.01, "
        "position: [0, -0.1]}}\n"
        "joints:\n  A:\n    type: revolute\n    between: [ground, bar]\n    point: [0, 0]\n    "
        "radial_clearance: 0\n"
        "    fit: {type: clearance, contact: {law: mine-compared, k: 1e6}}\n"
    )
    soft = ["--case", "soft", "joints.A.fit.contact.k=1e5"]
    output = gudgeon("compare", "model.yaml", "--laws", "mine.py", "--joint", "A", *soft).output
    assert [line.split()[0] for line in output.splitlines()[4:7]] == [
        "ideal",
        "as-described",
        "soft",
    ]
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
    assert (
        "expected a mapping"
        in gudgeon("compare", "four-bar", "--cases", tmp_path / "cases.yaml", code=2).stderr
    )


def test_the_exit_code_is_one_only_if_all_runs_failed(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    laws = tmp_path / "laws.py"
    laws.write_text(
        "import math\nimport gudgeon as gd\n@gd.law\nclass BrokenDeep(gd.NormalLaw):\n    "
        "'''Ends.'''\n"
        "    k: float = gd.param('k', 'N/m')\n"
        "    @staticmethod\n    def force(delta, delta_dot, delta_dot_impact, k):\n        '''F = "
        "k δ'''\n"
        "        return k * delta if delta < 1e-3 else math.inf\n"
    )
    fit = "{type: clearance, contact: {law: broken-deep, k: 1e3}}"
    (tmp_path / "model.yaml").write_text(
        "plane: xy\ngravity: [0, -10]\nduration: 0.1\nbodies: {bar: {mass: 2, inertia: 0.01, "
        "position: [0, -0.1]}}\n"
        f"joints:\n  A: {{type: revolute, between: [ground, bar], point: [0, 0], radial_clearance: "
        f"0, fit: {fit}}}\n"
    )
    arguments = ["compare", "model.yaml", "--laws", laws, "--joint", "A"]
    gudgeon(*arguments)
    assert "all runs failed" in gudgeon(*arguments, "--fits", "as-described", code=1).stderr
