"""The results of a lubricated joint: its oil film, and the dry contact that shares the load."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from ..contact_modes import FILM_MODES, Periods, film_fractions, film_modes, shares
from . import sentences
from .base import History, Picture, register
from .clearance import ClearanceJointResult


@register("lubricated")
class LubricatedJointResult(ClearanceJointResult):
    """A joint with an oil film: ``film_force`` [N] on the second body, global frame, and how thick
    the film is.

    Its modes are full film, mixed (where dry contact shares the load) and dry. The axes of a hinge
    in space may tilt: thickness and eccentricity ratio are then those of the section along its
    length where the film is thinnest.
    """

    modes = FILM_MODES
    losses = (*ClearanceJointResult.losses, "film")
    dimension = "film"
    summary_title = "films"
    picture = Picture("films", "film", "no joint has an oil film")
    film_force: np.ndarray

    @property
    def quantities(self) -> dict[str, str]:
        """The quantities there are, each with its unit."""
        units = {**super().quantities, "film_power": "W"}
        if self._result.mechanism is not None:
            units |= {"film_thickness": "m", "eccentricity_ratio": "1"} | (
                {"sommerfeld": "1"} if self._has_number else {}
            )
        return units

    @property
    def film_thickness(self) -> np.ndarray:
        """Thickness of the film where it is thinnest, zero where the parts touch [m]."""
        return np.maximum(self._described.gap() - self._farthest, 0.0)

    @property
    def eccentricity_ratio(self) -> np.ndarray:
        """Eccentricity over radial clearance, in the section where it is largest; above 1 the
        parts touch, or would if they could.
        """
        return np.asarray(self._farthest / self._described.gap())

    @property
    def sommerfeld(self) -> np.ndarray:
        """Sommerfeld number F ψ²/(B D η ω) of the film's force; NaN where ω is zero.

        ψ = c/R and D = 2 R with the journal's radius, B is the shorter length and ω the speed that
        is hydrodynamically effective: that of both surfaces, ω_i + ω_j, against the line of
        centres, which turns with Ω: |ω_i + ω_j − 2 Ω|. Under a load that keeps its direction Ω is
        zero when the journal has settled, and ω is that of [Iso7902]. Only journal bearings whose
        film has a viscosity have the number.
        """
        if not self._has_number:
            return self.__getattr__("sommerfeld")  # which says what there is
        _, radius = self._described.radii()
        psi, area = self._described.gap() / radius, min(self._described.lengths()) * 2 * radius
        force, omega = np.linalg.norm(self.film_force, axis=1), self._effective_speed
        return np.divide(
            force * psi**2,
            area * self._fit.film.viscosity * omega,
            out=np.full(len(omega), np.nan),
            where=omega > 0,
        )

    @property
    def _effective_speed(self) -> np.ndarray:
        """Speed of both surfaces together against the line of centres, about the bearing's axis
        [rad/s]; the film carries by it alone.
        """
        b, e = self._axes(0)[:, 2], self.eccentricity
        e = e - np.einsum("ni,ni->n", b, e)[:, None] * b
        size2 = np.einsum("ni,ni->n", e, e)
        swept = np.einsum("ni,ni->n", b, np.cross(e, self._drift()))
        # a centred journal has no line of centres
        orbiting = np.divide(swept, size2, out=np.zeros(len(e)), where=size2 > 1e-24)
        return np.abs(np.einsum("ni,ni->n", b, self._spin(0) + self._spin(1)) - 2 * orbiting)

    @property
    def film_power(self) -> np.ndarray:
        """Power that the film takes [W]: slope of the energy lost, which is integrated along,
        between equidistant rows; others may be too close to each other.
        """
        even, t = self._result.on_grid, self._result.t
        if even.rows < 2:
            return np.full(len(t), np.nan)
        slope = np.gradient(even.energy[f"lost:{self._name}:film"], even.t)
        return np.interp(t, even.t, slope)

    @property
    def mode(self) -> np.ndarray:
        """Place in ``modes``: 0 full film, 1 mixed, 2 dry, as eccentricity and hand-over say;
        without contact the film does all.
        """
        if self._fit.contact is None:
            return np.zeros(self._result.rows, dtype=int)
        return film_modes(
            self._farthest - self._described.gap(), self._fit.hand_over(self._described.gap())[0]
        )

    @property
    def mode_fractions(self) -> dict[str, float]:
        """Shares of the run with full film, mixed and dry: touching is exact, how much of it is
        dry is what the rows show.
        """
        rows = shares(self.mode, self._result.t, FILM_MODES)
        time = self._result.end - self._result.begin
        return film_fractions(rows, self.touching, time) if self.contacts else rows

    @property
    def _periods(self) -> Periods:
        """Those of the wall: the ends of a hinge have no film."""
        wall = {contact.label for contact in self.gap_contacts if contact.surface != "ends"}
        result = self._result
        return Periods(
            result.every_contact.for_contacts(wall), self._slowest, result.end, result.begin
        )

    def summary_lines(self) -> Iterator[str]:
        """Yield how long the film was full, when the parts touched, how thin it became, and
        losses.
        """
        if self._result.mechanism is None:
            yield f"{self._name}:"
        else:
            yield f"{self._name}: {sentences.mode_shares(self.mode_fractions)}"
            yield from self._thinnest()
            yield from (
                sentences.slow(self._result, self._name, self.gap_contacts[0])
                if self.gap_contacts
                else ()
            )
        yield from sentences.lost(self._result, self._name)

    def _thinnest(self) -> Iterator[str]:
        """Yield how thin the film became, and when the parts met."""
        t, ratio = self._result.t, self.eccentricity_ratio
        k = int(np.argmax(ratio))
        thickness = self.film_thickness[k]
        yield (
            f"  thinnest film {thickness:.4g} m at t = {t[k]:.6g} s, with an eccentricity ratio of "
            f"{ratio[k]:.4g}"
        )
        if len(touching := self.touching):
            longest = touching[int(np.argmax(touching[:, 1] - touching[:, 0]))]
            yield (
                f"  touches {sentences.times(len(touching))}, first at t = {touching[0, 0]:.6g} s, "
                f"longest from {longest[0]:.6g} to {longest[1]:.6g} s"
            )
        elif ratio[k] > 1:
            first = t[int(np.argmax(ratio > 1))]
            yield (
                f"  the parts meet at t = {first:.6g} s and nothing but the film holds them apart; "
                "give the fit a contact"
            )

    def histories(self) -> Iterator[History]:
        """Yield thickness, force and lost power of the film."""
        yield History("film thickness", "m", "", self.film_thickness)
        yield History("film force", "N", "", np.linalg.norm(self.film_force, axis=1))
        yield History("film power", "W", "", self.film_power)

    @property
    def _has_number(self) -> bool:
        """Whether there is a length and a viscosity for a Sommerfeld number."""
        return self._described.bore == "cylinder" and isinstance(
            getattr(self._fit.film, "viscosity", None), float
        )

    @property
    def _farthest(self) -> np.ndarray:
        """Eccentricity of the section along the film where it is largest [m]."""
        joint, e = self._described, self.eccentricity
        if joint.bore == "sphere":
            return np.asarray(np.linalg.norm(e, axis=1))
        b_i, b_j = self._axes(0)[:, 2], self._axes(1)[:, 2]
        count = self._fit.strips if self._mechanism.plane is None else 1
        middle, length = self._cover(np.einsum("ni,ni->n", b_i, e))
        reach = (count - 1) / (2 * count) * length  # of the outermost sections
        ends = [e + (middle + side * reach)[:, None] * b_j for side in (-1, 1)]
        across = [end - np.einsum("ni,ni->n", b_i, end)[:, None] * b_i for end in ends]
        return np.asarray(np.max([np.linalg.norm(vectors, axis=1) for vectors in across], axis=0))

    def _cover(self, s: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """Return middle, on the journal's axis, and length of the film at displacements of the
        journal along the bearing [m].
        """
        bearing, journal = self._described.lengths()
        if not self._described.slides:
            return np.zeros(len(s)), np.full(len(s), min(bearing, journal))
        low, high = (
            np.maximum(-journal / 2, -bearing / 2 - s),
            np.minimum(journal / 2, bearing / 2 - s),
        )
        return (low + high) / 2, np.maximum(high - low, 0.0)
