"""The runs of [Marques2017]: a spatial four-bar released from rest, with a loose ball between
coupler and rocker.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import numpy as np

from gudgeon.model import Mechanism
from gudgeon.model.library import library, refitted
from gudgeon.results.result import Result

from .description import Evidence, Run
from .statistics import Span

Runs = Mapping[str, Evidence]

DURATION, QUICK = 2.0, 0.3  # [s]
GAP = 0.2e-3  # [m] radial clearance where it is not varied
IDEAL, FREE, FRICTION = "ideal", "frictionless", "friction"
MODELS = {
    "Ambrosio": "ambrosio",
    FRICTION: "friction",
    "piecewise linear": "piecewise-linear",
    "Bengisu-Akay": "bengisu-akay",
}
CLEARANCES = {"0.05 mm": 0.05e-3, "0.1 mm": 0.1e-3, FRICTION: GAP, "0.4 mm": 0.4e-3}
COEFFICIENTS = {"mu 0.05": 0.05, FRICTION: 0.1, "mu 0.2": 0.2, "mu 0.4": 0.4}
# of the run with friction in the studies
LABELS = {"model": "Threlfall", "clearance": "0.2 mm", "coefficient": "mu 0.1"}
Z, V, A = "rocker.position.z", "rocker.velocity.z", "rocker.acceleration.z"


def four_bar(
    fit: str = "clearance-friction", gap: float = GAP, mu_k: float | None = None
) -> Callable[[], Mechanism]:
    """Return what makes the four-bar with a named fit of joint C, a radial clearance [m] and a
    coefficient of friction.
    """

    def make() -> Mechanism:
        from gudgeon.model.files import set_values

        loose = refitted(
            "four-bar",
            set_values(library("four-bar"), [f"joints.C.radial_clearance={gap!r}"]),
            {"C": fit},
        )
        return (
            loose if mu_k is None else set_values(loose, [f"joints.C.fit.friction.mu_k={mu_k!r}"])
        )

    return make


def cost(name: str) -> str:
    """Return the name of the run that counts what the run ``name`` costs."""
    return f"{name}, counted"


VARIANTS: dict[str, Callable[[], Mechanism]] = {
    IDEAL: four_bar("ideal"),
    FREE: four_bar("clearance"),
    **{name: four_bar(f"clearance-{fit}") for name, fit in MODELS.items()},
    **{name: four_bar(gap=gap) for name, gap in CLEARANCES.items() if name != FRICTION},
    **{name: four_bar(mu_k=mu_k) for name, mu_k in COEFFICIENTS.items() if name != FRICTION},
}


def _run(name: str) -> Run:
    """Return a run whose numbers are shown; the perturbed runs of the chaotic one are more."""
    fine = {"output_step": 2e-5 if name in (FREE, FRICTION) else 1e-4}  # a contact lasts 5e-5 s
    if name == IDEAL:
        return Run(name, VARIANTS[name], DURATION, QUICK, fine, reference=True)
    return Run(
        name,
        VARIANTS[name],
        DURATION,
        QUICK,
        fine,
        16 if name == FREE else 8,
        ensemble={"output_step": 2e-4},
    )


def _counted(name: str) -> Run:
    """Return a run with backward differences, as in the paper, and no output, which would cost
    evaluations too.
    """
    return Run(
        cost(name),
        VARIANTS[name],
        DURATION,
        QUICK,
        {"method": "bdf", "output_times": [0.0]},
        horizon=False,
    )


def evaluations(result: Result) -> float:
    """Return how often a run evaluated the equations of motion, without those that only its
    output needed.
    """
    return float(result.statistics["evaluations"] - result.rows)


def label(name: str, study: str) -> str:
    """Return what a run is called in a study of the ``model``, the ``clearance`` or the
    ``coefficient``.
    """
    return LABELS[study] if name == FRICTION else name


def slow_sliding(result: Result) -> list[Span]:
    """Return begin and end [s] of all phases, after contact is permanent, in which friction is
    below half of what sliding gives.
    """
    part: Any = result.joint("C")
    settled = result.impacts["start"].max(initial=0.0)
    coefficient = part.friction_force / np.maximum(part.normal_force, 1e-12)
    slow = (result.t > settled) & (part.normal_force > 0) & (coefficient < 0.05)
    edges = np.flatnonzero(np.diff(np.r_[0, slow.astype(int), 0]))
    return [
        (float(result.t[begin]), float(result.t[end - 1])) for begin, end in edges.reshape(-1, 2)
    ]


RUNS = (*(_run(name) for name in VARIANTS), *(_counted(name) for name in VARIANTS))
