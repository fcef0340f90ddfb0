"""Titles with sentences below them."""

from gudgeon._base.text import entry


def test_sentences_stand_below_each_other_behind_their_title():
    assert entry("forces", ["one", "two"]) == ["  forces" + 16 * " " + "one", 24 * " " + "two"]


def test_title_without_sentences_says_none():
    assert entry("forces", []) == ["  forces" + 16 * " " + "none"]
