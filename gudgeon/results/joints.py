"""The results of a joint: reactions and coordinates, and what happens in its gap, its film or its bushing."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from .._base.errors import InputError, brief, suggestion
from ..model import Clearance, Cylindrical, Spherical, Translational
from .contact_labels import Place, places
from .contact_modes import ALIGNED, FILM_MODES, MODES, SCENARIOS, Periods, film_fractions, film_modes, merged, scenarios, shares
from .part import Part

if TYPE_CHECKING:
    from ..model import Mechanism
    from .result import Result


class JointResult(Part):
    """Reactions and coordinates of a joint.

    ``force`` [N] and ``torque`` [N m] act on the second body at its joint point, in the global frame; those of its stops are
    part of them. The coordinates of the joint (``angle`` [rad], ``displacement`` [m], ...) have their rates beside them
    (``angle_rate``). What each stop does is in ``result.contact(label)`` for the labels ``stops``.
    """

    kind = "joint"
    force: np.ndarray
    torque: np.ndarray

    @property
    def stops(self) -> tuple[str, ...]:
        """Labels of the contacts of this joint's stops."""
        return tuple(place.label for place in self._contacts if place.coordinate)

    @property
    def _contacts(self) -> list[Place]:
        return places(self._result.layout.labels.get("contact", ()), self._name)

    @property
    def _described(self) -> Any:
        return self._mechanism.joint(self._name)

    @property
    def _fit(self) -> Any:
        return self._described.fit

    def _rotation(self, side: int) -> np.ndarray:
        body = self._described.between[side]
        return np.broadcast_to(np.eye(3), (self._result.rows, 3, 3)) if body == "ground" else self._result.body(body).rotation

    def _spin(self, side: int) -> np.ndarray:
        body = self._described.between[side]
        return np.zeros((self._result.rows, 3)) if body == "ground" else self._result.body(body).angular_velocity

    def _axes(self, side: int) -> np.ndarray:
        """Return h, t and b of the first or the second body over time, global frame, shape (rows, 3, 3)."""
        local = joint_frame(self._mechanism, self._name)["axes_i" if side == 0 else "axes_j"]
        return np.einsum("nij,kj->nki", self._rotation(side), local)

    def _offset(self) -> np.ndarray:
        """Return the way from the joint point on the first body to that on the second, global frame."""
        frame = joint_frame(self._mechanism, self._name)
        ends = []
        for side, point in enumerate((frame["s_i"], frame["s_j"])):
            body = self._described.between[side]
            ends.append(np.broadcast_to(point, (self._result.rows, 3)) if body == "ground" else self._result.body(body).at(point))
        return ends[1] - ends[0]

    def _drift(self) -> np.ndarray:
        """Return the velocity of the joint point on the second body relative to that on the first, global frame."""
        frame = joint_frame(self._mechanism, self._name)
        ends = []
        for side, point in enumerate((frame["s_i"], frame["s_j"])):
            body = self._described.between[side]
            still = np.zeros((self._result.rows, 3)) if body == "ground" else self._result.body(body).velocity
            ends.append(still + np.cross(self._spin(side), self._rotation(side) @ point))
        return ends[1] - ends[0]


class LooseJointResult(JointResult):
    """A joint with clearance: besides reactions and coordinates, what journal and bearing do to each other.

    ``eccentricity`` [m] leads from the centre of the bearing to that of the journal, global frame; ``force`` and
    ``torque`` are the sum of all contacts. What each contact does is in ``result.contact(label)`` for the labels
    ``contacts``; behind a soft layer the hard contact is listed too, but its force is part of the layer's.
    """

    modes = MODES
    eccentricity: np.ndarray

    @property
    def contacts(self) -> tuple[str, ...]:
        """Labels of the contacts in the gap of this joint."""
        return tuple(place.label for place in self._contacts if not place.coordinate)

    @property
    def quantities(self) -> dict[str, str]:
        """The quantities there are, each with its unit."""
        units = super().quantities
        units |= {"penetration": "m", "normal_force": "N", "friction_force": "N"} if self.contacts else {}
        if self._result.mechanism is None:
            return units
        units |= {"orbit": "m", "mode": "1"}
        if self._turns:
            units |= {"misalignment": "rad", "twist": "rad"}
        return units | ({"misalignment": "rad", "scenario": "1"} if self._has_ends else {})

    def components(self, quantity: str) -> tuple[str, ...]:
        """Return the names of the components of a quantity; those of the orbit are directions fixed in the bearing."""
        return tuple("htb"[k] for k in self._directions) if quantity == "orbit" else super().components(quantity)

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
        """Sum of the magnitudes of friction in all contacts [N]; divided by ``normal_force`` the coefficient at work."""
        return np.asarray(np.linalg.norm(self._of_contacts("friction"), axis=2).sum(axis=1))

    @property
    def orbit(self) -> np.ndarray:
        """Eccentricity in directions fixed in the bearing: h, t across and b along the joint's axis [m].

        Of a ball without an axis they are the global axes at t = 0. In a planar mechanism there are two: h and t of a pin, h across and
        b along a guide.
        """
        return np.asarray(np.einsum("nki,ni->nk", self._axes(0), self.eccentricity)[:, self._directions])

    @property
    def mode(self) -> np.ndarray:
        """Place in ``modes``: 0 free flight, 1 impact, 2 following (see :mod:`gudgeon.results.contact_modes`)."""
        return self._periods.modes(self._result.t)

    @property
    def mode_fractions(self) -> dict[str, float]:
        """Shares of the run in free flight, impact and following; exact, from the contact periods."""
        return self._periods.fractions()

    @property
    def touching(self) -> np.ndarray:
        """When anything in the gap touches: begin and end of each interval [s]; exact, from the contact periods."""
        return merged(self._periods.start, self._periods.stop, self._result.end)

    @property
    def misalignment(self) -> np.ndarray:
        """Angle between the axes of bearing and journal [rad]."""
        b_i, b_j = self._axes(0)[:, 2], self._axes(1)[:, 2]
        return np.arctan2(np.linalg.norm(np.cross(b_i, b_j), axis=1), np.abs((b_i * b_j).sum(axis=1)))

    @property
    def twist(self) -> np.ndarray:
        """Rotation of a slider in its guide about the axis, within half a turn [rad]."""
        if not self._turns:
            return self.__getattr__("twist")  # which says what there is
        return twist_of(self._axes(0), self._axes(1))

    @property
    def scenario(self) -> np.ndarray:
        """What touches in a revolute in space, as index in ``contact_modes.SCENARIOS`` (0 none, 1-3 aligned, 4-12 tilted)."""
        if not self._has_ends:
            return self.__getattr__("scenario")  # which says what there is
        tilted = self.misalignment > (self._fit.tilt or ALIGNED)
        return scenarios(self._of_contacts("penetration") > 0, [place.name for place in self._gap], tilted)

    @property
    def scenario_fractions(self) -> dict[str, float]:
        """Shares of time of the scenarios, as the output rows show them."""
        return shares(self.scenario, self._result.t, SCENARIOS)

    @property
    def _gap(self) -> list[Place]:
        """The contacts whose forces act; stops and the hard contacts behind layers are not among them."""
        return [place for place in self._contacts if not place.coordinate and not place.hard]

    @property
    def _has_ends(self) -> bool:
        return any(place.axial for place in self._gap)

    @property
    def _turns(self) -> bool:
        """Whether it is a slider in space that can turn in its guide."""
        joint = self._described
        loose = isinstance(joint, Translational) and isinstance(joint.fit, Clearance)
        return loose and self._mechanism.plane is None and joint.turns(planar=False)

    @property
    def _directions(self) -> list[int]:
        """Rows of the joint's triad that span its orbit."""
        if self._mechanism.plane is None:
            return [0, 1, 2]
        axis = joint_frame(self._mechanism, self._name)["axes_i"][2]
        return [0, 1] if abs(axis @ np.array(self._mechanism.normal())) > 0.5 else [0, 2]

    @property
    def _periods(self) -> Periods:
        mine = self._result.impacts.at({place.label for place in self._gap})
        return Periods(mine, self._fit.min_approach_speed, self._result.end)

    def _of_contacts(self, quantity: str) -> np.ndarray:
        labels, data = self._result.layout.labels["contact"], self._result.data[f"contact_{quantity}"]
        chosen = [labels.index(place.label) for place in self._gap]
        return np.asarray(data[:, chosen]) if chosen else np.zeros((self._result.rows, 0, *data.shape[2:]))


class LubricatedJointResult(LooseJointResult):
    """A joint with an oil film: ``film_force`` [N] on the second body, global frame, and how thick the film is.

    Its modes are full film, mixed (where dry contact shares the load) and dry. The axes of a hinge in space may tilt: thickness and
    eccentricity ratio are then those of the section along its length where the film is thinnest.
    """

    modes = FILM_MODES
    film_force: np.ndarray

    @property
    def quantities(self) -> dict[str, str]:
        """The quantities there are, each with its unit."""
        units = {**super().quantities, "film_power": "W"}
        if self._result.mechanism is not None:
            units |= {"film_thickness": "m", "eccentricity_ratio": "1"} | ({"sommerfeld": "1"} if self._has_number else {})
        return units

    @property
    def film_thickness(self) -> np.ndarray:
        """Thickness of the film where it is thinnest, zero where the parts touch [m]."""
        return np.maximum(self._described.gap() - self._farthest, 0.0)

    @property
    def eccentricity_ratio(self) -> np.ndarray:
        """Eccentricity over radial clearance, in the section where it is largest; above 1 the parts touch, or would if they could."""
        return np.asarray(self._farthest / self._described.gap())

    @property
    def sommerfeld(self) -> np.ndarray:
        """Sommerfeld number F ψ²/(B D η ω) of the film's force; NaN where ω is zero.

        ψ = c/R and D = 2 R with the journal's radius, B is the shorter length and ω the speed that is hydrodynamically effective:
        that of both surfaces, ω_i + ω_j, against the line of centres, which turns with Ω: |ω_i + ω_j − 2 Ω|. Under a load that keeps its
        direction Ω is zero when the journal has settled, and ω is that of [Iso7902]. Only journal bearings whose film has
        a viscosity have the number.
        """
        if not self._has_number:
            return self.__getattr__("sommerfeld")  # which says what there is
        _, radius = self._described.radii()
        psi, area = self._described.gap() / radius, min(self._described.lengths()) * 2 * radius
        force, omega = np.linalg.norm(self.film_force, axis=1), self._effective_speed
        return np.divide(force * psi**2, area * self._fit.film.viscosity * omega, out=np.full(len(omega), np.nan), where=omega > 0)

    @property
    def _effective_speed(self) -> np.ndarray:
        """Speed of both surfaces together against the line of centres, about the bearing's axis [rad/s]; the film carries by it alone."""
        b, e = self._axes(0)[:, 2], self.eccentricity
        e = e - np.einsum("ni,ni->n", b, e)[:, None] * b
        size2 = np.einsum("ni,ni->n", e, e)
        swept = np.einsum("ni,ni->n", b, np.cross(e, self._drift()))
        orbiting = np.divide(swept, size2, out=np.zeros(len(e)), where=size2 > 1e-24)  # a centred journal has no line of centres
        return np.abs(np.einsum("ni,ni->n", b, self._spin(0) + self._spin(1)) - 2 * orbiting)

    @property
    def film_power(self) -> np.ndarray:
        """Power that the film takes [W]: slope of the energy lost, which is integrated along, from row to row."""
        lost, t = self._result.energy[f"lost:{self._name}:film"], self._result.t
        return np.gradient(lost, t) if len(t) > 1 else np.full(len(t), np.nan)

    @property
    def mode(self) -> np.ndarray:
        """Place in ``modes``: 0 full film, 1 mixed, 2 dry, as eccentricity and hand-over say; without contact the film does all."""
        if self._fit.contact is None:
            return np.zeros(self._result.rows, dtype=int)
        return film_modes(self._farthest - self._described.gap(), self._fit.hand_over(self._described.gap())[0])

    @property
    def mode_fractions(self) -> dict[str, float]:
        """Shares of the run with full film, mixed and dry: touching is exact, how much of it is dry is what the rows show."""
        rows = shares(self.mode, self._result.t, FILM_MODES)
        return film_fractions(rows, self.touching, self._result.end) if self.contacts else rows

    @property
    def _periods(self) -> Periods:
        """Those of the wall: the ends of a hinge have no film."""
        wall = {place.label for place in self._gap if not place.axial}
        return Periods(self._result.impacts.at(wall), self._fit.min_approach_speed, self._result.end)

    @property
    def _has_number(self) -> bool:
        """Whether there is a length and a viscosity for a Sommerfeld number."""
        return not isinstance(self._described, Spherical) and isinstance(getattr(self._fit.film, "viscosity", None), float)

    @property
    def _farthest(self) -> np.ndarray:
        """Eccentricity of the section along the film where it is largest [m]."""
        joint, e = self._described, self.eccentricity
        if isinstance(joint, Spherical):
            return np.asarray(np.linalg.norm(e, axis=1))
        b_i, b_j = self._axes(0)[:, 2], self._axes(1)[:, 2]
        count = self._fit.strips if self._mechanism.plane is None else 1
        middle, length = self._cover(np.einsum("ni,ni->n", b_i, e))
        reach = (count - 1) / (2 * count) * length  # of the outermost sections
        ends = [e + (middle + side * reach)[:, None] * b_j for side in (-1, 1)]
        across = [end - np.einsum("ni,ni->n", b_i, end)[:, None] * b_i for end in ends]
        return np.asarray(np.max([np.linalg.norm(one, axis=1) for one in across], axis=0))

    def _cover(self, s: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """Return middle, on the journal's axis, and length of the film at displacements of the journal along the bearing [m]."""
        bearing, journal = self._described.lengths()
        if not isinstance(self._described, Cylindrical):
            return np.zeros(len(s)), np.full(len(s), min(bearing, journal))
        low, high = np.maximum(-journal / 2, -bearing / 2 - s), np.minimum(journal / 2, bearing / 2 - s)
        return (low + high) / 2, np.maximum(high - low, 0.0)


class BushingJointResult(JointResult):
    """A joint on a bushing: besides reactions and coordinates, how far it gives in each motion that the fit has.

    Seen from the first body: ``radial`` [m], distance across its axis (of a ball joint, or in a plane, in any direction);
    ``axial`` [m], along it; ``misalignment`` [rad], angle between the axes; ``torsion`` [rad], rotation about the axis.
    """

    radial: np.ndarray
    axial: np.ndarray
    misalignment: np.ndarray
    torsion: np.ndarray

    @property
    def quantities(self) -> dict[str, str]:
        """The quantities there are, each with its unit."""
        return super().quantities | {motion: "m" if motion in ("radial", "axial") else "rad" for motion in self._fit.motions()}

    def __getattr__(self, quantity: str) -> np.ndarray:
        if quantity.startswith("_") or quantity not in self._fit.motions():
            return super().__getattr__(quantity)
        from ..assembly.bushings import motion
        from ..kernels import records as rec

        measured = motion(self._described, quantity, self._mechanism)
        if measured in (rec.TILT, rec.TWIST):
            return self._turn(twist=measured == rec.TWIST)
        d, b = self._offset(), self._axes(0)[:, 2]
        along = np.einsum("ni,ni->n", b, d)
        if measured == rec.AXIAL:
            return along
        size = np.linalg.norm(d - along[:, None] * b if measured == rec.ACROSS else d, axis=1)
        free = joint_frame(self._mechanism, self._name)["length"] if measured == rec.LENGTH_OF else 0.0
        return np.asarray(size - free)

    def _turn(self, twist: bool) -> np.ndarray:
        """Return misalignment, or rotation about the axis: the joint's own angle where it has one, else turns counted from row to row."""
        if twist and "angle" in self._sources:
            return super().__getattr__("angle")
        first, second = self._axes(0), self._axes(1)
        if twist:
            return np.unwrap(twist_of(first, second))
        b_i, b_j = first[:, 2], second[:, 2]
        return np.arctan2(np.linalg.norm(np.cross(b_i, b_j), axis=1), np.einsum("ni,ni->n", b_i, b_j))


def twist_of(first: np.ndarray, second: np.ndarray) -> np.ndarray:
    """Return the twist of the second triad against the first about its axis, within half a turn [rad]; shapes (rows, 3, 3)."""
    (hh, ht, _), (th, tt, _), _ = np.moveaxis(np.einsum("nki,nli->nkl", first, second), 0, 2)
    return np.asarray(np.arctan2(th - ht, hh + tt))


class MixedJointResult(BushingJointResult):
    """A joint of mixed make: how far each motion goes that has play, a bushing, or is free, as in a joint on a bushing.

    What happens at the ends of play is in ``result.contact(label)`` for the labels ``stops``, ``A.play axial upper`` and the like.
    """


class LooseMixedJointResult(MixedJointResult, LooseJointResult):
    """A joint of mixed make with radial play: besides the motions also what a joint with clearance has."""

    @property
    def _periods(self) -> Periods:
        mine = self._result.impacts.at({place.label for place in self._gap})
        return Periods(mine, self._fit.radial.min_approach_speed, self._result.end)


def part_of(result: Result, name: str) -> type[JointResult]:
    """Return the class that reads a joint with such a fit."""
    from ..model import Bushing, Mixed

    labels = result.layout.labels
    if not isinstance(name, str):
        raise InputError(f"there is no joint {brief(name)}.{suggestion(name, labels['joint'])}")
    joints = {joint.name: joint for joint in result.mechanism.joints} if result.mechanism else {}
    fit, loose = joints[name].fit if name in joints else None, name in labels.get("loose", ())
    if name in labels.get("film", ()):
        return LubricatedJointResult
    if isinstance(fit, Mixed):
        return LooseMixedJointResult if loose else MixedJointResult
    if loose:
        return LooseJointResult
    return BushingJointResult if isinstance(fit, Bushing) else JointResult


def joint_frame(mechanism: Mechanism, name: str) -> Any:
    """Return points ``s_i``, ``s_j``, triads ``axes_i``, ``axes_j`` (rows h, t, b) in the bodies' frames, and ``length`` of a joint."""
    from ..assembly.assemble import place_joint
    from ..assembly.poses import Poses
    from ..kernels import records as rec

    joint, poses = mechanism.joint(name), Poses(mechanism)
    record = rec.table(1, rec.JOINT)[0]
    record["i"], record["j"] = (poses.index[body] for body in joint.between)
    place_joint(record, joint, mechanism, poses)
    return record
