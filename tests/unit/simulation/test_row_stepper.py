"""Rows from steps that wait: breakpoints, the reach of drivers, contact periods."""

import numpy as np
import pytest

import gudgeon as gd


def rotor(forces=(), drivers=()):
    return gd.Mechanism(
        plane="xy",
        bodies=[gd.Body("b", mass=2.0, inertia=0.5, position=(0, 0))],
        joints=[gd.Revolute("A", between=("ground", "b"), point=(0, 0))],
        forces=forces,
        drivers=drivers,
    )


def test_a_row_inside_a_step_takes_no_further_step():
    sim = gd.Simulation(rotor([gd.JointForce("u", joint="A", magnitude=gd.Constant(1.0))]))
    sim.advance_to(1e-4)
    steps = sim.result().statistics["steps"]
    for _ in range(50):
        sim.advance(1e-7)
    assert sim.result().statistics["steps"] == steps
    assert sim["A.angle"] == pytest.approx(sim.t**2, rel=1e-10)


def test_pulses_are_met_however_long_it_runs():
    """Breakpoints are known far ahead, also beyond the duration that it was begun with: a moment of
    1 N m in a tenth of every period, on 0.5 kg m^2.
    """
    pulses = gd.Pulse(1.0, duration=0.1, begin=0.05, period=1.0)
    sim = gd.Simulation(rotor([gd.JointForce("u", joint="A", magnitude=pulses)]), duration=0.5)
    for t in (0.5, 1.5, 7.5, 40.5):
        sim.advance_to(t)
        assert sim["A.angle_rate"] == pytest.approx(0.2 * (int(t) + 1), abs=1e-9)


def test_it_does_not_go_beyond_what_a_driver_knows():
    table = gd.SignalTable((0, 0.5, 1.0, 1.5), (0, 1, 2, 4), "spline")
    sim = gd.Simulation(rotor(drivers=[gd.Driver("d", joint="A", motion=table)]), duration=5.0)
    sim.advance_to(1.5)
    assert sim["A.angle"] == pytest.approx(4.0)
    with pytest.raises(
        gd.InputError, match=r"t: the motion of driver 'd' is described until 1.5 s; got 1.6"
    ):
        sim.advance_to(1.6)
    assert sim.t == 1.5


def test_landing_a_step_ends_it_at_the_row_and_begins_no_contact_twice():
    """The step that waits is taken again; periods that had ended stay, and none is counted twice."""
    loose = gd.library("four-bar", C="clearance")
    sim = gd.Simulation(loose, duration=0.2)
    stepper = sim._stepper
    whole = gd.Simulation(loose, duration=0.2)
    whole.advance_to(0.2)
    while sim.t < 0.2:
        sim.advance(2e-3)
        stepper.land()
        assert stepper.runner.t == sim.t
        stepper.restart()
    assert len(sim.impacts) == len(whole.impacts)
    np.testing.assert_allclose(sim["coupler.position"], whole["coupler.position"], atol=1e-6)


def test_more_contact_periods_than_there_is_room_for_are_all_kept(monkeypatch):
    """A call in which more contacts end than the table of the run can hold."""
    loose = gd.library("four-bar", C="clearance")
    ended = gd.simulate(loose, 0.6, output_step=0.1).impacts["end"] <= 0.3
    monkeypatch.setattr("gudgeon.assembly.assemble.PERIODS", 4)
    sim = gd.Simulation(loose, duration=0.6)
    assert len(sim._runner.work.periods) == 4 < ended.sum()
    sim.advance_to(0.3)
    assert np.isfinite(sim.impacts["end"]).sum() == ended.sum()
