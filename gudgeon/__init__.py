"""gudgeon: mechanisms whose joints are imperfect."""

from typing import Any

from . import laws, model
from ._base.errors import InputError, InputErrors
from .laws import *
from .model import *

__version__ = "0.1.0"

_LATER = {  # imported when first used: they need NumPy, Numba or YAML
    "simulate": "simulation.simulate", "Baumgarte": "simulation.settings", "Crossing": "simulation.settings",
    "check_model": "assembly.initial_conditions", "ModelCheck": "assembly.initial_conditions",
    "Result": "results.result", "Status": "results.status", "SimulationError": "results.result",
    "SlowRunWarning": "simulation.slow_runs", "load": "results.hdf5",
    "library": "model.library", "library_names": "model.library", "library_fits": "model.library",
    "read": "model.files", "write": "model.files",
    "compare": "studies.compare", "Comparison": "studies.comparison", "plot_law": "plotting.laws", "plot_fit": "plotting.laws",
    "horizon": "studies.predictability", "Horizon": "studies.predictability",
    "ensemble": "studies.ensemble", "Ensemble": "studies.ensemble", "sweep": "studies.sweep", "Sweep": "studies.sweep_result",
    "poincare": "studies.poincare", "phase_portrait": "studies.poincare", "bifurcation": "studies.bifurcation",
    "lyapunov": "studies.lyapunov",
    "equilibrium": "studies.equilibrium", "Equilibrium": "studies.equilibrium",
    "linearize": "studies.linearize", "Linearization": "studies.linearize",
}  # fmt: skip

__all__ = ["InputError", "InputErrors", *laws.__all__, *model.__all__, *_LATER]


def __getattr__(name: str) -> Any:
    """Import what is heavy when it is first asked for."""
    if name not in _LATER:
        raise AttributeError(f"module 'gudgeon' has no attribute '{name}'")
    from importlib import import_module

    value = getattr(import_module(f".{_LATER[name]}", __name__), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted(__all__)
