"""What a run says of contacts that it held."""

import pytest

import gudgeon as gd
from gudgeon.kernels import records as rec
from gudgeon.simulation.held_contacts import counts_of, may_hold, notes_of


@pytest.mark.parametrize(("fit", "expected"), [("ideal", False), ("clearance", True)])
def test_only_mechanisms_with_contacts_may_hold_them(fit, expected):
    assembly = gd.check_model(gd.library("four-bar", C=fit)).assembly
    work = assembly.work()
    assert may_hold(assembly.system, work) == expected
    assert work.count[rec.HOLDER] == int(expected)


@pytest.mark.parametrize(("holds", "word"), [(1, "once a"), (12, "12 times a")])
def test_a_note_says_how_often_and_how_long(holds, word):
    run = rec.table(1, rec.RUN)[0]
    run["holds"], run["held_time"] = holds, 0.25
    (note,) = notes_of(run)
    assert note.startswith(word) and "for 0.25 s" in note
    assert counts_of(run) == {"holds": holds, "held_steps": 0, "held_time": 0.25}


def test_nothing_is_said_where_nothing_was_held():
    assert notes_of(rec.table(1, rec.RUN)[0]) == []
