"""The Reynolds equation of a bearing: its discrete form against dense algebra, its limits
against closed forms, and what is tabulated.
"""

from math import cos, log, pi, sin, sqrt

import numpy as np
import pytest

import gudgeon as gd
from gudgeon.laws.film import bicubic
from gudgeon.laws.reynolds_table import (
    SIGMA_CELLS,
    T_CELLS,
    Film,
    _spline,
    coefficients,
    compute,
    extrapolated,
    films,
    node,
    packed,
    scaled,
    unpacked,
)

GRID = {"eps": 0.6, "ratio": 0.8, "cells": 32}
supplies = pytest.mark.parametrize("supplied", [False, True], ids=["none", "line"])


def relaxed(film, source):
    """Solve P >= 0, A P >= f, P (A P - f) = 0 by Gauss-Seidel with projection: slow, and nothing
    is shared with Newton's method.
    """
    A, P = film.matrix.toarray(), np.zeros(len(source))
    for _ in range(4000):
        before = P.copy()
        for k in range(len(P)):
            P[k] = max(0.0, P[k] + (source[k] - A[k] @ P) / A[k, k])
        if np.abs(P - before).max() < 1e-13 * P.max():
            break
    return P


# -- the equation ----------------------------------------------------------------------------------


@supplies
def test_the_matrix_is_symmetric_and_loses_nothing_but_at_the_ends(supplied):
    """Flow out of one cell is flow into the next: a constant pressure leaks only through the
    ends, and through the line.
    """
    film = Film(**GRID, supplied=supplied)
    A = film.matrix.toarray()
    assert np.abs(A - A.T).max() < 1e-14 * np.abs(A).max()
    leak = A.sum(axis=1).reshape(film.shape)
    leaking = np.abs(leak) > 1e-12 * np.abs(A).max()
    expected = np.zeros(film.shape, dtype=bool)
    expected[:, -1] = True
    if supplied:
        expected[[0, -1]] = True
    assert np.array_equal(leaking, expected)
    assert (leak[leaking] > 0).all()


@supplies
@pytest.mark.parametrize("angle", [0.0, 1.0, 2.5, -2.0])
def test_pressure_solves_the_complementarity_problem(supplied, angle):
    """Against another method for the same small problem, with dense algebra."""
    film = Film(0.6, 0.8, 16, supplied)
    u = cos(angle), sin(angle)
    source = ((u[0] * film.cos + u[1] * film.sin)[:, None] * film.width).ravel()
    P = film.pressure(*u)
    assert P.min() == 0.0 < P.max()
    assert P.ravel() == pytest.approx(relaxed(film, source), abs=1e-9 * P.max())


def test_a_guess_of_the_film_does_not_change_it():
    film = Film(**GRID)
    P = film.pressure(0.3, -0.9)
    for guess in (np.ones(film.shape, bool), P > 0.5 * P.max()):
        assert film.pressure(0.3, -0.9, guess) == pytest.approx(P, abs=1e-12 * P.max())


def test_the_impedance_is_the_integral_of_the_pressure():
    """Of pressure 1 everywhere it vanishes; of cos θ it is ½ 2 ∫cos² = π, up to the cells' width
    squared.
    """
    film = Film(0.3, 1.0, 256)
    assert film.impedance(np.ones(film.shape)) == pytest.approx((0.0, 0.0), abs=1e-13)
    W = film.impedance(np.repeat(np.cos(film.theta)[:, None], film.shape[1], axis=1))
    assert W == pytest.approx((pi, 0.0), abs=1e-3)


@pytest.mark.parametrize("eps", [0.2, 0.6])
@pytest.mark.parametrize("angle", [0.5, 2.0])
def test_a_very_short_bearing_is_that_of_ocvirk(eps, angle):
    """W = (L/D)²/3 ∫ cos²(θ − φ') .../H³: mean over the length of (1 − ζ²)/2 is 1/3, over where
    the source is positive; errors (L/D)².
    """
    ratio, u = 1 / 32, (cos(angle), sin(angle))
    theta = np.linspace(angle - pi / 2, angle + pi / 2, 20_001)
    pressure = ratio**2 / 3 * np.cos(theta - angle) / (1 - eps * np.cos(theta)) ** 3
    exact = [np.trapezoid(pressure * way(theta), theta) for way in (np.cos, np.sin)]
    assert extrapolated(films(eps, ratio, 64), *u) == pytest.approx(
        exact, abs=0.01 * np.hypot(*exact)
    )


@supplies
def test_the_impedance_is_the_gradient_of_its_potential(supplied):
    """W = ∂(½ V² q)/∂V: central differences of q V²/2 on one grid, exact for the discrete
    problem too.
    """
    film, step = Film(**GRID, supplied=supplied), 1e-5

    def potential(u_r, u_t):
        W = film.impedance(film.pressure(u_r, u_t))
        return 0.5 * (u_r * W[0] + u_t * W[1])

    for u in ((0.8, 0.6), (-0.6, 0.8)):
        slope = [
            (potential(u[0] + a, u[1] + b) - potential(u[0] - a, u[1] - b)) / (2 * step)
            for a, b in ((step, 0), (0, step))
        ]
        W = film.impedance(film.pressure(*u))
        assert W == pytest.approx(slope, abs=1e-6 * np.hypot(*W))


def test_a_supply_line_lowers_the_pressure_everywhere():
    free, supplied = (Film(**GRID, supplied=fed).pressure(0.2, 0.98) for fed in (False, True))
    assert (supplied <= free + 1e-13).all() and supplied.sum() < free.sum()


# -- the table -------------------------------------------------------------------------------------


@pytest.mark.parametrize("i", [0, 5, T_CELLS - 1])
def test_nodes_go_from_leaving_to_approaching_the_wall(i):
    """t = ε/(1 + √(1 − ε²)) is even; u_r runs from −1 to 1, odd about the middle."""
    eps = node(i, 0)[0]
    assert eps / (1 + sqrt(1 - eps**2)) == pytest.approx(i / T_CELLS, abs=1e-15)
    u = [node(i, j)[1] for j in range(SIGMA_CELLS + 1)]
    assert (u[0], u[-1], u[SIGMA_CELLS // 2]) == pytest.approx((-1, 1, 0), abs=1e-15)
    assert u == pytest.approx([-value for value in reversed(u)], abs=1e-15)
    assert np.all(np.diff(u) > 0)


@pytest.mark.parametrize("u_r", [-1.0, -0.999, -0.2, 0.0, 0.4, 1.0])
@pytest.mark.parametrize("eps", [0.0, 0.5, 0.99])
def test_the_scale_is_the_formula_without_its_cancellation(eps, u_r):
    """With fifty digits nothing cancels."""
    from decimal import Decimal, localcontext

    with localcontext() as context:
        context.prec = 50
        s2 = 1 - Decimal(eps) ** 2
        m = (Decimal(u_r) ** 2 + s2).sqrt()
        g = (
            Decimal("0.7") * s2**3 / s2 ** Decimal("1.5") / (m * (m + Decimal(u_r)) ** 3).sqrt()
        ).ln()
    assert scaled(eps, u_r, 0.7) == pytest.approx(float(g), abs=1e-12)


def test_the_spline_passes_through_its_nodes_and_keeps_cubics():
    """A cubic B-spline with not-a-knot ends is exact for cubics, between the nodes too."""
    x = np.arange(9.0)
    c = _spline((2 - x + 0.3 * x**2 - 0.05 * x**3)[:, None])[:, 0]
    assert (c[:-2] + 4 * c[1:-1] + c[2:]) / 6 == pytest.approx(
        2 - x + 0.3 * x**2 - 0.05 * x**3, abs=1e-12
    )
    middle = (c[:-3] + 23 * c[1:-2] + 23 * c[2:-1] + c[3:]) / 48
    half = x[:-1] + 0.5
    assert middle == pytest.approx(2 - half + 0.3 * half**2 - 0.05 * half**3, abs=1e-12)


@pytest.mark.parametrize(
    ("k", "i", "j", "supply"),
    [
        (0, 5, 20, "none"),
        (8, 16, 16, "none"),
        (11, 28, 3, "none"),
        (8, 16, 16, "widest-gap"),
        (11, 28, 3, "widest-gap"),
    ],
)
def test_table_is_what_the_solver_gives(k, i, j, supply):
    """Stored with single precision, and changed by nothing but the order of sums."""
    ratio = 2.0 ** ((k - 8) / 2)
    eps, u = node(i, j)
    Q, _ = bicubic(i, j, (1.0, *coefficients(ratio, supply != "none")))
    assert log(Q) == pytest.approx(compute(ratio, i, j, supplied=supply != "none"), abs=1e-5)
    t = eps / (1 + sqrt(1 - eps**2))
    assert t * T_CELLS == pytest.approx(i, abs=1e-9) and -1 <= u <= 1 and 0 <= j <= SIGMA_CELLS


@pytest.mark.parametrize(("ratio", "instead"), [(0.05, "ShortBearing"), (20.0, "LongBearing")])
def test_lengths_outside_the_table_are_refused(ratio, instead):
    with pytest.raises(
        gd.InputError, match=rf"length/diameter from 1/16 to 16, got {ratio:g}; take {instead}"
    ):
        coefficients(ratio)


def test_a_supply_line_is_tabulated_for_bearings_that_are_not_too_short():
    with pytest.raises(
        gd.InputError, match=r"with a supply line .* from 0\.25 to 16, got 0\.2; .*leave supply out"
    ):
        coefficients(0.2, supplied=True)


def test_a_stored_table_is_restored_to_the_last_bit():
    """Also numbers of all sizes, infinities and NaN: differences of bits wrap around."""
    words = np.random.default_rng(3).integers(0, 2**32, (3, 5, 7), dtype=np.uint32)
    restored = unpacked(packed(words.view(np.float32)))
    assert restored.dtype == np.float32
    assert np.array_equal(restored.view(np.uint32), words)
