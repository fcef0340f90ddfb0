"""Random mechanisms for property-based tests: every kind of part, valid by construction."""

import math
from typing import Any

from hypothesis import strategies as st

import gudgeon as gd
from gudgeon.model import Joint, Load, Solid
from gudgeon.model.files.json_schema import kinds
from gudgeon.model.joints import Coupling

# couplings need the coordinates of others
KINDS = [cls for _, cls in sorted(kinds(Joint).items()) if not issubclass(cls, Coupling)]
finite = st.floats(-1e3, 1e3, allow_subnormal=False)
positive = st.floats(1e-6, 1e3)
vectors = st.tuples(finite, finite, finite)
pairs = st.tuples(vectors, vectors)
axes = st.tuples(st.floats(0.1, 1), finite, finite)
awkward = [
    "long " * 39,
    "x" * 200,
    " x ",
    "a: b",
    *"true null ~ 1 1e5 -a #c ' \" { *a &a !t = << ?".split(),
]
names = (st.sampled_from(awkward) | st.text(min_size=1, max_size=12)).filter(
    lambda name: (
        bool(name.strip()) and name.isprintable() and not set("./") & set(name) and name != "ground"
    )
)
increasing = st.lists(
    st.floats(-10, 10, allow_subnormal=False), min_size=4, max_size=8, unique=True
).map(sorted)


def _tables(law: type, x: list[float], *more: Any) -> st.SearchStrategy:
    return st.lists(finite, min_size=len(x), max_size=len(x)).map(lambda y: law(x, y, *more))


signals = st.one_of(
    st.builds(gd.Constant, finite),
    st.builds(gd.ConstantSpeed, finite, finite),
    st.builds(gd.SpeedRamp, finite, finite, positive, finite, finite),
    st.builds(gd.SmoothStep, finite, finite, positive),
    st.builds(gd.Harmonic, finite, positive, finite, finite),
    increasing.flatmap(lambda x: _tables(gd.SignalTable, x, "spline")),
)
magnitudes = st.one_of(
    signals,
    st.builds(gd.Step, finite, finite, finite),
    st.builds(gd.Pulse, finite, positive, finite, finite),
    st.builds(gd.Trapezoid, finite, positive, positive, positive, finite),
    increasing.flatmap(lambda x: _tables(gd.SignalTable, x, "linear", 30.0)),
    st.lists(signals, min_size=1, max_size=3).map(gd.Sum),
    st.lists(signals, min_size=1, max_size=3).map(gd.Product),
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
moments = st.tuples(positive, positive, positive).map(
    lambda m: (m[1] + m[2], m[2] + m[0], m[0] + m[1])
)
tensors = moments.map(lambda m: ((m[0], 0, 0), (0, m[1], 0), (0, 0, m[2])))
quaternions = st.tuples(
    st.floats(0.1, 1), st.floats(-1, 1), st.floats(-1, 1), st.floats(-1, 1)
).map(lambda e: tuple(component / math.hypot(*e) for component in e))


@st.composite
def bodies(draw: st.DrawFn, name: str) -> gd.Body:
    """Return a body in space."""
    inertia = draw(st.one_of(moments, tensors, solids))
    weight = (
        {"density": draw(positive)}
        if isinstance(inertia, Solid) and draw(st.booleans())
        else {"mass": draw(positive)}
    )
    orientation = draw(st.one_of(quaternions, st.just(((0, -1, 0), (1, 0, 0), (0, 0, 1)))))
    return gd.Body(
        name,
        **weight,
        inertia=inertia,
        orientation=orientation,
        position=draw(vectors),
        velocity=draw(vectors),
    )


contacts = st.one_of(
    st.builds(gd.Hertz, positive),
    st.builds(gd.LankaraniNikravesh, positive, st.floats(0, 1), st.floats(1, 3)),
    st.builds(gd.ModifiedKelvinVoigt, positive, st.floats(0, 1), positive),
)
frictions = st.one_of(
    st.none(),
    st.builds(gd.Threlfall, st.floats(0, 2), positive),
    st.builds(gd.LuGre, st.floats(0, 1), st.floats(1, 2), positive, positive, positive),
)
clearances = st.builds(
    gd.Clearance,
    contact=contacts,
    friction=frictions,
    support=st.sampled_from(["strips", "ends"]),
    strips=st.integers(1, 1000),
    min_approach_speed=positive,
    start=st.sampled_from(["closed", "as-described"]),
    sound_speed=positive,
    tilt=st.none() | positive,
)


unsigned = st.one_of(
    positive, st.builds(gd.Compliance, positive, st.none() | positive, unilateral=st.booleans())
)
signed = st.one_of(
    unsigned,
    st.builds(
        gd.Compliance,
        characteristics,
        st.none() | characteristics,
        preload=finite,
        offset=finite,
        unilateral=st.booleans(),
    ),
)
layers = st.just({}) | st.fixed_dictionaries(
    {"bushing": unsigned, "thickness": positive, "blend": positive}
)
# of a clearance from 1e-6 on
hand_overs = st.just({}) | st.fixed_dictionaries({"e_0": st.just(1e-8), "e_1": st.just(1e-7)})


@st.composite
def bushings(draw: st.DrawFn, motions: tuple[str, ...]) -> gd.Bushing:
    """Return a bushing that gives in some of these motions."""
    given = draw(st.lists(st.sampled_from(motions), min_size=1, unique=True))
    return gd.Bushing(
        **{motion: draw(signed if motion in ("axial", "torsion") else unsigned) for motion in given}
    )


@st.composite
def mixed(draw: st.DrawFn, cls: type[Joint]) -> gd.Mixed:
    """Return a fit with some motions held, free, with play and on bushings; what is free is not
    held, so that it can be driven.
    """
    given = draw(st.lists(st.sampled_from(cls.gives), min_size=1, unique=True))
    parts: dict[str, Any] = {}
    for motion in given:
        soft = signed if motion in ("axial", "torsion") else unsigned
        states = st.sampled_from(["free"] if motion in cls.leaves_free else ["free", "held"])
        play = (
            st.builds(gd.Play, st.floats(0, 1), contact=contacts)
            if cls is not gd.Universal
            else st.nothing()
        )
        parts[motion] = draw(soft | states | play)
    return gd.Mixed(**parts)


@st.composite
def films(draw: st.DrawFn, ball: bool) -> gd.Lubricated:
    """Return an oil film for a ball or a journal."""
    oil = (
        gd.SphericalSqueeze
        if ball
        else draw(st.sampled_from([gd.SqueezeFilm, gd.ShortBearing, gd.FiniteBearing]))
    )
    return gd.Lubricated(
        film=oil(draw(positive)),
        contact=draw(contacts),
        friction=draw(frictions),
        **draw(hand_overs),
    )


@st.composite
def stops(draw: st.DrawFn, coordinates: tuple[str, ...]) -> list[gd.Stop]:
    """Return stops on some coordinates, at one or both ends."""
    found = []
    for coordinate in draw(st.lists(st.sampled_from(coordinates), unique=True)):
        lower, reach = draw(finite), draw(positive)
        ends = draw(
            st.sampled_from(
                [{"lower": lower}, {"upper": lower}, {"lower": lower, "upper": lower + reach}]
            )
        )
        found.append(
            gd.Stop(
                coordinate,
                **ends,
                contact=draw(contacts),
                min_approach_speed=draw(positive),
                **draw(layers),
            )
        )
    return found


@st.composite
def sizes(draw: st.DrawFn, long: bool) -> dict[str, float]:
    """Return radii, given in one of three ways, and lengths of a bearing and its journal."""
    journal, gap = draw(positive), draw(st.just(0.0) | positive)
    radii = {"bearing_radius": journal + gap, "journal_radius": journal, "radial_clearance": gap}
    # two of the three; the third would have to agree
    if draw(st.booleans()) or journal + gap == gap:
        del radii[draw(st.sampled_from(["bearing_radius", "radial_clearance"]))]
    else:
        del radii["journal_radius"]
    return radii | (
        {"bearing_length": draw(positive), "journal_length": draw(positive)} if long else {}
    )


@st.composite
def joints(draw: st.DrawFn, name: str, between: tuple[str, str]) -> Joint:
    """Return a joint of any kind between two bodies."""
    cls = draw(st.sampled_from(KINDS))
    if cls is gd.Distance:
        soft = (
            {"fit": draw(bushings(("axial",))), "stops": draw(stops(("length",)))}
            if draw(st.booleans())
            else {}
        )
        return gd.Distance(
            name,
            between=between,
            local_points=draw(pairs),
            length=draw(st.none() | positive),
            **soft,
        )
    at = {"point": draw(vectors)} if draw(st.booleans()) else {"local_points": draw(pairs)}
    if cls is gd.Universal:
        at["axes"] = ((draw(positive), 0, 0), (0, draw(positive), 0))
    elif "axis" in cls.__dataclass_fields__:
        at |= (
            {"axis": draw(axes)}
            if draw(st.booleans())
            else {"local_axes": draw(st.tuples(axes, axes))}
        )
    if cls.coordinates:
        at["stops"] = draw(stops(cls.coordinates))
    if hasattr(cls, "radii") and draw(st.booleans()):
        at |= draw(sizes(hasattr(cls, "lengths"))) | {"fit": draw(clearances)}
        if (
            cls in (gd.Spherical, gd.Revolute)
            and cls(name, between=between, **at).gap() > 2e-7
            and draw(st.booleans())
        ):
            at["fit"] = draw(films(cls is gd.Spherical))
    elif draw(st.booleans()):
        at["fit"] = draw(bushings(cls.gives) | mixed(cls))
    return cls(name, between=between, **at)


@st.composite
def forces(draw: st.DrawFn, name: str, body: str, joint: Joint) -> Load:
    """Return a load or a spring of any kind on ``body``."""
    kind = draw(st.sampled_from(["force", "torque", "spring", "joint spring"]))
    frame = draw(st.sampled_from(["space", "body"]))
    if kind == "force":
        return gd.Force(
            name,
            body=body,
            force=draw(vectors),
            point=draw(st.none() | vectors),
            magnitude=draw(magnitudes),
            frame=frame,
        )
    if kind == "torque":
        return gd.Torque(
            name, body=body, torque=draw(vectors), magnitude=draw(magnitudes), frame=frame
        )
    stiffness, damping = draw(characteristics), draw(st.none() | characteristics)
    if kind == "joint spring" and joint.coordinates:
        coordinate = draw(st.sampled_from(joint.coordinates))
        return gd.JointSpring(
            name,
            joint=joint.name,
            coordinate=coordinate,
            stiffness=stiffness,
            free_position=draw(finite),
        )
    return gd.Spring(
        name, between=("ground", body), points=draw(pairs), stiffness=stiffness, damping=damping
    )


@st.composite
def mechanisms(draw: st.DrawFn) -> gd.Mechanism:
    """Return a chain of one to three bodies with any joints, drivers and forces."""
    called = draw(st.lists(names, min_size=1, max_size=3, unique=True))
    chain = list(zip(["ground", *called], called, strict=False))
    parts = [draw(joints(f"J{k}", pair)) for k, pair in enumerate(chain)]
    driven = [joint for joint in parts if joint.coordinates not in ((), ("tilt",))][
        : draw(st.integers(0, 2))
    ]
    return gd.Mechanism(
        name=draw(names),
        gravity=draw(vectors),
        bodies=[draw(bodies(name)) for name in called],
        joints=parts,
        drivers=[
            gd.Driver(
                f"D{joint.name}",
                joint=joint.name,
                coordinate=joint.coordinates[0],
                motion=draw(signals),
            )
            for joint in driven
        ],
        forces=[
            draw(forces(f"F{k}", called[-1], parts[0])) for k in range(draw(st.integers(0, 3)))
        ],
        hold=draw(st.sampled_from([(), (called[0],)])),
        duration=draw(st.none() | positive),
    )


def parallelogram(drivers: int = 1) -> gd.Mechanism:
    """Return a parallelogram in a plane, of which one crank or both are driven alike."""
    bodies = [
        gd.Body("left", mass=1, inertia=1, position=(0, 0.5)),
        gd.Body("right", mass=1, inertia=1, position=(1, 0.5)),
        gd.Body("bar", mass=1, inertia=1, position=(0.5, 1)),
    ]
    joints = [
        gd.Revolute("A", between=("ground", "left"), point=(0, 0)),
        gd.Revolute("B", between=("ground", "right"), point=(1, 0)),
        gd.Revolute("C", between=("left", "bar"), point=(0, 1)),
        gd.Revolute("D", between=("right", "bar"), point=(1, 1)),
    ]
    turned = [
        gd.Driver(f"drive {joint}", joint=joint, motion=gd.Harmonic(0.2, frequency=1.0))
        for joint in "AB"[:drivers]
    ]
    return gd.Mechanism(
        bodies=bodies, joints=joints, drivers=turned, plane="xy", gravity=(0, -9.81)
    )
