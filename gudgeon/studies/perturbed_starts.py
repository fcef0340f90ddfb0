"""The start of studies whose runs begin almost alike: a mechanism and its perturbed states."""

from typing import NamedTuple

from ..assembly.initial_conditions import ModelCheck
from ..assembly.perturbation import perturbed
from ..model import Mechanism
from ..model.changes import mechanism_of
from ..simulation.starts import start_of
from .arguments import check_options, duration_of
from .options import StartOptions
from .parallel import compile_variants


class PerturbedStarts(NamedTuple):
    """How long to run, the mechanism as it starts, and the same with other initial velocities:
    None where joints and drivers prescribe the whole motion.
    """

    duration: float
    model_check: ModelCheck
    others: list[ModelCheck | None]


def perturbed_starts(
    mechanism: Mechanism | str,
    duration: float | None,
    options: StartOptions,
    size: float,
    members: int,
    seed: int,
) -> PerturbedStarts:
    """Compile a mechanism and return its starts, ``members`` of which are perturbed by ``size``;
    ``options`` are those of its runs, and give up ``start``.
    """
    check_options(options)
    mechanism = mechanism_of(mechanism)
    duration = duration_of(mechanism, duration)
    compile_variants(options.get("method", "auto"), [mechanism])
    model_check = start_of(mechanism, options.pop("start", None))
    free = model_check.dof > 0
    others = [
        perturbed(model_check, duration, size, (seed, k)) if free else None for k in range(members)
    ]
    return PerturbedStarts(duration, model_check, others)
