"""Runs that a signal ends, and progress while they last."""

import os
import signal
import subprocess
import sys
import threading
import time
from contextlib import suppress
from pathlib import Path

import numpy as np
import pytest

import gudgeon as gd
from gudgeon import Status
from gudgeon.results import hdf5
from tests.support.simple_motions import oscillator


class Interrupting:
    """A progress report that presses Ctrl-C, or sends another signal, after some calls."""

    def __init__(self, after, number=signal.SIGINT):
        self.after, self.number, self.times = after, number, []

    def __call__(self, t, duration, statistics):
        self.times.append(t)
        if len(self.times) == self.after:
            signal.raise_signal(self.number)


@pytest.mark.parametrize("in_file", [False, True])
def test_ctrl_c_keeps_what_was_computed(in_file, tmp_path):
    before = signal.getsignal(signal.SIGINT)
    out = tmp_path / "r.h5" if in_file else None
    pressing = Interrupting(3)
    result = gd.simulate(oscillator(), 1e5, output_step=0.01, progress=pressing, out=out)
    assert result.status is Status.INTERRUPTED and not result.status.failed
    assert len(pressing.times) == 3 and result.t[-1] == pytest.approx(pressing.times[-1], abs=0.2)
    np.testing.assert_allclose(
        result.joint("guide").displacement[:100], 0.1 * np.sin(10 * result.t[:100]), atol=1e-7
    )
    assert signal.getsignal(signal.SIGINT) is before
    if in_file:
        assert gd.load(out).status is Status.INTERRUPTED


LONG = {
    "simulate": "gd.simulate(gd.library('pendulum'), 1e6, output_step=1, out=out / 'r.h5', "
    "progress=begun)",
    "sweep": "gd.sweep('pendulum', {'bodies.ball.mass': [1.0, 2.0]}, duration=1e6, output_step=1, "
    "out=out, progress=begun)",
    "compare": "gd.compare('planar-slider-crank', 'C', ['ideal'], duration=1e4, output_step=1, "
    "out=out, progress=begun)",
}


@pytest.mark.parametrize("call", LONG)
def test_sigterm_ends_the_program_when_the_run_has_been_written(call, tmp_path):
    """The script sends the signal to itself from the run; nothing behind the call may happen."""
    lines = (
        "import os, pathlib, signal, gudgeon as gd",
        f"out = pathlib.Path({str(tmp_path)!r})",
        "begun = lambda t, *_: t > 0 and os.kill(os.getpid(), signal.SIGTERM)",
        LONG[call],
        "print('goes on')",
    )
    script = "\n".join(lines)
    done = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, timeout=300
    )
    assert done.returncode == -signal.SIGTERM and "goes on" not in done.stdout, (
        done.returncode,
        done.stderr,
    )
    written = [gd.load(path).status for path in tmp_path.glob("*.h5")]
    assert written == ([] if call == "sweep" else [Status.INTERRUPTED])


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_a_signal_ends_a_cold_start_at_once_and_its_helpers(number, tmp_path):
    """Compiling takes half a minute; the signal comes in the middle of it, to the one process
    that was started by hand.
    """
    if (os.cpu_count() or 1) < 2:
        pytest.skip(
            "one processor: this process compiles, and hears of the signal between two kernels"
        )
    script = "import gudgeon as gd; gd.simulate(gd.library('pendulum'), 1.0)"
    environment = {**os.environ, "GUDGEON_CACHE_DIR": str(tmp_path / "cache")}
    with subprocess.Popen(
        [sys.executable, "-c", script], env=environment, stderr=subprocess.DEVNULL
    ) as process:
        threads = Path(f"/proc/{process.pid}/task")
        if not (threads / str(process.pid) / "children").exists():
            process.kill()
            pytest.skip("children of a process cannot be listed here")
        end = time.monotonic() + 120
        while len(helpers := children_of(threads)) < 2 and time.monotonic() < end:
            time.sleep(0.05)
        time.sleep(4.0)  # they have imported Numba by then and are compiling
        process.send_signal(number)
        process.wait(timeout=5.0)
        assert process.returncode == -number
    end = time.monotonic() + 5.0
    while any(map(works, helpers)) and time.monotonic() < end:
        time.sleep(0.05)
    assert len(helpers) >= 2 and not any(map(works, helpers))


def children_of(threads: Path) -> list[str]:
    """Return the processes that any thread of a process has started."""
    found = []
    for thread in threads.iterdir():
        with suppress(OSError):  # it has ended meanwhile
            found += (thread / "children").read_text().split()
    return found


def works(process: str) -> bool:
    """Whether a process has not ended; one that nobody has asked how it ended is left as a
    zombie, Z.
    """
    try:
        return Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


def test_a_handler_of_the_program_hears_of_a_signal_when_the_run_has_ended(tmp_path):
    heard = []

    def handler(number, frame):
        heard.append((number, gd.load(tmp_path / "r.h5").status))

    before = signal.signal(signal.SIGTERM, handler)
    try:
        result = gd.simulate(
            oscillator(),
            1e5,
            output_step=0.01,
            progress=Interrupting(2, signal.SIGTERM),
            out=tmp_path / "r.h5",
        )
        assert signal.getsignal(signal.SIGTERM) is handler
    finally:
        signal.signal(signal.SIGTERM, before)
    assert result.status is Status.INTERRUPTED
    assert heard == [(signal.SIGTERM, Status.INTERRUPTED)]


def test_a_signal_while_the_file_is_closed_comes_after_it(tmp_path, monkeypatch):
    close = hdf5.Writer.close

    def interrupted(*arguments, **options):
        signal.raise_signal(signal.SIGINT)
        close(*arguments, **options)

    monkeypatch.setattr(hdf5.Writer, "close", interrupted)
    with pytest.raises(KeyboardInterrupt):
        gd.simulate(oscillator(), 0.1, out=tmp_path / "r.h5")
    assert gd.load(tmp_path / "r.h5").status is Status.COMPLETE


def test_progress_is_told_with_increasing_times_up_to_the_end():
    calls = []
    gd.simulate(oscillator(), 300.0, output_step=0.01, progress=lambda *call: calls.append(call))
    times = [t for t, _, _ in calls]
    assert len(times) > 3 and times == sorted(times) and times[-1] == 300.0
    assert {duration for _, duration, _ in calls} == {300.0}
    assert calls[-1][2]["steps"] > calls[0][2]["steps"] > 0


def test_error_in_a_progress_report_is_passed_on_and_the_file_closed(tmp_path):
    def broken(*_):
        raise RuntimeError("no terminal")

    with pytest.raises(RuntimeError, match="no terminal"):
        gd.simulate(oscillator(), 1.0, progress=broken, out=tmp_path / "r.h5")
    gd.load(tmp_path / "r.h5")
    assert gd.simulate(oscillator(), 0.1, out=tmp_path / "r.h5").status is Status.COMPLETE


def test_run_in_a_thread_does_not_touch_the_signals():
    results, handlers = [], []
    before = signal.getsignal(signal.SIGINT), signal.getsignal(signal.SIGTERM)

    def look(*_):
        handlers.append((signal.getsignal(signal.SIGINT), signal.getsignal(signal.SIGTERM)))

    thread = threading.Thread(
        target=lambda: results.append(gd.simulate(oscillator(), 0.1, progress=look))
    )
    thread.start()
    thread.join()
    assert results[0].status is Status.COMPLETE
    assert set(handlers) == {before}
