"""What makes the records of elements, without compiling the laws that they name."""

import numpy as np

import gudgeon as gd
from gudgeon.assembly.elements.base import Assembler
from gudgeon.kernels import records as rec


class Laws:
    """Numbers laws instead of compiling them; remembers which was asked for, and where it stands
    in the description.
    """

    def __init__(self):
        self.asked = []

    def __call__(self, law, joint, *path, ratio=None):
        self.asked.append((law, path, ratio))
        return 1000 + len(self.asked), 10 * len(self.asked)

    def of(self, address):
        """Return the law of an address."""
        return self.asked[int(address) - 1001][0]


def assembler_of(mechanism: gd.Mechanism) -> Assembler:
    """Return an assembler for the joints of a mechanism in their own order; the state begins at
    100.
    """
    joints = rec.table(len(mechanism.joints), rec.JOINT)
    order = {joint.name: k for k, joint in enumerate(mechanism.joints)}
    names = [(joint.name, name) for joint in mechanism.joints for name in joint.coordinates]
    for joint in mechanism.joints:
        names += [
            (joint.name, joint.coordinate_of[motion])
            for motion in joint.fit.plays()
            if motion != "radial"
        ]
    coordinates = {key: k for k, key in enumerate(dict.fromkeys(names))}
    for joint, record in zip(mechanism.joints, joints, strict=True):
        points = getattr(joint, "points", None)
        record["length"] = np.linalg.norm(np.subtract(*points)) if points else 0.0
    return Assembler(mechanism, joints, order, coordinates, Laws(), len, 100)
