"""What commands for studies write besides what they print: a table, a picture, a page."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import click

from .common import check_files, check_parent, picture_name

plot_option = click.option("--plot", metavar="FILE.png", help="Draw the first measure asked for.")
report_option = click.option(
    "--report", metavar="FILE.html", help="Write a page with all runs as linked pictures."
)


class StudyFiles(NamedTuple):
    """The files that were asked for; their places are there, and they are different."""

    plot: str | None
    report: str | None
    csv: str | None = None

    def write(self, study: Any, measures: Sequence[str], say: Callable[[str], None]) -> None:
        """Write them, and say so; the picture is that of the first measure."""
        if self.csv is not None:
            say(f"wrote {study.to_csv(self.csv)}")
        if self.plot is not None:
            study.plot(measures[0], Path(self.plot))
            say(f"wrote {self.plot}")
        if self.report is not None:
            say(f"wrote {study.report(self.report)}")


def study_files(
    out: str | None, plot: str | None, report: str | None, csv: str | None = None
) -> StudyFiles:
    """Return the files to write, or say what is wrong with one, before anything runs."""
    plot = None if plot is None else picture_name(plot)
    files = [("--csv", csv), ("--plot", plot), ("--report", report)]
    check_files([], files, ("--out", out, (".json",)))
    for _, path in files:
        if path is not None:
            check_parent(path)
    return StudyFiles(plot, report, csv)
