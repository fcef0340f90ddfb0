"""Measures of life against the worked example of the standard and closed forms."""

from math import pi

import numpy as np
import pytest

import gudgeon as gd
from gudgeon.results.lifetime import rainflow, reversals
from tests.support.swept_falls import falling
from tests.support.worn_shafts import GRAVITY, LENGTH, MASS, RADIUS, SPEED, TURN, turning_shaft

WEIGHT = MASS * GRAVITY


@pytest.fixture(scope="module")
def life():
    """Return the life of a shaft that has come to rest in its bearing and turns."""
    run = gd.simulate(turning_shaft(), 8 * TURN, transient=4 * TURN)
    return run.after_transient.joint("J").lifetime


def test_cycles_of_the_worked_example_of_the_standard():
    """[ASTM-E1049, fig. 6]: half a cycle of 3, 6 and 9, one and a half of 4, one of 8."""
    found = rainflow(np.array([-2, 1, -3, 5, -1, 3, -4, 4, -2], float))
    counted = {size: found.count[found.range == size].sum() for size in np.unique(found.range)}
    assert counted == {3: 0.5, 4: 1.5, 6: 0.5, 8: 1.0, 9: 0.5}
    assert found.count[(found.range == 4) & (found.mean == 1)].sum() == 1.0
    edges, counts = found.histogram(2)
    assert counts.sum() == 4.0 and edges[[0, -1]].tolist() == [3, 9]
    assert found.damage(1.0) == 0.5 * (3 + 6 + 9) + 1.5 * 4 + 8


def test_every_reversal_is_in_half_a_cycle():
    """Whatever the history: half cycles are one fewer than reversals, and the largest has the
    whole range.
    """
    values = np.random.default_rng(1).normal(size=500)
    found = rainflow(values)
    assert 2 * found.count.sum() == len(reversals(values)) - 1
    assert found.range.max() == np.ptp(values)


def test_a_history_that_does_not_move_has_no_cycles():
    for values in ([], [1.0], [2.0, 2.0, 2.0]):
        assert len(rainflow(np.array(values)).count) == 0
    with pytest.raises(gd.InputError, match="finite"):
        rainflow(np.array([1.0, np.nan]))


def test_a_sine_has_one_cycle_a_period():
    t = np.linspace(0, 5, 5001)
    found = rainflow(3 * np.sin(2 * pi * t))
    full = found.range > 5.9
    assert found.count[full].sum() == 4.5 and found.count[~full].sum() == 1.0


def test_a_constant_load_is_its_own_equivalent(life):
    """The weight; L10 = (C/P)^3 million revolutions. At rest it trembles by less than 1e-4."""
    assert life.equivalent_load() == pytest.approx(WEIGHT, rel=1e-4)
    assert life.life(10 * WEIGHT) == pytest.approx(1e9, rel=1e-3)
    assert life.revolutions == pytest.approx(4, rel=1e-2)
    edges, revolutions = life.spectrum(5)
    assert revolutions.sum() == pytest.approx(life.revolutions) and len(edges) == 6


def test_pv_is_pressure_times_sliding_speed(life):
    expected = WEIGHT / (2 * RADIUS * LENGTH) * SPEED * RADIUS
    assert np.median(life.pv) == pytest.approx(expected, rel=1e-4)


def test_cycles_of_a_rotating_load_keep_their_sign():
    """A driven pendulum of mass m turns n times about an ideal hinge without gravity: along x the
    force is m r w^2 cos(w t), n - 1/2 or more whole cycles of twice its amplitude, of its size
    there is none.
    """
    arm = gd.Mechanism(
        name="arm",
        gravity=(0, 0, 0),
        bodies=[gd.Body("arm", mass=2.0, inertia=(1, 1, 1), position=(0.1, 0, 0))],
        joints=[gd.Revolute("H", between=("ground", "arm"), point=(0, 0, 0), axis=(0, 0, 1))],
        drivers=[gd.Driver("motor", joint="H", motion=gd.ConstantSpeed(10.0))],
    )
    run = gd.simulate(arm, 4 * 2 * pi / 10)
    found = run.joint("H").lifetime.cycles((1, 0, 0))
    amplitude = 2.0 * 0.1 * 10.0**2
    whole = np.isclose(found.range, 2 * amplitude, rtol=1e-3)
    assert found.count[whole].sum() == pytest.approx(4, abs=0.5)
    assert run.joint("H").lifetime.cycles().range.max(initial=0) < 1e-6 * amplitude


def test_impacts_have_energy_over_area():
    run = gd.simulate(turning_shaft(), TURN)
    density = run.joint("J").lifetime.impact_energy_density
    lost = run.impacts.for_joint("J")["energy_lost"]
    assert len(density) and density == pytest.approx(lost / (2 * RADIUS * LENGTH))


@pytest.mark.parametrize(
    "asked, says",
    [
        (lambda life: life.equivalent_load(0), "exponent"),
        (lambda life: life.life("5 kg"), "kg"),
        (lambda life: life.cycles((0, 0, 0)), "direction"),
        (lambda life: life.cycles("x"), "direction"),
        (lambda life: life.spectrum(0), "bins"),
    ],
)
def test_wrong_arguments_are_said(life, asked, says):
    with pytest.raises(gd.InputError, match=says):
        asked(life)


def test_joints_without_sizes_or_rotation_say_so():
    life = gd.simulate(falling()).joint("D").lifetime
    for asked, says in (
        (lambda: life.pv, "no radii"),
        (lambda: life.impact_energy_density, "projected area"),
        (life.equivalent_load, "does not turn"),
    ):
        with pytest.raises(gd.InputError, match=says):
            asked()
