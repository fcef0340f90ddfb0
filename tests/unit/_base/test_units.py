"""Numbers with units."""

import math
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gudgeon import InputError
from gudgeon._base.units import parse

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
