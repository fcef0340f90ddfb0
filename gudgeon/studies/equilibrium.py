"""Static equilibrium: where a mechanism rests under its loads, and what its joints bear there."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import numpy as np

from .._base.arguments import among, listed, number
from .._base.description import Quantity
from .._base.errors import InputError, brief
from .._base.text import entry
from ..assembly.equilibrium import find_equilibrium, started_from
from ..assembly.independent_motions import IndependentMotions
from ..assembly.initial_conditions import ModelCheck, check_model
from ..assembly.linearization import LinearModel, accurate_stiffness, linear_model
from ..assembly.output_layout import JointCoordinate
from ..kernels import records as rec
from ..kernels.entry_points import observe_at
from ..kernels.tasks import ROW
from ..model import Mechanism
from ..model.changes import mechanism_of
from ..results.outcome import Outcome
from ..results.result import Result
from ..results.status import Status
from ..simulation.compilation import compile_core

if TYPE_CHECKING:
    from .linearize import Linearization

DRIVERS = ("held", "moving")


@dataclass(frozen=True, eq=False)
class Equilibrium:
    """Where a mechanism rests.

    ``result`` has one row, that of the equilibrium: ``equilibrium["rod.position.x"]`` [m],
    ``equilibrium["C.force.magnitude"]`` [N], ``equilibrium.result.joint("C")``. ``stable`` says
    whether the mechanism comes back after a small push (None: it has directions in which nothing
    brings it back, and nothing drives it away). ``notes`` are sentences about what statics leave
    out. ``start`` is the mechanism with this start, for :func:`simulate`; :meth:`linearize` gives
    its natural frequencies.
    """

    result: Result
    t: float
    drivers: str
    steps: int
    residual: float
    dof: int
    stable: bool | None
    notes: tuple[str, ...]
    motions: IndependentMotions = field(repr=False)

    def __getitem__(self, channel: str) -> Any:
        """Return the value of a channel, such as ``C.force.magnitude``: a number, or an array of
        its components.
        """
        values = self.result.channel(channel).values[0]
        return float(values) if np.ndim(values) == 0 else np.asarray(values)

    @property
    def mechanism(self) -> Mechanism:
        """The mechanism that rests."""
        return self.motions.check.mechanism

    @property
    def coordinates(self) -> dict[str, float]:
        """The value of every joint coordinate [m or rad]."""
        labels = self.result.layout.labels["coordinate"]
        values = self.result.data["coordinate"][0]
        return {str(label): float(value) for label, value in zip(labels, values, strict=True)}

    @property
    def start(self) -> ModelCheck:
        """The examined mechanism with its start in this equilibrium, at rest but for what drivers
        move; ``simulate(equilibrium.start, ...)`` runs it.
        """
        if self.t != 0.0:
            raise InputError(
                f"a run starts at t = 0, and this is the equilibrium at t = {self.t:g} s; find "
                "that at t = 0.",
                ("t",),
            )
        return started_from(self.motions.check, self.motions.y, moving=False)

    def linearize(self) -> Linearization:
        """Return the motion about this equilibrium, linearised: natural frequencies and modes."""
        from .linearize import linearize

        return linearize(self)

    def summary(self) -> str:
        """Return the equilibrium as lines of text."""
        stable = {True: "stable", False: "not stable: a small push tips it over", None: "neutral"}
        lines = [f"{self.mechanism.name}: equilibrium"]
        lines += entry("degrees of freedom", [str(self.dof)])
        lines += entry("it is", [stable[self.stable]])
        lines += entry(
            "coordinates",
            (
                f"{label} = {value:.6g} {JointCoordinate.of(label).unit}"
                for label, value in self.coordinates.items()
            ),
        )
        lines += entry("joint forces", self._forces())
        lines += entry("contacts", self._contacts())
        lines += entry("residual", [f"{self.residual:.2g} of what acts, after {self.steps} steps"])
        lines += entry("notes", self.notes) if self.notes else []
        return "\n".join(lines)

    def _forces(self) -> list[str]:
        return [
            f"{joint.name}: {self[f'joints.{joint.name}.force.magnitude']:.6g} N, "
            f"{self[f'joints.{joint.name}.torque.magnitude']:.6g} N m"
            for joint in self.mechanism.joints
        ]

    def _contacts(self) -> list[str]:
        found = []
        for contact in self.result.layout.contacts:
            part = self.result.contact(contact.label)
            force = float(part.normal_force[0])
            if force > 0.0:
                units = part.quantities
                found.append(
                    f"{contact.label}: pressed by {force:.6g} {units['normal_force']}, "
                    f"{float(part.penetration[0]):.4g} {units['penetration']} deep"
                )
        return found

    def __str__(self) -> str:
        return self.summary()

    def __repr__(self) -> str:
        return f"Equilibrium({self.mechanism.name}; {self.coordinates})"


def equilibrium(
    mechanism: Mechanism | ModelCheck | str,
    *,
    t: float = 0.0,
    drivers: str = "held",
    hold: str | Sequence[str] = (),
) -> Equilibrium:
    """Find where a mechanism rests under gravity and its loads, from the start on that it has.

    Springs, bushings, contacts, stops and films act as in a run. Loads and drivers are taken as
    they are at time ``t`` [s]; ``drivers`` are "held" where they stand then, or "moving": they keep
    their speed, and what is found is a steady state, as that of a journal which turns in its film.
    ``hold`` names bodies and joint coordinates (``"A.angle"``) that stay as they start. Friction
    bears nothing at rest: where it would hold, the mechanism may rest nearby as well, and ``notes``
    say so. Where nothing holds a body there is no equilibrium, and an InputError says which body
    continues.
    """
    check = mechanism if isinstance(mechanism, ModelCheck) else None
    described = check.mechanism if check is not None else mechanism_of(mechanism)
    t = float(number(t, "t", Quantity("s", bounds=((">=", 0.0),))))
    if not among(drivers, DRIVERS):
        raise InputError(
            f"drivers are held where they stand or keep moving: 'held' or 'moving', got "
            f"{brief(drivers)}.",
            ("drivers",),
        )
    held = [str(item) for item in listed(hold, "hold", "names of bodies or joint coordinates")]
    compile_core("auto", described)
    motions = IndependentMotions(check or check_model(described), t, drivers, held)
    found = find_equilibrium(motions)
    stable, notes = _stability(motions)
    return Equilibrium(
        one_row(motions),
        t,
        drivers,
        found.steps,
        found.residual,
        motions.dof,
        stable,
        (*notes, *_friction_notes(motions)),
        motions,
    )


def one_row(motions: IndependentMotions) -> Result:
    """Return a state as the result of a run with one row."""
    assembly = motions.assembly
    motions.settle(motions.y)
    row = np.zeros(assembly.layout.width)
    observe_at(assembly.system, motions.work, motions.t, motions.y, row, ROW)
    data = {
        name: np.ascontiguousarray(values)
        for name, values in assembly.layout.split(row[None, :]).items()
    }
    return Result(assembly.mechanism, assembly.layout, data, Outcome(Status.COMPLETE))


def _stability(motions: IndependentMotions) -> tuple[bool | None, tuple[str, ...]]:
    """Return whether the stiffness brings the mechanism back, and a note where it does not."""
    if motions.dof == 0:
        return True, ("joints and drivers leave no motion free: it rests where they hold it",)
    if motions.moving:
        model = linear_model(motions)
        own = np.linalg.eigvals(model.A)
        limit = float(np.sqrt(neutral_limit(motions, model)))
        values, neutral = -own.real, int(np.count_nonzero(np.abs(own) <= limit)) // 2
    else:
        model = accurate_stiffness(motions)
        values, limit = np.linalg.eigvals(model.A).real, neutral_limit(motions, model)
        neutral = int(np.count_nonzero(np.abs(values) <= limit))
    notes: tuple[str, ...] = ()
    if neutral:
        notes = (
            f"nothing brings the mechanism back in {neutral} of its {motions.dof} independent "
            "motions; it may rest there anywhere",
        )
    if values.min() < -limit:
        return False, notes
    return (None if neutral else True), notes


def neutral_limit(motions: IndependentMotions, model: LinearModel) -> float:
    """Return the stiffness over mass below which there is none [1/s^2]: what is left of rounding,
    and a billionth of a pendulum's of the mechanism's size.
    """
    gravity = float(np.linalg.norm(motions.assembly.system.setting[0]["gravity"]))
    dof = motions.dof
    rows = slice(dof, 2 * dof) if len(model.A) > dof else slice(dof)
    doubt = float(np.diag(model.error[rows, :dof]).min(initial=np.inf))
    rounding = 1e-18 * float(np.abs(model.A).max(initial=0.0))
    return 1e-9 * gravity / motions.length + 100.0 * doubt + rounding


def _friction_notes(motions: IndependentMotions) -> tuple[str, ...]:
    """Return a sentence about joints whose pressed contacts have friction."""
    pressed = motions.work.contacts[:, rec.F_N] > 0.0
    has_friction = motions.assembly.system.contacts["friction"] != 0
    sliding = dict.fromkeys(
        contact.joint
        for contact, touches in zip(
            motions.assembly.layout.contacts, pressed & has_friction, strict=True
        )
        if touches
    )
    if not sliding:
        return ()
    names = ", ".join(f"'{name}'" for name in sliding)
    return (
        f"friction in {'joints' if len(sliding) > 1 else 'joint'} {names} bears nothing at rest; "
        "where it sticks, the mechanism may rest at other places nearby",
    )
