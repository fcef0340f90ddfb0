"""The processes that compile: isolated, and gone when nobody waits for them."""

import os
import signal
import struct
import subprocess
import sys
import time
from pathlib import Path

import pytest

import gudgeon as gd
from gudgeon._base import compile_process, sources
from gudgeon._base.elementary import FUNCTIONS
from gudgeon._base.settings import BASELINES, DISABLED, TARGET
from gudgeon.kernels.measures import MAX_SPEED
from tests.support.elf_symbols import undefined

pytestmark = pytest.mark.skipif(DISABLED, reason="nothing is compiled")
TRAP = "import pathlib; pathlib.Path(__file__).with_name('executed').touch()\nraise SystemExit(1)\n"


def test_it_runs_no_code_of_the_current_folder(tmp_path: Path) -> None:
    for name in ("numpy", "numba", "gudgeon", "subprocess", "sitecustomize", "usercustomize"):
        (tmp_path / f"{name}.py").write_text(TRAP)
    (tmp_path / ".numba_config.yaml").write_text("disable_jit: 1")
    code = (
        "import os, sys\nfrom gudgeon._base.compile_process import compiled\n"
        "os.chdir(sys.argv[1])\nsys.path[:0] = ['', sys.argv[1]]\nos.environ['PYTHONPATH'] = sys.argv[1]\n"
        "sys.exit(not compiled('measures', ('gudgeon.kernels.measures',)))"
    )
    done = subprocess.run(
        [sys.executable, "-c", code, str(tmp_path)], cwd=Path(__file__).parents[3], timeout=600
    )
    assert not (tmp_path / "executed").exists()
    assert done.returncode == 0  # and yet it finds what it needs


def test_variables_of_the_environment_do_not_reach_it(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("PYTHONPATH", "PYTHONSTARTUP", "NUMBA_OPT", "NUMBA_DISABLE_JIT", "NUMBA_CPU_NAME"):
        monkeypatch.setenv(name, "1")
    found = {
        name: value
        for name, value in compile_process.environment().items()
        if name.startswith(("PYTHON", "NUMBA"))
    }
    assert found == {"PYTHONHASHSEED": "0", "NUMBA_CPU_NAME": TARGET, "NUMBA_CPU_FEATURES": ""}


def test_it_is_ended_as_soon_as_nobody_waits() -> None:
    begin = time.monotonic()
    assert (
        compile_process.compiled(
            "evaluate", ("gudgeon.kernels.entry_points",), lambda: time.monotonic() - begin > 0.5
        )
        is None
    )
    assert time.monotonic() - begin < 5.0


def test_a_unit_that_cannot_be_compiled_is_none() -> None:
    assert compile_process.compiled("nothing", ("gudgeon.kernels.measures",)) is None


def test_it_does_without_scipy(monkeypatch: pytest.MonkeyPatch) -> None:
    """Numba imports it where it can, which takes a quarter of a second of every process."""
    asked = "\nsys.exit('scipy.linalg' in sys.modules)"
    monkeypatch.setattr(compile_process, "BOOT", compile_process.BOOT + asked)
    assert compile_process.compiled("measures", ("gudgeon.kernels.measures",)) is not None


def test_a_frozen_application_does_not_start_itself(monkeypatch: pytest.MonkeyPatch) -> None:
    assert compile_process.python() == sys.executable
    monkeypatch.setattr(sys, "frozen", True, raising=False)
    assert compile_process.python() is None


def test_the_same_sources_give_the_same_bytes() -> None:
    first, second = (
        compile_process.compiled("measures", ("gudgeon.kernels.measures",)) for _ in range(2)
    )
    assert first is not None and first == second
    assert os.fsencode("gudgeon_max_speed") in first


INTERRUPTED = """
import gudgeon as gd
gd.simulate(gd.library("four-bar"), 0.1)
"""


@pytest.mark.parametrize("whole_group", [True, False], ids=["Ctrl-C", "one signal"])
def test_an_interrupt_ends_all_processes_and_leaves_a_sound_cache(
    whole_group: bool, tmp_path: Path
) -> None:
    """Ctrl-C at the keyboard is sent to all processes of the terminal at once."""
    cache = tmp_path / "cache"
    environment = {**os.environ, "GUDGEON_CACHE_DIR": str(cache), "GUDGEON_LIBRARY": "0"}
    process = subprocess.Popen(
        [sys.executable, "-c", INTERRUPTED],
        env=environment,
        stderr=subprocess.PIPE,
        text=True,
        cwd=sources.ROOT.parent,
        start_new_session=True,
    )
    end = time.monotonic() + 300
    while not (helpers := children(process.pid)) and time.monotonic() < end:
        time.sleep(0.05)
    time.sleep(0.5)
    (os.killpg if whole_group else os.kill)(process.pid, signal.SIGINT)
    _, errors = process.communicate(timeout=300)
    assert helpers and process.returncode != 0
    assert errors.splitlines()[-1] == "KeyboardInterrupt"
    assert "cannot" not in errors  # nothing was compiled here instead
    while any(map(alive, helpers)) and time.monotonic() < end:
        time.sleep(0.05)
    assert not any(map(alive, helpers))
    assert not [path for path in cache.iterdir() if path.suffix != ".o"]


def children(pid: int) -> list[int]:
    stats = [path.read_text() for path in Path("/proc").glob("[0-9]*/stat") if path.exists()]
    return [
        int(line.split()[0]) for line in stats if int(line.rpartition(")")[2].split()[1]) == pid
    ]


def alive(pid: int) -> bool:
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


@pytest.mark.slow
def test_the_command_runs_no_code_beside_a_model_while_it_compiles_all_anew(tmp_path: Path) -> None:
    """A folder in which somebody unpacked a model, and more than a model."""
    for name in ("numpy", "numba", "llvmlite", "click", "gudgeon", "sitecustomize"):
        (tmp_path / f"{name}.py").write_text(TRAP)
    (tmp_path / ".numba_config.yaml").write_text("disable_jit: 1")
    gd.write(gd.library("pendulum"), tmp_path / "model.yaml")
    cache = tmp_path / "cache"
    done = subprocess.run(
        [Path(sys.executable).with_name("gudgeon"), "run", "model.yaml", "--duration", "0.01"],
        cwd=tmp_path,
        env={**os.environ, "GUDGEON_CACHE_DIR": str(cache), "GUDGEON_LIBRARY": "0"},
        capture_output=True,
        text=True,
        timeout=600,
    )
    assert (done.returncode, (tmp_path / "executed").exists()) == (0, False), done.stderr
    assert list(cache.glob("*.o"))


@pytest.mark.parametrize(("machine", "number"), [("x86_64", 62), ("aarch64", 183)])
def test_another_kind_of_computer_can_be_compiled_for(machine, number, monkeypatch) -> None:
    """An object file says in its header what it is for; it asks for the same few functions."""
    monkeypatch.setattr(compile_process, "MACHINE", machine)
    monkeypatch.setattr(compile_process, "TARGET", BASELINES[machine])
    content = compile_process.compiled(MAX_SPEED.unit.name, MAX_SPEED.unit.recipe)
    assert content is not None and struct.unpack_from("<H", content, 18) == (number,)
    allowed = {"memset", *(f"gudgeon_{name}" for name in FUNCTIONS)}
    assert undefined(content) <= allowed
