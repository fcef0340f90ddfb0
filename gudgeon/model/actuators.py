"""Actuators: a force or moment on a joint coordinate that a controller decides on."""

from typing import Any, ClassVar

from .._base.description import description, option
from .._base.errors import brief, suggestion
from ..laws import Constant, Controller, Signal
from ..laws.signals import TIME
from .loads import Load
from .motions import COORDINATES

__all__ = ["Actuator"]


@description
class Actuator(Load):
    """A controlled force or moment on a joint coordinate, positive in its direction: a motor in a
    hinge with its controller, a hydraulic cylinder with its valve.

    ``controller`` is a law such as PD, PID, Servo or DCMotor, or a :class:`~gudgeon.Controller` of
    your own; its states are integrated with the motion. ``target`` is what it shall follow, a
    function of time, or an Input that is set while the mechanism runs. ``feedback`` names the
    coordinates that it measures, as ``L.angle``; by default that on which it acts. The opposite
    acts on the first body of the joint. Its work is the entry ``load:NAME`` of the energies.
    """

    elements: ClassVar[tuple[str, ...]] = ("controllers",)

    joint: str = option("joint on which it acts", kw_only=True)
    controller: Controller = option("law of its force, a controller", kw_only=True)
    target: Signal = option("what the controller shall follow", default=Constant(0.0))
    coordinate: str | None = option(
        "which coordinate of the joint, if it has several", default=None
    )
    feedback: tuple[str, ...] = option(
        "coordinates that are measured, as L.angle; by default that on which it acts", default=()
    )

    def check(self) -> None:
        """Reject what is no controller, and a target that is no function of time."""
        self.expect("controller", Controller, "a controller such as PID(...)")
        self.expect("target", Signal, "a signal such as Harmonic(...)")
        for leaf in self.target.leaves():
            if leaf.over != TIME:
                raise self.error(
                    f"a target is a function of time, not of {leaf.over}; measure that by feedback.",
                    "target",
                )

    def measured(self, mechanism: Any) -> tuple[tuple[str, str], ...]:
        """Return the joint coordinates that are measured."""
        own = (self.joint, mechanism.coordinate(self))
        return tuple((n[0], n[2]) for n in (t.rpartition(".") for t in self.feedback)) or (own,)

    def check_in(self, mechanism: Any) -> None:
        """Reject feedback of coordinates that are not there, or of another number."""
        known = [f"{joint.name}.{name}" for joint in mechanism.joints for name in joint.coordinates]
        for name in self.feedback:
            if name not in known:
                raise self.error(
                    f"there is no joint coordinate {brief(name)}.{suggestion(name, known)}",
                    "feedback",
                )
        found, wanted = len(self.measured(mechanism)), type(self.controller).measures
        if found != wanted:
            raise self.error(
                f"{type(self.controller).__name__} measures {wanted} coordinate"
                f"{'s' * (wanted > 1)}, got {found}.",
                "feedback",
            )

    def unit(self, mechanism: Any) -> str:
        """Return the unit of the coordinate on which it acts."""
        return COORDINATES[mechanism.coordinate(self)].unit

    def units(self, mechanism: Any) -> tuple[str, tuple[str, ...]]:
        """Return the units of the target and of the states: of alternatives, that of the first
        coordinate that is measured.
        """
        law, unit = self.controller, COORDINATES[self.measured(mechanism)[0][1]].unit
        states = tuple(_chosen(text, unit) for text in law.states.values())
        return law.target_unit or unit, states


def _chosen(units: str, coordinate: str) -> str:
    """Return of two units, those of a rotation first, the one that belongs to a coordinate."""
    turning, _, sliding = units.partition("|")
    return sliding if sliding and coordinate == "m" else turning
