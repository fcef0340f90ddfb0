"""Elementary functions, compiled: the same bits as in Python, for every processor."""

import os
import subprocess
import sys
from functools import cache
from hashlib import sha256

import numpy as np
import pytest

from gudgeon._base import compiled_elementary, elementary  # noqa: F401 - tells the compiler of them
from gudgeon._base.jit import jit
from tests.support.elementary_arguments import arguments

PRINT = "from tests.unit._base.test_compiled_elementary import fingerprint; print(fingerprint())"


@cache
def compiled(name):
    return jit(elementary.FUNCTIONS[name][0])


@cache
def fingerprint() -> str:
    """Return a hash of the values of all functions, compiled."""
    values = [
        function(*args)
        for name in elementary.FUNCTIONS
        for function in [compiled(name)]
        for args in arguments(name, 300)
    ]
    return sha256(np.array(values).tobytes()).hexdigest()


@pytest.mark.parametrize("name", sorted(elementary.FUNCTIONS))
def test_compiled_and_plain_python_agree_to_the_last_bit(name):
    plain, function = elementary.FUNCTIONS[name][0], compiled(name)
    special = [
        0.0,
        -0.0,
        1.0,
        -1.0,
        0.5,
        1.5,
        np.inf,
        -np.inf,
        np.nan,
        5e-324,
        1.7976931348623157e308,
    ]
    pairs = [(a, b)[: elementary.FUNCTIONS[name][1]] for a in special for b in special]
    for args in [*arguments(name, 300), *pairs]:
        first, second = float(function(*args)), float(plain(*args))
        assert first.hex() == second.hex(), args


@pytest.mark.parametrize("processor", ["generic", "haswell"])
def test_bits_do_not_depend_on_the_processor(processor):
    environment = {**os.environ, "NUMBA_CPU_NAME": processor}
    done = subprocess.run(
        [sys.executable, "-c", PRINT],
        env=environment,
        capture_output=True,
        text=True,
        check=True,
        timeout=300,
    )
    assert done.stdout.strip() == fingerprint()
