"""Results of random rows, for what is written to files."""

import numpy as np

from gudgeon.results.outcome import Outcome
from gudgeon.results.result import Result
from gudgeon.results.status import Status
from tests.support.synthetic_results import mechanism, plan


def noise(count: int, seed: int = 0) -> np.ndarray:
    """Return rows of all kinds of numbers, with zeros of both signs, infinities and no-numbers
    among them.
    """
    rng = np.random.default_rng(seed)
    block = rng.normal(size=(count, plan().width)) * 10.0 ** rng.integers(
        -300, 300, size=(count, plan().width)
    )
    block[:, 0] = np.arange(count)
    if count:
        block[-1, 1:5] = (np.nan, np.inf, -0.0, 5e-324)
    return block


def same(first: Result, second: Result) -> bool:
    """Whether two results hold the same bits."""
    assert first.layout == second.layout
    return all(
        np.asarray(first.data[v.name][:]).tobytes() == np.asarray(second.data[v.name][:]).tobytes()
        for v in first.layout.variables
    )


def of_rows(block: np.ndarray, statistics=None, notes=(), **more) -> Result:
    return Result(
        mechanism(),
        plan(),
        plan().split(block),
        Outcome(Status.COMPLETE, statistics or {}, notes),
        **more,
    )
