"""How hard surfaces are pressed: the load of a bearing over its projected area, and the greatest
pressure after Hertz.
"""

from __future__ import annotations

from math import pi
from typing import Any

import numpy as np


def hertz_pressure(joint: Any, force: np.ndarray, planar: bool) -> np.ndarray | None:
    """Return the greatest pressure where a ball or a journal is pressed into its bearing by a force
    [Pa]; None if the joint does not say enough, or its law nothing of the material.

    Of a ball p = (6 F E*^2 / (pi^3 R^2))^(1/3), of a journal of length L
    p = (F E* / (pi L R))^(1/2), with R = R_i R_j / (R_i - R_j) [Johnson1985, eqs. 4.24, 4.45].
    Pressed evenly over its length; E* is that of the contact law, or what its stiffness is made of,
    K = 4/3 E* R^(1/2).
    """
    radii, area = joint.radii(), joint.projected_area(planar)
    if radii is None or area is None or not radii[0] > radii[1]:
        return None
    R = radii[0] * radii[1] / (radii[0] - radii[1])
    modulus = equivalent_modulus(getattr(joint.fit, "contact", None), R)
    if modulus is None or not joint.bore:
        return None
    if joint.bore == "sphere":
        return np.asarray(np.cbrt(6 * force * modulus**2 / (pi**3 * R**2)))
    return np.asarray(np.sqrt(force * modulus / (pi * min(joint.lengths()) * R)))


def equivalent_modulus(law: Any, R: float) -> float | None:
    """Return E* of a contact law [Pa]: its own, or that from which Hertz's stiffness for the radius
    R follows; None for other laws.
    """
    if (modulus := getattr(law, "modulus", None)) is not None:
        return float(modulus)
    if getattr(law, "exponent", None) != 1.5:
        return None
    return float(0.75 * law.stiffness / np.sqrt(R))
