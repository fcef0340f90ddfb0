"""The runs of [AmbrosioPombo], and the names under which its figures and claims find them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Any

from ..description import Run

if TYPE_CHECKING:
    from gudgeon.model import Mechanism

CLEARANCES = (0, 0.001, 0.1, 1)  # [mm]
RATTLING = (0.1, 1)  # [mm], those whose motion soon cannot be predicted
JOINTS = {"spherical": "B", "revolute": "A"}
STIFFNESS = 5e6 * 1000**1.5  # [N/m^1.5], printed as 5e6 N/m and read as N/mm^1.5
SOFT = 5e6  # [N/m^1.5], the printed number in SI units

IDEAL, UNDAMPED, LONG = "ideal", "revolute 0 mm, no damping", "spherical 1 mm, 15 s"
GEAR, LOOSE_TOLERANCE = f"{UNDAMPED}, Gear's method, tolerance 1e-4", f"{UNDAMPED}, tolerance 1e-5"
FIXED_STEP = f"{UNDAMPED}, Runge-Kutta, steps of 10 µs"
OTHERS: dict[str, dict[str, Any]] = {
    GEAR: {"method": "bdf", "rtol": 1e-4},
    LOOSE_TOLERANCE: {"rtol": 1e-5},
    FIXED_STEP: {"method": "rk4", "step": 1e-5},
}
PENDULUM = {"stops": "Lankarani-Nikravesh", "stops-kelvin-voigt": "Kelvin-Voigt"}
NULL = "Kelvin-Voigt, restitution 0"
FINE, COARSE, SPARSE = {"output_step": 1e-4}, {"output_step": 5e-4}, {"output_step": 5e-3}
MEMBERS = 8
QUICK = 0.35  # [s]

STIFFNESS_NOTE = "stiffness read as 5e6 N/mm^1.5"
BEARING_NOTE = (
    f"{STIFFNESS_NOTE}; bearing 40 mm long, radius 10 mm, ten strips with exponent 1.5, gravity"
)


def name_of(kind: str, clearance: float) -> str:
    """Return the name of a run: which joint is loose, and by how much [mm]."""
    return f"{kind} {clearance:g} mm"


def slider_crank(
    kind: str = "", clearance: float = 0.0, restitution: float = 0.75, stiffness: float = STIFFNESS
) -> Mechanism:
    """Return the spatial slider-crank, with a clearance [mm] in one of its joints."""
    from gudgeon.laws import LankaraniNikravesh
    from gudgeon.model import Clearance
    from gudgeon.model.library import library

    mechanism = library("spatial-slider-crank")
    if not kind:
        return mechanism
    joint: Any = mechanism.joint(JOINTS[kind])
    size = clearance / 1000
    sizes = {"radial_clearance": size} | ({"axial_clearance": size} if kind == "revolute" else {})
    law = LankaraniNikravesh(stiffness=stiffness, restitution=restitution, rate_ratio="clipped")
    fit = Clearance(contact=law, strips=10)
    changed = replace(joint, fit=fit, **sizes)
    return replace(
        mechanism,
        joints=tuple(changed if other.name == joint.name else other for other in mechanism.joints),
    )


def pendulum(stops: str) -> Mechanism:
    """Return the triple pendulum with stops of the library."""
    from gudgeon.model.library import library

    return library("triple-pendulum", B=stops, C=stops)


def dead_pendulum() -> Mechanism:
    """Return the triple pendulum with Kelvin-Voigt stops that give nothing back."""
    mechanism = pendulum("stops-kelvin-voigt")
    for name in ("B", "C"):
        stop = mechanism.joint(name).stops[0]
        law: Any = stop.contact
        mechanism = mechanism.with_stops(name, replace(stop, contact=replace(law, restitution=0.0)))
    return mechanism


def _loose(kind: str, clearance: float) -> Run:
    rattles = clearance in RATTLING
    return Run(
        name_of(kind, clearance), partial(slider_crank, kind, clearance), 5.0, QUICK, FINE,
        members=MEMBERS if rattles else 0, ensemble=COARSE,
    )  # fmt: skip


def _aside(
    name: str, mechanism: Callable[[], Mechanism], duration: float = 5.0, members: int = 0
) -> Run:
    """Return a run that only claims need: of all that it gives they take one number per member."""
    return Run(name, mechanism, duration, QUICK, SPARSE, members=members, horizon=False)


RUNS = (
    Run(IDEAL, slider_crank, 5.0, QUICK, FINE, reference=True),
    *(_loose(kind, clearance) for kind in JOINTS for clearance in CLEARANCES),
    Run(
        UNDAMPED,
        partial(slider_crank, "revolute", 0.0, 1.0),
        1.5,
        0.15,
        FINE,
        members=3,
        ensemble=COARSE,
    ),
    *(
        Run(
            name,
            partial(slider_crank, "revolute", 0.0, 1.0),
            0.3,
            0.15,
            {**FINE, **options},
            horizon=False,
        )
        for name, options in OTHERS.items()
    ),
    _aside(LONG, partial(slider_crank, "spherical", 1.0), 15.0, 4),
    *(
        _aside(
            f"{name_of('spherical', clearance)}, elastic",
            partial(slider_crank, "spherical", clearance, 1.0),
            members=MEMBERS,
        )
        for clearance in RATTLING
    ),
    *(
        _aside(
            f"{name_of('spherical', clearance)}, soft",
            partial(slider_crank, "spherical", clearance, 0.75, SOFT),
            members=MEMBERS if clearance > 0.01 else 0,
        )
        for clearance in CLEARANCES
    ),
    *(Run(name, partial(pendulum, stops), 4.0, 4.0, FINE) for stops, name in PENDULUM.items()),
    Run(NULL, dead_pendulum, 40.0, 4.0, {"output_step": 2e-3}),
)
