"""The command ``compare``: run a model with several fits of a joint."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from ..._base.errors import InputError, brief
from ..common import (
    FAILED,
    INTERRUPTED,
    WRONG_INPUT,
    Model,
    announce_compiling,
    check_files,
    check_parent,
    end_with,
    given_command,
    model_options,
    quiet_option,
    simulation_options,
    speaker,
    workers_option,
)

if TYPE_CHECKING:
    from ...model import Mechanism
    from ...studies.comparison import Comparison


Make = Callable[[Sequence[str]], "Mechanism"]  # from settings, as of --set, to a mechanism


@click.command()
@model_options
@click.option(
    "--joint",
    metavar="NAME",
    help="Whose fits to compare; may be left out where only one joint has several.",
)
@click.option(
    "--fits",
    metavar="NAME,NAME,...",
    help="Which of its fits, by name; by default all for which there are data.",
)
@click.option(
    "--case",
    "pairs",
    nargs=2,
    multiple=True,
    metavar="LABEL PATH=VALUE",
    help="A variant of your own; the same label again adds to it.",
)
@click.option("--cases", metavar="FILE.yaml", help="Variants in a file, as 'label: {path: value}'.")
@click.option(
    "--reference",
    metavar="LABEL",
    help="The run to which motions are compared; by default the ideal one.",
)
@click.option(
    "--channel",
    "channels",
    multiple=True,
    metavar="NAME",
    help="What to compare besides positions, such as A.angle; repeatable.",
)
@simulation_options
@click.option(
    "--out",
    metavar="FOLDER",
    help="Write the picture and a result file of each run into this folder.",
)
@click.option(
    "--report",
    metavar="FILE.html",
    help="Write a page that shows all runs in any browser, over each other and side by side.",
)
@workers_option
@quiet_option
def compare(
    model: str,
    settings: tuple[str, ...],
    laws: tuple[str, ...],
    joint: str | None,
    fits: str | None,
    pairs: tuple[tuple[str, str], ...],
    cases: str | None,
    report: str | None,
    quiet: bool,
    simulation: dict[str, Any],
    **how: Any,
) -> None:
    """Run MODEL with several fits of a joint and show what changes: a table, and a picture with
    all motions, forces and losses.
    """
    out = how["out"]
    picture = Path(out, "comparison.png") if out else Path(f"{Model.stem_of(model)}-comparison.png")
    reads = [model, *laws, *([cases] if cases is not None else [])]
    writes = [("--report", report), *([("the picture", str(picture))] if out is None else [])]
    check_files(reads, writes, ("--out", out, (".h5", ".png")))
    described = Model(model, laws, settings)
    if report is not None:
        check_parent(report)
    say = speaker(quiet)
    announce_compiling(
        quiet, simulation["method"], described.mechanism, simulation.get("coordinates")
    )
    with described.locating() as mechanism:
        comparison = run_comparison(
            lambda more: Model(model, (), (*settings, *more)).mechanism if more else mechanism,
            joint, fits, settings_of_cases(pairs, cases), progress=not quiet, **how, **simulation,
        )  # fmt: skip
    say(repr(comparison))
    for path in write_comparison(comparison, picture, report):
        say(f"wrote {path}")
    if comparison.interrupted:
        end_with("interrupted; what had ended is kept.", INTERRUPTED)
    if comparison.unwritten:
        first = comparison.unwritten[0]
        end_with(
            f"Error: the result of '{first}' could not be written: {comparison.failed[first]}",
            WRONG_INPUT,
        )
    if set(comparison.failed) == set(comparison.labels):
        end_with("Error: all runs failed.", FAILED)


def settings_of_cases(pairs: Iterable[tuple[str, str]], file: str | None) -> dict[str, list[str]]:
    """Return the settings of every case, by label: of the command line, and of a YAML file
    ``label: {path: value}``.
    """
    found: dict[str, list[str]] = {}
    for label, cases in (_read(file) if file is not None else {}).items():
        if not isinstance(cases, dict) or not cases:
            raise InputError(
                f"expected a mapping such as {{joints.C.fit: ideal}}, got {brief(cases)}.",
                (str(label),),
                location=str(file),
            )
        found[str(label)] = [
            f"{path}={json.dumps(value, default=str)}" for path, value in cases.items()
        ]
    for label, setting in pairs:
        found.setdefault(label, []).append(setting)
    return found


def _read(file: str) -> dict[str, Any]:
    from ...model.files import yaml

    cases, _ = yaml.parse(yaml.read_text(file), file)
    if not isinstance(cases, dict):
        raise InputError(
            "expected a mapping from labels to settings, such as 'worn: "
            "{joints.C.radial_clearance: 1 mm}'.",
            location=file,
        )
    return cases


def run_comparison(
    make: Make, joint: str | None, fits: str | None, cases: dict[str, list[str]], **options: Any
) -> Comparison:
    """Compare the fits of a joint, and cases that are settings of the model."""
    from ...studies.compare import DESCRIBED, compare, known_fits

    mechanism = make(())
    names = [name.strip() for name in fits.split(",")] if fits else None
    if not cases:
        return compare(mechanism, joint, names, **options)
    if joint is None and names is None:
        variants: dict[str, Any] = {DESCRIBED: mechanism}
    else:
        if joint is None:
            raise InputError("say which joint has these fits: --joint C.")
        variants = {name: name for name in names or known_fits(mechanism, joint)}
    for label, settings in cases.items():
        if label in variants:
            raise InputError(
                f"two variants are called '{label}'; choose another label.",
                location=f"--case {label}",
            )
        variants[label] = make(settings)
    return compare(mechanism, joint, variants, **options)


def write_comparison(comparison: Comparison, picture: Path, page: str | None) -> list[Path]:
    """Draw the comparison if there is something to draw, and write its page if one is wanted;
    return what was written.
    """
    if not any(result.rows for result in comparison.results.values()):
        return []
    comparison.plot(picture)
    return [
        picture,
        *([comparison.report(page, command=given_command())] if page is not None else []),
    ]
