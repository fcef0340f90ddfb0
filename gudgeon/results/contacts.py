"""The results of a contact: depth, forces and where they act."""

from __future__ import annotations

import numpy as np

from .part import Part


class ContactResult(Part):
    """One contact in the gap of a joint, or one of its stops.

    ``penetration`` [m] (a gap is negative), ``rate`` [m/s], ``normal_force`` [N]; ``friction`` [N]
    on the second body and the ``point`` [m] where both act, in the global frame, and the
    ``sliding_speed`` [m/s] with which the surfaces rub, zero where they do not touch. Stops, and
    ends of play without friction, have the first three alone; on an angle in rad, rad/s, N m.
    """

    kind = "contact"
    penetration: np.ndarray
    rate: np.ndarray
    normal_force: np.ndarray
    friction: np.ndarray
    point: np.ndarray
    sliding_speed: np.ndarray
