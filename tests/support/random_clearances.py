"""Random mechanisms with loose joints, some of them driven, from a seed: chains of one to three
bodies, in the plane or in space.
"""

import numpy as np

import gudgeon as gd

DAMPED = (
    gd.LankaraniNikravesh,
    gd.HuntCrossley,
    gd.Flores,
    gd.Gonthier,
    gd.LeeWang,
    gd.ZhiyingQishao,
    gd.HuGuo,
    gd.HerbertMcWhannell,
)


def contact(rng, weight, gap):
    """Return a contact law under which the weight of the mechanism deflects by a small part of the
    gap.

    Kelvin-Voigt as printed is left out: it is the modified law with a narrow passage.
    """
    depth = gap * 10 ** rng.uniform(-2, -1)
    restitution = rng.uniform(0.1, 1.0)
    kind = rng.integers(4)
    if kind == 0:
        return gd.Hertz(weight / depth**1.5)
    if kind == 1:
        return gd.ModifiedKelvinVoigt(
            weight / depth, restitution=restitution, v_0=rng.uniform(0.01, 0.2)
        )
    return DAMPED[rng.integers(len(DAMPED))](weight / depth**1.5, restitution=restitution)


def friction(rng):
    """Return a friction law, or none."""
    mu = rng.uniform(0.01, 0.3)
    return (
        None,
        None,
        gd.Coulomb(mu, v_1=1e-2),
        gd.Threlfall(mu, v_1=1e-2),
        gd.Ambrosio(mu, v_0=1e-3, v_1=1e-2),
        gd.Stribeck(mu, mu_s=1.5 * mu, v_s=1e-2, v_r=1e-3),
        gd.BengisuAkay(mu, mu_s=1.5 * mu, v_0=1e-2, xi=100.0),
        gd.Dahl(mu, sigma_0=1e4),
        gd.LuGre(mu, mu_s=1.5 * mu, v_s=1e-2, sigma_0=1e4, sigma_1=10.0, sigma_2=0.1),
    )[rng.integers(9)]


def fitted(rng, weight, gap):
    """Return a clearance with random laws and options."""
    return gd.Clearance(
        contact=contact(rng, weight, gap),
        friction=friction(rng),
        support=("ends", "strips")[rng.integers(2)],
        strips=int(rng.integers(2, 7)),
        start=("closed", "as-described")[rng.integers(2)],
    )


def joint(rng, name, between, point, planar, fit, gap):
    """Return a joint of any kind that can be loose, with sizes that belong to its gap."""
    radius = rng.uniform(5e-3, 2e-2)
    sizes = {"bearing_radius": radius + gap, "journal_radius": radius}
    length = {"bearing_length": 0.05, "journal_length": 0.05 * rng.uniform(0.7, 1.3)}
    size = 2 if planar else 3
    axis = tuple(rng.normal(size=size))
    at = {"between": between, "point": tuple(point[:size]), "fit": fit}
    kinds = [
        lambda: gd.Spherical(name, **at, **sizes),
        lambda: gd.Revolute(name, **at, **sizes, **({} if planar else {"axis": axis, **length})),
        lambda: gd.PointOnLine(name, **at, axis=axis, **sizes),
        lambda: gd.Translational(
            name, **at, axis=axis, **sizes, **({"journal_length": 0.04} if planar else {})
        ),
        lambda: gd.Cylindrical(name, **at, axis=axis, **sizes, **length),
    ]
    return kinds[rng.integers(4 if planar else 5)]()


def mechanism(seed):
    """Return the mechanism of a seed; at least one of its joints is loose."""
    rng = np.random.default_rng(seed)
    planar, number = bool(rng.integers(2)), int(rng.integers(1, 4))
    size, masses = 2 if planar else 3, 10 ** rng.uniform(-2, 1, number)
    weight, gap = 9.81 * float(np.sum(masses)), 10 ** rng.uniform(-4, -3)
    point, bodies, joints, previous = np.zeros(3), [], [], "ground"
    for k, mass in enumerate(masses):
        name, reach = f"body{k}", rng.uniform(-0.3, 0.3, 3)
        inertia = mass * 0.01 * rng.uniform(0.5, 1.0, 3)
        turn = (
            rng.uniform(-1, 1)
            if planar
            else tuple((lambda p: p / np.linalg.norm(p))(rng.normal(size=4)))
        )
        bodies.append(
            gd.Body(
                name, mass=mass, inertia=inertia[0] if planar else tuple(inertia), position=tuple((point + reach / 2)[:size]),
                orientation=turn, velocity=tuple(rng.normal(size=size) * 0.3),
                angular_velocity=rng.normal() if planar else tuple(rng.normal(size=3)),
            )
        )  # fmt: skip
        loose = k == 0 or rng.integers(2)
        joints.append(
            joint(
                rng,
                f"J{k}",
                (previous, name),
                point,
                planar,
                fitted(rng, weight, gap) if loose else gd.Ideal(),
                gap,
            )
        )
        point, previous = point + reach, name
    gravity = (0, -9.81) if planar else (0, 0, -9.81)
    return gd.Mechanism(
        name=f"seed {seed}", plane="xy" if planar else None, gravity=gravity, bodies=bodies, joints=joints, drivers=drivers(rng, joints)
    )  # fmt: skip


def drivers(rng, joints):
    """Return a driver on a coordinate of each second joint that has one: swings of up to 1 rad
    or 1 cm.
    """
    found = []
    for joint in joints:
        coordinate, drive = (
            joint.coordinates[rng.integers(len(joint.coordinates))] if joint.coordinates else "",
            rng.integers(2),
        )
        amplitude, frequency = rng.uniform(0.3, 1.0), rng.uniform(0.5, 3.0)
        if coordinate and drive:
            motion = gd.Harmonic(
                amplitude * (1.0 if coordinate == "angle" else 0.01), frequency=frequency
            )
            found.append(
                gd.Driver(
                    f"drive {joint.name}", joint=joint.name, coordinate=coordinate, motion=motion
                )
            )
    return found
