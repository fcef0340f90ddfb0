"""Values as plain data: what computes otherwise differs, what does not is the same."""

import functools
import threading
from dataclasses import dataclass

import numpy as np
import pytest

import gudgeon as gd
from gudgeon.studies.content import content, is_own
from tests.support.swept_falls import falling, runs

LIMIT = 1.0


class Scaled:
    """Measures by a method and by a call."""

    def __init__(self, factor):
        self.factor = factor

    def method(self, result):
        return self.factor * 1.0

    def __call__(self, result):
        return self.factor * 2.0


@dataclass(frozen=True)
class Pair:
    factor: float

    def __call__(self, result):
        return self.factor * 3.0


def shared(factor, result):
    return factor * 1.0


def of_global(result):
    return LIMIT * 1.0


def through_another(result):
    return of_global(result)


def of_keyword(factor):
    def measure(result, *, given=factor):
        return float(np.max(given))

    return measure


KINDS = {
    "method": lambda factor: Scaled(factor).method,
    "callable object": Scaled,
    "dataclass": Pair,
    "partial": lambda factor: functools.partial(shared, factor),
    "keyword": of_keyword,
    "array": lambda factor: of_keyword(np.full(1000, factor)),
}


@pytest.mark.parametrize("kind", KINDS)
def test_measures_that_differ_are_not_taken_for_each_other(kind, tmp_path, monkeypatch):
    """A folder that has the rows of one measure must not give them for another; and must give them
    for one that is made again, the same.
    """
    values = {"gravity.2": [-1.0]}
    found = [
        gd.sweep(falling(), values, measures={"x": KINDS[kind](f)}, out=tmp_path).table["x"][0]
        for f in (1.0, 2.0)
    ]
    assert found[1] == 2 * found[0]
    made = runs(monkeypatch)
    gd.sweep(falling(), values, measures={"x": KINDS[kind](1.0)}, out=tmp_path)
    assert not made


@pytest.mark.parametrize("measure", [of_global, through_another])
def test_global_values_that_a_measure_names_count(measure, monkeypatch):
    first = content(measure)
    assert content(measure) == first
    monkeypatch.setitem(globals(), "LIMIT", 2.0)
    assert content(measure) != first


def test_parts_that_hold_each_other_end():
    outer, inner = {}, {}
    outer["inner"], inner["outer"] = inner, outer
    assert content(outer) == {"inner": {"outer": ["seen", 0]}}


def test_what_cannot_be_looked_into_is_like_nothing_else():
    lock = threading.Lock()
    assert content(lock) != content(lock)


def test_installed_packages_are_known_by_name():
    assert not is_own("numpy") and not is_own("json") and not is_own("gudgeon.laws")
    assert is_own("__main__") and is_own(__name__)
    assert content(np.linalg.norm) == content(np.linalg.norm)
    assert content(np.sin) == ["named", "sin"]
    assert content({3, 1, 2}) == content({2, 1, 3})
