"""Where the points of a study run: threads of this process, other processes, or a cluster.

Points are data, so that a row is the same wherever it is made. Processes and clusters get them in
batches, with the user's own laws and measures by value; a batch whose worker was lost is run
again, point by point.
"""

from __future__ import annotations

import math
import pickle
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, wait
from contextlib import contextmanager
from importlib import import_module
from typing import Any

from .._base.arguments import listener
from .._base.description import Description
from .._base.errors import InputError, brief, suggestion
from .._base.interrupt import Interrupt
from ..laws import REGISTRY, Law, file_name
from ..simulation.progress import Progress, ProgressBar, clock, shows_bar
from .content import is_own
from .parallel import POLL, Task, run_all, worker_count
from .sweep_point import Job, Row, known_row, run_job

EXECUTORS = ("threads", "processes", "dask")
WORKER_LOST = "worker lost"
TRIES = 3  # of a point whose worker was lost
BATCHES = 8  # for each worker: few enough to cost nothing, many enough to end at the same time
MAX_BATCH = 64

Pool = Any  # has submit(function, argument), which returns a concurrent.futures.Future
Finished = Callable[[int, Any], None]  # is told the number of a job and its whole result


def check_executor(executor: Any) -> None:
    """Raise InputError for what cannot run points."""
    known = isinstance(executor, str) and (executor in EXECUTORS or "://" in executor)
    if not known and (isinstance(executor, str) or not callable(getattr(executor, "submit", None))):
        raise InputError(
            "expected 'threads', 'processes', 'dask', the address of a Dask scheduler "
            "('tcp://host:8786'), or an executor with a method submit; got "
            f"{brief(executor)}.{suggestion(executor, EXECUTORS)}",
            ("executor",),
        )


def run_jobs(
    jobs: Sequence[Job],
    classes: Sequence[type[Description]],
    executor: Any,
    workers: int | None,
    progress: Any,
    finished: Finished,
) -> list[Row | None]:
    """Run all jobs and return their rows, in their order; after Ctrl-C None for those that had not
    ended. ``classes`` are the user's own laws, joints and fits; ``finished`` is told whole results, in threads.
    """
    if executor == "threads":
        tasks = [_task(k, job, finished) for k, job in enumerate(jobs)]
        return run_all(tasks, workers, progress)
    return _Remote(jobs, classes, executor, worker_count(workers)).run(listener(progress))


def _task(k: int, job: Job, finished: Finished) -> Task[Row]:
    def run(watch: Progress) -> Row:
        row, result = run_job(job, watch)
        finished(k, result)
        return row

    return run


# -- other processes -------------------------------------------------------------------------------


_known: list[type[Description]] = []  # that came with batches: they stay known


def run_batch(payload: bytes) -> list[Row]:
    """Run a batch of jobs in another process: first the user's own classes are made known. A point
    that a lost worker has written is not run again.
    """
    laws, parts, jobs = pickle.loads(payload)
    for law in laws:
        REGISTRY[law.family, file_name(law)] = law
    for module, name, by_value in parts:
        _make_known(module, name, by_value)
    return [known_row(job) or run_job(job)[0] for job in jobs]


def _make_known(module: str, name: str, by_value: bytes) -> None:
    """Import a joint or a fit, which brings kernels of its own along; or take it as it was sent."""
    if any((cls.__module__, cls.__name__) == (module, name) for cls in _known):
        return
    try:
        _known.append(getattr(import_module(module), name))
    except (ImportError, AttributeError):
        _known.append(pickle.loads(by_value))


def packed(classes: Sequence[type[Description]], jobs: Sequence[Job]) -> bytes:
    """Return jobs as bytes, with classes and functions of the user's own by value."""
    cloudpickle = _needed("cloudpickle", "processes and clusters")
    laws = tuple(cls for cls in classes if issubclass(cls, Law))
    others = [cls for cls in classes if not issubclass(cls, Law)]
    with _by_value(cloudpickle, _own_modules(classes, jobs)):
        try:
            parts = [(cls.__module__, cls.__name__, cloudpickle.dumps(cls)) for cls in others]
            found: bytes = cloudpickle.dumps((laws, parts, tuple(jobs)))
        except (TypeError, pickle.PicklingError, AttributeError) as error:
            raise InputError(
                f"laws, options and measures must be sent to other processes, and one of them "
                f"cannot be: {error}",
                ("executor",),
            ) from None
    return found


def _own_modules(classes: Sequence[type[Description]], jobs: Sequence[Job]) -> set[str]:
    """Return the modules of classes, measures and options that other machines need not have."""
    first = jobs[0].point if jobs else None
    used = [] if first is None else [*(first.measures or {}).values(), *first.options.values()]
    named = {getattr(value, "__module__", None) or type(value).__module__ for value in used}
    named |= {cls.__module__ for cls in classes}
    return {name for name in named if is_own(name)} - {"__main__"}


@contextmanager
def _by_value(cloudpickle: Any, modules: set[str]) -> Iterator[None]:
    """Let the classes of some modules be sent whole: other machines need not have the files."""
    import sys

    known = [sys.modules[name] for name in modules if name in sys.modules]
    known = [
        module
        for module in known
        if module.__name__ not in cloudpickle.list_registry_pickle_by_value()
    ]
    for module in known:
        cloudpickle.register_pickle_by_value(module)
    try:
        yield
    finally:
        for module in known:
            cloudpickle.unregister_pickle_by_value(module)


class _Remote:
    """Jobs that run in other processes: what is due, what is under way, what has come back.

    A worker that dies takes the whole pool of processes with it, and nobody knows which of the
    batches under way did it. These are few, and their points are then run one at a time.
    """

    def __init__(
        self,
        jobs: Sequence[Job],
        classes: Sequence[type[Description]],
        executor: Any,
        workers: int,
    ) -> None:
        self.jobs, self.classes, self.executor, self.workers = jobs, classes, executor, workers
        self.rows: list[Row | None] = [None] * len(jobs)
        self.tries = [0] * len(jobs)
        size = min(max(math.ceil(len(jobs) / (BATCHES * workers)), 1), MAX_BATCH)
        self.due = deque(range(k, min(k + size, len(jobs))) for k in range(0, len(jobs), size))
        self.suspects: deque[range] = deque()

    def run(self, progress: Any) -> list[Row | None]:
        """Return the rows of all jobs, None for those that Ctrl-C kept from ending."""
        with Interrupt() as interrupt, ProgressBar(words=_describe) as bar:
            report = bar if shows_bar(progress) else progress or None
            while (self.due or self.suspects) and not interrupt.called:
                with _pool(self.executor, self.workers) as pool:
                    self._use(pool, interrupt, report)
        return self.rows

    def _use(self, pool: Pool, interrupt: Interrupt, report: Any) -> None:
        """Run what is due, or else the suspects, until all has come back or the pool is broken."""
        queue, alone = (self.due, False) if self.due else (self.suspects, True)
        most = (
            (1 if alone else self.workers + 1) if self.executor == "processes" else len(self.jobs)
        )
        under_way: dict[Future, range] = {}
        broken = False
        while (queue and not broken) or under_way:
            while queue and not broken and len(under_way) < most:
                try:
                    under_way[self._submit(pool, queue[0])] = queue[0]
                    queue.popleft()
                except (RuntimeError, OSError) as error:  # of a pool that is broken
                    if not under_way and pool is self.executor:  # which nobody makes again
                        raise InputError(
                            f"the executor takes no work: {error}", ("executor",)
                        ) from None
                    broken = True
            done, _ = wait(under_way, POLL, FIRST_COMPLETED)
            for future in done:
                broken |= not self._take(future, under_way.pop(future), alone)
            if report is not None and done:
                ended = sum(row is not None for row in self.rows)
                report(float(ended), float(len(self.rows)), {})
            if interrupt.called:
                for future in under_way:
                    future.cancel()
                return

    def _submit(self, pool: Pool, batch: range) -> Future:
        future: Future = pool.submit(run_batch, packed(self.classes, [self.jobs[k] for k in batch]))
        return future

    def _take(self, future: Future, batch: range, alone: bool) -> bool:
        """Take the rows of a batch; return False if its worker was lost."""
        try:
            for k, row in zip(batch, future.result(), strict=True):
                self.rows[k] = row
            return True
        except InputError:
            raise
        except Exception as error:  # the worker died, or the machine it was on
            for k in batch:
                self._lost(k, error, alone)
            return False

    def _lost(self, k: int, error: Exception, alone: bool) -> None:
        """Run a point again whose worker was lost; not for ever, if it ran alone."""
        self.tries[k] += alone
        if self.tries[k] < TRIES:
            self.suspects.append(range(k, k + 1))
        else:
            words = f"its worker was lost {TRIES} times: {brief(error)}"
            self.rows[k] = {"values": {}, "ended": WORKER_LOST, "message": words}


@contextmanager
def _pool(executor: Any, workers: int) -> Iterator[Pool]:
    """Return what runs batches: made here by name and closed again, or the user's own."""
    if executor == "processes":
        loky = _needed("loky", "executor='processes'")
        pool = loky.ProcessPoolExecutor(workers)
        try:
            yield pool
        finally:
            pool.shutdown(wait=True, kill_workers=True)
    elif executor == "dask":
        distributed = _needed("distributed", "executor='dask'")
        with (
            distributed.LocalCluster(
                n_workers=workers, threads_per_worker=1, dashboard_address=None, silence_logs=50
            ) as cluster,
            distributed.Client(cluster) as client,
        ):
            yield _of_client(client)
    elif isinstance(executor, str):
        distributed = _needed("distributed", "a Dask cluster")
        try:
            client = distributed.Client(executor, timeout="10s")
        except (OSError, ValueError, TypeError) as error:
            raise InputError(
                f"no Dask scheduler answers at '{executor}': {error}", ("executor",)
            ) from None
        with client:
            yield _of_client(client)
    else:
        yield _of_client(executor) if hasattr(executor, "get_executor") else executor


def _of_client(client: Any) -> Pool:
    """Return a Dask client as an executor of the standard library; no task is taken for another."""
    return client.get_executor(pure=False, retries=TRIES - 1)


def _needed(package: str, what: str) -> Any:
    try:
        return import_module(package)
    except ImportError:
        raise InputError(
            f"{what} need the package '{package}': pip install 'gudgeon[cluster]'.", ("executor",)
        ) from None


def _describe(done: float, total: float, rate: float) -> str:
    remaining = f"{clock((total - done) / rate)} left" if rate > 0 else "remaining time unknown"
    return f"{done:.0f} of {total:.0f} points, {rate:.3g} points/s, {remaining}"
