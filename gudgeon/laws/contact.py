"""Normal contact: the force between two bodies over penetration and its rate.

Most laws have the form F_N = F(δ) [1 + D δ̇/δ̇⁻] with the approach speed δ̇⁻ of this contact and a
damping factor D that follows from the restitution; they differ in D, and in how well the rebound
agrees with the restitution asked for.
"""

from collections.abc import Sequence
from functools import cache
from math import exp, inf, sqrt
from typing import Any, Self

from .._base.description import Number, description, option
from .._base.elementary import log1p
from .._base.errors import InputError
from .base import Law, file_name, helper, law, param
from .materials import OneOrTwo, from_materials, hertz_stiffness

__all__ = [
    "Flores",
    "Gonthier",
    "HerbertMcWhannell",
    "Hertz",
    "HuGuo",
    "HuntCrossley",
    "KelvinVoigt",
    "LankaraniNikravesh",
    "LeeWang",
    "ModifiedKelvinVoigt",
    "NormalLaw",
    "ZhiyingQishao",
]

RESTITUTION = "departure speed over approach speed"


def rate_ratio() -> Any:
    """Declare the choice of what δ̇/δ̇⁻ is in a contact that is driven faster than it began."""
    return option(
        "δ̇/δ̇⁻ as it is, or kept between −1 and 1 as in [AmbrosioPombo]",
        choices=("printed", "clipped"),
        default="printed",
    )


class NormalLaw(Law):
    """Normal force of a contact, positive when the bodies push each other apart.

    ``delta`` is the penetration [m], ``delta_dot`` its rate [m/s] (positive while it grows) and
    ``delta_dot_impact`` the rate at the first touch of this contact [m/s]. Called for ``delta > 0``
    and ``delta_dot_impact > 0`` only; a negative force counts as none. A law may state in
    ``potential(delta, <symbols>)`` the elastic energy [J] that it can give back; without it all
    work of the normal force counts as lost until it comes back.
    """

    family = "contact"
    inputs = (("delta", 1), ("delta_dot", 1), ("delta_dot_impact", 1))
    outputs = ("force",)
    function = "force"
    potential_inputs = (("delta", 1),)
    # whether its force follows from lengths and moduli, so that it cannot be a moment over an angle
    of_lengths = False
    trials = (
        (1e-7, 0.1, 0.1),
        (1e-5, 0.05, 0.1),
        (1e-5, 0.0, 0.1),
        (1e-5, -0.05, 0.1),
        (1e-4, 0.0, 1e-3),
    )

    @classmethod
    def from_materials(cls, **parameters: Any) -> Self:
        """Return the law for given materials and radii, where its stiffness follows from them."""
        raise InputError(
            f"{cls.__name__} has no stiffness that follows from materials; give its parameters "
            "themselves."
        )

    def of_joint(self, given: dict[str, Any], sizes: tuple[str, ...]) -> Any:
        """Return what waits in the place of a law from materials for ``sizes`` of its joint."""
        words = {name: tuple(v) if isinstance(v, list) else v for name, v in given.items()}
        return OfJoint(law=type(self), given=tuple(words.items()), sizes=sizes)

    def in_joint(self, sizes: dict[str, float]) -> "NormalLaw":
        """Return the law in a joint of these sizes [m]: itself, unless it waits for them."""
        return self

    @property
    def max_penetration(self) -> float:
        """Largest penetration for which the law holds [m]."""
        return inf

    def check_unit(self, unit: str) -> None:
        """Raise an error for a penetration in ``unit``, m or rad, with numbers that are made for
        the other.
        """
        if unit == "rad" and self.of_lengths:
            raise InputError(
                "its stiffness follows from materials and lengths and gives a force; on an angle "
                "the law gives a moment: "
                "state its stiffness [N*m/rad^n] as a number."
            )
        force = "N" if unit == "m" else "N*m"
        units = {"stiffness": f"{force}/{unit}", "v_0": f"{unit}/s"}
        self.in_units(
            **{field: unit for field, unit in units.items() if field in self.__dataclass_fields__}  # type: ignore[attr-defined]
        )

    def breakpoints(self) -> dict[str, tuple[float, ...]]:
        """Return the values of ``delta`` [m] and ``rate_ratio``, δ̇/δ̇⁻, by these names, at
        which the law is not smooth: steps end there.
        """
        return {}

    def rebound(self) -> float | None:
        """Return the speed after a free impact over that before it; None where this is not a
        property of the law alone.
        """
        return None

    @property
    def turning_speed(self) -> float:
        """Rate of penetration within which the force turns from one branch to another, when the
        motion turns [m/s]; infinite where there is one branch only.
        """
        return inf

    def validity_warnings(self, radial_clearance: float | None = None) -> tuple[str, ...]:
        """Return what a specialist would warn of, for a joint with this radial clearance [m]."""
        name, notes = file_name(type(self)), []
        asked, real = getattr(self, "restitution", None), self.rebound()
        if asked is not None and real is not None and abs(real - asked) > 0.1:
            notes.append(
                f"{name} with restitution {asked:g} really rebounds from a free impact with "
                f"{real:.3g} of the approach speed"
            )
        if getattr(self, "exponent", 1.0) < 1.0:
            notes.append(
                f"{name} with exponent {self.exponent:g} is infinitely stiff at the first touch; "  # type: ignore[attr-defined]
                "Hertz has 3/2"
            )
        return tuple(notes)


@description
class OfJoint(NormalLaw):
    """A law from materials without radii: the joint that it is put into has them."""

    of_lengths = True

    law: Any = option("which law it will be")
    given: tuple = option("what is known of it")
    sizes: tuple[str, ...] = option("what it waits for")

    @staticmethod
    def force(*_: Any) -> Any:
        """(known in a joint)"""
        raise InputError(
            "the stiffness of a law from materials follows from radii: give bearing_radius and "
            "journal_radius to from_materials, or put the law into a joint that has them."
        )

    __call__ = address = validate = force  # type: ignore[assignment]

    def in_joint(self, sizes: dict[str, float]) -> NormalLaw:
        """Return the law with the sizes of its joint, as far as it does not have its own."""
        missing = [name for name in self.sizes if name not in sizes]
        if missing:
            raise InputError(
                f"{self.law.__name__} from materials needs {' and '.join(missing)}, which its joint "
                "does not say; give them there, or here."
            )
        known = {name: sizes[name] for name in self.sizes}
        made: NormalLaw = self.law.from_materials(**known, **dict(self.given))
        return made

    def __repr__(self) -> str:
        told = ", ".join(f"{name}={value!r}" for name, value in self.given)
        return f"{self.law.__name__}.from_materials({told})"


@helper
def hysteresis(D, delta_dot, delta_dot_impact, rate_ratio):
    """1 + D δ̇/δ̇⁻, never negative; with ``rate_ratio="clipped"`` the ratio is kept between −1 and
    1.

    In a free impact the two are the same. They differ when a contact is driven faster than it
    began.
    """
    ratio = delta_dot / delta_dot_impact
    if rate_ratio > 0.5:
        ratio = min(max(ratio, -1.0), 1.0)
    return max(1.0 + D * ratio, 0.0)


@cache
def rebound_of(D: float) -> float:
    """Return the rebound x of F = F(δ) (1 + D δ̇/δ̇⁻): D (1 + x) = ln[(1 + D)/(1 − D x)], for
    any mass and any F(δ).
    """
    if D < 1e-3:  # the first terms of the series: there the equation itself loses digits
        return 1.0 - D * (2.0 / 3.0 - D * (4.0 / 9.0 - D * 44.0 / 135.0))
    low, high = 0.0, min(1.0, 1.0 / D)
    for _ in range(200):
        x = 0.5 * (low + high)
        if x in (low, high):
            break
        low, high = (x, high) if log1p(D) - log1p(-D * x) < D * (1.0 + x) else (low, x)
    return 0.5 * (low + high)


class Damped(NormalLaw):
    """Normal laws of the form F(δ) (1 + D δ̇/δ̇⁻)."""

    def damping(self) -> float:
        """Return the damping factor D."""
        return float(self(1e-6, 1.0, 1.0) / self(1e-6, 0.0, 1.0) - 1.0)

    def breakpoints(self) -> dict[str, tuple[float, ...]]:
        """Return where the force would begin to pull, and where the ratio is clipped."""
        D, clipped = self.damping(), getattr(self, "rate_ratio", "printed") == "clipped"
        if D <= 0.0:
            return {}
        pulls = () if clipped and D <= 1.0 else (-1.0 / D,)
        return {"rate_ratio": (*pulls, *((-1.0, 1.0) if clipped else ()))}

    def rebound(self) -> float:
        """Return the speed after a free impact over that before it."""
        return rebound_of(self.damping())


def given_of(arguments: dict[str, Any]) -> dict[str, Any]:
    """Return the arguments of a class method by their names, with those that have none."""
    named = {name: value for name, value in arguments.items() if name not in ("cls", "parameters")}
    return named | arguments["parameters"]


def _hertz(cls: type, given: dict[str, Any]) -> Any:
    """Return a law with the stiffness of Hertz, which goes with the exponent 3/2 only."""
    made = from_materials(cls, "stiffness", hertz_stiffness, given)
    if not isinstance(made, OfJoint) and made.exponent != 1.5:
        raise InputError(
            f"the stiffness from materials goes with the exponent 1.5, got {made.exponent:g}.",
            ("exponent",),
        )
    return made


@description
class HertzDamped(Damped):
    """K δⁿ with damping: parameters, potential and stiffness from materials, the same for all
    these laws.
    """

    stiffness: Number = param("K", "N/m^n", "contact stiffness", gt=0)
    restitution: Number = param("c_e", "1", RESTITUTION, ge=0, le=1)
    exponent: Number = param("n", "1", "exponent, 3/2 for Hertz", default=1.5, gt=0)
    rate_ratio: str = rate_ratio()

    @classmethod
    def from_materials(
        cls,
        *,
        material: str | Sequence[str] | None = None,
        E: OneOrTwo | None = None,
        nu: OneOrTwo | None = None,
        bearing_radius: float | str | None = None,
        journal_radius: float | str | None = None,
        external: bool | None = None,
        restitution: float | str | None = None,
        exponent: float | None = None,
        rate_ratio: str | None = None,
        **parameters: Any,
    ) -> Self:
        """Return the law with the stiffness of Hertz.

        ``material="steel"``, or one for each body, stands
        for ``E`` [Pa] and ``nu`` [1], each one number for both bodies or two, the bearing's first.
        Without ``bearing_radius`` and ``journal_radius`` [m] the law takes those of the joint that
        it is put into; ``external=True`` for bodies that touch from outside.
        The rest are parameters of the law.
        """
        return _hertz(cls, given_of(locals()))

    @staticmethod
    def potential(delta, K, c_e, n, rate_ratio):
        """U = K δⁿ⁺¹/(n + 1)"""
        return K * delta ** (n + 1.0) / (n + 1.0)


@law
class KelvinVoigt(NormalLaw):
    """A spring that gives back less than it took [Flores2004, eq. 21].

    ``restitution`` is the fraction of *energy* given back: the rebound is its square root. The
    force jumps when the motion turns, here within the first 3e-6 m/s of approach: a jump could not
    be integrated under a lasting load, where the contact hovers between both branches. The rebound
    from 0.1 m/s changes by less than 1e-9; ModifiedKelvinVoigt has a passage of any width.
    """

    stiffness: Number = param("K", "N/m|N*m/rad", "contact stiffness", gt=0)
    restitution: Number = param(
        "c_e", "1", "stiffness while parting over stiffness while approaching", ge=0, le=1
    )

    def rebound(self) -> float:
        """Return the speed after a free impact over that before it."""
        return sqrt(self.restitution)

    @property
    def turning_speed(self) -> float:
        """Rate of penetration within which the force turns [m/s]."""
        return 3e-6 if self.restitution < 1.0 else inf

    def validity_warnings(self, radial_clearance: float | None = None) -> tuple[str, ...]:
        """Return what a specialist would warn of."""
        if self.restitution == 1.0:
            return ()
        jump = (
            "kelvin-voigt jumps when the motion turns, within 3e-6 m/s, stiff under a lasting "
            "load, where explicit methods by name crawl; modified-kelvin-voigt is smooth"
        )
        return (*super().validity_warnings(radial_clearance), jump)

    @staticmethod
    def force(delta, delta_dot, delta_dot_impact, K, c_e):
        """F_N = K δ for δ̇ > 0, c_e K δ for δ̇ ≤ 0; K δ [c_e + (1 − c_e) (3r² − 2r³)] with r =
        δ̇/(3 µm/s) between
        """
        r = min(max(delta_dot / 3e-6, 0.0), 1.0)
        return K * delta * (c_e + (1.0 - c_e) * r * r * (3.0 - 2.0 * r))

    @staticmethod
    def potential(delta, K, c_e):
        """U = ½ c_e K δ²"""
        return 0.5 * c_e * K * delta * delta


@law
class ModifiedKelvinVoigt(NormalLaw):
    """Kelvin-Voigt with a smooth passage from approaching to parting [AmbrosioPombo, eq. 54].

    A contact that begins more slowly than ``v_0`` meets a soft spring; the rebound tends to the
    square root of the restitution for impacts much faster than ``v_0``. With restitution 0 nothing
    pushes the bodies apart again.
    """

    stiffness: Number = param("K", "N/m|N*m/rad", "contact stiffness", gt=0)
    restitution: Number = param(
        "c_e", "1", "stiffness while parting over stiffness while approaching", ge=0, le=1
    )
    v_0: Number = param(
        "v_0", "m/s|rad/s", "rate of penetration at which the full stiffness is reached", gt=0
    )

    def rebound(self) -> float:
        """Return the speed after a free impact, much faster than v_0, over that before it."""
        return sqrt(self.restitution)

    @property
    def turning_speed(self) -> float:
        """Rate of penetration within which the force turns [m/s]."""
        return self.v_0 if self.restitution < 1.0 else inf

    @staticmethod
    def force(delta, delta_dot, delta_dot_impact, K, c_e, v_0):
        """F_N = K δ [c_e + (1 − c_e) (3r² − 2r³)], r = δ̇/v₀ between 0 and 1"""
        r = min(max(delta_dot / v_0, 0.0), 1.0)
        return K * delta * (c_e + (1.0 - c_e) * r * r * (3.0 - 2.0 * r))

    @staticmethod
    def potential(delta, K, c_e, v_0):
        """U = ½ c_e K δ²"""
        return 0.5 * c_e * K * delta * delta


@law
class Hertz(NormalLaw):
    """Elastic contact without loss [Hertz1881]."""

    stiffness: Number = param("K", "N/m^n", "contact stiffness", gt=0)
    exponent: Number = param("n", "1", "exponent, 3/2 for Hertz", default=1.5, gt=0)

    @classmethod
    def from_materials(
        cls,
        *,
        material: str | Sequence[str] | None = None,
        E: OneOrTwo | None = None,
        nu: OneOrTwo | None = None,
        bearing_radius: float | str | None = None,
        journal_radius: float | str | None = None,
        external: bool | None = None,
        exponent: float | None = None,
        **parameters: Any,
    ) -> Self:
        """Return the law with the stiffness of Hertz.

        ``material="steel"``, or one for each body, stands
        for ``E`` [Pa] and ``nu`` [1], each one number for both bodies or two, the bearing's first.
        Without ``bearing_radius`` and ``journal_radius`` [m] the law takes those of the joint that
        it is put into; ``external=True`` for bodies that touch from outside.
        """
        return _hertz(cls, given_of(locals()))

    def rebound(self) -> float:
        """Return the speed after a free impact over that before it."""
        return 1.0

    @staticmethod
    def force(delta, delta_dot, delta_dot_impact, K, n):
        """F_N = K δⁿ"""
        return K * delta**n

    @staticmethod
    def potential(delta, K, n):
        """U = K δⁿ⁺¹/(n + 1)"""
        return K * delta ** (n + 1.0) / (n + 1.0)


@law
class HuntCrossley(HertzDamped):
    """Hertz contact with damping that grows with penetration, for restitution near 1
    [HuntCrossley1975].
    """

    @staticmethod
    def force(delta, delta_dot, delta_dot_impact, K, c_e, n, rate_ratio):
        """F_N = K δⁿ [1 + 3/2 (1 − c_e) δ̇/δ̇⁻]"""
        return K * delta**n * hysteresis(1.5 * (1.0 - c_e), delta_dot, delta_dot_impact, rate_ratio)


@law
class HerbertMcWhannell(HertzDamped):
    """Damping as for a pair of bodies that hit each other repeatedly, for restitution near 1
    [HerbertMcWhannell1977].
    """

    named = "herbert-mcwhannell"

    @staticmethod
    def force(delta, delta_dot, delta_dot_impact, K, c_e, n, rate_ratio):
        """F_N = K δⁿ [1 + 6 (1 − c_e)/((2 c_e − 1)² + 3) δ̇/δ̇⁻]"""
        return (
            K
            * delta**n
            * hysteresis(
                6.0 * (1.0 - c_e) / ((2.0 * c_e - 1.0) ** 2 + 3.0),
                delta_dot,
                delta_dot_impact,
                rate_ratio,
            )
        )


@law
class LeeWang(HertzDamped):
    """Light damping: the rebound is higher than asked for, also near 1 [LeeWang1983]."""

    @staticmethod
    def force(delta, delta_dot, delta_dot_impact, K, c_e, n, rate_ratio):
        """F_N = K δⁿ [1 + 3/4 (1 − c_e) δ̇/δ̇⁻]"""
        return (
            K * delta**n * hysteresis(0.75 * (1.0 - c_e), delta_dot, delta_dot_impact, rate_ratio)
        )


@law
class LankaraniNikravesh(HertzDamped):
    """Hertz contact with hysteresis damping, for restitution near 1 [LankaraniNikravesh1990;
    Flores2004, eq. 25].
    """

    @staticmethod
    def force(delta, delta_dot, delta_dot_impact, K, c_e, n, rate_ratio):
        """F_N = K δⁿ [1 + 3/4 (1 − c_e²) δ̇/δ̇⁻]"""
        return (
            K
            * delta**n
            * hysteresis(0.75 * (1.0 - c_e * c_e), delta_dot, delta_dot_impact, rate_ratio)
        )


@law
class Gonthier(HertzDamped):
    """Damping that approximates the exact one, for any restitution [Gonthier2004]."""

    restitution: Number = param("c_e", "1", RESTITUTION, ge=1e-3, le=1)  # type: ignore[misc]  # keeps its place in the order

    @staticmethod
    def force(delta, delta_dot, delta_dot_impact, K, c_e, n, rate_ratio):
        """F_N = K δⁿ [1 + (1 − c_e²)/c_e δ̇/δ̇⁻]"""
        return (
            K
            * delta**n
            * hysteresis((1.0 - c_e * c_e) / c_e, delta_dot, delta_dot_impact, rate_ratio)
        )


@law
class ZhiyingQishao(HertzDamped):
    """Lankarani-Nikravesh with more damping at low restitution [ZhiyingQishao2006]."""

    @staticmethod
    def force(delta, delta_dot, delta_dot_impact, K, c_e, n, rate_ratio):
        """F_N = K δⁿ [1 + 3/4 (1 − c_e²) exp(2 (1 − c_e)) δ̇/δ̇⁻]"""
        return (
            K
            * delta**n
            * hysteresis(
                0.75 * (1.0 - c_e * c_e) * exp(2.0 * (1.0 - c_e)),
                delta_dot,
                delta_dot_impact,
                rate_ratio,
            )
        )


@law
class Flores(HertzDamped):
    """Damping for soft and hard materials, for any restitution [Flores2011]."""

    restitution: Number = param("c_e", "1", RESTITUTION, ge=1e-3, le=1)  # type: ignore[misc]  # keeps its place in the order

    @staticmethod
    def force(delta, delta_dot, delta_dot_impact, K, c_e, n, rate_ratio):
        """F_N = K δⁿ [1 + 8/5 (1 − c_e)/c_e δ̇/δ̇⁻]"""
        return (
            K
            * delta**n
            * hysteresis(1.6 * (1.0 - c_e) / c_e, delta_dot, delta_dot_impact, rate_ratio)
        )


@law
class HuGuo(HertzDamped):
    """Damping that is exact near 1 and stays close to it, for any restitution [HuGuo2015]."""

    restitution: Number = param("c_e", "1", RESTITUTION, ge=1e-3, le=1)  # type: ignore[misc]  # keeps its place in the order

    @staticmethod
    def force(delta, delta_dot, delta_dot_impact, K, c_e, n, rate_ratio):
        """F_N = K δⁿ [1 + 3/2 (1 − c_e)/c_e δ̇/δ̇⁻]"""
        return (
            K
            * delta**n
            * hysteresis(1.5 * (1.0 - c_e) / c_e, delta_dot, delta_dot_impact, rate_ratio)
        )
