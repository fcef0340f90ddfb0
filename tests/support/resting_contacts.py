"""Bodies that come to rest on the walls of loose joints and on stops, under loads that change
slowly against the frequency of their contacts.
"""

import numpy as np

import gudgeon as gd

MASS, G, SLIDING = 0.8, 9.81, 0.4
GAP, RADIUS = 2e-4, 0.01
SIZES = {"bearing_radius": RADIUS + GAP, "journal_radius": RADIUS}
LENGTHS = {"bearing_length": 0.02, "journal_length": 0.019}
STEEL = gd.HuntCrossley(2e9, restitution=0.3)
KINDS = ("ball", "ball plane", "journal plane", "hinge", "guide", "guide plane")


def loose(
    kind, contact=STEEL, friction=None, *, amplitude=2.0, frequency=1.3, depth=-1e-7, moving=False
):
    """Return a body that hangs by a loose joint, off the lower wall by next to nothing or, with a
    depth, in it; its centre is below and aside, and it is pushed to and fro.
    """
    planar = kind.endswith("plane")
    n = 2 if planar else 3
    fit = gd.Clearance(contact=contact, friction=friction, support="ends", start="as-described")
    at = {
        "between": ("ground", "b"),
        "fit": fit,
        "local_points": ((0.0,) * n, (-0.02, 0.08, -0.01)[:n]),
        **SIZES,
    }
    joint = {
        "ball": lambda: gd.Spherical("J", **at),
        "journal": lambda: gd.Revolute("J", **at),
        "hinge": lambda: gd.Revolute("J", axis=(0, 0, 1), **at, **LENGTHS),
        "guide": lambda: gd.PointOnLine("J", axis=(1, 0, 0)[:n], **at),
    }[kind.split()[0]]()
    # a swing about the joint: the contact slides, and hardly goes deeper
    spin = 0.7 if moving else 0.0
    turning = {
        "velocity": (0.08 * spin, 0.02 * spin, 0.0)[:n],
        "angular_velocity": spin if planar else (0.0, 0.0, spin),
    }
    body = gd.Body(
        "b",
        mass=MASS,
        inertia=2e-3 if planar else (2e-3, 1.6e-3, 1.8e-3),
        position=(0.02, -0.08 - GAP - depth, 0.01)[:n],
        **turning,
    )
    signal = gd.Harmonic(amplitude, frequency=frequency, phase=0.4)
    return gd.Mechanism(
        plane="xy" if planar else None,
        gravity=(0, -G, 0)[:n],
        bodies=[body],
        joints=[joint],
        forces=[gd.Force("sway", body="b", force=(1.0, 0.3, 0.2)[:n], magnitude=signal)],
    )


def pressed_slider(contact=STEEL):
    """Return a body that slides along y and is pressed onto a stop by a slow force."""
    joint = gd.Translational(
        "J",
        between=("ground", "b"),
        local_points=((0, 0), (0, 0)),
        axis=(0, 1),
        stops=[gd.Stop(lower=0.0, contact=contact)],
    )
    load = gd.Harmonic(3.0, frequency=1.0, mean=8.0)
    body = gd.Body("b", mass=MASS, inertia=1e-3, position=(0, 1e-7))
    return gd.Mechanism(
        plane="xy",
        gravity=(0, 0),
        bodies=[body],
        joints=[joint],
        forces=[gd.Force("press", body="b", force=(0, -1), magnitude=load)],
    )


def pressed_in_guide(contact, load, *, depth, rate=0.0, friction=None):
    """Return a body that slides along a guide with SLIDING, whose lower wall it has penetrated by a
    depth that grows with a rate, pressed down by a force of time: walls without curvature.
    """
    joint = gd.PointOnLine(
        "J",
        between=("ground", "b"),
        local_points=((0, 0), (0, 0)),
        axis=(1, 0),
        fit=gd.Clearance(contact=contact, friction=friction, start="as-described"),
        **SIZES,
    )
    body = gd.Body(
        "b", mass=MASS, inertia=1e-3, position=(0, -GAP - depth), velocity=(SLIDING, -rate)
    )
    return gd.Mechanism(
        plane="xy",
        gravity=(0, 0),
        bodies=[body],
        joints=[joint],
        forces=[gd.Force("press", body="b", force=(0, -1), magnitude=load)],
    )


def largest_error(result, reference):
    """Return the largest difference of positions of two runs at the same times [m]."""
    return max(
        float(np.abs(result.body(body.name).position - reference.body(body.name).position).max())
        for body in result.mechanism.bodies
    )
