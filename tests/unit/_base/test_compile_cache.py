"""The disk cache of compiled code: it heals itself, works without a folder, and lets one process compile for all."""

import os
import random
import subprocess
import sys
import time
from pathlib import Path

import numba
import pytest

from gudgeon._base import jit
from gudgeon._base.jit import DISABLED

pytestmark = pytest.mark.skipif(DISABLED, reason="nothing is compiled")

SLOW = "total = 0.0\n" + "".join(f"    for k in range(n):\n        total += (k + {k}.5) ** 0.{k + 1} / (1.0 + k)\n" for k in range(40))
KERNEL = f"""
from gudgeon._base import jit

def kernel(n):
    {SLOW}    return total

compiled = jit.jit(kernel)
compiled(3)
print(sum(compiled.stats.cache_misses.values()))
"""


def kernel(x):
    return 3.0 * x + 1.0


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(numba.config, "CACHE_DIR", str(tmp_path))
    return tmp_path


def in_a_new_process() -> tuple[float, int]:
    """Return f(2) of a kernel that knows only the disk, and how often it was found there."""
    compiled = jit.jit(kernel)
    return compiled(2.0), sum(compiled.stats.cache_hits.values())


def files_of(folder: Path) -> list[Path]:
    return [path for path in folder.rglob("*") if path.is_file()]


def damage(content: bytes, rng: random.Random) -> bytes:
    """Return what a bad disk, an incomplete copy or another program may leave."""
    place = rng.randrange(len(content))
    return rng.choice(
        [
            content[:place],
            b"",
            bytes(len(content)),
            content[:place] + bytes([content[place] ^ (1 << rng.randrange(8))]) + content[place + 1 :],
            content[:place] + rng.randbytes(rng.randint(1, 200)) + content[place:],
            rng.randbytes(len(content)),
            content + content[:place],
        ]
    )


def test_what_was_compiled_is_found_again(folder: Path) -> None:
    assert in_a_new_process() == (7.0, 0)
    assert in_a_new_process() == (7.0, 1)


@pytest.mark.parametrize("seed", range(40))
def test_a_damaged_file_is_compiled_again_and_replaced(seed: int, folder: Path) -> None:
    rng = random.Random(seed)
    in_a_new_process()
    path = rng.choice(files_of(folder))
    whole = path.read_bytes()
    damaged = damage(whole, rng)
    path.write_bytes(damaged)
    assert in_a_new_process() == (7.0, int(damaged == whole))
    assert in_a_new_process() == (7.0, 1)


def test_code_of_one_function_is_not_taken_for_that_of_another(folder: Path) -> None:
    """As after two processes that wrote at once: the file of x + 1 stands where that of 3 x + 1 belongs, with its own checksum."""

    def other(x):
        return x + 1.0

    other.__qualname__ = kernel.__qualname__
    in_a_new_process()
    (ours,) = files_of(folder)
    jit.jit(other)(2.0)
    (theirs,) = set(files_of(folder)) - {ours}
    assert theirs.name != ours.name


def test_a_cache_of_other_sources_is_passed_over_and_removed(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    in_a_new_process()
    (old,) = files_of(folder)
    monkeypatch.setattr(jit, "kernel_stamp", lambda stepping: "other sources")
    assert in_a_new_process() == (7.0, 0)
    (new,) = files_of(folder)
    assert new != old


def test_code_that_cannot_be_written_is_used_all_the_same(folder: Path, monkeypatch: pytest.MonkeyPatch, caplog) -> None:
    def full(*_):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "replace", full)
    assert in_a_new_process() == (7.0, 0)
    assert "No space left on device" in caplog.text
    assert not files_of(folder)


def environment(**changed: str) -> dict[str, str]:
    return {**os.environ, **changed}


NOWHERE = {
    "NUMBA_CACHE_LOCATOR_CLASSES": "UserWideCacheLocator",
    "XDG_CACHE_HOME": "/dev/null/x",
    "HOME": "/dev/null",
    "NUMBA_CACHE_DIR": "",
}


def test_without_a_folder_everything_is_compiled_in_memory(tmp_path: Path) -> None:
    (tmp_path / "script.py").write_text(KERNEL)
    done = subprocess.run(
        [sys.executable, "script.py"], cwd=tmp_path, env=environment(**NOWHERE), capture_output=True, text=True, timeout=300
    )
    assert (done.returncode, done.stderr) == (0, "")


def test_without_a_folder_a_run_says_so(monkeypatch: pytest.MonkeyPatch, caplog) -> None:
    import gudgeon as gd
    from gudgeon.kernels.stepping.loop import advance
    from gudgeon.simulation import compilation

    monkeypatch.setattr(advance, "_cache", numba.core.caching.NullCache())
    monkeypatch.setattr(compilation, "needs_compiling", lambda *_: True)
    compilation._warn_of_no_folder.cache_clear()
    for _ in range(2):
        compilation.compile_core("auto", gd.library("pendulum"))
    assert caplog.text.count("set NUMBA_CACHE_DIR") == 1


def test_of_several_cold_processes_one_compiles_and_the_others_wait(tmp_path: Path) -> None:
    (tmp_path / "script.py").write_text(KERNEL)
    started = [
        subprocess.Popen(
            [sys.executable, "script.py"],
            cwd=tmp_path,
            env=environment(NUMBA_CACHE_DIR=str(tmp_path / "cache")),
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        for _ in range(4)
    ]
    outcomes = [(one.communicate(timeout=300), one.returncode) for one in started]
    assert all(code == 0 for _, code in outcomes), outcomes
    assert sum(int(out) for (out, _), _ in outcomes) == 1, outcomes
    assert {err for (_, err), _ in outcomes} <= {"", "waiting for another process that compiles the same, once...\n"}
    assert not list(tmp_path.rglob("*.lock"))


def test_a_process_waits_with_a_word_and_not_forever(folder: Path, monkeypatch: pytest.MonkeyPatch, caplog) -> None:
    from gudgeon._base import compile_cache

    monkeypatch.setattr(compile_cache, "PATIENCE", 1.0)
    monkeypatch.setattr(compile_cache, "_told", set())
    in_a_new_process()
    (path,) = files_of(folder)
    held = compile_cache._locked(compile_cache._lock_file(path))  # as another process would
    for _ in ("once", "once more"):
        path.write_bytes(b"")
        begin = time.monotonic()
        assert in_a_new_process() == (7.0, 0)
        assert time.monotonic() - begin > 1.0
    assert caplog.text.count("waiting for another process") == 1
    os.close(held)


# -- the helpers that compile --------------------------------------------------------------------------------------

TRAP = "import pathlib; pathlib.Path(__file__).with_name('executed').touch()\nraise SystemExit(1)\n"


def test_a_helper_runs_no_code_of_the_current_folder(tmp_path: Path) -> None:
    for name in ("numpy", "numba", "gudgeon", "subprocess", "sitecustomize", "usercustomize"):
        (tmp_path / f"{name}.py").write_text(TRAP)
    code = (
        "import os, sys, gudgeon.simulation.compilation as compiling\n"
        "os.chdir(sys.argv[1])\nsys.path.insert(0, '')\n"
        "sys.exit(compiling._compiling('dop853').wait())"
    )
    done = subprocess.run([sys.executable, "-c", code, str(tmp_path)], cwd=Path(__file__).parents[3], timeout=600)
    assert not (tmp_path / "executed").exists()
    assert done.returncode == 0  # and yet it finds what it needs


@pytest.mark.parametrize("called", [False, True])
def test_helpers_leave_neither_a_process_nor_an_open_pipe(called: bool) -> None:
    from gudgeon.simulation import compilation

    wait = "import sys; sys.stdin.read()" if called else ""
    helper = subprocess.Popen([sys.executable, "-c", wait], stdin=subprocess.PIPE)
    assert compilation._ended([helper], lambda: called) is not called
    assert helper.stdin is not None and helper.stdin.closed and helper.returncode is not None


def test_a_frozen_application_does_not_start_itself_and_needs_no_sources(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    from gudgeon.simulation import compilation

    monkeypatch.setattr(sys, "frozen", True, raising=False)
    assert compilation._python() is None
    assert jit._hash_of([tmp_path / "gone.py"]) == jit._hash_of([])
    monkeypatch.setattr(sys, "executable", str(Path(__file__)))
    other = jit._hash_of([])
    monkeypatch.setattr(sys, "executable", sys.prefix)
    assert jit._hash_of([]) != other


def test_a_compilation_that_was_interrupted_is_begun_again(monkeypatch):
    """Ctrl-C in the middle must not leave a kernel without an address behind."""
    from gudgeon._base.jit import Entry

    class Prepared:
        address, tries = 4711, 0

        def compile(self):
            Prepared.tries += 1
            if Prepared.tries == 1:
                raise KeyboardInterrupt

    entry = Entry(lambda: None, lambda: None)
    monkeypatch.setattr(entry, "_prepared", Prepared)
    with pytest.raises(KeyboardInterrupt):
        _ = entry.address
    assert entry.address == 4711 and Prepared.tries == 2
