"""Two free bodies that hang together by one loose joint, for every kind of joint that has
contacts.
"""

import numpy as np

import gudgeon as gd

AXIS = (0.36, 0.48, 0.8)
FIT = {"start": "as-described"}
ROUND = {"bearing_radius": 0.0105, "journal_radius": 0.01}
BLOCK = {
    "guide": "rectangular", "height_axis": (0.8, 0.6, -0.72), "height": 0.02, "width": 0.016, "height_clearance": 5e-4,
    "width_clearance": 4e-4, "journal_length": 0.03,
}  # fmt: skip
SECTORS = 720  # so many that the knots of their spline, where it has jumps, are hardly felt
WORN = tuple(  # an oval groove, somewhere around the bore [m]
    2e-4 * (1 - np.cos(2 * (2 * np.pi * (k + 0.5) / SECTORS - 0.7))) for k in range(SECTORS)
)
SPATIAL = {
    "ball": lambda fit: gd.Spherical(
        "J", between=("bearing", "journal"), point=(0, 0, 0), fit=fit, **ROUND
    ),
    "walls": lambda fit: gd.Revolute(
        "J",
        between=("bearing", "journal"),
        point=(0, 0, 0),
        axis=AXIS,
        bearing_length=0.021,
        journal_length=0.02,
        fit=fit,
        **ROUND,
    ),
    "short bearing": lambda fit: gd.Revolute(
        "J",
        between=("bearing", "journal"),
        point=(0, 0, 0),
        axis=AXIS,
        bearing_length=0.02,
        journal_length=0.021,
        fit=fit,
        **ROUND,
    ),
    "worn walls": lambda fit: gd.Revolute(
        "J",
        between=("bearing", "journal"),
        point=(0, 0, 0),
        axis=AXIS,
        bearing_length=0.021,
        journal_length=0.02,
        bearing_wear=WORN,
        fit=fit,
        **ROUND,
    ),
    "sleeve": lambda fit: gd.Cylindrical(
        "J",
        between=("bearing", "journal"),
        point=(0, 0, 0),
        axis=AXIS,
        bearing_length=0.6,
        journal_length=0.02,
        fit=fit,
        **ROUND,
    ),
    "guide": lambda fit: gd.Translational(
        "J", between=("bearing", "journal"), point=(0, 0, 0), axis=AXIS, fit=fit, **ROUND
    ),
    "round guide": lambda fit: gd.Translational(
        "J",
        between=("bearing", "journal"),
        point=(0, 0, 0),
        axis=AXIS,
        guide="round",
        bearing_length=0.6,
        journal_length=0.02,
        rotational_clearance=0.03,
        fit=fit,
        **ROUND,
    ),
    "block": lambda fit: gd.Translational(
        "J", between=("bearing", "journal"), point=(0, 0, 0), axis=AXIS, fit=fit, **BLOCK
    ),
    "block in a short guide": lambda fit: gd.Translational(
        "J",
        between=("bearing", "journal"),
        point=(0, 0, 0),
        axis=AXIS,
        bearing_length=0.02,
        fit=fit,
        **{**BLOCK, "journal_length": 0.6},
    ),
    "slot": lambda fit: gd.PointOnLine(
        "J", between=("bearing", "journal"), point=(0, 0, 0), axis=AXIS, fit=fit, **ROUND
    ),
}
PLANAR = {
    "journal": lambda fit: gd.Revolute(
        "J", between=("bearing", "journal"), point=(0, 0), fit=fit, **ROUND
    ),
    "journal in a worn bore": lambda fit: gd.Revolute(
        "J", between=("bearing", "journal"), point=(0, 0), bearing_wear=WORN, fit=fit, **ROUND
    ),
    "pin": lambda fit: gd.Spherical(
        "J", between=("bearing", "journal"), point=(0, 0), fit=fit, **ROUND
    ),
    "corners": lambda fit: gd.Translational(
        "J",
        between=("bearing", "journal"),
        point=(0, 0),
        axis=(0.6, 0.8),
        journal_length=0.04,
        fit=fit,
        **ROUND,
    ),
    "slot in the plane": lambda fit: gd.PointOnLine(
        "J", between=("bearing", "journal"), point=(0, 0), axis=(0.6, 0.8), fit=fit, **ROUND
    ),
}
KINDS = (*SPATIAL, *PLANAR)


def fit(contact, friction=None, **options):
    """Return a clearance that leaves the bodies where they are described."""
    return gd.Clearance(contact=contact, friction=friction, **FIT, **options)


def pair(kind, contact, friction=None, **options):
    """Return two free bodies in a skew relative motion; nothing acts on them but their loose
    joint.
    """
    options = (
        {"support": "ends", **options}
        if kind in ("walls", "worn walls", "short bearing")
        else {"strips": 4, **options}
        if kind in ("sleeve", "round guide")
        else options
    )
    made = fit(contact, friction, **options)
    if kind in PLANAR:
        bodies = [
            gd.Body(
                "bearing",
                mass=0.5,
                inertia=4e-4,
                position=(-0.02, 0.01),
                velocity=(0.1, 0.05),
                angular_velocity=-1.0,
            ),
            gd.Body(
                "journal",
                mass=0.3,
                inertia=2e-4,
                position=(0.015, 0.01),
                velocity=(0.3, -0.2),
                angular_velocity=2.0,
            ),
        ]
        return gd.Mechanism(name=kind, plane="xy", bodies=bodies, joints=[PLANAR[kind](made)])
    turned = (0.5, 0.5, -0.5, 0.5)
    spins = ((1.0, -0.5, 0.7),) * 2 if kind == "guide" else ((1.0, -0.5, 0.7), (-0.8, 1.2, 2.0))
    bodies = [
        gd.Body(
            "bearing", mass=0.5, inertia=(4e-4, 3e-4, 5e-4), position=(-0.02, 0.01, 0.005), velocity=(0.1, 0.05, 0.0),
            angular_velocity=spins[0],
        ),
        gd.Body(
            "journal", mass=0.3, inertia=(2e-4, 3e-4, 1.5e-4), position=(0.015, 0.01, -0.01), orientation=turned,
            velocity=(0.3, -0.2, 0.15), angular_velocity=spins[1],
        ),
    ]  # fmt: skip
    return gd.Mechanism(name=kind, bodies=bodies, joints=[SPATIAL[kind](made)])


def momenta(result, mechanism):
    """Return linear and angular momentum (about the origin) of all bodies over time, and the sum
    of their sizes.
    """
    P, L, sizes = 0.0, 0.0, np.zeros(2)
    for body in mechanism.bodies:
        part = result.body(body.name)
        J = np.diag([0, 0, body.inertia] if mechanism.plane else body.inertia)
        spin = np.einsum(
            "tij,jk,tlk,tl->ti", part.rotation, J, part.rotation, part.angular_velocity
        )
        p = body.mass * part.velocity
        orbital = np.cross(part.position, p)
        P, L = P + p, L + orbital + spin
        sizes += [
            np.max(np.linalg.norm(p, axis=1)),
            np.max(np.linalg.norm(orbital, axis=1) + np.linalg.norm(spin, axis=1)),
        ]
    return P, L, sizes
