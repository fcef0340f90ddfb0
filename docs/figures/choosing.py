"""Measure again what the page on choosing tolerances and methods states: errors and evaluations,
in the order of its tables.
"""

from typing import Any

import numpy as np

import gudgeon as gd
from gudgeon.model.files import set_values


def compared(mechanism: gd.Mechanism, duration: float, reference: gd.Result, **options: Any) -> str:
    """Return error, energy balance, evaluations and contacts of a run."""
    result = gd.simulate(mechanism, duration, **options)
    error = max(
        np.abs(result.body(body.name).position - reference.body(body.name).position).max()
        for body in mechanism.bodies
    )
    counted = result.statistics["evaluations"]
    return (
        f"{error:8.1e} m  {np.abs(result.energy.balance).max():8.1e} J  {counted:7d} evaluations  "
        f"{len(result.impacts):4d} contacts"
    )


def tolerances() -> None:
    """Five seconds of the spatial slider-crank."""
    mechanism = gd.library("spatial-slider-crank")
    reference = gd.simulate(mechanism, 5.0, rtol=1e-13)
    chosen = {
        "dop853": (1e-4, 1e-6, 1e-8, 1e-10),
        "tsit5": (1e-6, 1e-8),
        "adams": (1e-8, 1e-10),
        "radau": (1e-8,),
        "bdf": (1e-8,),
    }
    for method, all_rtol in chosen.items():
        for rtol in all_rtol:
            print(
                f"{method:8s} {rtol:g}",
                compared(mechanism, 5.0, reference, method=method, rtol=rtol),
                flush=True,
            )
    print("rk4", compared(mechanism, 5.0, reference, method="rk4", step=1e-3))


def contacts() -> None:
    """Half a second of the four-bar with clearance and friction: methods, how contacts begin,
    stiffness, smoothing of friction.
    """
    mechanism = gd.library("four-bar", C="clearance-friction")
    reference = gd.simulate(mechanism, 0.5, rtol=1e-13, method="tsit5")
    for method, all_rtol in {
        "auto": (1e-6, 1e-8, 1e-10),
        "tsit5": (1e-6, 1e-8),
        "dop853": (1e-8,),
        "radau": (1e-8,),
    }.items():
        for rtol in all_rtol:
            print(
                f"{method:8s} {rtol:g}",
                compared(mechanism, 0.5, reference, method=method, rtol=rtol),
                flush=True,
            )
    for rtol in (1e-3, 1e-4, 1e-5):
        print(f"loose    {rtol:g}", compared(mechanism, 0.5, reference, rtol=rtol), flush=True)
    for depth in (1e-6, 1e-7, 1e-8, 1e-10):
        options: dict[str, Any] = {
            "contact_start": "reject",
            "penetration_tolerance": depth,
            "rtol": 1e-10,
        }
        print(f"reject   {depth:g}", compared(mechanism, 0.5, reference, **options), flush=True)
    for stiffness in ("1e9", "1e10", "1e11"):
        other = set_values(mechanism, [f"joints.C.fit.contact.stiffness={stiffness}"])
        first = gd.simulate(other, 0.5).impacts[0]
        print(
            f"stiffness {stiffness}: first contact {first.duration:.2g} s",
            compared(other, 0.5, reference),
            flush=True,
        )
    for speed in ("1e-2", "1e-3", "1e-4"):
        result = gd.simulate(set_values(mechanism, [f"joints.C.fit.friction.v_1={speed}"]), 0.5)
        lost, counted = result.energy["lost:C:friction"][-1], result.statistics["evaluations"]
        print(
            f"v_1 {speed}: {1e3 * lost:.3f} mJ lost by friction, {counted} evaluations", flush=True
        )


def stiff() -> None:
    """One second of the governor with stronger dampers."""
    for method in ("dop853", "radau", "bdf", "auto"):
        counted = []
        for factor in (1, 10, 100):
            strong = [f"forces.coupler{k}.damping={4e4 * factor}" for k in (1, 2)]
            counted.append(
                gd.simulate(
                    set_values(gd.library("governor"), strong), 1.0, rtol=1e-6, method=method
                ).statistics["evaluations"]
            )
        print(f"{method:8s}", *counted, flush=True)


def apart() -> None:
    """The four-bar with clearance at two tolerances."""
    runs = [
        gd.simulate(gd.library("four-bar", C="clearance"), 1.0, rtol=rtol, output_step=1e-3)
        for rtol in (1e-8, 1e-12)
    ]
    distance = np.linalg.norm(
        runs[0].body("rocker").position - runs[1].body("rocker").position, axis=1
    )
    print(
        "apart within 0.1, 0.2, 0.5, 1 s:",
        *(f"{distance[: 1 + n].max():.1e}" for n in (100, 200, 500, 1000)),
    )
    print("balances", *(f"{np.abs(run.energy.balance).max():.1e}" for run in runs))


if __name__ == "__main__":
    tolerances()
    contacts()
    stiff()
    apart()
