"""A joint and a fit defined outside the package, with a kernel, a result variable and an energy
entry of their own.

Model file, simulation, summary, plots, report and result files work with them as with any other; no
file of the package knows them.
"""

import json
import re
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from click.testing import CliRunner
from scipy.linalg import expm

import gudgeon as gd
from gudgeon.assembly.elements import KINDS
from gudgeon.cli.main import main
from gudgeon.results.joints import REGISTRY

HERE = Path(__file__).parent
MODEL = HERE / "model.yaml"
FILES = [HERE / "standard_linear_solid.py", HERE / "point_on_plane.py"]
LAWS = [word for file in FILES for word in ("--laws", str(file))]
MASS, K_0, K_1, C, START = 2.0, 500.0, 800.0, 40.0, 0.03


@pytest.fixture(scope="module", autouse=True)
def registries():
    """Leave to other tests what the package itself has registered."""
    before = dict(KINDS), dict(REGISTRY)
    yield
    for registry, known in zip((KINDS, REGISTRY), before, strict=True):
        for added in registry.keys() - known.keys():
            del registry[added]


@pytest.fixture(scope="module")
def mechanism():
    return gd.read(MODEL, laws=FILES)


@pytest.fixture(scope="module")
def result(mechanism):
    return gd.simulate(mechanism, output_step=0.005, rtol=1e-10)


def exact(t):
    """Return position, velocity and creep of the block: the equations are linear."""
    matrix = np.array([[0, 1, 0], [-(K_0 + K_1) / MASS, 0, K_1 / MASS], [K_1 / C, 0, -K_1 / C]])
    return np.array([expm(matrix * time) @ [START, 0, 0] for time in t]).T


def test_the_motion_is_that_of_a_mass_on_a_standard_linear_solid(result):
    """The error of the run, 1e-10 of 0.03 m a step, grows over the 900 evaluations to far less
    than a millionth of the start.
    """
    x, v, z = exact(result.t)
    block, rubber = result.body("block"), result.joint("rubber")
    assert np.abs(block.position[:, 0] - x).max() < 1e-6 * START
    assert np.abs(block.velocity[:, 0] - v).max() < 1e-6 * np.abs(v).max()
    assert np.abs(rubber.creep[:, 0] - z).max() < 1e-6 * START
    assert np.abs(rubber.force[:, 0] + K_0 * x + K_1 * (x - z)).max() < 1e-6 * (K_0 + K_1) * START


def test_the_plane_carries_the_weight_and_nothing_else(result):
    table = result.joint("table")
    assert np.allclose(table.force, [0, 0, MASS * 9.81], atol=1e-9 * MASS * 9.81)
    assert np.abs(result.body("block").position[:, 2]).max() < 1e-12
    assert np.allclose(
        np.hypot(table.displacement_1, table.displacement_2),
        np.abs(result.body("block").position[:, 0] - START),
        atol=1e-12,
    )


def test_energies_have_entries_of_their_own_and_the_ledger_closes(result):
    x, v, z = exact(result.t)
    stored = 0.5 * K_0 * x**2 + 0.5 * K_1 * (x - z) ** 2
    total = stored[0]
    assert np.abs(result.energy["stored:rubber"] - stored).max() < 2e-6 * total
    assert (
        np.abs(result.energy["lost:rubber:creep"] - (total - stored - 0.5 * MASS * v**2)).max()
        < 2e-6 * total
    )
    assert np.abs(result.energy.balance).max() < 1e-8 * total
    assert result.energy["lost:rubber:creep"][-1] > 0.3 * total


@pytest.mark.parametrize("method", ["dop853", "adams", "radau", "bdf", "rk4"])
def test_every_kind_of_integrator_takes_the_states_of_the_fit_along(mechanism, method):
    """Within 1e-5 of the start: bdf, of the lowest order, makes a hundred times the error of its
    tolerance.
    """
    options = {"step": 1e-3} if method == "rk4" else {"rtol": 1e-9}
    run = gd.simulate(mechanism, 0.2, method=method, **options)
    assert abs(run.joint("rubber").creep[-1, 0] - exact([0.2])[2, 0]) < 1e-5 * START


def test_between_tumbling_bodies_nothing_but_the_dashpot_takes_energy(mechanism):
    """Momentum and moment of momentum stay: the force acts along one line on both bodies, and
    the creep turns with the first.
    """
    solid = mechanism.joint("rubber").fit
    bodies = [
        gd.Body(
            "a",
            mass=1,
            inertia=(0.02, 0.03, 0.04),
            position=(0, 0, 0),
            velocity=(0, 1, 0),
            angular_velocity=(3, -2, 5),
        ),
        gd.Body(
            "b",
            mass=2,
            inertia=(0.05, 0.04, 0.03),
            position=(0.3, 0, 0),
            velocity=(0, -0.5, 0.2),
            angular_velocity=(-1, 4, 2),
        ),
    ]
    joint = gd.Spherical(
        "J", between=("a", "b"), local_points=((0.1, 0.05, 0), (-0.1, 0, 0.04)), fit=solid
    )
    run = gd.simulate(gd.Mechanism(bodies=bodies, joints=[joint]), 0.5, rtol=1e-10)
    assert np.abs(run.energy.balance).max() < 1e-8 * run.energy.kinetic[0]
    assert run.energy["lost:J:creep"][-1] > 0.01
    parts = [
        (1.0, np.diag([0.02, 0.03, 0.04]), run.body("a")),
        (2.0, np.diag([0.05, 0.04, 0.03]), run.body("b")),
    ]
    spin = 0.0
    for mass, inertia, body in parts:
        about_centre = np.einsum(
            "nij,jk,nlk,nl->ni", body.rotation, inertia, body.rotation, body.angular_velocity
        )
        spin = spin + mass * np.cross(body.position, body.velocity) + about_centre
    assert np.abs(spin - spin[0]).max() < 1e-8 * np.linalg.norm(spin[0])


def test_a_model_file_comes_back_as_it_was(mechanism):
    from gudgeon.model.files import dumps, loads

    assert loads(dumps(mechanism)) == mechanism


def test_numbers_that_cannot_be_are_refused_with_their_line(tmp_path):
    bad = tmp_path / "bad.yaml"
    bad.write_text(MODEL.read_text().replace("stiffness: 500 N/m", "stiffness: -500 N/m"))
    with pytest.raises(gd.InputError, match=r"joints.rubber.fit.stiffness"):
        gd.read(bad, laws=FILES)


def test_the_command_line_runs_it_with_summary_result_file_plots_and_report(tmp_path):
    out = tmp_path / "run"
    command = [
        "run",
        str(MODEL),
        *LAWS,
        "--out",
        f"{out}.h5",
        "--plots",
        str(tmp_path / "plots"),
        "--report",
        str(tmp_path / "run.html"),
    ]
    outcome = CliRunner().invoke(main, command)
    assert outcome.exit_code == 0, outcome.output
    assert re.search(r"rubber: crept by up to 0\.0\d+ m", outcome.output)
    assert "J by creep" in outcome.output
    assert (tmp_path / "plots" / "solids.png").stat().st_size > 5_000
    assert "rubber.creep" in (tmp_path / "run.html").read_text()


def test_a_result_file_gives_the_variable_back(result, tmp_path):
    again = gd.load(result.save(tmp_path / "run.h5"))
    rubber = again.joint("rubber")
    assert type(rubber) is type(result.joint("rubber"))
    assert np.array_equal(rubber.creep, result.joint("rubber").creep)
    assert rubber.components("creep") == ("x", "y", "z") and rubber.quantities["creep"] == "m"
    assert again.channel("rubber.creep.x").unit == "m"
    assert np.array_equal(again.energy["lost:rubber:creep"], result.energy["lost:rubber:creep"])


def test_a_result_file_is_plotted_without_the_file_that_defines_the_fit(result, tmp_path):
    """In another process, which knows neither the fit nor the joint: names, units and dimensions
    stand in the result.
    """
    stored = result.save(tmp_path / "run.h5")
    code = "from gudgeon.cli.main import main; main()"
    for more in ([], LAWS):
        target = tmp_path / f"creep{len(more)}.png"
        words = ["plot", str(stored), "rubber.creep.x", "rubber.creep", *more]
        done = subprocess.run(
            [sys.executable, "-c", code, *words, "--out", str(target)],
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.returncode == 0, done.stderr
        assert target.stat().st_size > 5_000
    code = f"""
import gudgeon as gd
again = gd.load({str(stored)!r})
assert again.mechanism is None
channel = again.channel("rubber.creep.x")
print(channel.unit, again.joint("rubber").components("creep"), repr(channel.values[-1].item()))
"""
    shown = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True
    ).stdout
    assert shown.strip() == f"m ('x', 'y', 'z') {result.joint('rubber').creep[-1, 0].item()!r}"


def test_pictures_and_metrics_know_it(result):
    from gudgeon.plotting import plot
    from gudgeon.results.metrics import named

    assert [axes.get_ylabel() for axes in plot(result, "solids").axes] == ["creep [mm]"]
    assert named(result, "lost by creep").value == result.energy["lost:rubber:creep"][-1]


def test_the_schema_lists_joint_and_fit(mechanism, tmp_path):
    target = tmp_path / "schema.json"
    assert CliRunner().invoke(main, ["schema", *LAWS, "--out", str(target)]).exit_code == 0
    text = json.dumps(json.loads(target.read_text()))
    assert "standard-linear-solid" in text and "point-on-plane" in text
