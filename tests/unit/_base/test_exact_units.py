"""Every unit has its exact value: the number next to the true one, by rational arithmetic.

Factors are those of the SI brochure and of the international yard and pound agreement (1959): the
inch is 25.4 mm, the pound 0.45359237 kg, standard free fall 9.80665 m/s^2.
"""

from fractions import Fraction

import pytest

from gudgeon._base.units import _ALIASES, _BASE, parse

PI = Fraction("3.14159265358979323846264338327950288419716939937510582097494459")
G, LB, IN = Fraction("9.80665"), Fraction("0.45359237"), Fraction("0.0254")
LBF = LB * G
M3, KG, M, S, RAD, N, PA, J, W = "m^3", "kg", "m", "s", "rad", "N", "Pa", "J", "W"

TABLE = [
    ("1", "1", 1), ("%", "1", Fraction(1, 100)),
    ("g", KG, Fraction(1, 1000)), ("mg", KG, Fraction(1, 10**6)), ("kg", KG, 1), ("t", KG, 1000),
    ("lb", KG, LB), ("oz", KG, LB / 16), ("slug", KG, LBF / Fraction("0.3048")),
    ("m", M, 1), ("km", M, 1000), ("dm", M, Fraction(1, 10)), ("cm", M, Fraction(1, 100)),
    ("mm", M, Fraction(1, 1000)), ("um", M, Fraction(1, 10**6)), ("µm", M, Fraction(1, 10**6)),
    ("μm", M, Fraction(1, 10**6)), ("nm", M, Fraction(1, 10**9)), ("pm", M, Fraction(1, 10**12)),
    ("micron", M, Fraction(1, 10**6)), ("microns", M, Fraction(1, 10**6)),
    ("in", M, IN), ("inch", M, IN), ("inches", M, IN), ("ft", M, 12 * IN), ("yd", M, 36 * IN),
    ("mil", M, IN / 1000), ("thou", M, IN / 1000),
    ("l", M3, Fraction(1, 1000)), ("L", M3, Fraction(1, 1000)), ("ml", M3, Fraction(1, 10**6)),
    ("mm^2", "m^2", Fraction(1, 10**6)), ("cm^3", M3, Fraction(1, 10**6)),
    ("s", S, 1), ("sec", S, 1), ("ms", S, Fraction(1, 1000)), ("us", S, Fraction(1, 10**6)),
    ("ns", S, Fraction(1, 10**9)), ("min", S, 60), ("h", S, 3600),
    ("Hz", "Hz", 1), ("kHz", "Hz", 1000), ("MHz", "Hz", 10**6),
    ("rad", RAD, 1), ("mrad", RAD, Fraction(1, 1000)), ("urad", RAD, Fraction(1, 10**6)),
    ("deg", RAD, PI / 180), ("°", RAD, PI / 180), ("degree", RAD, PI / 180),
    ("degrees", RAD, PI / 180), ("gon", RAD, PI / 200), ("arcmin", RAD, PI / 10800),
    ("arcsec", RAD, PI / 648000), ("rev", RAD, 2 * PI), ("turn", RAD, 2 * PI),
    ("turns", RAD, 2 * PI),
    ("rpm", "rad/s", PI / 30), ("RPM", "rad/s", PI / 30),
    ("deg/s", "rad/s", PI / 180), ("rev/min", "rad/s", PI / 30), ("°/s", "rad/s", PI / 180),
    ("mm/s", "m/s", Fraction(1, 1000)), ("km/h", "m/s", Fraction(5, 18)),
    ("mph", "m/s", Fraction(5280 * 12) * IN / 3600), ("ft/min", "m/s", 12 * IN / 60),
    ("N", N, 1), ("mN", N, Fraction(1, 1000)), ("kN", N, 1000), ("MN", N, 10**6),
    ("lbf", N, LBF), ("ozf", N, LBF / 16), ("kgf", N, G), ("kp", N, G), ("dyn", N, Fraction(1, 10**5)),
    ("Nm", "N*m", 1), ("kNm", "N*m", 1000), ("mNm", "N*m", Fraction(1, 1000)),
    ("Nmm", "N*m", Fraction(1, 1000)), ("N*mm", "N*m", Fraction(1, 1000)), ("lbf*ft", "N*m", LBF * 12 * IN),
    ("lbf*in", "N*m", LBF * IN), ("ozf*in", "N*m", LBF * IN / 16),
    ("Pa", PA, 1), ("kPa", PA, 1000), ("MPa", PA, 10**6), ("GPa", PA, 10**9), ("bar", PA, 10**5),
    ("mbar", PA, 100), ("atm", PA, 101325), ("psi", PA, LBF / IN**2), ("ksi", PA, 1000 * LBF / IN**2),
    ("N/mm^2", PA, 10**6), ("N/mm²", PA, 10**6),
    ("J", J, 1), ("kJ", J, 1000), ("mJ", J, Fraction(1, 1000)), ("W", W, 1), ("kW", W, 1000),
    ("mW", W, Fraction(1, 1000)), ("hp", W, 550 * LBF * 12 * IN),
    ("P", "Pa*s", Fraction(1, 10)), ("cP", "Pa*s", Fraction(1, 1000)), ("mPa*s", "Pa*s", Fraction(1, 1000)),
    ("St", "m^2/s", Fraction(1, 10**4)), ("cSt", "m^2/s", Fraction(1, 10**6)), ("mm^2/s", "m^2/s", Fraction(1, 10**6)),
    ("N/mm", "N/m", 1000), ("N/um", "N/m", 10**6), ("lbf/in", "N/m", LBF / IN),
    ("Nm/deg", "N*m/rad", 180 / PI), ("Nm/rad", "N*m/rad", 1), ("Nm/°", "N*m/rad", 180 / PI),
    ("g/cm^3", "kg/m^3", 1000), ("kg*mm^2", "kg*m^2", Fraction(1, 10**6)), ("g*cm²", "kg*m^2", Fraction(1, 10**7)),
    ("lb*in^2", "kg*m^2", LB * IN**2), ("m/s^2", "m/s^2", 1), ("mm/s^2", "m/s^2", Fraction(1, 1000)),
    ("K", "K", 1), ("1/m", "1/m", 1), ("1/min", "Hz", Fraction(1, 60)),
]  # fmt: skip
NUMBERS = ["1", "10", "0.1", "3", "2.54", "7.3e-3", "-12.75", ".25", "8e5"]


@pytest.mark.parametrize(("unit", "si", "factor"), TABLE, ids=[row[0] for row in TABLE])
def test_a_unit_has_its_exact_value(unit, si, factor):
    """A quotient of integers is rounded once: equal to the last bit, with and without a space."""
    for number in NUMBERS:
        assert parse(f"{number} {unit}", si) == float(Fraction(number) * factor)
    if not unit.startswith("1"):
        assert parse(f"2.5{unit}", si) == float(Fraction("2.5") * factor)


def test_the_table_has_every_unit_that_is_known():
    """At least eighty, each symbol and each other name of one among them."""
    listed = {row[0] for row in TABLE}
    assert len(TABLE) >= 80 and len(listed) == len(TABLE)
    assert set(_BASE) | set(_ALIASES) <= listed


@pytest.mark.parametrize("micrometres", range(1, 200))
def test_micrometres_are_what_a_program_reads_for_their_decimal_fraction(micrometres):
    assert parse(f"{micrometres} um", "m") == float(f"{micrometres}e-6")
