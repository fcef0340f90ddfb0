"""Numbers with units."""

import math
import re
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gudgeon import InputError
from gudgeon._base.units import _ALIASES, _BASE, _PREFIX, _PREFIXED, parse

UNITS_OF = {"rpm": (("rad", 1), ("s", -1))} | {name: (("m", 1),) for name in ("mm", "cm", "in")}


@pytest.mark.parametrize(
    ("text", "unit", "value"),
    [
        ("0.5 mm", "m", 5e-4),
        ("0.5mm", "m", 5e-4),
        ("2 in", "m", 0.0508),
        ("-3 um", "m", -3e-6),
        ("3 µm", "m", 3e-6),  # micro sign
        ("3 μm", "m", 3e-6),  # Greek letter mu
        ("207 GPa", "Pa", 207e9),
        ("400 cP", "Pa*s", 0.4),
        ("5000 rpm", "rad/s", 5000 * 2 * math.pi / 60),
        ("30 deg", "rad", math.pi / 6),
        ("1 rev/min", "rad/s", 2 * math.pi / 60),
        ("10 N*m/rad", "N*m/rad", 10),
        ("10 N m/rad", "N*m/rad", 10),
        ("10 N·m", "J", 10),
        ("1 kg*m^2", "kg*m^2", 1),
        ("1 kg m²", "kg*m^2", 1),
        ("1 kg*m**2", "kg*m^2", 1),
        ("5 g*cm^2", "kg*m^2", 5e-7),
        ("1 g/cm^3", "kg/m^3", 1000),
        ("9.81 m/s^2", "m/s^2", 9.81),
        ("9.81 m/s/s", "m/s^2", 9.81),
        ("9.81 m*s^-2", "m/s^2", 9.81),
        ("50 %", "1", 0.5),
        ("2 h", "s", 7200),
        ("1 lbf/in", "N/m", 175.12683524647638),
        ("1 psi", "Pa", 6894.757293168361),
        ("  7  ", "kg", 7),
        ("1e-3", "kg", 1e-3),
        (".5", "kg", 0.5),
        ("5.", "kg", 5),
        ("2 m/s", "rad/s|m/s", 2),
        ("60 rpm", "rad/s|m/s", 2 * math.pi),
        ("7", "N/m^n", 7),
    ],
)
def test_a_number_with_a_unit_is_read_in_si(text, unit, value):
    assert parse(text, unit) == pytest.approx(value, rel=1e-14)  # a few roundings


@pytest.mark.parametrize(
    ("text", "unit", "message"),
    [
        ("5 mmm", "m", "unknown unit 'mmm'. Did you mean 'mm'?"),
        ("5 newton", "N", "unknown unit 'newton'"),
        ("5 kg", "m", "'5 kg' has the wrong kind of unit; expected [m]."),
        ("5 rad", "m", "wrong kind"),
        ("5 N/m^2", "N/m", "wrong kind"),
        # a frequency is no angular speed: the factor 2 pi must not be lost
        ("5 Hz", "rad/s", "wrong kind"),
        ("5 kg", "rad/s|m/s", "expected [rad/s or m/s]"),
        ("five", "m", "expected a number"),
        ("", "m", "expected a number"),
        ("mm", "m", "expected a number"),
        ("1,5 mm", "m", "cannot read the unit"),
        ("0x10", "m", "unknown unit 'x'"),
        ("1 m^99", "m", "powers go up to 9"),
        ("1 km^999999999999", "m", "powers go up to 9"),
        ("1 N/m", "N/m^n", "depends on another parameter"),
    ],
)
def test_what_is_wrong_with_a_unit_is_said(text, unit, message):
    with pytest.raises(InputError) as caught:
        parse(text, unit)
    assert message in str(caught.value)


@given(
    st.text(max_size=30) | st.from_regex(r"[-+0-9.e]{1,6} [a-zA-Z*/^0-9µ ]{0,12}", fullmatch=True)
)
def test_any_text_is_a_number_or_an_input_error(text):
    try:
        assert isinstance(parse(text, "m|rad/s|1"), float)
    except InputError as error:
        assert error.message


@given(st.floats(allow_nan=False, allow_infinity=False))
def test_a_number_without_a_unit_is_read_exactly(value):
    assert parse(repr(value), "m") == value


EXACT = {
    "mm": Fraction(1, 1000),
    "cm": Fraction(1, 100),
    "in": Fraction(254, 10000),
    "rpm": Fraction("3.14159265358979323846264338327950288419716939937510582097494459") / 30,
}


@pytest.mark.parametrize("power", [-9, -3, -2, 2, 3, 9])
@pytest.mark.parametrize("symbol", ["mm", "cm", "in", "rpm"])
def test_powers_are_rounded_once(symbol, power):
    """The nearest number to the power of the unit's exact factor, whatever the C library's pow
    does.
    """
    factor = EXACT[symbol]
    parts = "*".join(f"{name}^{sign * power}" for name, sign in UNITS_OF[symbol])
    assert parse(f"1 {symbol}^{power}", parts) == float(factor**power)


# Definitions: the international yard and pound (1959), free fall (1901), the horsepower of 550 ft*lbf/s,
# SI prefixes; pi stands for itself.
TABLE = {
    # lengths, areas, volumes
    "m": ("m", "1"), "km": ("m", "1000"), "dm": ("m", "0.1"), "cm": ("m", "0.01"), "mm": ("m", "0.001"),
    "um": ("m", "0.000001"), "µm": ("m", "0.000001"), "μm": ("m", "0.000001"), "nm": ("m", "1e-9"), "pm": ("m", "1e-12"),
    "micron": ("m", "0.000001"), "microns": ("m", "0.000001"), "in": ("m", "0.0254"), "inch": ("m", "0.0254"),
    "inches": ("m", "0.0254"), "mil": ("m", "0.0000254"), "thou": ("m", "0.0000254"), "ft": ("m", "0.3048"), "yd": ("m", "0.9144"),
    "cm^2": ("m^2", "0.0001"), "mm²": ("m^2", "0.000001"), "in^2": ("m^2", "0.00064516"), "mm³": ("m^3", "1e-9"),
    "l": ("m^3", "0.001"), "L": ("m^3", "0.001"), "ml": ("m^3", "0.000001"), "cm^3": ("m^3", "0.000001"),
    # masses and inertias
    "kg": ("kg", "1"), "g": ("kg", "0.001"), "mg": ("kg", "0.000001"), "t": ("kg", "1000"), "lb": ("kg", "0.45359237"),
    "oz": ("kg", "0.028349523125"), "slug": ("kg", "0.45359237*9.80665/0.3048"), "g*cm^2": ("kg*m^2", "1e-7"),
    "kg*mm^2": ("kg*m^2", "0.000001"), "lb*in^2": ("kg*m^2", "0.45359237*0.0254*0.0254"), "g/cm^3": ("kg/m^3", "1000"),
    # time, speed, acceleration
    "s": ("s", "1"), "sec": ("s", "1"), "ms": ("s", "0.001"), "us": ("s", "0.000001"), "ns": ("s", "1e-9"), "min": ("s", "60"),
    "h": ("s", "3600"), "Hz": ("1/s", "1"), "kHz": ("1/s", "1000"), "MHz": ("1/s", "1000000"), "mm/s": ("m/s", "0.001"),
    "km/h": ("m/s", "1000/3600"), "mph": ("m/s", "0.44704"), "m/min": ("m/s", "1/60"), "in/s": ("m/s", "0.0254"),
    "mm/s^2": ("m/s^2", "0.001"),
    # angles and angular speeds
    "rad": ("rad", "1"), "mrad": ("rad", "0.001"), "urad": ("rad", "0.000001"), "deg": ("rad", "pi/180"), "°": ("rad", "pi/180"),
    "degree": ("rad", "pi/180"), "degrees": ("rad", "pi/180"), "gon": ("rad", "pi/200"), "arcmin": ("rad", "pi/10800"),
    "arcsec": ("rad", "pi/648000"), "rev": ("rad", "2*pi"), "turn": ("rad", "2*pi"), "turns": ("rad", "2*pi"),
    "rpm": ("rad/s", "pi/30"), "RPM": ("rad/s", "pi/30"), "deg/s": ("rad/s", "pi/180"), "rev/min": ("rad/s", "pi/30"),
    "°/s": ("rad/s", "pi/180"), "deg/s^2": ("rad/s^2", "pi/180"),
    # forces, moments, energies, powers
    "N": ("N", "1"), "kN": ("N", "1000"), "mN": ("N", "0.001"), "MN": ("N", "1000000"), "lbf": ("N", "0.45359237*9.80665"),
    "ozf": ("N", "0.45359237*9.80665/16"), "kgf": ("N", "9.80665"), "kp": ("N", "9.80665"), "dyn": ("N", "0.00001"),
    "Nm": ("N*m", "1"), "kNm": ("N*m", "1000"), "Nmm": ("N*m", "0.001"), "mNm": ("N*m", "0.001"),
    "lbf*in": ("N*m", "0.45359237*9.80665*0.0254"), "lbf*ft": ("N*m", "0.45359237*9.80665*0.3048"), "J": ("J", "1"),
    "kJ": ("J", "1000"), "mJ": ("J", "0.001"), "W": ("W", "1"), "kW": ("W", "1000"), "hp": ("W", "550*0.3048*0.45359237*9.80665"),
    # pressures, stiffnesses, viscosities
    "Pa": ("Pa", "1"), "kPa": ("Pa", "1000"), "MPa": ("Pa", "1000000"), "GPa": ("Pa", "1000000000"), "N/mm^2": ("Pa", "1000000"),
    "bar": ("Pa", "100000"), "mbar": ("Pa", "100"), "atm": ("Pa", "101325"), "psi": ("Pa", "0.45359237*9.80665/0.0254/0.0254"),
    "ksi": ("Pa", "1000*0.45359237*9.80665/0.0254/0.0254"), "N/mm": ("N/m", "1000"), "kN/mm": ("N/m", "1000000"),
    "lbf/in": ("N/m", "0.45359237*9.80665/0.0254"), "Nm/rad": ("N*m/rad", "1"), "Nm/deg": ("N*m/rad", "180/pi"),
    "Nmm/deg": ("N*m/rad", "0.18/pi"), "N*s/mm": ("N*s/m", "1000"), "P": ("Pa*s", "0.1"), "cP": ("Pa*s", "0.001"),
    "mPa*s": ("Pa*s", "0.001"), "St": ("m^2/s", "0.0001"), "cSt": ("m^2/s", "0.000001"), "mm^2/s": ("m^2/s", "0.000001"),
    # others
    "%": ("1", "0.01"), "1": ("1", "1"), "K": ("K", "1"), "1/K": ("1/K", "1"),
}  # fmt: skip
PI = Fraction("3.1415926535897932384626433832795028841971693993751058209749445923078164")


def exact(product):
    """Return what a product or quotient of numbers and pi is, as a fraction."""
    value = Fraction(1)
    for sign, word in re.findall(r"([*/]?)([^*/]+)", product):
        factor = PI if word == "pi" else Fraction(word)
        value = value / factor if sign == "/" else value * factor
    return value


def test_the_table_has_every_unit_and_more_than_eighty():
    assert len(TABLE) > 120
    assert {*_BASE, *_ALIASES} <= {*TABLE}


@pytest.mark.parametrize("unit", TABLE)
def test_a_unit_has_its_exact_value(unit):
    """The number next to the true value, for numbers of many digits as well."""
    si, factor = TABLE[unit]
    for number in ("1", "10", "0.1", "2.5", "1e3", "25.4", "-7.25e-5", "123456.789", "0.333333333"):
        assert parse(f"{number} {unit}", si) == float(Fraction(number) * exact(factor))
        if not unit.startswith("1"):
            assert parse(f"{number}{unit}", si) == float(Fraction(number) * exact(factor))


@given(st.decimals(allow_nan=False, allow_infinity=False, places=6, min_value=-1e9, max_value=1e9))
def test_any_number_of_a_unit_is_the_one_next_to_the_true_value(number):
    for unit in ("um", "in", "deg", "rpm", "psi", "Nm/deg"):
        si, factor = TABLE[unit]
        assert parse(f"{number} {unit}", si) == float(Fraction(number) * exact(factor))


def test_every_prefix_scales_every_unit_that_has_prefixes():
    """Unless the word is a unit of its own, such as min and ft."""
    scales = dict(zip("pnuµμmcdkMG", (-12, -9, -6, -6, -6, -3, -2, -1, 3, 6, 9), strict=True))
    assert {*_PREFIX} == {*scales}
    for unit in _PREFIXED:
        si, factor = TABLE[unit]
        for prefix, power in scales.items():
            if prefix + unit not in {*_BASE, *_ALIASES}:
                assert parse(f"3 {prefix}{unit}", si) == float(
                    3 * exact(factor) * Fraction(10) ** power
                )


def test_ten_micrometres_are_what_everybody_expects():
    assert parse("10 um", "m") == 1e-5 and parse("20.5 µm", "m") == 20.5e-6
