"""Arguments of Python calls: what is taken, and what is said of what is not."""

from pathlib import Path

import numpy as np
import pytest

from gudgeon._base.arguments import (
    FRACTION,
    POSITIVE_LENGTH,
    among,
    listed,
    listener,
    make_folder,
    number,
    path_of,
    row_number,
    truth,
    whole_number,
)
from gudgeon._base.errors import InputError


@pytest.mark.parametrize("given", [0.002, "2 mm", np.float64(2e-3)])
def test_number_is_returned_in_si_units(given):
    assert number(given, "length", POSITIVE_LENGTH) == pytest.approx(0.002, rel=1e-15)


@pytest.mark.parametrize("given", [0.0, 1.0, "a lot", None, True, [0.5]])
def test_error_of_a_number_names_the_argument(given):
    with pytest.raises(InputError, match=r"^rtol: "):
        number(given, "rtol", FRACTION)


@pytest.mark.parametrize("given", [3, np.int64(3), np.uint8(3)])
def test_whole_numbers_of_numpy_are_whole_numbers(given):
    found = whole_number(given, "members", least=1)
    assert found == 3
    assert type(found) is int


@pytest.mark.parametrize("given", [0, -1, 2.0, "3", None, True])
def test_what_is_no_whole_number_or_too_small_is_refused(given):
    with pytest.raises(InputError, match="members: must be a whole number >= 1"):
        whole_number(given, "members", least=1)


def test_whole_number_above_its_bound_is_refused():
    with pytest.raises(InputError, match="members: must be at most 10, got 11"):
        whole_number(11, "members", least=1, most=10)


def test_folder_is_made_with_its_parents(tmp_path):
    assert make_folder(str(tmp_path / "a" / "b")).is_dir()
    assert make_folder(tmp_path / "a" / "b").is_dir()  # which is there already


def test_folder_in_place_of_a_file_is_refused(tmp_path):
    (tmp_path / "file").write_text("")
    with pytest.raises(InputError, match="file: the folder cannot be made: File exists"):
        make_folder(tmp_path / "file")


@pytest.mark.parametrize("given", [3, None, b"x", "a\0b", "\ud800"])
def test_what_cannot_name_a_file_is_refused(given):
    with pytest.raises(InputError, match="out: expected the name of a file"):
        path_of(given, "out")


def test_path_is_returned_as_it_was_given():
    assert path_of("a/b.h5") == Path("a") / "b.h5"


def test_text_alone_is_a_list_of_one():
    assert listed("A.angle", "channels", "names") == ["A.angle"]
    assert listed(("a", "b"), "channels", "names") == ["a", "b"]


@pytest.mark.parametrize("given", [3, None, b"x", {"a": 1}, np.float64(1.0)])
def test_what_is_no_list_is_refused(given):
    with pytest.raises(InputError, match="channels: expected names, got"):
        listed(given, "channels", "names")


def test_only_texts_are_among_names():
    assert among("a", ("a", "b"))
    assert not among("c", ("a", "b"))
    assert not among(["a"], ("a", "b"))


@pytest.mark.parametrize("given", [-1, 3, True, 1.0, "1"])
def test_row_that_is_not_there_is_refused(given):
    with pytest.raises(InputError, match=r"there is no point .*; they are counted from 0 to 2"):
        row_number(given, 3, "point")


def test_truth_of_numpy_is_a_truth_and_a_list_is_none():
    assert truth(np.bool_(True), "keep") is True
    with pytest.raises(InputError, match="keep: expected True or False"):
        truth("yes", "keep")
    with pytest.raises(InputError, match="keep: expected one True or False"):
        truth(np.array([True, False]), "keep")


def test_progress_is_a_function_true_or_nobody():
    assert listener(print) is print
    assert listener(True) is True
    assert listener(None) is None
    assert listener(False) is False  # nobody, in notebooks neither
    with pytest.raises(InputError, match="progress"):
        listener("loud")
