"""A mechanism, translated to EXUDYN and integrated by one of its solvers.

Two translations, because the user of EXUDYN has the choice: rigid bodies with Euler parameters or
rotation vectors, and all joints as constraints; or a kinematic tree in joint coordinates, in which
only the cut joints are constraints. A ball joint with clearance becomes a ball in a hollow sphere.
"""

from time import perf_counter

import numpy as np

import gudgeon as gd

from .geometry import euler_parameters, frame, hinge_axes, rotation, spanning_tree

LOCKED = {  # translations along and rotations about x, y, z of the marker frames
    "Spherical": (1, 1, 1, 0, 0, 0),
    "Revolute": (1, 1, 1, 1, 1, 0),
    "Universal": (1, 1, 1, 0, 0, 1),
    "Translational": (0, 1, 1, 1, 1, 1),
}


def joint_frame(joint) -> np.ndarray:
    """Return the marker frame of a joint at t = 0: a hinge turns about its z, a slider moves
    along its x.
    """
    kind = type(joint).__name__
    if kind == "Revolute":
        return frame(z=joint.axis)
    if kind == "Translational":
        return frame(x=joint.axis)
    if kind == "Universal":
        return frame(x=joint.axes[0], y=joint.axes[1])
    return np.eye(3)


def transformation(A, r) -> list:
    """Return the homogeneous matrix of a frame."""
    result = np.eye(4)
    result[:3, :3], result[:3, 3] = A, r
    return result.tolist()


def inertia_tensor(body) -> np.ndarray:
    moments = np.asarray(body.inertia_tensor(), float)
    return np.diag(moments) if moments.ndim == 1 else moments


def bodies_and_joints(mechanism, velocities, *, node="EP"):
    """Return the system with all joints as constraints, and one position sensor per body."""
    import exudyn as exu
    from exudyn import itemInterface as item  # noqa: N813

    system = exu.SystemContainer().AddSystem()
    number = {"ground": system.AddObject(item.ObjectGround())}
    pose = {"ground": (np.zeros(3), np.eye(3))}
    sensors = []
    for body, (v, omega) in zip(mechanism.bodies, velocities, strict=True):
        r, A = np.array(body.position), rotation(body.orientation)
        p, w = euler_parameters(A), A.T @ np.asarray(omega)
        if node == "EP":
            L = np.array(
                [[-p[1], p[0], p[3], -p[2]], [-p[2], -p[3], p[0], p[1]], [-p[3], p[2], -p[1], p[0]]]
            )
            at = system.AddNode(
                item.NodeRigidBodyEP(
                    referenceCoordinates=[*r, *p], initialVelocities=[*v, *(0.5 * L.T @ w)]
                )
            )
        else:
            angle = 2 * np.arctan2(np.linalg.norm(p[1:]), p[0])
            turn = p[1:] * (angle / np.sin(angle / 2) if angle > 1e-8 else 2.0)
            at = system.AddNode(
                item.NodeRigidBodyRotVecLG(
                    referenceCoordinates=[*r, *turn], initialVelocities=[*v, *w]
                )
            )
        J = inertia_tensor(body)
        moments = [*np.diag(J), J[1, 2], J[0, 2], J[0, 1]]
        object_number = system.AddObject(
            item.ObjectRigidBody(mass=body.total_mass, inertia=moments, nodeNumber=at)
        )
        number[body.name], pose[body.name] = object_number, (r, A)
        weight = system.AddMarker(item.MarkerBodyMass(bodyNumber=object_number))
        system.AddLoad(item.LoadMassProportional(markerNumber=weight, loadVector=mechanism.gravity))
        kind = exu.OutputVariableType.Position
        sensors.append(
            system.AddSensor(
                item.SensorBody(
                    bodyNumber=object_number,
                    outputVariableType=kind,
                    storeInternal=True,
                    writeToFile=False,
                )
            )
        )
    for joint in mechanism.joints:
        markers = []
        for name in joint.between:
            r, A = pose[name]
            local = transformation(A.T @ joint_frame(joint), A.T @ (np.array(joint.point) - r))
            markers.append(
                system.AddMarker(item.MarkerBodyRigid(bodyNumber=number[name], localHT=local))
            )
        close(system, joint, markers)
    system.Assemble()
    return system, sensors


def close(system, joint, markers) -> None:
    """Add a joint: constraints, or contact inside a hollow sphere if it is a loose ball joint.

    The damping of Hunt and Crossley, 3/2 (1 - e), is that of Lankarani and Nikravesh, 3/4 (1 -
    e^2), for another restitution. Friction is linear in the speed below a limit, as gudgeon's
    Coulomb law.
    """
    from exudyn import itemInterface as item  # noqa: N813

    if not isinstance(joint.fit, gd.Clearance):
        system.AddObject(
            item.GenericJoint(markerNumbers=markers, constrainedAxes=LOCKED[type(joint).__name__])
        )
        return
    law, friction, (R_i, R_j) = joint.fit.contact, joint.fit.friction, joint.radii()
    memory = system.AddNode(
        item.NodeGenericData(
            initialCoordinates=[joint.gap(), 0.0, 0.0, 0.0], numberOfDataCoordinates=4
        )
    )
    system.AddObject(item.ObjectContactSphereSphere(
        markerNumbers=markers[::-1], nodeNumber=memory, spheresRadii=[R_j, R_i], isHollowSphere1=True,
        contactStiffness=law.stiffness, contactStiffnessExponent=law.exponent, contactDamping=0.0, impactModel=1,
        restitutionCoefficient=(1 + law.restitution**2) / 2, minimumImpactVelocity=joint.fit.min_approach_speed,
        dynamicFriction=friction.mu_k if friction else 0.0, frictionProportionalZone=friction.v_1 if friction else 1e-3,
    ))  # fmt: skip


def links_of(mechanism, tree):
    """Return the links of a kinematic tree, each (axis, slides, frame, origin, index of its
    parent), and each body's last link.
    """
    links, last = [], {"ground": -1}
    for body, joint, parent in tree:
        slides = type(joint).__name__ == "Translational"
        # a ball is three hinges
        axes = [joint.axis] if slides else hinge_axes(joint, body.name) or list(np.eye(3))
        at = last[parent]
        for axis in axes:
            links.append(
                (
                    np.asarray(axis) / np.linalg.norm(axis),
                    slides,
                    frame(z=axis),
                    np.array(joint.point),
                    at,
                )
            )
            at = len(links) - 1
        last[body.name] = at
    return links, last


def joint_speeds(mechanism, velocities, links, last) -> np.ndarray:
    """Return the speeds of the tree's joints that belong to the velocities of the bodies at t =
    0.
    """
    rows = np.zeros((6 * len(mechanism.bodies), len(links)))
    for k, body in enumerate(mechanism.bodies):
        at = last[body.name]
        while at >= 0:
            axis, slides, _, origin, parent = links[at]
            rows[6 * k : 6 * k + 3, at] = (
                axis if slides else np.cross(axis, np.array(body.position) - origin)
            )
            rows[6 * k + 3 : 6 * k + 6, at] = 0 if slides else axis
            at = parent
    return np.linalg.lstsq(
        rows, np.ravel([np.concatenate(pair) for pair in velocities]), rcond=None
    )[0]


def kinematic_tree(mechanism, velocities):
    """Return the system in joint coordinates with the cut joints as constraints, and one
    position sensor per body.
    """
    import exudyn as exu
    from exudyn import itemInterface as item  # noqa: N813

    tree, cut = spanning_tree(mechanism)
    links, last = links_of(mechanism, tree)
    carried = {last[body.name]: body for body in mechanism.bodies}
    frames = {-1: (np.eye(3), np.zeros(3))} | {
        k: (link[2], link[3]) for k, link in enumerate(links)
    }
    transformations, masses, centres, inertias = [], [], [], []
    for k, (_, _, G, origin, parent) in enumerate(links):
        G_parent, origin_parent = frames[parent]
        transformations.append(
            transformation(G_parent.T @ G, G_parent.T @ (origin - origin_parent))
        )
        body = carried.get(k)
        A = np.eye(3) if body is None else G.T @ rotation(body.orientation)
        masses.append(0.0 if body is None else body.total_mass)
        centres.append(np.zeros(3) if body is None else G.T @ (np.array(body.position) - origin))
        inertias.append(np.zeros((3, 3)) if body is None else A @ inertia_tensor(body) @ A.T)
    n = len(links)
    system = exu.SystemContainer().AddSystem()
    node = item.NodeGenericODE2(referenceCoordinates=[0.0] * n, initialCoordinates=[0.0] * n, numberOfODE2Coordinates=n,
                                initialCoordinates_t=joint_speeds(mechanism, velocities, links, last))  # fmt: skip
    types = [exu.JointType.PrismaticZ if link[1] else exu.JointType.RevoluteZ for link in links]
    whole = system.AddObject(item.ObjectKinematicTree(
        nodeNumber=system.AddNode(node), gravity=mechanism.gravity, jointTypes=types, linkParents=[link[4] for link in links],
        jointHTs=transformations, linkInertiasCOM=exu.Matrix3DList(inertias), linkCOMs=exu.Vector3DList(centres), linkMasses=masses,
    ))  # fmt: skip
    kind = exu.OutputVariableType.Position
    sensors = [
        system.AddSensor(item.SensorKinematicTree(objectNumber=whole, linkNumber=last[body.name], localPosition=centres[last[body.name]],
                                                  outputVariableType=kind, storeInternal=True, writeToFile=False))
        for body in mechanism.bodies
    ]  # fmt: skip
    ground = system.AddObject(item.ObjectGround())
    for joint in cut:
        markers = []
        for name in joint.between:
            G, origin = frames[last[name]]
            local = transformation(G.T @ joint_frame(joint), G.T @ (np.array(joint.point) - origin))
            marker = (item.MarkerBodyRigid(bodyNumber=ground, localHT=local) if name == "ground"
                      else item.MarkerKinematicTreeRigid(objectNumber=whole, linkNumber=last[name], localHT=local))  # fmt: skip
            markers.append(system.AddMarker(marker))
        close(system, joint, markers)
    system.Assemble()
    return system, sensors


def prepared(
    mechanism,
    velocities,
    duration,
    samples,
    *,
    model="EP",
    steps=10_000,
    tolerance=1e-8,
    modified=True,
):
    """Return the system, its sensors and settings: fixed steps, no numerical damping, one
    thread.
    """
    import exudyn as exu

    make = kinematic_tree if model == "tree" else bodies_and_joints
    system, sensors = make(mechanism, velocities, **({} if model == "tree" else {"node": model}))
    settings = exu.SimulationSettings()
    time = settings.timeIntegration
    time.endTime, time.numberOfSteps = duration, steps
    time.newton.relativeTolerance = time.newton.absoluteTolerance = tolerance
    time.newton.useModifiedNewton = modified
    # no numerical damping: more exact, and these mechanisms need none
    time.generalizedAlpha.spectralRadius = 1.0
    time.relativeTolerance = time.absoluteTolerance = tolerance
    settings.linearSolver.solverType = exu.LinearSolverType.EXUdense
    settings.solution.file.write = False
    settings.solution.sensors.writePeriod = duration / samples
    settings.parallel.numberOfThreads = 1
    return system, sensors, settings


def run(system, sensors, settings, solver) -> np.ndarray:
    """Integrate; return what the sensors wrote, (times, bodies, 3)."""
    import exudyn as exu

    if not system.SolveDynamic(
        settings, solverType=getattr(exu.DynamicSolverType, solver), showHints=False
    ):
        raise RuntimeError(
            f"EXUDYN's {solver} with {settings.timeIntegration.numberOfSteps} steps did not finish"
        )
    return np.stack(
        [np.asarray(system.GetSensorStoredData(sensor))[:, 1:4] for sensor in sensors], axis=1
    )


def solve(mechanism, velocities, duration, samples, *, solver="TrapezoidalIndex2", **options):
    """Integrate; return seconds of integration and the positions at ``samples`` equal intervals,
    (samples + 1, bodies, 3).
    """
    model = prepared(mechanism, velocities, duration, samples, **options)
    begin = perf_counter()
    positions = run(*model, solver)
    return perf_counter() - begin, positions
