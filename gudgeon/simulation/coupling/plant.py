"""What is inside a co-simulation unit: a mechanism with parameters, inputs and outputs by name."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from ..._base.errors import InputError
from ...model.files import load_laws, read
from ..simulation import Simulation

__all__ = ["INTERFACE", "MODEL", "Plant"]

MODEL, INTERFACE = "model.yaml", "interface.json"


class Plant:
    """A mechanism in a folder, which another program sets up, drives and reads.

    The folder has the model, the laws that it needs, and the names of its parameters and outputs.
    Parameters are set before it begins; time counts from the start of the experiment.
    """

    def __init__(self, folder: str | Path) -> None:
        self.folder = Path(folder)
        told = json.loads((self.folder / INTERFACE).read_text(encoding="utf-8"))
        for file in told["laws"]:
            load_laws(self.folder / file)
        self.mechanism = read(self.folder / MODEL)
        self.parameters: dict[str, float] = dict(told["parameters"])
        self.inputs = {name: signal.initial for name, signal in self.mechanism.inputs.items()}
        self.outputs: list[str] = list(told["outputs"])
        self.units: Mapping[str, str] = told["units"]
        self.settings: dict[str, Any] = dict(told["settings"])
        self.start = 0.0
        self._given = dict(self.parameters)
        self._readers: dict[str, Callable[[], Any]] = {}
        self._simulation: Simulation | None = None

    def set_up(self, start: float, stop: float | None, tolerance: float | None) -> None:
        """Take over when the experiment starts and ends, and its relative tolerance."""
        self.start = float(start)
        if stop is not None and stop > start:
            self.settings["duration"] = float(stop) - self.start
        if tolerance is not None and 0.0 < tolerance < 1.0:
            self.settings["rtol"] = float(tolerance)

    @property
    def simulation(self) -> Simulation:
        """The mechanism that moves; it is made when it is first asked for."""
        if self._simulation is None:
            changed = {
                name: value for name, value in self.parameters.items() if value != self._given[name]
            }
            mechanism = self.mechanism.with_values(changed) if changed else self.mechanism
            self._simulation = Simulation(mechanism, **self.settings)
            for name, value in self.inputs.items():
                self._simulation[name] = value
            self._readers = {name: self._simulation.output(name) for name in self.outputs}
        return self._simulation

    def set_parameter(self, name: str, value: float) -> None:
        """Change a parameter, before anything moves."""
        if self._simulation is not None and value != self.parameters[name]:
            raise InputError(f"parameter '{name}' is fixed once the mechanism moves.")
        self.parameters[name] = float(value)

    def set_input(self, name: str, value: float) -> None:
        """Set an input; it acts from now on."""
        self.inputs[name] = float(value)
        if self._simulation is not None:
            self._simulation[name] = float(value)

    def output(self, name: str) -> float:
        """Return an output at the time reached."""
        self.simulation  # noqa: B018 - makes it
        return float(self._readers[name]())

    def advance_to(self, t: float) -> None:
        """Go on until a time of the experiment [s]."""
        self.simulation.advance_to(float(t) - self.start)

    @property
    def state(self) -> bytes:
        """All that is remembered, inputs included."""
        return self.simulation.state.to_bytes()

    @state.setter
    def state(self, saved: bytes) -> None:
        self.simulation.state = saved  # type: ignore[assignment]
        self.inputs.update(self.simulation.inputs)
