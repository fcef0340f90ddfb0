"""[MarquesFriction]: a slider-crank whose crank turns on a journal with play, with four laws of friction."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

import numpy as np

from ..results import Result
from ._revolute_panels import IDEAL, PLACES, A, V, X, ideal_run, outlines, over_each_other, over_time, run
from .curves import Data
from .exhibit import Claim, Evidence, Figure, Paper, Verdict
from .marques3d import later_range, wiggles
from .measure import apart, over, verdict, words
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
TWINS = 12
QUICK = 0.15  # [s]
RUNS = (ideal_run(QUICK), *(run(name, fit, TWINS, QUICK) for name, fit in FITS.items()))
ASSUMED = f"{PLACES}; Coulomb and Stribeck friction rise over 1 mm/s; bristles in vectors, with at most the force of static friction"
LARGE = 0.1  # a part of the range: a difference that nobody overlooks
SURE = 0.9  # of all pairs of members, for one ensemble to be larger than another


def _draw(sheet: Sheet, evidence: Mapping[str, Evidence]) -> Data:
    runs = {one: one for one in (IDEAL, *FITS)}
    data: Data = {}
    for place, (letter, channel) in enumerate((("a", X), ("b", V), ("c", A)), start=1):
        data |= over_time(sheet.add_subplot(3, 2, place), letter, channel, runs, evidence, legend=letter == "b")
    data |= over_each_other(sheet.add_subplot(3, 2, 4), "d", X, V, runs, evidence)
    data |= outlines(sheet.add_subplot(3, 2, 5), "e", V, A, runs, evidence)
    return data | over_time(sheet.add_subplot(3, 2, 6), "f", "energy.total", runs, evidence, legend=False)


def _of_all(
    evidence: Mapping[str, Evidence], number: Callable[[Result], float], names: tuple[str, ...] = tuple(FITS)
) -> dict[str, np.ndarray]:
    return {name: over(evidence[name], number) for name in names}


def _listed(values: Mapping[str, np.ndarray], unit: str = "", scale: float = 1.0) -> str:
    return ", ".join(f"{name} {words(one, unit, scale)}" for name, one in values.items())


def _peak(result: Result) -> float:
    return float(result.peaks["body:slider"].value)


def _lost(result: Result) -> float:
    return float(result.energy.lost[-1])


def _influenced(evidence: Mapping[str, Evidence]) -> Verdict:
    ideal = evidence[IDEAL].result
    parts = _of_all(evidence, lambda one: departure(one, ideal, X))
    large = [bool(value.mean() > LARGE) for value in parts.values()]
    return verdict(all(large), any(large), f"rms departure from the ideal position, of its range: {_listed(parts, '%', 100)}")


def _higher_peaks(evidence: Mapping[str, Evidence]) -> Verdict:
    ideal, peaks = _peak(evidence[IDEAL].result), _of_all(evidence, _peak, (DRY,))
    higher = peaks[DRY] > ideal
    return verdict(bool(higher.all()), bool(higher.any()), f"greatest acceleration {_listed(peaks, 'm/s²')}; ideal {ideal:.3g} m/s²")


def _overlapping(evidence: Mapping[str, Evidence]) -> Verdict:
    """Lines that overlap densely come from an acceleration that goes up and down many times more than that of the ideal slider."""
    ways = _of_all(evidence, lambda one: wiggles(one, A), (DRY,))
    ideal = wiggles(evidence[IDEAL].result, A)
    found = f"the acceleration goes {words(ways[DRY])} times through its range, the ideal one {ideal:.3g} times"
    return verdict(bool((ways[DRY] > 2 * ideal).all()), bool(ways[DRY].mean() > ideal), found)


def _lower_peaks(evidence: Mapping[str, Evidence]) -> Verdict:
    peaks = _of_all(evidence, _peak)
    lower = [apart(peaks[name], peaks[DRY]) for name in FRICTION]
    return verdict(min(lower) >= SURE, max(lower) > 0.5, f"greatest acceleration: {_listed(peaks, 'm/s²')}")


def _smoother(evidence: Mapping[str, Evidence]) -> Verdict:
    """A smoother motion has fewer contacts, and an acceleration that goes up and down less in all."""
    counts = _of_all(evidence, lambda one: float(len(one.impacts)))
    ways = _of_all(evidence, lambda one: wiggles(one, A) * float(np.ptp(one.channel(A).values)))
    fewer, calmer = ([bool(one[name].mean() < one[DRY].mean()) for name in FRICTION] for one in (counts, ways))
    found = f"ups and downs of the acceleration in all: {_listed(ways, 'm/s²')}; contacts: {_listed(counts)}"
    return verdict(all(fewer) and all(calmer), any(fewer) or any(calmer), found)


def _ranges(evidence: Mapping[str, Evidence]) -> Verdict:
    """The ranges of the whole run should be smaller; if only those of its second half are, the claim holds in part."""
    less: dict[str, bool] = {}
    text = []
    for what, number in (("whole run", lambda one, channel: float(np.ptp(one.channel(channel).values))), ("second half", later_range)):
        for channel, unit in ((X, "m"), (V, "m/s")):
            values = _of_all(evidence, lambda one: number(one, channel))  # noqa: B023
            less[f"{what} {channel}"] = all(apart(values[name], values[DRY]) >= SURE for name in FRICTION)
            text.append(f"{channel.split('.')[1]}, {what}: {_listed(values, unit)}")
    whole = all(value for name, value in less.items() if name.startswith("whole"))
    return verdict(whole, any(less.values()), "; ".join(text))


def _loses_more(names: tuple[str, ...]) -> Callable[[Mapping[str, Evidence]], Verdict]:
    """Return what judges whether friction at least doubles the loss."""

    def judge(evidence: Mapping[str, Evidence]) -> Verdict:
        lost = _of_all(evidence, _lost)
        ratio = [lost[name].mean() / lost[DRY].mean() for name in names]
        begin = float(evidence[DRY].result.energy.kinetic[0])
        found = f"lost in {evidence[DRY].result.end:g} s: {_listed(lost, 'J')}, of {begin:.3g} J of kinetic energy at the beginning"
        return verdict(min(ratio) > 2, min(ratio) > 1, found)

    return judge


def _bristles(evidence: Mapping[str, Evidence]) -> Verdict:
    """Dahl and Coulomb friction are the same in steady sliding: what they lose differs by what the bristles miss in short contacts."""
    rubbed = _of_all(evidence, lambda one: float(one.energy["lost:A:friction"][-1]), FRICTION)
    share = rubbed["Dahl"].mean() / rubbed["Coulomb"].mean()
    found = f"lost by friction: {_listed(rubbed, 'J')}; Dahl over Coulomb {share:.2f}"
    return verdict(abs(share - 1) > LARGE, abs(share - 1) > LARGE / 2, found)


def _harder(evidence: Mapping[str, Evidence]) -> Verdict:
    steps = {name: over(evidence[name], evaluations) for name in FRICTION}
    static = max(steps[name].mean() for name in FRICTION if name not in DYNAMIC)
    more = [bool(steps[name].mean() > 1.2 * static) for name in DYNAMIC]
    return verdict(all(more), any(more), f"evaluations of the equations of motion, in thousands: {_listed(steps, '', 1e-3)}")


def _shorter_steps(evidence: Mapping[str, Evidence]) -> Verdict:
    ideal = evidence[IDEAL].result.end / evidence[IDEAL].result.statistics["steps"]
    steps = _of_all(evidence, lambda one: one.end / one.statistics["steps"])
    longest = max(value.max() for value in steps.values())
    shortest = over(evidence[DRY], lambda one: float(np.nanmin(one.impacts["end"] - one.impacts["start"])))
    found = f"mean step {1e6 * ideal:.3g} µs with ideal joints, {_listed(steps, 'µs', 1e6)}; "
    found += f"the shortest contact without friction lasts {words(shortest, 'µs', 1e6)}"
    return verdict(longest < 0.1 * ideal, longest < ideal, found)


def _nonlinear(evidence: Mapping[str, Evidence]) -> Verdict:
    """Twins that begin 1e-6 apart stay that close in a linear mechanism; where they separate to a thousandth it is not linear."""
    spans = {}
    for name in FITS:
        ensemble = evidence[name].ensemble
        assert ensemble is not None
        values = ensemble.values(V)
        spans[name] = float(np.ptp(values, axis=0).max() / np.ptp(values))
    horizons = [evidence[name].horizon for name in FITS]
    until = ", ".join(f"{name} {one.time:.3g} s" for name, one in zip(FITS, horizons, strict=True) if one is not None)
    found = "velocities of twins that begin 1e-6 apart separate by, of their range: "
    found += f"{', '.join(f'{name} {span:.2g}' for name, span in spans.items())}; predictable until {until}"
    return verdict(min(spans.values()) > 1e-3, max(spans.values()) > 1e-3, found)


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
        "With clearance the motion is less stable than with an ideal joint, with higher peaks of the acceleration.",
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
        "energy lost by friction",
        "Dynamic models have difficulties to capture friction in impacts, and may evaluate its force wrongly.",
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
        "separation of twins",
        "Clearance and friction make the behaviour nonlinear.",
        tuple(FITS),
        _nonlinear,
        ASSUMED,
    ),
)

PAPER = Paper(
    key="marques-friction",
    citation="MarquesFriction",
    title="Spatial revolute joints with clearance and friction for dynamic analysis of multibody mechanical systems",
    runs=RUNS,
    figures=(Figure("fig4", "motion of the slider and mechanical energy, four laws of friction", _ALL, _draw, size=(11, 10)),),
    claims=CLAIMS,
)
