"""Arguments of elementary functions: of every size, and those that are hard."""

import math
from collections.abc import Callable
from fractions import Fraction
from random import Random

from tests.support import exact_functions

Draw = Callable[[Random], tuple[float, ...]]
SMALLEST = 2.0**-1074


def any_size(random: Random, low: int = -1074, high: int = 1023) -> float:
    """Return a positive number whose exponent is uniform, subnormal ones included."""
    exponent = random.randint(low, high)
    return math.ldexp(1.0 + random.random(), exponent) or SMALLEST


def either(random: Random, x: float) -> float:
    return random.choice((-1.0, 1.0)) * x


def near_multiple(random: Random) -> tuple[float]:
    """Return a number next to a multiple of pi/2, up to the largest."""
    n = random.randrange(1, 2 ** random.choice((4, 10, 20, 60, 300, 1020)))
    return (
        either(random, float(Fraction(n * exact_functions.PI, 1 << exact_functions.TURN_BITS + 1))),
    )


def next_to_one(random: Random) -> float:
    return 1.0 + either(random, 2.0 ** random.uniform(-52, -2))


def _with_exponent(random: Random) -> tuple[float, float]:
    """Return x, y whose power is anywhere between the smallest and the largest number."""
    x = random.choice((any_size(random), next_to_one(random), random.uniform(0.5, 2.0)))
    return x, random.uniform(-744.0, 709.5) / (math.log(x) or 1.0)


ANGLES: tuple[Draw, ...] = (
    lambda random: (either(random, any_size(random)),),
    lambda random: (random.uniform(-10.0, 10.0),),
    lambda random: (random.uniform(-1.2e6, 1.2e6),),
    near_multiple,
    # [Muller2016], 11.2
    lambda random: (
        random.choice((6381956970095103 * 2.0**797, 1.7976931348623157e308, 2.0**1023, 1e22)),
    ),
)
POSITIVE: tuple[Draw, ...] = (
    lambda random: (any_size(random),),
    lambda random: (next_to_one(random),),
    lambda random: (random.uniform(0.5, 2.0),),
)
PLANE: tuple[Draw, ...] = (
    lambda random: (
        either(random, any_size(random, -1074, 1022)),
        either(random, any_size(random, -1074, 1022)),
    ),
    lambda random: (random.uniform(-1.0, 1.0), random.uniform(-1.0, 1.0)),
    lambda random: (
        either(random, any_size(random, -8, 8)),
        either(random, any_size(random, -8, 8)),
    ),
    lambda random: (
        either(random, any_size(random, -1074, -1000)),
        either(random, any_size(random, -1074, -1000)),
    ),
    lambda random: (
        either(random, any_size(random, 1000, 1022)),
        either(random, any_size(random, 1000, 1022)),
    ),
)
ARGUMENTS: dict[str, tuple[Draw, ...]] = {
    "sin": ANGLES,
    "cos": ANGLES,
    "atan2": PLANE,
    "hypot": PLANE,
    "exp": (
        lambda random: (random.uniform(-745.1, 709.78),),
        lambda random: (random.uniform(-2.0, 2.0),),
        lambda random: (either(random, any_size(random, -1074, 0)),),
        lambda random: (random.uniform(-745.1, -707.0),),
    ),
    "log": POSITIVE,
    "log10": POSITIVE,
    "log1p": (
        lambda random: (any_size(random),),
        lambda random: (-(2.0 ** random.uniform(-1074, -1e-6)),),
        lambda random: (random.uniform(-0.999, 3.0),),
        lambda random: (2.0 ** random.uniform(-52, -1) - 1.0,),
        lambda random: (either(random, 2.0 ** random.uniform(-60, -1)),),
    ),
    "tanh": (
        lambda random: (either(random, any_size(random, -1074, 6)),),
        lambda random: (random.uniform(-1.0, 1.0),),
        lambda random: (either(random, random.uniform(0.5, 25.0)),),
    ),
    "pow": (
        _with_exponent,
        lambda random: (random.uniform(1e-6, 10.0), random.uniform(-5.0, 5.0)),
        lambda random: (
            10.0 ** random.uniform(-70, 70),
            random.choice((0.5, 1.0, 1.5, 2.0, 2.5, 3.0, 3.5, 4.0, -0.5, -1.0, 10 / 9)),
        ),
        lambda random: (-random.uniform(0.1, 10.0), float(random.randrange(-100, 100))),
    ),
    "nextafter": PLANE,
}


def arguments(name: str, count: int, seed: int = 1) -> list[tuple[float, ...]]:
    """Return some arguments of every kind of a function."""
    random = Random(seed)
    return [draw(random) for draw in ARGUMENTS[name] for _ in range(count)]
