"""gudgeon: mechanisms whose joints are imperfect."""

from typing import TYPE_CHECKING, Any

from . import laws, model
from ._base.errors import InputError, InputErrors

__version__ = "0.1.0"

_LATER = {  # imported when first used: they need NumPy, Numba or YAML
    "simulate": "simulation.simulate", "Baumgarte": "simulation.settings", "Crossing": "simulation.settings",
    "resume": "simulation.resume", "Simulation": "simulation.simulation",
    "check_model": "assembly.initial_conditions", "ModelCheck": "assembly.initial_conditions",
    "Result": "results.result", "Status": "results.status", "SimulationError": "results.result",
    "SlowRunWarning": "simulation.slow_runs", "load": "results.hdf5",
    "library": "model.library", "library_names": "model.library", "library_fits": "model.library",
    "read": "model.files", "write": "model.files",
    "export_fmu": "simulation.coupling.fmu", "export_glb": "report.glb", "export_model": "report.robot_files",
    "import_model": "model.exchange", "Imported": "model.exchange", "NotUnderstoodWarning": "model.exchange",
    "compare": "studies.compare", "Comparison": "studies.comparison", "plot_law": "plotting.laws", "plot_fit": "plotting.laws",
    "horizon": "studies.predictability", "Horizon": "studies.predictability",
    "ensemble": "studies.ensemble", "Ensemble": "studies.ensemble", "sweep": "studies.sweep", "Sweep": "studies.sweep_result",
    "monte_carlo": "studies.monte_carlo", "MonteCarlo": "studies.monte_carlo",
    "Normal": "studies.distributions", "Uniform": "studies.distributions", "iso_tolerance": "studies.distributions",
    "optimize": "studies.optimize", "Optimum": "studies.optimize",
    "identify": "studies.identify", "Identification": "studies.identify",
    "wear_study": "studies.wear", "WearStudy": "studies.wear",
    "sensitivity": "studies.sensitivity", "Sensitivity": "studies.sensitivity",
    "poincare": "studies.poincare", "phase_portrait": "studies.poincare", "bifurcation": "studies.bifurcation",
    "lyapunov": "studies.lyapunov",
    "equilibrium": "studies.equilibrium", "Equilibrium": "studies.equilibrium",
    "linearize": "studies.linearize", "Linearization": "studies.linearize",
}  # fmt: skip

if TYPE_CHECKING:  # for type checkers and editors; written by make names
    from .assembly.initial_conditions import ModelCheck as ModelCheck
    from .assembly.initial_conditions import check_model as check_model
    from .laws.base import REGISTRY as REGISTRY
    from .laws.base import Law as Law
    from .laws.base import LawError as LawError
    from .laws.base import helper as helper
    from .laws.base import law as law
    from .laws.base import param as param
    from .laws.characteristics import Characteristic as Characteristic
    from .laws.characteristics import Linear as Linear
    from .laws.characteristics import Polynomial as Polynomial
    from .laws.characteristics import Table as Table
    from .laws.contact import Flores as Flores
    from .laws.contact import Gonthier as Gonthier
    from .laws.contact import HerbertMcWhannell as HerbertMcWhannell
    from .laws.contact import Hertz as Hertz
    from .laws.contact import HuGuo as HuGuo
    from .laws.contact import HuntCrossley as HuntCrossley
    from .laws.contact import KelvinVoigt as KelvinVoigt
    from .laws.contact import LankaraniNikravesh as LankaraniNikravesh
    from .laws.contact import LeeWang as LeeWang
    from .laws.contact import ModifiedKelvinVoigt as ModifiedKelvinVoigt
    from .laws.contact import NormalLaw as NormalLaw
    from .laws.contact import ZhiyingQishao as ZhiyingQishao
    from .laws.custom_force import Interaction as Interaction
    from .laws.cylindrical_contact import CylinderLaw as CylinderLaw
    from .laws.cylindrical_contact import DubowskyFreudenstein as DubowskyFreudenstein
    from .laws.cylindrical_contact import Esdu78035 as Esdu78035
    from .laws.cylindrical_contact import Goldsmith as Goldsmith
    from .laws.cylindrical_contact import PereiraExternal as PereiraExternal
    from .laws.cylindrical_contact import PereiraInternal as PereiraInternal
    from .laws.film import FilmLaw as FilmLaw
    from .laws.film import FiniteBearing as FiniteBearing
    from .laws.film import LongBearing as LongBearing
    from .laws.film import ShortBearing as ShortBearing
    from .laws.film import SphericalBearing as SphericalBearing
    from .laws.film import SphericalSqueeze as SphericalSqueeze
    from .laws.film import SqueezeFilm as SqueezeFilm
    from .laws.friction import Ambrosio as Ambrosio
    from .laws.friction import BengisuAkay as BengisuAkay
    from .laws.friction import BristleLaw as BristleLaw
    from .laws.friction import Coulomb as Coulomb
    from .laws.friction import Dahl as Dahl
    from .laws.friction import ElastoPlastic as ElastoPlastic
    from .laws.friction import FrictionLaw as FrictionLaw
    from .laws.friction import LuGre as LuGre
    from .laws.friction import PiecewiseLinear as PiecewiseLinear
    from .laws.friction import Stribeck as Stribeck
    from .laws.friction import Threlfall as Threlfall
    from .laws.inputs import Input as Input
    from .laws.materials import Material as Material
    from .laws.materials import equivalent_modulus as equivalent_modulus
    from .laws.materials import hertz_stiffness as hertz_stiffness
    from .laws.materials import material as material
    from .laws.oils import viscosity as viscosity
    from .laws.oils import viscosity_from_table as viscosity_from_table
    from .laws.signal_table import SignalTable as SignalTable
    from .laws.signals import Constant as Constant
    from .laws.signals import ConstantSpeed as ConstantSpeed
    from .laws.signals import Harmonic as Harmonic
    from .laws.signals import Product as Product
    from .laws.signals import Pulse as Pulse
    from .laws.signals import Signal as Signal
    from .laws.signals import SmoothStep as SmoothStep
    from .laws.signals import SpeedRamp as SpeedRamp
    from .laws.signals import Step as Step
    from .laws.signals import Sum as Sum
    from .laws.signals import Trapezoid as Trapezoid
    from .model.bodies import Body as Body
    from .model.compliance import Compliance as Compliance
    from .model.drivers import Driver as Driver
    from .model.exchange import Imported as Imported
    from .model.exchange import NotUnderstoodWarning as NotUnderstoodWarning
    from .model.exchange import import_model as import_model
    from .model.files import read as read
    from .model.files import write as write
    from .model.fits.base import Fit as Fit
    from .model.fits.bushing import Bushing as Bushing
    from .model.fits.clearance import Clearance as Clearance
    from .model.fits.ideal import Ideal as Ideal
    from .model.fits.lubricated import Lubricated as Lubricated
    from .model.fits.mixed import Mixed as Mixed
    from .model.fits.mixed import Play as Play
    from .model.iso_fits import IsoFit as IsoFit
    from .model.iso_fits import iso_fit as iso_fit
    from .model.joints.base import Joint as Joint
    from .model.joints.cylindrical import Cylindrical as Cylindrical
    from .model.joints.distance import Distance as Distance
    from .model.joints.gear import Gear as Gear
    from .model.joints.planar import Planar as Planar
    from .model.joints.point_on_line import PointOnLine as PointOnLine
    from .model.joints.rack import Rack as Rack
    from .model.joints.revolute import Revolute as Revolute
    from .model.joints.rigid import Rigid as Rigid
    from .model.joints.screw import Screw as Screw
    from .model.joints.spherical import Spherical as Spherical
    from .model.joints.translational import Translational as Translational
    from .model.joints.universal import Universal as Universal
    from .model.library import library as library
    from .model.library import library_fits as library_fits
    from .model.library import library_names as library_names
    from .model.loads import CustomForce as CustomForce
    from .model.loads import Force as Force
    from .model.loads import JointForce as JointForce
    from .model.loads import JointSpring as JointSpring
    from .model.loads import Load as Load
    from .model.loads import Spring as Spring
    from .model.loads import Torque as Torque
    from .model.mechanism import Mechanism as Mechanism
    from .model.solids import Box as Box
    from .model.solids import Cylinder as Cylinder
    from .model.solids import Rod as Rod
    from .model.solids import Solid as Solid
    from .model.solids import Sphere as Sphere
    from .model.stops import Stop as Stop
    from .plotting.laws import plot_fit as plot_fit
    from .plotting.laws import plot_law as plot_law
    from .report.glb import export_glb as export_glb
    from .report.robot_files import export_model as export_model
    from .results.hdf5 import load as load
    from .results.result import Result as Result
    from .results.result import SimulationError as SimulationError
    from .results.status import Status as Status
    from .simulation.coupling.fmu import export_fmu as export_fmu
    from .simulation.resume import resume as resume
    from .simulation.settings import Baumgarte as Baumgarte
    from .simulation.settings import Crossing as Crossing
    from .simulation.simulate import simulate as simulate
    from .simulation.simulation import Simulation as Simulation
    from .simulation.slow_runs import SlowRunWarning as SlowRunWarning
    from .studies.bifurcation import bifurcation as bifurcation
    from .studies.compare import compare as compare
    from .studies.comparison import Comparison as Comparison
    from .studies.distributions import Normal as Normal
    from .studies.distributions import Uniform as Uniform
    from .studies.distributions import iso_tolerance as iso_tolerance
    from .studies.ensemble import Ensemble as Ensemble
    from .studies.ensemble import ensemble as ensemble
    from .studies.equilibrium import Equilibrium as Equilibrium
    from .studies.equilibrium import equilibrium as equilibrium
    from .studies.identify import Identification as Identification
    from .studies.identify import identify as identify
    from .studies.linearize import Linearization as Linearization
    from .studies.linearize import linearize as linearize
    from .studies.lyapunov import lyapunov as lyapunov
    from .studies.monte_carlo import MonteCarlo as MonteCarlo
    from .studies.monte_carlo import monte_carlo as monte_carlo
    from .studies.optimize import Optimum as Optimum
    from .studies.optimize import optimize as optimize
    from .studies.poincare import phase_portrait as phase_portrait
    from .studies.poincare import poincare as poincare
    from .studies.predictability import Horizon as Horizon
    from .studies.predictability import horizon as horizon
    from .studies.sensitivity import Sensitivity as Sensitivity
    from .studies.sensitivity import sensitivity as sensitivity
    from .studies.sweep import sweep as sweep
    from .studies.sweep_result import Sweep as Sweep
    from .studies.wear import WearStudy as WearStudy
    from .studies.wear import wear_study as wear_study

# not by *, which would offer in editors whatever these modules use themselves
globals().update({name: getattr(layer, name) for layer in (laws, model) for name in layer.__all__})

__all__ = ["InputError", "InputErrors", *laws.__all__, *model.__all__, *_LATER]


if not TYPE_CHECKING:  # for which a name that is not there would be one

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
