"""Gears, racks and screws against closed forms: vibrations of the mesh, impacts in its play,
momentum and energy; a servo with backlash against SciPy and against its describing function.
"""

from math import pi, sqrt

import numpy as np
import pytest

import gudgeon as gd

FRAMES = ("cartesian", "joint")
J_1, J_2, RATIO = 1e-3, 0.05, -3.0
MESH = 50.0  # N m/rad of the first wheel


def gears(*forces, ratio=RATIO, stops=(), speeds=(0.0, 0.0), planar=True):
    """Return two wheels on hinges, side by side."""

    def place(*x):
        return x if planar else (*x, 0.0)

    def spin(w):
        return w if planar else (0.0, 0.0, w)

    def inertia(J):
        return J if planar else (J, J, J)

    hinge = {} if planar else {"axis": (0, 0, 1)}
    wheel = {"m": (0.5, J_1, place(0, 0)), "l": (2.0, J_2, place(0.2, 0))}
    return gd.Mechanism(
        name="gears",
        plane="xy" if planar else None,
        bodies=[
            gd.Body(name, mass=mass, inertia=inertia(J), position=at, angular_velocity=spin(w))
            for (name, (mass, J, at)), w in zip(wheel.items(), speeds, strict=True)
        ],
        joints=[
            gd.Revolute("M", between=("ground", "m"), point=place(0, 0), **hinge),
            gd.Revolute("L", between=("ground", "l"), point=place(0.2, 0), **hinge),
            gd.Gear(
                "G", between=("m", "l"), wheels=("M.angle", "L.angle"), ratio=ratio, stops=stops
            ),
        ],
        forces=forces,
    )


def spring(stiffness, joint="G", **more):
    return gd.JointSpring("mesh", joint=joint, stiffness=stiffness, **more)


# -- stiffness -------------------------------------------------------------------------------------


@pytest.mark.parametrize("planar", (True, False))
@pytest.mark.parametrize("frame", FRAMES)
@pytest.mark.parametrize("ratio", (-3.0, 0.4, 12.0))
def test_a_mesh_vibrates_as_two_inertias_on_a_spring(ratio, frame, planar):
    """J1 q1'' = u - k x, J2 q2'' = r k x with x = q1 - r q2: x = x_s (1 - cos w t) with w^2 = k
    (1/J1 + r^2/J2), and r J1 q1' + J2 q2' = r u t.
    """
    u = 0.2
    motor = gd.JointForce("u", joint="M", magnitude=gd.Constant(u))
    mechanism = gears(spring(MESH), motor, ratio=ratio, planar=planar)
    run = gd.simulate(mechanism, 0.3, rtol=1e-10, coordinates=frame, output_step=0.01)
    w = sqrt(MESH * (1 / J_1 + ratio**2 / J_2))
    x = u / (J_1 * w * w) * (1 - np.cos(w * run.t))
    np.testing.assert_allclose(run["G.twist"], x, atol=1e-9)
    np.testing.assert_allclose(run["M.angle"] - ratio * run["L.angle"], run["G.twist"], atol=1e-12)
    momentum = ratio * J_1 * run["M.angle_rate"] + J_2 * run["L.angle_rate"]
    np.testing.assert_allclose(momentum, ratio * u * run.t, atol=1e-9)
    np.testing.assert_allclose(run["mesh.torque.z"], ratio * MESH * x, atol=1e-6)
    np.testing.assert_allclose(run["energy.balance"], 0.0, atol=1e-10)
    assert run["energy.work"][-1] == pytest.approx(u * run["M.angle"][-1], rel=1e-8)


@pytest.mark.parametrize("frame", FRAMES)
def test_a_nut_falls_along_its_screw(frame):
    """On a free screw of a Cylindrical joint: m d'' = m g - k x, J a'' = r k x, x = d - r a, r = lead /
    2 pi; m d + J a/r = m g t^2/2.
    """
    m, J, lead, k, g = 0.8, 2e-4, 0.05, 4e4, 9.81
    r = lead / (2 * pi)
    mechanism = gd.Mechanism(
        name="nut",
        gravity=(0, 0, -g),
        bodies=[gd.Body("b", mass=m, inertia=(J, J, J), position=(0, 0, 0))],
        joints=[
            gd.Cylindrical("C", between=("ground", "b"), point=(0, 0, 0), axis=(0, 0, -1)),
            gd.Screw(
                "S", between=("ground", "b"), nut="C.displacement", screw="C.angle", lead=lead
            ),
        ],
        forces=[spring(k, "S")],
    )
    run = gd.simulate(mechanism, 0.2, rtol=1e-10, coordinates=frame, output_step=0.005)
    w = sqrt(k * (1 / m + r * r / J))
    x = g / (w * w) * (1 - np.cos(w * run.t))
    np.testing.assert_allclose(run["S.slip"], x, atol=1e-10)
    whole = m + J / r**2
    d = (m * g * run.t**2 / 2 + J / r**2 * x) / whole
    np.testing.assert_allclose(run["C.displacement"], d, atol=1e-9)
    np.testing.assert_allclose(run["C.angle"], (d - x) / r, atol=1e-7)
    np.testing.assert_allclose(run["energy.balance"], 0.0, atol=1e-10)
    # the nut feels the force along the axis, and the moment that belongs to it
    np.testing.assert_allclose(run["mesh.force.z"], k * x, atol=1e-5)
    np.testing.assert_allclose(run["mesh.torque.z"], -r * k * x, atol=1e-6)


@pytest.mark.parametrize("frame", FRAMES)
def test_a_rack_takes_its_pinion_along(frame):
    """m s'' = F - k x, J a'' = r k x with x = s - r a."""
    m, J, r, k, F = 1.5, 3e-3, 0.04, 2e4, 6.0
    mechanism = gd.Mechanism(
        plane="xy",
        bodies=[
            gd.Body("rack", mass=m, inertia=0.01, position=(0, 0)),
            gd.Body("pinion", mass=1.0, inertia=J, position=(0, 0.04)),
        ],
        joints=[
            gd.Translational("S", between=("ground", "rack"), point=(0, 0), axis=(1, 0)),
            gd.Revolute("A", between=("ground", "pinion"), point=(0, 0.04)),
            gd.Rack(
                "R", between=("rack", "pinion"), rack="S.displacement", pinion="A.angle", radius=r
            ),
        ],
        forces=[spring(k, "R"), gd.JointForce("push", joint="S", magnitude=gd.Constant(F))],
    )
    run = gd.simulate(mechanism, 0.2, rtol=1e-10, coordinates=frame, output_step=0.005)
    w = sqrt(k * (1 / m + r * r / J))
    x = F / (m * w * w) * (1 - np.cos(w * run.t))
    s = (F * run.t**2 / 2 + J / r**2 * x) / (m + J / r**2)
    np.testing.assert_allclose(run["R.slip"], x, atol=1e-9)
    np.testing.assert_allclose(run["S.displacement"], s, atol=1e-9)
    np.testing.assert_allclose(run["A.angle"], (s - x) / r, atol=1e-7)
    np.testing.assert_allclose(run["energy.balance"], 0.0, atol=1e-9)


@pytest.mark.parametrize("frame", FRAMES)
@pytest.mark.parametrize("method", ("auto", "dop853", "radau"))
def test_wheels_on_a_free_carrier_keep_all_momentum(method, frame):
    """Whatever the mesh does, nothing acts from outside: momentum, angular momentum and energy stay."""
    bodies = [
        gd.Body(
            "c",
            mass=1.0,
            inertia=0.02,
            position=(0.1, 0),
            velocity=(0.3, 0.1),
            angular_velocity=2.0,
        ),
        gd.Body(
            "m", mass=0.5, inertia=J_1, position=(0, 0), velocity=(0.3, -0.1), angular_velocity=30.0
        ),
        gd.Body(
            "l",
            mass=0.7,
            inertia=4e-3,
            position=(0.2, 0),
            velocity=(0.3, 0.3),
            angular_velocity=-5.0,
        ),
    ]
    mechanism = gd.Mechanism(
        plane="xy",
        bodies=bodies,
        joints=[
            gd.Revolute("M", between=("c", "m"), point=(0, 0)),
            gd.Revolute("L", between=("c", "l"), point=(0.2, 0)),
            gd.Gear("G", between=("m", "l"), wheels=("M.angle", "L.angle"), ratio=-2.0,
                    stops=gd.Stop(lower=-0.02, upper=0.03, contact=gd.Hertz(1e4, exponent=1.5))),
        ],
        forces=[gd.JointSpring("mesh", joint="G", stiffness=0.5)],
    )  # fmt: skip
    run = gd.simulate(mechanism, 0.5, rtol=1e-10, method=method, coordinates=frame)
    assert len(run.impacts) > 5
    push = sum(body.mass * run[f"{body.name}.velocity"] for body in bodies)
    spin = sum(
        body.inertia * run[f"{body.name}.angular_velocity.z"]
        + body.mass * np.cross(run[f"{body.name}.position"], run[f"{body.name}.velocity"])[:, 2]
        for body in bodies
    )
    np.testing.assert_allclose(push, np.broadcast_to(push[0], push.shape), atol=1e-9)
    np.testing.assert_allclose(spin, spin[0], atol=1e-9)
    # a tolerance for each begin and end of a contact
    allowed = 2 * len(run.impacts) * 1e-10 * run["energy.total"][0]
    np.testing.assert_allclose(run["energy.balance"], 0.0, atol=allowed)


# -- play ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("frame", FRAMES)
@pytest.mark.parametrize(
    "law",
    [
        gd.Hertz(2e4, exponent=1.5),
        gd.Hertz(800.0, exponent=1.0),
        gd.HuntCrossley(2e4, restitution=0.8),
        gd.LankaraniNikravesh(2e4, restitution=0.9),
        gd.Flores(2e4, restitution=0.5),
    ],
    ids=lambda law: type(law).__name__,
)
def test_backlash_is_an_impact_of_the_reduced_inertia(law, frame):
    """The first wheel runs through half of the play, b/(2 w), hits, and both part with the rebound
    of the law: momentum along the ratio stays, the twist rate turns round.
    """
    play, w = 0.02, 4.0
    stop = gd.Stop(lower=-play / 2, upper=play / 2, contact=law)
    mechanism = gears(stops=stop, speeds=(w, 0.0))
    run = gd.simulate(mechanism, 0.02, rtol=1e-10, coordinates=frame)
    first = run.impacts.rows[0] if len(run.impacts) else None
    assert first is not None
    assert run.impacts["joint"][0] == "G" and run.impacts["start"][0] == pytest.approx(
        play / 2 / w, rel=1e-10
    )
    assert run.impacts["approach_speed"][0] == pytest.approx(w, rel=1e-9)
    rebound = law.rebound() if law.rebound() is not None else 1.0
    assert run.impacts["departure_speed"][0] == pytest.approx(rebound * w, rel=2e-3)
    momentum = RATIO * J_1 * run["M.angle_rate"] + J_2 * run["L.angle_rate"]
    np.testing.assert_allclose(momentum, RATIO * J_1 * w, atol=1e-10)
    np.testing.assert_allclose(run["energy.balance"], 0.0, atol=1e-9)


@pytest.mark.parametrize("frame", FRAMES)
@pytest.mark.parametrize("method", ("auto", "tsit5", "dop853", "radau", "adams", "bdf"))
def test_play_steps_and_restores_as_any_contact(method, frame):
    """Rows of a run, a state saved in a tooth's contact: to the last bit."""
    stop = gd.Stop(lower=-0.01, upper=0.01, contact=gd.HuntCrossley(2e4, restitution=0.7))
    drive = gd.JointForce("u", joint="M", magnitude=gd.Input("torque") + gd.Harmonic(0.2, 5.0))
    mechanism = gears(drive, stops=stop)
    given = {"method": method, "coordinates": frame}
    sim = gd.Simulation(mechanism, duration=1.0, **given)
    sim["torque"] = 0.05
    while not np.isnan(sim.impacts["end"]).any():
        sim.advance(1e-3)
    saved = sim.state
    sim.advance(0.2)
    end = sim["M.angle"], sim["L.angle_rate"], len(sim.impacts)
    sim.state = saved
    for _ in range(20):
        sim.advance(0.01)
    assert (sim["M.angle"], sim["L.angle_rate"], len(sim.impacts)) == end and end[2] > 1


# -- a servo ---------------------------------------------------------------------------------------


def servo(gain, damping, load_damping, half_play, stiffness):
    """Return a motor that holds its load by its position, with play in between."""
    stop = gd.Stop(lower=-half_play, upper=half_play, contact=gd.Hertz(stiffness, exponent=1.5))
    return gears(
        gd.JointForce("P", joint="M", magnitude=gd.ConstantSpeed(-gain, over="L.angle")),
        gd.JointSpring("friction", joint="M", damping=damping),
        gd.JointSpring("drag", joint="L", damping=load_damping),
        ratio=1.0,
        stops=stop,
        speeds=(1.0, 0.0),
    )


@pytest.mark.parametrize("frame", FRAMES)
def test_a_servo_with_backlash_moves_as_an_independent_integration_says(frame):
    """J1 q1'' = -K q2 - b q1' - F(x), J2 q2'' = F(x) - c q2', F = k (|x| - h)^1.5 beyond the play h:
    by SciPy's dop853, stopped at every flank; some ten impacts, to 1e-6.
    """
    from scipy.integrate import solve_ivp

    K, b, c, h, k = 2.0, 0.02, 0.2, 0.01, 5e3

    def force(x):
        return np.sign(x) * k * max(abs(x) - h, 0.0) ** 1.5

    def rate(t, y):
        q1, q2, v1, v2 = y
        f = force(q1 - q2)
        return [v1, v2, (-K * q2 - b * v1 - f) / J_1, (f - c * v2) / J_2]

    def flank(side):
        def cross(t, y):
            return y[0] - y[1] - side * h

        cross.terminal = True  # type: ignore[attr-defined]
        return cross

    end = 0.6
    run = gd.simulate(servo(K, b, c, h, k), end, rtol=1e-11, coordinates=frame, output_step=0.02)
    t, y, touches = 0.0, np.array([0.0, 0.0, 1.0, 0.0]), 0
    found = {0.0: y}
    times = list(run.t)
    while t < end:
        due = [x for x in times if x > t + 1e-15]
        done = solve_ivp(
            rate, (t, end), y, method="DOP853", rtol=1e-12, atol=1e-14, t_eval=None,
            events=[flank(1), flank(-1)], dense_output=True,
        )  # fmt: skip
        for x in due:
            if x <= done.t[-1]:
                found[x] = done.sol(x)
        t, y = float(done.t[-1]), done.y[:, -1].copy()
        if done.status == 1:
            touches += 1
            step = 1e-12  # beyond the flank
            y = y + step * np.array(rate(t, y))
            t += step
    expected = np.array([found[min(found, key=lambda key, x=x: abs(key - x))] for x in run.t])
    assert touches > 10
    np.testing.assert_allclose(run["M.angle"], expected[:, 0], atol=1e-6)
    np.testing.assert_allclose(run["L.angle"], expected[:, 1], atol=1e-6)


def limit_cycle(J, b, K, h):
    """Return amplitude and frequency at which 1 + N(A) K/(s (J s + b)) vanishes, N the describing
    function of play h to each side whose output stays where it is let go [GelbVanderVelde1968].
    """
    from scipy.optimize import fsolve

    def residual(guess):
        x = h / guess[0]
        u = 1 - 2 * x
        N = (pi / 2 + np.arcsin(u) + u * sqrt(1 - u * u)) / pi - 4j * x * (1 - x) / pi
        s = 1j * guess[1]
        z = 1 + N * K / (s * (J * s + b))
        return z.real, z.imag

    return fsolve(residual, (3 * h, sqrt(K / J)))


@pytest.mark.parametrize("start", (0.015, 0.06))
def test_a_servo_with_backlash_settles_in_its_limit_cycle(start):
    """Friction keeps the load where the motor leaves it. The describing function knows the first
    harmonic alone: the motor passes the third with a ninth, which leaves some percent of the
    amplitude and less of the frequency; the drag of the load, 2.5 % of the friction, is neglected.
    """
    J, b, K, h = J_1, 2e-3, 0.05, 0.01
    amplitude, frequency = limit_cycle(J, b, K, h)
    stop = gd.Stop(lower=-h, upper=h, contact=gd.HuntCrossley(1e3, restitution=0.3))
    mechanism = gd.Mechanism(
        plane="xy",
        bodies=[
            gd.Body(
                "m", mass=0.5, inertia=J, position=(0, 0), angular_velocity=start * sqrt(K / J)
            ),
            gd.Body("l", mass=0.1, inertia=1e-6, position=(0.2, 0)),
        ],
        joints=[
            gd.Revolute("M", between=("ground", "m"), point=(0, 0)),
            gd.Revolute("L", between=("ground", "l"), point=(0.2, 0)),
            gd.Gear("G", between=("m", "l"), wheels=("M.angle", "L.angle"), ratio=1.0, stops=stop),
        ],
        forces=[
            gd.JointForce("P", joint="M", magnitude=gd.ConstantSpeed(-K, over="L.angle")),
            gd.JointSpring("friction", joint="M", damping=b),
            gd.JointSpring("drag", joint="L", damping=5e-5),
        ],
    )
    run = gd.simulate(mechanism, 20.0, rtol=1e-6, output_step=0.005, coordinates="joint")
    late = run.t > 15.0
    angle, t = run["M.angle"][late], run.t[late]
    ups = np.flatnonzero((angle[:-1] < 0) & (angle[1:] >= 0))
    crossings = t[ups] - angle[ups] * (t[ups + 1] - t[ups]) / (angle[ups + 1] - angle[ups])
    assert np.abs(angle).max() == pytest.approx(amplitude, rel=0.07)
    assert 2 * pi / np.diff(crossings).mean() == pytest.approx(frequency, rel=0.02)
