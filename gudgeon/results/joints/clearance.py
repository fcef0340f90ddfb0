"""The results of a joint with clearance: what journal and bearing do to each other."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from ..._base.arguments import among, number
from ..._base.errors import InputError
from ...assembly.contact_info import ContactInfo
from ...assembly.joint_frames import joint_frame
from ..bearing_pressure import hertz_pressure
from ..contact_modes import ALIGNED, MODES, SCENARIOS, Periods, merged, scenarios, shares
from ..contacts import ContactResult
from ..impacts import Impacts
from ..wear import LENGTH, SlidingHistory, Wear, wear_of
from . import sentences
from .base import JointResult, register, twist_of


@register("clearance")
class ClearanceJointResult(JointResult):
    """A joint with clearance: besides reactions and coordinates, what journal and bearing do to
    each other.

    ``eccentricity`` [m] leads from the centre of the bearing to that of the journal, global frame;
    ``force`` and ``torque`` are the sum of all contacts. What each contact does is in
    ``result.contact(label)`` for the labels ``contacts``; behind a soft layer the hard contact is
    listed too, but its force is part of the layer's.
    """

    modes = MODES
    dimension = "clearance"
    summary_title = "clearances"
    eccentricity: np.ndarray

    @property
    def contacts(self) -> tuple[str, ...]:
        """Labels of the contacts in the gap of this joint."""
        return tuple(contact.label for contact in self._contacts if not contact.limits)

    @property
    def quantities(self) -> dict[str, str]:
        """The quantities there are, each with its unit."""
        units = super().quantities
        units |= (
            {"penetration": "m", "normal_force": "N", "friction_force": "N"}
            if self.contacts
            else {}
        )
        if self.contacts:
            units["sliding_speed"] = "m/s"
        if self._result.mechanism is None:
            return units
        units |= {"orbit": "m", "mode": "1"}
        if self.contacts and self._area is not None:
            units |= {"pressure": "Pa", "pv": "W/m^2"}
            if self._hertz(np.zeros(1)) is not None:
                units["contact_pressure"] = "Pa"
        if self._turns:
            units |= {"misalignment": "rad", "twist": "rad"}
        return units | ({"misalignment": "rad", "scenario": "1"} if self._has_ends else {})

    def components(self, quantity: str) -> tuple[str, ...]:
        """Return the names of the components of a quantity; those of the orbit are directions
        fixed in the bearing.
        """
        return (
            tuple("htb"[k] for k in self._directions)
            if among(quantity, ("orbit",))
            else super().components(quantity)
        )

    @property
    def penetration(self) -> np.ndarray:
        """Penetration of the deepest contact; zero where none touches [m]."""
        return np.max(self._of_contacts("penetration"), axis=1, initial=0.0)

    @property
    def normal_force(self) -> np.ndarray:
        """Sum of the normal forces of all contacts, each counted positive [N]."""
        return np.asarray(self._of_contacts("normal_force").sum(axis=1))

    @property
    def friction_force(self) -> np.ndarray:
        """Sum of the magnitudes of friction in all contacts [N]; divided by ``normal_force`` the
        coefficient at work.
        """
        return np.asarray(np.linalg.norm(self._of_contacts("friction"), axis=2).sum(axis=1))

    @property
    def sliding_speed(self) -> np.ndarray:
        """Speed of the fastest of the surfaces that rub on each other; zero where none touch [m/s]."""
        return np.max(self._of_contacts("sliding_speed"), axis=1, initial=0.0)

    @property
    def pressure(self) -> np.ndarray:
        """Sum of the normal forces over the projected area, as plain bearings are rated [Pa]."""
        if self._area is None:
            return self.__getattr__("pressure")  # which says what there is
        return self.normal_force / self._area

    @property
    def pv(self) -> np.ndarray:
        """Pressure over the projected area times sliding speed, as plain bearings are rated
        [W/m^2].
        """
        return self.pressure * self.sliding_speed

    @property
    def contact_pressure(self) -> np.ndarray:
        """Estimate of the greatest pressure after Hertz, the load spread evenly over the length
        [Pa].
        """
        found = self._hertz(self.normal_force)
        return self.__getattr__("contact_pressure") if found is None else found

    @property
    def _area(self) -> float | None:
        area: float | None = self._described.projected_area(self._mechanism.plane is not None)
        return area

    def _hertz(self, force: np.ndarray) -> np.ndarray | None:
        return hertz_pressure(self._described, force, self._mechanism.plane is not None)

    @property
    def orbit(self) -> np.ndarray:
        """Eccentricity in directions fixed in the bearing: h, t across and b along the joint's axis
        [m].

        Of a ball without an axis they are the global axes at t = 0. In a planar mechanism there are
        two: h and t of a pin, h across and b along a guide.
        """
        return np.asarray(
            np.einsum("nki,ni->nk", self._axes(0), self.eccentricity)[:, self._directions]
        )

    @property
    def _orbit_rate(self) -> np.ndarray:
        """Rate of the orbit in the bearing, which turns [m/s]."""
        drift = self._drift() - np.cross(self._spin(0), self.eccentricity)
        return np.asarray(np.einsum("nki,ni->nk", self._axes(0), drift)[:, self._directions])

    @property
    def mode(self) -> np.ndarray:
        """Place in ``modes``: 0 free flight, 1 impact, 2 following (see
        :mod:`gudgeon.results.contact_modes`).
        """
        return self._periods.modes(self._result.t)

    @property
    def mode_fractions(self) -> dict[str, float]:
        """Shares of the run in free flight, impact and following; exact, from the contact
        periods.
        """
        return self._periods.fractions()

    @property
    def touching(self) -> np.ndarray:
        """When anything in the gap touches: begin and end of each interval [s]; exact, from the
        contact periods.
        """
        periods = self._periods
        return merged(periods.start, periods.stop, periods.end, periods.begin)

    @property
    def misalignment(self) -> np.ndarray:
        """Angle between the axes of bearing and journal [rad]."""
        b_i, b_j = self._axes(0)[:, 2], self._axes(1)[:, 2]
        return np.arctan2(
            np.linalg.norm(np.cross(b_i, b_j), axis=1), np.abs((b_i * b_j).sum(axis=1))
        )

    @property
    def twist(self) -> np.ndarray:
        """Rotation of a slider in its guide about the axis, within half a turn [rad]."""
        if not self._turns:
            return self.__getattr__("twist")  # which says what there is
        return twist_of(self._axes(0), self._axes(1))

    @property
    def scenario(self) -> np.ndarray:
        """What touches in a revolute in space, as index in ``contact_modes.SCENARIOS`` (0 none,
        1-3 aligned, 4-12 tilted).
        """
        if not self._has_ends:
            return self.__getattr__("scenario")  # which says what there is
        tilted = self.misalignment > (self._fit.tilt or ALIGNED)
        return scenarios(self._of_contacts("penetration") > 0, self.gap_contacts, tilted)

    @property
    def scenario_fractions(self) -> dict[str, float]:
        """Shares of time of the scenarios, as the output rows show them."""
        return shares(self.scenario, self._result.t, SCENARIOS)

    @property
    def gap_contacts(self) -> list[ContactInfo]:
        """The contacts whose forces act; stops and the hard contacts behind layers are not among
        them.
        """
        return [contact for contact in self._contacts if not contact.limits and not contact.hard]

    @property
    def _has_ends(self) -> bool:
        return any(contact.surface == "ends" for contact in self.gap_contacts)

    @property
    def _turns(self) -> bool:
        """Whether it is a slider in space that can turn in its guide."""
        joint = self._described
        return (
            hasattr(joint, "turns") and self._mechanism.plane is None and joint.turns(planar=False)
        )

    @property
    def _directions(self) -> list[int]:
        """Rows of the joint's triad that span its orbit."""
        if self._mechanism.plane is None:
            return [0, 1, 2]
        axis = joint_frame(self._mechanism, self._name).axes_i[2]
        return [0, 1] if abs(axis @ np.array(self._mechanism.normal())) > 0.5 else [0, 2]

    @property
    def gap_impacts(self) -> Impacts:
        """The contact periods in the gap."""
        return self._result.impacts.for_contacts({contact.label for contact in self.gap_contacts})

    def wear(
        self,
        coefficient: float | str,
        journal_coefficient: float | str = 0.0,
        *,
        length: float | str | None = None,
        sectors: int = 72,
        start: float | str = 0.0,
    ) -> Wear:
        """Return what Archard's law takes from bearing and journal, in total and over their angle.

        ``coefficient`` of the bearing and ``journal_coefficient`` are K/H, wear coefficient over
        hardness [1/Pa]; by default the journal does not wear. ``length`` [m] of the bearing is
        needed where the joint does not say it, as in a plane. Depths are given for ``sectors``
        equal angles; ``start`` [s] leaves out a transient.
        """
        contacts = [self._result.contact(c.label) for c in self.gap_contacts if c.slides]
        if not contacts:
            raise InputError(f"joint '{self._name}' has no surfaces that slide; nothing wears.")
        joint = self._described
        known = joint.sizes().get("length") if joint.bore else None
        history = SlidingHistory(
            self._result.t,
            np.stack([contact.normal_force for contact in contacts], axis=1),
            np.stack([contact.sliding_speed for contact in contacts], axis=1),
            (self._surface_angles(contacts, 0), self._surface_angles(contacts, 1)),
            joint.radii() if joint.bore == "cylinder" else None,
            known if length is None else number(length, "length", LENGTH),
        )
        return wear_of(self._name, history, (coefficient, journal_coefficient), sectors, start)

    def _surface_angles(self, contacts: list[ContactResult], side: int) -> np.ndarray:
        """Return where the contacts are around the first or second body of the joint: the angle
        from h, in a frame that turns with the body [rad].
        """
        h, t, _ = np.moveaxis(self._axes(side), 1, 0)
        arms = [contact.point - self._joint_point(side) for contact in contacts]
        return np.stack(
            [np.arctan2((arm * t).sum(axis=1), (arm * h).sum(axis=1)) for arm in arms], axis=1
        )

    def summary_lines(self) -> Iterator[str]:
        """Yield the contacts in the gap, the hardest of them, losses and modes."""
        impacts = self.gap_impacts
        yield f"{self._name}: {sentences.count(impacts)}"
        if len(impacts):
            yield f"  hardest {sentences.hardest(impacts, self.gap_contacts[0])}"
        yield from (
            sentences.slow(self._result, self._name, self.gap_contacts[0])
            if self.gap_contacts
            else ()
        )
        yield from self._behind_the_layer()
        yield from self._motion_lines()
        yield from sentences.lost(self._result, self._name)
        if self._result.mechanism is not None:
            yield f"  {sentences.mode_shares(self.mode_fractions)}"

    def _behind_the_layer(self) -> Iterator[str]:
        hard = {contact.label for contact in self._contacts if contact.hard and not contact.limits}
        behind = self._result.impacts.for_contacts(hard)
        if len(behind):
            times, first = sentences.times(len(behind)), behind["start"].min()
            yield f"  through the layer {times}, first at t = {first:.6g} s"

    def _motion_lines(self) -> Iterator[str]:
        """Yield how far other motions of the joint went, of a fit that has some."""
        yield from ()

    @property
    def _slowest(self) -> float:
        """Approach speed below which a contact follows instead of impacting [m/s]."""
        return float(self._fit.min_approach_speed)

    @property
    def _periods(self) -> Periods:
        result, labels = self._result, {contact.label for contact in self.gap_contacts}
        return Periods(
            result.every_contact.for_contacts(labels), self._slowest, result.end, result.begin
        )

    def _of_contacts(self, quantity: str) -> np.ndarray:
        known, data = self._result.layout.contacts, self._result.data[f"contact_{quantity}"]
        chosen = [known.index(contact) for contact in self.gap_contacts]
        return (
            np.asarray(data[:, chosen])
            if chosen
            else np.zeros((self._result.rows, 0, *data.shape[2:]))
        )
