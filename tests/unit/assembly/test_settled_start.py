"""Settled starts against closed forms, for every joint with every fit."""

from dataclasses import replace
from math import pi

import numpy as np
import pytest

import gudgeon as gd
from gudgeon._base.errors import InputError
from gudgeon.assembly.initial_conditions import check_model
from gudgeon.assembly.settled_start import QUANTUM, Settling, settled
from tests.support.joints_and_fits import JOINTS, PAIRS, allowed, fit, hanging

G, K, GAP = 9.81, 1e9, 1e-4
STEEL = gd.LankaraniNikravesh(stiffness=K, restitution=0.9)
RADII = {"bearing_radius": 0.02, "radial_clearance": GAP}


def bob_on_a_crank(omega, contact=STEEL, **more):
    """A point mass on the loose pin of a crank that a driver turns; its weight is left out."""
    bodies = [
        gd.Body("crank", mass=1, inertia=0.01, position=(0, 0)),
        gd.Body("bob", mass=2, inertia=1e-3, position=(0.1, 0)),
    ]
    joints = [
        gd.Revolute("A", between=("ground", "crank"), point=(0, 0)),
        gd.Revolute(
            "B",
            between=("crank", "bob"),
            point=(0.1, 0),
            fit=gd.Clearance(contact=contact),
            **RADII,
        ),
    ]
    drivers = [gd.Driver("motor", joint="A", motion=gd.ConstantSpeed(omega))]
    return gd.Mechanism(
        name="bob", plane="xy", bodies=bodies, joints=joints, drivers=drivers, **more
    )


def test_a_bob_lies_on_the_outer_wall_as_deep_as_carries_its_circular_motion():
    """K delta^1.5 = m omega^2 r: the wall gives the bob the acceleration of the pin's centre."""
    omega = 30.0
    delta = (2 * omega**2 * 0.1 / K) ** (2 / 3)
    start = settled(check_model(bob_on_a_crank(omega))).assembly
    crank, bob = start.y[:3], start.y[3:6]
    assert np.allclose(crank, 0.0, atol=1e-15)
    # what rounding of positions to QUANTUM leaves of the depth, 5e-7 of it
    assert bob[0] - 0.1 - GAP == pytest.approx(delta, rel=1e-6)
    assert abs(bob[1]) < 1e-12
    # it has no velocity against the pin of the crank
    assert np.allclose(start.y[9:11], (0.0, omega * 0.1), rtol=1e-12, atol=1e-12)


def test_a_bob_that_starts_settled_is_never_struck():
    """The load turns with the crank, and the contact follows it: within 1 % of m omega^2 r. A load
    that is put on at once gives twice as much, after a fall through a gap more."""
    load = 2 * 30.0**2 * 0.1
    calm = gd.simulate(bob_on_a_crank(30.0), 0.2, start="settled", transient=0)
    hit = gd.simulate(bob_on_a_crank(30.0), 0.2, start="closed", transient=0)
    assert calm.peaks["joint:B"].value == pytest.approx(load, rel=0.01)
    assert hit.peaks["joint:B"].value > 2 * load
    assert len(calm.impacts) == 1 and calm.impacts[0].start == 0.0


def test_a_bushing_gives_by_the_load_over_its_stiffness():
    soft = bob_on_a_crank(30.0).with_fit("B", gd.Bushing(radial=1e6))
    bob = settled(check_model(soft)).assembly.y[3:6]
    # k x = m omega^2 r; QUANTUM is 1e-9 of x
    assert bob[0] - 0.1 == pytest.approx(2 * 900 * 0.1 / 1e6, rel=1e-8)


@pytest.mark.parametrize("angle", [0.0, 0.5, pi / 2])
def test_a_released_pendulum_keeps_its_angle_and_its_pin_its_reaction(angle):
    """Of a uniform bar of length l, released at an angle from the vertical, the pin bears
    m g (cos, sin / 4) along and across the bar; the bar stays where it is described."""
    l, m = 0.3, 1.5
    along = np.array([np.sin(angle), -np.cos(angle)])
    across = np.array([np.cos(angle), np.sin(angle)])
    bar = gd.Body("bar", mass=m, inertia=m * l**2 / 12, position=tuple(0.5 * l * along))
    pin = gd.Revolute(
        "P", between=("ground", "bar"), point=(0, 0), fit=gd.Clearance(contact=STEEL), **RADII
    )
    mechanism = gd.Mechanism(plane="xy", gravity=(0, -G), bodies=[bar], joints=[pin])
    start = settled(check_model(mechanism)).assembly.y
    assert abs(start[2]) < 1e-3  # it turns by no more than its pin moves
    run = gd.simulate(mechanism, 1e-4, start="settled", output_step=1e-5)
    force = run.joint("P").force[0, :2]
    reaction = -m * G * (along @ (0, -1)) * along - 0.25 * m * G * (across @ (0, -1)) * across
    # the centre of mass stands GAP and delta away from where the ideal pin has it
    assert force == pytest.approx(reaction, abs=2 * GAP / l * m * G)
    assert np.ptp(np.linalg.norm(run.joint("P").force, axis=1)) < 1e-3 * m * G


@pytest.mark.parametrize(
    ("name", "kind"), [pair for pair in PAIRS if pair[0] != "ideal" and allowed(*pair)]
)
def test_every_fit_of_every_joint_settles_and_bears_what_the_ideal_joint_would(name, kind):
    """Forces and moments of the fit give all bodies the accelerations of the ideal joint."""
    joint, planar = JOINTS[kind], kind.endswith("plane")
    made = replace(joint, fit=fit(name, joint, planar))
    check = check_model(hanging(made, planar))
    motions = Settling(settled(check))
    left = motions.U @ motions.settle(motions.y)
    # QUANTUM times the stiffness over the lightest mass or inertia
    assert np.abs(left).max(initial=0.0) < 10 * QUANTUM * K / 1e-2
    assert motions.dof > 0 or not made.fit.elements()


@pytest.mark.parametrize("coordinates", ["cartesian", "joint"])
def test_a_lever_at_its_stop_sinks_in_as_deep_as_bears_its_weight(coordinates):
    stiff = gd.LankaraniNikravesh(stiffness=1e4, restitution=0.5, exponent=1.0)
    lever = gd.Body("lever", mass=2, inertia=0.05, position=(0.2, 0))
    pin = gd.Revolute(
        "P",
        between=("ground", "lever"),
        point=(0, 0),
        stops=[gd.Stop(lower=0.0, contact=stiff)],
    )
    mechanism = gd.Mechanism(plane="xy", gravity=(0, -G), bodies=[lever], joints=[pin])
    run = gd.simulate(mechanism, 0.1, start="settled", coordinates=coordinates, output_step=0.01)
    angle = run.joint("P").angle
    assert angle[0] == pytest.approx(-2 * G * 0.2 / 1e4, rel=1e-4)  # cos(angle) is 1 - 8e-8
    assert np.ptp(angle) < 1e-9
    # a lever that leaves its stop is not held by it
    lifted = gd.simulate(replace(mechanism, gravity=(0, G)), 0.01, start="settled")
    assert lifted.joint("P").angle[0] == 0.0 and lifted.joint("P").angle[-1] > 0.0


def test_a_journal_that_turns_floats_where_its_film_carries_it():
    """The same place as the steady state of statics, found without its velocities at the start."""
    shaft = gd.Body("shaft", mass=3, inertia=1e-3, position=(0, 0))
    pin = gd.Revolute(
        "P",
        between=("ground", "shaft"),
        point=(0, 0),
        **RADII,
        bearing_length=0.02,
        journal_length=0.02,
        fit=gd.Lubricated(film=gd.ShortBearing(0.05), contact=STEEL),
    )
    driver = gd.Driver("motor", joint="P", motion=gd.ConstantSpeed(200.0))
    mechanism = gd.Mechanism(
        plane="xy", gravity=(0, -G), bodies=[shaft], joints=[pin], drivers=[driver]
    )
    start = settled(check_model(mechanism)).assembly.y
    steady = gd.equilibrium(mechanism, drivers="moving")["shaft.position"]
    assert start[:2] == pytest.approx(steady[:2], abs=1e-9 * GAP + QUANTUM)
    assert 0.01 < np.hypot(*start[:2]) / GAP < 1.0 and start[5] == 200.0


def test_positions_are_whole_multiples_so_that_other_machines_have_the_same():
    start = settled(check_model(bob_on_a_crank(30.0))).assembly
    quantum = QUANTUM * min(1.0, float(start.system.setting[0]["length"]))
    assert np.array_equal(start.y[3:6] / quantum, np.rint(start.y[3:6] / quantum))


def test_ideal_joints_have_nothing_to_settle():
    check = check_model("four-bar")
    assert settled(check) is check


def test_what_nothing_presses_cannot_settle():
    with pytest.raises(
        InputError, match=r"no settled start: nothing presses .* joint 'B' .*closed"
    ):
        settled(check_model(bob_on_a_crank(0.0)))


def test_what_is_driven_away_cannot_settle():
    """A film that is only squeezed carries nothing at rest, and without contact nothing else
    does."""
    mass = gd.Body("mass", mass=3, inertia=1e-3, position=(0, 0))
    pin = gd.Revolute(
        "P",
        between=("ground", "mass"),
        point=(0, 0),
        **RADII,
        bearing_length=0.02,
        journal_length=0.02,
        fit=gd.Lubricated(film=gd.ShortBearing(0.05)),
    )
    mechanism = gd.Mechanism(plane="xy", gravity=(0, -G), bodies=[mass], joints=[pin])
    with pytest.raises(InputError, match=r"start: there is no settled start: .*'mass'"):
        gd.simulate(mechanism, 0.1, start="settled")
