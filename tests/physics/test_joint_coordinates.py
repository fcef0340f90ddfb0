"""Runs in joint coordinates are those in Cartesian ones: motion, reactions, impacts, energies."""

import numpy as np
import pytest

import gudgeon as gd
from gudgeon.assembly.initial_conditions import check_model
from gudgeon.assembly.kinematic_tree import on_tree
from gudgeon.kernels.entry_points import evaluate_at
from gudgeon.kernels.output_variables import IMPACT_COLUMNS
from gudgeon.kernels.tasks import ACCELERATIONS, POSITIONS
from gudgeon.simulation import coordinates
from tests.support.joint_coordinates import both, difference
from tests.support.random_mechanisms import in_plane, in_space

RTOL = 1e-10
# Errors of steps add up and impacts magnify them; with rtol 1e-10 the runs below agree to 1e-11 m
# (1e-10 with impacts), so that ten times that is a bound.
SAME, SAME_AFTER_IMPACTS = 1e-10, 1e-9
SHARE = 0.02  # of a mechanism's own duration: the first contacts
LOOPS = "bricard", "four-bar", "andrews-squeezer"
CASES = [
    ("bricard", {}),
    ("triple-pendulum", {}),
    ("triple-pendulum", {"B": "stops"}),
    ("four-bar", {}),
    ("four-bar", {"C": "clearance-friction"}),
    ("four-bar", {"C": "bushing"}),
    ("four-bar", {"C": "lubricated"}),
    ("four-bar-windows", {}),
    ("andrews-squeezer", {}),
    ("planar-slider-crank", {}),
    ("planar-slider-crank", {"C": "clearance"}),
    ("translational-slider-crank", {"D": "clearance-friction"}),
    ("spatial-slider-crank", {"B": "clearance"}),
    ("revolute-slider-crank", {"A": "clearance-lugre"}),
]


def runs(mechanism, duration, **settings):
    """Run a mechanism in both kinds of coordinates, with rows at the same times."""
    return [
        gd.simulate(mechanism, duration, coordinates=kind, output="grid", **settings)
        for kind in ("cartesian", "joint")
    ]


def apart(first, other):
    """Return the largest distance of a body between two runs [m]."""
    return max(
        np.linalg.norm(
            first.body(body.name).position - other.body(body.name).position, axis=1
        ).max()
        for body in first.mechanism.bodies
    )


@pytest.mark.parametrize("method", ["auto", "dop853"])
@pytest.mark.parametrize(("name", "fits"), CASES)
def test_the_motion_is_the_same(name, fits, method):
    mechanism = gd.library(name, **fits)
    results = runs(mechanism, SHARE * mechanism.duration, rtol=RTOL, method=method)
    cartesian, joint = results
    assert apart(cartesian, joint) < (SAME_AFTER_IMPACTS if len(cartesian.impacts) else SAME)
    assert len(cartesian.impacts) == len(joint.impacts)
    for column in ("start", "approach_speed", "penetration"):
        first, other = (result.impacts.rows[:, IMPACT_COLUMNS.index(column)] for result in results)
        np.testing.assert_allclose(other, first, rtol=1e-4, atol=1e-9)


@pytest.mark.parametrize("method", ["radau", "bdf"])
def test_implicit_methods_see_the_same_mechanism(method):
    cartesian, joint = runs(gd.library("four-bar", C="bushing"), 0.02, rtol=1e-8, method=method)
    assert apart(cartesian, joint) < 1e-9


@pytest.mark.parametrize(("name", "fits"), CASES[:4])
def test_reactions_and_energies_are_the_same(name, fits):
    """Forces of stiff contacts magnify penetrations by 1e5 and more: five digits are left."""
    mechanism = gd.library(name, **fits)
    cartesian, joint = runs(mechanism, SHARE * mechanism.duration, rtol=RTOL)
    for held in mechanism.joints:
        expected, found = cartesian.joint(held.name).force, joint.joint(held.name).force
        assert np.abs(found - expected).max() < 1e-5 * max(1.0, np.abs(expected).max())
    for label, value in cartesian.peaks.items():
        assert joint.peaks[label].value == pytest.approx(value.value, rel=1e-3, abs=1e-6)
    for entry in cartesian.energy.entries:
        size = max(np.abs(cartesian.energy[entry]).max(), 1e-3)
        assert np.abs(cartesian.energy[entry] - joint.energy[entry]).max() < 1e-6 * size


@pytest.mark.parametrize("seed", range(8))
@pytest.mark.parametrize(
    "case",
    [
        lambda seed: (in_space(seed, driven=True), seed),
        lambda seed: (in_space(seed, count=6, free=2, rods=2), seed),
        lambda seed: (in_plane(seed, loops=seed % 3), seed),
        lambda seed: (gd.library(LOOPS[seed % 3]), seed // 3),
    ],
    ids=["trees", "loops", "plane", "library"],
)
def test_accelerations_are_the_same_in_random_states(case, seed):
    """To rounding: condition numbers of these systems are below 1e3."""
    cartesian, joint = both(*case(seed))
    assert difference(cartesian.accelerations(), joint.accelerations()) < 1e-12


@pytest.mark.parametrize("method", ["dop853", "adams", "radau", "bdf"])
def test_a_mechanism_that_a_driver_moves_altogether_needs_no_state(method):
    """A pendulum turned as q = 0.2 sin(w t), so that I q'' + m g l cos(q) is the moment of its
    driver; its work is what kinetic and potential energy have gained.
    """
    arm = gd.Body("arm", mass=2.0, inertia=(0.2, 0.2, 0.3), position=(0.5, 0, 0))
    hinge = gd.Revolute("A", between=("ground", "arm"), point=(0, 0, 0), axis=(0, 0, 1))
    w = 2 * np.pi * 3.0
    turn = gd.Driver("d", joint="A", motion=gd.Harmonic(0.2, frequency=3.0))
    mechanism = gd.Mechanism(bodies=[arm], joints=[hinge], drivers=[turn], gravity=(0, -9.81, 0))
    result = gd.simulate(mechanism, 1.0, coordinates="joint", method=method, rtol=1e-8)
    q = 0.2 * np.sin(w * result.t)
    np.testing.assert_allclose(result.joint("A").angle, q, rtol=0, atol=1e-13)
    moment = -(0.3 + 2.0 * 0.25) * w * w * q + 2.0 * 9.81 * 0.5 * np.cos(q)
    np.testing.assert_allclose(result.driver("d").force, moment, rtol=0, atol=1e-10)
    energy = result.energy
    gained = energy.kinetic + energy.gravity - energy.kinetic[0] - energy.gravity[0]
    # the work is all that is integrated: some hundred steps of error rtol m v^2, v = 1.9 m/s
    np.testing.assert_allclose(energy["driver:d"], gained, rtol=0, atol=1e-5)


def test_energy_is_kept_and_joints_stay_closed_over_a_long_run():
    """Four hundred swings of a chain of three: no residual, and no drift of the energy beyond the
    steps' own errors.
    """
    mechanism = gd.library("triple-pendulum")
    result = gd.simulate(mechanism, 60.0, rtol=1e-10, coordinates="joint", output_step=0.5)
    assert result.statistics["constraint_residual"] == 0.0
    total = result.energy.total
    assert np.abs(total - total[0]).max() < 1e-6 * np.abs(result.energy.gravity).max()
    joint = mechanism.joints[0]
    body = result.body(joint.between[1])
    lever = body.rotation[0].T @ (np.array(joint.point) - body.position[0])
    assert np.linalg.norm(body.at(lever) - np.array(joint.point), axis=1).max() < 1e-14


@pytest.mark.parametrize("plane", [None, "xy"])
@pytest.mark.parametrize("method", ["dop853", "tsit5", "adams", "radau", "bdf"])
def test_all_turns_of_a_steady_rotation_are_counted(method, plane):
    """It has no error, so that steps would become longer than a turn; in joint coordinates the angle
    is exact.
    """
    spin, inertia = (3.0, 0.4) if plane else ((0, 0, 3.0), (0.2, 0.2, 0.4))
    zero, axis = ((0, 0), {}) if plane else ((0, 0, 0), {"axis": (0, 0, 1)})
    wheel = gd.Body("wheel", mass=1.0, inertia=inertia, angular_velocity=spin)
    axle = gd.Revolute("axle", between=("ground", "wheel"), point=zero, **axis)
    mechanism = gd.Mechanism(bodies=[wheel], joints=[axle], plane=plane)
    result = gd.simulate(mechanism, 50.0, method=method, coordinates="joint")
    np.testing.assert_allclose(result.joint("axle").angle, 3.0 * result.t, rtol=1e-12, atol=1e-12)


@pytest.mark.parametrize("coordinates", ["cartesian", "joint"])
@pytest.mark.parametrize("beside", [False, True])
@pytest.mark.parametrize("method", ["dop853", "adams", "radau", "bdf"])
def test_all_turns_of_a_driven_joint_are_counted(method, beside, coordinates):
    """In joint coordinates it is no part of the state and has no error: alone, or beside a slow
    pendulum, nothing makes steps shorter than a turn, and its angle is known but for whole turns.
    """
    wheel = gd.Body("wheel", mass=1.0, inertia=(0.2, 0.2, 0.4), position=(0.1, 0, 0))
    axle = gd.Revolute("axle", between=("ground", "wheel"), point=(0, 0, 0), axis=(0, 0, 1))
    motor = gd.Driver("motor", joint="axle", motion=gd.ConstantSpeed(40.0, start=9.0))
    arm = gd.Body("arm", mass=1.0, inertia=(0.1, 0.1, 0.1), position=(0, 2.0, 3.0))
    hinge = gd.Revolute("hinge", between=("ground", "arm"), point=(0, 0, 3.0), axis=(0, 0, 1))
    mechanism = gd.Mechanism(
        bodies=[wheel, arm][: 1 + beside],
        joints=[axle, hinge][: 1 + beside],
        drivers=[motor],
        gravity=(0.1, 0, 0),
    )
    given = {"rtol": 1e-6, "method": method, "coordinates": coordinates, "output_step": 1.0}
    angle = gd.simulate(mechanism, 4.0, **given).joint("axle").angle
    np.testing.assert_allclose(angle - angle[0], 40.0 * np.arange(5), rtol=0, atol=1e-4)


def test_output_rows_leave_the_run_alone():
    mechanism = gd.library("four-bar", C="clearance-friction")
    few, many = (
        gd.simulate(mechanism, 0.02, coordinates="joint", output_step=step)
        for step in (0.02, 0.0001)
    )
    assert few.statistics["steps"] == many.statistics["steps"]
    for body in mechanism.bodies:
        first, other = few.body(body.name), many.body(body.name)
        assert np.array_equal(first.position[-1], other.position[-1])
        assert np.array_equal(first.velocity[-1], other.velocity[-1])


def test_a_run_stops_where_a_coordinate_crosses_a_value():
    mechanism = gd.library("four-bar")
    label = next(iter(gd.simulate(mechanism, 0.001).layout.labels["coordinate"]))
    stops = runs(mechanism, 2.0, stop_when=gd.Crossing(label, 0.2))
    assert stops[0].t[-1] == pytest.approx(stops[1].t[-1], abs=1e-9)


@pytest.mark.parametrize("seed", range(5))
@pytest.mark.parametrize("off", [1e-6, 1e-4, 1e-2])
def test_redundant_rows_ask_for_nothing_in_states_off_the_constraints(off, seed):
    """Accelerations of Bricard's loop are a smooth function of the state, off the constraints too,
    where its rows do not depend on each other any more; stages of steps are there.
    """
    tree = on_tree(check_model(gd.library("bricard")).assembly)
    n = int(tree.system.setting[0]["n_q"] + tree.system.setting[0]["n_v"])
    random, y = np.random.default_rng(seed), tree.y.copy()
    y[:n] += 0.1 * random.normal(size=n)
    evaluate_at(tree.system, tree.work(), 0.0, y, np.zeros_like(y), POSITIONS)
    there, moved = np.zeros((2, len(y)))
    evaluate_at(tree.system, tree.work(), 0.0, y.copy(), there, ACCELERATIONS)
    y[:n] += off * random.normal(size=n)
    evaluate_at(tree.system, tree.work(), 0.0, y.copy(), moved, ACCELERATIONS)
    # gravity, lengths and speeds are of the order of ten: so are derivatives of accelerations
    assert np.abs(moved - there).max() < 100 * off


@pytest.mark.parametrize("method", ["adams", "dop853"])
@pytest.mark.parametrize("rtol", [1e-4, 1e-6, 1e-8])
@pytest.mark.parametrize("name", LOOPS)
def test_the_error_belongs_to_the_tolerance_in_either_kind(name, rtol, method):
    """The error of a run is at most some ten times that in Cartesian coordinates, or some ten
    times what a step may have.
    """
    mechanism = gd.library(name)
    duration = 0.3 * mechanism.duration
    exact = gd.simulate(
        mechanism, duration, rtol=1e-12, method="dop853", coordinates="cartesian", output="grid"
    )
    size = float(check_model(mechanism).assembly.system.setting[0]["length"])
    errors = [apart(exact, run) for run in runs(mechanism, duration, rtol=rtol, method=method)]
    assert errors[1] < 10 * max(errors[0], rtol * size)


def test_baumgarte_chooses_cartesian_coordinates_by_itself(monkeypatch):
    monkeypatch.setattr(coordinates, "DEFAULT", "joint")
    mechanism = gd.library("four-bar")
    result = gd.simulate(mechanism, 0.01, stabilisation=gd.Baumgarte(5, 5))
    assert result.settings["coordinates"] == "cartesian"
    assert gd.simulate(mechanism, 0.01).settings["coordinates"] == "joint"


def test_what_has_no_tree_is_refused_in_one_sentence():
    with pytest.raises(gd.InputError, match="coordinates: tree joints have no constraints"):
        gd.simulate(
            gd.library("four-bar"), 0.01, coordinates="joint", stabilisation=gd.Baumgarte(5, 5)
        )
    with pytest.raises(gd.InputError, match="coordinates: unknown coordinates 'joints'"):
        gd.simulate(gd.library("four-bar"), 0.01, coordinates="joints")
