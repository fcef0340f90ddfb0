"""The finite bearing: published tables, Reynolds on a finer grid, and the limits of short and long."""

import time
from math import cos, hypot, pi, sin, sqrt

import numpy as np
import pytest

import gudgeon as gd
from gudgeon._base.jit import DISABLED, jit
from gudgeon.laws.reynolds_table import impedance
from tests.support.film_cases import (
    ANGLES,
    ETA,
    C,
    L,
    R,
    any_angle,
    at,
)
from tests.support.law_samples import FILMS, call_7_3

SUPPLIES = ("none", "widest-gap")
any_supply = pytest.mark.parametrize("supply", SUPPLIES)


def finite(ratio, eps, angle, supply="none"):
    """Return the impedance W that the compiled law gives, c = R = 1 and η L = 1/12."""
    f_r, f_t, _ = gd.FiniteBearing(1 / (24 * ratio), supply=supply)(
        eps, cos(angle), sin(angle), 0.0, 1.0, 1.0, 2 * ratio
    )
    return np.array((-f_r, -f_t))


@pytest.mark.parametrize(("eps", "So"), [(0.5, 0.890), (0.8, 3.57), (0.9, 8.44)])
def test_sommerfeld_numbers_for_a_length_of_one_diameter(eps, So):
    """ISO 7902 prints three digits or less and begins the film at the widest gap; 1 % covers
    both.
    """
    omega, B = 100.0, 2 * R
    f_r, f_t, _ = gd.FiniteBearing(ETA)(eps, 0.0, -0.5 * omega * eps * C, omega, C, R, B)
    assert hypot(f_r, f_t) * (C / R) ** 2 / (B * 2 * R * ETA * omega) == pytest.approx(So, rel=0.01)


# length/diameter: ε, S = (R/c)² η n/p̄ with the speed n in revolutions, attitude [deg]
RAIMONDI_BOYD = {
    1.0: [
        (0.1, 1.33, 79.5),
        (0.2, 0.631, 74.02),
        (0.4, 0.264, 63.10),
        (0.6, 0.121, 50.58),
        (0.8, 0.0446, 36.24),
        (0.9, 0.0188, 26.45),
    ],
    0.5: [
        (0.1, 4.31, 81.62),
        (0.2, 2.03, 74.94),
        (0.4, 0.779, 61.45),
        (0.6, 0.319, 48.14),
        (0.8, 0.0923, 33.31),
        (0.9, 0.0313, 23.66),
    ],
    0.25: [
        (0.1, 16.2, 82.31),
        (0.2, 7.57, 75.18),
        (0.4, 2.83, 60.86),
        (0.6, 1.07, 46.72),
        (0.8, 0.261, 31.04),
        (0.9, 0.0736, 21.85),
    ],
}


def test_a_short_bearing_needs_no_supply_line():
    for eps, S, attitude in RAIMONDI_BOYD[0.25]:
        So, angle = steady(eps, 0.25, "none")
        assert pytest.approx(1 / (2 * pi * S), rel=0.011) == So
        assert angle == pytest.approx(attitude, abs=0.6)
    with pytest.raises(
        gd.InputError,
        match=r"with a supply line is tabulated for length/diameter from 0.25 to 16, got 0.125; .* leave supply out",
    ):
        steady(0.5, 0.125, "widest-gap")


def steady(eps, ratio, supply):
    """Return the Sommerfeld number F ψ²/(B D η ω) and the attitude [deg] of a journal that turns
    steadily.
    """
    omega, B = 100.0, 2 * R * ratio
    f_r, f_t, _ = gd.FiniteBearing(ETA, supply=supply)(
        eps, 0.0, -0.5 * omega * eps * C, omega, C, R, B
    )
    return hypot(f_r, f_t) * (C / R) ** 2 / (B * 2 * R * ETA * omega), np.degrees(
        np.arctan2(abs(f_t), abs(f_r))
    )


@pytest.mark.parametrize("ratio", [1.0, 0.5, 0.25])
def test_bearing_with_a_supply_line_is_that_of_published_tables(ratio):
    """[RaimondiBoyd1958] begins the film at the widest gap. Its numbers, from a coarse grid, are
    within 1.4 % and 0.6 degrees.
    """
    for eps, S, attitude in RAIMONDI_BOYD[ratio]:
        So, angle = steady(eps, ratio, "widest-gap")
        assert pytest.approx(1 / (2 * pi * S), rel=0.016) == So
        assert angle == pytest.approx(attitude, abs=0.6)
    eps, S, attitude = RAIMONDI_BOYD[1.0][0]
    So, angle = steady(eps, 1.0, "none")
    assert So * 2 * pi * S > 1.015 and angle > attitude + 4  # what the line is for


def test_in_a_narrow_bearing_the_supply_line_hardly_matters_and_the_limit_is_that_of_ocvirk(
    monkeypatch,
):
    """Between the line and none the attitude changes by less than half a degree at L/D = 1/4;
    towards 1/16 both come to the closed form.

    It neglects the flow around, of the order of (L/D)^2 over (1 - eps): loads lie below it by 0.16,
    0.28 and 1.3 % there.
    """
    for eps in (0.02, 0.1, 0.5, 0.9):
        (with_line, turned), (without, free) = (
            steady(eps, 0.25, supply) for supply in reversed(SUPPLIES)
        )
        assert 0 <= free - turned < 0.5
        assert with_line == pytest.approx(without, rel=2e-3)
    monkeypatch.setattr("gudgeon.laws.reynolds_table.SHORTEST_SUPPLIED", 1 / 16)
    for eps, below in ((0.1, 0.002), (0.4, 0.004), (0.8, 0.014)):
        load, angle = steady(eps, 1 / 16, "widest-gap")
        f_r, f_t, _ = gd.ShortBearing(ETA)(eps, 0.0, -50.0 * eps * C, 100.0, C, R, R / 8)
        narrow = hypot(f_r, f_t) * (C / R) ** 2 / (R / 8 * 2 * R * ETA * 100.0)
        assert 1 - below < load / narrow < 1
        assert angle == pytest.approx(np.degrees(np.arctan2(abs(f_t), abs(f_r))), abs=0.1)


def compare(count, cells, seed, supply, least_angle=0.0):
    """Yield the table's impedance and one from a finer grid, at random places."""
    rng = np.random.default_rng(seed)
    shortest = -4 if supply == "none" else -2
    for _ in range(count):
        ratio, eps, angle = (
            2.0 ** rng.uniform(shortest, 4),
            sin(rng.uniform(0, pi / 2 * 0.95)),
            rng.uniform(least_angle, pi),
        )
        fine = impedance(eps, ratio, cos(angle), sin(angle), cells, supply != "none")
        yield finite(ratio, eps, angle, supply), np.array(fine), (ratio, eps, angle)


@any_supply
def test_table_agrees_with_a_finer_solution_of_the_reynolds_equation(supply):
    for table, fine, where in compare(8, 192, 1, supply):
        assert np.abs(table - fine).max() < 5e-3 * np.linalg.norm(fine), where


@any_supply
def test_table_agrees_with_a_finer_solution_where_the_journal_leaves_the_wall(supply):
    """A supply line at the widest gap then divides the film, and its parts grow and shrink with
    little change of direction.
    """
    for table, fine, where in compare(16, 192, 4, supply, least_angle=0.75 * pi):
        assert np.abs(table - fine).max() < 5e-3 * np.linalg.norm(fine), where


@pytest.mark.slow
@any_supply
def test_table_agrees_with_a_finer_solution_everywhere(supply):
    for least_angle in (0.0, 0.75 * pi):
        for table, fine, where in compare(100, 256, 2, supply, least_angle):
            assert np.abs(table - fine).max() < 5e-3 * np.linalg.norm(fine), where


def plain_impedance(eps, ratio, u_r, u_t, cells, supply):
    """Return W by the plainest way there is: even grid, differences of H³ P'' + 3 H² H' P',
    relaxation that keeps P >= 0.
    """
    theta, zeta = 2 * pi * np.arange(cells) / cells, np.linspace(0.0, 1.0, cells // 4 + 1)
    a, b = 2 * pi / cells, zeta[1]
    H, slope = (1 - eps * np.cos(theta))[:, None], eps * np.sin(theta)[:, None]
    up, down, side = (
        H**3 / a**2 + 1.5 * H**2 * slope / a,
        H**3 / a**2 - 1.5 * H**2 * slope / a,
        H**3 / (ratio * b) ** 2,
    )
    source, middle = (
        (u_r * np.cos(theta) + u_t * np.sin(theta))[:, None],
        2 * H**3 / a**2 + 2 * side,
    )
    P, even = (
        np.zeros((cells, len(zeta) - 1)),
        np.add.outer(np.arange(cells), np.arange(len(zeta) - 1)) % 2 == 0,
    )
    for _ in range(100_000):
        before = P.copy()
        for colour in (even, ~even):
            inner, outer = (
                np.hstack([P[:, 1:2], P[:, :-1]]),
                np.hstack([P[:, 1:], np.zeros((cells, 1))]),
            )  # even about the middle, zero at the end
            flow = up * np.roll(P, -1, 0) + down * np.roll(P, 1, 0) + side * (inner + outer)
            P = np.where(colour, np.maximum(P + 1.9 * ((flow + source) / middle - P), 0.0), P)
            if supply != "none":
                P[cells // 2] = 0.0
        if np.abs(P - before).max() < 1e-9 * P.max():
            break
    mean = b * (P.sum(axis=1) - 0.5 * P[:, 0])
    return a * np.array([mean @ np.cos(theta), mean @ np.sin(theta)])


@pytest.mark.parametrize(
    ("ratio", "eps", "angle", "supply"),
    [
        (0.5, 0.5, -pi / 2, "none"), (1.0, 0.7, -pi / 2, "none"), (1.0, 0.6, 0.4, "none"), (0.25, 0.6, 2.5, "none"),
        (2.0, 0.5, -2.0, "none"),
        (0.5, 0.5, -pi / 2, "widest-gap"), (1.0, 0.3, -pi / 2, "widest-gap"), (1.0, 0.6, 0.4, "widest-gap"), (2.0, 0.5, 2.5, "widest-gap"),
    ],
)  # fmt: skip
def test_table_agrees_with_a_solution_of_the_reynolds_equation_by_other_means(
    ratio, eps, angle, supply
):
    """Of second order, so that two grids give a third that is good to 1e-3; none of its lines is
    shared with the solver of the table.
    """
    coarse, fine = (
        plain_impedance(eps, ratio, cos(angle), sin(angle), cells, supply) for cells in (48, 96)
    )
    exact = (4 * fine - coarse) / 3
    assert np.abs(finite(ratio, eps, angle, supply) - exact).max() < 5e-3 * np.linalg.norm(exact)


@pytest.mark.parametrize("eps", [0.1, 0.3, 0.5])
@any_angle
def test_finite_bearing_tends_to_the_short_one(eps, angle):
    """The difference falls with the square of L/D: 2 % at 1/8, and a quarter of it at 1/16 (to
    the accuracy of the table).
    """
    errors = []
    for ratio in (1 / 8, 1 / 16):
        f_r, f_t, _ = gd.ShortBearing(1 / (24 * ratio))(
            eps, cos(angle), sin(angle), 0.0, 1.0, 1.0, 2 * ratio
        )
        short = -np.array((f_r, f_t))
        errors.append(np.linalg.norm(finite(ratio, eps, angle) - short) / np.linalg.norm(short))
    assert errors[0] < 0.02 and errors[1] < 0.25 * errors[0] + 1e-3


@pytest.mark.parametrize(
    ("eps", "angle"), [*((0.2, angle) for angle in ANGLES), (0.5, 0.0), (0.5, pi / 2), (0.8, 0.0)]
)
def test_finite_bearing_tends_to_the_long_one(eps, angle):
    """Without ends nothing holds the pressure at zero: where p ≥ 0 is asked for it rises as a
    whole, and the film is full.

    Ends take away a length of the order of D each, so that the difference falls as D/L: 2 W(16) −
    W(8) is free of it.
    """
    s2 = 1 - eps**2
    full = np.array((pi * cos(angle) * s2**-1.5, 2 * pi * sin(angle) / ((2 + eps**2) * sqrt(s2))))
    assert 2 * finite(16, eps, angle) - finite(8, eps, angle) == pytest.approx(
        full, abs=0.01 * np.linalg.norm(full)
    )


@pytest.mark.parametrize("eps", [0.9, 0.95, 0.98])
def test_long_bearing_squeezed_to_a_thin_film_is_the_closed_form(eps):
    """All pressure is at the thinnest film, far from the ends: a length of the order of D √(1 −
    ε²) is lost at each.
    """
    W = finite(8, eps, 0.0)[0]
    f_r = gd.LongBearing(1 / 192)(eps, 1.0, 0.0, 0.0, 1.0, 1.0, 16.0)[0]
    assert -f_r * (1 - 0.5 * sqrt(1 - eps**2) / 8 * 2) < W < -f_r


@pytest.mark.parametrize("eps", [0.2, 0.7, 0.95])
@any_angle
@any_supply
def test_resistance_of_the_finite_bearing_is_a_symmetric_matrix(eps, angle, supply):
    """∂f_r/∂v_t = ∂f_t/∂v_r, because the force has a potential; by central differences of 1e-5."""

    def force(v_r, v_t):
        return np.array(at(gd.FiniteBearing(ETA, supply=supply), eps, v_r, v_t)[:2])

    v, step = np.array((cos(angle), sin(angle))), 1e-5
    columns = [
        (force(*(v + d)) - force(*(v - d))) / (2 * step)
        for d in (np.array((step, 0)), np.array((0, step)))
    ]
    matrix = np.array(columns)
    assert matrix[0, 1] == pytest.approx(matrix[1, 0], abs=1e-5 * np.abs(matrix).max())
    # and it resists every change of the velocity
    assert np.linalg.eigvalsh(matrix + matrix.T).max() < 0


@jit
def _often(address, parameters, count):
    total = 0.0
    for k in range(count):
        f_r, f_t, torque = call_7_3(
            address, (0.5 + 1e-6 * k, 0.1, 0.2, 1.0, 1e-4, 0.01, 0.013), parameters, 0
        )
        total += f_r + f_t + torque
    return total


@pytest.mark.skipif(DISABLED, reason="nothing is compiled")
def test_finite_bearing_costs_hardly_more_than_the_short_one():
    """150 ns are less than half of an evaluation of a small mechanism; the least of many short
    runs is free of what else runs.
    """
    least = {}
    for name in ("short-bearing", "finite-bearing"):
        values, address, runs = np.array(FILMS[name].values(L / (2 * R))), FILMS[name].address(), []
        _often(address, values, 1)
        for _ in range(200):
            begin = time.perf_counter()
            _often(address, values, 10_000)
            runs.append(time.perf_counter() - begin)
        least[name] = min(runs) / 10_000
    assert least["finite-bearing"] - least["short-bearing"] < 150e-9
