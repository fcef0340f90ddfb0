"""The four-bar of [Marques2017] with a loose ball joint: gudgeon, SciPy's DOP853 and EXUDYN at
equal accuracy.

The error is the largest of any centre of mass at 201 times of the run: at the end alone, friction
has wiped out what the impacts were wrong. It is measured against gudgeon at rtol 1e-12. A setting
counts if it and all tighter ones are accurate enough. The fastest of these is timed, in turns with
the other program. Times are processor times of the integration alone: models are built, compiled
and warmed up before.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import partial
from importlib.util import find_spec
from itertools import product
from time import process_time
from typing import Any

import numpy as np

import gudgeon as gd
from gudgeon.simulation.coordinates import COORDINATES

from .table import Row

DURATION = 2.0  # [s]
SAMPLES = 200  # intervals between the times at which errors are looked at
ROUNDS = 5


@dataclass(frozen=True)
class Run:
    """What one integration cost, and what came out."""

    seconds: float
    times: np.ndarray  # (rows,) [s]
    positions: np.ndarray  # (rows, bodies, 3) [m]
    steps: int
    evaluations: int


class Stopwatch:
    """Notes the processor time at every report of progress; the first comes after some 500
    evaluations.
    """

    def __init__(self) -> None:
        self.notes: list[tuple[float, int]] = []

    def __call__(self, t: float, duration: float, statistics: dict[str, Any]) -> None:
        self.notes.append((process_time(), statistics["evaluations"]))

    @property
    def seconds(self) -> float:
        """Processor time of all evaluations, as those after the first report need it [s]."""
        (begin, before), (end, after) = self.notes[0], self.notes[-1]
        return (end - begin) * after / (after - before)


def loose(friction: gd.FrictionLaw | None) -> gd.Mechanism:
    """Return the four-bar with the clearance of the paper, 0.2 mm, and this friction in joint C."""
    mechanism = gd.library("four-bar", C="clearance")
    fit = mechanism.joint("C").fit
    return mechanism.with_fit("C", gd.Clearance(contact=fit.contact, friction=friction))


def sampled(duration: float) -> np.ndarray:
    """Return the times at which errors are looked at."""
    return np.linspace(0.0, duration, SAMPLES + 1)


def own(mechanism: gd.Mechanism, rtol: float, *, times: np.ndarray, **options: Any) -> Run:
    """Integrate with gudgeon; write positions at these times."""
    watch = Stopwatch()
    result = gd.simulate(
        mechanism, float(times[-1]), rtol=rtol, output_times=times, progress=watch, **options
    )
    positions = np.stack([result.body(body.name).position for body in mechanism.bodies], axis=1)
    return Run(
        watch.seconds,
        times,
        positions,
        result.statistics["steps"],
        result.statistics["evaluations"],
    )


class Truth:
    """What a mechanism does, at any times."""

    def __init__(self, mechanism: gd.Mechanism, rtol: float = 1e-12, **options: Any) -> None:
        self._run, self._known = partial(own, mechanism, rtol, **options), dict[bytes, np.ndarray]()

    def error(self, run: Run) -> float:
        """Return the largest deviation of a coordinate in a run [m]."""
        if not np.isfinite(run.positions).all():
            return np.inf
        key = run.times.tobytes()
        if key not in self._known:
            self._known[key] = self._run(times=run.times).positions
        return float(np.abs(run.positions - self._known[key]).max())


def fastest(
    run: Callable[[Any], Run], settings: Iterable[Any], truth: Truth, accuracy: float
) -> tuple[Any, Run] | None:
    """Return the cheapest setting, of those given from tight to loose, that is accurate enough
    as all tighter ones are.
    """
    found = []
    for setting in settings:
        outcome = run(setting)
        if truth.error(outcome) > accuracy:
            break
        found.append((setting, outcome))
    return min(found, key=lambda pair: pair[1].seconds, default=None)


def in_turns(*runs: Callable[[], Run]) -> list[Run]:
    """Run all several times, one after the other; return the fastest of each."""
    rounds = [[run() for run in runs] for _ in range(ROUNDS)]
    return [min(each, key=lambda run: run.seconds) for each in zip(*rounds, strict=True)]


def row(what: str, run: Run, truth: Truth) -> Row:
    """Return the line of one program."""
    work = f"{run.steps} steps, {run.evaluations} evaluations, error {truth.error(run):.1e} m"
    return Row(f"{what}: {work}", f"{1e3 * run.seconds:.3g} ms")


def ratio(what: str, other: Run, mine: Run, target: float) -> Row:
    """Return how many times slower the other program is."""
    value = other.seconds / mine.seconds
    return Row(f"  {what}", f"{value:.3g}", f">= {target:g}", value >= target)


def scipy_dop853() -> list[Row]:
    """SciPy's DOP853 on the same right-hand side, with events that begin and end contacts; error
    1e-6 m.
    """
    from .scipy_contact import Contacts

    mechanism, accuracy, times = loose(gd.Threlfall(mu_k=0.1, v_1=1e-3)), 1e-6, sampled(DURATION)
    truth, contacts = Truth(mechanism), Contacts(mechanism)

    def mine(rtol: float) -> Run:
        return own(mechanism, rtol, times=times)

    def theirs(rtol: float) -> Run:
        return Run(*contacts.solve(times, rtol))

    chosen = []
    for run in (mine, theirs):
        best = fastest(run, np.geomspace(1e-8, 1e-2, 13), truth, accuracy)
        if best is None:
            raise RuntimeError("a tolerance of 1e-8 is not enough for 1e-6 m")
        chosen.append(best[0])
    first, second = in_turns(lambda: mine(chosen[0]), lambda: theirs(chosen[1]))
    return [
        row(f"four-bar with clearance and friction, gudgeon at rtol {chosen[0]:.2g}", first, truth),
        row(f"the same right-hand side, DOP853 of SciPy at rtol {chosen[1]:.2g}", second, truth),
        ratio("SciPy / gudgeon", second, first, 8),
    ]


def against_exudyn(what: str, mechanism: gd.Mechanism, duration: float, target: float) -> list[Row]:
    """EXUDYN's ball in a hollow sphere, with the fastest of its solvers that keeps 1e-5 m; ours in the
    faster coordinates, with contacts held or followed.
    """
    from . import exudyn_contact

    accuracy, times, truth = 1e-5, sampled(duration), Truth(mechanism)
    mine: tuple[float, float, dict[str, Any]] | None = None
    for coordinates, hold in product(COORDINATES, (False, True)):
        options: dict[str, Any] = {"coordinates": coordinates, "hold": hold}
        best = fastest(
            partial(own, mechanism, times=times, **options),
            np.geomspace(1e-8, 1e-2, 13),
            truth,
            accuracy,
        )
        if best is not None and (mine is None or best[1].seconds < mine[0]):
            mine = (best[1].seconds, best[0], options)
    found = []
    for name, settings in exudyn_contact.settings(duration).items():
        best = fastest(
            lambda setting: exudyn_contact.solve(mechanism, times, *setting),
            settings,
            truth,
            accuracy,
        )
        if best is not None:
            found.append((best[1].seconds, name, best[0]))
    if mine is None or not found:
        return [
            Row(f"{what}: {'gudgeon' if mine is None else 'exudyn'}", "not accurate", "", False)
        ]
    (_, name, setting), (_, rtol, options) = min(found), mine
    first, second = in_turns(
        lambda: own(mechanism, rtol, times=times, **options),
        lambda: exudyn_contact.solve(mechanism, times, *setting),
    )
    return [
        row(
            f"{what}, gudgeon at rtol {rtol:.2g}, {options['coordinates']} coordinates"
            f"{', held' if options['hold'] else ''}",
            first,
            truth,
        ),
        row(f"the same, exudyn: {name}", second, truth),
        ratio("exudyn / gudgeon", second, first, target),
    ]


def exudyn() -> list[Row]:
    """With friction as EXUDYN has it, where the ball soon stays on its wall; without friction,
    impact after impact, while predictable.
    """
    if not find_spec("exudyn"):
        return [Row("four-bar with clearance: exudyn", "not installed")]
    return [
        *against_exudyn(
            "four-bar with clearance and friction of Coulomb, 2 s",
            loose(gd.Coulomb(mu_k=0.1, v_1=1e-3)),
            DURATION,
            140.0,
        ),
        *against_exudyn("four-bar with clearance without friction, 0.2 s", loose(None), 0.2, 110.0),
    ]


def contact_start() -> list[Row]:
    """Starts of contacts located, and steps rejected until they penetrate less than a tolerance:
    evaluations and error.
    """
    # the time of impacts; later the ball stays on its wall
    mechanism, times = loose(gd.Threlfall(mu_k=0.1, v_1=1e-3)), sampled(0.2)
    rules: dict[str, dict[str, Any]] = {"located": {}}
    rules |= {
        f"rejected above {p:g} m": {"contact_start": "reject", "penetration_tolerance": p}
        for p in (1e-7, 1e-9)
    }
    truth = Truth(mechanism, 1e-13, method="dop853")
    rows = []
    for rtol in (1e-8, 1e-10):
        runs = {
            rule: own(mechanism, rtol, times=times, **options) for rule, options in rules.items()
        }
        exact = runs["located"]
        for rule, run in runs.items():
            what = (
                f"four-bar with clearance and friction, {times[-1]:g} s, rtol {rtol:g}, contacts "
                f"{rule}"
            )
            rows.append(Row(f"{what}: {run.evaluations} evaluations", f"{truth.error(run):.2g} m"))
            if run is not exact:
                worse, dearer = (
                    truth.error(run) / truth.error(exact),
                    run.evaluations / exact.evaluations,
                )
                rows.append(
                    Row(
                        f"  against location: {dearer:.2f} times the evaluations, error",
                        f"{worse:.3g} times",
                    )
                )
    return rows
