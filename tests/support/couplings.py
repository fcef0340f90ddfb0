"""Couplings of every kind between two bodies in space, each on a Cylindrical joint."""

import gudgeon as gd

BODIES = [
    gd.Body("a", mass=1.0, inertia=(0.1, 0.1, 0.1), position=(0, 0, 0)),
    gd.Body("b", mass=2.0, inertia=(0.2, 0.2, 0.3), position=(1, 0, 0)),
]
JOINTS = [
    gd.Cylindrical("A", between=("ground", "a"), point=(0, 0, 0), axis=(0, 0, 1)),
    gd.Cylindrical("B", between=("ground", "b"), point=(1, 0, 0), axis=(0, 0, 1)),
]
COUPLINGS = {
    "gear": gd.Gear("K", between=("a", "b"), wheels=("A.angle", "B.angle"), ratio=-2.0),
    "rack": gd.Rack("K", between=("a", "b"), rack="A.displacement", pinion="B.angle", radius=0.05),
    "screw": gd.Screw("K", between=("a", "b"), nut="A.displacement", screw="B.angle", lead="5 mm"),
}


def machine(coupling, **more):
    """Return the two bodies with a coupling."""
    return gd.Mechanism(bodies=BODIES, joints=[*JOINTS, coupling], **more)
