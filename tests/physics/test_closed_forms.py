"""Single bodies whose motion is known in closed form."""

import dataclasses

import numpy as np
import pytest
from scipy.integrate import quad
from scipy.special import ellipj, ellipk

import gudgeon as gd


def rotation(p):
    """Return the rotation matrices of rows of Euler parameters."""
    e0, e1, e2, e3 = p.T
    rows = [
        [1 - 2 * (e2**2 + e3**2), 2 * (e1 * e2 - e0 * e3), 2 * (e1 * e3 + e0 * e2)],
        [2 * (e1 * e2 + e0 * e3), 1 - 2 * (e1**2 + e3**2), 2 * (e2 * e3 - e0 * e1)],
        [2 * (e1 * e3 - e0 * e2), 2 * (e2 * e3 + e0 * e1), 1 - 2 * (e1**2 + e2**2)],
    ]
    return np.moveaxis(np.array(rows), 2, 0)


class FreeBody:
    """A free asymmetric body: Euler's equations solved by elliptic functions (Landau & Lifshitz,
    Mechanics, 37).
    """

    inertia = np.array([1.0, 2.0, 2.6])
    start = np.array([0.3, 0.0, 1.2])  # in the body frame; the second component is zero at t = 0
    duration = 20.0

    def __init__(self):
        I1, I2, I3 = self.inertia
        self.momentum = float(np.linalg.norm(self.inertia * self.start))
        M2, E2 = self.momentum**2, float(np.sum(self.inertia * self.start**2))
        self.rate = np.sqrt((I3 - I2) * (M2 - E2 * I1) / (I1 * I2 * I3))
        self.m = (I2 - I1) * (E2 * I3 - M2) / ((I3 - I2) * (M2 - E2 * I1))
        self.amplitude = np.sqrt(
            [
                (E2 * I3 - M2) / (I1 * (I3 - I1)),
                (E2 * I3 - M2) / (I2 * (I3 - I2)),
                (M2 - E2 * I1) / (I3 * (I3 - I1)),
            ]
        )

    def angular_velocity(self, t):
        """Return the angular velocity in the body frame [rad/s]."""
        sn, cn, dn, _ = ellipj(self.rate * np.asarray(t), self.m)
        return self.amplitude * np.stack([cn, sn, dn], axis=-1)

    def precession(self, t):
        """Return the azimuth by which the third axis has gone round the angular momentum [rad]."""
        I1, I2, _ = self.inertia

        def rate(s):
            a, b, _ = self.angular_velocity(s) ** 2
            return self.momentum * (I1 * a + I2 * b) / (I1**2 * a + I2**2 * b)

        return quad(rate, 0, t, epsabs=1e-12, epsrel=1e-12, limit=500)[0]


@pytest.fixture(scope="module")
def free():
    body = gd.Body(
        "body",
        mass=2,
        inertia=FreeBody.inertia,
        position=(1, 2, 3),
        velocity=(0.1, 0.2, -0.3),
        angular_velocity=FreeBody.start,
    )
    return gd.simulate(gd.Mechanism(bodies=[body]), FreeBody.duration, rtol=1e-12, output_step=0.1)


def test_free_body_turns_as_the_elliptic_functions_say(free):
    A = rotation(free.body("body").orientation)
    local = np.einsum("kji,kj->ki", A, free.body("body").angular_velocity)
    np.testing.assert_allclose(local, FreeBody().angular_velocity(free.t), rtol=0, atol=1e-9)


def test_free_body_precesses_about_its_angular_momentum(free):
    reference = FreeBody()
    # fixed in space; the frames coincide at t = 0
    M = reference.inertia * reference.start / reference.momentum
    axis = rotation(free.body("body").orientation)[:, :, 2]
    side = np.cross(np.cross(M, axis[0]), M)
    side /= np.linalg.norm(side)
    azimuth = np.unwrap(np.arctan2(axis @ np.cross(M, side), axis @ side))
    polar = reference.inertia[2] * reference.angular_velocity(free.t)[:, 2] / reference.momentum
    np.testing.assert_allclose(axis @ M, polar, rtol=0, atol=1e-9)
    for k in (50, 120, 200):
        assert azimuth[k] == pytest.approx(reference.precession(free.t[k]), abs=2e-9)


def test_free_body_flies_straight(free):
    np.testing.assert_allclose(
        free.body("body").position,
        np.array([1, 2, 3]) + np.outer(free.t, (0.1, 0.2, -0.3)),
        rtol=0,
        atol=1e-11,
    )


class Top:
    """A heavy symmetric top released with its axis at rest: nutation by elliptic functions,
    precession by quadrature.
    """

    mass, reach, g = 0.5, 0.1, 9.81
    axial, transverse = 4e-4, 3e-4  # about the centre of mass
    tilt, spin = 0.6, 180.0
    duration = 2.0

    def __init__(self):
        about_tip = self.transverse + self.mass * self.reach**2
        self.a = self.axial * self.spin / about_tip
        self.b = self.a * np.cos(self.tilt)  # no precession at the start
        self.beta = 2 * self.mass * self.g * self.reach / about_tip
        # u'^2 = (u2 - u) [beta (1 - u^2) - a^2 (u2 - u)] for the cosine u of the tilt, which starts
        # at its largest root u2
        self.u2 = np.cos(self.tilt)
        self.u1, self.u3 = np.sort(
            np.roots([-self.beta, self.a**2, self.beta - self.a**2 * self.u2]).real
        )
        self.m = (self.u2 - self.u1) / (self.u3 - self.u1)
        self.rate = np.sqrt(self.beta * (self.u3 - self.u1)) / 2

    def cosine(self, t):
        """Return the cosine of the tilt."""
        sn, _, _, _ = ellipj(self.rate * np.asarray(t) + ellipk(self.m), self.m)
        return self.u1 + (self.u2 - self.u1) * sn**2

    def precession(self, t):
        """Return the angle of precession [rad]."""

        def rate(s):
            u = self.cosine(s)
            return (self.b - self.a * u) / (1 - u * u)

        return quad(rate, 0, t, epsabs=1e-12, epsrel=1e-12, limit=2000)[0]


@pytest.fixture(scope="module")
def top():
    s, c = np.sin(Top.tilt), np.cos(Top.tilt)
    body = gd.Body(
        "top",
        mass=Top.mass,
        inertia=(Top.transverse, Top.transverse, Top.axial),
        position=(Top.reach * s, 0, Top.reach * c),
        orientation=((c, 0, s), (0, 1, 0), (-s, 0, c)),
        angular_velocity=(Top.spin * s, 0, Top.spin * c),
    )
    tip = gd.Spherical("tip", between=("ground", "top"), point=(0, 0, 0))
    return gd.simulate(
        gd.Mechanism(bodies=[body], joints=[tip], gravity=(0, 0, -Top.g)),
        Top.duration,
        rtol=1e-12,
        output_step=0.01,
    )


def test_heavy_top_nutates_between_the_roots_of_the_cubic(top):
    reference = Top()
    u = top.body("top").position[:, 2] / Top.reach
    np.testing.assert_allclose(u, reference.cosine(top.t), rtol=0, atol=1e-9)
    assert reference.u1 < reference.u2 < 1 < reference.u3
    assert u.min() >= reference.u1 - 1e-9 and u.max() <= reference.u2 + 1e-9
    period = 2 * ellipk(reference.m) / reference.rate
    assert top.t[-1] > 3 * period  # several nutations were seen


def test_heavy_top_precesses_as_the_quadrature_says(top):
    position = top.body("top").position
    azimuth = np.unwrap(np.arctan2(position[:, 1], position[:, 0]))
    reference = Top()
    for k in (40, 130, 200):
        assert azimuth[k] == pytest.approx(reference.precession(top.t[k]), abs=1e-8)
    assert azimuth[-1] > 1


def test_heavy_top_keeps_its_spin(top):
    axis = rotation(top.body("top").orientation)[:, :, 2]
    spin = np.sum(axis * top.body("top").angular_velocity, axis=1)
    np.testing.assert_allclose(spin, Top.spin, rtol=1e-11)


@pytest.mark.parametrize("method", ["dop853", "tsit5", "adams"])
def test_wheel_that_turns_steadily_keeps_its_angle(method):
    """Embedded pairs see the error of a steady rotation mostly along the Euler parameters; the
    angle must be right all the same.

    The local error is bounded by 1e-9; over a few dozen steps errors add up to less than 1e-7.
    """
    wheel = gd.Body("wheel", mass=1.0, inertia=(0.2, 0.2, 0.4), angular_velocity=(0, 0, 3.0))
    axle = gd.Revolute("axle", between=("ground", "wheel"), point=(0, 0, 0), axis=(0, 0, 1))
    result = gd.simulate(gd.Mechanism(bodies=[wheel], joints=[axle]), 5.0, rtol=1e-9, method=method)
    np.testing.assert_allclose(result.joint("axle").angle, 3.0 * result.t, rtol=0, atol=1e-7)


@pytest.mark.parametrize("coordinates", ["cartesian", "joint"])
@pytest.mark.parametrize("method", ["auto", "dop853", "tsit5", "adams", "radau", "bdf"])
@pytest.mark.parametrize(("speed", "moment"), [(30.0, 0.0), (0.0, 3.0), (30.0, -40.0)])
def test_wheel_in_a_plane_counts_all_its_turns(speed, moment, method, coordinates):
    """A polynomial of second degree is integrated without error, so that no tolerance limits the
    steps; turns would be lost if one were longer than half a turn.
    """
    wheel = gd.Body("wheel", mass=1.0, inertia=1.0, angular_velocity=speed)
    axle = gd.Revolute("axle", between=("ground", "wheel"), point=(0, 0))
    motor = gd.JointForce("motor", joint="axle", magnitude=gd.Constant(moment))
    mechanism = gd.Mechanism(plane="xy", bodies=[wheel], joints=[axle], forces=[motor])
    result = gd.simulate(mechanism, 3.0, method=method, coordinates=coordinates)
    expected = speed * result.t + 0.5 * moment * result.t**2
    np.testing.assert_allclose(result["axle.angle"], expected, rtol=0, atol=1e-4)


def coaxial_wheels(plane, fit, count, fixed, **play):
    """Wheels on one axle, each on the one before and 200 rad/s faster; the last is joined to the
    ground, too, by a hinge Z with this fit.
    """
    zero, axis = ((0, 0), {}) if plane else ((0, 0, 0), {"axis": (0, 0, 1)})
    names = [f"wheel {k}" for k in range(count)]
    speeds = [200.0 * (k + 1) for k in range(count)]
    bodies = [
        gd.Body(
            name,
            mass=1.0,
            inertia=1.0 if plane else (1.0, 1.0, 1.0),
            angular_velocity=w if plane else (0, 0, w),
        )
        for name, w in zip(names, speeds, strict=True)
    ]
    pairs = list(zip(["ground", *names], names, strict=False))
    hinges = [
        gd.Revolute(f"hinge {k}", between=pair, point=zero, **axis)
        for k, pair in enumerate(pairs)
        if fixed or k > 0
    ]
    loose = gd.Revolute("Z", between=("ground", names[-1]), point=zero, fit=fit, **axis, **play)
    return gd.Mechanism(plane=plane, bodies=bodies, joints=[*hinges, loose]), speeds[-1]


@pytest.mark.parametrize("coordinates", ["cartesian", "joint"])
@pytest.mark.parametrize("method", ["auto", "dop853", "tsit5", "adams", "radau", "bdf"])
@pytest.mark.parametrize("plane", ["xy", None])
@pytest.mark.parametrize("loose", ["bushing", "clearance"])
def test_a_loose_hinge_beside_a_chain_of_hinges_counts_the_turns_of_all(
    loose, plane, method, coordinates
):
    """Relative speeds of the chain add up: no hinge of it turns as fast as the one beside it."""
    fit, play = gd.Bushing(radial=1e6, axial=1e6, misalignment=1e4), {}
    if plane:
        fit = gd.Bushing(radial=1e6)
    if loose == "clearance":
        fit = gd.Clearance(contact=gd.LankaraniNikravesh(1e9, 0.9))
        play = {"radial_clearance": 1e-4, "bearing_radius": 0.01}
        play |= {} if plane else {"journal_length": 0.02, "axial_clearance": 1e-4}
    for count, fixed in ((2, True), (2, False), (6, True), (6, False)):
        made, speed = coaxial_wheels(plane, fit, count, fixed, **play)
        result = gd.simulate(made, 0.2, method=method, coordinates=coordinates)
        np.testing.assert_allclose(result["Z.angle"], speed * result.t, rtol=0, atol=1e-4)


@pytest.mark.parametrize("coordinates", ["cartesian", "joint"])
@pytest.mark.parametrize("method", ["auto", "dop853", "tsit5", "adams", "radau", "bdf"])
def test_a_stop_after_many_turns_is_met_where_they_are_counted(method, coordinates):
    """A bushing beside two hinges, at 400 rad/s: ten turns last 20 pi / 400 s."""
    made, speed = coaxial_wheels("xy", gd.Bushing(radial=1e6), 2, fixed=True)
    stop = gd.Stop("angle", upper="10 rev", contact=gd.LankaraniNikravesh(1e6, 0.5))
    hinges = [dataclasses.replace(j, stops=[stop]) if j.name == "Z" else j for j in made.joints]
    made = dataclasses.replace(made, joints=hinges)
    result = gd.simulate(made, 0.2, method=method, coordinates=coordinates)
    assert result.impacts["start"][0] == pytest.approx(20 * np.pi / speed, rel=1e-8)


@pytest.mark.parametrize("coordinates", ["cartesian", "joint"])
@pytest.mark.parametrize("method", ["auto", "dop853", "tsit5", "adams", "radau", "bdf"])
@pytest.mark.parametrize("plane", ["xy", None])
def test_wheels_that_turn_against_each_other_count_all_their_turns(plane, method, coordinates):
    """On one axle, at 30 and -30 rad/s: the hinge between them turns twice as fast as either. The
    second stands on the first, or on the ground with a bushing between the two.
    """
    zero, axis = ((0, 0), {}) if plane else ((0, 0, 0), {"axis": (0, 0, 1)})
    spin = (lambda w: w) if plane else (lambda w: (0, 0, w))
    inertia = 1.0 if plane else (1.0, 1.0, 1.0)
    bodies = [
        gd.Body(name, mass=1.0, inertia=inertia, angular_velocity=spin(w))
        for name, w in (("a", 30.0), ("b", -30.0))
    ]
    bush = gd.Bushing(radial=1e3) if plane else gd.Bushing(radial=1e3, axial=1e3, misalignment=1e3)
    chain = [
        gd.Revolute("A", between=("ground", "a"), point=zero, **axis),
        gd.Revolute("B", between=("a", "b"), point=zero, **axis),
    ]
    side_by_side = [
        chain[0],
        gd.Revolute("C", between=("ground", "b"), point=zero, **axis),
        gd.Revolute("B", between=("a", "b"), point=zero, fit=bush, **axis),
    ]
    for joints in (chain, side_by_side):
        mechanism = gd.Mechanism(plane=plane, bodies=bodies, joints=joints)
        result = gd.simulate(mechanism, 3.0, method=method, coordinates=coordinates)
        np.testing.assert_allclose(result["A.angle"], 30 * result.t, rtol=0, atol=1e-4)
        np.testing.assert_allclose(result["B.angle"], -60 * result.t, rtol=0, atol=1e-4)
