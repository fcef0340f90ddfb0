"""Where rows go: the same numbers in memory and in a file, and what is left of a run that is
given up.
"""

import numpy as np
import pytest

import gudgeon as gd
from gudgeon import Status
from gudgeon.simulation.runner import Runner
from gudgeon.simulation.settings import RunSettings, crossing_events
from gudgeon.simulation.sinks import FileSink, MemorySink, sink_for

TIMES = np.linspace(0, 0.05, 6)


@pytest.fixture
def runner() -> Runner:
    check = gd.check_model(gd.library("pendulum"))
    return Runner(check, RunSettings(0.05), TIMES, crossing_events(check, ()))


def rows_of(runner: Runner, count: int) -> np.ndarray:
    """Rows whose numbers are their places, at times that increase."""
    made = np.arange(count * runner.layout.width, dtype=float).reshape(count, -1)
    made[:, runner.layout["t"].columns] = np.arange(count)[:, None]
    return made


def test_a_path_decides_where_rows_go(runner, tmp_path):
    check = runner.model_check
    assert isinstance(sink_for(None, check, runner.settings, 6), MemorySink)
    file = sink_for(tmp_path / "r.h5", check, runner.settings, 6)
    assert isinstance(file, FileSink)
    file.abandon()


@pytest.mark.parametrize("place", ["memory", "file"])
def test_blocks_come_back_as_one_table_in_their_order(runner, tmp_path, place):
    sink = sink_for(
        None if place == "memory" else tmp_path / "r.h5", runner.model_check, runner.settings, 6
    )
    made = rows_of(runner, 6)
    for block in (made[:2], made[2:2], made[2:]):
        sink.append(block)
    runner.run(MemorySink(), None)
    result = sink.finish(runner)
    for variable in runner.layout.variables:
        assert np.array_equal(
            np.asarray(result.data[variable.name][:]).reshape(6, -1),
            made[:, variable.columns].reshape(6, -1),
        ), variable.name
    assert result.status is Status.COMPLETE
    assert result.statistics["steps"] == runner.statistics()["steps"] > 0


def test_memory_keeps_copies_because_the_kernel_writes_over_its_rows(runner):
    sink, made = MemorySink(), rows_of(runner, 3)
    sink.append(made)
    made[:] = -1
    assert sink.blocks[0][2, runner.layout["t"].columns] == 2


def test_a_run_without_rows_has_a_result_without_rows(runner):
    runner.run(MemorySink(), None)
    result = MemorySink().finish(runner)
    assert (result.rows, len(result.impacts)) == (0, 0)


def test_a_run_into_memory_and_one_into_a_file_are_the_same(tmp_path):
    results = []
    for out in (None, tmp_path / "r.h5"):
        check = gd.check_model(gd.library("pendulum"))
        run = Runner(check, RunSettings(0.05), TIMES, crossing_events(check, ()))
        sink = sink_for(out, check, run.settings, len(TIMES))
        run.run(sink, None)
        results.append(sink.finish(run))
    memory, file = results
    assert np.array_equal(memory.t, TIMES)
    for name in memory.data:
        assert np.array_equal(memory.data[name][:], file.data[name][:]), name
    assert (memory.notes, memory.peaks) == (file.notes, file.peaks)


def test_a_file_that_is_given_up_has_its_rows_and_says_that_it_was_interrupted(runner, tmp_path):
    sink = FileSink(tmp_path / "r.h5", runner.model_check, runner.settings, 6)
    sink.append(rows_of(runner, 4))
    sink.abandon()
    found = gd.load(tmp_path / "r.h5")
    assert (found.rows, found.status) == (4, Status.INTERRUPTED)


def test_a_file_that_is_gone_at_the_end_leaves_a_result_that_says_so(runner, tmp_path):
    sink = FileSink(tmp_path / "r.h5", runner.model_check, runner.settings, 6)
    sink.append(rows_of(runner, 4))
    sink.flush()
    (tmp_path / "r.h5").unlink()
    runner.run(MemorySink(), None)
    found = sink.finish(runner)
    assert found.status is Status.OUTPUT_FAILED
    assert found.statistics["steps"] > 0


def test_a_file_in_a_folder_that_is_not_there_is_refused_at_once(runner, tmp_path):
    with pytest.raises(gd.InputError, match=r"no folder"):
        FileSink(tmp_path / "no folder" / "r.h5", runner.model_check, runner.settings, 6)
