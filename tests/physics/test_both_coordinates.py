"""Joint coordinates against Cartesian ones, the independent formulation: every mechanism and fit of
the library, motion at a tolerance next to rounding, and everything that is reported at one state.
"""

import numpy as np
import pytest

import gudgeon as gd
from gudgeon.assembly.initial_conditions import check_model
from gudgeon.assembly.kinematic_tree import cartesian_state, on_tree, tree_state
from gudgeon.kernels.entry_points import evaluate_at, observe_at
from gudgeon.kernels.tasks import ACCELERATIONS, POSITIONS, ROW
from gudgeon.model.library import four_bar_windows
from tools.fingerprints import SHARE, cases

RTOL = 1e-12
KINDS = "cartesian", "joint"
CASES = [pytest.param(*case, id=" ".join([case[0], *case[1].values()])) for case in cases()]
# Distance of bodies [m]. Runs are those of the fingerprints, the first up to 16 contacts: each
# magnifies what steps and rounding leave.
IDEAL, LOOSE = 1e-12, 1e-9
REPORTED = 1e-9  # forces, moments and works, relative to the largest of their kind
# of mechanisms of some metre: what is measured against one number
ACTING = (
    ("acceleration", "angular_acceleration"),
    ("joint_force", "joint_torque"),
    ("driver_force",),
    ("driver_power",),
    ("energy",),
)


def apart(runs, value):
    """Return the largest difference of what two runs have, and the largest number of the first."""
    first, other = (np.asarray(value(run)) for run in runs)
    return np.abs(first - other).max(initial=0.0), np.abs(first).max(initial=0.0)


@pytest.mark.parametrize(("name", "fits"), CASES)
def test_motion_and_works_are_the_same(name, fits):
    """And, where joints are ideal, all that acts: a contact turns 1e-12 m into the force by which
    its stiffness magnifies it.
    """
    mechanism = gd.library(name, **fits)
    duration = SHARE * mechanism.duration
    given = {"rtol": RTOL, "method": "dop853", "output_step": duration / 50}
    runs = [gd.simulate(mechanism, duration, coordinates=kind, **given) for kind in KINDS]
    distance, _ = apart(runs, lambda run: run.data["position"])
    assert distance < (IDEAL if not mechanism.imperfect else LOOSE)
    names = ["energy"] if mechanism.imperfect else ["energy", "joint_force", "driver_force"]
    for variable in names:
        difference, largest = apart(runs, lambda run: run.data[variable])  # noqa: B023
        assert difference <= REPORTED * max(largest, 1e-9), variable


@pytest.mark.parametrize(("name", "fits"), CASES)
def test_what_acts_is_the_same_at_one_state(name, fits):
    """States of a run, with contacts on, films loaded and bushings strained, in either kind of
    coordinates: what differs is rounding of positions, 1e-16 m, times the stiffness of contacts
    of some 1e9 N/m.
    """
    mechanism = gd.library(name, **fits)
    assembly = check_model(mechanism).assembly
    tree = on_tree(assembly)
    simulation = gd.Simulation(
        mechanism, duration=SHARE * mechanism.duration, coordinates="cartesian"
    )
    for share in (0.3, 0.65, 1.0):
        t = share * SHARE * mechanism.duration
        simulation.advance_to(t)
        y = tree_state(assembly, t, simulation._runner.state)
        evaluate_at(tree.system, tree.work(), t, y, np.zeros_like(y), POSITIONS)
        rows = [row_at(assembly, cartesian_state(assembly, tree, t, y), t), row_at(tree, y, t)]
        for kind in ACTING:
            values = [
                np.concatenate([row[span(assembly.layout[name])] for name in kind]) for row in rows
            ]
            largest = max(np.abs(values[0]).max(initial=0.0), 1.0)
            assert np.abs(values[0] - values[1]).max(initial=0.0) <= REPORTED * largest, kind


def span(place):
    """Return the columns of a variable."""
    return slice(place.start, place.start + place.size)


def row_at(assembly, y, t):
    """Return a row of output."""
    work, f, row = assembly.work(), np.zeros_like(y), np.zeros(assembly.layout.width)
    y = y.copy()
    evaluate_at(assembly.system, work, t, y, f, ACCELERATIONS)
    observe_at(assembly.system, work, t, y, row, ROW)
    return row


def test_joints_of_the_tree_do_not_drift_in_a_long_run_of_a_loop():
    """A hundred turns of a crank: the joints that the tree keeps are closed to rounding of a length
    of 0.5 m, and those that are cut to the residual of the projection.
    """
    mechanism = gd.library("spatial-slider-crank")
    result = gd.simulate(mechanism, 20.0, rtol=1e-8, coordinates="joint", output_step=0.1)
    tree = on_tree(check_model(mechanism).assembly)
    cut = {mechanism.joints[int(record["joint"])].name for record in tree.system.cuts}
    kept = [
        joint
        for joint in mechanism.joints
        if joint.name not in cut and isinstance(joint, gd.Revolute)
    ]
    assert kept
    for joint in kept:
        at = [
            result.body(name).at(result.body(name).rotation[0].T @ (joint.point - place))
            if name != "ground"
            else np.asarray(joint.point)[None]
            for name in joint.between
            for place in [result.body(name).position[0] if name != "ground" else 0.0]
        ]
        assert np.linalg.norm(at[0] - at[1], axis=1).max() < 1e-14
    assert result.statistics["constraint_residual"] < 1e-11


def test_a_row_of_windows_takes_work_in_proportion_to_its_loops():
    """Instructions of the elimination, paths of the cut joints and the numbers of the factor: ten
    times the windows take ten times the work, where a dense matrix of cut rows would take a
    hundred times that. Ten per cent more or less are what is at the ends of the row.
    """
    sizes = []
    for count in (10, 100):
        tree = on_tree(check_model(four_bar_windows(count)).assembly)
        system, work = tree.system, tree.work()
        sizes.append([len(system.program), len(system.paths), work.factor.size, work.pulled.size])
    assert np.all(np.array(sizes[1]) < 11 * np.array(sizes[0]))
