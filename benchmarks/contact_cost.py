"""What one active contact adds to an evaluation of the equations of motion, in a compiled loop."""

from time import process_time
from typing import Any

import numpy as np

import gudgeon as gd
from gudgeon.assembly.initial_conditions import check_model
from gudgeon.kernels import records as rec
from gudgeon.kernels.measures import evaluate_often

from .clearance import loose
from .table import Row

ROUNDS = 15
REPEATS = 20_000
DEPTH = 1e-6  # [m]


def shifted(
    mechanism: gd.Mechanism, body: str, shift: Any, tilt: float = 0.0
) -> tuple[Any, Any, np.ndarray]:
    """Return system, work tables and a state in which one body is moved, tilted about x [rad]
    and slides.
    """
    assembly = check_model(mechanism).assembly
    y, n_q = assembly.y.copy(), int(assembly.system.setting[0]["n_q"])
    k = [body.name for body in mechanism.bodies].index(body)
    y[7 * k : 7 * k + 3] += shift
    e0, e1, e2, e3 = y[7 * k + 3 : 7 * k + 7]
    y[7 * k + 3 : 7 * k + 7] += 0.5 * tilt * np.array([-e1, e0, -e3, e2])
    y[n_q + 6 * k : n_q + 6 * k + 3] += (0.01, 0.02, 0.03)
    return assembly.system, assembly.work(), y


def cases() -> dict[str, tuple[Any, Any, np.ndarray]]:
    """Return mechanisms in contact: a ball without and with friction, the wall of a journal
    bearing.
    """
    frictions: dict[str, Any] = {
        "ball": None,
        "ball with Threlfall's friction": gd.Threlfall(mu_k=0.1, v_1=1e-3),
        "ball with LuGre friction": gd.LuGre(
            mu_k=0.1, mu_s=0.2, v_s=1e-3, sigma_0=1e5, sigma_1=300.0
        ),
    }
    found = {}
    for name, friction in frictions.items():
        mechanism = loose(friction)
        found[name] = shifted(mechanism, "coupler", (mechanism.joint("C").gap() + DEPTH, 0, 0))
    mechanism = gd.library("revolute-slider-crank", A="clearance")
    found["wall of a spatial revolute joint"] = shifted(
        mechanism, "crank", (0, 0, mechanism.joint("A").gap() + DEPTH), 1e-4
    )
    return found


def seconds(system: Any, work: Any, y: np.ndarray, on: float) -> float:
    """Return the processor time of one evaluation while the first contact is on or off [s]."""
    work.contacts[0, rec.ON], work.contacts[0, rec.APPROACH] = on, 0.1
    out = np.empty_like(y)
    begin = process_time()
    evaluate_often(system, work, y, out, REPEATS)
    used = (process_time() - begin) / REPEATS
    if (work.contacts[0, rec.F_N] > 0.0) < on:
        raise RuntimeError("the bodies should touch")
    return used


def contact_cost() -> list[Row]:
    """Measure all cases in turns, with the contact on and off."""
    tried = cases()
    times: dict[str, list[tuple[float, float]]] = {name: [] for name in tried}
    for _ in range(ROUNDS):
        for name, case in tried.items():
            times[name].append((seconds(*case, 0.0), seconds(*case, 1.0)))
    rows = []
    for name, pairs in times.items():
        off, on = np.min(pairs, axis=0)
        what = f"an active contact, {name}, adds to an evaluation of {1e6 * off:.2f} us"
        rows.append(Row(what, f"{1e9 * (on - off):.0f} ns", "< 150 ns", bool(on - off < 150e-9)))
    return rows
