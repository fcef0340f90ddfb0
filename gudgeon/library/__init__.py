"""Mechanisms by name: those of five papers on imperfect joints, and problems of the IFToMM benchmark library.

``library("four-bar")`` returns the mechanism with ideal joints; ``library("four-bar", C="clearance")`` chooses how
single joints are made, with the paper's own data. Every builder is an ordinary description and can be copied as an
example.
"""

from .._arguments import among
from .._errors import InputError, brief, suggestion
from ..mechanism import Fit, Mechanism
from ._register import BUILDERS, NAMES, fits, refitted
from .papers import four_bar, planar_slider_crank, revolute_slider_crank, spatial_slider_crank, triple_pendulum
from .problems import andrews_squeezer, bricard, four_bar_windows, governor, pendulum, translational_slider_crank

__all__ = [
    "NAMES", "andrews_squeezer", "bricard", "fits", "four_bar", "four_bar_windows", "governor", "library", "pendulum",
    "planar_slider_crank", "refitted", "revolute_slider_crank", "spatial_slider_crank", "translational_slider_crank", "triple_pendulum",
]  # fmt: skip


def library(name: str, **fits: str | Fit) -> Mechanism:
    """Return a mechanism of the library; ``fits`` says, by joint, how single joints are made (``C="clearance"``)."""
    if not among(name, BUILDERS):
        raise InputError(f"there is no mechanism {brief(name)} in the library.{suggestion(name, NAMES)}")
    return refitted(name, BUILDERS[name](), fits)


library.NAMES = NAMES  # type: ignore[attr-defined]  # the package exports the function under the name of this module
library.fits = fits  # type: ignore[attr-defined]
