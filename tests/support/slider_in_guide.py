"""Planar slider-crank whose slider has play in its guide (benchmark S2), by two programs of
different kinds.

Coordinates: angles of crank, rod and slider; the slider's centre is the end of the rod. Four
corners may touch the guide. ``compliant`` presses with a contact law; ``rigid`` knows only
impulses: Newton's restitution and Coulomb's friction in Moreau's time stepping (measures instead of
forces), as the publication of the problem does.
"""

import numpy as np

from tests.support.contact_phases import march

L1, L2, HALF_LENGTH, HALF_HEIGHT, GAP = 0.153, 0.306, 0.05, 0.025, 0.001
M1, M2, M3 = 0.038, 0.038, 0.076
J1, J2, J3 = 7.4e-5, 5.9e-4, 2.7e-6
G = 9.81
START = np.array([0.0, 0.0, 0.0, 150.0, -75.0, 0.0])
CORNERS = [(+1, +1), (+1, -1), (-1, +1), (-1, -1)]  # end along the guide, wall


def dynamics(y):
    """Return the mass matrix and the right-hand side without contact."""
    theta, phi, _, a, b, _ = y
    couple = (M2 / 2 + M3) * L1 * L2
    M12 = couple * np.cos(theta - phi)
    mass = np.array(
        [
            [J1 + M1 * L1**2 / 4 + (M2 + M3) * L1**2, M12, 0],
            [M12, J2 + M2 * L2**2 / 4 + M3 * L2**2, 0],
            [0, 0, J3],
        ]
    )
    turn = couple * np.sin(theta - phi)
    right = np.array(
        [
            -turn * b**2 - (M1 / 2 + M2 + M3) * G * L1 * np.cos(theta),
            turn * a**2 - (M2 / 2 + M3) * G * L2 * np.cos(phi),
            0,
        ]
    )
    return mass, right


def corners(y):
    """Return penetration of the four corners and the rows that map speeds to their rates, normal
    and along the guide.
    """
    theta, phi, psi = y[:3]
    c, s = np.cos(psi), np.sin(psi)
    height = L1 * np.sin(theta) + L2 * np.sin(phi)
    depth, normal, along = np.empty(4), np.empty((4, 3)), np.empty((4, 3))
    for k, (end, wall) in enumerate(CORNERS):
        x, z = end * HALF_LENGTH, wall * HALF_HEIGHT
        depth[k] = wall * (height + s * x + c * z) - HALF_HEIGHT - GAP
        normal[k] = wall * np.array([L1 * np.cos(theta), L2 * np.cos(phi), c * x - s * z])
        along[k] = [-L1 * np.sin(theta), -L2 * np.sin(phi), -s * x - c * z]
    return depth, normal, along


def compliant(normal, friction, times, **options):
    """Return the History with a contact law and a friction law at every corner."""

    def gaps(t, y):
        depth, rows, _ = corners(y)
        return depth, rows @ y[3:]

    def motion(t, y, approach):
        mass, right = dynamics(y)
        depth, rows, along = corners(y)
        for k in np.flatnonzero(np.isfinite(approach)):
            pressed = normal(depth[k], rows[k] @ y[3:], approach[k])
            sliding = along[k] @ y[3:]
            right = (
                right
                - pressed * rows[k]
                - np.sign(sliding) * friction(abs(sliding), pressed) * along[k]
            )
        return np.concatenate([y[3:], np.linalg.solve(mass, right)])

    return march(motion, gaps, START, times, **options)


def rigid(times, *, restitution=0.4, mu=0.01, step=1e-5):
    """Return the states at ``times`` by Moreau's midpoint rule; times are multiples of the step."""
    q, u, states = START[:3].copy(), START[3:].copy(), [START]
    wanted = {round(t / step) for t in times[1:]}
    for k in range(1, round(times[-1] / step) + 1):
        q = q + step / 2 * u
        y = np.concatenate([q, u])
        mass, right = dynamics(y)
        inverse = np.linalg.inv(mass)
        depth, rows, along = corners(y)
        u = _impulses(
            inverse,
            u,
            u + step * inverse @ right,
            rows[depth >= 0],
            along[depth >= 0],
            restitution,
            mu,
        )
        q = q + step / 2 * u
        if k in wanted:
            states.append(np.concatenate([q, u]))
    return np.array(states)


def _impulses(inverse, before, free, rows, along, restitution, mu):
    """Return the speeds after the impulses of the closed contacts, found by projected
    relaxation.
    """
    u, pressed, rubbed = free, np.zeros(len(rows)), np.zeros(len(rows))
    for _ in range(500 if len(rows) else 0):
        last = u
        for k, (n, t) in enumerate(zip(rows, along, strict=True)):
            # an approach is a positive rate of penetration
            bounce = n @ u + restitution * (n @ before)
            new = max(0.0, pressed[k] + bounce / (n @ inverse @ n))
            u = u - inverse @ n * (new - pressed[k])
            pressed[k] = new
            limit = mu * new
            new = min(limit, max(-limit, rubbed[k] + (t @ u) / (t @ inverse @ t)))
            u = u - inverse @ t * (new - rubbed[k])
            rubbed[k] = new
        if np.max(np.abs(u - last)) < 1e-11:
            break
    return u
