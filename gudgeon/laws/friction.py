"""Friction: the tangential force between two bodies in contact over sliding speed and normal force.

A force that jumps at rest cannot be integrated to a tight tolerance. Laws without bristles
therefore creep below their lowest speed. Bristles are springs near rest: they hold a steady load,
and those of :class:`ElastoPlastic` one that comes and goes.
"""

from math import cos, exp, pi, tanh

from .._base.description import Number
from .._base.errors import InputError
from .base import Law, helper, law, param

__all__ = [
    "Ambrosio",
    "BengisuAkay",
    "BristleLaw",
    "Coulomb",
    "Dahl",
    "ElastoPlastic",
    "FrictionLaw",
    "LuGre",
    "PiecewiseLinear",
    "Stribeck",
    "Threlfall",
]


class _Friction(Law):
    """What laws with and without bristles have in common."""

    family = "friction"

    def breakpoints(self) -> dict[str, tuple[float, ...]]:
        """Return the values of ``v`` [m/s] and ``F_N`` [N], by these names, at which the law is
        not smooth: steps end there.
        """
        return {}


class FrictionLaw(_Friction):
    """Magnitude of the friction force, which opposes sliding.

    ``v`` is the sliding speed [m/s], not negative; ``F_N`` the normal force [N], not negative.
    Return a force [N] that is not negative, and zero without sliding or without normal force.
    """

    inputs = (("v", 1), ("F_N", 1))
    outputs = ("force",)
    function = "force"
    trials = ((0.0, 10.0), (1e-6, 10.0), (0.1, 10.0), (10.0, 10.0), (0.1, 0.0))


class BristleLaw(_Friction):
    """Friction by bristles that bend: their mean deflection z is integrated along.

    ż = v − r z and F = (σ₀ z + σ₁ ż) + σ₂ v, vectors in the tangent plane; what the bristles carry,
    in brackets, is shortened to the length ``limit``. z is zero when a contact begins. ``v`` is the
    sliding speed [m/s], ``F_N`` the normal force [N] and ``z`` the deflection [m], none of them
    negative; ``v_z`` is the part of the sliding velocity along the deflection [m/s], negative when
    sliding goes back. Return ``r``, how fast bristles relax [1/s]; ``sigma_0``, their stiffness
    [N/m]; ``sigma_1``, their damping [N s/m]; ``sigma_2``, viscous friction [N s/m], which should
    vanish with the normal force; and ``limit`` [N].
    """

    inputs = (("v", 1), ("F_N", 1), ("z", 1), ("v_z", 1))
    outputs = ("r", "sigma_0", "sigma_1", "sigma_2", "limit")
    function = "bristle"
    trials = tuple(
        (v, F_N, z, v_z)
        for v, F_N in FrictionLaw.trials
        for z, v_z in ((0.0, 0.0), (1e-6, v), (1e-3, -v))
    )


MU_K = "coefficient of kinetic friction"
MU_S = "coefficient of static friction, the largest"
G_MIN = "least friction at which bristles slip; keeps them integrable as F_N vanishes"


def _check_static(mu_k: float, mu_s: float) -> None:
    """Reject a static coefficient below the kinetic one."""
    if mu_s < mu_k:
        raise InputError(f"must be at least mu_k = {mu_k:g}, got {mu_s:g}.", ("mu_s",))


def _check_speeds(v_0: float, v_1: float) -> None:
    """Reject tolerance speeds in the wrong order."""
    if not v_1 > v_0:
        raise InputError(f"must be greater than v_0 = {v_0:g}, got {v_1:g}.", ("v_1",))


@law
class Coulomb(FrictionLaw):
    """Constant friction, linear in the speed below ``v_1`` [Marques2017, eq. 12]."""

    mu_k: Number = param("mu_k", "1", MU_K, ge=0)
    v_1: Number = param("v_1", "m/s", "speed from which the friction is full", default=1e-3, gt=0)

    def breakpoints(self) -> dict[str, tuple[float, ...]]:
        """Return where the friction is full."""
        return {"v": (self.v_1,)}

    @staticmethod
    def force(v, F_N, mu_k, v_1):
        """F_T = μ_k F_N min(v/v₁, 1)"""
        return mu_k * F_N * min(v / v_1, 1.0)


@law
class Ambrosio(FrictionLaw):
    """No friction below ``v_0``, full friction above ``v_1``, linear between [Ambrosio2003;
    Marques2017, eq. 14].

    Without any force below ``v_0`` it cannot hold: a loaded contact creeps at about that speed.
    """

    mu_k: Number = param("mu_k", "1", MU_K, ge=0)
    v_0: Number = param("v_0", "m/s", "speed up to which there is none", ge=0)
    v_1: Number = param("v_1", "m/s", "speed from which the friction is full", gt=0)

    def check(self) -> None:
        """Reject speeds in the wrong order."""
        _check_speeds(self.v_0, self.v_1)

    def breakpoints(self) -> dict[str, tuple[float, ...]]:
        """Return where the friction begins and where it is full."""
        return {"v": (self.v_0, self.v_1)}

    @staticmethod
    def force(v, F_N, mu_k, v_0, v_1):
        """F_T = μ_k F_N (v − v₀)/(v₁ − v₀), between 0 and μ_k F_N"""
        return mu_k * F_N * min(max((v - v_0) / (v_1 - v_0), 0.0), 1.0)


@law
class Threlfall(FrictionLaw):
    """Smooth friction by a hyperbolic tangent [Marques2017, eq. 15].

    The law carries the name that [Marques2017] gives it; that of [Threlfall1978] is μ_k F_N (1 −
    exp(−3 v/v₁)).
    """

    mu_k: Number = param("mu_k", "1", MU_K, ge=0)
    v_1: Number = param("v_1", "m/s", "speed at which 76 % of the friction is reached", gt=0)

    @staticmethod
    def force(v, F_N, mu_k, v_1):
        """F_T = μ_k F_N tanh(v/v₁)"""
        return mu_k * F_N * tanh(v / v_1)


@law
class Stribeck(FrictionLaw):
    """Friction that falls from static to kinetic, and rises with viscosity [BoPavelescu1982;
    MarquesFriction, eq. 12].

    Smoothed at rest by tanh(v/v_r). The viscous term does not depend on the normal force, but
    vanishes with it: below ``F_min`` it is proportional to it.
    """

    mu_k: Number = param("mu_k", "1", MU_K, ge=0)
    mu_s: Number = param("mu_s", "1", MU_S, ge=0)
    v_s: Number = param("v_s", "m/s", "Stribeck speed: how fast it falls", gt=0)
    v_r: Number = param(
        "v_r", "m/s", "speed over which it rises from rest, well below v_s", default=1e-4, gt=0
    )
    exponent: Number = param(
        "a",
        "1",
        "shape of the fall: 2 is Gaussian, 1/2 to 1 in [BoPavelescu1982]",
        default=2.0,
        gt=0,
    )
    viscosity: Number = param("sigma_2", "N*s/m", "viscous friction", default=0.0, ge=0)
    F_min: Number = param(
        "F_min", "N", "normal force from which on the viscous friction is full", default=1e-2, gt=0
    )

    def check(self) -> None:
        """Reject a static coefficient below the kinetic one."""
        _check_static(self.mu_k, self.mu_s)

    def breakpoints(self) -> dict[str, tuple[float, ...]]:
        """Return where the viscous friction is full."""
        return {"F_N": (self.F_min,)} if self.viscosity > 0 else {}

    @staticmethod
    def force(v, F_N, mu_k, mu_s, v_s, v_r, a, sigma_2, F_min):
        """F_T = F_N [μ_k + (μ_s − μ_k) exp(−(v/v_s)ᵃ)] tanh(v/v_r) + σ₂ v min(F_N/F_min, 1)"""
        mu = mu_k + (mu_s - mu_k) * exp(-((v / v_s) ** a))
        return F_N * mu * tanh(v / v_r) + sigma_2 * v * min(F_N / F_min, 1.0)


@law
class PiecewiseLinear(FrictionLaw):
    """Friction that rises to static at ``v_0`` and falls to kinetic at ``v_1``, by straight
    lines [Marques2017, eq. 18].
    """

    mu_k: Number = param("mu_k", "1", MU_K, ge=0)
    mu_s: Number = param("mu_s", "1", MU_S, ge=0)
    v_0: Number = param("v_0", "m/s", "speed of the largest friction", gt=0)
    v_1: Number = param("v_1", "m/s", "speed from which it is kinetic", gt=0)

    def check(self) -> None:
        """Reject coefficients or speeds in the wrong order."""
        _check_static(self.mu_k, self.mu_s)
        _check_speeds(self.v_0, self.v_1)

    def breakpoints(self) -> dict[str, tuple[float, ...]]:
        """Return where two lines meet."""
        return {"v": (self.v_0, self.v_1)}

    @staticmethod
    def force(v, F_N, mu_k, mu_s, v_0, v_1):
        """F_T = F_S v/v₀ up to v₀, F_S − (F_S − F_C) (v − v₀)/(v₁ − v₀) up to v₁, F_C beyond"""
        if v < v_0:
            return mu_s * F_N * v / v_0
        return F_N * (mu_s - (mu_s - mu_k) * min((v - v_0) / (v_1 - v_0), 1.0))


@law
class BengisuAkay(FrictionLaw):
    """Friction that rises to static as a parabola and falls to kinetic exponentially
    [BengisuAkay1994; Marques2017, eq. 19].
    """

    mu_k: Number = param("mu_k", "1", MU_K, ge=0)
    mu_s: Number = param("mu_s", "1", MU_S, ge=0)
    v_0: Number = param("v_0", "m/s", "speed of the largest friction", gt=0)
    xi: Number = param("xi", "s/m", "how fast it falls to kinetic", gt=0)

    def check(self) -> None:
        """Reject a static coefficient below the kinetic one."""
        _check_static(self.mu_k, self.mu_s)

    def breakpoints(self) -> dict[str, tuple[float, ...]]:
        """Return where the friction is largest."""
        return {"v": (self.v_0,)}

    @staticmethod
    def force(v, F_N, mu_k, mu_s, v_0, xi):
        """F_T = F_S (1 − (v/v₀ − 1)²) up to v₀, F_C + (F_S − F_C) exp(−ξ (v − v₀)) beyond"""
        if v < v_0:
            return mu_s * F_N * (2.0 - v / v_0) * v / v_0
        return F_N * (mu_k + (mu_s - mu_k) * exp(-xi * (v - v_0)))


@helper
def at_least(F, g_min):
    """F + g_min exp(−F/g_min): never below g_min, smooth, and F itself to 5e-6 from 10 g_min on,
    to rounding from 33 g_min on.
    """
    return F + g_min * exp(-F / g_min)


@helper
def stribeck_curve(v, F_N, mu_k, mu_s, v_s, g_min):
    """g = F_N [μ_k + (μ_s − μ_k) exp(−(v/v_s)²)], at least g_min: what bristles carry in steady
    sliding.
    """
    r = v / v_s
    return at_least(F_N * (mu_k + (mu_s - mu_k) * exp(-r * r)), g_min)


@law
class Dahl(BristleLaw):
    """Bristles that hold up to the kinetic friction [Dahl1968; MarquesFriction, eq. 14]."""

    mu_k: Number = param("mu_k", "1", MU_K, ge=0)
    sigma_0: Number = param("sigma_0", "N/m", "stiffness of the bristles", gt=0)
    g_min: Number = param("g_min", "N", G_MIN, default=1e-2, gt=0)

    @staticmethod
    def bristle(v, F_N, z, v_z, mu_k, sigma_0, g_min):
        """ż = v − (σ₀ |v|/g) z, g = μ_k F_N, at least g_min; σ₁ = σ₂ = 0; |F_T| ≤ μ_k F_N"""
        return sigma_0 * v / at_least(mu_k * F_N, g_min), sigma_0, 0.0, 0.0, mu_k * F_N


@law
class LuGre(BristleLaw):
    """Bristles with damping, static friction and viscosity [CanudasDeWit1995; MarquesFriction, eq.
    16].

    Steady sliding gives g + σ₂ v. The bristles alone never carry more than μ_s F_N: at the first
    touch there is hardly any normal force, yet σ₁ v may be hundreds of newtons. Below F_N =
    ``g_min`` the viscous term is proportional to F_N.
    """

    named = "lugre"

    mu_k: Number = param("mu_k", "1", MU_K, ge=0)
    mu_s: Number = param("mu_s", "1", MU_S, ge=0)
    v_s: Number = param(
        "v_s", "m/s", "Stribeck speed: how fast it falls from static to kinetic", gt=0
    )
    sigma_0: Number = param("sigma_0", "N/m", "stiffness of the bristles", gt=0)
    sigma_1: Number = param("sigma_1", "N*s/m", "damping of the bristles", default=0.0, ge=0)
    sigma_2: Number = param("sigma_2", "N*s/m", "viscous friction", default=0.0, ge=0)
    g_min: Number = param("g_min", "N", G_MIN, default=1e-2, gt=0)

    def check(self) -> None:
        """Reject a static coefficient below the kinetic one."""
        _check_static(self.mu_k, self.mu_s)

    def breakpoints(self) -> dict[str, tuple[float, ...]]:
        """Return where the viscous friction is full."""
        return {"F_N": (self.g_min,)} if self.sigma_2 > 0 else {}

    @staticmethod
    def bristle(v, F_N, z, v_z, mu_k, mu_s, v_s, sigma_0, sigma_1, sigma_2, g_min):
        """ż = v − (σ₀ |v|/g) z, g = F_N [μ_k + (μ_s − μ_k) exp(−(v/v_s)²)], at least g_min; |σ₀
        z + σ₁ ż| ≤ μ_s F_N
        """
        g = stribeck_curve(v, F_N, mu_k, mu_s, v_s, g_min)
        return sigma_0 * v / g, sigma_0, sigma_1, sigma_2 * min(F_N / g_min, 1.0), mu_s * F_N


@law
class ElastoPlastic(BristleLaw):
    """Bristles that stick: up to a break-away deflection they only bend, beyond it they slide as in
    ``lugre`` [Dupont2002].

    A load up to β μ_k F_N that comes and goes, or shakes, leaves the body where it was, while the
    bristles of ``dahl`` and ``lugre`` slip a little each time and drift. A share α of the sliding
    is plastic: none while z < z_ba = β μ_k F_N/σ₀, all of it from z = g/σ₀ on, and none while
    sliding goes back (v_z < 0). Steady sliding gives g + σ₂ v as for ``lugre``, and the limits at
    the first touch are the same. A body that sticks vibrates on its bristles; a damping σ₁ of about
    √(σ₀ m) lets the vibration of a mass m die out.
    """

    mu_k: Number = param("mu_k", "1", MU_K, ge=0)
    mu_s: Number = param("mu_s", "1", MU_S, ge=0)
    v_s: Number = param(
        "v_s", "m/s", "Stribeck speed: how fast it falls from static to kinetic", gt=0
    )
    sigma_0: Number = param("sigma_0", "N/m", "stiffness of the bristles", gt=0)
    sigma_1: Number = param("sigma_1", "N*s/m", "damping of the bristles", default=0.0, ge=0)
    sigma_2: Number = param("sigma_2", "N*s/m", "viscous friction", default=0.0, ge=0)
    breakaway: Number = param(
        "beta",
        "1",
        "break-away force over kinetic friction: up to it nothing slides",
        default=0.9,
        gt=0,
        lt=1,
    )
    g_min: Number = param("g_min", "N", G_MIN, default=1e-2, gt=0)

    def check(self) -> None:
        """Reject a static coefficient below the kinetic one."""
        _check_static(self.mu_k, self.mu_s)

    def breakpoints(self) -> dict[str, tuple[float, ...]]:
        """Return where the viscous friction is full."""
        return {"F_N": (self.g_min,)} if self.sigma_2 > 0 else {}

    @staticmethod
    def bristle(v, F_N, z, v_z, mu_k, mu_s, v_s, sigma_0, sigma_1, sigma_2, beta, g_min):
        """ż = v − α (σ₀ max(v_z, 0)/g) z, α = ½ − ½ cos(π (z − z_ba)/(g/σ₀ − z_ba)) between 0
        and 1, g as for lugre
        """
        g = stribeck_curve(v, F_N, mu_k, mu_s, v_s, g_min)
        z_ba, z_max = beta * at_least(mu_k * F_N, g_min) / sigma_0, g / sigma_0
        alpha = 0.5 - 0.5 * cos(pi * min(max((z - z_ba) / (z_max - z_ba), 0.0), 1.0))
        return (
            alpha * max(v_z, 0.0) / z_max,
            sigma_0,
            sigma_1,
            sigma_2 * min(F_N / g_min, 1.0),
            mu_s * F_N,
        )
