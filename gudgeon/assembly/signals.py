"""Motions of drivers and magnitudes of loads as records: sums of products of signals."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from ..kernels import records as rec
from ..laws import Input
from ..laws.signals import TIME, Signal
from ..model import Mechanism
from ..model.inputs import signals_of
from .breakpoints import SPEED, Crossing

if TYPE_CHECKING:
    from .assemble import Parameters
    from .elements import Assembler

LEAST_SPEED = 1e-3  # [m/s] or [rad/s], to which rates are resolved where none is given


class Signals:
    """The signals of all drivers and loads, those of one after those of another."""

    def __init__(
        self, mechanism: Mechanism, parameters: Parameters, places: dict[tuple[str, str], int]
    ) -> None:
        self.mechanism, self.parameters, self.places = mechanism, parameters, places
        self.rows: list[tuple[Any, ...]] = []
        self.made: list[Signal] = []

    def place(self, record: Any, signal: Signal, user: Any, field: str) -> None:
        """Append the signals of a motion or a magnitude; let the record of its user say where."""
        record["first"] = len(self.rows)
        for term in signal.terms():
            for k, leaf in enumerate(term):
                law = self.parameters.place(leaf, user, field)
                argument, coordinate = self._argument(leaf)
                self.rows.append((*law, argument, coordinate, int(k == len(term) - 1)))
                self.made.append(leaf)
        record["count"] = len(self.rows) - record["first"]

    def inputs(self) -> dict[str, int]:
        """Return where the parameters of inputs begin."""
        return {
            leaf.name: row[1]
            for leaf, row in zip(self.made, self.rows, strict=True)
            if isinstance(leaf, Input)
        }

    def _argument(self, signal: Signal) -> tuple[int, int]:
        """Return what a signal depends on, and the place of its joint coordinate."""
        if signal.over == TIME:
            return rec.OF_TIME, -1
        joint, coordinate, rate = self.mechanism.argument(signal)
        return rec.OF_RATE if rate else rec.OF_COORDINATE, self.places[joint, coordinate]

    def records(self, assembler: Assembler) -> np.ndarray:
        """Return the records; watch the arguments of those with breakpoints in a coordinate."""
        records = rec.table(len(self.rows), rec.SIGNAL)
        for record, row, signal in zip(records, self.rows, self.made, strict=True):
            for name, value in zip(
                ("law", "offset", "argument", "coordinate", "ends"), row, strict=True
            ):
                record[name] = value
            record["watch"] = -1
            breakpoints = signal.breakpoints() if signal.over != TIME else ()
            if breakpoints:
                record["watch"] = assembler.watch(*[0.0] * rec.SOFT_INPUTS)
                found = _crossings(signal, breakpoints, record)
                assembler.crossings += found
                record["near"] = max(crossing.near for crossing in found) if signal.jumps else 0.0
        return records


def _crossings(signal: Signal, breakpoints: tuple[float, ...], record: Any) -> list[Crossing]:
    """Return the events at the breakpoints of a signal in a coordinate or a rate."""
    greatest = max(map(abs, breakpoints))
    near = (
        rec.AT_REST * max(1.0, greatest)
        if record["argument"] == rec.OF_COORDINATE
        else SPEED * max(LEAST_SPEED, greatest)
    )
    watch, period = int(record["watch"]) + rec.DEFLECTION, signal.repeats()
    once = {breakpoints[0] + (x - breakpoints[0]) % period if period else x for x in breakpoints}
    return [Crossing(watch, x, near, 2 * int(signal.jumps), period) for x in sorted(once)]


def time_breakpoints(mechanism: Mechanism, duration: float) -> np.ndarray:
    """Return the times that must be step boundaries [s]."""
    leaves = [
        leaf
        for _, _, signal in signals_of(mechanism)
        for leaf in signal.leaves()
        if leaf.over == TIME
    ]
    times = {
        float(t) for leaf in leaves for t in leaf.breakpoints_until(duration) if 0 < t <= duration
    }
    return np.array(sorted(times))
