"""What gives: the elastic and viscous force over one relative motion."""

from typing import Any

from .._base.description import Description, Number, Quantity, description, option, quantity
from .._base.errors import InputError
from ..laws import Characteristic, Linear

__all__ = ["Compliance"]

_NOT_NEGATIVE = ((">=", 0.0),)
STIFFNESS = Quantity("N/m|N*m/rad", bounds=_NOT_NEGATIVE)
VISCOSITY = Quantity("N*s/m|N*m*s/rad", bounds=_NOT_NEGATIVE)
_WANTED = "a number or a characteristic such as Polynomial(...)"


@description
class Compliance(Description):
    """One relative motion that gives: a spring and a damper in parallel.

    ``force`` is a stiffness [N/m or N m/rad] or a characteristic of the displacement, ``damping`` a
    number or a characteristic of the rate; both oppose a positive argument. Along and about an
    axis, where the motion x has a sign, ``offset`` moves the position without elastic force and
    ``preload`` adds a constant: F = force(x - offset) + preload + damping(rate), against the axis.
    With ``unilateral`` the force only pushes back towards the centre: where elastic force and
    damping together would pull away from it, there is none, and what it stores is the work of the
    force exerted.
    """

    force: Characteristic | Any = option(
        "N/m or N m/rad, or force over displacement",
        number=STIFFNESS,
        stands_for=Linear,
        kw_only=False,
    )
    damping: Characteristic | Any = option(
        "N s/m or N m s/rad, or force over rate",
        number=VISCOSITY,
        stands_for=Linear,
        default=None,
        kw_only=False,
    )
    preload: Number = quantity(
        "N|N*m",
        "constant force against a positive displacement, along or about an axis",
        default=0.0,
    )
    offset: Number = quantity(
        "m|rad", "displacement without elastic force, along or about an axis", default=0.0
    )
    unilateral: bool = option("whether the force never pulls", default=False)

    def check(self) -> None:
        """Reject what is no characteristic."""
        for field in ("force", "damping"):
            self.expect(field, Characteristic, _WANTED)

    def check_unsigned(self, reason: str) -> None:
        """Reject what has a meaning only where the motion has a sign; ``reason`` says why this
        one has none.
        """
        for field in ("preload", "offset"):
            if getattr(self, field) != 0:
                raise InputError(
                    f"has no meaning here: {reason}. Only axial and torsional motion take it.",
                    (field,),
                )
        for field, law in (("force", self.force), ("damping", self.damping)):
            if law is not None and _at_zero(law) != 0:
                raise InputError(
                    f"must be zero at zero, got {_at_zero(law):g}: {reason}.", (field,)
                )


def _at_zero(law: Characteristic) -> float:
    try:
        return float(law(0.0)[0])
    except Exception:  # a law of the user's own that fails is told of when it is compiled
        return 0.0


def check_units(part: Description, field: str, unit: str) -> None:
    """Reject a compliance, in a field of a fit or a stop, whose numbers are not those of a
    motion in this unit, m or rad.
    """
    compliance, force = getattr(part, field), "N" if unit == "m" else "N*m"
    if compliance is None:
        return
    try:
        compliance.in_units(
            force=f"{force}/{unit}", damping=f"{force}*s/{unit}", preload=force, offset=unit
        )
    except InputError as error:
        raise error.under(*part.path(), field) from None


LAYER = "stiffness, or elastic force and damping, of a soft layer in front of the hard contact"
THICKNESS = "compression of the layer at which hard contact begins"
BLEND = "further compression over which hard contact takes over from the layer"


def check_layer(part: Any) -> None:
    """Reject half a soft layer, of a fit or a stop."""
    part.expect("bushing", Compliance, "a stiffness or Compliance(...)")
    if part.bushing is None:
        for field in ("thickness", "blend"):
            if getattr(part, field):
                raise part.error("belongs to a soft layer; give its bushing too.", field)
        return
    if part.thickness is None:
        raise part.error(f"is missing: the {THICKNESS}.", "thickness")
    try:
        part.bushing.check_unsigned("a layer is only compressed, which counts from its first touch")
    except InputError as error:
        raise error.under(*part.path(), "bushing") from None
