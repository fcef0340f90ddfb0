"""Tables of texts."""

from gudgeon._base.tables import html_table, text_table


def test_columns_are_aligned_and_heads_may_have_several_lines():
    printed = text_table(
        ("", "peak\nforce\n[N]", "ended"),
        [("a", "1.5", "ok"), ("long", "-", "no")],
        (False, True, False),
    )
    assert printed.splitlines() == [
        "       peak  ended",
        "      force",
        "        [N]",
        "a       1.5  ok",
        "long      -  no",
    ]


def test_wide_characters_take_two_places():
    """A terminal shows a CJK character in two columns [Unicode Standard Annex 11]; str.ljust
    does not know.
    """
    assert text_table((), [("軸受", "x"), ("axle", "y")]).splitlines() == ["軸受  x", "axle  y"]


def test_names_are_neither_markup_nor_folded():
    name = "[bold]a[/bold] " * 50
    assert text_table((), [(name, "1")]) == f"{name}  1"


def test_html_is_escaped_and_long_tables_say_what_is_missing():
    shown = html_table(
        ("a<b", "n\n[m]"), [(f"<{k}>", str(k)) for k in range(5)], (False, True), shown=2
    )
    assert shown.count("<tr>") == 3 and "and 3 more" in shown
    assert (
        "a&lt;b</th>" in shown
        and "<th>n<br>[m]</th>" in shown
        and "&lt;1&gt;</td><td>1</td>" in shown
    )


def test_without_heads_rows_begin_with_their_title_and_no_rows_are_no_table():
    assert "one</th>" in html_table((), [("one", "two")]) and html_table(("head",), []) == ""
