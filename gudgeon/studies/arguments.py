"""Arguments that studies of many runs share: which mechanism, for how long, and with which
options.
"""

from collections.abc import Mapping
from typing import Any

import numpy as np

from .._base.arguments import POSITIVE_TIME, among, number
from .._base.errors import InputError
from ..assembly.initial_conditions import check_model
from ..kernels.integrators import METHODS
from ..model import Mechanism
from ..results.outcome import Outcome
from ..results.result import Result
from ..results.status import Status
from ..simulation.compilation import compile_core

MAX_RUNS = 1_000_000  # of a study, and periods of a run
OF_A_GRID = ("strict", "paired")  # options that make no sense for points that are chosen
OF_A_SEARCH = (*OF_A_GRID, "keep", "measures", "reference")  # nor where points follow from others
OF_ONE_RUN = ("out", "strict")  # options that make no sense for several


def duration_of(mechanism: Mechanism, duration: Any) -> float:
    """Return how long to run a mechanism [s], by default as long as it says itself."""
    duration = mechanism.duration if duration is None else duration
    if duration is None:
        raise InputError("say how long to simulate, here or in the mechanism.", ("duration",))
    return float(number(duration, "duration", POSITIVE_TIME))


def check_options(options: Mapping[str, Any], of_one_run: tuple[str, ...] = OF_ONE_RUN) -> None:
    """Raise InputError for options that belong to a single run."""
    for name in of_one_run:
        if name in options:
            raise InputError("several runs are made; this option belongs to a single one.", (name,))


def compile_variant(method: Any, variant: Mechanism) -> None:
    """Compile what a run needs here and not in several threads at once; :func:`simulate` raises
    for an unknown method.
    """
    if among(method, ("auto", *METHODS)):
        compile_core(method, variant)


def empty_result(mechanism: Mechanism) -> Result:
    """Return a result without rows, which has the channels that a run of the mechanism will
    have.
    """
    layout = check_model(mechanism).assembly.layout
    return Result(
        mechanism, layout, layout.split(np.zeros((0, layout.width))), Outcome(Status.RUNNING)
    )
