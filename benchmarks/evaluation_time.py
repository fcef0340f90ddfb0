"""How long one evaluation of the equations of motion takes, of a mechanism that is assembled once.

On a machine that others use, too, the best of many short bursts in turns is what the code costs; a
long one is always interrupted.
"""

from time import perf_counter

import numpy as np

from gudgeon.assembly.assemble import Assembly
from gudgeon.kernels.measures import evaluate_often

BURSTS = 25
LENGTH = 2e-3  # [s] of a burst


class Evaluations:
    """An assembled mechanism at its start, to be evaluated again and again."""

    def __init__(self, assembly: Assembly) -> None:
        self.system, self.work, self.y = assembly.system, assembly.work(), assembly.y.copy()
        self.f, self.best = np.zeros_like(self.y), np.inf
        self.seconds(1)  # compile
        self.repeats = max(1, int(LENGTH / min(self.seconds(3), self.seconds(3))))

    def seconds(self, repeats: int) -> float:
        """Return the time of one evaluation in a burst of some [s]."""
        begin = perf_counter()
        evaluate_often(self.system, self.work, self.y, self.f, repeats)
        return (perf_counter() - begin) / repeats

    def burst(self) -> None:
        """Keep the time of one evaluation in a burst, if it is the best so far."""
        self.best = min(self.best, self.seconds(self.repeats))


def in_turns(*assemblies: Assembly) -> list[float]:
    """Return the time of one evaluation of each, in turns [s]."""
    evaluations = [Evaluations(assembly) for assembly in assemblies]
    for _ in range(BURSTS):
        for each in evaluations:
            each.burst()
    return [each.best for each in evaluations]
