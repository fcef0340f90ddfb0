"""Oil films in whole mechanisms: squeezing, carrying, whirling, and handing over to dry contact."""

import dataclasses

import numpy as np
import pytest
from scipy.integrate import quad

import gudgeon as gd

ETA, RADIUS, LENGTH, GAP = 0.02, 0.02, 0.015, 1e-4
REACH = 1.1 * GAP  # the film is computed for the clearance c + e_1, by default a tenth wider
DRY = gd.LankaraniNikravesh(6e10, 0.9)


def bearing(
    film,
    *,
    position=(0.0, 0.0),
    velocity=(0.0, 0.0),
    spin=0.0,
    mass=1.0,
    gravity=(0.0, 0.0),
    space=False,
    driven=True,
    **fit,
):
    """Return a shaft in a lubricated bearing of the ground, in the plane or in space; driven, it
    keeps its spin.
    """
    third = (0.0,) if space else ()
    inertia = 0.4 * mass * RADIUS**2
    shaft = gd.Body(
        "shaft", mass=mass, inertia=(inertia,) * 3 if space else inertia, position=(*position, *third), velocity=(*velocity, *third),
        angular_velocity=(0, 0, spin) if space else spin,
    )  # fmt: skip
    joint = gd.Revolute(
        "J", between=("ground", "shaft"), local_points=((0,) * (3 if space else 2),) * 2, local_axes=((0, 0, 1),) * 2 if space else None,
        journal_radius=RADIUS, radial_clearance=GAP, journal_length=LENGTH, bearing_length=LENGTH + 1e-3,
        fit=gd.Lubricated(film=film, start="as-described", **fit),
    )  # fmt: skip
    drivers = (
        [gd.Driver("motor", joint="J", motion=gd.ConstantSpeed(spin))] if driven and spin else []
    )
    return gd.Mechanism(
        plane=None if space else "xy",
        gravity=(*gravity, *third),
        bodies=[shaft],
        joints=[joint],
        drivers=drivers,
    )


def run(mechanism, duration, **options):
    return gd.simulate(
        mechanism,
        duration,
        **{"rtol": 1e-9, "atol": 1e-13, "output_step": duration / 400, **options},
    )


# -- squeezing -------------------------------------------------------------------------------------


def test_a_mass_thrown_at_the_wall_stops_in_the_full_film():
    """m v_0 = k eps/sqrt(1 - eps^2), k = 12 pi eta L R^3/c^2, and on the way m v = m v_0 - k
    eps/sqrt(1 - eps^2): to 1e-7 of m v_0.
    """
    k = 12 * np.pi * ETA * LENGTH * RADIUS**3 / REACH**2
    mass, eps = 0.5, 0.85
    speed = k * eps / np.sqrt(1 - eps**2) / mass
    way = np.array([0.6, 0.8])
    result = run(
        bearing(gd.SqueezeFilm(ETA, "full"), velocity=tuple(speed * way), mass=mass),
        20 * mass * REACH / k,
    )
    e = result.joint("J").eccentricity[:, :2] @ way
    v = result.body("shaft").velocity[:, :2] @ way
    passed = k * (e / REACH) / np.sqrt(1 - (e / REACH) ** 2)
    np.testing.assert_allclose(mass * v + passed, mass * speed, rtol=1e-7)
    assert e[-1] == pytest.approx(eps * REACH, rel=1e-6)
    assert result.energy["lost:J:film"][-1] == pytest.approx(0.5 * mass * speed**2, rel=1e-6)


# -- carrying --------------------------------------------------------------------------------------

SPIN = 200.0


def ocvirk(eps):
    """Return load [N] and attitude angle of a short bearing that turns steadily
    [DuboisOcvirk1953].
    """
    load = (
        ETA
        * RADIUS
        * SPIN
        * LENGTH**3
        / (4 * REACH**2)
        * eps
        / (1 - eps**2) ** 2
        * np.sqrt(16 * eps**2 + np.pi**2 * (1 - eps**2))
    )
    return load, np.arctan2(np.pi * np.sqrt(1 - eps**2), 4 * eps)


def test_a_loaded_shaft_settles_where_the_static_solution_says():
    """At eps = 0.8, where a short bearing is stable at any speed; from another place, until
    nothing moves.
    """
    load, attitude = ocvirk(0.8)
    start = 0.7 * REACH * np.array([np.sin(attitude), -np.cos(attitude)])
    shaft = bearing(
        gd.ShortBearing(ETA), position=tuple(start), spin=SPIN, mass=load / 9.81, gravity=(0, -9.81)
    )
    result = run(shaft, 1.0)
    assert np.abs(result.body("shaft").velocity[-1]).max() < 1e-9
    # Loaded downwards and turning counter-clockwise the journal climbs to the right, by the
    # attitude angle from the load.
    expected = 0.8 * REACH * np.array([np.sin(attitude), -np.cos(attitude), 0])
    np.testing.assert_allclose(result.joint("J").eccentricity[-1], expected, atol=1e-6 * GAP)
    np.testing.assert_allclose(result.joint("J").film_force[-1], (0, load, 0), atol=1e-6 * load)


def test_the_film_brakes_the_shaft_by_sliding_and_by_half_the_moment_of_the_load():
    """Torque of Petroff and Sommerfeld on the journal, 2 pi eta R^3 L w/(c s), and half of e W
    sin(attitude), the shear of the pressure flow; the motor's power is the film's.
    """
    load, attitude = ocvirk(0.8)
    start = 0.8 * REACH * np.array([np.sin(attitude), -np.cos(attitude)])
    shaft = bearing(
        gd.ShortBearing(ETA), position=tuple(start), spin=SPIN, mass=load / 9.81, gravity=(0, -9.81)
    )
    result = run(shaft, 0.05)
    torque = 2 * np.pi * ETA * RADIUS**3 * LENGTH * SPIN / (
        REACH * 0.6
    ) + 0.5 * 0.8 * REACH * load * np.sin(attitude)
    np.testing.assert_allclose(result.joint("J").film_power[1:-1], torque * SPIN, rtol=1e-6)
    np.testing.assert_allclose(
        result.body("shaft").position[:, :2], np.tile(start, (len(result.t), 1)), atol=1e-9 * GAP
    )


def test_an_unloaded_shaft_whirls_as_linear_theory_says():
    """m z'' + C (z' - i w/2 z) = 0 near the centre, where the half film has C = pi/2 eta R (L/c)^3:
    unstable at any speed.

    The orbit stays below eps = 2e-3; the film is linear up to terms of the order eps.
    """
    mass, C = 0.5, np.pi / 2 * ETA * RADIUS * (LENGTH / REACH) ** 3
    rate = max(np.roots([mass, C, -0.5j * C * SPIN]), key=lambda s: s.real)
    assert rate.real > 0
    z = 1e-4 * GAP
    duration = np.log(20) / rate.real
    shaft = bearing(
        gd.ShortBearing(ETA),
        position=(z, 0.0),
        velocity=((rate * z).real, (rate * z).imag),
        spin=SPIN,
        mass=mass,
    )
    result = run(shaft, duration, atol=1e-16)
    orbit = z * np.exp(rate * result.t)
    e = result.joint("J").eccentricity
    np.testing.assert_allclose(e[:, 0] + 1j * e[:, 1], orbit, atol=1e-2 * abs(orbit[-1]))
    assert np.log(np.hypot(*e[-1, :2]) / z) == pytest.approx(np.log(20), rel=5e-3)


@pytest.mark.parametrize(
    "film",
    [gd.ShortBearing, gd.LongBearing, gd.FiniteBearing, gd.SqueezeFilm],
    ids=lambda film: film.__name__,
)
@pytest.mark.parametrize("strips", [1, 7])
def test_parallel_axes_in_space_give_the_force_of_the_plane(film, strips):
    """One section or seven, each with its share: the same force, and the same torque about the
    axis.
    """
    options = {"position": (5e-5, 2e-5), "velocity": (0.01, -0.02), "spin": 50.0, "contact": DRY}
    first, second = (
        gd.simulate(
            bearing(film(ETA), space=space, strips=strips, **options), 1e-6, output_times=[0.0]
        ).joint("J")
        for space in (False, True)
    )
    assert np.linalg.norm(first.film_force[0]) > 10
    np.testing.assert_allclose(second.film_force[0], first.film_force[0], rtol=1e-12, atol=1e-9)
    np.testing.assert_allclose(second.torque[0], first.torque[0], rtol=1e-12, atol=1e-12)


@pytest.mark.parametrize(
    "film", [gd.SqueezeFilm, gd.ShortBearing, gd.FiniteBearing], ids=lambda film: film.__name__
)
def test_a_tilted_journal_is_righted_by_the_film_of_its_sections(film):
    """Tilted by half of what the gap allows, about y, and tilting on: section z has e = z sin(tilt)
    and v = z w cos(tilt), along x.

    The couple is the integral of z F(z)/L, its share of the law, here by quadrature. Strips are its
    midpoint rule: n = 60 leaves 2/n^2.
    """
    tilt, rate, law = 0.5 * GAP / (LENGTH / 2), 2.0, film(ETA)
    shaft = gd.Body(
        "shaft",
        mass=1e8,
        inertia=(1e8,) * 3,
        orientation=(np.cos(tilt / 2), 0, np.sin(tilt / 2), 0),
        angular_velocity=(0, rate, 0),
    )
    flat = bearing(law, space=True, contact=DRY, strips=60)
    joint = gd.simulate(dataclasses.replace(flat, bodies=[shaft]), 1e-9, output_times=[0.0]).joint(
        "J"
    )

    def density(z):
        e, v = z * np.sin(tilt), z * rate * np.cos(tilt)
        way = 1.0 if e >= 0 else -1.0
        return z * way * law(abs(e) / REACH, way * v, 0.0, 0.0, REACH, RADIUS, LENGTH)[0] / LENGTH

    couple = 2 * quad(density, 0, LENGTH / 2, epsrel=1e-10)[0]
    assert couple < 0
    np.testing.assert_allclose(joint.torque[0], (0, couple, 0), atol=2e-3 * abs(couple))
    np.testing.assert_allclose(joint.film_force[0], 0, atol=1e-9 * abs(couple) / LENGTH)


# -- hand-over to dry contact ----------------------------------------------------------------------

E_0, E_1 = 5e-6, 1e-5
THIN = 5e-4  # viscosity of an oil through which the shaft reaches the wall [Pa s]


def test_film_and_dry_contact_hand_over_without_a_jump():
    """A mass so heavy that it passes both borders at constant speed: film and contact have the
    shares that [Flores2004, eq. 35] gives them, and the total does not jump at e = c and e = c +
    e_0.
    """
    speed = 0.05
    borders = GAP / speed, (GAP + E_0) / speed
    tiny = 1e-11 / speed  # a hundredth of a nanometre on either side
    times = np.sort(
        [
            *np.linspace(0.8, 1.07, 55) * borders[0],
            *(border + side * tiny for border in borders for side in (-1, 1)),
        ]
    )
    shaft = bearing(
        gd.SqueezeFilm(ETA), velocity=(speed, 0.0), mass=1e12, contact=DRY, e_0=E_0, e_1=E_1
    )
    result = gd.simulate(shaft, times[-1], output_times=times)
    e = result.joint("J").eccentricity[:, 0]
    np.testing.assert_allclose(e, speed * times, rtol=1e-9)
    depth = np.maximum(e - GAP, 0.0)
    share = np.minimum(depth / E_0, 1.0)
    eps = e / (GAP + E_1)
    s = np.sqrt(1 - eps**2)
    film = (
        (1 - share)
        * 12
        * ETA
        * LENGTH
        * (RADIUS / (GAP + E_1)) ** 3
        * speed
        * (np.arccos(-eps) / s**3 + eps / s**2)
    )
    dry = share * 6e10 * depth**1.5 * (1 + 0.75 * (1 - 0.81))
    np.testing.assert_allclose(-result.joint("J").film_force[:, 0], film, rtol=1e-6, atol=1e-6)
    np.testing.assert_allclose(-result.joint("J").force[:, 0], film + dry, rtol=1e-6, atol=1e-6)
    total = -result.joint("J").force[:, 0]
    for border in borders:
        before, after = (total[np.argmin(np.abs(times - border - side * tiny))] for side in (-1, 1))
        # The film, 1.3e5 N by then, fades out over 5 um: 2.5e10 N/m, which is 0.5 N from one side
        # to the other; dry contact has 770 N.
        assert abs(after - before) < 1


@pytest.mark.parametrize(
    "film",
    [gd.SqueezeFilm, gd.LongBearing, gd.ShortBearing, gd.FiniteBearing],
    ids=lambda film: film.__name__,
)
def test_every_film_hands_over_to_rubbing_contact_continuously(film):
    """Force and torque differ across a border in proportion to the distance on either side: a
    hundredth of it leaves a hundredth of the difference, where a jump would leave all. The slope of
    dry contact changes at e = c, so that it is between a half and twice that.
    """
    speed, sides = 0.05, (1e-11, 1e-9)
    borders = GAP, GAP + E_0
    times = np.sort(
        [(border + side * way) / speed for border in borders for side in sides for way in (-1, 1)]
    )
    options = {
        "contact": DRY,
        "friction": gd.Threlfall(mu_k=0.2, v_1=0.1),
        "e_0": E_0,
        "e_1": E_1,
        "driven": False,
    }
    shaft = bearing(film(ETA), velocity=(speed, 0.0), spin=30.0, mass=1e14, **options)
    joint = gd.simulate(shaft, times[-1], output_times=times, rtol=1e-12).joint("J")
    wrench = np.hstack([joint.force, joint.torque / RADIUS])
    for first in (0, 4):  # rows: -1e-9, -1e-11, +1e-11, +1e-9 from the border
        far, near = (
            np.abs(wrench[first + b] - wrench[first + a]).max() for a, b in ((0, 3), (1, 2))
        )
        assert 0 < near < 0.05 * far


@pytest.mark.parametrize("reach", [0.1, 0.5])
def test_a_film_without_contact_behind_it_does_not_fade(reach):
    """A heavy mass squeezes it at constant speed to and beyond e = c; the film of the clearance
    c + e_1 carries all the way.
    """
    speed, e_1 = 0.05, reach * GAP
    times = np.linspace(0.5, 1 + 0.9 * reach, 60) * GAP / speed
    shaft = bearing(gd.SqueezeFilm(ETA), velocity=(speed, 0.0), mass=1e14, e_1=e_1)
    joint = gd.simulate(shaft, times[-1], output_times=times).joint("J")
    eps = speed * times / (GAP + e_1)
    s = np.sqrt(1 - eps**2)
    film = (
        12
        * ETA
        * LENGTH
        * (RADIUS / (GAP + e_1)) ** 3
        * speed
        * (np.arccos(-eps) / s**3 + eps / s**2)
    )
    np.testing.assert_allclose(-joint.force[:, 0], film, rtol=1e-6)
    np.testing.assert_allclose(joint.film_force, joint.force, rtol=1e-12)
    assert joint.eccentricity_ratio.max() > 1.05  # where a hand-over by default would have ended
    assert joint.mode_fractions == {"full film": 1.0, "mixed": 0.0, "dry": 0.0}


def bouncing(film, **options):
    """Return a run in which the shaft is thrown at the wall, touches it and comes back."""
    shaft = bearing(film, velocity=(0.3, 0.0), mass=5.0, contact=DRY, e_0=E_0, e_1=E_1, **options)
    result = run(shaft, 1.2e-3, output_step=1e-7)
    assert result.joint("J").eccentricity[:, 0].max() > GAP
    assert result.body("shaft").velocity[-1, 0] < 0
    return result


@pytest.mark.parametrize(
    "film",
    [gd.SqueezeFilm, gd.LongBearing, gd.ShortBearing, gd.FiniteBearing],
    ids=lambda film: film.__name__,
)
def test_a_half_film_pulls_no_more_than_its_bound(film):
    """On the way back only the far side of the bearing presses, where the film is thick: the pull
    is greatest in the middle, and what it is there for this speed bounds it: 6 pi eta L (R/c)^3 |v|
    for the long bearings. The table of the finite bearing holds to 0.5 %.
    """
    law = film(THIN)
    result = bouncing(law)
    v = result.body("shaft").velocity[:, 0]
    back = (v < 0) & (result.joint("J").eccentricity[:, 0] > 0)
    assert back.sum() > 1000
    centred = -law(0.0, 1.0, 0.0, 0.0, GAP + E_1, RADIUS, LENGTH)[0]
    if film in (gd.SqueezeFilm, gd.LongBearing):
        assert centred == pytest.approx(
            6 * np.pi * THIN * LENGTH * (RADIUS / (GAP + E_1)) ** 3, rel=1e-12
        )
    assert (result.joint("J").film_force[back, 0] / (centred * np.abs(v[back]))).max() <= (
        1.005 if film is gd.FiniteBearing else 1 + 1e-9
    )


def test_a_full_film_pulls_far_harder_than_half_of_it():
    result = bouncing(gd.SqueezeFilm(THIN, "full"))
    v = result.body("shaft").velocity[:, 0]
    back = v < 0
    bound = 6 * np.pi * THIN * LENGTH * (RADIUS / (GAP + E_1)) ** 3 * np.abs(v[back])
    assert (result.joint("J").film_force[back, 0] / bound).max() > 10


@pytest.mark.parametrize(
    "film",
    [gd.SqueezeFilm, gd.ShortBearing, gd.LongBearing, gd.FiniteBearing],
    ids=lambda film: film.__name__,
)
def test_a_film_never_gives_energy_and_the_ledger_closes(film):
    """Bouncing and turning freely, with dry friction in the hand-over; losses are integrated
    along with a relative tolerance of 1e-9.
    """
    result = bouncing(
        film(THIN), spin=300.0, driven=False, friction=gd.Threlfall(mu_k=0.1, v_1=1e-2)
    )
    lost = result.energy["lost:J:film"]
    assert np.diff(lost).min() >= -1e-9 * lost[-1]
    # it takes part: more than a hundredth of the energy of the throw
    assert lost[-1] > 1e-2 * 0.5 * 5.0 * 0.3**2
    np.testing.assert_allclose(result.energy.balance, 0, atol=1e-6 * result.energy.total[0])
