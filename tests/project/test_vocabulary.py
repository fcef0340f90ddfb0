"""Words of the field: names and phrases that a specialist would not search for do not occur."""

import ast
import itertools
import re
from collections.abc import Iterator

import pytest

from tests.support.code_metrics import metrics

# not to be used -> what the field says
NAMES = {
    "anew": "restart",
    "apart": "distance, noinline",
    "awake": "poll interval",
    "borders": "breakpoints",
    "borne": "reaction",
    "crew": "pool",
    "culprit": "the place of the error",
    "examination": "model check",
    "go_on": "continue, resume",
    "happenings": "summary",
    "hovering": "chattering",
    "hunt": "locate",
    "kinks": "breakpoints",
    "let_go": "release",
    "limber": "nonstiff",
    "noteworthy": "notable",
    "recollection": "history",
    "rub": "slide, friction",
    "rubbing": "sliding, friction",
    "rubs": "slides",
    "spell": "phase",
    "summit": "maximum",
    "swing": "cycle",
    "trifle": "tolerance",
    "trifling": "negligible",
    "twin": "perturbed run",
    "twins": "perturbed runs",
}
AUTHORS = {"HuntCrossley"}
PHRASES = {
    r"\bin hand\b": "current",
    r"\b(go|goes|going) on\b": "continue, resume",
    r"\blets? go\b": "release",
    r"\bRefuse\b": "Reject, or Raise InputError if",
    r"\bevaluated by differences\b": "by finite differences",
    r"\bbegin of\b": "start of",
}


def words_of(name: str) -> set[str]:
    """Return a name in lower case, its words, and its pairs of words."""
    words = [word.lower() for word in re.findall(r"[A-Z]?[a-z0-9]+|[A-Z0-9]+", name)]
    pairs = {f"{first}_{second}" for first, second in itertools.pairwise(words)}
    return {*words, *pairs}


def identifiers() -> Iterator[tuple[str, str]]:
    """Yield every name that the package gives to something, and where."""
    for path, tree in metrics.sources():
        for node in ast.walk(tree):
            place = f"{path}:{getattr(node, 'lineno', 0)}"
            if isinstance(node, ast.FunctionDef | ast.ClassDef):
                yield node.name, place
            elif isinstance(node, ast.arg):
                yield node.arg, place
            elif isinstance(node, ast.Name | ast.Attribute) and isinstance(node.ctx, ast.Store):
                yield node.id if isinstance(node, ast.Name) else node.attr, place
        yield path.rsplit("/", 1)[-1].removesuffix(".py"), path


def texts() -> Iterator[tuple[str, str]]:
    """Yield every text of the package, docstrings and messages, and every page, and where."""
    for path, tree in metrics.sources():
        for node in ast.walk(tree):
            if isinstance(node, ast.Constant) and isinstance(node.value, str):
                yield node.value, f"{path}:{node.lineno}"
    for page in [*metrics.ROOT.glob("*.md"), *(metrics.ROOT / "docs").glob("*.md")]:
        if page.name not in ("CHANGELOG.md", "verdicts.md"):  # made, or about what was
            for number, line in enumerate(page.read_text(encoding="utf-8").splitlines(), 1):
                yield line, f"{page.relative_to(metrics.ROOT)}:{number}"


def test_names_are_those_of_the_field() -> None:
    found = [
        f"{place}: {name} (say {NAMES[word]})"
        for name, place in identifiers()
        if name not in AUTHORS
        for word in words_of(name) & set(NAMES)
    ]
    assert found == []


@pytest.mark.parametrize("phrase", PHRASES)
def test_texts_have_no_private_phrases(phrase: str) -> None:
    found = [f"{place}: {text[:80]!r}" for text, place in texts() if re.search(phrase, text)]
    assert found == [], f"say {PHRASES[phrase]}"


def test_the_search_sees_words_inside_names() -> None:
    assert {"let_go", "let", "go"} <= words_of("let_go_of")
    assert "hunt" in words_of("HuntCrossley") and "rubbing" in words_of("RubbingResult")
    assert ("HuntCrossley" in [name for name, _ in identifiers()]) and any(
        "Hertz" in text for text, _ in texts()
    )
