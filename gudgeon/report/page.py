"""The report: one HTML file that shows a run, or several, in any browser, without a network.

``write(result, "out.html")`` puts the numbers, the scene and the story of a run into the page that
``frontend/`` builds.
"""

from __future__ import annotations

import html
import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeAlias

from .._base.arguments import number, path_of, truth, whole_number
from .._base.atomic_write import write_text
from .._base.description import Quantity
from .._base.errors import InputError, brief, harmless
from .._base.file_formats import PAGES, check_ending
from ..model import Ideal

if TYPE_CHECKING:
    from ..results.result import Result
    from ..studies.comparison import Comparison
    from ..studies.linearize import Linearization
    from ..studies.predictability import Horizon

    Shown: TypeAlias = Result | Sequence[Result] | Mapping[str, Result] | Comparison

FORMAT = 1
PAGE = Path(__file__).with_name("page.html")
PACKED = PAGE.with_name("page.html.xz")  # in a wheel, instead of it
ROWS = 250_000  # rows of all runs in the page; of longer results those that matter are chosen
BUDGET = 11_000_000  # bytes of packed numbers in a page, as far as coarser quanta can keep to it
IDEAL_STEPS = 100_000  # of the run with ideal joints that a page may show beside
NOTEBOOK_ROWS, NOTEBOOK_HEIGHT = 4_000, 720


def write(
    results: Shown,
    path: str | Path,
    *,
    shapes: Mapping[str, Any] | None = None,
    rows: int | None = None,
    horizon: Horizon | float | None = None,
    command: str = "",
    ideal: bool = False,
    modes: Linearization | None = None,
) -> Path:
    """Write the page of a result, or of several to compare (a list, names with results, a
    comparison), and return its path.

    ``shapes`` gives bodies a shape of their own: a :class:`Mesh`, the name of an STL, OBJ or GLB
    file, or a solid. Results with more than ``rows`` rows, by default 250 000 shared by all of
    them, are shown by the rows that matter, peaks included. ``horizon`` [s] is until when the
    motion can be predicted, if that is known; it becomes one of the key figures. With ``ideal`` the
    mechanism is run once more with ideal joints, and plots show that run as a thin line. ``modes``
    are those of :func:`linearize`: one can be chosen, and moves in the scene.
    """
    path = path_of(path)
    check_ending(path, PAGES, "let the name end with .html")
    text = page(
        results,
        shapes=shapes,
        rows=rows,
        horizon=horizon,
        command=command,
        ideal=ideal,
        modes=modes,
    )
    write_text(path, text)
    return path


def page(
    results: Shown,
    *,
    shapes: Mapping[str, Any] | None = None,
    rows: int | None = None,
    horizon: Horizon | float | None = None,
    command: str = "",
    ideal: bool = False,
    modes: Linearization | None = None,
) -> str:
    """Return the page of one or several results as text."""
    from ..studies.comparison import Comparison
    from .comparison import comparison_data
    from .encoding import Blocks
    from .meshes import shapes_of
    from .run_data import run_of

    horizon, command = _checked(rows, horizon, command)
    shows_ideal = truth(ideal, "ideal")
    comparison = results if isinstance(results, Comparison) else None
    named = _named(comparison.results if comparison is not None else results)
    blocks, alone = Blocks(), len(named) == 1 and comparison is None
    drawn = shapes_of(
        {} if shapes is None else shapes, next(iter(named.values())).mechanism, blocks
    )
    options: dict[str, Any] = {
        "rows": rows or ROWS // len(named),
        "budget": BUDGET / len(named),
        "shapes": drawn,
        "horizon": horizon,
        "command": command if alone else "",
        "ideal": _ideal(next(iter(named.values()))) if alone and shows_ideal else None,
    }
    runs = [run_of(result, name, blocks, **options) for name, result in named.items()]
    if modes is not None:
        runs[0]["modes"] = _modes(modes, next(iter(named.values())))
    title = runs[0]["story"]["title"] + (f", {len(runs)} runs" if len(runs) > 1 else "")
    return _fill(
        title,
        {
            "format": FORMAT,
            "title": title,
            "runs": runs,
            "several": comparison_data(runs, comparison, command),
        },
        blocks.texts,
    )


def _modes(given: Any, result: Result) -> dict[str, Any]:
    """Return the modes for the page, or raise InputError if they are not those of its bodies."""
    from ..studies.linearize import Linearization
    from .modes import modes_of

    if not isinstance(given, Linearization):
        raise InputError(f"expected modes of linearize(mechanism), got {brief(given)}.", ("modes",))
    if [body.name for body in given.mechanism.bodies] != list(result.layout.labels["body"]):
        raise InputError("these modes are of a mechanism with other bodies.", ("modes",))
    return modes_of(given)


def _ideal(result: Result) -> Result | None:
    """Return the same mechanism run with ideal joints for the same time; None where nothing would
    differ, or where it cannot be run so.
    """
    from ..simulation.simulate import simulate

    mechanism = result.mechanism
    if mechanism is None or result.rows < 2:
        return None
    loose = [joint.name for joint in mechanism.joints if joint.fit.elements()]
    if not loose:
        return None
    for name in loose:
        mechanism = mechanism.with_fit(name, Ideal())
    try:
        run = simulate(mechanism, result.end, output="grid", max_steps=IDEAL_STEPS, strict=False)
    except InputError:
        return None
    return None if run.status.failed or run.rows < 2 else run


def notebook_frame(result: Result) -> str:
    """Return the page as a frame inside a notebook, with few rows so that the notebook stays
    small.
    """
    inner = html.escape(page(result, rows=NOTEBOOK_ROWS), quote=True)
    style = f"width:100%;height:{NOTEBOOK_HEIGHT}px;border:0"
    return (
        f'<iframe sandbox="allow-scripts allow-downloads" style="{style}" '
        f'srcdoc="{inner}"></iframe>'
    )


def _checked(rows: Any, horizon: Any, command: Any) -> tuple[Any, str]:
    """Return horizon and command; refuse options that are not what they should be, before
    anything is collected.
    """
    from ..studies.predictability import Horizon

    if rows is not None:
        whole_number(rows, "rows", least=1)
    if horizon is not None and not isinstance(horizon, Horizon):
        horizon = number(horizon, "horizon", Quantity("s", bounds=((">=", 0.0),)))
    if not isinstance(command, str):
        raise InputError(
            f"expected the command line that made the run, a text, got {brief(command)}.",
            ("command",),
        )
    return horizon, harmless(command)


def _named(results: Any) -> dict[str, Result]:
    from ..results.result import Result

    if isinstance(results, Mapping):
        named = {str(name): result for name, result in results.items()}
    elif isinstance(results, Sequence):
        named = {f"run {k}": result for k, result in enumerate(results, start=1)}
    else:
        named = {"run": results}
    if not named:
        raise InputError("a report needs at least one result.")
    for given in named.values():
        if not isinstance(given, Result):
            raise InputError(
                f"expected results, got {brief(given)}; load a file with gudgeon.load.",
                ("results",),
            )
    return named


def empty() -> str:
    """Return the page without data, as ``frontend/`` builds it; a wheel has it packed."""
    if PAGE.is_file():
        return PAGE.read_text(encoding="utf-8")
    import lzma

    return lzma.decompress(PACKED.read_bytes()).decode()


def _fill(title: str, data: dict[str, Any], blocks: list[str]) -> str:
    """Put data into the page. Text in it can neither end its element nor become markup."""
    shell, _, rest = empty().partition("<!--data-->")
    shell = shell.replace("<!--title-->", html.escape(title), 1)
    packed = "\n".join(
        f'<script type="text/plain" data-block="{k}">{text}</script>'
        for k, text in enumerate(blocks)
    )
    return (
        f'{shell}<script type="application/json" id="data">{_json(data)}</script>\n{packed}{rest}'
    )


def _json(data: Any) -> str:
    text = json.dumps(data, ensure_ascii=False, allow_nan=False, separators=(",", ":"))
    for sign in "<>&\u2028\u2029":
        text = text.replace(sign, f"\\u{ord(sign):04x}")
    return text
