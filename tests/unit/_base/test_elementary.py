"""Elementary functions against fifty digits, and where IEEE 754 and C say what they are."""

import math
from math import inf, nan, pi

import numpy as np
import pytest

from gudgeon._base import elementary
from tests.support import exact_functions
from tests.support.elementary_arguments import arguments

SMALLEST, LARGEST = 5e-324, 1.7976931348623157e308
MEASURED = sorted(elementary.FUNCTIONS.keys() - {"nextafter"})


@pytest.mark.parametrize("count", [400, pytest.param(10_000, marks=pytest.mark.slow)])
@pytest.mark.parametrize("name", MEASURED)
def test_errors_are_at_most_one_and_a_half_units_in_the_last_place(name, count):
    """Over the whole range: of each kind of arguments so many."""
    function, exact = getattr(elementary, name), getattr(exact_functions, name)
    worst = max(
        (exact_functions.ulps(function(*args), exact(*args)), args)
        for args in arguments(name, count)
    )
    assert worst[0] <= 1.5, worst


@pytest.mark.parametrize("name", MEASURED)
def test_the_reference_agrees_with_the_mathematical_library(name):
    """Within 16 units of the last place: libraries in use are that bad only next to the hardest
    multiple of pi/2.
    """
    for args in arguments(name, 50, seed=2):
        try:
            value = getattr(math, name)(*args)
        except OverflowError:
            continue
        assert exact_functions.ulps(value, getattr(exact_functions, name)(*args)) < 16.0, args


def test_the_hardest_argument_of_all():
    """No other number is as near to a multiple of pi/2; its cosine is
    -4.687165924254627611122582801963884e-19 [Muller2016].
    """
    assert elementary.cos(6381956970095103 * 2.0**797) == -4.687165924254627611e-19


SPECIAL = {
    "sin": [
        (0.0, 0.0),
        (-0.0, -0.0),
        (SMALLEST, SMALLEST),
        (-SMALLEST, -SMALLEST),
        (inf, nan),
        (-inf, nan),
        (nan, nan),
    ],
    "cos": [(0.0, 1.0), (-0.0, 1.0), (SMALLEST, 1.0), (inf, nan), (-inf, nan), (nan, nan)],
    "exp": [
        (0.0, 1.0),
        (-0.0, 1.0),
        (inf, inf),
        (-inf, 0.0),
        (nan, nan),
        (709.782712893385, inf),
        (-745.14, 0.0),
        (LARGEST, inf),
        (-LARGEST, 0.0),
    ],
    "log": [
        (1.0, 0.0),
        (0.0, -inf),
        (-0.0, -inf),
        (inf, inf),
        (-1.0, nan),
        (-inf, nan),
        (nan, nan),
        (-SMALLEST, nan),
    ],
    "log10": [
        (1.0, 0.0),
        (0.0, -inf),
        (-0.0, -inf),
        (inf, inf),
        (-1.0, nan),
        (nan, nan),
        *((10.0**k, float(k)) for k in range(23)),
    ],
    "log1p": [
        (0.0, 0.0),
        (-0.0, -0.0),
        (-1.0, -inf),
        (inf, inf),
        (-1.5, nan),
        (-inf, nan),
        (nan, nan),
        (SMALLEST, SMALLEST),
        (-SMALLEST, -SMALLEST),
    ],
    "tanh": [
        (0.0, 0.0),
        (-0.0, -0.0),
        (inf, 1.0),
        (-inf, -1.0),
        (nan, nan),
        (SMALLEST, SMALLEST),
        (-SMALLEST, -SMALLEST),
        (LARGEST, 1.0),
    ],
    "atan2": [
        *((0.0, x, 0.0) for x in (0.0, SMALLEST, 1.0, inf)),
        *((-0.0, x, -0.0) for x in (0.0, SMALLEST, 1.0, inf)),
        *((0.0, x, pi) for x in (-0.0, -SMALLEST, -1.0, -inf)),
        *((-0.0, x, -pi) for x in (-0.0, -SMALLEST, -1.0, -inf)),
        *(
            (y, x, math.copysign(pi / 2, y))
            for x in (0.0, -0.0)
            for y in (1.0, -1.0, SMALLEST, inf, -inf)
        ),
        *(
            (math.copysign(inf, y), x, math.copysign(pi / 2, y))
            for x in (1.0, -1.0, LARGEST)
            for y in (1.0, -1.0)
        ),
        *((y, inf, math.copysign(0.0, y)) for y in (1.0, -1.0)),
        *((y, -inf, math.copysign(pi, y)) for y in (1.0, -1.0)),
        (inf, inf, pi / 4),
        (-inf, inf, -pi / 4),
        (inf, -inf, 3 * pi / 4),
        (-inf, -inf, -3 * pi / 4),
        (SMALLEST, SMALLEST, pi / 4),
        (LARGEST, LARGEST, pi / 4),
        (SMALLEST, LARGEST, 0.0),
        (nan, 1.0, nan),
        (1.0, nan, nan),
        (nan, inf, nan),
    ],
    "hypot": [
        (0.0, 0.0, 0.0),
        (-0.0, -0.0, 0.0),
        (3.0, -4.0, 5.0),
        (-0.0, -1.0, 1.0),
        *((a, b, inf) for a in (inf, -inf) for b in (nan, 0.0, 1.0, -inf)),
        *((b, a, inf) for a in (inf, -inf) for b in (nan, 0.0, 1.0)),
        (nan, 1.0, nan),
        (0.0, nan, nan),
        (SMALLEST, 0.0, SMALLEST),
        (3 * SMALLEST, 4 * SMALLEST, 5 * SMALLEST),
        (LARGEST, LARGEST, inf),
        (LARGEST, 1.0, LARGEST),
    ],
    "nextafter": [
        (1.0, inf, 1.0 + 2.0**-52),
        (1.0, -inf, 1.0 - 2.0**-53),
        (-1.0, -inf, -1.0 - 2.0**-52),
        (0.0, 1.0, SMALLEST),
        (-0.0, -1.0, -SMALLEST),
        (SMALLEST, 0.0, 0.0),
        (-SMALLEST, 0.0, -0.0),
        (LARGEST, inf, inf),
        (inf, 0.0, LARGEST),
        (-inf, 0.0, -LARGEST),
        (0.0, -0.0, -0.0),
        (2.0, 2.0, 2.0),
        (nan, 1.0, nan),
        (1.0, nan, nan),
    ],
}


def _special_powers():
    """Yield what Annex F of the C standard says of pow."""
    finite = (SMALLEST, 0.5, 1.5, 2.0, 3.0, 1e300)
    yield from ((x, y, 1.0) for x in (nan, inf, -inf, 0.0, -0.0, 2.0, -3.0) for y in (0.0, -0.0))
    yield from ((1.0, y, 1.0) for y in (nan, inf, -inf, 3.7, -1e300))
    yield from ((-1.0, y, 1.0) for y in (inf, -inf))
    yield from ((x, nan, nan) for x in (0.0, 2.0, -1.0, inf, nan))
    yield from ((nan, y, nan) for y in (1.0, -2.5, inf))
    yield from ((-2.0, y, nan) for y in (0.5, -1.5, 1e-300))
    for odd in (1.0, 3.0, 2.0**53 - 1.0):
        yield from ((0.0, odd, 0.0), (-0.0, odd, -0.0), (0.0, -odd, inf), (-0.0, -odd, -inf))
        yield from ((inf, odd, inf), (-inf, odd, -inf), (inf, -odd, 0.0), (-inf, -odd, -0.0))
    for y in (*(y for y in finite if y != 3.0), inf):  # no odd numbers
        yield from ((0.0, y, 0.0), (-0.0, y, 0.0), (0.0, -y, inf), (-0.0, -y, inf))
        yield from ((inf, y, inf), (-inf, y, inf), (inf, -y, 0.0), (-inf, -y, 0.0))
    yield from ((x, inf, inf) for x in (2.0, -2.0))
    yield from ((x, -inf, 0.0) for x in (2.0, -2.0))
    yield from ((x, inf, 0.0) for x in (0.5, -0.5))
    yield from ((x, -inf, inf) for x in (0.5, -0.5))
    yield from (
        (-2.0, 3.0, -8.0),
        (-2.0, -1.0, -0.5),
        (2.0, 1024.0, inf),
        (2.0, -1074.0, SMALLEST),
        (2.0, -1076.0, 0.0),
    )
    yield from (
        (-2.0, 1025.0, -inf),
        (-0.5, 1077.0, -0.0),
        (LARGEST, 2.0, inf),
        (LARGEST, 1.0, LARGEST),
        (SMALLEST, 1.0, SMALLEST),
    )


SPECIAL["pow"] = list(_special_powers())


@pytest.mark.parametrize("name", sorted(SPECIAL))
def test_special_values(name):
    for *args, expected in SPECIAL[name]:
        value = getattr(elementary, name)(*args)
        if math.isnan(expected):
            assert math.isnan(value), args
        else:
            assert (value, math.copysign(1.0, value)) == (expected, math.copysign(1.0, expected)), (
                args
            )


def test_every_function_has_its_special_values():
    assert SPECIAL.keys() == elementary.FUNCTIONS.keys()


@pytest.mark.parametrize("name", ["exp", "log", "log1p", "log10", "tanh"])
def test_functions_that_grow_never_fall_across_their_tables(name):
    """Where one interval of a table ends and the next begins, neighbours of the argument must
    not go backwards.
    """
    function = getattr(elementary, name)
    edges = np.concatenate(
        (
            np.arange(1, 600) / 256.0,
            np.arange(-300, 300) * math.log(2.0) / 256.0,
            [0.625, 1.0, 2.0**-28, 2.0**-54],
        )
    )
    for edge in map(float, edges if name in ("exp", "tanh", "log1p") else edges[edges > 0.0]):
        if name == "log1p" and edge <= -0.9:
            continue
        x = [edge]
        for _ in range(6):
            x = [math.nextafter(x[0], -inf), *x, math.nextafter(x[-1], inf)]
        values = [function(argument) for argument in x]
        assert values == sorted(values), edge


@pytest.mark.parametrize("name", ["sin", "tanh"])
def test_odd_functions(name):
    function = getattr(elementary, name)
    assert all(function(-x) == -function(x) for (x,) in arguments(name, 50))


def test_roots_are_exact_where_they_can_be():
    for n in range(1, 1553):  # n^5 < 2^53
        x = float(n * n)
        assert elementary.pow(x, 0.5) == n
        assert elementary.pow(x, 1.5) == n**3
        assert elementary.pow(x, 2.5) == n**5
        assert elementary.pow(float(n), 3.0) == n**3
        assert elementary.hypot(3.0 * n, 4.0 * n) == 5.0 * n


def test_next_numbers_are_those_of_the_library():
    assert all(
        elementary.nextafter(*args) == math.nextafter(*args) for args in arguments("nextafter", 200)
    )


def test_bits_and_numbers_are_the_same_thing():
    for x in (0.0, 1.0, -2.5, SMALLEST, LARGEST, -inf):
        assert elementary.real(elementary.bits(x)) == x
    assert elementary.bits(1.0) == 1023 << 52
    assert elementary.bits(-0.0) == -(1 << 63)
