"""Many runs at once, in threads of one process: the compiled stepping releases Python's lock,
so that they use several processors.
"""

import os
import threading
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import Future, ThreadPoolExecutor, wait
from typing import Any, TypeVar

from .._base.arguments import listener, whole_number
from .._base.interrupt import Interrupt
from ..model import Mechanism
from ..simulation.progress import Progress
from .arguments import compile_variant

T = TypeVar("T")
Task = Callable[[Progress], T]  # is called with what to tell its progress to
MAX_WORKERS = 1024  # more than any machine has processors
POLL = 0.1  # how often to look whether Ctrl-C was pressed [s]


class Stopped(Exception):  # noqa: N818 - no error
    """A run was told to end."""


def worker_count(workers: Any) -> int:
    """Return how many runs are made at the same time: what was asked for, by default as many as
    there are processors.
    """
    if workers is None:
        return os.cpu_count() or 1
    return min(whole_number(workers, "workers", least=1), MAX_WORKERS)


def run_all(
    tasks: Sequence[Task[T]], workers: int | None = None, progress: Any = None
) -> list[T | None]:
    """Run all tasks and return what they gave, in their order; after Ctrl-C None for those that had
    not ended.

    ``progress`` is called as that of :func:`simulate`, with the times of all runs added; True shows
    a bar. The first task that raises ends the others.
    """
    from ..simulation.progress import ProgressBar, shows_bar

    count, progress = worker_count(workers), listener(progress)
    # the bar ends before the program
    with Interrupt() as interrupt, ProgressBar() as bar, ThreadPoolExecutor(count) as pool:
        shared = _Shared(len(tasks), bar if shows_bar(progress) else progress or None)
        futures = [pool.submit(_outcome, task, shared.watch(k)) for k, task in enumerate(tasks)]
        try:
            while (now := wait(futures, POLL)).not_done:
                if interrupt.called or any(_error(future) for future in now.done):
                    shared.end(futures)
        except BaseException:
            shared.end(futures)
            raise
    for future in futures:
        if (error := _error(future)) is not None:
            raise error
    return [None if future.cancelled() else future.result() for future in futures]


def _error(future: Future) -> BaseException | None:
    """Return what a task raised, if it has."""
    return None if future.cancelled() else future.exception()


def compile_variants(method: Any, mechanisms: Iterable[Mechanism]) -> None:
    """Compile what runs of these mechanisms need, once for all that need the same kernels."""
    kinds = {(mechanism.elements, mechanism.imperfect): mechanism for mechanism in mechanisms}
    for mechanism in kinds.values():
        compile_variant(method, mechanism)


def complete(results: Sequence[T | None]) -> list[T]:
    """Return the results of all tasks; raise KeyboardInterrupt if Ctrl-C ended some of them."""
    found = [result for result in results if result is not None]
    if len(found) < len(results):
        raise KeyboardInterrupt
    return found


def _outcome(task: Task[T], watch: Progress) -> T | None:
    try:
        return task(watch)
    except Stopped:
        return None


class _Shared:
    """What the threads have in common: how far each has come, and whether they should end."""

    def __init__(self, size: int, report: Progress | None) -> None:
        self.reached, self.report = [0.0] * size, report
        self.stop, self.lock = threading.Event(), threading.Lock()

    def watch(self, k: int) -> Progress:
        """Return what task ``k`` tells its progress to."""

        def note(t: float, duration: float, statistics: dict[str, Any]) -> None:
            if self.stop.is_set():
                raise Stopped
            with self.lock:
                self.reached[k] = t / duration
                if self.report is not None:
                    self.report(
                        sum(self.reached) * duration, len(self.reached) * duration, statistics
                    )

        return note

    def end(self, futures: Iterable[Future]) -> None:
        """Tell all tasks to end, and do not begin others."""
        self.stop.set()
        for future in futures:
            future.cancel()
