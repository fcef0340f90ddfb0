"""Normal contact of cylinders with parallel axes: a journal in its bearing, or two rollers.

All of them give an elastic force per length of contact, to which the damping of Lankarani and
Nikravesh is applied. Dubowsky-Freudenstein, Goldsmith and ESDU-78035 print the penetration over the
force,

    δ = (f/(π E* L)) [ln(B/f) + 1],

and differ in B. In the numbers x = f/B and q = δ/δ₁ with δ₁ = B/(π E* L) it reads q = x (1 − ln x),
which is inverted here: with y = −ln x, ln(1 + y) − y = ln q is solved by Halley's method, starting
in the middle of the bounds of the Lambert function W₋₁ in [Chatzigeorgiou2013]. The equation ends
at q = x = 1, where the stiffness becomes infinite.
"""

from collections.abc import Sequence
from math import isclose, log, pi, sqrt
from typing import Any, Self

from .._base.description import Number, description
from .._base.errors import InputError
from .base import file_name, helper, law, param
from .contact import RESTITUTION, Damped, given_of, hysteresis, rate_ratio
from .materials import OneOrTwo, equivalent_modulus, from_materials

__all__ = [
    "CylinderLaw",
    "DubowskyFreudenstein",
    "Esdu78035",
    "Goldsmith",
    "PereiraExternal",
    "PereiraInternal",
]

# where the straight continuation begins: 0.5 % before the end of the equation, where the stiffness
# is still finite
Y_END = 0.1
X_END = 0.9048374180359595  # exp(-Y_END)
Q_END = X_END * (1.0 + Y_END)


@helper
def logarithmic(q):
    """x = e⁻ʸ with (1 + y) e⁻ʸ = q; a straight line beyond q = 0.9953."""
    if q >= Q_END:
        return X_END + (q - Q_END) / Y_END
    u = -log(max(q, 1e-300))
    y = sqrt(2.0 * u) + 5.0 / 6.0 * u
    for _ in range(2):  # from at most 13 % to 1e-5 and to rounding
        h = log(1.0 + y) - y + u
        y += h * (1.0 + y) / y / (1.0 + 0.5 * h / (y * y))
    return q / (1.0 + y)


@helper
def logarithmic_energy(q):
    """∫ x dq from 0 = x² (1 − 2 ln x)/4; a parabola beyond q = 0.9953."""
    if q >= Q_END:
        over = q - Q_END
        return X_END * X_END * (1.0 + 2.0 * Y_END) / 4.0 + over * (X_END + 0.5 * over / Y_END)
    x = logarithmic(q)
    return 0.0 if x <= 0.0 else x * x * (1.0 - 2.0 * log(x)) / 4.0


@description
class CylinderLaw(Damped):
    """Contact of cylinders with parallel axes."""

    of_lengths = True

    modulus: Number = param(
        "E_star", "Pa", "equivalent modulus E*, 1/E* = (1 − ν_i²)/E_i + (1 − ν_j²)/E_j", gt=0
    )
    length: Number = param("L", "m", "length of the contact", gt=0)
    bearing_radius: Number = param("R_i", "m", "radius of the bearing", gt=0)
    journal_radius: Number = param("R_j", "m", "radius of the journal", gt=0)
    restitution: Number = param("c_e", "1", RESTITUTION, ge=0, le=1)
    rate_ratio: str = rate_ratio()

    @classmethod
    def from_materials(
        cls,
        *,
        material: str | Sequence[str] | None = None,
        E: OneOrTwo | None = None,
        nu: OneOrTwo | None = None,
        length: float | str | None = None,
        bearing_radius: float | str | None = None,
        journal_radius: float | str | None = None,
        restitution: float | str | None = None,
        rate_ratio: str | None = None,
        **parameters: Any,
    ) -> Self:
        """Return the law with the modulus of ``E`` [Pa] and ``nu`` [1] (one for both bodies, or
        two, the bearing's first), or of a ``material`` by its name (or two).

        Without ``bearing_radius``, ``journal_radius`` and ``length`` [m] the law takes those of the
        joint that it is put into. The rest are parameters of the law.
        """
        made: Self = from_materials(cls, "modulus", equivalent_modulus, given_of(locals()))
        return made

    def check(self) -> None:
        """Reject a journal that does not fit into its bearing."""
        if not self.bearing_radius > self.journal_radius:
            raise InputError(
                f"must be smaller than bearing_radius = {self.bearing_radius:g} m, got "
                f"{self.journal_radius:g} m.",
                ("journal_radius",),
            )

    def validity_warnings(self, radial_clearance: float | None = None) -> tuple[str, ...]:
        """Return what a specialist would warn of, for a joint with this radial clearance [m]."""
        own = self.bearing_radius - self.journal_radius
        if (
            radial_clearance is None
            or own < 0
            or isclose(own, radial_clearance, rel_tol=1e-6, abs_tol=1e-12)
        ):
            return super().validity_warnings(radial_clearance)
        note = (
            f"{file_name(type(self))} is made for a clearance of {own:.6g} m by its radii, the "
            f"joint has {radial_clearance:.6g} m"
        )
        return (*super().validity_warnings(radial_clearance), note)


@law
class DubowskyFreudenstein(CylinderLaw):
    """A journal in its bearing, the force from an implicit equation [DubowskyFreudenstein1971;
    Flores2004, eq. 26].

    Holds up to δ = L² (R_i − R_j)/(R_i R_j); from 0.5 % before that depth it is continued by a
    straight line.
    """

    @property
    def max_penetration(self) -> float:
        """Largest penetration for which the equation has a solution [m]."""
        return (
            self.length
            * self.length
            * (self.bearing_radius - self.journal_radius)
            / (self.bearing_radius * self.journal_radius)
        )

    @staticmethod
    def force(delta, delta_dot, delta_dot_impact, E_star, L, R_i, R_j, c_e, rate_ratio):
        """F_N = f [1 + 3/4 (1 − c_e²) δ̇/δ̇⁻], δ = f/(π E* L) [ln(π E* L³ (R_i − R_j)/(R_i R_j
        f)) + 1]
        """
        d = L * L * (R_i - R_j) / (R_i * R_j)
        return (
            pi
            * E_star
            * L
            * d
            * logarithmic(delta / d)
            * hysteresis(0.75 * (1.0 - c_e * c_e), delta_dot, delta_dot_impact, rate_ratio)
        )

    @staticmethod
    def potential(delta, E_star, L, R_i, R_j, c_e, rate_ratio):
        """U = f²/(4π E* L) [1 + 2 ln(π E* L³ (R_i − R_j)/(R_i R_j f))]"""
        d = L * L * (R_i - R_j) / (R_i * R_j)
        return pi * E_star * L * d * d * logarithmic_energy(delta / d)


@law
class Esdu78035(CylinderLaw):
    """A journal in its bearing, the force from an implicit equation [Esdu1978; Flores2004, eq. 27].

    Holds up to δ = 4 (R_i − R_j); from 0.5 % before that depth it is continued by a straight line.
    """

    named = "esdu-78035"

    @property
    def max_penetration(self) -> float:
        """Largest penetration for which the equation has a solution [m]."""
        return 4.0 * (self.bearing_radius - self.journal_radius)

    @staticmethod
    def force(delta, delta_dot, delta_dot_impact, E_star, L, R_i, R_j, c_e, rate_ratio):
        """F_N = f [1 + 3/4 (1 − c_e²) δ̇/δ̇⁻], δ = f/(π E* L) [ln(4π E* L (R_i − R_j)/f) + 1]"""
        d = 4.0 * (R_i - R_j)
        return (
            pi
            * E_star
            * L
            * d
            * logarithmic(delta / d)
            * hysteresis(0.75 * (1.0 - c_e * c_e), delta_dot, delta_dot_impact, rate_ratio)
        )

    @staticmethod
    def potential(delta, E_star, L, R_i, R_j, c_e, rate_ratio):
        """U = f²/(4π E* L) [1 + 2 ln(4π E* L (R_i − R_j)/f)]"""
        d = 4.0 * (R_i - R_j)
        return pi * E_star * L * d * d * logarithmic_energy(delta / d)


@law
class Goldsmith(CylinderLaw):
    """A journal in its bearing, the force from an implicit equation that depends on the unit of
    length [Goldsmith1960].

    The logarithm is taken of something that has a dimension, one over length squared: the same
    joint gives one force when computed in metres and another in millimetres. To reproduce a
    published number, say in which unit of length it was computed. Holds up to δ = u² (R_i −
    R_j)/(R_i R_j); from 0.5 % before that depth it is continued by a straight line.
    """

    length_unit: Number = param(
        "u",
        "m",
        "unit in which lengths are counted inside the logarithm, such as 1 mm",
        default=None,
        gt=0,
    )

    def check(self) -> None:
        """Raise an error without a unit, which cannot be guessed."""
        super().check()
        if self.length_unit is None:
            raise InputError(
                "the force of this law depends on the unit of length in which it is evaluated; "
                "give that unit (such as '1 m' or '1 mm'), "
                "or take dubowsky-freudenstein or esdu-78035, which do not depend on it.",
                ("length_unit",),
            )

    @property
    def max_penetration(self) -> float:
        """Largest penetration for which the equation has a solution [m]."""
        return (
            self.length_unit
            * self.length_unit
            * (self.bearing_radius - self.journal_radius)
            / (self.bearing_radius * self.journal_radius)
        )

    @staticmethod
    def force(delta, delta_dot, delta_dot_impact, E_star, L, R_i, R_j, c_e, rate_ratio, u):
        """F_N = f [1 + 3/4 (1 − c_e²) δ̇/δ̇⁻], δ = f/(π E* L) [ln(π E* L u² (R_i − R_j)/(R_i R_j
        f)) + 1]
        """
        d = u * u * (R_i - R_j) / (R_i * R_j)
        return (
            pi
            * E_star
            * L
            * d
            * logarithmic(delta / d)
            * hysteresis(0.75 * (1.0 - c_e * c_e), delta_dot, delta_dot_impact, rate_ratio)
        )

    @staticmethod
    def potential(delta, E_star, L, R_i, R_j, c_e, rate_ratio, u):
        """U = f²/(4π E* L) [1 + 2 ln(π E* L u² (R_i − R_j)/(R_i R_j f))]"""
        d = u * u * (R_i - R_j) / (R_i * R_j)
        return pi * E_star * L * d * d * logarithmic_energy(delta / d)


@helper
def pereira_exponent(dR):
    """n = Y ΔR^−0.005 of internal contact, ΔR in millimetres."""
    Y = 1.51 * log(1000.0 * dR) ** -0.151 if dR < 0.34954 else 0.0151 * dR + 1.151
    return Y * dR**-0.005


@law
class PereiraInternal(CylinderLaw):
    """A journal in its bearing, an explicit law fitted to the implicit ones [Pereira2015;
    AmbrosioPombo, eq. 44].

    Fitted for clearances from 0.005 to 10 mm and refused outside. The formula counts in
    millimetres; parameters here are SI like all others.
    """

    def check(self) -> None:
        """Reject a clearance for which the exponent was not fitted."""
        super().check()
        dR = 1e3 * (self.bearing_radius - self.journal_radius)
        # a difference of radii is a little off
        if not 0.005 * (1 - 1e-9) <= dR <= 10.0 * (1 + 1e-9):
            raise InputError(
                "the law holds for a clearance, bearing_radius - journal_radius, from 0.005 to 10 "
                f"mm; got {dR:.4g} mm.",
                ("journal_radius",),
            )

    @staticmethod
    def force(delta, delta_dot, delta_dot_impact, E_star, L, R_i, R_j, c_e, rate_ratio):
        """F_N = (0.965 ΔR + 0.0965) L E*/ΔR δⁿ [1 + 3/4 (1 − c_e²) δ̇/δ̇⁻], ΔR = R_i − R_j,
        lengths in mm, E* in N/mm², n = Y ΔR^−0.005
        """
        dR = 1e3 * (R_i - R_j)
        k = (0.965 * dR + 0.0965) / dR * (1e3 * L) * (1e-6 * E_star)
        return (
            k
            * (1e3 * delta) ** pereira_exponent(dR)
            * hysteresis(0.75 * (1.0 - c_e * c_e), delta_dot, delta_dot_impact, rate_ratio)
        )

    @staticmethod
    def potential(delta, E_star, L, R_i, R_j, c_e, rate_ratio):
        """U = (0.965 ΔR + 0.0965) L E*/ΔR δⁿ⁺¹/(n + 1) [N mm]"""
        dR = 1e3 * (R_i - R_j)
        k = (0.965 * dR + 0.0965) / dR * (1e3 * L) * (1e-6 * E_star)
        n = pereira_exponent(dR)
        return 1e-3 * k * (1e3 * delta) ** (n + 1.0) / (n + 1.0)


@law
class PereiraExternal(CylinderLaw):
    """Two cylinders that touch from outside, an explicit law fitted to the implicit ones
    [Pereira2015; AmbrosioPombo, eq. 44].

    The formula counts in millimetres; parameters here are SI like all others.
    """

    def check(self) -> None:
        """Accept any two radii: neither cylinder is inside the other."""

    def validity_warnings(self, radial_clearance: float | None = None) -> tuple[str, ...]:
        """Return what a specialist would warn of, for a joint with this radial clearance [m]."""
        notes = super().validity_warnings(None)
        if radial_clearance is None:
            return notes
        return (
            *notes,
            "pereira-external is for cylinders that touch from outside; a journal inside its "
            "bearing takes pereira-internal",
        )

    @staticmethod
    def force(delta, delta_dot, delta_dot_impact, E_star, L, R_i, R_j, c_e, rate_ratio):
        """F_N = (0.39 ΔR + 0.85) L E*/ΔR δ^1.094 [1 + 3/4 (1 − c_e²) δ̇/δ̇⁻], ΔR = R_i + R_j,
        lengths in mm, E* in N/mm²
        """
        dR = 1e3 * (R_i + R_j)
        k = (0.39 * dR + 0.85) / dR * (1e3 * L) * (1e-6 * E_star)
        return (
            k
            * (1e3 * delta) ** 1.094
            * hysteresis(0.75 * (1.0 - c_e * c_e), delta_dot, delta_dot_impact, rate_ratio)
        )

    @staticmethod
    def potential(delta, E_star, L, R_i, R_j, c_e, rate_ratio):
        """U = (0.39 ΔR + 0.85) L E*/ΔR δ^2.094/2.094 [N mm]"""
        dR = 1e3 * (R_i + R_j)
        k = (0.39 * dR + 0.85) / dR * (1e3 * L) * (1e-6 * E_star)
        return 1e-3 * k * (1e3 * delta) ** 2.094 / 2.094
