"""Random mechanisms that assemble at once: trees of bodies with joints of every kind, either way
round, some of them closed to loops, loose or driven.
"""

import numpy as np

import gudgeon as gd

KINDS = (
    gd.Revolute,
    gd.Spherical,
    gd.Cylindrical,
    gd.Translational,
    gd.Planar,
    gd.Universal,
    gd.Rigid,
)
DRIVABLE = (gd.Revolute, gd.Cylindrical, gd.Translational, gd.Universal)
LOOSE = {"radial_clearance": 1e-3, "fit": gd.Clearance(contact=gd.Hertz(1e8))}


def _unit(x):
    return tuple(float(number) for number in x / np.linalg.norm(x))


def _joint(random, kind, name, between, point, **more):
    if kind is gd.Universal:
        first = random.normal(size=3)
        more["axes"] = (_unit(first), _unit(np.cross(first, random.normal(size=3))))
    elif kind not in (gd.Spherical, gd.Rigid):
        more["axis"] = _unit(random.normal(size=3))
    return kind(name, between=between, point=tuple(point), **more)


def in_space(seed, count=7, loops=0, rods=0, loose=0, free=0, driven=False):
    """Return a tree of bodies, its joints either way round; spherical joints close loops, rods add
    rows, spherical joints with clearance add none, and the last ``free`` bodies have no joint.
    """
    random = np.random.default_rng(seed)
    where = random.normal(size=(count, 3))
    bodies = [
        gd.Body(
            f"b{k}",
            mass=random.uniform(0.5, 2),
            inertia=tuple(random.uniform(0.5, 0.9, 3)),
            position=tuple(where[k]),
            orientation=_unit(random.normal(size=4)),
            velocity=tuple(random.normal(size=3)),
            angular_velocity=tuple(random.normal(size=3)),
        )
        for k in range(count)
    ]
    joints, drivers = [], []
    for k in range(count - free):
        parent = "ground" if k == 0 else f"b{random.integers(k)}"
        between = (parent, f"b{k}") if random.random() < 0.5 else (f"b{k}", parent)
        kind = KINDS[random.integers(len(KINDS))]
        joint = _joint(random, kind, f"j{k}", between, where[k] + 0.3 * random.normal(size=3))
        joints.append(joint)
        drivable = joint.coordinates if kind in DRIVABLE else ()
        if driven and drivable and (not drivers or random.random() < 0.4):
            coordinate = drivable[random.integers(len(drivable))]
            motion = gd.Harmonic(0.2, frequency=3.0)
            drivers.append(
                gd.Driver(f"d{k}", joint=joint.name, coordinate=coordinate, motion=motion)
            )
    held = count - free
    for k in range(loops + rods + loose):
        a, b = (f"b{number}" for number in random.choice(held, 2, replace=False))
        point = tuple(random.normal(size=3))
        if k < loops:
            joints.append(gd.Spherical(f"loop{k}", between=(a, b), point=point))
        elif k < loops + rods:
            ends = tuple(map(tuple, random.normal(size=(2, 3))))
            joints.append(gd.Distance(f"rod{k}", between=(a, b), points=ends))
        else:
            joints.append(gd.Spherical(f"loose{k}", between=(a, b), point=point, **LOOSE))
    springs = [
        gd.Spring(
            f"s{k}",
            between=("ground", f"b{k}"),
            points=((0, 0, 2), tuple(where[k])),
            stiffness=30.0,
            damping=2.0,
        )
        for k in range(count - max(free, 1), count)
    ]
    return gd.Mechanism(
        bodies=bodies, joints=joints, forces=springs, drivers=drivers, gravity=(0.3, -0.2, -9.81)
    )


def in_plane(seed, count=5, loops=1):
    """Return a tree of bodies in a plane, with pins and guides, closed by pins."""
    random = np.random.default_rng(seed)
    where = random.normal(size=(count, 2))
    bodies = [
        gd.Body(
            f"b{k}",
            mass=random.uniform(0.5, 2),
            inertia=float(random.uniform(0.5, 0.9)),
            position=tuple(where[k]),
            orientation=random.normal(),
            velocity=tuple(random.normal(size=2)),
            angular_velocity=random.normal(),
        )
        for k in range(count)
    ]
    joints = []
    for k in range(count):
        parent = "ground" if k == 0 else f"b{random.integers(k)}"
        between = (parent, f"b{k}") if random.random() < 0.5 else (f"b{k}", parent)
        point = tuple(where[k] + 0.3 * random.normal(size=2))
        kind = (gd.Revolute, gd.Spherical, gd.Translational)[random.integers(3)]
        more = {"axis": _unit(random.normal(size=2))} if kind is gd.Translational else {}
        joints.append(kind(f"j{k}", between=between, point=point, **more))
    for k in range(loops):
        a, b = (f"b{number}" for number in random.choice(count, 2, replace=False))
        joints.append(gd.Revolute(f"loop{k}", between=(a, b), point=tuple(random.normal(size=2))))
    plane = ("xy", "xz", "zx", "yz")[seed % 4]
    return gd.Mechanism(bodies=bodies, joints=joints, plane=plane, gravity=(0.3, -9.81))
