"""Oil films: what the exact film of a finite bearing costs, and how stiff a thin film is for
explicit methods.
"""

from functools import partial
from time import process_time
from typing import Any

import numpy as np

import gudgeon as gd
from gudgeon.assembly.initial_conditions import check_model
from gudgeon.kernels.measures import evaluate_often
from gudgeon.model.files.overrides import apply
from gudgeon.model.files.serialize import from_tree, to_tree

from .clearance import Run, Truth, in_turns, own, sampled
from .table import Row

ROUNDS = 15
REPEATS = 20_000
VISCOSITY = 0.4  # [Pa s], as in [Flores2004]
TIMES = sampled(0.024)  # [s]
EXPLICIT = ("tsit5", "dop853", "adams")


def lubricated(film: Any, clearance: float | None = None) -> gd.Mechanism:
    """Return the slider-crank at 5000 rpm with this film in joint C, dry contact behind it, and
    a clearance [m] of one's own.
    """
    mechanism = gd.library("planar-slider-crank", C="lubricated")
    if clearance is not None:
        mechanism = from_tree(apply(to_tree(mechanism), f"joints.C.radial_clearance={clearance}"))
    return mechanism.with_fit(
        "C", gd.Lubricated(film=film, contact=mechanism.joint("C").fit.contact)
    )


def film_cost() -> list[Row]:
    """Measure an evaluation with the table of the finite bearing and with the formula of the
    short one, in turns.
    """
    cases = {}
    for name, film in (
        ("short", gd.ShortBearing(VISCOSITY)),
        ("finite", gd.FiniteBearing(VISCOSITY)),
    ):
        assembly = check_model(lubricated(film)).assembly
        y = assembly.y.copy()
        y[6:8] += (2e-4, 1e-4)  # the slider's pin, out of the middle of a clearance of 0.5 mm
        cases[name] = (assembly.system, assembly.work(), y, np.empty_like(y))
    times: dict[str, list[float]] = {name: [] for name in cases}
    for _ in range(ROUNDS):
        for name, (system, work, y, out) in cases.items():
            begin = process_time()
            evaluate_often(system, work, y, out, REPEATS)
            times[name].append((process_time() - begin) / REPEATS)
    short, finite = min(times["short"]), min(times["finite"])
    return [
        Row("slider-crank with a film, evaluation with the short bearing", f"{1e6 * short:.3g} us"),
        Row(
            "  with the table of the finite bearing / with the formula",
            f"{finite / short:.2f}",
            "<= 1.5",
            finite <= 1.5 * short,
        ),
    ]


def accurate(
    mechanism: gd.Mechanism, method: str, truth: Truth, accuracy: float
) -> tuple[float, Run] | None:
    """Return the loosest tolerance that is accurate enough, as all tighter ones are, and its
    run.
    """
    found = None
    for rtol in np.geomspace(1e-6, 1e-3, 4):
        run = own(mechanism, rtol, times=TIMES, method=method)
        if truth.error(run) > accuracy:
            break
        found = (float(rtol), run)
    return found


def compared(clearance: float) -> tuple[list[Row], str, float]:
    """Time auto, the best explicit method and radau at an error of 1e-6 m; return how many times
    faster auto is than the second.
    """
    mechanism = lubricated(gd.ShortBearing(VISCOSITY), clearance)
    # explicit methods need minutes in the thin film
    truth = Truth(mechanism, 1e-10, method="radau")
    tried = {
        method: accurate(mechanism, method, truth, 1e-6) for method in ("auto", *EXPLICIT, "radau")
    }
    found = {method: best for method, best in tried.items() if best is not None}
    explicit = min(
        (method for method in EXPLICIT if method in found),
        key=lambda method: found[method][1].seconds,
    )
    pairs = [
        (method, found[method][0]) for method in ("auto", explicit, "radau") if method in found
    ]
    runs = in_turns(
        *[partial(own, mechanism, rtol, times=TIMES, method=method) for method, rtol in pairs]
    )
    rows = []
    for (method, rtol), run in zip(pairs, runs, strict=True):
        work = f"{run.steps} steps, {run.evaluations} evaluations"
        rows.append(
            Row(
                f"slider-crank, film in {1e3 * clearance:g} mm, {method} at rtol {rtol:.1g}: "
                f"{work}",
                f"{1e3 * run.seconds:.3g} ms",
            )
        )
    return rows, explicit, runs[1].seconds / runs[0].seconds


def stiff_film() -> list[Row]:
    """The slider-crank at 5000 rpm, two turns, with the clearance of the paper and with a thin
    film: is there anything stiff to gain?
    """
    rows, explicit, gain = compared(5e-4)
    rows.append(Row(f"  {explicit} / auto", f"{gain:.2f}"))
    more, explicit, gain = compared(5e-5)
    return [*rows, *more, Row(f"  {explicit} / auto", f"{gain:.2f}", ">= 5", gain >= 5)]
