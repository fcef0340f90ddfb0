"""One picture for each page of the documentation, made from what the page speaks of: a function
named after the page returns it.
"""

import io
from collections.abc import Callable
from pathlib import Path

import drawn_pictures
import run_pictures
import table_pictures
from matplotlib.figure import Figure

PAGES: dict[str, Callable[[], Figure]] = {
    made.__name__.replace("_", "-"): made
    for group in (run_pictures, table_pictures, drawn_pictures)
    for made in group.PICTURES
}


def make(folder: Path, names: list[str]) -> list[Path]:
    """Draw the pictures of some pages, or of all, as small PNG files."""
    from PIL import Image

    made = []
    for name in names or PAGES:
        stream = io.BytesIO()
        drawn_pictures.sketches.save(PAGES[name](), stream)
        path = folder / f"{name}.png"
        Image.open(stream).convert("RGB").quantize(128).save(path, optimize=True)
        made.append(path)
    return made
