"""Dynamic analysis of planar systems with lubricated joints [Flores2004]: a slider-crank at 5000
rpm with clearance at the slider.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

import numpy as np

from gudgeon.model import Mechanism
from gudgeon.model.library import library
from gudgeon.plotting.figure import COLOURS
from gudgeon.results.contact_modes import IMPACT_SPAN
from gudgeon.results.impacts import Impacts
from gudgeon.results.result import Result

from .curves import Data, dress, history, key, portrait
from .description import Claim, Evidence, Figure, Paper, Run, Verdict
from .statistics import (
    MOST,
    Span,
    apart,
    below,
    contacts,
    members,
    mode_share,
    most,
    over,
    peak,
    rounded,
    rows_in,
    touching,
    verdict,
    words,
)

if TYPE_CHECKING:
    from matplotlib.figure import Figure as Sheet

Runs = Mapping[str, Evidence]

TURN = 60 / 5000  # [s] of the crank
TURNS = 10  # of a run; the last two are shown
CLEARANCE = 0.5e-3  # [m]
RADIAL_SPEED = 0.1  # [m/s] towards the wall, at which the forces of the hybrid model are drawn
IDEAL, DRY, FRICTION, HYBRID, HALF = "ideal", "dry", "friction", "hybrid", "hybrid, half film"
FLIGHT, FOUND, DEEP = "dry, first flight", "dry, first turn", "dry, contact found 0.1 mm deep"
SLIDER_V, SLIDER_A, MOMENT = "slider.velocity.x", "slider.acceleration.x", "motor.force"

SPEEDS = "The tolerance speeds of friction, 1e-4 and 1e-3 m/s, are those of [Marques2017]."
WIDTHS = (
    "Length of the bearing 40 mm, e_0 = 1 % and e_1 = 5 % of the clearance: the paper gives none "
    "of them."
)
ROD = "Bearing on the rod; centres of mass at mid-length; turns 9 and 10 are taken as steady state."


def slider_crank(fit: str) -> Callable[[], Mechanism]:
    """Return what makes the slider-crank with a named fit of the joint between rod and slider."""
    return lambda: library("planar-slider-crank", C=fit)


def last_turns(result: Result) -> Span:
    """Return begin and end [s] of the last two turns."""
    return result.end - 2 * TURN, result.end


# -- figures ---------------------------------------------------------------------------------------


def _motion(name: str) -> Callable[[Sheet, Runs], Data]:
    """Return what draws velocity and acceleration of the slider over the last two turns."""

    def draw(sheet: Sheet, runs: Runs) -> Data:
        data: Data = {}
        left, right = sheet.subplots(1, 2)
        for axes, channel, scale, unit, text in (
            (left, SLIDER_V, 1.0, "m/s", "(a) slider velocity [m/s]"),
            (right, SLIDER_A, 1e-3, "km/s^2", "(b) slider acceleration [km/s²]"),
        ):
            _panel(axes, data, runs, name, channel, scale, unit)
            dress(axes, "time [s]", text[4:], text[:3], legend=False)
        key(sheet)
        return data

    return draw


def _load(name: str) -> Callable[[Sheet, Runs], Data]:
    """Return what draws the moment of the crank and the path of the journal's centre over the
    last two turns.
    """

    def draw(sheet: Sheet, runs: Runs) -> Data:
        data: Data = {}
        left, right = sheet.subplots(1, 2)
        _panel(left, data, runs, name, MOMENT, 1.0, "N*m")
        dress(left, "time [s]", "crank moment [N m]", "(a)", legend=False)
        angle = np.linspace(0, 2 * np.pi, 361)
        right.plot(
            1e3 * CLEARANCE * np.cos(angle),
            1e3 * CLEARANCE * np.sin(angle),
            color="0.4",
            linewidth=0.9,
            label="clearance",
        )
        span = last_turns(runs[name].result)
        portrait(
            right,
            data,
            name,
            runs[name],
            "C.orbit.h",
            "C.orbit.t",
            style=1,
            span=span,
            scale=(1e3, 1e3),
            units=("mm", "mm"),
        )
        right.set_aspect("equal")
        dress(right, "journal centre along the rod [mm]", "across [mm]", "(b)", legend=False)
        key(sheet)
        return data

    return draw


def _panel(axes, data: Data, runs: Runs, name: str, channel: str, scale: float, unit: str) -> None:  # type: ignore[no-untyped-def]
    span = last_turns(runs[name].result)
    history(axes, data, IDEAL, runs[IDEAL], channel, style=0, span=span, scale=scale, unit=unit)
    history(
        axes,
        data,
        name,
        runs[name],
        channel,
        style=1,
        span=span,
        scale=scale,
        unit=unit,
        sample=True,
    )
    axes.set_xlim(*span)


def _forces(sheet: Sheet, runs: Runs) -> Data:
    """Draw the forces of film, dry contact and both over eccentricity, for the fit of the hybrid
    run.
    """
    joint: Any = slider_crank("lubricated-full")().joint("C")
    e, film, dry, hybrid = hybrid_forces(joint, RADIAL_SPEED)
    data: Data = {"e/c [1]": e / joint.gap()}
    left, right = sheet.subplots(1, 2, sharey=True)
    panels = (
        (left, "(a)", {"squeeze film": film, "dry contact": dry}),
        (right, "(b)", {"hybrid": hybrid}),
    )
    for axes, letter, curves in panels:
        for style, (name, force) in enumerate(curves.items()):
            axes.plot(
                e / joint.gap(),
                force / 1e3,
                color=COLOURS[style + 2 * (letter == "(b)")],
                label=name,
            )
            data[f"{letter} {name} [N]"] = force
        axes.axvline(1.0, color="0.6", linewidth=0.9)
        axes.axvline(
            1.0 + joint.fit.hand_over(joint.gap())[0] / joint.gap(),
            color="0.6",
            linewidth=0.9,
            linestyle="--",
        )
        dress(axes, "eccentricity over clearance", "force [kN]" if letter == "(a)" else "", letter)
    return data


def hybrid_forces(joint: Any, speed: float) -> tuple[np.ndarray, ...]:
    """Return eccentricities [m], and the forces [N] of film, dry contact and their hand-over at a
    speed towards the wall [m/s].

    [Flores2004, eq. 35], written out here once more with the laws of the joint's fit.
    """
    gap, fit = joint.gap(), joint.fit
    e_0, e_1 = fit.hand_over(gap)
    e = np.linspace(0.9 * gap, gap + 6 * e_0, 601)
    film = np.array(
        [_squeeze(joint, value, speed, gap + e_1) for value in np.minimum(e, gap + e_0)]
    )
    film[e > gap + e_0] = np.nan
    dry = np.array(
        [
            fit.contact(max(eccentricity - gap, 0.0), speed, speed) if eccentricity > gap else 0.0
            for eccentricity in e
        ]
    )
    share = np.clip((e - gap) / e_0, 0.0, 1.0)
    return e, film, dry, (1 - share) * np.nan_to_num(film) + share * dry


def _squeeze(joint: Any, e: float, speed: float, reach: float) -> float:
    """12 pi mu L R^3 e_dot / (c^3 (1 - (e/c)^2)^(3/2)), c being how far the film reaches
    [Flores2004, eq. 34].
    """
    viscosity, length, radius = joint.fit.film.viscosity, joint.lengths()[0], joint.radii()[1]
    return float(
        12
        * np.pi
        * viscosity
        * length
        * radius**3
        * speed
        / (reach**3 * (1 - (e / reach) ** 2) ** 1.5)
    )


# -- numbers of the last two turns -----------------------------------------------------------------


def _acceleration(result: Result) -> float:
    return peak(result, SLIDER_A, last_turns(result))


def _force(result: Result) -> float:
    return peak(result, "C.force.magnitude", last_turns(result))


def _share(mode: str) -> Callable[[Result], float]:
    return lambda result: mode_share(result, "C", mode, last_turns(result))


def _touching(result: Result) -> float:
    return touching(result, "C", last_turns(result))


def _count(result: Result) -> float:
    return float(len(contacts(result, "C", last_turns(result))))


def _approach(result: Result) -> float:
    return float(contacts(result, "C", last_turns(result))["approach_speed"].max(initial=0.0))


def _loss(result: Result) -> float:
    """Return the energy lost per turn [J]."""
    return float(np.ptp(result.energy.lost[rows_in(result, last_turns(result))]) / 2)


def _in_mode(result: Result, mode: str, channel: str) -> np.ndarray:
    """Return the magnitudes of a channel in the rows of the last two turns in which the joint is
    in a mode.
    """
    part = result.joint("C")
    chosen = rows_in(result, last_turns(result)) & (part.mode == part.modes.index(mode))  # type: ignore[attr-defined]
    return np.abs(result.channel(channel).values[chosen])


# -- claims: dry contact ---------------------------------------------------------------------------


def _flight(runs: Runs) -> Verdict:
    shares = over(runs[DRY], _share("free flight"))
    moved = max(
        _in_mode(run, "free flight", SLIDER_A).max(initial=0.0) / _acceleration(run)
        for run in members(runs[DRY])
    )
    still = f"at most {moved:.1g} of its peak" if moved > 0 else "exactly zero"
    found = (
        f"{words(100 * shares)} % of the two turns are free flight; there the slider's "
        f"acceleration is {still}"
    )
    return verdict(most(shares > 0) and moved < 1e-9, bool((shares > 0).any()), found)


def _impacts(result: Result) -> Impacts:
    """Return the contacts of the last two turns that are impacts: those that rebound at once."""
    hits = contacts(result, "C", last_turns(result))
    slowest: float = result.mechanism.joint("C").fit.min_approach_speed  # type: ignore[union-attr, attr-defined]
    rebound = hits["end"] - hits["start"] <= IMPACT_SPAN * (hits["turn"] - hits["start"])
    return hits[rebound & (hits["approach_speed"] > slowest)]


def _steps(runs: Runs) -> Verdict:
    """Ask whether impacts change the velocity at least twice as fast as the ideal mechanism ever
    does.
    """
    smooth = _acceleration(runs[IDEAL].result)
    changes, ratios = [], []
    for run in members(runs[DRY]):
        hits = _impacts(run)
        v = [
            np.interp(hits[edge], run.t, run.channel(SLIDER_V).values) for edge in ("start", "end")
        ]
        change = np.abs(v[1] - v[0])
        changes.append(change.max(initial=0.0))
        ratios.append((change / (smooth * (hits["end"] - hits["start"]))).max(initial=0.0))
    found = (
        f"the hardest impact changes the slider's velocity by {words(np.array(changes), 'm/s')}, "
        f"{words(np.array(ratios))} times as fast as the ideal mechanism ever does"
    )
    return verdict(most(np.array(ratios) > 2), max(ratios) > 2, found)


def _smooth(runs: Runs) -> Verdict:
    shares = over(runs[DRY], _share("following"))
    calm = over(runs[DRY], lambda run: float(np.median(_in_mode(run, "following", SLIDER_A))))
    hard = over(runs[DRY], lambda run: float(np.median(_in_mode(run, "impact", SLIDER_A))))
    found = (
        f"following takes {words(100 * shares)} % of the time; median acceleration "
        f"{words(calm / hard)} of that in impacts"
    )
    return verdict(most((shares > 0.05) & (calm < hard)), most(shares > 0.05), found)


def _peaks(runs: Runs) -> Verdict:
    ratio = over(runs[DRY], _acceleration) / _acceleration(runs[IDEAL].result)
    back = []
    for run in members(runs[DRY]):
        hits = contacts(run, "C", last_turns(run))
        slowest: float = run.mechanism.joint("C").fit.min_approach_speed  # type: ignore[union-attr, attr-defined]
        fast = np.count_nonzero(hits["approach_speed"] > slowest)
        back.append(len(_impacts(run)) / fast if fast else 0.0)
    found = (
        f"peaks {words(ratio)} times the largest acceleration with an ideal joint; "
        f"{words(100 * np.array(back))} % of the impacts rebound at once into free flight, the "
        "others go over into following"
    )
    high, rebounds = most(ratio > 2), float(np.mean(back))
    return verdict(high and rebounds > 0.9, high and rebounds > 0.3, found)


def _moment(runs: Runs) -> Verdict:
    ratio = over(runs[DRY], lambda run: peak(run, MOMENT, last_turns(run))) / peak(
        runs[IDEAL].result, MOMENT, last_turns(runs[IDEAL].result)
    )
    flying = over(
        runs[DRY],
        lambda run: (
            _in_mode(run, "free flight", MOMENT).max(initial=0.0)
            / peak(run, MOMENT, last_turns(run))
        ),
    )
    found = (
        f"peak moment {words(ratio)} times that with an ideal joint; in free flight it stays below "
        f"{flying.max():.2g} of its peak"
    )
    return verdict(most((ratio > 2) & (flying < 0.5)), most(ratio > 2), found)


def _kinds(runs: Runs) -> Verdict:
    shares = {
        mode: over(runs[DRY], _share(mode)) for mode in ("free flight", "impact", "following")
    }
    found = ", ".join(f"{mode} {words(100 * share)} %" for mode, share in shares.items())
    every = [most(share > 0) for share in shares.values()]
    return verdict(all(every), sum(every) > 1, f"shares of the two turns: {found}")


def _penetration(runs: Runs) -> Verdict:
    depth = (
        over(
            runs[DRY],
            lambda run: float(contacts(run, "C", last_turns(run))["penetration"].max(initial=0.0)),
        )
        / CLEARANCE
    )
    return verdict(
        most(depth > 0.01),
        bool((depth > 0).any()),
        f"the deepest penetration is {words(100 * depth)} % of the clearance",
    )


def _step_size(runs: Runs) -> Verdict:
    """Compare steps per time in a run that ends before the first contact with those that
    contacts of a whole run took.
    """
    flight, whole = runs[FLIGHT].result, runs[DRY].result
    rate = flight.statistics["steps"] / flight.end
    contact = touching(whole, "C", (0.0, whole.end)) * whole.end
    in_contact = (whole.statistics["steps"] - rate * (whole.end - contact)) / contact
    found = (
        f"{in_contact / 1e3:.3g} steps per ms in contact, {rate / 1e3:.3g} in the first free "
        f"flight: {in_contact / rate:.3g} times as many"
    )
    return verdict(in_contact > 2 * rate and not len(flight.impacts), in_contact > rate, found)


def _detection(runs: Runs) -> Verdict:
    """Compare a run that finds the begin of contacts to rounding with one that lets the journal
    go 0.1 mm deep first.
    """
    fine, coarse = (runs[name].result.impacts for name in (FOUND, DEEP))
    force = coarse["peak_force"][:3] / fine["peak_force"][:3] - 1
    found = (
        "letting the journal go 0.1 mm deep before contact is noticed changes the first three "
        "peak forces by "
        f"{', '.join(f'{100 * value:.2g}' for value in force)} % and makes {len(coarse)} contacts "
        f"of {len(fine)} in one turn"
    )
    far = float(np.abs(force).max())
    return verdict(far > 0.1 and len(fine) != len(coarse), far > 0.01, found)


# -- claims: friction and film ---------------------------------------------------------------------


def _calmer(
    number: Callable[[Result], float], text: str, unit: str, scale: float, other: str
) -> Callable[[Runs], Verdict]:
    """Return a judge: ``other`` has the smaller number, in nearly all pairs of members of the
    two ensembles.
    """

    def judge(runs: Runs) -> Verdict:
        dry, calm = over(runs[DRY], number), over(runs[other], number)
        share = apart(calm, dry)
        found = (
            f"{text}: {other} {words(calm, unit, scale)}, dry {words(dry, unit, scale)}; smaller "
            f"in {100 * share:.3g} % of all pairs"
        )
        return verdict(share >= MOST, share > 0.75, found)

    return judge


def _continuous(runs: Runs) -> Verdict:
    share = over(runs[FRICTION], _touching)
    found = (
        f"the journal touches the bearing {words(100 * share)} % of the time and begins "
        f"{words(over(runs[FRICTION], _count))} contacts"
    )
    return verdict(bool((share > 0.999).all()), share.mean() > 0.9, found)


def _alike(runs: Runs) -> Verdict:
    """Count in how many respects the film's ensemble is nearer to that with friction than to the
    dry one.
    """
    near, said = 0, []
    for number, text in (
        (_acceleration, "peak acceleration [m/s²]"),
        (_touching, "share of contact"),
        (_count, "number of contacts"),
    ):
        film, friction, dry = (over(runs[name], number).mean() for name in (HYBRID, FRICTION, DRY))
        near += abs(film - friction) < abs(film - dry)
        said.append(f"{text} {rounded(film)} (friction {rounded(friction)}, dry {rounded(dry)})")
    return verdict(
        near == 3, near > 0, f"nearer to friction than to dry in {near} of 3: {'; '.join(said)}"
    )


def _damper(runs: Runs) -> Verdict:
    speed = {name: over(runs[name], _approach) for name in (DRY, HYBRID, HALF)}
    count = {name: over(runs[name], _count) for name in speed}
    found = "; ".join(
        f"{name}: {words(count[name])} contacts, fastest at {words(speed[name], 'm/s')}"
        for name in speed
    )
    less = [
        below(speed[name], speed[DRY]) and below(count[name], count[DRY]) for name in (HYBRID, HALF)
    ]
    return verdict(all(less), any(less), found)


def _too_low(runs: Runs) -> Verdict:
    """Judge both halves of the sentence: high peaks, and less energy lost than with friction or
    a film.
    """
    ratio = over(runs[DRY], _acceleration) / _acceleration(runs[IDEAL].result)
    lost = {name: over(runs[name], _loss) for name in (DRY, FRICTION, HYBRID)}
    found = f"peaks {words(ratio)} times those of the ideal joint; lost per turn: " + ", ".join(
        f"{name} {words(values, 'J')}" for name, values in lost.items()
    )
    low = [below(lost[DRY], lost[name]) for name in (FRICTION, HYBRID)]
    return verdict(most(ratio > 5) and all(low), most(ratio > 5) or any(low), found)


def _reduced(runs: Runs) -> Verdict:
    dry = over(runs[DRY], _force)
    less = {
        name: 1 - over(runs[name], _force).mean() / dry.mean() for name in (FRICTION, HYBRID, HALF)
    }
    found = f"mean peak force of {words(dry, 'kN', 1e-3)} reduced by " + ", ".join(
        f"{100 * change:.3g} % ({name})" for name, change in less.items()
    )
    return verdict(
        all(change > 0.3 for change in less.values()),
        any(change > 0.3 for change in less.values()),
        found,
    )


def _predictable(runs: Runs) -> Verdict:
    times = {name: float(runs[name].horizon.time) / TURN for name in (DRY, FRICTION, HYBRID, HALF)}  # type: ignore[union-attr]
    whole = min(runs[name].result.end for name in times) / TURN
    found = f"of {whole:.3g} turns these are predictable: " + ", ".join(
        f"{name} {turns:.3g}" for name, turns in times.items()
    )
    return verdict(
        all(value >= whole * (1 - 1e-9) for value in times.values()),
        all(value >= 0.5 for value in times.values()),
        found,
    )


def _driving(runs: Runs) -> Verdict:
    worst, said = 0.0, []
    for name in (DRY, FRICTION, HYBRID):
        result = runs[name].result
        worst = max(
            worst, float(np.abs(result.energy.balance).max() / np.ptp(result.energy.kinetic))
        )
        said.append(
            f"{name} "
            f"{words(over(runs[name], lambda run: peak(run, MOMENT, last_turns(run))), 'N m')}"
        )
    found = (
        f"peak moment: {', '.join(said)}; the energy balance closes to {worst:.1g} of the swing of "
        "kinetic energy"
    )
    return verdict(worst < 1e-6, worst < 1e-3, found)


def _sizes(name: str, fit: str, members: int = 16) -> Run:
    return Run(
        name,
        slider_crank(fit),
        TURNS * TURN,
        3 * TURN,
        {"output_step": 1e-5},
        members,
        ensemble={"output_step": 2e-5},
    )


PAPER = Paper(
    key="flores2004",
    citation="Flores2004",
    title="Dynamic analysis for planar multibody mechanical systems with lubricated joints",
    runs=(
        Run(IDEAL, slider_crank("ideal"), TURNS * TURN, 3 * TURN, {"output_step": 1e-5}, reference=True),
        _sizes(DRY, "clearance"),
        _sizes(FRICTION, "clearance-friction"),
        _sizes(HYBRID, "lubricated-full"),
        _sizes(HALF, "lubricated"),
        Run(FLIGHT, slider_crank("clearance"), 2e-4, 2e-4, {"output_times": [2e-4]}, horizon=False),
        Run(FOUND, slider_crank("clearance"), TURN, TURN, {"output_step": 1e-4}, horizon=False),
        Run(
            DEEP, slider_crank("clearance"), TURN, TURN,
            {"output_step": 1e-4, "contact_start": "reject", "penetration_tolerance": 1e-4}, horizon=False,
        ),
    ),
    figures=(
        Figure("fig10", "forces of film and dry contact, and the hybrid of both, at 0.1 m/s towards the wall", (), _forces, (9, 4.2)),
        Figure("fig12", "slider without friction, last two turns", (IDEAL, DRY), _motion(DRY), (9, 4.2)),
        Figure("fig13", "crank moment and journal path without friction, last two turns", (IDEAL, DRY), _load(DRY), (9, 4.6)),
        Figure("fig14", "slider with friction, last two turns", (IDEAL, FRICTION), _motion(FRICTION), (9, 4.2)),
        Figure("fig15", "crank moment and journal path with friction, last two turns", (IDEAL, FRICTION), _load(FRICTION), (9, 4.6)),
        Figure("fig16", "slider with film, last two turns", (IDEAL, HYBRID), _motion(HYBRID), (9, 4.2)),
        Figure("fig17", "crank moment and journal path with film, last two turns", (IDEAL, HYBRID), _load(HYBRID), (9, 4.6)),
    ),
    claims=(
        Claim(
            "constant velocity", "Section 5, Fig. 12a", "acceleration of the slider in free flight",
            "Horizontal lines in the velocity: the slider keeps its velocity while the journal flies freely.", (DRY,), _flight, ROD,
            certain="nothing else than the journal acts on the slider along its guide, so this is Newton's first law",
        ),
        Claim(
            "steps of velocity", "Section 5, Fig. 12a", "change of the slider's velocity in impacts",
            "Impacts change the velocity suddenly; the curve has steps.", (IDEAL, DRY), _steps, ROD,
        ),
        Claim(
            "smooth changes", "Section 5, Fig. 12", "share and acceleration of following",
            "Smooth changes of velocity and acceleration show where the journal follows the wall.", (DRY,), _smooth, ROD,
        ),
        Claim(
            "peaks, then nothing", "Section 5, Fig. 12b", "peak acceleration, and what comes after an impact",
            "Impacts are high peaks of acceleration, at once followed by zero acceleration in free flight.", (IDEAL, DRY), _peaks, ROD,
        ),
        Claim(
            "moment of the crank", "Section 5, Fig. 13a", "peak moment that keeps the crank's speed",
            "The peaks of the moment come from the impacts.", (IDEAL, DRY), _moment, ROD,
        ),
        Claim(
            "three kinds of motion", "Section 5, Fig. 13b", "shares of free flight, impact and following",
            "The path shows free flight, impact with rebound and continuous contact.", (DRY,), _kinds, ROD,
        ),
        Claim(
            "penetration", "Section 5, Fig. 13b", "greatest penetration over clearance",
            "Penetration is visible as points outside the circle of the clearance.", (DRY,), _penetration, ROD,
        ),
        Claim(
            "size of steps", "Sections 3.5 and 5, Fig. 13b", "integration steps per time",
            "Steps are small in contact and large in free flight.", (DRY, FLIGHT), _step_size, "Counted with our Adams method.",
        ),
        Claim(
            "detection of contact", "Sections 3.5 and 6", "peak forces when the begin of contact is found late",
            "The solution is very sensitive to how contact is detected; noticing it late gives deep penetration and wrong forces.",
            (FOUND, DEEP), _detection, "Late means 0.1 mm deep, a fifth of the clearance.",
        ),
        Claim(
            "friction lowers the peaks", "Section 5, Figs 14 and 15", "peak acceleration of the slider",
            "Friction reduces the peaks that impacts cause.", (DRY, FRICTION),
            _calmer(_acceleration, "peak acceleration", "km/s²", 1e-3, FRICTION), SPEEDS,
        ),
        Claim(
            "friction keeps contact", "Section 5, Fig. 15b", "share of time in contact",
            "With friction the journal follows the wall during the whole simulation.", (FRICTION,), _continuous, SPEEDS,
        ),
        Claim(
            "film like friction", "Section 5, Figs 16 and 17", "peaks, contact and number of contacts",
            "The hybrid model behaves qualitatively like dry contact with friction.", (DRY, FRICTION, HYBRID), _alike, WIDTHS,
        ),
        Claim(
            "film as a damper", "Section 5, Figs 16 and 17", "number of contacts and fastest approach",
            "The lubricant acts like a damper and reduces the level of impacts.", (DRY, HYBRID, HALF), _damper, WIDTHS,
        ),
        Claim(
            "too little is lost", "Section 6", "peak acceleration and energy lost per turn",
            "Without friction peaks are unrealistically high because too little energy is dissipated.",
            (IDEAL, DRY, FRICTION, HYBRID), _too_low, f"{SPEEDS} {WIDTHS}",
        ),
        Claim(
            "forces are reduced", "Section 6", "peak force of the joint",
            "Friction or the hybrid model reduces the impact forces considerably.", (DRY, FRICTION, HYBRID, HALF), _reduced,
            f"{SPEEDS} {WIDTHS} Considerably: by 30 % or more.",
        ),
        Claim(
            "predictable response", "Section 6", "horizon of prediction",
            "Systems with clearance joints can have a predictable response.", (DRY, FRICTION, HYBRID, HALF), _predictable, ROD,
        ),
        Claim(
            "driving moment", "Section 6", "moment of the crank and balance of energy",
            "The method gives the variation of the driving moment.", (DRY, FRICTION, HYBRID), _driving, ROD,
            certain="every method with a driver gives its moment",
        ),
    ),
)  # fmt: skip
