"""The results of a joint: reactions and coordinates; what its fit adds is registered by the kind
that the fit declares.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple

import numpy as np

from ...assembly.contact_info import ContactInfo
from ...assembly.joint_frames import joint_frame
from ..lifetime import Lifetime
from ..part import Part

if TYPE_CHECKING:
    pass


class Picture(NamedTuple):
    """A ready-made picture of joints: its name, what it shows, and what to say where there is
    none.
    """

    name: str
    subject: str
    missing: str


class History(NamedTuple):
    """Numbers over time for a picture: quantity and unit of the axis, what the curve is besides
    the joint, values.
    """

    quantity: str
    unit: str
    word: str
    values: np.ndarray


class JointResult(Part):
    """Reactions and coordinates of a joint.

    ``force`` [N] and ``torque`` [N m] act on the second body at its joint point, in the global
    frame; those of its stops are part of them. The coordinates of the joint (``angle`` [rad],
    ``displacement`` [m], ...) have their rates beside them (``angle_rate``). What each stop does is
    in ``result.contact(label)`` for the labels ``stops``.
    """

    kind = "joint"
    modes: ClassVar[tuple[str, ...]] = ()
    # as the labels of energies have them: ``lost:C:friction``
    losses: ClassVar[tuple[str, ...]] = ("hysteresis", "friction")
    dimension: ClassVar[str] = ""  # of the layout, along which such joints are listed
    summary_title: ClassVar[str] = ""
    picture: ClassVar[Picture | None] = None
    gives: ClassVar[bool] = False  # whether its points come apart, and are drawn so
    force: np.ndarray
    torque: np.ndarray

    @property
    def stops(self) -> tuple[str, ...]:
        """Labels of the contacts of this joint's stops."""
        return tuple(contact.label for contact in self.limits)

    @property
    def limits(self) -> list[ContactInfo]:
        """The contacts at ends of a range: of stops, and of play in a mixed joint."""
        return [contact for contact in self._contacts if contact.limits]

    @property
    def mode_fractions(self) -> dict[str, float]:
        """Shares of the run that the joint spends in each of its ``modes``; an ideal joint has
        none.
        """
        return {}

    @property
    def gap_contacts(self) -> list[ContactInfo]:
        """The contacts whose forces act in a gap; stops and the hard contacts behind layers are
        not among them.
        """
        return []

    @property
    def lifetime(self) -> Lifetime:
        """Measures of life: load cycles, load spectrum, equivalent load, pv, impact energy."""
        return Lifetime(self)

    def summary_lines(self) -> Iterator[str]:
        """Yield sentences about what happened in the joint, stops aside."""
        yield from ()

    def histories(self) -> Iterator[History]:
        """Yield what the picture of such joints shows over time."""
        yield from ()

    @property
    def _contacts(self) -> list[ContactInfo]:
        return [contact for contact in self._result.layout.contacts if contact.joint == self._name]

    @property
    def _described(self) -> Any:
        return self._mechanism.joint(self._name)

    @property
    def _fit(self) -> Any:
        return self._described.fit

    def _rotation(self, side: int) -> np.ndarray:
        body = self._described.between[side]
        return (
            np.broadcast_to(np.eye(3), (self._result.rows, 3, 3))
            if body == "ground"
            else self._result.body(body).rotation
        )

    def _spin(self, side: int) -> np.ndarray:
        body = self._described.between[side]
        return (
            np.zeros((self._result.rows, 3))
            if body == "ground"
            else self._result.body(body).angular_velocity
        )

    def _axes(self, side: int) -> np.ndarray:
        """Return h, t and b of the first or the second body over time, global frame, shape
        (rows, 3, 3).
        """
        frame = joint_frame(self._mechanism, self._name)
        return np.einsum(
            "nij,kj->nki", self._rotation(side), frame.axes_i if side == 0 else frame.axes_j
        )

    def _joint_point(self, side: int) -> np.ndarray:
        """Return the joint point on the first or the second body over time, global frame."""
        frame = joint_frame(self._mechanism, self._name)
        point, body = (frame.s_i, frame.s_j)[side], self._described.between[side]
        return (
            np.broadcast_to(point, (self._result.rows, 3))
            if body == "ground"
            else self._result.body(body).at(point)
        )

    def _offset(self) -> np.ndarray:
        """Return the way from the joint point on the first body to that on the second, global
        frame.
        """
        return self._joint_point(1) - self._joint_point(0)

    def _drift(self) -> np.ndarray:
        """Return the velocity of the joint point on the second body relative to that on the
        first, global frame.
        """
        frame = joint_frame(self._mechanism, self._name)
        ends = []
        for side, point in enumerate((frame.s_i, frame.s_j)):
            body = self._described.between[side]
            still = (
                np.zeros((self._result.rows, 3))
                if body == "ground"
                else self._result.body(body).velocity
            )
            ends.append(still + np.cross(self._spin(side), self._rotation(side) @ point))
        return ends[1] - ends[0]


REGISTRY: dict[str, type[JointResult]] = {}
"""The class that reads a joint, by the ``result_kind`` of its fit."""


def register(kind: str) -> Callable[[type[JointResult]], type[JointResult]]:
    """Return a decorator that makes a class the one for fits of a ``result_kind``."""

    def add(cls: type[JointResult]) -> type[JointResult]:
        REGISTRY[kind] = cls
        return cls

    return add


def joint_losses() -> tuple[str, ...]:
    """Return what joints of any kind can lose energy by; stops are on all."""
    classes: list[type[JointResult]] = [JointResult, *REGISTRY.values()]
    return tuple(dict.fromkeys(loss for cls in classes for loss in cls.losses))


def twist_of(first: np.ndarray, second: np.ndarray) -> np.ndarray:
    """Return the twist of the second triad against the first about its axis, within half a turn
    [rad]; shapes (rows, 3, 3).
    """
    (hh, ht, _), (th, tt, _), _ = np.moveaxis(np.einsum("nki,nli->nkl", first, second), 0, 2)
    return np.asarray(np.arctan2(th - ht, hh + tt))
