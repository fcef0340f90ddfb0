"""Viscosity of mineral oils by grade and temperature.

A grade fixes the kinematic viscosity at one temperature: ISO VG at 40 °C [Iso3448], SAE at 100 °C
[SaeJ300]. The viscosity index gives the other of the two [Iso2909], and log log(ν + 0.7) over log T
is a straight line through both [AstmD341]. The dynamic viscosity, which the laws of films take, is
η = ρ ν.
"""

import re
from collections.abc import Iterable, Sequence
from typing import Any

from .._base.arguments import number
from .._base.description import Quantity
from .._base.elementary import exp, log, log10, pow
from .._base.errors import InputError, brief, suggestion

__all__ = ["viscosity", "viscosity_from_table"]

# [mm²/s] at 40 °C
ISO_VG = (10, 15, 22, 32, 46, 68, 100, 150, 220, 320, 460, 680, 1000, 1500, 2200, 3200)
# [mm²/s] at 100 °C, the middle of the class
SAE = {"20": 8.1, "30": 10.9, "40": 14.4, "50": 19.1, "60": 24.0}
# the ISO VG with which such an oil is usually compared
SAE_WINTER = {"5W": 22, "10W": 32, "15W": 46, "20W": 68}
EXPANSION = 6.5e-4  # [1/K] by which mineral oil becomes lighter
ABSOLUTE = 273.15
_INDEX_RANGE = Quantity("1", bounds=((">=", 0.0), ("<=", 200.0)))
_DENSITY = Quantity("kg/m^3", bounds=((">", 0.0),))
_VISCOSITY = Quantity("Pa*s", bounds=((">", 0.0),))
_GRADE = re.compile(r"\s*(SAE|ISO\s*VG|VG)[\s-]*(\d+W?)\s*$", re.IGNORECASE)
_TEMPERATURE = re.compile(r"\s*([-+]?\d+\.?\d*)\s*(?:deg|°)?\s*([CFK])?\s*$")

# ν at 40 °C of oils with index 0 and 100 that have ν = Y at 100 °C: L = a Y² + b Y + c, H = d Y² +
# e Y + f from this Y on [Iso2909]
_INDEX = (
    (2.0, 1.14673, 1.7576, -0.109, 0.84155, 1.5521, -0.077),
    (3.8, 3.38095, -15.4952, 33.196, 0.78571, 1.7929, -0.183),
    (4.4, 2.5, -7.2143, 13.812, 0.82143, 1.5679, 0.119),
    (5.0, 0.101, 16.635, -45.469, 0.04985, 9.1613, -18.557),
    (6.4, 3.35714, -23.5643, 78.466, 0.22619, 7.7369, -16.656),
    (7.0, 0.01191, 21.475, -72.87, 0.79762, -0.7321, 14.61),
    (7.7, 0.41858, 16.1558, -56.04, 0.05794, 10.5156, -28.24),
    (9.0, 0.88779, 7.5527, -16.6, 0.26665, 6.7015, -10.81),
    (12.0, 0.7672, 10.7972, -38.18, 0.20073, 8.4658, -22.49),
    (15.0, 0.97305, 5.3135, -2.2, 0.28889, 5.9741, -4.93),
    (18.0, 0.97256, 5.25, -0.98, 0.24504, 7.416, -16.73),
    (22.0, 0.91413, 7.4759, -21.82, 0.20323, 9.1267, -34.23),
    (28.0, 0.87031, 9.7157, -50.77, 0.18411, 10.1015, -46.75),
    (40.0, 0.84703, 12.6752, -133.31, 0.17029, 11.4866, -80.62),
    (55.0, 0.85921, 11.1009, -83.19, 0.1713, 11.368, -76.94),
    (70.0, 0.83531, 14.6731, -216.246, 0.16841, 11.8493, -96.947),
)


def viscosity(
    grade: str, temperature: Any, *, viscosity_index: Any = 95.0, density: Any = 880.0
) -> float:
    """Return the dynamic viscosity [Pa s] of an oil such as ``"ISO VG 46"`` or ``"SAE 30"`` at a
    temperature.

    ``temperature`` is a number in °C or a text with a unit (``"60 degC"``, ``"333 K"``, ``"140
    degF"``). ``viscosity_index`` is 95 for ordinary mineral oil, between 0 and 200; ``density``
    [kg/m³] is that at 15 °C. Oils of SAE winter grades (``"SAE 10W"``) are specified by tests in
    the cold only; they are taken as the ISO grade with which they are usually compared.
    """
    T = celsius(temperature)
    index = number(viscosity_index, "viscosity_index", _INDEX_RANGE)
    rho = number(density, "density", _DENSITY)
    nu_40, nu_100 = _two_points(grade, index)
    nu = walther((40.0, 100.0), (nu_40, nu_100), T)
    return 1e-6 * nu * rho * (1.0 - EXPANSION * (T - 15.0))


def viscosity_from_table(
    temperatures: Sequence[Any], viscosities: Sequence[Any], temperature: Any
) -> float:
    """Return the dynamic viscosity [Pa s] at a temperature, from two or more given ones.

    Between (and beyond) neighbouring points log log over log T is a straight line, as for all
    mineral oils. Temperatures are numbers in °C or texts with a unit, increasing; viscosities [Pa
    s] decrease.
    """
    T = [celsius(value, "temperatures") for value in _several("temperatures", temperatures)]
    eta = [
        number(value, "viscosities", _VISCOSITY) for value in _several("viscosities", viscosities)
    ]
    if len(T) != len(eta) or len(T) < 2:
        raise InputError(
            f"give two points or more, a viscosity for each temperature; got {len(T)} and "
            f"{len(eta)}.",
            ("viscosities",),
        )
    for k in range(1, len(T)):
        if not T[k] > T[k - 1]:
            raise InputError(
                f"must increase; {T[k]:g} degC follows {T[k - 1]:g} degC.", ("temperatures",)
            )
        if not eta[k] < eta[k - 1]:
            raise InputError(
                f"must decrease as the temperature rises; {eta[k]:g} Pa*s follows {eta[k - 1]:g} "
                "Pa*s.",
                ("viscosities",),
            )
    return 1e-3 * walther(T, [1e3 * viscosity for viscosity in eta], celsius(temperature))


def viscosity_index(nu_40: float, nu_100: float) -> float:
    """Return the viscosity index of an oil with these kinematic viscosities [mm²/s] at 40 and
    100 °C [Iso2909].
    """
    L, H = _references(nu_100)
    if nu_40 >= H:
        return 100.0 * (L - nu_40) / (L - H)
    return 100.0 + (pow(10.0, log10(H / nu_40) / log10(nu_100)) - 1.0) / 0.00715


def walther(
    temperatures: Sequence[float], viscosities: Sequence[float], temperature: float
) -> float:
    """Return the viscosity [mm²/s] at a temperature [°C]: log log(ν + 0.7) = A − B log T through
    the two nearest points [AstmD341].
    """
    k = 1
    while k < len(temperatures) - 1 and temperature > temperatures[k]:
        k += 1
    if viscosities[k] <= 0.3:
        raise InputError(
            f"the line of mineral oils holds above 0.3 mm²/s or mPa*s, got {viscosities[k]:g}.",
            ("viscosities",),
        )
    first, second = (log(temperatures[n] + ABSOLUTE) for n in (k - 1, k))
    W_1, W_2 = (log(log(viscosities[n] + 0.7)) for n in (k - 1, k))
    return (
        exp(exp(W_1 + (W_2 - W_1) * (log(temperature + ABSOLUTE) - first) / (second - first))) - 0.7
    )


def celsius(value: Any, name: str = "temperature") -> float:
    """Return a temperature in °C, from a number in °C or a text with a unit (``"60 degC"``,
    ``"333 K"``, ``"140 degF"``).
    """
    scale = "C"
    if isinstance(value, str):
        match = _TEMPERATURE.match(value)
        if match is None:
            raise InputError(
                "expected a temperature such as 60, '60 degC', '333 K' or '140 degF', got "
                f"{brief(value)}.",
                (name,),
            )
        value, scale = float(match[1]), match[2] or "C"
    T = number(value, name, Quantity("degC"))
    T = T - ABSOLUTE if scale == "K" else (T - 32.0) / 1.8 if scale == "F" else T
    if not -60.0 <= T <= 300.0:
        raise InputError(
            f"must be between -60 and 300 degC, where oil is liquid, got {T:g} degC.", (name,)
        )
    return T


def _two_points(grade: Any, index: float) -> tuple[float, float]:
    """Return the kinematic viscosities [mm²/s] of a grade at 40 and 100 °C."""
    match = _GRADE.match(grade) if isinstance(grade, str) else None
    family, number = (
        ("SAE" if match[1].upper() == "SAE" else "VG", match[2].upper()) if match else ("", "")
    )
    if family == "SAE" and number in SAE:
        L, H = _references(SAE[number])
        above = log10(1.0 + 0.00715 * max(index - 100.0, 0.0))
        return L - index / 100.0 * (L - H) if index <= 100.0 else H / pow(SAE[number], above), SAE[
            number
        ]
    if family == "SAE" and number in SAE_WINTER:
        family, number = "VG", str(SAE_WINTER[number])
    if family != "VG" or int(number.rstrip("W")) not in ISO_VG:
        known = [
            *(f"ISO VG {grade}" for grade in ISO_VG),
            *(f"SAE {grade}" for grade in (*SAE_WINTER, *SAE)),
        ]
        raise InputError(f"unknown grade {brief(grade)}.{suggestion(grade, known)}", ("grade",))
    low, high, nu_40 = 2.0, 500.0, float(number)
    for _ in range(60):  # the index rises with the viscosity at 100 °C
        nu_100 = 0.5 * (low + high)
        low, high = (
            (nu_100, high)
            if nu_100 < nu_40 and viscosity_index(nu_40, nu_100) < index
            else (low, nu_100)
        )
    return nu_40, nu_100


def _references(nu_100: float) -> tuple[float, float]:
    """Return the kinematic viscosities [mm²/s] at 40 °C of the oils with index 0 and 100."""
    if nu_100 < 2.0:
        raise InputError(
            f"the viscosity index is defined from 2 mm²/s at 100 °C on, got {nu_100:g}.",
            ("nu_100",),
        )
    a, b, c, d, e, f = next(row[1:] for row in reversed(_INDEX) if nu_100 >= row[0])
    return (a * nu_100 + b) * nu_100 + c, (d * nu_100 + e) * nu_100 + f


def _several(name: str, values: Any) -> list[Any]:
    if (
        isinstance(values, str)
        or not isinstance(values, Iterable)
        or getattr(values, "ndim", 1) == 0
    ):
        raise InputError(f"expected a list of two numbers or more, got {brief(values)}.", (name,))
    return list(values)
