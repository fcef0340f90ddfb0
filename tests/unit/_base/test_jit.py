"""What is compiled: the arithmetic of Python, without traps and shortcuts; and what is known of it afterwards."""

import math

import numpy as np
import pytest

from gudgeon._base import jit as module
from gudgeon._base.function_pointers import entry_signature
from gudgeon._base.jit import DISABLED, Entry, inline, jit, jit_law, jitable, kept, part, ready

pytestmark = pytest.mark.skipif(DISABLED, reason="nothing is compiled")


def test_products_and_sums_are_rounded_one_by_one():
    """x² − y with y the rounded square is zero; fused it is the rounding error of the square, 2^-60."""

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
    assert (doubled.py_func(2.0), squared.py_func(2.0)) == (4.0, 4.0)


def test_laws_may_call_plain_functions_that_are_marked():
    @jitable
    def helper(x):
        return 3.0 * x

    @jit_law
    def law(x):
        return helper(x) + 1.0

    assert law(2.0) == 7.0 == helper(2.0) + 1.0


def test_a_kernel_is_ready_for_the_types_that_it_was_compiled_for():
    @jit
    def kernel(x):
        return x

    assert not ready(kernel, "int64")
    kernel(1)
    assert ready(kernel, "int64") and not ready(kernel, "complex128")
    assert kept(kernel) == module.CACHED


def test_an_entry_has_one_address_and_is_ready_when_it_was_compiled():
    def kernel(system, work, t, y, n, out, m, task):
        return t

    entry = Entry(kernel, entry_signature)
    first = entry.address
    assert first == entry.address != 0
    assert entry.ready


def test_a_hash_of_sources_knows_every_byte_and_not_the_order_in_which_they_are_named(tmp_path):
    a, b = tmp_path / "a.py", tmp_path / "b.py"
    a.write_text("x = 1\n")
    b.write_text("y = 2\n")
    before = module._hash_of([a, b])
    assert module._hash_of([b, a]) == before
    b.write_text("y = 3\n")
    assert module._hash_of([a, b]) != before


def test_physics_is_not_compiled_again_when_an_integrator_changes():
    assert module.kernel_stamp(stepping=False) != module.kernel_stamp(stepping=True)
