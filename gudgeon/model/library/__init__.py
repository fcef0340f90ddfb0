"""Mechanisms by name: those of five papers on imperfect joints, and problems of the IFToMM
benchmark library.

``library("four-bar")`` returns the mechanism with ideal joints; ``library("four-bar",
C="clearance")`` chooses how single joints are made, with the paper's own data. Every builder is an
ordinary description and can be copied as an example.
"""

from typing import overload

from ..._base.arguments import among
from ..._base.errors import InputError, brief, suggestion
from .. import Fit, Mechanism
from .benchmarks import (
    andrews_squeezer,
    bricard,
    four_bar_windows,
    governor,
    pendulum,
    translational_slider_crank,
)
from .papers import (
    four_bar,
    planar_slider_crank,
    revolute_slider_crank,
    spatial_slider_crank,
    triple_pendulum,
)
from .registry import BUILDERS, NAMES, fits, refitted

__all__ = [
    "NAMES", "andrews_squeezer", "bricard", "fits", "four_bar", "four_bar_windows", "governor", "library", "library_fits",
    "library_names", "pendulum", "planar_slider_crank", "refitted", "revolute_slider_crank", "spatial_slider_crank",
    "translational_slider_crank", "triple_pendulum",
]  # fmt: skip


@overload
def library(name: None = None) -> dict[str, str]: ...


@overload
def library(name: str, **fits: str | Fit) -> Mechanism: ...


def library(name: str | None = None, **fits: str | Fit) -> Mechanism | dict[str, str]:
    """Return a mechanism of the library; ``fits`` says, by joint, how single joints are made
    (``C="clearance"``). Without a name return what there is, as :func:`library_names` does.
    """
    if name is None and not fits:
        return library_names()
    chosen = _checked_name(name)
    return refitted(chosen, BUILDERS[chosen](), fits)


def library_names() -> dict[str, str]:
    """Return the names of the library and what each mechanism is."""
    return dict(NAMES)


def library_fits(name: str) -> dict[str, dict[str, str]]:
    """Return, by joint, the fits that a mechanism of the library has by name, besides
    ``"ideal"``, and what they are.
    """
    _checked_name(name)
    return fits(name)


def _checked_name(name: str | None) -> str:
    """Return a name of the library; raise InputError if there is no such mechanism."""
    if not among(name, BUILDERS):
        raise InputError(
            f"there is no mechanism {brief(name)} in the library.{suggestion(name, NAMES)}"
        )
    return str(name)
