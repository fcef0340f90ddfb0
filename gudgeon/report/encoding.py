"""Numbers for the page: columns as integers of a stated quantum, predicted from their past, packed
with zlib.

A column x becomes k = round((x - offset) / scale); -1 stands for NaN and for what is too large to
be drawn. Differences of the order that leaves least are taken, folded to non-negative integers,
split into bytes (all low bytes first) and deflated: oversampled motion costs about two bits per
number, and the page takes the differences back exactly.
"""

from __future__ import annotations

import base64
import hashlib
import zlib
from dataclasses import dataclass, field
from typing import Any

import numpy as np

POSE_BITS = 24  # quantum of positions and Euler parameters: 2^-24 of their range, 6e-8
CHANNEL_BITS = 20  # of everything else, 1e-6
COARSEST_BITS = 14  # when a page would become too large, 6e-5
# of the largest component of a quantity, 1e-9: what is smaller is noise of the integration
NOISE = 2.0**-30
LARGEST = 1e300  # what is larger is missing, like NaN
SMALLEST = 1e-300  # quantum; below it numbers lose their digits
ORDERS = 4
LEVEL = 5  # of the packing; more takes twice the time and saves two per cent
SAMPLE = 20_000  # rows on which the order of the differences is chosen


@dataclass
class Blocks:
    """Packed blocks of bytes, referred to by their number."""

    texts: list[str] = field(default_factory=list)
    known: dict[bytes, int] = field(default_factory=dict)  # what is the same is stored once

    def add(self, raw: bytes) -> int:
        """Pack some bytes and return the number of their block."""
        digest = hashlib.sha256(raw).digest()
        if digest not in self.known:
            self.known[digest] = len(self.texts)
            self.texts.append(base64.b64encode(zlib.compress(raw, LEVEL)).decode("ascii"))
        return self.known[digest]

    def raw(self, number: int) -> bytes:
        """Return the bytes of a block."""
        return zlib.decompress(base64.b64decode(self.texts[number]))

    def forget(self, start: int) -> None:
        """Drop the blocks from number ``start`` on."""
        del self.texts[start:]
        self.known = {digest: number for digest, number in self.known.items() if number < start}

    @property
    def size(self) -> int:
        """Bytes that the blocks take in the page."""
        return sum(map(len, self.texts))


def pack(values: np.ndarray, bits: int, blocks: Blocks, size: float = 0.0) -> dict[str, Any]:
    """Pack the columns of an array (rows, columns): ``columns`` holds offset, scale, order and
    bytes per number of each.

    ``size`` is how large such a quantity becomes anywhere, for a sense of what is noise.
    """
    values = np.asarray(values, float)
    largest = float(
        np.max(np.abs(values), initial=min(size, LARGEST), where=np.abs(values) <= LARGEST)
    )
    columns, parts = [], []
    for column in values.T:
        spec, raw = _column(column, bits, largest * NOISE)
        columns.append(spec)
        parts.append(raw)
    raw = b"".join(parts)
    return {"columns": columns, "block": blocks.add(raw) if raw else None}


def _column(x: np.ndarray, bits: int, noise: float) -> tuple[list[Any], bytes]:
    finite = np.abs(x) <= LARGEST
    if not finite.any():
        return [None, 0, 0, 0], b""
    low, high = (
        float(x.min(where=finite, initial=np.inf)),
        float(x.max(where=finite, initial=-np.inf)),
    )
    scale = max((high - low) / 2**bits, noise, SMALLEST)
    if finite.all() and (high - low) <= scale:
        return [low + (high - low) / 2, 0, 0, 0], b""
    with np.errstate(invalid="ignore", over="ignore"):
        k = np.where(finite, np.rint((x - low) / scale), -1).astype(np.int32)
    order = min(range(ORDERS), key=lambda n: _cost(k[:SAMPLE], n))
    folded = _fold(_difference(k, order))
    width = max(1, (int(folded.max()).bit_length() + 7) // 8)
    planes = folded.astype("<u4").view(np.uint8).reshape(-1, 4).T[:width]
    return [low, scale, order, width], np.ascontiguousarray(planes).tobytes()


def _difference(k: np.ndarray, order: int) -> np.ndarray:
    """Return differences of the given order, the first rows being differences of lower order."""
    for _ in range(order):
        k = np.diff(k, prepend=np.int32(0))
    return k


def _fold(k: np.ndarray) -> np.ndarray:
    """Map 0, -1, 1, -2, ... to 0, 1, 2, 3, ..."""
    return ((k << 1) ^ (k >> 31)).view(np.uint32)


def _cost(k: np.ndarray, order: int) -> float:
    return float(np.log2(1.0 + np.abs(_difference(k, order).astype(float))).sum())


def pack_time(t: np.ndarray, blocks: Blocks) -> dict[str, Any]:
    """Return the output times: start and step when they are exactly k steps, otherwise the
    numbers themselves.
    """
    if len(t) > 1:
        start, step = float(t[0]), float(t[1] - t[0])
        # the last step may be shorter
        if np.array_equal(start + np.arange(len(t) - 1) * step, t[:-1]):
            return {"start": start, "step": step, "rows": len(t), "last": float(t[-1])}
    return {"rows": len(t), "block": pack_floats(t, blocks)}


def pack_floats(values: np.ndarray, blocks: Blocks) -> int:
    """Pack numbers without loss, bytes of equal weight together, and return the block."""
    planes = np.ascontiguousarray(values, "<f8").reshape(-1).view(np.uint8).reshape(-1, 8).T
    return blocks.add(np.ascontiguousarray(planes).tobytes())
