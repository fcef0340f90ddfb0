"""Chains of ball joints against Pinocchio's articulated-body algorithm and MuJoCo's forward dynamics:
one evaluation of the accelerations, all in turns, the best of several rounds.

Both are called from Python; what a call costs by itself, that of a chain of one link less its own
work, is at most a microsecond and counts for them only at ten bodies.
"""

from collections.abc import Callable
from importlib.util import find_spec
from time import perf_counter
from typing import Any

import numpy as np

import gudgeon as gd
from gudgeon.assembly.kinematic_tree import on_tree
from gudgeon.kernels.entry_points import evaluate_at
from gudgeon.kernels.tasks import ACCELERATIONS

from . import mujoco_model
from .alone import chain
from .evaluation_time import Evaluations
from .table import Row

ROUNDS = 25
LINKS = (10, 100, 1000)
SAME = 1e-11  # relative difference of accelerations from rest in the shortest chain


def pinocchio(mechanism: gd.Mechanism) -> tuple[Callable[[], Any], Callable[[], np.ndarray]]:
    """Return a call of Pinocchio's algorithm from rest, and what it found: the angular
    accelerations of all links.
    """
    import pinocchio as pin

    model, parent, before = pin.Model(), 0, np.zeros(3)
    model.gravity.linear = np.array(mechanism.gravity, float)
    for body, joint in zip(mechanism.bodies, mechanism.joints, strict=True):
        point = np.array(joint.point, float)
        place = pin.SE3(np.eye(3), point - before)
        parent, before = model.addJoint(parent, pin.JointModelSpherical(), place, joint.name), point
        inertia = pin.Inertia(
            body.total_mass, np.array(body.position) - point, np.diag(body.inertia)
        )
        model.appendBodyToJoint(parent, inertia, pin.SE3.Identity())
    data, q = model.createData(), pin.neutral(model)
    v, tau = np.zeros(model.nv), np.zeros(model.nv)
    return (
        # in the frames of the links: in the global one the digits of long chains are lost
        lambda: pin.aba(model, data, q, v, tau, pin.Convention.LOCAL),
        lambda: np.cumsum(np.array(data.ddq).reshape(-1, 3), axis=0),  # each turns the next ones
    )


def mujoco(mechanism: gd.Mechanism) -> tuple[Callable[[], Any], Callable[[], np.ndarray]]:
    """Return the same of MuJoCo."""
    import mujoco as mj

    model = mujoco_model.model(mechanism, 1e-3, 1.0, 0.9)
    data = mj.MjData(model)
    return (
        lambda: mj.mj_forward(model, data),
        lambda: np.cumsum(np.array(data.qacc).reshape(-1, 3), axis=0),
    )


def own(mechanism: gd.Mechanism) -> np.ndarray:
    """Return the angular accelerations of all links from rest."""
    tree = on_tree(gd.check_model(mechanism).assembly)
    y, f = tree.y.copy(), np.zeros_like(tree.y)
    evaluate_at(tree.system, tree.work(), 0.0, y, f, ACCELERATIONS)
    n_q, n_v = (int(tree.system.setting[0][name]) for name in ("n_q", "n_v"))
    return f[n_q : n_q + n_v].reshape(-1, 3)


def seconds(call: Callable[[], Any], repeats: int) -> float:
    """Return the time of a call [s]."""
    begin = perf_counter()
    for _ in range(repeats):
        call()
    return (perf_counter() - begin) / repeats


def chains() -> list[Row]:
    """Time per body and evaluation, and how many times ours is faster."""
    programs = {"pinocchio": (pinocchio, 1.0), "mujoco": (mujoco, 1.0)}
    present = {name: what for name, what in programs.items() if find_spec(name)}
    rows = [Row(f"chain: {name}", "not installed") for name in programs if name not in present]
    for n in LINKS:
        mechanism, repeats = chain(n), max(2, 4_000 // n)
        expected = own(mechanism)
        calls: dict[str, Callable[[], Any]] = {}
        off: dict[str, float] = {}  # in long chains rounding is magnified, in some without bound
        for name, (make, _) in present.items():
            try:
                call, found = make(mechanism)
            except (MemoryError, RecursionError):  # dense tables, elements within elements
                rows.append(Row(f"chain of {n}: {name}", "too long"))
                continue
            call()
            off[name] = float(np.abs(found() - expected).max() / np.abs(expected).max())
            if n == LINKS[0] and off[name] > SAME:
                raise ValueError(f"{name} has another chain of {n} links")
            calls[name] = call
        times: dict[str, list[float]] = {name: [] for name in ("gudgeon", *calls)}
        mine = Evaluations(on_tree(gd.check_model(mechanism).assembly))
        for _ in range(ROUNDS):
            times["gudgeon"].append(mine.seconds(repeats))
            for name, call in calls.items():
                times[name].append(seconds(call, repeats))
        best = {name: min(values) / n for name, values in times.items()}
        rows.append(Row(f"chain of {n}, per body, gudgeon", f"{1e9 * best['gudgeon']:.0f} ns"))
        for name in calls:
            target = present[name][1]
            ratio = best[name] / best["gudgeon"]
            what = f"chain of {n}, per body, {name} {1e9 * best[name]:.0f} ns (off by {off[name]:.0e}), over gudgeon"
            rows.append(Row(what, f"{ratio:.2f}", f">= {target:g}", ratio >= target))
    return rows
