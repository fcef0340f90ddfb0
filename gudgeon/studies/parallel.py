"""Many runs at once, in threads of one process: the compiled stepping lets go of Python's lock, so that they use several processors."""

import os
import threading
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import Future, ThreadPoolExecutor, wait
from typing import Any, TypeVar

from .._base.arguments import among, listener
from .._base.errors import InputError, brief
from .._base.interrupt import Interrupt
from ..kernels.entry_points import EVALUATE, IMPERFECT, LOOK
from ..kernels.integrators import METHODS
from ..model import Mechanism
from ..simulation.compilation import compile_core
from ..simulation.runner import Progress

T = TypeVar("T")
Task = Callable[[Progress], T]  # is called with what to tell its progress to
MAX_WORKERS = 1024  # more than any machine has processors
AWAKE = 0.1  # how often to look whether Ctrl-C was pressed [s]


class Stopped(Exception):  # noqa: N818 - no error
    """A run was told to end."""


def processors(workers: Any) -> int:
    """Return how many runs go on at the same time: what was asked for, by default as many as there are processors."""
    if workers is None:
        return os.cpu_count() or 1
    if not isinstance(workers, int) or isinstance(workers, bool) or workers < 1:
        raise InputError(f"must be a whole number > 0, got {brief(workers)}.", ("workers",))
    return min(workers, MAX_WORKERS)


def all_of(tasks: Sequence[Task[T]], workers: int | None = None, progress: Any = None) -> list[T | None]:
    """Do all tasks and return what they gave, in their order; after Ctrl-C None for those that had not ended.

    ``progress`` is called as that of :func:`simulate`, with the times of all runs added; True shows a bar. The first task that
    raises ends the others.
    """
    from ..simulation.progress import ProgressBar

    count, progress = processors(workers), listener(progress)
    EVALUATE.address, LOOK.address, IMPERFECT.address  # noqa: B018 - the core is compiled here, not in several threads at once
    with Interrupt() as interrupt, ProgressBar() as bar, ThreadPoolExecutor(count) as pool:  # the bar ends before the program
        crew = _Crew(len(tasks), bar if progress is True else progress)
        futures = [pool.submit(_done, task, crew.watch(k)) for k, task in enumerate(tasks)]
        try:
            while (now := wait(futures, AWAKE)).not_done:
                if interrupt.called or any(one.exception() for one in now.done if not one.cancelled()):
                    crew.end(futures)
        except BaseException:
            crew.end(futures)
            raise
    for one in futures:
        if not one.cancelled() and (error := one.exception()) is not None:
            raise error
    return [None if one.cancelled() else one.result() for one in futures]


def make_ready(method: Any, mechanisms: Iterable[Mechanism]) -> None:
    """Compile what runs of these mechanisms need, here and not in several threads at once; an unknown method is for others to refuse."""
    kinds = {(one.loose, one.imperfect): one for one in mechanisms}
    for one in kinds.values() if among(method, ("auto", *METHODS)) else ():
        compile_core(method, one)


def whole(results: Sequence[T | None]) -> list[T]:
    """Return the results of all tasks; raise KeyboardInterrupt if Ctrl-C ended some of them."""
    found = [one for one in results if one is not None]
    if len(found) < len(results):
        raise KeyboardInterrupt
    return found


def _done(task: Task[T], watch: Progress) -> T | None:
    try:
        return task(watch)
    except Stopped:
        return None


class _Crew:
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
                    self.report(sum(self.reached) * duration, len(self.reached) * duration, statistics)

        return note

    def end(self, futures: Iterable[Future]) -> None:
        """Tell all tasks to end, and do not begin others."""
        self.stop.set()
        for future in futures:
            future.cancel()
