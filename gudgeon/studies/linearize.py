"""Small motions about an equilibrium: natural frequencies, damping and modes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np

from .._base.arguments import row_number
from .._base.errors import InputError
from .._base.tables import html_table, text_table
from .._base.views import view
from ..assembly.independent_motions import IndependentMotions
from ..assembly.initial_conditions import ModelCheck
from ..assembly.linearization import LinearModel, linear_model
from ..model import Mechanism
from .equilibrium import Equilibrium, equilibrium, neutral_limit

TURN = 2 * np.pi
NO_DAMPING = 1e-9  # damping ratio that rounding alone can make
UNRELIABLE = 0.05  # share of a derivative by which it may depend on the step before there is none


@dataclass(frozen=True, eq=False, repr=False)
class Mode:
    """One mode: the motion exp(``eigenvalue`` t), by which its ``shape`` grows, decays or
    oscillates.

    ``shape`` has for every body the displacement of its centre of mass and its rotation, global
    frame, as complex numbers of which a real motion is the real part; the largest displacement, or
    rotation times the mechanism's size ``length`` [m], is 1. ``energy`` is every body's share of
    the kinetic energy.
    """

    eigenvalue: complex
    shape: Mapping[str, tuple[np.ndarray, np.ndarray]]
    energy: Mapping[str, float]
    length: float = 1.0
    free: bool = False

    def __repr__(self) -> str:
        most = max(self.energy, key=lambda name: self.energy[name])
        return (
            f"Mode({self.kind}; {self.frequency:.6g} Hz; damping ratio {self.damping_ratio:.3g}; "
            f"{most} {self.energy[most]:.0%})"
        )

    @property
    def frequency(self) -> float:
        """Frequency of the damped oscillation [Hz]; 0 for one that does not oscillate."""
        return float(abs(self.eigenvalue.imag) / TURN)

    @property
    def natural_frequency(self) -> float:
        """Size of the eigenvalue over 2 pi [Hz]: the frequency if nothing damped it."""
        return 0.0 if self.free else float(abs(self.eigenvalue) / TURN)

    @property
    def damping_ratio(self) -> float:
        """Damping relative to the critical one [1]: 0 undamped, 1 and more without oscillation,
        negative where the motion grows.
        """
        if self.free or abs(self.eigenvalue.real) < NO_DAMPING * abs(self.eigenvalue):
            return 0.0
        return float(-self.eigenvalue.real / abs(self.eigenvalue))

    @property
    def kind(self) -> str:
        """What the mode does: oscillates, decays, grows, or moves freely."""
        if self.free:
            return "moves freely"
        if self.damping_ratio < 0.0:
            return "grows"
        return "oscillates" if self.eigenvalue.imag else "decays"


@dataclass(frozen=True, eq=False)
class Linearization:
    """The motion about an equilibrium, x_dot = ``A`` x.

    x holds displacements along the independent motions, which are orthonormal in the mass matrix,
    their velocities, and bristles of friction: ``stiffness`` and ``damping`` are the matrices over
    the mass. ``modes`` are sorted by natural frequency; of two conjugate ones there is one.
    """

    equilibrium: Equilibrium
    A: np.ndarray = field(repr=False)
    error: np.ndarray = field(repr=False)

    @property
    def mechanism(self) -> Mechanism:
        """The mechanism that moves."""
        return self.equilibrium.mechanism

    @property
    def dof(self) -> int:
        """Number of independent motions."""
        return self.equilibrium.motions.dof

    @property
    def stiffness(self) -> np.ndarray:
        """Stiffness over mass [1/s^2]."""
        return np.asarray(-self.A[self.dof : 2 * self.dof, : self.dof])

    @property
    def damping(self) -> np.ndarray:
        """Damping, and gyroscopic coupling, over mass [1/s]."""
        return np.asarray(-self.A[self.dof : 2 * self.dof, self.dof : 2 * self.dof])

    @cached_property
    def eigenvalues(self) -> np.ndarray:
        """All eigenvalues [1/s], sorted by size."""
        values = np.linalg.eigvals(self.A)
        return np.asarray(values[np.lexsort((values.imag, np.abs(values)))])

    @property
    def frequencies(self) -> np.ndarray:
        """Frequencies of all modes that oscillate [Hz], damped."""
        return np.array([mode.frequency for mode in self.modes if mode.frequency > 0.0])

    @property
    def undamped_frequencies(self) -> np.ndarray:
        """Natural frequencies without damping and bristles [Hz]; not a number where the mechanism
        is driven away, 0 where it moves freely.
        """
        values = np.sort(np.linalg.eigvals(self.stiffness).real)
        values[np.abs(values) <= neutral_limit(self.equilibrium.motions, self._model)] = 0.0
        return np.asarray(np.where(values < 0, np.nan, np.sqrt(np.abs(values))) / TURN)

    @property
    def stable(self) -> bool:
        """Whether no mode grows."""
        return all(mode.kind != "grows" for mode in self.modes)

    @cached_property
    def modes(self) -> tuple[Mode, ...]:
        """The modes, sorted by natural frequency."""
        values, vectors = np.linalg.eig(self.A)
        limit = np.sqrt(neutral_limit(self.equilibrium.motions, self._model))
        order = np.argsort(np.abs(values), kind="stable")
        modes: list[Mode] = []
        for k in order:
            if values[k].imag < -1e-12 * abs(values[k]) and abs(values[k]) > limit:
                continue  # of two conjugate ones
            mode = self._mode(complex(values[k]), vectors[:, k], bool(abs(values[k]) <= limit))
            if mode is not None and not (mode.free and _known(mode, modes)):
                modes.append(mode)
        return tuple(modes)

    def mode(self, number: int) -> Mode:
        """Return a mode, counted from 1."""
        return self.modes[row_number(number - 1, len(self.modes), "mode")]

    def _mode(self, value: complex, vector: np.ndarray, free: bool) -> Mode | None:
        """Return the mode of an eigenvector; none of a bristle that alone is bent."""
        motions = self.equilibrium.motions
        motion = motions.U @ vector[: self.dof]
        if free or np.abs(motion).max(initial=0.0) < 1e-9 * np.abs(vector).max():
            motion = motions.U @ (vector[: self.dof] if free else vector[self.dof : 2 * self.dof])
            if free and np.abs(motion).max(initial=0.0) < 1e-6:
                motion = motions.U @ vector[self.dof : 2 * self.dof]
        largest = motion[np.argmax(np.abs(motion))] if motion.size else 0.0
        if abs(largest) < 1e-12:
            return None
        motion = motion / largest
        parts = motion.reshape(-1, 2, 3)
        kinetic = np.real(np.conj(motion) * (motions.M @ motion)).reshape(-1, 6).sum(axis=1)
        names = [body.name for body in self.mechanism.bodies]
        shape = {
            name: (parts[k, 0], parts[k, 1] / motions.length) for k, name in enumerate(names, 1)
        }
        energy = {name: float(kinetic[k] / kinetic.sum()) for k, name in enumerate(names, 1)}
        return Mode(0j if free else value, shape, energy, motions.length, free)

    @property
    def _model(self) -> LinearModel:
        return LinearModel(self.A, self.error)

    def report(
        self, path: str | Path, *, shapes: Mapping[str, Any] | None = None, command: str = ""
    ) -> Path:
        """Write a page that shows the mechanism in its equilibrium and the mode that is chosen, in
        any browser; what the arguments mean is said at :func:`gudgeon.report.write`.
        """
        shown = self.equilibrium.result
        page: Path = view("page")(shown, path, modes=self, shapes=shapes, command=command)
        return page

    def summary(self) -> str:
        """Return the modes as a table of text."""
        heads, rows = self._table()
        lines = text_table(heads, rows, (True, True, True, True, False, False))
        return f"{self.mechanism.name}: {len(rows)} modes about its equilibrium\n{lines}"

    def _table(self) -> tuple[tuple[str, ...], list[tuple[str, ...]]]:
        heads = ("mode", "frequency\n[Hz]", "natural\n[Hz]", "damping\nratio", "", "what moves")
        rows: list[tuple[str, ...]] = []
        for k, mode in enumerate(self.modes, 1):
            most = sorted(mode.energy.items(), key=lambda item: -item[1])[:3]
            moves = ", ".join(f"{name} {share:.0%}" for name, share in most if share > 0.01)
            rows.append(
                (
                    str(k),
                    f"{mode.frequency:.6g}",
                    f"{mode.natural_frequency:.6g}",
                    f"{mode.damping_ratio:.4g}",
                    mode.kind,
                    moves,
                )
            )
        return heads, rows

    def __str__(self) -> str:
        return self.summary()

    def __repr__(self) -> str:
        found = ", ".join(f"{mode.natural_frequency:.4g}" for mode in self.modes)
        return f"Linearization({self.mechanism.name}; natural frequencies {found} Hz)"

    def _repr_html_(self) -> str:
        heads, rows = self._table()
        heads = tuple(head.replace("\n", " ") for head in heads)
        return html_table(heads, rows, (True, True, True, True, False, False))


def linearize(
    mechanism: Mechanism | ModelCheck | Equilibrium | str,
    *,
    t: float = 0.0,
    drivers: str = "held",
    hold: str | Sequence[str] = (),
) -> Linearization:
    """Linearise the motion of a mechanism about its equilibrium: natural frequencies [Hz],
    damping ratios and modes.

    The equilibrium is that of :func:`equilibrium`, which takes the same options, or one that was
    found before. Constraints are reduced to the independent motions; springs, bushings, contacts,
    stops and films have the stiffness and damping that they have there. What a contact law loses
    in an impact is not among it, because nothing strikes; friction that is smooth about rest damps,
    bristles of friction are springs as long as they do not slide, and a law that jumps there is
    refused.
    """
    if isinstance(mechanism, Equilibrium):
        if t != 0.0 or drivers != "held" or len(hold):
            raise InputError("time, drivers and what is held belong to the equilibrium.")
        found = mechanism
    else:
        found = equilibrium(mechanism, t=t, drivers=drivers, hold=hold)
    model = linear_model(found.motions)
    _check_smooth(found.motions, model)
    return Linearization(found, model.A, model.error)


def _known(mode: Mode, modes: list[Mode]) -> bool:
    """Whether a mode that moves freely has the shape of one before it."""
    flat = _flat(mode)
    return any(other.free and abs(np.vdot(flat, _flat(other))) > 1 - 1e-6 for other in modes)


def _flat(mode: Mode) -> np.ndarray:
    parts = [np.concatenate((there, turn * mode.length)) for there, turn in mode.shape.values()]
    flat = np.concatenate(parts)
    return np.asarray(flat / np.linalg.norm(flat))


def _check_smooth(motions: IndependentMotions, model: LinearModel) -> None:
    """Reject a state about which forces are not linear, however small the motion."""
    dof = motions.dof
    size, doubt = np.abs(np.diag(model.A)), np.diag(model.error)
    K = np.abs(np.diag(model.A[dof : 2 * dof, :dof]))
    for k in range(dof):
        rate = np.sqrt(K[k])
        if doubt[dof + k] > UNRELIABLE * size[dof + k] and doubt[dof + k] > 1e-2 * max(rate, 1.0):
            motion = np.abs(motions.U[:, k]).reshape(-1, 6).max(axis=1)
            name = motions.check.mechanism.bodies[int(np.argmax(motion)) - 1].name
            raise InputError(
                f"the forces on body '{name}' jump where it begins to slide: friction that sticks "
                "has no linear part. Take a friction law that is smooth about rest, or leave it "
                "out."
            )
