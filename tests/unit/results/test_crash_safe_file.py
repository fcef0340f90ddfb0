"""A kill after any write leaves a sound file, and a refused write ends in a sentence."""

import multiprocessing
import os
import random
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path

import numpy as np
import pytest

import gudgeon as gd
from gudgeon.results import hdf5
from gudgeon.results.crash_safe_file import Disk
from gudgeon.results.hdf5 import Writer, load
from gudgeon.results.outcome import Outcome
from gudgeon.results.status import Status
from tests.support.clearance_results import mechanism as rattling_mechanism
from tests.support.clearance_results import period
from tests.support.clearance_results import plan as rattling_plan
from tests.support.stored_results import noise, of_rows, same
from tests.support.synthetic_results import mechanism, plan


def _rattle(path: str, rows: int, told) -> None:
    with Writer(path, rattling_plan(), rattling_mechanism(), {}) as writer:
        block = np.zeros((rows, rattling_plan().width))
        for k in range(10**6):
            block[:, 0] = np.arange(rows) + rows * k
            writer.append(block)
            writer.append_impacts(
                np.array([period("C.ball", 50 * k + n, 0, 0, 1) for n in range(50)])
            )
            told.value = k


@pytest.mark.parametrize("rows", [7, 700])  # impacts fill chunks of their own, or go with the rows
def test_a_killed_run_keeps_its_impacts(tmp_path, rows) -> None:
    """At most a chunk of them is missing, none in between, and the rows are as whole as ever."""
    random.seed(6)
    fork = multiprocessing.get_context("fork")
    lengths = []
    for attempt in range(6):
        path, told = tmp_path / f"{attempt}.h5", fork.Value("q", 0)
        child = fork.Process(target=_rattle, args=(str(path), rows, told))
        child.start()
        while not path.exists() and child.is_alive():
            time.sleep(0.001)
        time.sleep(random.uniform(0.0, 0.6))
        os.kill(child.pid, signal.SIGKILL)
        child.join()
        run = load(path)
        assert np.array_equal(run.t, np.arange(run.rows))
        assert np.array_equal(run.impacts["start"], np.arange(len(run.impacts)))
        assert len(run.impacts) >= 50 * told.value - hdf5.IMPACTS_CHUNK
        lengths.append(len(run.impacts))
    assert max(lengths) > 0


def _scribble(path: str, told) -> None:
    with Writer(path, plan(), mechanism(), {}) as writer:
        block = noise(1000)
        for k in range(10**6):
            block[:, 0] = np.arange(1000) + 1000 * k
            writer.append(block)
            told.value = writer.rows


def test_a_killed_run_lacks_at_most_its_last_chunk(tmp_path) -> None:
    random.seed(5)
    fork = multiprocessing.get_context("fork")
    chunk = hdf5.CHUNK_BYTES // (8 * plan().width)
    for attempt in range(10):
        path, told = tmp_path / f"{attempt}.h5", fork.Value("q", 0)
        child = fork.Process(target=_scribble, args=(str(path), told))
        child.start()
        while not path.exists() and child.is_alive():
            time.sleep(0.001)
        time.sleep(random.uniform(0.0, 0.6))
        os.kill(child.pid, signal.SIGKILL)
        child.join()
        run = load(path)
        assert run.status is Status.RUNNING
        assert told.value <= run.rows <= told.value + chunk
        assert np.array_equal(run.t, np.arange(run.rows))
        expected = plan().split(noise(1000))["joint_force"]
        assert np.array_equal(
            run.data["joint_force"][:], expected[np.arange(run.rows) % 1000], equal_nan=True
        )


@pytest.mark.parametrize(
    "kept",
    [0, 2, 64, 96],
    ids=["first", "third", "the tree of chunks gets a second level", "a leaf is split"],
)
def test_a_kill_after_any_write_of_a_part_of_a_chunk_leaves_a_sound_file(
    tmp_path, monkeypatch, kept
) -> None:
    """As below, for rows that are written because time has passed: a first part of a chunk, a
    second one, and the rest.
    """
    monkeypatch.setattr(hdf5, "CHUNK_BYTES", 6000)
    monkeypatch.setattr(hdf5, "FLUSH_SECONDS", -1.0)
    chunk, path = 6000 // (8 * rattling_plan().width), tmp_path / "run.h5"
    block = np.random.default_rng(kept).normal(size=((kept + 1) * chunk, rattling_plan().width))
    writer, writes, put = Writer(path, rattling_plan(), rattling_mechanism(), {}), [], Disk._put
    for k in range(kept):
        writer.append(block[k * chunk : (k + 1) * chunk])
    content = bytearray(path.read_bytes())
    monkeypatch.setattr(
        Disk,
        "_put",
        lambda disk, place, data: (writes.append((place, bytes(data))), put(disk, place, data))[1],
    )
    touches = np.array([period("C.ball", k, 0, 0, 1) for k in range(6)])
    for n, (start, stop) in enumerate(((0, 2), (2, 3), (3, chunk))):
        writer.append_impacts(touches[2 * n : 2 * n + 2])
        writer.append(block[kept * chunk + start : kept * chunk + stop])
    writer.close(Outcome(Status.COMPLETE))
    found = []
    for k, (place, data) in enumerate([(0, b""), *writes]):
        content.extend(bytes(max(0, place + len(data) - len(content))))
        content[place : place + len(data)] = data
        (tmp_path / f"{k}.h5").write_bytes(content)
        again = load(tmp_path / f"{k}.h5")
        expected = rattling_plan().split(block[: again.rows])
        assert all(
            np.array_equal(again.data[variable.name][:], expected[variable.name])
            for variable in again.layout.variables
        )
        assert np.array_equal(again.impacts.rows, touches[: len(again.impacts)], equal_nan=True)
        found.append((again.rows - kept * chunk, again.status is Status.COMPLETE))
    assert list(dict.fromkeys(found)) == [
        (0, False),
        (2, False),
        (3, False),
        (chunk, False),
        (chunk, True),
    ]


@pytest.mark.parametrize(
    "chunks",
    [0, 2, 64, 96],
    ids=["first", "third", "the tree of chunks gets a second level", "one of its leaves is split"],
)
def test_a_kill_after_any_write_leaves_a_sound_file(tmp_path, monkeypatch, chunks) -> None:
    """Note every write of the last rows and of closing, and repeat them one by one on what was
    there before.
    """
    monkeypatch.setattr(hdf5, "CHUNK_BYTES", 6000)
    monkeypatch.setattr(hdf5, "FLUSH_SECONDS", 1e9)
    chunk, path = 6000 // (8 * plan().width), tmp_path / "run.h5"
    kept = chunks * chunk
    block = np.random.default_rng(chunks).normal(size=(kept + chunk + 1, plan().width))
    block[:, 0] = np.arange(len(block))
    writer, writes, put = Writer(path, plan(), mechanism(), {}), [], Disk._put
    writer.append(block[:kept])
    content = bytearray(path.read_bytes())
    monkeypatch.setattr(
        Disk,
        "_put",
        lambda disk, place, data: (writes.append((place, bytes(data))), put(disk, place, data))[1],
    )
    writer.append(block[kept:])
    writer.close(Outcome(Status.COMPLETE, {"steps": 3}, ("a note",)))
    found = []
    for k, (place, data) in enumerate([(0, b""), *writes]):
        content.extend(bytes(max(0, place + len(data) - len(content))))
        content[place : place + len(data)] = data
        # a name of its own: HDF5 knows files that are open
        (tmp_path / f"{k}.h5").write_bytes(content)
        again = load(tmp_path / f"{k}.h5")
        assert same(again, of_rows(block[: again.rows]))
        found.append((again.rows - kept, again.status))
    running, ended = Status.RUNNING, Status.COMPLETE
    assert list(dict.fromkeys(found)) == [
        (0, running),
        (chunk, running),
        (chunk + 1, running),
        (chunk + 1, ended),
    ]


def test_an_interrupt_in_the_middle_of_a_write_waits_for_its_end(tmp_path, monkeypatch) -> None:
    write = Disk.write

    def interrupted(self, data):
        signal.raise_signal(signal.SIGINT)
        return write(self, data)

    writer = Writer(tmp_path / "run.h5", plan(), mechanism(), {})
    with monkeypatch.context() as patch:
        patch.setattr(Disk, "write", interrupted)
        with pytest.raises(KeyboardInterrupt):
            writer.append(noise(writer._chunk))
    writer.append(noise(7))
    writer.close(Outcome(Status.INTERRUPTED))
    assert load(tmp_path / "run.h5").rows == writer._chunk + 7


def test_a_full_disk_ends_in_a_sentence_and_a_readable_file(tmp_path, monkeypatch) -> None:
    writer = Writer(tmp_path / "run.h5", plan(), mechanism(), {})
    chunk = writer._chunk
    writer.append(noise(chunk))
    monkeypatch.setattr(
        shutil, "disk_usage", lambda path: shutil._ntuple_diskusage(10**9, 10**9, 0)
    )
    with pytest.raises(gd.InputError, match="the disk is full"):
        writer.append(noise(2 * chunk))
    with pytest.raises(gd.InputError, match="is closed"):
        writer.append(noise(chunk))
    writer.close(Outcome(Status.COMPLETE))  # too late, and harmless
    again = load(tmp_path / "run.h5")
    assert again.rows == chunk
    assert again.status is Status.OUTPUT_FAILED


FULL = """
import resource, signal, sys
import numpy as np
import gudgeon as gd
from gudgeon.results.hdf5 import Writer
from gudgeon.results.status import Status
from tests.support.synthetic_results import mechanism, plan
signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
resource.setrlimit(resource.RLIMIT_FSIZE, (8_000_000, 8_000_000))
rng = np.random.default_rng(0)
writer = Writer(sys.argv[1], plan(), mechanism(), {})
try:
    for _ in range(20):
        writer.append(rng.normal(size=(1000, plan().width)))
except gd.InputError as error:
    print("sentence:", error)
"""


def test_a_write_that_the_system_refuses_ends_in_a_sentence(tmp_path) -> None:
    """The limit on the size of a file stands for everything that makes a write fail midway."""
    here = Path(__file__).parents[3]
    done = subprocess.run(
        [sys.executable, "-c", FULL, str(tmp_path / "run.h5")],
        capture_output=True,
        text=True,
        cwd=here,
    )
    assert done.returncode == 0, done.stderr
    assert "sentence: cannot write" in done.stdout
    assert done.stderr == ""
    again = load(tmp_path / "run.h5")
    expected = np.random.default_rng(0).normal(size=(20_000, plan().width))[: again.rows]
    assert again.rows > 5000  # 8 MB hold about 16 000 rows
    assert same(again, of_rows(expected))


def test_a_file_that_is_taken_away_while_it_is_written_is_a_failed_write(tmp_path) -> None:
    """Of a file that was replaced the end of the run would have read somebody else's numbers."""
    for change in (
        lambda path: path.unlink(),
        lambda path: of_rows(noise(3)).save(tmp_path / "other.h5").replace(path),
    ):
        writer = Writer(tmp_path / "run.h5", plan(), mechanism(), {})
        change(tmp_path / "run.h5")
        writer.append(noise(10))
        with pytest.raises(gd.InputError, match="removed or replaced"):
            writer.close(Outcome(Status.COMPLETE))
