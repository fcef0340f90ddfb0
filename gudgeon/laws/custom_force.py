"""Interactions: a user's own force and torque between two bodies, written in plain Python and
compiled.
"""

from .base import Law

__all__ = ["Interaction"]


class Interaction(Law):
    """Force and torque on the second body, from how it is seen by the first.

    Inputs, all in the frame of the first body (the global frame when it is ``"ground"``): ``t``
    time [s]; ``r`` position of the second body's point relative to the first body's point [m];
    ``v`` its velocity as seen from the first body [m/s]; ``p`` orientation of the second body
    relative to the first (Euler parameters, scalar first); ``w`` its relative angular velocity
    [rad/s]. Return six numbers: the force [N] and the torque [N m] on the second body at its point;
    the first body receives the opposite, so that momentum is kept.

    ::

        @gd.law
        class Drag(gd.Interaction):
            '''Air drag.'''
            coefficient: float = gd.param("c", "N*s^2/m^2", ge=0)

            @staticmethod
            def force(t, r, v, p, w, c):
                '''F = -c |v| v'''
                s = c * math.sqrt(v[0]**2 + v[1]**2 + v[2]**2)
                return -s*v[0], -s*v[1], -s*v[2], 0.0, 0.0, 0.0
    """

    family = "interaction"
    inputs = (("t", 1), ("r", 3), ("v", 3), ("p", 4), ("w", 3))
    outputs = ("F_x", "F_y", "F_z", "T_x", "T_y", "T_z")
    function = "force"
