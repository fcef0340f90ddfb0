"""Views: the plots, pages and notebook tables of an object, found by name when they are asked for.

Descriptions, results and studies have methods such as ``plot`` and ``report``. What draws stands in
layers above them, which know results; it is named here, once, so that nothing below imports it. So
is what changes a mechanism by paths and names, which knows files and the library.
"""

from collections.abc import Callable
from importlib import import_module
from typing import Any

VIEWS = {
    "mechanism with values": "model.changes:with_values",
    "mechanism with a named fit": "model.changes:with_fit_named",
    "text of a model check": "simulation.check_summary:of_model_check",
    "HTML of a description": "report.notebook:of_description",
    "HTML of a result": "report.notebook:of_result",
    "frame in a notebook": "report.notebook:Frame",
    "page": "report.page:write",
    "page of a sweep": "report.study:write_sweep",
    "page of a Monte Carlo study": "report.study:write_monte_carlo",
    "page of sensitivities": "report.study:write_sensitivity",
    "plot of a result": "plotting.results:plot",
    "plot of a comparison": "plotting.comparison:plot",
    "plot of a sweep": "plotting.studies:plot_sweep",
    "plot of a Monte Carlo study": "plotting.tolerances:plot_monte_carlo",
    "plot of wear": "plotting.wear:plot_wear",
    "plot of a wear study": "plotting.wear:plot_wear_study",
    "plot of sensitivities": "plotting.tolerances:plot_sensitivity",
    "plot of an ensemble": "plotting.studies:plot_ensemble",
    "plot of a horizon": "plotting.studies:plot_horizon",
    "plot of a Lyapunov exponent": "plotting.studies:plot_lyapunov",
    "plot of a Poincare section": "plotting.studies:plot_poincare",
    "plot of a phase portrait": "plotting.studies:plot_portrait",
    "plot of a bifurcation diagram": "plotting.studies:plot_bifurcation",
}


def view(name: str) -> Callable[..., Any]:
    """Return what shows an object, by its name in ``VIEWS``."""
    module, _, function = VIEWS[name].partition(":")
    found: Callable[..., Any] = getattr(import_module(f"gudgeon.{module}"), function)
    return found
