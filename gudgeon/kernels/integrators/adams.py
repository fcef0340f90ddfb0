"""Adams-Bashforth-Moulton predictor-corrector of variable order and step, PECE [ShampineGordon1975;
Hairer1993, sec. III.5, III.7].

With k past derivatives the predictor has order k, the corrector k + 1. Phi_j are modified divided
differences of the derivative: the derivative near the step is sum_j Phi*_j b_j, where

    b_j(x) = prod_{i < j} (x - x_{n-i})/(x_{n+1} - x_{n-i}),   Phi*_j = Phi_j prod_{i < j} (x_{n+1}
    - x_{n-i})/(x_n - x_{n-i-1}).

Where the fastest vibration limits the steps and not their error (bodies rest on each other), the
second evaluation is wasted. Velocities are then predicted, positions follow by the corrector's
formula, which needs only velocities, and after the one evaluation velocities are corrected: PEC,
but for the positions. On a vibration such steps are even longer than those of PECE; the lowest
order is Verlet's method.

There is no past after a restart: the method starts with steps of Tsitouras' Runge-Kutta method
until these stop growing. The derivative of its interpolant is a cubic; its differences are a past
with which the multistep formula continues at order 4, without further evaluations.
"""

from typing import NamedTuple

import numpy as np

from ..._base.descriptors import tables
from ..._base.jit import part
from ..._base.linear_algebra import product
from ..quadrature import gauss
from ..records import STEP_TOO_SMALL, table
from ..state_layout import move
from . import Size, tsit5
from .common import base
from .common.runge_kutta import weighted
from .common.stiffness import dominant_frequencies

MAX_ORDER = 12
START_ORDER = 4
NODES, WEIGHTS = gauss(MAX_ORDER // 2 + 1)  # integrate b_j exactly
TARGET = 0.03  # error that the next step aims at
LEAST_WEIGHT = 1.0 / 24.0  # of the correction in the error by which a step is accepted
# what the steps of higher and lower orders count for: lower orders are more stable
UP, DOWN = 0.95, 1.05
# Largest step of each order times the fastest rate: nine tenths of where a weakly damped vibration
# (a tenth of critical) begins to grow
STABLE = 0.9 * np.array([0.0, 1.0, 1.3, 1.17, 0.92, 0.7, 0.51, 0.37, 0.26, 0.18, 0.13, 0.09, 0.06])
# With one evaluation a vibration w with a decay d allows h (w / VIBRATING + d / DECAYING) <= 1;
# higher orders are not worth while
VIBRATING = 0.9 * np.array([0.0, 2.0, 1.76, 1.48] + [0.0] * 9)
DECAYING = 0.9 * np.array([0.0, 1.0, 0.545, 0.3] + [0.0] * 9)
CHEAPER = 1.5  # times as long must a step with two evaluations be to be preferred
# longest step over the time until a contact ends, where its force vanishes as a power of time and
# estimates are too small
GRADED = 0.3
# times as long a step as the fastest rate allows makes an implicit method worth while
STIFF_RATIO = 10.0
# step times the fastest rate below which this is no reason for a correction that does not settle
SLOW = 0.03
TURN_POINTS = 14  # of a step in which a force turned: by the time they are enough, rates are known
ESTIMATE_INTERVAL = 20  # steps from one estimate of the dominant frequencies to the next

MULTISTEP_STATE = np.dtype(
    [
        ("starting", "i8"),  # 1: the trial step is one of Runge and Kutta
        ("count", "i8"),  # differences in the table
        ("order", "i8"),  # of the trial step
        ("failures", "i8"),  # rejections in a row
        ("norm", "f8"),  # error of the trial step, if the derivative is smooth
        ("bound", "f8"),  # the same, if it has a corner
        ("pec_mode", "i8"),  # 1: it has one evaluation (PEC, not PECE)
        # 1: the last one had, so that the derivative is that of predicted velocities
        ("f_is_predicted", "i8"),
        ("stability_limited", "i8"),  # 1: the stability limit bounds it, not its error
        ("points", "i8"),  # how stiff the steps look (RUN.stiff)
        ("turned", "i8"),  # 1: a force turned within the trial step (RUN.turns)
        ("vibration", "f8"),  # dominant frequency of the mechanism [1/s], 0 while it is not known
        ("decay", "f8"),  # likewise
        ("steps_since_estimate", "i8"),  # steps since they were estimated
    ],
    align=True,
)


def first_differences() -> np.ndarray:
    """Return the weights of the stages in the backward differences of the interpolant's
    derivative, at thirds of the step.
    """
    theta = 1.0 - np.arange(START_ORDER) / 3.0
    slopes = product(
        np.stack(
            [np.ones_like(theta), 2.0 * theta, 3.0 * theta * theta, 4.0 * theta * theta * theta],
            axis=1,
        ),
        tsit5.P.T,
    )
    return np.array(
        [np.diff(slopes[: j + 1], n=j, axis=0)[0] * (-1) ** j for j in range(START_ORDER)]
    )


FIRST = first_differences()


@tables
class Adams(NamedTuple):
    """Memory of the method."""

    f: np.ndarray
    y_new: np.ndarray
    f_new: np.ndarray
    error: np.ndarray
    stage: np.ndarray
    predicted: np.ndarray
    change: np.ndarray  # Phi_k at the predicted end of the step
    K: np.ndarray  # (7, n) stages of Runge and Kutta
    Phi: np.ndarray  # (MAX_ORDER + 2, n)
    star: np.ndarray  # (MAX_ORDER + 2, n) Phi* for the trial step
    past: np.ndarray  # (MAX_ORDER + 3,) x_n - x_{n-i} [s]
    # (2, MAX_ORDER + 2) integrals of b_j over the step and over a part of it, relative to the step
    g: np.ndarray
    b: np.ndarray  # b_j at the nodes
    vibration_mode: np.ndarray  # (n_v,) direction of the fastest vibration
    decay_mode: np.ndarray  # (n_v,) and of the fastest decay
    w: np.ndarray  # (n_v,)
    multistep: np.ndarray


def memory(size: Size) -> Adams:
    """Return the memory for a mechanism."""
    n = size.n
    rows = MAX_ORDER + 2
    tables = (
        np.zeros((7, n)),
        np.zeros((rows, n)),
        np.zeros((rows, n)),
        np.zeros(rows + 1),
        np.zeros((2, rows)),
        np.zeros_like(NODES),
    )
    return Adams(
        *[np.zeros(n) for _ in range(7)],
        *tables,
        *[np.zeros(size.n_v) for _ in range(3)],
        table(1, MULTISTEP_STATE),
    )


@part
def integrals(past, h, theta, count, g, b):
    """g[j] = integral of b_j from 0 to theta, in units of the step"""
    for m in range(NODES.shape[0]):
        b[m] = theta * WEIGHTS[m]
    for j in range(count):
        scale = 1.0 / (h + past[j])
        shift, slope = past[j] * scale, theta * h * scale
        total = 0.0
        for m in range(NODES.shape[0]):
            total += b[m]
            b[m] *= shift + slope * NODES[m]
        g[j] = total


@part
def attempt(memory, entry, run, y, h):
    """Predict, evaluate, correct; the last evaluation is that of the stepping loop.

    The error is known before the corrected state is: a step that is too long is given up at once.
    """
    multistep, predicted, slope, change = (
        memory.multistep[0],
        memory.predicted,
        memory.error,
        memory.change,
    )
    n = y.shape[0]
    if multistep.f_is_predicted == 1 and (
        run.restart == 1 or multistep.steps_since_estimate >= ESTIMATE_INTERVAL
    ):
        for k in range(n):
            memory.stage[k] = y[k]
        base.derivative(entry, run, run.t, memory.stage, memory.f)
        multistep.f_is_predicted = 0
    if run.restart == 1:
        multistep.starting, multistep.pec_mode, multistep.stability_limited = 1, 0, 0
        multistep.failures, multistep.steps_since_estimate = 0, 0
        multistep.vibration, multistep.decay = 0.0, 0.0
    if multistep.starting == 1:
        return tsit5.attempt(memory, entry, run, y, h)
    if multistep.steps_since_estimate >= ESTIMATE_INTERVAL:
        modes = memory.vibration_mode, memory.decay_mode
        multistep.vibration, multistep.decay = dominant_frequencies(
            entry, run, y, memory.f, modes, memory.w, memory.stage, memory.error
        )
        multistep.steps_since_estimate = 0
    multistep.order = run.order
    if run.event_corrections > 0:  # velocities where a contact begins matter at once
        multistep.pec_mode = 0
    predict(memory, y, h)
    if multistep.pec_mode == 1:
        correct_positions(memory, run, h)
        return True
    for k in range(n):
        memory.stage[k] = predicted[k]
    base.derivative(entry, run, run.t + h, memory.stage, change)
    w = h * memory.g[0, multistep.order]
    for k in range(n):
        change[k] -= slope[k]
        memory.y_new[k] = predicted[k] + w * change[k]
    measure_error(memory, run, y, h)
    if multistep.bound > 1.0 and run.event_corrections == 0 and run.singular_rejections == 0:
        run.reason = STEP_TOO_SMALL
        return False
    return True


@part
def predict(memory, y, h):
    """y + h sum_{j < k} g_j Phi*_j, and the polynomial of the past at the end of the step,
    sum_{j < k} Phi*_j
    """
    multistep, Phi, star, past, g = (
        memory.multistep[0],
        memory.Phi,
        memory.star,
        memory.past,
        memory.g[0],
    )
    predicted, slope, n = memory.predicted, memory.error, y.shape[0]
    integrals(past, h, 1.0, multistep.order + 2, g, memory.b)
    for k in range(n):
        predicted[k] = y[k]
        slope[k] = 0.0
    beta = 1.0
    for j in range(multistep.count):
        if j > 0:
            beta *= (h + past[j - 1]) / past[j]
        for k in range(n):
            star[j, k] = beta * Phi[j, k]
    for j in range(multistep.order):
        w = h * g[j]
        for k in range(n):
            predicted[k] += w * star[j, k]
            slope[k] += star[j, k]


@part
def measure_error(memory, run, y, h):
    """Compare the correctors of orders k and k + 1: the error is |g_k - g_{k-1}| times the
    correction, if the derivative is smooth.

    Where it has a corner it leaves the polynomial of its past inside the step, and the integral of
    what is left over may be half of the correction, whatever the order: by this weight, which falls
    with the order, such a step looks up to a hundred times too good. A step is accepted by a weight
    that does not.
    """
    multistep, g = memory.multistep[0], memory.g[0]
    weight = abs(g[multistep.order] - g[multistep.order - 1])
    correction = h * base.error_norm(run, y, memory.change)
    multistep.norm, multistep.bound = weight * correction, max(weight, LEAST_WEIGHT) * correction


@part
def correct_positions(memory, run, h):
    """Correct positions from the predicted velocities."""
    predicted, slope, rate, w, n_q = memory.predicted, memory.error, memory.stage, memory.w, run.n_q
    for k in range(predicted.shape[0]):
        memory.y_new[k] = predicted[k]
    rates_of_positions(run, predicted, w, rate)
    weight = h * memory.g[0, memory.multistep[0].order]
    for k in range(n_q):
        memory.y_new[k] += weight * (rate[k] - slope[k])


@part
def rates_of_positions(run, y, w, out):
    """Write the derivative of the positions of a state."""
    for k in range(w.shape[0]):
        w[k] = y[run.n_q + k]
    for k in range(run.n_q):
        out[k] = 0.0
    move(run, y, w, out)


@part
def estimate(memory, run, y, h):
    """Compare the correctors of orders k and k + 1; with one evaluation, first correct all but
    positions.
    """
    multistep, g, change, n = memory.multistep[0], memory.g[0], memory.change, y.shape[0]
    if multistep.starting == 1:
        return tsit5.estimate(memory, run, y, h)
    if multistep.pec_mode == 1:
        for k in range(n):
            change[k] = memory.f_new[k] - memory.error[k]
        for k in range(run.n_q, n):
            memory.y_new[k] += h * g[multistep.order] * change[k]
        rates_of_positions(run, memory.y_new, memory.w, memory.f_new)
        measure_error(memory, run, y, h)
    multistep.turned = int(multistep.pec_mode == 0 and turned(memory, run, h))
    return multistep.bound


@part
def turned(memory, run, h):
    """Return whether a force turned within the step: what was predicted and what was corrected
    have accelerations that differ by more than half of the correction, though the step is far
    shorter than the known rates allow. So it is where a force turns between two branches within the
    tolerance of the velocities, and no branch is stiff.
    """
    multistep, change, back = memory.multistep[0], 0.0, 0.0
    for k in range(run.n_q, run.n_q + run.n_v):
        change += memory.change[k] ** 2
        back += (memory.error[k] + memory.change[k] - memory.f_new[k]) ** 2
    return back > 0.25 * change and h * max(multistep.vibration, multistep.decay) < SLOW


@part
def prepare(memory, entry, run, y, h):
    """Nothing is needed for the dense output."""


@part
def interpolate(memory, y, h, theta, out):
    """Integrate the polynomial of the derivative; end in the settled state."""
    if memory.multistep[0].starting == 1:
        tsit5.interpolate(memory, y, h, theta, out)
        return
    order, g, whole = memory.multistep[0].order, memory.g[1], memory.g[0]
    integrals(memory.past, h, theta, order + 1, g, memory.b)
    w = g[order] / whole[order]
    for k in range(y.shape[0]):
        out[k] = y[k] + w * (memory.y_new[k] - memory.predicted[k])
    for j in range(order):
        w = h * g[j]
        for k in range(y.shape[0]):
            out[k] += w * memory.star[j, k]


@part
def accept(memory, run, norm, h):
    """Store the differences of the derivative; choose the next order and step."""
    multistep, Phi, star, past, difference = (
        memory.multistep[0],
        memory.Phi,
        memory.star,
        memory.past,
        memory.error,
    )
    n = difference.shape[0]
    multistep.failures = 0
    if multistep.starting == 1:
        return finish_start(memory, run, norm, h)
    run.turns = max(run.turns + (TURN_POINTS if multistep.turned == 1 else -1), 0)
    change = choose_order(memory, run, h)
    multistep.count = min(multistep.count + 1, run.order + 2)
    for k in range(n):
        difference[k] = memory.f_new[k]
    for j in range(multistep.count):
        for k in range(n):
            Phi[j, k] = difference[k]
            difference[k] -= star[j, k]
    for i in range(MAX_ORDER + 2, 0, -1):
        past[i] = past[i - 1] + h
    return min(h * change, GRADED * run.time_to_separation)


@part
def finish_start(memory, run, norm, h):
    """Go on with steps of Runge and Kutta while they grow; then make a past from the last one."""
    multistep = memory.multistep[0]
    change = base.step_factor(run, norm, 5)
    if change > 3.0 and 3.0 * h < run.h_max:
        return h * change
    for j in range(START_ORDER):
        weighted(1.0, memory.K, FIRST[j], 7, memory.Phi[j])
    for i in range(MAX_ORDER + 3):
        memory.past[i] = i * h / 3.0
    multistep.starting = 0
    run.order = multistep.count = START_ORDER
    # the formula needs shorter steps than a Runge-Kutta method
    return h * max(0.1, min(1.0, 0.3 * max(norm, 1e-10) ** -0.2))


@part
def neighbour(memory, run, h, order):
    """Return the error that one order less or more would have had."""
    multistep, star, g, error = memory.multistep[0], memory.star, memory.g[0], memory.error
    j, sign = (order, 1.0) if order < multistep.order else (multistep.order, -1.0)
    for k in range(error.shape[0]):
        error[k] = memory.change[k] + sign * star[j, k]
    return h * abs(g[order] - g[order - 1]) * base.error_norm(run, memory.y_new, error)


@part
def choose_order(memory, run, h):
    """Set the order that allows the longest step, by its error and by the fastest rate; return
    the factor of the step size.
    """
    multistep = memory.multistep[0]
    order = multistep.order
    multistep.steps_since_estimate += 1
    multistep.f_is_predicted = multistep.pec_mode
    if (
        multistep.stability_limited == 1
        and multistep.steps_since_estimate < ESTIMATE_INTERVAL
        and multistep.norm <= TARGET
    ):
        run.stiff += multistep.points
        return 1.0
    dominant = max(multistep.vibration, multistep.decay)
    limit = 1.0 / (h * dominant) if dominant > 0.0 else 1e300
    accurate = (TARGET / max(multistep.norm, 1e-10)) ** (1.0 / (order + 1))
    change = min(accurate, limit * STABLE[order])
    if order > 1 and DOWN * limit * STABLE[order - 1] > change:
        lower = (TARGET / max(neighbour(memory, run, h, order - 1), 1e-10)) ** (1.0 / order)
        if DOWN * min(lower, limit * STABLE[order - 1]) > change:
            accurate, run.order = lower, order - 1
            change = min(lower, limit * STABLE[order - 1])
    if multistep.count > order and order < MAX_ORDER and UP * limit * STABLE[order + 1] > change:
        higher = (TARGET / max(neighbour(memory, run, h, order + 1), 1e-10)) ** (1.0 / (order + 2))
        if UP * min(higher, limit * STABLE[order + 1]) > change:
            accurate, run.order = higher, order + 1
            change = min(higher, limit * STABLE[order + 1])
    multistep.points = (
        0 if change >= accurate else 1 if accurate < STIFF_RATIO * change else base.STIFF_POINTS
    )
    run.stiff = run.stiff + multistep.points if multistep.points > 0 else 0
    multistep.pec_mode, multistep.stability_limited = 0, 0
    if change < accurate:
        multistep.stability_limited = 1
        change = try_pec_mode(memory, run, h, change)
    return rounded_factor(run, change, accurate)


@part
def rounded_factor(run, change, accurate):
    """Return the factor of the step size for the one that is allowed: seldom another, as steps
    of one length leave the best past.
    """
    if change < 1.0:
        if change < accurate and change > 0.9:
            return 1.0
        return max(0.5, min(0.7, change))
    return min(2.0, change) if change > 1.1 and run.rejected_last == 0 else 1.0


@part
def try_pec_mode(memory, run, h, change):
    """Choose one evaluation for the next step, and the best order for it, if this pays; return
    the factor of the step size.
    """
    multistep, best = memory.multistep[0], change
    for order in range(
        max(1, multistep.order - 1), min(3, multistep.order + 1, multistep.count - 1) + 1
    ):
        error = multistep.norm if order == multistep.order else neighbour(memory, run, h, order)
        accurate = (TARGET / max(error, 1e-10)) ** (1.0 / (order + 1))
        stable = 1.0 / (
            h * (multistep.vibration / VIBRATING[order] + multistep.decay / DECAYING[order])
        )
        if CHEAPER * min(accurate, stable) > best:
            change = min(accurate, stable)
            best = CHEAPER * change
            multistep.pec_mode, run.order = 1, order
    return change


@part
def reject(memory, run, norm, h):
    """Return a shorter step size; give up the past when that does not help."""
    multistep = memory.multistep[0]
    if multistep.starting == 1:
        return h * base.shrink_factor(norm, 5)
    if norm == -1.0:
        norm = multistep.bound
    multistep.failures += 1
    if run.order == 1 or multistep.failures > 2:
        run.restart = 1
        return h * base.shrink_factor(norm, 2)
    return h * max(0.5, base.shrink_factor(norm, run.order + 1))


base.register(
    Adams,
    attempt=attempt,
    estimate=estimate,
    prepare=prepare,
    interpolate=interpolate,
    accept=accept,
    reject=reject,
)
