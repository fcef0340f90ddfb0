"""Keys of references in square brackets, as [Hairer1993, sec. II.5], become links to the page of
references, on every page.
"""

import re

from docutils import nodes
from sphinx.application import Sphinx

PAGE = "references"
BRACKET = re.compile(r"\[[^\[\]]+\]")
NOT_PROSE = (
    nodes.literal,
    nodes.literal_block,
    nodes.reference,
    nodes.raw,
    nodes.math,
    nodes.math_block,
    nodes.title,
)


def known(app: Sphinx) -> set[str]:
    """Return the keys that the page of references has."""
    text = app.env.doc2path(PAGE).read_text(encoding="utf-8")
    return set(re.findall(r"^\| \[(\w+)\]", text, re.MULTILINE))


def link(app: Sphinx, doctree: nodes.document, page: str) -> None:
    """Replace the keys in the text of a page by links; give the rows of the page of references
    their anchors.
    """
    keys = known(app)
    if page == PAGE:
        for row in doctree.findall(nodes.row):
            key = row.children[0].astext().strip("[]")
            if key in keys:
                row["ids"].append(key.lower())
        return
    word = re.compile(r"\b(?:" + "|".join(sorted(keys, key=len, reverse=True)) + r")\b")
    for text in list(doctree.findall(nodes.Text)):
        if any(isinstance(ancestor, NOT_PROSE) for ancestor in ancestors(text)) or not word.search(
            text.astext()
        ):
            continue
        text.parent.replace(
            text, linked(text.astext(), word, app.builder.get_relative_uri(page, PAGE))
        )


def ancestors(node: nodes.Node):
    while node.parent is not None:
        node = node.parent
        yield node


def linked(text: str, word: re.Pattern, address: str) -> list[nodes.Node]:
    """Return a text with links where keys stand inside square brackets."""
    found, place = [], 0
    for bracket in BRACKET.finditer(text):
        for key in word.finditer(text, *bracket.span()):
            found.append(nodes.Text(text[place : key.start()]))
            found.append(
                nodes.reference("", key[0], refuri=f"{address}#{key[0].lower()}", internal=True)
            )
            place = key.end()
    return [*found, nodes.Text(text[place:])]


def setup(app: Sphinx) -> dict[str, bool]:
    app.connect("doctree-resolved", link)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
