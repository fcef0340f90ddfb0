"""From actuators to the records of their controllers."""

from ...kernels import records as rec
from ...kernels.joints.controllers import CONTROLLER, CONTROLLERS, VARIABLES
from ...model import Actuator
from ..breakpoints import CLOSE, Crossing
from ..output_layout import Label
from .base import Assembler, ElementKind, Elements, register

NAME = "controllers"


def controllers(assembler: Assembler) -> Elements:
    """Return the records of all controllers."""
    mechanism = assembler.mechanism
    found = [
        (place, load) for place, load in enumerate(mechanism.forces) if isinstance(load, Actuator)
    ]
    records = rec.table(len(found), CONTROLLER)
    targets: list[Label] = []
    states: list[Label] = []
    for record, (place, load) in zip(records, found, strict=True):
        law = load.controller
        unit, units = load.units(mechanism)
        force = assembler.forces[place]
        record["force"], record["coordinate"] = place, force["coordinate"]
        for name in ("ledger", "first", "count"):  # the two last are its target
            record[name] = force[name]
        record["measured"] = -1
        for k, measured in enumerate(load.measured(mechanism)):
            record["measured"][k] = assembler.coordinates[measured]
        record["law"], record["offset"] = assembler.law(law, load, "controller")
        _watch(assembler, record, load)
        first = assembler.states
        record["state"], record["states"] = assembler.state(len(units)), len(units)
        record["shown"], record["scale"] = len(states), 1.0
        for k, (scale, start) in enumerate(zip(law.scales(), law.starts(), strict=True)):
            record["scale"][k] = scale
            assembler.starts[first + k] = start / scale
        targets.append(Label(load.name, unit))
        states += [
            Label(f"{load.name}.{name}", unit) for name, unit in zip(law.states, units, strict=True)
        ]
    commands = tuple(Label(load.name, load.unit(mechanism)) for _, load in found)
    labels = {"target": tuple(targets), "command": commands, "controller_state": tuple(states)}
    return Elements(records, labels=labels)


def _watch(assembler: Assembler, record: rec.Any, load: Actuator) -> None:
    """Watch the switching functions of a controller."""
    count = len(load.controller.switches)
    record["switch"], record["switches"] = type(load.controller).switch_address(), count
    record["watch"] = assembler.watch(*[0.0] * count) if count else -1
    assembler.crossings += [Crossing(int(record["watch"]) + k, 0.0, CLOSE) for k in range(count)]


register(ElementKind(NAME, CONTROLLERS, controllers, VARIABLES, single_states=True))
