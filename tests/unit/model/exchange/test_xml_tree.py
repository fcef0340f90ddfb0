import pytest

from gudgeon import InputError
from gudgeon.model.exchange.xml_tree import MAX_DEPTH, parse_xml

BOMB = """<?xml version="1.0"?>
<!DOCTYPE robot [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;"><!ENTITY c "&b;&b;&b;&b;">]>
<robot name="&c;"/>"""
FOREIGN = '<!DOCTYPE robot [<!ENTITY x SYSTEM "file:///etc/hostname">]><robot name="&x;"/>'


def test_elements_know_their_lines_and_attributes():
    root = parse_xml('<a x="1 2">\n<b name="n"/>\n\n<b/><c/></a>', "own.xml")
    assert (root.tag, root.line, root.numbers("x", 2)) == ("a", 1, (1.0, 2.0))
    assert [child.line for child in root.all("b")] == [2, 4]
    assert root.first("d") is None
    assert root.only("c").tag == "c"
    assert [element.tag for element in root.walk()] == ["a", "b", "b", "c"]


@pytest.mark.parametrize(
    ("text", "words"),
    [
        (BOMB, "own.xml:2: declares a document type"), (FOREIGN, "own.xml:1: declares a document type"),
        ("", "is not valid XML"), ("<a><b></a>", "own.xml:1: is not valid XML: mismatched tag"),
        ("<a>&nope;</a>", "is not valid XML: undefined entity"), ("\0\1\2", "is not valid XML"), ("<a/><b/>", "is not valid XML"),
        ("<a>" * (MAX_DEPTH + 2), "too deeply nested"),
    ],
)  # fmt: skip
def test_hostile_texts_end_in_one_sentence(text, words):
    with pytest.raises(InputError, match=words) as caught:
        parse_xml(text, "own.xml")
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    ("ask", "words"),
    [
        (lambda a: a.number("word"), "word must be a number, got 'x'"),
        (lambda a: a.number("many"), "many must be a number, got '1 2'"),
        (lambda a: a.number("nan"), "nan must be a number, got 'nan'"),
        (lambda a: a.number("huge"), "huge must be a number, got '1e999'"),
        (lambda a: a.numbers("many", 3), "many must be 3 numbers"),
        (lambda a: a.text("none"), "<a> 'n' has no none"),
        (lambda a: a.text("blank"), "has no blank"),
        (lambda a: a.only("b"), "has no <b>"),
    ],
)
def test_what_is_wrong_is_said_with_its_line(ask, words):
    root = parse_xml(
        '<a name="n" word="x" many="1 2" nan="nan" huge="1e999" blank=" "/>', "own.xml"
    )
    with pytest.raises(InputError, match=f"own.xml:1: .*{words}"):
        ask(root)


def test_defaults_stand_for_what_is_not_given():
    root = parse_xml("<a/>", "own.xml")
    assert root.number("x", 3.0) == 3.0
    assert root.numbers("x", 2, (1.0, 2.0)) == (1.0, 2.0)
    assert root.get("x", "y") == "y"
