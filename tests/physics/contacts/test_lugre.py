"""Bristle friction: the stick-slip limit cycle (benchmark S3), direction, cap and reset of the
bristles.
"""

from dataclasses import replace

import numpy as np
import pytest

import gudgeon as gd
from tests.support.stick_slip import StickSlip

LUGRE = gd.LuGre(0.1, mu_s=0.15, v_s=1e-3, sigma_0=1e5, sigma_1=np.sqrt(1e5), sigma_2=0.4)
DAHL = gd.Dahl(0.1, sigma_0=1e5)
ELASTO_PLASTIC = gd.ElastoPlastic(0.1, mu_s=0.1, v_s=1e-3, sigma_0=1e5)
PRESSED = 10.0  # [N] normal force at which mu_k and mu_s give 1 N and 1.5 N


def pulled(K=1e7, gap=1e-3):
    """Return a mass that lies in a loose guide by its weight, 10 N, and is pulled along through
    a spring at 0.1 m/s.
    """
    height = -gap - (PRESSED / K) ** (2 / 3)  # where the contact just bears the weight
    bodies = [
        gd.Body("mass", mass=1, inertia=(1e-3, 1e-3, 1e-3), position=(0, 0, height)),
        gd.Body(
            "hand",
            mass=1,
            inertia=(1e-3, 1e-3, 1e-3),
            position=(1, 0, height),
            velocity=(0.1, 0, 0),
        ),
    ]
    fit = gd.Clearance(
        contact=gd.LankaraniNikravesh(K, restitution=0.9), friction=LUGRE, start="as-described"
    )
    guide = {
        "local_points": ((0, 0, 0), (0, 0, 0)),
        "bearing_radius": 0.01 + gap,
        "journal_radius": 0.01,
    }
    return gd.Mechanism(
        gravity=(0, 0, -PRESSED),
        bodies=bodies,
        joints=[
            gd.Translational("track", between=("ground", "mass"), axis=(1, 0, 0), fit=fit, **guide),
            gd.Translational(
                "hold", between=("ground", "hand"), point=(1, 0, height), axis=(1, 0, 0)
            ),
        ],
        drivers=[gd.Driver("pull", joint="hold", motion=gd.ConstantSpeed(0.1))],
        forces=[
            gd.Spring(
                "spring",
                between=("mass", "hand"),
                points=((0, 0, height), (1, 0, height)),
                stiffness=2.0,
                free_length=1.0,
            )
        ],
    )


@pytest.fixture(scope="module")
def cycle():
    times = np.linspace(0, 16, 3201)
    return gd.simulate(
        pulled(), times[-1], method="radau", rtol=1e-9, output_times=times
    ), StickSlip().run(times)


def test_stick_slip_is_that_of_three_equations(cycle):
    """Two cycles. The original knows no limit mu_s F_N of what bristles carry; here the peak,
    1.4766 N, stays below it.
    """
    result, (x, v, _, F) = cycle
    assert np.count_nonzero((v[1:] > 0.05) & (v[:-1] <= 0.05)) == 2
    np.testing.assert_allclose(result.body("mass").position[:, 0], x, rtol=0, atol=1e-6)
    np.testing.assert_allclose(result.body("mass").velocity[:, 0], v, rtol=0, atol=1e-5)
    # Friction changes by 1e5 N for each metre of the bristle: a shift in time of 1e-7 s shows as
    # 1e-3 N.
    np.testing.assert_allclose(-result.contact("track.guide").friction[:, 0], F, rtol=0, atol=1e-3)
    assert np.max(F) == pytest.approx(
        np.max(-result.contact("track.guide").friction[:, 0]), abs=1e-5
    )


def test_normal_force_stays_the_weight_during_stick_slip(cycle):
    np.testing.assert_allclose(
        cycle[0].contact("track.guide").normal_force, PRESSED, rtol=0, atol=1e-4
    )


def test_friction_takes_what_the_ledger_says(cycle):
    """In two cycles of stick-slip the spring's work goes into friction, but for what is on the
    way.
    """
    energy = cycle[0].energy
    np.testing.assert_allclose(energy.balance, 0, rtol=0, atol=1e-7 * np.max(energy.work))
    assert energy["lost:track:friction"][-1] > 0.5 * energy.work[-1]


# -- direction, cap, reset (T26) -------------------------------------------------------------------


def slip(result, body, contact):
    """Return the sliding velocity of a body over the ground at a contact, from the motion of the
    body alone.
    """
    part, touch = result.body(body), result.contact(contact)
    v = part.velocity + np.cross(part.angular_velocity, touch.point - part.position)
    n = result.joint(contact.partition(".")[0]).eccentricity
    n = n / np.maximum(np.linalg.norm(n, axis=1), 1e-300)[:, None]
    return v - np.sum(n * v, axis=1)[:, None] * n


@pytest.mark.parametrize("friction", [DAHL, ELASTO_PLASTIC], ids=lambda law: type(law).__name__)
def test_bristles_follow_a_turn_of_the_sliding_direction(friction):
    """T26: a heavy spinning ball whose axis is swung round. With the printed scalar form the part
    of the bristle across the new direction would never relax, and friction would stay askew by up
    to 45 degrees.
    """
    inertia, K, gap = 1e3, 1e8, 0.01
    height = -gap - (PRESSED / K) ** (2 / 3)
    spin, swing = 5.0, 0.2
    torque = inertia * spin / swing  # swings the spin axis from x to y
    mechanism = gd.Mechanism(
        gravity=(0, 0, -PRESSED),
        bodies=[gd.Body("ball", mass=1, inertia=(inertia,) * 3, position=(0, 0, height), angular_velocity=(spin, 0, 0))],
        joints=[
            gd.Spherical(
                "S", between=("ground", "ball"), local_points=((0, 0, 0), (0, 0, 0)), bearing_radius=0.02 + gap, journal_radius=0.02,
                fit=gd.Clearance(contact=gd.LankaraniNikravesh(K, restitution=0.9), friction=friction, start="as-described"),
            )
        ],
        forces=[gd.Torque("swing", body="ball", torque=(-torque, torque, 0))],
    )  # fmt: skip
    result = gd.simulate(mechanism, swing, rtol=1e-8, output_step=1e-3)
    v, F = slip(result, "ball", "S.ball")[10:], result.contact("S.ball").friction[10:]
    # turned by more than 60 degrees
    assert v[0] @ v[-1] < 0.5 * np.linalg.norm(v[0]) * np.linalg.norm(v[-1])
    assert np.all(np.linalg.norm(F, axis=1) > 0.5)
    cosine = -np.sum(v * F, axis=1) / (np.linalg.norm(v, axis=1) * np.linalg.norm(F, axis=1))
    # The bristle lags by its length, 1e-5 m, behind a direction that turns by 8 rad/s while 0.1 m/s
    # slide: 1e-3 rad.
    np.testing.assert_allclose(cosine, 1, rtol=0, atol=1e-5)


@pytest.mark.parametrize(
    "friction",
    [LUGRE, replace(LUGRE, sigma_2=0.0), DAHL],
    ids=["LuGre", "LuGre without viscosity", "Dahl"],
)
def test_bristles_never_push_more_than_the_normal_force_allows(friction):
    """T26: at 0.5 m/s sigma_1 alone would push with 158 N where the normal force still is
    nothing. Only the viscous term may add to it.
    """
    ball = gd.Body(
        "ball",
        mass=0.1,
        inertia=gd.Sphere(0.01),
        position=(0, 0, 0),
        velocity=(0.05, 0, -0.05),
        angular_velocity=(0, 50, 20),
    )
    mechanism = gd.Mechanism(
        bodies=[ball],
        joints=[
            gd.Spherical(
                "S", between=("ground", "ball"), point=(0, 0, 0), bearing_radius=0.0105, journal_radius=0.01,
                fit=gd.Clearance(contact=gd.Hertz(1e9), friction=friction, start="as-described"),
            )
        ],
    )  # fmt: skip
    result = gd.simulate(mechanism, 0.04, rtol=1e-8, output_step=1e-6)
    F, N = (
        np.linalg.norm(result.contact("S.ball").friction, axis=1),
        result.contact("S.ball").normal_force,
    )
    assert np.count_nonzero(F) > 100
    assert len(result.impacts) >= 2
    # centres that coincide, as at the start, have no direction
    viscous, on = np.zeros(len(F)), N > 0
    if friction is LUGRE:
        viscous[on] = (
            0.4
            * np.linalg.norm(slip(result, "ball", "S.ball")[on], axis=1)
            * np.minimum(N[on] / 0.01, 1)
        )
    assert np.all(F <= ((0.1 if friction is DAHL else 0.15) * N + viscous) * (1 + 1e-9))
    # The bristle starts anew at each contact: the first friction of a contact grows from nothing.
    for start in result.impacts["start"]:
        first = np.searchsorted(result.t, start) + 1
        assert F[first] < 0.05 * np.max(F) + viscous[first]


def towed(friction, speed):
    """Return a sledge of 1 kg that lies in a guide by its weight, 10 N, and is towed along at a
    constant speed.
    """
    height = -1e-3 - (PRESSED / 1e7) ** (2 / 3)
    bodies = [
        gd.Body(
            "sledge",
            mass=1,
            inertia=(1e-3, 1e-3, 1e-3),
            position=(0, 0, height),
            velocity=(speed, 0, 0),
        ),
        gd.Body(
            "hand",
            mass=1,
            inertia=(1e-3, 1e-3, 1e-3),
            position=(1, 0, height),
            velocity=(speed, 0, 0),
        ),
    ]
    fit = gd.Clearance(
        contact=gd.LankaraniNikravesh(1e7, restitution=0.9), friction=friction, start="as-described"
    )
    points = {
        "local_points": ((0, 0, 0), (0, 0, 0)),
        "bearing_radius": 0.011,
        "journal_radius": 0.01,
    }
    return gd.Mechanism(
        gravity=(0, 0, -PRESSED),
        bodies=bodies,
        joints=[
            gd.Translational(
                "track", between=("ground", "sledge"), axis=(1, 0, 0), fit=fit, **points
            ),
            gd.Translational(
                "hold", between=("ground", "hand"), point=(1, 0, height), axis=(1, 0, 0)
            ),
            gd.Distance("tow", between=("sledge", "hand"), points=((0, 0, height), (1, 0, height))),
        ],
        drivers=[gd.Driver("pull", joint="hold", motion=gd.ConstantSpeed(speed))],
    )


@pytest.mark.parametrize("friction", [
    LUGRE, gd.Stribeck(0.1, mu_s=0.15, v_s=1e-3, viscosity=0.4),
    gd.ElastoPlastic(0.1, mu_s=0.15, v_s=1e-3, sigma_0=1e5, sigma_1=316.0, sigma_2=0.4),
], ids=lambda law: type(law).__name__)  # fmt: skip
def test_steady_sliding_is_the_printed_law_also_where_viscosity_exceeds_static_friction(friction):
    """F_C + sigma_2 v = 1 N + 0.4 N s/m 5 m/s = 3 N, in the contact, at the driver and in the
    ledger.
    """
    result = gd.simulate(towed(friction, 5.0), 0.2, rtol=1e-9, output_step=0.01)
    assert -result.contact("track.guide").friction[-1, 0] == pytest.approx(3.0, rel=1e-6)
    assert result.driver("pull").force[-1] == pytest.approx(3.0, rel=1e-6)
    # The bristles bend by 1e-5 m within 1e-5 s of 1 m of way; until then LuGre's damping pushes
    # with up to mu_s F_N.
    assert result.energy["lost:track:friction"][-1] == pytest.approx(3.0, rel=1e-4)
