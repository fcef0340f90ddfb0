"""The gallery: the figures and the claims of five papers, made again and judged.

``paper(key)`` returns a :class:`Paper` of what to show, ``make`` simulates it, ``write`` puts
pictures, data and claims into a folder.
"""

from __future__ import annotations

from importlib import import_module

from gudgeon._base.errors import InputError, suggestion

from .description import Claim, Evidence, Figure, Paper, Run, Verdict
from .pages import write
from .runs import make

__all__ = [
    "KEYS",
    "Claim",
    "Evidence",
    "Figure",
    "Paper",
    "Run",
    "Verdict",
    "make",
    "paper",
    "write",
]

KEYS = ("ambrosio-pombo", "flores2004", "marques2017", "marques3d", "marques-friction")
"""The papers, in the order of their numbers in this project."""


def paper(key: str) -> Paper:
    """Return a paper of the gallery."""
    if key not in KEYS:
        raise InputError(f"there is no paper '{key}' in the gallery.{suggestion(key, KEYS)}")
    return import_module(f".{key.replace('-', '_')}", __name__).PAPER
