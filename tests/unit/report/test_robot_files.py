import xml.etree.ElementTree as ET

import numpy as np
import pytest

import gudgeon as gd
from tests.support.robots import random_robot, urdf

ONE = {
    "revolute": gd.Revolute, "translational": gd.Translational, "cylindrical": gd.Cylindrical, "planar": gd.Planar,
    "spherical": gd.Spherical, "rigid": gd.Rigid,
}  # fmt: skip


def accelerations(mechanism):
    """Return accelerations of all bodies at t = 0, in the order of their names."""
    result = gd.simulate(mechanism, 1e-4, output_step=1e-4)
    found = [result.body(name) for name in sorted(body.name for body in mechanism.bodies)]
    return np.array([[*b.acceleration[0], *b.angular_acceleration[0]] for b in found])


@pytest.mark.parametrize("ending", ["urdf", "xml"])
def test_a_robot_that_is_written_and_read_again_is_the_same(tmp_path, ending):
    """Masses, inertias, places and accelerations at t = 0; angles in a file have 16 digits."""
    (tmp_path / "own.urdf").write_text(urdf(random_robot(5, 9, ("revolute", "prismatic"))))
    known = gd.import_model(tmp_path / "own.urdf").mechanism
    notes = gd.export_model(known, tmp_path / f"again.{ending}")
    assert notes == []
    again = gd.import_model(tmp_path / f"again.{ending}").mechanism
    assert {body.name for body in again.bodies} == {body.name for body in known.bodies}
    for body in known.bodies:
        other = again.body(body.name)
        assert body.mass == pytest.approx(other.mass)
        assert np.allclose(body.position, other.position, atol=1e-12)
        A, B = np.array(body.orientation), np.array(other.orientation)
        assert np.allclose(A @ body.inertia @ A.T, B @ other.inertia @ B.T, atol=1e-12)
    first, second = accelerations(known), accelerations(again)
    assert np.abs(first - second).max() < 1e-9 * np.abs(first).max()
    limits = [(stop.lower, stop.upper) for joint in again.joints for stop in joint.stops]
    assert np.allclose(limits, (-3, 3))


@pytest.mark.parametrize("forward", [True, False])
@pytest.mark.parametrize("kind", [*ONE, "universal", "point-on-line"])
def test_a_model_of_mujoco_moves_as_the_mechanism(tmp_path, kind, forward, monkeypatch):
    """Accelerations of a body that hangs on each joint, from either side, at t = 0."""
    mujoco = pytest.importorskip("mujoco")
    monkeypatch.chdir(tmp_path)
    between = ("ground", "a") if forward else ("a", "ground")
    turn = (0.8, 0.36, 0.48, 0.0)
    body = gd.Body(
        "a", mass=2, inertia=(0.1, 0.2, 0.25), position=(0.3, 0.1, 0.2), orientation=turn
    )
    given = {"between": between, "point": (0.1, 0, 0)}
    if kind == "universal":
        joint = gd.Universal("J", axes=((0, 0.6, 0.8), (1, 0, 0)), **given)
    elif kind == "point-on-line":
        joint = gd.PointOnLine("J", axis=(0, 0.6, 0.8), **given)
    else:
        joint = ONE[kind]("J", axis=(0, 0.6, 0.8), **given)
    mechanism = gd.Mechanism(bodies=[body], joints=[joint], gravity=(1, 2, -9.81))
    assert gd.export_model(mechanism, tmp_path / "own.xml") == []
    model = mujoco.MjModel.from_xml_path(str(tmp_path / "own.xml"))
    data = mujoco.MjData(model)
    mujoco.mj_forward(model, data)
    assert model.nv == gd.check_model(mechanism).dof
    J = np.zeros((6, model.nv))
    mujoco.mj_jac(model, data, J[:3], J[3:], np.array(body.position), 1)
    assert np.allclose(data.xipos[1], body.position)
    assert np.allclose(J @ data.qacc, accelerations(mechanism)[0], atol=1e-9)


def test_loops_are_tied(tmp_path, monkeypatch):
    mujoco = pytest.importorskip("mujoco")
    monkeypatch.chdir(tmp_path)
    mechanism = gd.library("bricard")
    gd.export_model(mechanism, tmp_path / "own.xml")
    ties = ET.parse(tmp_path / "own.xml").getroot().find("equality")
    assert [tie.tag for tie in ties] == ["connect", "connect"]
    model = mujoco.MjModel.from_xml_path(str(tmp_path / "own.xml"))
    data = mujoco.MjData(model)
    mujoco.mj_forward(model, data)
    assert np.abs(data.efc_pos).max() < 1e-9  # they hold where the bodies stand


def test_urdf_has_no_loops_and_says_so(tmp_path):
    notes = gd.export_model(gd.library("bricard"), tmp_path / "own.urdf")
    assert any("closes a loop and is left out" in note for note in notes)
    again = gd.import_model(tmp_path / "own.urdf").mechanism
    assert len(again.joints) == len(again.bodies) == len(gd.library("bricard").bodies)


@pytest.mark.parametrize("name", gd.library_names())
@pytest.mark.parametrize("ending", ["urdf", "xml"])
def test_every_mechanism_of_the_library_is_written(name, ending, tmp_path):
    gd.export_model(gd.library(name), tmp_path / f"own.{ending}")
    root = ET.parse(tmp_path / f"own.{ending}").getroot()
    bodies = len(gd.library(name).bodies)
    assert len(root.findall(".//body" if ending == "xml" else ".//inertial")) == bodies


def test_fits_and_drivers_are_named(tmp_path):
    mechanism = gd.library("planar-slider-crank", C="clearance")
    notes = gd.export_model(mechanism, tmp_path / "own.xml")
    assert "joint 'C' is ideal there: its fit is left out" in notes
    assert any(note.startswith("driver ") for note in notes)


def test_other_endings_are_refused(tmp_path):
    with pytest.raises(gd.InputError, match=r"ends in \.urdf, \.xml or \.mjcf"):
        gd.export_model("four-bar", tmp_path / "own.txt")
