import sys

import numpy as np
import pytest

import gudgeon as gd
from gudgeon.simulation.coupling.fmu import structured
from tests.support.driven_pendulum import driven_pendulum


def exported(path, mechanism, **more):
    pytest.importorskip("pythonfmu")
    return gd.export_fmu(mechanism, path, **more)


def test_names_are_those_of_the_mechanism(tmp_path):
    names = exported(tmp_path / "own.fmu", driven_pendulum())
    assert names == [
        "bodies.rod.mass", "forces.damper.damping", "torque", "rod.position.x", "rod.position.y", "rod.position.z",
        "A.angle", "A.angle_rate", "A.force.magnitude",
    ]  # fmt: skip
    given = {"outputs": ["A.angle"], "parameters": ["gravity", "bodies.rod.mass"][1:]}
    assert exported(tmp_path / "own.fmu", driven_pendulum(), **given) == [
        "bodies.rod.mass",
        "torque",
        "A.angle",
    ]


def test_it_is_valid_and_moves_as_a_simulation(tmp_path):
    """A torque that jumps and another mass; states agree to the tolerance of both runs."""
    fmpy = pytest.importorskip("fmpy")
    from fmpy.validation import validate_fmu

    path = tmp_path / "own.fmu"
    exported(path, driven_pendulum())
    assert validate_fmu(str(path)) == []
    torque = np.array(
        [(0.0, 0.0), (0.5, 0.0), (0.5, 3.0), (2.0, 3.0)], dtype=[("time", float), ("torque", float)]
    )
    found = fmpy.simulate_fmu(
        str(path), stop_time=2.0, step_size=0.01, output_interval=0.01, input=torque,
        start_values={"bodies.rod.mass": 2.0}, output=["A.angle", "A.angle_rate"],
    )  # fmt: skip
    changed = {
        "bodies.rod.mass": 2.0,
        "forces.motor.magnitude": {"law": "step", "final": 3.0, "at": 0.5},
    }
    known = gd.simulate(driven_pendulum().with_values(changed), 2.0, output_step=0.01).joint("A")
    assert np.abs(found["A.angle"] - known.angle).max() < 1e-8
    assert np.abs(found["A.angle_rate"] - known.angle_rate).max() < 1e-7


def test_a_loose_joint_rattles_as_in_a_simulation(tmp_path):
    """The slider-crank with a clearance: the force of its contact, until errors grow."""
    fmpy = pytest.importorskip("fmpy")
    mechanism = gd.library("planar-slider-crank", C="clearance")
    exported(tmp_path / "own.fmu", mechanism, outputs=["C.force.magnitude", "slider.position.x"])
    found = fmpy.simulate_fmu(
        str(tmp_path / "own.fmu"), stop_time=2e-3, step_size=1e-5, output_interval=1e-5,
        output=["C.force.magnitude", "slider.position.x"],
    )  # fmt: skip
    known = gd.simulate(mechanism, 2e-3, output_step=1e-5)
    slider = known.body("slider").position[:, 0]
    assert np.abs(found["slider.position.x"] - slider).max() < 1e-8
    force = np.linalg.norm(known.joint("C").force, axis=1)
    assert force.max() > 0
    assert np.abs(found["C.force.magnitude"] - force).max() < 1e-4 * force.max()


def test_states_are_saved_and_restored_by_other_programs(tmp_path):
    fmpy = pytest.importorskip("fmpy")
    from fmpy.fmi2 import FMU2Slave

    exported(tmp_path / "own.fmu", driven_pendulum(), outputs=["A.angle"])
    described = fmpy.read_model_description(str(tmp_path / "own.fmu"))
    angle = next(v.valueReference for v in described.modelVariables if v.name == "A.angle")
    unit = FMU2Slave(
        guid=described.guid, unzipDirectory=fmpy.extract(str(tmp_path / "own.fmu"), str(tmp_path / "in")),
        modelIdentifier=described.coSimulation.modelIdentifier, instanceName="one",
    )  # fmt: skip
    unit.instantiate()
    unit.setupExperiment(startTime=0.0)
    unit.enterInitializationMode()
    unit.exitInitializationMode()
    unit.doStep(0.0, 0.1)
    saved = unit.getFMUState()
    unit.doStep(0.1, 0.1)
    (first,) = unit.getReal([angle])
    unit.setFMUState(saved)
    unit.doStep(0.1, 0.1)
    assert unit.getReal([angle]) == [first]
    unit.terminate()
    unit.freeInstance()


def test_words_that_are_none_are_quoted():
    assert structured("A.angle") == "A.angle"
    assert structured("my joint.angle") == "'my joint'.angle"
    assert structured("it's.x") == "'it\\'s'.x"


@pytest.mark.parametrize(
    ("given", "words"),
    [
        ({"outputs": ["A.angel"]}, "there is no channel 'A.angel'. Did you mean 'A.angle'"),
        ({"outputs": ["rod.position"]}, "there is no channel|has several components"),
        ({"parameters": ["bodies.rod.maas"]}, "there is no number at 'bodies.rod.maas'"),
        ({"step": 0.0}, "step"),
        ({"laws": ["none.py"]}, "expected an existing Python file"),
    ],
)
def test_what_is_wrong_is_refused_in_one_sentence(tmp_path, given, words):
    with pytest.raises(gd.InputError, match=words):
        exported(tmp_path / "own.fmu", driven_pendulum(), **given)
    assert not (tmp_path / "own.fmu").exists()


def test_another_ending_is_refused(tmp_path):
    with pytest.raises(gd.InputError, match=r"ends in \.fmu"):
        exported(tmp_path / "own.zip", driven_pendulum())


def test_a_missing_package_is_named(tmp_path, monkeypatch):
    monkeypatch.setitem(sys.modules, "pythonfmu", None)
    with pytest.raises(gd.InputError, match=r"pip install 'gudgeon\[fmu\]'"):
        gd.export_fmu(driven_pendulum(), tmp_path / "own.fmu")


def test_nothing_is_left_behind(tmp_path):
    before, path = set(sys.modules), list(sys.path)
    exported(tmp_path / "own.fmu", driven_pendulum())
    assert sys.path == path
    assert not [name for name in set(sys.modules) - before if name.startswith("gudgeon_unit_")]
