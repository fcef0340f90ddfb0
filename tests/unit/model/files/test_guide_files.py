"""Sliders that tilt and twist in their guide, from a file to the page: description, words,
command line, results, pictures, reload.
"""

import numpy as np
import pytest
from click.testing import CliRunner

import gudgeon as gd
from gudgeon.cli.main import main
from gudgeon.model import describe, files
from gudgeon.plotting import results
from gudgeon.results import joint_summary

FILE = """
gravity: [0, 0, -9.81]
duration: 0.03
bodies:
  slider: {mass: 0.4, inertia: [1e-4, 2e-4, 2e-4], angular_velocity: [3, 1, 1], velocity: [0.3, 0.05, 0]}
joints:
  D:
    type: translational
    between: [ground, slider]
    point: [0, 0, 0]
    axis: [1, 0, 0]
    SIZES
    fit:
      type: clearance
      start: as-described
      contact: {law: lankarani-nikravesh, stiffness: 1e9, restitution: 0.8}
      friction: {law: threlfall, mu_k: 0.1, v_1: 1 mm/s}
"""
GUIDES = {
    "rectangular": "guide: rectangular\n    height_axis: [0, 0, 1]\n    height: 30 mm\n    width: "
    "20 mm\n    height_clearance: 0.1 mm\n"
    "    width_clearance: 0.05 mm\n    journal_length: 80 mm\n    bearing_length: 0.1",
    "round": "guide: round\n    bearing_radius: 10 mm\n    radial_clearance: 0.1 mm\n    "
    "rotational_clearance: 0.2 deg\n"
    "    journal_length: 80 mm\n    bearing_length: 0.1",
    "held": "bearing_radius: 10 mm\n    radial_clearance: 0.1 mm",
}
WORDS = {
    "rectangular": "rectangular guide with a clearance of 0.0001 m in height and 5e-05 m in width",
    "round": "round guide, radial clearance 0.0001 m, rotational clearance 0.00349066 rad",
    "held": "radial clearance 0.0001 m, rotations held",
}


def read(name):
    return files.loads(FILE.replace("SIZES", GUIDES[name]))


@pytest.mark.parametrize("name", GUIDES)
def test_file_says_and_gets_back_what_was_described(name, tmp_path):
    model = read(name)
    assert files.loads(files.dumps(model)) == model
    (sentence,) = describe.of_joints(model)
    assert WORDS[name] in sentence
    assert gd.check_model(model).dof == (3 if name == "held" else 6)
    path = tmp_path / "model.yaml"
    path.write_text(FILE.replace("SIZES", GUIDES[name]))
    outcome = CliRunner().invoke(main, ["check", str(path)])
    assert outcome.exit_code == 0 and WORDS[name] in outcome.output


def test_play_can_be_set_on_the_command_line(tmp_path):
    path = tmp_path / "model.yaml"
    path.write_text(FILE.replace("SIZES", GUIDES["rectangular"]))
    assert (
        files.read(path, settings=["joints.D.height_clearance=1mm"]).joint("D").height_clearance
        == 1e-3
    )
    outcome = CliRunner().invoke(main, ["check", str(path), "--set", "joints.D.height=null"])
    assert (
        outcome.exit_code == 2
        and "joints.D.height: is missing: a rectangular guide has a size" in outcome.stderr
    )


@pytest.mark.parametrize("name", ["rectangular", "round"])
def test_results_pictures_and_page_know_the_guide(name, tmp_path):
    result = gd.simulate(read(name), rtol=1e-9)
    joint = result.joint("D")
    assert len(result.impacts) > 5
    assert joint.misalignment.max() > 1e-4
    assert 0 < np.abs(joint.twist).max() < 0.05
    assert joint.quantities["twist"] == joint.quantities["misalignment"] == "rad"
    lost = sum(
        result.energy[entry][-1]
        for entry in result.energy.entries
        if entry.startswith(("lost:D", "stored:D"))
    )
    assert result.impacts["energy_lost"].sum() == pytest.approx(lost, rel=1e-9)
    np.testing.assert_allclose(
        result.energy.balance, 0, rtol=0, atol=1e-6 * result.energy.kinetic[0]
    )
    assert len(results.orbit(result, "D").axes) == 1
    shown = {axes.get_xlabel() for axes in gd.plot_fit(read(name), "D").axes}
    assert shown == {"radial [µm]", "misalignment [rad]", "rotation [rad]"}
    result.save(tmp_path / "run.h5")
    again = gd.load(tmp_path / "run.h5")
    np.testing.assert_array_equal(again.joint("D").twist, joint.twist)
    assert joint_summary.of_joints(again) == joint_summary.of_joints(result)
    again.report(tmp_path / "run.html")


@pytest.mark.parametrize(
    "fit",
    [{"bushing": 1e7, "thickness": 2e-5, "blend": 1e-6}, {"support": "ends"}],
    ids=["layer", "ends"],
)
@pytest.mark.parametrize("name", ["rectangular", "round"])
def test_layers_and_supports_go_with_guides(name, fit):
    model = read(name)
    made = gd.Clearance(
        contact=gd.LankaraniNikravesh(1e9, 0.8),
        friction=gd.LuGre(0.1, mu_s=0.15, v_s=1e-2, sigma_0=1e5),
        start="as-described",
        **fit,
    )
    result = gd.simulate(model.with_fit("D", made), 0.01, rtol=1e-9)
    assert len(result.impacts) > 2
    np.testing.assert_allclose(
        result.energy.balance, 0, rtol=0, atol=1e-6 * result.energy.kinetic[0]
    )
