"""Packed numbers: what comes out of the page is what went in, to the quantum that was promised."""

import base64
import zlib
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from gudgeon.report.encoding import (
    CHANNEL_BITS,
    NOISE,
    POSE_BITS,
    SMALLEST,
    Blocks,
    pack,
    pack_floats,
    pack_time,
)


def raw_of(blocks: Blocks, number: int) -> bytes:
    return zlib.decompress(base64.b64decode(blocks.texts[number]))


def unpacked(packed: dict[str, Any], blocks: Blocks, rows: int) -> np.ndarray:
    """Undo ``pack`` the plain way: bytes to integers, folded signs, sums instead of differences."""
    raw = raw_of(blocks, packed["block"]) if packed["block"] is not None else b""
    columns, start = [], 0
    for offset, scale, order, width in packed["columns"]:
        if not width:
            columns.append(np.full(rows, np.nan if offset is None else offset))
            continue
        planes = (
            np.frombuffer(raw, np.uint8, width * rows, start).reshape(width, rows).astype(np.int64)
        )
        start += width * rows
        k = sum(plane << (8 * n) for n, plane in enumerate(planes))
        k = np.where(k % 2, -(k + 1) // 2, k // 2)
        for _ in range(order):
            k = np.cumsum(k)
        columns.append(np.where(k < 0, np.nan, offset + scale * k))
    assert start == len(raw)
    return np.stack(columns, axis=1)


def error(values: np.ndarray, bits: int) -> np.ndarray:
    """Return the largest error of each column relative to its range."""
    blocks = Blocks()
    again = unpacked(pack(values, bits, blocks), blocks, len(values))
    return np.max(np.abs(again - values), axis=0) / np.ptp(values, axis=0)


t = np.linspace(0, 2, 5001)
MOTION = np.stack(
    [np.sin(50 * t), 1e-9 * np.exp(-t) * np.cos(900 * t) + 4e-9, np.abs(np.sin(9 * t))], axis=1
)
SPIKES = np.where(np.arange(5001)[:, None] % 997 == 0, [[1e5, -3.0]], [[0.0, 2.0]]) * np.ones(
    (5001, 2)
)


@pytest.mark.parametrize(
    "values",
    [MOTION[:, :1], MOTION[:, 1:2], MOTION[:, 2:], SPIKES[:, :1]],
    ids=["smooth", "tiny", "kinked", "spiky"],
)
@pytest.mark.parametrize("bits", [14, CHANNEL_BITS, POSE_BITS])
def test_every_number_comes_back_to_half_a_quantum_of_its_range(
    values: np.ndarray, bits: int
) -> None:
    # half a quantum, and rounding of the offset
    assert np.all(error(values, bits) <= 0.5 * 2.0**-bits * (1 + 1e-6))


@given(
    arrays(float, st.tuples(st.integers(1, 60), st.integers(1, 3)), elements=st.floats(-1e12, 1e12))
)
def test_any_numbers_come_back(values: np.ndarray) -> None:
    blocks = Blocks()
    again = unpacked(pack(values, CHANNEL_BITS, blocks), blocks, len(values))
    largest = np.max(np.abs(values))
    quantum = np.maximum(np.ptp(values, axis=0) * 2.0**-CHANNEL_BITS, largest * NOISE)
    assert np.all(np.abs(again - values) <= 0.5 * quantum * (1 + 1e-6) + 4e-16 * largest + SMALLEST)


def test_constant_columns_cost_nothing() -> None:
    blocks = Blocks()
    packed = pack(np.full((1000, 3), 0.1), CHANNEL_BITS, blocks)
    assert (packed["block"], blocks.size) == (None, 0)
    assert [column[0] for column in packed["columns"]] == [0.1] * 3


def test_noise_beside_a_large_component_is_not_stored() -> None:
    noise = 1e-15 * np.random.default_rng(1).normal(size=5001)
    blocks = Blocks()
    packed = pack(np.stack([np.sin(50 * t), noise], axis=1), POSE_BITS, blocks)
    assert packed["columns"][0][3] > 0
    assert packed["columns"][1][3] == 0


def test_not_a_number_stays_not_a_number() -> None:
    values = np.array([[1.0, np.nan], [np.nan, np.nan], [3.0, np.nan]])
    blocks = Blocks()
    again = unpacked(pack(values, CHANNEL_BITS, blocks), blocks, 3)
    np.testing.assert_allclose(again, values, atol=1e-6)
    lone = np.array([[np.nan], [5.0]])
    np.testing.assert_array_equal(unpacked(pack(lone, CHANNEL_BITS, blocks), blocks, 2), lone)


def test_oversampled_motion_costs_about_two_bits_per_number() -> None:
    """Second differences of a rounded line are -2 .. 2: at most log2(5) bits of information, in
    base64 (6 of 8 bits) 3.1.
    """
    rows = 100_000
    fine = np.linspace(0, 2, rows)
    blocks = Blocks()
    pack(np.stack([np.sin(7 * fine), np.cos(5 * fine)], axis=1), POSE_BITS, blocks)
    assert 8 * blocks.size / (2 * rows) < 3.1


def test_the_same_numbers_are_stored_once() -> None:
    blocks = Blocks()
    first, second = (
        pack(MOTION[:, :1], CHANNEL_BITS, blocks),
        pack(1024 * MOTION[:, :1], CHANNEL_BITS, blocks),
    )
    assert first["block"] == second["block"]
    assert first["columns"] != second["columns"]


def test_forgotten_blocks_are_packed_again() -> None:
    blocks = Blocks()
    kept, dropped = blocks.add(b"kept"), blocks.add(b"dropped")
    blocks.forget(dropped)
    assert blocks.add(b"kept") == kept
    assert raw_of(blocks, blocks.add(b"dropped")) == b"dropped"


@pytest.mark.parametrize("step", [1e-5, 0.1, 1 / 3])
def test_times_of_equal_steps_are_a_start_and_a_step(step: float) -> None:
    # a last, shorter step to the end of the run
    times = np.append(np.arange(500) * step, 499.3 * step)
    blocks = Blocks()
    about = pack_time(times, blocks)
    assert not blocks.texts
    again = np.append(about["start"] + np.arange(about["rows"] - 1) * about["step"], about["last"])
    np.testing.assert_array_equal(again, times)


@pytest.mark.parametrize(
    "times", [np.array([0.0]), np.array([]), np.array([0.0, 0.1, 0.5, 0.50001])]
)
def test_other_times_are_kept_without_loss(times: np.ndarray) -> None:
    blocks = Blocks()
    about = pack_time(times, blocks)
    planes = np.frombuffer(raw_of(blocks, about["block"]), np.uint8).reshape(8, -1)
    np.testing.assert_array_equal(np.ascontiguousarray(planes.T).view("<f8").ravel(), times)


def test_floats_are_kept_bit_by_bit() -> None:
    values = np.array([np.nan, np.inf, -0.0, 5e-324, 1.0000000000000002])
    blocks = Blocks()
    planes = np.frombuffer(raw_of(blocks, pack_floats(values, blocks)), np.uint8).reshape(8, -1)
    assert np.ascontiguousarray(planes.T).tobytes() == values.tobytes()
