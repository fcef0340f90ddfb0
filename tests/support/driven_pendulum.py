"""A pendulum whose torque is an input, for tests of programs that drive it from outside."""

import gudgeon as gd


def driven_pendulum(**more) -> gd.Mechanism:
    """Return a rod on a hinge with a motor and a damper."""
    return gd.Mechanism(
        name="driven pendulum",
        gravity=(0, 0, -9.81),
        duration=2.0,
        bodies=[gd.Body("rod", mass=1.0, inertia=(0.01, 0.1, 0.1), position=(0.5, 0, 0))],
        joints=[gd.Revolute("A", between=("ground", "rod"), point=(0, 0, 0), axis=(0, 1, 0))],
        forces=[
            gd.JointForce("motor", joint="A", magnitude=gd.Input("torque", 0.5)),
            gd.JointSpring("damper", joint="A", damping=0.1),
        ],
        **more,
    )
