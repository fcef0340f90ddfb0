"""[Marques3D]: a slider-crank whose crank turns on a journal with radial and axial play."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

import numpy as np

from gudgeon.results.contact_modes import SCENARIOS
from gudgeon.results.result import Result

from .curves import Data
from .description import Claim, Evidence, Figure, Paper, Verdict
from .revolute_panels import (
    IDEAL,
    PLACES,
    A,
    V,
    X,
    ideal_run,
    over_each_other,
    over_time,
    run,
    sketch,
)
from .statistics import over, verdict, words
from .strokes import departure

if TYPE_CHECKING:
    from matplotlib.figure import Figure as Sheet

LOOSE = "clearance"
QUICK = 0.3  # [s]
RUNS = (ideal_run(QUICK), run(LOOSE, "clearance-friction", 12, QUICK, axial_clearance=5e-5))
ASSUMED = f"{PLACES}; friction of Coulomb that rises over 1 mm/s"
LARGE = 0.1  # a part of the range: a difference that nobody overlooks


def _draw(sheet: Sheet, evidence: Mapping[str, Evidence]) -> Data:
    runs = {name: name for name in (IDEAL, LOOSE)}
    data = sketch(sheet, (3, 2, 1), evidence[IDEAL])
    for place, (letter, channel) in enumerate((("b", X), ("c", V), ("d", A)), start=2):
        data |= over_time(
            sheet.add_subplot(3, 2, place), letter, channel, runs, evidence, legend=letter == "b"
        )
    data |= over_each_other(sheet.add_subplot(3, 2, 5), "e", X, V, runs, evidence)
    return data | over_each_other(sheet.add_subplot(3, 2, 6), "f", V, A, runs, evidence)


def extent(result: Result, channel: str) -> float:
    """Return the range of a channel over a whole run."""
    return float(np.ptp(result.channel(channel).values))


def wiggles(result: Result, channel: str) -> float:
    """Return how far a channel goes up and down in all, over its range: 2 for one smooth wave."""
    values = result.channel(channel).values
    return float(np.abs(np.diff(values)).sum() / np.ptp(values))


def _influenced(evidence: Mapping[str, Evidence]) -> Verdict:
    ideal = evidence[IDEAL].result
    parts = {
        "position": over(evidence[LOOSE], lambda run: departure(run, ideal, X)),
        "velocity": over(evidence[LOOSE], lambda run: departure(run, ideal, V)),
    }
    found = ", ".join(f"{text} by {words(100 * value, '%')}" for text, value in parts.items())
    large = [value.mean() > LARGE for value in parts.values()]
    return verdict(
        all(large), any(large), f"rms departure from the ideal slider, of its range: {found}"
    )


def _peaks(evidence: Mapping[str, Evidence]) -> Verdict:
    ideal = evidence[IDEAL].result.peaks["body:slider"].value
    loose = over(evidence[LOOSE], lambda run: run.peaks["body:slider"].value)
    found = f"greatest acceleration {words(loose, 'm/s²')}, ideal {ideal:.3g} m/s²"
    return verdict(bool((loose > 2 * ideal).all()), bool(loose.mean() > ideal), found)


def _reduced(evidence: Mapping[str, Evidence]) -> Verdict:
    ideal = evidence[IDEAL].result
    lost = over(evidence[LOOSE], lambda run: float(run.energy.lost[-1]))
    less, text = [], []
    for channel, unit in ((X, "m"), (V, "m/s")):
        values = over(evidence[LOOSE], lambda run: extent(run, channel))  # noqa: B023
        reference = extent(ideal, channel)
        less.append(bool((values < reference).all()))
        text.append(f"{words(values, unit)} instead of {reference:.3g} {unit}")
    found = f"lost {words(lost, 'J')}; ranges of position and velocity: {' and '.join(text)}"
    return verdict(all(less) and bool(lost.min() > 0), any(less), found)


def _overlapping(evidence: Mapping[str, Evidence]) -> Verdict:
    """Lines that overlap densely come from an acceleration that goes up and down many times more
    than that of the ideal slider.
    """
    ideal = evidence[IDEAL].result
    ways = {channel: over(evidence[LOOSE], lambda run: wiggles(run, channel)) for channel in (V, A)}  # noqa: B023
    counts = over(evidence[LOOSE], lambda run: float(len(run.impacts)))
    found = (
        f"the acceleration goes {words(ways[A])} times through its range, the velocity "
        f"{words(ways[V])} times "
    )
    found += (
        f"(ideal: {wiggles(ideal, A):.3g} and {wiggles(ideal, V):.3g}); {words(counts)} contacts"
    )
    more = ways[A] / wiggles(ideal, A)
    return verdict(
        bool((more > 2).all() and (ways[A] > 2 * ways[V]).all()), bool(more.mean() > 1.1), found
    )


def _scenarios(evidence: Mapping[str, Evidence]) -> Verdict:
    """Some of the thirteen ways to touch should hardly ever be met."""
    shares = np.array(
        [list(result.joint("A").scenario_fractions.values()) for result in _all(evidence[LOOSE])]  # type: ignore[attr-defined]
    ).mean(axis=0)
    never = [name for name, share in zip(SCENARIOS, shares, strict=True) if share == 0]
    rare = [name for name, share in zip(SCENARIOS, shares, strict=True) if 0 < share < 1e-3]
    often = sorted(zip(shares, SCENARIOS, strict=True), reverse=True)[:3]
    found = (
        f"never: {', '.join(never) or 'none'}; less than a thousandth of the time: "
        f"{', '.join(rare) or 'none'}; "
    )
    found += "most of the time: " + ", ".join(
        f"{name} {100 * share:.0f} %" for share, name in often
    )
    return verdict(bool(never), bool(rare), found)


def _all(evidence: Evidence) -> list[Result]:
    return (
        [evidence.result]
        if evidence.ensemble is None
        else [evidence.result, *evidence.ensemble.results]
    )


def _two_points(evidence: Mapping[str, Evidence]) -> Verdict:
    """A circle meets a cylinder at most twice where its centre is outside the evolute of its
    shadow, which is a R sin²β wide.
    """
    tilt = max(float(result.joint("A").misalignment.max()) for result in _all(evidence[LOOSE]))  # type: ignore[attr-defined]
    described = evidence[LOOSE].result.mechanism
    assert described is not None
    outer, inner = described.joint("A").radii()  # type: ignore[attr-defined,misc]
    wide, gap = inner * np.sin(tilt) ** 2, outer - inner
    found = (
        f"largest tilt {1000 * tilt:.3g} mrad: more than two points need centres closer than "
        f"{1e6 * wide:.3g} µm, "
    )
    found += f"in contact they are {1e6 * gap:.3g} µm apart"
    return verdict(wide < gap, False, found)


def _one_freedom(evidence: Mapping[str, Evidence]) -> Verdict:
    ideal, loose = (evidence[name].result.statistics["dof"] for name in (IDEAL, LOOSE))
    return verdict(ideal == 1, False, f"{ideal} with ideal joints, {loose} with clearance at A")


_BOTH, _WHERE = (IDEAL, LOOSE), "Section 3, Fig. 3"
CLAIMS = (
    Claim(
        "one degree of freedom",
        "Section 3",
        "degrees of freedom",
        "The mechanism has one degree of freedom.",
        _BOTH,
        _one_freedom,
        ASSUMED,
        certain="the paper counts joints, and so does the program",
    ),
    Claim(
        "response influenced",
        "Abstract; Section 3, Fig. 3b to 3d",
        "position and velocity of the slider",
        "The response is considerably influenced by the clearance.",
        _BOTH,
        _influenced,
        ASSUMED,
    ),
    Claim(
        "peaks of acceleration",
        f"{_WHERE}d",
        "greatest acceleration of the slider",
        "Impacts in the joint affect the motion much, as peaks of the acceleration show.",
        _BOTH,
        _peaks,
        ASSUMED,
    ),
    Claim(
        "losses reduce the motion",
        f"{_WHERE}b and 3c",
        "range of position and velocity",
        "Impacts lose energy, which reduces the amplitude of the position and the velocity.",
        _BOTH,
        _reduced,
        ASSUMED,
    ),
    Claim(
        "dense portrait",
        f"{_WHERE}e and 3f",
        "ups and downs of acceleration and velocity",
        "The motion is nonlinear; dense overlapping lines show this best over velocity and "
        "acceleration.",
        _BOTH,
        _overlapping,
        ASSUMED,
    ),
    Claim(
        "impractical scenarios",
        "Section 2",
        "share of time of the thirteen scenarios",
        "Of the thirteen ways in which journal and bearing can touch, some may be impractical with "
        "the given clearances.",
        (LOOSE,),
        _scenarios,
        f"{ASSUMED}; axes count as aligned below 0.1 mrad",
    ),
    Claim(
        "two points",
        "Section 2, eqs 15 and 16",
        "greatest tilt of the journal",
        "A journal's rim meets the bearing's wall in up to four points, but with small tilt in two "
        "at most.",
        (LOOSE,),
        _two_points,
        ASSUMED,
    ),
)

PAPER = Paper(
    key="marques3d",
    citation="Marques3D",
    title="3D formulation for revolute clearance joints",
    runs=RUNS,
    figures=(
        Figure(
            "fig3",
            "motion of the slider, radial clearance 0.5 mm and axial 0.05 mm, friction 0.1",
            _BOTH,
            _draw,
            size=(9, 9),
        ),
    ),
    claims=CLAIMS,
)
