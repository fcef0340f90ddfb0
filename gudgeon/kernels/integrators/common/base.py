"""The contract of an integrator, and what all of them share.

An integrator is a NamedTuple of arrays, its memory, and six functions, registered under the
memory's type. The stepping loop calls them; none of them knows about output,
events or projection.

    attempt(memory, entry, run, y, h)       write memory.y_new, the state at t + h; return False if
    that failed
                                            (a Newton iteration that did not converge): the step is
                                            tried shorter
    estimate(memory, run, y, h)             return the norm of the local error, accepted if <= 1;
    memory.f_new is by then
                                            the derivative at (t + h, y_new), and y_new has been
                                            moved onto the constraints
    prepare(memory, entry, run, y, h)       get ready for interpolate (extra stages), only called
    when needed
    interpolate(memory, y, h, theta, out)   write the state at t + theta h, 0 <= theta <= 1
    accept(memory, run, norm, h)            return the next step size; multistep methods store what
    they remember and choose
                                            the order. Afterwards the loop copies y_new to y and
                                            f_new to f.
    reject(memory, run, norm, h)            return the step size to try instead; norm is negative
    after a failed attempt

Every memory has the arrays f (derivative at (t, y)), y_new, f_new, error and stage, all of the
length of the state, and is made by a function ``memory(size)`` of its module (the last n_e entries
of the state are the energy ledger: quadratures that nothing depends on). When ``run.restart`` is 1,
attempt must forget all that it remembers of earlier steps and set it to 0. Functions of time may
jump at ``run.t_limit``; ``derivative`` takes care of that.
"""

from collections.abc import Callable
from math import sqrt
from typing import Any, NamedTuple

from ...._base.jit import inline, overload, part
from ...entry_points import call
from ...state_layout import after_rotations, rotation_places
from ...tasks import ACCELERATIONS, POSITIONS

STIFF_POINTS = 20  # points of a step that looks stiff


@inline
def derivative(entry, run, t, y, out):
    """Write f(t, y); a stage at the end of a step before a breakpoint sees the function of time
    before it.
    """
    return call(
        entry.evaluate, entry.system, entry.work, min(t, run.t_limit), y, out, ACCELERATIONS
    )


@inline
def projected_derivative(entry, run, t, y, out):
    """Move a state that is as good as the end of a step onto the constraints, and write its
    derivative: near a singular position the accelerations magnify how far it is off.
    """
    task = POSITIONS if run.project == 1 else ACCELERATIONS
    return call(entry.evaluate, entry.system, entry.work, min(t, run.t_limit), y, out, task)


@part
def error_norm(run, y, e):
    """Return the norm of an error e of the state y in tangent quantities, relative to the
    tolerances.

    For each body, or joint (state_layout.py), the lengths of four vectors count: position against
    atol l; rotation, 2 |dp| of the Euler parameters, against atol; velocity against atol v + rtol
    |v|; angular velocity likewise with v/l; the ledger against atol m v^2. The norm is the largest
    of all, so it does not depend on the frame. An angle of a joint that is wrong by atol moves no
    point of the mechanism by more than atol l. 2 |dp| is at least the angle of the error, 2 |L dp|; the part along p is no
    error of the rotation, but in steady rotation it is all that an embedded pair shows of one.
    """
    atol, rtol, length, speed = run.atol, run.rtol, run.length, run.speed
    largest, total = 0.0, 0.0  # no comparison holds NaN fast, a sum does
    for k in range(run.free):
        q, u = 7 * k, run.n_q + 6 * k
        a = sqrt(e[q] ** 2 + e[q + 1] ** 2 + e[q + 2] ** 2) / (atol * length)
        c = sqrt(e[u] ** 2 + e[u + 1] ** 2 + e[u + 2] ** 2)
        c /= atol * speed + rtol * sqrt(y[u] ** 2 + y[u + 1] ** 2 + y[u + 2] ** 2)
        largest = max(largest, max(a, c))
        total += a + c
    for k in range(run.free + run.balls):
        q, u = rotation_places(run, k)
        u += run.n_q
        d0, d1, d2, d3 = e[q], e[q + 1], e[q + 2], e[q + 3]
        b = 2.0 * sqrt(d0 * d0 + d1 * d1 + d2 * d2 + d3 * d3) / atol
        d = sqrt(e[u] ** 2 + e[u + 1] ** 2 + e[u + 2] ** 2)
        d /= atol * speed / length + rtol * sqrt(y[u] ** 2 + y[u + 1] ** 2 + y[u + 2] ** 2)
        largest = max(largest, max(b, d))
        total += b + d
    q, u = after_rotations(run)
    u += run.n_q
    for _ in range(run.in_plane):
        a = sqrt(e[q] ** 2 + e[q + 1] ** 2) / (atol * length)
        b = abs(e[q + 2]) / atol
        c = sqrt(e[u] ** 2 + e[u + 1] ** 2)
        c /= atol * speed + rtol * sqrt(y[u] ** 2 + y[u + 1] ** 2)
        d = abs(e[u + 2]) / (atol * speed / length + rtol * abs(y[u + 2]))
        largest = max(largest, max(max(a, b), max(c, d)))
        total += a + b + c + d
        q, u = q + 3, u + 3
    for k in range(run.angles + run.lengths):
        scale = 1.0 if k < run.angles else length
        a = abs(e[q + k]) / (atol * scale)
        c = abs(e[u + k]) / (atol * speed * scale / length + rtol * abs(y[u + k]))
        largest = max(largest, max(a, c))
        total += a + c
    first = run.n_q + run.n_v
    for k in range(first, first + run.n_z, 3):
        z = sqrt(e[k] ** 2 + e[k + 1] ** 2 + e[k + 2] ** 2)
        z /= atol * run.bristle + rtol * sqrt(y[k] ** 2 + y[k + 1] ** 2 + y[k + 2] ** 2)
        largest = max(largest, z)
        total += z
    first += run.n_z
    for k in range(first, first + run.n_e):
        work = abs(e[k]) / (atol * run.mass * speed * speed + rtol * abs(y[k]))
        largest = max(largest, work)
        total += work
    return largest + 0.0 * total


@part
def step_factor(run, norm, order):
    """Return the factor of the next step size after an accepted step: a PI controller
    [Hairer1996, sec. IV.2].
    """
    norm = max(norm, 1e-10)
    factor = 0.8 * norm ** (-0.7 / order) * max(run.error, 1e-4) ** (0.4 / order)
    run.error = norm
    return min(1.0 if run.rejected_last == 1 else 6.0, max(0.2, factor))


@part
def shrink_factor(norm, order):
    """Return the factor of the step size after a rejected step."""
    if not norm >= 0.0:
        return 0.25
    return max(0.1, 0.9 * norm ** (-1.0 / order))


class Method(NamedTuple):
    """The functions of an integrator, as explained above, and of what kind it is."""

    attempt: Callable
    estimate: Callable
    prepare: Callable
    interpolate: Callable
    accept: Callable
    reject: Callable
    fixed_step: bool = False  # the user chooses the step
    implicit: bool = False  # Newton's method with dense matrices


REGISTERED: dict[type, Method] = {}
"""Every integrator by the type of its memory."""


def register(kind: type, **what: Any) -> Method:
    """Register an integrator under the type of its memory: the fields of ``Method``."""
    REGISTERED[kind] = Method(**what)
    return REGISTERED[kind]


def _by_memory(name: str) -> Any:
    """Return a function for kernels that calls the one of that name of the memory's integrator."""

    def call(memory, *arguments):  # type: ignore[no-untyped-def]
        return getattr(REGISTERED[type(memory)], name)(memory, *arguments)

    overload(call)(lambda memory, *_: getattr(REGISTERED[memory.instance_class], name))
    return call


attempt, estimate, prepare, interpolate, accept, reject = map(_by_memory, Method._fields[:6])
