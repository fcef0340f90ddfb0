"""Compiling the core: what a run needs of it and is not there yet (_base/machine_code.py), on
all processors at once.
"""

from collections.abc import Callable

from .._base import machine_code
from .._base.compiled_elementary import ELEMENTARY
from .._base.jit import DISABLED, Unit
from ..assembly.elements import KINDS, kinds_in
from ..kernels.entry_points import EVALUATE, OBSERVE
from ..kernels.integrators import METHODS
from ..kernels.measures import ALL_COORDINATES
from ..kernels.recursive.entry_points import EVALUATE_TREE, OBSERVE_TREE
from ..kernels.stepping_loops import stepping_loop
from ..laws.base import CONTACT_LAWS, LAWS
from ..model import Mechanism
from .coordinates import chosen


def needs_compiling(
    method: str = "auto", mechanism: Mechanism | None = None, coordinates: str | None = None
) -> bool:
    """Whether the next run (of an ideal mechanism if none is given) has to compile something
    first.
    """
    return not DISABLED and not all(
        machine_code.ready(unit) for unit in units_of(method, mechanism, coordinates)
    )


def units_of(
    method: str, mechanism: Mechanism | None, coordinates: str | None = None
) -> list[Unit]:
    """Return the units that a run needs, those that take longest to compile first."""
    kinds = kinds_in(mechanism) if mechanism is not None else []
    entries = [
        *([EVALUATE_TREE, OBSERVE_TREE] if chosen(coordinates) == "joint" else []),
        EVALUATE,
        stepping_loop(first_method(method, mechanism)),
        *(kind.kernel for kind in kinds),
        OBSERVE,
    ]
    laws = [CONTACT_LAWS, LAWS] if kinds else [LAWS]
    return [*(entry.unit for entry in entries), *laws, ELEMENTARY, ALL_COORDINATES.unit]


def all_units() -> list[Unit]:
    """Return the units of all methods and of all kinds of elements of this package."""
    kernels = [kind.kernel for kind in KINDS.values() if kind.kernel.unit.ours]
    entries = [
        EVALUATE,
        OBSERVE,
        EVALUATE_TREE,
        OBSERVE_TREE,
        *map(stepping_loop, METHODS),
        *kernels,
    ]
    return [
        *(entry.unit for entry in entries),
        CONTACT_LAWS,
        LAWS,
        ELEMENTARY,
        ALL_COORDINATES.unit,
    ]


def together(name: str, *names: str) -> Unit:
    """Return units as one, in which what they share is compiled once and is there once: two thirds
    of the time, and three quarters of the code. For a library, which has them all.
    """
    units = [unit for unit in all_units() if unit.name in names]
    sources = dict.fromkeys(source for unit in units for source in unit.sources)
    return Unit(
        name,
        (__name__, together.__name__, name, *names),
        tuple(sources),
        lambda: {
            symbol: function for unit in units for symbol, function in unit.functions().items()
        },
    )


def first_method(method: str, mechanism: Mechanism | None) -> str:
    """Return the integrator with which a run begins: one step of high order where motion is
    smooth, few evaluations where joints give.
    """
    return (
        ("adams" if mechanism is not None and mechanism.imperfect else "dop853")
        if method == "auto"
        else method
    )


def compile_core(
    method: str,
    mechanism: Mechanism | None,
    coordinates: str | None = None,
    called: Callable[[], bool] = lambda: False,
) -> bool:
    """Compile what a run with ``method`` needs, if it is not there; give up, and say so, once
    ``called`` is true.
    """
    return DISABLED or machine_code.prepare(units_of(method, mechanism, coordinates), called)
