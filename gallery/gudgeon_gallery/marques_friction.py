"""[MarquesFriction]: a slider-crank whose crank turns on a journal with play, with four laws of
friction.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

import numpy as np

from gudgeon.results.result import Result

from .curves import Data
from .description import Claim, Evidence, Figure, Paper, Verdict
from .marques3d import extent, wiggles
from .revolute_panels import (
    IDEAL,
    IDEAL_ENSEMBLE,
    PLACES,
    A,
    V,
    X,
    ideal_ensemble,
    ideal_run,
    outlines,
    over_each_other,
    over_time,
    run,
)
from .statistics import apart, over, verdict, words
from .strokes import departure, evaluations

if TYPE_CHECKING:
    from matplotlib.figure import Figure as Sheet

DRY = "no friction"
FITS = {
    DRY: "clearance",
    "Coulomb": "clearance-friction",
    "Stribeck": "clearance-stribeck",
    "Dahl": "clearance-dahl",
    "LuGre": "clearance-lugre",
}
FRICTION, DYNAMIC = tuple(FITS)[1:], ("Dahl", "LuGre")
MEMBERS = 12
QUICK = 0.15  # [s]
RUNS = (
    ideal_run(QUICK),
    ideal_ensemble(QUICK, MEMBERS),
    *(run(name, fit, MEMBERS, QUICK) for name, fit in FITS.items()),
)
ASSUMED = (
    f"{PLACES}; Coulomb friction rises over 1 mm/s and Stribeck's over 0.1 mm/s; bristles in "
    "vectors, with at most the force of static "
    "friction"
)
LARGE = 0.1  # a part of the range: a difference that nobody overlooks
SURE = 0.9  # of all pairs of members, for one ensemble to be larger than another


def _draw(sheet: Sheet, evidence: Mapping[str, Evidence]) -> Data:
    runs = {name: name for name in (IDEAL, *FITS)}
    data: Data = {}
    for place, (letter, channel) in enumerate((("a", X), ("b", V), ("c", A)), start=1):
        data |= over_time(
            sheet.add_subplot(3, 2, place), letter, channel, runs, evidence, legend=letter == "b"
        )
    data |= over_each_other(sheet.add_subplot(3, 2, 4), "d", X, V, runs, evidence)
    data |= outlines(sheet.add_subplot(3, 2, 5), "e", V, A, runs, evidence)
    return data | over_time(
        sheet.add_subplot(3, 2, 6), "f", "energy.total", runs, evidence, legend=False
    )


def _of_all(
    evidence: Mapping[str, Evidence],
    number: Callable[[Result], float],
    names: tuple[str, ...] = tuple(FITS),
) -> dict[str, np.ndarray]:
    return {name: over(evidence[name], number) for name in names}


def _listed(values: Mapping[str, np.ndarray], unit: str = "", scale: float = 1.0) -> str:
    return ", ".join(f"{name} {words(value, unit, scale)}" for name, value in values.items())


def _peak(result: Result) -> float:
    return float(result.peaks["body:slider"].value)


def _lost(result: Result) -> float:
    return float(result.energy.lost[-1])


def _influenced(evidence: Mapping[str, Evidence]) -> Verdict:
    ideal = evidence[IDEAL].result
    parts = _of_all(evidence, lambda run: departure(run, ideal, X))
    large = [bool(value.mean() > LARGE) for value in parts.values()]
    return verdict(
        all(large),
        any(large),
        f"rms departure from the ideal position, of its range: {_listed(parts, '%', 100)}",
    )


def _higher_peaks(evidence: Mapping[str, Evidence]) -> Verdict:
    ideal, peaks = _peak(evidence[IDEAL].result), _of_all(evidence, _peak, (DRY,))
    higher = peaks[DRY] > ideal
    return verdict(
        bool(higher.all()),
        bool(higher.any()),
        f"greatest acceleration {_listed(peaks, 'm/s²')}; ideal {ideal:.3g} m/s²",
    )


def _overlapping(evidence: Mapping[str, Evidence]) -> Verdict:
    """Lines that overlap densely come from an acceleration that goes up and down many times more
    than that of the ideal slider.
    """
    ways = _of_all(evidence, lambda run: wiggles(run, A), (DRY,))
    ideal = wiggles(evidence[IDEAL].result, A)
    found = (
        f"the acceleration goes {words(ways[DRY])} times through its range, the ideal one "
        f"{ideal:.3g} times"
    )
    return verdict(bool((ways[DRY] > 2 * ideal).all()), bool(ways[DRY].mean() > ideal), found)


def _lower_peaks(evidence: Mapping[str, Evidence]) -> Verdict:
    peaks = _of_all(evidence, _peak)
    lower = [apart(peaks[name], peaks[DRY]) for name in FRICTION]
    return verdict(
        min(lower) >= SURE, max(lower) > 0.5, f"greatest acceleration: {_listed(peaks, 'm/s²')}"
    )


def _smoother(evidence: Mapping[str, Evidence]) -> Verdict:
    """A smoother motion has fewer contacts, and an acceleration that goes up and down less in
    all.
    """
    counts = _of_all(evidence, lambda run: float(len(run.impacts)))
    ways = _of_all(evidence, lambda run: wiggles(run, A) * float(np.ptp(run.channel(A).values)))
    fewer, calmer = (
        [bool(values[name].mean() < values[DRY].mean()) for name in FRICTION]
        for values in (counts, ways)
    )
    found = (
        f"ups and downs of the acceleration in all: {_listed(ways, 'm/s²')}; contacts: "
        f"{_listed(counts)}"
    )
    return verdict(all(fewer) and all(calmer), any(fewer) or any(calmer), found)


def _ranges(evidence: Mapping[str, Evidence]) -> Verdict:
    """The ranges of position and velocity over the whole run should be smaller with every model;
    in part if those of one quantity are.
    """
    less, text = [], []
    for channel, unit in ((X, "m"), (V, "m/s")):
        values = _of_all(evidence, lambda run: extent(run, channel))  # noqa: B023
        less.append(all(apart(values[name], values[DRY]) >= SURE for name in FRICTION))
        text.append(f"{channel.split('.')[1]}: {_listed(values, unit)}")
    return verdict(all(less), any(less), "; ".join(text))


def _loses_more(names: tuple[str, ...]) -> Callable[[Mapping[str, Evidence]], Verdict]:
    """Return what judges whether friction at least doubles the loss."""

    def judge(evidence: Mapping[str, Evidence]) -> Verdict:
        lost = _of_all(evidence, _lost)
        ratio = [lost[name].mean() / lost[DRY].mean() for name in names]
        begin = float(evidence[DRY].result.energy.kinetic[0])
        found = (
            f"lost in {evidence[DRY].result.end:g} s: {_listed(lost, 'J')}, of {begin:.3g} J of "
            "kinetic energy at the beginning"
        )
        return verdict(min(ratio) > 2, min(ratio) > 1, found)

    return judge


def developed(result: Result, mode: str) -> float:
    """Return how much of sliding friction acts in the rows of a mode: the sum of friction over
    mu_k times that of normal forces.
    """
    part: Any = result.joint("A")
    rows = part.mode == part.modes.index(mode)
    described: Any = result.mechanism
    pressed = described.joint("A").fit.friction.mu_k * float(part.normal_force[rows].sum())
    return float(part.friction_force[rows].sum()) / pressed if pressed > 0 else np.nan


def _bristles(evidence: Mapping[str, Evidence]) -> Verdict:
    """Bristles must bend before they rub: they miss friction in impacts if less of it acts there
    than while parts stay together.

    It holds if both dynamic models fall short by a tenth in impacts, beside what Coulomb friction
    does there; in part if one does.
    """
    shares = {
        name: {
            mode: np.nanmean(over(evidence[name], lambda run: developed(run, mode)))  # noqa: B023
            for mode in ("impact", "following")
        }
        for name in ("Coulomb", *DYNAMIC)
    }
    short = {name: share["impact"] / share["following"] for name, share in shares.items()}
    missed = [short[name] < (1 - LARGE) * short["Coulomb"] for name in DYNAMIC]
    found = "friction over its value in steady sliding, in impacts and in following: " + ", ".join(
        f"{name} {share['impact']:.2f} and {share['following']:.2f}"
        for name, share in shares.items()
    )
    return verdict(all(missed), any(missed), found)


def _harder(evidence: Mapping[str, Evidence]) -> Verdict:
    steps = {name: over(evidence[name], evaluations) for name in FRICTION}
    static = max(steps[name].mean() for name in FRICTION if name not in DYNAMIC)
    more = [bool(steps[name].mean() > 1.2 * static) for name in DYNAMIC]
    return verdict(
        all(more),
        any(more),
        f"evaluations of the equations of motion, in thousands: {_listed(steps, '', 1e-3)}",
    )


def _shorter_steps(evidence: Mapping[str, Evidence]) -> Verdict:
    ideal = evidence[IDEAL].result.end / evidence[IDEAL].result.statistics["steps"]
    steps = _of_all(evidence, lambda run: run.end / run.statistics["steps"])
    longest = max(value.max() for value in steps.values())
    shortest = over(
        evidence[DRY], lambda run: float(np.nanmin(run.impacts["end"] - run.impacts["start"]))
    )
    found = f"mean step {1e6 * ideal:.3g} µs with ideal joints, {_listed(steps, 'µs', 1e6)}; "
    found += f"the shortest contact without friction lasts {words(shortest, 'µs', 1e6)}"
    return verdict(longest < 0.1 * ideal, longest < ideal, found)


def separation(evidence: Evidence) -> float:
    """Return how far the slider's velocities of perturbed runs part at most, over how far they
    part with the first row of output.
    """
    assert evidence.ensemble is not None
    spread = np.ptp(evidence.ensemble.values(V), axis=0)
    return float(spread.max() / spread[spread > 0][0])


def _nonlinear(evidence: Mapping[str, Evidence]) -> Verdict:
    """In the ideal mechanism perturbed runs part as its own motion tells; clearance and friction
    must multiply that by ten at least.
    """
    ideal = separation(evidence[IDEAL_ENSEMBLE])
    times = {name: separation(evidence[name]) / ideal for name in FITS}
    found = (
        f"perturbed runs part {ideal:.3g} times as far as they begin with ideal joints; times "
        "that, "
    )
    found += ", ".join(f"{name} {value:.3g}" for name, value in times.items())
    return verdict(min(times.values()) > 10, max(times.values()) > 10, found)


_ALL, _CLEAR = (IDEAL, *FITS), (IDEAL, DRY)
CLAIMS = (
    Claim(
        "response affected",
        "Abstract; Section 5, Fig. 4",
        "position of the slider",
        "Clearance and friction affect the response significantly.",
        _ALL,
        _influenced,
        ASSUMED,
    ),
    Claim(
        "clearance: higher peaks",
        "Section 5, Fig. 4c",
        "greatest acceleration of the slider",
        "With clearance the motion is less stable than with an ideal joint, with higher peaks of "
        "the acceleration.",
        _CLEAR,
        _higher_peaks,
        ASSUMED,
    ),
    Claim(
        "clearance: dense portrait",
        "Section 5, Fig. 4e",
        "ups and downs of the acceleration",
        "The same is seen from dense overlapping lines over velocity and acceleration.",
        _CLEAR,
        _overlapping,
        ASSUMED,
    ),
    Claim(
        "friction: lower peaks",
        "Section 5, Fig. 4c",
        "greatest acceleration of the slider",
        "Friction lowers the peaks of the acceleration.",
        tuple(FITS),
        _lower_peaks,
        ASSUMED,
    ),
    Claim(
        "friction: smoother",
        "Section 5, Fig. 4c",
        "ups and downs of the acceleration, contacts",
        "With friction the behaviour is smoother.",
        tuple(FITS),
        _smoother,
        ASSUMED,
    ),
    Claim(
        "friction: more loss",
        "Section 5, Figs 4a and 4b; Section 6",
        "energy lost",
        "Friction dissipates much more energy than impacts alone.",
        tuple(FITS),
        _loses_more(("Coulomb",)),
        ASSUMED,
    ),
    Claim(
        "friction: smaller ranges",
        "Section 5, Figs 4a and 4b",
        "ranges of position and velocity",
        "Friction reduces the ranges of position and velocity significantly.",
        tuple(FITS),
        _ranges,
        ASSUMED,
    ),
    Claim(
        "friction: whatever the model",
        "Section 5, Fig. 4f",
        "energy lost",
        "Friction dissipates a large amount of energy, regardless of the model.",
        tuple(FITS),
        _loses_more(FRICTION),
        ASSUMED,
    ),
    Claim(
        "bristles miss impacts",
        "Section 6",
        "friction in impacts over friction in following",
        "Dynamic models have difficulties to capture friction in impacts, and may evaluate its "
        "force wrongly.",
        FRICTION,
        _bristles,
        ASSUMED,
    ),
    Claim(
        "bristles are harder",
        "Section 6",
        "evaluations of the equations of motion",
        "Impacts make dynamic models more difficult to use.",
        FRICTION,
        _harder,
        f"{ASSUMED}; integrators of this program",
    ),
    Claim(
        "shorter steps",
        "Section 5",
        "mean step of the integrator",
        "The time step had to be reduced for an accurate detection of contact.",
        _ALL,
        _shorter_steps,
        "variable steps of this program instead of Runge-Kutta with fixed ones",
    ),
    Claim(
        "nonlinear",
        "Section 6",
        "separation of perturbed runs, beside that with ideal joints",
        "Clearance and friction make the behaviour nonlinear.",
        (IDEAL_ENSEMBLE, *FITS),
        _nonlinear,
        ASSUMED,
    ),
)

PAPER = Paper(
    key="marques-friction",
    citation="MarquesFriction",
    title="Spatial revolute joints with clearance and friction for dynamic analysis of multibody "
    "mechanical systems",
    runs=RUNS,
    figures=(
        Figure(
            "fig4",
            "motion of the slider and mechanical energy, four laws of friction",
            _ALL,
            _draw,
            size=(11, 10),
        ),
    ),
    claims=CLAIMS,
)
