"""Titles with sentences below them."""

import pytest

from gudgeon._base.errors import InputError
from gudgeon._base.text import cell, entry, read_model_file, summary_of


def test_sentences_stand_below_each_other_behind_their_title():
    assert entry("forces", ["one", "two"]) == ["  forces" + 16 * " " + "one", 24 * " " + "two"]


def test_title_without_sentences_says_none():
    assert entry("forces", []) == ["  forces" + 16 * " " + "none"]


def test_a_summary_is_the_first_paragraph_of_a_docstring_in_a_line():
    def law():
        """F = k x,
        a spring.

        It may be long.
        """

    assert summary_of(law) == "F = k x, a spring."


def test_a_cell_is_never_a_formula():
    assert [cell(value) for value in ("=1+1", "-x", "A.force", -1.5)] == [
        "'=1+1",
        "'-x",
        "A.force",
        -1.5,
    ]


def test_a_file_is_read_up_to_a_size(tmp_path):
    path = tmp_path / "model.yaml"
    path.write_bytes(b"x" * 3_000_000)
    assert read_model_file(path, 3_000_000) == path.read_bytes()
    with pytest.raises(InputError, match=r"model\.yaml: is larger than 2 MB"):
        read_model_file(path, 2_999_999)


def test_a_file_that_cannot_be_read_is_named(tmp_path):
    with pytest.raises(InputError, match=r"none\.yaml: there is no such file"):
        read_model_file(tmp_path / "none.yaml", 10)
    with pytest.raises(InputError, match="cannot be read"):
        read_model_file(tmp_path, 10)
