"""Random mechanisms for property-based tests: every kind of part, valid by construction."""

import math

from hypothesis import strategies as st

import gudgeon as gd
from gudgeon.mechanism import Joint, Load, Solid
from gudgeon.schema import kinds

KINDS = [cls for _, cls in sorted(kinds(Joint).items())]
finite = st.floats(-1e3, 1e3, allow_subnormal=False)
positive = st.floats(1e-6, 1e3)
vectors = st.tuples(finite, finite, finite)
pairs = st.tuples(vectors, vectors)
axes = st.tuples(st.floats(0.1, 1), finite, finite)
awkward = ["long " * 39, "x" * 200, " x ", "a: b", *"true null ~ 1 1e5 -a #c ' \" { *a &a !t = << ?".split()]
names = (st.sampled_from(awkward) | st.text(min_size=1, max_size=12)).filter(
    lambda name: bool(name.strip()) and name.isprintable() and not set("./") & set(name) and name != "ground"
)
increasing = st.lists(st.floats(-10, 10, allow_subnormal=False), min_size=4, max_size=8, unique=True).map(sorted)


def _tables(law: type, x: list[float]) -> st.SearchStrategy:
    return st.lists(finite, min_size=len(x), max_size=len(x)).map(lambda y: law(x, y))


signals = st.one_of(
    st.builds(gd.Constant, finite),
    st.builds(gd.ConstantSpeed, finite, finite),
    st.builds(gd.SpeedRamp, finite, finite, positive, finite, finite),
    st.builds(gd.Ramp, finite, finite, positive),
    st.builds(gd.Harmonic, finite, positive, finite, finite),
    increasing.flatmap(lambda x: _tables(gd.TimeTable, x)),
)
characteristics = st.one_of(
    positive,
    st.builds(gd.Linear, positive),
    st.builds(gd.Polynomial, st.lists(finite, min_size=1, max_size=4)),
    increasing.flatmap(lambda x: _tables(gd.Table, x)),
)
solids = st.one_of(
    st.builds(gd.Box, st.tuples(positive, positive, positive)),
    st.builds(gd.Sphere, positive),
    st.builds(gd.Cylinder, positive, positive, axis=st.sampled_from("xyz")),
    st.builds(gd.Rod, positive, positive),
)
moments = st.tuples(positive, positive, positive).map(lambda m: (m[1] + m[2], m[2] + m[0], m[0] + m[1]))
tensors = moments.map(lambda m: ((m[0], 0, 0), (0, m[1], 0), (0, 0, m[2])))
quaternions = st.tuples(st.floats(0.1, 1), st.floats(-1, 1), st.floats(-1, 1), st.floats(-1, 1)).map(
    lambda e: tuple(one / math.hypot(*e) for one in e)
)


@st.composite
def bodies(draw: st.DrawFn, name: str) -> gd.Body:
    """Return a body in space."""
    inertia = draw(st.one_of(moments, tensors, solids))
    weight = {"density": draw(positive)} if isinstance(inertia, Solid) and draw(st.booleans()) else {"mass": draw(positive)}
    orientation = draw(st.one_of(quaternions, st.just(((0, -1, 0), (1, 0, 0), (0, 0, 1)))))
    return gd.Body(name, **weight, inertia=inertia, orientation=orientation, position=draw(vectors), velocity=draw(vectors))


@st.composite
def joints(draw: st.DrawFn, name: str, between: tuple[str, str]) -> Joint:
    """Return a joint of any kind between two bodies."""
    cls = draw(st.sampled_from(KINDS))
    if cls is gd.Distance:
        return gd.Distance(name, between=between, local_points=draw(pairs), length=draw(st.none() | positive))
    at = {"point": draw(vectors)} if draw(st.booleans()) else {"local_points": draw(pairs)}
    if cls is gd.Universal:
        at["axes"] = ((draw(positive), 0, 0), (0, draw(positive), 0))
    elif "axis" in cls.__dataclass_fields__:
        at |= {"axis": draw(axes)} if draw(st.booleans()) else {"local_axes": draw(st.tuples(axes, axes))}
    return cls(name, between=between, **at)


@st.composite
def forces(draw: st.DrawFn, name: str, body: str, joint: Joint) -> Load:
    """Return a load or a spring of any kind on ``body``."""
    kind = draw(st.sampled_from(["force", "torque", "spring", "joint spring"]))
    frame = draw(st.sampled_from(["space", "body"]))
    if kind == "force":
        return gd.Force(name, body=body, force=draw(vectors), point=draw(st.none() | vectors), magnitude=draw(signals), frame=frame)
    if kind == "torque":
        return gd.Torque(name, body=body, torque=draw(vectors), magnitude=draw(signals), frame=frame)
    stiffness, damping = draw(characteristics), draw(st.none() | characteristics)
    if kind == "joint spring" and joint.coordinates:
        coordinate = draw(st.sampled_from(joint.coordinates))
        return gd.JointSpring(name, joint=joint.name, coordinate=coordinate, stiffness=stiffness, free_position=draw(finite))
    return gd.Spring(name, between=("ground", body), points=draw(pairs), stiffness=stiffness, damping=damping)


@st.composite
def mechanisms(draw: st.DrawFn) -> gd.Mechanism:
    """Return a chain of one to three bodies with any joints, drivers and forces."""
    called = draw(st.lists(names, min_size=1, max_size=3, unique=True))
    chain = list(zip(["ground", *called], called, strict=False))
    parts = [draw(joints(f"J{k}", pair)) for k, pair in enumerate(chain)]
    driven = [joint for joint in parts if joint.coordinates][: draw(st.integers(0, 2))]
    return gd.Mechanism(
        name=draw(names),
        gravity=draw(vectors),
        bodies=[draw(bodies(name)) for name in called],
        joints=parts,
        drivers=[gd.Driver(f"D{joint.name}", joint=joint.name, coordinate=joint.coordinates[0], motion=draw(signals)) for joint in driven],
        forces=[draw(forces(f"F{k}", called[-1], parts[0])) for k in range(draw(st.integers(0, 3)))],
        hold=draw(st.sampled_from([(), (called[0],)])),
        duration=draw(st.none() | positive),
    )
