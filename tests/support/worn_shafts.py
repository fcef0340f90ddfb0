"""A shaft that turns in its bearing under its own weight: what it wears is known exactly."""

from math import pi

import gudgeon as gd

RADIUS, CLEARANCE, LENGTH = 0.01, 1e-4, 0.02  # of the journal [m]
MASS, GRAVITY, SPEED = 1.0, 9.81, 100.0  # [kg, m/s^2, rad/s]
TURN = 2 * pi / SPEED
STIFFNESS = 1e9
DEPTH = (MASS * GRAVITY / STIFFNESS) ** (2 / 3)  # at which the contact bears the weight [m]


def turning_shaft(**joint) -> gd.Mechanism:
    """Return a shaft that falls into its bearing, turns without friction, and lies still soon."""
    contact = gd.LankaraniNikravesh(STIFFNESS, restitution=0.5)
    sizes = {"bearing_radius": RADIUS + CLEARANCE, "journal_radius": RADIUS}
    hinge = {"point": (0, 0), **sizes, "bearing_length": LENGTH, "journal_length": LENGTH, **joint}
    return gd.Mechanism(
        name="shaft",
        plane="xy",
        gravity=(0, -GRAVITY),
        bodies=[gd.Body("shaft", mass=MASS, inertia=1e-3, angular_velocity=SPEED)],
        joints=[
            gd.Revolute(
                "J",
                between=("ground", "shaft"),
                fit=gd.Clearance(contact=contact),
                **hinge,
            )
        ],
    )


def work_of_a_turn() -> float:
    """Return F_N |v_t| times the time of a turn [J]; surfaces touch half the depth below the
    journal's own.
    """
    return MASS * GRAVITY * SPEED * (RADIUS - DEPTH / 2) * TURN
