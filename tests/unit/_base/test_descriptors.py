"""What compiled code is told of tuples of arrays."""

import copy
import pickle
from typing import NamedTuple

import numpy as np
import pytest

from gudgeon._base import descriptors
from gudgeon._base.descriptors import layout, tables, vector
from gudgeon._base.settings import DISABLED

compiled = pytest.mark.skipif(DISABLED, reason="nothing is compiled")


class Inner(NamedTuple):
    c: np.ndarray


@tables
class Pair(NamedTuple):
    """Two arrays and one inside."""

    a: np.ndarray
    b: np.ndarray
    inner: Inner


def pair() -> Pair:
    return Pair(np.arange(3.0), np.zeros((2, 5), np.int64), Inner(np.zeros(0)))


def where(array: np.ndarray) -> int:
    return array.ctypes.data


@compiled
def test_words_are_place_and_shape_of_each_array_and_stand_at_the_address() -> None:
    it = pair()
    assert list(it.words) == [where(it.a), 3, where(it.b), 2, 5, where(it.inner.c), 0]
    assert it.address == where(it.words) == it.address


@compiled
def test_another_tuple_has_words_of_its_own() -> None:
    it = pair()
    it.address
    for other in (
        it._replace(a=np.arange(4.0)),
        copy.copy(it),
        copy.deepcopy(it),
        pickle.loads(pickle.dumps(it)),
    ):
        assert type(other) is Pair and other.address != it.address
        assert other.words[0] == where(other.a)


@compiled
def test_arrays_with_gaps_are_refused() -> None:
    with pytest.raises(ValueError, match="without gaps"):
        pair()._replace(a=np.arange(6.0)[::2]).address
    with pytest.raises(ValueError, match="without gaps"):
        vector(np.arange(6.0)[::2])


@pytest.mark.parametrize("array", [np.arange(3), np.zeros((2, 2)), np.zeros(3, np.float32)])
def test_only_rows_of_numbers_are_vectors(array) -> None:
    with pytest.raises(ValueError, match="row of floating-point numbers"):
        vector(array)


@compiled
def test_arrays_of_other_types_than_compiled_ones_are_refused(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(Pair, "expected", layout(pair()), raising=False)
    pair().address
    with pytest.raises(TypeError, match="expects other arrays as b of Pair"):
        pair()._replace(b=np.zeros((2, 5))).address


def test_without_a_compiler_the_tuple_itself_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(descriptors, "DISABLED", True)
    it = pair()
    assert descriptors.held[it.address] is it
    assert vector(it.a)[0] is it.a
