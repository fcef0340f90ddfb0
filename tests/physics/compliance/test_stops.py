"""Stops in whole mechanisms: when and how fast they are hit, how things rebound, layers in front
of them, two integrators.
"""

import dataclasses

import numpy as np
import pytest
from scipy.integrate import quad
from scipy.optimize import brentq

import gudgeon as gd

STIFF = 1e5


def rod(*stops, spin=0.0, gravity=-9.81):
    """Return a rod of 1 kg and 1 m, hinged at its end, that starts from horizontal; the
    coordinate grows upwards.
    """
    return gd.Mechanism(
        plane="xy", gravity=(0, gravity),
        bodies=[gd.Body("rod", mass=1, inertia=1 / 12, position=(0.5, 0), velocity=(0, 0.5 * spin), angular_velocity=spin)],
        joints=[gd.Revolute("A", between=("ground", "rod"), point=(0, 0), stops=stops)],
    )  # fmt: skip


def sled(*stops, speed=0.1):
    """Return a mass of 2 kg that slides freely along a line."""
    return gd.Mechanism(
        bodies=[gd.Body("sled", mass=2, inertia=(1, 1, 1), velocity=(speed, 0, 0))],
        joints=[
            gd.Translational(
                "D", between=("ground", "sled"), point=(0, 0, 0), axis=(1, 0, 0), stops=stops
            )
        ],
    )


def realised(restitution):
    """Return the exact rebound of Lankarani and Nikravesh's law: D (1 + x) = ln[(1 + D)/(1 - D
    x)], whatever mass and stiffness.
    """
    D = 0.75 * (1 - restitution**2)
    return brentq(lambda x: D * (1 + x) - np.log1p(D) + np.log1p(-D * x), 0.1, 1, xtol=1e-14)


def run(mechanism, duration, **options):
    return gd.simulate(
        mechanism, duration, **{"rtol": 1e-10, "output_step": duration / 500, **options}
    )


# -- rotation --------------------------------------------------------------------------------------


def test_a_rod_falls_onto_a_stop_after_sixty_degrees():
    """Closed form: the speed from the energy, sqrt(3 g sin(60 deg)), the time from the integral
    of 1/speed.
    """
    impacts = run(rod(gd.Stop(lower=-np.pi / 3, contact=gd.Hertz(STIFF))), 0.4).impacts
    assert (impacts["joint"][0], impacts["contact"][0]) == ("A", "stop angle lower")
    assert impacts["start"][0] == pytest.approx(0.3844985215, abs=1e-9)
    assert impacts["approach_speed"][0] == pytest.approx(5.0484777541, abs=1e-8)


@pytest.mark.parametrize("turns", [1, 3, -1, -2])
@pytest.mark.parametrize("fit", [gd.Ideal(), gd.Bushing(torsion=0.0)], ids=["ideal", "bushing"])
def test_a_stop_beyond_full_turns_is_hit_on_its_turn(turns, fit):
    """The rod goes over the top: w^2 = w_0^2 - 3 g sin(angle), the time by quadrature; nothing
    happens 1 rad past the start before.
    """
    way = np.sign(turns)
    spin, limit = 12.0 * way, 2 * np.pi * turns + way

    def speed(angle):
        return np.sqrt(spin**2 - 3 * 9.81 * np.sin(angle))

    stop = gd.Stop(**{"upper" if way > 0 else "lower": limit}, contact=gd.Hertz(STIFF))
    swung = dataclasses.replace(
        rod(stop, spin=spin), joints=[dataclasses.replace(rod(stop).joint("A"), fit=fit)]
    )
    impacts = run(swung, 2.2).impacts
    # 1e-10 of some 20 rad is the error of the integration over three turns.
    time = way * quad(lambda angle: 1 / speed(angle), 0, limit, epsabs=1e-13, limit=200)[0]
    assert impacts["start"][0] == pytest.approx(time, abs=2e-8)
    assert impacts["approach_speed"][0] == pytest.approx(speed(limit), abs=2e-7)
    assert impacts["contact"][0] == f"stop angle {'upper' if way > 0 else 'lower'}"


def test_the_rebound_from_a_rotational_stop_is_that_of_the_law():
    """Without gravity and with the moment of inertia for mass; the relation does not depend on
    it.
    """
    impacts = run(
        rod(gd.Stop(upper=0.5, contact=gd.LankaraniNikravesh(STIFF, 0.75)), spin=2.0, gravity=0.0),
        0.4,
    ).impacts
    assert impacts["approach_speed"][0] == pytest.approx(2.0, rel=1e-9)
    assert impacts["departure_speed"][0] / 2.0 == pytest.approx(0.819934, abs=1e-6)


# -- translation -----------------------------------------------------------------------------------


@pytest.mark.parametrize("restitution", [0.9, 0.5])
def test_both_sides_of_a_range_remember_their_own_approach_speed(restitution):
    """To and fro: each rebound is the exact fraction of the speed that the rebound before left,
    on either side alike.
    """
    stop = gd.Stop(lower=-1e-3, upper=2e-3, contact=gd.LankaraniNikravesh(1e9, restitution))
    impacts = run(sled(stop), 0.35).impacts
    ratio = realised(restitution)
    assert len(impacts) >= 4
    assert (
        list(impacts["contact"][:4]) == ["stop displacement upper", "stop displacement lower"] * 2
    )
    # 1e-6 for each impact
    np.testing.assert_allclose(
        impacts["approach_speed"][:4], 0.1 * ratio ** np.arange(4), rtol=4e-6
    )
    flights = np.array(impacts["start"][1:4]) - np.array(impacts["end"][:3])
    np.testing.assert_allclose(flights, 3e-3 / np.array(impacts["departure_speed"][:3]), rtol=1e-6)
    assert impacts["start"][0] == pytest.approx(0.02, abs=1e-11)


def test_two_laws_act_each_on_its_own_side():
    stops = (
        gd.Stop(upper=1e-3, contact=gd.Hertz(1e9)),
        gd.Stop(lower=-1e-3, contact=gd.KelvinVoigt(1e7, 0.25)),
    )
    impacts = run(sled(*stops), 0.08).impacts
    ratio = np.array(impacts["departure_speed"][:2]) / impacts["approach_speed"][:2]
    np.testing.assert_allclose(ratio, (1, 0.5), rtol=1e-6)  # none lost; the root of a quarter


def test_the_force_of_a_stop_acts_equally_on_both_bodies():
    """Two free bodies on a common line, off their centres: momentum and angular momentum stay
    when the stop is hit, to 1e-9.
    """
    bodies = [
        gd.Body("a", mass=1, inertia=(0.1, 0.2, 0.3), angular_velocity=(0.5, 1, 2)),
        gd.Body(
            "b",
            mass=2,
            inertia=(0.3, 0.2, 0.4),
            position=(0.5, 0.2, 0.1),
            velocity=(-0.2, 0.5, -1.0),
            angular_velocity=(0.5, 1, 2),
        ),
    ]
    stop = gd.Stop("displacement", lower=-0.05, upper=0.05, contact=gd.Hertz(1e6))
    joint = gd.Cylindrical(
        "B", between=("a", "b"), point=(0.2, 0.3, 0.1), axis=(1, 2, 2), stops=stop
    )
    result = run(gd.Mechanism(bodies=bodies, joints=[joint]), 0.5)
    assert len(result.impacts) >= 2
    for momentum in momenta(result, {"a": (1, (0.1, 0.2, 0.3)), "b": (2, (0.3, 0.2, 0.4))}):
        np.testing.assert_allclose(momentum, np.tile(momentum[0], (len(result.t), 1)), atol=1e-9)
    np.testing.assert_allclose(result.energy.total, result.energy.total[0], rtol=1e-8)


def momenta(result, inertias):
    """Return momentum and angular momentum about the origin of free bodies together."""
    linear = angular = 0
    for name, (mass, inertia) in inertias.items():
        body = result.body(name)
        spin = np.einsum(
            "kij,j,klj,kl->ki", body.rotation, inertia, body.rotation, body.angular_velocity
        )
        linear = linear + mass * body.velocity
        angular = angular + spin + np.cross(body.position, mass * body.velocity)
    return linear, angular


# -- a layer in front ------------------------------------------------------------------------------

LAYER, THICKNESS, HARD = 1e4, 1e-3, 1e9


def layered(blend, speed, restitution=0.9, damping=None):
    contact = gd.LankaraniNikravesh(HARD, restitution)
    stop = gd.Stop(
        upper=1e-3,
        contact=contact,
        bushing=gd.Compliance(LAYER, damping=damping),
        thickness=THICKNESS,
        blend=blend,
    )
    return sled(stop, speed=speed)


@pytest.mark.parametrize("blend", [0.0, 1e-5], ids=["no blend", "blend"])
def test_the_characteristic_of_a_layered_stop_rises_all_the_way(blend):
    """K blend^1.5 is 32 N with the blend, more than the 10 N of the layer, and nothing without
    it: there the printed form would dip.
    """
    result = run(layered(blend, 0.4), 0.02, output_step=2e-6)
    contact = result.contact("D.stop displacement upper")
    touching = (contact.penetration > 0) & (contact.rate > 0)
    depth, force = contact.penetration[touching], contact.normal_force[touching]
    assert depth.max() > THICKNESS + 2e-5  # well into the hard part
    soft = depth <= THICKNESS
    assert soft.sum() > 100 and (~soft).sum() > 10
    np.testing.assert_allclose(force[soft], LAYER * depth[soft], rtol=1e-12)
    assert np.all(force[~soft] >= LAYER * THICKNESS * (1 - 1e-12))
    # Rising until the damping of the hard law falls with the speed; that is later than here, where
    # half the energy is still there.
    early = contact.rate[touching] > 0.7 * 0.4
    assert np.all(np.diff(force[early]) >= -1e-9)


def test_hard_contact_behind_a_layer_has_an_approach_speed_of_its_own():
    """The layer takes k thickness^2/2 before it: the speed there is less. Elastic both ways, it
    comes back as the law says.
    """
    speed = 0.2
    impacts = run(layered(0.0, speed), 0.06).impacts
    soft, hard = (
        list(impacts["contact"]).index(f"stop displacement upper{word}") for word in ("", " hard")
    )
    assert impacts["approach_speed"][soft] == pytest.approx(speed, rel=1e-9)
    assert impacts["approach_speed"][hard] == pytest.approx(
        np.sqrt(speed**2 - LAYER * THICKNESS**2 / 2), rel=1e-8
    )
    w = np.sqrt(LAYER / 2)
    assert impacts["start"][hard] - impacts["start"][soft] == pytest.approx(
        np.arcsin(THICKNESS * w / speed) / w, abs=1e-10
    )


@pytest.mark.parametrize(
    ("blend", "speed"),
    [(0.0, 0.4), (1e-5, 0.0712), (1e-5, 0.4)],
    ids=["no blend", "inside the blend", "beyond it"],
)
def test_the_peak_force_of_a_layered_stop_is_that_of_its_characteristic(blend, speed):
    """Elastic: the depth from the energy, m v^2/2 = int F, and the force from the depth; rows of
    layer and hard contact agree on it.
    """

    def force(x):
        depth = max(x - THICKNESS, 0.0)
        hard = HARD * depth**1.5
        share = min(depth / blend, 1.0) if blend else float(depth > 0)
        return (
            max((1 - share) * LAYER * x + share * hard, LAYER * THICKNESS)
            if depth > 0
            else LAYER * x
        )

    borders = [THICKNESS, THICKNESS + blend, THICKNESS + (LAYER * THICKNESS / HARD) ** (2 / 3)]

    def missing(x):
        # of 2 kg
        return (
            quad(force, 0, x, points=[border for border in borders if border < x], epsabs=1e-14)[0]
            - speed**2
        )

    deepest = brentq(missing, 0.5 * THICKNESS, 2 * THICKNESS, xtol=1e-15)
    assert (deepest < THICKNESS + blend) == (speed < 0.1)
    impacts = run(layered(blend, speed, restitution=1.0), 0.06, max_step=2e-6).impacts
    soft, hard = (
        list(impacts["contact"]).index(f"stop displacement upper{word}") for word in ("", " hard")
    )
    # The turn lies on a cubic between two steps of 2 um/s or less: relative 1e-7 of the depth, of
    # which the hard part is a fiftieth.
    assert impacts["penetration"][soft] == pytest.approx(deepest, rel=1e-7)
    assert impacts["penetration"][hard] == pytest.approx(deepest - THICKNESS, rel=1e-5)
    assert impacts["peak_force"][soft] == pytest.approx(force(deepest), rel=1e-5)
    assert impacts["peak_force"][hard] == pytest.approx(impacts["peak_force"][soft], rel=1e-5)


def test_a_layer_that_is_not_used_up_is_a_spring():
    """Half a period of sqrt(m/k), the depth v sqrt(m/k), nothing lost. The depth is a cubic's
    between two steps, so these are short.
    """
    speed = 0.05
    result = run(layered(1e-5, speed), 0.1, max_step=1e-4)
    w = np.sqrt(LAYER / 2)
    assert list(result.impacts["penetration"]) == pytest.approx([speed / w], rel=1e-8)
    assert result.impacts["end"][0] - result.impacts["start"][0] == pytest.approx(
        np.pi / w, abs=1e-9
    )
    assert result.impacts["departure_speed"][0] == pytest.approx(speed, rel=1e-9)


@pytest.mark.parametrize("blend", [0.0, 1e-5], ids=["no blend", "blend"])
def test_what_an_elastic_layer_holds_is_stored_and_not_lost(blend):
    """No damping: nothing is lost. Gauss' formula misses at most k h^2/24 where the slope jumps
    by k, in a tenth h of the depth.
    """
    speed = 0.4
    result = run(layered(blend, speed, restitution=1.0), 0.03, output_step=1e-5)
    stored, lost, start = result.energy["stored:D"], result.energy["lost:D:hysteresis"], speed**2
    assert stored.max() > 0.9 * start
    carried = LAYER * THICKNESS
    jump, deepest = (
        1.5 * carried / (carried / HARD) ** (2 / 3),
        result.impacts["penetration"].max() - THICKNESS,
    )
    np.testing.assert_allclose(lost, 0, atol=jump * (deepest / 10) ** 2 / 24)


def test_a_damped_layer_never_pulls_and_its_losses_are_in_the_ledger():
    """On the way out the damper alone would hold the sled back; there the force is zero. What is
    lost is missing, to 1e-7.
    """
    result = run(layered(1e-5, 0.2, damping=200.0), 0.06, output_step=1e-5)
    force = result.contact("D.stop displacement upper").normal_force
    assert force.min() >= 0
    start = 0.5 * 2 * 0.2**2
    left = result.energy.kinetic[-1]
    assert left < 0.9 * start
    assert result.energy["lost:D:hysteresis"][-1] == pytest.approx(start - left, rel=1e-7)
    np.testing.assert_allclose(result.energy.balance, 0, atol=1e-7 * start)


def test_a_layer_in_the_gap_of_a_ball_joint_is_reached_through_free_flight():
    """The clearance at constant speed, the layer as a spring, then the hard socket with what
    speed is left.
    """
    gap, speed, mass = 2e-4, 0.2, 2.0
    body = gd.Body("ball", mass=mass, inertia=(1, 1, 1), velocity=(0.6 * speed, 0, 0.8 * speed))
    fit = gd.Clearance(
        contact=gd.Hertz(HARD), bushing=LAYER, thickness=THICKNESS, start="as-described"
    )
    joint = gd.Spherical(
        "C", between=("ground", "ball"), point=(0, 0, 0), radial_clearance=gap, fit=fit
    )
    impacts = run(gd.Mechanism(bodies=[body], joints=[joint]), 0.03).impacts
    soft, hard = (list(impacts["contact"]).index(f"ball{word}") for word in ("", " hard"))
    w = np.sqrt(LAYER / mass)
    assert impacts["start"][soft] == pytest.approx(gap / speed, abs=1e-11)
    assert impacts["start"][hard] - impacts["start"][soft] == pytest.approx(
        np.arcsin(THICKNESS * w / speed) / w, abs=1e-10
    )
    assert impacts["approach_speed"][hard] == pytest.approx(
        np.sqrt(speed**2 - LAYER * THICKNESS**2 / mass), rel=1e-8
    )
    assert impacts["departure_speed"][soft] == pytest.approx(speed, rel=1e-7)  # elastic all the way


# -- the triple pendulum of paper 000 --------------------------------------------------------------


@pytest.mark.parametrize("law", ["stops", "stops-kelvin-voigt"])
def test_two_integrators_agree_on_the_stops_of_the_triple_pendulum(law):
    """Over the whole 4 s, to 1e-6 in event times: [AmbrosioPombo]'s example with either law is
    predictable that long.
    """
    mechanism = gd.library("triple-pendulum", B=law, C=law)
    tables = [
        gd.simulate(mechanism, 4.0, rtol=1e-11, method=method).impacts
        for method in ("tsit5", "dop853")
    ]
    assert len(tables[0]) == len(tables[1]) > 5
    assert list(tables[0]["contact"]) == list(tables[1]["contact"])
    for column in ("start", "end"):
        np.testing.assert_allclose(tables[0][column], tables[1][column], atol=1e-6, equal_nan=True)
    np.testing.assert_allclose(tables[0]["approach_speed"], tables[1]["approach_speed"], atol=1e-5)
