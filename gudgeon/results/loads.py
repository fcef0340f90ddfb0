"""The results of a load: what a force, torque, spring, damper or force of the user's own does."""

from __future__ import annotations

import numpy as np

from .part import Part


class LoadResult(Part):
    """What a load does: ``force`` [N] and ``torque`` [N m] on its body, or on the second of two, at
    its point, in the global frame; the first receives the opposite.

    A spring, with or without a damper, also has its ``length`` [m], the ``length_rate`` [m/s], its
    ``tension`` [N], positive where it pulls, and the part of it that is its damper's, ``damping``.
    On a joint the length is the joint's coordinate, and the tension turns that back; on an angle in
    rad, rad/s, N m.
    """

    kind = "load"
    force: np.ndarray
    torque: np.ndarray
    length: np.ndarray
    length_rate: np.ndarray
    tension: np.ndarray
    damping: np.ndarray
