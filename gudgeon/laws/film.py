"""Oil films: the force of the oil between a journal and its bearing, or a ball and its socket.

All laws solve the Reynolds equation for rigid, smooth surfaces with parallel axes and an oil of
constant viscosity,

    ∂/∂x (h³ ∂p/∂x) + ∂/∂z (h³ ∂p/∂z) = −12 η (v_r cos θ + v_t sin θ),   h = c (1 − ε cos θ),   x =
    R θ,

θ counted from the thinnest film. v = ė − ½ (ω_i + ω_j) × e is the velocity of the journal's centre
seen from a frame that turns with the mean speed of both parts; in other words the relative velocity
of the two bodies at the point midway between their centres. Rotation needs no term of its own: a
journal that turns steadily squeezes the film from the side.

The force acts on both bodies, in opposite directions, at that point midway, and the torque is a
couple. The moment of the force about each centre, −½ e × F, is the shear of the pressure flow, half
of which each surface takes; the couple is the shear of the sliding. So forces and moments balance,
and the film takes the power −F·v − torque·spin, which is its dissipation ∫ h³ |∇p|²/(12 η) dA + ∫ η
(R spin)²/h dA and never negative.

Oil bears no suction. Where the pressure would be negative a *half film* counts it as zero; a *full
film* pulls.
"""

from math import atan2, log, log1p, pi, sqrt
from typing import Any, ClassVar

from .._base.description import Number, option
from .base import Law, file_name, helper, law, param
from .reynolds_table import SIGMA_CELLS, T_CELLS, coefficients

__all__ = [
    "FilmLaw",
    "FiniteBearing",
    "LongBearing",
    "ShortBearing",
    "SphericalBearing",
    "SphericalSqueeze",
    "SqueezeFilm",
]

# closer to the wall than this the film is taken as here, so that a trial step beyond it finds a
# number
THINNEST = 0.99999
SLOWEST = 1e-150  # below it the square of a speed [m/s] is lost
VISCOSITY = "dynamic viscosity of the oil, at the temperature of the film"


class FilmLaw(Law):
    """Force and torque of an oil film on the journal.

    ``eps`` is the eccentricity ratio, from 0 to below 1. ``v_r`` and ``v_t`` [m/s] are the
    components of the velocity of the journal's centre, seen from a frame that turns with the mean
    of both angular velocities, along n, which points to the thinnest film, and along t = axis × n
    (for a ball: along what is left of the velocity). ``spin`` is the angular velocity of the
    journal relative to the bearing about the axis [rad/s], ``c`` the radial clearance, ``R`` the
    journal's radius and ``L`` the length [m]. Return the force on the journal along n and t [N],
    acting midway between the centres, and the couple on it about the axis [N m].
    """

    family = "film"
    inputs = (("eps", 1), ("v_r", 1), ("v_t", 1), ("spin", 1), ("c", 1), ("R", 1), ("L", 1))
    outputs = ("f_r", "f_t", "torque")
    function = "force"
    shape: ClassVar[str] = "cylinder"  # or "sphere": of the journal
    trials = (
        (0.0, 0.0, 0.0, 10.0, 1e-4, 0.01, 0.02),
        (0.0, 0.1, 0.0, 0.0, 1e-4, 0.01, 0.02),
        (0.6, 0.1, -0.2, 50.0, 1e-4, 0.01, 0.02),
        (0.6, -0.1, 0.2, 0.0, 1e-4, 0.01, 0.02),
        (0.9999, 0.1, 0.2, 50.0, 1e-4, 0.01, 0.02),
    )

    def values(self, ratio: float) -> tuple[float, ...]:
        """Return what the compiled law reads for a joint with length/diameter = ``ratio``."""
        return self.parameters()

    def validity_warnings(self, ratio: float) -> tuple[str, ...]:
        """Return what a specialist would warn of, for a joint with length/diameter = ``ratio``."""
        return ()

    def __call__(self, *inputs: Any) -> Any:
        """Evaluate the law in plain Python."""
        R, L = inputs[-2:]
        function, values = getattr(type(self), self.function), self.values(L / (2.0 * R))
        return function(*inputs, values) if self.raw else function(*inputs, *values)


@helper
def sliding_torque(eps, spin, c, R, L, eta):
    """−2π η R³ L spin/(c √(1 − ε²)): the shear of the sliding over the whole circumference, the
    part without pressure included.
    """
    return -2.0 * pi * eta * R * R * R * L * spin / (c * sqrt(1.0 - eps * eps))


@law
class SqueezeFilm(FilmLaw):
    """Long bearing, radial motion only, no torque [PinkusSternlicht1961; Flores2004, eq. 34].

    Motion across the line of centres meets no resistance, and rotation none: use it where a joint
    swings and knocks.
    """

    viscosity: Number = param("eta", "Pa*s", VISCOSITY, gt=0)
    film: str = option(
        "a half film bears no suction, a full film does",
        choices=("half", "full"),
        default="half",
        kw_only=False,
    )

    def validity_warnings(self, ratio: float) -> tuple[str, ...]:
        """Return what a specialist would warn of, for a joint with length/diameter = ``ratio``."""
        return _long(self, ratio)

    @staticmethod
    def force(eps, v_r, v_t, spin, c, R, L, eta, film):
        """f_r = −12 η L (R/c)³ v_r [arccos(−y)/s³ + y/s²], y = ±ε for v_r ≷ 0, s² = 1 − ε²; full
        film: π/s³ in the brackets
        """
        eps = min(eps, THINNEST)
        s = sqrt(1.0 - eps * eps)
        k = 12.0 * eta * L * (R / c) ** 3
        if film > 0.5:
            return -k * pi * v_r / (s * s * s), 0.0, 0.0
        along = eps if v_r > 0.0 else -eps
        return -k * v_r * (atan2(s, -along) / (s * s * s) + along / (s * s)), 0.0, 0.0


@law
class LongBearing(FilmLaw):
    """Long bearing, squeezed and turning, half film of Gümbel [Sommerfeld1904;
    PinkusSternlicht1961].

    The pressure of the full film is proportional to (2 − ε cos θ)/(1 − ε cos θ)² (v_r cos θ + 2 v_t
    sin θ/(2 + ε²)); what is negative of it counts as zero. In the equation k = 12 η L (R/c)³, s² =
    1 − ε², b² = v_r² + (2 v_t/(2 + ε²))², and tan A = −s b/(ε v_r), 0 < A < π, is half of the
    film's extent in Sommerfeld's angle.
    """

    viscosity: Number = param("eta", "Pa*s", VISCOSITY, gt=0)

    def validity_warnings(self, ratio: float) -> tuple[str, ...]:
        """Return what a specialist would warn of, for a joint with length/diameter = ``ratio``."""
        return _long(self, ratio)

    @staticmethod
    def force(eps, v_r, v_t, spin, c, R, L, eta):
        """f_r = −k [v_r A/s³ + ε b/s²], f_t = −k 2 v_t A/((2 + ε²) s)"""
        eps = min(eps, THINNEST)
        s = sqrt(1.0 - eps * eps)
        across = 2.0 * v_t / (2.0 + eps * eps)
        b = max(sqrt(v_r * v_r + across * across), SLOWEST)
        A = atan2(s * b, -eps * v_r)
        k = 12.0 * eta * L * (R / c) ** 3
        return (
            -k * (v_r * A / (s * s * s) + eps * b / (s * s)),
            -k * across * A / s,
            sliding_torque(eps, spin, c, R, L, eta),
        )


@law
class ShortBearing(FilmLaw):
    """Short bearing, squeezed and turning, half film that follows the velocity [DuboisOcvirk1953;
    Booker1965].

    It carries too much: a journal that turns steadily 6 % at ε = 0.5 and 18 % at 0.8 when L/D is
    1/4, 20 % and 66 % when it is 1/2. In the equation k = η R (L/c)³, s² = 1 − ε², V² = v_r² +
    v_t², w = v_t²/V², B = ε/(1 − ε² w), and tan A = −s V/(ε v_r), 0 < A < π, is half of the film's
    extent in Sommerfeld's angle.
    """

    viscosity: Number = param("eta", "Pa*s", VISCOSITY, gt=0)

    def validity_warnings(self, ratio: float) -> tuple[str, ...]:
        """Return what a specialist would warn of, for a joint with length/diameter = ``ratio``."""
        if ratio <= 0.5:
            return ()
        return (
            f"short-bearing holds for length/diameter up to about 0.5, here it is {ratio:.3g}; "
            "finite-bearing holds for any",
        )

    @staticmethod
    def force(eps, v_r, v_t, spin, c, R, L, eta):
        """f_r = −k [v_r (1 + 2 ε²) A/s⁵ + V B (3 − (1 + 2 ε²) w)/s⁴], f_t = −k v_t [A/s³ + B
        v_r/(V s²)]
        """
        eps = min(eps, THINNEST)
        e2 = eps * eps
        s2 = 1.0 - e2
        s = sqrt(s2)
        V = max(sqrt(v_r * v_r + v_t * v_t), SLOWEST)
        w = (v_t / V) ** 2
        A = atan2(s * V, -eps * v_r) / (s2 * s)
        B = eps / (s2 * (1.0 - e2 * w))
        k = eta * R * (L / c) ** 3
        f_r = -k * (v_r * (1.0 + 2.0 * e2) * A + V * B * (3.0 - (1.0 + 2.0 * e2) * w)) / s2
        return f_r, -k * v_t * (A + B * v_r / V), sliding_torque(eps, spin, c, R, L, eta)


@helper
def bicubic(x, y, p):
    """Return a bicubic B-spline and its slope along y; its coefficients follow p[0], row after
    row of SIGMA_CELLS + 3.
    """
    i, j = min(int(x), T_CELLS - 1), min(int(y), SIGMA_CELLS - 1)
    x, y = x - i, y - j
    a = 1.0 - y
    w_0, w_1, w_3 = a * a * a, 4.0 + y * y * (3.0 * y - 6.0), y * y * y
    w_2 = 6.0 - w_0 - w_1 - w_3
    d_0, d_1, d_3 = -a * a, y * (3.0 * y - 4.0), y * y
    d_2 = -d_0 - d_1 - d_3
    b = 1.0 - x
    rows = (b * b * b, 4.0 + x * x * (3.0 * x - 6.0), 4.0 + b * b * (3.0 * b - 6.0), x * x * x)
    value = slope = 0.0
    for n in range(4):
        k = 1 + (i + n) * (SIGMA_CELLS + 3) + j
        value += rows[n] * (w_0 * p[k] + w_1 * p[k + 1] + w_2 * p[k + 2] + w_3 * p[k + 3])
        slope += rows[n] * (d_0 * p[k] + d_1 * p[k + 1] + d_2 * p[k + 2] + d_3 * p[k + 3])
    return value / 36.0, slope / 12.0


@law
class FiniteBearing(FilmLaw):
    """Bearing of finite length: the Reynolds equation with p ≥ 0, solved beforehand, in impedance
    form [Childs1977; Christopherson1941].

    Within 0.5 % of a solution on a fine grid, for L/D from 1/16 to 16 and any velocity, at hardly
    more cost than ``short-bearing``. In the equation V is the speed, and q = Q √(m (m + u)³)/s³
    with s² = 1 − ε², u = v_r/V and m² = u² + s²; Q(ε, u, L/D) is interpolated. With
    ``supply="widest-gap"`` oil enters at ambient pressure along a line where the gap is widest, as
    in the tables of [RaimondiBoyd1958]: the film begins there. Without, it begins by itself a
    little upstream: the attitude is up to 4 degrees larger and the load up to 2 % off. The line
    takes L/D from 1/4. At the centre, where no gap is widest, it lies behind the journal's motion.
    """

    viscosity: Number = param("eta", "Pa*s", VISCOSITY, gt=0)
    supply: str = option(
        "where oil enters at ambient pressure, along a line",
        choices=("none", "widest-gap"),
        default="none",
    )

    raw = True

    def values(self, ratio: float) -> tuple[float, ...]:
        """Return the viscosity and the table for a joint with length/diameter = ``ratio``."""
        return (self.viscosity, *coefficients(ratio, self.supply == "widest-gap"))

    @staticmethod
    def force(eps, v_r, v_t, spin, c, R, L, p):
        """(f_r, f_t) = −12 η L (R/c)³ ∂(½ V² q)/∂(v_r, v_t), q(ε, v_r/V, L/D) from a table"""
        eps = min(eps, THINNEST)
        s2 = 1.0 - eps * eps
        s = sqrt(s2)
        V = max(sqrt(v_r * v_r + v_t * v_t), SLOWEST)
        u = v_r / V
        m = sqrt(u * u + s2)
        top = m + u if u > 0.0 else s2 / (m - u)
        # arsinh(1/s); σ = arsinh(u/s)/span goes from −1 to 1
        span = log((1.0 + sqrt(1.0 + s2)) / s)
        sigma = log(top / s) / span
        Q, slope = bicubic(T_CELLS * eps / (1.0 + s), 0.5 * SIGMA_CELLS * (1.0 + sigma), p)
        # ½ d(ln q)/du
        turn = 0.5 * (0.5 * SIGMA_CELLS * slope / (Q * span) + 1.5 + 0.5 * u / m) / m
        k = 12.0 * p[0] * L * (R / c) ** 3 * Q * top * sqrt(m * top) / (s2 * s)
        return (
            -k * (v_r + turn * v_t * v_t / V),
            -k * v_t * (1.0 - turn * u),
            sliding_torque(eps, spin, c, R, L, p[0]),
        )


@helper
def cap(y):
    """∫₀¹ x² (2 − y x)/(1 − y x)² dx = (y/(1 − y) + ln(1 − y))/y³ − 1/(2 y), by its series where
    this loses digits
    """
    if abs(y) > 0.05:
        return (y / (1.0 - y) + log1p(-y)) / (y * y * y) - 0.5 / y
    total = 0.0
    for n in range(14, 2, -1):
        total = total * y + (n - 1.0) / n
    return total


@law
class SphericalSqueeze(FilmLaw):
    """A ball in its socket, radial motion only, no torque [PinkusSternlicht1961;
    FloresLankarani2010].

    A half film covers the hemisphere around the direction of motion.
    """

    shape = "sphere"

    viscosity: Number = param("eta", "Pa*s", VISCOSITY, gt=0)
    film: str = option(
        "a half film bears no suction, a full film does",
        choices=("half", "full"),
        default="half",
        kw_only=False,
    )

    @staticmethod
    def force(eps, v_r, v_t, spin, c, R, L, eta, film):
        """f_r = −6π η R (R/c)³ v_r G(±ε) for v_r ≷ 0, G(y) = (y/(1 − y) + ln(1 − y))/y³ − 1/(2
        y); full film: G(ε) + G(−ε)
        """
        eps = min(eps, THINNEST)
        k = 6.0 * pi * eta * R * (R / c) ** 3
        if film > 0.5:
            return -k * v_r * (cap(eps) + cap(-eps)), 0.0, 0.0
        return -k * v_r * cap(eps if v_r > 0.0 else -eps), 0.0, 0.0


@helper
def log_excess(eps):
    """(artanh(ε)/ε − 1)/ε² = 1/3 + ε²/5 + ε⁴/7 + …"""
    e2 = eps * eps
    if eps > 0.1:
        return (0.5 * log((1.0 + eps) / (1.0 - eps)) / eps - 1.0) / e2
    total = 0.0
    for n in range(19, 2, -2):
        total = total * e2 + 1.0 / n
    return total


@law
class SphericalBearing(FilmLaw):
    """A ball in a closed, flooded socket, squeezed and turning, full film [Sommerfeld1904;
    Meyer2003].

    The pressure is 3 η R²/c³ (2 − ε cos θ)/(1 − ε cos θ)² times v_r cos θ + 4/(4 + ε²) v_t sin θ
    cos φ (φ counted about n, from t), plus any constant: a socket that is under pressure, or
    closed, does not cavitate. The torque, −8π/3 η R⁴/c a spin, is the mean over all directions of
    the axis. In the equation k = 12π η R (R/c)³, a = artanh(ε)/ε and b = (a − 1)/ε².
    """

    shape = "sphere"

    viscosity: Number = param("eta", "Pa*s", VISCOSITY, gt=0)

    @staticmethod
    def force(eps, v_r, v_t, spin, c, R, L, eta):
        """f_r = −k v_r (1/(1 − ε²) − b), f_t = −k v_t 2 (a + b)/(4 + ε²)"""
        eps = min(eps, THINNEST)
        e2 = eps * eps
        b = log_excess(eps)
        a = 1.0 + e2 * b
        k = 12.0 * pi * eta * R * (R / c) ** 3
        torque = -8.0 / 3.0 * pi * eta * R**4 / c * a * spin
        return -k * v_r * (1.0 / (1.0 - e2) - b), -k * v_t * 2.0 * (a + b) / (4.0 + e2), torque


def _long(film: FilmLaw, ratio: float) -> tuple[str, ...]:
    """Return the remark of laws for long bearings."""
    if ratio >= 2.0:
        return ()
    return (
        f"{file_name(type(film))} holds for length/diameter from about 2, here it is {ratio:.3g}; "
        "finite-bearing holds for any",
    )
