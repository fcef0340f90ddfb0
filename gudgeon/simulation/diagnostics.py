"""What a specialist would warn of: laws outside their range, and output that misses what
happens.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any

import numpy as np

from ..kernels import records as rec
from ..laws import CylinderLaw, file_name
from ..model.joints import HELD
from ..model.motions import COORDINATES, Surface, unit_of
from ..results.contact_specs import (
    ContactSpec,
    axial_gap,
    contact_groups,
    contact_spec,
    hidden_depth,
)
from ..results.impacts import Impacts
from .unused_parameters import point_contacts, unused_parameters, useless_layer

if TYPE_CHECKING:
    from ..assembly.output_layout import Layout
    from ..model import Mechanism

SMALL = 0.1  # of the clearance: a penetration beyond it is no small one
SAMPLES = 4  # output rows that a contact needs to be seen
# share of contacts that begin slower than min_approach_speed, from which on it is worth a word
SLOW = 0.1
# errors of a step: of approach speeds below, nobody knows whether the contacts are real
BLURRED = 3
MANY = 10  # contacts, of which a quarter must be so slow
# of the axial clearance: depth that a fixed tilt of an end may hide before it is worth a word
HIDDEN = 0.01
OVERSHOOT = 1e-3  # of the range of a table: what is worth a word
FLAT = 0.1  # of a layer's thickness: how far its force may stand still before it is worth a word


def static_warnings(mechanism: Mechanism) -> tuple[str, ...]:
    """Return what can be said before a run: parameters of laws outside the range in which they
    hold.
    """
    planar = mechanism.plane is not None
    found = [
        f"joint '{joint.name}': {remark}"
        for joint in mechanism.joints
        for remark in _remarks(joint, planar)
    ]
    if not planar:
        found += [
            f"joint '{joint.name}': {remark}"
            for joint in mechanism.joints
            for remark in _tilted_journal(joint)
        ]
    found += [remark for driver in mechanism.drivers for remark in _overshoot(mechanism, driver)]
    return tuple(dict.fromkeys(found))


def warnings_for(
    mechanism: Mechanism, layout: Layout, impacts: np.ndarray, settings: Mapping[str, Any], times: np.ndarray,
    errors: tuple[float, float] = (0.0, 0.0),
) -> tuple[str, ...]:  # fmt: skip
    """Return the warnings about a run: each once, with joint and number.

    ``impacts`` are contact periods in the order of IMPACT_COLUMNS, ``times`` the output times [s],
    ``errors`` what the tolerance lets a step do wrong in velocities and angular velocities [m/s,
    rad/s].
    """
    table = Impacts(impacts, layout.contacts)
    found = [*static_warnings(mechanism)]
    for group in contact_groups(mechanism, table):
        mine = table.for_contacts({touch.contact.label for touch in group})
        found += [
            *_fast_impacts(group[0], mine),
            *_deep_penetration(group, mine),
            *_beyond_guide(group, mine),
            *_slow_impacts(group[0], mine),
            *_unresolved_contacts(group[0], mine, settings, errors),
        ]
        found += _contacts_behind_layers(group, mine)
    touches = [contact_spec(mechanism.joint(contact.joint), contact) for contact in layout.contacts]
    return (*found, *_output_aliasing(touches, table, settings, times))


# -- before a run ----------------------------------------------------------------------------------


def _remarks(joint: Any, planar: bool) -> Iterator[str]:
    """Yield the remarks of all laws of a joint, and about its layers."""
    fit = joint.fit
    if fit.surface_laws:
        for law in (fit.contact, fit.axial_contact, getattr(fit, "side_contact", None)):
            yield from law.validity_warnings(joint.gap()) if law is not None else ()
        yield from _line_contact(joint, planar)
    yield from fit.validity_warnings(joint)
    for where, part in fit.layers():
        yield from _layer_range(part, where, "N", "m")
    for motion, play in fit.plays().items():
        units = ("N m", "rad") if unit_of(motion) == "rad" else ("N", "m")
        gap = joint.play(motion) if motion == "radial" else None
        yield from (f"{motion} play: {remark}" for remark in play.contact.validity_warnings(gap))
        yield from _layer_range(play, f"{motion} play: ", *units)
    yield from point_contacts(joint)
    yield from useless_layer(joint)
    yield from unused_parameters(joint, planar)
    if not planar:
        yield from _guide_clearance(joint)
    for stop in joint.stops:
        angular = COORDINATES[stop.coordinate].angular
        yield from (
            f"stop on {stop.coordinate}: {remark}"
            for remark in stop.contact.validity_warnings(None)
        )
        yield from _layer_range(
            stop, f"stop on {stop.coordinate}: ", *(("N m", "rad") if angular else ("N", "m"))
        )


def _overshoot(mechanism: Mechanism, driver: Any) -> Iterator[str]:
    """Look for tables whose spline takes a driven coordinate beyond the data."""
    coordinate = mechanism.coordinate(driver)
    for leaf in driver.motion.leaves():
        beyond, size = leaf.overshoot()
        if beyond > OVERSHOOT * size:
            yield (
                f"driver '{driver.name}': the spline through its table takes the {coordinate} "
                f"beyond the data by {beyond:.3g} {COORDINATES[coordinate].unit}; interpolation "
                "'smooth' does not"
            )


def _guide_clearance(joint: Any) -> Iterator[str]:
    """Look for a guide in which a slider could turn, on a fit that knows nothing of guides and
    holds the rotations.
    """
    if getattr(joint, "guide", HELD) == HELD or not joint.fit.by_motion:
        return
    if held := [
        motion
        for motion in ("misalignment", "torsion")
        if getattr(joint.fit, motion) in (None, HELD)
    ]:
        name = type(joint.fit).__name__
        yield (
            f"guide '{joint.guide}' lets a slider turn in its clearance, but the fit is {name}, "
            f"which holds {' and '.join(held)}; "
            "give these motions in the fit, or use Clearance"
        )


def _layer_range(part: Any, where: str, force: str, unit: str) -> Iterator[str]:
    """Look for hard contact behind a layer that takes over too late: because it is soft, or
    because of the blend.
    """
    if part.bushing is None:
        return
    carried = float(part.bushing.force(part.thickness)[0])
    yield from _flat_table(part, carried, where, force, unit)
    if (
        part.blend > part.thickness
        and part.contact(part.thickness, 0.0, part.min_approach_speed) >= carried
    ):
        yield (
            f"{where}the blend of {part.blend:.3g} {unit} is longer than the layer is thick, "
            f"{part.thickness:.3g} {unit}: "
            "a layer that is used up keeps carrying, and the hard contact comes late; choose a "
            "blend of a few hundredths of the thickness"
        )


def _line_contact(joint: Any, planar: bool) -> Iterator[str]:
    """Look for a law of cylinders, which touch along a line, where there is no line, another
    one, or the same one twice.
    """
    fit, hinge = joint.fit, joint.bore == "cylinder"
    if isinstance(fit.contact, CylinderLaw):
        name, lengths = file_name(type(fit.contact)), joint.lengths() if hinge else None
        line = f"{name} is a law of cylinders that touch along a line"
        if not hinge:
            where = (
                "a ball touches its socket in a point"
                if joint.bore == "sphere"
                else "this joint has flat walls"
            )
            yield f"{line}, but {where}; take a law with a stiffness, such as lankarani-nikravesh"
        elif lengths is not None and fit.contact.length > min(lengths) * (1 + 1e-9):
            yield (
                f"{name} is made for a contact {fit.contact.length:.6g} m long, the parts overlap "
                f"along {min(lengths):.6g} m"
            )
        if hinge and not planar and fit.support == "ends":
            yield (
                f"{line}, but with support 'ends' each of two end circles carries all of it: twice "
                "the force; take support 'strips'"
            )
    if isinstance(side := getattr(fit, "side_contact", None), CylinderLaw):
        yield (
            f"{file_name(type(side))} is a law of cylinders, but the sides of a guide are flat; "
            "give side_contact a law with a stiffness"
        )
    ends = fit.axial_contact or fit.contact
    if isinstance(ends, CylinderLaw) and Surface.ENDS in joint.surfaces(planar):
        name = file_name(type(ends))
        yield (
            f"{name} is a law of cylinders, but the ends of a hinge are flat faces; give "
            "axial_contact a law with a stiffness"
        )


def _tilted_journal(joint: Any) -> Iterator[str]:
    """Compare the depth that a fixed tilt of the ends of a hinge in space hides with the axial
    clearance.
    """
    fit, has_ends = joint.fit, Surface.ENDS in joint.surfaces(planar=False)
    if not has_ends or not fit.surface_laws or fit.contact is None:
        return
    hidden, gap = hidden_depth(joint), axial_gap(joint)
    if hidden > HIDDEN * gap:
        share = (
            f", {100 * hidden / gap:.2g} % of the axial clearance of {gap:.3g} m"
            if gap > 0
            else ", while the axial clearance is zero"
        )
        yield (
            f"the tilt of {fit.tilt:.3g} rad hides {hidden:.3g} m of the depth of a tilted "
            f"end{share}; "
            "leave tilt out: it then follows from the penetration"
        )


def _flat_table(part: Any, carried: float, where: str, force: str, unit: str) -> Iterator[str]:
    """Look for a hard contact that for a while carries less than the layer before it, which lets
    the force stand still.
    """
    reach = 10 * part.thickness
    if (
        not carried > 0
        or part.contact(max(part.blend, FLAT * part.thickness), 0.0, part.min_approach_speed)
        >= carried
    ):
        return
    depths = np.geomspace(1e-6 * reach, reach, 2000)
    enough = next(
        (
            depth
            for depth in depths
            if part.contact(float(depth), 0.0, part.min_approach_speed) >= carried
        ),
        None,
    )
    until = (
        f"until the contact is {enough:.2g} {unit} deep" if enough is not None else "from there on"
    )
    yield (
        f"{where}the hard contact behind the layer carries less than the layer did ({carried:.3g} "
        f"{force}), so that the force stands "
        f"still {until}; choose a stiffer contact, or a blend of that length"
    )


# -- after a run -----------------------------------------------------------------------------------


def _fast_impacts(touch: ContactSpec, impacts: Impacts) -> Iterator[str]:
    speeds = impacts["approach_speed"]
    if count := int(np.count_nonzero(speeds > touch.fastest)):
        k = int(np.argmax(speeds))
        material = " in steel" if touch.contact.limits else ""
        yield (
            f"{touch.where}: {count} of {len(impacts)} contacts begin faster than "
            f"{touch.fastest:.3g} m/s (1e-5 of the speed of "
            f"sound{material}), the fastest with {speeds[k]:.3g} m/s at t = "
            f"{impacts['start'][k]:.6g} s; real surfaces yield there "
            "and lose more energy than the law"
        )


def _deep_penetration(touches: list[ContactSpec], impacts: Impacts) -> Iterator[str]:
    for touch in touches:
        mine = impacts.for_contacts({touch.contact.label})
        if not len(mine):
            continue
        k = int(np.argmax(mine["penetration"]))
        depth, law, unit = mine[k].penetration, touch.law, touch.contact.unit
        found = (
            f"joint '{touch.contact.joint}': {touch.contact.name} is {depth:.3g} {unit} deep after "
            f"touching at t = {mine[k].start:.6g} s"
        )
        if depth > law.max_penetration:
            yield f"{found}; {file_name(type(law))} holds up to {law.max_penetration:.3g} {unit}"
        if touch.gap > 0 and depth > SMALL * touch.gap:
            yield (
                f"{found}, {100 * depth / touch.gap:.2g} % of the clearance of {touch.gap:.3g} m; "
                "the laws take penetrations to be small: check stiffness and loads"
            )


def _beyond_guide(touches: list[ContactSpec], impacts: Impacts) -> Iterator[str]:
    """Look for the first contact that begins deeper than the clearance though nothing approached: a
    journal or slider left what guides it and came back beside the wall.
    """
    gaps = {touch.contact.label: touch.gap for touch in touches if touch.gap > 0}
    gap = np.array([gaps.get(label, np.inf) for label in _labels(impacts)])
    sudden = (impacts["start"] > 0) & (impacts["approach_speed"] == 0) & np.isnan(impacts["turn"])
    for found in impacts[sudden & (impacts["penetration"] > gap)][:1]:
        yield (
            f"joint '{found.joint}': {found.contact} is {found.penetration:.3g} m deep where it "
            f"begins to touch at t = {found.start:.6g} s: one part left the other and came back "
            "beside its wall; what follows means nothing: give the joint stops, or end the run "
            "before"
        )


def _labels(impacts: Impacts) -> list[str]:
    """Return the label of every row's contact."""
    return [impacts.labels[int(place)] for place in impacts.rows[:, 0]]


def _contacts_behind_layers(touches: list[ContactSpec], impacts: Impacts) -> Iterator[str]:
    """Compare the depth that a fixed tilt hides with the greatest penetration of the ends."""
    ends = [touch for touch in touches if touch.hidden > 0]
    depth = max(
        (
            impacts.for_contacts({touch.contact.label})["penetration"].max(initial=0.0)
            for touch in ends
        ),
        default=0.0,
    )
    if depth > 0 and ends[0].hidden > SMALL * depth:
        yield (
            f"{ends[0].where}: the tilt of its fit hides {ends[0].hidden:.3g} m of the depth of a "
            "tilted end, of which "
            f"{depth:.3g} m are the deepest; leave tilt out: it then follows from the penetration"
        )


def _slow_impacts(touch: ContactSpec, impacts: Impacts) -> Iterator[str]:
    count = int(np.count_nonzero(impacts["approach_speed"] < touch.slowest))
    if count > SLOW * len(impacts) and count > 1:
        yield (
            f"{touch.where}: {count} of {len(impacts)} contacts begin slower than "
            f"min_approach_speed = {touch.slowest:.3g} "
            f"{touch.contact.unit_of('approach_speed')} and are damped as if they began with it; "
            "lower it if what happens in them matters"
        )


def _unresolved_contacts(
    touch: ContactSpec, impacts: Impacts, settings: Mapping[str, Any], errors: tuple[float, float]
) -> Iterator[str]:
    """Compare approach speeds with the errors of velocities: what follows a wall breaks up into
    contacts where these are coarse.
    """
    error = errors[bool(touch.contact.angular)]
    if len(impacts) >= MANY and (slow := _quartile(impacts["approach_speed"])) < BLURRED * error:
        unit = touch.contact.unit_of("approach_speed")
        yield (
            f"{touch.where}: a quarter of {len(impacts)} contacts begin slower than {slow:.2g} "
            f"{unit}, while the tolerance lets a step be "
            f"wrong by {error:.2g} {unit}; many of them may not exist: try "
            f"rtol={0.01 * settings['rtol']:.0e}"
        )


def _quartile(values: np.ndarray) -> float:
    """Return the lower quartile; NumPy's function would import its masked arrays first."""
    ordered, place = np.sort(values), 0.25 * (len(values) - 1)
    k = int(place)
    return float(ordered[k] + (place - k) * (ordered[min(k + 1, len(ordered) - 1)] - ordered[k]))


def _output_aliasing(
    touches: list[ContactSpec], table: Impacts, settings: Mapping[str, Any], times: np.ndarray
) -> Iterator[str]:
    """Compare the output step with the shortest impact, unless output follows the motion; contacts
    that hardly begin may be as short as they like.
    """
    least = np.array([touch.slowest for touch in touches])
    impacts = (
        table[table["approach_speed"] >= least[table.rows[:, 0].astype(int)]]
        if len(table)
        else table
    )
    lasting = impacts["end"] - impacts["start"]
    follows = settings.get("output") == "motion"
    if follows or len(times) < 2 or not np.any(np.isfinite(lasting)):
        return
    k, step = int(np.nanargmin(lasting)), float(np.max(np.diff(times)))
    if step > lasting[k] / SAMPLES:
        yield (
            f"joint '{impacts[k].joint}': the shortest impact lasts {lasting[k]:.3g} s, the output "
            f"step {step:.3g} s, so rows miss or alias it; let output follow the motion "
            f"(output='motion'), choose output_step below {lasting[k] / SAMPLES:.2g} s, or take "
            "peaks from result.peaks and result.impacts, which see every step"
        )


def laws_not_finite(mechanism: Mechanism, layout: Layout, system: Any, work: Any) -> list[str]:
    """Return which contact laws do not give finite numbers where a run ended."""
    found = []
    for k, (contact, info) in enumerate(zip(system.contacts, layout.contacts, strict=True)):
        touch = contact_spec(mechanism.joint(info.joint), info)
        rate, approach = (
            float(work.contacts[k, rec.RATE]),
            max(float(work.contacts[k, rec.APPROACH]), touch.slowest),
        )
        for depth in (
            float(work.last_watched[contact["watch"]]),
            float(work.watched[contact["watch"], rec.VALUE]),
        ):
            if (
                depth > 0
                and not touch.layer
                and not np.isfinite(force := touch.law(depth, rate, approach))
            ):
                law = type(touch.law).__name__
                found.append(
                    f"joint '{info.joint}': {law} returns {force} for a penetration of "
                    f"{depth:g} {info.unit} at {info.name}"
                )
    return list(dict.fromkeys(found))
