"""What stands in a driver's way: dead centres that it cannot pass and stops that cannot hold it,
in sentences.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from ..assembly.dead_centre import dead_centre
from ..assembly.initial_conditions import ModelCheck, check_model
from ..assembly.output_layout import JointCoordinate
from ..assembly.rank import prescribing
from ..model import Ideal

if TYPE_CHECKING:
    from ..assembly.assemble import Assembly
    from ..model import Driver, Mechanism
    from ..results.impacts import Impacts

SAMPLES = 4000  # of a motion, and steps in which a mechanism is moved before a run
# coordinates whose ends are those of play in a mixed joint
OF_PLAY = {"torsion": "angle", "axial": "displacement"}
# samples are spread unevenly, so that none of a periodic motion is always missed
GOLDEN = 0.6180339887498949


def obstacles_ahead(model_check: ModelCheck, duration: float | None) -> tuple[str, ...]:
    """Return what drivers will meet within ``duration`` [s], as far as it can be known before a
    run.

    Stops on driven coordinates, and dead centres of mechanisms that drivers, with ideal joints,
    move without any freedom left.
    """
    mechanism = model_check.mechanism
    if duration is None or not mechanism.drivers:
        return ()
    found = [*_stops_in_the_way(mechanism, duration)]
    ideal = all(joint.fit.ideal for joint in mechanism.joints)
    if not ideal:  # play and bushings hide a dead centre: its forces become large instead
        joints = tuple(replace(joint, fit=Ideal()) for joint in mechanism.joints)  # type: ignore[type-var]
        model_check = check_model(replace(mechanism, joints=joints))
    if model_check.dof == 0:
        assembly = model_check.assembly
        ahead = dead_centre(assembly, 0.0, assembly.y, duration, duration / SAMPLES)
        found += (
            [("" if ideal else "with ideal joints: ") + ahead.message.removesuffix(".")]
            if ahead is not None
            else []
        )
    return tuple(found)


def _stops_in_the_way(mechanism: Mechanism, duration: float) -> Iterator[str]:
    for driver in mechanism.drivers:
        coordinate = mechanism.coordinate(driver)
        for stop in mechanism.joint(driver.joint).stops:
            for side, sign in (("lower", -1.0), ("upper", 1.0)):
                if stop.coordinate == coordinate and (limit := getattr(stop, side)) is not None:
                    hard = limit + sign * (stop.thickness or 0.0)
                    begin, depth = beyond(driver, sign, hard, duration)
                    if depth > 0:
                        yield _pushing(
                            (driver,),
                            JointCoordinate(driver.joint, coordinate),
                            side,
                            hard,
                            begin,
                            depth,
                        )


def beyond(driver: Driver, sign: float, limit: float, duration: float) -> tuple[float, float]:
    """Return when a motion goes beyond a limit for the first time [s], and how far it goes at
    most.
    """
    uneven = (np.arange(SAMPLES) + np.modf(GOLDEN * np.arange(SAMPLES))[0]) * duration / SAMPLES
    breakpoints = [t for t in driver.motion.breakpoints() if 0 < t < duration]
    times = np.unique([0.0, *uneven, *breakpoints, duration])
    depths = np.array([sign * (driver.motion(float(t))[0] - limit) for t in times])
    first = int(np.argmax(depths > 0))
    if first == 0:
        return 0.0, max(float(depths.max()), 0.0) if depths[0] > 0 else 0.0
    a, b = float(times[first - 1]), float(times[first])
    while b - a > 1e-12 * duration:
        middle = 0.5 * (a + b)
        a, b = (middle, b) if sign * (driver.motion(middle)[0] - limit) <= 0 else (a, middle)
    return b, float(depths.max())


def pushed_stops(assembly: Assembly, t: float, y: np.ndarray, table: Impacts) -> tuple[str, ...]:
    """Return which stops drivers have pushed through in a run that ended with the state ``y``:
    those that nothing could have stopped.

    A layer in front of a stop may be pressed; what counts is the hard contact.
    """
    if not assembly.mechanism.drivers or not np.all(np.isfinite(y)):
        return ()
    found = []
    for contact, record in zip(table.contacts, assembly.system.contacts, strict=True):
        mine, joint = table.for_contacts({contact.label}), assembly.mechanism.joint(contact.joint)
        coordinate = OF_PLAY.get(contact.motion, contact.coordinate)
        layer = not contact.hard and replace(contact, hard=True) in table.contacts
        if coordinate not in joint.coordinates or layer or not len(mine):
            continue
        drivers = prescribing(assembly, t, y, contact.joint, coordinate)
        if drivers:
            # behind the layer, if there is one
            limit = float(record["limit"] + record["side"] * record["shift"])
            begin, depth = float(np.min(mine["start"])), float(np.max(mine["penetration"]))
            found.append(
                _pushing(
                    drivers,
                    JointCoordinate(joint.name, coordinate),
                    contact.side,
                    limit,
                    begin,
                    depth,
                )
            )
    return tuple(found)


def _pushing(
    drivers: tuple[Driver, ...],
    coordinate: JointCoordinate,
    side: str,
    limit: float,
    begin: float,
    depth: float,
) -> str:
    names = " and ".join(f"'{driver.name}'" for driver in drivers)
    who = f"driver {names} pushes" if len(drivers) == 1 else f"drivers {names} push"
    unit = coordinate.unit
    force = "moment" if coordinate.angular else "force"
    return (
        f"{who} {coordinate.label} through its {side} stop at {limit:.6g} {unit} from t = {begin:.6g} s "
        f"on, up to {depth:.3g} {unit} deep: "
        f"nothing can give way, and the driver takes whatever {force} that depth needs; let its "
        "motion turn back before, or move the stop"
    )
