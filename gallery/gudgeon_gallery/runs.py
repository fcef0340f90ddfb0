"""Simulate what figures and claims of a paper need: every run once, its horizon and its
ensemble, on several processors.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from gudgeon._base.errors import InputError

from .description import Evidence, Paper, Run

Task = Callable[[Any], Any]  # is called with what to tell its progress to
# judges and curves take rows for equidistant, and papers count from their centred start on
EVEN: dict[str, Any] = {"output": "grid", "transient": 0}
QUICK_MEMBERS = 3  # of an ensemble in the quick setting, at most
AGAINST = "dop853"  # second integrator with which a curve must agree to be trusted
# options that a horizon, which needs no detail, does without
OUTPUT = ("output_step", "output_times")


@dataclass(frozen=True)
class Made:
    """What the runs of a paper gave: evidence, and a sentence for every run that failed; in
    which setting.
    """

    paper: Paper
    evidence: Mapping[str, Evidence]
    failures: Mapping[str, str]
    quick: bool

    def missing(self, runs: Iterable[str]) -> list[str]:
        """Return the sentences of those of the runs that failed."""
        return [f"{name}: {self.failures[name]}" for name in runs if name in self.failures]

    def has(self, runs: Iterable[str]) -> bool:
        """Whether all these runs were asked for, whatever became of them."""
        return all(name in self.evidence or name in self.failures for name in runs)


def make(
    paper: Paper,
    figures: Iterable[str] = (),
    *,
    quick: bool = False,
    workers: int | None = None,
    progress: bool = False,
) -> Made:
    """Simulate what some figures of a paper need; without any, all that its figures and claims
    need.

    ``quick`` shortens runs and ensembles. ``workers`` is how many simulations go on at the same
    time, by default as many as there are processors; the numbers do not depend on it. A run that
    fails is told and does not end the others.
    """
    wanted = _needed(paper, tuple(figures))
    tasks: dict[tuple[str, str], Task] = {}
    failures: dict[str, str] = {}
    for run in paper.runs:
        if run.name in wanted:
            try:
                tasks |= {(run.name, part): task for part, task in _tasks(run, quick).items()}
            except InputError as error:
                failures[run.name] = str(error)
    outcomes = _all(tasks, workers, progress)
    evidence = {}
    for name in [run.name for run in paper.runs if (run.name, "result") in tasks]:
        parts = {part: outcome for (owner, part), outcome in outcomes.items() if owner == name}
        if wrong := [
            str(outcome) for outcome in parts.values() if isinstance(outcome, Exception)
        ] or _failed_twins(parts.get("ensemble")):
            failures[name] = wrong[0]
        else:
            evidence[name] = Evidence(**parts)
    return Made(paper, evidence, failures, quick)


def _failed_twins(ensemble: Any) -> list[str]:
    """Return sentences about members of an ensemble that ended early: without them its
    statistics would be those of the lucky ones.
    """
    return (
        [f"member {k} of the ensemble: {sentence}" for k, sentence in ensemble.failed.items()]
        if ensemble is not None
        else []
    )


def _needed(paper: Paper, figures: tuple[str, ...]) -> set[str]:
    if figures:
        return {name for figure in paper.figures if figure.name in figures for name in figure.runs}
    return {
        name
        for runs in (
            *(figure.runs for figure in paper.figures),
            *(claim.runs for claim in paper.claims),
        )
        for name in runs
    }


def _tasks(run: Run, quick: bool) -> dict[str, Task]:
    """Return the pieces of work of a run; compile its laws here, not in several threads at once."""
    from gudgeon.assembly.initial_conditions import check_model
    from gudgeon.simulation.compilation import compile_core
    from gudgeon.simulation.simulate import simulate
    from gudgeon.studies.ensemble import ensemble
    from gudgeon.studies.predictability import horizon

    mechanism = run.mechanism()
    compile_core(run.options.get("method", "auto"), mechanism)
    check_model(mechanism)
    duration = run.quick if quick else run.duration
    members = min(run.members, QUICK_MEMBERS) if quick else run.members
    options = {**EVEN, **run.options}
    tasks: dict[str, Task] = {
        "result": lambda watch: simulate(mechanism, duration, progress=watch, **options)
    }
    if run.horizon and not run.reference:
        plain = {
            name: value for name, value in run.options.items() if name not in (*OUTPUT, "rtol")
        }
        tasks["horizon"] = lambda watch: horizon(
            mechanism, duration, against=AGAINST, workers=1, progress=watch, **plain
        )
    if members:
        similar = {**options, **run.ensemble}
        tasks["ensemble"] = lambda watch: ensemble(
            mechanism, members, duration=duration, workers=1, progress=watch, **similar
        )
    return tasks


def _all(
    tasks: Mapping[tuple[str, str], Task], workers: int | None, progress: bool
) -> dict[tuple[str, str], Any]:
    """Return what became of every task, which may be an exception; Ctrl-C ends all."""
    from gudgeon.results.result import SimulationError
    from gudgeon.simulation.progress import ProgressBar
    from gudgeon.studies.parallel import complete, run_all

    def safe(task: Task) -> Task:
        def do(watch: Any) -> Any:
            try:
                return task(watch)
            except (InputError, SimulationError) as error:
                return error

        return do

    with ProgressBar(words=_words) as bar:
        report = (lambda t, whole, _: bar(len(tasks) * t / whole, len(tasks))) if progress else None
        outcomes = complete(run_all([safe(task) for task in tasks.values()], workers, report))
    return dict(zip(tasks, outcomes, strict=True))


def _words(done: float, total: float, rate: float) -> str:
    from gudgeon.simulation.progress import clock

    remaining = f", {clock((total - done) / rate)} left" if rate > 0 else ""
    return f"{done:.0f} of {total:.0f} simulations{remaining}"
