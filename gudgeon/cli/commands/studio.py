"""The command ``studio``: change a model in the browser and see what it does."""

from typing import TYPE_CHECKING

import click

from ..common import SECONDS, Model, echo, model_options

if TYPE_CHECKING:
    from ...model import Mechanism


@click.command()
@model_options
@click.option("--duration", type=SECONDS, help="How long each run lasts.")
@click.option("--no-open", is_flag=True, help="Do not open a browser.")
def studio(
    model: str,
    settings: tuple[str, ...],
    laws: tuple[str, ...],
    duration: float | None,
    no_open: bool,
) -> None:
    """Show MODEL in the browser with sliders for clearance, friction, restitution and speed, and a
    choice of fits; each change runs it again. It ends by itself when the page is closed.
    """
    from ...model.library import NAMES, fits
    from ...report.server import open_page
    from ...report.studio import Studio, StudioServer

    def make(more: tuple[str, ...]) -> "Mechanism":
        return Model(model, laws, (*settings, *more)).mechanism

    described = make(())
    library = model in NAMES and not Model.is_file(model)
    named = fits(model) if library else {}
    choices = {joint: ["", "ideal", *known] for joint, known in named.items()}
    if not library:
        loose = [joint.name for joint in described.joints if joint.fit.elements()]
        choices = {joint: ["", "ideal"] for joint in loose}
    with StudioServer(Studio(make, choices, duration)) as server:
        echo(f"{described.name}: {server.address} until the page is closed, or Ctrl-C")
        if not no_open:
            open_page(server.address, echo)
        try:
            server.serve()
        except KeyboardInterrupt:
            echo("stopped")
