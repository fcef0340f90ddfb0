"""How positions and velocities stand in a state, and how the one follow from the other.

Positions of free bodies come first, then those of ball joints, of bodies that move in a plane,
angles and lengths; velocities stand in the same order. Their numbers are fields of the records
SETTING and RUN, either of which is ``layout`` here.

    free bodies    r (3) and Euler parameters p (4)     velocity (3), angular velocity w' (3)
    ball joints    Euler parameters p (4)               angular velocity w' (3)
    in a plane     two positions and the angle          their rates
    angles         one number                           its rate
    lengths        one number                           its rate

w' is in the frame of the body, p_dot = L^T w' / 2. In Cartesian coordinates all bodies are free, or
all are in a plane.
"""

from math import sqrt

from .._base.jit import inline, part


@inline
def is_turning(layout, k):
    """Whether velocity k is one of rotation."""
    if k < 6 * layout.free:
        return k % 6 >= 3
    k -= 6 * layout.free + 3 * layout.balls
    if k < 0:
        return True
    if k < 3 * layout.in_plane:
        return k % 3 == 2
    return k - 3 * layout.in_plane < layout.angles


@inline
def typical(run, k):
    """Return the size of velocity k: the mechanism's speed, or speed over length if it is one of
    rotation.
    """
    return run.speed / run.length if is_turning(run, k) else run.speed


@inline
def after_rotations(layout):
    """Return where positions and velocities begin, of which one is the rate of the other."""
    return 7 * layout.free + 4 * layout.balls, 6 * layout.free + 3 * layout.balls


@inline
def rotation_places(layout, k):
    """Return where Euler parameters and angular velocity stand of rotation k: of a free body, or
    of a ball joint.
    """
    if k < layout.free:
        return 7 * k + 3, 6 * k + 3
    return 4 * k + 3 * layout.free, 3 * k + 3 * layout.free


@part
def normalise(layout, y):
    """Scale all Euler parameters to unit length."""
    for k in range(layout.free + layout.balls):
        q, _ = rotation_places(layout, k)
        scale = 1.0 / sqrt(y[q] ** 2 + y[q + 1] ** 2 + y[q + 2] ** 2 + y[q + 3] ** 2)
        for c in range(4):
            y[q + c] *= scale


@part
def move(layout, y, w, x):
    """Add to the positions in x what velocities w add in a unit of time: p_dot = L^T w' / 2 at
    the pose of y.
    """
    for k in range(layout.free):
        for c in range(3):
            x[7 * k + c] += w[6 * k + c]
    for k in range(layout.free + layout.balls):
        q, u = rotation_places(layout, k)
        e0, e1, e2, e3 = y[q], y[q + 1], y[q + 2], y[q + 3]
        a, b, c = 0.5 * w[u], 0.5 * w[u + 1], 0.5 * w[u + 2]
        x[q] += -e1 * a - e2 * b - e3 * c
        x[q + 1] += e0 * a - e3 * b + e2 * c
        x[q + 2] += e3 * a + e0 * b - e1 * c
        x[q + 3] += -e2 * a + e1 * b + e0 * c
    q, u = after_rotations(layout)
    for k in range(layout.n_q - q):
        x[q + k] += w[u + k]


@part
def turn_back(layout, y, x, w):
    """Write the velocities w that belong to changes of position x: w' = 2 L p_dot."""
    for k in range(layout.free):
        for c in range(3):
            w[6 * k + c] = x[7 * k + c]
    for k in range(layout.free + layout.balls):
        q, u = rotation_places(layout, k)
        e0, e1, e2, e3 = y[q], y[q + 1], y[q + 2], y[q + 3]
        a, b, c, d = 2.0 * x[q], 2.0 * x[q + 1], 2.0 * x[q + 2], 2.0 * x[q + 3]
        w[u] = -e1 * a + e0 * b + e3 * c - e2 * d
        w[u + 1] = -e2 * a - e3 * b + e0 * c + e1 * d
        w[u + 2] = -e3 * a + e2 * b - e1 * c + e0 * d
    q, u = after_rotations(layout)
    for k in range(layout.n_q - q):
        w[u + k] = x[q + k]


@part
def largest_speed(run, y):
    """Return the largest speed in a state, rotations measured at the characteristic length
    [m/s].
    """
    largest, turning = 0.0, run.length**2
    for k in range(run.free):
        largest = larger(largest, size_of(y, run.n_q + 6 * k, 3, 1.0))
    for k in range(run.free + run.balls):
        _, u = rotation_places(run, k)
        largest = larger(largest, size_of(y, run.n_q + u, 3, turning))
    _, u = after_rotations(run)
    u += run.n_q
    for k in range(run.in_plane):
        largest = larger(largest, size_of(y, u + 3 * k, 2, 1.0))
        largest = larger(largest, size_of(y, u + 3 * k + 2, 1, turning))
    u += 3 * run.in_plane
    for k in range(run.angles + run.lengths):
        largest = larger(largest, size_of(y, u + k, 1, turning if k < run.angles else 1.0))
    return largest


@part
def largest_turn(run, y, y_new):
    """Return how far two bodies in the plane, or two joints, have turned against each other at most,
    or one against the ground [rad]: a steady rotation is integrated without error, so that nothing
    else makes its steps shorter.
    """
    most, least = 0.0, 0.0
    q, _ = after_rotations(run)
    for k in range(run.in_plane):
        turn = y_new[q + 3 * k + 2] - y[q + 3 * k + 2]
        most, least = max(most, turn), min(least, turn)
    q += 3 * run.in_plane
    for k in range(q, q + run.angles):
        turn = y_new[k] - y[k]
        most, least = max(most, turn), min(least, turn)
    return most - least


@inline
def larger(largest, x):
    """Return the larger of two numbers, NaN if one of them is."""
    return largest if x <= largest or largest != largest else x


@inline
def size_of(y, first, count, scale):
    """Return the square root of the scaled sum of squares of some numbers of the state."""
    total = 0.0
    for c in range(count):
        total += y[first + c] ** 2
    return sqrt(total * scale)
