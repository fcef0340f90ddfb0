"""The laws that the reference programs use, written out once more."""

import numpy as np


def lankarani_nikravesh(K, e, n=1.5, *, rate_ratio="printed"):
    """Return F(delta, delta_dot, approach) = K delta^n [1 + 3/4 (1 - e^2) delta_dot/approach],
    never negative.
    """
    D, most = 0.75 * (1 - e * e), 1.0 if rate_ratio == "clipped" else np.inf

    def force(delta, rate, approach):
        return (
            max(K * delta**n * (1 + D * min(most, max(-most, rate / approach))), 0.0)
            if delta > 0
            else 0.0
        )

    return force


def ambrosio(mu, v_0, v_1):
    """Return F(v, F_N): nothing below v_0, all of mu F_N above v_1, linear between."""
    return lambda v, F_N: mu * F_N * min(1.0, max(0.0, (v - v_0) / (v_1 - v_0)))


def threlfall(mu, v_1):
    """Return F(v, F_N) = mu F_N tanh(v / v_1)."""
    return lambda v, F_N: mu * F_N * np.tanh(v / v_1)


def none(v, F_N):
    """Return no friction."""
    return 0.0
