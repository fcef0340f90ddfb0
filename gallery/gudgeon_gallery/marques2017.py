"""Spatial mechanisms with frictional spherical clearance joints [Marques2017]: what the paper
claims, and the rules that judge it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

import numpy as np

from gudgeon.results.result import Result

from . import four_bar_figures as draw
from .description import Claim, Figure, Paper, Verdict
from .four_bar import (  # fmt: skip
    CLEARANCES,
    COEFFICIENTS,
    FREE,
    FRICTION,
    IDEAL,
    MODELS,
    RUNS,
    A,
    Runs,
    V,
    Z,
    cost,
    evaluations,
    label,
    slow_sliding,
)
from .statistics import (
    Span,
    below,
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

STIFFNESS = (
    "Stiffness from R_i R_j/(R_i - R_j), where the paper prints a plus; socket on the coupler."
)
TABLE = "Second Euler parameter of the coupler 0.0675, where the paper prints 0.6747."
SLIDING = (
    "Friction by the velocities of the material points; those of the paper's eq. 5 have no sliding "
    "in them."
)
COUNTED = (
    "Counted once with our own choice of method and once with backward differences; the paper used "
    "ode15s."
)


def _whole(result: Result) -> tuple[float, float]:
    return 0.0, result.end


def _speed(result: Result) -> float:
    return peak(result, V, _whole(result))


def _acceleration(result: Result) -> float:
    """Return the rocker's greatest acceleration [m/s²] at any step: rows of output would miss
    impacts.
    """
    return result.peaks["body:rocker"].value


def _lost(result: Result) -> float:
    return float(result.energy.lost[-1])


def _flying(result: Result) -> float:
    return 1.0 - touching(result, "C", _whole(result))


def _hits(result: Result) -> np.ndarray:
    """Return the peak forces [N] of the contacts that are impacts and rebound."""
    mine = result.impacts.for_joint("C")
    return mine["peak_force"][
        np.isfinite(mine["end"])
        & (mine["approach_speed"] > result.mechanism.joint("C").fit.min_approach_speed)  # type: ignore[union-attr]
    ]


def _rebounds(result: Result) -> float:
    return float(len(_hits(result)))


def _settled(result: Result) -> float:
    """Return when the last contact begins, after which the ball stays on the socket [s]."""
    return float(result.impacts.for_joint("C")["start"].max(initial=0.0))


def _swings(result: Result) -> float:
    """Return how often the velocity of the rocker turns back: changes of sign of its
    acceleration.
    """
    return float(np.count_nonzero(np.diff(np.sign(result.channel(A).values))))


def _deviation(runs: Runs, channel: str = Z) -> Callable[[Result], float]:
    """Return the root mean square of the way from the ideal mechanism, over the range of that,
    as a number of a result.
    """
    ideal = runs[IDEAL].result
    swing = float(np.ptp(ideal.channel(channel).values))

    def number(result: Result) -> float:
        away = result.channel(channel).values - np.interp(
            result.t, ideal.t, ideal.channel(channel).values
        )
        return float(np.sqrt(np.mean(away**2))) / swing

    return number


def _said(
    runs: Runs,
    names: Mapping[str, object],
    number: Callable[[Result], float],
    kind: str,
    unit: str = "",
    scale: float = 1.0,
) -> str:
    return ", ".join(
        f"{label(name, kind)} {words(over(runs[name], number), unit, scale)}" for name in names
    )


def _rising(runs: Runs, names: Mapping[str, object], number: Callable[[Result], float]) -> bool:
    """Whether the means of a number rise from run to run."""
    return bool(np.all(np.diff([over(runs[name], number).mean() for name in names]) > 0))


# -- ideal, frictionless, friction -----------------------------------------------------------------


def _affects(runs: Runs) -> Verdict:
    """Ask whether position, velocity and acceleration all differ by 5 % from those with an ideal
    joint, in most members.
    """
    said, large = [], []
    for name in (FREE, FRICTION):
        away = {channel: over(runs[name], _deviation(runs, channel)) for channel in (Z, V, A)}
        told = ", ".join(
            f"{channel.split('.')[1]} {words(100 * deviation)} %"
            for channel, deviation in away.items()
        )
        said.append(f"{name}: {told}")
        large += [most(deviation > 0.05) for deviation in away.values()]
    return verdict(
        all(large),
        any(large),
        f"root mean square distance from the ideal joint over its range: {'; '.join(said)}",
    )


def _oscillates(runs: Runs) -> Verdict:
    count = {name: over(runs[name], _swings) for name in (IDEAL, FREE, FRICTION)}
    found = "the velocity turns back " + ", ".join(
        f"{words(number)} times ({name})" for name, number in count.items()
    )
    return verdict(
        all(below(count[name], count[FREE]) for name in (IDEAL, FRICTION)),
        count[FREE].mean() > count[FRICTION].mean(),
        found,
    )


def _chaotic(runs: Runs) -> Verdict:
    free, friction = (float(runs[name].horizon.time) for name in (FREE, FRICTION))  # type: ignore[union-attr]
    end = runs[FREE].result.end
    found = (
        f"predictable for {free:.3g} s without and {friction:.3g} s with friction, of {end:.3g} s"
    )
    return verdict(free < 0.5 * end and friction >= end, free < friction, found)


def _larger(runs: Runs) -> Verdict:
    """Ask for 10 % more velocity and acceleration than with an ideal joint, with and without
    friction.
    """
    ideal = (_speed(runs[IDEAL].result), _acceleration(runs[IDEAL].result))
    ratios = {
        name: [
            over(runs[name], measure) / size
            for measure, size in zip((_speed, _acceleration), ideal, strict=True)
        ]
        for name in (FREE, FRICTION)
    }
    found = "; ".join(
        f"{name}: peak velocity {words(v)} times, peak acceleration {words(a)} times the ideal"
        for name, (v, a) in ratios.items()
    )
    large = [most(name > 1.1) for pair in ratios.values() for name in pair]
    return verdict(all(large), any(large), found)


def _ups_and_downs(result: Result) -> float:
    """Return how far the rocker's acceleration goes up and down in all [m/s²]."""
    return float(np.abs(np.diff(result.channel(A).values)).sum())


def _smoother(runs: Runs) -> Verdict:
    """A smoother motion has an acceleration that goes up and down less in all, over the whole
    run.
    """
    ways = {name: over(runs[name], _ups_and_downs) for name in (IDEAL, FREE, FRICTION)}
    found = "ups and downs of the acceleration in all: " + ", ".join(
        f"{name} {words(value, 'm/s²')}" for name, value in ways.items()
    )
    return verdict(
        below(ways[FRICTION], ways[FREE]), ways[FRICTION].mean() < ways[FREE].mean(), found
    )


def _dissipates(runs: Runs) -> Verdict:
    free, friction = (over(runs[name], _lost) for name in (FREE, FRICTION))
    found = f"lost: {words(friction, 'mJ', 1e3)} with, {words(free, 'mJ', 1e3)} without friction"
    return verdict(below(free, friction), friction.mean() > free.mean(), found)


def _early(runs: Runs) -> Verdict:
    """Main impacts come first if contacts are the weaker the later they begin: by the rank
    correlation of force and time.

    It holds below -0.5, in part if the correlation is negative at least.
    """
    from scipy.stats import spearmanr

    fall, said = {}, []
    for name in (FREE, FRICTION):
        ranks = []
        for run in members(runs[name]):
            mine = run.impacts.for_joint("C")
            ranks.append(
                spearmanr(mine["start"], mine["peak_force"]).statistic if len(mine) > 2 else 0.0
            )
        fall[name] = np.array(ranks)
        first = over(runs[name], _strongest)
        said.append(
            f"{name}: rank correlation {words(fall[name])}, the strongest contact begins at "
            f"{words(first, 's')}"
        )
    return verdict(
        all(most(value < -0.5) for value in fall.values()),
        all(most(value < 0) for value in fall.values()),
        "; ".join(said),
    )


def _strongest(result: Result) -> float:
    """Return when the strongest contact begins [s]."""
    mine = result.impacts.for_joint("C")
    return float(mine["start"][int(mine["peak_force"].argmax())]) if len(mine) else 0.0


def _more_impacts(runs: Runs) -> Verdict:
    free, friction = (over(runs[name], _rebounds) for name in (FREE, FRICTION))
    found = f"impacts with rebound: {words(free)} without, {words(friction)} with friction"
    return verdict(below(friction, free), free.mean() > friction.mean(), found)


def _promotes(runs: Runs) -> Verdict:
    free, friction = (
        over(runs[name], lambda run: mode_share(run, "C", "following", _whole(run)))
        for name in (FREE, FRICTION)
    )
    found = (
        f"following takes {words(100 * friction)} % of the time with and {words(100 * free)} % "
        "without friction"
    )
    return verdict(below(free, friction), friction.mean() > free.mean(), found)


def _later(runs: Runs) -> Verdict:
    free, friction = (over(runs[name], _settled) for name in (FREE, FRICTION))
    found = (
        f"the last contact begins at {words(free, 's')} without and {words(friction, 's')} with "
        "friction"
    )
    return verdict(below(friction, free), free.mean() > friction.mean(), found)


def _closer(runs: Runs) -> Verdict:
    """Judge nearness to the ideal joint by position and by acceleration."""
    said, near = [], []
    for channel, text in ((Z, "position"), (A, "acceleration")):
        free, friction = (over(runs[name], _deviation(runs, channel)) for name in (FREE, FRICTION))
        near.append(below(friction, free))
        said.append(
            f"{text} {words(100 * friction)} % with and {words(100 * free)} % without friction"
        )
    return verdict(
        all(near),
        any(near),
        f"root mean square distance from the ideal joint over its range: {'; '.join(said)}",
    )


def _fewer_smaller(runs: Runs) -> Verdict:
    count = [over(runs[name], _rebounds) for name in (FRICTION, FREE)]
    size = [
        over(runs[name], lambda run: float(_hits(run).max(initial=0.0)))
        for name in (FRICTION, FREE)
    ]
    told = [
        f"{words(n)} impacts of at most {words(force, 'N')}"
        for n, force in zip(count, size, strict=True)
    ]
    found = f"{told[0]} with, {told[1]} without friction"
    less = [below(*pair) for pair in (count, size)]
    return verdict(all(less), any(less), found)


# -- studies ---------------------------------------------------------------------------------------


def _models_alike(runs: Runs) -> Verdict:
    """Compare z of every model with that of Threlfall's until all of them are predictable."""
    until = min(float(runs[name].horizon.time) for name in MODELS)  # type: ignore[union-attr]
    base = runs[FRICTION].result
    away = {}
    for name in MODELS:
        result = runs[name].result
        seen = rows_in(result, (0.0, until))
        z = np.interp(result.t[seen], base.t, base.channel(Z).values)
        away[name] = float(np.abs(result.channel(Z).values[seen] - z).max() / np.ptp(z))
    found = ", ".join(
        f"{label(name, 'model')} {100 * deviation:.2g} %"
        for name, deviation in away.items()
        if name != FRICTION
    )
    worst = max(away.values())
    return verdict(
        worst < 0.01,
        worst < 0.05,
        f"z differs from that with Threlfall friction by at most {found} of its range, up to "
        f"{until:.3g} s",
    )


def _static_peaks(runs: Runs) -> Verdict:
    """Compare the swings of the acceleration wherever sliding is slow: models with static friction
    against those without.

    It holds if both models with static friction swing less than both without, in part if they do on
    average.
    """
    spans = slow_sliding(runs[FRICTION].result)
    swing = {name: _mean_swing(runs[name].result, spans) for name in MODELS}
    static = [swing["piecewise linear"], swing["Bengisu-Akay"]]
    plain = [swing["Ambrosio"], swing[FRICTION]]
    told = ", ".join(f"{value:.3g} m/s² ({label(name, 'model')})" for name, value in swing.items())
    found = f"in {len(spans)} phases of slow sliding the acceleration swings by {told} on average"
    return verdict(max(static) < min(plain), sum(static) < sum(plain), found)


def _mean_swing(result: Result, spans: list[Span]) -> float:
    """Return the mean over some spans of time of how far the rocker's acceleration goes up and
    down [m/s²].
    """
    values = result.channel(A).values
    swings = [
        float(np.ptp(values[rows_in(result, span)]))
        for span in spans
        if rows_in(result, span).any()
    ]
    return float(np.mean(swings)) if swings else 0.0


def _to_ideal(runs: Runs) -> Verdict:
    """Judge nearness to the ideal joint by position and by peak acceleration."""
    nearer = [_rising(runs, CLEARANCES, _deviation(runs)), _rising(runs, CLEARANCES, _acceleration)]
    found = (
        "distance of z from the ideal joint over its range: "
        f"{_said(runs, CLEARANCES, _deviation(runs), 'clearance', '%', 100)}; "
        f"peak acceleration: {_said(runs, CLEARANCES, _acceleration, 'clearance', 'm/s²')}, "
        f"ideal {_acceleration(runs[IDEAL].result):.3g} m/s²; friction stays however small the "
        "clearance"
    )
    return verdict(all(nearer), any(nearer), found)


def _less_chaotic(runs: Runs) -> Verdict:
    """Ask for a shorter horizon and more free flight with more clearance; where nothing is
    chaotic only the latter can be seen.
    """
    times = [float(runs[name].horizon.time) for name in CLEARANCES]  # type: ignore[union-attr]
    told = ", ".join(
        f"{label(name, 'clearance')} {value:.3g} s"
        for name, value in zip(CLEARANCES, times, strict=True)
    )
    flight, horizon = (
        _rising(runs, CLEARANCES, _flying),
        bool(np.all(np.diff(times) <= 0)) and times[0] > times[-1],
    )
    found = (
        f"predictable for {told}; free flight: "
        f"{_said(runs, CLEARANCES, _flying, 'clearance', '%', 100)}"
    )
    return verdict(flight and horizon, flight or horizon, found)


def _monotone(
    names: Mapping[str, object],
    number: Callable[[Result], float],
    text: str,
    kind: str,
    unit: str,
    scale: float = 1.0,
) -> Callable[[Runs], Verdict]:
    """Return a judge: the mean of a number rises from run to run; in part if it does from the
    first to the last.
    """

    def judge(runs: Runs) -> Verdict:
        first, *_, last = (over(runs[name], number).mean() for name in names)
        return verdict(
            _rising(runs, names, number),
            bool(first < last),
            f"{text}: {_said(runs, names, number, kind, unit, scale)}",
        )

    return judge


def _amplifies(runs: Runs) -> Verdict:
    grows = [_rising(runs, CLEARANCES, number) for number in (_speed, _acceleration)]
    found = (
        f"peak velocity: {_said(runs, CLEARANCES, _speed, 'clearance', 'm/s')}; "
        f"peak acceleration: {_said(runs, CLEARANCES, _acceleration, 'clearance', 'm/s²')}"
    )
    return verdict(all(grows), any(grows), found)


# -- cost ------------------------------------------------------------------------------------------


def _counts(runs: Runs, name: str) -> tuple[float, float]:
    """Return the evaluations of a run with our own choice of method and with backward
    differences.
    """
    return float(over(runs[name], evaluations).mean()), evaluations(runs[cost(name)].result)


def _costs(
    names: tuple[str, ...], kind: str, rule: Callable[[np.ndarray], bool]
) -> Callable[[Runs], Verdict]:
    """Return a judge: a rule about numbers of evaluations; in part if only one of the two
    methods obeys it.
    """

    def judge(runs: Runs) -> Verdict:
        counts = np.array([_counts(runs, name) for name in names])
        obeyed = [bool(rule(column)) for column in counts.T]
        told = ", ".join(
            f"{label(name, kind) if kind else name} {rounded(first)} and {rounded(other)}"
            for name, (first, other) in zip(names, counts, strict=True)
        )
        return verdict(
            all(obeyed),
            any(obeyed),
            f"evaluations with our own choice of method and with backward differences: {told}",
        )

    return judge


def _costly(*names: str) -> tuple[str, ...]:
    return (*names, *(cost(name) for name in names))


JOINTS = (IDEAL, FREE, FRICTION)
GROUPS = {
    "joint": JOINTS,
    "model": tuple(MODELS),
    "clearance": tuple(CLEARANCES),
    "coefficient": tuple(COEFFICIENTS),
}
LOOSE = (FREE, FRICTION)

PAPER = Paper(
    key="marques2017",
    citation="Marques2017",
    title="A study on the dynamics of spatial mechanisms with frictional spherical clearance joints",
    runs=RUNS,
    figures=(
        Figure("fig3", "friction force models", (), draw.laws, (9, 5)),
        Figure("fig5", "rocker and energy with ideal joint, clearance, and clearance with friction", JOINTS, draw.joints, (9, 6)),
        Figure("fig6", "eccentricity over clearance", LOOSE, draw.eccentricity, (9, 4)),
        Figure("fig7", "phase portraits of the rocker", JOINTS, draw.portraits, (9, 9)),
        Figure("fig8", "influence of the friction model (Threlfall: 'friction')", tuple(MODELS), draw.study(MODELS, "model"), (9, 6)),
        Figure(
            "fig9", "influence of the clearance (0.2 mm: 'friction')", (*CLEARANCES, IDEAL),
            draw.study((*CLEARANCES, IDEAL), "clearance"), (9, 6),
        ),
        Figure(
            "fig10", "influence of the coefficient of friction (mu 0.1: 'friction')", tuple(COEFFICIENTS),
            draw.study(COEFFICIENTS, "coefficient"), (9, 6),
        ),
        Figure(
            "fig11", "evaluations of the equations of motion", _costly(*dict.fromkeys(name for group in GROUPS.values() for name in group)),
            draw.costs(GROUPS), (9, 6),
        ),
    ),
    claims=(
        Claim(
            "joint model matters", "Section 4, Fig. 5", "distance of the rocker's motion from that with an ideal joint",
            "How the joint is modelled changes the response significantly.", JOINTS, _affects,
            f"{STIFFNESS} {TABLE} Significantly: 5 % of the range, in each of the three quantities that the figure shows.",
        ),
        Claim(
            "more oscillations", "Section 4, Figs 5b and 5c", "changes of sign of the rocker's acceleration",
            "Without friction velocity and acceleration oscillate more.", JOINTS, _oscillates, STIFFNESS,
        ),
        Claim(
            "chaos without friction", "Section 4, Fig. 5; Section 5", "horizon of prediction",
            "Without friction the response becomes chaotic; friction stabilises it.", LOOSE, _chaotic, SLIDING,
        ),
        Claim(
            "larger velocities and accelerations", "Section 4, Fig. 5; Section 5", "peaks of velocity and acceleration",
            "Clearance gives significantly larger velocities and accelerations than an ideal joint.", JOINTS, _larger,
            f"{STIFFNESS} Significantly: 10 %.",
        ),
        Claim(
            "friction is smoother", "Section 4, Fig. 5", "ups and downs of the rocker's acceleration",
            "With friction the motion is smoother.", JOINTS, _smoother, SLIDING,
        ),
        Claim(
            "friction dissipates more", "Section 4, Fig. 5d", "energy lost until the end",
            "More mechanical energy is dissipated with friction.", LOOSE, _dissipates, SLIDING,
        ),
        Claim(
            "main impacts first", "Section 4, Fig. 6", "rank correlation of peak force and begin of contacts",
            "With and without friction the main impacts occur in the initial phase.", LOOSE, _early,
            "The paper does not say how long the initial phase is; no window is used.",
        ),
        Claim(
            "more impacts without friction", "Section 4, Fig. 6", "impacts that are followed by a rebound",
            "Without friction more impacts are followed by rebounds.", LOOSE, _more_impacts, STIFFNESS,
        ),
        Claim(
            "friction promotes contact", "Section 4, Fig. 6", "share of time in which the ball follows the socket",
            "Friction promotes continuous contact.", LOOSE, _promotes, SLIDING,
        ),
        Claim(
            "contact comes later without friction", "Section 4, Figs 6a, 7c and 7d", "begin of the last contact",
            "Without friction it takes longer until contact is permanent.", LOOSE, _later, STIFFNESS,
        ),
        Claim(
            "closer to ideal", "Section 4, Figs 7e and 7f", "distance from the ideal joint in position and acceleration",
            "With friction the behaviour is smoother and closer to that of the ideal joint.", JOINTS, _closer, SLIDING,
        ),
        Claim(
            "fewer and smaller impacts", "Section 4, Figs 7e and 7f", "number and greatest force of impacts",
            "Friction makes impacts fewer and smaller.", LOOSE, _fewer_smaller, SLIDING,
        ),
        Claim(
            "friction models alike", "Section 4, Fig. 8; Section 5", "difference of z between friction models",
            "The four friction models give quite similar responses.", tuple(MODELS), _models_alike, SLIDING,
        ),
        Claim(
            "static friction lowers peaks", "Section 4, Fig. 8d", "swing of the acceleration where sliding is slow",
            "Models with static friction have smaller peaks, in particular those of Ambrosio and Threlfall.", tuple(MODELS), _static_peaks,
            "The sentence contradicts itself: just these two have no static friction. Judged is its first half. The paper shows one "
            "detail and does not say when; all times are taken in which sliding is slow after contact is permanent.",
        ),
        Claim(
            "small clearance is ideal", "Section 4, Fig. 9", "distance of z from the ideal joint and peak acceleration",
            "With a very small clearance the response tends to that of the ideal joint.", (*CLEARANCES, IDEAL), _to_ideal, STIFFNESS,
        ),
        Claim(
            "small clearance is less chaotic", "Section 4, Fig. 9", "horizon and share of free flight",
            "The smaller the clearance, the less chaotic the behaviour.", tuple(CLEARANCES), _less_chaotic, STIFFNESS,
        ),
        Claim(
            "small clearance is more conservative", "Section 4, Fig. 9d", "energy lost until the end",
            "A smaller clearance makes the system more conservative.", tuple(CLEARANCES),
            _monotone(CLEARANCES, _lost, "lost", "clearance", "mJ", 1e3), SLIDING,
        ),
        Claim(
            "clearance amplifies", "Section 5", "peaks of velocity and acceleration",
            "A larger clearance amplifies velocity and acceleration.", tuple(CLEARANCES), _amplifies, STIFFNESS,
        ),
        Claim(
            "more friction dissipates more", "Section 4, Fig. 10; Section 5", "energy lost until the end",
            "The higher the coefficient of friction, the more energy is dissipated.", tuple(COEFFICIENTS),
            _monotone(COEFFICIENTS, _lost, "lost", "coefficient", "mJ", 1e3), SLIDING,
        ),
        Claim(
            "clearance costs", "Section 4, Fig. 11a", "evaluations of the equations of motion",
            "A joint with clearance costs more evaluations than an ideal one.", _costly(*JOINTS),
            _costs(JOINTS, "", lambda n: n[0] < min(n[1:])), COUNTED,
        ),
        Claim(
            "friction saves", "Section 4, Fig. 11a", "evaluations of the equations of motion",
            "Friction makes the simulation of the clearance more efficient.", _costly(*LOOSE),
            _costs(LOOSE, "", lambda n: n[1] < n[0]), COUNTED,
        ),
        Claim(
            "model does not matter for cost", "Section 4, Fig. 11b", "evaluations of the equations of motion",
            "The friction model makes no significant difference in efficiency.", _costly(*MODELS),
            _costs(tuple(MODELS), "model", lambda n: max(n) < 2 * min(n)), f"{COUNTED} Significant: a factor of two.",
        ),
        Claim(
            "clearance does not matter for cost", "Section 4, Fig. 11c", "evaluations of the equations of motion",
            "The size of the clearance makes no significant difference in efficiency.", _costly(*CLEARANCES),
            _costs(tuple(CLEARANCES), "clearance", lambda n: max(n) < 2 * min(n)), f"{COUNTED} Significant: a factor of two.",
        ),
        Claim(
            "little friction is slow", "Section 4, Fig. 11d", "evaluations of the equations of motion",
            "Lower coefficients of friction make the simulation slower.", _costly(*COEFFICIENTS),
            _costs(tuple(COEFFICIENTS), "coefficient", lambda n: bool(np.all(np.diff(n) < 0))), COUNTED,
        ),
    ),
)  # fmt: skip
