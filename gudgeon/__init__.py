"""gudgeon: mechanisms whose joints are imperfect."""

from typing import TYPE_CHECKING, Any

from . import laws, model
from ._base.errors import InputError, InputErrors
from .laws import *
from .model import *

__version__ = "0.1.0"

_LATER = {  # imported when first used: they need NumPy, Numba or YAML
    "simulate": "simulation.simulate", "Baumgarte": "simulation.settings", "Crossing": "simulation.settings",
    "resume": "simulation.resume", "Simulation": "simulation.simulation",
    "check_model": "assembly.initial_conditions", "ModelCheck": "assembly.initial_conditions",
    "Result": "results.result", "Status": "results.status", "SimulationError": "results.result",
    "SlowRunWarning": "simulation.slow_runs", "load": "results.hdf5",
    "library": "model.library", "library_names": "model.library", "library_fits": "model.library",
    "read": "model.files", "write": "model.files",
    "import_model": "model.exchange", "Imported": "model.exchange", "NotUnderstoodWarning": "model.exchange",
    "compare": "studies.compare", "Comparison": "studies.comparison", "plot_law": "plotting.laws", "plot_fit": "plotting.laws",
    "horizon": "studies.predictability", "Horizon": "studies.predictability",
    "ensemble": "studies.ensemble", "Ensemble": "studies.ensemble", "sweep": "studies.sweep", "Sweep": "studies.sweep_result",
    "poincare": "studies.poincare", "phase_portrait": "studies.poincare", "bifurcation": "studies.bifurcation",
    "lyapunov": "studies.lyapunov",
    "equilibrium": "studies.equilibrium", "Equilibrium": "studies.equilibrium",
    "linearize": "studies.linearize", "Linearization": "studies.linearize",
}  # fmt: skip

if TYPE_CHECKING:  # what editors and type checkers see of them
    from .assembly.initial_conditions import ModelCheck as ModelCheck
    from .assembly.initial_conditions import check_model as check_model
    from .model.exchange import Imported as Imported
    from .model.exchange import NotUnderstoodWarning as NotUnderstoodWarning
    from .model.exchange import import_model as import_model
    from .model.files import read as read
    from .model.files import write as write
    from .model.library import library as library
    from .model.library import library_fits as library_fits
    from .model.library import library_names as library_names
    from .plotting.laws import plot_fit as plot_fit
    from .plotting.laws import plot_law as plot_law
    from .results.hdf5 import load as load
    from .results.result import Result as Result
    from .results.result import SimulationError as SimulationError
    from .results.status import Status as Status
    from .simulation.resume import resume as resume
    from .simulation.settings import Baumgarte as Baumgarte
    from .simulation.settings import Crossing as Crossing
    from .simulation.simulate import simulate as simulate
    from .simulation.simulation import Simulation as Simulation
    from .simulation.slow_runs import SlowRunWarning as SlowRunWarning
    from .studies.bifurcation import bifurcation as bifurcation
    from .studies.compare import compare as compare
    from .studies.comparison import Comparison as Comparison
    from .studies.ensemble import Ensemble as Ensemble
    from .studies.ensemble import ensemble as ensemble
    from .studies.equilibrium import Equilibrium as Equilibrium
    from .studies.equilibrium import equilibrium as equilibrium
    from .studies.linearize import Linearization as Linearization
    from .studies.linearize import linearize as linearize
    from .studies.lyapunov import lyapunov as lyapunov
    from .studies.poincare import phase_portrait as phase_portrait
    from .studies.poincare import poincare as poincare
    from .studies.predictability import Horizon as Horizon
    from .studies.predictability import horizon as horizon
    from .studies.sweep import sweep as sweep
    from .studies.sweep_result import Sweep as Sweep

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
