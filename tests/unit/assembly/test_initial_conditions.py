"""Initial conditions: closed by the least change, refused where nothing closes them, and counted
degrees of freedom.
"""

import dataclasses

import numpy as np
import pytest

import gudgeon as gd
from gudgeon.assembly.initial_conditions import check_model, pose_difference, shifted
from gudgeon.kernels.entry_points import evaluate_at
from gudgeon.kernels.tasks import POSITIONS
from gudgeon.results.summary import of_result
from gudgeon.simulation.check_summary import of_model_check


def test_positions_are_closed_and_velocities_follow():
    """A rod hung on two points whose distance is 1 mm wrong is moved onto them; its velocity is
    made to fit.
    """
    rod = gd.Body("rod", mass=1.0, inertia=gd.Rod(1.0, 0.01), velocity=(0.1, 0.2, 0.3))
    joint = gd.Spherical("J", between=("ground", "rod"), local_points=((0.5, 0, 1e-3), (0.5, 0, 0)))
    model_check = check_model(gd.Mechanism(bodies=[rod], joints=[joint]))
    work = model_check.assembly.work()
    y = model_check.assembly.y.copy()
    assert (
        evaluate_at(model_check.assembly.system, work, 0.0, y, np.zeros_like(y), POSITIONS) < 1e-13
    )
    assert np.abs(y - model_check.assembly.y).max() < 1e-15
    assert any("moved" in sentence for sentence in model_check.moved)
    assert any("velocity" in sentence for sentence in model_check.moved)


def test_only_what_is_more_than_rounding_is_told():
    """A rod 1 mm beside its pin is shifted by exactly that and not turned: its pin is at its
    centre. A driver of 2 rad/s about that pin changes its angular velocity only.
    """
    rod = gd.Body("rod", mass=1.0, inertia=gd.Rod(1.0, 0.01), position=(1e-3, 0, 0))
    pin = gd.Revolute(
        "A", between=("ground", "rod"), local_points=((0, 0, 0), (0, 0, 0)), axis=(0, 0, 1)
    )
    motor = gd.Driver("motor", joint="A", motion=gd.ConstantSpeed(2.0))
    found = check_model(gd.Mechanism(bodies=[rod], joints=[pin], drivers=[motor]))
    assert found.moved == (
        "rod: moved by 0.001 m to close the joints",
        "rod: angular velocity changed by 2 rad/s to fit the joints and drivers",
    )


@pytest.mark.parametrize("angle", [0.0, 0.3, 1.0, 2.0])
def test_changes_that_are_rounding_are_not_told(angle):
    """Points that are computed miss each other by rounding."""
    end = (np.cos(angle), np.sin(angle), 0)
    turned = (np.cos(angle / 2), 0, 0, np.sin(angle / 2))
    rod = gd.Body("rod", mass=1.0, inertia=gd.Rod(2.0, 0.01), position=end, orientation=turned)
    pin = gd.Revolute(
        "A", between=("ground", "rod"), local_points=((0, 0, 0), (-1, 0, 0)), axis=(0, 0, 1)
    )
    assert check_model(gd.Mechanism(bodies=[rod], joints=[pin])).moved == ()


def _triangle(*drivers):
    """Return two bars that are pinned to the ground and to each other: a frame, not a linkage."""
    bars = [
        gd.Body(name, mass=1.0, inertia=0.1, position=(x, 0.5), orientation=turn)
        for name, x, turn in (("left", 0.5, np.pi / 4), ("right", 1.5, -np.pi / 4))
    ]
    pins = [
        gd.Revolute(name, between=between, point=point)
        for name, between, point in (
            ("A", ("ground", "left"), (0, 0)),
            ("B", ("left", "right"), (1, 1)),
            ("C", ("ground", "right"), (2, 0)),
        )
    ]
    return gd.Mechanism(plane="xy", bodies=bars, joints=pins, drivers=drivers)


def test_a_locked_mechanism_is_called_locked():
    found = check_model(_triangle())
    assert found.dof == 0 and found.locked.startswith("the mechanism is locked")
    first = of_model_check(found).splitlines()[1].split(maxsplit=1)
    assert first[0] == "warnings" and first[1].startswith("the mechanism is locked")
    result = gd.simulate(_triangle(), 0.1)
    assert result.notes[0] == found.locked
    told = of_result(result)
    assert told.index("is locked") < told.index("effort")


def test_mechanisms_that_move_are_not_called_locked():
    loose = dataclasses.replace(_triangle(), joints=_triangle().joints[:2])
    motors = [gd.Driver(f"motor {name}", joint=name, motion=gd.ConstantSpeed(1.0)) for name in "AB"]
    driven = dataclasses.replace(loose, drivers=tuple(motors))
    assert (check_model(loose).dof, check_model(driven).dof) == (2, 0)
    assert not check_model(loose).locked and not check_model(driven).locked


def test_closing_changes_positions_by_the_least_mass_weighted_amount():
    """Two masses 3 and 1 joined by a rod 8 mm too long give way 2 and 6 mm: inversely to their
    masses.
    """
    ball = gd.Sphere(0.1)
    bodies = [
        gd.Body("a", mass=3.0, inertia=ball),
        gd.Body("b", mass=1.0, inertia=ball, position=(1.0, 0, 0)),
    ]
    joint = gd.Distance("rod", between=("a", "b"), points=((0, 0, 0), (1.0, 0, 0)), length=1.008)
    y = check_model(gd.Mechanism(bodies=bodies, joints=[joint])).assembly.y
    np.testing.assert_allclose([y[0], y[7]], [-0.002, 1.006], atol=1e-12)


def test_held_bodies_and_coordinates_do_not_move():
    ball = gd.Sphere(0.1)
    bodies = [
        gd.Body("a", mass=3.0, inertia=ball, velocity=(1, 0, 0)),
        gd.Body("b", mass=1.0, inertia=ball, position=(1.0, 0, 0)),
    ]
    joint = gd.Distance("rod", between=("a", "b"), points=((0, 0, 0), (1.0, 0, 0)), length=1.008)
    model_check = check_model(gd.Mechanism(bodies=bodies, joints=[joint], hold=("a",)))
    y = model_check.assembly.y
    np.testing.assert_allclose([y[0], y[7], y[14], y[20]], [0.0, 1.008, 1.0, 1.0], atol=1e-12)


def test_what_cannot_be_closed_is_refused_with_joints_and_residuals():
    bar = gd.Body("bar", mass=1.0, inertia=gd.Rod(1.0, 0.01))
    joints = [
        gd.Spherical("left", between=("ground", "bar"), local_points=((-0.6, 0, 0), (-0.5, 0, 0))),
        gd.Spherical("right", between=("ground", "bar"), local_points=((0.6, 0, 0), (0.5, 0, 0))),
    ]
    with pytest.raises(
        gd.InputError, match=r"cannot be closed.*'(left|right)' misses by 0\.1 m.*'(left|right)'"
    ):
        check_model(gd.Mechanism(bodies=[bar], joints=joints))


def test_a_loop_is_closed_by_moving_the_lighter_bodies_most():
    """Two bars in a row between supports 1 mm too far apart: masses 1 and 3 give way 3 and 1
    parts, along the row.
    """
    ball = gd.Sphere(0.1)
    bodies = [
        gd.Body("a", mass=1.0, inertia=ball),
        gd.Body("b", mass=3.0, inertia=ball, position=(1, 0, 0)),
    ]
    joint = gd.Spherical("J", between=("a", "b"), local_points=((0.5, 0, 0), (-0.5 + 4e-3, 0, 0)))
    y = check_model(gd.Mechanism(bodies=bodies, joints=[joint])).assembly.y
    assert (y[0], y[7]) == pytest.approx((3e-3, 1 - 1e-3), abs=1e-12)


@pytest.mark.parametrize("plane", [None, "xy"])
def test_velocities_are_projected_with_the_least_change_of_kinetic_energy(plane):
    """A bar thrown with v across a pin at its end keeps w = m l v/(I + m l²): what an impact on
    the pin leaves.
    """
    m, l, inertia, v = 2.0, 0.5, 0.1, 3.0
    where = (
        {"position": (l, 0), "velocity": (0, v)}
        if plane
        else {"position": (l, 0, 0), "velocity": (0, v, 0)}
    )
    body = gd.Body("bar", mass=m, inertia=inertia if plane else (inertia,) * 3, **where)
    pin = (
        gd.Revolute("A", between=("ground", "bar"), point=(0, 0))
        if plane
        else gd.Revolute("A", between=("ground", "bar"), point=(0, 0, 0), axis=(0, 0, 1))
    )
    ((_, _, rate, _),) = check_model(
        gd.Mechanism(plane=plane, bodies=[body], joints=[pin])
    ).coordinates
    assert rate == pytest.approx(m * l * v / (inertia + m * l**2), rel=1e-13)


def test_a_held_coordinate_keeps_its_rate_and_the_rest_gives_way():
    """A crank held at 2 rad/s drags a rod that was described at rest."""
    made = gd.library("planar-slider-crank")
    still = tuple(
        dataclasses.replace(
            body, velocity=(0, 0), angular_velocity=2.0 if body.name == "crank" else 0.0
        )
        for body in made.bodies
    )
    held = dataclasses.replace(made, bodies=still, drivers=(), hold=("A.angle",))
    rates = {label: rate for label, _, rate, _ in check_model(held).coordinates}
    assert rates["A.angle"] == pytest.approx(2.0, abs=1e-12)
    # at dead centre the rod turns back with r/l
    assert rates["B.angle"] == pytest.approx(-2.0 - 2.0 * 0.05 / 0.12, abs=1e-12)


def test_a_driver_sets_value_and_rate_at_the_start():
    pin = gd.Revolute("A", between=("ground", "bar"), point=(0, 0))
    motor = gd.Driver("motor", joint="A", motion=gd.ConstantSpeed(3.0, start=0.2))
    bar = gd.Body("bar", mass=1, inertia=0.1, position=(1, 0))
    found = check_model(gd.Mechanism(plane="xy", bodies=[bar], joints=[pin], drivers=[motor]))
    ((_, value, rate, _),) = found.coordinates
    assert (value, rate) == pytest.approx((0.2, 3.0), abs=1e-12)
    assert found.assembly.y[:3] == pytest.approx((np.cos(0.2), np.sin(0.2), 0.2), abs=1e-11)


@pytest.mark.parametrize("plane", [None, "xy"])
def test_the_way_from_one_pose_to_another_leads_there(plane):
    """To first order in the angles, which are 1e-3 here: the rest is their square."""
    body = (
        gd.Body("a", mass=1, inertia=1.0, position=(1, 2), orientation=0.4)
        if plane
        else gd.Body(
            "a", mass=1, inertia=(1, 1, 1), position=(1, 2, 3), orientation=(0.6, 0, 0.8, 0)
        )
    )
    assembly = check_model(gd.Mechanism(plane=plane, bodies=[body])).assembly
    change = np.array((0.3, -0.2, 1e-3) if plane else (0.3, -0.2, 0.5, 1e-3, -2e-3, 5e-4))
    y = assembly.y.copy()
    shifted(assembly, y, change)
    assert pose_difference(assembly, assembly.y, y) == pytest.approx(change, abs=1e-8)
    assert pose_difference(assembly, y, y) == pytest.approx(0 * change, abs=1e-16)
    y[3:7] *= 1 if plane else -1  # the other sign of Euler parameters is the same pose
    assert pose_difference(assembly, assembly.y, y) == pytest.approx(change, abs=1e-8)


def test_a_mechanism_that_starts_beyond_a_stop_is_refused():
    slider = gd.Translational(
        "D",
        between=("ground", "a"),
        local_points=((0, 0, 0), (0.3, 0, 0)),
        axis=(1, 0, 0),
        stops=gd.Stop(upper=0.2, contact=gd.Hertz(1e3)),
    )
    with pytest.raises(
        gd.InputError,
        match=r"^joints\.D\.stops\.0\.upper: the joint starts at 0\.3, beyond its upper stop at 0\.2",
    ):
        check_model(gd.Mechanism(bodies=[gd.Body("a", mass=1, inertia=(1, 1, 1))], joints=[slider]))


def test_a_mechanism_of_very_different_masses_is_closed_all_the_same():
    """Weights are limited to five decades: of a mass of 1e9 kg next to a gram the constraints
    would be lost in rounding.
    """
    bodies = [
        gd.Body("big", mass=1e9, inertia=(1e9,) * 3),
        gd.Body("small", mass=1e-3, inertia=(1e-3,) * 3, position=(1, 0, 0)),
    ]
    joint = gd.Distance("rod", between=("big", "small"), points=((0, 0, 0), (1, 0, 0)), length=1.1)
    found = check_model(gd.Mechanism(bodies=bodies, joints=[joint]))
    assert found.position_residual < 1e-10
    assert found.assembly.y[7] - found.assembly.y[0] == pytest.approx(1.1, abs=1e-9)
    # the share of a body that counts as 1e5 times the other
    assert found.assembly.y[0] == pytest.approx(-0.1 / (1 + 1e5), rel=1e-3)


def test_what_is_no_mechanism_is_refused():
    with pytest.raises(
        gd.InputError,
        match=r"^mechanism: expected a Mechanism, a name in the library or a model file, got 3\.0",
    ):
        check_model(3.0)


def test_counting_nearby_leaves_no_trace_in_what_is_run(monkeypatch):
    """Pivots of positions that are only tried would change the tolerances of projection in the
    run.
    """
    counted = check_model(gd.library("bricard")).assembly.system.setting
    monkeypatch.setattr(
        "gudgeon.assembly.initial_conditions._rank_nearby", lambda assembly, work: 0
    )
    untouched = check_model(gd.library("bricard")).assembly.system.setting
    # addresses
    fields = [name for name in counted.dtype.names if name not in ("evaluate", "observe")]
    assert all(np.array_equal(counted[name], untouched[name]) for name in fields)
