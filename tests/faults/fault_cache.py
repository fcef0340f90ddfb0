"""Compiled code on disk that is damaged, has no place, or is wanted by several cold processes at
once: every run works all the same.
"""

import os
import random
import shutil
import subprocess
import sys
from pathlib import Path

from tests.faults.campaign import Fault

KERNEL = """
from gudgeon._base import compile_process
from gudgeon.kernels.measures import MAX_SPEED

made, compiled = [], compile_process.compiled
compile_process.compiled = lambda name, *more: made.append(name) or compiled(name, *more)
assert MAX_SPEED.address
print(made.count(MAX_SPEED.unit.name))
"""
NOWHERE = {"GUDGEON_CACHE_DIR": "/dev/null/x"}
CORE = (
    "import gudgeon as gd; print(gd.simulate(gd.library('pendulum'), 0.01, "
    "method='dop853').status.name)"
)


def start(folder: Path, code: str, **changed: str) -> subprocess.Popen:
    """Start a process that runs a script with another environment."""
    script = folder / "script.py"
    if not script.exists() or script.read_text() != code:  # which a process may be reading
        script.write_text(code)
    environment = {
        **os.environ,
        "GUDGEON_CACHE_DIR": str(folder / "cache"),
        "GUDGEON_LIBRARY": "0",
        **changed,
    }
    pipe = subprocess.PIPE
    return subprocess.Popen(
        [sys.executable, "script.py"],
        cwd=folder,
        env=environment,
        stdout=pipe,
        stderr=pipe,
        text=True,
    )


def end(process: subprocess.Popen) -> str:
    """Return what a process printed; it must have ended well."""
    try:
        out, err = process.communicate(timeout=1200)
    finally:
        process.kill()
    assert process.returncode == 0, f"exit code {process.returncode}: {err}"
    assert "Traceback" not in err, err
    return out.strip()


def damaged(content: bytes, rng: random.Random) -> bytes:
    """Return what a bad disk, an incomplete copy or another program may leave of a file."""
    place = rng.randrange(len(content) or 1)
    return rng.choice(
        [
            lambda: content[:place],
            lambda: b"",
            lambda: bytes(len(content)),
            lambda: (
                content[:place]
                + bytes([content[place] ^ (1 << rng.randrange(8))])
                + content[place + 1 :]
            ),
            lambda: content[:place] + rng.randbytes(rng.randint(1, 200)) + content[place:],
            lambda: content[:place] + rng.randbytes(rng.randint(1, 200)) + content[place + 200 :],
            lambda: rng.randbytes(len(content)),
            lambda: content + content[:place],
        ]
    )()


def damaged_kernel(rng: random.Random, folder: Path) -> None:
    """Damage the file of a kernel; it is compiled again, and found by the next process."""
    end(start(folder, KERNEL))
    (path,) = (folder / "cache").rglob("measures-*.o")
    whole = path.read_bytes()
    path.write_bytes(damaged(whole, rng))
    same = path.read_bytes() == whole
    assert end(start(folder, KERNEL)) == ("0" if same else "1")
    assert end(start(folder, KERNEL)) == "0"


def damaged_core(rng: random.Random, folder: Path) -> None:
    """Damage some of the files that a run needs."""
    end(start(folder, CORE))
    for path in rng.sample(
        known := sorted((folder / "cache").rglob("*.o")), rng.randint(1, len(known))
    ):
        path.write_bytes(damaged(path.read_bytes(), rng))
    assert end(start(folder, CORE)) == "COMPLETE"


ODD = {  # what can stand where a file should
    "a folder": lambda path: path.mkdir(),
    "a pipe": lambda path: os.mkfifo(path),
    "a link to nowhere": lambda path: path.symlink_to("/nowhere/x"),
    "a link to itself": lambda path: path.symlink_to(path.name),
    "noise": lambda path: path.write_bytes(bytes(range(256))),
}


def odd_file(rng: random.Random, folder: Path) -> None:
    """Something that is no file stands where a kernel, or the claim of whoever compiles it,
    belongs: it is compiled, and nobody waits.
    """
    end(start(folder, KERNEL))
    (path,) = (folder / "cache").rglob("measures-*.o")
    path.unlink()
    claim, word = rng.random() < 0.5, rng.choice(sorted(ODD))
    ODD[word](path.with_suffix(".lock") if claim else path)
    assert end(start(folder, KERNEL)) == "1", word
    assert end(start(folder, KERNEL)) == ("1" if word == "a folder" and not claim else "0"), word


def no_place(rng: random.Random, folder: Path) -> None:
    """There is no home, and no folder that can be written."""
    assert end(start(folder, KERNEL, **NOWHERE)) == "1"


def no_place_for_the_core(rng: random.Random, folder: Path) -> None:
    """The same with a whole run."""
    assert end(start(folder, CORE, **NOWHERE)) == "COMPLETE"


def cold_kernel(rng: random.Random, folder: Path) -> None:
    """Several cold processes want one kernel: one compiles it."""
    found = [end(process) for process in [start(folder, KERNEL) for _ in range(rng.randint(2, 4))]]
    assert sorted(found)[-1] == "1" and found.count("1") == 1, found


def cold_core(rng: random.Random, folder: Path) -> None:
    """Four cold processes run the same mechanism; one of them is killed while it compiles."""
    processes = [start(folder, CORE) for _ in range(4)]
    try:
        processes[0].wait(rng.uniform(1, 10))
    except subprocess.TimeoutExpired:
        processes[0].kill()
    found = [end(process) for process in processes[1:]]
    assert found == ["COMPLETE"] * 3, found
    processes[0].communicate()
    shutil.rmtree(folder / "cache")


FAULTS = [
    Fault("a damaged file of a compiled kernel", damaged_kernel, short=1, long=40),
    Fault("damaged files of the compiled core", damaged_core, short=0, long=3),
    Fault("no file where a compiled kernel or its claim belongs", odd_file, short=1, long=20),
    Fault("no place for a compiled kernel", no_place, short=1, long=3),
    Fault("no place for the compiled core", no_place_for_the_core, short=0, long=1),
    Fault("cold processes that want one kernel", cold_kernel, short=1, long=10),
    Fault("cold processes that want the core, one of them killed", cold_core, short=0, long=5),
]
