"""A test rig for one joint: the first body is clamped, the second is moved to and fro, and what
resists is read off.

The rig is an ordinary mechanism that is simulated: what it shows is what acts in a run, gap,
film, layer and hysteresis included.
"""

from __future__ import annotations

from dataclasses import dataclass, fields, replace
from math import acos, asin, atan2, hypot, inf, pi, sqrt
from typing import Any

import numpy as np

from .._base.errors import InputError
from ..laws import Harmonic
from ..laws.response import free_impact
from ..model import Body, Driver, Joint, Mechanism, Revolute, Translational
from ..model.fits import law_of
from ..model.motions import COORDINATES, Surface

ROWS = 1000  # of one period, and of each time that something is touched
HERTZ = (1.0, 100.0)  # how fast a joint without play is moved
APPROACH = 0.1  # how fast the parts of a joint with play touch [m/s]
WEIGHTS = 10 * 9.81  # a bushing is loaded by ten times the weight of the lighter body [m/s^2]
LEVER = 0.01  # of that load where something turns [m]
ROTATIONS = ("misalignment", "torsion")


@dataclass(frozen=True)
class Loop:
    """One period of a motion: displacement [m or rad], what resists it [N or N m], and how it
    was moved, in words.
    """

    words: str
    displacement: np.ndarray
    force: np.ndarray


@dataclass(frozen=True)
class CyclicMotion:
    """A motion to try: how far to each side [m or rad]; with play, where and how fast something
    is touched [m/s or rad/s].
    """

    motion: str
    amplitude: float
    gap: float = 0.0
    touch: float | None = None

    @property
    def turning(self) -> bool:
        """Whether it is a rotation."""
        return self.motion in ROTATIONS

    def rates(self) -> dict[str, float]:
        """Return the greatest rates [m/s or rad/s] to try, in words: some frequencies, or that
        with which something is touched.
        """
        if self.touch is None:
            return {f"{frequency:g} Hz": 2 * pi * frequency * self.amplitude for frequency in HERTZ}
        # a sine slows down before its end
        slowed = sqrt(1 - (self.gap / self.amplitude) ** 2) if self.amplitude > self.gap else 1.0
        return {
            f"touches with {self.touch:.3g} {'rad/s' if self.turning else 'm/s'}": self.touch
            / slowed
        }


def cyclic_motions(
    mechanism: Mechanism, name: str, amplitude: float | None = None
) -> list[CyclicMotion]:
    """Return the motions of a joint against which something acts, and how far it is sensible to
    go.
    """
    joint, planar = mechanism.joint(name), mechanism.plane is not None
    mass = _reduced_mass(mechanism, joint)
    found = [*_of_fit(joint, planar, mass), *_of_stops(joint, mass)]
    if not found:
        raise InputError(
            f"joint '{name}' is ideal: it holds with whatever force it takes. Give it a fit, or "
            "stops.",
            ("joints", name, "fit"),
        )
    return found if amplitude is None else [replace(item, amplitude=amplitude) for item in found]


def run_cycle(joint: Joint, planar: bool, cycle: CyclicMotion) -> list[Loop]:
    """Move a joint on the test rig; return a loop for each speed."""
    from ..simulation.simulate import simulate

    loops = []
    for words, speed in cycle.rates().items():
        mechanism, direction = rig_for(joint, planar, cycle.motion, cycle.amplitude, speed)
        period = 2 * pi * cycle.amplitude / speed
        result = simulate(mechanism, period, output_times=period * _phases(cycle), strict=False)
        if result.status.failed:
            raise InputError(
                f"joint '{joint.name}' cannot be moved on the test rig: {result.message}",
                ("joints", joint.name),
            )
        read = result.joint(joint.name)
        against = -(read.torque if cycle.turning else read.force) @ np.asarray(direction)
        loops.append(
            Loop(
                words,
                result.joint(RIG).angle if cycle.turning else result.joint(RIG).displacement,
                against,
            )
        )
    return loops


def _phases(cycle: CyclicMotion) -> np.ndarray:
    """Return fractions of a period at which to look: evenly, and closely where something is
    touched.
    """
    even = np.linspace(0, 1, ROWS + 1)
    if not 0 < cycle.gap < cycle.amplitude:
        return even
    close = 1.2 * acos(cycle.gap / cycle.amplitude) / (2 * pi) * np.linspace(-1, 1, ROWS)
    return np.unique(np.clip(np.concatenate([even, 0.25 + close, 0.75 + close]), 0, 1))


# -- the test rig ------------------------------------------------------------------------------------

RIG = "rig"


def rig_for(
    joint: Joint, planar: bool, motion: str, amplitude: float, speed: float
) -> tuple[Mechanism, tuple[float, float, float]]:
    """Return a mechanism that moves the second body of a joint by x = amplitude sin(speed t/amplitude),
    and the direction of x.
    """
    direction = _direction(motion, planar)
    guide: dict[str, Any] = {"between": ("ground", "part"), "point": _cut((0, 0, 0), planar)}
    if motion not in ROTATIONS:
        rig: Joint = Translational(RIG, axis=_cut(direction, planar), **guide)
    else:
        rig = Revolute(RIG, **guide) if planar else Revolute(RIG, axis=direction, **guide)
    moved = Body(
        "part",
        mass=1.0,
        inertia=1.0 if planar else (1.0, 1.0, 1.0),
        position=_cut((0, 0, 0), planar),
    )
    shaken = Harmonic(amplitude, frequency=speed / (2 * pi * amplitude))
    mechanism = Mechanism(
        name=f"joint {joint.name} on the test rig", plane="xy" if planar else None, bodies=[moved], joints=[_mounted(joint, planar), rig],
        drivers=[Driver("shaker", joint=RIG, motion=shaken)],
    )  # fmt: skip
    return mechanism, direction


def _mounted(joint: Joint, planar: bool) -> Joint:
    """Return the joint between the ground and the moved part, at the origin, its axis along z
    (in a plane along y).
    """
    along = (0, 1, 0) if planar else (0, 0, 1)
    places: dict[str, Any] = {
        "point": _cut((0, 0, 0), planar),
        "points": (_cut(tuple(-motion for motion in along), planar), _cut((0, 0, 0), planar)),
        "axis": None if planar and joint.normal_in_plane else _cut(along, planar),
        "axes": ((1, 0, 0), (0, 1, 0)),
        "local_points": None,
        "local_axes": None,
        "height_axis": (1, 0, 0),
        "local_height_axes": None,
    }
    known = {field.name for field in fields(joint)}
    start = {} if joint.fit.ideal else {"start": "as-described"}
    given = {name: place for name, place in places.items() if name in known}
    return replace(joint, between=("ground", "part"), fit=replace(joint.fit, **start), **given)  # type: ignore[type-var]


def _direction(motion: str, planar: bool) -> tuple[float, float, float]:
    if planar:
        return {"radial": (1.0, 0.0, 0.0), "axial": (0.0, 1.0, 0.0)}.get(motion, (0.0, 0.0, 1.0))
    return (1.0, 0.0, 0.0) if motion in ("radial", "misalignment") else (0.0, 0.0, 1.0)


def _cut(vector: tuple, planar: bool) -> tuple:
    return vector[:2] if planar else vector


# -- how far and how fast --------------------------------------------------------------------------


def _of_fit(joint: Any, planar: bool, mass: float) -> list[CyclicMotion]:
    fit = joint.fit
    if fit.by_motion:
        soft = [
            CyclicMotion(motion, _loaded(compliance, mass, motion in ROTATIONS))
            for motion, compliance in fit.bushings().items()
        ]
        return soft + [_of_play(joint, motion, mass) for motion in fit.plays()]
    if (amplitude := fit.test_amplitude(joint)) is not None:
        return [CyclicMotion("radial", amplitude)]
    return _of_gap(joint, joint.surfaces(planar), mass) if fit.surface_laws else []


def _of_gap(joint: Any, surfaces: tuple[Surface, ...], mass: float) -> list[CyclicMotion]:
    """Return the motions that end where surfaces of a joint with clearance touch."""
    fit = joint.fit
    deep = _depth(fit, mass)
    if Surface.BLOCK in surfaces:
        return _of_block(joint, deep, _depth(fit, mass, law_of(fit, "sides", "contact")[0]))
    found = [CyclicMotion("radial", joint.gap() + deep, joint.gap(), APPROACH)]
    lengths = joint.lengths() if Surface.WALL in surfaces else None
    if Surface.KEY in surfaces:
        lever = joint.radii()[1]
        found.append(
            CyclicMotion(
                "torsion",
                joint.rotational_clearance + deep / lever,
                joint.rotational_clearance,
                APPROACH / lever,
            )
        )
    if Surface.ENDS in surfaces and lengths is not None:
        play = abs(lengths[0] - lengths[1]) / 2
        found.append(
            CyclicMotion(
                "axial", play + _hard(law_of(fit, "ends", "contact")[0], mass), play, APPROACH
            )
        )
    if lengths is not None and (tilts := _tilts(joint, lengths, deep)):
        found.append(
            CyclicMotion("misalignment", tilts[1], tilts[0], APPROACH / (min(lengths) / 2))
        )
    return found


def _of_play(joint: Any, motion: str, mass: float) -> CyclicMotion:
    gap = joint.play(motion)
    return CyclicMotion(
        motion,
        gap + _depth(getattr(joint.fit, motion), mass * LEVER**2 if motion in ROTATIONS else mass),
        gap,
        APPROACH,
    )


def _of_block(joint: Any, deep: float, aside: float) -> list[CyclicMotion]:
    """Return the motions of a block in its channel: up and down, tilt about its height, twist;
    ``aside`` is how deep on the sides.
    """
    (half, high), (side, wide) = joint.sections()
    slider, guide = joint.journal_length / 2, (joint.bearing_length or inf) / 2
    # a bore narrows where a block widens
    amplitude, size = (slider, side) if slider <= guide else (guide, -side - wide)
    found = [CyclicMotion("radial", high + deep, high, APPROACH)]
    turns = (
        ("misalignment", amplitude, size, wide, aside),
        ("torsion", side, half, high, deep),
        ("torsion", half, side, wide, aside),
    )
    for motion, lever, across, play, depth in turns:
        angles = [
            asin(min(1.0, (across + play + more) / hypot(lever, across))) - atan2(across, lever)
            for more in (0.0, depth)
        ]
        found.append(CyclicMotion(motion, angles[1], angles[0], APPROACH / lever))
    # of the walls that a twist touches the first
    return [*found[:2], min(found[2:], key=lambda result: result.gap)]


def _hard(law: Any, mass: float) -> float:
    """Return how deep a free impact with the usual speed goes [m or rad]."""
    return float(free_impact(law, APPROACH, mass).penetration.max())


def _depth(part: Any, mass: float, law: Any = None) -> float:
    """Return how deep to go into a fit or a stop [m or rad]; with a soft layer, until the hard
    contact carries twice as much as that.

    ``law`` is that of the hard contact, by default the ``contact`` of the part.
    """
    law = law or part.contact
    deep = _hard(law, mass)
    if part.bushing is None:
        return deep
    load = 2 * abs(part.bushing.force(part.thickness)[0])
    while law(deep, 0.0, APPROACH) < load and deep < part.thickness:
        deep *= 1.1
    return float(part.thickness + part.blend + deep)


def _tilts(joint: Any, lengths: tuple[float, float], depth: float) -> tuple[float, float] | None:
    """Return the angles at which the outermost circle of the shorter part touches, and at which it
    is so deep; None if it cannot.

    A circle at the distance a from the middle reaches a sin(tilt) + R cos(tilt) across the axis of
    the other part.
    """
    n = joint.fit.strips
    a = min(lengths) / 2 * (1.0 if joint.fit.support == "ends" else (n - 1) / n)
    # a bore narrows where a journal widens
    R = joint.radii()[1] if lengths[1] <= lengths[0] else -joint.radii()[0]
    sines = [(R + joint.gap() + more) / hypot(a, R) for more in (0.0, depth)]
    if a == 0 or max(sines) >= 1:
        return None
    first, second = (asin(sine) - atan2(R, a) for sine in sines)
    return first, second


def _of_stops(joint: Joint, mass: float) -> list[CyclicMotion]:
    found = []
    for stop in joint.stops:
        turning = COORDINATES[stop.coordinate].angular
        farthest = max(abs(limit) for limit in (stop.lower, stop.upper) if limit is not None)
        deep = _depth(stop, mass * LEVER**2 if turning else mass)
        motion = "misalignment" if stop.coordinate == "tilt" else "torsion" if turning else "axial"
        found.append(CyclicMotion(motion, farthest + deep, farthest, APPROACH))
    return found


def _reduced_mass(mechanism: Mechanism, joint: Joint) -> float:
    """Return the mass with which two bodies hit each other freely [kg]."""
    inverse = sum(1 / mechanism.body(name).total_mass for name in joint.between if name != "ground")
    return 1 / inverse if inverse > 0 else inf


def _loaded(compliance: Any, mass: float, turning: bool) -> float:
    """Return the deflection of a bushing under ten times the weight of the lighter body, or to
    the end of its table.
    """
    if knots := compliance.force.breakpoints():
        return max(map(abs, knots))
    load, x = WEIGHTS * mass * (LEVER if turning else 1.0), 1e-9
    while abs(compliance.force(x)[0]) < load and x < (1.0 if turning else 0.1):
        x *= 1.1
    return x
