"""What functions from outside the package are compiled from: whatever changes it changes the
stamp.
"""

import math
import os
import subprocess
import sys
import types
from pathlib import Path

import numpy as np
import pytest

from gudgeon._base import dependencies, sources
from gudgeon._base.decorators import inline
from gudgeon._base.function_pointers import records_at
from gudgeon._base.settings import DISABLED
from gudgeon.kernels.multibody.vectors import dot
from gudgeon.laws.base import helper

COMMON = {"math": math, "np": np, "helper": helper, "inline": inline, "dot": dot}
SOURCE = """
FACTOR, TABLE, PAIR = 2.0, np.array([1.0, 2.0]), (1.0, 2.0)

@helper
def inner(x):
    return x + 1.0

@helper
def outer(x, more=1.0, *, most=3.0):
    return inner(x) * more * most

def make(inside):
    def law(x):
        '''F = x'''
        def deep(a):
            return FACTOR * a
        return outer(math.sin(x)) + inside + TABLE[0] + PAIR[1] + deep(x) + tools.scale + np.abs(x)
    return law

law = make(0.5)
"""


def namespace(source: str = SOURCE, scale: float = 1.0) -> dict:
    tools = types.ModuleType("tools")
    tools.scale = tools.other = scale
    found = {**COMMON, "tools": tools, "__name__": "outside"}
    exec(source, found)
    return found


def stamp(source: str = SOURCE, scale: float = 1.0) -> str | None:
    return dependencies.stamp((namespace(source, scale)["law"],))


def test_the_same_function_has_the_same_stamp_wherever_it_stands() -> None:
    first = stamp()
    assert first and first == stamp() == stamp("# a line\n\n" + SOURCE)


def test_other_processes_find_the_same_stamp() -> None:
    code = "from tests.unit._base.test_dependencies import stamp; print(stamp())"
    run = [sys.executable, "-c", code]
    found = [
        subprocess.run(
            run,
            capture_output=True,
            text=True,
            env={**os.environ, "PYTHONHASHSEED": seed},
            cwd=sources.ROOT.parent,
            timeout=300,
        ).stdout.strip()
        for seed in ("1", "2")
    ]
    assert found == [stamp()] * 2


CHANGES = {
    "an operation": ("outer(math.sin(x)) +", "outer(math.sin(x)) -"),
    "a constant of an inner function": ("return FACTOR * a", "return FACTOR * a * 1.5"),
    "a global number": ("FACTOR, TABLE, PAIR = 2.0", "FACTOR, TABLE, PAIR = 2.5"),
    "its type": ("FACTOR, TABLE, PAIR = 2.0", "FACTOR, TABLE, PAIR = 2"),
    "the sign of zero": ("make(0.5)", "make(-0.0)"),
    "an array": ("np.array([1.0, 2.0])", "np.array([1.0, 3.0])"),
    "the type of an array": ("np.array([1.0, 2.0])", "np.array([1.0, 2.0], np.float32)"),
    "a tuple": ("(1.0, 2.0)\n", "(1.0, 3.0)\n"),
    "a closed-over value": ("make(0.5)", "make(0.25)"),
    "a helper": ("return inner(x) * more", "return inner(x) / more"),
    "a helper of a helper": ("return x + 1.0", "return x + 1.5"),
    "a default": ("more=1.0", "more=2.0"),
    "a default by name": ("most=3.0", "most=2.0"),
    "another function of a module": ("math.sin", "math.cos"),
    "another attribute of the same value": ("tools.scale", "tools.other"),
    "how a helper is compiled": ("@helper\ndef inner", "@inline\ndef inner"),
}


@pytest.mark.parametrize("change", CHANGES)
def test_what_it_is_compiled_from_changes_the_stamp(change: str) -> None:
    before, after = CHANGES[change]
    assert before in SOURCE
    changed = stamp(SOURCE.replace(before, after))
    assert changed and changed != stamp()


def test_a_value_in_a_module_changes_the_stamp() -> None:
    assert stamp(scale=2.0) != stamp(scale=1.0)


def test_a_global_that_changes_later_changes_the_stamp() -> None:
    found = namespace()
    before = dependencies.stamp((found["law"],))
    found["FACTOR"] = 7.0
    assert dependencies.stamp((found["law"],)) != before


def test_two_functions_that_call_each_other_have_a_stamp() -> None:
    source = """
@helper
def odd(n):
    return even(n - 1) if n else 0.0
@helper
def even(n):
    return odd(n - 1) if n else 1.0
law = even
"""
    assert stamp(source) and stamp(source) != stamp(source.replace("else 1.0", "else 2.0"))


def test_the_layout_of_records_changes_the_stamp() -> None:
    first, same, second = (records_at(np.dtype([("k", kind)])) for kind in ("f8", "f8", "i8"))
    assert dependencies.stamp((first,)) == dependencies.stamp((same,))
    assert dependencies.stamp((first,)) != dependencies.stamp((second,))


def test_a_function_of_the_package_counts_with_its_sources(monkeypatch) -> None:
    source = "def law(x):\n    return dot((x, x, x), (1.0, 2.0, 3.0))\n"
    before = stamp(source)
    monkeypatch.setattr(sources, "stamp", lambda modules: f"edited {modules}")
    assert before and stamp(source) != before


def test_other_versions_of_the_compiler_change_the_stamp(monkeypatch) -> None:
    before = stamp()
    monkeypatch.setattr(dependencies, "versions", lambda: ("another",))
    assert stamp() != before


UNKNOWN = {
    "a function that nobody was told of": "def f(x):\n    return x\ndef law(x):\n    return f(x)\n",
    "an object": "thing = object()\ndef law(x):\n    return x if thing else 0.0\n",
    "a list": "some = [1.0]\ndef law(x):\n    return some[0]\n",
    "a class": "class A:\n    pass\ndef law(x):\n    return A\n",
    "an array of objects": "a = np.array([None])\ndef law(x):\n    return a\n",
    "an empty cell": "def make():\n    def law(x):\n        return later\n    return law\n"
    "    later = 1\nlaw = make()\n",
}


@pytest.mark.parametrize("what", UNKNOWN)
def test_what_cannot_be_told_has_no_stamp(what: str) -> None:
    assert stamp(UNKNOWN[what]) is None


@pytest.mark.skipif(DISABLED, reason="Numba tells nothing")
def test_functions_that_numba_knows_by_its_own_decorators() -> None:
    import numba
    from numba.extending import overload, register_jitable

    COMMON.update(njit=numba.njit, register_jitable=register_jitable, overload=overload)
    source = "@njit\ndef f(x):\n    return x + 1.0\ndef law(x):\n    return f(x)\n"
    assert stamp(source) and stamp(source) == stamp(source)
    assert stamp(source) != stamp(source.replace("+ 1.0", "+ 2.0"))
    assert stamp(source) != stamp(source.replace("@njit", "@njit(fastmath=True)"))
    assert stamp(source.replace("@njit", "@register_jitable")) is None
    other = "@helper\ndef f(x):\n    pass\ndef law(x):\n    return f(x)\n"
    assert stamp(other)
    replaced = "@overload(f)\ndef g(x):\n    return lambda x: 2.0 * x\n"
    assert stamp(other + replaced) is None


# -- from process to process -----------------------------------------------------------------------

LAW = """
import ctypes
import sys
import gudgeon as gd

SCALE = 2.0

@gd.helper
def scaled(x):
    return SCALE * x

@gd.law
class Own(gd.Characteristic):
    '''A spring of the user's own.'''
    stiffness: float = gd.param("k", "N/m", "at the origin", gt=0)

    @staticmethod
    def force(x, k):
        '''F = 2 k x'''
        return scaled(k * x), k * x * x

numbers = ctypes.c_double * 2
parameters, out = numbers(3.0), numbers()
call = ctypes.CFUNCTYPE(None, ctypes.c_double, ctypes.c_void_p, ctypes.c_void_p)(Own.address())
call(0.5, ctypes.addressof(parameters), ctypes.addressof(out))
print(out[0], "numba" in sys.modules)
"""


@pytest.mark.skipif(DISABLED, reason="nothing is compiled")
def test_a_law_is_compiled_once_and_again_when_a_value_has_changed(tmp_path: Path) -> None:
    def run(source: str) -> tuple[str, ...]:
        (tmp_path / "own.py").write_text(source)
        done = subprocess.run(
            [sys.executable, str(tmp_path / "own.py")],
            capture_output=True,
            text=True,
            env={
                **os.environ,
                "GUDGEON_CACHE_DIR": str(tmp_path / "cache"),
                "PYTHONPATH": str(sources.ROOT.parent),
            },
            timeout=300,
        )
        assert done.returncode == 0, done.stderr
        return tuple(done.stdout.split())

    assert run(LAW) == ("3.0", "True")
    assert run(LAW) == run("\n" + LAW) == ("3.0", "False")
    assert run(LAW.replace("SCALE = 2.0", "SCALE = 4.0")) == ("6.0", "True")
    kept = [path for path in (tmp_path / "cache").glob("*.o") if "elementary" not in path.name]
    (first, _) = sorted(kept, key=lambda path: path.stat().st_mtime)
    first.write_bytes(first.read_bytes()[:-1])
    assert run(LAW) == ("3.0", "True")
    assert run(LAW) == ("3.0", "False")
