"""The command ``plot-law``: draw a law, or what acts in a joint."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from ..._base.errors import InputError
from ..common import (
    Model,
    Positive,
    check_files,
    echo,
    laws_option,
    load_laws,
    picture_name,
    set_option,
)

if TYPE_CHECKING:
    from ...model import Mechanism


@click.command("plot-law")
@click.argument("name", metavar="LAW|MODEL")
@set_option
@laws_option
@click.option("--joint", metavar="NAME", help="Of a MODEL: draw what acts in this joint.")
@click.option(
    "--speed",
    "speeds",
    type=Positive("speed", "m/s"),
    multiple=True,
    help="Approach speed of a contact, repeatable, or speed of a journal in a film [m/s].",
)
@click.option("--mass", type=Positive("mass", "kg"), help="Mass that hits a contact [kg].")
@click.option("--normal-force", type=Positive("force", "N"), help="Normal force of a friction [N].")
@click.option("--spin", type=Positive("spin", "rad/s"), help="Angular speed in a film [rad/s].")
@click.option("--clearance", type=Positive("clearance", "m"), help="Clearance of a film [m].")
@click.option("--radius", type=Positive("radius", "m"), help="Radius of a film's bearing [m].")
@click.option("--length", type=Positive("length", "m"), help="Length of a film's bearing [m].")
@click.option(
    "--span",
    type=Positive("span", "m|rad|s|m/s"),
    help="How far to draw, in units of the horizontal axis.",
)
@click.option(
    "--out",
    metavar="FILE.png",
    help="Picture; by default called after the law, or the model and the joint.",
)
def plot_law(
    name: str,
    settings: tuple[str, ...],
    laws: tuple[str, ...],
    joint: str | None,
    speeds: tuple[float, ...],
    span: float | None,
    out: str | None,
    **how: Any,
) -> None:
    """Draw a LAW by itself (its parameters by --set stiffness=1e9), or what acts in a joint of a
    MODEL, gap included.
    """
    picture = (
        out
        if out is not None
        else f"{name}.png"
        if joint is None
        else f"{Model.stem_of(name)} {joint}.png"
    )
    picture = picture_name(picture)
    check_files([name, *laws], [("--out", picture)])
    if joint is None:
        load_laws(laws)
        lines = law_picture(name, settings, picture, span=span, speeds=speeds or None, **how)
    else:
        with Model(name, laws, settings).locating() as mechanism:
            lines = fit_picture(mechanism, joint, picture, span)
    for line in lines:
        echo(line)


def law_picture(name: str, settings: Iterable[str], picture: str, **how: Any) -> list[str]:
    """Draw a law by its name; return what to tell about it."""
    from ...model.describe import text_of
    from ...model.files import split_setting
    from ...model.library import NAMES
    from ...plotting.laws import plot_law, typical

    given: dict[str, Any] = {}
    for setting in settings:
        (key, *more), value = split_setting(setting)
        if more:
            raise InputError(
                "expected NAME=VALUE, a parameter of the law.", location=f"--set {setting}"
            )
        given[key] = value
    if name in NAMES or Path(name).suffix.lower() in (".yaml", ".yml"):
        raise InputError(f"'{name}' is a model; say whose fit to draw: --joint C.")
    law, assumed = typical(name, given)
    if law.family == "film" and how["speeds"]:  # one journal has one speed
        *more, how["speed"] = how.pop("speeds")
        if more:
            raise InputError("a film is drawn for one speed; give --speed once.")
    plot_law(law, Path(picture), **how)
    words = ", ".join(f"{key} {text_of(value)}" for key, value in assumed.items())
    return [*([f"assumed: {words}; --set gives others"] if assumed else []), f"wrote {picture}"]


def fit_picture(
    mechanism: Mechanism, joint: str, picture: str, amplitude: float | None
) -> list[str]:
    """Draw the characteristic of a joint's fit; return what to tell about it."""
    from ...plotting.laws import plot_fit

    plot_fit(mechanism, joint, Path(picture), amplitude=amplitude)
    return [f"wrote {picture}"]
