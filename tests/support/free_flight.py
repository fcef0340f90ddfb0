"""A ball that falls in a socket along the vertical: free flight in closed form, contact by a
tight integration of its own.
"""

import numpy as np
from scipy.integrate import solve_ivp


def bounces(force, mass, gap, gravity, number, slowest=1e-3):
    """Return start, end and approach speed of the first contacts of a ball released at rest at the
    socket's centre.

    ``force(delta, delta_dot, approach)`` is the normal force [N]; the ball is released at height 0
    and touches at -gap.
    """
    t, rows = np.sqrt(2 * gap / gravity), []
    speed = np.sqrt(2 * gravity * gap)
    for _ in range(number):
        start, approach = t, speed
        reference = max(approach, slowest)

        def motion(_, y, reference=reference):
            pushed = max(force(y[0], y[1], reference), 0.0) if y[0] > 0 else 0.0
            return y[1], gravity - pushed / mass

        def surface(_, y):
            return y[0]

        surface.terminal, surface.direction = True, -1
        run = solve_ivp(
            motion,
            (0, 1),
            (0, approach),
            method="DOP853",
            rtol=1e-13,
            atol=(1e-18, 1e-14),
            events=surface,
            first_step=1e-9,
        )
        t, speed = start + run.t[-1], -run.y[1, -1]
        rows.append((start, t, approach, speed))
        t += 2 * speed / gravity
    return np.array(rows)
