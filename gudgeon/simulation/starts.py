"""Where the joints of a run start: as their fits say, centred, as described, or settled."""

from dataclasses import replace
from typing import Any, cast

from .._base.arguments import among
from .._base.errors import InputError, brief, suggestion
from ..assembly.initial_conditions import ModelCheck, check_model
from ..model import Mechanism
from ..model.fits.base import STARTS as OF_FITS
from ..model.mechanism import STARTS


def start_of(mechanism: Mechanism | ModelCheck, start: Any = None) -> ModelCheck:
    """Return a mechanism, examined, with its initial conditions as ``start`` says; by default as
    it says itself. One that was examined already starts where it does unless something is said.
    """
    given = mechanism if isinstance(mechanism, ModelCheck) else None
    if given is not None:
        if start is None:
            return given
        mechanism = given.mechanism
    start = check_start(mechanism.start if start is None else start)  # type: ignore[union-attr]
    if start in OF_FITS:
        return check_model(_all_fits(mechanism, str(start)))  # type: ignore[arg-type]
    found = given or check_model(mechanism)  # type: ignore[arg-type]
    if start is None:
        return found
    from ..assembly.settled_start import settled

    return settled(found)


def check_start(start: Any) -> str | None:
    """Return the argument, or raise InputError."""
    if start is not None and not among(start, STARTS):
        raise InputError(f"unknown start {brief(start)}.{suggestion(start, STARTS)}", ("start",))
    return start  # type: ignore[no-any-return]


def _all_fits(mechanism: Mechanism, start: str) -> Mechanism:
    """Return the mechanism with this start in every fit that has one."""
    for joint in mechanism.joints:
        fit = cast(Any, joint.fit)
        if hasattr(fit, "start"):
            mechanism = mechanism.with_fit(joint.name, replace(fit, start=start))
    return mechanism
