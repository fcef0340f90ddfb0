"""The same mechanism in joint coordinates: which joints make the tree and which are cut, its
nodes, and its state.

A joint is part of the tree by what its constraints hold, whatever acts in it besides: one with
clearance holds nothing and is cut. Of those that hold a tree of most rows is kept, so that the cut
ones have few. A body that no tree joint reaches is free.
"""

import heapq
from dataclasses import replace
from typing import NamedTuple

import numpy as np

from .._base.elementary import atan2, cos, sin
from .._base.linear_algebra import dot, product
from ..kernels import records as rec
from ..kernels.entry_points import evaluate_at
from ..kernels.recursive.entry_points import EVALUATE_TREE, OBSERVE_TREE
from ..kernels.tasks import ACCELERATIONS
from ..model import PLANES, Joint, Mechanism
from ..model.motions import Hold
from .assemble import Assembly, assemble
from .cut_joints import leave_out_redundant, paths_of_cuts, program_of_cuts
from .poses import euler_parameters
from .rank import drivers_share

Array = np.ndarray
H, T, B = 0, 1, 2
CROSS = -1  # two turns of a universal joint
SLIDES = {B: "displacement", H: "displacement_1", T: "displacement_2"}


class Edge(NamedTuple):
    """A body hangs on its parent by a joint, -1 where it is free."""

    body: int
    parent: int
    joint: int


class Freedom(NamedTuple):
    """An elementary joint of a chain: its kind, its axis, the coordinate that it is, position and
    velocity, and its frame seen from the one before at position zero.
    """

    kind: int
    axis: Array
    coordinate: str
    position: Array
    velocity: Array
    turned: Array


class Motion(NamedTuple):
    """Pose and velocity of every body in the global frame."""

    r: Array
    A: Array
    v: Array
    w: Array


def on_tree(assembly: Assembly) -> Assembly:
    """Return the assembly of the same mechanism in joint coordinates."""
    mechanism, system = assembly.mechanism, assembly.system
    motion = _motion(assembly, 0.0, assembly.y)
    edges = _depth_first(spanning_tree(mechanism, system.joints))
    nodes, state, layout = _nodes(mechanism, assembly, edges, motion)
    joints = system.joints.copy()
    joints["rows"][[edge.joint for edge in edges if edge.joint >= 0]] = 0
    cuts, paths, lines = paths_of_cuts(joints, nodes)
    steps = program_of_cuts(joints, nodes, cuts, paths)
    setting = np.repeat(system.setting, 2)  # the second belongs to all joints
    setting[1]["project"] = 1
    record = setting[0]
    before = int(record["n_q"] + record["n_v"])
    record["shared_drive"] = drivers_share(assembly)
    for name, value in layout.items():
        record[name] = value
    record["eliminate"], record["solve"] = steps.eliminate, steps.solve
    record["evaluate"], record["observe"] = EVALUATE_TREE.address, OBSERVE_TREE.address
    record["first_pivot"] = 0.0
    if record["n_z"]:  # states of elements stand elsewhere
        system = assemble(mechanism, int(record["n_q"] + record["n_v"])).system
    tree = replace(
        assembly,
        system=system._replace(
            setting=setting,
            joints=joints,
            program=steps.table,
            nodes=nodes,
            cuts=cuts,
            paths=paths,
            all_joints=system.joints if len(cuts) else system.all_joints,
            all_program=system.program if len(cuts) else system.all_program,
        ),
        y=np.concatenate((state, assembly.y[before:])),
        # behind the factor: scratch for one block
        factor_size=max(steps.size + 6, assembly.factor_size) if len(cuts) else 0,
        path_lines=lines,
        orientation=_orientation(assembly),
    )
    if record["redundant"] and len(cuts):
        leave_out_redundant(tree)
    evaluate_at(tree.system, tree.work(), 0.0, tree.y.copy(), tree.y.copy(), ACCELERATIONS)
    record["first_pivot"] = record["pivot"]
    return tree


def cartesian_state(assembly: Assembly, tree: Assembly, t: float, y: Array) -> Array:
    """Return a state of a tree as that of the assembly in Cartesian coordinates."""
    setting, joint, work = assembly.system.setting[0], tree.system.setting[0], tree.work()
    evaluate_at(tree.system, work, t, y.copy(), np.zeros_like(y), ACCELERATIONS)
    r, A, v, w = _motion_in(work)
    n_q = int(setting["n_q"])
    state = np.concatenate(
        (assembly.y[: n_q + int(setting["n_v"])], y[int(joint["n_q"] + joint["n_v"]) :])
    )
    for k in range(1, len(r)):
        if setting["planar"]:
            plane, normal = [int(setting["first"]), int(setting["second"])], int(setting["normal"])
            q, angle = 3 * (k - 1), atan2(*(float(A[k][axis, plane[0]]) for axis in plane[::-1]))
            state[q : q + 3] = [*r[k][plane], angle]
            state[n_q + q : n_q + q + 3] = [*v[k][plane], setting["sign"] * w[k][normal]]
        else:
            q, u = 7 * (k - 1), n_q + 6 * (k - 1)
            state[q : q + 7] = [*r[k], *euler_parameters(A[k])]
            state[u : u + 6] = [*v[k], *product(A[k].T, w[k])]
    return state


def tree_state(assembly: Assembly, t: float, y: Array) -> Array:
    """Return a state of the assembly in Cartesian coordinates as that of its tree."""
    edges = _depth_first(spanning_tree(assembly.mechanism, assembly.system.joints))
    state = _nodes(assembly.mechanism, assembly, edges, _motion(assembly, t, y))[1]
    setting = assembly.system.setting[0]
    return np.concatenate((state, y[int(setting["n_q"] + setting["n_v"]) :]))


# -- the tree --------------------------------------------------------------------------------------


def spanning_tree(mechanism: Mechanism, joints: Array) -> list[Edge]:
    """Return the edges of a tree of ideal joints that hold most, near the ground first; what they
    do not reach is free.
    """
    at: dict[int, list[int]] = {k: [] for k in range(len(mechanism.bodies) + 1)}
    for k, record in enumerate(joints):
        if _fits_tree(mechanism, mechanism.joints[int(record["output"])]):
            at[int(record["i"])].append(k)
            at[int(record["j"])].append(k)
    depth, edges = {0: 0}, []
    heap: list[tuple[int, int, int, Edge]] = [
        (0, 0, body, Edge(body, 0, -1)) for body in range(1, len(mechanism.bodies) + 1)
    ]

    def reach(body: int) -> None:
        for k in at[body]:
            i, j = int(joints[k]["i"]), int(joints[k]["j"])
            other = j if i == body else i
            if other not in depth:
                rank = (-int(joints[k]["rows"]), depth[body], int(joints[k]["output"]))
                heapq.heappush(heap, (*rank, Edge(other, body, k)))

    reach(0)
    heapq.heapify(heap)
    while heap:
        edge = heapq.heappop(heap)[-1]
        if edge.body not in depth:
            depth[edge.body] = depth[edge.parent] + 1
            edges.append(edge)
            reach(edge.body)
    return edges


class Mobility(NamedTuple):
    """What the constraints of a joint leave free: the directions of the triad in which it slides,
    and how it turns (FIXED_NODE, TURN_NODE, BALL_NODE, or CROSS).
    """

    slides: tuple[int, ...]
    turning: int

    def coordinates(self, forward: bool) -> tuple[str, ...]:
        """Return the names of the freedoms, in the order of their chain."""
        names = tuple(SLIDES[axis] for axis in self.slides)
        if self.turning == rec.TURN_NODE:
            return (*names, "angle")
        cross = ("angle_1", "angle_2") if forward else ("angle_2", "angle_1")
        return (*names, *cross) if self.turning == CROSS else names


def mobility(joint: Joint, planar: bool) -> Mobility | None:
    """Return what a joint leaves free, None if it holds nothing or what no chain of turns and
    slides does.
    """
    held = set(joint.fit.rows(joint, planar=planar).values())
    if not held or Hold.LENGTH in held:
        return None
    slides: tuple[int, ...] = (H, T, B)
    if Hold.POINT in held or {Hold.ACROSS, Hold.ALONG} <= held:
        slides = ()
    elif Hold.ACROSS in held:
        slides = (B,)
    elif Hold.ALONG in held:
        slides = (H, T)
    if planar and {Hold.TILT, Hold.TWIST} & held:
        return Mobility(slides, rec.FIXED_NODE) if len(slides) < 2 else None
    if not planar and Hold.TILT in held:
        return Mobility(slides, rec.FIXED_NODE if Hold.TWIST in held else rec.TURN_NODE)
    if slides or Hold.TWIST in held:  # a line, or a twist, that tilts with one of the bodies
        return None
    if planar:
        return Mobility(slides, rec.TURN_NODE)
    return Mobility(slides, CROSS if Hold.CROSS in held else rec.BALL_NODE)


def _fits_tree(mechanism: Mechanism, joint: Joint) -> bool:
    """Whether a joint may be one of the tree: a driven coordinate must be one of its freedoms, and
    the same on both bodies.
    """
    free = mobility(joint, mechanism.plane is not None)
    driven = {
        mechanism.coordinate(driver) for driver in mechanism.drivers if driver.joint == joint.name
    }
    if free is None or not driven <= set(free.coordinates(forward=True)):
        return False
    return not driven or len(free.slides) < 2


def _depth_first(edges: list[Edge]) -> list[Edge]:
    """Return the edges with every subtree in one piece, after its root."""
    children: dict[int, list[Edge]] = {}
    for edge in edges:
        children.setdefault(edge.parent, []).append(edge)
    order, stack = [], children.get(0, [])[::-1]
    while stack:
        edge = stack.pop()
        order.append(edge)
        stack += children.get(edge.body, [])[::-1]
    return order


# -- nodes and state -------------------------------------------------------------------------------


def _motion(assembly: Assembly, t: float, y: Array) -> Motion:
    """Return pose and velocity of every body at a state in Cartesian coordinates."""
    work = assembly.work()
    evaluate_at(assembly.system, work, t, y.copy(), np.zeros_like(y), ACCELERATIONS)
    return _motion_in(work)


def _orientation(assembly: Assembly) -> Array:
    """Return the Euler parameters of every body at t = 0, with the signs of the state."""
    setting, y = assembly.system.setting[0], assembly.y
    p = np.zeros((len(assembly.system.bodies), 4))
    for k in range(1, len(p)):
        if setting["planar"]:
            half = 0.5 * float(y[3 * (k - 1) + 2])
            p[k, 0], p[k, 1 + int(setting["normal"])] = cos(half), setting["sign"] * sin(half)
        else:
            p[k] = y[7 * (k - 1) + 3 : 7 * k]
    return p


def _motion_in(work: rec.Work) -> Motion:
    """Return pose and velocity of every body as the last evaluation left them."""
    X = work.bodies
    return Motion(
        X[:, rec.R : rec.R + 3],
        X[:, rec.A : rec.A + 9].reshape(-1, 3, 3),
        X[:, rec.V : rec.V + 3],
        X[:, rec.W : rec.W + 3],
    )


def _nodes(
    mechanism: Mechanism, assembly: Assembly, edges: list[Edge], motion: Motion
) -> tuple[Array, Array, dict[str, int]]:
    """Return the nodes, the state and its layout."""
    system = assembly.system
    driven = {
        (driver.joint, mechanism.coordinate(driver)): k
        for k, driver in enumerate(mechanism.drivers)
    }
    rows: list[tuple[dict[str, object], Freedom]] = []
    last, levers = {0: 0}, {0: np.zeros(3)}
    for edge in edges:
        record = None if edge.joint < 0 else system.joints[edge.joint]
        forward = record is None or int(record["j"]) == edge.body
        hinge, levers[edge.body] = np.zeros(3), np.zeros(3)
        name = ""
        if record is not None:
            hinge = levers[edge.parent] + record["s_i" if forward else "s_j"]
            levers[edge.body] = -record["s_j" if forward else "s_i"]
            name = mechanism.joints[int(record["output"])].name
        elif mechanism.plane is not None:
            hinge[PLANES[mechanism.plane][2]] = system.bodies[edge.body]["height"]
        parent = last[edge.parent]
        chain = _freedoms(mechanism, edge, record, forward, motion)
        for freedom in chain:
            rows.append(
                (
                    {
                        "kind": freedom.kind,
                        "parent": parent,
                        "body": -1,
                        "joint": edge.joint,
                        "driver": driven.get((name, freedom.coordinate), -1),
                        "way": 1.0 if forward else -1.0,
                        "hinge": hinge,
                        "turned": freedom.turned,
                        "axis": freedom.axis,
                    },
                    freedom,
                )
            )
            parent, hinge = len(rows), np.zeros(3)
        body = system.bodies[edge.body]
        rows[-1][0].update(
            body=edge.body,
            lever=levers[edge.body],
            mass=body["mass"],
            inertia=body["inertia"],
        )
        last[edge.body] = parent
    nodes = rec.table(len(rows) + 1, rec.NODE)
    nodes[0]["driver"] = nodes[0]["joint"] = -1
    for node, (fields, _) in zip(nodes[1:], rows, strict=True):
        for field, value in fields.items():
            node[field] = value
    return nodes, *_state(nodes, [freedom for _, freedom in rows])


def _state(nodes: Array, freedoms: list[Freedom]) -> tuple[Array, dict[str, int]]:
    """Number the freedoms in the order of a state; return it and its layout."""
    groups: dict[str, list[int]] = {
        name: [] for name in ("free", "balls", "in_plane", "angles", "lengths")
    }
    for k, node in enumerate(nodes[1:]):
        kind = int(node["kind"])
        if int(node["driver"]) >= 0 or kind == rec.FIXED_NODE:
            continue
        if kind == rec.FREE_NODE:
            groups["free"].append(k)
        elif kind == rec.BALL_NODE:
            groups["balls"].append(k)
        elif int(node["joint"]) < 0:
            groups["in_plane"].append(k)
        else:
            groups["angles" if kind == rec.TURN_NODE else "lengths"].append(k)
    positions: list[float] = []
    velocities: list[float] = []
    for members in groups.values():
        for k in members:
            nodes[k + 1]["q"], nodes[k + 1]["u"] = len(positions), len(velocities)
            positions += [*freedoms[k].position]
            velocities += [*freedoms[k].velocity]
    layout = {name: len(members) for name, members in groups.items()}
    layout["in_plane"] //= 3
    layout["n_q"], layout["n_v"] = len(positions), len(velocities)
    return np.array([*positions, *velocities]), layout


def _freedoms(
    mechanism: Mechanism, edge: Edge, record: Array | None, forward: bool, motion: Motion
) -> list[Freedom]:
    """Return the chain of elementary joints by which a body hangs on its parent."""
    body, parent, plane = edge.body, edge.parent, mechanism.plane
    r, A, v, w = motion
    eye = np.eye(3)
    spin = product(A[parent].T, w[body] - w[parent])  # in the frame of the parent

    def turn(axis: Array, name: str, turned: Array, rotation: Array) -> Freedom:
        """Return the freedom that makes ``rotation``, seen from the parent, of ``turned``."""
        e = euler_parameters(product(turned.T, rotation))
        angle = 2.0 * atan2(dot(e[1:], axis), float(e[0]))
        rate = dot(spin, product(rotation, axis))
        return Freedom(rec.TURN_NODE, axis, name, np.array([angle]), np.array([rate]), turned)

    if record is None:
        if plane is None:
            position = np.concatenate((r[body], euler_parameters(A[body])))
            velocity = np.concatenate((v[body], product(A[body].T, w[body])))
            return [Freedom(rec.FREE_NODE, eye[0], "", position, velocity, eye)]
        first, second, normal, sign = PLANES[plane]
        slides = [
            Freedom(
                rec.SLIDE_NODE,
                eye[axis],
                "",
                np.array([r[body][axis]]),
                np.array([v[body][axis]]),
                eye,
            )
            for axis in (first, second)
        ]
        return [*slides, turn(sign * eye[normal], "", eye, A[body])]
    free = mobility(mechanism.joints[int(record["output"])], plane is not None)
    assert free is not None
    mine, theirs = ("j", "i") if forward else ("i", "j")
    axes_p, axes_c = record[f"axes_{theirs}"], record[f"axes_{mine}"]
    rotation = product(A[parent].T, A[body])
    names = free.coordinates(forward)
    if free.turning == rec.BALL_NODE:
        p = euler_parameters(A[body])
        return [Freedom(rec.BALL_NODE, eye[0], "", p, product(A[body].T, w[body]), eye)]
    if free.turning == CROSS:
        return _cross(axes_p, axes_c, names, rotation, spin)
    s_p, s_c = product(A[parent], record[f"s_{theirs}"]), product(A[body], record[f"s_{mine}"])
    way = product(A[parent].T, r[body] + s_c - r[parent] - s_p)
    rate = product(
        A[parent].T, v[body] + np.cross(w[body], s_c) - v[parent] - np.cross(w[parent], s_p)
    ) - np.cross(product(A[parent].T, w[parent]), way)
    chain = [
        Freedom(
            rec.SLIDE_NODE,
            axes_p[axis],
            name,
            np.array([dot(axes_p[axis], way)]),
            np.array([dot(axes_p[axis], rate)]),
            eye,
        )
        for axis, name in zip(free.slides, names, strict=False)
    ]
    zero = product(axes_p.T, axes_c)
    if free.turning == rec.TURN_NODE:
        return [*chain, turn(axes_c[B], names[-1], zero, rotation)]
    if chain:  # the last slide carries the body
        return [*chain[:-1], chain[-1]._replace(turned=zero)]
    return [Freedom(rec.FIXED_NODE, eye[0], "", np.zeros(0), np.zeros(0), zero)]


def _cross(
    axes_p: Array, axes_c: Array, names: tuple[str, ...], rotation: Array, spin: Array
) -> list[Freedom]:
    """Return the two turns of a universal joint; at zero the axis of each body is the first
    direction of the other.
    """
    axis = product(rotation, axes_c[B])
    first = atan2(dot(axes_p[T], axis), dot(axes_p[H], axis))
    crossed = (
        np.outer(axes_p[B], axes_c[H])
        + np.outer(axes_p[H], axes_c[B])
        - np.outer(axes_p[T], axes_c[T])
    )
    other = product(rotation.T, axes_p[B])  # the first axis in the frame of the body
    second = -atan2(dot(other, axes_c[T]), dot(other, axes_c[H]))
    rates = [np.array([dot(spin, axes_p[B])]), np.array([dot(spin, axis)])]
    return [
        Freedom(rec.TURN_NODE, axes_p[B], names[0], np.array([first]), rates[0], np.eye(3)),
        Freedom(rec.TURN_NODE, axes_c[B], names[1], np.array([second]), rates[1], crossed),
    ]
