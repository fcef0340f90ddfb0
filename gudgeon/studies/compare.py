"""One mechanism, every fit: run it with each, side by side."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, Unpack

from .._base.arguments import among, listed, make_folder
from .._base.errors import InputError, brief, suggestion
from ..model import Fit, Ideal, Mechanism
from ..model.changes import mechanism_of, origin_of
from ..model.library import fits as named_fits
from ..model.library import refitted
from ..results.result import Result
from ..simulation.progress import Progress
from ..simulation.simulate import simulate
from .arguments import compile_variant, empty_result
from .comparison import INTERRUPTED, Comparison
from .parallel import Task, run_all, worker_count

if TYPE_CHECKING:
    from .options import RunOptions

IDEAL, DESCRIBED = "ideal", "as-described"

Choice = str | Fit | Mechanism | Mapping[str, str | Fit]  # what a label stands for
ResultOrError = Result | InputError | str  # of a run; a sentence if it was interrupted


def compare(
    mechanism: Mechanism | str,
    joint: str | None = None,
    fits: Iterable[str] | Mapping[str, Choice] | None = None,
    *,
    reference: str | None = None,
    channels: str | Sequence[str] = (),
    out: str | Path | None = None,
    workers: int | None = None,
    progress: Any = None,
    **options: Unpack[RunOptions],
) -> Comparison:
    """Run a mechanism with several fits and return what differs, as a :class:`Comparison`.

    ``mechanism`` is one of yours or of the library, or a name in the library. Without ``fits`` the
    ``joint`` has every fit for which there are data: ideal, as described, and those that the
    library knows by name. ``fits`` chooses from these, or gives others by label: ``{"soft":
    Bushing(...)}``, for several joints ``{"both": {"B": "clearance", "C": Ideal()}}``, or whole
    mechanisms. Motion is compared with that of the label ``reference``, by default the one whose
    joints are ideal, else the first; ``channels`` such as ``"A.angle"`` are compared too. Each run
    is streamed to a file of its own in the folder ``out``. ``workers`` runs are made at the same time,
    by default as many as there are processors. All other options are those of :func:`simulate`. A
    run that fails does not end the others, and Ctrl-C keeps those that are complete.
    """
    worker_count(workers)
    made = _variants(mechanism_of(mechanism), joint, fits)
    described = {
        label: mechanism for label, mechanism in made.items() if isinstance(mechanism, Mechanism)
    }
    channels = tuple(listed(channels, "channels", "names of channels such as 'A.angle'"))
    reference = _reference(reference, made, described)
    outcomes: dict[str, Any] = {
        label: _checked(mechanism, options.get("method", "auto"))
        for label, mechanism in made.items()
    }
    _check_channels(channels, outcomes.values())
    ready = {
        label: mechanism
        for label, mechanism in described.items()
        if isinstance(outcomes[label], Result)
    }
    outcomes |= _run(ready, options, out, workers, progress)
    # what is wrong is not wrong with a single fit
    if all(isinstance(outcome, InputError) for outcome in outcomes.values()):
        raise next(iter(outcomes.values()))
    return Comparison(
        outcomes, reference=reference, joints=_differing(described, joint), channels=channels
    )


# -- which variants --------------------------------------------------------------------------------


def known_fits(mechanism: Mechanism, joint: str) -> dict[str, Mechanism | InputError]:
    """Return the mechanism with every fit of a joint for which there are data, by label; an
    error where the data do not fit it.
    """
    mechanism.joint(joint)
    name = origin_of(mechanism)
    found: dict[str, Mechanism | InputError] = {IDEAL: mechanism.with_fit(joint, Ideal())}
    named = {
        label: _made(refitted, str(name), mechanism, {joint: label})
        for label in (named_fits(name).get(joint, {}) if name else ())
    }
    if mechanism not in (*found.values(), *named.values()):
        found[DESCRIBED] = mechanism
    return found | {
        label: variant for label, variant in named.items() if variant not in found.values()
    }


def _variants(
    mechanism: Mechanism, joint: str | None, fits: Any
) -> dict[str, Mechanism | InputError]:
    """Return, by label, the mechanisms to run, or what is wrong with them."""
    if isinstance(fits, Mapping):
        made = {
            str(label): _made(_chosen, mechanism, joint, choice) for label, choice in fits.items()
        }
    else:
        joint = _default_joint(mechanism) if joint is None else joint
        made = known_fits(mechanism, joint)
        if fits is not None:
            made = {
                label: made[_known(label, made, joint)]
                for label in listed(fits, "fits", "names of fits, or fits by label")
            }
        if fits is None and len(made) < 2:
            raise InputError(
                f"there is nothing to compare: of joint '{joint}' only one fit is known. Give "
                "others by label: "
                "fits={'ideal': Ideal(), 'worn': Clearance(...)}.",
                ("fits",),
            )
    if not made:
        raise InputError("give at least one fit.", ("fits",))
    for label in made:
        if not label.strip() or not label.isprintable() or len(label) > 100:
            raise InputError(f"a label must be a short text, got {label!r}.", ("fits",))
    return made


def _made(make: Callable[..., Mechanism], *arguments: Any) -> Mechanism | InputError:
    """Return what a function makes, or what is wrong with its arguments; names that are not
    known are wrong at once.
    """
    try:
        return make(*arguments)
    except UnknownFitError:
        raise
    except InputError as error:
        return error


class UnknownFitError(InputError):
    """A fit, or a joint, was asked for by a name that is not known."""


def _chosen(mechanism: Mechanism, joint: str | None, choice: Any) -> Mechanism:
    """Return the mechanism that a user means by what stands behind a label."""
    if isinstance(choice, Mechanism):
        return choice
    if isinstance(choice, Mapping):
        for name, fit in choice.items():
            mechanism = _chosen(mechanism, name, fit)
        return mechanism
    if joint is None:
        raise UnknownFitError(
            "say which joint has this fit: joint='C', or fits={'label': {'C': ...}}.", ("joint",)
        )
    if isinstance(choice, Fit):
        return mechanism.with_fit(_joint(mechanism, joint), choice)
    known = known_fits(mechanism, _joint(mechanism, joint))
    found = known[_known(choice, known, joint)]
    if isinstance(found, InputError):
        raise found
    return found


def _joint(mechanism: Mechanism, joint: str) -> str:
    names = [known.name for known in mechanism.joints]
    if not among(joint, names):
        raise UnknownFitError(
            f"there is no joint {brief(joint)}.{suggestion(joint, names)}", ("joint",)
        )
    return joint


def _known(label: Any, known: Mapping[str, Any], joint: str) -> str:
    if not among(label, known):
        raise UnknownFitError(
            f"joint '{joint}' has no fit {brief(label)} that is known by "
            f"name.{suggestion(label, known)}",
            ("fits",),
        )
    return str(label)


def _default_joint(mechanism: Mechanism) -> str:
    """Return the only joint that has several fits."""
    several = [
        joint.name for joint in mechanism.joints if len(known_fits(mechanism, joint.name)) > 1
    ]
    if len(several) == 1:
        return several[0]
    if not several:
        raise InputError(
            "no joint has several fits to compare; give them by label: fits={'worn': {'C': "
            "Clearance(...)}}.",
            ("fits",),
        )
    raise InputError(
        f"say which joint to compare; {', '.join(map(repr, several))} have several fits.",
        ("joint",),
    )


def _reference(wanted: str | None, labels: Iterable[str], variants: Mapping[str, Mechanism]) -> str:
    """Return the label whose motion is that to compare with."""
    labels = list(labels)
    if wanted is not None and not among(wanted, labels):
        raise InputError(
            f"there is no run {brief(wanted)} to compare with.{suggestion(wanted, labels)}",
            ("reference",),
        )
    differing = _differing(variants)
    ideal = [
        label
        for label, variant in variants.items()
        if all(variant.joint(name).fit.ideal for name in differing)
    ]
    return wanted or (ideal if differing and ideal else labels)[0]


def _differing(variants: Mapping[str, Mechanism], joint: str | None = None) -> tuple[str, ...]:
    """Return the joints that are not the same in all variants; else the one that was named."""
    if not variants:
        return ()
    first, *others = variants.values()
    named = {joint.name: joint for joint in first.joints}
    found = [
        name
        for name, variant in named.items()
        if any(variant not in other.joints for other in others)
    ]
    return tuple(found) or ((joint,) if joint in named else ())


# -- running ---------------------------------------------------------------------------------------


def _checked(variant: Mechanism | InputError, method: Any) -> Result | InputError:
    """Return the result that the run of a variant will fill, or what is wrong with it."""
    if isinstance(variant, InputError):
        return variant
    try:
        compile_variant(method, variant)
        return empty_result(variant)
    except InputError as error:
        return error


def _check_channels(channels: Sequence[str], empty: Iterable[Result | InputError]) -> None:
    """Reject a channel that none of the results will have."""
    results = [label for label in empty if isinstance(label, Result)]
    for name in channels:
        missing = [
            error for error in (_missing(result, name) for result in results) if error is not None
        ]
        if results and len(missing) == len(results):
            raise missing[0]


def _missing(result: Result, channel: str) -> InputError | None:
    try:
        result.channel(channel)
    except InputError as error:
        return error
    return None


def _run(
    variants: Mapping[str, Mechanism],
    options: Mapping[str, Any],
    out: Any,
    workers: Any,
    progress: Any,
) -> dict[str, ResultOrError]:
    """Return what became of every run, by label; Ctrl-C ends those that have not ended."""
    folder = None if out is None else make_folder(out, "out")
    tasks = [_task(label, mechanism, options, folder) for label, mechanism in variants.items()]
    outcomes = run_all(tasks, workers, progress)
    return {
        label: outcome or INTERRUPTED for label, outcome in zip(variants, outcomes, strict=True)
    }


def _task(
    label: str, mechanism: Mechanism, options: Mapping[str, Any], folder: Path | None
) -> Task[ResultOrError]:
    """Return the run of one variant, into a file of its own if there is a folder."""
    options = {**options, "strict": False}
    if folder is not None:
        options["out"] = folder / f"{label.replace('/', ' ')}.h5"

    def run(watch: Progress) -> ResultOrError:
        try:
            return simulate(mechanism, progress=watch, **options)
        except InputError as error:
            return error

    return run
