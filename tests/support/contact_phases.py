"""Contacts in time, by SciPy's steps alone: where a gap closes or opens the step ends, and the
approach speed is noted.
"""

from dataclasses import dataclass, field

import numpy as np
from scipy.integrate import DOP853
from scipy.optimize import brentq


@dataclass
class History:
    """What a run gave: states at the times asked for, and one row (contact, start, end,
    approach, departure) per period.
    """

    t: np.ndarray
    y: np.ndarray
    periods: list = field(default_factory=list)

    def starts(self, number=None):
        """Return the times at which contacts began, in order."""
        return np.array(sorted(row[1] for row in self.periods))[:number]


def march(motion, gaps, y, times, *, slowest=1e-3, rtol=1e-12, atol=1e-14, max_step=np.inf):
    """Integrate y' = motion(t, y, approach) over ``times``; return a History.

    ``gaps(t, y)`` returns the penetrations and their rates, one per candidate contact. ``approach``
    holds the speed at which each present contact began, at least ``slowest``, and NaN for those
    that are open.
    """
    times = np.asarray(times, dtype=float)
    t, y = times[0], np.array(y, dtype=float)
    depth, rate = gaps(t, y)
    approach = np.where(depth > 0, np.maximum(rate, slowest), np.nan)
    began = {k: (t, rate[k]) for k in np.flatnonzero(depth > 0)}
    states, periods = [y], []
    while t < times[-1]:
        t, y, k, seen = _phase(
            motion, gaps, t, y, times, approach, dict(rtol=rtol, atol=atol, max_step=max_step)
        )
        states.extend(seen)
        if k is None:
            break
        rate = gaps(t, y)[1][k]
        if k in began:
            start, speed = began.pop(k)
            periods.append((k, start, t, speed, -rate))
            approach[k] = np.nan
        else:
            began[k] = (t, rate)
            approach[k] = max(rate, slowest)
    periods.extend((k, start, np.nan, speed, np.nan) for k, (start, speed) in began.items())
    return History(times, np.array(states), periods)


def _phase(motion, gaps, t, y, times, approach, options):
    """Integrate until a contact changes; return time, state, which contact (None at the end),
    and the output on the way.
    """
    solver = DOP853(
        lambda t, y: np.array(motion(t, y, approach), dtype=float), t, y, times[-1], **options
    )
    seen, old = [], gaps(t, y)
    closed = np.isfinite(approach)
    while solver.status == "running":
        message = solver.step()
        assert solver.status != "failed", message
        dense, new = solver.dense_output(), gaps(solver.t, solver.y)
        changes = [
            (_change(gaps, dense, solver, k, closed[k], old, new), k) for k in range(len(approach))
        ]
        end, k = min((change for change in changes if change[0] is not None), default=(None, None))
        until = solver.t if end is None else end
        seen.extend(
            dense(time) for time in times[(times > solver.t_old) & (times <= until) & (times > t)]
        )
        if end is not None:
            return end, dense(end), k, seen
        old = new
    return solver.t, solver.y, None, seen


def _change(gaps, dense, solver, k, closed, old, new):
    """Return when contact k begins (or ends, if closed) in this step, also where it only grazes
    in between, or None.
    """
    sign = -1.0 if closed else 1.0  # so that the change is an upward crossing
    falls, rises = sign * old[1][k] < 0, sign * new[1][k] > 0
    if sign * new[0][k] <= 0 and (falls or rises):
        return None

    def value(t):
        return sign * gaps(t, dense(t))[0][k]

    def rate(t):
        return sign * gaps(t, dense(t))[1][k]

    begin, end = solver.t_old, solver.t
    # leaves the surface, where the last phase ended, and comes back
    if falls and rises and sign * old[0][k] > -1e-12:
        begin = brentq(rate, begin, end, xtol=1e-15)
    if sign * new[0][k] <= 0:
        end = brentq(rate, begin, end, xtol=1e-15)  # the top of a graze
    return brentq(value, begin, end, xtol=1e-15) if value(begin) < 0 < value(end) else None
