"""The inputs of a mechanism: values that are set while it runs."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..laws import Input, Signal

if TYPE_CHECKING:
    from .drivers import Driver
    from .loads import Load
    from .mechanism import Mechanism


def signals_of(mechanism: Mechanism) -> list[tuple[Driver | Load, str, Signal]]:
    """Return all signals of a mechanism, each with the driver or load that has it, and as what."""
    found: list[tuple[Driver | Load, str, Signal]] = [
        (driver, "motion", driver.motion) for driver in mechanism.drivers
    ]
    for force in mechanism.forces:
        if isinstance(signal := getattr(force, "magnitude", None), Signal):
            found.append((force, "magnitude", signal))
    return found


def inputs_of(mechanism: Mechanism) -> dict[str, Input]:
    """Return the inputs by their names; refuse one that is described in two ways."""
    inputs: dict[str, Input] = {}
    for user, field, signal in signals_of(mechanism):
        for leaf in signal.leaves():
            if not isinstance(leaf, Input):
                continue
            known = inputs.setdefault(leaf.name, leaf)
            if known != leaf:
                raise user.error(
                    f"input '{leaf.name}' is described in two ways: with {_told(known)}, and here "
                    f"with {_told(leaf)}; inputs of one name are one input.",
                    field,
                )
    return inputs


def _told(signal: Input) -> str:
    return f"initial {signal.initial:g} and ramp {signal.ramp:g} s"
