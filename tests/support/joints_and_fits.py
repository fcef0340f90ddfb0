"""Every joint, in space and in a plane, and every fit that it can have."""

import gudgeon as gd

GAP = 1e-4  # radial clearance [m]
# across and along, in tilt and torsion
SOFT, TURNING = gd.Compliance(2e3, damping=2.0), gd.Compliance(50.0, damping=0.01)
STEEL = gd.LankaraniNikravesh(1e9, 0.8)
RUBBING = gd.Threlfall(mu_k=0.1, v_1=1e-2)
RADII = {"bearing_radius": 0.02, "radial_clearance": GAP}
LENGTHS = {"bearing_length": 0.04, "journal_length": 0.0398}
AXIS, CROSS = (0.6, 0.0, 0.8), ((0.6, 0.0, 0.8), (0.0, 1.0, 0.0))

SPACE = {
    "Spherical": gd.Spherical("J", between=("ground", "b"), point=(0, 0, 0), axis=AXIS, **RADII),
    "Revolute": gd.Revolute(
        "J", between=("ground", "b"), point=(0, 0, 0), axis=AXIS, **RADII, **LENGTHS
    ),
    "Cylindrical": gd.Cylindrical(
        "J", between=("ground", "b"), point=(0, 0, 0), axis=AXIS, **RADII, **LENGTHS
    ),
    "Translational": gd.Translational(
        "J", between=("ground", "b"), point=(0, 0, 0), axis=AXIS, **RADII
    ),
    "Rigid": gd.Rigid("J", between=("ground", "b"), point=(0, 0, 0), axis=AXIS),
    "Planar": gd.Planar("J", between=("ground", "b"), point=(0, 0, 0), axis=AXIS),
    "PointOnLine": gd.PointOnLine(
        "J", between=("ground", "b"), point=(0, 0, 0), axis=AXIS, **RADII
    ),
    "Universal": gd.Universal("J", between=("ground", "b"), point=(0, 0, 0), axes=CROSS),
    "Distance": gd.Distance("J", between=("ground", "b"), points=((-0.1, 0.3, 0.2), (0, 0, 0))),
}
PLANE = {
    "Spherical": gd.Spherical("J", between=("ground", "b"), point=(0, 0), **RADII),
    "Revolute": gd.Revolute("J", between=("ground", "b"), point=(0, 0), **RADII, **LENGTHS),
    "Translational": gd.Translational(
        "J", between=("ground", "b"), point=(0, 0), axis=(0.6, 0.8), **RADII, journal_length=0.05
    ),
    "Rigid": gd.Rigid("J", between=("ground", "b"), point=(0, 0)),
    "PointOnLine": gd.PointOnLine(
        "J", between=("ground", "b"), point=(0, 0), axis=(0.6, 0.8), **RADII
    ),
    "Distance": gd.Distance("J", between=("ground", "b"), points=((-0.1, 0.3), (0, 0))),
}
JOINTS = {f"{name} in space": joint for name, joint in SPACE.items()} | {
    f"{name} in a plane": joint for name, joint in PLANE.items()
}

LOOSE = {"Spherical", "Revolute", "Cylindrical", "Translational", "PointOnLine"}
CAN = {  # the table of fits: which joints can have which
    "ideal": set(SPACE),
    "clearance": LOOSE,
    "clearance and layer": LOOSE,
    "bushing": set(SPACE),
    "lubricated": {"Spherical", "Revolute", "Cylindrical"},
    "mixed": set(SPACE),
}
NOT_IN_A_PLANE = {("lubricated", "Spherical")}


def fit(name, joint, planar):
    """Return a fit of this name for a joint."""
    if name == "bushing":
        return gd.Bushing(
            **{
                motion: SOFT if motion in ("radial", "axial") else TURNING
                for motion in joint.motions(planar)
            }
        )
    if name == "mixed":
        return mixed(joint, joint.motions(planar))
    if name == "lubricated":
        film = (
            gd.SphericalSqueeze(5e-4) if isinstance(joint, gd.Spherical) else gd.FiniteBearing(5e-4)
        )
        return gd.Lubricated(film=film, contact=STEEL, friction=RUBBING)
    layer = (
        {"bushing": SOFT, "thickness": 2e-5, "blend": 1e-6} if name == "clearance and layer" else {}
    )
    return gd.Ideal() if name == "ideal" else gd.Clearance(contact=STEEL, friction=RUBBING, **layer)


def mixed(joint, motions):
    """Return a fit with play of the first motion, where the joint can have it, and the others on
    bushings.
    """
    parts = {motion: SOFT if motion in ("radial", "axial") else TURNING for motion in motions}
    if not isinstance(joint, gd.Universal):  # whose cross has pins of its own
        parts[motions[0]] = gd.Play(
            None if hasattr(joint, "radial_clearance") else GAP, contact=STEEL
        )
    return gd.Mixed(**parts)


def hanging(joint, planar, **more):
    """Return a body that hangs on the joint, pulled and thrown so that every motion of the joint
    is loaded.
    """
    n = 2 if planar else 3
    body = gd.Body(
        "b", mass=1.0, inertia=1e-2 if planar else (1e-2, 2e-2, 2.5e-2), position=(0.05, 0.025, 0.035)[:n],
        velocity=(0.1, 0.1, 0.1)[:n], angular_velocity=0.5 if planar else (0.3, 0.4, 0.5),
    )  # fmt: skip
    gravity = (6.0, -8.0) if planar else (6.0, -8.0, 5.0)
    return gd.Mechanism(
        plane="xy" if planar else None, gravity=gravity, bodies=[body], joints=[joint], **more
    )


def allowed(name, kind):
    """Whether a joint can have a fit of this name."""
    joint, planar = kind.split()[0], kind.endswith("plane")
    return joint in CAN[name] and not (planar and (name, joint) in NOT_IN_A_PLANE)


PAIRS = [(name, kind) for name in CAN for kind in JOINTS]


def joined(joint, plane=None, **body):
    """Return a mechanism of one body, a, and a joint that ties it to the ground."""
    inertia = 1.0 if plane else (1.0, 1.0, 1.0)
    return gd.Mechanism(
        bodies=[gd.Body("a", **{"mass": 1, "inertia": inertia} | body)], joints=[joint], plane=plane
    )


# an axis and two across it; the third is minus their product
TOOL = (1 / 3, 2 / 3, 2 / 3), (2 / 3, 1 / 3, -2 / 3), (2 / 3, -2 / 3, 1 / 3)
THROWN, SPUN = (0.3, -0.5, 0.7), (-0.2, 0.9, 0.4)


def left_of_a_throw(joint):
    """Return the velocity and angular velocity that a ball, its centre in the joint, keeps when
    thrown with THROWN and SPUN.

    All moments of the ball are equal and its mass is held at its centre, so that the least change,
    weighted by mass, is the plain projection onto what the joint leaves free.
    """
    found = gd.check_model(joined(joint, velocity=THROWN, angular_velocity=SPUN))
    n_q = int(found.assembly.system.setting[0]["n_q"])
    return found.assembly.y[n_q : n_q + 3], found.assembly.y[n_q + 3 : n_q + 6]


def along(vector, axis=TOOL[0]):
    """Return the part of a vector along a unit vector."""
    component = sum(a * b for a, b in zip(vector, axis, strict=True))
    return [component * b for b in axis]


def across(vector, axis=TOOL[0]):
    """Return the part of a vector across a unit vector."""
    return [a - b for a, b in zip(vector, along(vector, axis), strict=True)]
