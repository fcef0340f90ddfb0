"""Tables that grow together: chunks, and how long rows wait."""

import h5py
import numpy as np
import pytest

from gudgeon.results import hdf5
from gudgeon.results.hdf5 import Writer, load
from gudgeon.results.outcome import Outcome
from gudgeon.results.status import Status
from tests.support.stored_results import noise, of_rows, same
from tests.support.synthetic_results import mechanism, plan


@pytest.mark.parametrize("seed", range(4))
def test_rows_that_are_written_by_time_and_by_chunk_come_back_bit_for_bit(
    tmp_path, monkeypatch, seed
) -> None:
    monkeypatch.setattr(hdf5, "CHUNK_BYTES", 6000)
    rng, block = np.random.default_rng(seed), noise(500, seed)
    with Writer(tmp_path / "run.h5", plan(), mechanism(), {}) as writer:
        at = 0
        while at < len(block):
            monkeypatch.setattr(hdf5, "FLUSH_SECONDS", rng.choice([-1.0, 1e9]))
            count = int(rng.integers(0, 20))
            writer.append(block[at : at + count])
            at += count
            again = load(tmp_path / "run.h5")
            assert again.rows == writer.rows and same(again, of_rows(block[: again.rows]))
            assert hdf5.FLUSH_SECONDS > 0 or again.rows == min(at, len(block))
        writer.close(Outcome(Status.COMPLETE))
    assert same(load(tmp_path / "run.h5"), of_rows(block))


def test_rows_wait_for_a_second_at_most(tmp_path, monkeypatch) -> None:
    now = [0.0]
    monkeypatch.setattr(hdf5.time, "monotonic", lambda: now[0])
    with Writer(tmp_path / "run.h5", plan(), mechanism(), {}) as writer:
        writer.append(noise(10))
        assert writer.rows == 0
        now[0] += 0.9
        writer.append(noise(0))  # as a run whose steps have become too short for a row
        assert writer.rows == load(tmp_path / "run.h5").rows == 10


def test_rows_are_written_in_whole_chunks_until_the_end(tmp_path, monkeypatch) -> None:
    monkeypatch.setattr(hdf5, "FLUSH_SECONDS", 1e9)
    with Writer(tmp_path / "run.h5", plan(), mechanism(), {}) as writer:
        chunk = writer._chunk
        assert 1e6 < chunk * plan().width * 8 < 2e6
        writer.append(noise(chunk + chunk // 2))
        assert load(tmp_path / "run.h5").rows == chunk
        assert load(tmp_path / "run.h5").status is Status.RUNNING
        writer.close(Outcome(Status.STOPPED))
    again = load(tmp_path / "run.h5")
    assert again.rows == chunk + chunk // 2
    assert again.status is Status.STOPPED


def test_a_reader_takes_the_shortest_variable(tmp_path) -> None:
    path = of_rows(noise(10)).save(tmp_path / "run.h5")
    with h5py.File(path, "r+") as file:
        file["energy"].resize(8, axis=0)
    again = load(path)
    assert again.rows == 8
    assert again.body("crank").position.shape == (8, 3)


def test_rows_of_the_wrong_width_are_refused(tmp_path) -> None:
    with (
        Writer(tmp_path / "run.h5", plan(), mechanism(), {}) as writer,
        pytest.raises(ValueError, match="rows have the shape"),
    ):
        writer.append(np.zeros((2, 3)))
