"""Numbers of descriptions: shapes, bounds, and what is not a number."""

import dataclasses
import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from gudgeon import InputError
from gudgeon._base.description import (
    Description,
    Quantity,
    checked_name,
    description,
    option,
    quantity,
)
from gudgeon._base.errors import brief, suggestion


@description
class Sample(Description):
    """A description with one field of each sort."""

    section = "samples"

    name: str
    length: float = quantity("m", "length", gt=0)
    share: float = quantity("1", "share", default=0.5, ge=0, le=1)
    below: float = quantity("1", "below one", default=0.0, lt=1)
    point: tuple | None = quantity("m", "point", shape=(3,), default=None)
    list: tuple = quantity("m", "list", shape=(-1,), default=())
    either: tuple = quantity("1", "number or matrix", shapes=((), (2, 2)), default=0.0)
    axis: str = option("axis", choices=("x", "y"), default="x")
    word: str | None = option("a word", default=None)
    pair: tuple[str, str] = option("two names", default=("a", "b"))
    words: tuple[str, ...] = option("names", default=())


@pytest.mark.parametrize(
    ("field", "given", "kept"),
    [
        ("length", 2, 2.0),
        ("length", "5 mm", 0.005),
        ("length", np.float32(0.5), 0.5),
        ("length", np.array(2), 2.0),
        ("share", 0, 0.0),
        ("share", 1, 1.0),
        ("point", [1, 2, 3], (1.0, 2.0, 3.0)),
        ("point", np.arange(3), (0.0, 1.0, 2.0)),
        ("point", ["1 mm", 2, "3 cm"], (0.001, 2.0, 0.03)),
        ("point", None, None),
        ("list", range(4), (0.0, 1.0, 2.0, 3.0)),
        ("list", [], ()),
        ("either", 3, 3.0),
        ("either", np.eye(2), ((1.0, 0.0), (0.0, 1.0))),
        ("axis", "y", "y"),
        ("word", None, None),
        ("pair", ["c", "d"], ("c", "d")),
        ("words", ["c"], ("c",)),
    ],
)
def test_good_values_are_kept_as_floats_and_tuples(field, given, kept):
    value = getattr(Sample("s", **{"length": 1, field: given}), field)
    assert value == kept
    assert type(value) is type(kept)


@pytest.mark.parametrize(
    ("field", "given", "message"),
    [
        ("length", 0, "must be > 0 [m], got 0."),
        ("length", -1, "must be > 0 [m], got -1."),
        ("length", "-1 mm", "must be > 0 [m], got -0.001."),
        ("length", None, "expected a number [m], got None."),
        ("length", True, "expected a number [m], got True."),
        ("length", {}, "expected a number [m], got {}."),
        ("length", 1j, "expected a number [m], got 1j."),
        ("length", object, "expected a number [m]"),
        ("length", math.nan, "must be a finite number [m], got nan."),
        ("length", math.inf, "must be a finite number [m], got inf."),
        ("length", "1e999", "must be a finite number [m]"),
        ("length", 10**400, "must be a finite number [m]"),
        ("length", [1], "expected one number [m], got 1 numbers"),
        ("share", -1e-9, "must be >= 0 [1]"),
        ("share", 1.0000001, "must be <= 1 [1]"),
        ("below", 1, "must be < 1 [1], got 1."),
        ("point", 1, "expected 3 numbers [m], got one number"),
        ("point", [1, 2], "expected 3 numbers [m], got 2 numbers"),
        ("point", [1, 2, "3 kg"], "wrong kind of unit"),
        ("point", [1, 2, math.nan], "finite"),
        ("point", "abc", "expected a number"),
        ("point", [[1, 2, 3]], "got 1 x 3 numbers"),
        ("list", [1, [2]], "differ in length"),
        ("either", [1, 2], "expected one number or 2 x 2 numbers [1], got 2 numbers"),
        ("axis", "z", "unknown choice 'z'"),
        ("axis", ["x"], "unknown choice"),
        ("word", 3, "expected a text, got 3."),
        ("pair", "ab", "expected a list of names, got 'ab'."),
        ("pair", ["a"], "expected two names, got 1"),
        ("pair", ["a", 2], "expected a list of names"),
        ("words", 3, "expected a list of names, got 3."),
    ],
)
def test_bad_values_are_refused_with_their_path(field, given, message):
    with pytest.raises(InputError) as caught:
        Sample("s", **{"length": 1, field: given})
    assert caught.value.path == ("samples", "s", field)
    assert message in caught.value.message


def test_bounds_are_kept_with_their_signs_lower_ones_first_and_unknown_ones_refused():
    assert quantity("m", le=2, gt=0).metadata["quantity"].bounds == ((">", 0), ("<=", 2))
    assert quantity("m", lt=2, ge=None).metadata["quantity"].bounds == (("<", 2),)
    with pytest.raises(TypeError, match="'above'"):
        quantity("m", above=0)


def test_descriptions_are_frozen_and_compared_by_value():
    sample = Sample("s", length=1)
    assert sample == Sample("s", length="1000 mm")
    assert sample != Sample("t", length=1)
    with pytest.raises(dataclasses.FrozenInstanceError):
        sample.length = 2


@pytest.mark.parametrize(
    "name", ["", " ", "a.b", "a/b", "a\nb", "a\0b", "\u2028", "\ud800", "x" * 201, None, 3, ["a"]]
)
def test_names_that_cannot_stand_in_a_path_are_refused(name):
    with pytest.raises(InputError):
        checked_name(name)


@pytest.mark.parametrize("name", ["A", "connecting rod", "Pleuel 1", "Königszapfen", "x" * 200])
def test_names_may_be_ordinary_words(name):
    assert checked_name(name) == name


numbers = st.floats() | st.integers() | st.booleans() | st.none() | st.text(max_size=5)


@given(st.recursive(numbers, lambda inner: st.lists(inner, max_size=4)))
def test_anything_is_three_finite_numbers_or_refused(value):
    try:
        result = Quantity("m", ((3,),)).coerce(value)
    except InputError:
        return
    assert len(result) == 3
    assert all(isinstance(number, float) and math.isfinite(number) for number in result)


def test_a_near_miss_is_suggested_in_its_own_spelling_and_a_far_one_gets_the_list():
    assert suggestion("REVOLUT", ["Revolute", "Rigid"]) == " Did you mean 'Revolute'?"
    assert suggestion("xyz", ["Revolute", "Rigid"]) == " Allowed: 'Revolute', 'Rigid'."
    assert suggestion("xyz", []) == " There is none."
    assert suggestion("?", [str(k) for k in range(20)]).endswith("'11', ...")


def test_what_is_shown_of_a_long_value_is_short():
    assert brief([1, 2]) == "[1, 2]"
    assert len(brief(list(range(10_000)))) < 90
    assert brief(10**5000) == "a value too long to show (int)"


def test_an_error_shows_location_path_and_message():
    error = InputError("is wrong.", ("axis",), location="model.yaml:3").under("joints", "A")
    assert str(error) == "model.yaml:3: joints.A.axis: is wrong."


def test_descriptions_are_shown_and_compared_as_dataclasses_without_code_of_their_own():
    """Code that is generated for every class is what an import of the package spends its time
    on.
    """
    fields = [field.name for field in dataclasses.fields(Sample)]
    plain = dataclasses.make_dataclass("Sample", fields, frozen=True)
    first, second = Sample("a", length=1.0), Sample("a", length=2.0)
    values = tuple(getattr(first, name) for name in fields)
    assert repr(first) == repr(plain(*values)).replace("types.Sample", "Sample")
    assert hash(first) == hash(plain(*values)) == hash(Sample("a", length=1.0))
    assert first == Sample("a", length=1.0) and first != second and first != plain(*values)

    @description
    class Other(Sample):
        """The same fields."""

    assert first != Other("a", length=1.0)
    assert not {"__repr__", "__eq__", "__hash__"} & vars(Sample).keys()
