"""The command ``resume``: continue a run."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from ..common import (
    SECONDS,
    check_parent,
    laws_option,
    load_laws,
    quiet_option,
    speaker,
    stop_when_option,
)
from .run import end_run

if TYPE_CHECKING:
    from ...simulation.settings import Crossing


@click.command()
@click.argument("result")
@laws_option
@click.option(
    "--duration",
    type=SECONDS,
    help="Until when, from the beginning of the run; by default its end [s].",
)
@stop_when_option
@click.option("--out", metavar="FILE.h5", help="Result file; by default RESULT itself.")
@click.option(
    "--max-steps",
    type=click.IntRange(min=1),
    help="End the run after so many steps in all, rejected ones included.",
)
@click.option(
    "--max-wall-time", type=SECONDS, help="End it after so many more seconds of work [s]."
)
@quiet_option
def resume(
    result: str,
    laws: tuple[str, ...],
    duration: float | None,
    stop_when: tuple[Crossing, ...],
    out: str | None,
    max_steps: int | None,
    max_wall_time: float | None,
    quiet: bool,
) -> None:
    """Go on with the run in RESULT: an interrupted one to its end, a complete one to a longer
    duration, to the last bit as if it had not been cut.
    """
    from ...results.status import Status
    from ...results.summary import of_result
    from ...simulation.progress import ProgressBar
    from ...simulation.resume import draft_of
    from ...simulation.resume import resume as go_on

    path = Path(result if out is None else out)
    check_parent(str(path))
    load_laws(laws)
    say = speaker(quiet)
    with ProgressBar() as bar:
        found = go_on(
            result,
            duration,
            stop_when=stop_when,
            out=out,
            max_steps=max_steps,
            max_wall_time=max_wall_time,
            progress=False if quiet else bar,
            strict=False,
        )
    say(of_result(found))
    if out is None and found.status is Status.OUTPUT_FAILED:
        say(f"  {path} is as it was")
        path = draft_of(path)
    say(f"  {'result':<22}{path}")
    end_run(found, path)
