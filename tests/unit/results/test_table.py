"""Tables with units, as text, rows and HTML."""

import numpy as np
import pytest

import gudgeon as gd
from gudgeon.results.table import Column, Table


@pytest.fixture
def table():
    force = Column("N", "greatest force", np.array([1.5, np.nan]))
    ended = Column("", "how the run ended", np.array(["ok", "no"]))
    return Table(["ideal", "a<b"], {"peak_force": force, "ended": ended})


def test_columns_rows_and_units_are_found_by_name(table):
    assert table["peak_force"][0] == 1.5
    assert table.row("ideal") == {"peak_force": 1.5, "ended": "ok"}
    assert table.units == {"peak_force": "N", "ended": ""}
    assert list(table) == ["peak_force", "ended"]


def test_what_is_not_there_gets_a_suggestion(table):
    with pytest.raises(gd.InputError, match="Did you mean 'peak_force'"):
        table["peak_forc"]
    with pytest.raises(gd.InputError, match="Did you mean 'ideal'"):
        table.row("idea")


def test_text_has_heads_units_and_a_dash_for_no_number(table):
    lines = repr(table).splitlines()
    assert [line.split() for line in lines] == [
        ["peak", "ended"],
        ["force"],
        ["[N]"],
        ["ideal", "1.5", "ok"],
        ["a<b", "-", "no"],
    ]


def test_html_shows_labels_as_text(table):
    assert ">a&lt;b</td>" in table._repr_html_()
