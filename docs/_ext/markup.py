"""Small pieces of Markdown for the generated pages."""

import dataclasses
import inspect
import re
from collections.abc import Iterable, Sequence

from gudgeon.model.files import yaml

SIGN = re.compile(r"([*|<>$])")
# v_1, but not bearing_radius
LETTER_WITH_INDEX = re.compile(r"(?<![\w`])([^\W\d_])_([A-Za-z0-9]{1,3})(?!\w)")
ROLE = re.compile(r":\w+:`~?([^`]+)`")
LETTERS = {
    "delta": "δ", "mu": "μ", "sigma": "σ", "omega": "ω", "xi": "ξ", "eta": "η", "phi": "φ", "eps": "ε", "star": "*",
}  # fmt: skip


def prose(text: str) -> str:
    """Return a docstring as Markdown: literals and roles of reStructuredText become code,
    paragraphs stay; code blocks are fenced.
    """
    text = ROLE.sub(r"``\1``", text)
    paragraphs, found, code = inspect.cleandoc(text).split("\n\n"), [], False
    for paragraph in paragraphs:
        if paragraph.strip() == "::":
            code = True
            found.append("```text")
        elif code and paragraph.startswith(" "):
            found.append(inspect.cleandoc(paragraph))
        else:
            if code:
                found.append("```")
                code = False
            found.append(escaped(paragraph))
    return "\n\n".join([*found, *(["```"] if code else [])])


def escaped(text: str) -> str:
    """Return text in which only literals are marked up: signs with a meaning in Markdown stand
    for themselves.
    """
    parts = re.split(r"(``[^`]+``|(?<!\w)\*\w[\w -]*\*(?!\w))", " ".join(text.split()))
    return "".join(
        part.replace("``", "`")
        if k % 2
        else LETTER_WITH_INDEX.sub(r"\1{sub}`\2`", SIGN.sub(r"\\\1", part))
        for k, part in enumerate(parts)
    )


def table(heads: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """Return a table; cells are Markdown."""
    lines = [heads, ["---"] * len(heads), *rows]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)


def formula(text: str) -> str:
    """Return an equation of a docstring as a line of its own, with its indices set as such."""
    return f":::{{container}} equation\n{indexed(text)}\n:::"


def indexed(text: str) -> str:
    """Return a text in which F_N is an F with an index, and ^n a power."""
    text = re.sub(r"([*|<>$\[\]])", r"\\\1", text)
    text = re.sub(r"(?<=[^\W\d_])_([A-Za-z0-9]+|m\b)", r"{sub}`\1`", text)
    return re.sub(r"\^(−?[0-9.]+)", r"{sup}`\1`", text)


def symbol(text: str) -> str:
    """Return the letter of a parameter as it stands in an equation: sigma_0 is σ with an index."""
    head, _, tail = text.partition("_")
    return indexed(
        LETTERS.get(head, head) + (f"_{LETTERS.get(tail, tail)}" if tail else "")
    ).replace("E{sub}`*`", "E\\*")


def unit(text: str) -> str:
    """Return a unit as it is printed: N m/rad instead of N*m/rad."""
    pretty = text.replace("*", " ").replace("^2", "²").replace("^3", "³")
    return re.sub(
        r"\^(\w+)",
        r"{sup}`\1`",
        "–"
        if pretty == "1"
        else pretty.replace(" or ", "  ").replace(" ", "\u00a0").replace("\u00a0\u00a0", " or "),
    )


def bounds(text: str) -> str:
    """Return bounds as they are printed: ≥ 0 instead of >= 0."""
    return text.replace(">=", "≥").replace("<=", "≤").replace(">", "\\>").replace("<", "\\<")


def number(value: object) -> str:
    """Return a value as it is typed in Python, short where that is the same number: 1e10."""
    if isinstance(value, tuple):
        return f"({', '.join(map(number, value))}{',' if len(value) == 1 else ''})"
    if dataclasses.is_dataclass(value) and not isinstance(value, type):
        given = [
            (field.name, getattr(value, field.name))
            for field in dataclasses.fields(value)
            if getattr(value, field.name) != field.default
        ]
        told = ", ".join(f"{name}={number(part)}" for name, part in given)
        return f"gd.{type(value).__name__}({told})"
    short = f"{value:g}".replace("e+", "e") if isinstance(value, float) else ""
    return short if short and float(short) == value else repr(value)


def rounded(tree: object) -> object:
    """Return a tree of a file with its numbers rounded to six digits, to be read by people."""
    if isinstance(tree, dict):
        return {key: rounded(value) for key, value in tree.items()}
    if isinstance(tree, list):
        return [rounded(value) for value in tree]
    return float(f"{tree:.6g}") if isinstance(tree, float) else tree


def in_file(tree: object) -> str:
    """Return a tree as it stands in a model file, with short numbers."""
    text = yaml.dump(rounded(tree))
    return re.sub(r"(?<![\w.])-?\d{5,}\.0\b", lambda found: number(float(found[0])), text)


def fence(language: str, text: str) -> str:
    """Return a block of code."""
    return f"```{language}\n{text.rstrip()}\n```"
