"""Runs with default output that are ended from outside: kill -9 costs a second at most, SIGTERM
and Ctrl-C cost nothing.
"""

import multiprocessing
import os
import random
import signal
import subprocess
import time
from functools import cache
from pathlib import Path

import numpy as np

import gudgeon as gd
from tests.faults.campaign import Fault, command

LOST = 1.0  # [s] of work that a kill may cost
SIZE = 200  # notes of a run that are kept
# with fits, and durations that take minutes: a row of default output comes several times a second
MODELS = (
    ("pendulum", {}, 5e5),
    ("spatial-slider-crank", {}, 1e4),
    ("four-bar", {}, 1e4),
    ("planar-slider-crank", {"C": "clearance-friction"}, 200.0),  # driven: it never comes to rest
)


def _simulate(model, duration, path, begun, log) -> None:
    """Run in a process of its own; note when it had come how far."""

    def note(t, _, statistics):
        begun.set()
        count = int(log[0])
        log[1 + 2 * (count % SIZE)], log[2 + 2 * (count % SIZE)] = time.monotonic(), t
        log[0] = count + 1

    gd.simulate(model, duration, out=path, progress=note)


@cache
def compile_all() -> None:
    """Compile what the runs need, so that a signal does not come while they wait for that."""
    for name, fits, _ in MODELS:
        for method in ("auto", "radau"):
            gd.simulate(gd.library(name, **fits), 1e-3, method=method)


def ended_by(number: int):
    """Return a trial that sends a signal to a run at a random moment."""

    def trial(rng: random.Random, folder: Path) -> None:
        compile_all()
        name, fits, duration = rng.choice(MODELS)
        model = gd.library(name, **fits)
        fork, path = multiprocessing.get_context("fork"), folder / "run.h5"
        # without a lock, which a kill would leave locked
        begun, log = fork.Event(), fork.RawArray("d", 1 + 2 * SIZE)
        child = fork.Process(target=_simulate, args=(model, duration, path, begun, log))
        child.start()
        try:
            assert begun.wait(300), "the run did not begin"
            time.sleep(rng.uniform(0.0, 3.0))
        finally:
            os.kill(child.pid, number)
            child.join(60)
        count = min(int(log[0]), SIZE)
        notes = np.array(log[1 : 1 + 2 * count]).reshape(-1, 2)
        notes = notes[np.argsort(notes[:, 0])]
        result = gd.load(path)
        kept = notes[-1, 0] - (LOST if number == signal.SIGKILL else 0.0)
        reached = notes[notes[:, 0] <= kept, 1].max(initial=-np.inf)
        last = result.t[-1] if result.rows else -np.inf
        assert last + 1.001e-3 * duration >= reached, (
            f"{model.name}: t = {last} s is kept of {reached} s"
        )
        assert np.all(np.isfinite(result.data["position"][:]))
        ended = gd.Status.RUNNING if number == signal.SIGKILL else gd.Status.INTERRUPTED
        assert result.status is ended, result.message

    return trial


def command_ended_by(number: int):
    """Return a trial that sends a signal to ``gudgeon run`` some time after the first row was
    written.
    """

    def trial(rng: random.Random, folder: Path) -> None:
        compile_all()
        path = folder / "run.h5"
        process = subprocess.Popen(
            command("run", "four-bar", "--duration", "10000", "--quiet", "--out", path),
            stderr=subprocess.PIPE,
            text=True,
        )
        try:
            end = time.monotonic() + 300
            while (
                not (path.exists() and gd.load(path).rows)
                and time.monotonic() < end
                and process.poll() is None
            ):
                time.sleep(0.05)
            time.sleep(rng.uniform(0.0, 2.0))
        finally:
            process.send_signal(number)
            stderr = process.communicate(timeout=60)[1]
        result = gd.load(path)
        assert result.rows > 0
        if number == signal.SIGKILL:
            assert result.status is gd.Status.RUNNING
        else:
            assert result.status is gd.Status.INTERRUPTED and process.returncode == 130
            assert stderr.startswith("Interrupted at t = ") and stderr.count("\n") == 1, stderr

    return trial


FAULTS = [
    Fault("kill -9 of a run", ended_by(signal.SIGKILL), short=2, long=40),
    Fault("SIGTERM to a run", ended_by(signal.SIGTERM), short=1, long=20),
    Fault("Ctrl-C in a run", ended_by(signal.SIGINT), short=1, long=10),
    Fault("kill -9 of gudgeon run", command_ended_by(signal.SIGKILL), short=1, long=10),
    Fault("SIGTERM to gudgeon run", command_ended_by(signal.SIGTERM), short=1, long=10),
]
