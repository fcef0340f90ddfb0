"""A mechanism that is stepped from outside moves as one that runs, and as closed forms say where its
inputs change.
"""

from dataclasses import replace

import numpy as np
import pytest

import gudgeon as gd
from gudgeon.kernels.integrators import METHODS
from tests.support.joints_and_fits import CAN, JOINTS, NOT_IN_A_PLANE, fit

ALL = ("auto", *METHODS)
FRAMES = ("cartesian", "joint")
LOOSE = gd.library("four-bar", C="clearance-friction")


def options(method, frame, duration):
    step = duration / 2000 if method == "rk4" else None
    return {"method": method, "coordinates": frame, "step": step, "duration": duration}


def same(first, second):
    """Whether two results have the same numbers, to the last bit."""
    return all(
        np.asarray(first.data[name]).tobytes() == np.asarray(second.data[name]).tobytes()
        for name in first.data
    )


def body_in(joint, name, planar):
    """Return a heavy body on one joint with a fit."""
    position = (0.1, 0.05) if planar else (0.1, 0.05, -0.02)
    inertia = 0.01 if planar else (0.01, 0.02, 0.015)
    return gd.Mechanism(
        name="one body",
        bodies=[gd.Body("b", mass=1.0, inertia=inertia, position=position)],
        joints=[replace(joint, fit=fit(name, joint, planar))],
        gravity=(1.0, -9.0) if planar else (1.0, -9.0, 0.5),
        plane="xy" if planar else None,
    )


# -- many calls and one ----------------------------------------------------------------------------


@pytest.mark.parametrize("frame", FRAMES)
@pytest.mark.parametrize("method", ALL)
def test_many_calls_are_one_call_to_the_last_bit(method, frame):
    """Steps do not depend on how often they are looked at; so do contacts."""
    duration = 0.15
    many = gd.Simulation(LOOSE, **options(method, frame, duration))
    whole = gd.Simulation(LOOSE, **options(method, frame, duration))
    for _ in range(150):
        many.advance(1e-3)
    whole.advance_to(duration)
    assert many.t == whole.t == duration
    assert same(many.result(), whole.result())
    assert many.impacts.rows.tobytes() == whole.impacts.rows.tobytes() and len(whole.impacts) > 2
    assert many.peaks == whole.peaks


@pytest.mark.parametrize("frame", FRAMES)
@pytest.mark.parametrize("where", JOINTS)
def test_every_joint_with_every_fit_steps_as_it_runs(where, frame):
    """The rows of a run that is much longer, whose end is not felt yet, to the last bit."""
    joint, planar = JOINTS[where], where.endswith("plane")
    kind = where.split()[0]
    duration, times = 0.2, [0.004, 0.0107, 0.011, 0.025]
    for name, joints in CAN.items():
        if kind not in joints or (planar and (name, kind) in NOT_IN_A_PLANE):
            continue
        mechanism = body_in(joint, name, planar)
        run = gd.simulate(mechanism, duration, output_times=times, coordinates=frame)
        sim = gd.Simulation(mechanism, duration=duration, coordinates=frame, record=True)
        for t in times:
            sim.advance_to(t)
        stepped = sim.result()
        for variable in run.layout.variables:
            found = np.asarray(stepped.data[variable.name])[1:]
            assert found.tobytes() == np.asarray(run.data[variable.name]).tobytes(), (
                name,
                variable.name,
            )


@pytest.mark.parametrize("frame", FRAMES)
def test_a_thousand_milliseconds_are_the_run_of_a_second(frame):
    """The run ends its last steps at its end; before it takes the same. Its peaks are sought anew
    after the transient, which a simulation does not leave out: they are samples of the same motion.
    """
    run = gd.simulate(LOOSE, 1.0, rtol=1e-10, output_times=[1.0], coordinates=frame)
    sim = gd.Simulation(LOOSE, duration=1.0, rtol=1e-10, coordinates=frame)
    for _ in range(1000):
        sim.advance(1e-3)
    assert sim.t == 1.0
    for name in ("position", "orientation", "velocity", "angular_velocity"):
        np.testing.assert_allclose(sim.result().data[name], run.data[name], atol=1e-9)
    assert len(sim.impacts) == len(run.impacts) > 20
    ended = np.isfinite(run.impacts["end"])
    for column in ("start", "turn", "end", "approach_speed", "departure_speed", "penetration"):
        np.testing.assert_allclose(
            sim.impacts[column][ended], run.impacts[column][ended], rtol=1e-6
        )
    np.testing.assert_allclose(
        sim.impacts["peak_force"][ended], run.impacts["peak_force"][ended], rtol=1e-3
    )


# -- saving and restoring --------------------------------------------------------------------------


@pytest.mark.parametrize("frame", FRAMES)
@pytest.mark.parametrize("method", ALL)
def test_a_state_saved_in_a_contact_goes_on_to_the_last_bit(method, frame):
    """In the simulation that saved it, and, as bytes, in another one."""
    given = options(method, frame, 0.3)
    sim = gd.Simulation(LOOSE, **given)
    while not np.isnan(sim.impacts["end"]).any():
        sim.advance(1e-4)
    begun = sim.t
    saved = sim.state
    data = saved.to_bytes()
    sim.advance(0.1)
    after, contacts, peaks = sim.result(), sim.impacts.rows.copy(), sim.peaks
    sim.state = saved
    assert sim.t == begun
    sim.advance(0.1)
    assert same(sim.result(), after) and sim.impacts.rows.tobytes() == contacts.tobytes()
    other = gd.Simulation(LOOSE, **given)
    other.advance_to(0.2)
    other.state = data
    other.advance(0.1)
    assert same(other.result(), after) and other.impacts.rows.tobytes() == contacts.tobytes()
    assert other.peaks == peaks


@pytest.mark.parametrize("frame", FRAMES)
@pytest.mark.parametrize("method", ALL)
def test_an_episode_after_reset_is_the_first_one_again(method, frame):
    sim = gd.Simulation(LOOSE, **options(method, frame, 0.2), record=True)

    def episode():
        for _ in range(20):
            sim.advance(5e-3)
        return sim.result(), sim.impacts.rows

    first, contacts = episode()
    sim.reset()
    again, others = episode()
    assert same(first, again) and contacts.tobytes() == others.tobytes()


def test_a_run_that_changes_its_method_is_reset_and_restored():
    """method="auto" goes on with an implicit method where a bushing is stiff."""
    stiff = gd.library("four-bar", C="bushing").with_values({})
    sim = gd.Simulation(stiff, duration=0.2)
    sim.advance(0.05)
    saved = sim.state
    sim.advance(0.05)
    after = sim.result()
    sim.state = saved
    sim.advance(0.05)
    assert same(sim.result(), after)
    sim.reset()
    sim.advance(0.05)
    sim.advance(0.05)
    assert same(sim.result(), after)


# -- inputs ----------------------------------------------------------------------------------------


def rotor(**more):
    return gd.Mechanism(
        name="rotor",
        plane="xy",
        bodies=[gd.Body("b", mass=2.0, inertia=0.5, position=(0, 0))],
        joints=[gd.Revolute("A", between=("ground", "b"), point=(0, 0))],
        **more,
    )


@pytest.mark.parametrize("frame", FRAMES)
@pytest.mark.parametrize("method", ALL)
def test_a_torque_that_is_set_between_calls_turns_a_rotor_as_the_sum_of_its_steps(method, frame):
    """Angle and speed of constant acceleration, piece by piece: no method errs on parabolas but bdf,
    which begins with order one and stays within some tens of its tolerance.
    """
    near = 1e-6 if method == "bdf" else 1e-10
    motor = gd.JointForce("motor", joint="A", magnitude=gd.Input("torque", 0.3))
    sim = gd.Simulation(rotor(forces=[motor]), **options(method, frame, 1.0))
    angle = speed = 0.0
    random = np.random.default_rng(1)
    for torque, dt in zip(
        [0.3, *random.uniform(-2, 2, 29)], random.uniform(1e-3, 0.1, 30), strict=True
    ):
        sim["torque"] = torque
        sim.advance(dt)
        angle += speed * dt + torque * dt * dt
        speed += 2.0 * torque * dt
        assert sim["A.angle"] == pytest.approx(angle, abs=near)
        assert sim["A.angle_rate"] == pytest.approx(speed, abs=near)
        assert sim["A.angle_rate"] == sim["b.angular_velocity.z"]
        assert sim["torque"] == torque
    assert sim["energy.balance"] == pytest.approx(0.0, abs=10 * near)


@pytest.mark.parametrize("frame", FRAMES)
@pytest.mark.parametrize("method", ("auto", "dop853", "radau", "adams", "tsit5"))
def test_inputs_act_as_steps_of_a_signal_in_a_loose_mechanism(method, frame):
    """The same jumps as breakpoints of a run that knows them: two ways to the same motion, not
    farther apart than that run is from one with ten times its tolerance.
    """
    moments = [(0.02, 0.5), (0.047, -0.4), (0.0471, 0.2), (0.11, 0.0)]
    arm = {"body": "rocker", "torque": (0.0, 0.0, 1.0)}
    base = gd.library("four-bar", C="clearance")
    known = sum(
        (
            gd.Step(new - old, at)
            for (at, new), old in zip(moments, [0.0, *(m for _, m in moments)], strict=False)
        ),
        gd.Constant(0.0),
    )
    ran, coarse = (gd.simulate(
        replace(base, forces=(*base.forces, gd.Torque("u", **arm, magnitude=known))),
        0.15, rtol=rtol, method=method, coordinates=frame, output_times=[0.15],
    ) for rtol in (1e-10, 1e-9))  # fmt: skip
    driven = replace(base, forces=(*base.forces, gd.Torque("u", **arm, magnitude=gd.Input("u"))))
    sim = gd.Simulation(driven, duration=0.15, rtol=1e-10, method=method, coordinates=frame)
    for at, moment in moments:
        sim.advance_to(at)
        sim["u"] = moment
    sim.advance_to(0.15)
    assert len(sim.impacts) == len(ran.impacts) > 2
    stepped = sim.result()
    apart = [
        max(np.abs(other.data[name] - ran.data[name]).max() for name in ("position", "velocity"))
        for other in (stepped, coarse)
    ]
    assert 0.0 < apart[0] < apart[1]


@pytest.mark.parametrize("frame", FRAMES)
@pytest.mark.parametrize("method", ALL)
def test_a_driver_follows_its_input_along_the_ramp(method, frame):
    """Where it should be at, and in the middle of, ramps that begin while another one lasts."""
    signal = gd.Input("target", 0.2, ramp=0.02)
    driver = gd.Driver("d", joint="A", motion=signal)
    sim = gd.Simulation(rotor(drivers=[driver]), **options(method, frame, 0.2))
    p = signal.parameters()
    assert sim["A.angle"] == pytest.approx(0.2, abs=1e-12)
    for target, t in ((1.0, 0.013), (-0.5, 0.02), (0.3, 0.05), (0.3, 0.06)):
        if target != sim["target"]:
            p = signal.towards(target, sim.t, p)
        sim["target"] = target
        for x in np.linspace(sim.t, t, 4)[1:].tolist():
            sim.advance_to(x)
            value, rate, acceleration = signal.value(x, p)
            assert sim["A.angle"] == pytest.approx(value, abs=1e-9)
            assert sim["A.angle_rate"] == pytest.approx(rate, abs=1e-7)
            assert sim["d.force"] == pytest.approx(0.5 * acceleration, abs=1e-5)
    sim.advance_to(0.1)
    assert sim["A.angle"] == pytest.approx(0.3, abs=1e-10)
    assert sim["A.angle_rate"] == pytest.approx(0.0, abs=1e-9)


def test_a_ramp_joins_value_rate_and_acceleration():
    signal = gd.Input("x", ramp=0.5)
    p = signal.towards(2.0, 1.0, signal.parameters())
    q = signal.towards(-1.0, 1.2, p)
    assert signal.value(1.2, q) == pytest.approx(signal.value(1.2, p), abs=1e-12)
    assert signal.value(1.7, q) == pytest.approx((-1.0, 0.0, 0.0), abs=1e-12)
    just_before = signal.value(1.7 - 1e-9, q)
    assert just_before == pytest.approx((-1.0, 0.0, 0.0), abs=1e-5)


def test_an_input_that_is_set_to_what_it_is_changes_nothing():
    push = gd.Torque("u", body="rocker", torque=(0.0, 0.0, 1.0), magnitude=gd.Input("u", 0.25))
    mechanism = replace(LOOSE, forces=(*LOOSE.forces, push))
    touched, left = (gd.Simulation(mechanism, duration=0.1) for _ in range(2))
    for _ in range(20):
        touched["u"] = 3.0
        touched["u"] = 0.25
        touched.advance(5e-3)
    left.advance_to(0.1)
    assert same(touched.result(), left.result())


@pytest.mark.parametrize("frame", FRAMES)
def test_a_sampled_callback_sees_every_sample_however_often_it_is_called(frame):
    """A controller at 1 kHz, with calls of 1 ms, of 0.37 ms and of the whole: the same samples, and
    the same motion to the last bit.
    """
    motor = gd.JointForce("motor", joint="A", magnitude=gd.Input("torque"))
    ends = []
    for calls in (100, 270, 1):
        sim = gd.Simulation(rotor(forces=[motor]), duration=0.1, coordinates=frame)
        seen = []

        def control(sim, seen=seen):
            seen.append(sim.t)
            sim["torque"] = 4.0 * (1.0 - sim["A.angle"]) - 0.5 * sim["A.angle_rate"]

        sim.every("1 ms", control)
        for k in range(calls):
            sim.advance_to(0.1 * (k + 1) / calls)
        assert seen == pytest.approx(np.arange(100) * 1e-3)
        ends.append((sim["A.angle"], sim["A.angle_rate"]))
    assert ends[0] == pytest.approx(ends[1], abs=1e-12)
    assert ends[0] == pytest.approx(ends[2], abs=1e-12)


@pytest.mark.parametrize("frame", FRAMES)
@pytest.mark.parametrize("method", ("auto", "tsit5", "radau", "adams"))
def test_a_sampled_pid_controller_is_its_difference_equation(method, frame):
    """Between samples the torque u is held: q + v T + u T^2/2J and v + u T/J, exactly; the
    controller's integral and difference are sums of its own. Force and rate are limited. Three
    hundred samples of a step response; no method errs on parabolas.
    """
    T, J, kp, ki, kd, limit, change = 2e-3, 0.5, 40.0, 60.0, 6.0, 12.0, 4.0

    class Pid:
        def __init__(self):
            self.sum, self.before, self.last = 0.0, None, 0.0

        def __call__(self, angle):
            error = 1.0 - angle
            self.sum += error * T
            slope = 0.0 if self.before is None else (error - self.before) / T
            self.before = error
            wanted = min(max(kp * error + ki * self.sum + kd * slope, -limit), limit)
            self.last = min(max(wanted, self.last - change), self.last + change)
            return self.last

    motor = gd.JointForce("motor", joint="A", magnitude=gd.Input("torque"))
    sim = gd.Simulation(rotor(forces=[motor]), duration=0.6, method=method, coordinates=frame)
    simulated, exact = Pid(), Pid()
    sim.every(T, lambda sim: sim.__setitem__("torque", simulated(sim["A.angle"])))
    q = v = 0.0
    for _ in range(300):
        u = exact(q)
        q, v = q + v * T + u * T * T / (2 * J), v + u * T / J
        sim.advance(T)
        assert sim["A.angle"] == pytest.approx(q, abs=1e-9)
        assert sim["A.angle_rate"] == pytest.approx(v, abs=1e-9)
    assert q > 1.0  # it has been at its limits, and overshoots
