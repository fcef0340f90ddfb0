"""A model file, the mechanism it describes, and a reader that must answer anything with a
message or a mechanism.
"""

import gudgeon as gd
from gudgeon.model.library import NAMES, library, library_fits

MODEL = """\
name: crank
gravity: [0, 0, -9.81]
bodies:
  crank: {mass: 20 g, inertia: {solid: rod, length: 10 cm, radius: 5 mm}, position: [50 mm, 0, 0]}
joints:
  A: {type: revolute, between: [ground, crank], point: [0, 0, 0], axis: [0, 1, 0], fit: ideal}
drivers:
  motor: {joint: A, motion: {law: constant-speed, speed: 300 rpm}}
forces:
  S: {type: joint-spring, joint: A, stiffness: 2, damping: {law: polynomial, coefficients: [0.1, 0.2]}}
"""


CRANK = gd.Mechanism(
    name="crank",
    gravity=(0, 0, -9.81),
    bodies=[
        gd.Body("crank", mass="20 g", inertia=gd.Rod("10 cm", "5 mm"), position=("50 mm", 0, 0))
    ],
    joints=[gd.Revolute("A", between=("ground", "crank"), point=(0, 0, 0), axis=(0, 1, 0))],
    drivers=[gd.Driver("motor", joint="A", motion=gd.ConstantSpeed("300 rpm"))],
    forces=[gd.JointSpring("S", joint="A", stiffness=2, damping=gd.Polynomial((0.1, 0.2)))],
)


LIBRARY = {name: library(name) for name in NAMES} | {
    f"{name} {joint} {fit}": library(name, **{joint: fit})
    for name in NAMES
    for joint, known in library_fits(name).items()
    for fit in known
}


def answers(call):
    """Let ``call`` return a mechanism or raise an InputError with a message; anything else is a
    failure.
    """
    try:
        assert isinstance(call(), gd.Mechanism)
    except gd.InputError as error:
        assert str(error).strip()
