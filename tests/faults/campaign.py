"""The fault campaign: does harm to runs, files and folders at random moments, and looks whether
gudgeon keeps its word.

One module ``fault_*.py`` a kind of fault, with a list ``FAULTS``. Every trial has a random
generator of its own, seeded by the seed of the campaign, the name of the fault and the number of
the trial, so that it can be repeated alone:

    python -m tests.faults                                   all, in full length (make faults)
    python -m tests.faults --only "kill -9" --trial 17       one trial again
"""

import argparse
import importlib
import os
import random
import shutil
import sys
import tempfile
import time
import traceback
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

HERE = Path(__file__).parent
SEED = 2026


class Impossible(Exception):  # noqa: N818 - no failure
    """This machine does not permit the fault; the text says why."""


@dataclass(frozen=True)
class Fault:
    """One kind of fault. ``trial(rng, folder)`` does it once, in an empty folder, and raises
    AssertionError where gudgeon fails.
    """

    name: str
    trial: Callable[[random.Random, Path], None]
    short: int  # trials in make test: all faults together take some seconds
    long: int  # trials in make faults


@dataclass(frozen=True)
class Outcome:
    """What became of the trials of a fault."""

    name: str
    tried: int
    failures: dict[int, str]  # what was wrong, by the number of the trial
    impossible: str = ""

    def __str__(self) -> str:
        if self.impossible:
            return f"{self.name:<60} not possible here: {self.impossible}"
        return f"{self.name:<60} tried {self.tried:>5}   failed {len(self.failures):>3}"


def all_faults() -> list[Fault]:
    """Return the faults of all modules of this folder, in the order of their names."""
    modules = [
        importlib.import_module(f"{__package__}.{path.stem}")
        for path in sorted(HERE.glob("fault_*.py"))
    ]
    return [fault for module in modules for fault in module.FAULTS]


def run_fault(fault: Fault, trials: range, seed: int = SEED) -> Outcome:
    """Do some trials of a fault."""
    failures: dict[int, str] = {}
    for k in trials:
        folder = Path(tempfile.mkdtemp(prefix="gudgeon-fault-"))
        try:
            fault.trial(random.Random(f"{seed} {fault.name} {k}"), folder)
        except Impossible as word:
            return Outcome(fault.name, 0, {}, str(word))
        # whatever goes wrong is a failure of this trial, and the campaign goes on
        except Exception as error:
            failures[k] = "".join(traceback.format_exception(error)[-2:]).strip()
        finally:
            shutil.rmtree(folder, ignore_errors=True)
    return Outcome(fault.name, len(trials), failures)


def command(*arguments: str | os.PathLike) -> list[str]:
    """Return the command line that starts ``gudgeon`` with some arguments."""
    return [sys.executable, "-c", "from gudgeon.cli.main import main; main()", *map(str, arguments)]


def main(arguments: list[str] | None = None) -> int:
    """Run the campaign, print tried and failed of every fault, and return how many trials
    failed.
    """
    parser = argparse.ArgumentParser(
        prog="python -m tests.faults", description="Does harm at random moments; nothing may fail."
    )
    parser.add_argument("--seed", type=int, default=SEED)
    parser.add_argument("--only", default="", help="only faults whose names contain this text")
    parser.add_argument("--trial", type=int, help="only this trial")
    parser.add_argument("--short", action="store_true", help="as few trials as make test")
    given = parser.parse_args(arguments)
    print(f"seed {given.seed}", flush=True)
    tried = failed = 0
    for fault in all_faults():
        if given.only in fault.name:
            count = fault.short if given.short else fault.long
            begin = time.perf_counter()
            outcome = run_fault(
                fault,
                range(count) if given.trial is None else range(given.trial, given.trial + 1),
                given.seed,
            )
            print(f"{outcome}   {time.perf_counter() - begin:6.0f} s", flush=True)
            for k, words in outcome.failures.items():
                print(f"  trial {k}: {words}", flush=True)
            tried, failed = tried + outcome.tried, failed + len(outcome.failures)
    print(f"{tried} tried, {failed} failed")
    return failed
