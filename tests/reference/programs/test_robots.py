"""Robots read from URDF accelerate as computed by Jacobians (tests/support/robots.py) and by MuJoCo."""

import dataclasses
import re
from importlib.metadata import PackageNotFoundError, files

import numpy as np
import pytest

import gudgeon as gd
from tests.support.robots import accelerations, random_robot, urdf


@pytest.fixture(autouse=True)
def elsewhere(tmp_path, monkeypatch):
    """MuJoCo writes a log into the current folder."""
    monkeypatch.chdir(tmp_path)


def first_accelerations(mechanism, velocities):
    """Return the accelerations at t = 0 of bodies that move with given velocities."""
    bodies = [
        dataclasses.replace(body, velocity=tuple(v), angular_velocity=tuple(w))
        for body, (v, w) in zip(mechanism.bodies, velocities, strict=True)
    ]
    moving = dataclasses.replace(mechanism, bodies=tuple(bodies))
    result = gd.simulate(moving, 1e-5, output_step=1e-5)
    found = [result.body(body.name) for body in bodies]
    return np.array([[*b.acceleration[0], *b.angular_acceleration[0]] for b in found])


@pytest.mark.parametrize(("seed", "count"), [(1, 2), (2, 7), (3, 24)], ids=["2", "7", "24 links"])
def test_a_robot_accelerates_as_its_jacobians_say(tmp_path, seed, count):
    """In a random position and moving at random; welded links move with the body that they are part
    of, whose centre of mass is that of all of them. 1e-10 of the greatest acceleration is asked for.
    """
    robot, rng = random_robot(seed, count), np.random.default_rng(seed)
    path = tmp_path / "own.urdf"
    path.write_text(urdf(robot), encoding="utf-8")
    free = [k for k, s in enumerate(robot) if s.kind != "fixed"]
    q, qd = rng.uniform(-1, 1, len(free)), rng.uniform(-2, 2, len(free))
    imported = gd.import_model(path, {f"joint{k}": float(x) for k, x in zip(free, q, strict=True)})
    known = accelerations(robot, q, qd)
    mechanism = imported.mechanism
    assert [body.name for body in mechanism.bodies] == [f"link{k}" for k in free]
    at, velocities = [], []
    for body in mechanism.bodies:
        k = int(body.name.removeprefix("link"))
        r, v, w, a, alpha = known[k]
        d = np.array(body.position) - r  # from the link's own centre to that of all
        velocities.append((v + np.cross(w, d), w))
        at.append([*(a + np.cross(alpha, d) + np.cross(w, np.cross(w, d))), *alpha])
    found = first_accelerations(mechanism, velocities)
    assert np.abs(found - at).max() < 1e-10 * np.abs(at).max()


# BSD-3-Clause as a whole; each robot has a licence of its own beside it
ROBOTS = ("double_pendulum.urdf", "ur5_robot.urdf", "panda.urdf", "talos_full_v2.urdf")


def public(name):
    try:
        listed = files("example-robot-data") or []
    except PackageNotFoundError:
        listed = []
    found = [file.locate() for file in listed if file.name == name]
    if not found:
        pytest.skip("the package example-robot-data, with robots of others, is not installed")
    return found[0]


@pytest.mark.parametrize("name", ROBOTS)
def test_public_robots_are_read_checked_and_run(name):
    imported = gd.import_model(public(name), meshes=False)
    assert gd.check_model(imported.mechanism).dof == len(imported.mechanism.joints)
    assert gd.simulate(imported.mechanism, 0.01).t[-1] == pytest.approx(0.01)


@pytest.mark.parametrize("name", ROBOTS)
def test_public_robots_accelerate_as_in_mujoco(name):
    """Agreement to 1e-10 of the greatest acceleration; limits, friction and ties are off there, and
    positions within limits, so that none acts here.
    """
    mujoco = pytest.importorskip("mujoco")
    path = public(name)
    text = re.sub(r"<(visual|collision)>.*?</\1>", "", path.read_text(), flags=re.DOTALL)
    options = '<compiler fusestatic="false" boundmass="0"/><option gravity="0 0 -9.81"/>'
    text = re.sub(r"(<robot[^>]*>)", rf"\1<mujoco>{options}</mujoco>", text, count=1)
    model = mujoco.MjModel.from_xml_string(text)
    off = mujoco.mjtDisableBit
    model.opt.disableflags |= (
        off.mjDSBL_LIMIT | off.mjDSBL_CONTACT | off.mjDSBL_FRICTIONLOSS | off.mjDSBL_EQUALITY
    )
    data, rng = mujoco.MjData(model), np.random.default_rng(1)
    position = {}
    for k in range(model.njnt):
        low, high = model.jnt_range[k] if model.jnt_limited[k] else (-1, 1)
        position[mujoco.mj_id2name(model, mujoco.mjtObj.mjOBJ_JOINT, k)] = rng.uniform(low, high)
        data.qpos[model.jnt_qposadr[k]] = list(position.values())[-1]
    data.qvel[:] = rng.uniform(-1, 1, model.nv)
    mujoco.mj_forward(model, data)
    mechanism = gd.import_model(path, position, meshes=False).mechanism
    dry = tuple(force for force in mechanism.forces if not force.name.endswith("_friction"))
    mechanism = dataclasses.replace(mechanism, forces=dry)
    velocities, known = [], []
    for body in mechanism.bodies:
        k = mujoco.mj_name2id(model, mujoco.mjtObj.mjOBJ_BODY, body.name)
        J, J_dot = np.zeros((6, model.nv)), np.zeros((6, model.nv))
        mujoco.mj_jac(model, data, J[:3], J[3:], np.array(body.position), k)
        mujoco.mj_jacDot(model, data, J_dot[:3], J_dot[3:], np.array(body.position), k)
        velocities.append(np.split(J @ data.qvel, 2))
        known.append(J @ data.qacc + J_dot @ data.qvel)
    found = first_accelerations(mechanism, velocities)
    assert np.abs(found - known).max() < 1e-10 * np.abs(known).max()


MODEL = """<mujoco model="own">
<default><geom density="500"/><default class="big"><geom size="0.1"/></default></default>
<option gravity="0 0.3 -9.8"/>
<worldbody>
 <body name="a" pos="0 0 1" euler="0 30 0">
  <joint name="j1" axis="0 1 0" stiffness="2" springref="10" damping="0.1"/>
  <geom type="capsule" fromto="0 0 0 0.4 0 0" size="0.03"/>
  <body name="b" pos="0.4 0 0" quat="0.9 0.1 0 0.2">
   <joint name="j2" type="slide" axis="1 0 0" pos="0.1 0 0" damping="0.3"/>
   <geom class="big" pos="0.1 0.05 0"/><geom type="box" size="0.02 0.03 0.04" pos="0 0 0.1" euler="10 20 30"/>
   <geom type="cylinder" size="0.02 0.1" zaxis="1 2 3"/><geom type="ellipsoid" size="0.02 0.1 0.05" mass="0.3"/>
   <body name="c" pos="0.3 0 0"><joint name="j3" type="hinge" axis="1 0 1" pos="0 0 0.1"/>
    <inertial pos="0.1 0 0" mass="0.2" fullinertia="1e-3 2e-3 2e-3 1e-4 2e-4 -1e-4"/>
    <body name="d" pos="0 0.1 0"><geom type="box" size="0.1 0.04 0.02" axisangle="1 2 0 40"/>
     <geom type="box" size="0.1 0.02 0.02" xyaxes="1 1 0 0 1 0"/></body>
   </body>
  </body>
 </body>
</worldbody>
</mujoco>"""


def test_a_model_of_mujoco_accelerates_as_there(tmp_path):
    """Masses of all simple geoms, all ways to give an orientation, joints beside the origin."""
    mujoco = pytest.importorskip("mujoco")
    path = tmp_path / "own.xml"
    path.write_text(MODEL, encoding="utf-8")
    model = mujoco.MjModel.from_xml_string(MODEL)
    model.opt.disableflags |= mujoco.mjtDisableBit.mjDSBL_CONTACT
    data = mujoco.MjData(model)
    data.qpos[:], data.qvel[:] = (0.3, 0.05, -0.7), (1.0, -0.5, 2.0)
    mujoco.mj_forward(model, data)
    mechanism = gd.import_model(path, {"j1": 0.3, "j2": 0.05, "j3": -0.7}).mechanism
    velocities, known = [], []
    for body in mechanism.bodies:
        k = mujoco.mj_name2id(model, mujoco.mjtObj.mjOBJ_BODY, body.name)
        J, J_dot = np.zeros((6, 3)), np.zeros((6, 3))
        mujoco.mj_jac(model, data, J[:3], J[3:], np.array(body.position), k)
        mujoco.mj_jacDot(model, data, J_dot[:3], J_dot[3:], np.array(body.position), k)
        velocities.append(np.split(J @ data.qvel, 2))
        known.append(J @ data.qacc + J_dot @ data.qvel)
    found = first_accelerations(mechanism, velocities)
    assert np.abs(found - known).max() < 1e-10 * np.abs(known).max()
