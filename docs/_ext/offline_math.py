r"""Formulas as MathML, which browsers show by themselves: the built pages need no network and no
script for them.

The converter of docutils wants the arguments of ``\tfrac12`` in braces, does not nest
``\boldsymbol``, and browsers without a font for mathematics put dots into their letters: vectors
and rates go through it as single strange letters and become bold and dotted afterwards.
"""

import re

from docutils import nodes
from docutils.utils.math import MathError, latex2mathml
from sphinx.application import Sphinx
from sphinx.util import logging

logger = logging.getLogger(__name__)
FRACTION = re.compile(r"\\tfrac\s*(\w)(\w)")
LETTER = r"\\[A-Za-z]+|\w"
VECTOR = rf"\\boldsymbol\s*(?:\{{(?P<v1>{LETTER})\}}|(?P<v2>{LETTER}))"
MARKED = re.compile(
    rf"\\(?P<dots>d?dot)\s*(?:\{{{VECTOR}\}}|\{{?(?P<plain>{LETTER})\}}?)|{VECTOR.replace('v1', 'v3').replace('v2', 'v4')}"
)
GREEK = {
    "alpha": "α", "beta": "β", "gamma": "γ", "delta": "δ", "lambda": "λ", "nu": "ν", "omega": "ω", "Phi": "Φ", "sigma": "σ",
}  # fmt: skip
DOTS = {"dot": "\u0307", "ddot": "\u0308"}  # combining
STRANGE = 0x4E00  # letters that no formula has


SLANTED = (  # first of a run of letters; where its italic and its bold italic form begin
    ("A", "Z", 0x1D434, 0x1D468),
    ("a", "z", 0x1D44E, 0x1D482),
    ("Α", "Ω", 0x1D6E2, 0x1D71C),
    ("α", "ω", 0x1D6FC, 0x1D736),
)


def slanted(letter: str, bold: bool) -> str:
    """Return a letter as mathematics sets it, italic or bold and italic; others as they are."""
    if letter == "h" and not bold:
        return "\u210e"  # Planck's constant had the place of the italic h
    for first, last, italic, both in SLANTED:
        if first <= letter <= last:
            return chr((both if bold else italic) + ord(letter) - ord(first))
    return letter


def converted(text: str, node: nodes.Node, as_block: bool) -> str:
    """Return a formula as MathML; what cannot be converted is a warning, and so an error of the
    build.
    """
    letters: list[str] = []

    def hide(found: re.Match) -> str:
        vector = found["v1"] or found["v2"] or found["v3"] or found["v4"]
        letter = vector or found["plain"]
        letter = GREEK[letter[1:]] if letter.startswith("\\") else letter
        kind = "vector" if vector else "scalar"
        styled = slanted(letter, bold=bool(vector))
        letters.append(f'<mi class="{kind}">{styled}{DOTS.get(found["dots"], "")}</mi>')
        return chr(STRANGE + len(letters) - 1)

    try:
        mathml = latex2mathml.tex2mathml(
            MARKED.sub(hide, FRACTION.sub(r"\\tfrac{\1}{\2}", text)), as_block=as_block
        )
    except (MathError, SyntaxError, KeyError) as error:
        logger.warning("formula: %s", error, location=node)
        return ""
    for k, letter in enumerate(letters):
        mathml = re.sub(rf"<(\w+)[^>]*>{chr(STRANGE + k)}</\1>", letter, mathml)
    return mathml


def inline(writer, node: nodes.math) -> None:
    writer.body.append(converted(node.astext(), node, False))
    raise nodes.SkipNode


def block(writer, node: nodes.math_block) -> None:
    writer.body.append(f'<div class="formula">{converted(node.astext(), node, True)}</div>')
    raise nodes.SkipNode


def setup(app: Sphinx) -> dict[str, bool]:
    app.add_html_math_renderer("mathml", (inline, None), (block, None))
    return {"parallel_read_safe": True, "parallel_write_safe": True}
