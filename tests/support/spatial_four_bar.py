"""The four-bar of paper 002, cut open at C: crank and coupler by Kane's equations, the rocker by
one, contact between them.

Coordinates: crank angle, Euler parameters of the coupler, rocker angle; speeds: crank, coupler in
its own frame, rocker. The coupler carries the socket, the rocker the ball.
"""

import numpy as np

from tests.support.contact_phases import march
from tests.support.rotations import cross, rates, rotation, skew

B, C, D = (
    np.array([0, 0, 0.02]),
    np.array([-0.07492, -0.085, 0.06524]),
    np.array([-0.04, -0.085, 0]),
)
CRANK_INERTIA = 3.92e-5
COUPLER_MASS, COUPLER = 0.1416, np.diag([1.7743e-3, 3.51e-5, 1.7743e-3])
COUPLER_START = np.array([0.9186, -0.1764, 0.0675, -0.3472]) / np.linalg.norm(
    [0.9186, -0.1764, 0.0675, -0.3472]
)
ROCKER_MASS, ROCKER_START = 0.0316, np.array([0.3634, -0.6068, -0.6068, 0.3634])
# from B to the centre of mass, and from there to C, in the coupler
TO_CENTRE = rotation(COUPLER_START).T @ (C - B) / 2
ABOUT_D = np.diag([1.456e-4, 2.9e-6, 1.456e-4])  # in the rocker's frame, at its centre of mass
Y_IN_ROCKER = rotation(ROCKER_START).T @ np.array([0, 1.0, 0])
ROCKER_INERTIA = (
    Y_IN_ROCKER @ ABOUT_D @ Y_IN_ROCKER + ROCKER_MASS * ((C - D)[0] ** 2 + (C - D)[2] ** 2) / 4
)
GRAVITY = np.array([0, 0, -9.81])
Y = np.array([0, 1.0, 0])


def run(normal, friction, times, *, gap=0.2e-3, socket=10e-3, at=0.5, **options):
    """Return the History of y = (crank angle, coupler's Euler parameters, rocker angle, crank
    speed, w_x, w_y, w_z, rocker speed).

    Forces act between the surfaces: at = 0 is that of the socket, 1 that of the ball.
    """

    def place(y):
        theta, p, psi, w = y[0], y[1:5], y[5], y[7:10]
        s, c = np.sin(theta), np.cos(theta)
        pin, pin_1 = 0.02 * np.array([0, -s, c]), 0.02 * np.array([0, -c, -s])
        A = rotation(p)
        turning = A @ w
        arm = A @ TO_CENTRE
        s, c = np.sin(psi), np.cos(psi)
        x, z = (C - D)[0], (C - D)[2]
        lever = np.array([x * c + z * s, 0, z * c - x * s])  # from D to the ball
        return pin, pin_1, A, turning, arm, lever

    def relative(y, pin, pin_1, turning, arm, lever):
        e = D + lever - pin - 2 * arm
        v = y[10] * cross(Y, lever) - y[6] * pin_1 - 2 * cross(turning, arm)
        return e, v

    def gaps(t, y):
        pin, pin_1, _, turning, arm, lever = place(y)
        e, v = relative(y, pin, pin_1, turning, arm, lever)
        size = np.sqrt(e @ e)
        return np.array([size - gap]), np.array([e @ v / size if size > 0 else 0.0])

    def motion(t, y, approach):
        pin, pin_1, A, turning, arm, lever = place(y)
        w, crank_speed, rocker_speed = y[7:10], y[6], y[10]
        force, moment, rocker_moment = (
            COUPLER_MASS * GRAVITY,
            np.zeros(3),
            ROCKER_MASS * cross(lever / 2, GRAVITY)[1],
        )
        if approach[0] > 0:
            e, v = relative(y, pin, pin_1, turning, arm, lever)
            size = np.sqrt(e @ e)
            n, delta = e / size, size - gap
            pressed = normal(delta, n @ v, approach[0])
            reach = socket + at * delta
            # Velocities of the material points of both bodies at the common point.
            v_x = v + rocker_speed * cross(Y, (reach - size) * n) - cross(turning, reach * n)
            v_T = v_x - (n @ v_x) * n
            speed = np.sqrt(v_T @ v_T)
            on_ball = -pressed * n - (friction(speed, pressed) / speed * v_T if speed > 0 else 0.0)
            force = force - on_ball
            # about the coupler's centre of mass, 'arm' before C
            moment = cross(arm + reach * n, -on_ball)
            rocker_moment += cross(lever + (reach - size) * n, on_ball)[1]
        # Partial velocities of the coupler's centre: pin_1 for the crank's speed, -A
        # skew(TO_CENTRE) for its own.
        partial = np.column_stack([pin_1, -A @ skew(TO_CENTRE)])
        remainder = -(crank_speed**2) * pin + cross(turning, cross(turning, arm))
        mass = COUPLER_MASS * partial.T @ partial
        mass[0, 0] += CRANK_INERTIA
        mass[1:, 1:] += COUPLER
        right = partial.T @ (force - COUPLER_MASS * remainder)
        right[1:] += A.T @ moment - cross(w, COUPLER @ w)
        acceleration = np.linalg.solve(mass, right)
        return np.concatenate(
            [
                [crank_speed],
                rates(y[1:5], w),
                [rocker_speed],
                acceleration,
                [rocker_moment / ROCKER_INERTIA],
            ]
        )

    start = np.concatenate([[0], COUPLER_START, [0], np.zeros(5)])
    return march(motion, gaps, start, times, **options)
