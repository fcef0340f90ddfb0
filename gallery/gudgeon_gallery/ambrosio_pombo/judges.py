"""How what [AmbrosioPombo] says of the spatial slider-crank is judged: rules that make a verdict
from numbers.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from itertools import pairwise
from typing import Any

import numpy as np

from gudgeon.results.result import Result

from ..benchmark import crank_angle, slider_position
from ..description import Evidence, Verdict
from ..statistics import apart, members, over, verdict, words
from ..strokes import (
    CRANK,
    SLIDER,
    advance,
    departure,
    evaluations,
    farthest,
    last_advance,
    mid_stroke,
    rattle,
    reached,
    reversals,
    roughness,
    stroke_ends,
    turned,
)
from .runs import CLEARANCES, IDEAL, LONG, OTHERS, RATTLING, UNDAMPED, name_of

Judged = Mapping[str, Evidence]
SPHERICAL = tuple(name_of("spherical", clearance) for clearance in CLEARANCES)
REVOLUTE = tuple(name_of("revolute", clearance) for clearance in CLEARANCES)
SURE = 0.9  # of all pairs of members, for one ensemble to be larger than another
VISIBLE = 0.01  # a part of a stroke: what a figure shows
# [J] that the rod needs less at the top when it hangs 1 mm lower in the joint
ROOM = 0.5 * 9.81 * 1e-3
STEADY = 1e-5  # a part of the stroke: rows of 0.1 ms find its ends to that


def _by_size(values: Mapping[str, np.ndarray], unit: str, scale: float = 1.0) -> str:
    return ", ".join(
        f"{name.partition(' ')[2]}: {words(value, unit, scale)}" for name, value in values.items()
    )


def _growing(values: Mapping[str, np.ndarray]) -> tuple[bool, bool]:
    """Return whether each ensemble is surely larger than the one before it, and whether its mean
    is.
    """
    steps = list(values.values())
    pairs = list(pairwise(steps))
    return all(apart(first, other) >= SURE for first, other in pairs), all(
        first.mean() < other.mean() for first, other in pairs
    )


# -- motion ----------------------------------------------------------------------------------------


def constant(evidence: Judged) -> Verdict:
    """Judge whether the slider of the ideal mechanism always turns back at the same places."""
    result = evidence[IDEAL].result
    ends, stroke = stroke_ends(result), np.ptp(result.channel(SLIDER).values)
    outer = ends > ends.mean()
    changes = (
        max(float(np.ptp(ends[side])) if side.any() else 0.0 for side in (outer, ~outer)) / stroke
    )
    drift = float(np.abs(result.energy.balance).max() / np.ptp(result.energy.kinetic))
    found = (
        f"ends of the stroke differ by {changes:.1e} of it over {len(ends)} reversals; energy is "
        f"kept to {drift:.1e}"
    )
    return verdict(changes < STEADY and drift < STEADY, changes < VISIBLE, found)


def benchmark(evidence: Judged) -> Verdict:
    """Compare slider and crank with those of the benchmark at every row of output; in part if a
    figure shows no difference.
    """
    result = evidence[IDEAL].result
    angle = crank_angle(result.t)
    x, crank = result.channel(SLIDER).values, result.channel(CRANK).values
    way = np.abs(crank - crank[0])
    off = float(np.abs(x - slider_position(angle)).max() / np.ptp(x))
    late = float(np.abs(way - angle).max())
    found = (
        f"slider and crank differ from the benchmark by at most {off:.1e} of the stroke and "
        f"{late:.1e} rad; "
    )
    found += f"the crank has turned by {turned(result):.4f} rad at {result.end:g} s, that of the benchmark by {angle[-1]:.4f} rad"
    worst = max(off, late / way[-1])
    return verdict(worst < STEADY, worst < VISIBLE, found)


def lag(names: tuple[str, ...]) -> Callable[[Judged], Verdict]:
    """Return what judges how far crank and slider are behind those of the ideal mechanism at the
    end.
    """

    def judge(evidence: Judged) -> Verdict:
        ideal = evidence[IDEAL].result
        angles = {
            name: over(evidence[name], lambda run: turned(ideal) - turned(run)) for name in names
        }
        sure, mean = _growing(angles)
        found = f"crank behind at {ideal.end:g} s by {_by_size(angles, 'rad')}"
        known = reversals(ideal)
        places = np.interp(known, ideal.t, advance(ideal))
        count = min(
            int(np.count_nonzero(places <= advance(run)[-1]))
            for name in names
            for run in members(evidence[name])
        )
        if count == 0:
            return verdict(False, mean, f"{found}; not all get to an end of the stroke")
        late = {
            name: over(
                evidence[name], lambda run: reached(run, places[count - 1]) - known[count - 1]
            )
            for name in names
        }
        found += f"; late at end {count} of the stroke, the last that all reach, by {_by_size(late, 'ms', 1000)}"
        return verdict(sure and _growing(late)[1], mean, found)

    return judge


def loss_is_the_cause(evidence: Judged) -> Verdict:
    """Without dissipation there should be next to no lag; a lag of more than half of the whole
    would be another cause.
    """
    ideal = evidence[IDEAL].result
    shares, text = [], []
    for size in RATTLING:
        damped, elastic = (
            over(
                evidence[f"{name_of('spherical', size)}{more}"],
                lambda run: turned(ideal) - turned(run),
            ).mean()
            for more in ("", ", elastic")
        )
        shares.append(abs(elastic / damped))
        text.append(
            f"{size:g} mm: {damped:.3g} rad with damping, {elastic:.3g} rad with elastic contact"
        )
    lost = ", ".join(
        words(over(evidence[name_of("spherical", size)], lambda run: run.energy.lost[-1]), "J")
        for size in RATTLING
    )
    share = float(np.mean(shares))  # of two ensembles: a single one scatters too much
    return verdict(share < 0.1, share < 0.5, f"{'; '.join(text)}; lost {lost}")


def becomes_a_pendulum(evidence: Judged) -> Verdict:
    """Energy only falls: when it is below what the crank needs to pass its top, it never will
    again.
    """
    ideal, end = evidence[IDEAL].result, evidence[LONG].result.end
    needed = float(ideal.energy.gravity.max()) - ROOM
    below = over(evidence[LONG], lambda run: float(run.energy.total[-1] < needed))
    when = over(evidence[LONG], last_advance)
    loss = float(
        over(
            evidence[name_of("spherical", 0.1)], lambda run: float(run.energy.lost[-1] / run.end)
        ).mean()
    )
    spare = float(ideal.energy.total[0]) - needed
    found = (
        f"1 mm: {below.sum():.0f} of {len(below)} runs of {end:g} s end below the energy of the "
        "upright crank; last advance at "
    )
    found += f"{words(when, 's')}. 0.1 mm: the {spare:.3g} J that it has to spare last for some {spare / loss:.0f} s"
    return verdict(bool(below.all()), bool(below.any()), found)


def swings_after_two_turns(evidence: Judged) -> Verdict:
    """Judge how far the crank gets, and about which place it swings then."""
    name = name_of("revolute", 1)
    turns = over(evidence[name], farthest)
    rest = over(
        evidence[name],
        lambda run: float(
            np.mean(run.channel(CRANK).values[run.t > 0.6 * run.end]) - run.channel(CRANK).values[0]
        ),
    )
    # the crank hangs half a turn from where it began
    off = np.abs(np.angle(np.exp(1j * (rest - np.pi))))
    found = (
        f"the crank gets as far as {words(turns, 'turns')}, then swings about a place "
        f"{words(off, 'rad')} from hanging"
    )
    swings = bool(off.max() < 0.3)
    return verdict(
        swings and bool((turns > 1).all() and (turns <= 2).all()),
        swings and bool((turns <= 2).all()),
        found,
    )


def damping_delays(evidence: Judged) -> Verdict:
    """Judge whether damping alone makes the slider late, and more so with time."""
    damped, free, ideal = evidence[REVOLUTE[0]].result, evidence[UNDAMPED], evidence[IDEAL].result
    count = min(len(reversals(run)) for run in (damped, ideal, *members(free)))
    if count < 2:
        return verdict(
            False,
            False,
            f"the slider has not turned back twice in {evidence[UNDAMPED].result.end:g} s",
        )
    known = reversals(ideal)[:count]
    behind = reversals(damped)[:count] - known
    other = np.mean([reversals(run)[:count] - known for run in members(free)], axis=0)
    late, stroke = behind - other, float(np.median(np.diff(known)))
    found = (
        f"at reversal {count} the slider is {1000 * behind[-1]:.3g} ms late with damping and "
        f"{1000 * other[-1]:.3g} ms without; "
    )
    found += f"a stroke takes some {1000 * stroke:.0f} ms"
    later = bool(late[-1] > 0 and late[-1] > late[len(late) // 2 - 1])
    return verdict(later and late[-1] > VISIBLE * stroke, later, found)


def unobservable(evidence: Judged) -> Verdict:
    """Judge whether small clearances leave the slider as it is and large ones do not."""
    ideal = evidence[IDEAL].result
    apart_ = {
        name: over(evidence[name], lambda run: departure(run, ideal, SLIDER))
        for name in (*SPHERICAL[1:], *REVOLUTE[1:])
    }
    small = max(apart_[SPHERICAL[1]].max(), apart_[REVOLUTE[1]].max())
    large = min(apart_[SPHERICAL[-1]].min(), apart_[REVOLUTE[-1]].min())
    found = "slider departs from the ideal one (rms, of the stroke) by " + ", ".join(
        f"{n}: {words(100 * v, '%')}" for n, v in apart_.items()
    )
    return verdict(
        small < VISIBLE and large > 10 * VISIBLE, small < VISIBLE or large > 10 * VISIBLE, found
    )


def soft(evidence: Judged) -> Verdict:
    """Differences are hard to see if they are smaller than with the stiff contact, or if a
    larger clearance does not lag more.
    """
    lags = {
        more: {
            size: over(evidence[f"{name_of('spherical', size)}{more}"], turned).mean()
            for size in CLEARANCES
        }
        for more in ("", ", soft")
    }
    spread = {more: max(lag.values()) - min(lag.values()) for more, lag in lags.items()}
    ordered = {more: bool(np.all(np.diff(list(lag.values())) < 0)) for more, lag in lags.items()}
    text = {more: ", ".join(f"{angle:.4g}" for angle in lag.values()) for more, lag in lags.items()}
    found = (
        f"the crank turns by {text['']} rad at 0, 0.001, 0.1, 1 mm; with a stiffness of 5e6 "
        f"N/m^1.5 by {text[', soft']} rad"
    )
    return verdict(
        spread[", soft"] < 0.5 * spread[""], ordered[""] and not ordered[", soft"], found
    )


# -- forces ----------------------------------------------------------------------------------------


def peaks_at_the_ends(evidence: Judged) -> Verdict:
    """Of all instants at which the force is above half of its greatest value, most should be
    outside mid-stroke.
    """
    shares = {}
    for name, run in evidence.items():
        counts = []
        for result in members(run):
            force = np.abs(result.channel("B.force.x").values)
            # single spikes of contacts are not what is meant
            high = force > 0.5 * np.percentile(force, 99.5)
            counts.append(1 - mid_stroke(result)[high].mean())
        shares[name] = np.array(counts)
    found = "of the time with large force, outside mid-stroke: " + ", ".join(
        f"{name} {words(100 * value, '%')}" for name, value in shares.items()
    )
    means = [value.mean() for value in shares.values()]
    return verdict(min(means) > 0.75, max(means) > 0.75, found)


def smooth(names: tuple[str, ...], channels: tuple[str, ...]) -> Callable[[Judged], Verdict]:
    """Return what judges whether forces are as smooth as those of the ideal mechanism: to a
    hundredth of their range.
    """

    def judge(evidence: Judged) -> Verdict:
        ideal, parts, worst = evidence[IDEAL].result, [], 0.0
        for name in names:
            for channel in channels:
                left = float(
                    np.abs(rattle(evidence[name].result, channel)).max()
                    - np.abs(rattle(ideal, channel)).max()
                )
                share = max(left, 0.0) / np.ptp(ideal.channel(channel).values)
                worst = max(worst, share)
                parts.append(f"{name}, {channel[-1]}: {100 * share:.2g} %")
        return verdict(
            worst < VISIBLE,
            worst < 10 * VISIBLE,
            f"largest oscillation beyond the ideal one, of the range: {', '.join(parts)}",
        )

    return judge


def louder(names: tuple[str, ...], channels: tuple[str, ...]) -> Callable[[Judged], Verdict]:
    """Return what judges whether forces oscillate more the larger the clearance is, and mostly
    in mid-stroke.
    """

    def judge(evidence: Judged) -> Verdict:
        whole, part, middle, text = True, True, True, []
        for channel in channels:
            inside, outside = (
                {
                    name: over(
                        evidence[name],
                        lambda run: roughness(run, channel, _rows(run, within)),  # noqa: B023
                    )
                    for name in names
                }
                for within in (True, False)
            )
            sure, mean = _growing(inside)
            whole, part = whole and sure, part and mean
            middle = middle and all(
                inside[name].mean() > outside[name].mean() for name in names[-2:]
            )
            ratio = inside[names[-1]].mean() / outside[names[-1]].mean()
            text.append(
                f"{channel[-1]}: {_by_size(inside, 'N')} in mid-stroke, {ratio:.2g} times that "
                "near the ends at 1 mm"
            )
        return verdict(
            whole and middle, part, f"rms of what is faster than 10 ms, {'; '.join(text)}"
        )

    return judge


def _rows(result: Result, within: bool) -> np.ndarray:
    middle = mid_stroke(result)
    return middle if within else ~middle


def chatter(evidence: Judged) -> Verdict:
    """Oscillations come from the ends of the stroke if they are larger there, and free flight
    alternates with contact.
    """
    free = evidence[UNDAMPED]
    ratio = over(
        free,
        lambda run: (
            roughness(run, "A.force.z", ~mid_stroke(run))
            / roughness(run, "A.force.z", mid_stroke(run))
        ),
    )
    flight, follow = (
        over(free, lambda run: _share(run, mode))  # noqa: B023
        for mode in ("free flight", "following")
    )
    found = (
        f"oscillations of the force along z are {words(ratio)} times as large near the ends as in "
        "mid-stroke; "
    )
    found += f"free flight {words(100 * flight, '%')}, following {words(100 * follow, '%')} of the time, "
    found += f"{words(over(free, _contacts))} contacts of single strips"
    both = bool(flight.mean() > 1e-3 and follow.mean() > 1e-3)
    return verdict(both and bool(ratio.mean() > 1.2), both or bool(ratio.mean() > 1.2), found)


def _share(result: Result, mode: str) -> float:
    joint: Any = result.joint("A")
    return float(joint.mode_fractions[mode])


def _contacts(result: Result) -> float:
    return float(len(result.impacts))


def silenced(evidence: Judged) -> Verdict:
    """Judge whether damping takes away what rattles in the forces."""
    end = evidence[UNDAMPED].result.end
    shares, text = [], []
    for channel in ("A.force.x", "A.force.z"):
        loud = float(over(evidence[UNDAMPED], lambda run: roughness(run, channel)).mean())  # noqa: B023
        ideal, damped = (
            roughness(evidence[name].result, channel, evidence[name].result.t <= end)
            for name in (IDEAL, REVOLUTE[0])
        )
        shares.append(abs(damped - ideal) / max(loud - ideal, 1e-12))
        text.append(
            f"{channel[-1]}: {loud:.3g} N without damping, {damped:.3g} N with, {ideal:.3g} N in "
            "the ideal joint"
        )
    return verdict(
        max(shares) < 0.1, max(shares) < 0.5, f"rms of what is faster than 10 ms, {'; '.join(text)}"
    )


def depends_on_the_integrator(evidence: Judged) -> Verdict:
    """Oscillations are masked if an integrator shows less than half of them along x and z,
    emphasised if more than twice as much.

    The sentence says that integrators can do either: it holds if one of those tried masks them and
    another emphasises them, in part if only one of the two was seen.
    """
    exact, end = evidence[UNDAMPED].result, min(evidence[name].result.end for name in OTHERS)
    channels = ("A.force.x", "A.force.z")
    true = np.array([roughness(exact, channel, exact.t <= end) for channel in channels])
    ratios, text = [], []
    for name in OTHERS:
        found = np.array([roughness(evidence[name].result, channel) for channel in channels])
        ratios.append(found / true)
        gain = 1000 * float(evidence[name].result.energy.balance[-1])
        text.append(
            f"{name.removeprefix(f'{UNDAMPED}, ')}: {found[0]:.3g} and {found[1]:.3g} N, "
            f"{gain:+.2g} mJ that should not be there"
        )
    masked = any(bool((value < 0.5).all()) for value in ratios)
    emphasised = any(bool((value > 2).all()) for value in ratios)
    sentence = (
        f"rms of what is faster than 10 ms along x and z in {end:g} s: {true[0]:.3g} and "
        f"{true[1]:.3g} N; {'; '.join(text)}"
    )
    return verdict(masked and emphasised, masked or emphasised, sentence)


def shorter_steps(evidence: Judged) -> Verdict:
    """Judge whether contact without loss, which rattles, needs shorter steps than contact with
    loss.
    """
    damped, free = (
        float(over(evidence[name], lambda run: run.end / run.statistics["steps"]).mean())
        for name in (REVOLUTE[0], UNDAMPED)
    )
    found = (
        f"mean step without clearance {1e6 * damped:.3g} µs with damping, {1e6 * free:.3g} µs "
        "without"
    )
    return verdict(free < 0.9 * damped, free < damped, found)


def like_ideal(evidence: Judged) -> Verdict:
    """Judge whether motion and forces without clearance are those of the ideal mechanism."""
    ideal, parts, worst = evidence[IDEAL].result, [], 0.0
    for name, joint in ((SPHERICAL[0], "B"), (REVOLUTE[0], "A")):
        for channel in (SLIDER, CRANK, f"{joint}.force.x", f"{joint}.force.z"):
            share = departure(evidence[name].result, ideal, channel)
            worst = max(worst, share)
            parts.append(f"{name}, {channel}: {share:.1e}")
    return verdict(
        worst < VISIBLE,
        worst < 10 * VISIBLE,
        f"rms departure from the ideal mechanism, of the range: {'; '.join(parts)}",
    )


def effort(evidence: Judged) -> Verdict:
    """Count evaluations of the equations of motion, which do not depend on the machine."""
    counts = {name: evaluations(evidence[name].result) for name in (IDEAL, *SPHERICAL, *REVOLUTE)}
    ratio = {name: count / counts[IDEAL] for name, count in counts.items() if name != IDEAL}
    found = f"evaluations: {counts[IDEAL]:.0f} with ideal joints; times that, " + ", ".join(
        f"{name}: {value:.0f}" for name, value in ratio.items()
    )
    return verdict(max(ratio.values()) < 1.5, min(ratio.values()) < 1.5, found)
