"""The planar slider-crank of paper 001 in two coordinates: angle of the rod and position of the
slider.

The crank turns uniformly; the rod hangs on its pin and carries the bearing; the slider carries the
journal and does not turn.
"""

import numpy as np

from tests.support.contact_phases import march

SPEED, CRANK, ROD = -5000 * 2 * np.pi / 60, 0.05, 0.12
ROD_MASS, ROD_INERTIA, SLIDER_MASS = 0.21, 2.5e-4, 0.14
ABOUT_PIN = ROD_INERTIA + ROD_MASS * (ROD / 2) ** 2


def run(normal, friction, times, *, gap=0.5e-3, bearing=10e-3, speed=SPEED, at=0.5, **options):
    """Return the History of y = (rod angle, slider x, their rates).

    Forces act between the surfaces: at = 0 is that of the bearing, 1 that of the journal.
    """

    def geometry(t, y):
        phi, x, phi_dot, x_dot = y
        theta = speed * t
        c, s = np.cos(phi), np.sin(phi)
        ex, ey = x - CRANK * np.cos(theta) - ROD * c, -CRANK * np.sin(theta) - ROD * s
        vx = x_dot + CRANK * speed * np.sin(theta) + ROD * phi_dot * s
        vy = -CRANK * speed * np.cos(theta) - ROD * phi_dot * c
        return ex, ey, vx, vy

    def gaps(t, y):
        ex, ey, vx, vy = geometry(t, y)
        e = np.hypot(ex, ey)
        return np.array([e - gap]), np.array([(ex * vx + ey * vy) / e if e > 0 else 0.0])

    def motion(t, y, approach):
        phi, _, phi_dot, x_dot = y
        theta = speed * t
        ax, ay = -CRANK * speed**2 * np.cos(theta), -CRANK * speed**2 * np.sin(theta)
        moment = -ROD_MASS * ROD / 2 * (np.cos(phi) * ay - np.sin(phi) * ax)
        fx = 0.0
        if approach[0] > 0:
            ex, ey, vx, vy = geometry(t, y)
            e = np.hypot(ex, ey)
            nx, ny = ex / e, ey / e
            delta = e - gap
            pressed = normal(delta, nx * vx + ny * vy, approach[0])
            arm = bearing + at * delta  # of the common point from the bearing's centre
            # Material velocities there: the slider does not turn, the rod turns under it.
            sliding = nx * vy - ny * vx - phi_dot * arm
            rubbed = -np.sign(sliding) * friction(abs(sliding), pressed)
            fx, fy = -pressed * nx - rubbed * ny, -pressed * ny + rubbed * nx
            lx, ly = ROD * np.cos(phi) + arm * nx, ROD * np.sin(phi) + arm * ny
            moment -= lx * fy - ly * fx
        return phi_dot, x_dot, moment / ABOUT_PIN, fx / SLIDER_MASS

    start = (0.0, CRANK + ROD, -speed * CRANK / ROD, 0.0)
    return march(motion, gaps, start, times, **options)
