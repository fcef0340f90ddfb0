"""Functions that compiled code may call stay plain functions, and are remembered."""

import pytest

from gudgeon._base import decorators
from gudgeon._base.decorators import (
    INLINE,
    LAW,
    NOINLINE,
    PART,
    Callee,
    inline,
    intrinsic,
    jitable,
    noinline,
    part,
)


@pytest.fixture(autouse=True)
def told(monkeypatch):
    """A list of its own, so that no compiler meets the functions of these tests."""
    monkeypatch.setattr(decorators, "CALLEES", [])
    return decorators.CALLEES


def add(x, y):
    return x + y


@pytest.mark.parametrize(
    ("decorate", "how"),
    [(part, PART), (inline, INLINE), (noinline, NOINLINE), (jitable, LAW)],
    ids=[PART, INLINE, NOINLINE, LAW],
)
def test_a_function_stays_what_it_is_and_is_remembered(told, decorate, how):
    assert decorate(add) is add
    assert told == [Callee(add, how)]
    assert add(1, 2) == 3


def test_a_function_that_stands_for_others_keeps_its_own_body(told):
    def choose(x, y):
        return add

    assert decorators.overload(add)(choose) is choose
    assert told == [Callee(add, choose)]


def test_an_intrinsic_is_remembered_by_name_and_arguments(told):
    assert intrinsic(add, "law_call", 2, 1) is add
    assert told == [Callee(add, ("law_call", 2, 1))]
