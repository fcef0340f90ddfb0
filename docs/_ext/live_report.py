"""The page of a run beside the built site, which the home page shows in a frame: it plays there."""

from pathlib import Path

from sphinx.application import Sphinx

import gudgeon as gd
from gudgeon.report.page import write

NAME = "live.html"


def make(app: Sphinx, failure: Exception | None) -> None:
    """Run the slider-crank of the README for 30 ms and write its page into the site."""
    if failure is None and app.builder.name == "html":
        run = gd.simulate(gd.library("planar-slider-crank", C="clearance"), 0.03)
        write(run, Path(app.outdir) / NAME)


def setup(app: Sphinx) -> dict[str, bool]:
    app.connect("build-finished", make)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
