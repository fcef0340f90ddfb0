"""What claims about slider-cranks are judged by: how the slider goes to and fro, how the crank
turns, and how a force rattles.
"""

from __future__ import annotations

import numpy as np

from gudgeon.results.result import Result

SLIDER, SPEED, CRANK = "slider.position.x", "slider.velocity.x", "A.angle"
STROKE = 0.3  # a part of the slider's range: what moves less than this does not count as a stroke
MIDDLE = 0.5  # the part of the slider's range that counts as mid-stroke
# [s] over which a force is smoothed to see how it rattles: many contacts, a small part of a stroke
WINDOW = 0.01


def reversals(result: Result) -> np.ndarray:
    """Return when the slider turns back at an end of its stroke [s]; rattling at the end is one
    turn.
    """
    from scipy.signal import find_peaks

    t, x = result.t, result.channel(SLIDER).values
    least = STROKE * np.ptp(x)
    rows = np.sort(np.concatenate([find_peaks(sign * x, prominence=least)[0] for sign in (1, -1)]))
    before, here, after = x[rows - 1], x[rows], x[rows + 1]
    bend = before - 2 * here + after  # the top of the parabola through three rows
    shift = np.divide(before - after, 2 * bend, out=np.zeros(len(rows)), where=bend != 0)
    return t[rows] + np.clip(shift, -0.5, 0.5) * (t[1] - t[0])


def stroke_ends(result: Result) -> np.ndarray:
    """Return where the slider turns back [m]."""
    return np.interp(reversals(result), result.t, result.channel(SLIDER).values)


def turned(result: Result) -> float:
    """Return by how much the crank has turned at the end [rad], in the direction in which it
    began.
    """
    angle = result.channel(CRANK).values
    return float(abs(angle[-1] - angle[0]))


def advance(result: Result) -> np.ndarray:
    """Return how far the crank has got at any time until now, from where it began [rad]."""
    angle = result.channel(CRANK).values
    return np.maximum.accumulate(np.abs(angle - angle[0]))


def reached(result: Result, angle: float) -> float:
    """Return when the crank first gets so far [s]."""
    way = advance(result)
    row = int(np.searchsorted(way, angle))
    return float(
        np.interp(angle, way[max(row - 1, 0) : row + 1], result.t[max(row - 1, 0) : row + 1])
    )


def farthest(result: Result) -> float:
    """Return the greatest number of turns that the crank was ahead of its beginning."""
    return float(advance(result)[-1] / (2 * np.pi))


def last_advance(result: Result) -> float:
    """Return when the crank got farther than ever before for the last time [s]: from there on it
    swings to and fro.
    """
    return float(result.t[int(np.searchsorted(advance(result), advance(result)[-1]))])


def mid_stroke(result: Result) -> np.ndarray:
    """Return which rows have the slider in the middle part of its range."""
    x = result.channel(SLIDER).values
    return np.abs(x - (x.max() + x.min()) / 2) < MIDDLE / 2 * np.ptp(x)


def rattle(result: Result, channel: str) -> np.ndarray:
    """Return what is left of a channel when its mean over a window is taken off, and zero where
    the window is not full.
    """
    from scipy.ndimage import uniform_filter1d

    values = result.channel(channel).values
    half = max(1, round(WINDOW / (result.t[1] - result.t[0]) / 2))
    # odd: the mean is that around the row
    left = values - uniform_filter1d(values, 2 * half + 1, mode="nearest")
    left[:half] = left[-half:] = 0.0
    return left


def roughness(result: Result, channel: str, rows: np.ndarray | None = None) -> float:
    """Return the root mean square of what rattles in a channel, in some of the rows."""
    left = rattle(result, channel)
    return float(np.sqrt(np.mean(np.square(left if rows is None else left[rows]))))


def evaluations(result: Result) -> float:
    """Return how often the equations of motion were evaluated to integrate them; every row of
    output costs one more.
    """
    return float(result.statistics["evaluations"] - result.rows)


def departure(result: Result, reference: Result, channel: str) -> float:
    """Return the root mean square by which a channel differs from that of a reference, relative
    to the latter's range.
    """
    first, second = result.channel(channel).values, reference.channel(channel).values
    if len(result.t) != len(reference.t):
        second = np.interp(result.t, reference.t, second)
    return float(np.sqrt(np.mean((first - second) ** 2)) / np.ptp(second))
