"""The command ``export-fmu``: a model as a co-simulation unit."""

import click

from ..common import METHODS, SECONDS, SHARE, Model, check_files, echo, model_options


@click.command()
@model_options
@click.option("--out", metavar="FILE.fmu", help="By default the model's name with .fmu.")
@click.option(
    "--output",
    "outputs",
    multiple=True,
    metavar="CHANNEL",
    help="Channel that can be read; by default of joints and positions; repeatable.",
)
@click.option(
    "--parameter",
    "parameters",
    multiple=True,
    metavar="PATH",
    help="Number that can be set before the start; by default masses, clearances, stiffness and "
    "damping; repeatable.",
)
@click.option(
    "--step",
    type=SECONDS,
    default=1e-3,
    show_default=True,
    help="Communication step that it suggests [s].",
)
@click.option(
    "--rtol",
    type=SHARE,
    default=1e-8,
    show_default=True,
    help="Relative tolerance of the integration.",
)
@click.option(
    "--method",
    type=click.Choice(["auto", *METHODS]),
    default="auto",
    show_default=True,
    help="Integrator.",
)
def export_fmu(
    model: str,
    settings: tuple[str, ...],
    laws: tuple[str, ...],
    out: str | None,
    outputs: tuple[str, ...],
    parameters: tuple[str, ...],
    step: float,
    rtol: float,
    method: str,
) -> None:
    """Write MODEL as a co-simulation unit of FMI 2.0: other programs step it, set its inputs and read
    its outputs.
    """
    from ... import __version__
    from ...simulation.coupling.fmu import NEEDS
    from ...simulation.coupling.fmu import export_fmu as write

    described = Model(model, laws, settings)
    name = out if out is not None else f"{described.stem}.fmu"
    check_files([model, *laws], [("--out", name)])
    with described.locating() as mechanism:
        names = write(
            mechanism,
            name,
            outputs=outputs,
            parameters=parameters,
            step=step,
            rtol=rtol,
            method=method,
            laws=laws,
        )
    echo(f"wrote {name}: {len(names)} variables, {len(mechanism.inputs)} of them inputs")
    echo(NEEDS.format(version=__version__))
