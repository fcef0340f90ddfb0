from math import pi

import pytest

from gudgeon import InputError
from gudgeon.model.exchange.adams_statements import full_word, number, parse

TITLE = "a title\n"


def one(text, name):
    data = parse(TITLE + text, "own.adm")
    (statement,) = data.all(name)
    return statement, data


@pytest.mark.parametrize(
    "text",
    [
        "PART/2, MASS=1, CM=21, IP=0.1, 0.2, 0.3",
        "part/02,mass = 1 ,cm=21,ip=0.1,0.2,0.3",
        "PART/2\n, MASS = 1\n, CM = 21\n, IP = 0.1, 0.2, 0.3",
        "PART/2, IP = 0.1,\n, 0.2\n,0.3, CM = 21 ! the centre\n!, MASS = 7\n\n, MASS = 1;",
        "PART/2, MAS=1, CM=21, IP=0.1,0.2,0.3",
    ],
    ids=["one line", "small letters", "a line each", "comments between", "shortened"],
)
def test_a_statement_can_be_written_in_many_ways(text):
    statement, data = one(text, "PART")
    assert statement.id == 2
    assert data.number(statement, "MASS") == 1.0
    assert data.identifier(statement, "CM") == 21
    assert data.numbers(statement, "IP", 6) == [0.1, 0.2, 0.3, 0.0, 0.0, 0.0]
    assert not data.report.notes


@pytest.mark.parametrize(
    "text",
    [
        "SFORCE/1, TRANSLATION, I=4, J=5, FUNCTION=-100*(DM(4,5)-2)-1*VR(4,5)",
        "SFORCE/1, TRANSLATIONAL\n, FUNCTION = -100*(DM(4,5)-2)\n, -1*VR(4,5)\\\n, I = 4\n, J = 5",
        "SFORCE/1, FUNCTION=-100*(DM(4,5)-2)-1*VR(4,5), I=4, J=5, TRANS",
    ],
    ids=["last", "with a backslash", "before others"],
)
def test_an_expression_ends_where_the_next_argument_begins(text):
    statement, data = one(text, "SFORCE")
    assert data.text(statement, "FUNCTION").replace(" ", "") == "-100*(DM(4,5)-2)-1*VR(4,5)"
    assert (data.identifier(statement, "I"), data.identifier(statement, "J")) == (4, 5)
    assert "TRANSLATIONAL" in statement


def test_components_are_parted_by_backslashes():
    statement, data = one("GFORCE/1, I=4, RM=5, JFLOAT=6, FX=20*TIME\\FY=40\\\n, FZ=60\\", "GFORCE")
    assert [data.text(statement, word) for word in ("FX", "FY", "FZ")] == ["20*TIME", "40", "60"]


def test_two_statements_may_share_a_line():
    data = parse(TITLE + "MARKER/1,PART=1;MARKER/2,PART=1;", "own.adm")
    assert [marker.id for marker in data.all("MARKER")] == [1, 2]


@pytest.mark.parametrize(
    ("text", "value"),
    [("90D", pi / 2), ("-1.5E-3", -1.5e-3), (".5", 0.5), ("2.", 2.0), ("1.0D-3", 1e-3), ("x", None),
     ("1e999", None), ("nan", None), ("", None)],
)  # fmt: skip
def test_numbers(text, value):
    assert number(text) == value


def test_words_may_be_shortened_while_they_are_clear():
    assert full_word("REV", ("REVOLUTE", "RACKPIN")) == "REVOLUTE"
    assert full_word("R", ("REVOLUTE", "RACKPIN")) is None
    assert full_word("I", ("I", "IP")) == "I"


def test_what_is_no_statement_is_named_with_its_line():
    data = parse(TITLE + "PART/1, GROUND\nWOBBLE/1, A=2\nnothing at all", "own.adm")
    assert [note.where for note in data.report.notes] == ["own.adm:3", "own.adm:4"]
    assert all(note.matters for note in data.report.notes)


def test_an_unknown_argument_is_named_with_its_line():
    data = parse(TITLE + "\nPART/1, GROUND, COLOUR=2", "own.adm")
    assert "own.adm:3: PART/1: the argument 'COLOUR' is not known" in str(data.report.notes[0])


def test_a_statement_in_the_first_line_is_told_of_as_it_is_the_title():
    data = parse("PART/1, GROUND\n", "own.adm")
    assert "title" in data.report.notes[0].text
    assert not data.all("PART")


def test_nothing_is_read_behind_the_end():
    data = parse(TITLE + "END\nPART/1, GROUND", "own.adm")
    assert not data.all("PART")
    assert "behind END" in data.report.notes[0].text


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("PART/1, GROUND\nPART/1, GROUND", "own.adm:3: PART/1 is given twice; first in line 2"),
        ("PART/1, MASS=1, MASS=2", "has the argument MASS twice"),
        ("PART/-1, GROUND", "needs a number"),
        ("PART/99999999999999999999, GROUND", "needs a number"),
    ],
)
def test_what_is_wrong_is_refused(text, words):
    with pytest.raises(InputError, match=words):
        parse(TITLE + text, "own.adm")


@pytest.mark.parametrize(
    ("ask", "words"),
    [
        (lambda data, part: data.number(part, "MASS"), "'heavy' is not a number"),
        (lambda data, part: data.identifier(part, "CM"), "must be the number of a statement"),
        (lambda data, part: data.identifier(part, "IM"), "IM must be .* is missing"),
        (lambda data, part: data.numbers(part, "IP", 2), "IP has 3 values; 2 are meant"),
        (lambda data, part: data.find("MARKER", 7, part), "names MARKER/7, which is not in the"),
    ],
)
def test_values_that_are_none_are_refused_with_their_line(ask, words):
    part, data = one("PART/1, MASS=heavy, CM=x, IP=1,2,3", "PART")
    with pytest.raises(InputError, match=words) as caught:
        ask(data, part)
    assert caught.value.location == "own.adm:2"
