"""The Reynolds equation of a journal bearing of finite length, solved once for a table that
:class:`FiniteBearing` reads.

With the film thickness h = c H, H = 1 − ε cos θ, the axial coordinate z = ζ L/2 and the pressure p
= 12 η R² V/c³ P,

    ∂/∂θ (H³ ∂P/∂θ) + (D/L)² ∂/∂ζ (H³ ∂P/∂ζ) = −(u_r cos θ + u_t sin θ)   where P > 0,   P ≥ 0,   P
    = 0 at ζ = ±1,

where V (u_r, u_t) is the velocity of the journal's centre as ``film.py`` explains. The set where P
> 0 is found with the pressure, so that film and cavity meet without a jump of the gradient
(Reynolds' condition [Christopherson1941]). A bearing with a supply line has P = 0 at θ = π as well:
oil enters there, where the gap is widest, at ambient pressure.

The force on the journal is −(12 η R³ L/c³) V W with W = ½ ∫∫ P (cos θ, sin θ) dζ dθ, the impedance
[Childs1977]. It is the gradient of a potential: W = ∂(½ V² q)/∂V with q = u_r W_r + u_t W_t,
because P maximises ∫∫ [P (u_r cos θ + u_t sin θ) − ½ H³ |∇P|²] among all P ≥ 0, those that vanish
on the supply line included. A table of the one function q(ε, u_r, L/D) therefore holds both
components, and a film made from it never gives energy.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from math import frexp
from pathlib import Path
from typing import TYPE_CHECKING

from .._base.elementary import exp, log
from .._base.errors import InputError
from .._base.linear_algebra import cubic_spline, solve

if TYPE_CHECKING:
    import numpy as np

FILES = {
    supplied: Path(__file__).with_name(f"finite_bearing{'_supplied' if supplied else ''}.npy")
    for supplied in (False, True)
}
OCTAVES = 4  # the table goes from L/D = 2^-4 to 2^4
PER_OCTAVE = 2
T_CELLS = 32  # cells of the table along t = ε/(1 + √(1 − ε²))
SIGMA_CELLS = 32  # and along σ, the direction of the velocity
CELLS = 128  # around the circumference, for the table; 3/16 as many along half of the length
SUPPLIED_CELLS = 128  # the same for bearings with a supply line
# L/D below which the pressure beside the line is resolved to 0.7 % only; it hardly matters there
SHORTEST_SUPPLIED = 0.25
DIFFERENCES = (1, 1, 2, 2)  # axes along which the stored table is differentiated


class Film:
    """Half of the length of a film, all around, on a grid of ``cells`` by 3/16 ``cells``
    volumes.
    """

    def __init__(
        self, eps: float, ratio: float, cells: int = CELLS, supplied: bool = False
    ) -> None:
        import numpy as np
        from scipy.sparse import csc_array

        self.shape = cells, 3 * cells // 16
        theta, middle, slope = _around(eps, cells)
        along, centre, stretch = _along(min(1.0, (1.0 - eps * eps) ** 0.5 / ratio), self.shape[1])
        self.width = np.diff(along)
        # integrals of cos θ and sin θ over each cell
        self.cos, self.sin = np.diff(np.sin(theta)), -np.diff(np.cos(theta))
        self.theta, self.zeta = middle, centre
        faces = (1.0 - eps * np.cos(theta[:-1])) ** 3 * slope(theta[:-1]) * cells / (2.0 * np.pi)
        cubed = (1.0 - eps * np.cos(middle)) ** 3 / slope(middle) * 2.0 * np.pi / cells
        a = faces[:, None] * self.width
        around = a + np.roll(a, -1, 0)
        # the face at θ = π, that of the first row, becomes two, half a cell from each of its
        # neighbours
        if supplied:
            around[[0, -1]] += a[0]
            a[0] = 0.0
        b = (cubed / ratio**2)[:, None] * stretch
        number = np.arange(a.size).reshape(self.shape)
        here, before, inner, outer = (
            part.ravel() for part in (number, np.roll(number, 1, 0), number[:, :-1], number[:, 1:])
        )
        between = -b[:, 1:-1].ravel()
        values = ((around + b[:, :-1] + b[:, 1:]).ravel(), -a.ravel(), -a.ravel(), between, between)
        places = (
            np.concatenate((here, here, before, outer, inner)),
            np.concatenate((here, before, here, inner, outer)),
        )
        self.matrix = csc_array((np.concatenate(values), places))

    def pressure(self, u_r: float, u_t: float, wet: np.ndarray | None = None) -> np.ndarray:
        """Return P ≥ 0 in each cell; ``wet`` is a guess of where it is positive.

        Solve where it is wet, then leave the cells with suction and add those that would fill up,
        until nothing changes: Newton's method for the complementarity problem, which ends because
        the matrix is an M-matrix [Hintermueller2002].
        """
        import numpy as np
        from scipy.sparse.linalg import splu

        source = ((u_r * self.cos + u_t * self.sin)[:, None] * self.width).ravel()
        wet = source > 0 if wet is None else wet.ravel()
        # far more than it takes; rounding might let a cell of no pressure come and go for ever
        for _ in range(4 * self.shape[0]):
            P = np.zeros(source.size)
            part = self.matrix[:, wet][wet, :]
            P[wet] = splu(
                part,
                permc_spec="MMD_AT_PLUS_A",
                diag_pivot_thresh=0.0,
                options={"SymmetricMode": True},
            ).solve(source[wet])
            found = np.where(wet, P > 0, source > self.matrix @ P)
            if np.array_equal(found, wet):
                break
            wet = found
        return np.maximum(P, 0.0).reshape(self.shape)

    def impedance(self, P: np.ndarray) -> tuple[float, float]:
        """Return W_r and W_t of a pressure."""
        mean = P @ self.width
        return float(mean @ self.cos), float(mean @ self.sin)


def films(eps: float, ratio: float, cells: int = CELLS, supplied: bool = False) -> tuple[Film, ...]:
    """Return the film on three grids, the finest with ``cells`` around."""
    return tuple(Film(eps, ratio, count, supplied) for count in (cells // 4, cells // 2, cells))


def impedance(
    eps: float, ratio: float, u_r: float, u_t: float, cells: int = CELLS, supplied: bool = False
) -> tuple[float, float]:
    """Return W_r and W_t of a bearing with L/D = ``ratio``."""
    return extrapolated(films(eps, ratio, cells, supplied), u_r, u_t)


def extrapolated(grids: tuple[Film, ...], u_r: float, u_t: float) -> tuple[float, float]:
    """Return W_r and W_t from the two finest grids, the error of second order removed."""
    import numpy as np

    results, wet = [], None
    for film in grids:  # each grid starts from the film on the one before
        P = film.pressure(u_r, u_t, wet)
        wet = np.repeat(np.repeat(P > 0, 2, axis=0), 2, axis=1)
        results.append(film.impedance(P))
    return tuple((4.0 * fine - coarse) / 3.0 for coarse, fine in zip(*results[1:], strict=True))  # type: ignore[return-value]


def _around(eps: float, cells: int) -> tuple:
    """Return faces and centres of cells around the circumference, and their density over θ.

    Half of the density is even in θ, half in Sommerfeld's angle γ, tan γ/2 = √((1 + ε)/(1 − ε)) tan
    θ/2, which resolves the thinnest film.
    """
    import numpy as np

    even = np.linspace(-np.pi, np.pi, 2 * cells + 1)
    low, high = np.full_like(even, -np.pi), np.full_like(even, np.pi)
    for _ in range(60):
        theta = 0.5 * (low + high)
        gamma = 2.0 * np.arctan(((1.0 + eps) / (1.0 - eps)) ** 0.5 * np.tan(0.5 * theta))
        below = 0.5 * (theta + gamma) < even
        low, high = np.where(below, theta, low), np.where(below, high, theta)
    theta[0], theta[-1] = -np.pi, np.pi
    return (
        theta[::2],
        theta[1::2],
        lambda x: 0.5 * (1.0 + (1.0 - eps * eps) ** 0.5 / (1.0 - eps * np.cos(x))),
    )


def _along(layer: float, cells: int) -> tuple:
    """Return faces and centres of cells from the middle (0) to the end (1), and 1/distance across
    each face.

    They are finer towards the end, where the pressure falls to zero over a length of the order of
    ``layer``.
    """
    import numpy as np
    from scipy.optimize import brentq

    k = 0.01 if layer > 0.99 else brentq(lambda k: 2.0 * k / np.sinh(2.0 * k) - layer, 1e-3, 50.0)
    even = np.linspace(0.0, 1.0, 2 * cells + 1)
    zeta = np.tanh(k * even) / np.tanh(k)
    stretch = cells * np.cosh(k * even[::2]) ** 2 * np.tanh(k) / k
    # symmetry in the middle, P = 0 at the end
    stretch[0], stretch[-1] = 0.0, 1.0 / (1.0 - zeta[-2])
    return zeta[::2], zeta[1::2], stretch


# -- the table -------------------------------------------------------------------------------------


def scaled(eps: float, u_r: float, q: float) -> float:
    """Return g = ln Q, Q = q s³/√(m (m + u_r)³), s = √(1 − ε²), m = √(u_r² + s²), which stays
    smooth and finite as ε → 1.
    """
    from math import sqrt

    s2 = 1.0 - eps * eps
    m = sqrt(u_r * u_r + s2)
    top = m + u_r if u_r > 0.0 else s2 / (m - u_r)
    return log(q * s2**1.5) - 0.5 * log(m) - 1.5 * log(top)


def node(i: int, j: int) -> tuple[float, float]:
    """Return ε and u_r at a node of the table: t = i/T_CELLS and σ = 2 j/SIGMA_CELLS − 1, u_r =
    s sinh(σ arsinh(1/s)).
    """
    from math import asinh, sinh

    t, sigma = i / T_CELLS, 2.0 * j / SIGMA_CELLS - 1.0
    s = (1.0 - t * t) / (1.0 + t * t)
    return 2.0 * t / (1.0 + t * t), min(max(s * sinh(sigma * asinh(1.0 / s)), -1.0), 1.0)


def compute(ratio: float, i: int, j: int, supplied: bool = False) -> float:
    """Return g at a node by solving the Reynolds equation."""
    return row(ratio, i, (j,), supplied)[0]


def row(ratio: float, i: int, columns: Iterable[int], supplied: bool = False) -> list[float]:
    """Return g at nodes of one row, which share the eccentricity and thereby the matrices."""
    found, grids = [], films(node(i, 0)[0], ratio, SUPPLIED_CELLS if supplied else CELLS, supplied)
    for eps, u_r in (node(i, j) for j in columns):
        u_t = (1.0 - u_r * u_r) ** 0.5
        W_r, W_t = extrapolated(grids, u_r, u_t)
        found.append(scaled(eps, u_r, u_r * W_r + u_t * W_t))
    return found


def make(supplied: bool) -> None:
    """Compute the whole table, without or with a supply line, and store it; takes about twenty
    minutes on a busy machine.
    """
    import numpy as np

    ratios = 2.0 ** (np.arange(-OCTAVES * PER_OCTAVE, OCTAVES * PER_OCTAVE + 1) / PER_OCTAVE)
    table = np.empty((len(ratios), T_CELLS + 1, SIGMA_CELLS + 1))
    for k, ratio in enumerate(ratios):
        for i in range(T_CELLS):
            table[k, i] = row(float(ratio), i, range(SIGMA_CELLS + 1), supplied)
        print(f"L/D = {ratio:.4g}", flush=True)
    # ε = 1 itself, where there is no film
    table[:, -1] = 3.0 * table[:, -2] - 3.0 * table[:, -3] + table[:, -4]
    np.save(FILES[supplied], packed(table.astype(np.float32)))


def packed(table: np.ndarray) -> np.ndarray:
    """Return a smooth table of single precision as bytes that take little room in a compressed
    file: second differences of its bits along the last two axes, one plane for each byte of them.
    """
    import numpy as np

    words = table.astype("<f4").view("<i4")
    for axis in DIFFERENCES:
        words = np.diff(words, axis=axis, prepend=np.int32(0))  # wraps around, as sums do
    signed = (words << 1) ^ (words >> 31)  # the sign last: small numbers begin with zeros
    return np.moveaxis(signed.view(np.uint8).reshape(*table.shape, 4), -1, 0).copy()


def unpacked(planes: np.ndarray) -> np.ndarray:
    """Return the table that was packed, bit by bit."""
    import numpy as np

    signed = np.moveaxis(planes, 0, -1).copy().view("<u4")[..., 0]
    words = (signed >> 1).view("<i4") ^ -(signed & 1).view("<i4")
    for axis in reversed(DIFFERENCES):
        words = np.cumsum(words, axis=axis, dtype=np.int32)
    return words.view("<f4")


@lru_cache(maxsize=32)
def coefficients(ratio: float, supplied: bool = False) -> tuple[float, ...]:
    """Return the coefficients of the bicubic B-spline of Q(t, σ) for L/D = ``ratio``, row by row.

    In L/D its logarithm is interpolated, because q grows as (L/D)² in short bearings and as 1 −
    O(D/L) in long ones. In t and σ Q is: where the journal leaves the wall, the films on both sides
    of a supply line add to q = a + b u_t² with b up to 5 a, which the spline follows, while the
    logarithm of it bends within one cell.
    """
    import numpy as np

    largest = 2.0**OCTAVES
    if not 1.0 / largest <= ratio <= largest:
        raise InputError(
            f"the finite bearing is tabulated for length/diameter from 1/{largest:g} to "
            f"{largest:g}, got {ratio:.4g}; "
            f"take {'ShortBearing' if ratio < 1 else 'LongBearing'}."
        )
    if supplied and ratio < SHORTEST_SUPPLIED:
        raise InputError(
            "a finite bearing with a supply line is tabulated for length/diameter from "
            f"{SHORTEST_SUPPLIED:g} to {largest:g}, "
            f"got {ratio:.4g}; in shorter ones the line turns the load by less than half a degree: "
            "leave supply out."
        )
    table = unpacked(np.load(FILES[supplied])).astype(np.float64)
    octaves = np.arange(-OCTAVES * PER_OCTAVE, OCTAVES * PER_OCTAVE + 1) / PER_OCTAVE
    significand, exponent = frexp(ratio)
    place = exponent + log(significand) / log(2.0)
    k = min(max(int(np.searchsorted(octaves, place, side="right")) - 1, 0), len(octaves) - 2)
    x = place - octaves[k]
    c = cubic_spline(octaves, table)[k]
    g = ((c[0] * x + c[1]) * x + c[2]) * x + c[3]
    Q = np.array([[exp(value) for value in row] for row in g.tolist()])
    return tuple(map(float, _spline(_spline(Q).T).T.ravel()))


def _spline(values: np.ndarray) -> np.ndarray:
    """Return the coefficients of cubic B-splines through the columns of values at even nodes
    (not-a-knot ends).
    """
    import numpy as np

    n = len(values) + 2
    A, b = np.zeros((n, n)), np.zeros((n, values.shape[1]))
    for k, row in enumerate(values):
        A[k + 1, k : k + 3] = 1 / 6, 4 / 6, 1 / 6
        b[k + 1] = row
    # the third derivative does not jump at the second node from the end
    A[0, :5] = A[-1, -5:] = 1.0, -4.0, 6.0, -4.0, 1.0
    return solve(A, b)


if __name__ == "__main__":
    for file in FILES:
        make(file)
