"""Rows of a very long result that tell its story: evenly spaced ones, and those where any
channel has a peak between them.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from ..results.result import Result

# range of a column, relative to the largest number of its channel, below which it tells nothing
NOISE = 1e-6
EVEN = 0.4  # share of the rows that are evenly spaced; the others go where the channels bend


def chosen_rows(result: Result, channels: list[str], limit: int) -> np.ndarray | None:
    """Return which rows to show when there are more than ``limit``; None for all of them.

    Greatest and least value of every channel are always among them, of a vector those of its
    magnitude, too.
    """
    if result.rows <= limit:
        return None
    t, kept = result.t, np.zeros(result.rows, dtype=bool)
    equal = np.linspace(t[0], t[-1], max(int(EVEN * limit), 2))
    kept[np.searchsorted(t, equal)] = kept[0] = kept[-1] = True
    score = np.zeros(result.rows, dtype=np.float32)
    must: set[int] = set()
    every, even = np.arange(result.rows), np.flatnonzero(kept)
    for values in _channels(result, channels):
        for column in values.T:
            must |= {int(np.argmin(column)), int(np.argmax(column))}
            missed = np.abs(column - np.interp(t, t[even], column[even])) / np.ptp(column)
            np.maximum(score, missed, out=score)
        must.add(int(np.argmax(np.einsum("nk,nk->n", values, values))))
    kept[list(must)] = True
    score[kept] = 0.0
    # peaks first, then what else is bent
    for candidates in (np.flatnonzero(_local_maxima(score)), every):
        room = max(limit - int(kept.sum()), 0)
        order = np.argsort(score[candidates], kind="stable")[
            len(candidates) - min(room, len(candidates)) :
        ]
        kept[candidates[order]] = True
        score[kept] = 0.0
    return np.flatnonzero(kept)


def _channels(result: Result, channels: list[str]) -> Iterator[np.ndarray]:
    """Yield channels (rows, columns) with the columns that tell something: not those that are noise
    by nature, or noise beside their other components.
    """
    for name in channels:
        if name == "energy.balance":
            continue
        values = np.nan_to_num(
            np.asarray(result.channel(name).values, float).reshape(result.rows, -1)
        )
        largest = np.max(np.abs(values))
        told = values[:, np.ptp(values, axis=0) > NOISE * largest]
        if told.shape[1]:
            yield told


def _local_maxima(score: np.ndarray) -> np.ndarray:
    inner = (score[1:-1] > 0) & (score[1:-1] >= score[:-2]) & (score[1:-1] >= score[2:])
    return np.concatenate(([False], inner, [False]))
