"""The register of the library: which mechanisms there are, and by which names their joints can
be made otherwise.
"""

from collections.abc import Callable, Mapping
from typing import NamedTuple

from ..._base.arguments import among
from ..._base.errors import InputError, brief, suggestion
from ..._base.text import summary_of
from .. import Fit, Ideal, Mechanism, Stop
from ..joints import Joint

NAMES: dict[str, str] = {}
"""The names of the library and what each mechanism is."""

BUILDERS: dict[str, Callable[[], Mechanism]] = {}


class NamedFit(NamedTuple):
    """A fit, or stops, that a joint of the library can have by name: what it is, and how it
    follows from the joint's sizes.
    """

    text: str
    make: Callable[[Joint], Fit | tuple[Stop, ...]]


_FITS: dict[str, dict[str, dict[str, NamedFit]]] = {}  # mechanism -> joint -> name
_IDEAL = {"ideal": NamedFit("constraints", lambda joint: Ideal())}


def listed(
    name: str, **fits: dict[str, NamedFit]
) -> Callable[[Callable[..., Mechanism]], Callable[..., Mechanism]]:
    """List a builder under ``name``, with the named fits of its joints; the first line of its
    docstring says what it is.
    """

    def register(builder: Callable[..., Mechanism]) -> Callable[..., Mechanism]:
        NAMES[name] = summary_of(builder).rstrip(".")
        BUILDERS[name] = builder
        _FITS[name] = fits
        return builder

    return register


def fits(name: str) -> dict[str, dict[str, str]]:
    """Return, by joint, the fits and stops that a mechanism of the library has by name, besides
    ``"ideal"``, and what they are.
    """
    return {
        joint: {variant: fit.text for variant, fit in named.items()}
        for joint, named in _FITS[name].items()
    }


def refitted(name: str, mechanism: Mechanism, chosen: Mapping[str, str | Fit]) -> Mechanism:
    """Return the mechanism ``name`` with some joints made otherwise; a named fit takes the radii
    that the joint has now.
    """
    joints = [joint.name for joint in mechanism.joints]
    for joint, fit in chosen.items():
        if joint not in joints:
            raise InputError(
                f"'{name}' has no joint '{joint}'.{suggestion(joint, joints)}", ("joints", joint)
            )
        made = (
            fit if isinstance(fit, Fit) else _named(name, joint, fit).make(mechanism.joint(joint))
        )
        mechanism = (
            mechanism.with_fit(joint, made)
            if isinstance(made, Fit)
            else mechanism.with_stops(joint, *made)
        )
    return mechanism


def _named(name: str, joint: str, fit: str) -> NamedFit:
    known = {**_IDEAL, **_FITS[name].get(joint, {})}
    if among(fit, known):
        return known[fit]
    elsewhere = [other for other, named in _FITS[name].items() if among(fit, named)]
    hint = f" Joint '{elsewhere[0]}' has it." if elsewhere else ""
    raise InputError(
        f"unknown fit {brief(fit)} of joint '{joint}'.{hint}{suggestion(fit, known)}",
        ("joints", joint, "fit"),
    )
