"""What is compiled: the arithmetic of Python, without traps and shortcuts; and what is known of
it afterwards.
"""

import math
import subprocess
import sys

import numpy as np
import pytest

from gudgeon._base import machine_code
from gudgeon._base.compiler import in_this_process
from gudgeon._base.decorators import LAW
from gudgeon._base.errors import InputError
from gudgeon._base.function_pointers import entry_signature
from gudgeon._base.jit import DISABLED, Entry, inline, jit, jitable, overload, part

pytestmark = pytest.mark.skipif(DISABLED, reason="nothing is compiled")


def test_products_and_sums_are_rounded_one_by_one():
    """x² − y with y the rounded square is zero; fused it is the rounding error of the square,
    2^-60.
    """

    @jit
    def square_less(x, y):
        return x * x - y

    x = 1.0 + 2.0**-30
    assert square_less(x, x * x) == 0.0


def test_sums_keep_their_order():
    @jit
    def total(values):
        result = 0.0
        for k in range(values.shape[0]):
            result += values[k]
        return result

    values = np.array([1e16, 1.0, -1e16, 1.0] * 50)
    expected = 0.0
    for value in values.tolist():
        expected += value
    assert total(values) == expected != 100.0


def test_what_is_not_finite_is_a_number_like_others():
    """Kernels never raise: a division by zero is infinite, and comparisons with NaN are false."""

    @jit
    def quotient(a, b):
        return a / b

    @jit
    def is_small(x):
        return x <= 1.0

    assert quotient(1.0, 0.0) == math.inf and math.isnan(quotient(0.0, 0.0))
    assert not is_small(math.nan)


def test_parts_and_inlined_functions_are_compiled_into_their_callers():
    @part
    def doubled(x):
        return 2.0 * x

    @inline
    def squared(x):
        return x * x

    @jit
    def kernel(x):
        return doubled(squared(x)) + 1.0

    assert kernel(3.0) == 19.0
    assert (doubled(2.0), squared(2.0)) == (4.0, 4.0)


def test_laws_may_call_plain_functions_that_are_marked():
    @jitable
    def helper(x):
        return 3.0 * x

    def law(x):
        return helper(x) + 1.0

    assert in_this_process(law, LAW)(2.0) == 7.0 == helper(2.0) + 1.0


def test_an_entry_has_one_address_and_is_ready_when_it_was_compiled():
    def kernel(system, work, t, y, n, out, m, task):
        return t

    entry = Entry(kernel, entry_signature)
    first = entry.address
    assert first == entry.address != 0
    assert entry.ready


def test_a_compilation_that_was_interrupted_is_begun_again(monkeypatch):
    """Ctrl-C in the middle must not leave a kernel without an address behind."""
    tries = []

    def address(unit, symbol):
        tries.append(symbol)
        if len(tries) == 1:
            raise KeyboardInterrupt
        return 4711

    monkeypatch.setattr(machine_code, "address", address)
    entry = Entry(lambda: 0.0, "", name="nothing")
    with pytest.raises(KeyboardInterrupt):
        _ = entry.address
    assert entry.address == 4711 and tries == ["nothing"] * 2


def test_a_kernel_from_outside_that_cannot_be_compiled_is_refused_with_the_reason():
    thing = object()

    def kernel(system, work, t, y, n, out, m, task):
        return thing

    with pytest.raises(
        InputError, match=r"cannot compile .*kernel \(.*test_jit.py, line \d+\): .*thing"
    ):
        _ = Entry(kernel, entry_signature).address


def standing_for(value):
    """Stand for what LATE has for the type of the value."""


LATE = {}


def test_functions_that_are_defined_after_the_first_compilation_are_known_too():
    overload(standing_for)(lambda value: LATE.get(type(value).__name__))

    @jit
    def calls(value):
        return standing_for(value)

    LATE["Integer"] = lambda value: value + 1
    assert calls(1) == 2

    @part
    def twice(value):
        return 2 * value

    LATE["Float"] = lambda value: twice(value)
    assert calls(1.5) == 3.0


NOINLINE = """
import math
from gudgeon._base.compile_units import Compiled
from gudgeon._base.compiler import emitted, linked, spare_nested_code
from gudgeon._base.jit import inline, noinline, part

@noinline
def seldom_run(x):
    return x * x + 1.0

@part
def small(x):
    return x + 2.0

@part
def large(x):
    LARGE
    return x

@inline
def twice(x):  # what it calls would do as it does
    return seldom_run(x) + seldom_run(x + 1.0) + large(x) + large(x + 1.0) + small(x)

def calls_twice(x):
    return twice(x) + twice(x - 3.0)

def calls_once(x):
    return seldom_run(x) + large(x)

spare_nested_code()
kernels = {kernel.__name__: Compiled(kernel, "d") for kernel in (calls_twice, calls_once)}
module = linked(kernels)
print([function.name for function in module.functions if not function.is_declaration])
content = emitted(module)
print(b"_ZN" in content, b".eh_frame" in content)
"""


def test_a_unit_has_once_what_is_large_or_seldom_runs(tmp_path):
    """As in processes that do nothing but compile. What is inline or small is a part of its
    callers, what two kernels call is there for both; there are neither long names nor tables for
    exceptions.
    """
    script = tmp_path / "apart_script.py"
    steps = (f"x = math.sqrt(x * x + {k}.5) / (x + {k}.25)" for k in range(200))
    script.write_text(NOINLINE.replace("LARGE", "\n    ".join(steps)))
    printed = subprocess.run(
        [sys.executable, script], capture_output=True, text=True, check=True
    ).stdout
    assert printed.count("'seldom_run.") == printed.count("'large.") == 1
    assert "twice." not in printed
    assert "small." not in printed
    assert printed.endswith("False False\n")
