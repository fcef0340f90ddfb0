"""A mechanism of ideal joints, translated to MuJoCo and integrated by its RK4.

MuJoCo closes loops by soft constraints: a stiff spring and damper with a compliance that cannot be
switched off. How stiff is a choice, made by ``omega``: the stiffer, the more exact, and the smaller
the step must be.
"""

from time import perf_counter

import numpy as np

from .geometry import euler_parameters, hinge_axes, rotation, spanning_tree

OPTIONS = """<mujoco><compiler angle="radian" autolimits="true" inertiagrouprange="5 5"/>
<option timestep="{step!r}" gravity="{gravity}" integrator="RK4" solver="Newton" tolerance="1e-14" iterations="20" jacobian="dense">
<flag contact="disable" limit="disable" actuation="disable" frictionloss="disable" refsafe="disable"/></option><worldbody>"""


def text(values) -> str:
    return " ".join(repr(float(value)) for value in np.ravel(values))


def model(mechanism, step: float, omega: float, impedance: float):
    """Return the compiled model, with every body frame parallel to the global one at t = 0."""
    import mujoco

    tree, cut = spanning_tree(mechanism)
    origin = {"ground": np.zeros(3)} | {
        body.name: np.array(body.position) for body in mechanism.bodies
    }
    children: dict[str, list] = {name: [] for name in origin}
    for body, joint, parent in tree:
        children[parent].append((body, joint))

    def element(body, joint, parent) -> str:
        at = text(np.array(joint.point) - origin[body.name])
        kind = type(joint).__name__
        lines = [f'<body name="{body.name}" pos="{text(origin[body.name] - origin[parent])}">']
        p = euler_parameters(rotation(body.orientation))
        lines.append(
            f'<inertial pos="0 0 0" quat="{text(p)}" mass="{body.total_mass!r}" '
            f'diaginertia="{text(body.inertia_tensor())}"/>'
        )
        if kind == "Spherical":
            lines.append(f'<joint type="ball" pos="{at}"/>')
        if kind == "Translational":
            lines.append(f'<joint type="slide" axis="{text(joint.axis)}"/>')
        lines += [
            f'<joint type="hinge" pos="{at}" axis="{text(axis)}"/>'
            for axis in hinge_axes(joint, body.name)
        ]
        lines += [element(child, its, body.name) for child, its in children[body.name]]
        return "".join([*lines, "</body>"])

    xml = OPTIONS.format(step=step, gravity=text(mechanism.gravity))
    xml += (
        "".join(element(body, joint, "ground") for body, joint in children["ground"])
        + "</worldbody><equality>"
    )
    for joint in cut:
        first, second = joint.between
        anchor = text(np.array(joint.point) - origin[first])
        xml += f'<connect body1="{first}" body2="{second}" anchor="{anchor}" solref="{text((-omega * omega, -2 * omega))}" '
        xml += f'solimp="{text((impedance, impedance, 1))}"/>'
    return mujoco.MjModel.from_xml_string(xml + "</equality></mujoco>")


def set_velocities(compiled, data, mechanism, velocities) -> None:
    """Give the joints the speeds that belong to the velocities of the bodies at t = 0."""
    import mujoco

    mujoco.mj_forward(compiled, data)
    rows, wanted = [], []
    for body, (v, omega) in zip(mechanism.bodies, velocities, strict=True):
        jacobian, turning = np.zeros((3, compiled.nv)), np.zeros((3, compiled.nv))
        mujoco.mj_jacBodyCom(compiled, data, jacobian, turning, compiled.body(body.name).id)
        rows += [jacobian, turning]
        wanted += [np.asarray(v), np.asarray(omega)]
    data.qvel[:] = np.linalg.lstsq(np.vstack(rows), np.concatenate(wanted), rcond=None)[0]


def solve(mechanism, velocities, duration, samples, *, steps=50_000, omega=1e4, impedance=0.9999):
    """Integrate; return seconds of integration and the positions at ``samples`` equal intervals,
    (samples + 1, bodies, 3).
    """
    import mujoco

    compiled = model(mechanism, duration / steps, omega, impedance)
    data = mujoco.MjData(compiled)
    set_velocities(compiled, data, mechanism, velocities)
    order = [compiled.body(body.name).id for body in mechanism.bodies]
    positions = [np.array(data.xipos[order])]
    begin = perf_counter()
    for _ in range(samples):
        mujoco.mj_step(compiled, data, nstep=steps // samples)
        mujoco.mj_kinematics(compiled, data)
        mujoco.mj_comPos(compiled, data)
        positions.append(np.array(data.xipos[order]))
    return perf_counter() - begin, np.stack(positions)
