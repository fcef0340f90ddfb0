"""What a run says of itself when it has ended, in sentences: methods that it used, steps that
looked stiff, contacts that it held, and what may have stopped it.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from ..kernels.integrators import registered
from ..kernels.stepping.loop import SINGULAR_TOLERANCE
from ..kernels.stepping.peaks import FIRST_ROWS, OF_CONTACTS
from ..results.status import Status
from .diagnostics import laws_not_finite
from .held_contacts import notes_of

if TYPE_CHECKING:
    from .runner import Runner

STIFF_SHARE = 0.1  # of steps that looked stiff, from which on it is worth a word
# how runs end at a dead centre, at a stop, or where a force is too fast for the method
BEFORE_OBSTACLES = (
    Status.STEP_TOO_SMALL,
    Status.NOT_FINITE,
    Status.CANNOT_PROJECT,
    Status.NEWTON_FAILED,
    Status.RANK_LOST,
)


def course(methods: list[str]) -> str:
    """Return the methods of a run in the order in which they were used."""
    if len(methods) < 4:
        return " then ".join(methods)
    return f"{methods[0]} and {methods[1]} in turns"


def remarks_of(runner: Runner) -> tuple[str, ...]:
    """Return what was made of the description before the run: no warnings."""
    return (*runner.model_check.moved, *runner.model_check.redundant)


def warnings_of(runner: Runner) -> tuple[str, ...]:
    """Return what a user should know about the run."""
    model_check = runner.model_check
    sentences = [*filter(None, [model_check.locked, model_check.singular])]
    sentences += _accuracy(runner)
    if runner.status == Status.NOT_FINITE:
        sentences += laws_not_finite(
            model_check.mechanism, runner.layout, runner.system, runner.work
        )
    if runner.obstacle:
        sentences.append(runner.obstacle)
    return tuple(sentences)


def course_of(runner: Runner) -> tuple[str, ...]:
    """Return how it was integrated: methods that changed, steps that looked stiff, contacts held."""
    return (*_stiffness(runner), *notes_of(runner.run_record[0]))


def _stiffness(runner: Runner) -> Iterator[str]:
    """Say where forces were so fast that stability, not accuracy, limited the steps."""
    methods, method = runner.methods, runner.settings.method
    if len(methods) > 1:
        phases = methods.count(methods[1])
        times = "" if phases == 1 else f" {phases} times, in turns"
        yield f"the steps looked stiff with {methods[0]}; went on with {methods[1]}{times}"
    run = runner.run_record[0]
    stiff = int(run["stiff_steps"])
    limited = stiff > STIFF_SHARE * run["steps"]
    if limited and method != "auto" and not registered(method).implicit:
        yield (
            f"{stiff} of {run['steps']} steps looked stiff with {method}: a force far faster "
            "than the motion limits them; method='auto' or 'radau' needs fewer"
        )


def _accuracy(runner: Runner) -> Iterator[str]:
    """Say where rows are missing, and where steps were less accurate than asked for."""
    run, step = runner.run_record[0], runner.settings.step
    if run["added"] >= OF_CONTACTS * (FIRST_ROWS + run["output"]):
        yield (
            "so many contacts began that only the first have rows of their own: "
            f"{OF_CONTACTS * FIRST_ROWS}, and {OF_CONTACTS} for each interval of the output"
        )
    if relaxed := int(run["relaxed"]):
        yield (
            f"{relaxed} steps near singular positions were accepted with an error of up to "
            f"{SINGULAR_TOLERANCE:g}, more than the tolerance"
        )
    if step is not None and runner.status in BEFORE_OBSTACLES:
        yield (
            f"the fixed step of {step:g} s may be too long for forces that change within it; "
            "choose a shorter one, or method='auto'"
        )
