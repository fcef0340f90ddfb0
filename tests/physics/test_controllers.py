"""Actuators with controllers against closed forms, matrix exponentials and SciPy.

A rotor of inertia J on a hinge is driven by the controller alone, so that the closed loop is a small
system of ordinary differential equations. Stable loops forget what a step does wrong after about
1/(decay rate), here less than a hundred steps: 100 rtol is allowed where nothing else is said.
"""

from typing import Any

import numpy as np
import pytest
from scipy.integrate import solve_ivp
from scipy.linalg import expm

import gudgeon as gd

J = 0.02
METHODS = ("adams", "bdf", "dop853", "radau", "tsit5")
COORDINATES = ("cartesian", "joint")
RTOL = 1e-10


HALF = gd.Constant(0.5)


def rotor(controller: Any, target: Any = HALF, **more: Any) -> gd.Mechanism:
    """Return a rotor on a hinge with an actuator."""
    return gd.Mechanism(
        "servo",
        bodies=[gd.Body("rotor", mass=1.0, inertia=(0.01, 0.01, J))],
        joints=[gd.Revolute("A", between=("ground", "rotor"), point=(0, 0, 0), axis=(0, 0, 1))],
        forces=[gd.Actuator("servo", joint="A", controller=controller, target=target)],
        **more,
    )


def linear(matrix: Any, constant: Any, t: float) -> np.ndarray:
    """Return the solution of x' = A x + b from rest."""
    n = len(constant)
    whole = np.zeros((n + 1, n + 1))
    whole[:n, :n], whole[:n, n] = matrix, constant
    return np.asarray(expm(whole * t)[:n, n])


@pytest.mark.parametrize("coordinates", COORDINATES)
def test_pd_control_is_a_damped_oscillator(coordinates: str) -> None:
    result = gd.simulate(rotor(gd.PD(8.0, 0.2)), 1.0, rtol=RTOL, coordinates=coordinates)
    w, z = np.sqrt(8.0 / J), 0.2 / (2 * np.sqrt(8.0 * J))
    d, t = np.sqrt(1 - z * z), result.t
    exact = 0.5 * (1 - np.exp(-z * w * t) * (np.cos(w * d * t) + z / d * np.sin(w * d * t)))
    assert np.abs(result.joint("A").angle - exact).max() < 100 * RTOL
    assert np.allclose(result["servo.target"], 0.5, rtol=0, atol=0)


@pytest.mark.parametrize("coordinates", COORDINATES)
@pytest.mark.parametrize("method", METHODS)
def test_pid_control_is_the_matrix_exponential(method: str, coordinates: str) -> None:
    model = rotor(gd.PID(8.0, 40.0, 0.2))
    result = gd.simulate(model, 1.0, rtol=RTOL, method=method, coordinates=coordinates)
    A = [[0, 1, 0], [-8 / J, -0.2 / J, 40 / J], [-1, 0, 0]]
    angle, _, integral = linear(A, [0, 8 * 0.5 / J, 0.5], 1.0)
    assert result.joint("A").angle[-1] == pytest.approx(angle, abs=100 * RTOL)
    assert result.load("servo").integrated_error[-1] == pytest.approx(integral, abs=100 * RTOL)
    assert result.load("servo").quantities["integrated_error"] == "rad*s"


@pytest.mark.parametrize("coordinates", COORDINATES)
def test_the_work_of_an_actuator_is_in_the_ledger(coordinates: str) -> None:
    """The work is that of the command along the coordinate; by the trapezoidal rule on a thousand
    rows it is known to about h^2/12 of the second derivative of the power: a ten-thousandth.
    """
    result = gd.simulate(rotor(gd.PID(8.0, 40.0, 0.2)), 1.0, rtol=RTOL, coordinates=coordinates)
    work = result.energy["load:servo"]
    power = result["servo.command"] * result.joint("A").angle_rate
    assert np.abs(result.energy.balance).max() < 100 * RTOL * np.abs(work).max()
    assert np.trapezoid(power, result.t) == pytest.approx(work[-1], abs=1e-4 * np.abs(work).max())
    torque = result.load("servo").torque
    assert np.array_equal(torque[:, 2], result["servo.command"])


@pytest.mark.parametrize("method", METHODS)
def test_a_limit_holds_the_moment_until_it_is_left(method: str) -> None:
    """Far from its target the motor gives its greatest moment: the angle is a parabola."""
    result = gd.simulate(rotor(gd.PD(40.0, 1.0, 0.5)), 0.2, rtol=RTOL, method=method)
    command, t = result["servo.command"], result.t
    held = np.flatnonzero(command < 0.5)[0]  # rows before it
    assert held > 100
    exact = 0.5 / J * t[:held] ** 2 / 2
    assert np.abs(result.joint("A").angle[:held] - exact).max() < 10 * RTOL
    leaves = brake_time(40.0, 1.0, 0.5, 0.5)
    assert t[held - 1] <= leaves + 1e-12 and t[held] >= leaves - 1e-12


def brake_time(K: float, D: float, target: float, limit: float) -> float:
    """Return when K (r - q) - D q' falls to the limit, with q = u t^2/(2 J)."""
    a = limit / J
    roots = np.roots([-K * a / 2, -D * a, K * target - limit])
    return float(roots[roots > 0].min())


def test_the_integral_does_not_wind_up() -> None:
    """A target out of reach of the limit for long: SciPy with the same equations, branch by
    branch, to 1e-8.
    """
    K, I, D, u_max = 8.0, 40.0, 0.4, 0.3
    result = gd.simulate(rotor(gd.PID(K, I, D, u_max), gd.Constant(3.0)), 2.0, rtol=RTOL)

    def rates(_: float, x: Any) -> list[float]:
        e = 3.0 - x[0]
        v = K * e + I * x[2] - D * x[1]
        u = min(max(v, -u_max), u_max)
        return [x[1], u / J, e + (u - v) / K]

    exact = solve_ivp(rates, (0, 2.0), [0, 0, 0], rtol=1e-11, atol=1e-13, max_step=1e-3)
    assert result.joint("A").angle[-1] == pytest.approx(exact.y[0, -1], abs=1e-8)
    assert result.load("servo").integrated_error[-1] == pytest.approx(exact.y[2, -1], abs=1e-8)
    assert np.abs(result["servo.command"]).max() <= u_max


def test_a_servo_has_a_torque_speed_curve_a_lag_and_a_limit_of_the_rate() -> None:
    """SciPy with the same equations; steps of 1e-4 s meet each corner within the tolerance of
    1e-7: the force is off by its slope times a step at most, once.
    """
    K, I, D, u_max, T, w_0, p_max = 8.0, 20.0, 0.4, 0.6, 2e-3, 4.0, 60.0
    law = gd.Servo(K, I, D, u_max, T, no_load_speed=w_0, rate_limit=p_max)
    result = gd.simulate(rotor(law, gd.Constant(1.0)), 1.0, rtol=RTOL)

    def rates(_: float, x: Any) -> list[float]:
        e = 1.0 - x[0]
        v = K * e + I * x[2] - D * x[1]
        speed = x[1] if v > 0 else -x[1]
        most = u_max * min(1.0, max(0.0, 1.0 - speed / w_0))
        w = min(max(v, -most), most)
        return [x[1], x[3] / J, e + (w - v) / K, min(max((w - x[3]) / T, -p_max), p_max)]

    exact = solve_ivp(rates, (0, 1.0), [0] * 4, rtol=1e-11, atol=1e-13, max_step=1e-4)
    load = result.load("servo")
    assert result.joint("A").angle[-1] == pytest.approx(exact.y[0, -1], abs=1e-7)
    assert load.motor_force[-1] == pytest.approx(exact.y[3, -1], abs=1e-7)
    steepest = np.abs(np.diff(load.motor_force) / np.diff(result.t)).max()
    assert steepest == pytest.approx(p_max, rel=1e-6)
    fast = result.joint("A").angle_rate
    assert fast.max() < w_0


@pytest.mark.parametrize("coordinates", COORDINATES)
def test_a_motor_speeds_up_to_its_speed_without_load(coordinates: str) -> None:
    k, R, L, N, U = 0.05, 1.2, 4e-3, 3.0, 6.0
    model = rotor(gd.DCMotor(k, R, L, N), gd.Constant(U))
    result = gd.simulate(model, 10.0, rtol=RTOL, coordinates=coordinates)
    A = [[0, N * k / J], [-N * k / L, -R / L]]
    for row in (10, 100, 1000):
        row = int(np.searchsorted(result.t, result.t[-1] * row / 1000))
        row = min(row, len(result.t) - 1)
        speed, current = linear(A, [0, U / L], result.t[row])
        assert result.joint("A").angle_rate[row] == pytest.approx(speed, abs=1e3 * RTOL * speed)
        assert result.load("servo").current[row] == pytest.approx(current, abs=1e-8)
    assert result.joint("A").angle_rate[-1] == pytest.approx(U / (N * k), rel=1e-3)
    assert result.load("servo").quantities["target"] == "V"
    assert result.load("servo").quantities["current"] == "A"


@gd.law
class Observer(gd.Controller):
    """State feedback of two rotors that are tied by a spring, with an integral of the second."""

    gain: float = gd.param("K", "N*m/rad")
    slow: float = gd.param("T", "s", gt=0)

    measures = 2
    states = {"integral": "rad*s", "filtered": "rad"}  # noqa: RUF012

    @staticmethod
    def control(t, r, r_dot, q, q_dot, integral, filtered, K, T):
        """u = K (r - x) - K T q_1' + K z / 4, T x' = q_2 - x, z' = r - q_2"""
        return (
            K * (r - filtered) - K * T * q_dot[0] + 0.25 * K * integral,
            r - q[1],
            (q[1] - filtered) / T,
        )


@pytest.mark.parametrize("coordinates", COORDINATES)
def test_a_controller_of_ones_own_has_states_and_measures_two_coordinates(
    coordinates: str,
) -> None:
    c, K, T = 3.0, 0.4, 0.2
    model = gd.Mechanism(
        "two rotors",
        bodies=[gd.Body(name, mass=1.0, inertia=(J, J, J)) for name in ("motor", "load")],
        joints=[
            gd.Revolute("M", between=("ground", "motor"), point=(0, 0, 0), axis=(0, 0, 1)),
            gd.Revolute("L", between=("motor", "load"), point=(0, 0, 0), axis=(0, 0, 1)),
        ],
        forces=[
            gd.JointSpring("shaft", joint="L", stiffness=c, damping=0.05),
            gd.Actuator(
                "own",
                joint="M",
                controller=Observer(K, T),
                target=gd.Constant(1.0),
                feedback=("M.angle", "L.angle"),
            ),
        ],
    )
    result = gd.simulate(model, 2.0, rtol=RTOL, coordinates=coordinates)
    d = 0.05
    A = np.zeros((6, 6))  # q1, q2 (relative), w1, w2 (relative), integral, filtered
    A[0, 2] = A[1, 3] = 1.0
    shaft = np.array([0, c, 0, d, 0, 0.0])
    motor = np.array([0, 0, -K * T, 0, 0.25 * K, -K])
    A[2] = (motor + shaft) / J
    A[3] = (-shaft - motor - shaft) / J
    A[4, 1], A[5, 1], A[5, 5] = -1.0, 1 / T, -1 / T
    b = np.array([0, 0, K / J, -K / J, 1.0, 0.0])
    exact = linear(A, b, 2.0)
    load = result.load("own")
    found = [result.joint("M").angle, result.joint("L").angle, load.integral, load.filtered]
    for values, value in zip(found, exact[[0, 1, 4, 5]], strict=True):
        assert values[-1] == pytest.approx(value, abs=1e3 * RTOL * max(1.0, abs(value)))


def test_a_target_is_an_input_and_a_state_is_saved_and_restored() -> None:
    model = rotor(gd.PID(8.0, 40.0, 0.2, 1.5), gd.Input("angle", 0.2), duration=1.0)
    sim = gd.Simulation(model)
    sim.advance(0.1)
    sim["angle"] = 0.7
    sim.advance(0.05)
    saved = sim.state.to_bytes()
    sim.advance(0.2)
    once = sim["A.angle"], sim["servo.integrated_error"], sim["servo.command"]
    sim.state = saved
    sim.advance(0.2)
    assert once == (sim["A.angle"], sim["servo.integrated_error"], sim["servo.command"])
    sim.reset()
    assert sim["servo.integrated_error"] == 0.0 and sim["angle"] == 0.2


@pytest.mark.parametrize("coordinates", COORDINATES)
def test_a_run_goes_on_and_is_read_again_with_its_states(tmp_path: Any, coordinates: str) -> None:
    model = rotor(gd.Servo(8.0, 40.0, 0.2, 1.0, 1e-3, 20.0, 200.0), gd.Harmonic(0.5, 9.0))
    path = tmp_path / "servo.h5"
    given: dict[str, Any] = {"method": "dop853", "coordinates": coordinates}
    gd.simulate(model, 0.3, out=path, **given)
    longer, whole = gd.resume(path, 0.6), gd.simulate(model, 0.6, **given)
    for name in ("A.angle", "servo.command", "servo.motor_force", "servo.integrated_error"):
        assert longer[name][-1] == whole[name][-1]
    again = gd.load(path)
    assert again.mechanism == model
    assert again.load("servo").quantities == whole.load("servo").quantities


def test_a_controller_without_error_does_nothing() -> None:
    result = gd.simulate(rotor(gd.PD(8.0, 0.2), gd.Constant(0.0)), 0.1)
    assert not result.joint("A").angle.any() and not result["servo.command"].any()
