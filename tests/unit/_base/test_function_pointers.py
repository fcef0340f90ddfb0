"""Functions whose addresses are data: laws with parameters and outputs, tuples of arrays, and
kernels that write into arrays.
"""

from typing import NamedTuple

import numpy as np
import pytest

from gudgeon._base.compile_units import Compiled, Unit
from gudgeon._base.decorators import LAW
from gudgeon._base.descriptors import tables
from gudgeon._base.function_pointers import (
    caller,
    entry_caller,
    entry_signature,
    law_arguments,
    loader,
    vector_at,
)
from gudgeon._base.jit import DISABLED, Entry, jit
from gudgeon._base.machine_code import address

pytestmark = pytest.mark.skipif(DISABLED, reason="nothing is compiled")


def address_of(function, n_inputs):
    """Return the address of a function that is compiled as laws are."""
    compiled = Compiled(function, law_arguments(n_inputs), "", LAW)
    return address(
        Unit(function.__name__, (), (__name__,), lambda: {function.__name__: compiled}),
        function.__name__,
    )


def sums(a, b, parameters, outputs):
    """Two numbers from two inputs and two parameters, all distinguishable."""
    outputs[0] = a + 10.0 * b
    outputs[1] = parameters[0] - 100.0 * parameters[1]


def test_a_law_is_called_by_its_address_with_the_parameters_that_stand_at_its_offset():
    law = address_of(sums, 2)
    call = caller(2, 2)

    @jit
    def kernel(address, parameters, offset):
        return call(address, (1.5, 0.25), parameters, offset)

    parameters = np.array([np.nan, 3.0, 0.07, 5.0])
    assert kernel(law, parameters, 1) == pytest.approx((4.0, 3.0 - 7.0), abs=1e-15)
    assert kernel(law, parameters, 2) == pytest.approx((4.0, 0.07 - 500.0), abs=1e-15)


def test_a_law_with_one_output_returns_a_number():
    def half(x, parameters, outputs):
        outputs[0] = 0.5 * x * parameters[0]

    law, call = address_of(half, 1), caller(1, 1)

    @jit
    def kernel(address, x, parameters):
        return call(address, (x,), parameters, 0)

    assert kernel(law, 3.0, np.array([4.0])) == 6.0


def test_one_compiled_kernel_calls_any_law():
    """That is why laws are addresses: another law compiles nothing."""

    def first(x, parameters, outputs):
        outputs[0] = x

    def second(x, parameters, outputs):
        outputs[0] = -x

    call = caller(1, 1)

    @jit
    def kernel(address, x, parameters):
        return call(address, (x,), parameters, 0)

    laws = [address_of(law, 1) for law in (first, second)]
    assert [kernel(law, 2.0, np.zeros(1)) for law in laws] == [2.0, -2.0]
    assert len(kernel.signatures) == 1


@tables
class Pair(NamedTuple):
    """Two arrays."""

    vector: np.ndarray
    table: np.ndarray


def test_a_tuple_of_arrays_is_found_again_at_its_address_and_not_copied():
    load = loader(Pair(np.zeros(1), np.zeros((1, 1))))

    @jit
    def kernel(address):
        found = load(address)
        found.vector[1] = 7.0
        found.table[0, 1] = found.vector.shape[0]
        return found.vector[0] + found.table[1, 0]

    pair = Pair(np.array([2.0, 0.0, 0.0]), np.array([[0.0, 0.0], [5.0, 0.0]]))
    assert kernel(pair.address) == 7.0
    assert (pair.vector[1], pair.table[0, 1]) == (7.0, 3.0)


def test_a_kernel_is_called_by_its_address_with_two_arrays_and_writes_into_the_second():
    vector = vector_at()

    def scale(system, work, t, y, n, out, m, task):
        """out = t y, as far as there is room; the sum of the integers comes back."""
        state, rates = vector(y, n), vector(out, m)
        for k in range(m):
            rates[k] = t * state[k]
        return float(system + 10 * work + 100 * task + 1000 * n)

    entry, call = Entry(scale, entry_signature), entry_caller()

    @jit
    def kernel(address, y, out):
        return call(address, 1, 2, 0.5, y, out, 3)

    y, out = np.array([2.0, 4.0, 6.0]), np.zeros(2)
    assert kernel(entry.address, y, out) == 1 + 20 + 300 + 3000
    assert out.tolist() == [1.0, 2.0]
