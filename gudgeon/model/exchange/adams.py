"""Adams datasets (.adm): parts, markers, joints, motions, springs, forces, requests, gravity, units.

A part becomes a body whose frame is the marker at its centre of mass, ``part2``; a joint, ``joint1``,
goes from the part of its marker I to that of J. What has no counterpart is noted with its line.
"""

import re

from ..mechanism import Mechanism
from .adams_forces import Forces
from .adams_joints import Joints
from .adams_parts import Parts, scales_of
from .adams_statements import ARGUMENTS, Dataset, Statement, parse
from .imported import Imported

__all__ = ["read_adams"]

READ = (
    "PART", "POINT_MASS", "MARKER", "JOINT", "JPRIM", "GCON", "MOTION", "SFORCE", "SPRINGDAMPER", "GFORCE",
    "VFORCE", "VTORQUE", "BUSHING", "ACCGRAV", "UNITS", "REQUEST",
)  # fmt: skip
"""Statements of which something is made."""

NO_EFFECT = (
    "GRAPHICS", "OUTPUT", "RESULTS", "INTEGRATOR", "KINEMATICS", "EQUILIBRIUM", "IC", "DEBUG", "LSOLVER",
    "MATERIAL", "STRING", "PREFERENCES", "GEOMETRY", "TITLE", "ARRAY", "MATRIX", "VARIABLE", "SPLINE", "CURVE",
    "POUTPUT", "PINPUT", "PSTATE", "NODE",
)  # fmt: skip
"""Statements on which no motion depends, unless another statement names them."""

MOTIONS = {
    "DISPLACEMENT": ("position", "orientation"), "VELOCITY": ("velocity", "angular_velocity"),
    "ACCELERATION": ("acceleration", "angular_acceleration"),
}  # fmt: skip


def read_adams(text: str, source: str, name: str) -> Imported:
    """Return the mechanism of a dataset and what of it was not understood."""
    data = parse(text, source)
    scales = scales_of(data)
    parts = Parts(data, scales)
    bodies = parts.bodies()
    joints = Joints(data, parts)
    drivers = joints.drivers()
    forces = Forces(joints)
    _note_the_rest(data)
    unit = scales.length / scales.time / scales.time
    gravity = [unit * data.number(fall, f"{axis}GRAV") for fall in data.all("ACCGRAV")[:1] for axis in "IJK"]  # fmt: skip
    mechanism = Mechanism(
        name=name,
        bodies=bodies,
        joints=joints.joints,
        drivers=drivers,
        forces=forces.loads,
        gravity=tuple(gravity) or (0.0, 0.0, 0.0),
    )
    outputs = _outputs(data, parts, {joint.name for joint in joints.joints})
    notes = sorted(data.report.notes, key=lambda note: int(note.where.rpartition(":")[2]))
    return Imported(mechanism, tuple(notes), outputs=outputs)


def _note_the_rest(data: Dataset) -> None:
    for name in ARGUMENTS:
        for statement in data.all(name):
            if name in NO_EFFECT:
                data.report.unused(statement.line, f"{statement} is not read")
            elif name not in READ:
                data.report.lost(statement.line, f"{statement} is left out: it has no counterpart")


def _outputs(data: Dataset, parts: Parts, joints: set[str]) -> dict[str, tuple[str, ...]]:
    """Return the channels of a result that each request asks for; others are noted."""
    found = {}
    for request in data.all("REQUEST"):
        channels = _channels(data, parts, request, joints)
        if channels:
            found[f"request{request.id}"] = channels
        else:
            data.report.unused(request.line, f"{request}: no channel of a result is just this")
    return found


def _channels(data: Dataset, parts: Parts, request: Statement, joints: set[str]) -> tuple[str, ...]:
    for word, names in MOTIONS.items():
        if word not in request or "I" not in request:
            continue
        marker = parts.marker(request, "I")
        part = parts.part(marker)
        centre = "GROUND" not in part and data.text(part, "CM").lstrip("0") == str(marker.id)
        still = "J" not in request or parts.body(parts.marker(request, "J")) == "ground"
        return tuple(f"{parts.body(marker)}.{name}" for name in names) if centre and still else ()
    functions = " ".join(data.text(request, f"F{k}") for k in range(1, 9))
    wanted = {f"joint{int(id)}" for id in re.findall(r"JOINT\s*\(\s*(\d+)", functions.upper())}
    if len(wanted) == 1 and wanted <= joints:
        (name,) = wanted
        return (f"{name}.force", f"{name}.torque")
    turned = re.findall(r"ORIENT\s*\(\s*27\s*,\s*\d+\s*,\s*(\d+)", functions.upper())
    if turned and len(set(turned)) == 1:
        marker = data.find("MARKER", int(turned[0]), request)
        return (f"{parts.body(marker)}.orientation",) if parts.body(marker) != "ground" else ()
    return ()
