"""Titles with sentences below them."""

from gudgeon._base.text import cell, entry, summary_of


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
