"""Where machine code comes from, and that none of other sources is taken."""

import ctypes
import math
import os
import subprocess
import sys
from collections.abc import Callable
from functools import cache
from pathlib import Path

import numpy as np
import pytest

from gudgeon._base import compile_cache, compile_process, compiler, machine_code, sources
from gudgeon._base.compile_units import Compiled, Unit
from gudgeon._base.decorators import LAW
from gudgeon._base.elementary import FUNCTIONS
from gudgeon._base.settings import DISABLED
from gudgeon.kernels.measures import MAX_SPEED
from tests.support.elementary_arguments import arguments

pytestmark = pytest.mark.skipif(DISABLED, reason="nothing is compiled")
UNIT = MAX_SPEED.unit


def fresh() -> Unit:
    """Return the same unit as if this process had never seen it."""
    return Unit(UNIT.name, UNIT.recipe, UNIT.sources, UNIT.functions)


@cache
def object_file() -> bytes | None:
    """Return what another process compiles of the unit."""
    return compile_process.compiled(UNIT.name, UNIT.recipe)


@pytest.fixture
def calls(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The units that other processes are asked to compile, with an empty cache and no library."""
    known = machine_code._elementary()  # which all units call
    made: list[str] = []
    content = object_file()
    monkeypatch.setenv("GUDGEON_CACHE_DIR", str(tmp_path / "cache"))
    monkeypatch.setattr(machine_code, "shipped", dict)
    monkeypatch.setattr(machine_code, "shown", lambda done, count: None)
    monkeypatch.setattr(machine_code, "_objects", {})
    monkeypatch.setattr(machine_code, "_elementary", lambda: known)
    monkeypatch.setattr(compile_process, "compiled", lambda name, *_: made.append(name) or content)
    return made


def works(unit: Unit) -> bool:
    """Whether what stands at its address evaluates the right-hand side no times."""
    integer, pointer = ctypes.c_int64, ctypes.c_void_p
    nothing = ctypes.CFUNCTYPE(
        ctypes.c_double, integer, integer, pointer, integer, pointer, integer, integer
    )
    words = (ctypes.c_int64 * 100)(*[ctypes.addressof(room)] * 100)
    return (
        nothing(machine_code.address(unit, "evaluate_often"))(
            ctypes.addressof(words), 0, None, 0, None, 0, 0
        )
        == 0.0
    )


room = (ctypes.c_int64 * 100)()


def test_a_unit_is_compiled_once_and_found_in_the_cache_later(calls) -> None:
    first, second = fresh(), fresh()
    assert not machine_code.ready(first)
    assert works(first) and calls == ["measures"]
    assert machine_code.ready(second)
    assert works(second) and calls == ["measures"]


def test_a_unit_of_other_sources_is_compiled_again(calls, monkeypatch: pytest.MonkeyPatch) -> None:
    works(fresh())
    monkeypatch.setattr(machine_code, "stamp", lambda unit: "other sources")
    assert not machine_code.ready(fresh())
    works(fresh())
    assert calls == ["measures"] * 2


def test_a_damaged_object_is_never_loaded(calls, tmp_path: Path) -> None:
    works(fresh())
    (path,) = (tmp_path / "cache").glob("*.o")
    path.write_bytes(path.read_bytes()[:-1])
    assert works(fresh())
    assert calls == ["measures"] * 2


def test_the_library_serves_only_units_of_the_same_sources(
    calls, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(sources, "ROOT", tmp_path)
    (tmp_path / "one.py").write_text("one = 1")
    known = sources.hash_of([tmp_path / "one.py"])
    monkeypatch.setattr(machine_code, "shipped", lambda: {"measures": (known, ["one.py"])})

    def served() -> bool:
        machine_code._unchanged.cache_clear()
        sources._digest.cache_clear()
        return machine_code.in_library(UNIT)

    assert served() and machine_code.ready(UNIT)
    (tmp_path / "one.py").write_text("one = 2")
    assert not served()
    (tmp_path / "one.py").unlink()
    assert not served()
    monkeypatch.setattr(sys, "frozen", True, raising=False)
    assert served()  # nobody can edit what it was made from
    machine_code._unchanged.cache_clear()


@pytest.mark.parametrize("home, why", [("/dev/null/x", "cannot be made"), ("open", "not private")])
def test_without_a_folder_it_works_from_memory_and_says_why_once(
    home: str, why: str, calls, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog
) -> None:
    (tmp_path / "open").mkdir()
    (tmp_path / "open").chmod(0o775)
    monkeypatch.setenv("GUDGEON_CACHE_DIR", str(tmp_path / home))
    machine_code._warn_of_no_folder.cache_clear()
    assert works(fresh()) and works(fresh())
    assert calls == ["measures"] * 2
    assert caplog.text.count("set GUDGEON_CACHE_DIR") == 1 and why in caplog.text


def test_where_no_process_can_be_started_this_one_compiles(
    calls, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(compile_process, "python", lambda: None)
    assert works(fresh()) and calls == []


def test_it_gives_up_when_called(calls, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(compile_process, "compiled", lambda name, recipe, called: None)
    assert not machine_code.prepare([fresh()], lambda: True)


def call(unit: Unit, x: float) -> float:
    address = machine_code.address(unit, unit.name)
    return ctypes.CFUNCTYPE(ctypes.c_double, ctypes.c_double)(address)(x)


def outside(function: Callable) -> Unit:
    made = {function.__name__: Compiled(function, "d")}
    return Unit(function.__name__, (), (__name__,), lambda: made, (function,))


def test_a_function_from_outside_is_compiled_here_and_kept(calls, monkeypatch) -> None:
    def twice(x):
        return 2.0 * x

    unit = outside(twice)
    assert not machine_code.ready(unit)
    assert call(unit, 21.0) == 42.0
    assert calls == [] and compile_cache.read(machine_code.key(unit)) is not None
    monkeypatch.setattr(machine_code, "_engines", {})  # as another process
    monkeypatch.setattr(compiler, "linked", None)
    assert machine_code.ready(outside(twice)) and call(outside(twice), 21.0) == 42.0


FACTOR = 2.0


def test_a_function_from_outside_is_compiled_again_when_a_global_has_changed(
    calls, monkeypatch: pytest.MonkeyPatch
) -> None:
    def scaled(x):
        return FACTOR * x

    unit = outside(scaled)
    assert call(unit, 21.0) == 42.0
    monkeypatch.setitem(globals(), "FACTOR", 3.0)
    assert call(unit, 21.0) == 63.0
    monkeypatch.setitem(globals(), "FACTOR", 2.0)
    assert call(unit, 21.0) == 42.0


def test_a_function_whose_dependencies_are_unknown_is_not_kept(calls, tmp_path: Path) -> None:
    from numba.extending import register_jitable

    @register_jitable
    def known_to_numba_alone(x):
        return 2.0 * x

    def twice(x):
        return known_to_numba_alone(x)

    unit = outside(twice)
    assert machine_code.key(unit) == "" and call(unit, 21.0) == 42.0
    assert machine_code.address(unit, "twice") == machine_code.address(unit, "twice")
    assert not list(tmp_path.rglob("*.o")) and compile_cache.folder() is not None


def test_code_that_needs_the_runtime_of_numba_is_not_kept(calls, tmp_path: Path) -> None:
    """It could not be loaded by a process that has not imported Numba."""

    def summed(x):
        values = np.zeros(int(x))
        for k in range(len(values)):
            values[k] = x
        return values.sum()

    unit = Unit(
        "summed", (), (__name__,), lambda: {"summed": Compiled(summed, "d", how=LAW)}, (summed,)
    )
    assert machine_code.key(unit) and call(unit, 3.0) == 9.0
    assert not list(tmp_path.rglob("*.o"))


def test_code_that_calls_our_elementary_functions_is_kept(calls) -> None:
    def curve(x):
        return math.sin(x) + x**1.5

    unit = outside(curve)
    assert call(unit, 0.7) == FUNCTIONS["sin"][0](0.7) + FUNCTIONS["pow"][0](0.7, 1.5)
    assert compile_cache.read(machine_code.key(unit)) is not None


FROM_OUTSIDE = {
    "sin": lambda x: math.sin(x),
    "cos": lambda x: np.cos(x),
    "atan2": lambda x, y: math.atan2(x, y),
    "exp": lambda x: math.exp(x),
    "log": lambda x: np.log(x),
    "log1p": lambda x: math.log1p(x),
    "log10": lambda x: math.log10(x),
    "tanh": lambda x: np.tanh(x),
    "pow": lambda x, y: x**y,
    "hypot": lambda x, y: np.hypot(x, y),
    "nextafter": lambda x, y: math.nextafter(x, y),
}


@pytest.fixture(scope="module")
def from_outside() -> Unit:
    return Unit(
        "outside",
        (),
        (__name__,),
        lambda: {
            f"of_{name}": Compiled(function, "d" * FUNCTIONS[name][1], how=LAW)
            for name, function in FROM_OUTSIDE.items()
        },
        tuple(FROM_OUTSIDE.values()),
    )


@pytest.mark.parametrize("name", sorted(FUNCTIONS))
def test_functions_from_outside_compute_with_our_elementary_functions(
    name: str, from_outside: Unit
) -> None:
    """Whatever the C library and the vectors of NumPy say of the last bit."""
    plain, count = FUNCTIONS[name]
    function = ctypes.CFUNCTYPE(ctypes.c_double, *[ctypes.c_double] * count)(
        machine_code.address(from_outside, f"of_{name}")
    )
    for args in arguments(name, 100):
        assert function(*args).hex() == float(plain(*args)).hex(), args


def test_a_line_is_said_while_something_is_compiled(tmp_path: Path) -> None:
    code = "from gudgeon.kernels.measures import MAX_SPEED as it; it.address, it.address"
    environment = {
        **os.environ,
        "GUDGEON_CACHE_DIR": str(tmp_path / "cache"),
        "GUDGEON_LIBRARY": "0",
    }
    done = subprocess.run(
        [sys.executable, "-c", code],
        env=environment,
        capture_output=True,
        text=True,
        cwd=sources.ROOT.parent,
        timeout=600,
    )
    assert (done.returncode, done.stderr) == (
        0,
        "gudgeon compiles, once (about half a minute)...\n",
    )


def test_where_no_other_process_can_compile_this_one_does_so_with_a_word_and_keeps_it(
    calls: list[str], monkeypatch, capsys
) -> None:
    """As in a frozen application, whose executable is no interpreter."""
    monkeypatch.setattr(compile_process, "python", lambda: None)
    machine_code._log_once.cache_clear()
    unit = fresh()
    assert works(unit)
    assert calls == []
    assert "gudgeon compiles, once" in capsys.readouterr().err
    assert compile_cache.read(machine_code.key(unit)) is not None


def test_a_processor_that_nobody_knows_is_refused_in_one_sentence(tmp_path: Path) -> None:
    for code in ("from gudgeon.kernels.measures import MAX_SPEED as it; it.address", OWN_LAW):
        environment = {
            **os.environ,
            "GUDGEON_CACHE_DIR": str(tmp_path / "cache"),
            "GUDGEON_TARGET": "nonsense",
        }
        done = subprocess.run(
            [sys.executable, "-c", code],
            env=environment,
            capture_output=True,
            text=True,
            cwd=sources.ROOT.parent,
            timeout=300,
        )
        assert done.returncode == 1
        assert "GUDGEON_TARGET names no processor" in done.stderr.splitlines()[-1]
        assert "LLVM ERROR" not in done.stderr
    assert compile_process.knows_processor("haswell")


OWN_LAW = """
from gudgeon._base import machine_code
from gudgeon._base.compile_units import Compiled, Unit
machine_code.address(Unit("f", (), ("outside",), lambda: {"f": Compiled(lambda x: x, "d")}), "f")
"""


@pytest.mark.parametrize("what", ["MACHINE", "TARGET"])
def test_code_for_another_computer_or_processor_is_not_taken(what, monkeypatch):
    """Homes may be shared by computers of several kinds."""
    known = machine_code.key(UNIT)
    monkeypatch.setattr(machine_code, what, "another")
    assert machine_code.key(UNIT) != known
