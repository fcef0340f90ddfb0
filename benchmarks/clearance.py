"""The four-bar of [Marques2017] with a loose ball joint: gudgeon, SciPy's DOP853 and EXUDYN at equal accuracy.

The error is that of any centre of mass at the end, after 2 s, against a run of gudgeon at rtol 1e-12. A setting counts if
it and all tighter ones are accurate enough. The fastest of these is timed, in turns with the other program. Times are processor
times of the integration alone: models are built, compiled and warmed up before.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from importlib.util import find_spec
from time import process_time
from typing import Any

import numpy as np

import gudgeon as gd

from .table import Row

DURATION = 2.0  # [s]
ROUNDS = 5


@dataclass(frozen=True)
class Run:
    """What one integration cost, and where it ended."""

    seconds: float
    end: np.ndarray  # (bodies, 3) [m]
    steps: int
    evaluations: int

    def error(self, reference: "Run") -> float:
        """Return the largest deviation of a coordinate at the end [m]."""
        return float(np.abs(self.end - reference.end).max()) if np.isfinite(self.end).all() else np.inf


class Stopwatch:
    """Notes the processor time at every report of progress; the first comes after some 500 evaluations."""

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


def own(mechanism: gd.Mechanism, rtol: float, *, duration: float = DURATION, **options: Any) -> Run:
    """Integrate with gudgeon."""
    watch = Stopwatch()
    result = gd.simulate(mechanism, duration, rtol=rtol, output_times=[duration], progress=watch, **options)
    end = np.stack([result.body(body.name).position[-1] for body in mechanism.bodies])
    return Run(watch.seconds, end, result.statistics["steps"], result.statistics["evaluations"])


def fastest(run: Callable[[Any], Run], settings: Iterable[Any], reference: Run, accuracy: float) -> tuple[Any, Run] | None:
    """Return the cheapest setting, of those given from tight to loose, that is accurate enough as all tighter ones are."""
    found = []
    for setting in settings:
        one = run(setting)
        if one.error(reference) > accuracy:
            break
        found.append((setting, one))
    return min(found, key=lambda pair: pair[1].seconds, default=None)


def in_turns(*runs: Callable[[], Run]) -> list[Run]:
    """Run all several times, one after the other; return the fastest of each."""
    rounds = [[run() for run in runs] for _ in range(ROUNDS)]
    return [min(each, key=lambda one: one.seconds) for each in zip(*rounds, strict=True)]


def row(what: str, run: Run, reference: Run) -> Row:
    """Return the line of one program."""
    work = f"{run.steps} steps, {run.evaluations} evaluations, error {run.error(reference):.1e} m"
    return Row(f"{what}: {work}", f"{1e3 * run.seconds:.3g} ms")


def ratio(what: str, other: Run, mine: Run, target: float) -> Row:
    """Return how many times slower the other program is."""
    value = other.seconds / mine.seconds
    return Row(f"  {what}", f"{value:.3g}", f">= {target:g}", value >= target)


def scipy_dop853() -> list[Row]:
    """SciPy's DOP853 on the same right-hand side, with events that begin and end contacts; error 1e-6 m."""
    from .scipy_contact import Contacts

    mechanism, accuracy = loose(gd.Threlfall(mu_k=0.1, v_1=1e-3)), 1e-6
    reference = own(mechanism, 1e-12)
    contacts = Contacts(mechanism)

    def theirs(rtol: float) -> Run:
        return Run(*contacts.solve(DURATION, rtol))

    chosen = []
    for run in (lambda rtol: own(mechanism, rtol), theirs):
        best = fastest(run, np.geomspace(1e-7, 1e-2, 11), reference, accuracy)
        if best is None:
            raise RuntimeError("a tolerance of 1e-7 is not enough for 1e-6 m")
        chosen.append(best[0])
    mine, other = in_turns(lambda: own(mechanism, chosen[0]), lambda: theirs(chosen[1]))
    return [
        row(f"four-bar with clearance and friction, gudgeon at rtol {chosen[0]:.2g}", mine, reference),
        row(f"the same right-hand side, DOP853 of SciPy at rtol {chosen[1]:.2g}", other, reference),
        ratio("SciPy / gudgeon", other, mine, 8),
    ]


def exudyn() -> list[Row]:
    """EXUDYN's ball in a hollow sphere, with the fastest of its solvers that keeps 1e-5 m."""
    if not find_spec("exudyn"):
        return [Row("four-bar with clearance: exudyn", "not installed")]
    from . import exudyn_contact

    mechanism, accuracy = loose(gd.Coulomb(mu_k=0.1, v_1=1e-3)), 1e-5  # EXUDYN has no other law of friction here
    reference = own(mechanism, 1e-12)
    rtol, _ = fastest(lambda rtol: own(mechanism, rtol), np.geomspace(1e-6, 1e-2, 9), reference, accuracy) or (1e-6, None)
    found = []
    for name, settings in exudyn_contact.SETTINGS.items():
        best = fastest(lambda setting: exudyn_contact.solve(mechanism, DURATION, *setting), settings, reference, accuracy)
        if best is not None:
            found.append((best[1].seconds, name, best[0]))
    if not found:
        return [Row("four-bar with clearance: exudyn", "not accurate")]
    _, name, setting = min(found)
    mine, other = in_turns(lambda: own(mechanism, rtol), lambda: exudyn_contact.solve(mechanism, DURATION, *setting))
    return [
        row(f"four-bar with clearance and friction as EXUDYN has it, gudgeon at rtol {rtol:.2g}", mine, reference),
        row(f"the same, exudyn: {name}", other, reference),
        ratio("exudyn / gudgeon", other, mine, 100),
    ]


def contact_start() -> list[Row]:
    """Starts of contacts located, and steps rejected until they penetrate less than a tolerance: evaluations and error."""
    mechanism, duration = loose(gd.Threlfall(mu_k=0.1, v_1=1e-3)), 0.2  # the time of impacts; later the ball stays on its wall
    rules: dict[str, dict[str, Any]] = {"located": {}}
    rules |= {f"rejected above {p:g} m": {"contact_start": "reject", "penetration_tolerance": p} for p in (1e-7, 1e-9)}
    reference = own(mechanism, 1e-13, duration=duration, method="dop853")
    rows = []
    for rtol in (1e-8, 1e-10):
        runs = {rule: own(mechanism, rtol, duration=duration, **options) for rule, options in rules.items()}
        exact = runs["located"]
        for rule, run in runs.items():
            what = f"four-bar with clearance and friction, {duration:g} s, rtol {rtol:g}, contacts {rule}"
            rows.append(Row(f"{what}: {run.evaluations} evaluations", f"{run.error(reference):.2g} m"))
            if run is not exact:
                worse, dearer = run.error(reference) / exact.error(reference), run.evaluations / exact.evaluations
                rows.append(Row(f"  against location: {dearer:.2f} times the evaluations, error", f"{worse:.3g} times"))
    return rows
