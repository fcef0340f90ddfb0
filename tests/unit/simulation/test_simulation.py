"""A simulation that is driven from outside: what can be asked of it, and what is refused. The motion
is that of physics/test_stepping.py.
"""

import threading
import time

import numpy as np
import pytest

import gudgeon as gd

PENDULUM = gd.Mechanism(
    name="arm",
    plane="xy",
    gravity=(0, -9.81),
    bodies=[gd.Body("b", mass=1.0, inertia=0.1, position=(0.5, 0))],
    joints=[gd.Revolute("A", between=("ground", "b"), point=(0, 0))],
    forces=[gd.JointForce("motor", joint="A", magnitude=gd.Input("torque", 0.5))],
)


def test_time_goes_on_without_rounding():
    sim = gd.Simulation(PENDULUM)
    for _ in range(1000):
        sim.advance(1e-3)
    assert sim.t == 1.0 == sim["t"]
    sim.advance("2 ms")
    sim.advance_to("1.5 s")
    assert sim.t == 1.5 and repr(sim) == "Simulation('arm' at t = 1.5 s)"
    sim.advance_to(1.5)  # is there
    assert sim.t == 1.5


@pytest.mark.parametrize(
    "dt, sentence",
    [
        (0.0, "dt: must be > 0"),
        (-1e-3, "dt: must be > 0"),
        (float("nan"), "dt: must be a finite"),
        ("1 kg", "dt: "),
        (None, "dt: "),
    ],
)
def test_what_is_no_step_is_refused(dt, sentence):
    sim = gd.Simulation(PENDULUM)
    sim.advance(1e-3)
    with pytest.raises(gd.InputError, match=sentence):
        sim.advance(dt)
    assert sim.t == 1e-3
    sim.advance(1e-3)
    assert sim.t == 2e-3


def test_it_does_not_go_back():
    sim = gd.Simulation(PENDULUM)
    sim.advance_to(0.1)
    for t in (0.05, float("inf"), float("nan")):
        with pytest.raises(
            gd.InputError, match=r"t: the simulation is at 0.1 s and continues from there"
        ):
            sim.advance_to(t)
    with pytest.raises(gd.InputError, match="t: must be > 0"):
        sim.advance_to(-1)


@pytest.mark.parametrize(
    "name, value, sentence",
    [
        ("torqe", 1.0, "there is no input 'torqe'. Did you mean 'torque'"),
        (3, 1.0, "there is no input 3"),
        ("torque", "1 N", "input 'torque' must be a number, got '1 N'"),
        ("torque", float("nan"), "input 'torque' must be a finite number, got nan"),
        ("torque", [1.0], "input 'torque' must be a number"),
        ("torque", None, "input 'torque' must be a number, got None"),
        ("torque", True, "input 'torque' must be a number, got True"),
    ],
)
def test_what_cannot_be_set_is_refused(name, value, sentence):
    sim = gd.Simulation(PENDULUM)
    with pytest.raises(gd.InputError, match=sentence):
        sim[name] = value
    assert sim.inputs == {"torque": 0.5}


def test_a_mechanism_without_inputs_says_how_to_get_one():
    with pytest.raises(
        gd.InputError,
        match=r"the mechanism has none; give a load or a driver a signal such as Input\('torque'\)",
    ):
        gd.Simulation("pendulum")["torque"] = 1.0


def test_inputs_are_numbers_of_any_kind_and_read_as_they_were_set():
    sim = gd.Simulation(PENDULUM)
    for value in (2, np.float64(1.5), np.float32(0.25), np.array(3.0)):
        sim["torque"] = value
        assert sim["torque"] == sim.inputs["torque"] == float(value)
    sim.advance(1e-3)
    assert sim["motor.torque.z"] == pytest.approx(3.0)


def test_an_examined_mechanism_is_shared_and_not_changed():
    examined = gd.check_model(PENDULUM)
    first, second = gd.Simulation(examined), gd.Simulation(examined)
    first["torque"] = 9.0
    first.advance(0.1)
    second.advance(0.1)
    run = gd.simulate(examined, 0.1)
    assert second["A.angle"] == pytest.approx(run["A.angle"][-1], abs=1e-8)
    assert abs(first["A.angle"] - second["A.angle"]) > 1e-3


def test_recorded_rows_are_a_result_that_can_be_kept(tmp_path):
    sim = gd.Simulation(PENDULUM, record=True)
    for _ in range(50):
        sim.advance(2e-3)
    result = sim.result()
    assert result.t == pytest.approx(np.arange(51) * 2e-3) and result.status is gd.Status.COMPLETE
    loaded = gd.load(result.save(tmp_path / "run.h5"))
    np.testing.assert_array_equal(loaded["A.angle"], result["A.angle"])
    sim.reset()
    assert sim.result().rows == 1 and sim.t == 0.0
    assert gd.Simulation(PENDULUM).result().rows == 1


def test_reset_restores_inputs_and_callbacks():
    sim = gd.Simulation(PENDULUM)
    seen = []
    sim.every(0.01, lambda sim: seen.append(sim.t))
    for _ in range(2):
        sim["torque"] = 3.0
        sim.advance(0.05)
        sim.reset()
        assert sim.inputs == {"torque": 0.5} and sim.t == 0.0
        assert seen == pytest.approx([0.0, 0.01, 0.02, 0.03, 0.04])
        seen.clear()


def test_a_state_keeps_inputs_that_do_not_act_yet_and_samples():
    sim = gd.Simulation(PENDULUM)
    seen = []
    sim.every(0.01, lambda sim: seen.append(round(sim.t, 12)))
    sim.advance(0.025)
    sim["torque"] = 2.0
    saved = sim.state
    sim.advance(0.01)
    after = sim["A.angle"]
    sim.state = saved.to_bytes()
    assert sim["torque"] == 2.0
    sim.advance(0.01)
    assert sim["A.angle"] == after and seen == [0.0, 0.01, 0.02, 0.03, 0.03]


def test_a_state_beyond_the_duration_is_restored():
    """The duration is a scale, no limit."""
    sim = gd.Simulation(gd.library("pendulum"), duration=0.1)
    sim.advance_to(0.3)
    saved = sim.state
    sim.advance_to(0.5)
    last = sim[sim.outputs[-1]]
    sim.state = saved.to_bytes()
    assert sim.t == 0.3
    sim.advance_to(0.5)
    assert sim[sim.outputs[-1]] == last


def test_what_is_no_state_of_this_mechanism_is_refused():
    sim = gd.Simulation(PENDULUM)
    for wrong in (None, 3, {"t": 0}):
        with pytest.raises(
            gd.InputError, match="state: expected the state of a simulation, or its bytes"
        ):
            sim.state = wrong
    with pytest.raises(gd.InputError, match="the checkpoint is damaged"):
        sim.state = b"nonsense"
    with pytest.raises(gd.InputError, match="belongs to another mechanism"):
        sim.state = gd.Simulation("four-bar").state
    with pytest.raises(gd.InputError, match="state: expected the state of a simulation"):
        sim.state = gd.simulate("pendulum", 0.1).checkpoint


@pytest.mark.parametrize(
    "act",
    [
        lambda sim: sim.advance(1e-3),
        lambda sim: sim.reset(),
        lambda sim: setattr(sim, "state", sim.state),
    ],
)
def test_a_callback_cannot_move_the_simulation(act):
    sim = gd.Simulation(PENDULUM)
    sim.every(0.01, act)
    with pytest.raises(
        gd.InputError, match="may read outputs and set inputs, not advance, reset or restore"
    ):
        sim.advance(0.1)


def test_an_error_in_a_callback_leaves_the_simulation_where_it_was():
    sim = gd.Simulation(PENDULUM)

    def fail(sim):
        if sim.t > 0.015:
            raise ZeroDivisionError

    sim.every(0.01, fail)
    with pytest.raises(ZeroDivisionError):
        sim.advance(0.1)
    assert sim.t == pytest.approx(0.02)
    with pytest.raises(ZeroDivisionError):  # it is still due
        sim.advance(0.1)


def test_a_simulation_that_cannot_go_on_says_why_and_can_be_reset():
    """A driver pulls an arm of two links beyond its length."""
    reach = gd.Mechanism(
        plane="xy",
        bodies=[
            gd.Body("a", mass=1.0, inertia=0.1, position=(0.25, 0.2)),
            gd.Body("b", mass=1.0, inertia=0.1, position=(0.75, 0.2)),
        ],
        joints=[
            gd.Revolute("A", between=("ground", "a"), point=(0, 0)),
            gd.Revolute("B", between=("a", "b"), point=(0.5, 0.4)),
            gd.Distance("D", between=("ground", "b"), points=((0, 0), (1.0, 0))),
        ],
        drivers=[gd.Driver("d", joint="D", motion=gd.Input("length", 1.0, ramp=0.1))],
    )
    sim = gd.Simulation(reach)
    sim["length"] = 2.0
    for _ in range(2):
        with pytest.raises(gd.SimulationError) as error:
            sim.advance(0.5)
        assert error.value.result.status.failed
    saved = sim.t
    sim.reset()
    sim["length"] = 1.01
    sim.advance(0.5)
    assert saved < sim.t and sim["D.length"] == pytest.approx(1.01)


def test_other_threads_run_while_it_computes():
    """A thread counts while one call integrates for long."""
    sim = gd.Simulation(gd.library("four-bar", C="clearance-friction"))
    counted, done = [0], threading.Event()

    def count():
        while not done.is_set():
            counted[0] += 1

    thread = threading.Thread(target=count)
    thread.start()
    time.sleep(0.05)
    try:
        before = counted[0]
        sim.advance_to(2.0)
    finally:
        done.set()
        thread.join()
    assert counted[0] > before


def test_simulations_in_threads_do_not_disturb_each_other():
    def ends(sim, found):
        for _ in range(100):
            sim.advance(1e-3)
        found.append(sim["coupler.position"].tobytes())

    found: list[bytes] = []
    threads = [
        threading.Thread(target=ends, args=(gd.Simulation("four-bar"), found)) for _ in range(4)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(found) == 4 and len(set(found)) == 1
