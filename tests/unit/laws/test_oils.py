"""Viscosity by grade and temperature against the standards' own examples, two standards against
each other, and measured oils.
"""

from math import exp, log

import pytest

import gudgeon as gd
from gudgeon.laws.oils import ISO_VG, SAE, celsius, viscosity_from_table, viscosity_index, walther


@pytest.mark.parametrize(
    ("nu_40", "nu_100", "index"), [(73.30, 8.86, 92), (22.83, 5.05, 156), (53.47, 7.80, 111)]
)
def test_viscosity_index_is_that_of_the_examples_in_the_standard(nu_40, nu_100, index):
    """The standard rounds to whole numbers."""
    assert viscosity_index(nu_40, nu_100) == pytest.approx(index, abs=0.5)


@pytest.mark.parametrize(
    ("points", "at", "known"),
    [((32.0, 5.4), 80, 8.5), ((404.0, 28.0), 60, 132.126)],
    ids=["turbine oil", "gear oil SAE 140"],
)
def test_line_through_two_points_meets_published_third_ones(points, at, known):
    """As printed: to two digits (computed with 273 instead of 273.15), and to six."""
    assert walther((40, 100), points, at) == pytest.approx(known, rel=5e-3 if at == 80 else 1e-5)


@pytest.mark.parametrize("grade", ISO_VG)
def test_iso_grade_is_the_viscosity_at_40_degrees(grade):
    """η = ρ ν with 880 kg/m³ at 15 °C, 1.625 % less at 40 °C."""
    assert gd.viscosity(f"ISO VG {grade}", 40) == pytest.approx(
        grade * 1e-6 * 880 * (1 - 6.5e-4 * 25), rel=1e-12
    )


@pytest.mark.parametrize("grade", ISO_VG)
@pytest.mark.parametrize("index", [50, 95, 140])
def test_oil_of_a_grade_has_the_viscosity_index_asked_for(grade, index):
    """From the viscosities at 40 and 100 °C that come out, the density taken off; the index
    jumps by up to 0.2 between its formulas.
    """
    nu = [
        gd.viscosity(f"VG {grade}", T, viscosity_index=index) / (880e-6 * (1 - 6.5e-4 * (T - 15)))
        for T in (40, 100)
    ]
    assert viscosity_index(*nu) == pytest.approx(index, abs=0.3)


@pytest.mark.parametrize(("sae", "vg"), [("30", 100), ("40", 150), ("50", 220), ("60", 320)])
def test_sae_and_iso_grades_that_are_said_to_be_equal_are(sae, vg):
    """Two standards that fix different temperatures. A grade is ±10 % wide."""
    assert gd.viscosity(f"SAE {sae}", 40) == pytest.approx(
        gd.viscosity(f"ISO VG {vg}", 40), rel=0.1
    )
    assert gd.viscosity(f"SAE {sae}", 100) == pytest.approx(
        gd.viscosity(f"ISO VG {vg}", 100), rel=0.1
    )


# [mm²/s] SAE J300
LIMITS = {
    "20": (6.9, 9.3),
    "30": (9.3, 12.5),
    "40": (12.5, 16.3),
    "50": (16.3, 21.9),
    "60": (21.9, 26.1),
}
FITTED = {
    "20": (0.0136, 1271.6),
    "30": (0.0141, 1360.0),
    "40": (0.0121, 1474.4),
    "50": (0.0170, 1509.6),
    "60": (0.0187, 1564.0),
}


@pytest.mark.parametrize("grade", SAE)
def test_sae_grade_lies_in_its_class_at_100_degrees(grade):
    nu = gd.viscosity(f"SAE {grade}", 100) / (880e-6 * (1 - 6.5e-4 * 85))
    low, high = LIMITS[grade]
    assert nu == pytest.approx((low + high) / 2, rel=1e-3) and low < nu < high


@pytest.mark.parametrize("grade", SAE)
@pytest.mark.parametrize("T", [50, 60, 80])
def test_sae_oils_are_near_the_charts_for_bearings(grade, T):
    """Seireg and Dandage fit them by μ_0 exp(b/(T + 95)), micro-reyns and °F; a class is ±15 %
    wide.
    """
    mu_0, b = FITTED[grade]
    assert gd.viscosity(f"SAE {grade}", T) == pytest.approx(
        mu_0 * exp(b / (1.8 * T + 127)) * 6.894757e-3, rel=0.15
    )


MEASURED = [
    (153, 34, 9.1),
    (250, 50.5, 12.6),
    (45, 12, 3.9),
    (107, 23.3, 6.4),
    (122, 26.3, 7.3),
    (30.7, 8.6, 3.1),
    (310, 44.2, 9.4),
]


@pytest.mark.parametrize("oil", MEASURED)
def test_table_of_two_temperatures_gives_a_measured_third(oil):
    """Machine oils at 30, 60 and 100 °C [mPa s] [Stachowiak2013, table 2.3]; the line is good to
    a few per cent over 70 K.
    """
    assert viscosity_from_table((30, 100), (oil[0] * 1e-3, oil[2] * 1e-3), 60) == pytest.approx(
        oil[1] * 1e-3, rel=0.04
    )


def test_table_is_met_at_its_points_and_falls_between_them():
    T, eta = (20, 40, 70, 100), ("150 cP", "41 cP", "14 cP", "6.1 cP")
    found = [viscosity_from_table(T, eta, temperature) for temperature in T]
    assert found == pytest.approx([0.150, 0.041, 0.014, 0.0061], rel=1e-12)
    assert (
        found[1]
        > viscosity_from_table(T, eta, 50)
        > viscosity_from_table(T, eta, "60 degC")
        > found[2]
    )
    assert (
        viscosity_from_table(T, eta, 110) < found[3] and viscosity_from_table(T, eta, 10) > found[0]
    )


def test_viscosity_falls_with_temperature_and_less_for_a_higher_index():
    cold, hot = gd.viscosity("ISO VG 46", 20), gd.viscosity("ISO VG 46", 80)
    better = (
        gd.viscosity("ISO VG 46", 20, viscosity_index=150),
        gd.viscosity("ISO VG 46", 80, viscosity_index=150),
    )
    assert cold > better[0] > better[1] > hot and log(cold / hot) > log(better[0] / better[1])


def test_temperature_takes_a_unit():
    expected = gd.viscosity("ISO VG 46", 60)
    for text in ("60", "60 degC", "60 °C", "60C", "333.15 K", "140 degF", "140 °F"):
        assert gd.viscosity("iso vg 46", text) == pytest.approx(expected, rel=1e-12)
    assert celsius("-40 F") == pytest.approx(-40.0)


def test_density_scales_the_viscosity():
    assert gd.viscosity("SAE 30", 60, density="0.9 t/m^3") == pytest.approx(
        gd.viscosity("SAE 30", 60) * 900 / 880, rel=1e-12
    )


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (
            lambda: gd.viscosity("ISO VG 45", 60),
            "grade: unknown grade 'ISO VG 45'. Did you mean 'ISO VG 4",
        ),
        (
            lambda: gd.viscosity("SAE 10W-40", 60),
            "grade: unknown grade 'SAE 10W-40'. Did you mean 'SAE 10W'",
        ),
        (lambda: gd.viscosity(46, 60), "grade: unknown grade 46."),
        (lambda: gd.viscosity("SAE 30", "warm"), "temperature: expected a temperature such as 60"),
        (lambda: gd.viscosity("SAE 30", 1000), "temperature: must be between -60 and 300 degC"),
        (lambda: gd.viscosity("SAE 30", None), "temperature: expected a number"),
        (
            lambda: gd.viscosity("SAE 30", 60, viscosity_index=300),
            "viscosity_index: must be <= 200",
        ),
        (lambda: gd.viscosity("SAE 30", 60, density=-1), "density: must be > 0"),
        (
            lambda: viscosity_from_table((40, 30), (0.04, 0.02), 35),
            "temperatures: must increase; 30 degC follows 40 degC",
        ),
        (
            lambda: viscosity_from_table((40, 100), (0.04, 0.05), 35),
            "viscosities: must decrease as the temperature rises",
        ),
        (lambda: viscosity_from_table((40,), (0.04,), 35), "viscosities: give two points or more"),
        (
            lambda: viscosity_from_table((40, 100), (0.04, 1e-4), 35),
            "viscosities: the line of mineral oils holds above 0.3",
        ),
        (lambda: viscosity_index(4.0, 1.5), "nu_100: the viscosity index is defined from 2"),
    ],
)
def test_wrong_oils_are_refused_with_the_reason(call, message):
    with pytest.raises(gd.InputError) as error:
        call()
    assert message in str(error.value)
