"""The thread pool of studies: order, errors, progress, Ctrl-C."""

import _thread
import os
import threading

import pytest

from gudgeon import InputError
from gudgeon.studies.parallel import MAX_WORKERS, complete, run_all, worker_count


def test_results_come_in_the_order_of_the_tasks():
    """The first task ends last."""
    last_has_ended = threading.Event()

    def first(watch):
        assert last_has_ended.wait(30)
        return "first"

    def last(watch):
        last_has_ended.set()
        return "last"

    assert run_all([first, last], workers=2) == ["first", "last"]


def test_no_tasks_give_no_results():
    assert run_all([]) == []


def test_progress_is_the_sum_of_the_shares_of_all_tasks():
    told = []

    def half_and_all(watch):
        watch(1.0, 2.0, {})
        watch(2.0, 2.0, {})

    run_all(
        [half_and_all, half_and_all],
        workers=1,
        progress=lambda t, duration, _: told.append(t / duration),
    )
    assert told == [0.25, 0.5, 0.75, 1.0]


def test_first_error_ends_the_other_tasks():
    def fail(watch):
        raise InputError("wrong.")

    def go_on(watch):
        while True:
            watch(0.0, 1.0, {})

    with pytest.raises(InputError, match="wrong"):
        run_all([fail, go_on], workers=2)


def test_ctrl_c_keeps_what_has_ended_and_ends_the_rest():
    def end(watch):
        return "ended"

    def press_and_go_on(watch):
        _thread.interrupt_main()
        while True:
            watch(0.0, 1.0, {})

    results = run_all([end, press_and_go_on, end], workers=1)
    assert results == ["ended", None, None]
    with pytest.raises(KeyboardInterrupt):
        complete(results)


def test_complete_results_are_returned_as_they_are():
    assert complete(["a", "b"]) == ["a", "b"]


def test_workers_are_as_many_as_processors_unless_asked_for():
    assert worker_count(None) == os.cpu_count()
    assert worker_count(3) == 3
    assert worker_count(10**9) == MAX_WORKERS


@pytest.mark.parametrize("workers", [0, -1, 1.5, "2", True])
def test_wrong_numbers_of_workers_are_refused(workers):
    with pytest.raises(InputError, match="workers: must be a whole number >= 1"):
        worker_count(workers)
