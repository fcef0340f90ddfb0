"""Two mechanisms of one body: a mass on a spring and a rod on a ball joint."""

import gudgeon as gd

G = (0, 0, -9.81)


def oscillator(**parts):
    """A mass on a guide with a spring: displacement 0.1 sin(10 t)."""
    return gd.Mechanism(
        bodies=[gd.Body("mass", mass=2, inertia=(1, 1, 1), velocity=(1, 0, 0))],
        joints=[
            gd.Translational("guide", between=("ground", "mass"), point=(0, 0, 0), axis=(1, 0, 0))
        ],
        forces=[gd.JointSpring("spring", joint="guide", stiffness=200.0)],
        **parts,
    )


def pendulum(**body):
    """A rod on a ball joint, released from horizontal with some spin."""
    motion = {"angular_velocity": (0.5, 0, 2.0), "velocity": (0, 2.0 * 0.5, 0), **body}
    return gd.Mechanism(
        bodies=[gd.Body("rod", mass=1, inertia=(0.01, 0.08, 0.09), position=(0.5, 0, 0), **motion)],
        joints=[gd.Spherical("O", between=("ground", "rod"), point=(0, 0, 0))],
        gravity=G,
    )
